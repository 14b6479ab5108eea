"""What each row enters on the sheet of each contestant: results and awards, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64, Numbering, few, number_within
from overtrick.bulk.form import NO_NUMBER, Kind
from overtrick.bulk.jit import passes
from overtrick.bulk.results import Results
from overtrick.bulk.seating import place_of
from overtrick.bulk.teams import decided, match_award
from overtrick.bulk.values import award_values, rounded, tops

__all__ = ["LIMIT", "Awards", "Sheets", "awards_of", "common_denominators", "counted_rows", "real_worths", "sheets_of"]

LIMIT = 2.0**62
"""Whole numbers below this are kept in 64 bits."""
_HUGE = 2**62


@dataclass(frozen=True, slots=True, eq=False)
class Sheets:
    """A sheet is one contestant's session: `numbers` counts them through all events, `ns` and `ew` are those of a row.

    A row has -1 where nobody is named. `two` tells by event whether the directions are two fields.
    """

    numbers: Numbering
    ns: I64
    ew: I64
    two: npt.NDArray[np.bool_]

    @property
    def event(self) -> I32:
        """The event of each sheet."""
        starts = self.numbers.starts
        return np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))


def sheets_of(results: Results, *, kernel: str = "auto") -> Sheets:
    """The sheets of all contestants: by session, section, direction where there are two fields, and contestant."""
    codes, rules = results.codes, results.plan.conditions
    two = np.full(len(codes.starts) - 1, rules.winners == "2") if rules.winners != "file" else codes.two
    teams = results.plan.of_teams
    session, section = (None, None) if teams else (codes.session, codes.section)
    place, count = place_of(session, section, {"sessions": codes.sessions, "sections": codes.sections})
    if teams:
        two = np.zeros(len(two), np.bool_)
    widths = np.diff(codes.who_starts)
    sizes = 2 * count * widths
    if few(sizes, 2 * len(codes)):
        starts = np.concatenate(([0], np.cumsum(sizes)))
        inside = np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)
        ids = passes(kernel, len(codes)).sheet_ids
        ns = ids(codes.starts, starts[:-1], place, widths, codes.ns, np.zeros(len(two), np.bool_))
        ew = ids(codes.starts, starts[:-1], place, widths, codes.ew, two)
        return Sheets(Numbering(np.zeros(0, np.int64), starts, inside), ns, ew, two)
    return _sparse_sheets(results, place, sizes, two)


def _sparse_sheets(results: Results, place: I64 | None, sizes: I64, two: npt.NDArray[np.bool_]) -> Sheets:
    """Sheets numbered by sorting, where numbers made by arithmetic would leave many gaps."""
    codes = results.codes
    event = codes.event_of_row()
    own = np.zeros(len(codes), np.int64) if place is None else place
    widths = np.diff(codes.who_starts)
    sides = []
    for side, who in enumerate((codes.ns, codes.ew)):
        direction = two[event] if side else 0
        sides.append(np.where(who < 0, -1, (own * 2 + direction) * widths[event] + who))
    both = np.concatenate(sides)
    there = both >= 0
    numbers = number_within(np.concatenate((event, event))[there], both[there], sizes)
    ids = np.full(len(both), -1, np.int64)
    ids[there] = numbers.ids
    return Sheets(numbers, ids[: len(event)], ids[len(event) :], two)


def counted_rows(results: Results) -> npt.NDArray[np.bool_]:
    """Which rows have a worth of their own: at teams the first of the two of a match alone."""
    return results.real if results.match is None else results.match != NO_NUMBER


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """What the rows are worth to a side: (a value + b) / den of the row's cell."""

    value: npt.NDArray[Any]
    a: I64
    b: I64


def real_worths(results: Results) -> tuple[tuple[Worth, Worth], I64]:
    """The worths of all rows to North-South and to East-West, and the denominator of each cell."""
    terms, cells, plan = results.terms, results.cells, results.plan
    raw = results.raw()
    mirror = np.zeros(len(cells), np.int64)
    if plan.at_matchpoints:
        mirror = 2 * (cells.n.astype(np.int64) - 1)
    elif plan.method == "board-a-match":
        mirror += 2
    sides = Worth(raw, terms.a, terms.b), Worth(raw, -terms.a, terms.a * mirror + terms.b)
    if not plan.at_matchpoints or plan.conditions.line_rounding == "exact":
        return sides, terms.d
    counted = np.where(counted_rows(results), raw, 0).astype(np.int64)
    top, den = tops(cells.expected, plan)[cells.of_row], terms.d[cells.of_row]
    one, nought = np.ones(len(cells), np.int64), np.zeros(len(cells), np.int64)
    made = []
    for side in sides:
        num = side.a[cells.of_row] * counted + side.b[cells.of_row]
        num, steps = rounded(num, den, plan.conditions.line_rounding, top)
        made.append(Worth(num, one, nought))
    return (made[0], made[1]), one * (steps[0] if len(steps) else 1)


@dataclass(frozen=True, slots=True, eq=False)
class Awards:
    """Awards one by one: the side, row, sheet, event and top of each, the award itself, and which of the distinct
    `worths` it is worth.
    """

    side: I32
    row: I64
    sheet: I64
    event: I32
    top: I64
    award: I32
    which: I64
    worths: list[Fraction]

    def __len__(self) -> int:
        return len(self.which)


def awards_of(results: Results, sheets: Sheets, event: I32) -> Awards:
    """All awards to contestants who are named."""
    codes = results.codes
    if results.plan.of_teams:
        return _match_awards(results, sheets, event)
    parts: list[tuple[Any, ...]] = []
    kind = codes.kind == Kind.AWARDED
    for side, (award, sheet) in enumerate(((codes.ns_award, sheets.ns), (codes.ew_award, sheets.ew))):
        if award is not None and kind.any():
            row = np.flatnonzero(kind & (award != NO_NUMBER) & (sheet >= 0))
            parts.append((np.full(len(row), side, np.int32), row, sheet[row], award[row]))
    if not parts:
        return _no_awards()
    sides, row, sheets_of_rows, award = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    expected = results.cells.expected[results.cells.of_row[row]]
    keys, which = np.unique(expected * np.int64(65_536) + award + 4, return_inverse=True)
    value = award_values(results.plan)
    worths = [value(key % 65_536 - 4, key // 65_536) for key in keys.tolist()]
    return Awards(sides, row, sheets_of_rows, event[row], tops(expected, results.plan), award, which, worths)


def _no_awards() -> Awards:
    wide, small = np.zeros(0, np.int64), np.zeros(0, np.int32)
    return Awards(small, wide, wide, small, wide, small, wide, [])


def _match_awards(results: Results, sheets: Sheets, event: I32) -> Awards:
    """The awards of the tables that decide their boards."""
    codes, (row, _home) = results.codes, decided(results.codes)
    if codes.ns_award is None or codes.ew_award is None:
        return _no_awards()
    award = np.concatenate((codes.ns_award[row], codes.ew_award[row]))
    sheet = np.concatenate((sheets.ns[row], sheets.ew[row]))
    side = np.repeat(np.array([0, 1], np.int32), len(row))
    found, which = np.unique(award, return_inverse=True)
    worths = [match_award(given, results.plan) for given in found.tolist()]
    both = np.concatenate((row, row))
    return Awards(side, both, sheet, event[both], np.zeros(len(both), np.int64), award, which, worths)


def common_denominators(results: Results, den: I64, awards: Awards) -> tuple[I64, npt.NDArray[np.bool_]]:
    """The least common denominator of each event, and the events whose sums 64 bits do not hold."""
    cells = results.cells
    events = len(cells.starts) - 1
    used = np.flatnonzero(cells.n)
    owner = np.repeat(np.arange(events), np.diff(cells.starts))
    worths = awards.worths
    parts = [min(value.denominator, _HUGE) for value in worths]
    every = np.concatenate((den[used], np.array(parts, np.int64)[awards.which]))
    common = _multiples(np.concatenate((owner[used], awards.event)), every, events)
    bound = _bounds(results, owner, events)
    np.add.at(bound, awards.event, np.array([abs(float(value)) for value in worths], np.float64)[awards.which])
    wide = common.astype(np.float64) * (bound + 1) >= LIMIT
    if results.terms.divisors is not None:
        wide[:] = True
    common[wide] = 1
    return common, wide


def _multiples(event: I64, den: I64, events: int) -> I64:
    """The least common multiple of each event's numbers; a huge number where it is huge."""
    common = np.ones(events, np.int64)
    if not len(den):
        return common
    sizes, place = np.unique(den, return_inverse=True)
    pairs = np.unique(event * np.int64(len(sizes)) + place)
    owner, own = pairs // len(sizes), sizes[pairs % len(sizes)]
    first = np.flatnonzero(np.concatenate(([True], owner[1:] != owner[:-1])))
    sure = np.add.reduceat(np.log2(own), first) < 62  # the product of all is no larger than the multiple
    common[owner[first]] = np.where(sure, np.lcm.reduceat(own, first), 0)
    ends = np.concatenate((first[1:], [len(own)]))
    for low, high in zip(first[~sure].tolist(), ends[~sure].tolist(), strict=True):
        common[owner[low]] = min(lcm(*own[low:high].tolist()), _HUGE)
    return common


def _bounds(results: Results, owner: I64, events: int) -> npt.NDArray[np.float64]:
    """No contestant's total of an event is larger."""
    cells, terms = results.cells, results.terms
    n = cells.n.astype(np.float64)
    if results.plan.at_matchpoints:
        most = 2 * n
    else:
        # By event: what stands beside an event in a chunk must not change how its totals are written.
        raw = np.where(counted_rows(results), np.abs(results.raw()), 0)
        largest = np.maximum.reduceat(raw, results.codes.starts[:-1]) if events else np.zeros(0)
        most = largest.astype(np.float64)[owner]
    worth = np.where(n > 0, (np.abs(terms.a) * most + np.abs(terms.b)) / terms.d + 1, 0.0)
    found = np.zeros(events, np.float64)
    np.add.at(found, owner, worth)
    return 2 * found
