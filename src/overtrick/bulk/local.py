"""An archive of any size from end to end: files looked through, put in order if need be, cut into parts, scored."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.bulk.attempts import Failed
from overtrick.bulk.engines import run_parts
from overtrick.bulk.files import archive_files, kind_of, name_of
from overtrick.bulk.form import Reason, reason_text
from overtrick.bulk.huge import Cell, Worths, count_part, merged, score_part, worths_of
from overtrick.bulk.manifest import HIDDEN, Done, digest, digest_of_file, open_folder, read_json, write_json
from overtrick.bulk.partition import event_runs, partition
from overtrick.bulk.parts import CHUNK, Job, Part, refused_schema, run_part
from overtrick.bulk.plan import Plan
from overtrick.bulk.reading import Shape, checked, kinds_of, row_groups, shape_of
from overtrick.bulk.text_tables import Misshapen, take_in
from overtrick.bulk.writing import known_ending, write_refused
from overtrick.errors import ConditionsError, FormatError
from overtrick.i18n import gettext as _
from overtrick.version import VERSION

__all__ = ["PART_ROWS", "Fault", "Summary", "refused_text", "score_archive"]

PART_ROWS = 500_000
"""Rows of a part, about: whole events."""

Run = Callable[[str, Callable[[Part], Any]], list[Any]]
Listen = Callable[[str, int, int], None]
"""Told what is being done, how many rows of it are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A file, or a run of rows of it, that gave nothing, and why."""

    file: str
    reason: str
    first: int = 0
    rows: int | None = None

    def __str__(self) -> str:
        if self.rows is None or self.reason.startswith(self.file):
            return self.reason if self.reason.startswith(self.file) else f"{self.file}: {self.reason}"
        return _("{file}, rows {first} to {last}: {reason}").format(
            file=self.file, first=self.first, last=self.first + self.rows - 1, reason=self.reason
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of an archive: counts, refused rows by reason, and what could not be read at all."""

    files: int
    parts: int
    before: int
    events: int
    boards: int
    rows: int
    contestants: int
    refused: dict[str, int]
    faults: tuple[Fault, ...]
    seconds: float
    rows_before: int = 0

    @property
    def rate(self) -> float:
        """Results a second in this run; those done before are not among them."""
        return (self.rows - self.rows_before) / self.seconds if self.seconds else 0.0


_Runs = tuple[list[str], list[int], int] | None
"""The events of a file, where each starts, and the number of rows; None where the rows of one do not stand together."""


@dataclass(slots=True)
class _Found:
    """The files of an archive that can be read, as Parquet, with what came out on the way."""

    names: list[str] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    kinds: list[dict[str, str]] = field(default_factory=list)
    runs: list[_Runs] = field(default_factory=list)
    misshapen: dict[str, list[Misshapen]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


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

    With `values` the results have what each row is worth to each side; `to` is parquet or csv, which all is written as.

    `source` is a Parquet or CSV file, or a folder of them. Rows stand in the order of the files and of the events in
    them; where events are scattered they are put together first, and stand in the order of their hashes. The bytes are
    the same for every engine, kernel, number of workers and chunk. A job that was stopped goes on where it was.
    `engine`, `workers` and `cluster` are those of `run_parts`; `anew` replaces what another job left in `out`. With
    `boards_only` there are no totals, and the rows of a board need not go into one part: for events of any size.
    `encoding` is the code page of tables of text that do not say, else UTF-8.

    Raises FormatError where nothing can be read, InputError for a folder with other things in it, OSError for a full
    disk. A file that cannot be read is a fault in the summary, and the others go on.
    """
    started = time.monotonic()
    where, paths = Path(out).resolve(), archive_files(Path(source).resolve())
    if values and boards_only:
        raise ConditionsError(_("values want the totals, which are not made when boards alone are scored"))
    names = [name_of(path, Path(source).resolve()) for path in paths]
    known = _job_key(plan, part_rows, boards_only, values, known_ending(to), names)
    open_folder(where, known, anew=anew)
    tell = listen or _nobody
    found = _look_through(paths, Path(source).resolve(), where, tell, encoding)
    if not found.paths:
        raise FormatError("; ".join(map(str, found.faults[:3])))
    shape = shape_of(found.kinds)
    job = Job(str(where), plan, shape, tuple(found.names), kernel, chunk, values, to)
    key = digest(known, shape.columns)
    parts = _slices(found, key, part_rows) if boards_only else _parts(found, where, shape, key, part_rows, tell)
    run = _runner(parts, tell, engine=engine, workers=workers, cluster=cluster)
    counted = _counted(job, found, run) if boards_only else None
    work = partial(run_part, job=job) if counted is None else partial(score_part, job=job, worths=counted)
    outcomes = run(_("results"), work)
    faults = [*found.faults, *(_fault_of(one, found) for one in outcomes if isinstance(one, Failed))]
    done = [one for one in outcomes if isinstance(one, Done)]
    summary = _summed(done, found, faults, time.monotonic() - started)
    if counted is not None:
        summary = replace(summary, events=len({cell[0] for cell in counted}), boards=len(counted))
    _finish(where, job, found, done, summary)
    return summary


def _job_key(plan: Plan, *rest: object) -> str:
    """What tells a job from others: the version of Overtrick, the conditions, and the rest that is given."""
    version = VERSION
    return digest(version, sorted(plan.conditions.changed().items()), plan.measures, *rest)


def _runner(parts: list[Part], tell: Listen, **how: Any) -> Run:
    """What runs a piece of work on all parts, and tells how many rows are done."""
    rows = sum(part.rows for part in parts)

    def run(what: str, work: Callable[[Part], Any]) -> list[Any]:
        def heard(done: int, total: int) -> None:
            tell(what, rows * done // total, rows)

        return run_parts(work=work, parts=parts, progress=heard, **how)

    return run


def _counted(job: Job, found: _Found, run: Run) -> dict[Cell, Worths]:
    """What each score of each board is worth. A part that cannot be counted would falsify all others."""
    counted = run(_("scores"), partial(count_part, job=job))
    bad = [_fault_of(one, found) for one in counted if isinstance(one, Failed)]
    if bad:
        raise FormatError("; ".join(map(str, bad[:3])))
    return worths_of(merged(counted), job.plan)


def _slices(found: _Found, job: str, rows: int) -> list[Part]:
    """Runs of so many rows of the files, wherever events begin."""
    key = digest(job, found.digests)
    cuts = [
        (file, first, min(rows, total - first))
        for file, path in enumerate(found.paths)
        for total in [sum(row_groups(path))]
        for first in range(0, total, rows)
    ]
    return [
        Part(number, str(found.paths[file]), first, count, file, digest(key, number))
        for number, (file, first, count) in enumerate(cuts)
    ]


def _nobody(_what: str, _done: int, _total: int) -> None:
    """Nobody listens."""


def _look_through(paths: Iterable[Path], source: Path, out: Path, tell: Listen, encoding: str | None) -> _Found:
    """Every file's columns and digest; tables of text become Parquet."""
    known = read_json(out / HIDDEN / "files.json") or {}
    found = _Found()
    paths = list(paths)
    for number, path in enumerate(paths):
        taken, called = path, name_of(path, source)
        try:
            name = digest(checked(path, partial(digest_of_file, path, known)), encoding)
            taken, bad = _as_parquet(path, name, out, encoding)
            kinds, runs = kinds_of(taken), _runs(taken)
        except FormatError as fault:
            reason = str(fault).replace(str(taken), called).replace(str(path), called)
            found.faults.append(Fault(called, reason))
            continue
        if bad:
            found.misshapen[called] = bad
        found.names.append(called)
        found.paths.append(taken)
        found.digests.append(name)
        found.kinds.append(kinds)
        found.runs.append(runs)
        tell(_("files"), number + 1, len(paths))
    write_json(out / HIDDEN / "files.json", known)
    return found


def _as_parquet(path: Path, name: str, out: Path, encoding: str | None) -> tuple[Path, list[Misshapen]]:
    """The file itself, or what was made of a table of text or of Arrow, now or in an earlier run; its odd rows."""
    if kind_of(path) not in ("text", "arrow"):
        return path, []
    taken, told = out / HIDDEN / f"table-part-{name}.parquet", out / HIDDEN / f"table-part-{name}.json"
    bad = read_json(told)
    if bad is None or not taken.exists():
        bad = take_in(path, taken, encoding=encoding)
        write_json(told, bad)
    return taken, [(row, text) for row, text in bad]


def _parts(found: _Found, out: Path, shape: Shape, job: str, rows: int, tell: Listen) -> list[Part]:
    """The parts of files whose events stand together, else those of the buckets that they were put into."""
    cuts = _cuts(found, rows)
    if cuts is not None:
        return [
            Part(number, str(found.paths[file]), first, count, file, digest(job, found.digests[file], first, count))
            for number, (file, first, count) in enumerate(cuts)
        ]
    key = digest(job, found.digests)
    folder, told = out / HIDDEN / "buckets", out / HIDDEN / "buckets.json"
    known = read_json(told)
    if known is None or known["key"] != key or not all(Path(path).exists() for path, _count in known["files"]):
        total = sum(sum(row_groups(path)) for path in found.paths)
        made = partition(
            found.paths,
            folder,
            shape,
            max(1, -(-total // rows)),
            listen=lambda done: tell(_("put in order"), done, total),
        )
        known = {"key": key, "files": [[str(path), count] for path, count in made]}
        write_json(told, known)
    return [
        Part(number, path, 0, count, -1, digest(key, number, count))
        for number, (path, count) in enumerate(known["files"])
    ]


def _cuts(found: _Found, rows: int) -> list[tuple[int, int, int]] | None:
    """File, first row and count of each part; None where the rows of an event do not stand together."""
    seen: set[str] = set()
    cuts: list[tuple[int, int, int]] = []
    for file, runs in enumerate(found.runs):
        if runs is None or not seen.isdisjoint(runs[0]):
            return None
        seen.update(runs[0])
        cuts += [(file, first, count) for first, count in _cut([*runs[1], runs[2]], rows)]
    return cuts


def _runs(path: Path) -> _Runs:
    """Where the events of a file start. Rows that tell no event go with the one before."""
    total = sum(row_groups(path))
    starts: dict[str, int] = {}
    current: str | None = None
    for keys, heads in event_runs(path):
        for key, head in zip(keys, heads, strict=True):
            if key is None or key == current:
                continue
            if key in starts:
                return None
            starts[key] = head
            current = key
    firsts = list(starts.values())
    return list(starts), [0, *firsts[1:]] if total else [], total


def _cut(starts: list[int], rows: int) -> list[tuple[int, int]]:
    """Runs of whole events with up to so many rows, or of one event; the last of the starts is the end.

    >>> _cut([0, 3, 5, 20, 22], 6)
    [(0, 5), (5, 15), (20, 2)]
    """
    cuts: list[tuple[int, int]] = []
    first = starts[0]
    for before, start in pairwise(starts):
        if start - first > rows and before > first:
            cuts.append((first, before - first))
            first = before
    if starts[-1] > first:
        cuts.append((first, starts[-1] - first))
    return cuts


def _fault_of(failed: Failed, found: _Found) -> Fault:
    part: Part = failed.part
    if part.file < 0:
        return Fault(Path(part.path).name, failed.reason)
    name = found.names[part.file]
    return Fault(name, failed.reason.replace(part.path, name), part.first, part.rows)


def _summed(done: list[Done], found: _Found, faults: list[Fault], seconds: float) -> Summary:
    refused = Counter({"MISSHAPEN": sum(map(len, found.misshapen.values()))} if found.misshapen else {})
    for one in done:
        refused.update(one.refused)
    return Summary(
        len(found.paths),
        len(done),
        sum(one.before for one in done),
        sum(one.events for one in done),
        sum(one.boards for one in done),
        sum(one.rows for one in done),
        sum(one.contestants for one in done),
        {name: refused[name] for name in sorted(refused)},
        tuple(faults),
        seconds,
        sum(one.rows for one in done if one.before),
    )


def refused_text(name: str) -> str:
    """Why rows are refused, by the name of the reason.

    >>> refused_text("CONTRACT")
    'this is not a contract'
    """
    return _("too few or too many cells") if name == "MISSHAPEN" else reason_text(Reason[name])


def _finish(out: Path, job: Job, found: _Found, done: list[Done], summary: Summary) -> None:
    """The refused rows in one file, the summary, and no more than needed of what was made on the way."""
    schema = refused_schema(job.shape)
    odd = (_misshapen(name, bad, schema) for name, bad in found.misshapen.items())
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
        shutil.rmtree(out / HIDDEN / "buckets", ignore_errors=True)


def _misshapen(name: str, bad: list[Misshapen], schema: pa.Schema) -> pa.Table:
    """Rows without cells; what stands there is in the column of the event."""
    columns: dict[str, Any] = {field.name: pa.nulls(len(bad), field.type) for field in schema}
    columns["file"] = pa.array([name] * len(bad), pa.large_string())
    columns["row"] = pa.array([row for row, _text in bad], pa.int64())
    columns["reason"] = pa.array([refused_text("MISSHAPEN")] * len(bad), pa.large_string())
    columns["event"] = pa.array([text for _row, text in bad], pa.large_string())
    return pa.table(columns, schema)
