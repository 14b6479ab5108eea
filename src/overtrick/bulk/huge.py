"""Boards too large for one worker: histograms of scores of any runs of rows, merged, and what each score is worth.

The rows may come in any order and in any pieces. There are no totals: these want all rows of an event at one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from overtrick.bulk.codes import I64, Codes
from overtrick.bulk.form import NO_NUMBER, Kind, Reason
from overtrick.bulk.intake import normalise
from overtrick.bulk.manifest import HIDDEN, Done, done_before, write_record
from overtrick.bulk.parts import Job, Part, may_be_fractions, refused_table, results_table, table_of_part, write_table
from overtrick.bulk.plan import Plan
from overtrick.bulk.results import Results
from overtrick.bulk.scoring import compare
from overtrick.bulk.tables import imp_array
from overtrick.compare.butler import datum
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Side
from overtrick.scorer.boards import butler_rule

__all__ = ["Cell", "Histogram", "Worths", "count_part", "histogram", "merged", "score_part", "worths_of"]

Cell: TypeAlias = tuple[str, str, str, int, str]
"""Event, session, section, board and version: the results in a cell are compared with one another."""

_REACH = 40_000  # no two scores differ by more


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often each score came about in each cell, and the awards on each board to North-South and to East-West."""

    scores: dict[Cell, dict[int, int]] = field(default_factory=dict)
    awards: dict[Cell, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Worths:
    """The results of a cell, and what each score is worth: columns by name, in the order of the rising `points`."""

    n: int
    expected: int
    points: I64
    columns: dict[str, I64]


def histogram(codes: Codes, plan: Plan) -> Histogram:
    """The histogram of a run of rows. Two of them are merged by adding up, in any order."""
    results, cells = _counted(codes, plan)
    found = Histogram()
    real = np.flatnonzero(results.real)
    keys = results.cells.of_row[real].astype(np.int64) * 2**32 + results.points[real] + 2**31
    distinct, counts = np.unique(keys, return_counts=True)
    for key, count in zip(distinct.tolist(), counts.tolist(), strict=True):
        cell, points = divmod(key, 2**32)
        found.scores.setdefault(cells[cell], {})[points - 2**31] = count
    awarded = (codes.kind == Kind.AWARDED) & (codes.ns >= 0) & (codes.ew >= 0)
    for side, award in enumerate((codes.ns_award, codes.ew_award)):
        if award is not None:
            own = results.cells.of_row[awarded & (award != NO_NUMBER)]
            for cell, count in zip(*(found.tolist() for found in np.unique(own, return_counts=True)), strict=True):
                _add_awards(found.awards, _board(cells[cell]), (0, count) if side else (count, 0))
    for cell in cells.values():
        found.scores.setdefault(cell, {})
    return found


def _board(cell: Cell) -> Cell:
    return (*cell[:4], "")


def _add_awards(awards: dict[Cell, tuple[int, int]], board: Cell, more: tuple[int, int]) -> None:
    ns, ew = awards.get(board, (0, 0))
    awards[board] = ns + more[0], ew + more[1]


def _counted(codes: Codes, plan: Plan) -> tuple[Results, dict[int, Cell]]:
    """Points and cells of the rows, and what each cell is called everywhere."""
    if plan.of_teams:
        raise ConditionsError(_("method={method} cannot be done board by board").format(method=plan.method))
    results = compare(codes, Plan(replace(plan.conditions, method="total-points"), ()), kernel="numpy")
    numbers, rows = np.unique(results.cells.of_row, return_index=True)
    events, event = codes.events.to_pylist(), codes.event_of_row()
    across = plan.conditions.sections == "across"
    cells: dict[int, Cell] = {}
    for number, row in zip(numbers.tolist(), rows.tolist(), strict=True):
        session = "" if codes.session is None else codes.sessions[codes.session[row]]
        section = "" if codes.section is None or across else codes.sections[codes.section[row]]
        version = "" if codes.version is None else codes.versions[codes.version[row]]
        cells[number] = (str(events[event[row]]), session, section, int(codes.board[row]), version)
    return results, cells


def merged(parts: Iterable[Histogram]) -> Histogram:
    """One histogram of several."""
    found = Histogram()
    for part in parts:
        for cell, counts in part.scores.items():
            own = found.scores.setdefault(cell, {})
            for points, count in counts.items():
                own[points] = own.get(points, 0) + count
        for board, more in part.awards.items():
            _add_awards(found.awards, board, more)
    return found


def worths_of(counts: Histogram, plan: Plan) -> dict[Cell, Worths]:
    """What each score is worth in each cell, under the plan's comparisons."""
    expected = _expected(counts, plan)
    return {cell: _worths(own, plan, expected[_board(cell)]) for cell, own in counts.scores.items()}


def _expected(counts: Histogram, plan: Plan) -> dict[Cell, int]:
    """The results that each board should have, under the setting `expected`."""
    rule = plan.conditions.expected
    rows: dict[Cell, int] = {}
    for cell, own in counts.scores.items():
        rows[_board(cell)] = rows.get(_board(cell), 0) + sum(own.values())
    if rule == "board":
        return rows
    rows = {board: count + max(counts.awards.get(board, (0, 0))) for board, count in rows.items()}
    if rule == "board-rows":
        return rows
    most: dict[tuple[str, ...], int] = {}
    for board, count in rows.items():
        place = board[:3] if rule == "field" else board[:2]
        most[place] = max(most.get(place, 0), count)
    return {board: most[board[:3] if rule == "field" else board[:2]] for board in rows}


def _worths(own: dict[int, int], plan: Plan, expected: int) -> Worths:
    points = np.array(sorted(own), np.int64)
    counts = np.array([own[score] for score in points.tolist()], np.int64)
    n, size = int(counts.sum()), len(points)
    columns: dict[str, I64] = {}
    if "matchpoints" in plan.measures:
        columns["mp_ns"] = 2 * (np.cumsum(counts) - counts) + counts - 1
        columns["mp_ew"] = 2 * (n - 1) - columns["mp_ns"]
    if "cross-imps" in plan.measures:
        columns["ximp_ns"] = _cross(points, counts, plan)
    if "butler" in plan.measures and size:
        rules = plan.conditions
        middle = datum(own, butler_rule(rules, Side.NS))
        gap = points * middle.denominator - middle.numerator
        steps = imp_array(rules.imp_table, _REACH, rules.imp_cutoff).steps
        columns["butler_ns"] = np.sign(gap) * steps[np.minimum(np.abs(gap) // middle.denominator, len(steps) - 1)]
        columns["datum"] = np.full(size, middle.numerator)
        if may_be_fractions(plan):
            columns["datum_den"] = np.full(size, middle.denominator)
    return Worths(n, expected, points, columns)


def _cross(points: I64, counts: I64, plan: Plan) -> I64:
    """The sums of IMPs against all, the best and the worst comparison left out where the plan says so."""
    if not len(points):
        return np.zeros(0, np.int64)
    steps = imp_array(plan.conditions.imp_table, _REACH).steps
    gaps = points[:, None] - points[None, :]
    imps = np.sign(gaps) * steps[np.minimum(np.abs(gaps), len(steps) - 1)].astype(np.int64)
    sums: npt.NDArray[np.int64] = imps @ counts
    if plan.conditions.cross_trim != "extremes" or counts.sum() <= 3:
        return sums
    for own in range(len(points)):
        others = counts.copy()
        others[own] -= 1
        there = np.flatnonzero(others)
        sums[own] -= imps[own, there[0]] + imps[own, there[-1]]
    return sums


def count_part(part: Part, job: Job) -> Histogram:
    """The histogram of a part. Raises FormatError for one that cannot be read."""
    codes, _refused = normalise(table_of_part(part, job).select(job.shape.names))
    return histogram(codes, job.plan)


def score_part(part: Part, job: Job, worths: dict[Cell, Worths]) -> Done:
    """Write the results of a part, whose boards may go on in other parts; see `run_part`."""
    out = Path(job.out)
    known = done_before(out, part.number, part.key)
    if known is not None:
        return known
    table = table_of_part(part, job)
    codes, refused = normalise(table.select(job.shape.names))
    name = f"part-{part.number:05}.parquet"
    made = {f"results/{name}": results_table(_results(codes, job.plan, worths), codes, table, part, job)}
    if len(refused):
        made[f"{HIDDEN}/refused-{name}"] = refused_table(refused, table, part, job)
    sizes = {where: write_table(found, out / where) for where, found in made.items()}
    counts = np.bincount(refused.reason, minlength=len(Reason))
    reasons = {Reason(code).name: int(counts[code]) for code in np.flatnonzero(counts).tolist()}
    done = Done(part.number, part.key, 0, 0, len(codes), 0, reasons, sizes)
    write_record(out, done)
    return done


def _results(codes: Codes, plan: Plan, worths: dict[Cell, Worths]) -> pa.Table:
    """Each row's columns, taken from what its score is worth in its cell."""
    results, cells = _counted(codes, plan)
    names = dict.fromkeys(name for own in worths.values() for name in own.columns)
    columns: dict[str, Any] = {name: np.zeros(len(codes), np.int64) for name in names}
    n, expected = np.zeros(len(codes), np.int32), np.zeros(len(codes), np.int32)
    of_row = results.cells.of_row
    order = np.argsort(of_row, kind="stable")
    bounds = np.searchsorted(of_row[order], np.arange(len(results.cells) + 1))
    for number, cell in cells.items():
        rows, own = order[bounds[number] : bounds[number + 1]], worths[cell]
        n[rows], expected[rows] = own.n, own.expected
        if own.n:
            at = np.minimum(np.searchsorted(own.points, results.points[rows]), len(own.points) - 1)
            for name, values in own.columns.items():
                columns[name][rows] = values[at]
    nothing = ~results.real
    made = {"points": pa.array(results.points, mask=nothing), "n": pa.array(n), "expected": pa.array(expected)}
    return pa.table(made | {name: pa.array(values, mask=nothing) for name, values in columns.items()})
