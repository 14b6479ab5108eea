"""An event written as PBN 2.1 in export form: one game a board, with a ScoreTable where several played it.

Source: PBN 2.1, sections 2.4 (export form) and 5 (tables).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.formats.pbn_text import PbnTag
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Section, Session, Traveller
from overtrick.model.outcome import Average, Awarded, BareScore, Entry, Missing, Outcome, PassedOut, Played, Unit
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import LineResult, Standing
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.award import write_number
from overtrick.notation.result import write

__all__ = ["PbnSection", "dumps_pbn", "game_text", "not_held_by_pbn"]

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring"),
    *("Declarer", "Contract", "Result"),
)
"""The tags that every game of the export form has, in their order."""

_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}
_SCORING = {
    "matchpoints": "MP",
    "butler": "IMP;Butler",
    "cross-imps": "IMP;Cross2",
    "ascherman": "MP;Ascherman",
    "total-points": "TotalPoints",
    "team-imps": "IMP",
    "board-a-match": "BAM",
}
_TEAMS = ("team-imps", "board-a-match")
_COLUMNS = {Unit.PERCENT: "Percentage", Unit.MATCHPOINTS: "MP", Unit.IMPS: "IMP"}
_SHARES = {Average.PLUS: Fraction(60), Average.AVERAGE: Fraction(50), Average.MINUS: Fraction(40)}
_STATED = {"matchpoints": "MP", "imps": "IMP", "percent": "Percentage"}


@dataclass(frozen=True, slots=True)
class PbnSection:
    """An auction or a play as it is written: who is first, the rows, and its notes by number."""

    first: Seat
    rows: Sequence[str]
    notes: Mapping[int, str]


def game_text(
    tags: Iterable[tuple[str, str]], auction: PbnSection | None = None, play: PbnSection | None = None
) -> str:
    """One game in export form; notes follow the section that they belong to.

    >>> print(game_text([("Contract", "Pass")], PbnSection(Seat.WEST, ["AP"], {1: "weak"})), end="")
    [Contract "Pass"]
    [Auction "W"]
    AP
    [Note "1:weak"]
    <BLANKLINE>
    """
    parts = [PbnTag(name, _one_line(value), 0).text() for name, value in tags]
    for name, section in (("Auction", auction), ("Play", play)):
        if section is not None:
            parts.append(PbnTag(name, section.first.value, 0).text())
            parts += [f"{row}\n" for row in section.rows]
            parts += [PbnTag("Note", f"{number}:{_one_line(text)}", 0).text() for number, text in section.notes.items()]
    return "".join(parts) + "\n"


def dumps_pbn(event: Event, *, standing: Standing | None = None) -> str:
    """The event as PBN text, which `load` reads back with the same boards, hands and results.

    With `standing` what each line is worth stands in the ScoreTable, and places and totals in a TotalScoreTable, to
    two decimals, halves away from zero; otherwise what the event's own file stated. A result that PBN has no words
    for stands in a column of our own, `Outcome`.

    >>> dumps_pbn(Event("Night")).splitlines()
    ['% PBN 2.1', '% EXPORT', '%Content-type: text/x-pbn; charset=UTF-8', '%Creator: Overtrick', '[Event "Night"]', '']
    """
    head = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Overtrick\n"
    return head + "".join(_games(event, standing))


def _games(event: Event, standing: Standing | None) -> Iterator[str]:
    worth = {
        (board.session, board.section, board.board.number): {id(one.line): one for one in board.lines}
        for board in (standing.boards if standing else ())
    }
    about = [("Event", event.name), ("Site", event.club), ("Date", _date(event.date))]
    if not any(session.sections for session in event.sessions):
        yield _text([pair for pair in about if pair[1]] or about[:1])
    for session in event.sessions:
        for section in session.sections:
            if not section.travellers:
                yield _text([*about, *_where(session, section), *_totals(section, standing)])
            for index, traveller in enumerate(section.travellers):
                tags = _game(event, session, section, traveller)
                if index == 0:
                    tags += _totals(section, standing)
                lines = worth.get((session.key, section.key, traveller.board.number), {})
                yield _text(tags + _score_table(traveller, lines))


def _text(tags: Sequence[tuple[str, str]]) -> str:
    parts = []
    for name, value in tags:
        header, found, body = value.partition("\n")
        parts.append(PbnTag(name, header if found else _one_line(value), 0, f"\n{body}" if found else "\n").text())
    return "".join(parts) + "\n"


def _game(event: Event, session: Session, section: Section, traveller: Traveller) -> list[tuple[str, str]]:
    board, deal = traveller.board, traveller.deal
    own = dict.fromkeys(MANDATORY, "")
    own |= {
        "Event": event.name,
        "Site": event.club,
        "Date": _date(event.date),
        "Board": str(board.number),
        "Dealer": board.dealer.value,
        "Vulnerable": _VULNERABLE[board.vulnerability],
        "Deal": deal.text(board.dealer) if deal else "",
        "Scoring": _SCORING.get(event.method or "", ""),
    }
    more = []
    if len(traveller.lines) == 1 and _is_plain(traveller.lines[0]):
        own |= _single(section, traveller.lines[0])
        line = traveller.lines[0]
        pairs = (("PairNS", line.ns), ("PairEW", line.ew), ("Round", line.round), ("Table", line.table))
        more = [pair for pair in pairs if pair[1]]
    if event.method in _TEAMS:
        more.append(("Competition", "Teams"))
    elif event.winners:
        more.append(("Winners", str(event.winners)))
    more += _where(session, section)
    if event.program:
        more.append(("Application", event.program))
    return [(name, own[name]) for name in MANDATORY] + more


def _where(session: Session, section: Section) -> list[tuple[str, str]]:
    told = [("Section", section.key), ("Session", session.key if session.key != "1" else "")]
    return [pair for pair in told if pair[1]]


def _is_plain(line: Line) -> bool:
    """Whether the tags of a game can hold the whole line."""
    plain = isinstance(line.ns_outcome, Played | PassedOut) and line.ns_outcome == line.ew_outcome
    return plain and not (line.stated or line.lead or line.remark or line.version)


def _single(section: Section, line: Line) -> dict[str, str]:
    own: dict[str, str] = {}
    for key, side, seats in ((line.ns, Side.NS, ("North", "South")), (line.ew, Side.EW, ("East", "West"))):
        found = next((who for who in section.contestants if who.key == key and who.direction in (None, side)), None)
        if found:
            own |= dict(zip(seats, found.names, strict=False))
    outcome = line.ns_outcome
    if isinstance(outcome, Played):
        declarer = outcome.contract.declarer
        own |= {"Contract": str(outcome.contract), "Result": str(outcome.tricks)}
        own["Declarer"] = declarer.value if declarer else "?"
    else:
        own["Contract"] = "Pass"
    return own


def _score_table(traveller: Traveller, worth: Mapping[int, LineResult]) -> list[tuple[str, str]]:
    if not traveller.lines or (len(traveller.lines) == 1 and _is_plain(traveller.lines[0]) and not worth):
        return []
    rows = [_row(line, worth.get(id(line))) for line in traveller.lines]
    names = list(dict.fromkeys(name for row in rows for name in row))
    order = [name for name in _ORDER if name in names]
    return [("ScoreTable", _table(order, rows))]


_ORDER = (
    *("Table", "Round", "PairId_NS", "PairId_EW", "Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW"),
    *("MP_NS", "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW", "Outcome"),
    *("Version", "Remark"),
)


def _row(line: Line, worth: LineResult | None) -> dict[str, str]:
    row = {"PairId_NS": line.ns, "PairId_EW": line.ew, "Contract": "", "Declarer": "", "Result": ""}
    more = {"Table": line.table, "Round": line.round, "Lead": line.lead, "Remark": line.remark, "Version": line.version}
    row |= {name: value for name, value in more.items() if value}
    outcome = line.ns_outcome
    points = worth.points if worth else line.stated.points if line.stated else None
    if line.ns_outcome == line.ew_outcome and isinstance(outcome, Played | PassedOut):
        row |= _contract(outcome)
    elif line.ns_outcome == line.ew_outcome and isinstance(outcome, BareScore):
        points = outcome.points
    elif not (isinstance(outcome, Missing) and isinstance(line.ew_outcome, Missing)):
        row |= _awards(line)
    if points is not None:
        row |= {"Score_NS": str(points), "Score_EW": ""} if points >= 0 else {"Score_NS": "", "Score_EW": str(-points)}
    for name, value in _values(line, worth):
        row.setdefault(name, value)
    return row


def _contract(outcome: Outcome) -> dict[str, str]:
    if not isinstance(outcome, Played):
        return {"Contract": "Pass"}
    declarer = outcome.contract.declarer
    return {
        "Contract": str(outcome.contract),
        "Declarer": declarer.value if declarer else "?",
        "Result": str(outcome.tricks),
    }


def _awards(line: Line) -> dict[str, str]:
    """Awards as PBN has them; whatever it has no words for in a column of our own."""
    row: dict[str, str] = {}
    pair = (line.ns_outcome, line.ew_outcome)
    for side, outcome in zip(Side, pair, strict=True):
        if isinstance(outcome, Awarded):
            value = _SHARES[outcome.value] if isinstance(outcome.value, Average) else outcome.value
            row[f"{_COLUMNS[outcome.unit]}_{side.value}"] = f"^{write_number(value)}"
    stated = _STATED.get(line.stated.unit) if line.stated else None
    covered = bool(stated) and any(name.startswith(f"{stated}_") for name in row)
    for name, number in _values(line, None) if covered else ():
        row[name] = f"^{number}" if name in row else number
    if covered or not all(isinstance(one, Awarded) and _is_written(one) for one in pair):
        whole = write(Entry(*pair))
        row["Outcome"] = whole
    return row


def _is_written(award: Awarded) -> bool:
    return isinstance(award.value, Fraction) and "/" not in write_number(award.value)


def _values(line: Line, worth: LineResult | None) -> Iterator[tuple[str, str]]:
    if worth is not None:
        for side in Side:
            result = worth.side(side)
            if result.value is not None:
                yield f"{'MP' if result.available else 'IMP'}_{side.value}", _number(result.value)
    elif line.stated is not None and line.stated.unit in _STATED:
        for side, value in ((Side.NS, line.stated.ns), (Side.EW, line.stated.ew)):
            if value is not None:
                yield f"{_STATED[line.stated.unit]}_{side.value}", write_number(value)


def _totals(section: Section, standing: Standing | None) -> list[tuple[str, str]]:
    rows = []
    places = {(one.section, one.direction, one.contestant.key): one for one in (standing.places if standing else ())}
    for who in section.contestants:
        row = {"PairId": who.key, "Names": "; ".join(who.names)}
        row |= _extra(who)
        place = places.get((section.key, who.direction, who.key)) or places.get(("", who.direction, who.key))
        if place is not None:
            row["Rank"] = f"{place.place}{'=' if place.tied else ''}"
            row["TotalScore"] = _number(place.total)
            row["NrBoards"] = str(place.boards)
            if place.percent is not None:
                row["TotalPercentage"] = _number(place.percent)
        elif standing is None:
            row |= {"Rank": who.stated_place} if who.stated_place else {}
            row |= {"TotalScore": write_number(who.stated_total)} if who.stated_total is not None else {}
            row |= {"TotalPercentage": write_number(who.stated_percent)} if who.stated_percent is not None else {}
        rows.append(row)
    names = {name for row in rows for name in row}
    order = ("Rank", "PairId", "Direction", "TotalScore", "TotalPercentage", "NrBoards", "Handicap", "CarryOver")
    columns = [name for name in (*order, "Names", "MemberID1", "MemberID2") if name in names]
    return [("TotalScoreTable", _table(columns, rows))] if rows else []


def _extra(who: Contestant) -> dict[str, str]:
    row = {}
    if who.direction:
        row["Direction"] = who.direction.value
    if who.handicap:
        row["Handicap"] = write_number(who.handicap)
    if who.carry_over:
        row["CarryOver"] = write_number(who.carry_over)
    for index, player in enumerate(who.players[:2], 1):
        if player.number:
            row[f"MemberID{index}"] = player.number
    return row


def _table(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> str:
    """Header and rows; each column as wide as its widest cell."""
    cells = [[_cell(name, row.get(name, "")) for name in columns] for row in rows]
    widths = [max(len(row[index]) for row in cells) for index in range(len(columns))]
    header = ";".join(f"{name}\\{width}L" for name, width in zip(columns, widths, strict=True))
    lines = (
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n" for row in cells
    )
    return f"{header}\n" + "".join(lines)


_QUOTED = ("PairId", "Names", "Outcome", "Remark", "MemberID", "Table", "Round")


def _cell(name: str, value: str) -> str:
    if not value:
        return "-"
    plain = value.removeprefix("^")
    safe = plain.replace(".", "").replace("-", "").replace("=", "").replace("+", "").isalnum()
    if safe and not (name.startswith(_QUOTED) and not plain.isalnum()):
        return value
    return '"' + _one_line(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _number(value: Fraction) -> str:
    """Up to two decimals, halves away from zero: the rounding of the export."""
    hundredths = (abs(value) * 100 + Fraction(1, 2)).__floor__()
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and hundredths else text


def _date(text: str) -> str:
    return text.replace("-", ".") if len(text) == 10 else f"{text.replace('-', '.')}.??.??"[:10] if text else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def not_held_by_pbn(event: Event) -> tuple[Problem, ...]:
    """What of an event PBN has no words for, so that other programs will not see it.

    >>> not_held_by_pbn(Event("Tuesday"))
    ()
    """
    found: list[Problem] = []
    for session in event.sessions:
        for section in session.sections:
            if section.penalties:
                text = _("penalties are not held by PBN")
                found.append(Problem(_("section {section}").format(section=section.key), Severity.WARNING, text))
            for traveller in section.travellers:
                found += [_loss(traveller, line) for line in traveller.lines if "Outcome" in _row(line, None)]
    return tuple(found)


def _loss(traveller: Traveller, line: Line) -> Problem:
    where = line.where or _("board {board}").format(board=traveller.board.number)
    text = _("{result} is not held by PBN; it is written for Overtrick only").format(
        result=write(Entry(line.ns_outcome, line.ew_outcome))
    )
    return Problem(where, Severity.WARNING, text)
