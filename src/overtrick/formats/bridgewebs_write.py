"""An event as BridgeWebs CSV: options, the ranking and the travellers, each under the names of its columns.

The names and the order of the columns that BridgeWebs itself wants are not established; Overtrick reads the file back.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from overtrick.formats.write_worth import Worths, decimal, only_sections, safe_cell
from overtrick.model.event import Contestant, Event, Line, Section, Stated
from overtrick.model.outcome import BareScore, Entry, PassedOut, Played
from overtrick.model.standing import Standing
from overtrick.notation.result import write_or_missing

__all__ = ["dumps_bridgewebs"]

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_METHODS = {"cross-imps": "Crossimp", "butler": "Butler", "total-points": "Aggregate"}
_UNITS = {"matchpoints": "MPs", "imps": "IMPs", "percent": "%"}
_HEAD = ("Section", "Board", "Round", "Table", "NS", "EW", "Contract", "By", "Lead", "Tricks", "NS Score", "EW Score")


def dumps_bridgewebs(event: Event, *, standing: Standing | None = None) -> str:
    """The event as such a file. Cells that a spreadsheet could take for a formula get an apostrophe.

    Raises FormatError for several sessions and for an individual event.

    >>> dumps_bridgewebs(Event("Tuesday", date="2024-03-21")).splitlines()
    ['#Version;std1', '#Date;21/03/2024', '#Description;Tuesday']
    """
    worths = Worths(standing)
    sections = only_sections(event, "BridgeWebs CSV")
    session = event.sessions[0].key if event.sessions else ""
    method = standing.conditions.method if standing else event.method or ""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    for block in (
        _options(event, method, sections),
        _ranking(sections, worths),
        _travellers(session, sections, worths),
    ):
        writer.writerows([safe_cell(cell) for cell in row] for row in block)
    return out.getvalue()


def _options(event: Event, method: str, sections: tuple[Section, ...]) -> Iterator[list[str]]:
    yield ["#Version", "std1"]
    found = _ISO.fullmatch(event.date)
    boards = len({one.board.number for section in sections for one in section.travellers})
    values = (
        ("#Date", f"{found[3]}/{found[2]}/{found[1]}" if found else event.date),
        ("#Description", event.name),
        ("#Source", event.program),
        ("#Boards", str(boards) if boards else ""),
    )
    yield from ([name, value] for name, value in values if value)
    if method in _METHODS:
        yield [f"#{_METHODS[method]}", "1"]


def _ranking(sections: tuple[Section, ...], worths: Worths) -> Iterator[list[str]]:
    people = [(section.key, who) for section in sections for who in section.contestants]
    if not people:
        return
    width = min(max(len(who.players) for _section, who in people), 9)
    names = [f"{word} {index}" for index in range(1, width + 1) for word in ("Name", "Number")]
    yield ["Pos", "Section", "Pair", "Direction", *names, "Handicap", "Total", "Percent"]
    yield from (_contestant(section, who, width, worths) for section, who in people)


def _contestant(section: str, who: Contestant, width: int, worths: Worths) -> list[str]:
    row = [worths.rank(section, who), section, who.key, who.direction.value if who.direction else ""]
    for index in range(width):
        player = who.players[index] if index < len(who.players) else None
        row += [player.name, player.number] if player else ["", ""]
    handicap = decimal(who.handicap) if who.handicap else ""
    return [*row, handicap, decimal(worths.total(section, who)), decimal(worths.percent(section, who))]


def _travellers(session: str, sections: tuple[Section, ...], worths: Worths) -> Iterator[list[str]]:
    lines = [
        (section.key, one.board.number, line, worths.line(session, section.key, one.board.number, line))
        for section in sections
        for one in section.travellers
        for line in one.lines
    ]
    if not lines:
        return
    used = {worth.unit for _section, _board, _line, worth in lines if (worth.ns, worth.ew) != (None, None)}
    units = [unit for unit in _UNITS if unit in used]
    yield [*_HEAD, *(f"{side} {_UNITS[unit]}" for unit in units for side in ("NS", "EW")), "Remark"]
    for section, board, line, worth in lines:
        numbers = [decimal(value) if unit == worth.unit else "" for unit in units for value in (worth.ns, worth.ew)]
        yield [section, str(board), *_line(line, worth), *numbers, line.remark]


def _line(line: Line, worth: Stated) -> list[str]:
    entry = Entry(line.ns_outcome, line.ew_outcome)
    outcome = entry.ns if entry.ns == entry.ew else None
    contract = declarer = tricks = ""
    points = worth.points
    if isinstance(outcome, Played):
        contract, tricks = str(outcome.contract), str(outcome.tricks)
        declarer = outcome.contract.declarer.value if outcome.contract.declarer else ""
    elif isinstance(outcome, PassedOut):
        contract = "PASS"
    elif isinstance(outcome, BareScore):
        points = outcome.points
    else:
        contract, points = write_or_missing(entry), None
    score = ["" if points is None or points < 0 else str(points), "" if points is None or points >= 0 else str(-points)]
    return [line.round, line.table, line.ns, line.ew, contract, declarer, line.lead, tricks, *score]
