"""What can go wrong, by who can put it right.

* OvertrickError
  x InputError (ValueError)       the person typing, or the file
    + NotationError               text that is not a result; knows the position
    + FormatError                 a file that cannot be read; knows the path and the line
  x ConditionsError (ValueError)  the organiser: no such method, scale, law code or setting
  x RecordError (ValueError)      the scorer: facts that contradict one another
  x MissingExtra (ImportError)    the installer: an optional part is not installed
"""

from __future__ import annotations

__all__ = [
    "ConditionsError",
    "FormatError",
    "InputError",
    "MissingExtra",
    "NotationError",
    "OvertrickError",
    "RecordError",
]


class OvertrickError(Exception):
    """Any fault that Overtrick reports in words."""


class InputError(OvertrickError, ValueError):
    """What was typed or read cannot be understood."""


class NotationError(InputError):
    """Text that is not a result; `position` counts characters from 0."""

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class FormatError(InputError):
    """A file that cannot be read; `where` names the line or the place."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class ConditionsError(OvertrickError, ValueError):
    """No such law code, method, scale or setting, or settings that contradict one another."""


class RecordError(OvertrickError, ValueError):
    """Facts that cannot both be true."""


class MissingExtra(OvertrickError, ImportError):  # noqa: N818  (the name is fixed by the interface)
    """An optional part is wanted that is not installed."""
