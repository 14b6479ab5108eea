"""Rows of a file put together to an event: duplicates, clashes, fields and counts are the same for every format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.board import Board
from overtrick.model.event import Contestant, Event, Line, Match, Penalty, Section, Session, Traveller
from overtrick.model.outcome import SitOut
from overtrick.model.reading import Counts, Problem, Reading, Severity
from overtrick.model.terms import Seat, Side, Vulnerability

__all__ = ["Draft", "Row"]

_Place = tuple[str, str]  # session, section
_SIDES = (Side.NS, Side.NS, Side.EW, Side.EW)
_TEAMS = ("team-imps", "board-a-match")
_MOST = 1000  # problems told one by one; a file with more of them is the wrong file
_HIGHEST = 10**9 - 1  # no board has a higher number


@dataclass(slots=True)  # not frozen, because there are many and they are soon gone
class Row:
    """One line of a traveller as a file gives it, with where it belongs."""

    session: str
    section: str
    board: int
    line: Line
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    guessed: bool = False


class _Seated:
    """Who sits at a board so far, on either side; where there is one field, both sides are the same."""

    __slots__ = ("ew", "lines", "ns")

    def __init__(self, first: Row, *, apart: bool) -> None:
        line = first.line
        self.lines: dict[tuple[str, str, str, str], Row] = {(line.ns, line.ew, line.south, line.west): first}
        self.ns: dict[str, Row] = {}
        self.ew: dict[str, Row] = {} if apart else self.ns
        for key, sitting in self.seats(line):
            sitting.setdefault(key, first)

    def seats(self, line: Line) -> list[tuple[str, dict[str, Row]]]:
        """Those who play a line, each with those of the side who sit already."""
        if line.south or line.west or not line.ns or not line.ew:
            every = ((line.ns, self.ns), (line.south, self.ns), (line.ew, self.ew), (line.west, self.ew))
            return [seat for seat in every if seat[0]]
        return [(line.ns, self.ns), (line.ew, self.ew)]


@dataclass(slots=True)
class Draft:
    """What a reader has gathered so far. Contestants come with where they stand in the file."""

    event: Event = field(default_factory=Event)
    rows: list[Row] = field(default_factory=list)
    contestants: dict[_Place, list[tuple[Contestant, str]]] = field(default_factory=dict)
    penalties: dict[_Place, list[Penalty]] = field(default_factory=dict)
    matches: dict[_Place, list[Match]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    refused: int = 0
    infer_winners: bool = True
    unlisted: dict[Severity, int] = field(default_factory=dict)
    clashes: int = 0
    told: dict[Severity, int] = field(default_factory=dict)

    def note(self, where: str, severity: Severity, text: str) -> None:
        """Add a problem; after the first thousand of a severity they are only counted, but those of the whole file."""
        told = self.told[severity] = self.told.get(severity, 0) + 1
        if told <= _MOST or where == _("whole file"):
            self.problems.append(Problem(where, severity, text))

    def clash(self, where: str, severity: Severity, text: str) -> None:
        """Note a line that cannot stand beside another; after the first thousand they are only counted."""
        self.clashes += 1
        if self.clashes <= _MOST:
            self.note(where, severity, text)
        else:
            self.unlisted[severity] = self.unlisted.get(severity, 0) + 1

    def refuse(self, where: str, text: str) -> None:
        """Count a record as refused, and say why."""
        self.refused += 1
        self.note(where, Severity.ERROR, text)

    def reading(self, *, format: str, encoding: str) -> Reading:
        """The event, with every record either in it or refused with a problem.

        >>> Draft().reading(format="usebio", encoding="utf-8").counts
        Counts(found=0, taken=0, refused=0, guessed=0)
        """
        found = len(self.rows) + self.refused
        self.settle_winners()
        taken = self.accepted()
        by_place: dict[_Place, list[Row]] = {}
        for row in taken:
            by_place.setdefault((row.session, row.section), []).append(row)
        sections: dict[_Place, Section] = {}
        for place in self.places(taken):
            rows = by_place.get(place, [])
            sections[place] = Section(
                place[1],
                self.entrants(place, rows),
                self.travellers(rows),
                tuple(self.penalties.get(place, ())),
                tuple(self.matches.get(place, ())),
            )
        sessions: dict[str, list[Section]] = {}
        for (session, _section), content in sections.items():
            sessions.setdefault(session, []).append(content)
        event = replace(self.event, sessions=tuple(Session(key, tuple(parts)) for key, parts in sessions.items()))
        self.note_unlisted()
        counts = Counts(found, len(taken), found - len(taken), sum(row.guessed for row in taken))
        return Reading(event, tuple(self.problems), counts, format, encoding)

    def note_unlisted(self) -> None:
        """Say how many problems are only counted."""
        for severity, told in self.told.items():
            listed = sum(1 for one in self.problems if one.severity is severity)
            if told > _MOST and told > listed:
                text = ngettext(
                    "{count} more problem is not listed", "{count} more problems are not listed", told - listed
                ).format(count=told - listed)
                self.problems.append(Problem(_("whole file"), severity, text))

    def places(self, rows: Iterable[Row]) -> list[_Place]:
        """Sessions and sections in the order in which the file has them."""
        return list(
            dict.fromkeys(
                [*self.contestants, *((row.session, row.section) for row in rows), *self.penalties, *self.matches]
            )
        )

    def settle_winners(self) -> None:
        """One field or two, from what the file says or from who sits where; a guess is told."""
        if self.event.winners is None and self.infer_winners and self.rows:
            told = {who.direction for many in self.contestants.values() for who, _where in many}
            if told & set(Side):
                self.event = replace(self.event, winners=2)
            else:
                winners, reason = _fields(self.rows, named=bool(self.contestants))
                self.event = replace(self.event, winners=winners)
                self.note(_("whole file"), Severity.NOTE, reason)
        if self.event.winners == 1:
            self.contestants = {
                place: [(replace(who, direction=None), where) for who, where in many]
                for place, many in self.contestants.items()
            }

    def entrants(self, place: _Place, rows: list[Row]) -> tuple[Contestant, ...]:
        """The contestants of a section: those named, each once, and those who play without being named."""
        apart = self.event.winners == 2 and self.event.method not in _TEAMS
        seats: dict[str, set[Side]] = {}
        for pairing in dict.fromkeys([(row.line.ns, row.line.south, row.line.ew, row.line.west) for row in rows]):
            for key, side in zip(pairing, _SIDES, strict=True):
                if key:
                    seats.setdefault(key, set()).add(side)
        known: dict[tuple[str, Side | None], Contestant] = {}
        named = self.contestants.get(place, [])
        for contestant, where in named:
            direction = contestant.direction
            if apart and direction is None and len(seats.get(contestant.key, ())) == 1:
                direction = next(iter(seats[contestant.key]))
            if (contestant.key, direction) in known:
                text = _("contestant {key} is named twice; the first one stands").format(key=contestant.key)
                self.note(where, Severity.ERROR, text)
                continue
            known[contestant.key, direction] = replace(contestant, direction=direction)
        for key, sides in seats.items():
            fields: list[Side | None] = [side for side in Side if side in sides] if apart else [None]
            for direction in fields:
                if (key, direction) in known or (key, None) in known:
                    continue
                known[key, direction] = Contestant(key, direction)
                if named:
                    text = _("contestant {key} plays but is not among the names").format(key=key)
                    self.note(_section_name(place), Severity.WARNING, text)
        return tuple(known.values())

    def accepted(self) -> list[Row]:
        """The rows that can stand together; of those that clash the first is kept."""
        apart = self.event.winners == 2 or self.event.method in _TEAMS  # a team sits both ways, at its two tables
        boards: dict[tuple[str, str, int], _Seated | Row] = {}
        kept: list[Row] = []
        for row in self.rows:
            line = row.line
            if not 1 <= row.board <= _HIGHEST:
                text = _("{board} is no number of a board").format(board=str(row.board)[:40])
                self.note(line.where, Severity.ERROR, text)
                continue
            if line.ns == line.ew and not apart:
                self.clash(line.where, Severity.ERROR, _("{key} plays against itself").format(key=line.ns))
                continue
            where = (row.session, row.section, row.board)
            board = boards.setdefault(where, row)
            if board is row:  # most files are of one table, where nobody else sits at a board
                kept.append(row)
                continue
            if isinstance(board, Row):
                board = boards[where] = _Seated(board, apart=apart)
            first = board.lines.setdefault((line.ns, line.ew, line.south, line.west), row)
            if first is not row:
                self._duplicate(first, row)
                continue
            seats = board.seats(line)
            busy = [(key, sitting[key]) for key, sitting in seats if key in sitting]
            if busy and not _idle(line):
                key, other = busy[0]
                text = _("{key} plays board {board} twice: here and at {other}; the first one stands").format(
                    key=key, board=row.board, other=other.line.where
                )
                self.clash(line.where, Severity.ERROR, text)
                continue
            for key, sitting in seats:
                sitting.setdefault(key, row)
            kept.append(row)
        for severity, count in self.unlisted.items():
            text = ngettext(
                "{count} more line that clashes with another or repeats it",
                "{count} more lines that clash with others or repeat them",
                count,
            ).format(count=count)
            self.note(_("whole file"), severity, text)
        return kept

    def _duplicate(self, first: Row, row: Row) -> None:
        if _same(first.line, row.line):
            text = _("the same line again as at {other}; it counts once").format(other=first.line.where)
            self.clash(row.line.where, Severity.WARNING, text)
        else:
            text = _("{ns} and {ew} met on board {board} at {other} with another result; the first one stands").format(
                ns=row.line.ns, ew=row.line.ew, board=row.board, other=first.line.where
            )
            self.clash(row.line.where, Severity.ERROR, text)

    def travellers(self, rows: list[Row]) -> tuple[Traveller, ...]:
        """One traveller a board; dealer and vulnerability as the file says, otherwise as the number tells."""
        gathered: dict[int, list[Row]] = {}
        for row in rows:
            gathered.setdefault(row.board, []).append(row)
        made = []
        for number, group in gathered.items():
            dealer, vulnerability = group[0].dealer, group[0].vulnerability
            if len(group) > 1:
                dealer, vulnerability = self._told_of(number, group)
            board = _usual(number)
            if (dealer or board.dealer) is not board.dealer or (
                vulnerability or board.vulnerability
            ) is not board.vulnerability:
                board = Board.numbered(number, dealer=dealer, vulnerability=vulnerability)
                text = _("board {board} has not the dealer and vulnerability of its number; those of the file stand")
                self.note(group[0].line.where, Severity.NOTE, text.format(board=number))
            made.append(Traveller(board, tuple([row.line for row in group])))
        return tuple(made)

    def _told_of(self, number: int, group: list[Row]) -> tuple[Seat | None, Vulnerability | None]:
        """Dealer and vulnerability of a board as its rows tell them; the first that does stands."""
        said = [(row.dealer, row.vulnerability) for row in group if row.dealer or row.vulnerability]
        dealer = next((one for one, _vul in said if one), None)
        vulnerability = next((vul for _dealer, vul in said if vul), None)
        for row in group if len(said) > 1 else ():
            if (row.dealer or dealer) is not dealer or (row.vulnerability or vulnerability) is not vulnerability:
                text = _("board {board} has another dealer or vulnerability than before; the first one stands")
                self.note(row.line.where, Severity.WARNING, text.format(board=number))
        return dealer, vulnerability


_usual = lru_cache(maxsize=1 << 12)(Board.numbered)


def _same(one: Line, other: Line) -> bool:
    """Whether two lines say the same, wherever they stand in the file."""
    return one.ns_outcome == other.ns_outcome and one == replace(other, where=one.where)


def _idle(line: Line) -> bool:
    return isinstance(line.ns_outcome, SitOut) and isinstance(line.ew_outcome, SitOut)


def _section_name(place: _Place) -> str:
    return _("section {section}").format(section=place[1]) if place[1] else _("whole file")


def _fields(rows: list[Row], *, named: bool) -> tuple[int, str]:
    """One field or two. Pairs with one number on both sides of a line, or twice on a board, are two pairs; so are
    two sides that share no number. Where somebody named the pairs, each number is one pair.
    """
    sides: dict[_Place, tuple[set[str], set[str]]] = {}
    once: dict[tuple[str, str, int, str], tuple[Side, str]] = {}
    for row in rows:
        line = row.line
        both = sides.setdefault((row.session, row.section), (set(), set()))
        if not line.ns or not line.ew:
            continue
        both[0].add(line.ns)
        both[1].add(line.ew)
        if named:
            continue
        if line.ns == line.ew:
            return 2, _("two winners, which is a guess: number {key} sits on both sides at {where}").format(
                key=line.ns, where=line.where
            )
        for key, side, other in ((line.ns, Side.NS, line.ew), (line.ew, Side.EW, line.ns)):
            before = once.setdefault((row.session, row.section, row.board, key), (side, other))
            if before[0] is not side:
                return 2, _("two winners, which is a guess: number {key} sits on both sides of board {board}").format(
                    key=key, board=row.board
                )
    if all(ns.isdisjoint(ew) for ns, ew in sides.values()):
        return 2, _("two winners, which is a guess: nobody sits on both sides")
    return 1, _("one winner, which is a guess: some sit on both sides")
