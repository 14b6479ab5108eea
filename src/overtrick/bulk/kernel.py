"""The boards kernel in plain Python: loops over arrays of whole numbers, which numba compiles where it is installed.

One pass over the events. The rows of an event are put in the order of their cells by counting; a cell's scores are
counted by distinct score, and matchpoints, cross-IMPs and Butler follow from the counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.jit import compiled
from overtrick.bulk.work import Outputs, Work
from overtrick.compare.butler import ROUNDINGS, ten_of

__all__ = ["boards"]

_EXACT = ROUNDINGS.index("none")
_ten_of = compiled(ten_of)


def boards(work: Work, out: Outputs) -> None:
    """Fill the outputs of all rows of a run of events.

    A row without a result is left as it was; the caller knows such rows by their place -1.
    """
    size = int(np.diff(work.starts).max(initial=0))
    cells = int(np.diff(work.cell_starts).max(initial=0))
    distinct = len(work.values)
    sums = np.zeros((3, distinct), np.result_type(out.ximp.dtype, out.butler.dtype, np.int32))
    wanted = (work.want_mp, work.want_cross, work.want_butler)
    rules = (work.datum, work.rounding, *work.given)
    _boards(
        work.starts, work.cell_starts, work.cell, work.place, work.values, work.n, work.drop, work.cross.steps,
        work.butler.steps, work.trim, wanted, rules, out.mp, out.ximp, out.butler, out.datum_num, out.datum_den,
        np.empty(size, np.int32), np.empty((2, cells + 1), np.int64), np.zeros(distinct, np.int32),
        np.empty(distinct + 1, np.int32), sums,
    )  # fmt: skip


@compiled
def _middle(values: I32, found: I32, u: int, hist: I32, low: int, high: int) -> int:
    """The sum of the scores between two places of the sorted list."""
    seen, total = 0, 0
    for index in range(u):
        count = hist[found[index]]
        weight = min(seen + count, high) - max(seen, low)
        if weight > 0:
            total += weight * values[found[index]]
        seen += count
    return total


@compiled
def _matchpoints(found: I32, u: int, hist: I32, sums: Any) -> None:
    low = 0
    for index in range(u):
        same = hist[found[index]]
        sums[0, found[index]] = 2 * low + same - 1
        low += same


@compiled
def _cross(values: I32, found: I32, u: int, hist: I32, steps: I32, sums: Any) -> None:
    """The sums of IMPs of each distinct score against all others of its cell."""
    last = len(steps) - 1
    for index in range(u):
        own = found[index]
        points, count, total = values[own], hist[own], 0
        for before in range(index):
            other = found[before]
            value = steps[min(points - values[other], last)]
            total += hist[other] * value
            sums[1, other] -= count * value
        sums[1, own] = total


@compiled
def _trim(values: I32, found: I32, u: int, hist: I32, steps: I32, sums: Any) -> None:
    """Each score's best and worst comparison taken out again."""
    last = len(steps) - 1
    for index in range(u):
        own = found[index]
        alone = hist[own] == 1
        lowest = found[1] if index == 0 and alone else found[0]
        highest = found[u - 2] if index == u - 1 and alone else found[u - 1]
        sums[1, own] -= steps[min(abs(values[own] - values[lowest]), last)] * (1 if own > lowest else -1)
        sums[1, own] -= steps[min(abs(values[own] - values[highest]), last)] * (1 if own > highest else -1)


@compiled
def _datum(values: I32, found: I32, u: int, hist: I32, n: int, drop: int, rules: Any) -> tuple[int, int]:
    """The datum of a cell as a fraction."""
    datum, rounding, given_num, given_den = rules
    if datum == 2:
        return given_num, given_den
    low, high = drop, n - drop
    if datum == 1:
        low, high = (n - 1) // 2, n // 2 + 1
    total, parts = _middle(values, found, u, hist, low, high), high - low
    return (total, parts) if rounding == _EXACT else (_ten_of(total, parts, rounding), 1)


@compiled
def _butler(values: I32, found: I32, u: int, steps: I32, total: int, parts: int, sums: Any) -> None:
    last = len(steps) - 1
    for index in range(u):
        gap = values[found[index]] * parts - total
        value = steps[min(abs(gap) // parts, last)]
        sums[2, found[index]] = value if gap > 0 else -value


@compiled
def _in_order(cell: I32, place: I32, n: I32, first: int, last: int, first_cell: int, end_cell: int,
              order: I32, heads: I64) -> None:  # fmt: skip
    """The rows of an event with a result, cell by cell; `heads` is where each cell's begin."""
    total = 0
    for here in range(first_cell, end_cell):
        heads[0, here - first_cell] = total
        heads[1, here - first_cell] = total
        total += n[here]
    heads[0, end_cell - first_cell] = total
    for row in range(first, last):
        if place[row] >= 0:
            index = cell[row] - first_cell
            order[heads[1, index]] = row
            heads[1, index] += 1


@compiled
def _count(order: I32, first: int, last: int, place: I32, hist: I32, found: I32) -> int:
    """The distinct scores of a cell in rising order with their counts; gives how many there are."""
    u = 0
    for at in range(first, last):
        own = place[order[at]]
        if hist[own] == 0:
            spot = u
            while spot > 0 and found[spot - 1] > own:
                found[spot] = found[spot - 1]
                spot -= 1
            found[spot] = own
            u += 1
        hist[own] += 1
    return u


@compiled
def _write(order: I32, first: int, last: int, place: I32, sums: Any, wanted: Any, mp: I32, ximp: Any,
           butler: Any) -> None:  # fmt: skip
    want_mp, want_cross, want_butler = wanted
    for at in range(first, last):
        row = order[at]
        own = place[row]
        if want_mp:
            mp[row] = sums[0, own]
        if want_cross:
            ximp[row] = sums[1, own]
        if want_butler:
            butler[row] = sums[2, own]


@compiled
def _boards(starts: I64, cell_starts: I64, cell: I32, place: I32, values: I32, n: I32, drop: I32, cross: I32,
            steps: I32, trim: Any, wanted: Any, rules: Any, mp: I32, ximp: Any, butler: Any, datum_num: I64,
            datum_den: I32, order: I32, heads: I64, hist: I32, found: I32, sums: Any) -> None:  # fmt: skip
    want_mp, want_cross, want_butler = wanted
    for event in range(len(starts) - 1):
        first_cell, end_cell = cell_starts[event], cell_starts[event + 1]
        _in_order(cell, place, n, starts[event], starts[event + 1], first_cell, end_cell, order, heads)
        for here in range(first_cell, end_cell):
            if n[here] == 0:
                continue
            first, last = heads[0, here - first_cell], heads[0, here - first_cell + 1]
            u = _count(order, first, last, place, hist, found)
            if want_mp:
                _matchpoints(found, u, hist, sums)
            if want_cross:
                _cross(values, found, u, hist, cross, sums)
                if trim[here]:
                    _trim(values, found, u, hist, cross, sums)
            if want_butler:
                total, parts = _datum(values, found, u, hist, n[here], drop[here], rules)
                datum_num[here], datum_den[here] = total, parts
                _butler(values, found, u, steps, total, parts, sums)
            for index in range(u):
                hist[found[index]] = 0
            _write(order, first, last, place, sums, wanted, mp, ximp, butler)
