"""A small site to pin on the wall, put on the web or open from a stick: ranking, boards, score cards; no script."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.model.standing import Standing
from overtrick.report.filenames import FileNames
from overtrick.report.pages import board_page, index_page, pair_page
from overtrick.report.style import STYLE

__all__ = ["pages", "site"]


def pages(standing: Standing) -> Iterable[tuple[str, str]]:
    """Every file of the site, name and text, one after the other, in the language in force."""
    names = FileNames(standing)
    yield "style.css", STYLE
    yield "index.html", index_page(standing, names)
    for index, result in enumerate(standing.boards):
        yield names.board_of(result), board_page(standing, names, index)
    for place in standing.places:
        yield names.pair(place), pair_page(standing, names, place)


def site(standing: Standing, directory: Path) -> tuple[Path, ...]:
    """Write the site and tell which files were written, `index.html` second.

    Each file is complete or not there: it is written beside its place and then moved. Raises InputError where
    the directory cannot be made or written.
    """
    directory = Path(directory)
    if directory.exists() and not directory.is_dir():
        raise InputError(_("{path} is a file; a directory is wanted for the pages").format(path=directory))
    written = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, content in pages(standing):
            written.append(_write(directory / name, content))
    except OSError as fault:
        raise InputError(
            _("the pages cannot be written to {path}: {reason}").format(path=directory, reason=fault.strerror or fault)
        ) from None
    return tuple(written)


def _write(path: Path, content: str) -> Path:
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        draft.write_text(content, encoding="utf-8", newline="\n")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path
