"""Our own event file: one JSON document, versioned, that holds everything an event holds.

The form is written down in docs/reference/event-file.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeVar

from overtrick.errors import FormatError, OvertrickError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.event_json_write import VERSION, dumps_event
from overtrick.formats.json_values import Fields, parse_json
from overtrick.formats.kind import Format
from overtrick.formats.known import is_method, is_setting
from overtrick.formats.pbn_values import read_deal
from overtrick.formats.text import Decoded
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.deal import TrickTable
from overtrick.model.event import Contestant, Event, Line, Match, Penalty, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Unit,
    Weighted,
)
from overtrick.model.reading import Counts, Reading, Severity
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.contract import parse_contract

__all__ = ["EVENT", "dump", "dumps", "load", "loads", "loads_event", "sniff_event"]

T = TypeVar("T")
_START = re.compile(r'\s*\{\s*"overtrick"\s*:\s*"event"')
_SIDES = {side.value: side for side in Side}
_SEATS = {seat.value: seat for seat in Seat}
_VULNERABILITIES = {one.value: one for one in Vulnerability}
_AVERAGES = {one.value: one for one in Average}
_UNITS = {one.value: one for one in Unit}
_PLAIN: dict[str, Outcome] = {
    "passed-out": PassedOut(),
    "not-played": NotPlayed(),
    "sit-out": SitOut(),
    "missing": Missing(),
}
_WINNERS = (None, 1, 2)
_TRICKS = re.compile(r"[0-9a-dA-D-]{20}")


def sniff_event(text: str) -> bool:
    """Whether a text is an event file of ours.

    >>> sniff_event('{"overtrick": "event", "version": 1}'), sniff_event('{"sessions": []}')
    (True, False)
    """
    return bool(_START.match(text[:1000]))


def loads_event(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of an event file. A line that cannot be is refused alone, with the path to it.

    Raises FormatError for what is no JSON, for a newer version, and for members of the event that are not right.
    """
    del language, number  # the file has one notation
    return _Reader(decoded).reading()


@dataclass(slots=True)
class _Reader:
    decoded: Decoded
    draft: Draft = field(default_factory=Draft)
    found: int = 0
    refused: int = 0

    def reading(self) -> Reading:
        self.draft.problems.extend(self.decoded.problems)
        value, damage = parse_json(self.decoded.text)
        self.draft.problems.extend(damage)
        top = Fields.of(value, "$")
        if top.text("overtrick") != "event":
            raise FormatError(_("this is no event file of Overtrick"), "$.overtrick")
        version = top.whole("version")
        if version is None or not 1 <= version <= VERSION:
            text = _("version {version} of the event file; versions 1 to {newest} are read")
            raise FormatError(text.format(version=version, newest=VERSION), "$.version")
        winners = top.whole("winners")
        if winners not in _WINNERS:
            raise top.fault("winners", "1, 2", winners)
        event = Event(
            name=top.text("name"),
            date=top.text("date"),
            club=top.text("club"),
            method=self.method(top),
            winners=winners,
            program=top.text("program"),
            settings=self.settings(top.member("settings")),
            extra=self.beside(top),
        )
        self.draft.event = event
        sessions = tuple(self.session(Fields.of(item, path)) for item, path in top.items("sessions"))
        self.unknown(top)
        event = replace(event, sessions=self.without_clashes(sessions))
        taken = sum(
            len(traveller.lines) or 1
            for session in event.sessions
            for section in session.sections
            for traveller in section.travellers
        )
        counts = Counts(self.found, taken, self.found - taken)
        return Reading(event, tuple(self.draft.problems), counts, "event", self.decoded.encoding)

    def unknown(self, fields: Fields) -> None:
        for name in fields.left:
            self.draft.note(
                f"{fields.path}.{name}", Severity.WARNING, _("no such member of an event file; it is passed over")
            )

    def settings(self, fields: Fields | None) -> tuple[tuple[str, str], ...]:
        found = [(name, fields.text(name)) for name in fields.values] if fields else []
        for name, value in found:
            if not is_setting(name, value):
                text = _("there is no setting {name}={value}; it is left out")
                where = f"$.settings.{name}"[:100]
                self.draft.note(where, Severity.WARNING, text.format(name=name[:40], value=value[:40]))
        return tuple((name, value) for name, value in found if is_setting(name, value))

    def method(self, top: Fields) -> str | None:
        """The method, where there is such a one."""
        text = top.text("method")
        if text and not is_method(text):
            told = _("there is no method {method}; the file is read without it")
            self.draft.note("$.method", Severity.WARNING, told.format(method=repr(text[:40])))
            return None
        return text or None

    def beside(self, fields: Fields) -> tuple[tuple[str, str], ...]:
        """The names and values that a file tells beyond what there are members for."""

        def pair(one: Fields) -> tuple[str, str]:
            made = one.text("name"), one.text("value")
            self.unknown(one)
            return made

        return self.each(fields, "extra", pair)

    def session(self, fields: Fields) -> Session:
        sections = tuple(self.section(Fields.of(item, path)) for item, path in fields.items("sections"))
        made = Session(fields.text("key"), sections)
        self.unknown(fields)
        return made

    def section(self, fields: Fields) -> Section:
        made = Section(
            fields.text("key"),
            self.each(fields, "contestants", self.contestant),
            tuple(board for item, path in fields.items("boards") if (board := self.board(item, path))),
            self.each(fields, "penalties", self.penalty),
            self.each(fields, "matches", self.match),
        )
        self.unknown(fields)
        return made

    def each(self, fields: Fields, name: str, read: Callable[[Fields], T]) -> tuple[T, ...]:
        """The elements of a list, those that cannot be left out and told."""
        made = []
        for item, path in fields.items(name):
            try:
                made.append(read(Fields.of(item, path)))
            except OvertrickError as fault:
                self.draft.note(path, Severity.ERROR, str(fault).removeprefix(f"{path}: "))
        return tuple(made)

    def contestant(self, fields: Fields) -> Contestant:
        players = []
        for item, path in fields.items("players"):
            person = Fields.of(item, path)
            players.append(Player(person.text("name"), person.text("number"), self.beside(person)))
            self.unknown(person)
        made = Contestant(
            fields.text("key"),
            fields.one_of("direction", _SIDES),
            tuple(players),
            fields.number("handicap") or Fraction(0),
            fields.number("carry_over") or Fraction(0),
            fields.number("stated_total"),
            fields.number("stated_percent"),
            fields.text("stated_place"),
            fields.text("name"),
            self.beside(fields),
        )
        self.unknown(fields)
        return made

    def board(self, item: Any, path: str) -> Traveller | None:
        """A board with its lines; None, with all its lines refused, where the board itself cannot be."""
        try:
            fields = Fields.of(item, path)
            number = fields.whole("number")
            if number is None or not 1 <= number < 10**9:
                raise fields.fault("number", _("a number from 1 on"), number)
            board = Board.numbered(
                number,
                dealer=fields.one_of("dealer", _SEATS),
                vulnerability=fields.one_of("vulnerability", _VULNERABILITIES),
            )
            deal = read_deal(fields.text("deal")) if fields.text("deal") else None
            tricks, datum = self.tricks(fields), fields.number("stated_datum")
            items = list(fields.items("lines"))
        except OvertrickError as fault:
            lost = item.get("lines") if isinstance(item, dict) else None
            count = len(lost) if isinstance(lost, list) and lost else 1
            self.found += count
            self.refused += count
            self.draft.note(path, Severity.ERROR, str(fault).removeprefix(f"{path}: "))
            return None
        lines = tuple(line for one, where in items if (line := self.line(one, where)))
        self.unknown(fields)
        if items and not lines:
            return None
        self.found += not items
        return Traveller(board, lines, deal, tricks, datum)

    def tricks(self, fields: Fields) -> TrickTable | None:
        text = fields.text("tricks")
        if not text:
            return None
        if not _TRICKS.fullmatch(text):
            raise fields.fault("tricks", _("20 digits from 0 to d, or - where it is not known"), text)
        return TrickTable(tuple(None if digit == "-" else int(digit, 16) for digit in text))

    def line(self, item: Any, path: str) -> Line | None:
        self.found += 1
        try:
            fields = Fields.of(item, path)
            ns, ew = self.outcomes(fields)
            alone = ns if not fields.text("ns") else ew if not fields.text("ew") else None
            if alone is not None and not isinstance(alone, SitOut | Missing | NotPlayed):
                raise FormatError(_("a result with one contestant only; give ns and ew"), path)
            stated, record = fields.member("stated"), fields.member("record")
            made = Line(
                fields.text("ns"),
                fields.text("ew"),
                ns,
                ew,
                round=fields.text("round"),
                table=fields.text("table"),
                lead=fields.text("lead"),
                version=fields.text("version"),
                remark=fields.text("remark"),
                where=path,
                stated=self.stated(stated) if stated else None,
                south=fields.text("south"),
                west=fields.text("west"),
                record=self.record(record) if record else None,
            )
        except OvertrickError as fault:
            self.refused += 1
            self.draft.note(path, Severity.ERROR, str(fault).removeprefix(f"{path}: "))
            return None
        self.unknown(fields)
        return made

    def outcomes(self, fields: Fields) -> tuple[Outcome, Outcome]:
        both = fields.member("result")
        if both is not None:
            outcome = self.outcome(both)
            return outcome, outcome
        ns, ew = fields.member("ns_result"), fields.member("ew_result")
        if ns is None or ew is None:
            raise FormatError(_("a line has a result, or ns_result and ew_result"), fields.path)
        return self.outcome(ns), self.outcome(ew)

    def outcome(self, fields: Fields) -> Outcome:
        kind = fields.text("kind")
        made: Outcome
        match kind:
            case "played":
                made = self.played(fields)
            case "score":
                made = BareScore(_wanted(fields, "points", fields.whole("points")))
            case "average":
                made = Awarded(_wanted(fields, "average", fields.one_of("average", _AVERAGES)))
            case "award":
                made = Awarded(
                    _wanted(fields, "value", fields.number("value")), fields.one_of("unit", _UNITS, Unit.PERCENT)
                )
            case "weighted":
                made = Weighted(tuple(self.part(Fields.of(item, path)) for item, path in fields.items("parts")))
            case _ if kind in _PLAIN:
                made = _PLAIN[kind]
            case _:
                known = ("played", "score", "average", "award", "weighted", *_PLAIN)
                raise fields.fault("kind", _("one of {known}").format(known=", ".join(known)), kind)
        self.unknown(fields)
        return made

    def played(self, fields: Fields) -> Played:
        contract = parse_contract(fields.text("contract"))
        if isinstance(contract, PassedOut):
            raise fields.fault("contract", _("a contract"), fields.text("contract"))
        declarer = fields.one_of("declarer", _SEATS)
        return Played(replace(contract, declarer=declarer), _wanted(fields, "tricks", fields.whole("tricks")))

    def part(self, fields: Fields) -> tuple[Fraction, Played | PassedOut | BareScore]:
        weight = _wanted(fields, "weight", fields.number("weight"))
        result = fields.member("result")
        outcome = self.outcome(result) if result else None
        if not isinstance(outcome, Played | PassedOut | BareScore):
            raise fields.fault("result", _("a result that was played"), fields.values.get("result"))
        return weight, outcome

    def stated(self, fields: Fields) -> Stated:
        made = Stated(
            fields.number("ns"), fields.number("ew"), fields.text("unit", "matchpoints"), fields.whole("points")
        )
        self.unknown(fields)
        return made

    def record(self, fields: Fields) -> TableRecord:
        calls = []
        for item, path in fields.items("calls"):
            if isinstance(item, str):
                calls.append(Call(item))
                continue
            call = Fields.of(item, path)
            calls.append(Call(call.text("call"), call.text("alert")))
            self.unknown(call)
        made = TableRecord(
            tuple(calls), tuple(fields.text("cards").split()), fields.whole("claim"), fields.text("comment")
        )
        self.unknown(fields)
        return made

    def penalty(self, fields: Fields) -> Penalty:
        made = Penalty(
            fields.text("contestant"),
            _wanted(fields, "amount", fields.number("amount")),
            fields.text("unit", "matchpoints"),
            fields.one_of("direction", _SIDES),
            fields.text("reason"),
        )
        self.unknown(fields)
        return made

    def match(self, fields: Fields) -> Match:
        path = fields.path
        boards = []
        for item, where in fields.items("boards"):
            if not isinstance(item, int) or isinstance(item, bool):
                raise FormatError(_("a whole number is wanted, found {found}").format(found=repr(item)[:60]), where)
            boards.append(item)
        made = Match(
            fields.text("home"),
            fields.text("away"),
            fields.text("round"),
            tuple(boards),
            tuple(self.stated(Fields.of(item, path)) for item, path in fields.items("stated")),
            path,
        )
        self.unknown(fields)
        return made

    def without_clashes(self, sessions: tuple[Session, ...]) -> tuple[Session, ...]:
        """The sessions without lines that cannot stand beside another: one rule for all formats, see `Draft`."""
        self.draft.rows = [
            Row(session.key, section.key, traveller.board.number, line)
            for session in sessions
            for section in session.sections
            for traveller in section.travellers
            for line in traveller.lines
        ]
        kept = {id(row.line) for row in self.draft.accepted()}
        return tuple(
            replace(session, sections=tuple(_kept(section, kept) for section in session.sections))
            for session in sessions
        )


def _kept(section: Section, kept: set[int]) -> Section:
    travellers = []
    for traveller in section.travellers:
        lines = tuple(line for line in traveller.lines if id(line) in kept)
        if lines or not traveller.lines:
            travellers.append(replace(traveller, lines=lines))
    return replace(section, travellers=tuple(travellers))


def _wanted(fields: Fields, name: str, value: Any) -> Any:
    if value is None:
        raise FormatError(_("the member {name} is wanted").format(name=name), fields.path)
    return value


EVENT = Format(
    "event",
    "event file of Overtrick (JSON)",
    "Overtrick, docs/reference/event-file.md",
    sniff_event,
    loads_event,
    write=dumps_event,
    suffix=".json",
)
load, loads, dump, dumps = EVENT.load, EVENT.loads, EVENT.dump, EVENT.dumps
