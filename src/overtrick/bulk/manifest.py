"""What of a job is done: records beside the results, by which a job goes on where it stopped.

A part is done when its record is there and the files have the sizes that it tells. Files get their names only when they
are whole, and the record comes last.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import Any
from uuid import uuid4

from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = [
    "ARCHIVE",
    "HIDDEN",
    "Done",
    "digest",
    "digest_of_file",
    "done_before",
    "held",
    "named",
    "open_folder",
    "read_json",
    "replaced",
    "stamp_of",
    "write_json",
    "write_record",
]

HIDDEN = ".job"
"""The folder of the records, beside the results."""

ARCHIVE = "archive"
"""What may be there before a job begins: the folder of an archive made from files of other formats."""

_OWN = ("results", "totals", HIDDEN)
_FILES = ("refused.parquet", "refused.csv", "summary.json")


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a part: events, boards, rows scored, contestants, and rows refused by the name of their reason.

    `files` are the sizes of what was written, by name under the folder of the job; `alone` is how many results of teams
    have no other table to be compared with, `odd` how many scores do not follow.
    """

    number: int
    key: str
    events: int
    boards: int
    rows: int
    contestants: int
    refused: dict[str, int]
    files: dict[str, int]
    alone: int = 0
    odd: int = 0
    before: bool = False


def digest(*parts: object) -> str:
    """A short name for things that tell themselves apart as text.

    >>> digest("a", 1) == digest("a", 1), digest("a", 1) == digest("a", 2)
    (True, False)
    """
    return blake2b(json.dumps([str(part) for part in parts]).encode(), digest_size=16).hexdigest()


def stamp_of(path: Path) -> tuple[int, ...]:
    """What is another when a file is: its size, and the times when it and its place on the disk were last changed."""
    about = path.stat()
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns


def digest_of_file(path: Path, known: dict[str, Any]) -> str:
    """The digest of what a file holds; one that has the same stamp as before in `known` is not read again."""
    stamp = stamp_of(path)
    seen = known.get(str(path))
    if seen is not None and tuple(seen[:-1]) == stamp:
        return str(seen[-1])
    with path.open("rb") as file:
        found = file_digest(file, lambda: blake2b(digest_size=16)).hexdigest()
    known[str(path)] = [*stamp, found]
    return found


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Give faults of writing the name of the file, where the library that writes does not tell it."""
    try:
        yield
    except OSError as fault:
        if fault.filename is not None:
            raise
        full = "No space left" in str(fault)
        code = errno.ENOSPC if full else fault.errno or errno.EIO
        raise OSError(code, os.strerror(code) if full else str(fault)[:200], str(path)) from None


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A name to write a file under; it gets its own name when all went well, and is taken away otherwise.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with replaced(folder / "a.txt") as draft:
    ...     _ = draft.write_text("whole")
    >>> [file.name for file in folder.iterdir()]
    ['a.txt']
    """
    draft = path.with_name(f".{path.name}.{uuid4().hex}.draft")
    try:
        with named(path):
            yield draft
            with draft.open("rb+") as file:
                os.fsync(file.fileno())
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON, whole or not at all."""
    text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    with replaced(path) as draft:
        draft.write_text(text, encoding="utf-8", errors="surrogateescape")  # names of files may be no UTF-8


def read_json(path: Path) -> Any:
    """The value of a JSON file; None where there is none, or half a one."""
    try:
        return json.loads(path.read_text(encoding="utf-8", errors="surrogateescape"))
    except (OSError, ValueError):
        return None


def write_record(out: Path, done: Done) -> None:
    """Say that a part is done."""
    told = asdict(done)
    del told["before"]
    write_json(out / HIDDEN / f"part-{done.number:05}.json", told)


def done_before(out: Path, number: int, key: str) -> Done | None:
    """What is told of a part that was done before, from the same rows under the same conditions; None if it was not."""
    told = read_json(out / HIDDEN / f"part-{number:05}.json")
    if not isinstance(told, dict) or told.get("key") != key:
        return None
    try:
        found = Done(**told, before=True)
        whole = all((out / name).stat().st_size == size for name, size in found.files.items())
    except (OSError, TypeError, AttributeError):
        return None
    return found if whole else None


def open_folder(out: Path, job: str, *, anew: bool = False) -> None:
    """Make the folders of a job, or find them as an earlier run of the same job left them.

    Raises InputError where something else is there; with `anew` what another job left is taken away.
    """
    _refuse_foreign(out)
    known = read_json(out / HIDDEN / "job.json")
    if known is not None and (anew or known != {"job": job}):
        if not anew:
            raise InputError(
                _("{path} holds what another job gave; give another folder, or --anew to replace it").format(path=out)
            )
        _clear(out)
    for name in _OWN:
        (out / name).mkdir(parents=True, exist_ok=True)
    write_json(out / HIDDEN / "job.json", {"job": job})


@contextmanager
def held(out: Path) -> Iterator[None]:
    """Keep the folder of a job for oneself; the lock goes with the process, however that ends.

    Raises InputError where another job works in it or something else is there.
    """
    _refuse_foreign(out)
    (out / HIDDEN).mkdir(parents=True, exist_ok=True)
    with (out / HIDDEN / "lock").open("wb") as file:
        if not _locked(file.fileno()):
            raise InputError(_("another job is working in {path}").format(path=out))
        yield


def _locked(file: int) -> bool:
    """Lock a file until it is closed; False where somebody else has. Where there are no locks nobody is kept out."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        return fault.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
    return True


def _refuse_foreign(out: Path) -> None:
    """Raise InputError for a folder with things that no job left."""
    if not out.is_dir() or read_json(out / HIDDEN / "job.json") is not None:
        return
    own = {ARCHIVE, *(_OWN if (out / HIDDEN).is_dir() else ())}
    if any(path.name not in own for path in out.iterdir()):
        raise InputError(_("{path} holds other files; a new or an empty folder is wanted").format(path=out))


def _clear(out: Path) -> None:
    """Take away what a job left, and nothing else."""
    import shutil

    shutil.rmtree(out / HIDDEN / "buckets", ignore_errors=True)
    (out / HIDDEN / "files.json").unlink(missing_ok=True)
    for name in _OWN:
        for path in (out / name).glob("*part-*"):
            path.unlink(missing_ok=True)
    for name in _FILES:
        (out / name).unlink(missing_ok=True)
