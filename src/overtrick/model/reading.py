"""What a reader hands back: everything it understood, and a list of what it did not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.event import Event

__all__ = ["Counts", "Problem", "Reading", "Severity"]


class Severity(Enum):
    """How bad a problem is: an error lost a record or cannot be true, a warning kept it, a note only tells."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


_WORDS = {Severity.ERROR: N_("error"), Severity.WARNING: N_("warning"), Severity.NOTE: N_("note")}


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: where, how bad, and what in words; findings of a check have the key of its rule and its level."""

    where: str
    severity: Severity
    text: str
    rule: str = ""
    level: str = ""

    def __str__(self) -> str:
        """Place, severity and text on one line.

        >>> str(Problem("line 3", Severity.ERROR, "'4SQ' is not a result"))
        "line 3: error: '4SQ' is not a result"
        """
        return f"{self.where}: {_(_WORDS[self.severity])}: {self.text}"


@dataclass(frozen=True, slots=True)
class Counts:
    """Records found in the text; found = taken + refused, and guessed are among the taken."""

    found: int = 0
    taken: int = 0
    refused: int = 0
    guessed: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """An event, the problems met while reading it, and the count of records."""

    event: Event
    problems: tuple[Problem, ...] = ()
    counts: Counts = Counts()
    format: str = ""
    encoding: str = ""
