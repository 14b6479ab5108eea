"""One event: what the boards of each contestant come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Penalty
from overtrick.model.rounding import round_value

__all__ = ["Sitting", "Total", "add_up", "tally"]


def tally(values: Iterable[Fraction]) -> Fraction:
    """The sum of fractions, gathered by denominator: adding is integer work.

    >>> tally([Fraction(1, 3), Fraction(2, 3), Fraction(1, 2)])
    Fraction(3, 2)
    """
    parts: dict[int, int] = {}
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        parts[denominator] = parts.get(denominator, 0) + numerator
    return sum((Fraction(number, size) for size, number in parts.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session of a contestant: boards counted, sum, and what was available (0 under IMP methods)."""

    boards: int
    total: Fraction
    available: Fraction
    top: Fraction


@dataclass(frozen=True, slots=True)
class Total:
    """A contestant's result: `key` is what the ranking goes by, larger is better."""

    boards: int
    total: Fraction
    available: Fraction
    percent: Fraction | None
    adjustment: Fraction
    key: Fraction


def add_up(
    sittings: list[Sitting],
    conditions: Conditions,
    *,
    full: list[Sitting],
    carry_over: Fraction = Fraction(0),
    handicap: Fraction = Fraction(0),
    penalties: tuple[Penalty, ...] = (),
) -> Total:
    """The result of a contestant over its sessions; `full` is the largest sitting of anyone in each session.

    >>> one = [Sitting(24, Fraction(150), Fraction(240), Fraction(10))]
    >>> all_boards = [Sitting(28, Fraction(0), Fraction(280), Fraction(10))]
    >>> add_up(one, Conditions(unequal_boards="factor"), full=all_boards).total
    Fraction(175, 1)
    """
    factor_up = conditions.unequal_boards == "factor"
    totals = [
        _sitting_total(own, most, conditions) if factor_up else own.total
        for own, most in zip(sittings, full, strict=True)
    ]
    total = round_value(sum(totals, Fraction(0)), conditions.total_rounding)
    basis = full if factor_up else sittings
    available = sum((sitting.available for sitting in basis), Fraction(0))
    boards = sum(sitting.boards for sitting in sittings)
    adjustment = _adjustment(penalties, sittings, available)
    total += adjustment + carry_over
    if not available:
        return Total(boards, total, available, None, adjustment, _imp_key(total, boards, conditions) + handicap)
    percent = _percent(sittings, totals, total - carry_over, available, conditions) + handicap
    if conditions.unequal_boards == "none":
        # Totals as they are: measured against one common top, whoever played how much.
        common = sum((sitting.available for sitting in full), Fraction(0)) or available
        return Total(boards, total, available, percent, adjustment, 100 * total / common + handicap)
    key = round_value(percent, conditions.percent_rounding) + 100 * carry_over / available
    return Total(boards, total, available, percent, adjustment, key)


def _sitting_total(own: Sitting, most: Sitting, conditions: Conditions) -> Fraction:
    """A total brought up to the boards that others had: by what was available, or by boards under IMP methods."""
    if own.available:
        raised = own.total * most.available / own.available
    else:
        raised = own.total * most.boards / own.boards if own.boards else own.total
    return round_value(raised, conditions.total_rounding)


def _percent(
    sittings: list[Sitting], totals: list[Fraction], total: Fraction, available: Fraction, conditions: Conditions
) -> Fraction:
    if conditions.session_weights == "equal" and len(sittings) > 1:
        shares = [100 * sitting.total / sitting.available for sitting in sittings if sitting.available]
        return sum(shares, Fraction(0)) / len(shares) + 100 * (total - sum(totals, Fraction(0))) / available
    return 100 * total / available


def _imp_key(total: Fraction, boards: int, conditions: Conditions) -> Fraction:
    """Contestants with unequal boards are compared by IMPs a board, unless totals are factored or left alone."""
    return total / boards if conditions.unequal_boards == "percentage" and boards else total


def _adjustment(penalties: tuple[Penalty, ...], sittings: list[Sitting], available: Fraction) -> Fraction:
    """Penalties come off the offender only; the others are not given them (Laws 90, 91)."""
    total = Fraction(0)
    for penalty in penalties:
        match penalty.unit:
            case "matchpoints" | "imps" | "points":
                total -= penalty.amount
            case "tops":
                total -= penalty.amount * max((sitting.top for sitting in sittings), default=Fraction(0))
            case "percent":
                total -= penalty.amount * available / 100
            case unit:
                raise ConditionsError(
                    _(
                        "a penalty cannot be counted in {unit!r} here; known: matchpoints, imps, points, tops, percent"
                    ).format(unit=unit)
                )
    return total
