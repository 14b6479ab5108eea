"""Players, settlement and ledger."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from overtrick.errors import ConditionsError, FormatError, RecordError
from overtrick.model.sheet import Totals
from overtrick.model.terms import Side
from overtrick.score.home.ledger import Evening, Ledger, LedgerSheet
from overtrick.score.home.players import Round, Seating, cut_in, pivot, running_totals, set_game
from overtrick.score.home.settle import ROUNDINGS, hundreds, settle


@pytest.mark.parametrize(
    ("difference", "rounding", "points"),
    [
        (870, "up", 9),
        (580, "up", 6),
        (850, "up", 9),
        (850, "down", 8),
        (850, "loser", 8),
        (850, "none", Fraction(17, 2)),
        (-850, "up", -9),
        (-850, "down", -8),
        (840, "up", 8),
        (860, "down", 9),
        (0, "up", 0),
        (-40, "up", 0),
    ],
)
def test_hundreds(difference: int, rounding: str, points: Fraction) -> None:
    assert hundreds(difference, rounding) == points


@given(st.integers(-10000, 10000).map(lambda n: n * 10), st.sampled_from(ROUNDINGS))
def test_both_sides_settle_the_same(difference: int, rounding: str) -> None:
    assert hundreds(difference, rounding) == -hundreds(-difference, rounding)
    assert abs(hundreds(difference, rounding) - Fraction(difference, 100)) <= Fraction(1, 2)


def test_settle() -> None:
    done = settle(Totals(1640, 770), stake=Fraction("0.25"), unit="EUR")
    assert (done.points, done.money, done.unit) == (Fraction(9), Fraction(9, 4), "EUR")
    with pytest.raises(ConditionsError):
        hundreds(100, "sideways")


@pytest.mark.parametrize("players", ["ABCD", "ABCDE"])
def test_pivot_each_with_each_once(players: str) -> None:
    rounds = pivot(players)
    partners = [frozenset(seating.pair(side)) for seating in rounds for side in Side]
    assert sorted(map(sorted, partners)) == sorted(map(sorted, combinations(players, 2)))
    if len(players) == 5:
        assert all(sum(name in seating.players for seating in rounds) == 4 for name in players)


def test_set_game_keeps_partners() -> None:
    assert {seating.pair(Side.NS) for seating in set_game("ABCD", 3)} == {("A", "C")}


@given(st.integers(4, 8), st.integers(1, 20))
def test_cutting_in_leaves_nobody_out_twice(count: int, rounds: int) -> None:
    names = "ABCDEFGH"[:count]
    done: list[Seating] = []
    for _turn in range(rounds):
        four = cut_in(names, done)
        if done:  # at most eight players: all who sat out come in
            assert {name for name in names if name not in done[-1].players} <= set(four)
        done.append(Seating(*four))


def test_cutting_in_by_the_cut() -> None:
    first = Seating("A", "B", "C", "D")
    assert set(cut_in("ABCDE", [first], cut="EDCBA")) == {"E", "D", "C", "B"}
    with pytest.raises(RecordError):
        cut_in("ABCDE", [first], cut="EDCB")
    with pytest.raises(RecordError):
        cut_in("ABCDE", [Seating("A", "B", "C", "X")])


@pytest.mark.parametrize("players", ["ABC", "ABCDEFGHI", "ABCC"])
def test_wrong_number_of_players(players: str) -> None:
    with pytest.raises(RecordError):
        cut_in(players, [])
    with pytest.raises(RecordError):
        pivot(players)


def test_running_totals_are_nought_together() -> None:
    rounds = [
        Round(seating, Fraction(points)) for seating, points in zip(pivot("ABCDE"), (6, -3, 9, 0, 1), strict=True)
    ]
    after = running_totals("ABCDE", rounds)
    assert len(after) == 5
    assert all(sum(totals.values()) == 0 for totals in after)
    with pytest.raises(RecordError):
        running_totals("ABCDX", rounds)


def _book() -> Ledger:
    one = LedgerSheet(Seating("Ann", "Bob", "Cid", "Dot"), Totals(1640, 770), stake=Fraction("0.5"), deals=("3NT N =",))
    two = LedgerSheet(Seating("Ann", "Cid", "Eve", "Dot"), Totals(100, 750), rounding="none", form="chicago")
    return Ledger(unit="EUR").add(Evening("2026-11-23", (one,))).add(Evening("2026-11-30", (two,), "at Ann's"))


def test_ledger_reads_back_and_joins() -> None:
    book = _book()
    assert Ledger.from_json(book.to_json()) == book
    assert book.joined(book) == book
    assert Ledger(book.evenings[:1]).joined(Ledger(book.evenings[1:], "EUR")) == book
    assert book.standing() == {"Cid": Fraction(31, 2), "Ann": Fraction(5, 2), "Dot": Fraction(-5, 2)} | {
        "Eve": Fraction(-13, 2),
        "Bob": Fraction(-9),
    }
    assert book.standing(money=True)["Bob"] == Fraction(-9, 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(format="other"),
        lambda data: data.update(version=2),
        lambda data: data.update(evenings={}),
        lambda data: data.update(evenings=[1]),
        lambda data: data["evenings"][0]["sheets"][0].update(players=["A", "B", "C"]),
        lambda data: data["evenings"][0]["sheets"][0].update(players=["A", "A", "C", "D"]),
        lambda data: data["evenings"][0]["sheets"][0].update(totals=[1.5, 2]),
        lambda data: data["evenings"][0]["sheets"][0].update(totals=[1]),
        lambda data: data["evenings"][0]["sheets"][0].update(stake="x"),
        lambda data: data["evenings"][0]["sheets"][0].update(rounding="x"),
        lambda data: data["evenings"][0]["sheets"][0].pop("players"),
    ],
)
def test_broken_ledger(change: object) -> None:
    data = json.loads(_book().to_json())
    change(data)  # type: ignore[operator]  # a function of the table above
    with pytest.raises(FormatError, match="ledger"):
        Ledger.from_json(json.dumps(data))


def test_one_sheet_is_entered_once() -> None:
    sheet = _book().evenings[0].sheets[0]
    book = Ledger().with_sheet("2026-11-23", sheet).with_sheet("2026-11-23", sheet)
    assert [len(evening.sheets) for evening in book.evenings] == [1]
    again = book.with_sheet("2026-11-30", sheet).with_sheet("2026-11-23", _book().evenings[1].sheets[0])
    assert [len(evening.sheets) for evening in again.evenings] == [2, 1]


def test_ledger_that_is_no_json() -> None:
    with pytest.raises(FormatError, match="not JSON"):
        Ledger.from_json("{")
