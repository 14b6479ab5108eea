"""A segment of a LIN file: what `vg` and the lists behind it say of the boards that follow."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from overtrick.formats.lin_board import LinBoard
from overtrick.formats.text import exact

__all__ = ["ROOMS", "Segment", "number_of", "read_names", "read_vg"]

ROOMS = {"o": "open", "c": "closed"}
"""The rooms of a match by the letter before the number of a board."""
_NUMBER = re.compile(r"[0-9]{1,6}")
_FIELDS = 9
_NOUGHT = Fraction(0)


@dataclass(slots=True)
class Segment:
    """What a `vg` and the lists behind it say of the boards that follow; `titled` is false where there is no `vg`,
    and `rooms` tells that some board names its room.
    """

    title: str = ""
    key: str = "1"
    kind: str = ""
    first: int = 1
    last: int = 0
    teams: tuple[str, str] = ("", "")
    carries: tuple[Fraction, Fraction] = (_NOUGHT, _NOUGHT)
    results: list[str] = field(default_factory=list)
    results_line: int = 0
    scores: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    names: tuple[str, ...] = ()
    boards: list[LinBoard] = field(default_factory=list)
    line: int = 1
    titled: bool = False
    rooms: bool = False

    @property
    def is_teams(self) -> bool:
        """Whether two teams play in two rooms."""
        return self.kind != "P" and bool(self.kind or any(self.teams) or self.rooms)

    @property
    def sides(self) -> tuple[str, str]:
        """The keys of the two teams, which are numbers where they have no names of their own."""
        return self.teams if all(self.teams) and self.teams[0] != self.teams[1] else ("1", "2")

    def listed(self, entries: list[str]) -> dict[tuple[int, str], str]:
        """The entries of `rs` or `mp` by board and room; two a board for teams."""
        numbers = self.numbers or list(range(self.first, self.first + len(entries)))
        boards = len(self.numbers) or self.last - self.first + 1
        two = self.is_teams or (boards > 0 and len(entries) >= 2 * boards)
        if self.numbers and len(self.numbers) == len(entries) and len(set(self.numbers)) < len(self.numbers):
            met: Counter[int] = Counter()
            found = {}
            for number, text in zip(self.numbers, entries, strict=True):
                found[number, "oc"[met[number] % 2]] = text
                met[number] += 1
            return found
        found = {}
        for index, text in enumerate(entries):
            place = index // 2 if two else index
            if place < len(numbers):
                found[numbers[place], "oc"[index % 2] if two else ""] = text
        return found


def read_vg(value: str, line: int) -> Segment:
    """The segment of a `vg` value: event, segment, type, boards, and the teams with their carry-over.

    >>> found = read_vg("Cup, final,Semi 2,I,1,16,Reds,10.5,Blues,12", 1)
    >>> found.title, found.key, found.teams, str(found.carries[0])
    ('Cup, final', 'Semi 2', ('Reds', 'Blues'), '21/2')
    """
    parts = [part.strip() for part in value.split(",")]
    if len(parts) > _FIELDS and not parts[-1]:
        parts.pop()
    if len(parts) > _FIELDS:  # commas in the name of the event
        spare = len(parts) - _FIELDS
        parts = [", ".join(parts[: spare + 1]), *parts[spare + 1 :]]
    parts += [""] * (_FIELDS - len(parts))
    return Segment(
        title=parts[0],
        key=parts[1] or "1",
        kind=parts[2].upper(),
        first=number_of(parts[3]) or 1,
        last=number_of(parts[4]) or 0,
        teams=(parts[5], parts[7]),
        carries=(exact(parts[6]) or _NOUGHT, exact(parts[8]) or _NOUGHT),
        line=line,
        titled=True,
    )


def number_of(text: str) -> int | None:
    """The number of a board; None for what is none, such as nought.

    >>> number_of("12"), number_of("0"), number_of("x")
    (12, None, None)
    """
    return (int(text) or None) if _NUMBER.fullmatch(text) else None


def read_names(value: str) -> tuple[str, ...]:
    """Up to eight names of a `pn` or `pw` value: South, West, North, East, of one room or of both.

    >>> read_names("Sue, Will,Nan,Eve")
    ('Sue', 'Will', 'Nan', 'Eve')
    """
    return tuple(name.strip() for name in value.split(",", 8)[:8])
