"""Whether conditions of contest are known and agree with one another: silent defaults are faults."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields

from overtrick.compare.butler import drop_count
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.scorer.tie_breaks import tie_chain
from overtrick.tables.laws import law
from overtrick.tables.scales import ScaleKind, find_scale

__all__ = ["check_conditions", "check_cutoff", "check_scale"]

_FULL = 100


def check_conditions(conditions: Conditions) -> None:
    """Raises ConditionsError for a value that is not known, and for settings that contradict one another.

    What a method leaves unused is another matter: `check_cutoff` and `check_scale`.

    >>> check_conditions(Conditions())
    """
    _known(conditions)
    _consistent(conditions)
    _consistent_datum(conditions)


def _known(conditions: Conditions) -> None:
    """Values that a made record may hold unchecked, or that are checked only by the room that uses them."""
    for item in fields(conditions):
        value, among = getattr(conditions, item.name), item.metadata["among"]
        if among and value not in among:
            name = item.name.replace("_", "-")
            raise ConditionsError(
                _("{key} cannot be {text!r}; known: {known}").format(key=name, text=value, known=", ".join(among))
            )
    law(conditions.law)
    drop_count(conditions.datum_drop, 1)
    tie_chain(conditions.ties)
    if conditions.vp_scale != "none":
        find_scale(conditions.vp_scale)


def _consistent(conditions: Conditions) -> None:
    if not 0 <= conditions.average_minus <= conditions.average <= conditions.average_plus <= _FULL:
        raise ConditionsError(
            _(
                "the three averages must rise from 0 to 100; "
                "found minus {average_minus}, {average}, plus {average_plus}"
            ).format(
                average_minus=conditions.average_minus, average=conditions.average, average_plus=conditions.average_plus
            )
        )
    if conditions.method == "ascherman" and conditions.uneven != "neuberg":
        raise ConditionsError(
            _("ascherman brings uneven boards up by itself; uneven={uneven} contradicts it").format(
                uneven=conditions.uneven
            )
        )
    if conditions.session_top is not None and conditions.session_top <= 0:
        raise ConditionsError(
            _("session-top is {top}; a number above nought is wanted").format(top=conditions.session_top)
        )


def _consistent_datum(conditions: Conditions) -> None:
    """A given datum and its number come together or not at all, and it drops no scores."""
    if conditions.datum == "given" and conditions.datum_drop != "none":
        raise ConditionsError(_("datum=given contradicts datum-drop: a given datum drops no scores"))
    if conditions.datum == "given" and conditions.datum_given is None:
        raise ConditionsError(_("datum=given wants the datum too: datum-given=POINTS"))
    if conditions.datum != "given" and conditions.datum_given is not None:
        raise ConditionsError(_("datum-given is for datum=given, not for datum={datum}").format(datum=conditions.datum))


def check_cutoff(conditions: Conditions, named: Collection[str], made: Collection[str]) -> None:
    """Raises ConditionsError where `imp-cutoff` was asked for by name, and none of the comparisons made is Butler.

    A preset may bring a limit for its Butler events along.

    >>> check_cutoff(Conditions(imp_cutoff="australian"), [], ["matchpoints"])
    """
    if "imp-cutoff" in named and conditions.imp_cutoff != "none" and "butler" not in made:
        raise ConditionsError(
            _("imp-cutoff is for the method butler, not for {method}").format(method=conditions.method)
        )


def check_scale(conditions: Conditions) -> None:
    """Raises ConditionsError for a scale that the method leaves unused: victory points come of IMPs of a match.

    >>> check_scale(Conditions(method="team-imps", vp_scale="ebu-3"))
    """
    if conditions.vp_scale == "none":
        return
    if conditions.method != "team-imps":
        raise ConditionsError(_("vp-scale is for team-imps, not for {method}").format(method=conditions.method))
    scale = find_scale(conditions.vp_scale)
    if scale.kind is ScaleKind.PERCENT:
        raise ConditionsError(
            _("vp-scale={key} is a scale of percentages; team-imps wants one of IMPs").format(key=scale.key)
        )
