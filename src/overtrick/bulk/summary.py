"""What came of a job: how many of everything, why rows were refused, and what could not be read at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from overtrick.bulk.form import Reason, reason_text
from overtrick.bulk.manifest import Done
from overtrick.i18n import gettext as _

__all__ = ["MISSHAPEN", "Fault", "Summary", "refused_text", "summed"]

MISSHAPEN = "MISSHAPEN"
"""The name of the reason of rows of a table of text that have too few or too many cells."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A file, or a run of rows of it, that gave nothing, and why."""

    file: str
    reason: str
    first: int = 0
    rows: int | None = None

    def __str__(self) -> str:
        if self.rows is None or self.reason.startswith(self.file):
            return self.reason if self.reason.startswith(self.file) else f"{self.file}: {self.reason}"
        return _("{file}, rows {first} to {last}: {reason}").format(
            file=self.file, first=self.first, last=self.first + self.rows - 1, reason=self.reason
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of an archive: counts, refused rows by reason, and what could not be read at all.

    `passed_over` are files of the folder that are no tables, `alone` the results of teams without another table to be
    compared with, `odd` the scores that no deal has or that are not those of their contracts.
    """

    files: int
    parts: int
    before: int
    events: int
    boards: int
    rows: int
    contestants: int
    refused: dict[str, int]
    faults: tuple[Fault, ...]
    seconds: float
    rows_before: int = 0
    passed_over: tuple[str, ...] = ()
    alone: int = 0
    odd: int = 0

    @property
    def rate(self) -> float:
        """Results a second in this run; those done before are not among them."""
        return (self.rows - self.rows_before) / self.seconds if self.seconds else 0.0


def summed(done: Sequence[Done], faults: Sequence[Fault], misshapen: int, **rest: Any) -> Summary:
    """The summary of the parts that are done; `misshapen` is the number of rows with too few or too many cells."""
    refused = Counter({MISSHAPEN: misshapen} if misshapen else {})
    for one in done:
        refused.update(one.refused)
    return Summary(
        parts=len(done),
        before=sum(one.before for one in done),
        events=sum(one.events for one in done),
        boards=sum(one.boards for one in done),
        rows=sum(one.rows for one in done),
        contestants=sum(one.contestants for one in done),
        refused={name: refused[name] for name in sorted(refused)},
        faults=tuple(faults),
        alone=sum(one.alone for one in done),
        odd=sum(one.odd for one in done),
        rows_before=sum(one.rows for one in done if one.before),
        **rest,
    )


def refused_text(name: str) -> str:
    """Why rows are refused, by the name of the reason.

    >>> refused_text("CONTRACT")
    'this is not a contract'
    """
    return _("too few or too many cells") if name == MISSHAPEN else reason_text(Reason[name])
