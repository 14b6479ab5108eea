"""LIN: hands, sessions and vugraph segments of BBO, with carry-over, results, auctions and play.

There is no published standard; what is read is what BBO, RealBridge and the converters write.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.lin_board import (
    LinBoard,
    card_of,
    read_lin_calls,
    read_lin_deal,
    read_lin_result,
    read_lin_vulnerability,
)
from overtrick.formats.lin_text import KEYS, LinPair, lin_pairs, plain_lin
from overtrick.formats.pbn_deals import Dealt, with_deals
from overtrick.formats.text import Decoded, exact
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.event import Contestant, Line, Player
from overtrick.model.outcome import Missing, Outcome
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

__all__ = ["loads_lin", "sniff_lin"]

_FIRST = re.compile(r"\s*([A-Za-z][A-Za-z0-9])\|[^|]*\|\s*([A-Za-z][A-Za-z0-9])\|")
_NUMBER = re.compile(r"[0-9]{1,6}")
_ROOMS = {"o": "open", "c": "closed"}


def sniff_lin(text: str) -> bool:
    """Whether a text looks like LIN: two pairs of known keys at its beginning.

    >>> sniff_lin("pn|A,B,C,D|st||md|1S"), sniff_lin("board|ns|ew|")
    (True, False)
    """
    head = plain_lin(text[:20_000]).lstrip()
    found = _FIRST.match(head)
    if found:
        return found[1].lower() in KEYS and found[2].lower() in KEYS
    return head[:3].lower() in ("vg|", "pn|", "qx|", "md|") or head[:4].lower() == "st||"


def loads_lin(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a LIN text with its hands, counts and problems by line. Letters are English in every language.

    A record is a board in a room: one that was dealt, or one that has a result in `rs`. Raises FormatError where
    there is no pair of key and value at all.
    """
    del language, number  # LIN fixes both
    return _Reader(decoded).reading()


@dataclass(slots=True)
class _Segment:
    """What a `vg` and the lists behind it say of the boards that follow."""

    title: str = ""
    key: str = "1"
    kind: str = ""
    first: int = 1
    last: int = 0
    teams: tuple[str, str] = ("", "")
    carries: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    results: list[str] = field(default_factory=list)
    results_line: int = 0
    numbers: list[int] = field(default_factory=list)
    names: tuple[str, ...] = ()
    boards: list[LinBoard] = field(default_factory=list)
    line: int = 1

    @property
    def is_teams(self) -> bool:
        """Whether two teams play in two rooms."""
        return self.kind != "P" and bool(self.kind or any(self.teams) or any(board.room for board in self.boards))

    def listed(self) -> dict[tuple[int, str], str]:
        """The entries of `rs` by board and room; two a board for teams."""
        numbers = self.numbers or list(range(self.first, self.first + len(self.results)))
        boards = len(self.numbers) or self.last - self.first + 1
        two = self.is_teams or (boards > 0 and len(self.results) >= 2 * boards)
        if self.numbers and len(self.numbers) == len(self.results) and len(set(self.numbers)) < len(self.numbers):
            met: Counter[int] = Counter()
            found = {}
            for number, text in zip(self.numbers, self.results, strict=True):
                found[number, "oc"[met[number] % 2]] = text
                met[number] += 1
            return found
        found = {}
        for index, text in enumerate(self.results):
            place = index // 2 if two else index
            if place < len(numbers):
                found[numbers[place], "oc"[index % 2] if two else ""] = text
        return found


@dataclass(slots=True)
class _Reader:
    decoded: Decoded
    draft: Draft = field(default_factory=Draft)
    segment: _Segment = field(default_factory=_Segment)
    board: LinBoard | None = None
    waiting: tuple[str, ...] = ()
    dealt: list[Dealt] = field(default_factory=list)
    named: set[tuple[str, str]] = field(default_factory=set)
    nameless: Counter[tuple[str, int]] = field(default_factory=Counter)
    used: dict[str, set[int]] = field(default_factory=dict)
    teams: bool = False
    pairs: bool = False

    def reading(self) -> Reading:
        self.draft.problems.extend(self.decoded.problems)
        known = False
        for pair in lin_pairs(plain_lin(self.decoded.text)):
            known = known or pair.key in KEYS
            self.pair(pair)
        if not known:
            raise FormatError(_("there is no pair of key and value of LIN in the file"))
        self.close_segment()
        if self.teams and not self.pairs:
            self.draft.event = replace(self.draft.event, method="team-imps", winners=2)
        reading = with_deals(self.draft.reading(format="lin", encoding=self.decoded.encoding), self.dealt)
        # a team sits both ways on a board, at its two tables, and yet there is one list of winners
        return replace(reading, event=replace(reading.event, winners=1)) if reading.event.method else reading

    def warn(self, line: int, text: str) -> None:
        self.draft.note(_line(line), Severity.WARNING, text)

    def pair(self, pair: LinPair) -> None:
        if not pair.key:
            self.warn(pair.line, _("{found} is no key of LIN; it is passed over").format(found=repr(pair.value[:40])))
            return
        if not pair.whole and pair.key in ("md", "mb", "pc", "mc", "qx", "rs", "vg") and pair.value.strip():
            self.warn(pair.line, _("the file breaks off in {key}").format(key=pair.key))
            if pair.key in ("mc", "qx"):
                return  # a number that is cut may be another number
        step = getattr(self, f"read_{pair.key}", None)
        if step is None:
            return
        try:
            step(pair.value, pair.line)
        except FormatError as fault:
            self.warn(pair.line, f"{pair.key}: {fault}")

    def current(self, line: int) -> LinBoard:
        """The open board, or a new one."""
        if self.board is None:
            self.board = LinBoard(line)
            self.segment.boards.append(self.board)
        return self.board

    def read_vg(self, value: str, line: int) -> None:
        """Event, segment, type, boards, and the teams with their carry-over."""
        if self.segment.boards or self.segment.results:
            self.close_segment()
        parts = [part.strip() for part in value.split(",")]
        if len(parts) > 9 and not parts[-1]:
            parts.pop()
        if len(parts) > 9:  # commas in the name of the event
            spare = len(parts) - 9
            parts = [", ".join(parts[: spare + 1]), *parts[spare + 1 :]]
        parts += [""] * (9 - len(parts))
        self.segment = _Segment(
            title=parts[0],
            key=parts[1] or "1",
            kind=parts[2].upper(),
            first=int(parts[3]) if _NUMBER.fullmatch(parts[3]) else 1,
            last=int(parts[4]) if _NUMBER.fullmatch(parts[4]) else 0,
            teams=(parts[5], parts[7]),
            carries=(exact(parts[6]) or Fraction(0), exact(parts[8]) or Fraction(0)),
            line=line,
        )
        self.waiting = ()
        self.board = None

    def read_rs(self, value: str, line: int) -> None:
        """The list of results; a comma at its end closes the last entry."""
        self.segment.results = value.strip().removesuffix(",").split(",")
        self.segment.results_line = line

    def read_bn(self, value: str, line: int) -> None:
        """The numbers of the boards that `rs` lists."""
        found = [part.strip() for part in value.split(",") if part.strip()]
        self.segment.numbers = [int(part) for part in found if _NUMBER.fullmatch(part) and int(part)]
        if len(self.segment.numbers) < len(found):
            self.warn(line, _("bn holds what is no number of a board"))

    def read_pn(self, value: str, _line: int) -> None:
        """Names: South, West, North, East, of one room or of both; for this board or for those that follow."""
        names = tuple(name.strip() for name in value.split(","))[:8]
        if self.board is not None and not self.board.dealt and not self.board.names:
            self.board.names = names
        else:
            self.waiting = names
            self.segment.names = self.segment.names or names

    def read_pw(self, value: str, _line: int) -> None:
        """Names for every board."""
        if not self.segment.names:
            self.segment.names = tuple(name.strip() for name in value.split(","))[:8]

    def read_qx(self, value: str, line: int) -> None:
        """Room and number: a new board."""
        plain = value.strip().lower()
        room = plain[:1] if plain[:1] in _ROOMS else ""
        found = _NUMBER.fullmatch(plain[len(room) :])
        self.board = LinBoard(line, int(found[0]) if found and int(found[0]) else None, room)
        self.segment.boards.append(self.board)

    def read_md(self, value: str, line: int) -> None:
        """Dealer and hands; without a `qx` before it, a new board."""
        if self.board is not None and self.board.dealt:
            self.board = None
        board = self.current(line)
        board.dealt = True
        if not board.names and self.waiting:
            board.names = self.waiting
        board.dealer, board.deal = read_lin_deal(value)

    def read_sv(self, value: str, line: int) -> None:
        """Who is vulnerable."""
        board = self.current(line)
        board.vulnerability = read_lin_vulnerability(value)

    def read_ah(self, value: str, line: int) -> None:
        """The heading, which names the board where no `qx` does."""
        found = re.search(r"[0-9]{1,6}", value)
        board = self.current(line)
        if found and int(found[0]) and board.number is None:
            board.number = int(found[0])

    def read_mb(self, value: str, line: int) -> None:
        """One call or several."""
        self.current(line).calls.extend(read_lin_calls(value))

    def read_pc(self, value: str, line: int) -> None:
        """A card played."""
        self.current(line).cards.append(card_of(value))

    def read_mc(self, value: str, line: int) -> None:
        """The tricks that declarer took in all, by a claim."""
        plain = value.strip()
        if not _NUMBER.fullmatch(plain) or int(plain) > 13:
            raise FormatError(_("{found} is no number of tricks").format(found=repr(plain[:20])))
        self.current(line).claimed = int(plain)

    def close_segment(self) -> None:
        """Boards and results of a segment, put to rows."""
        segment = self.segment
        self.board = None
        event = self.draft.event
        self.draft.event = replace(event, name=event.name or segment.title)
        listed = segment.listed()
        if segment.boards or segment.results:
            self.teams, self.pairs = self.teams or segment.is_teams, self.pairs or not segment.is_teams
        for board in segment.boards:
            self.number(board)
            self.add(board, listed)
        for (number, room), text in listed.items():
            if text.strip():
                self.add(LinBoard(segment.results_line, number, room), {(number, room): text}, only_listed=True)

    def number(self, board: LinBoard) -> None:
        """A board without a number gets the next one that is free, which is a guess."""
        used = self.used.setdefault(self.segment.key, set())
        if board.number is None:
            board.number = len(used) + 1
            while board.number in used:
                board.number += 1
            board.guessed = True
            text = _("a board without a number; it is taken as board {board}").format(board=board.number)
            self.warn(board.line, text)
        used.add(board.number)

    def add(self, board: LinBoard, listed: dict[tuple[int, str], str], *, only_listed: bool = False) -> None:
        number = board.number or 1
        made = Board.numbered(number, dealer=board.dealer, vulnerability=board.vulnerability)
        where = _line(board.line)
        text = listed.pop((number, board.room), "")
        try:
            told = read_lin_result(text)
        except FormatError as fault:
            told = None
            if only_listed:
                self.draft.refuse(where, _("board {board}: {reason}").format(board=number, reason=fault))
                return
            self.warn(self.segment.results_line, _("board {board}: {reason}").format(board=number, reason=fault))
        if board.deal:
            one = Dealt(self.segment.key, "", number, board.deal, board.dealer, board.vulnerability, where)
            self.dealt.append(one)
        if not (told or board.calls or board.cards or board.claimed is not None):
            if not board.deal:
                self.draft.refuse(where, _("board {board} has no cards and no result").format(board=number))
            return
        outcome, remark = self.outcome(board, made, told)
        ns, ew = self.contestants(board)
        line = Line(
            ns,
            ew,
            outcome,
            outcome,
            table=_ROOMS.get(board.room, ""),
            lead=board.cards[0] if board.cards else "",
            remark=remark,
            where=where,
        )
        row = Row(self.segment.key, "", number, line, board.dealer, board.vulnerability, board.guessed)
        self.draft.rows.append(row)

    def outcome(self, board: LinBoard, made: Board, told: Outcome | None) -> tuple[Outcome, str]:
        """The result of the list where there is one; what was bid and played otherwise."""
        own, remark = board.outcome(made.dealer)
        faults = board.auction(made.dealer).faults if board.calls else ()
        if faults:
            self.warn(board.line, _("board {board}: {reason}").format(board=made.number, reason=faults[0][1]))
        if told is None:
            if isinstance(own, Missing):
                text = _("board {board} has no result: {reason}").format(board=made.number, reason=remark)
                self.warn(board.line, text)
            return own, remark
        if not isinstance(own, Missing) and own != told:
            text = _("board {board}: bid and played was {own}, the list of results says {told}, which stands").format(
                board=made.number, own=own, told=told
            )
            self.warn(board.line, text)
        return told, ""

    def contestants(self, board: LinBoard) -> tuple[str, str]:
        """Who sat there: the teams of a match, or pairs by their names."""
        segment = self.segment
        names = board.names or segment.names
        names = names + ("",) * (8 - len(names))
        if segment.is_teams:
            teams = segment.teams if all(segment.teams) and len(set(segment.teams)) == 2 else ("1", "2")
            open_room, closed_room = _pairs(names[:4]), _pairs(names[4:])
            self.contestant(teams[0], open_room[0] + closed_room[1], segment.carries[0])
            self.contestant(teams[1], closed_room[0] + open_room[1], segment.carries[1])
            return (teams[1], teams[0]) if board.room == "c" else teams
        keys = []
        for side, known, players in zip(Side, segment.teams, _pairs(names[:4]), strict=True):
            key = known or (" - ".join(name or "?" for name in players) if any(players) else "")
            if not key:
                self.nameless[side.value, board.number or 0] += 1
                times = self.nameless[side.value, board.number or 0]
                key = side.value if times == 1 else f"{side.value} #{times}"
            self.contestant(key, players, Fraction(0))
            keys.append(key)
        return keys[0], keys[1]

    def contestant(self, key: str, players: tuple[str, ...], carry: Fraction) -> None:
        """A pair or team, once."""
        place = (self.segment.key, "")
        if (self.segment.key, key) not in self.named:
            self.named.add((self.segment.key, key))
            people = tuple(Player(name) for name in players if name)
            contestant = Contestant(key, None, people, carry_over=carry)
            self.draft.contestants.setdefault(place, []).append((contestant, _line(self.segment.line)))


def _pairs(names: tuple[str, ...]) -> tuple[tuple[str, str], tuple[str, str]]:
    """North and South, East and West, of names from South on."""
    return (names[2], names[0]), (names[3], names[1])


def _line(number: int) -> str:
    return _("line {line}").format(line=number)
