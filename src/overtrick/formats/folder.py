"""The files of a folder, read within limits: no folder below it, no link, no more than a number of files and bytes."""

from __future__ import annotations

from pathlib import Path

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["MOST_FILES", "folder_files"]

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
