"""Saved messages of the Bridgemate Data Connector (BCS 5): requests and answers as JSON, alone, in a list or in a log.

The results make the event; of several for one board at one table in one round the last counts, and one that is marked
as deleted takes the earlier ones away. Names, movement and hands stand in messages of their own.
Source: Bridge Systems, Bridgemate Data Connector developer's guide; its golden files of requests and responses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, TypeAlias

from overtrick.errors import FormatError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.bdc_codes import METHODS, entry_of, lead_of, said, whole
from overtrick.formats.bdc_hands import Hands
from overtrick.formats.bdc_names import Seats
from overtrick.formats.bdc_plan import MOST, Plan, objects
from overtrick.formats.bdc_text import Item, Message, messages
from overtrick.formats.bdc_write import dumps_bdc
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.event import Event, Line
from overtrick.model.outcome import Entry, SitOut
from overtrick.model.reading import Reading, Severity

__all__ = ["BDC", "dump", "dumps", "load", "loads", "loads_bdc", "sniff_bdc"]

_ENVELOPE = re.compile(r'"(?:Request)?Command"\s*:\s*[0-9]')
_INDIVIDUAL, _TEAMS = 20, 30
_TEAM_METHODS = ("team-imps", "board-a-match")
_Place: TypeAlias = tuple[str, str, int, int, int]  # session, section, table, round, board


def sniff_bdc(text: str) -> bool:
    """Whether a text is such messages, or records without an envelope.

    >>> sniff_bdc('{"Command":19,"SerializedData":""}'), sniff_bdc('{"sessions": []}')
    (True, False)
    """
    head = text[:20_000]
    if "{" not in head:
        return False
    if '"SerializedData"' in head and _ENVELOPE.search(head):
        return True
    return '"SessionGuid"' in head and '"SectionLetters"' in head and head.lstrip()[:1] in ("{", "[")


def loads_bdc(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of saved messages. `language` and `number` say nothing here: the format has numbers alone.

    Raises FormatError for a text without any message.

    >>> result = '{"SessionGuid": "0A", "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 5, ' \
    ...     '"PairNorthSouth": 1, "PairEastWest": 2, "DeclarerDirection": 1, "Level": 3, "Denomination": 5, ' \
    ...     '"TotalTricks": 9}'
    >>> print(loads_bdc(Decoded(result, "utf-8")).event.sessions[0].sections[0].travellers[0].lines[0].ns_outcome)
    3NT N =
    """
    del language, number
    reader = _Reader(Draft(Event(program="Bridgemate"), problems=list(decoded.problems)))
    for message in messages(decoded.text):
        reader.take(message)
    if not reader.any:
        raise FormatError(_("there is no message of the Bridgemate Data Connector in this text"))
    return reader.reading(decoded.encoding)


@dataclass(slots=True)
class _Reader:
    """Gathers messages, then turns results into rows of a draft."""

    draft: Draft
    any: bool = False
    sessions: dict[str, str] = field(default_factory=dict)
    plan: Plan = field(default_factory=Plan)
    seats: Seats = field(default_factory=Seats)
    hands: Hands = field(default_factory=Hands)
    results: list[tuple[str, Item]] = field(default_factory=list)
    matches: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    calls: int = 0

    def take(self, message: Message) -> None:
        """Put what a message holds where it belongs."""
        self.any = self.any or message.kind != "damage"
        if message.kind == "error":
            text = _("the Data Connector answered with an error: {text}").format(text=message.text)
            self.draft.note(message.where, Severity.WARNING, text)
        elif message.kind == "damage":
            self.draft.refuse(message.where, message.text)
        elif message.text:
            self.draft.note(message.where, Severity.ERROR if message.kind else Severity.NOTE, message.text)
        for item in message.items:
            if item.record is None:
                self.draft.refuse(item.where, _("the record is damaged or breaks off"))
            else:
                self.record(message.kind, message.session, item.record, item)

    def record(self, kind: str, session: str, record: dict[str, Any], item: Item) -> None:
        """One record of a message."""
        key = self.session(said(record, "SessionGuid") or session) if kind != "event" else ""
        if kind == "results":
            self.results.append((key, item))
        elif kind == "event":
            self.event(record, item.where)
        elif kind == "section":
            self.plan.add_section(key, record)
            self.people(key, record.get("AddedPlayers"), record.get("Participations"), item.where)
        elif kind == "groups":
            self.plan.add_groups(key, [record])
        elif kind == "players":
            self.seats.add_player(record)
        elif kind == "seats":
            self.seats.add_seat(key, record, item.where)
        elif kind == "hands":
            self.hands.add(key, record, item.where, self.draft)
        elif kind == "calls":
            self.calls += 1

    def session(self, guid: str) -> str:
        """The number of a session, by the order in which they come; a record without a mark is of the first one."""
        if not guid and self.sessions:
            return next(iter(self.sessions.values()))
        if list(self.sessions) == [""]:
            self.sessions = {guid.upper(): "1"}
        return self.sessions.setdefault(guid.upper(), str(len(self.sessions) + 1))

    def event(self, record: dict[str, Any], where: str) -> None:
        """An event with its sessions, players, seats and hands."""
        for session in objects(record.get("Sessions")):
            key = self.session(said(session, "SessionGuid"))
            self.plan.add_groups(key, session.get("ScoringGroups"))
            name, event = said(session, "Name"), self.draft.event
            name = "" if name == key else name  # a bare number stands where the event has no name
            self.draft.event = replace(event, name=event.name or name, date=event.date or _date(session))
        self.people("", record.get("PlayerData"), record.get("Participations"), where)
        for one in objects(record.get("Handrecords")):
            self.hands.add(self.session(said(one, "SessionGuid")), one, where, self.draft)

    def people(self, key: str, players: object, seats: object, where: str) -> None:
        """Players by number, and seats of one session or each of its own."""
        for one in objects(players):
            self.seats.add_player(one)
        for one in objects(seats):
            self.seats.add_seat(key or self.session(said(one, "SessionGuid")), one, where)

    def reading(self, encoding: str) -> Reading:
        """The event, once all messages are taken."""
        for text in dict.fromkeys(self.plan.faults):
            self.draft.note(_("movement"), Severity.WARNING, _("{fault}; it is left out").format(fault=text))
        self.conditions()
        for place, item in self.last_ones().items():
            self.result(place, item)
        if self.calls:
            text = ngettext(
                "{count} call for the director, which an event does not keep",
                "{count} calls for the director, which an event does not keep",
                self.calls,
            ).format(count=self.calls)
            self.draft.note(_("whole file"), Severity.NOTE, text)
        teams = self.draft.event.method in _TEAM_METHODS
        if teams:  # a team sits both ways on a board, at its two tables, and yet there is one list of winners
            self.draft.event = replace(self.draft.event, winners=2)
            self.seats.enter_teams(self.draft, self.plan, self.matches)
        else:
            self.seats.enter(self.draft, self.plan)
        reading = self.hands.attach(self.draft.reading(format="bdc", encoding=encoding), self.plan)
        return replace(reading, event=replace(reading.event, winners=1)) if teams else reading

    def conditions(self) -> None:
        """Method and winners, where all sections say the same."""
        sections = self.plan.sections.values()
        methods = {METHODS.get(one.scoring, "") for one in sections if one.scoring}
        winners = {one.winners for one in sections}
        event = self.draft.event
        if len(methods) == 1 and "" not in methods:
            event = replace(event, method=methods.pop())
        elif methods:
            text = _("sections have different scoring methods, or one that is not known; none is taken from the file")
            self.draft.note(_("whole file"), Severity.WARNING, text)
        if len(winners) == 1 and winners <= {1, 2}:
            event = replace(event, winners=winners.pop())
        self.draft.event = event

    def last_ones(self) -> dict[_Place, dict[int, Item]]:
        """What counts for each board at each table in each round, by the side it is for (0 for both)."""
        last: dict[_Place, dict[int, Item]] = {}
        for session, item in self.results:
            record = item.record or {}
            try:
                table, turn, board = (whole(record, f"{one}Number", 1, MOST) for one in ("Table", "Round", "Board"))
                side = whole(record, "ScoringDirection", 0, 3) % 3
            except RecordError as fault:
                self.draft.refuse(item.where, str(fault))
                continue
            found = last.setdefault((session, said(record, "SectionLetters"), table, turn, board), {})
            for other in (0, side) if side else (0, 1, 2):
                if before := found.pop(other, None):
                    self.drop(before.where, _("a later result stands: {other}").format(other=item.where))
            found[side] = item
        return last

    def drop(self, where: str, text: str) -> None:
        """Count a record that another one, or a mark on it, takes away."""
        self.draft.refused += 1
        self.draft.clash(where, Severity.NOTE, text)

    def result(self, place: _Place, items: dict[int, Item]) -> None:
        """The row of one board at one table, from a result for both sides or from one for each."""
        for side, item in list(items.items()):
            if item.record and item.record.get("IsDeleted") is True:
                self.drop(item.where, _("deleted; it does not count"))
                del items[side]
        if not items:
            return
        first = items[min(items)]
        try:
            line = self.line(place, first)
            entry = self.entry(items, first.where)
        except RecordError as fault:
            self.draft.refuse(first.where, str(fault))
            return
        line = replace(line, ns_outcome=entry.ns, ew_outcome=entry.ew) if line.ns and line.ew else line
        session, section = place[:2]
        if self.draft.event.method in _TEAM_METHODS:
            home, away = sorted((line.ns, line.ew), key=_order)
            session = str(place[3]) if len(self.sessions) == 1 else f"{session}.{place[3]}"
            section = f"{section} {home}-{away}"
            self.matches[session, section] = place[:2]
        self.draft.rows.append(Row(session, section, place[4], line, guessed=0 not in items and len(items) == 1))

    def entry(self, items: dict[int, Item], where: str) -> Entry:
        """The outcome for both sides, each from its own result where there are two."""
        read = {side: entry_of(item.record or {}) for side, item in items.items()}
        if 0 in read or len(read) == 1:
            if 0 not in read:
                text = _("a result for one side alone; it is taken for both, as BCS knows no split scores")
                self.draft.note(where, Severity.WARNING, text)
            return next(iter(read.values()))
        return Entry(read[1].ns, read[2].ew)

    def line(self, place: _Place, item: Item) -> Line:
        """Who met, and what was led; pairs that sat the wrong way round stand as they sat."""
        record, where = item.record or {}, item.where
        session, letters, table, turn, _board = place
        ns, ew = (whole(record, name, 0, MOST) for name in ("PairNorthSouth", "PairEastWest"))
        if not ns and not ew:
            raise RecordError(_("a result without pair numbers"))
        section = self.plan.sections.get((session, letters))
        if section is not None and section.game == _INDIVIDUAL:
            raise RecordError(_("a result of an individual event; pairs and teams are read"))
        planned = self.plan.meetings.get((session, letters, table, turn))
        if planned is not None and {planned.ns, planned.ew} != {ns, ew}:
            text = _("{ns} v {ew} here, {pns} v {pew} by the movement; the result stands as it was entered")
            self.draft.note(where, Severity.WARNING, text.format(ns=ns, ew=ew, pns=planned.ns, pew=planned.ew))
        teams = (
            {planned.ns: planned.team_ns, planned.ew: planned.team_ew} if planned and planned.ns != planned.ew else {}
        )
        if _exchanged(record, ns, ew):
            ns, ew = ew, ns
            text = _("played in the wrong direction: {ns} sat North-South").format(ns=ns)
            self.draft.note(where, Severity.WARNING, text)
        if self.draft.event.method in _TEAM_METHODS:
            if not teams.get(ns) or not teams.get(ew) or teams[ns] == teams[ew]:
                raise RecordError(_("a result of a team match, and the movement does not say which teams met"))
            ns, ew = teams[ns], teams[ew]
        lead = ""
        try:
            lead = lead_of(record)
        except RecordError as fault:
            self.draft.note(where, Severity.WARNING, _("{fault}; the lead is left out").format(fault=fault))
        return Line(
            str(ns or ""), str(ew or ""), SitOut(), SitOut(), round=str(turn), table=str(table), lead=lead, where=where
        )


def _exchanged(record: dict[str, Any], ns: int, ew: int) -> bool:
    """Whether declarer sat where the other pair sits by the numbers; BCS marks wrong seats so."""
    declaring, seat = record.get("DeclaringPair"), record.get("DeclarerDirection")
    level = record.get("Level")
    if not isinstance(level, int) or level < 1 or ns == ew:
        return False
    return (declaring == ew and seat in (1, 3)) or (declaring == ns and seat in (2, 4))


def _order(key: str) -> tuple[int, str]:
    return len(key), key


def _date(session: dict[str, Any]) -> str:
    """The ISO date of a session; empty where there is none that can be."""
    try:
        return date(*(whole(session, name, 1, 9999) for name in ("Year", "Month", "Day"))).isoformat()
    except (RecordError, ValueError):
        return ""


BDC = Format(
    "bdc",
    "Bridgemate Data Connector messages",
    "Bridge Systems, Data Connector developers' guide",
    sniff_bdc,
    loads_bdc,
    write=dumps_bdc,
)
load, loads, dump, dumps = BDC.load, BDC.loads, BDC.dump, BDC.dumps
