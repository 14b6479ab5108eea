"""Rows of PBN's ScoreTable as lines of a traveller, rows of its TotalScoreTable as contestants with their totals.

Source: PBN 2.1, section 5 (tables); further columns as Ruter and BridgeWebs write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.pbn_tables import TableRow
from overtrick.formats.pbn_values import UNKNOWN, read_contract, read_result, read_seat
from overtrick.formats.text import exact
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Line, Player, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, Missing, Outcome, PassedOut, Played, Unit
from overtrick.model.terms import Seat, Side
from overtrick.notation.result import parse

__all__ = [
    "LINE_COLUMNS",
    "TOTAL_COLUMNS",
    "RowLine",
    "contestant_of_row",
    "is_one_ranking",
    "line_of_row",
    "names_of",
    "read_multiplicity",
    "read_outcome",
    "stated_place",
]

_BETWEEN = re.compile(r"\s(?:-|&|/|and)\s")
_ODD = re.compile(r"=|[+-][0-9]{1,2}")
_UNITS = (("percentage", Unit.PERCENT), ("mp", Unit.MATCHPOINTS), ("imp", Unit.IMPS))
_STATED = (("mp", "matchpoints"), ("imp", "imps"), ("percentage", "percent"))
_DIRECTIONS = {"NS": Side.NS, "EW": Side.EW}
_TOTALS = ("totalscoremp", "totalmp", "totalscoreimp", "totalimp", "totalscorebam", "totalscore", "total")
_BOTH = ("pairid", "pair", "names", "score", "mp", "imp", "percentage")
LINE_COLUMNS = frozenset(
    (
        *("section", "table", "round", "contract", "declarer", "result", "lead", "score", "multiplicity"),
        *("outcome", "version", "remark", "butlerdatum"),
        *(f"playerid_{seat}" for seat in ("north", "east", "south", "west")),
        *(f"{name}_{side}" for name in _BOTH for side in ("ns", "ew")),
    )
)
"""The columns of a ScoreTable that a line or a board has a field for."""

TOTAL_COLUMNS = frozenset(
    (
        *("section", "rank", "names", "name", "pairid", "playerid", "teamid", "id", "direction", "handicap"),
        *("carryover", "totalpercentage", "totalscorepercentage", "percentage", *_TOTALS),
    )
)
"""The columns of a TotalScoreTable that a contestant has a field for."""

_NUMBERED = re.compile(r"(.*[^0-9])([1-9])")


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line of a traveller with its section and the names of its pairs."""

    section: str
    line: Line
    ns_names: tuple[str, ...] = ()
    ew_names: tuple[str, ...] = ()


def line_of_row(row: TableRow, index: int, where: str) -> RowLine:
    """The line that a row of a ScoreTable is; pairs without a number have their names or the number of the row.

    Raises FormatError where contract, declarer or result cannot be read.
    """
    points = _points(row)
    base, remark = _outcome(row, points)
    ns, ew = (_side(row, side, base) for side in Side)
    names = [names_of(row.text(f"names_{side.value.lower()}")) for side in Side]
    keys = [
        row.text(f"pairid_{side.value.lower()}", f"pair_{side.value.lower()}")
        or " - ".join(name)
        or ("" if f"pairid_{side.value.lower()}" in row.cells else f"{index}")
        for side, name in zip(Side, names, strict=True)
    ]
    seats = [row.text(f"playerid_{seat}") for seat in ("north", "east", "south", "west")]
    if any(seats[2:]):
        keys = [seats[0] or keys[0], seats[1] or keys[1]]
    line = Line(
        keys[0],
        keys[1],
        ns,
        ew,
        round=row.text("round"),
        table=row.text("table"),
        lead=row.text("lead").upper(),
        version=row.text("version"),
        remark=row.text("remark") or remark,
        where=where,
        stated=_stated(row, points),
        south=seats[2],
        west=seats[3],
    )
    return RowLine(row.text("section"), line, *names)


def _outcome(row: TableRow, points: int | None) -> tuple[Outcome, str]:
    if whole := row.text("outcome"):
        return _notation(whole).ns, ""
    contract, _plain = read_contract(row.text("contract"))
    if isinstance(contract, PassedOut):
        return contract, ""
    if contract is None:
        return (Missing() if points is None else BareScore(points)), ""
    declarer = read_seat(row.text("declarer")) or contract.declarer
    contract = replace(contract, declarer=declarer)
    tricks = _tricks(row, contract, declarer)
    if tricks is None or declarer is None:
        remark = f"{contract} {declarer.value if declarer else '?'} {'?' if tricks is None else tricks}"
        return (Missing() if points is None else BareScore(points)), remark
    return Played(contract, tricks), ""


def _tricks(row: TableRow, contract: Contract, declarer: Seat | None) -> int | None:
    cell = row.cells.get("result", "").strip()
    if _ODD.fullmatch(cell):
        tricks = contract.target + (0 if cell == "=" else int(cell))
        if not 0 <= tricks <= 13:
            raise FormatError(_("{found} is no result of {contract}").format(found=cell, contract=contract))
        return tricks
    return read_result(row.text("result"), declarer.side if declarer else None)


def read_multiplicity(row: TableRow) -> int:
    """How many equal lines a row stands for; one where it does not say. Raises FormatError for no such number.

    >>> read_multiplicity(TableRow(3, {"multiplicity": "4"}))
    4
    """
    text = row.text("multiplicity") or "1"
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) == 0:
        raise FormatError(_("{found} is no Multiplicity").format(found=repr(text[:40])))
    return int(text)


def read_outcome(text: str) -> Entry | None:
    """Both sides' outcomes in our own words; None where nothing is said. Raises FormatError for other words.

    >>> str(read_outcome("4S N =").ns)
    '4S N ='
    """
    return _notation(text) if text else None


def _notation(text: str) -> Entry:
    try:
        return parse(text)
    except NotationError as fault:
        raise FormatError(str(fault)) from None


def _side(row: TableRow, side: Side, base: Outcome) -> Outcome:
    """A side's outcome: an award in its column where there is one, otherwise what was played."""
    suffix = f"_{side.value.lower()}"
    if own := row.text("outcome"):
        entry = _notation(own)
        return entry.ns if side is Side.NS else entry.ew
    for column, unit in _UNITS:
        if row.awarded(column + suffix) and (number := exact(row.text(column + suffix).rstrip("%"))) is not None:
            try:
                return Awarded(number, unit)
            except RecordError as fault:
                raise FormatError(str(fault)) from None
    if row.awarded("score" + suffix) and (number := exact(row.text("score" + suffix))) is not None:
        return BareScore(int(number) if side is Side.NS else -int(number))
    return base


def _points(row: TableRow) -> int | None:
    """The deal score to North-South, of the column that tells it."""
    for name, sign in (("score_ns", 1), ("score_ew", -1), ("score", 1)):
        if row.awarded(name) or not row.text(name):
            continue
        number = exact(row.text(name))
        if number is None or number.denominator > 1 or abs(number) > 100_000 or number % 10:
            raise FormatError(_("{found} is no score").format(found=repr(row.text(name)[:40])))
        return sign * int(number)
    return None


def _stated(row: TableRow, points: int | None) -> Stated | None:
    for column, unit in _STATED:
        names = [f"{column}_{side.value.lower()}" for side in Side]
        ns, ew = (
            None if row.awarded(name) and not row.text("outcome") else exact(row.text(name).rstrip("%"))
            for name in names
        )
        if ns is not None or ew is not None:
            return Stated(ns, ew, unit, points)
    return Stated(points=points) if points is not None else None


def names_of(text: str) -> tuple[str, ...]:
    """The names of a pair or team in one text; `Name#id` of RealBridge keeps its mark.

    >>> names_of("Eva Lind; Bo Ek"), names_of("?")
    (('Eva Lind', 'Bo Ek'), ())
    """
    parts = text.split(";") if ";" in text else _BETWEEN.split(text.strip())
    return tuple(name.strip() for name in parts if name.strip() not in UNKNOWN)


def contestant_of_row(row: TableRow, spelled: Mapping[str, str]) -> tuple[str, Contestant] | None:
    """The section and the contestant of a row of a TotalScoreTable; None where it names nobody.

    `spelled` are the names of columns as the file has them.
    """
    names = names_of(row.text("names", "name"))
    key = row.text("pairid", "playerid", "teamid", "id") or " - ".join(names)
    if not key:
        return None
    numbers = [row.text(f"memberid{number}") for number in range(1, len(names) + 1)]
    extra, of_players = _beside(row, spelled, len(names))
    direction = _DIRECTIONS.get(row.text("direction").upper().replace("-", ""))
    contestant = Contestant(
        key,
        direction,
        tuple(map(Player, names, numbers, of_players)),
        handicap=exact(row.text("handicap")) or Fraction(0),
        carry_over=exact(row.text("carryover")) or Fraction(0),
        stated_total=exact(row.text(*_TOTALS)),
        stated_percent=exact(row.text("totalpercentage", "totalscorepercentage", "percentage").rstrip("%")),
        stated_place=stated_place(row),
        extra=extra,
    )
    return row.text("section"), contestant


def _beside(
    row: TableRow, spelled: Mapping[str, str], players: int
) -> tuple[tuple[tuple[str, str], ...], list[tuple[tuple[str, str], ...]]]:
    """What a contestant has no field for; columns whose names end with the number of a player are of the player."""
    extra: list[tuple[str, str]] = []
    of_players: list[list[tuple[str, str]]] = [[] for _player in range(players)]
    for name in row.cells:
        value = row.text(name)
        if not value or name in TOTAL_COLUMNS:
            continue
        found = _NUMBERED.fullmatch(name)
        number = int(found[2]) if found else 0
        if found and found[1] == "memberid" and number <= players:
            continue
        holder = of_players[number - 1] if 0 < number <= players else extra
        holder.append((spelled.get(name, name), value))
    return tuple(extra), [tuple(told) for told in of_players]


def stated_place(row: TableRow) -> str:
    """The place with `=` where it is shared."""
    rank = row.text("rank")
    tie = row.text("ranktie")
    return f"{rank}=" if rank and tie and tie != rank and not rank.endswith("=") else rank


def is_one_ranking(places: Iterable[str]) -> bool:
    """Whether places are those of one list: with each shared place, the following ones are left out.

    >>> is_one_ranking(["1", "2=", "2", "4"]), is_one_ranking(["1", "2", "1", "2"])
    (True, False)
    """
    ranks = sorted(int(place.rstrip("=")) for place in places if place.rstrip("=").isdecimal())
    shared = {place.rstrip("=") for place in places if place.endswith("=")}
    for index, rank in enumerate(ranks, 1):
        if rank != index and not (rank == ranks[index - 2] and str(rank) in shared):
            return False
    return bool(ranks)
