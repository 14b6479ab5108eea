"""Reading a traveller sheet: lines into records, then each record by itself into a fact or a problem."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from overtrick.errors import FormatError, NotationError, OvertrickError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.text import Decoded
from overtrick.model.event import Contestant, Line, Player, Stated
from overtrick.model.outcome import Entry
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side
from overtrick.notation.result import parse

__all__ = ["KEY", "SIDES", "loads_sheet", "sniff_sheet"]

KEY = re.compile(r"[^\s-]{1,20}")
"""What a pair may be called here: the hyphen stands between two pairs, a blank ends them."""

SIDES = {side.value: side for side in Side}
_HEAD = re.compile(r"\ufeff?\s*TRAVELLERS(?:[ \t]|$)", re.MULTILINE)
_PAIRS = re.compile(rf"({KEY.pattern})-({KEY.pattern})")
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")
_BOARD = re.compile(r"[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class _Record:
    """One line of the sheet: its first word, what follows, and where it stands."""

    word: str
    rest: str
    where: str


def sniff_sheet(text: str) -> bool:
    r"""Whether a text is a traveller sheet: its first line begins with TRAVELLERS.

    >>> sniff_sheet("TRAVELLERS Tuesday\nBOARD 7\n"), sniff_sheet("board,ns,ew,contract")
    (True, False)
    """
    return bool(_HEAD.match(text[:1000]))


def loads_sheet(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of a traveller sheet; a result that cannot be understood is refused with its line and the reason.

    Raises FormatError for a text that is no traveller sheet.

    >>> loads_sheet(Decoded("TRAVELLERS\nBOARD 7\n1-4 4SX N +1 990\n2-5 4S N\n", "utf-8")).counts
    Counts(found=2, taken=1, refused=1, guessed=0)
    """
    if not sniff_sheet(decoded.text):
        raise FormatError("a traveller sheet begins with the word TRAVELLERS")
    reader = _Reader(Draft(problems=list(decoded.problems)), language, number)
    for record in _records(decoded.text):
        reader.take(record)
    return reader.draft.reading(format="traveller-sheet", encoding=decoded.encoding)


def _records(text: str) -> Iterator[_Record]:
    """Every line that is not empty; this step refuses nothing."""
    for index, line in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        if words := line.split(None, 1):
            yield _Record(words[0], words[1].strip() if len(words) > 1 else "", f"line {index}")


@dataclass(slots=True)
class _Reader:
    draft: Draft
    language: str
    number: str
    board: int | None = None

    def take(self, record: _Record) -> None:
        """Put one record into the draft. What is wrong with it is a problem of this record alone."""
        match record.word:
            case "TRAVELLERS":
                self.draft.event = replace(self.draft.event, name=record.rest)
            case "DATE":
                self.draft.event = replace(self.draft.event, date=record.rest)
            case "WINNERS" if record.rest in ("1", "2"):
                self.draft.event = replace(self.draft.event, winners=int(record.rest))
            case "PAIR":
                self.pair(record)
            case "BOARD":
                self.board = int(record.rest) if _BOARD.fullmatch(record.rest) else None
                if self.board is None:
                    self.draft.note(record.where, Severity.ERROR, f"{record.rest[:40]!r} is no number of a board")
            case word if pairs := _PAIRS.fullmatch(word):
                self.result(record, pairs[1], pairs[2])
            case word:
                self.draft.note(record.where, Severity.WARNING, f"{word[:40]!r} has no meaning here; it is left out")

    def pair(self, record: _Record) -> None:
        words = record.rest.split()
        direction = SIDES.get(words[0]) if len(words) > 1 else None
        if direction:
            del words[0]
        if not words or not KEY.fullmatch(words[0]):
            self.draft.note(record.where, Severity.ERROR, "a pair has a number without a hyphen")
            return
        names = [name.strip() for name in " ".join(words[1:]).split("&")]
        who = Contestant(words[0], direction, tuple(Player(name) for name in names if name))
        self.draft.contestants.setdefault(("1", ""), []).append((who, record.where))

    def result(self, record: _Record, ns: str, ew: str) -> None:
        if self.board is None:
            self.draft.refuse(record.where, "there is no BOARD above this result")
            return
        try:
            entry, points = self.outcome(record.rest)
        except OvertrickError as fault:
            self.draft.refuse(record.where, str(fault))
            return
        stated = None if points is None else Stated(points=points)
        line = Line(ns, ew, entry.ns, entry.ew, where=record.where, stated=stated)
        self.draft.rows.append(Row("1", "", self.board, line))

    def outcome(self, text: str) -> tuple[Entry, int | None]:
        """A result, and the score behind it. The whole text is tried first, so a bare `-50` is a score alone."""
        try:
            return parse(text, language=self.language, number=self.number), None
        except NotationError:
            result, _blank, points = text.rpartition(" ")
            if not result or not _POINTS.fullmatch(points):
                raise
        return parse(result, language=self.language, number=self.number), int(points)
