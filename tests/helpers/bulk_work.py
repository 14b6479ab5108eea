"""Pieces of work that engines are tested with; workers import this module, so it must be beside them."""

from __future__ import annotations

import errno
import os
import signal
from pathlib import Path

from overtrick.errors import ConditionsError, FormatError

__all__ = ["double", "fails", "kills_always", "kills_once", "marks"]


def double(part: int) -> int:
    return 2 * part


def fails(part: str) -> str:
    """A part that says how it fails."""
    match part:
        case "bad":
            raise FormatError("no Parquet file", "bad.parquet")
        case "gone":
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "gone.parquet")
        case "memory":
            raise MemoryError
        case "full":
            raise OSError(errno.ENOSPC, "No space left on device", "out.parquet")
        case "conditions":
            raise ConditionsError("no kernel 'x'")
        case "bug":
            raise ZeroDivisionError("of the program")
    return part.upper()


def marks(part: str) -> int:
    """Leaves one byte in a file for each time that it is tried; gives the process it ran in."""
    with Path(part).open("ab") as file:
        file.write(b".")
    return os.getpid()


def kills_once(part: str) -> str:
    """Dies the first time that a part called `...die` is tried."""
    marks(part)
    if part.endswith("die") and Path(part).stat().st_size == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return Path(part).name


def kills_always(part: str) -> str:
    """Dies every time that a part called `...die` is tried."""
    marks(part)
    if part.endswith("die"):
        os.kill(os.getpid(), signal.SIGKILL)
    return Path(part).name
