"""How an archive is cut into parts of whole events, and made ready for them where its events are scattered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from overtrick.bulk.cuts import cut_files, slices
from overtrick.bulk.huge import Piece
from overtrick.bulk.manifest import HIDDEN, digest, done_before, read_json, write_json
from overtrick.bulk.partition import partition
from overtrick.bulk.parts import Part
from overtrick.bulk.reading import Shape
from overtrick.bulk.sources import Listen, Source, restored
from overtrick.bulk.summary import Fault
from overtrick.i18n import gettext as _

__all__ = ["Layout", "parts_left"]

_LARGE = 2  # times the rows of a part: such a run is cut into pieces where boards alone are compared

_Run: TypeAlias = tuple[str, int, int, int, str]
"""Path, first row, count and file of a run of whole events, and what tells it from others."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The files of an archive and how they are cut: into parts of about so many `rows`, for the job called `key`.

    With `pieces` runs of whole events that are much longer are cut further.
    """

    sources: list[Source]
    out: Path
    shape: Shape
    key: str
    rows: int
    pieces: bool
    encoding: str | None

    def parts(self, listen: Listen) -> tuple[list[Part], list[Fault]]:
        """The parts, and the rows that were lost when events were put together; what the parts read is there then."""
        cuts = cut_files([one.runs for one in self.sources], self.rows)
        if cuts is None:
            return self._scattered(listen)
        runs = [
            (
                str(self.sources[file].path),
                first,
                count,
                file,
                digest(self.key, self.sources[file].digest, first, count),
            )
            for file, first, count in cuts
        ]
        parts = list(self._numbered(runs))
        for file in sorted({part.file for part in parts_left(self.out, parts)}):
            restored(self.sources[file], self.encoding)
        return parts, []

    def _scattered(self, listen: Listen) -> tuple[list[Part], list[Fault]]:
        """The parts of the buckets that the rows were put into; these are made where they are wanted."""
        key = digest(self.key, [one.digest for one in self.sources])
        told = self.out / HIDDEN / "buckets.json"
        known = read_json(told)
        if known is None or known["key"] != key or not self._ready(known, key):
            known = self._put_together(key, listen)
            write_json(told, known)
        return self._of_buckets(known, key), [Fault(name, reason, *rows) for name, reason, *rows in known["lost"]]

    def _ready(self, known: dict[str, Any], key: str) -> bool:
        """Whether the buckets of the parts that are left are there."""
        return all(Path(part.path).exists() for part in parts_left(self.out, self._of_buckets(known, key)))

    def _of_buckets(self, known: dict[str, Any], key: str) -> list[Part]:
        folder = self.out / HIDDEN / "buckets"
        runs = [
            (str(folder / name), 0, count, -1, digest(key, number, count))
            for number, (name, count) in enumerate(known["files"])
        ]
        return list(self._numbered(runs))

    def _put_together(self, key: str, listen: Listen) -> dict[str, Any]:
        """Put the rows of all files into buckets of whole events."""
        total = sum(one.rows for one in self.sources)
        for source in self.sources:
            restored(source, self.encoding)
        made, lost = partition(
            [one.path for one in self.sources],
            self.out / HIDDEN / "buckets",
            self.shape,
            max(1, -(-total // self.rows)),
            listen=lambda done: listen(_("put in order"), done, total),
        )
        told = []
        for file, first, count, reason in lost:
            source = self.sources[file]
            told.append([source.name, reason.replace(str(source.path), source.name), first, count])
        return {"key": key, "files": [[path.name, count] for path, count in made], "lost": told}

    def _numbered(self, runs: Iterable[_Run]) -> Iterator[Part]:
        """The parts of some runs; a long one gives pieces of one group."""
        number = 0
        for path, first, count, file, key in runs:
            if not self.pieces or count <= _LARGE * self.rows:
                yield Part(number, path, first, count, file, key)
                number += 1
                continue
            for at, many in slices(first, count, self.rows):
                yield Piece(number, path, at, many, file, digest(key, at), key, at == first)
                number += 1


def parts_left(out: Path, parts: Iterable[Part]) -> list[Part]:
    """The parts that are not done."""
    return [part for part in parts if done_before(out, part.number, part.key) is None]
