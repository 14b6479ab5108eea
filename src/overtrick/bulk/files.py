"""Which files are those of an archive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from overtrick.bulk.head import head_of
from overtrick.bulk.manifest import HIDDEN
from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["ARROW", "archive_files", "below", "kind_inside", "kind_of", "name_of"]

ARROW = b"ARROW1"
"""How files of Arrow begin, and streams do not."""
_SUFFIXES = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "text",
    ".tsv": "text",
    ".csv.gz": "text",
    ".tsv.gz": "text",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}


def archive_files(source: Path) -> list[Path]:
    """The files of Parquet, text and Arrow in a folder and below it in the order of their names, or the file itself.

    What is hidden, and what other jobs have made there, is no part of it. Raises FormatError where there is none.
    """
    if not source.exists():
        raise FormatError(_("there is no such file"), str(source))
    if not source.is_dir():
        return [source]
    found = sorted(path for path in below(source) if kind_of(path) and path.is_file())
    if not found:
        raise FormatError(_("there is no file of Parquet, CSV or Arrow in this folder"), str(source))
    return found


def below(folder: Path, *above: Path) -> Iterator[Path]:
    """What is no folder in a folder and below it, but for what is hidden and what other jobs have made there.

    A link to a folder that it is in is not followed.
    """
    seen = (*above, folder.resolve())
    for path in folder.iterdir():
        if path.name.startswith("."):
            continue
        if not path.is_dir():
            yield path
        elif not (path / HIDDEN).exists() and path.resolve() not in seen:
            yield from below(path, *seen)


def name_of(path: Path, source: Path) -> str:
    """The name of a file of an archive, with the folders below the archive's own.

    >>> name_of(Path("old/2024/may.csv"), Path("old")), name_of(Path("may.csv"), Path("may.csv"))
    ('2024/may.csv', 'may.csv')
    """
    found = path.name if path == source else path.relative_to(source).as_posix()
    return found.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def kind_of(path: Path) -> str:
    """What a file of an archive is by its name: parquet, text or arrow; nothing where it is none of them.

    >>> kind_of(Path("2026.CSV.gz")), kind_of(Path("a.pbn"))
    ('text', '')
    """
    name = path.name.casefold()
    return next((kind for suffix, kind in _SUFFIXES.items() if name.endswith(suffix)), "")


def kind_inside(path: Path, encoding: str | None = None) -> str:
    """What a file of an archive is by its name, else by what it begins with; a name is not looked behind."""
    kind = kind_of(path)
    if kind or not path.is_file():
        return kind
    try:
        with path.open("rb") as file:
            magic = file.read(len(ARROW))
        if magic.startswith(b"PAR1") or magic == ARROW:
            return "arrow" if magic == ARROW else "parquet"
        return "text" if head_of(path, encoding).of_form else ""
    except (OSError, FormatError):
        return ""
