"""Files read within limits, and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["LARGEST", "file_bytes", "too_large", "write_parts", "write_whole"]

LARGEST = 64 * 1024 * 1024
"""Bytes that a file may have, unless the caller allows more."""


def file_bytes(path: str | Path, largest: int = LARGEST) -> bytes:
    """The bytes of a file. Raises FormatError for one that is missing, not to be opened, or too large."""
    name = str(path)
    try:
        size = Path(path).stat().st_size
        if size > largest:
            raise FormatError(too_large(size, largest), name)
        with Path(path).open("rb") as file:
            data = file.read(largest + 1)  # a pipe and a device do not say how much they have
    except FileNotFoundError:
        raise FormatError(_("there is no such file"), name) from None
    except IsADirectoryError:
        raise FormatError(_("this is a directory; a file is wanted"), name) from None
    except (OSError, ValueError) as fault:
        if isinstance(fault, FormatError):
            raise
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise FormatError(_("the file cannot be read: {reason}").format(reason=reason), name) from None
    if len(data) > largest:
        raise FormatError(
            _("the file has more than {largest} bytes, and they are not read").format(largest=largest), name
        )
    return data


def too_large(size: int, largest: int) -> str:
    """What is said of a file that is too large.

    >>> too_large(9, 5)
    'the file has 9 bytes; up to 5 are read'
    """
    return _("the file has {size} bytes; up to {largest} are read").format(size=size, largest=largest)


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file; an old one of that name stands until the new one is whole and on the disk. Text is UTF-8.

    Raises FormatError where it cannot be written.

    >>> folder = Path(tempfile.mkdtemp())
    >>> write_whole(folder / "sheet.txt", "2H We =")
    >>> [(file.name, file.read_text(encoding="utf-8")) for file in folder.iterdir()]
    [('sheet.txt', '2H We =')]
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        _replace(Path(path).resolve(), (data,))  # a link to the file stays a link
    except (OSError, RuntimeError, ValueError) as fault:  # RuntimeError: links that lead to one another
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise FormatError(_("the file cannot be written: {reason}").format(reason=reason), str(path)) from None


def write_parts(path: str | Path, parts: Iterable[bytes]) -> None:
    """Write a file part by part, as `write_whole` does: what fails on the way leaves the old one.

    Raises FormatError where it cannot be written.
    """
    try:
        _replace(Path(path).resolve(), parts)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise FormatError(_("the file cannot be written: {reason}").format(reason=reason), str(path)) from None


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    if path.exists() and not path.is_file():  # a device or a pipe has no whole file to put in its place
        with path.open("wb") as target:
            target.writelines(parts)
        return
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(draft, mode)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
