"""What the nouns refuse, and what they keep apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import RecordError
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.outcome import Awarded, BareScore, PassedOut, Played, Unit, Weighted
from overtrick.model.standing import SideResult
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability

# Law 2, board by board: none, North-South, East-West, both.
WHEEL = ["none", "NS", "EW", "both", "NS", "EW", "both", "none", "EW", "both", "none", "NS", "both", "none", "NS", "EW"]


@given(st.integers(1, 5000))
def test_dealer_and_vulnerability_go_on_without_limit(number: int) -> None:
    board = Board.numbered(number)
    assert board.dealer.value == "NESW"[(number - 1) % 4]
    assert board.vulnerability.value == WHEEL[(number - 1) % 16]
    assert board.agrees_with_number
    assert not Board(number, board.dealer.next, board.vulnerability).agrees_with_number


@pytest.mark.parametrize("number", [0, -1])
def test_no_such_board(number: int) -> None:
    with pytest.raises(RecordError, match="numbered from 1"):
        Board.numbered(number)


def test_what_a_file_says_wins_over_the_number() -> None:
    board = Board.numbered(1, dealer=Seat.WEST, vulnerability=Vulnerability.BOTH)
    assert (board.dealer, board.vulnerability) == (Seat.WEST, Vulnerability.BOTH)


@pytest.mark.parametrize("level", [0, 8, -1])
def test_no_such_level(level: int) -> None:
    with pytest.raises(RecordError, match="1 to 7"):
        Contract(level, Strain.SPADES)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_no_such_tricks(tricks: int) -> None:
    with pytest.raises(RecordError, match="0 to 13"):
        Played(Contract(4, Strain.SPADES), tricks)


@pytest.mark.parametrize("weights", [(1, 2), (1,), (-1, 2), (0, 1), (1, 1)])
def test_weights_make_a_whole(weights: tuple[int, ...]) -> None:
    parts = tuple((Fraction(weight, 4) if sum(weights) != 1 else Fraction(weight), PassedOut()) for weight in weights)
    if sum(weight for weight, _ in parts) == 1 and all(weight > 0 for weight, _ in parts):
        assert Weighted(parts).parts == parts
    else:
        with pytest.raises(RecordError, match="100 %"):
            Weighted(parts)


@pytest.mark.parametrize("percent", [Fraction(-1), Fraction(101)])
def test_awards_are_percentages(percent: Fraction) -> None:
    with pytest.raises(RecordError, match="0 to 100"):
        Awarded(percent)
    assert Awarded(percent, Unit.IMPS).value == percent


def test_nought_points_are_no_pass() -> None:
    outcomes: list[object] = [BareScore(0), PassedOut()]
    assert outcomes[0] != outcomes[1]


def test_seats_and_sides() -> None:
    assert [seat.next.value for seat in Seat] == list("ESWN")
    assert [seat.side.value for seat in Seat] == ["NS", "EW", "NS", "EW"]
    assert Side.NS.opponents.opponents is Side.NS
    assert [doubling.text for doubling in Doubling] == ["", "X", "XX"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("Love", "none"), ("-", "none"), ("n/s", "NS"), ("E-W", "EW"), ("ALL", "both"), ("b", "both"), ("nil", "none")],
)
def test_spellings_of_vulnerability(text: str, value: str) -> None:
    assert Vulnerability.parse(text).value == value


def test_no_vulnerability() -> None:
    with pytest.raises(ValueError, match="NS, EW or both"):
        Vulnerability.parse("perhaps")


@pytest.mark.parametrize(
    ("value", "available", "percent"),
    [(Fraction(5), Fraction(8), Fraction(125, 2)), (None, Fraction(8), None), (Fraction(0), Fraction(0), None)],
)
def test_percent(value: Fraction | None, available: Fraction, percent: Fraction | None) -> None:
    assert SideResult(value, available).percent == percent
