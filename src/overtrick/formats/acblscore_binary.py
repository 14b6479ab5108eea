"""The records of an ACBLscore game file as they lie in it: events, sections, entries, boards and results.

ACBLscore keeps Pascal records one behind the other, each after its length in two bytes, and finds them by offsets into
the file; numbers are little-endian. A text stands in a buffer of fixed size behind its length; what follows it there is
left over from older names and is never looked at. Every offset and length is held against the bytes that there are, so
damage costs the record that has it and no other.
Source: files of ACBLscore 8.15 beside their decoded values; facts of the layout that M. Kidd found (ACBLgamedecode).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["MAGIC", "BoardRecord", "Entry", "EventRecord", "GameFile", "Result", "SectionRecord"]

MAGIC = b"\x12\x0a\x03AC3"

_EVENTS, _SECTIONS = 50, 100
_SIZE_AT, _EVENTS_AT, _TYPES_AT, _SCORING_AT, _SUMMARIES_AT, _VERSION_AT = 0x06, 0x12, 0xDA, 0x10C, 0x13E, 0x9DB
_HEADER, _SUMMARY = 0xA14, 22
_EVENT, _SECTION, _PAIR, _PLAYER = 0x2E4, 0x322, 0x192, 120  # lengths of records, in bytes
_PLAYERS_AT = 0xA4
_LIST_AT, _INDEX_AT = 0x14, 0x26
_MITCHELL, _HOWELL = 40, 80  # pair numbers that a section has room for, for each direction and in all
_MAP_AT = 0xDD
_BOARDS = 255  # in a section
_MOST = 100_000  # results in one file, twice those of a hundred sections with twenty tables and 25 boards each


@dataclass(frozen=True, slots=True)
class Result:
    """One result: round, table, and for each side its number, score code and matchpoints or IMPs times 100."""

    round: int
    table: int
    ns: int
    ns_score: int
    ns_points: int
    ew: int
    ew_score: int
    ew_points: int


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board with its results; `fault` says why it could not be read."""

    number: int
    results: tuple[Result, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair. Scores count hundredths; -1 stands for none where a session or final score is still open.

    `direction` is 0 for North-South and 1 for East-West; in a Howell it is that of the first round. `place` is that of
    this session in the first stratum, without what was carried over.
    """

    number: int
    direction: int
    players: tuple[tuple[str, str], ...]
    adjustment: int
    session: int
    carry_over: int
    final: int
    handicap: int
    percent: int
    boards: int
    place: int


@dataclass(frozen=True, slots=True)
class SectionRecord:
    """A section. `scored_with` and `ranked_with` are the next section in a chain, by index from 1; 0 ends it.

    `howell` is None where the record of the section is damaged. `top` is that of a board, `maximum` that of a session.
    """

    index: int
    name: str
    howell: bool | None
    top: int
    maximum: int
    scored_with: int
    ranked_with: int
    entries: tuple[Entry, ...]
    boards: tuple[BoardRecord, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as the first table of the file lists it; `kind` and `scoring` are ACBLscore's numbers."""

    number: int
    kind: int
    scoring: int
    name: str
    session: str
    date: str
    place: str


@dataclass(slots=True)
class GameFile:
    """A game file in memory. `foreign` tells that a text had letters that are not ASCII.

    Raises FormatError for data that are no game file, and for one that breaks off in its first tables.

    >>> GameFile(b"PK")
    Traceback (most recent call last):
        ...
    overtrick.errors.FormatError: this is no game file of ACBLscore
    """

    data: bytes
    foreign: bool = False
    left: int = field(default=_MOST)

    def __post_init__(self) -> None:
        if not self.data.startswith(MAGIC):
            raise FormatError(_("this is no game file of ACBLscore"))
        if len(self.data) < _HEADER:
            raise FormatError(_("the game file breaks off before its first event"))

    @property
    def version(self) -> str:
        """The version of ACBLscore that wrote the file, such as 8.15."""
        number = self._word(_VERSION_AT)
        return f"{number // 100}.{number % 100:02d}"

    @property
    def missing(self) -> int:
        """Bytes that the file lacks by its own count."""
        return max(self._long(_SIZE_AT) - len(self.data), 0)

    def events(self) -> Iterator[EventRecord]:
        """The events that the file lists."""
        for index in range(_EVENTS):
            at = self._long(_EVENTS_AT + 4 * index)
            if not at:
                continue
            kind, scoring = self.data[_TYPES_AT + index], self.data[_SCORING_AT + index]
            name = session = date = place = ""
            if self._record(at) >= _EVENT:
                name, session = self._text(at + 0x04, 25), self._text(at + 0x1E, 13)
                date, place = self._text(at + 0x48, 19), self._text(at + 0x5C, 25)
            yield EventRecord(index + 1, kind, scoring, name, session, date, place)

    def sections(self, event: EventRecord) -> Iterator[SectionRecord]:
        """The sections of a pairs event, each with what of it can be read."""
        for index in range(_SECTIONS):
            at = _SUMMARIES_AT + _SUMMARY * index
            if self.data[at] == event.number:
                yield self._section(index + 1, at)

    def results(self, event: EventRecord) -> int:
        """How many results an event has by the tables of its boards, without reading them."""
        count = 0
        for index in range(_SECTIONS):
            at = _SUMMARIES_AT + _SUMMARY * index
            if self.data[at] == event.number:
                count += sum(self.data[entry + 2] for entry in self._index(self._long(at + 8)))
        return count

    def _section(self, index: int, at: int) -> SectionRecord:
        start, boards_at = self._long(at + 4), self._long(at + 8)
        name = "".join(chr(code) for code in self.data[at + 2 : at + 4] if 0x20 < code < 0x7F)
        howell: bool | None = None
        top = maximum = 0
        entries: tuple[Entry, ...] = ()
        faults: list[str] = []
        if self._record(start) < _SECTION:
            faults.append(_("the record of the section is damaged; its pairs have no names"))
        else:
            howell = self.data[start + 0x18] != 0
            top, maximum = self._word(start + 0x1E), self._word(start + 0x4E)
            entries, lost = self._entries(start, howell=howell)
            faults.extend(_("the entry of pair {key} is damaged").format(key=key) for key in lost)
        boards = tuple(
            self._board(self._word(place), self._long(place + 4), None if howell is None else (start, howell))
            for place in self._index(boards_at)
        )
        told = self._word(boards_at + 4) if self._record(boards_at) else 0
        if not boards or told > len(boards):
            text = _("the table of boards is damaged; {count} boards of {told} are read")
            faults.append(text.format(count=len(boards), told=told))
        links = self.data[at + 16], self.data[at + 18]
        return SectionRecord(index, name or str(index), howell, top, maximum, *links, entries, boards, tuple(faults))

    def _entries(self, start: int, *, howell: bool) -> tuple[tuple[Entry, ...], list[str]]:
        """The pairs of a section by number, and the numbers of those that are damaged."""
        lists = self._long(start + 4), self._long(start + 8)
        found: list[Entry] = []
        lost: list[str] = []
        highest = min(self._word(start + 0x1B), _HOWELL if howell else _MITCHELL)
        for number in range(1, highest + 1):
            if howell:
                seat = start + _MAP_AT + _HOWELL + 2 * (number - 1)
                seats = [(self.data[seat], self.data[seat + 1] - 1)]
            else:
                seat = start + _MAP_AT + 4 * _MITCHELL + 4 * (number - 1)
                seats = [(self.data[seat], 0), (self.data[seat + 1], 1)]
            for table, direction in seats:
                if not table or direction not in (0, 1):
                    continue
                at = self._listed(lists[direction], table)
                if at < 0:
                    lost.append(f"{number}{'' if howell else ('NS', 'EW')[direction]}")
                elif at:
                    found.append(self._entry(at, number, direction))
        return tuple(found), lost

    def _listed(self, at: int, table: int) -> int:
        """Where the pair of a table stands; 0 for a table without one, -1 for damage."""
        length = self._record(at)
        place = at + _LIST_AT + 8 * (table - 1)
        if not length or table > self._word(at + 6) or place + 8 > at + 2 + length:
            return -1
        if not self._word(place + 2):
            return 0
        entry = self._long(place + 4)
        return entry if self._record(entry) >= _PAIR else -1

    def _entry(self, at: int, number: int, direction: int) -> Entry:
        adjustment, _raw, session, carry_over, final, handicap = struct.unpack_from("<6i", self.data, at + 4)
        players = []
        for start in (at + _PLAYERS_AT, at + _PLAYERS_AT + _PLAYER):
            name = f"{self._text(start + 17, 16)} {self._text(start, 16)}".strip()
            players.append((name, self._text(start + 54, 7)))
        told = tuple(player for player in players if any(player))
        return Entry(
            number,
            direction,
            told,
            adjustment,
            session,
            carry_over,
            final,
            handicap,
            self._word(at + 0x1C),
            self.data[at + 0x2F],
            self._word(at + 0x68),
        )

    def _index(self, at: int) -> Iterator[int]:
        """Where the entries of a table of boards stand: number, count of results and offset."""
        length = self._record(at)
        room = max(length + 2 - _INDEX_AT, 0) // 8
        for place in range(min(self._word(at + 4), room, _BOARDS) if length else 0):
            yield at + _INDEX_AT + 8 * place

    def _board(self, number: int, at: int, section: tuple[int, bool] | None) -> BoardRecord:
        """A board with its results; `section` is where the record of the section stands, and whether it is a Howell."""
        length = self._record(at)
        if length < 4 or self._word(at + 2) != number:
            return BoardRecord(number, fault=_("the record of the board is damaged; its results are not read"))
        sides, count = self.data[at + 4], self.data[at + 5]
        if sides != 2:
            return BoardRecord(number, fault=_("a board of {count} sides; pairs have 2").format(count=sides))
        if length != 4 + 18 * count:
            return BoardRecord(number, fault=_("the record of the board is damaged; its results are not read"))
        if count > self.left:
            return BoardRecord(number, fault=_("more results than a game file can hold; the file is damaged"))
        self.left -= count
        rows = struct.iter_unpack("<BBHhiHhi", self.data[at + 6 : at + 6 + 18 * count])
        results = [Result(*row) for row in rows]
        if section is not None:
            start, howell = section
            results = [
                replace(
                    one,
                    ns=self._renumbered(one.ns, 0, start, howell=howell),
                    ew=self._renumbered(one.ew, 1, start, howell=howell),
                )
                for one in results
            ]
        return BoardRecord(number, tuple(results))

    def _renumbered(self, number: int, direction: int, section: int, *, howell: bool) -> int:
        """The number that a pair was given when the movement was edited, or the one that it had all along."""
        if not 0 < number <= (_HOWELL if howell else _MITCHELL):
            return number
        place = number - 1 if howell else 4 * (number - 1) + direction
        return self.data[section + _MAP_AT + place] or number

    def _record(self, at: int) -> int:
        """The length of the record at an offset; 0 where there is none, or where it does not fit into the file."""
        if at < _HEADER or at + 2 > len(self.data):
            return 0
        length = self._word(at)
        return length if at + 2 + length <= len(self.data) else 0

    def _word(self, at: int) -> int:
        return int.from_bytes(self.data[at : at + 2], "little")

    def _long(self, at: int) -> int:
        return int.from_bytes(self.data[at : at + 4], "little")

    def _text(self, at: int, most: int) -> str:
        """The text of a buffer up to its length, without control characters; empty where the length does not fit."""
        length = self.data[at]
        if length > most:
            return ""
        text = self.data[at + 1 : at + 1 + length].decode("cp437")
        self.foreign = self.foreign or not text.isascii()
        return "".join(letter for letter in text if letter.isprintable()).strip()
