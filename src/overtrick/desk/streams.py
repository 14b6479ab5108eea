"""Files of any size, worked through part by part: the memory that is needed does not grow with the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from overtrick.desk.exchange import GroupKey, Lost, group_of, told_losses
from overtrick.errors import FormatError
from overtrick.formats.differences import differences
from overtrick.formats.kind import Format
from overtrick.i18n import gettext as _
from overtrick.model.reading import Counts, Problem, Reading

__all__ = ["Passed", "convert_parts"]


@dataclass(slots=True)
class Passed:
    """What went by so far: counts, boards, and what the target does not hold."""

    target: Format
    listen: Callable[[int], None] | None = None
    counts: Counts = field(default_factory=Counts)
    boards: int = 0
    lost: dict[GroupKey, Lost] = field(default_factory=dict)

    def add(self, reading: Reading) -> None:
        """Count one part."""
        one = reading.counts
        self.counts = Counts(
            self.counts.found + one.found,
            self.counts.taken + one.taken,
            self.counts.refused + one.refused,
            self.counts.guessed + one.guessed,
        )
        sections = (section for session in reading.event.sessions for section in session.sections)
        self.boards += sum(len(section.travellers) for section in sections)
        if self.listen:
            self.listen(self.boards)

    @property
    def problems(self) -> list[Problem]:
        """What the target does not hold, over all parts."""
        return told_losses(self.lost, self.target.key)


def convert_parts(
    readings: Iterator[Reading], passed: Passed, *, tell: Callable[[Problem], None], edition: str = ""
) -> Iterator[bytes]:
    """The bytes of a file in another format, part by part, each read back and compared like a whole file.

    Problems of the readings are told as they come. Raises FormatError for a format whose parts do not make a file.
    """
    target = passed.target
    if not target.joins:
        text = _("a file of that size is written part by part, and {name} cannot be; pbn and lin can")
        raise FormatError(text.format(name=target.name))
    for reading in readings:
        for problem in reading.problems:
            tell(problem)
        data = target.encode(reading.event, edition=edition)
        for one in differences(reading.event, target.loads(data, largest=max(len(data), 1)).event):
            passed.lost.setdefault(group_of(one), Lost()).add(one)
        passed.add(reading)
        yield data
