"""An event for the Bridgemate Data Connector: what sets BCS up for a session, and the results that we hold.

One session of ours is one event of BCS, since there a section letter, a group number and a player's number may stand
once in an event only. Whatever cannot be carried is told beside the records.
Source: Bridge Systems, Bridgemate Data Connector developer's guide (InitDTO, SectionUpdateDTO, ResultDTO).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from overtrick.errors import FormatError
from overtrick.formats.bdc_codes import INITIALIZE, QUEUES, coded_card, coded_entry
from overtrick.formats.bdc_hands import coded_hands
from overtrick.formats.bdc_people import people_of
from overtrick.formats.bdc_plan import Meeting
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Line, Section
from overtrick.model.outcome import Entry, Missing, SitOut
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import Standing

__all__ = [
    "Outgoing",
    "dumps_bdc",
    "init_record",
    "meetings_of",
    "result_records",
    "section_letters",
    "session_guid",
    "update_record",
]

_LETTERS = re.compile(r"([A-Z])\1{0,2}")
_METHODS = {"matchpoints": 10, "butler": 20, "cross-imps": 30, "team-imps": 40, "board-a-match": 60}
_TEAM_METHODS = ("team-imps", "board-a-match")
_ROUNDS = 200  # more than anybody plays, and few enough to fill the gaps between them
_START = 1 + 2 + 4 + 128  # start BCS, new scoring file, read the terminals, forget what older sessions left
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Records to be sent, and what they do not carry."""

    records: tuple[dict[str, Any], ...]
    problems: tuple[Problem, ...] = ()


def session_guid(event: Event, session: str) -> str:
    """The mark of a session, 32 hexadecimal digits, the same whenever the event is; another name gives another mark.

    >>> session_guid(Event("Tuesday"), "1") == session_guid(Event("Tuesday"), "1"), len(session_guid(Event(), "1"))
    (True, 32)
    """
    said = json.dumps([event.name, event.date, event.club, session])
    return blake2b(said.encode(), digest_size=16).hexdigest().upper()


def section_letters(keys: Iterable[str]) -> dict[str, str]:
    """The letters of each section: its own where BCS takes them (A to Z, AA to ZZ, AAA to ZZZ), else the next free.

    >>> section_letters(["A", "Open", "BB"])
    {'A': 'A', 'Open': 'B', 'BB': 'BB'}

    Raises FormatError for more than 78 sections.
    """
    wanted = list(keys)
    own = {key for key in wanted if _LETTERS.fullmatch(key)}
    free = (chr(65 + number % 26) * (1 + number // 26) for number in range(78))
    left = (letters for letters in free if letters not in own)
    made = {}
    for key in wanted:
        letters = key if key in own else next(left, None)
        if letters is None:
            raise FormatError(_("BCS has letters for 78 sections; there are {count}").format(count=len(wanted)))
        made[key] = letters
    return made


def meetings_of(event: Event, session: str) -> tuple[tuple[Meeting, ...], tuple[Problem, ...]]:
    """The movement that the lines of a session show, and the lines that fit into none.

    Raises FormatError for teams, whose lines do not show which pairs they had at which table.
    """
    if event.method in _TEAM_METHODS:
        raise FormatError(_("lines of a team match do not show its pairs; state the movement"))
    met: dict[tuple[str, int, int], list[tuple[int, int, int]]] = {}
    problems = []
    sections = _sections(event, session)
    letters = section_letters(section.key for section in sections)
    for section in sections:
        for board, line in _lines(section):
            place = _place(line)
            if place is None:
                text = _("not sent: BCS wants table, round (1 to {most}) and pairs as whole numbers").format(
                    most=_ROUNDS
                )
                problems.append(_told(section, board, line, text))
                continue
            table, turn, ns, ew = place
            met.setdefault((letters[section.key], table, turn), []).append((ns, ew, board if ns and ew else 0))
    meetings = []
    for (name, table, turn), found in sorted(met.items()):
        (ns, ew), _times = Counter((one, other) for one, other, _board in found).most_common(1)[0]
        boards = sorted({board for one, other, board in found if {one, other} == {ns, ew}} - {0})
        low, high = (boards[0], boards[-1]) if boards else (0, 0)
        if boards and high - low + 1 != len(boards):
            where = _("section {section}, table {table}, round {round}").format(section=name, table=table, round=turn)
            text = _("BCS knows boards in a row only; {low} to {high} are sent").format(low=low, high=high)
            problems.append(Problem(where, Severity.WARNING, text))
        meetings.append(Meeting(name, table, turn, ns, ew, low, high))
    return tuple(meetings), tuple(problems)


def result_records(event: Event, session: str, meetings: Sequence[Meeting], *, guid: str = "") -> Outgoing:
    """The results of a session as BCS takes them, with those that it cannot hold told.

    A score split between the sides is carried only where both have an average; BCS would take that of North-South for
    both. Pairs that sat the wrong way round keep the places of the movement, as BCS marks them.
    """
    planned = {(one.section, one.table, one.round): one for one in meetings}
    records, problems = [], []
    sections = _sections(event, session)
    letters = section_letters(section.key for section in sections)
    for section in sections:
        for board, line in _lines(section):
            if isinstance(line.ns_outcome, SitOut | Missing):
                continue
            place = _place(line)
            meeting = planned.get((letters[section.key], *place[:2])) if place else None
            if place is None or meeting is None or {meeting.ns, meeting.ew} != set(place[2:]):
                problems.append(_told(section, board, line, _("not sent: the movement has no such meeting")))
                continue
            turned = meeting.ns != place[2]
            entry = Entry(line.ns_outcome, line.ew_outcome)
            numbers = coded_entry(Entry(entry.ew, entry.ns) if turned else entry)
            if numbers is None:
                problems.append(_told(section, board, line, _unsaid(entry)))
                continue
            records.append(_result(guid or session_guid(event, session), meeting, board, line, numbers))
    return Outgoing(tuple(records), tuple(problems))


def _unsaid(entry: Entry) -> str:
    if entry.ns != entry.ew:
        return _("not sent: BCS knows no split scores, and would give both sides that of North-South")
    return _("not sent: BCS knows contracts, averages and boards that were not played, and not this score")


def _result(guid: str, meeting: Meeting, board: int, line: Line, numbers: Mapping[str, int]) -> dict[str, Any]:
    direction = numbers["DeclarerDirection"]
    declaring = {0: meeting.ns, 1: int(line.ns), 3: int(line.ns)}.get(direction, int(line.ew))
    rank, suit = coded_card(line.lead)
    return {
        "SessionGuid": guid,
        "SectionLetters": meeting.section,
        "TableNumber": meeting.table,
        "RoundNumber": meeting.round,
        "BoardNumber": board,
        "ScoringDirection": 3,
        "IsDeleted": False,
        "PairNorthSouth": meeting.ns,
        "PairEastWest": meeting.ew,
        "DeclaringPair": declaring,
        **numbers,
        "LeadCardRank": rank,
        "LeadCardSuit": suit,
        "ValidationMessages": None,
    }


def init_record(
    event: Event, session: str, meetings: Sequence[Meeting], *, club: str = "", guid: str = "", commands: int = _START
) -> Outgoing:
    """One InitDTO: the session with its sections and movement, players, who sits where in round 1, and the hands.

    `club` is the number that Bridge Systems gave the club; `commands` are those of the guide, added up.
    """
    mark = guid or session_guid(event, session)
    keys = [section.key for section in _sections(event, session)]
    letters = section_letters(keys or sorted({one.section for one in meetings}))
    across = dict(event.settings).get("sections") == "across"
    groups: dict[int, list[dict[str, Any]]] = {}
    hands: list[dict[str, Any]] = []
    for number, (key, name) in enumerate(letters.items(), 1):
        group = 1 if across else number
        groups.setdefault(group, []).append(_section(event, key, name, group, meetings, mark))
        hands += coded_hands(event, session, key, group, name, mark)
    people = people_of(event, session, letters, meetings, mark, club)
    record = {
        "Commands": commands,
        "EventGuid": mark,
        "ClubId": club,
        "AlternativeDataFolder": "",
        "Sessions": [_sitting(event, session, mark, club, groups)],
        "PlayerData": people.players,
        "Participations": people.seats,
        "Handrecords": hands,
        "Bridgemate2Settings": [],
        "Bridgemate3Settings": [],
        "ValidationMessages": None,
    }
    return Outgoing((record,), (*_doubts(event, letters), *people.problems))


def _sitting(
    event: Event, session: str, guid: str, club: str, groups: Mapping[int, list[dict[str, Any]]]
) -> dict[str, Any]:
    found = _DATE.fullmatch(event.date)
    day = [int(part) for part in found.groups()] if found else [0, 0, 0]
    return {
        "ScoringGroups": [
            {
                "SessionGuid": guid,
                "ClubId": club,
                "Sections": parts,
                "ScoringGroupNumber": group,
                "ScoringMethod": _METHODS.get(event.method or "", 10),
                "IsDeleted": False,
                "ValidationMessages": None,
            }
            for group, parts in groups.items()
        ],
        "EventGuid": guid,
        "SessionGuid": guid,
        "Name": event.name or session,  # BCS takes no session without a name
        **dict(zip(("Year", "Month", "Day"), day, strict=True)),
        "ValidationMessages": None,
    }


def _doubts(event: Event, letters: Mapping[str, str]) -> list[Problem]:
    """What BCS is told otherwise than the event has it."""
    said = []
    if event.method not in (None, *_METHODS):
        said.append(_("BCS has no method {method}; it shows matchpoints").format(method=event.method))
    if event.winners is None:
        said.append(_("the event does not say whether there are one or two winners; BCS is told one"))
    if not _DATE.fullmatch(event.date):
        said.append(_("BCS wants the date of the session, and the event has none"))
    said += [
        _("section {key} is {letters} on the terminals").format(key=key, letters=name)
        for key, name in letters.items()
        if key != name
    ]
    return [Problem(_("event"), Severity.WARNING, text) for text in said]


def _section(
    event: Event, key: str, letters: str, group: int, meetings: Sequence[Meeting], guid: str
) -> dict[str, Any]:
    mine = [one for one in meetings if one.section == letters]
    tables: dict[int, dict[int, Meeting]] = {}
    for one in sorted(mine, key=lambda one: (one.table, one.round)):
        tables.setdefault(one.table, {})[one.round] = one
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": group,
        "Letters": letters,
        "Name": "" if key == letters else key,
        "Winners": event.winners or 1,
        "GameType": 30 if any(one.team_ns for one in mine) else 10,
        "Tables": [
            {
                "SessionGuid": guid,
                "SectionLetters": letters,
                "TableNumber": table,
                "ConnectionMode": 0,
                "Rounds": [
                    # BCS wants every round from the first on; nobody sits there where the movement has none
                    _round(rounds.get(turn) or Meeting(letters, table, turn, 0, 0), guid)
                    for turn in range(1, max(rounds) + 1)
                ],
                "ValidationMessages": None,
            }
            for table, rounds in tables.items()
        ],
        "ValidationMessages": None,
    }


def _round(one: Meeting, guid: str) -> dict[str, Any]:
    return {
        "SessionGuid": guid,
        "SectionLetters": one.section,
        "TableNumber": one.table,
        "RoundNumber": one.round,
        "LowBoardNumber": one.low,
        "HighBoardNumber": one.high,
        "PairNS": one.ns,
        "PairEW": one.ew,
        "TeamNS": one.team_ns,
        "TeamEW": one.team_ew,
        "ValidationMessages": None,
    }


def update_record(
    event: Event, session: str, section: str, meetings: Sequence[Meeting], *, club: str = "", guid: str = ""
) -> dict[str, Any]:
    """One SectionUpdateDTO: the movement of a section as it is to be from now on.

    >>> update_record(Event(), "1", "A", [Meeting("A", 1, 1, 3, 8, 1, 2)])["Tables"][0]["Rounds"][0]["PairEW"]
    8
    """
    keys = [one.key for one in _sections(event, session)] or [section]
    number = keys.index(section) + 1 if section in keys else len(keys) + 1
    group = 1 if dict(event.settings).get("sections") == "across" else number
    letters = section_letters(dict.fromkeys([*keys, section]))[section]
    record = _section(event, section, letters, group, meetings, guid or session_guid(event, session))
    return record | {
        "ClubId": club,
        "ScoringGroupScoringMethod": _METHODS.get(event.method or "", 10),
        "IsDeleted": False,
    }


def dumps_bdc(event: Event, *, standing: Standing | None = None) -> str:
    r"""The event as requests: for each session one that sets BCS up and one with its results. No licence is in them.

    >>> dumps_bdc(Event())
    '[]\n'

    Raises FormatError for team matches.
    """
    del standing
    requests = []
    for session in event.sessions:
        guid = session_guid(event, session.key)
        meetings, _problems = meetings_of(event, session.key)
        start = init_record(event, session.key, meetings, guid=guid).records[0]
        results = result_records(event, session.key, meetings, guid=guid).records
        for command, mark, data in ((INITIALIZE, "", start), (QUEUES["results"].put, guid, list(results))):
            packed = json.dumps(data, separators=(",", ":"))
            envelope = {"Command": command, "ClubId": "", "LicenceKey": "", "SessionGuid": mark}
            requests.append(envelope | {"SerializedData": packed})
    return json.dumps(requests, indent=1) + "\n"


def _sections(event: Event, session: str) -> tuple[Section, ...]:
    return next((one.sections for one in event.sessions if one.key == session), ())


def _lines(section: Section) -> list[tuple[int, Line]]:
    return [(one.board.number, line) for one in section.travellers for line in one.lines]


def _place(line: Line) -> tuple[int, int, int, int] | None:
    """Table, round and pairs of a line, 0 for nobody; None where they are not such numbers, or single players."""
    numbers = (line.table, line.round, line.ns or "0", line.ew or "0")
    if line.south or line.west or not all(one.isascii() and one.isdigit() and len(one) < 6 for one in numbers):
        return None
    table, turn, ns, ew = (int(one) for one in numbers)
    plain = (str(table), str(turn), str(ns), str(ew)) == numbers
    return (table, turn, ns, ew) if table and 0 < turn <= _ROUNDS and (ns or ew) and plain else None


def _told(section: Section, board: int, line: Line, text: str) -> Problem:
    where = _("section {section}, board {board}, {ns} v {ew}").format(
        section=section.key, board=board, ns=line.ns, ew=line.ew
    )
    return Problem(where, Severity.WARNING, text)
