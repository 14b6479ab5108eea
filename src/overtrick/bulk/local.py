"""An archive of any size from end to end: files looked through, put in order if need be, cut into parts, scored."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.bulk.attempts import Failed
from overtrick.bulk.engines import run_parts
from overtrick.bulk.files import archive_files, name_of
from overtrick.bulk.huge import Group, Piece, compare_group, count_piece, score_part
from overtrick.bulk.layout import Layout, parts_left
from overtrick.bulk.manifest import HIDDEN, Done, digest, done_before, held, open_folder, write_json
from overtrick.bulk.parts import CHUNK, Job, Part, refused_schema, run_part
from overtrick.bulk.plan import Plan
from overtrick.bulk.reading import shape_of
from overtrick.bulk.sources import Listen, Source, look_through, passed_over
from overtrick.bulk.summary import MISSHAPEN, Fault, Summary, refused_text, summed
from overtrick.bulk.writing import known_ending, write_refused
from overtrick.errors import ConditionsError, FormatError
from overtrick.i18n import gettext as _
from overtrick.version import VERSION

__all__ = ["PART_ROWS", "Fault", "Summary", "refused_text", "score_archive"]

PART_ROWS = 500_000
"""Rows of a part, about: whole events."""

_TOLD = 3  # faults in one message

Run = Callable[[str, Callable[[Any], Any], Sequence[Any]], list[Any]]


def score_archive(
    source: str | Path,
    out: str | Path,
    plan: Plan,
    *,
    engine: str = "local",
    workers: int | None = None,
    cluster: Any = None,
    kernel: str = "auto",
    anew: bool = False,
    boards_only: bool = False,
    listen: Listen | None = None,
    part_rows: int = PART_ROWS,
    chunk: int = CHUNK,
    encoding: str | None = None,
    values: bool = False,
    to: str = "parquet",
) -> Summary:
    """Score an archive of the form: `results/` and `totals/` in parts, `refused.parquet` and `summary.json` in `out`.

    `source` is a file of the form, or a folder of them. Rows stand in the order of the files and of the events in
    them; where events are scattered they are put together first, and stand in the order of their hashes. The bytes are
    the same for every engine, kernel, number of workers and chunk. A job that was stopped goes on where it was.
    `engine`, `workers` and `cluster` are those of `run_parts`; `anew` replaces what another job left in `out`. With
    `boards_only` there are no totals, and the rows of an event need not go into one part: for events of any size.
    `encoding` is the code page of tables of text that do not say, else UTF-8. With `values` the results have what each
    row is worth to each side; `to` is parquet or csv, which all is written as.

    Raises FormatError where nothing can be read or used, InputError for a folder with other things in it or in which
    another job works, OSError for a full disk. A file that cannot be read is a fault in the summary, and the others go
    on.
    """
    started = time.monotonic()
    where, folder = Path(out).resolve(), Path(source).resolve()
    paths = archive_files(folder)
    if boards_only:
        _check_boards_only(plan, values=values)
    key = _job_key(plan, part_rows, boards_only, values, known_ending(to), [name_of(path, folder) for path in paths])
    tell = listen or _nobody
    with held(where):
        open_folder(where, key, anew=anew)
        found, faults = look_through(paths, folder, where, tell, encoding)
        if not found:
            raise FormatError(_some(faults))
        shape = shape_of(one.kinds for one in found)
        names = tuple(one.name for one in found)
        job = Job(str(where), plan, shape, names, kernel, chunk, values, to, totals=not boards_only)
        layout = Layout(found, where, shape, digest(key, shape.columns), part_rows, boards_only, encoding)
        parts, lost = layout.parts(tell)
        run = _runner(tell, engine=engine, workers=workers, cluster=cluster)
        outcomes = _scored(parts, job, run)
        outcomes = _unless_changed(outcomes, parts, found)
        faults += [*lost, *(_fault_of(one, names) for one in outcomes if isinstance(one, Failed))]
        done = [one for one in outcomes if isinstance(one, Done)]
        seconds, others = time.monotonic() - started, passed_over(folder)
        odd = sum(len(one.odd) for one in found)
        summary = summed(done, faults, odd, files=len(found), seconds=seconds, passed_over=others)
        _finish(where, job, found, done, summary)
    if not summary.rows:
        _refuse_nothing(summary, source)
    return summary


def _check_boards_only(plan: Plan, *, values: bool) -> None:
    if plan.of_teams:
        raise ConditionsError(_("method={method} cannot be done board by board").format(method=plan.method))
    if values:
        raise ConditionsError(_("values want the totals, which are not made when boards alone are scored"))


def _some(faults: Sequence[object]) -> str:
    return "; ".join(map(str, faults[:_TOLD]))


def _refuse_nothing(summary: Summary, source: str | Path) -> None:
    """Raise why there is no result, unless there was no row."""
    if summary.faults:
        raise FormatError(_some(summary.faults))
    if summary.refused:
        reasons = "; ".join(f"{refused_text(name)} ({count})" for name, count in summary.refused.items())
        raise FormatError(_("none of the rows could be used: {reasons}").format(reasons=reasons), str(source))


def _job_key(plan: Plan, *rest: object) -> str:
    """What tells a job from others: the version of Overtrick, the conditions, and the rest that is given."""
    version = VERSION
    return digest(version, sorted(plan.conditions.changed().items()), plan.measures, *rest)


def _runner(tell: Listen, **how: Any) -> Run:
    """What runs a piece of work on some parts, and tells how many rows are done."""

    def run(what: str, work: Callable[[Any], Any], parts: Sequence[Any]) -> list[Any]:
        rows = sum(part.rows for part in parts)

        def heard(done: int, total: int) -> None:
            tell(what, rows * done // total, rows)

        return run_parts(work=work, parts=parts, progress=heard, **how)

    return run


def _nobody(_what: str, _done: int, _total: int) -> None:
    """Nobody listens."""


def _scored(parts: Sequence[Part], job: Job, run: Run) -> list[Done | Failed]:
    """What came of all parts, in their order; what was done before is not done again."""
    left = parts_left(Path(job.out), parts)
    failed = [] if job.totals else _compared(parts, left, job, run)
    bad = {one.part.number for one in failed}
    wanted = [part for part in left if part.number not in bad]
    fresh = run(_("results"), partial(run_part if job.totals else score_part, job=job), wanted)
    found = {part.number: outcome for part, outcome in zip(wanted, fresh, strict=True)}
    found |= {one.part.number: one for one in failed}
    for part in parts:
        if part.number not in found:
            found[part.number] = done_before(Path(job.out), part.number, part.key)
    return [found[part.number] for part in parts]


def _unless_changed(
    outcomes: Sequence[Done | Failed], parts: Sequence[Part], found: Sequence[Source]
) -> list[Done | Failed]:
    """The outcomes but those of files that have changed since they were looked through, as the cuts are not theirs."""
    changed = {number: one.name for number, one in enumerate(found) if one.changed}
    if changed:
        changed[-1] = ", ".join(changed.values())  # events that were put together may be of any file
    text = _("{names}: the file has changed while the job was at work; run it again")
    return [
        Failed(part, text.format(names=changed[part.file])) if part.file in changed else outcome
        for part, outcome in zip(parts, outcomes, strict=True)
    ]


def _compared(parts: Sequence[Part], left: Sequence[Part], job: Job, run: Run) -> list[Failed]:
    """See to what the lines of all groups are worth that have pieces left; gives the pieces for which it cannot be."""
    wanted = {part.group for part in left if isinstance(part, Piece)}
    pieces = [part for part in parts if isinstance(part, Piece) and part.group in wanted]
    counted = run(_("scores"), partial(count_piece, job=job), pieces)
    failed = [one for one in counted if isinstance(one, Failed)]
    groups = [
        Group(name, tuple(piece for piece in pieces if piece.group == name))
        for name in sorted(wanted - {one.part.group for one in failed})
    ]
    compared = run(_("boards"), partial(compare_group, job=job), groups)
    failed += [Failed(piece, one.reason) for one in compared if isinstance(one, Failed) for piece in one.part.pieces]
    told, bad = {one.part.number for one in failed}, {one.part.group for one in failed}
    reason = _("other rows of its events cannot be read, so nothing can be compared")
    others = [piece for piece in left if isinstance(piece, Piece) and piece.group in bad and piece.number not in told]
    return [*(one for one in failed if one.part in left), *(Failed(piece, reason) for piece in others)]


def _fault_of(failed: Failed, names: Sequence[str]) -> Fault:
    part: Part = failed.part
    if part.file < 0:
        return Fault(Path(part.path).name, failed.reason)
    name = names[part.file]
    return Fault(name, failed.reason.replace(part.path, name), part.first, part.rows)


def _finish(out: Path, job: Job, found: Sequence[Source], done: Sequence[Done], summary: Summary) -> None:
    """The refused rows in one file, the summary, and no more than needed of what was made on the way."""
    schema = refused_schema(job.shape)
    odd = (_misshapen(one, schema) for one in found if one.odd)
    hidden = (out / where for one in done for where in one.files if "refused" in where)
    refused = chain(odd, (pq.read_table(path, schema=schema) for path in hidden))
    write_refused(refused, schema, out / f"refused.{job.to}")
    for path in out.rglob(".*.draft"):  # of a run that was killed
        path.unlink(missing_ok=True)
    kept = {name for one in done for name in one.files}
    for path in [*out.glob(f"*/part-*.{job.to}"), *out.glob(f"{HIDDEN}/refused-part-*.parquet")]:
        if path.relative_to(out).as_posix() not in kept:
            path.unlink()
    told = asdict(summary)
    told["faults"] = [str(fault) for fault in summary.faults]
    del told["seconds"], told["before"], told["rows_before"]
    write_json(out / "summary.json", told)
    if not summary.faults:
        _tidy(out / HIDDEN, found)


def _tidy(hidden: Path, found: Sequence[Source]) -> None:
    """Take away what nobody reads when all parts are done; from the files themselves it can be made again."""
    shutil.rmtree(hidden / "buckets", ignore_errors=True)
    known = {f"looked-part-{one.digest}.json" for one in found}
    for kind in ("table", "counts", "worths", "looked"):
        for path in hidden.glob(f"{kind}-part-*"):
            if path.name not in known:
                path.unlink(missing_ok=True)


def _misshapen(source: Source, schema: pa.Schema) -> pa.Table:
    """Rows without cells; what stands there is in the column of the event."""
    count = len(source.odd)
    columns: dict[str, Any] = {field.name: pa.nulls(count, field.type) for field in schema}
    columns["file"] = pa.array([source.name] * count, pa.large_string())
    columns["row"] = pa.array([row for row, _text in source.odd], pa.int64())
    columns["reason"] = pa.array([refused_text(MISSHAPEN)] * count, pa.large_string())
    columns["event"] = pa.array([text for _row, text in source.odd], pa.large_string())
    return pa.table(columns, schema)
