"""The unit of work of every engine: a run of whole events of a Parquet file to a file of results and one of totals."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from overtrick.bulk.codes import Codes, Refused
from overtrick.bulk.exact import value_columns
from overtrick.bulk.form import Reason, reason_text
from overtrick.bulk.intake import normalise
from overtrick.bulk.manifest import HIDDEN, Done, done_before, write_record
from overtrick.bulk.plan import Plan
from overtrick.bulk.reading import FILE, ROW, Shape, read_rows, shaped
from overtrick.bulk.results import OUTCOMES
from overtrick.bulk.scoring import compare, odd_scores
from overtrick.bulk.teams import alone
from overtrick.bulk.totals import totals_of
from overtrick.bulk.work import Buffers
from overtrick.bulk.writing import write_table

__all__ = [
    "CHUNK",
    "Job",
    "Part",
    "finish_part",
    "refused_schema",
    "refused_table",
    "results_table",
    "run_part",
    "table_of_part",
]

CHUNK = 250_000
"""Rows of whole events that are scored at a time: what is made in between stays in the cache."""

_own = threading.local()


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all parts: where to, under what plan, with which columns, from which files.

    With `values` the results have what each row is worth to a side, and `to` is the ending of what is written.
    Without `totals` boards alone are compared.

    It can be sent to other processes and machines that see the same folders.
    """

    out: str
    plan: Plan
    shape: Shape
    files: tuple[str, ...]
    kernel: str = "auto"
    chunk: int = CHUNK
    values: bool = False
    to: str = "parquet"
    totals: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """A run of rows of a Parquet file, whole events, from the row `first` on.

    `file` is the place in the job's files that the rows came from (-1: a column of the part tells it), and `key` tells
    whether the part is the same as one of an earlier run.
    """

    number: int
    path: str
    first: int
    rows: int
    file: int
    key: str


def run_part(part: Part, job: Job) -> Done:
    """Score a part and write what came of it, whole or not at all; one that was done before is not done again.

    Raises FormatError for a part that cannot be read, OSError for a disk that is full. Doing it twice is the same as
    doing it once, in whatever process and with whatever chunks and kernel: the same bytes are written.
    """
    out = Path(job.out)
    known = done_before(out, part.number, part.key)
    if known is not None:
        return known
    table = table_of_part(part, job)
    codes, refused = normalise(table.select(job.shape.names))
    results, totals, boards, odd = _scored(codes, job)
    made = {"results": results_table(results, codes, table, part, job)}
    if totals is not None:
        made["totals"] = _totals(totals, job.shape)
    many = 0 if totals is None else len(totals)
    lonely = alone(codes) if job.plan.of_teams else 0
    done = Done(part.number, part.key, len(codes.starts) - 1, boards, len(codes), many, {}, {}, lonely, odd)
    return finish_part(done, job, made, refused_table(refused, table, part, job), refused)


def finish_part(done: Done, job: Job, made: dict[str, pa.Table], odd: pa.Table, refused: Refused) -> Done:
    """Write the tables of a part, by the names of their folders, and its refused rows; then say that it is done."""
    out, name = Path(job.out), f"part-{done.number:05}"
    named = {f"{folder}/{name}.{job.to}": table for folder, table in made.items()}
    if len(odd):
        named[f"{HIDDEN}/refused-{name}.parquet"] = odd
    words = {"outcome": OUTCOMES, "file": job.files}
    sizes = {where: write_table(table, out / where, words) for where, table in named.items()}
    many = np.bincount(refused.reason, minlength=len(Reason))
    reasons = {Reason(code).name: int(many[code]) for code in np.flatnonzero(many).tolist()}
    done = replace(done, refused=reasons, files=sizes)
    write_record(out, done)
    pa.default_memory_pool().release_unused()
    return done


def table_of_part(part: Part, job: Job) -> pa.Table:
    """The rows of a part with the columns of the job. Raises FormatError where they cannot be read."""
    return shaped(read_rows(Path(part.path), part.first, part.rows, (*job.shape.names, FILE, ROW)), job.shape)


def _scored(codes: Codes, job: Job) -> tuple[pa.Table, pa.Table | None, int, int]:
    """Results and totals of all chunks, how many boards there are, and odd scores. Buffers stay for the next part."""
    cuts = codes.cut(job.chunk) or [(0, 0)]
    buffers: list[Buffers] = _own.__dict__.setdefault("buffers", [])
    buffers.extend(Buffers() for _cut in cuts[len(buffers) :])
    results, totals, boards, odd = [], [], 0, 0
    for (first, last), store in zip(cuts, buffers, strict=False):
        lines = compare(codes.part(first, last), job.plan, kernel=job.kernel, buffers=store)
        table = lines.table(kept=False)
        if job.totals:
            sums = totals_of(lines, kernel=job.kernel)
            for name, column in (value_columns(lines, sums) if job.values else {}).items():
                table = table.append_column(name, column)
            totals.append(sums.table())
        results.append(table)
        odd += odd_scores(lines)
        boards += int(np.count_nonzero(np.bincount(lines.cells.of_row)))
    return pa.concat_tables(results), pa.concat_tables(totals) if totals else None, boards, odd


def results_table(results: pa.Table, codes: Codes, table: pa.Table, part: Part, job: Job) -> pa.Table:
    """The results with what tells the row: its file where there are several, its number there, its columns."""
    columns: dict[str, Any] = {}
    if len(job.files) > 1:
        columns["file"] = _file_codes(codes.row, table, part)
    columns["row"] = _row_numbers(codes.row, table, part)
    for name, column in (codes.kept or {}).items():
        columns[name] = pa.array(codes.board) if name == "board" else _as_told(column, job.shape, name)
    columns["outcome"] = pa.array(codes.kind)
    columns |= {name: results[name] for name in results.column_names if name != "row"}
    return pa.table(columns)


def _as_told(column: pa.Array, shape: Shape, name: str) -> pa.Array:
    """A column of the kind that the shape tells, text as plain text."""
    kind = shape.kind(name)
    if pa.types.is_string(kind):
        return _text(column)
    if pa.types.is_floating(column.type):
        column = column.cast(pa.float64())
        column = pc.if_else(pc.is_nan(column), None, column)
    return column if column.type == kind else column.cast(kind)


def _text(column: Any) -> Any:
    """A column or an array as plain text."""
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array([_text(chunk) for chunk in column.chunks], pa.large_string())
    if pa.types.is_dictionary(column.type):
        column = column.dictionary.take(column.indices)
    return column.cast(pa.large_string())


def _file_codes(rows: Any, table: pa.Table, part: Part) -> pa.Array:
    """The place of each row's file among the job's."""
    if FILE not in table.column_names:
        return pa.array(np.full(len(rows), part.file, np.int32))
    return table[FILE].combine_chunks().take(pa.array(rows))


def _row_numbers(rows: Any, table: pa.Table, part: Part) -> pa.Array:
    if ROW in table.column_names:
        return table[ROW].combine_chunks().take(pa.array(rows))
    return pa.array(rows + part.first)


def _totals(totals: pa.Table, shape: Shape) -> pa.Table:
    """The totals with events and contestants of the same kind in every part."""
    both = {shape.kind(name) for name in ("ns", "ew")}
    numbers = all(pa.types.is_integer(kind) for kind in both)
    event, who = _as_told(totals["event"], shape, "event"), totals["contestant"]
    who = who.cast(pa.int64()) if numbers else _text(who)
    return totals.set_column(0, "event", event).set_column(totals.column_names.index("contestant"), "contestant", who)


def refused_schema(shape: Shape) -> pa.Schema:
    """The columns of refused rows: file, row, reason, and what stands there as text."""
    told = [(name, pa.large_string()) for name in shape.names]
    return pa.schema([("file", pa.large_string()), ("row", pa.int64()), ("reason", pa.large_string()), *told])


def refused_table(refused: Refused, table: pa.Table, part: Part, job: Job) -> pa.Table:
    """The refused rows of a part, as `refused_schema` has them."""
    words = pa.array([reason_text(code) for code in range(len(Reason))], pa.large_string())
    there = table.take(pa.array(refused.row))
    columns: dict[str, Any] = {
        "file": pa.array(job.files, pa.large_string()).take(_file_codes(refused.row, table, part)),
        "row": _row_numbers(refused.row, table, part),
        "reason": words.take(pa.array(refused.reason)),
    }
    return pa.table(columns | _text_rows(there, job.shape), refused_schema(job.shape))


def _text_rows(there: pa.Table, shape: Shape) -> dict[str, pa.ChunkedArray]:
    """The columns of the shape as text."""
    return {name: _text(there[name]) for name in shape.names}
