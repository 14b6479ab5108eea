"""The same as `passes` in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64

__all__ = ["add_up_side", "add_wide_side", "look_at_seats", "sheet_ids"]


def look_at_seats(
    starts: I64, place: I64 | None, board: I32, highest: I64, places: int, ns: I32, ew: I32, widths: I64
) -> tuple[bool, npt.NDArray[np.bool_]]:
    """Whether anybody sits twice on one side of a board, and whether each event looks like two fields."""
    counts = np.diff(starts)
    own = np.int64(0) if place is None else place
    slots = (own * np.repeat(highest, counts) + board) * np.repeat(widths, counts)
    twice, conflict = _both_sides(slots, places * highest * widths, ns, ew, counts)
    fields = np.zeros(len(board), np.int64) if place is None else place * np.repeat(widths, counts)
    _many, overlap = _both_sides(fields, places * widths, ns, ew, counts)
    return twice, conflict | ~overlap


def _both_sides(slots: I64, sizes: I64, ns: I32, ew: I32, counts: I64) -> tuple[bool, npt.NDArray[np.bool_]]:
    """Whether a seat is taken more than once on one side, and the events with a number that sits on both."""
    first = np.cumsum(sizes) - sizes
    slots = slots + np.repeat(first, counts)
    size = int(sizes.sum())
    whole = (ns >= 0) & (ew >= 0)
    if whole.all():
        north, east = np.bincount(slots + ns, minlength=size), np.bincount(slots + ew, minlength=size)
        twice = max(north.max(initial=0), east.max(initial=0)) > 1
    else:
        sides = [np.bincount((slots + side)[side >= 0], minlength=size) for side in (ns, ew)]
        twice = max(side.max(initial=0) for side in sides) > 1
        north, east = (np.bincount((slots + side)[whole], minlength=size) for side in (ns, ew))
    found = np.zeros(len(sizes), np.bool_)
    found[np.searchsorted(first + sizes, np.flatnonzero((north > 0) & (east > 0)), side="right")] = True
    return bool(twice), found


def sheet_ids(starts: I64, first: I64, place: I64 | None, widths: I64, who: I32, aside: npt.NDArray[np.bool_]) -> I64:
    """The sheet of each row's contestant, -1 for nobody: `first` of the event, its place, direction and number."""
    counts = np.diff(starts)
    found = np.repeat(first + aside * widths, counts)
    if place is not None:
        found += 2 * place * np.repeat(widths, counts)
    found += who
    nobody = who < 0
    if nobody.any():
        found[nobody] = -1
    return found


def add_up_side(
    sheet: I64, counted: npt.NDArray[np.bool_], value: Any, cell: I32, by_cell: tuple[I64, I64, I64],
    sums: tuple[I64, I64, I64],
) -> None:  # fmt: skip
    """Add one board, a times its value and b, and its top to the sheet of each row that counts; all three by cell."""
    boards, num, available = sums
    a, b, top = by_cell
    rows = counted & (sheet >= 0)
    if not rows.all():
        sheet, value, cell = sheet[rows], value[rows], cell[rows]
    boards += np.bincount(sheet, minlength=len(boards))
    np.add.at(num, sheet, a[cell] * value + b[cell])
    if top.any():
        np.add.at(available, sheet, top[cell])


def add_wide_side(
    sheet: I64, row: I64, counted: npt.NDArray[np.bool_], value: Any, cell: I32, terms: tuple[Any, Any], limbs: Any,
    sums: Any,
) -> None:  # fmt: skip
    """Add (a times its value and b) times the limbs of its cell to the row of sums of its sheet, if there is one.

    Terms, limbs and sums may be Python ints, in arrays of objects.
    """
    rows = np.flatnonzero(counted & (sheet >= 0))
    own = row[sheet[rows]]
    if (own < 0).any():
        rows = rows[own >= 0]
        own = row[sheet[rows]]
    where = cell[rows]
    num = terms[0][where] * value[rows] + terms[1][where]
    for place in range(limbs.shape[1]):
        np.add.at(sums[:, place], own, num * np.ascontiguousarray(limbs[:, place])[where])
