"""An event as our own file: one JSON document that holds all of it. See docs/reference/event-file.md."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

from overtrick.model.deal import TrickTable
from overtrick.model.event import Contestant, Event, Line, Match, Penalty, Section, Stated, Traveller
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
    Weighted,
)
from overtrick.model.record import TableRecord
from overtrick.model.standing import Standing

__all__ = ["VERSION", "dumps_event"]

VERSION = 1
"""The version that is written; older ones are read, newer ones are refused by name."""

_CONTROL = re.compile("[\x7f-\x9f]")  # a terminal obeys them; JSON escapes only those below the blank
_KINDS: dict[type, str] = {PassedOut: "passed-out", NotPlayed: "not-played", SitOut: "sit-out", Missing: "missing"}


def dumps_event(event: Event, *, standing: Standing | None = None) -> str:
    """The event as JSON, which `loads_event` reads back as an equal event. A standing adds nothing: results follow.

    Members that are empty are left out; numbers that need not be whole are text, such as "5/2". Where a line stood in
    the file it was read from is not kept: a reader tells the place in the file at hand.

    >>> print(dumps_event(Event("Tuesday", winners=2)), end="")
    {
      "overtrick": "event",
      "version": 1,
      "name": "Tuesday",
      "winners": 2
    }
    """
    del standing
    whole = {
        "overtrick": "event",
        "version": VERSION,
        **_full(
            name=event.name,
            date=event.date,
            club=event.club,
            method=event.method,
            winners=event.winners,
            program=event.program,
            settings=dict(event.settings),
            extra=_extra(event.extra),
            sessions=[
                {"key": session.key, "sections": [_section(section) for section in session.sections]}
                for session in event.sessions
            ],
        ),
    }
    text = json.dumps(whole, ensure_ascii=False, indent=2)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def _full(**members: Any) -> dict[str, Any]:
    """The members that say something."""
    return {name: value for name, value in members.items() if value not in (None, "", [], {})}


def _number(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _extra(extra: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in extra]


def _section(section: Section) -> dict[str, Any]:
    return {
        "key": section.key,
        **_full(
            contestants=[_contestant(who) for who in section.contestants],
            boards=[_board(traveller) for traveller in section.travellers],
            penalties=[_penalty(penalty) for penalty in section.penalties],
            matches=[_match(match) for match in section.matches],
        ),
    }


def _contestant(who: Contestant) -> dict[str, Any]:
    return {
        "key": who.key,
        **_full(
            name=who.name,
            direction=who.direction.value if who.direction else None,
            players=[
                {"name": player.name, **_full(number=player.number, extra=_extra(player.extra))}
                for player in who.players
            ],
            handicap=_number(who.handicap) if who.handicap else None,
            carry_over=_number(who.carry_over) if who.carry_over else None,
            stated_total=_number(who.stated_total),
            stated_percent=_number(who.stated_percent),
            stated_place=who.stated_place,
            extra=_extra(who.extra),
        ),
    }


def _board(traveller: Traveller) -> dict[str, Any]:
    board = traveller.board
    return {
        "number": board.number,
        "dealer": board.dealer.value,
        "vulnerability": board.vulnerability.value,
        **_full(
            deal=traveller.deal.text() if traveller.deal else None,
            tricks=_tricks(traveller.tricks) if traveller.tricks else None,
            stated_datum=_number(traveller.stated_datum),
            lines=[_line(line) for line in traveller.lines],
        ),
    }


def _tricks(table: TrickTable) -> str:
    return "".join("-" if number is None else f"{number:x}" for number in table.tricks)


def _line(line: Line) -> dict[str, Any]:
    same = line.ns_outcome == line.ew_outcome
    results = (
        {"result": outcome_json(line.ns_outcome)}
        if same
        else {"ns_result": outcome_json(line.ns_outcome), "ew_result": outcome_json(line.ew_outcome)}
    )
    return {
        "ns": line.ns,
        "ew": line.ew,
        **_full(south=line.south, west=line.west, round=line.round, table=line.table),
        **results,
        **_full(
            lead=line.lead,
            version=line.version,
            remark=line.remark,
            stated=_stated(line.stated) if line.stated else None,
            record=_record(line.record) if line.record else None,
        ),
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """One outcome as an object with its kind."""
    match outcome:
        case Played(contract=contract, tricks=tricks):
            declarer = contract.declarer.value if contract.declarer else None
            return {"kind": "played", "contract": str(contract), **_full(declarer=declarer), "tricks": tricks}
        case BareScore(points=points):
            return {"kind": "score", "points": points}
        case Awarded(value=Average() as value):
            return {"kind": "average", "average": value.value}
        case Awarded(value=Fraction() as value, unit=unit):
            return {"kind": "award", "value": str(value), "unit": unit.value}
        case Weighted(parts=parts):
            return {
                "kind": "weighted",
                "parts": [{"weight": str(weight), "result": outcome_json(part)} for weight, part in parts],
            }
        case _:
            return {"kind": _KINDS[type(outcome)]}


def _stated(stated: Stated) -> dict[str, Any]:
    return {
        **_full(ns=_number(stated.ns), ew=_number(stated.ew)),
        "unit": stated.unit,
        **_full(points=stated.points),
    }


def _record(record: TableRecord) -> dict[str, Any]:
    calls = [call.text if call.alert is None else {"call": call.text, "alert": call.alert} for call in record.calls]
    return _full(calls=calls, cards=" ".join(record.cards), claim=record.claim, comment=record.comment)


def _penalty(penalty: Penalty) -> dict[str, Any]:
    return {
        "contestant": penalty.contestant,
        "amount": str(penalty.amount),
        "unit": penalty.unit,
        **_full(direction=penalty.direction.value if penalty.direction else None, reason=penalty.reason),
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "home": match.home,
        "away": match.away,
        **_full(
            round=match.round,
            boards=list(match.boards),
            stated=[_stated(stated) for stated in match.stated],
        ),
    }
