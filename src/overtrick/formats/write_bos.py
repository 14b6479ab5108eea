"""An event as `results.txt` of Jannersten's BOS: the blocks GAME, Contestants and RESULTS, every field of a line there.

An individual event is written with the numbers of the four players. Source: Jannersten Förlag, help of BOS.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from overtrick.formats.write_worth import Worths, decimal, only_sections, safe_cell
from overtrick.model.event import Contestant, Event, Line, Section, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.notation.result import write_or_missing

__all__ = ["dumps_bos"]

_GAME = (
    "(Section; BoardsPerRound; TotalBoards; Rounds; ScoringMethod; Filler; EventType; Weighting; Handicap; Date; "
    "Name; Session; AcrossTheField)"
)
_CONTESTANTS = "(section; pair no; N/S/E/W; name; Final result; Final percentage; VP; master points)"
_RESULTS = (
    "(#board; section; round; N; E; S; W; points; contract; Declarer; tricks taken; lead; MP_NS; MP_EW; IMP_NS; "
    "IMP_EW; Percentages_NS; Percentages_EW; Datum score; Top; adj. Top; Remarks)"
)
_SEATS = {Side.NS: "NS", Side.EW: "EW", None: "NS"}
_IMPS = ("cross-imps", "butler", "team-imps")
_COLUMNS = {"matchpoints": 0, "imps": 1, "percent": 2}


def dumps_bos(event: Event, *, standing: Standing | None = None) -> str:
    """The event as such a file. Cells that a spreadsheet could take for a formula get an apostrophe.

    Raises FormatError for an event of several sessions.

    >>> [line.split(" ")[0] for line in dumps_bos(Event("Tuesday")).splitlines() if line]
    ['[GAME]', '[Contestants]', '[RESULTS]']
    """
    worths = Worths(standing)
    sections = only_sections(event, "BOS results.txt", individual=True)
    session = event.sessions[0].key if event.sessions else ""
    method = standing.conditions.method if standing else event.method
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    out.write(f"[GAME] {_GAME}\n")
    writer.writerows(_cells(_game(event, session, section)) for section in sections)
    out.write(f"\n[Contestants] {_CONTESTANTS}\n")
    for section in sections:
        for who in section.contestants:
            writer.writerows(_cells(row) for row in _people(section.key, who, worths))
    out.write(f"\n[RESULTS] {_RESULTS}\n")
    for section in sections:
        for traveller in section.travellers:
            number = traveller.board.number
            for line in traveller.lines:
                worth = worths.line(session, section.key, number, line)
                datum = worths.datum(session, section.key, number)
                head = [f"#{number:02d}", section.key, line.round, *_seats(line)]
                writer.writerow(_cells([*head, *_result(line, worth, datum, percent=method not in _IMPS)]))
    return out.getvalue()


def _cells(row: list[str]) -> list[str]:
    return [safe_cell(cell) for cell in row]


def _game(event: Event, session: str, section: Section) -> list[str]:
    rounds = {line.round for one in section.travellers for line in one.lines if line.round}
    boards, count = len(section.travellers), str(len(rounds)) if rounds else ""
    return [section.key, "", str(boards), count, "", "", "", "", "", event.date, event.name, session, ""]


def _people(section: str, who: Contestant, worths: Worths) -> Iterator[list[str]]:
    """A line for each player; one without a name for a pair whose names are not known."""
    seats = _SEATS[who.direction]
    total, percent = decimal(worths.total(section, who)), decimal(worths.percent(section, who))
    for index, name in enumerate(who.names or ("",)):
        yield [section, who.key, seats[index % 2], name, total, percent, "", ""]


def _seats(line: Line) -> list[str]:
    """The numbers of North, East, South and West; 0 is nobody, and South and West are blank in a pairs event."""
    return [line.ns or "0", line.ew or "0", line.south, line.west]


def _result(line: Line, worth: Stated, datum: Fraction | None, *, percent: bool) -> list[str]:
    """The fields from the points on; `percent` tells whether the columns of percentages say what was awarded."""
    entry = Entry(line.ns_outcome, line.ew_outcome)
    outcome = entry.ns if entry.ns == entry.ew else None
    contract = declarer = tricks = ""
    remark, points = line.remark, worth.points
    if isinstance(outcome, Played) and outcome.contract.declarer:
        contract, declarer, tricks = str(outcome.contract), outcome.contract.declarer.value, str(outcome.tricks)
    elif isinstance(outcome, PassedOut):
        contract = "PASS"
    elif isinstance(outcome, BareScore):
        points = outcome.points
    elif isinstance(outcome, NotPlayed):
        points, worth, datum = None, Stated(), None
    elif isinstance(outcome, SitOut) and not (line.ns and line.ew):
        points, datum = None, None  # the empty place says it; what was given for it stays
    elif percent and (awarded := _awarded(entry)):
        points, worth = None, awarded
    else:
        remark = write_or_missing(entry)
    numbers = [""] * 6
    if worth.unit in _COLUMNS:
        place = 2 * _COLUMNS[worth.unit]
        numbers[place : place + 2] = [decimal(worth.ns), decimal(worth.ew)]
    shown = "" if points is None else str(points)
    return [shown, contract, declarer, tricks, line.lead, *numbers, decimal(datum), "", "", remark]


def _awarded(entry: Entry) -> Stated | None:
    """Percentages given to both sides, which have columns of their own; other awards go into the remarks."""
    ns, ew = entry.ns, entry.ew
    if not isinstance(ns, Awarded) or not isinstance(ew, Awarded) or {ns.unit, ew.unit} != {Unit.PERCENT}:
        return None
    if not isinstance(ns.value, Fraction) or not isinstance(ew.value, Fraction):
        return None
    return Stated(ns.value, ew.value, "percent")
