"""IMPs, or a percentage, to victory points.

The WBF scales of 2013 are worked out for any match length in decimal arithmetic of fifty digits; the others are
printed steps. Under a scale of whole IMPs a fraction is taken off first (`whole_imps`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias

from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.ranking.numbers import Number, exact
from overtrick.tables.scales import Scale, ScaleKind, find_scale

__all__ = [
    "swiss_pairs_points",
    "victory_points",
    "victory_points_each",
    "wbf_continuous_table",
    "wbf_discrete_bounds",
    "whole_imps",
]

Points: TypeAlias = tuple[Decimal, Decimal]

_DIGITS = 50
_HUNDREDTH = Decimal("0.01")


def victory_points(
    imps_margin: Number,
    *,
    boards: int,
    scale: str | Path | Scale = "wbf-continuous",
    boundary: Literal["lower", "higher"] = "lower",
) -> Points:
    """Victory points of the two sides for an IMP margin seen from the first, exact decimals.

    `scale` is a key of `SCALES`, the path of an organiser's own TOML or CSV file, or a `Scale`. Under a percentage
    scale the first number is the percentage, and `boundary` says what one exactly on a cut-off earns.
    Raises `ConditionsError` for a scale or a match length that is not known (WBF Scoring Panel 2013; ACBL; EBU).

    >>> victory_points(14, boards=16)
    (Decimal('13.75'), Decimal('6.25'))
    >>> victory_points(-12, boards=7, scale="acbl-20")
    (Decimal('5'), Decimal('15'))
    """
    chosen = find_scale(scale)
    _check_boards(boards)
    margin = exact(imps_margin)
    if chosen.kind is ScaleKind.PERCENT:
        return _from_percent(margin, boards, chosen, boundary)
    won = _winner(abs(margin), boards, chosen)
    return won if margin >= 0 else (won[1], won[0])


def victory_points_each(
    margin_ns: Number,
    margin_ew: Number,
    *,
    boards: int,
    scale: str | Path | Scale = "wbf-continuous",
    penalty_ns: Number = 0,
    penalty_ew: Number = 0,
    penalties: Literal["after", "before"] = "after",
) -> Points:
    """Victory points where each side has a margin of its own, as after awarded scores; they need not sum (Law 86).

    Penalties `after` are victory points taken from the offenders alone; `before` they are IMPs, and what one side
    loses changes the margin of both.

    >>> victory_points_each(8, -2, boards=8)
    (Decimal('13.12'), Decimal('9.14'))
    >>> victory_points_each(0, 0, boards=8, penalty_ns=1)
    (Decimal('9.00'), Decimal('10.00'))
    """
    ns, ew, off_ns, off_ew = (exact(value) for value in (margin_ns, margin_ew, penalty_ns, penalty_ew))
    if penalties not in {"after", "before"}:
        raise ConditionsError(_("penalties cannot be {value!r}; known: after, before").format(value=penalties))
    if penalties == "before":
        ns, ew, off_ns, off_ew = ns - off_ns + off_ew, ew - off_ew + off_ns, Fraction(0), Fraction(0)
    points_ns = victory_points(ns, boards=boards, scale=scale)[0]
    points_ew = victory_points(ew, boards=boards, scale=scale)[0]
    return points_ns - _decimal(off_ns), points_ew - _decimal(off_ew)


def whole_imps(value: Number) -> int:
    """Whole IMPs for a discrete scale: one half and below goes down toward nought, other fractions up (EBU).

    >>> whole_imps(Fraction(9, 2)), whole_imps(Fraction(-9, 2)), whole_imps(Fraction(23, 5))
    (4, -4, 5)
    """
    number = exact(value)
    size = abs(number)
    whole = int(size) + (size - int(size) > Fraction(1, 2))
    return whole if number >= 0 else -whole


def swiss_pairs_points(
    percent: Number,
    *,
    boards: int,
    boundary: Literal["lower", "higher"] = "lower",
    scale: str | Path | Scale = "swiss-pairs-ebu",
) -> Points:
    """Victory points of a Swiss pairs match for a percentage, first rounded to 0.01 (EBU Swiss pairs scale).

    >>> swiss_pairs_points(Decimal("50.66"), boards=7)
    (Decimal('11'), Decimal('9'))
    """
    return victory_points(percent, boards=boards, scale=scale, boundary=boundary)


@lru_cache(maxsize=256)
def wbf_continuous_table(boards: int) -> tuple[Decimal, ...]:
    """The winner's victory points for margins of 0, 1, 2 ... IMPs up to the first worth 20 (WBF 2013).

    The gain from each further IMP never grows: where rounding made it grow, 0.01 is added, until the whole table is
    stable.

    >>> wbf_continuous_table(16)[14], len(wbf_continuous_table(16))
    (Decimal('13.75'), 61)
    """
    _check_boards(boards)
    cents = [1000]
    while cents[-1] < 2000:
        cents.append(int(_formula(Fraction(len(cents)), boards) * 100))
    cents.append(2000)
    changed = True
    while changed:
        changed = False
        for index in range(1, len(cents) - 1):
            while cents[index + 1] - cents[index] > cents[index] - cents[index - 1]:
                cents[index] += 1
                changed = True
    return tuple(Decimal(value).scaleb(-2) for value in cents[: cents.index(2000) + 1])


@lru_cache(maxsize=256)
def _discrete(boards: int) -> tuple[int, ...]:
    with localcontext() as context:
        context.prec = _DIGITS
        cube = ((Decimal(5).sqrt() - 1) / 2) ** 3
        scale = _blitz(boards) / cube.ln()
        parts = ((Decimal(points) + Decimal("0.5")) / 10 - 1 for points in range(10, 20))
        bounds = [int(scale * (1 - (1 - cube) * part).ln()) for part in parts]
    while True:
        widths = [2 * bounds[0] + 1, *(high - low for low, high in pairwise(bounds))]
        narrow = next((index for index in range(1, 10) if widths[index] < widths[index - 1]), None)
        if narrow is None:
            return tuple(bounds)
        bounds[narrow - 1] -= 1


def wbf_discrete_bounds(boards: int) -> list[int]:
    """The greatest margins worth 10, 11, ... 19 victory points on the discrete WBF scale; above them it is 20.

    No range is narrower than the one below it; the range of 10 counts both signs (WBF Scoring Panel 2013).

    >>> wbf_discrete_bounds(16)
    [1, 4, 8, 12, 17, 22, 28, 35, 43, 53]
    """
    _check_boards(boards)
    return list(_discrete(boards))


def _winner(size: Fraction, boards: int, scale: Scale) -> Points:
    """Points for the winner by a margin, and for the loser."""
    if scale.kind is ScaleKind.WBF_CONTINUOUS:
        points = _continuous(size, boards)
        return points, 20 - points
    whole = abs(whole_imps(size))
    if scale.kind is ScaleKind.WBF_DISCRETE:
        discrete = 10 + bisect_left(_discrete(boards), whole)
        return Decimal(discrete), Decimal(20 - discrete)
    return scale.steps[bisect_right(scale.column(boards).bounds, whole) - 1]


def _continuous(size: Fraction, boards: int) -> Decimal:
    """From the table; a fraction of an IMP by the formula, kept between the corrected values on either side."""
    table = wbf_continuous_table(boards)
    low = int(size)
    if low >= len(table) - 1:
        return table[-1]
    if size == low:
        return table[low]
    return min(max(_formula(size, boards), table[low]), table[low + 1])


def _formula(margin: Fraction, boards: int) -> Decimal:
    """10 + 10 (1 - t^(3M/B)) / (1 - t^3), rounded half up to 0.01; t is the golden section, B the blitz margin."""
    if margin * margin >= 225 * boards:
        return Decimal("20.00")
    with localcontext() as context:
        context.prec = _DIGITS
        golden = (Decimal(5).sqrt() - 1) / 2
        exponent = 3 * _decimal(margin) / _blitz(boards)
        value = 10 + 10 * (1 - (exponent * golden.ln()).exp()) / (1 - golden**3)
        return value.quantize(_HUNDREDTH, rounding=ROUND_HALF_UP)


def _blitz(boards: int) -> Decimal:
    """The margin worth 20, fifteen times the root of the number of boards."""
    return 15 * Decimal(boards).sqrt()


def _from_percent(percent: Fraction, boards: int, scale: Scale, boundary: str) -> Points:
    if boundary not in {"lower", "higher"}:
        raise ConditionsError(_("boundary cannot be {value!r}; known: lower, higher").format(value=boundary))
    if not 0 <= percent <= 100:
        raise InputError(_("{value} is no percentage; wanted 0 to 100").format(value=_decimal(percent)))
    # The better side's percentage is rounded and the other takes the mirror image, so that the two always sum.
    better = Fraction(int(abs(percent - 50) * 100 + Fraction(1, 2)), 100) + 50
    find = bisect_left if boundary == "lower" else bisect_right
    winner, loser = scale.steps[find(scale.column(boards).bounds, better)]
    return (winner, loser) if percent >= 50 else (loser, winner)


def _check_boards(boards: int) -> None:
    if boards < 1:
        raise ConditionsError(
            _("a match of {boards} boards has no victory points; wanted 1 or more").format(boards=boards)
        )


def _decimal(value: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = _DIGITS
        return Decimal(value.numerator) / Decimal(value.denominator)
