"""An event as results CSV, which `load` reads back as the same event."""

from __future__ import annotations

import csv
import io

from overtrick.formats.csv_cells import guard
from overtrick.model.board import Board
from overtrick.model.event import Contestant, Event, Line
from overtrick.model.outcome import BareScore, Entry, PassedOut, Played
from overtrick.model.standing import Standing
from overtrick.notation.award import write_number
from overtrick.notation.result import write_or_missing

__all__ = ["dumps_csv"]

# fmt: off
_HEAD = [
    "session", "section", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "lead",
    "version", "remark", "dealer", "vul", "ns_stated", "ew_stated", "stated_unit",
]
# fmt: on


def dumps_csv(event: Event, *, standing: Standing | None = None) -> str:
    """The event as text: blocks for the event, the names, the penalties and the results, an empty line between.

    Cells that a spreadsheet could take for a formula get an apostrophe, which reading takes off again. A standing adds
    nothing: results follow from the facts.

    >>> print(dumps_csv(Event("Tuesday", winners=2)), end="")
    event,date,club,method,winners,program
    Tuesday,,,,2,
    """
    del standing
    winners = "" if event.winners is None else str(event.winners)
    blocks = [
        [
            ["event", "date", "club", "method", "winners", "program", *(["settings"] if event.settings else [])],
            [event.name, event.date, event.club, event.method or "", winners, event.program, *_settings(event)],
        ],
        _names(event),
        _penalties(event),
        _results(event),
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for index, block in enumerate(block for block in blocks if len(block) > 1):
        if index:
            out.write("\n")
        writer.writerows([[guard(cell) for cell in row] for row in block])
    return out.getvalue()


def _names(event: Event) -> list[list[str]]:
    every = [
        (session.key, section.key, who)
        for session in event.sessions
        for section in session.sections
        for who in section.contestants
    ]
    width = max((len(who.players) for _session, _section, who in every), default=0)
    head = ["contestant", "session", "section", "direction"]
    for index in range(1, width + 1):
        head += [f"player{index}", f"number{index}"]
    head += ["handicap", "carry_over", "stated_total", "stated_percent", "stated_place"]
    rows = [_name(session, section, who, width) for session, section, who in every]
    if any(who.name for _session, _section, who in every):  # teams have a name of their own
        return [
            [*head, "name"],
            *([*row, who.name] for row, (_session, _section, who) in zip(rows, every, strict=True)),
        ]
    return [head, *rows]


def _name(session: str, section: str, who: Contestant, width: int) -> list[str]:
    row = [who.key, session, section, who.direction.value if who.direction else ""]
    for player in who.players:
        row += [player.name, player.number]
    row += [""] * (2 * (width - len(who.players)))
    numbers = (who.handicap or None, who.carry_over or None, who.stated_total, who.stated_percent)
    return [*row, *("" if number is None else write_number(number) for number in numbers), who.stated_place]


def _penalties(event: Event) -> list[list[str]]:
    rows = [["penalty", "contestant", "session", "section", "direction", "unit", "reason"]]
    for session in event.sessions:
        for section in session.sections:
            for one in section.penalties:
                direction = one.direction.value if one.direction else ""
                amount = write_number(one.amount)
                rows.append([amount, one.contestant, session.key, section.key, direction, one.unit, one.reason])
    return rows


def _settings(event: Event) -> list[str]:
    return ["; ".join(f"{name}={value}" for name, value in event.settings)] if event.settings else []


def _results(event: Event) -> list[list[str]]:
    every = [
        (session.key, section.key, traveller.board, line)
        for session in event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]
    if any(line.south or line.west for *_place, line in every):
        return [[*_HEAD, "south", "west"], *([*_line(*one), one[3].south, one[3].west] for one in every)]
    return [_HEAD, *(_line(*one) for one in every)]


def _line(session: str, section: str, board: Board, line: Line) -> list[str]:
    contract = declarer = tricks = score = ""
    outcome = line.ns_outcome
    if line.stated and line.stated.points is not None:
        score = str(line.stated.points)
    if outcome == line.ew_outcome and isinstance(outcome, Played):
        contract, tricks = str(outcome.contract), str(outcome.tricks)
        declarer = outcome.contract.declarer.value if outcome.contract.declarer else ""
    elif outcome == line.ew_outcome and isinstance(outcome, PassedOut):
        contract = "PASS"
    elif outcome == line.ew_outcome and isinstance(outcome, BareScore) and not score:
        score = str(outcome.points)
    else:
        contract = write_or_missing(Entry(outcome, line.ew_outcome))
    stated = line.stated
    odd = not board.agrees_with_number
    return [
        session,
        section,
        line.round,
        line.table,
        str(board.number),
        line.ns,
        line.ew,
        contract,
        declarer,
        tricks,
        score,
        line.lead,
        line.version,
        line.remark,
        board.dealer.value if odd else "",
        board.vulnerability.value if odd else "",
        "" if stated is None or stated.ns is None else write_number(stated.ns),
        "" if stated is None or stated.ew is None else write_number(stated.ew),
        "" if stated is None else stated.unit,
    ]
