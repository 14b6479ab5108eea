"""Events too large for one worker: counts of scores of any runs of their rows, added up, and what each score is worth.

The pieces of a group hold whole events between them. The counts of a piece are lines of the form themselves that stand
for many each; so they are compared as all lines are, and each row gets what its own line is worth. There are no totals:
these want all rows of an event at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.bulk.codes import I8, I64, Codes
from overtrick.bulk.form import AVERAGES, NO_CODE, NO_NUMBER, Kind
from overtrick.bulk.groups import awarded_rows
from overtrick.bulk.intake import normalise
from overtrick.bulk.manifest import HIDDEN, Done, done_before, replaced
from overtrick.bulk.parts import Job, Part, finish_part, refused_table, results_table, run_part, table_of_part
from overtrick.bulk.plan import Plan
from overtrick.bulk.reading import event_key
from overtrick.bulk.results import Results
from overtrick.bulk.scoring import compare, odd_scores
from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Group", "Piece", "compare_group", "count_piece", "counts_of", "score_part", "worths_of"]

_BY_CELL = ("n", "results", "expected", "fouled", "largest")
_BY_ROW = ("mp", "ximp", "butler")
_DATUM = ("datum_num", "datum_den")
_KEY = ("event", "session", "section", "board", "version", "what", "score")
_RESULT, _NS, _EW, _NOTHING = 0, 1, 2, 4  # what a line is; the awards of both sides are added up
_WIDE = 1 << 16  # no two scores differ by more
_SIZES = (b"events", b"boards")


@dataclass(frozen=True, slots=True)
class Piece(Part):
    """A part whose events go on in others of the group, which goes by `group`; one of them is the `head`."""

    group: str
    head: bool


@dataclass(frozen=True, slots=True)
class Group:
    """All pieces of some events."""

    name: str
    pieces: tuple[Piece, ...]

    @property
    def rows(self) -> int:
        """The rows of all pieces."""
        return sum(piece.rows for piece in self.pieces)


def count_piece(piece: Piece, job: Job) -> str:
    """Count the lines of a piece that are alike and write the counts, whole or not at all; gives the name of the group.

    Raises FormatError for a piece that cannot be read, OSError for a full disk.
    """
    path = _counts(piece, job)
    if not path.exists():
        codes, _refused = normalise(table_of_part(piece, job).select(job.shape.names))
        _write(counts_of(codes, job.plan), path)
    return piece.group


def compare_group(group: Group, job: Job) -> str:
    """Add up the counts of the pieces and write what each line is worth, whole or not at all; gives the name."""
    import polars as pl

    path = _worths(group.name, job)
    if not path.exists():
        counts = pl.concat([pl.read_parquet(_counts(piece, job)) for piece in group.pieces])
        lines = counts.group_by(_KEY).agg(pl.col("count").sum()).sort(_KEY)
        _write(worths_of(lines.to_arrow(), job.plan), path)
    return group.name


def score_part(part: Part, job: Job) -> Done:
    """Write the results of a part whose events may go on in other parts; see `run_part`."""
    if not isinstance(part, Piece):
        return run_part(part, job)
    known = done_before(Path(job.out), part.number, part.key)
    if known is not None:
        return known
    table = table_of_part(part, job)
    codes, refused = normalise(table.select(job.shape.names))
    found = _worth(codes, job.plan, _worths(part.group, job))
    made = {"results": results_table(found.table(kept=False), codes, table, part, job)}
    events, boards = _sizes(_worths(part.group, job)) if part.head else (0, 0)
    done = Done(part.number, part.key, events, boards, len(codes), 0, {}, {}, odd=odd_scores(found))
    return finish_part(done, job, made, refused_table(refused, table, part, job), refused)


def _counts(piece: Piece, job: Job) -> Path:
    return Path(job.out, HIDDEN, f"counts-part-{piece.key}.parquet")


def _worths(group: str, job: Job) -> Path:
    return Path(job.out, HIDDEN, f"worths-part-{group}.parquet")


def _write(table: pa.Table, path: Path) -> None:
    with replaced(path) as draft:
        pq.write_table(table, draft, compression="zstd", write_page_checksum=True, row_group_size=65_536)


def _sizes(path: Path) -> tuple[int, int]:
    """The events and the boards of a group."""
    told = pq.read_metadata(path).metadata
    events, boards = (int(told[name]) for name in _SIZES)
    return events, boards


def counts_of(codes: Codes, plan: Plan) -> pa.Table:
    """The lines that are alike in what comparisons go by, and how many of each there are."""
    return _lines(codes, _alone(codes, plan))[0]


def _alone(codes: Codes, plan: Plan) -> Results:
    """The points and the cells of rows, compared with nothing."""
    return compare(codes, Plan(replace(plan.conditions, method="total-points"), ()), kernel="numpy")


def _lines(codes: Codes, results: Results) -> tuple[pa.Table, I64]:
    """The lines that are alike, with their counts, and the line of each row."""
    what, cell = _what(codes, results), results.cells.of_row.astype(np.int64)
    score = np.where(what == _RESULT, results.points, 0).astype(np.int64)
    keys = ((cell * 8 + what) * _WIDE) + score + _WIDE // 2
    _keys, first, of_row, count = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    event = codes.event_of_row()[first]
    across = results.plan.conditions.sections == "across"
    columns: dict[str, Any] = {
        "event": pa.array([event_key(word) for word in codes.events.to_pylist()], pa.string()).take(pa.array(event)),
        "session": _labels(codes.session, codes.sessions, first),
        "section": _labels(None if across else codes.section, codes.sections, first),
        "board": codes.board[first],
        "version": _labels(codes.version, codes.versions, first),
        "what": what[first],
        "score": score[first].astype(np.int32),
        "count": count,
    }
    return pa.table(columns), of_row


def _labels(places: Any, labels: Sequence[str], rows: I64) -> pa.Array:
    """The labels of some rows; nothing where there is one alone."""
    if places is None:
        return pa.array([""], pa.string()).take(pa.array(np.zeros(len(rows), np.int32)))
    return pa.array(labels, pa.string()).take(pa.array(places[rows]))


def _what(codes: Codes, results: Results) -> I8:
    """What each row is: a result, an award that counts for the number of lines of a side, or neither."""
    found = np.where(results.real, _RESULT, _NOTHING).astype(np.uint8)
    awarded = awarded_rows(codes)
    for side, award in ((_NS, codes.ns_award), (_EW, codes.ew_award)):
        if award is not None:
            own = awarded & (award != NO_NUMBER)
            found[own] = found[own] % _NOTHING + side
    return found


def worths_of(lines: pa.Table, plan: Plan) -> pa.Table:
    """What each of some lines that stand for many is worth under the plan; lines of one event stand together."""
    what, number = lines["what"].to_numpy(), np.arange(len(lines))
    columns: dict[str, Any] = {name: lines[name] for name in _KEY if name != "what"}
    columns |= {"ns": number, "ew": number + len(lines)}  # everybody is somebody else: no line stands there twice
    columns["score"] = pa.array(lines["score"].to_numpy(), mask=what != _RESULT)
    for side, name in ((_NS, "ns_award"), (_EW, "ew_award")):
        award = np.full(len(lines), min(AVERAGES), np.int32)
        columns[name] = pa.array(award, mask=(what == _NOTHING) | (what & side == 0))
    columns["outcome"] = np.where(what == _NOTHING, Kind.NOT_PLAYED, NO_CODE).astype(np.uint8)
    codes, refused = normalise(pa.table(columns))
    assert not len(refused)
    found = compare(replace(codes, count=lines["count"].to_numpy()[codes.row].astype(np.int64)), plan)
    told = {name: getattr(found.cells, name) for name in _BY_CELL}
    told |= {name: getattr(found, name) for name in _DATUM}
    worths = {name: values[found.cells.of_row] for name, values in told.items()}
    rows = {name: getattr(found, name) for name in _BY_ROW}
    worths |= {name: values for name, values in rows.items() if values is not None}
    key = {name: lines[name].take(pa.array(codes.row)) for name in _KEY}
    boards = int(np.count_nonzero(np.bincount(found.cells.of_row)))
    sizes = (len(codes.starts) - 1, boards)
    return pa.table(key | worths).replace_schema_metadata(dict(zip(_SIZES, map(str, sizes), strict=True)))


def _worth(codes: Codes, plan: Plan, path: Path) -> Results:
    """The results of rows, with what their lines are worth among those of the whole group.

    The values of the method are not among them, for they want the totals.
    """
    found = _alone(codes, plan)
    lines, of_row = _lines(codes, found)
    worths = {name: column.to_numpy() for name, column in _found(lines, path).to_dict().items()}
    first = np.zeros(len(found.cells), np.int64)
    first[found.cells.of_row] = of_row
    cells = found.cells if not len(codes) else replace(found.cells, **{name: worths[name][first] for name in _BY_CELL})
    known: dict[str, Any] = {name: worths[name][of_row] for name in _BY_ROW if name in worths}
    if len(codes):
        known |= {name: worths[name][first] for name in _DATUM}
    return replace(found, plan=plan, cells=cells, **known)


def _found(lines: pa.Table, path: Path) -> pl.DataFrame:
    """The worths of some lines, in their order."""
    import polars as pl

    own = pl.DataFrame(lines.select(_KEY)).with_row_index("line")
    first, last = pl.lit(own["event"].min(), pl.String), pl.lit(own["event"].max(), pl.String)
    read = pl.scan_parquet(path).filter(pl.col("event").is_between(first, last)).collect()
    found = own.join(read, on=_KEY, how="inner").sort("line")
    if len(found) < len(own):
        raise FormatError(_("its rows are not those that were counted"), path.name)
    return found.drop("line", *_KEY)
