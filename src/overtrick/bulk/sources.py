"""The files of an archive looked through: their columns, their events, and Parquet made of what is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import Any, TypeAlias

from overtrick.bulk.cuts import Runs, runs_of
from overtrick.bulk.files import below, kind_inside, kind_of, name_of
from overtrick.bulk.manifest import HIDDEN, digest, digest_of_file, read_json, stamp_of, write_json
from overtrick.bulk.reading import checked, kinds_of, row_groups
from overtrick.bulk.summary import Fault
from overtrick.bulk.text_tables import Misshapen, take_in
from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["Listen", "Source", "look_through", "passed_over", "restored"]

Listen: TypeAlias = Callable[[str, int, int], None]
"""Told what is being done, how many rows of it are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file of an archive that can be read: its name there, itself, and a Parquet file with its rows.

    That is the file itself, or what is made of a table of text or of Arrow. `digest` tells what the file holds, `kinds`
    its columns, `runs` its events, and `odd` its rows with too few or too many cells. `stamp` is its size and time when
    it was looked through.
    """

    name: str
    origin: Path
    path: Path
    digest: str
    stamp: tuple[int, ...]
    kinds: dict[str, str]
    runs: Runs
    rows: int
    odd: list[Misshapen]

    @property
    def changed(self) -> bool:
        """Whether the file is another one now."""
        try:
            return stamp_of(self.origin) != self.stamp
        except OSError:
            return True


def look_through(
    paths: Sequence[Path], folder: Path, out: Path, listen: Listen, encoding: str | None
) -> tuple[list[Source], list[Fault]]:
    """The files that can be read, and why others cannot. What is known of a file from an earlier run is not read."""
    known = read_json(out / HIDDEN / "files.json") or {}
    found: list[Source] = []
    faults: list[Fault] = []
    pool = ThreadPoolExecutor(cpu_count() or 1)
    try:
        looked = pool.map(lambda path: _tried(path, name_of(path, folder), known, out, encoding), paths)
        for number, one in enumerate(looked, 1):
            if isinstance(one, Source):
                found.append(one)
            else:
                faults.append(one)
            listen(_("files"), number, len(paths))
    finally:
        pool.shutdown(cancel_futures=True)
    write_json(out / HIDDEN / "files.json", known)
    return found, faults


def _tried(path: Path, called: str, known: dict[str, Any], out: Path, encoding: str | None) -> Source | Fault:
    taken = path
    try:
        name = digest(checked(path, partial(digest_of_file, path, known)), encoding)
        if kind_inside(path, encoding) in ("text", "arrow"):
            taken = out / HIDDEN / f"table-part-{name}.parquet"
        *stamp, _digest = known[str(path)]
        facts = _looked(path, taken, out / HIDDEN / f"looked-part-{name}.json", encoding)
        return Source(called, path, taken, name, tuple(stamp), **facts)
    except FormatError as fault:
        return Fault(called, str(fault).replace(str(taken), called).replace(str(path), called))


def _looked(path: Path, taken: Path, told: Path, encoding: str | None) -> dict[str, Any]:
    """The facts of a file that are told in another; where they are not yet, they are found out."""
    known: dict[str, Any] | None = read_json(told)
    if known is None:
        odd = [] if taken == path else take_in(path, taken, encoding=encoding)
        kinds, runs = kinds_of(taken), runs_of(taken)
        rows = sum(row_groups(taken)) if runs is None else runs[2]
        known = {"kinds": kinds, "runs": runs, "rows": rows, "odd": odd}
        write_json(told, known)
    known["odd"] = [(row, text) for row, text in known["odd"]]
    return known


def restored(source: Source, encoding: str | None) -> None:
    """Make the Parquet file of a source again if it was taken away."""
    if not source.path.exists():
        take_in(source.origin, source.path, encoding=encoding)


def passed_over(folder: Path) -> tuple[str, ...]:
    """The names of the files in a folder and below it that are no tables."""
    if not folder.is_dir():
        return ()
    others = (path for path in below(folder) if not kind_of(path) or not path.is_file())
    return tuple(sorted(name_of(path, folder) for path in others))
