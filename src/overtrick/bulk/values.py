"""What raw comparisons are worth under the conditions, exactly: a whole number over a denominator of the cell.

No rule stands here. A worth grows evenly with the raw comparison, so the core is asked for what two of them are worth
in each kind of cell that there is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I64, few
from overtrick.bulk.form import AVERAGES
from overtrick.bulk.groups import Cells
from overtrick.bulk.plan import Plan
from overtrick.compare.cross_imps import CrossRule, brought_up, cross_share
from overtrick.compare.matchpoints import MatchpointRule, worth_among
from overtrick.model.conditions import Conditions
from overtrick.model.outcome import Awarded
from overtrick.model.rounding import STEPS, steps_of
from overtrick.scorer.boards import board_top, cross_rule, matchpoint_rule, rate_award, resolve

__all__ = ["Terms", "award_of", "award_values", "by_distinct", "rounded", "terms_of", "tops"]

_KEPT = 65_536  # worths of kinds of cells, by rule

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """By cell: a result with the raw comparison r is worth (a r + b) / d.

    Where `divisors` is there the worth is divided by that number besides, which is no small fraction.
    """

    a: I64
    b: I64
    d: I64
    divisors: list[Fraction] | None = None


def by_distinct(columns: tuple[npt.NDArray[Any], ...], found: Callable[..., _T]) -> tuple[list[_T], I64]:
    """What is found for each distinct row of columns of whole numbers from 0, and which of them each row has.

    >>> values, which = by_distinct((np.array([3, 1, 3]), np.array([0, 1, 0])), lambda n, kind: 10 * n + kind)
    >>> values, which.tolist()
    ([11, 30], [1, 0, 1])
    """
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    keys = columns[0].astype(np.int64)
    for column, size in zip(columns[1:], sizes[1:], strict=True):
        keys = keys * size + column
    width = int(keys.max(initial=-1)) + 1
    if few(np.array([width]), len(keys)):
        there = np.zeros(width, np.bool_)
        there[keys] = True
        distinct, which = np.flatnonzero(there), (np.cumsum(there) - 1)[keys]
    else:
        distinct, which = np.unique(keys, return_inverse=True)
    parts = []
    for size in reversed(sizes[1:]):
        distinct, part = np.divmod(distinct, size)
        parts.append(part.tolist())
    rows = zip(distinct.tolist(), *reversed(parts), strict=True)
    return [found(*row) for row in rows], which


def terms_of(cells: Cells, plan: Plan, unit: int) -> Terms:
    """The terms of every cell under the plan's method; `unit` is what raw IMPs are counted in."""
    if plan.at_matchpoints:
        return _matchpoints(cells, plan)
    one = np.ones(len(cells), np.int64)
    if plan.method != "cross-imps":
        return Terms(one, 0 * one, unit * one)
    return _cross(cells, plan.conditions, unit)


def _matchpoints(cells: Cells, plan: Plan) -> Terms:
    """Law 78A brought to the expected results."""
    kind = np.where(cells.fouled, 1 + cells.largest, 0)
    worth = _of_matchpoints(matchpoint_rule(plan.conditions), plan.scale)
    found, which = by_distinct((np.maximum(cells.n, 1), cells.expected, kind), worth)
    a, b, d = np.array(found, np.int64).reshape(-1, 3).T
    return Terms(a[which], b[which], d[which])


@lru_cache(maxsize=32)
def _of_matchpoints(rule: MatchpointRule, scale: int) -> Callable[[int, int, int], tuple[int, int, int]]:
    """The terms of a cell of so many results and expected ones: 0 of a board with no other, 2 the largest, 1 not."""
    oneself = int(rule.ascherman)  # whose own tie the kernels do not count

    @lru_cache(maxsize=_KEPT)
    def terms(n: int, expected: int, kind: int) -> tuple[int, int, int]:
        nought, one = (
            worth_among(raw + oneself, n, expected, rule, fouled=kind > 0, largest=kind != 1).value / scale
            for raw in (0, 1)
        )
        d = lcm(nought.denominator, one.denominator)
        return int((one - nought) * d), int(nought * d), d

    return terms


def _cross(cells: Cells, rules: Conditions, unit: int) -> Terms:
    """Sums of IMPs divided, those that were trimmed brought up."""
    worth = _of_sums(cross_rule(rules), unit)
    found, which = by_distinct((np.maximum(cells.n, 1), cells.results, cells.fouled), worth)
    a = np.array([share.numerator for share, _divisor in found], np.int64)[which]
    d = np.array([share.denominator for share, _divisor in found], np.int64)[which]
    divisors = None
    if rules.cross_divisor == "sqrt":
        divisors = [found[place][1] for place in which.tolist()]
    return Terms(a, np.zeros_like(a), d, divisors)


@lru_cache(maxsize=32)
def _of_sums(rule: CrossRule, unit: int) -> Callable[[int, int, int], tuple[Fraction, Fraction]]:
    """What sums in a cell are multiplied by, and a root that they are divided by."""

    @lru_cache(maxsize=_KEPT)
    def share(n: int, results: int, fouled: int) -> tuple[Fraction, Fraction]:
        own = cross_share(n, results, rule.divisor, fouled=bool(fouled))
        full = brought_up(n - 1, rule.trim) / unit
        return (full, 1 / own) if rule.divisor == "sqrt" else (full * own, Fraction(1))

    return share


def tops(expected: npt.NDArray[Any], plan: Plan) -> I64:
    """The top of boards with so many results expected; nought under IMP methods.

    >>> from overtrick.bulk.plan import make_plan
    >>> tops(np.array([11, 0]), make_plan()).tolist(), tops(np.array([11]), make_plan(method="ascherman")).tolist()
    ([20, 0], [22])
    """
    found, which = by_distinct((expected,), lambda size: int(board_top(size, plan.conditions)))
    return np.array(found, np.int64)[which]


def award_of(code: int) -> Awarded:
    """The award that a code of the form tells: an average, or hundredths of a per cent.

    >>> award_of(-3).value, award_of(5550).value
    (<Average.PLUS: 'AVE+'>, Fraction(111, 2))
    """
    return Awarded(AVERAGES.get(code, Fraction(code, 100)))


def award_values(plan: Plan) -> Callable[[int, int], Fraction]:
    """What an award is worth on a board with so many results expected, before the contestant's own percentage.

    >>> from overtrick.bulk.plan import make_plan
    >>> award_values(make_plan())(-3, 11), award_values(make_plan(method="butler"))(7000, 11)
    (Fraction(12, 1), Fraction(6, 1))
    """
    return _of_awards(plan.conditions)


@lru_cache(maxsize=32)
def _of_awards(conditions: Conditions) -> Callable[[int, int], Fraction]:
    @lru_cache(maxsize=_KEPT)
    def value(award: int, expected: int) -> Fraction:
        return resolve(rate_award(award_of(award), expected, conditions), None, conditions).value or Fraction(0)

    return value


def rounded(num: I64, den: I64, rounding: str, top: I64 | None = None) -> tuple[I64, I64]:
    """Numerators and denominators under a named rounding; `top` matters for `0.1-average` only.

    >>> [part.tolist() for part in rounded(np.array([133, -133]), np.array([8, 8]), "0.01")]
    [[1663, -1663], [100, 100]]
    """
    if rounding == "exact":
        return num, den
    return steps_of(num, den, rounding, 0 if top is None else top), np.full_like(num, STEPS[rounding])
