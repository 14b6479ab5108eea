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
    penalties: tuple[tuple[int, Penalty], ...] = (),
) -> Total:
    """The result of a contestant over its sessions; `full` is the largest sitting of anyone in each session.

    A penalty stands with the number of its session from 0, whose top it counts in; where its contestant did not play
    then, in the largest top that it had. Rounding is once a session, so that total and percentage agree.

    >>> one = [Sitting(24, Fraction(150), Fraction(240), Fraction(10))]
    >>> all_boards = [Sitting(28, Fraction(0), Fraction(280), Fraction(10))]
    >>> add_up(one, Conditions(unequal_boards="factor"), full=all_boards).total
    Fraction(175, 1)
    """
    factor_up = conditions.unequal_boards == "factor"
    totals = [
        _sitting_total(own, most if factor_up else own, conditions) for own, most in zip(sittings, full, strict=True)
    ]
    total = sum(totals, Fraction(0))
    basis = full if factor_up else sittings
    best_top = max((sitting.top for sitting in sittings), default=Fraction(0))
    most_available = max((sitting.available for sitting in basis), default=Fraction(0))
    available = sum((sitting.available for sitting in basis), Fraction(0))
    boards = sum(sitting.boards for sitting in sittings)
    adjustments = [
        _adjustment(
            [penalty for session, penalty in penalties if session == index],
            sitting.top or best_top,
            most.available or most_available,
        )
        for index, (sitting, most) in enumerate(zip(sittings, basis, strict=True))
    ]
    adjustment = sum(adjustments, Fraction(0))
    total += adjustment + carry_over
    if not available:
        return Total(boards, total, available, None, adjustment, _imp_key(total, boards, conditions) + handicap)
    parts = list(zip(sittings, basis, totals, adjustments, strict=True))
    percent = _percent(parts, total - carry_over, available, conditions) + handicap
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
    parts: list[tuple[Sitting, Sitting, Fraction, Fraction]],
    total: Fraction,
    available: Fraction,
    conditions: Conditions,
) -> Fraction:
    """Sessions count by their boards or equally, whatever their tops were (De Wael, calcul27).

    Each part is a session: what was played, what it counts against, its total and its penalties. Where totals are
    brought up to the full boards, a session counts by the full boards as well.
    """
    equal = conditions.session_weights == "equal"
    full = conditions.unequal_boards == "factor" and not equal
    counted = [part for part in parts if (part[1] if full else part[0]).available]
    if len(counted) < 2:
        return 100 * total / available
    shares, weights = Fraction(0), 0
    for _own, basis, won, change in counted:
        weight = 1 if equal else basis.boards
        shares += weight * (won + change) / basis.available
        weights += weight
    elsewhere = sum((part[3] for part in parts if part not in counted), Fraction(0))
    return 100 * (shares / weights + elsewhere / available)


def _imp_key(total: Fraction, boards: int, conditions: Conditions) -> Fraction:
    """Contestants with unequal boards are compared by IMPs a board, unless totals are factored or left alone."""
    return total / boards if conditions.unequal_boards == "percentage" and boards else total


def _adjustment(penalties: list[Penalty], top: Fraction, available: Fraction) -> Fraction:
    """Penalties come off the offender only; the others are not given them (Laws 90, 91)."""
    total = Fraction(0)
    for penalty in penalties:
        match penalty.unit:
            case "matchpoints" | "imps" | "points":
                total -= penalty.amount
            case "tops":
                total -= penalty.amount * top
            case "percent":
                total -= penalty.amount * available / 100
            case unit:
                raise ConditionsError(
                    _(
                        "a penalty cannot be counted in {unit!r} here; known: matchpoints, imps, points, tops, percent"
                    ).format(unit=unit)
                )
    return total
