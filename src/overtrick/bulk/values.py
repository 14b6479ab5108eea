"""What raw comparisons are worth under the conditions, exactly: a whole number over a denominator of the cell."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.form import AVERAGES
from overtrick.bulk.groups import Cells
from overtrick.bulk.plan import Plan
from overtrick.compare.cross_imps import divisor
from overtrick.model.conditions import Conditions
from overtrick.model.rounding import round_value

__all__ = ["Terms", "award_imps", "award_value", "rounded", "terms_of", "top_of", "tops"]

_ROUND = {"0.01": 100, "0.1": 10, "0.1-average": 10, "0.1-cut": 10, "integer": 1}


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """By cell: a result with the raw comparison r is worth (a r + b) / d.

    Where `divisors` is there the worth is divided by that number besides, which is no small fraction.
    """

    a: I64
    b: I64
    d: I64
    divisors: list[Fraction] | None = None


def terms_of(cells: Cells, plan: Plan, unit: int) -> Terms:
    """The terms of every cell under the plan's method; `unit` is what raw IMPs are counted in."""
    if plan.at_matchpoints:
        return _matchpoints(cells, plan)
    one = np.ones(len(cells), np.int64)
    if plan.method != "cross-imps":
        return Terms(one, 0 * one, unit * one)
    return _cross(cells, plan.conditions, unit)


def _matchpoints(cells: Cells, plan: Plan) -> Terms:
    """Law 78A stretched to the expected results, or a share of the top for a small group or a lone result."""
    rules = plan.conditions
    n, expected = np.maximum(cells.n, 1).astype(np.int64), cells.expected.astype(np.int64)
    short = n != expected
    a, b, d = np.ones_like(n), np.zeros_like(n), np.ones_like(n)
    oneself = int(plan.method == "ascherman")
    top = expected - 1 + oneself
    if oneself:
        a, b, d = expected.copy(), expected.copy(), n.copy()
    elif rules.uneven == "neuberg":
        a, b, d = np.where(short, expected, a), np.where(short, expected - n, b), np.where(short, n, d)
    elif rules.uneven == "factor":
        many = short & (n > 1)
        a, d = np.where(many, expected - 1, a), np.where(many, n - 1, d)
        b = np.where(short & (n == 1), expected - 1, b)
    elif rules.uneven == "add-one":
        b = np.where(short, expected - n, b)
    share = _small(cells, n, expected, rules)
    # Sixty per cent, and five more or fewer for each matchpoint off the average.
    top = np.maximum(top, 0)
    a, b, d = np.where(share, top, a), np.where(share, (13 - n) * top, b), np.where(share, 10, d)
    common = np.gcd(np.gcd(a, b), d * plan.scale)
    return Terms(a // common, b // common, d * plan.scale // common)


def _small(cells: Cells, n: I64, expected: I64, rules: Conditions) -> npt.NDArray[np.bool_]:
    """Cells whose results are awarded percentages: small fouled groups, and lone results where 60 % is given."""
    match rules.small_groups:
        case "ebu":
            small = (n == 1) | ((n <= 3) & (expected >= 3 * n))
        case "wbf":
            small = (n <= 2) | ((n == 3) & ~cells.largest)
        case _:
            small = np.zeros(len(n), np.bool_)
    small &= cells.fouled
    if rules.lone_result == "60":
        small |= (n == 1) & ~cells.fouled & (expected > 1)
    found: npt.NDArray[np.bool_] = small
    return found


def _cross(cells: Cells, rules: Conditions, unit: int) -> Terms:
    n, results = np.maximum(cells.n, 1).astype(np.int64), cells.results.astype(np.int64)
    a, d = np.ones_like(n), np.ones_like(n)
    divisors: list[Fraction] | None = None
    match rules.cross_divisor:
        case "comparisons":
            d = np.maximum(n - 1, 1)
        case "scores":
            d = n.copy()
        case "sum":
            brought = cells.fouled & (n > 1)
            a, d = np.where(brought, results - 1, a), np.where(brought, n - 1, d)
        case _:
            divisors = [_root(size) for size in n.tolist()]
    if rules.cross_trim == "extremes":
        trimmed = n > 3
        a, d = np.where(trimmed, a * (n - 1), a), np.where(trimmed, d * (n - 3), d)
    d *= unit
    common = np.gcd(a, d)
    return Terms(a // common, np.zeros_like(n), d // common, divisors)


@lru_cache(maxsize=4096)
def _root(results: int) -> Fraction:
    return divisor("sqrt", results)


def tops(expected: I32, plan: Plan) -> I64:
    """The top of boards with so many results expected; nought under IMP methods."""
    if not plan.at_matchpoints:
        return np.zeros(len(expected), np.int64)
    best = expected.astype(np.int64) - (plan.method != "ascherman")
    return np.maximum(best * (2 // plan.scale), 0)


def top_of(expected: int, plan: Plan) -> int:
    """The top of one board.

    >>> from overtrick.bulk.plan import make_plan
    >>> top_of(11, make_plan()), top_of(11, make_plan(method="ascherman"))
    (20, 22)
    """
    return max((expected - (plan.method != "ascherman")) * (2 // plan.scale), 0) if plan.at_matchpoints else 0


def award_value(award: int, expected: int, plan: Plan) -> Fraction:
    """What an award is worth on a board with so many results expected, before the contestant's own percentage.

    >>> from overtrick.bulk.plan import make_plan
    >>> award_value(-3, 11, make_plan()), award_value(7000, 11, make_plan(method="butler"))
    (Fraction(12, 1), Fraction(6, 1))
    """
    rules = plan.conditions
    if plan.at_matchpoints:
        parts = (award, 100)
        if award < 0:
            percents = dict(zip(AVERAGES, (rules.average_minus, rules.average, rules.average_plus), strict=True))
            parts = percents[award].as_integer_ratio()
        return _share(*parts, top_of(expected, plan), rules.line_rounding)
    size = award_imps(award, rules)
    if plan.method == "cross-imps" and rules.cross_divisor != "comparisons":
        return size * max(expected - 1, 0) / divisor(rules.cross_divisor, expected)
    return size


@lru_cache(maxsize=65_536)
def _share(num: int, den: int, top: int, rounding: str) -> Fraction:
    """So many per cent of the top."""
    return round_value(Fraction(num * top, 100 * den), rounding, average=Fraction(top, 2))


def award_imps(award: int, rules: Conditions) -> Fraction:
    """Average plus is so many IMPs as the conditions say; a percentage counts in proportion.

    >>> award_imps(-1, Conditions()), award_imps(7000, Conditions())
    (Fraction(-3, 1), Fraction(6, 1))
    """
    sizes = dict(zip(AVERAGES, (-rules.average_imps, Fraction(0), rules.average_imps), strict=True))
    return sizes.get(award, (Fraction(award, 100) - 50) / 10 * rules.average_imps)


def rounded(num: I64, den: I64, rounding: str, top: I64 | None = None) -> tuple[I64, I64]:
    """Numerators and denominators under a named rounding; `top` matters for `0.1-average` only.

    >>> [part.tolist() for part in rounded(np.array([133, -133]), np.array([8, 8]), "0.01")]
    [[1663, -1663], [100, 100]]
    """
    if rounding == "exact":
        return num, den
    steps = _ROUND[rounding]
    size = np.abs(num) * steps
    whole = size // den
    rest = 2 * (size - whole * den)
    if rounding == "0.1-average" and top is not None:
        # Floor and halves toward the average want the sign kept.
        whole = num * steps // den
        rest = 2 * (num * steps - whole * den)
        up = (rest > den) | ((rest == den) & (2 * num < top * den))
        return whole + up, np.full_like(num, steps)
    if rounding != "0.1-cut":
        whole += rest >= den
    return np.sign(num) * whole, np.full_like(num, steps)
