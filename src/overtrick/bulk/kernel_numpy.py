"""The boards kernel in numpy: the same results as `kernel`, by counting distinct scores for many cells at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.work import Outputs, Work
from overtrick.compare.butler import ROUNDINGS, ten_of

__all__ = ["boards"]

_ROWS = 32_768
_DENSE = 1 << 21
_EXACT = ROUNDINGS.index("none")


@dataclass(frozen=True, slots=True, eq=False)
class _Counts:
    """The distinct scores of all cells in order: the cell, place, points and count of each.

    `heads` is where each cell's begin, `cell_at` counts the cells that have any, and `back` leads from a row to its
    own score.
    """

    cell: I64
    points: I64
    count: I64
    heads: I64
    cell_at: I64
    back: I64


def boards(work: Work, out: Outputs) -> None:
    """Fill the outputs of all rows of a run of events; a row without a result is left as it was."""
    first, events = 0, len(work.starts) - 1
    while first < events:
        last = int(np.searchsorted(work.starts, work.starts[first] + _ROWS, side="right")) - 1
        last = min(max(last, first + 1), events)
        _some(work, out, slice(int(work.starts[first]), int(work.starts[last])), first, last)
        first = last


def _some(work: Work, out: Outputs, rows: slice, first: int, last: int) -> None:
    """The events from `first` up to but not including `last`."""
    place, many = work.place[rows], None if work.count is None else work.count[rows]
    real = None if not len(place) or place.min() >= 0 else np.flatnonzero(place >= 0)
    cell = work.cell[rows] - np.int64(work.cell_starts[first])
    if real is not None:
        place, cell, many = place[real], cell[real], None if many is None else many[real]
    if not len(place):
        return
    cells = slice(int(work.cell_starts[first]), int(work.cell_starts[last]))
    counts = _counted(cell, place, work.values, cells.stop - cells.start, many)
    if work.want_mp:
        _put(out.mp[rows], real, _matchpoints(counts)[counts.back])
    if work.want_cross:
        _put(out.ximp[rows], real, _cross(counts, work, cells)[counts.back])
    if work.want_butler:
        _put(out.butler[rows], real, _butler(counts, work, out, cells)[counts.back])


def _put(target: npt.NDArray[np.int32], real: I64 | None, values: I64) -> None:
    if real is None:
        target[:] = values
    else:
        target[real] = values


def _counted(cell: I64, place: I32, values: I32, cells: int, many: I64 | None) -> _Counts:
    width = len(values)
    keys = cell * width + place
    if cells * width <= max(_DENSE, 8 * len(keys)):
        table = np.bincount(keys, minlength=cells * width)
        distinct = np.flatnonzero(table)
        count = table[distinct]
        table[distinct] = np.arange(len(distinct))
        back = table[keys]
    else:
        distinct, back, count = np.unique(keys, return_inverse=True, return_counts=True)
    if many is not None:
        count = np.bincount(back, many).astype(np.int64)
    own = distinct // width
    new = np.concatenate(([True], own[1:] != own[:-1]))
    return _Counts(
        own, values[distinct - own * width].astype(np.int64), count, np.flatnonzero(new), np.cumsum(new) - 1, back
    )


def _lower(counts: _Counts) -> I64:
    """How many results of its cell are lower than each distinct score."""
    before = np.cumsum(counts.count) - counts.count
    return before - before[counts.heads][counts.cell_at]


def _matchpoints(counts: _Counts) -> I64:
    return 2 * _lower(counts) + counts.count - 1


def _cross(counts: _Counts, work: Work, cells: slice) -> I64:
    """Each pair of distinct scores of a cell once from each side."""
    sizes = np.diff(np.concatenate((counts.heads, [len(counts.cell)])))
    many = sizes[counts.cell_at]
    ends = np.cumsum(many)
    total = np.zeros(len(many), np.int64)
    first = 0
    while first < len(many):  # in parts, as the pairs of a huge board are many
        base = ends[first] - many[first]
        last = max(int(np.searchsorted(ends, base + _DENSE, side="right")), first + 1)
        own = np.repeat(np.arange(first, last), many[first:last])
        shift = np.repeat(ends[first:last] - many[first:last] - base, many[first:last])
        other = np.arange(len(own)) - shift + counts.heads[counts.cell_at[own]]
        value = _imps(counts.points[own] - counts.points[other], work.cross.steps) * counts.count[other]
        total[first:last] = np.add.reduceat(value, ends[first:last] - many[first:last] - base)
        first = last
    trim = work.trim[cells][counts.cell]
    return total - np.where(trim, _extremes(counts, work, sizes), 0) if trim.any() else total


def _extremes(counts: _Counts, work: Work, sizes: I64) -> I64:
    """The best and the worst comparison of each distinct score together."""
    at = np.arange(len(counts.cell))
    lowest = counts.heads[counts.cell_at]
    highest = lowest + sizes[counts.cell_at] - 1
    alone = counts.count == 1
    low = np.where((at == lowest) & alone, np.minimum(lowest + 1, highest), lowest)
    high = np.where((at == highest) & alone, np.maximum(highest - 1, lowest), highest)
    found = _imps(counts.points - counts.points[low], work.cross.steps)
    return found + _imps(counts.points - counts.points[high], work.cross.steps)


def _imps(gap: I64, steps: I32) -> I64:
    size = np.minimum(np.abs(gap), len(steps) - 1)
    found: I64 = np.sign(gap) * steps[size].astype(np.int64)
    return found


def _butler(counts: _Counts, work: Work, out: Outputs, cells: slice) -> I64:
    """IMPs against the datum, which is kept by cell."""
    n, drop = work.n[cells].astype(np.int64), work.drop[cells].astype(np.int64)
    here = counts.cell[counts.heads]
    if work.datum == 2:
        total = np.full(len(here), work.given[0], np.int64)
        parts = np.full(len(here), work.given[1], np.int64)
    else:
        low, high = drop[here], (n - drop)[here]
        if work.datum == 1:
            low, high = (n[here] - 1) // 2, n[here] // 2 + 1
        start = _lower(counts)
        weight = np.minimum(start + counts.count, high[counts.cell_at]) - np.maximum(start, low[counts.cell_at])
        total = np.add.reduceat(np.maximum(weight, 0) * counts.points, counts.heads)
        parts = high - low
        if work.rounding != _EXACT:
            total, parts = ten_of(total, parts, work.rounding), np.ones(len(here), np.int64)
    out.datum_num[cells][here], out.datum_den[cells][here] = total, parts
    gap = counts.points * parts[counts.cell_at] - total[counts.cell_at]
    size = np.minimum(np.abs(gap) // parts[counts.cell_at], len(work.butler.steps) - 1)
    found: I64 = np.sign(gap) * work.butler.steps[size]
    return found
