"""Boards with fewer results than others, and small fouled groups."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.neuberg import neuberg, rounded_neuberg, small_group_percent, small_group_rule, stretch
from overtrick.errors import ConditionsError, RecordError

TENTHS = [
    # matchpoints, results, expected, to a tenth: EBU White Book, ten scores in groups of seven and three
    (12, 7, 10, "17.6"),
    (10, 7, 10, "14.7"),
    (8, 7, 10, "11.9"),
    (6, 7, 10, "9.0"),
    (4, 7, 10, "6.1"),
    (2, 7, 10, "3.3"),
    (0, 7, 10, "0.4"),
    (4, 3, 10, "15.7"),
    (2, 3, 10, "9.0"),
    (0, 3, 10, "2.3"),
]

EXACT = [
    (15, 9, 10, Fraction(151, 9)),  # De Wael: 16.78, 10.11, 0.11
    (9, 9, 10, Fraction(91, 9)),
    (0, 9, 10, Fraction(1, 9)),
    (18, 10, 100, Fraction(189)),  # ACBL Bulletin, June 1991
    (178, 90, 100, Fraction(1781, 9)),
    (0, 1, 100, Fraction(99)),  # a lone score is an average
    (0, 2, 5, Fraction(3, 2)),  # EBU forum 1580
]


@pytest.mark.parametrize(("won", "results", "expected", "wanted"), TENTHS)
def test_to_a_tenth(won: int, results: int, expected: int, wanted: str) -> None:
    assert rounded_neuberg(won, results, expected) == Fraction(wanted)


@pytest.mark.parametrize(("won", "results", "expected", "wanted"), EXACT)
def test_exact(won: int, results: int, expected: int, wanted: Fraction) -> None:
    assert neuberg(won, results, expected) == wanted


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 78))
def test_three_forms_are_one(results: int, more: int, won: int) -> None:
    expected, won = results + more, min(won, 2 * results - 2)
    value = neuberg(won, results, expected)
    assert value == Fraction(won * expected, results) + Fraction(expected - results, results)
    half = Fraction(won, 2)
    assert value / 2 == Fraction(expected, results) * (half + Fraction(1, 2)) - Fraction(1, 2)
    assert value / 2 == half * expected / results + Fraction(expected - results, 2 * results)


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 78), st.sampled_from(("neuberg", "factor", "add-one")))
def test_average_stays_and_the_range_is_kept(results: int, more: int, won: int, method: str) -> None:
    expected, won = results + more, min(won, 2 * results - 2)
    value = stretch(won, results, expected, method)
    assert 0 <= value <= 2 * expected - 2
    assert value + stretch(2 * results - 2 - won, results, expected, method) == 2 * expected - 2
    assert stretch(results - 1, results, expected, method) == expected - 1
    assert stretch(won, expected, expected, method) == won


def test_none_changes_nothing() -> None:
    assert stretch(7, 5, 10, "none") == 7


def test_what_is_refused() -> None:
    with pytest.raises(RecordError, match="at least one"):
        neuberg(0, 0, 5)
    with pytest.raises(ConditionsError, match="neuberg, none, factor, add-one"):
        stretch(1, 2, 3, "guess")
    with pytest.raises(ConditionsError, match="ebu, wbf, none"):
        small_group_rule(2, 8, "guess")


@pytest.mark.parametrize(
    ("results", "expected", "largest", "ebu", "wbf"),
    [
        (1, 5, False, True, True),
        (2, 5, False, False, True),  # EBU: two are more than a third of five
        (2, 6, False, True, True),
        (3, 8, False, False, True),
        (3, 9, False, True, True),
        (3, 9, True, True, False),  # WBF: the largest group keeps the formula
        (4, 40, False, False, False),
    ],
)
def test_small_groups(results: int, expected: int, largest: bool, ebu: bool, wbf: bool) -> None:
    assert small_group_rule(results, expected, "ebu", largest=largest) is ebu
    assert small_group_rule(results, expected, "wbf", largest=largest) is wbf
    assert small_group_rule(results, expected, "none", largest=largest) is False


@pytest.mark.parametrize(
    ("won", "results", "percent"),
    [(0, 1, 60), (2, 2, 65), (0, 2, 55), (1, 2, 60), (4, 3, 70), (2, 3, 60), (0, 3, 50), (3, 3, 65), (1, 3, 55)],
)
def test_small_group_percentages(won: int, results: int, percent: int) -> None:
    assert small_group_percent(won, results) == percent
    assert small_group_percent(won, results) + small_group_percent(2 * results - 2 - won, results) == 120
