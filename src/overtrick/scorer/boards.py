"""One board of one field: every line worth something to each side, or marked for later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from overtrick.compare.butler import ButlerRule, compare_butler
from overtrick.compare.cross_imps import CrossRule, compare_cross_imps, divisor
from overtrick.compare.frequency import Half, plain
from overtrick.compare.matchpoints import MatchpointRule, Worth, compare_matchpoints, top
from overtrick.errors import ConditionsError, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Line
from overtrick.model.outcome import Average, Awarded, Unit
from overtrick.model.rounding import round_value
from overtrick.model.standing import SideResult
from overtrick.model.terms import Side
from overtrick.scorer.halves import Points, half_of

__all__ = [
    "BoardField",
    "Pending",
    "Rated",
    "at_matchpoints",
    "board_top",
    "butler_rule",
    "cross_rule",
    "imps_of_award",
    "matchpoint_rule",
    "rate",
    "rate_award",
    "resolve",
    "unit_of",
]


@dataclass(frozen=True, slots=True)
class Pending:
    """An average that waits for its contestant's own percentage (Law 88)."""

    average: Average
    available: Fraction


Rated: TypeAlias = SideResult | Pending
_NOTHING = SideResult(None, real=False, note="no-result")
_TEN = Fraction(10)


@dataclass(frozen=True, slots=True)
class BoardField:
    """The lines compared on one board, each with its own board record, and the number of results it should have."""

    lines: Sequence[tuple[Board, Line]]
    expected: int


def butler_rule(conditions: Conditions, side: Side) -> ButlerRule:
    """How a side's scores are compared with the datum, which the conditions tell as North-South see it.

    Raises ConditionsError for `datum=given` without one.

    >>> rule = butler_rule(Conditions(datum="given", datum_given=Fraction(400)), Side.EW)
    >>> rule.kind, rule.given
    ('given', Fraction(-400, 1))
    """
    if conditions.datum == "given" and conditions.datum_given is None:
        raise ConditionsError(_("datum=given wants the datum too: datum-given=POINTS"))
    rule = ButlerRule(
        conditions.datum,
        conditions.datum_drop,
        conditions.datum_rounding,
        conditions.datum_given or Fraction(0),
        conditions.imp_table,
        conditions.imp_cutoff,
    )
    return rule if side is Side.NS else rule.mirrored()


def matchpoint_rule(conditions: Conditions) -> MatchpointRule:
    """How the scores of a board are compared at matchpoints.

    >>> matchpoint_rule(Conditions(method="ascherman")).ascherman
    True
    """
    return MatchpointRule(
        conditions.uneven,
        conditions.small_groups,
        conditions.lone_result,
        ascherman=conditions.method == "ascherman",
    )


def cross_rule(conditions: Conditions) -> CrossRule:
    """How the scores of a board are compared at cross-IMPs.

    >>> cross_rule(Conditions(cross_divisor="sum")).divisor
    'sum'
    """
    return CrossRule(conditions.cross_divisor, conditions.cross_trim, conditions.imp_table)


def at_matchpoints(conditions: Conditions) -> bool:
    """Whether results count against a top.

    >>> at_matchpoints(Conditions()), at_matchpoints(Conditions(method="butler"))
    (True, False)
    """
    return conditions.method in ("matchpoints", "ascherman")


def unit_of(conditions: Conditions) -> int:
    """How many matchpoints in 2/1/0 make one of those that the conditions count in; 1 under IMP methods.

    >>> unit_of(Conditions(matchpoint_scale="1-½-0"))
    2
    """
    return 2 if at_matchpoints(conditions) and conditions.matchpoint_scale == "1-½-0" else 1


def board_top(expected: int, conditions: Conditions) -> Fraction:
    """The top of a board that should have so many results; nought under IMP methods.

    >>> board_top(11, Conditions()), board_top(11, Conditions(method="butler"))
    (Fraction(20, 1), Fraction(0, 1))
    """
    return _available(expected, conditions.method, unit_of(conditions))


def rate(field: BoardField, conditions: Conditions, points: Points) -> tuple[list[Rated], list[Rated], Fraction | None]:
    """What each line is worth to North-South and to East-West, and the Butler datum of the main version."""
    sides: list[list[Rated]] = []
    datum: Fraction | None = None
    for side in Side:
        halves = _halves(field, side, conditions.split, points)
        real = [half for half in halves if half is not None]
        worths, data = _compare(real, field.expected, conditions, side)
        if side is Side.NS and data:
            datum = data.get("", next(iter(data.values())))
        sides.append(_fill(field, side, halves, worths, conditions))
    return sides[0], sides[1], datum


def _halves(field: BoardField, side: Side, split: str, points: Points) -> list[Half | None]:
    """What each line brings to a side; lines with one score for both sides, nearly all, share it by its points."""
    sign = 1 if side is Side.NS else -1
    made: dict[tuple[int, str], Half] = {}
    halves: list[Half | None] = []
    for board, line in field.lines:
        outcome = line.ns_outcome
        value = points.of(outcome, board) if outcome is line.ew_outcome else None
        if value is None:
            halves.append(half_of(line, board, side, points, split))
            continue
        key = (value, line.version)
        half = made.get(key)
        if half is None:
            half = made[key] = plain(sign * value, line.version)
        halves.append(half)
    return halves


def _compare(
    real: list[Half], expected: int, conditions: Conditions, side: Side
) -> tuple[list[Worth], dict[str, Fraction]]:
    if not real:
        return [], {}
    match conditions.method:
        case "matchpoints" | "ascherman":
            return compare_matchpoints(real, expected, matchpoint_rule(conditions)), {}
        case "cross-imps":
            return compare_cross_imps(real, len(real), cross_rule(conditions)), {}
        case "butler":
            return compare_butler(real, butler_rule(conditions, side))
        case "total-points":
            return [Worth(_total(half), "total-points") for half in real], {}
        case _:
            raise ConditionsError(_("no scoring method {method!r}").format(method=conditions.method))


def _total(half: Half) -> Fraction:
    if half.own is not None:
        return Fraction(half.own)
    return sum((Fraction(weight) * points for weight, points in half.parts), Fraction(0))


@lru_cache(maxsize=256)
def _available(expected: int, method: str, scale: int) -> Fraction:
    """One object for equal tops, so that they are added up together."""
    if method not in ("matchpoints", "ascherman"):
        return Fraction(0)
    return top(expected, ascherman=method == "ascherman") / scale


def _fill(
    field: BoardField, side: Side, halves: list[Half | None], worths: list[Worth], conditions: Conditions
) -> list[Rated]:
    """Real results get their worth, awards theirs; the rest has none."""
    scale = unit_of(conditions)
    available = _available(field.expected, conditions.method, scale)
    made: dict[int, SideResult] = {}
    waiting = iter(worths)
    result: list[Rated] = []
    for (_board, line), half in zip(field.lines, halves, strict=True):
        outcome = line.ns_outcome if side is Side.NS else line.ew_outcome
        if half is not None:
            worth = next(waiting)
            if id(worth) not in made:
                value = worth.value / scale
                if at_matchpoints(conditions):
                    value = round_value(value, conditions.line_rounding, average=available / 2)
                made[id(worth)] = SideResult(value, available, note=worth.note)
            result.append(made[id(worth)])
        elif isinstance(outcome, Awarded):
            result.append(rate_award(outcome, field.expected, conditions))
        else:
            result.append(_NOTHING)
    return result


def rate_award(award: Awarded, expected: int, conditions: Conditions) -> Rated:
    """An artificial score on a board that should have so many results: a share of its top, or IMPs (Laws 12C2, 86A).

    Raises RecordError for an award in a unit that the method does not count.

    >>> rate_award(Awarded(Fraction(70)), 11, Conditions()).value
    Fraction(14, 1)
    """
    if not at_matchpoints(conditions):
        return SideResult(_award_imps(award, expected, conditions), real=False, note="award")
    if award.unit is Unit.IMPS and not isinstance(award.value, Average):
        raise RecordError(_("an award of {value} IMPs cannot stand at matchpoints").format(value=award.value))
    available = board_top(expected, conditions)
    if isinstance(award.value, Average):
        return Pending(award.value, available)
    value = award.value if award.unit is Unit.MATCHPOINTS else award.value * available / 100
    value = round_value(value, conditions.line_rounding, average=available / 2)
    return SideResult(value, available, real=False, note="award")


def imps_of_award(value: Average | Fraction, conditions: Conditions) -> Fraction:
    """Average plus is three IMPs; a percentage in proportion: ten per cent off the average count as one of them.

    >>> imps_of_award(Average.MINUS, Conditions()), imps_of_award(Fraction(70), Conditions())
    (Fraction(-3, 1), Fraction(6, 1))
    """
    match value:
        case Average.PLUS:
            return conditions.average_imps
        case Average.MINUS:
            return -conditions.average_imps
        case Average.AVERAGE:
            return Fraction(0)
        case percent:
            return (percent - 50) / _TEN * conditions.average_imps


def _award_imps(award: Awarded, expected: int, conditions: Conditions) -> Fraction:
    if award.unit is Unit.IMPS and isinstance(award.value, Fraction):
        return award.value
    if award.unit is Unit.MATCHPOINTS and not isinstance(award.value, Average):
        raise RecordError(
            _("an award of {value} matchpoints cannot stand under {method}").format(
                value=award.value, method=conditions.method
            )
        )
    size = imps_of_award(award.value, conditions)
    if conditions.method == "cross-imps" and conditions.cross_divisor != "comparisons":
        return size * max(expected - 1, 0) / divisor(conditions.cross_divisor, expected)
    return size


def resolve(rated: Rated, own: Fraction | None, conditions: Conditions) -> SideResult:
    """An average turned into matchpoints: at least 60 % or the contestant's own percentage, at most 40 % or the same.

    Source: Laws 12C2 and 88; minute of the WBF Laws Committee, 30 August 1998.

    >>> resolve(Pending(Average.PLUS, Fraction(10)), Fraction(700, 11), Conditions()).value
    Fraction(70, 11)
    """
    if isinstance(rated, SideResult):
        return rated
    follow = own if conditions.own_percentage == "yes" else None
    match rated.average:
        case Average.PLUS:
            percent = max(conditions.average_plus, follow) if follow is not None else conditions.average_plus
        case Average.AVERAGE:
            percent = conditions.average
        case Average.MINUS:
            percent = min(conditions.average_minus, follow) if follow is not None else conditions.average_minus
    value = round_value(percent * rated.available / 100, conditions.line_rounding, average=rated.available / 2)
    return SideResult(value, rated.available, real=False, note=rated.average.value)
