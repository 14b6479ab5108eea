"""A small session worked out by hand, so that reports are tested without the scorer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player
from overtrick.model.outcome import Average, Awarded, NotPlayed, Outcome, PassedOut, Played, Weighted
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import BoardResult, LineResult, Place, SideResult, Standing
from overtrick.model.terms import Doubling, Seat, Side, Strain

NAMES = (
    ("Eva Lind", "Bo Ek"),
    ("<script>alert(1)</script>", 'Tom "Ruff" O\'Neil'),
    ("=HYPERLINK(1)", "Анна Белова"),
    ("[bold]Ada", "Zoë Ångström"),
    ("Ann\x1b[31m", "Lee & Co"),
    ("Marguerite von Hohenstaufen-Lichtenberg", "Jo Li"),
)


def played(level: int, strain: Strain, declarer: Seat, over: int, doubling: Doubling = Doubling.UNDOUBLED) -> Played:
    return Played(Contract(level, strain, doubling, declarer), level + 6 + over)


BOARDS: tuple[tuple[int, tuple[tuple[str, str, Outcome, Outcome | None, int | None, str, str, str], ...]], ...] = (
    (
        1,
        (
            ("1", "1", played(4, Strain.SPADES, Seat.NORTH, 1), None, 450, "4", "0", "DK"),
            ("2", "2", played(4, Strain.SPADES, Seat.NORTH, 0), None, 420, "2", "2", "H5"),
            ("3", "3", played(3, Strain.HEARTS, Seat.EAST, -1, Doubling.DOUBLED), None, 100, "0", "4", ""),
        ),
    ),
    (
        2,
        (
            ("1", "2", played(3, Strain.NOTRUMP, Seat.WEST, 1), None, -430, "1", "3", "SQ"),
            ("2", "3", PassedOut(), None, 0, "4", "0", ""),
            ("3", "1", played(3, Strain.NOTRUMP, Seat.WEST, 1), None, -430, "1", "3", "S4"),
        ),
    ),
    (
        3,
        (
            ("1", "3", Awarded(Average.PLUS), Awarded(Average.MINUS), None, "12/5", "8/5", ""),
            ("2", "1", played(2, Strain.DIAMONDS, Seat.SOUTH, 2), None, 130, "7/2", "1/2", ""),
            (
                "3",
                "2",
                Weighted(
                    (
                        (Fraction(3, 5), played(2, Strain.DIAMONDS, Seat.SOUTH, 0)),
                        (Fraction(2, 5), played(2, Strain.DIAMONDS, Seat.SOUTH, -1)),
                    )
                ),
                None,
                None,
                "1/2",
                "7/2",
                "",
            ),
        ),
    ),
    (4, (("1", "1", NotPlayed(), None, None, "", "", ""),)),
)


def _side(text: str, *, real: bool, top: int) -> SideResult:
    if not text:
        return SideResult(None, real=False, note="no-result")
    return SideResult(Fraction(text), Fraction(top), real)


def _boards(section: str, top: int) -> tuple[BoardResult, ...]:
    boards = []
    for number, lines in BOARDS:
        results = tuple(
            LineResult(
                Line(ns, ew, outcome, other or outcome, lead=lead),
                points,
                _side(ns_value, real=not isinstance(outcome, Awarded), top=top),
                _side(ew_value, real=not isinstance(outcome, Awarded), top=top),
            )
            for ns, ew, outcome, other, points, ns_value, ew_value, lead in lines
        )
        boards.append(
            BoardResult("1", section, Board.numbered(number), results, sum(line.ns.real for line in results), 3)
        )
    return tuple(boards)


def _total(boards: tuple[BoardResult, ...], key: str, side: Side) -> tuple[int, Fraction, Fraction]:
    worths = [
        line.side(side)
        for board in boards
        for line in board.lines
        if (line.line.ns if side is Side.NS else line.line.ew) == key and line.side(side).value is not None
    ]
    return (
        len(worths),
        sum((worth.value or Fraction(0) for worth in worths), Fraction(0)),
        sum((worth.available for worth in worths), Fraction(0)),
    )


def two_winners(section: str = "A", boards: tuple[BoardResult, ...] | None = None) -> Standing:
    compared = boards or _boards(section, 4)
    event = Event("Tuesday <pairs> & friends", (), "2026-11-24", "Bridge Club “Øst”")
    places: list[Place] = []
    for side, offset in ((Side.NS, 0), (Side.EW, 3)):
        rows = []
        for index, key in enumerate("123"):
            count, total, available = _total(compared, key, side)
            names = tuple(Player(name) for name in NAMES[index + offset])
            rows.append((100 * total / available, total, available, count, Contestant(key, side, names)))
        rows.sort(key=lambda row: (-row[0], row[4].key))
        shares = [row[0] for row in rows]
        places += [
            Place(shares.index(share) + 1, shares.count(share) > 1, section, side, who, count, total, available, share)
            for share, total, available, count, who in rows
        ]
    problems = (Problem("line 3", Severity.WARNING, "board 4: '<b>' is not a result"),)
    return Standing(event, Conditions(), tuple(places), compared, problems)


def butler() -> Standing:
    contestants = [
        Contestant(key, None, tuple(Player(name) for name in NAMES[index])) for index, key in enumerate("123")
    ]
    line = Line("1", "2", played(4, Strain.SPADES, Seat.NORTH, 1), played(4, Strain.SPADES, Seat.NORTH, 1))
    results = (LineResult(line, 450, SideResult(Fraction(5)), SideResult(Fraction(-5))),)
    board = BoardResult("1", "A", Board.numbered(1), results, 1, 1, Fraction(270))
    totals = (Fraction(5), Fraction(0), Fraction(-5))
    order = (0, 2, 1)
    places = tuple(
        Place(index + 1, False, "A", None, contestants[who], 1, total, Fraction(0), None)
        for index, (who, total) in enumerate(zip(order, totals, strict=True))
    )
    return Standing(Event("Butler night"), Conditions(method="butler"), places, (board,))


@pytest.fixture
def standing() -> Standing:
    return two_winners()


@pytest.fixture
def imp_standing() -> Standing:
    return butler()


@pytest.fixture
def make_standing() -> Callable[..., Standing]:
    return two_winners
