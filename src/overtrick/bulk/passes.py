"""Loops over rows that numba compiles: who sits where, and the sums of contestants. `passes_numpy` does the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.jit import compiled

__all__ = ["add_up_side", "add_wide_side", "look_at_seats", "sheet_ids"]


def look_at_seats(
    starts: I64, place: I64 | None, board: I32, highest: I64, places: int, ns: I32, ew: I32, widths: I64
) -> tuple[bool, npt.NDArray[np.bool_]]:
    """Whether anybody sits twice on one side of a board, and whether each event looks like two fields.

    `place` is each row's session and section as one number below `places`, None where there is one alone.
    """
    two = np.zeros(len(starts) - 1, np.bool_)
    seats = np.zeros(int((places * highest * widths).max(initial=0)), np.uint8)
    fields = np.zeros(int((places * widths).max(initial=0)), np.uint8)
    own = np.zeros(0, np.int64) if place is None else place
    twice = _look(starts, own, board, highest, places, ns, ew, widths, seats, fields, two)
    return bool(twice), two


@compiled
def _look(starts: I64, place: I64, board: I32, highest: I64, places: int, ns: I32, ew: I32,
          widths: I64, seats: Any, fields: Any, two: Any) -> bool:  # fmt: skip
    twice = False
    for event in range(len(starts) - 1):
        width, conflict, overlap = widths[event], False, False
        for row in range(starts[event], starts[event + 1]):
            at = place[row] if len(place) else 0
            slot = (at * highest[event] + board[row]) * width
            north, east = ns[row], ew[row]
            whole = north >= 0 and east >= 0
            if north >= 0:
                twice = twice or seats[slot + north] & 1 != 0
                seats[slot + north] |= 5 if whole else 1
                if whole:
                    fields[at * width + north] |= 1
            if east >= 0:
                twice = twice or seats[slot + east] & 2 != 0
                seats[slot + east] |= 10 if whole else 2
                if whole:
                    fields[at * width + east] |= 2
            if whole:
                conflict = conflict or seats[slot + north] & 12 == 12 or seats[slot + east] & 12 == 12
                overlap = overlap or fields[at * width + north] == 3 or fields[at * width + east] == 3
        two[event] = conflict or not overlap
        seats[: places * highest[event] * width] = 0
        fields[: places * width] = 0
    return twice


def sheet_ids(starts: I64, first: I64, place: I64 | None, widths: I64, who: I32, aside: npt.NDArray[np.bool_]) -> I64:
    """The sheet of each row's contestant, -1 for nobody: `first` of the event, its place, direction and number."""
    found = np.empty(len(who), np.int64)
    own = np.zeros(0, np.int64) if place is None else place
    _sheet_ids(starts, first, own, widths, who, aside, found)
    return found


@compiled
def _sheet_ids(starts: I64, first: I64, place: I64, widths: I64, who: I32, aside: Any,
               found: I64) -> None:  # fmt: skip
    for event in range(len(starts) - 1):
        base, width, side = first[event], widths[event], 1 if aside[event] else 0
        for row in range(starts[event], starts[event + 1]):
            at = place[row] if len(place) else 0
            found[row] = base + (2 * at + side) * width + who[row] if who[row] >= 0 else -1


def add_up_side(
    sheet: I64, counted: npt.NDArray[np.bool_], value: Any, cell: I32, by_cell: tuple[I64, I64, I64],
    sums: tuple[I64, I64, I64],
) -> None:  # fmt: skip
    """Add one board, a times its value and b, and its top to the sheet of each row that counts; all three by cell."""
    _add_up_side(sheet, counted, value, cell, *by_cell, *sums)


@compiled
def _add_up_side(sheet: I64, counted: Any, value: Any, cell: I32, a: I64, b: I64, top: I64, boards: I64, num: I64,
                 available: I64) -> None:  # fmt: skip
    for row in range(len(sheet)):
        own = sheet[row]
        if counted[row] and own >= 0:
            boards[own] += 1
            num[own] += a[cell[row]] * value[row] + b[cell[row]]
            available[own] += top[cell[row]]


def add_wide_side(
    sheet: I64, row: I64, counted: npt.NDArray[np.bool_], value: Any, cell: I32, terms: tuple[I64, I64], limbs: I64,
    sums: I64,
) -> None:  # fmt: skip
    """Add (a times its value and b) times the limbs of its cell to the row of sums of its sheet, if there is one."""
    _add_wide_side(sheet, row, counted, value, cell, *terms, limbs, sums)


@compiled
def _add_wide_side(sheet: I64, row: I64, counted: Any, value: Any, cell: I32, a: I64, b: I64, limbs: I64,
                   sums: I64) -> None:  # fmt: skip
    for at in range(len(sheet)):
        if not counted[at] or sheet[at] < 0 or row[sheet[at]] < 0:
            continue
        own, where = row[sheet[at]], cell[at]
        num = a[where] * value[at] + b[where]
        for place in range(limbs.shape[1]):
            sums[own, place] += num * limbs[where, place]
