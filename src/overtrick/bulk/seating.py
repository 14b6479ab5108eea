"""Rows put together by event, contestants numbered, lines that stand twice refused."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from overtrick.bulk.codes import I8, I32, I64, Codes, Numbering, Refused, few, number_within
from overtrick.bulk.form import NO_NUMBER, Reason
from overtrick.bulk.jit import passes

__all__ = ["KEPT", "gather"]

KEPT = ("event", "session", "section", "board", "round", "table", "ns", "ew", "version")
"""The columns that tell which row it is."""

_Lines: TypeAlias = dict[str, Any]


def gather(table: pa.Table, reason: I8, found: _Lines, first_row: int) -> tuple[Codes, Refused]:
    """Codes of the rows that have no reason against them, and the refused rows."""
    order = _order(found["event"], reason)
    lines = _taken(found, order)
    starts, event = _events(lines["event"])
    who_starts, who = _number_contestants(lines, starts, event)
    odd, two = _seats(lines, starts, event, np.diff(who_starts))
    if "winners" in lines:
        odd |= _by_word(lines["winners"], starts, event, two)
    if odd:
        for at, why in odd.items():
            reason[at if order is None else order[at]] = why
        return gather(table, reason, found, first_row)
    row = np.arange(len(table)) if order is None else order
    bad = np.flatnonzero(reason)
    codes = Codes(
        **{name: value for name, value in lines.items() if name not in ("event", "outcome", "winners")},
        events=pa.array([], table["event"].type) if not len(event) else _keys(table, row[starts[:-1]]),
        starts=starts,
        row=row + first_row,
        who_starts=who_starts,
        who=who,
        two=two,
        kept=_kept(table, order),
    )
    return codes, Refused(bad + first_row, reason[bad])


def _order(event: I64, reason: I8) -> I64 | None:
    """The good rows, those of an event together; None where they are all rows as they stand."""
    good = None if not reason.any() else np.flatnonzero(reason == 0)
    own = event if good is None else event[good]
    if not len(own):
        return np.zeros(0, np.int64)
    changes = np.concatenate(([0], np.flatnonzero(own[1:] != own[:-1]) + 1))
    if len(np.unique(own[changes])) == len(changes):
        return good
    _values, first, places = np.unique(own, return_index=True, return_inverse=True)
    order = np.argsort(first[places], kind="stable")
    return order if good is None else good[order]


def _taken(found: _Lines, order: I64 | None) -> _Lines:
    if order is None:
        return dict(found)
    return {name: value[order] if isinstance(value, np.ndarray) else value for name, value in found.items()}


def _events(event: I64) -> tuple[I64, I32]:
    """Where each event starts, with the count of rows behind, and each row's event."""
    if not len(event):
        return np.zeros(1, np.int64), np.zeros(0, np.int32)
    changes = np.flatnonzero(event[1:] != event[:-1]) + 1
    starts = np.concatenate(([0], changes, [len(event)])).astype(np.int64)
    return starts, np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))


def _keys(table: pa.Table, rows: I64) -> pa.Array:
    from overtrick.bulk.columns import one_array, trimmed

    return trimmed(one_array(table["event"].take(pa.array(rows))))


def _kept(table: pa.Table, order: I64 | None) -> dict[str, pa.Array]:
    from overtrick.bulk.columns import one_array, trimmed

    names = [name for name in KEPT if name in table.column_names]
    arrays = {name: trimmed(one_array(table[name])) for name in names}
    if order is None:
        return arrays
    places = pa.array(order)
    return {name: array.take(places) for name, array in arrays.items()}


def _number_contestants(lines: _Lines, starts: I64, event: I32) -> tuple[I64, I64]:
    """Put contestants' numbers inside their event in the place of their labels; gives what the numbers stand for."""
    ns, ew = lines["ns"], lines["ew"]
    if not len(event):
        lines["ns"], lines["ew"] = ns.astype(np.int32), ew.astype(np.int32)
        return np.zeros(1, np.int64), np.zeros(0, np.int64)
    highest = np.maximum(np.maximum.reduceat(ns, starts[:-1]), np.maximum.reduceat(ew, starts[:-1]))
    widths = np.maximum(highest.astype(np.int64) + 1, 0)
    if few(widths, 2 * len(event)):
        lines["ns"], lines["ew"] = ns.astype(np.int32, copy=False), ew.astype(np.int32, copy=False)
        ends = np.cumsum(widths)
        return np.concatenate(([0], ends)), np.arange(ends[-1]) - np.repeat(ends - widths, widths)
    seated = np.concatenate((ns, ew)).astype(np.int64)
    there = seated >= 0
    both = np.concatenate((event, event))
    numbers = number_within(both[there], seated[there], widths)
    local = np.full(len(seated), -1, np.int32)
    local[there] = (numbers.ids - numbers.starts[both[there]]).astype(np.int32)
    lines["ns"], lines["ew"] = local[: len(event)], local[len(event) :]
    return numbers.starts, numbers.within


def _seats(lines: _Lines, starts: I64, event: I32, widths: I64) -> tuple[dict[int, Reason], npt.NDArray[np.bool_]]:
    """Rows that seat somebody a second time, and whether each event looks like two fields.

    Two fields it is where a number sits on both sides of one board, which must be two pairs, and where nobody does so
    on any; the same guess as the readers of files make.
    """
    if not len(event):
        return {}, np.zeros(0, np.bool_)
    place, count = place_of(lines.get("session"), lines.get("section"), lines)
    highest = np.maximum.reduceat(lines["board"], starts[:-1]).astype(np.int64) + 1
    if few(count * highest * widths, 2 * len(event)):
        look = passes("auto", len(event)).look_at_seats
        twice, two = look(starts, place, lines["board"], highest, count, lines["ns"], lines["ew"], widths)
        if not twice:
            return {}, two
    own = np.int64(0) if place is None else place
    boards = number_within(event, own * highest[event] + lines["board"], count * highest)
    local = boards.ids - boards.starts[event]
    keys = _sides(lines, event, local, np.diff(boards.starts), widths)
    found = _twice(keys)
    if found:
        return found, np.zeros(0, np.bool_)
    fields = _sides(lines, event, np.broadcast_to(own, event.shape), np.full(len(starts) - 1, count), widths)
    return {}, _on_both_sides(keys, len(starts) - 1) | ~_on_both_sides(fields, len(starts) - 1)


def _by_word(winners: I32, starts: I64, event: I32, two: npt.NDArray[np.bool_]) -> dict[int, Reason]:
    """Put in which events have two fields as their rows say; gives the rows that contradict the first of the event."""
    told = np.flatnonzero(winners != NO_NUMBER)
    if not len(told) or not len(two):
        return {}
    events, first = np.unique(event[told], return_index=True)
    wanted = np.full(len(starts) - 1, NO_NUMBER, np.int32)
    wanted[events] = winners[told[first]]
    two[events] = wanted[events] == 2
    wrong = told[winners[told] != wanted[event[told]]]
    return dict.fromkeys(wrong.tolist(), Reason.WINNERS)


def place_of(session: I32 | None, section: I32 | None, lines: _Lines) -> tuple[I64 | None, int]:
    """Each row's session and section as one number, None where there is one alone, and below what number it is."""
    place, count = None, 1
    if section is not None:
        place, count = section.astype(np.int64), len(lines["sections"])
    if session is not None:
        place = session * np.int64(count) + (0 if place is None else place)
        count *= len(lines["sessions"])
    return place, count


def _sides(lines: _Lines, event: I32, place: Any, places: I64, widths: I64) -> tuple[Numbering, I64, I64]:
    """Each contestant at each place numbered; the numbers of the rows where both sides are there, North-South first.

    A row without a contestant has -1.
    """
    own = np.concatenate((lines["ns"], lines["ew"]))
    there = own >= 0
    both = np.concatenate((event, event))[there]
    inside = np.concatenate((place, place))[there] * widths[both] + own[there]
    numbers = number_within(both, inside, places * widths)
    ids = np.full(len(own), -1, np.int64)
    ids[there] = numbers.ids
    return numbers, ids[: len(event)], ids[len(event) :]


def _twice(keys: tuple[Numbering, I64, I64]) -> dict[int, Reason]:
    """Rows that seat a contestant on one side of a board again. Of lines that share one the first stands."""
    numbers, ns, ew = keys
    suspect = np.zeros(len(ns), np.bool_)
    for side in (ns, ew):
        counts = np.bincount(side[side >= 0], minlength=len(numbers))
        if len(counts) and counts.max() > 1:
            suspect |= (side >= 0) & (counts[side] > 1)
    seen: tuple[set[int], set[int]] = (set(), set())
    lines_seen: set[tuple[int, int]] = set()
    found: dict[int, Reason] = {}
    for row in np.flatnonzero(suspect).tolist():
        north, east = int(ns[row]), int(ew[row])
        if north in seen[0] or east in seen[1]:
            found[row] = Reason.DUPLICATE if (north, east) in lines_seen else Reason.TWICE
            continue
        lines_seen.add((north, east))
        seen[0].update({north} - {-1})
        seen[1].update({east} - {-1})
    return found


def _on_both_sides(keys: tuple[Numbering, I64, I64], events: int) -> npt.NDArray[np.bool_]:
    """Events in which a number sits on both sides at one place."""
    numbers, ns, ew = keys
    whole = (ns >= 0) & (ew >= 0)
    north = np.bincount(ns[whole], minlength=len(numbers)) > 0
    east = np.bincount(ew[whole], minlength=len(numbers)) > 0
    found = np.zeros(events, np.bool_)
    found[np.searchsorted(numbers.starts, np.flatnonzero(north & east), side="right") - 1] = True
    return found
