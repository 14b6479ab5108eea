"""Random archives in the bulk form, and the same facts as events of the core."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any

from hypothesis import strategies as st

from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Event, Line, Section, Session, Traveller
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
)
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability
from overtrick.tables.laws import LAWS, VARIANTS

__all__ = [
    "CHOICES",
    "CORE_SETTINGS",
    "PAIR_METHODS",
    "Row",
    "archive_rows",
    "choices_for",
    "close_field",
    "close_match",
    "columns_of",
    "core_event",
    "core_settings",
    "events_of",
    "in_agreement",
    "team_rows",
    "uneven_event",
]

Row = dict[str, Any]
_AVERAGES = {-1: Average.MINUS, -2: Average.AVERAGE, -3: Average.PLUS}
_STRAINS = tuple(strain.value for strain in Strain)
_COLUMNS = (
    "event", "session", "section", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "vul", "outcome",
    "ns_award", "ew_award", "version",
)  # fmt: skip


def archive_rows(seed: int, *, size: int = 6) -> list[Row]:
    """Rows of one to three events: all outcomes, sections, sessions, versions, boards of uneven fields."""
    chance = random.Random(seed)
    rows: list[Row] = []
    for event in range(chance.randint(1, 3)):
        text = chance.random() < 0.3
        sessions = chance.choice([1, 1, 2])
        sections = chance.choice([1, 1, 2])
        layout = chance.choice(["same", "apart", "howell"])
        for session in range(sessions):
            for section in range(sections):
                for board in chance.sample(range(1, 9), chance.randint(1, 3)):
                    for ns, ew in _seats(chance, layout, chance.randint(1, size)):
                        row = _row(chance)
                        row |= {"event": event * 7 + 3, "session": f"s{session}", "section": "BA"[section]}
                        row |= {"board": board, "ns": _who(ns, text=text), "ew": _who(ew, text=text)}
                        if row.pop("alone", False):
                            row[chance.choice(["ns", "ew"])] = None
                        rows.append(row)
    chance.shuffle(rows) if chance.random() < 0.3 else None
    return rows


def _who(number: int, *, text: bool) -> str:
    return f"P{number}" if text else str(number)


def _seats(chance: random.Random, layout: str, tables: int) -> list[tuple[int, int]]:
    north = list(range(1, tables + 1))
    if layout == "howell":
        everybody = list(range(1, 2 * tables + 1))
        chance.shuffle(everybody)
        return list(zip(everybody[:tables], everybody[tables:], strict=True))
    east = [number + (tables if layout == "apart" else 0) for number in north]
    chance.shuffle(east)
    return list(zip(north, east, strict=True))


def _row(chance: random.Random) -> Row:
    """What happened: mostly played, from few contracts so that scores tie."""
    row: Row = dict.fromkeys(_COLUMNS)
    if chance.random() < 0.15:
        row["version"] = "x"
    if chance.random() < 0.1:
        row["vul"] = chance.choice(["none", "NS", "EW", "both"])
    kind = chance.choices(range(7), [70, 5, 5, 4, 3, 3, 10])[0]
    if kind == 0:
        row["contract"] = (
            f"{chance.choice([1, 3, 4, 6])}{chance.choice(_STRAINS)}{chance.choice(['', '', '', 'X', 'XX'])}"
        )
        row["declarer"], row["tricks"] = chance.choice("NESW"), chance.choice([7, 8, 9, 9, 10, 10, 12, 13])
    elif kind == 1:
        row["contract"] = "PASS"
    elif kind == 2:
        row["score"] = chance.choice([-620, -50, 0, 50, 110, 420, 425])
    elif kind == 6:
        row["ns_award"], row["ew_award"] = (chance.choice([None, -1, -2, -3, 6000, 4000, 5500, 0]) for _side in "12")
        if row["ns_award"] is None and row["ew_award"] is None:
            row["ns_award"] = -3
        row["alone"] = chance.random() < 0.2
    else:
        row["outcome"] = {3: "not-played", 4: "sit-out", 5: "missing"}[kind]
        row["alone"] = kind == 4
    return row


def team_rows(seed: int) -> list[Row]:
    """Rows of matches: each board at two tables, now and then one of them missing or awarded."""
    chance = random.Random(seed)
    rows: list[Row] = []
    for event in range(chance.randint(1, 2)):
        for section in range(chance.randint(1, 3)):
            home, away = chance.sample(range(1, 13), 2)
            for board in range(1, chance.randint(2, 5)):
                for ns, ew in ((home, away), (away, home)):
                    if chance.random() < 0.05:
                        continue
                    row = _row(chance)
                    row.pop("alone", None)
                    row |= {"event": event, "session": "", "section": str(section), "board": board, "vul": None}
                    rows.append(row | {"ns": str(ns), "ew": str(ew)})
    return rows


def close_match() -> list[Row]:
    """A match whose boards differ by ten points or by nothing, or are awarded."""
    rows: list[Row] = []
    averages = [(-2, -2), (-1, -3), (-3, -1)]
    for board, tables in enumerate([(420, 430), (430, 420), (90, 90), *averages], 1):
        awarded = tables in averages
        for number, (ns, ew) in enumerate((("1", "2"), ("2", "1"))):
            row: Row = dict.fromkeys(_COLUMNS)
            row |= {"event": 90, "session": "", "section": "1", "board": board, "ns": ns, "ew": ew}
            if awarded:
                row |= {"ns_award": tables[0], "ew_award": tables[1]} if number == 0 else {"score": 90}
            else:
                row["score"] = tables[number]
            rows.append(row)
    return rows


def close_field() -> list[Row]:
    """Boards of a field with halves to round, and fouled groups of three that are not the largest."""
    boards = {
        1: [(score, "") for score in (420, 450, 50, -50, 110)],
        2: [(score, "") for score in (420, 50, -50, 110)],  # one fewer: quarters of a matchpoint
        3: [(-50, ""), (-40, "")],  # the mean is -45
        4: [(score, "x") for score in (90, 110, 140)] + [(score, "") for score in (420, 450, 50, 90)],
    }
    rows: list[Row] = []
    for board, results in boards.items():
        for table, (score, version) in enumerate(results, 1):
            row: Row = dict.fromkeys(_COLUMNS)
            row |= {"event": 91, "session": "", "section": "1", "board": board, "score": score}
            rows.append(row | {"ns": str(table), "ew": str(table + 10), "version": version or None})
    return rows


def columns_of(rows: Iterable[Row]) -> dict[str, list[Any]]:
    """The rows as columns of the form; numbers of contestants stay numbers where all are."""
    rows = list(rows)
    columns = {name: [row[name] for row in rows] for name in _COLUMNS}
    keys = [key for name in ("ns", "ew") for key in columns[name] if key is not None]
    if all(key.isdecimal() for key in keys):
        for name in ("ns", "ew"):
            columns[name] = [None if key is None else int(key) for key in columns[name]]
    return columns


def events_of(rows: list[Row]) -> dict[Any, list[tuple[int, Row]]]:
    """The rows of each event with their numbers, events in the order of their first rows."""
    found: dict[Any, list[tuple[int, Row]]] = {}
    for number, row in enumerate(rows):
        found.setdefault(row["event"], []).append((number, row))
    return found


def core_event(rows: list[tuple[int, Row]], *, winners: int | None = None) -> Event:
    """The same facts as an event of the core; `where` of a line is the number of its row."""
    sessions = []
    for session, in_session in _grouped(rows, "session"):
        sections = []
        for section, in_section in _grouped(in_session, "section"):
            travellers = []
            for key, lines in _grouped(in_section, "board", "vul"):
                board = Board.numbered(key[0])
                if key[1] is not None:
                    board = Board.numbered(key[0], vulnerability=Vulnerability.parse(key[1]))
                travellers.append(Traveller(board, tuple(_line(number, row) for number, row in lines)))
            sections.append(Section(section[0] or "", (), tuple(travellers)))
        sessions.append(Session(session[0] or "", tuple(sections)))
    return Event(sessions=tuple(sessions), winners=winners)


def _grouped(rows: list[tuple[int, Row]], *names: str) -> list[tuple[tuple[Any, ...], list[tuple[int, Row]]]]:
    def key(item: tuple[int, Row]) -> tuple[str, ...]:
        return tuple(str(item[1][name]) for name in names)

    ordered = sorted(rows, key=key)
    made = [list(group) for _key, group in groupby(ordered, key=key)]
    return [(tuple(group[0][1][name] for name in names), group) for group in made]


def _line(number: int, row: Row) -> Line:
    ns, ew = row["ns"] or "", row["ew"] or ""
    outcomes = (_outcome(row, row["ns_award"], ns), _outcome(row, row["ew_award"], ew))
    if row["ns_award"] is None and row["ew_award"] is None:
        outcomes = (outcomes[0], outcomes[0])
    return Line(ns, ew, *outcomes, version=row["version"] or "", where=str(number))


def _outcome(row: Row, award: int | None, who: str) -> Outcome:
    if row["ns_award"] is not None or row["ew_award"] is not None:
        if not who:
            return SitOut()
        return Missing() if award is None else Awarded(_AVERAGES.get(award, Fraction(award, 100)))
    if row["outcome"]:
        kinds: dict[str, Outcome] = {"not-played": NotPlayed(), "sit-out": SitOut(), "missing": Missing()}
        return kinds[row["outcome"]]
    if row["contract"] == "PASS":
        return PassedOut()
    if row["contract"]:
        text = row["contract"]
        strain = text[1:].rstrip("X")
        doubling = tuple(Doubling)[len(text) - len(strain) - 1]
        return Played(Contract(int(text[0]), Strain(strain), doubling, Seat(row["declarer"])), row["tricks"])
    return BareScore(row["score"])


PAIR_METHODS = ("matchpoints", "ascherman", "cross-imps", "butler", "total-points")

CHOICES: dict[str, tuple[Any, ...]] = {
    "law": tuple(code.key for code in (*LAWS, *VARIANTS)),
    "matchpoint_scale": ("2-1-0", "1-½-0"),
    "uneven": ("neuberg", "none", "factor", "add-one"),
    "expected": ("field", "session", "board-rows", "board"),
    "small_groups": ("ebu", "wbf", "none"),
    "lone_result": ("neuberg", "60"),
    "line_rounding": ("exact", "0.01", "0.1", "0.1-average", "0.1-cut"),
    "total_rounding": ("exact", "0.01", "integer"),
    "percent_rounding": ("exact", "0.01", "0.1"),
    "sections": ("apart", "across"),
    "ranking": ("overall", "sections"),
    "winners": ("file", "1", "2"),
    "average_plus": (60, 55),
    "average": (50, "47.5"),
    "average_minus": (40, 45),
    "own_percentage": ("yes", "no"),
    "average_imps": (3, 2),
    "split": ("twice", "half-weights"),
    "unequal_boards": ("percentage", "factor", "none"),
    "session_top": ("48", "51"),
    "session_weights": ("boards", "equal"),
    "datum": ("mean", "median", "given"),
    "datum_drop": ("none", "1", "5%", "20%+", "30%-", "bridge-scorer"),
    "datum_rounding": ("10", "10even", "10zero", "10up", "10down", "none"),
    "datum_given": ("-35", "420.5"),
    "imp_cutoff": ("none", "australian"),
    "imp_table": ("imps-1962", "imps-1938", "imps-1948", "imps-1961", "bastille"),
    "cross_divisor": ("sum", "comparisons", "scores", "sqrt"),
    "cross_trim": ("none", "extremes"),
    "board_a_match_tie": (0, 10),
}
"""The settings that the bulk engine does, with the values that are tried against the core."""


def choices_for(method: str) -> dict[str, tuple[Any, ...]]:
    """The settings with the values that go with a method."""
    apart = {"uneven": CHOICES["uneven"] if method != "ascherman" else ("neuberg",)}
    return {name: values for name, values in (CHOICES | apart).items() if name != "imp_cutoff" or method == "butler"}


def core_settings(method: str) -> st.SearchStrategy[dict[str, Any]]:
    """Some of the settings, of those that go with a method."""
    optional = {name: st.sampled_from(values) for name, values in choices_for(method).items()}
    return st.fixed_dictionaries({}, optional=optional).map(in_agreement)


def in_agreement(chosen: dict[str, Any]) -> dict[str, Any]:
    """The same settings where they agree: a given datum has its points and drops no scores, Bastille wants it whole."""
    given = chosen.get("datum") == "given"
    kept = {name: value for name, value in chosen.items() if name != ("datum_drop" if given else "datum_given")}
    if given:
        kept.setdefault("datum_given", "120")
    if kept.get("imp_table") == "bastille":
        name, instead = ("datum_given", "-35") if given else ("datum_rounding", "10even")
        if kept.get(name) in ("420.5", "none"):
            kept[name] = instead
    return kept


CORE_SETTINGS = core_settings("butler")
"""Settings that go with all comparisons at once."""


def uneven_event(tables: int, boards: int, *, missing: float, seed: int = 3) -> list[Row]:
    """One event whose boards have so different numbers of results that their common denominator is huge."""
    chance = random.Random(seed)
    rows: list[Row] = []
    for board in range(1, boards + 1):
        for table in range(1, tables + 1):
            row: Row = dict.fromkeys(archive_rows(0)[0])
            row |= {"event": 1, "session": "", "section": "", "board": board}
            row |= {"ns": str(table), "ew": str(tables + (table + board) % tables + 1)}
            if chance.random() < missing:
                row["outcome"] = "not-played"
            elif chance.random() < 0.02:
                row["ns_award"], row["ew_award"] = -3, -1
            else:
                row |= {
                    "contract": chance.choice(["4S", "3NT", "2H"]),
                    "declarer": "N",
                    "tricks": chance.randint(7, 11),
                }
            rows.append(row)
    return rows
