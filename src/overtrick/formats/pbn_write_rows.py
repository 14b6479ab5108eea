"""The rows of ScoreTable and TotalScoreTable as they are written.

Source: PBN 2.1, sections 5.9 and 5.10; columns of players as for an individual tournament.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from overtrick.formats.pbn_rows import TOTAL_COLUMNS
from overtrick.model.event import Contestant, Line, Section
from overtrick.model.outcome import Average, Awarded, BareScore, Entry, Missing, Outcome, PassedOut, Played, Unit
from overtrick.model.standing import LineResult, Standing
from overtrick.model.terms import Side
from overtrick.notation.award import write_number
from overtrick.notation.result import write_or_missing

__all__ = ["line_points", "line_values", "one_line", "row_of_line", "score_table", "total_table"]

_NUMBERED = 9  # players who have columns of their own
_COLUMN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_RANKED = ("ranktie", "nrboards")  # which a standing tells itself
_SILENT = frozenset(("", "-", "?", "*"))
_COLUMNS = {Unit.PERCENT: "Percentage", Unit.MATCHPOINTS: "MP", Unit.IMPS: "IMP"}
_SHARES = {Average.PLUS: Fraction(60), Average.AVERAGE: Fraction(50), Average.MINUS: Fraction(40)}
_STATED = {"matchpoints": "MP", "imps": "IMP", "percent": "Percentage"}
_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)])


def one_line(text: str) -> str:
    r"""The text without line ends and control characters.

    >>> one_line("a\n b")
    'a b'
    """
    return " ".join(text.split()).translate(_CONTROLS)


def score_table(
    lines: Sequence[Line], worth: Mapping[int, LineResult], datum: Fraction | None = None
) -> list[tuple[str, str]]:
    """The ScoreTable of some lines; `worth` is what each is worth, by its identity, `datum` that of the board."""
    rows = [row_of_line(line, worth.get(id(line))) for line in lines]
    for row in rows if datum is not None else ():
        row["ButlerDatum"] = write_number(datum or Fraction(0))
    names = {name for row in rows for name in row}
    return [("ScoreTable", _table([name for name in _ORDER if name in names], rows))] if rows else []


_ORDER = (
    *("Table", "Round", "PairId_NS", "PairId_EW", "PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West"),
    *("Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW"),
    *("MP_NS", "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW", "Outcome"),
    *("Version", "Remark", "ButlerDatum"),
)


def row_of_line(line: Line, worth: LineResult | None) -> dict[str, str]:
    """The cells of a line by their columns."""
    row = {"Contract": "", "Declarer": "", "Result": ""}
    if line.south or line.west:
        seats = (("North", line.ns), ("East", line.ew), ("South", line.south), ("West", line.west))
        row |= {f"PlayerId_{seat}": key for seat, key in seats}
    else:
        row |= {"PairId_NS": line.ns, "PairId_EW": line.ew}
    more = {"Table": line.table, "Round": line.round, "Lead": line.lead, "Remark": line.remark, "Version": line.version}
    row |= {name: value for name, value in more.items() if value}
    outcome = line.ns_outcome
    points = line_points(line, worth)
    if line.ns_outcome == line.ew_outcome and isinstance(outcome, Played | PassedOut):
        row |= _contract(outcome)
    elif line.ns_outcome == line.ew_outcome and isinstance(outcome, BareScore):
        points = outcome.points
    elif not (isinstance(outcome, Missing) and isinstance(line.ew_outcome, Missing)):
        row |= _awards(line)
    if points is not None:
        row |= {"Score_NS": str(points), "Score_EW": ""} if points >= 0 else {"Score_NS": "", "Score_EW": str(-points)}
    for name, value in line_values(line, worth):
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
    for name, number in line_values(line, None) if covered else ():
        row[name] = f"^{number}" if name in row else number
    if covered or not all(isinstance(one, Awarded) and _is_written(one) for one in pair):
        whole = write_or_missing(Entry(*pair))
        row["Outcome"] = whole
    return row


def _is_written(award: Awarded) -> bool:
    return isinstance(award.value, Fraction) and "/" not in write_number(award.value)


def line_points(line: Line, worth: LineResult | None) -> int | None:
    """The deal score to North-South: what the line is worth, otherwise what its file stated."""
    return worth.points if worth else line.stated.points if line.stated else None


def line_values(line: Line, worth: LineResult | None) -> Iterator[tuple[str, str]]:
    """The columns and values of both sides: what the line is worth, otherwise what its file stated."""
    if worth is not None:
        for side in Side:
            result = worth.side(side)
            if result.value is not None:
                yield f"{'MP' if result.available else 'IMP'}_{side.value}", number_text(result.value)
    elif line.stated is not None and line.stated.unit in _STATED:
        for side, value in ((Side.NS, line.stated.ns), (Side.EW, line.stated.ew)):
            if value is not None:
                yield f"{_STATED[line.stated.unit]}_{side.value}", write_number(value)


def total_table(section: Section, standing: Standing | None) -> list[tuple[str, str]]:
    """The TotalScoreTable of a section: places and totals of `standing`, otherwise those that its file stated."""
    rows = []
    further: list[str] = []
    places = {(one.section, one.direction, one.contestant.key): one for one in (standing.places if standing else ())}
    for who in section.contestants:
        row = {"PairId": who.key, "Names": "; ".join(who.names)}
        row |= _extra(who)
        beside = _beside(who, ranked=standing is not None)
        _insert(further, beside)
        row |= beside
        place = places.get((section.key, who.direction, who.key)) or places.get(("", who.direction, who.key))
        if place is not None:
            row["Rank"] = f"{place.place}{'=' if place.tied else ''}"
            row["TotalScore"] = number_text(place.total)
            row["NrBoards"] = str(place.boards)
            if place.percent is not None:
                row["TotalPercentage"] = number_text(place.percent)
        elif standing is None:
            row |= {"Rank": who.stated_place} if who.stated_place else {}
            row |= {"TotalScore": write_number(who.stated_total)} if who.stated_total is not None else {}
            row |= {"TotalPercentage": write_number(who.stated_percent)} if who.stated_percent is not None else {}
        rows.append(row)
    names = {name for row in rows for name in row}
    order = ("Rank", "PairId", "Direction", "TotalScore", "TotalPercentage", "NrBoards", "Handicap", "CarryOver")
    columns = [name for name in (*order, "Names") if name in names and name not in further]
    columns += sorted(name for name in names if name.startswith("MemberID")) + further
    return [("TotalScoreTable", _table(columns, rows))] if rows else []


def _extra(who: Contestant) -> dict[str, str]:
    row = {}
    if who.direction:
        row["Direction"] = who.direction.value
    if who.handicap:
        row["Handicap"] = write_number(who.handicap)
    if who.carry_over:
        row["CarryOver"] = write_number(who.carry_over)
    for index, player in enumerate(who.players[:_NUMBERED], 1):
        if player.number:
            row[f"MemberID{index}"] = player.number
    return row


def _insert(columns: list[str], names: Iterable[str]) -> None:
    """Add names to the columns, each behind the one before it, so that every row keeps its order."""
    place = 0
    for name in names:
        if name not in columns:
            columns.insert(place, name)
        place = columns.index(name) + 1


def _beside(who: Contestant, *, ranked: bool) -> dict[str, str]:
    """Columns of what the file tells beyond the fields, where the reader takes them for the same again."""
    row: dict[str, str] = {}
    told = [(name, value, 0) for name, value in who.extra]
    for index, player in enumerate(who.players[:_NUMBERED], 1):
        told += [(name, value, index) for name, value in player.extra]
    for name, value, player_ in told:
        last = int(name[-1]) if name[-1:].isdecimal() and name.isascii() else 0
        owner = last if 0 < last <= len(who.players) else 0
        small = name.lower()
        known = small in TOTAL_COLUMNS or small.startswith("memberid") or (ranked and small in _RANKED)
        if _COLUMN_NAME.fullmatch(name) and not known and owner == player_ and value.strip() not in _SILENT:
            row.setdefault(name, value)
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


_QUOTED = ("PairId", "PlayerId", "Names", "Outcome", "Remark", "MemberID", "Table", "Round")


def _cell(name: str, value: str) -> str:
    if not value:
        return "-"
    plain = value.removeprefix("^")
    safe = plain.isascii() and plain.replace(".", "").replace("-", "").replace("=", "").replace("+", "").isalnum()
    if safe and not (name.startswith(_QUOTED) and not plain.isalnum()):
        return value
    return '"' + one_line(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def number_text(value: Fraction) -> str:
    """Up to two decimals, halves away from zero: the rounding of the export."""
    hundredths = (abs(value) * 100 + Fraction(1, 2)).__floor__()
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and hundredths else text
