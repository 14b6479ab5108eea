"""The files of a folder, read within limits: no folder below it, no link, no more than a number of files and bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft
from overtrick.formats.text import Decoded, decode
from overtrick.i18n import gettext as _
from overtrick.model.reading import Severity

__all__ = ["MOST_FILES", "decode_page", "folder_files", "known_pages"]

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_-]{1,40})", re.IGNORECASE)
MOST_FILES = 2000
"""Files that a folder may have; an event of 100 boards has some three hundred."""


def folder_files(path: Path, largest: int) -> dict[str, bytes]:
    """The bytes of the files of a folder by name, hidden ones left out.

    Raises FormatError where there are too many files, more than `largest` bytes in all, or one cannot be read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.txt").write_bytes(b"x")
    ...     folder_files(Path(folder), 10)
    {'a.txt': b'x'}
    """
    files: dict[str, bytes] = {}
    room = largest
    try:
        for one in sorted(path.iterdir()):
            if one.name.startswith(".") or one.is_symlink() or not one.is_file():
                continue
            if len(files) == MOST_FILES:
                raise FormatError(_("the folder has more than {most} files").format(most=MOST_FILES), str(path))
            room -= one.stat().st_size
            if room < 0:
                raise FormatError(
                    _("the files of the folder have more than {largest} bytes").format(largest=largest), str(path)
                )
            files[one.name] = one.read_bytes()
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise FormatError(_("the folder cannot be read: {reason}").format(reason=reason), str(path)) from None
    return files


def decode_page(data: bytes, encoding: str | None, code_page: str) -> Decoded:
    r"""The text of a page: by the code page stated, else by that which it names, else by that of its program.

    >>> decode_page(b"\xa3\xf3d\xbc", None, "iso8859-2").text
    'Łódź'
    """
    declared = _CHARSET.search(data[:4000])
    return decode(data, encoding=encoding or (declared[1].decode("ascii") if declared else code_page))


def known_pages(
    files: Mapping[str, bytes], page: Callable[[bytes], Decoded], sniff: Callable[[str], bool], draft: Draft, other: str
) -> dict[str, Decoded]:
    """The pages of a program among some files, by name; of the rest the draft is told why they are left out.

    >>> draft = Draft()
    >>> known_pages({"notes.txt": b"x"}, decode, lambda text: "<table" in text, draft, "no page"), len(draft.problems)
    ({}, 1)
    """
    known: dict[str, Decoded] = {}
    for name in sorted(files):
        try:
            decoded = page(files[name])
        except FormatError as fault:
            draft.note(name, Severity.NOTE, str(fault))
            continue
        if sniff(decoded.text):
            known[name] = decoded
        else:
            draft.note(name, Severity.NOTE, other)
    return known
