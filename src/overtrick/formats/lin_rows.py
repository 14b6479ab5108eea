"""Boards and lists of a LIN segment made rows, contestants and matches of an event."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.lin_board import LinBoard, read_lin_result
from overtrick.formats.lin_segment import ROOMS, Segment
from overtrick.formats.pbn_deals import Dealt
from overtrick.formats.text import exact
from overtrick.formats.ticks import tick
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.board import Board
from overtrick.model.event import Contestant, Line, Match, Player, Stated
from overtrick.model.outcome import Missing, Outcome
from overtrick.model.reading import Severity
from overtrick.model.terms import Side

__all__ = ["LinRows"]

_Listed = dict[tuple[int, str], str]
_MOST = 1000  # problems told one by one; a file with more of them is the wrong file
_NOUGHT = Fraction(0)


@dataclass(slots=True)
class _Entrant:
    """A pair or team so far: those who sat for it, in the order in which they are named."""

    where: str
    carry: Fraction
    players: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Met:
    """Two teams that met, and the boards that they played, as keys in their order."""

    where: str
    boards: dict[int, None] = field(default_factory=dict)


@dataclass(slots=True)
class LinRows:
    """What segments come to. `place` is the text that tells a line of the file, with `{line}` in it."""

    place: str
    draft: Draft = field(default_factory=Draft)
    dealt: list[Dealt] = field(default_factory=list)
    teams: bool = False
    pairs: bool = False
    _entrants: dict[str, dict[tuple[str, Side | None], _Entrant]] = field(default_factory=dict)
    _seated: dict[tuple[tuple[str, ...], str], tuple[str, str]] = field(default_factory=dict)
    _nameless: Counter[tuple[str, int]] = field(default_factory=Counter)
    _used: dict[str, set[int]] = field(default_factory=dict)
    _free: Counter[str] = field(default_factory=Counter)
    _met: dict[tuple[str, str, str], _Met] = field(default_factory=dict)
    _untold: int = 0

    def where(self, line: int) -> str:
        """A line of the file, as problems name it."""
        return self.place.format(line=line)

    def warn(self, line: int, text: str) -> None:
        """Note what was passed over or guessed; after the first thousand problems they are only counted."""
        if len(self.draft.problems) < _MOST:
            self.draft.note(self.where(line), Severity.WARNING, text)
        else:
            self._untold += 1

    def refuse(self, line: int, text: str) -> None:
        """Count a board that cannot be taken, and say why."""
        if len(self.draft.problems) < _MOST:
            self.draft.refuse(self.where(line), text)
        else:
            self.draft.refused += 1
            self._untold += 1

    def close(self, segment: Segment) -> None:
        """Take the boards and results of a segment that has ended."""
        event = self.draft.event
        if segment.title and not event.name:
            self.draft.event = replace(event, name=segment.title)
        met = segment.is_teams and any(segment.teams)
        if not (segment.boards or segment.results or met):
            return
        self._seated.clear()
        listed = segment.listed(segment.results) if segment.results else {}
        stated = self._scores(segment)
        first = len(self.draft.rows)
        for board in segment.boards:
            self._number(segment, board)
            self._add(segment, board, listed, stated)
        for (number, room), text in listed.items():
            if text.strip():
                self._add(segment, LinBoard(segment.results_line, number, room), {(number, room): text}, stated)
        tick(len(self.draft.rows))
        played = self.draft.rows[first:]
        self.teams = self.teams or segment.is_teams
        self.pairs = self.pairs or (bool(played) and not segment.is_teams)
        if met or (played and segment.is_teams):
            self._contestants(segment, LinBoard(segment.line))
            self._match(segment, [row.board for row in played])

    def _match(self, segment: Segment, boards: list[int]) -> None:
        """The match of a segment, or more boards of one that has been met."""
        home, away = segment.sides
        met = self._met.setdefault((segment.key, home, away), _Met(self.where(segment.line)))
        met.boards.update(dict.fromkeys(boards))

    def finish(self) -> None:
        """Put contestants, matches and what was only counted to the draft."""
        apart = any(_are_two_fields(entrants) for entrants in self._entrants.values())
        if apart:
            self.draft.event = replace(self.draft.event, winners=2)
        for session, entrants in self._entrants.items():
            self.draft.contestants[session, ""] = [
                (Contestant(key, side, tuple(map(Player, one.players)), carry_over=one.carry), one.where)
                for (key, side), one in (entrants if apart else _one_field(entrants)).items()
            ]
        for (session, home, away), met in self._met.items():
            match = Match(home, away, boards=tuple(met.boards), where=met.where)
            self.draft.matches.setdefault((session, ""), []).append(match)
        if self._untold:
            text = ngettext("{count} more problem", "{count} more problems", self._untold).format(count=self._untold)
            self.draft.note(_("whole file"), Severity.WARNING, text)

    def _scores(self, segment: Segment) -> dict[tuple[int, str], Stated]:
        """What `mp` says of pairs: percent, or IMPs where some are below nought. Of teams nobody says whose it is."""
        if not segment.scores or not any(map(str.strip, segment.scores)):
            return {}
        if segment.is_teams:
            self.warn(segment.line, _("the scores in mp are passed over; it is not told whose they are"))
            return {}
        numbers = {place: exact(text) for place, text in segment.listed(segment.scores).items()}
        below = any(number is not None and number < 0 for number in numbers.values())
        unit = "imps" if below else "percent"
        return {place: Stated(number, unit=unit) for place, number in numbers.items() if number is not None}

    def _number(self, segment: Segment, board: LinBoard) -> None:
        """A board without a number gets the next one that is free, which is a guess."""
        used = self._used.get(segment.key)
        if used is None:
            used = self._used[segment.key] = set()
        if board.number is None:
            free = max(self._free[segment.key], len(used) + 1)
            while free in used:
                free += 1
            board.number, board.guessed = free, True
            self._free[segment.key] = free
            text = _("a board without a number; it is taken as board {board}").format(board=free)
            self.warn(board.line, text)
        used.add(board.number)

    def _add(self, segment: Segment, board: LinBoard, listed: _Listed, stated: dict[tuple[int, str], Stated]) -> None:
        number = board.number or 1
        text = listed.pop((number, board.room), "") if listed else ""
        told: Outcome | None = None
        try:
            told = read_lin_result(text) if text else None
        except FormatError as fault:
            reason = _("board {board}: {reason}").format(board=number, reason=fault)
            if not (board.deal or board.played):
                self.refuse(board.line, reason)
                return
            self.warn(segment.results_line, reason)
        where = self.where(board.line)
        if board.deal:
            one = Dealt(segment.key, "", number, board.deal, board.dealer, board.vulnerability, where)
            self.dealt.append(one)
        if not (told or board.played):
            self._unplayed(board)
            return
        outcome, remark = self._outcome(board, number, told)
        ns, ew = self._contestants(segment, board)
        line = Line(
            ns,
            ew,
            outcome,
            outcome,
            table=ROOMS.get(board.room, ""),
            lead=board.cards[0] if board.cards else "",
            remark=remark,
            where=where,
            stated=stated.get((number, board.room)) if stated else None,
            record=board.record(),
        )
        row = Row(segment.key, "", number, line, board.dealer, board.vulnerability, board.guessed)
        self.draft.rows.append(row)

    def _unplayed(self, board: LinBoard) -> None:
        """A board that was at most dealt."""
        if not board.deal:
            self.refuse(board.line, _("board {board} has no cards and no result").format(board=board.number))
        elif board.comments:
            self.warn(board.line, _("the comments on board {board}, which was not played").format(board=board.number))

    def _outcome(self, board: LinBoard, number: int, told: Outcome | None) -> tuple[Outcome, str]:
        """The result of the list where there is one; what was bid and played otherwise."""
        own, remark, fault = board.outcome(board.dealer or Board.numbered(number).dealer)
        if fault:
            self.warn(board.line, _("board {board}: {reason}").format(board=number, reason=fault))
        if told is None:
            if isinstance(own, Missing):
                text = _("board {board} has no result: {reason}").format(board=number, reason=remark)
                self.warn(board.line, text)
            return own, remark
        if own != told and not isinstance(own, Missing):
            text = _("board {board}: bid and played was {own}, the list of results says {told}, which stands").format(
                board=number, own=own, told=told
            )
            self.warn(board.line, text)
        return told, ""

    def _contestants(self, segment: Segment, board: LinBoard) -> tuple[str, str]:
        """Who sat there: the teams of a match, or pairs by their names."""
        names = board.names or segment.names
        known = self._seated.get((names, board.room))
        if known is None:
            named = any(segment.teams) or any(names)
            known = (self._teams if segment.is_teams else self._pairs)(segment, board, names + ("",) * (8 - len(names)))
            if named or segment.is_teams:
                self._seated[names, board.room] = known
        return known

    def _teams(self, segment: Segment, board: LinBoard, names: tuple[str, ...]) -> tuple[str, str]:
        open_room, closed_room = _partners(names[:4]), _partners(names[4:])
        if board.room == "c" and board.names and not any(names[4:]):  # the names of this room alone
            open_room, closed_room = closed_room, open_room
        home, away = segment.sides
        self._entrant(segment, home, open_room[0] + closed_room[1], segment.carries[0])
        self._entrant(segment, away, closed_room[0] + open_room[1], segment.carries[1])
        return (away, home) if board.room == "c" else (home, away)

    def _pairs(self, segment: Segment, board: LinBoard, names: tuple[str, ...]) -> tuple[str, str]:
        keys = []
        for index, (side, players) in enumerate(zip(Side, _partners(names[:4]), strict=True)):
            key = segment.teams[index] or (" - ".join(name or "?" for name in players) if any(players) else "")
            if not key:
                self._nameless[side.value, board.number or 0] += 1
                times = self._nameless[side.value, board.number or 0]
                key = side.value if times == 1 else f"{side.value} #{times}"
            self._entrant(segment, key, players, segment.carries[index], side)
            keys.append(key)
        return keys[0], keys[1]

    def _entrant(
        self, segment: Segment, key: str, players: tuple[str, ...], carry: Fraction, side: Side | None = None
    ) -> None:
        """A team of the session, or a pair on a side, with those who sit for it here."""
        entrants = self._entrants.setdefault(segment.key, {})
        entrant = entrants.get((key, side))
        if entrant is None:
            entrant = entrants[key, side] = _Entrant(self.where(segment.line), carry)
        new = [name for name in players if name and name not in entrant.known]
        entrant.players.extend(new)
        entrant.known.update(new)


def _are_two_fields(entrants: dict[tuple[str, Side | None], _Entrant]) -> bool:
    """Whether one number stands for a pair North-South and another one East-West."""
    for (key, side), one in entrants.items():
        other = entrants.get((key, Side.EW)) if side is Side.NS else None
        if other and one.known and other.known and one.known.isdisjoint(other.known):
            return True
    return False


def _one_field(entrants: dict[tuple[str, Side | None], _Entrant]) -> dict[tuple[str, Side | None], _Entrant]:
    """The contestants of one list of winners: a pair is the same on both sides."""
    found: dict[tuple[str, Side | None], _Entrant] = {}
    for (key, _side), one in entrants.items():
        own = found.setdefault((key, None), one)
        own.players.extend(name for name in one.players if name not in own.known)
        own.known.update(one.known)
    return found


def _partners(names: tuple[str, ...]) -> tuple[tuple[str, str], tuple[str, str]]:
    """North and South, East and West, of names from South on."""
    return (names[2], names[0]), (names[3], names[1])
