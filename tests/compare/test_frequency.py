"""Frequencies of scores, and matchpoints from them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.frequency import Half, frequencies, matchpoints_from_frequencies, plain

SCORES = st.lists(st.integers(-80, 80).map(lambda tens: 10 * tens), min_size=1, max_size=30)

# One score of 450 is ruled to be -50 for North-South and 450 for East-West, each at half weight (De Wael, calcul28).
HALF_WEIGHTS: dict[int, Fraction] = {
    480: Fraction(1),
    450: Fraction(7, 2),
    420: Fraction(2),
    -50: Fraction(5, 2),
    -100: Fraction(1),
}


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ({1430: 1, 690: 1, 680: 3, 660: 2, 650: 1, -100: 2, -200: 1}, [20, 18, 14, 9, 6, 3, 0]),  # nationwidepairs
        ({480: 1, 450: 4, 420: 2, -50: 2, -100: 1}, [18, 13, 7, 3, 0]),  # De Wael, before the ruling
        ({0: 1}, [0]),
        ({420: 2}, [1]),
    ],
)
def test_worked_boards(counts: dict[int, int], wanted: list[int]) -> None:
    values = matchpoints_from_frequencies(counts)
    assert [values[score] for score in sorted(counts, reverse=True)] == wanted


def test_half_weights() -> None:
    values = matchpoints_from_frequencies(HALF_WEIGHTS)
    assert [values[score] for score in (450, 420, -50)] == [Fraction(27, 2), 8, Fraction(7, 2)]


def test_weighted_scores_enter_with_their_weights() -> None:
    half = Half(((Fraction(3, 5), 420), (Fraction(2, 5), -50)))
    assert frequencies([half, plain(420)]) == {-50: Fraction(2, 5), 420: Fraction(8, 5)}


@given(SCORES)
def test_sums(scores: list[int]) -> None:
    counts = frequencies(plain(score) for score in scores)
    size = len(scores)
    assert sum(counts.values()) == size
    values = matchpoints_from_frequencies(counts)
    assert sum(values[score] for score in scores) == size * (size - 1)
    own = matchpoints_from_frequencies(counts, ascherman=True)
    assert {score: value + 1 for score, value in values.items()} == own


@given(SCORES)
def test_the_other_side_gets_the_rest(scores: list[int]) -> None:
    ns = matchpoints_from_frequencies(frequencies(plain(score) for score in scores))
    ew = matchpoints_from_frequencies(frequencies(plain(-score) for score in scores))
    assert all(ns[score] + ew[-score] == 2 * len(scores) - 2 for score in scores)
