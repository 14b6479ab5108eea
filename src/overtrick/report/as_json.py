"""A standing as plain data for scripts: the shape of `rank --json`. Numbers are strings, so nothing is lost."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from overtrick.model.conditions import Conditions
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.standing import BoardResult, LineResult, Place, SideResult, Standing
from overtrick.report.cards import card_lines
from overtrick.report.methods import counts_vps, has_percent, unit_key
from overtrick.report.numbers import exact, fixed, percent, shortest
from overtrick.report.words import line_code

__all__ = ["board_json", "card_json", "ranking_json", "to_json"]


def ranking_json(standing: Standing) -> dict[str, Any]:
    """The event, the ranking, every line of every board, and the problems; keys always in the same order.

    `exact` is the share of what was available (matchpoint methods) or the sum itself, as a reduced fraction.
    """
    event, method = standing.event, standing.conditions.method
    return {
        "event": {
            "name": event.name,
            "method": method,
            "conditions": dict(sorted(standing.conditions.changed().items())),
            "date": event.date,
            "club": event.club,
        },
        "ranking": [_place(place, standing.conditions) for place in standing.places],
        "boards": [board_json(standing, result) for result in standing.boards],
        "problems": [
            {"where": problem.where, "severity": problem.severity.value, "text": problem.text}
            for problem in standing.problems
        ],
    }


def to_json(standing: Standing) -> str:
    """The same as text, the same bytes every time, ending in a line feed."""
    return json.dumps(ranking_json(standing), ensure_ascii=False, indent=1) + "\n"


def _text(value: Fraction | None, form: Any) -> str | None:
    return None if value is None else str(form(value))


def _place(place: Place, conditions: Conditions) -> dict[str, Any]:
    row: dict[str, Any] = {
        "place": place.place,
        "tied": place.tied,
        "section": place.section,
        "direction": place.direction.value if place.direction else None,
        "contestant": place.contestant.key,
        "names": list(place.contestant.names),
        **({"name": place.contestant.name} if place.contestant.name else {}),
        "boards": place.boards,
        "total": fixed(place.total, 2),
    }
    method = conditions.method
    if has_percent(method):
        row["available"] = shortest(place.available)
        row["percent"] = _text(place.percent, percent)
        row["exact"] = None if place.percent is None else exact(place.percent / 100)
    else:
        vps = counts_vps(conditions)
        row[unit_key(method)] = None if vps else fixed(place.total, 2)
        row["vps"] = fixed(place.total, 2) if vps else None
        row["exact"] = exact(place.total)
    if place.adjustment:
        row["adjustment"] = shortest(place.adjustment)
    if place.contestant.carry_over:
        row["carry_over"] = shortest(place.contestant.carry_over)
    if place.contestant.handicap:
        row["handicap"] = shortest(place.contestant.handicap)
    return row


def board_json(standing: Standing, result: BoardResult) -> dict[str, Any]:
    """One board with its lines."""
    row: dict[str, Any] = {
        "section": result.section,
        "board": result.board.number,
        "session": result.session,
        "results": result.results,
        "expected": result.expected,
    }
    if result.datum is not None:
        row["datum"] = shortest(result.datum)
    row["lines"] = [_line(line, standing.conditions.method) for line in result.lines]
    return row


def card_json(standing: Standing, place: Place) -> dict[str, Any]:
    """A contestant's score card: the row of the ranking, and each board from their own side.

    `running` is the result so far: per cent where boards have a top, else the sum.
    """
    method = standing.conditions.method
    return {
        **_place(place, standing.conditions),
        "lines": [
            {
                "section": item.section,
                "session": item.session,
                "board": item.board.number,
                "side": item.side.value,
                "versus": item.versus,
                **{key: value for key, value in _line(item.result, method).items() if key in _CARD_KEYS},
                "points": item.points,
                "result": _side(item.worth, method),
                "running": _text(item.running, percent),
            }
            for item in card_lines(standing, place)
        ],
    }


_CARD_KEYS = ("contract", "declarer", "tricks", "outcome")


def _line(result: LineResult, method: str) -> dict[str, Any]:
    line = result.line
    played = next((side for side in (line.ns_outcome, line.ew_outcome) if isinstance(side, Played | PassedOut)), None)
    contract = declarer = tricks = None
    if isinstance(played, Played):
        contract, tricks = str(played.contract), played.tricks
        declarer = played.contract.declarer.value if played.contract.declarer else None
    elif played is not None:
        contract = "Pass"
    return {
        "ns": line.ns,
        "ew": line.ew,
        **({"south": line.south, "west": line.west} if line.south or line.west else {}),
        "contract": contract,
        "declarer": declarer,
        "tricks": tricks,
        "points": result.points,
        "outcome": line_code(line),
        "ns_result": _side(result.ns, method),
        "ew_result": _side(result.ew, method),
    }


def _side(worth: SideResult, method: str) -> dict[str, str | None]:
    row = {unit_key(method): _text(worth.value, shortest)}
    if has_percent(method):
        row["percent"] = _text(worth.percent, percent)
    else:
        row["vps"] = None
    row["exact"] = _text(worth.value, exact)
    return row
