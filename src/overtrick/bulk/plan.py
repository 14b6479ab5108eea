"""From conditions of contest to what the bulk engine does: every setting is in the plan, or refused by its name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from fractions import Fraction

from overtrick.compare.butler import drop_count
from overtrick.compare.imps import table_steps
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.tables.laws import law

__all__ = ["MEASURES", "METHODS", "Plan", "make_plan"]

METHODS = ("matchpoints", "ascherman", "cross-imps", "butler", "total-points", "team-imps", "board-a-match")
MEASURES = ("matchpoints", "cross-imps", "butler")
"""Comparisons that may be made beside that of the method."""

_MOST_POINTS = 20_000
_FINEST = 1_000_000
_BOUND = 100
_AT_MATCHPOINTS = ("matchpoints", "ascherman")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: checked conditions, and the comparisons to make, the method's own among them."""

    conditions: Conditions
    measures: tuple[str, ...]

    @property
    def method(self) -> str:
        """The method that totals and places go by."""
        return self.conditions.method

    @property
    def of_teams(self) -> bool:
        """Whether two tables of a match are compared, instead of a field.

        >>> make_plan(method="board-a-match").of_teams
        True
        """
        return self.method in ("team-imps", "board-a-match")

    @property
    def at_matchpoints(self) -> bool:
        """Whether values count against a top.

        >>> make_plan().at_matchpoints
        True
        """
        return self.method in _AT_MATCHPOINTS

    @property
    def scale(self) -> int:
        """What matchpoints in 2/1/0 are divided by.

        >>> make_plan(matchpoint_scale="1-½-0").scale
        2
        """
        return 2 if self.at_matchpoints and self.conditions.matchpoint_scale == "1-½-0" else 1


def make_plan(
    conditions: Conditions | None = None, *, method: str | None = None, also: Iterable[str] = (), **settings: object
) -> Plan:
    """The plan of conditions, of a method and of settings by name; `also` are comparisons beside the method's own.

    Raises `ConditionsError` for what is not known, what contradicts itself, and what the bulk engine cannot do.

    >>> make_plan(method="butler", datum_drop="1", also=["matchpoints"]).measures
    ('matchpoints', 'butler')
    """
    named = {name: str(value) for name, value in settings.items() if value is not None}
    if method is not None:
        named["method"] = method
    chosen = (conditions or Conditions()).with_settings(named)
    extra = set(also)
    unknown = sorted(extra - set(MEASURES))
    if unknown:
        raise ConditionsError(
            _("no comparison {name!r}; known: {known}").format(name=unknown[0], known=", ".join(MEASURES))
        )
    own = "matchpoints" if chosen.method == "ascherman" else chosen.method
    measures = tuple(name for name in MEASURES if name in extra or name == own)
    _known(chosen)
    _refuse(chosen, measures)
    return Plan(chosen, measures)


def _known(conditions: Conditions) -> None:
    """Values that a made record may hold unchecked."""
    for item in fields(conditions):
        value, among = getattr(conditions, item.name), item.metadata["among"]
        if among and value not in among:
            raise ConditionsError(
                _("{key} cannot be {text!r}; known: {known}").format(
                    key=_name(item.name), text=value, known=", ".join(among)
                )
            )
    law(conditions.law)
    drop_count(conditions.datum_drop, 1)
    table_steps(conditions.imp_table)
    if not 0 <= conditions.average_minus <= conditions.average <= conditions.average_plus <= _BOUND:
        raise ConditionsError(_("average-minus, average and average-plus must rise from 0 to 100"))
    if (conditions.datum == "given") is (conditions.datum_given is None):
        raise ConditionsError(_("datum=given and datum-given=POINTS come together or not at all"))
    if conditions.datum == "given" and conditions.datum_drop != "none":
        raise ConditionsError(_("datum=given contradicts datum-drop: a given datum drops no scores"))
    if conditions.method == "ascherman" and conditions.uneven != "neuberg":
        raise ConditionsError(_("uneven={uneven} contradicts the method ascherman").format(uneven=conditions.uneven))


def _name(field: str) -> str:
    return field.replace("_", "-")


def _refuse(conditions: Conditions, measures: tuple[str, ...]) -> None:
    """What the bulk engine cannot do, by the name of the setting."""
    if conditions.method not in METHODS:
        raise _cannot("method", conditions.method)
    if conditions.ties.strip().casefold() not in ("shared", ""):
        raise _cannot("ties", conditions.ties)
    if conditions.vp_scale != "none":
        raise _cannot("vp-scale", conditions.vp_scale)
    if conditions.session_top is not None and (conditions.session_top <= 0 or conditions.session_top.denominator > 1):
        raise _cannot("session-top", conditions.session_top)
    given = conditions.datum_given or Fraction(0)
    if abs(given) > _MOST_POINTS or given.denominator > _FINEST:
        raise _cannot("datum-given", conditions.datum_given)
    whole = conditions.datum_rounding != "none" if conditions.datum != "given" else given.denominator == 1
    if conditions.imp_table == "bastille" and "butler" in measures and not whole:
        raise _cannot("imp-table", _("bastille with a datum that is no whole number"))
    if conditions.imp_cutoff != "none" and "butler" not in measures:
        raise ConditionsError(
            _("imp-cutoff is for the method butler, not for {method}").format(method=conditions.method)
        )


def _cannot(name: str, value: object) -> ConditionsError:
    return ConditionsError(
        _("{name}={value} cannot be done in bulk; score such an event with `overtrick rank`").format(
            name=name, value=value
        )
    )
