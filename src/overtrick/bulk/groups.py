"""Which rows are compared with one another, and how many results a board should have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64, Codes, number_within
from overtrick.bulk.form import NO_NUMBER, Kind
from overtrick.bulk.plan import Plan
from overtrick.bulk.seating import place_of

__all__ = ["Cells", "awarded_rows", "brought_to", "cells_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A cell is a version of a board of a field: the results in it are compared with one another.

    `of_row` is each row's cell, `starts` the first cell of each event and the count behind. By cell: `n` real results,
    `results` those of the board in all versions, `expected` what the board should have, whether the board is `fouled`
    (has more versions than one) and whether no other version has more results.
    """

    of_row: I32
    starts: I64
    n: I32
    results: I32
    expected: I32
    fouled: npt.NDArray[np.bool_]
    largest: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.n)


def cells_of(codes: Codes, plan: Plan) -> Cells:
    """The cells of a run of events, under the settings `sections` and `expected`."""
    event = codes.event_of_row()
    events = len(codes.starts) - 1
    across = plan.conditions.sections == "across"
    names = {"sessions": codes.sessions, "sections": codes.sections}
    fields = 1 if across or codes.section is None else len(codes.sections)
    place, count = place_of(codes.session, None if across else codes.section, names)
    highest = np.maximum.reduceat(codes.board, codes.starts[:-1]).astype(np.int64) + 1 if events else _none()
    inside = codes.board.astype(np.int64) if place is None else place * highest[event] + codes.board
    boards = number_within(event, inside, count * highest)
    owner = np.repeat(np.arange(events, dtype=np.int32), np.diff(boards.starts))
    sitting = boards.within // np.maximum(highest[owner], 1) if events else _none()
    if codes.version is None:
        board_of, starts, of_row = np.arange(len(boards)), boards.starts, boards.ids
    else:
        versions = number_within(
            event,
            _inside(boards.ids, boards.starts, event) * len(codes.versions) + codes.version,
            np.diff(boards.starts) * len(codes.versions),
        )
        owner_cell = np.repeat(np.arange(events), np.diff(versions.starts))
        board_of = versions.within // len(codes.versions) + boards.starts[owner_cell]
        starts, of_row = versions.starts, versions.ids
    return _counted(codes, plan, _Boards(boards.ids, owner, sitting, fields), board_of, starts, of_row)


def _none() -> I64:
    return np.zeros(0, np.int64)


def _inside(ids: I64, starts: I64, event: I32) -> I64:
    return ids - starts[event]


@dataclass(frozen=True, slots=True, eq=False)
class _Boards:
    """Boards of fields: of each row, each one's event and its session and section as one number."""

    of_row: I64
    event: I32
    sitting: I64
    fields: int


def _counted(codes: Codes, plan: Plan, boards: _Boards, board_of: I64, starts: I64, of_row: I64) -> Cells:
    real = codes.kind <= Kind.SCORE
    whole = bool(real.all())
    n = _lines(codes, of_row, None if whole else real, len(board_of))
    many = len(boards.event)
    results = np.zeros(many, np.int64)
    np.add.at(results, board_of, n)
    alive = np.zeros(many, np.int64)
    np.add.at(alive, board_of, n > 0)
    best = np.zeros(many, np.int64)
    np.maximum.at(best, board_of, n)
    return Cells(
        of_row.astype(np.int32),
        starts,
        n.astype(np.int32),
        results[board_of].astype(np.int32),
        _expected(codes, plan, boards, results)[board_of].astype(np.int32),
        alive[board_of] > 1,
        n == best[board_of],
    )


def _lines(codes: Codes, of_row: I64, some: npt.NDArray[np.bool_] | None, size: int) -> I64:
    """How many lines there are of each number below `size`, of some of the rows or of all."""
    count = None if codes.count is None else codes.count if some is None else codes.count[some]
    found = np.bincount(of_row if some is None else of_row[some], count, size)
    return found.astype(np.int64, copy=False)


def _expected(codes: Codes, plan: Plan, boards: _Boards, results: I64) -> I64:
    """What each board should have. Its rows are the results and, on the side that has more of them, the awards."""
    awarded, rows = awarded_rows(codes), results
    if awarded.any():
        sides = [
            _lines(codes, boards.of_row, awarded & (award != NO_NUMBER), len(results))
            for award in (codes.ns_award, codes.ew_award)
            if award is not None
        ]
        rows = results + np.maximum.reduce(sides)
    rule = plan.conditions.expected
    place = boards.sitting if rule == "field" else boards.sitting // boards.fields
    places, field = np.unique(place, return_inverse=True)
    return brought_to(rule, results, rows, boards.event * np.int64(len(places)) + field)


def awarded_rows(codes: Codes) -> npt.NDArray[np.bool_]:
    """Which rows are awards that count as rows of their board.

    An award for sitting out is no row: there is nobody to compare with (JFR).
    """
    found: npt.NDArray[np.bool_] = (codes.kind == Kind.AWARDED) & (codes.ns >= 0) & (codes.ew >= 0)
    return found


def brought_to(rule: str, results: I64, rows: I64, place: I64) -> I64:
    """What boards should have under a rule of the setting `expected`, from their real results and their rows.

    `place` numbers each board's field or session, whichever the rule names.

    >>> results, rows, place = (np.array(column) for column in ([2, 3, 1], [4, 3, 1], [0, 0, 7]))
    >>> [brought_to(rule, results, rows, place).tolist() for rule in ("board", "board-rows", "field")]
    [[2, 3, 1], [4, 3, 1], [4, 4, 1]]
    """
    if rule == "board":
        return results
    if rule == "board-rows":
        return rows
    places, field = np.unique(place, return_inverse=True)
    most = np.zeros(len(places), np.int64)
    np.maximum.at(most, field, rows)
    return most[field]
