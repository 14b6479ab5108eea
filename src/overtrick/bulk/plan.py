"""From conditions of contest to what the bulk engine does: every setting is in the plan, or refused by its name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from overtrick.bulk.form import MOST_POINTS
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.scorer.boards import at_matchpoints, unit_of
from overtrick.scorer.consistency import check_conditions, check_cutoff
from overtrick.scorer.teams import TEAM_METHODS
from overtrick.scorer.tie_breaks import tie_chain
from overtrick.tables.presets import preset

__all__ = ["MEASURES", "METHODS", "Plan", "make_plan"]

METHODS = ("matchpoints", "ascherman", "cross-imps", "butler", "total-points", "team-imps", "board-a-match")
MEASURES = ("matchpoints", "cross-imps", "butler")
"""Comparisons that may be made beside that of the method."""

_FINEST = 1_000_000


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
        return self.method in TEAM_METHODS

    @property
    def at_matchpoints(self) -> bool:
        """Whether values count against a top.

        >>> make_plan().at_matchpoints
        True
        """
        return at_matchpoints(self.conditions)

    @property
    def scale(self) -> int:
        """What matchpoints in 2/1/0 are divided by.

        >>> make_plan(matchpoint_scale="1-½-0").scale
        2
        """
        return unit_of(self.conditions)


def make_plan(
    conditions: Conditions | None = None,
    *,
    method: str | None = None,
    also: str | Iterable[str] = (),
    **settings: object,
) -> Plan:
    """The plan of conditions, of a method and of settings by name; `also` are comparisons beside the method's own.

    A `preset` among the settings comes before all others.

    Raises `ConditionsError` for what is not known, what contradicts itself, and what the bulk engine cannot do. As in
    `overtrick rank`, an `imp_cutoff` that conditions bring along is left unused where no Butler is made, and one that
    is named here must have a meaning.

    >>> make_plan(method="butler", datum_drop="1", also=["matchpoints"]).measures
    ('matchpoints', 'butler')
    >>> make_plan(preset="acbl").conditions.unequal_boards
    'factor'
    """
    named = {name.replace("_", "-"): str(value) for name, value in settings.items() if value is not None}
    if method is not None:
        named["method"] = method.replace("_", "-")
    base, key = conditions or Conditions(), named.pop("preset", None)
    chosen = (base if key is None else preset(key).apply(base)).with_settings(named)
    extra = {name.replace("_", "-") for name in ((also,) if isinstance(also, str) else also)}
    unknown = sorted(extra - set(MEASURES))
    if unknown:
        raise ConditionsError(
            _("no comparison {name!r}; known: {known}").format(name=unknown[0], known=", ".join(MEASURES))
        )
    own = "matchpoints" if chosen.method == "ascherman" else chosen.method
    measures = tuple(name for name in MEASURES if name in extra or name == own)
    check_conditions(chosen)
    check_cutoff(chosen, named, measures)
    _refuse(chosen, measures)
    return Plan(chosen, measures)


def _refuse(conditions: Conditions, measures: tuple[str, ...]) -> None:
    """What the bulk engine cannot do, by the name of the setting."""
    if conditions.method not in METHODS:
        raise _cannot("method", conditions.method)
    if tie_chain(conditions.ties):
        raise _cannot("ties", conditions.ties)
    if conditions.vp_scale != "none":
        raise _cannot("vp-scale", conditions.vp_scale)
    if conditions.session_top is not None and conditions.session_top.denominator > 1:
        raise _cannot("session-top", conditions.session_top)
    given = conditions.datum_given or Fraction(0)
    if abs(given) > MOST_POINTS or given.denominator > _FINEST:
        raise _cannot("datum-given", conditions.datum_given)
    whole = conditions.datum_rounding != "none" if conditions.datum != "given" else given.denominator == 1
    if conditions.imp_table == "bastille" and "butler" in measures and not whole:
        raise _cannot("imp-table", _("bastille with a datum that is no whole number"))


def _cannot(name: str, value: object) -> ConditionsError:
    return ConditionsError(
        _("{name}={value} cannot be done in bulk; score such an event with `overtrick rank`").format(
            name=name, value=value
        )
    )
