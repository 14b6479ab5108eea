"""Places and tie-breaks."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from overtrick.ranking.ties import (
    average_places,
    break_ties,
    by_count_back,
    by_direct_match,
    by_value,
    count_back,
    place_labels,
    places,
    quotient,
    swiss_points,
)


def test_shared_places_skip() -> None:
    assert place_labels([62.5, 58, 58, 51.25, 40, 40, 40]) == ["1", "2=", "2=", "4", "5=", "5=", "5="]
    assert place_labels([3, 1, 1], lowest_first=True) == ["3", "1=", "1="]
    assert place_labels([]) == []


@given(st.lists(st.integers(0, 6)))
def test_average_places_keep_their_sum(values: list[int]) -> None:
    assert sum(average_places(values)) == len(values) * (len(values) + 1) // 2
    assert sorted(place for place, _tied in places(values))[:1] in ([], [1])


def test_figures() -> None:
    assert swiss_points([50, 40, 30]) == 120  # EBU, split tie
    assert quotient(30, 20) == Fraction(3, 2)
    assert quotient(30, 0) is None
    assert count_back([10, 4, 6], [8, 4, 7]) == Fraction(3, 2)


def test_direct_match_then_the_next() -> None:
    matches = {("B", "C"): 8, ("C", "B"): 12}
    chain = [("direct match", by_direct_match(matches)), ("swiss points", by_value({"B": 110, "C": 90, "D": 100}))]
    ranked = break_ties({"A": 30, "B": 20, "C": 20}, chain)
    assert [(one.contestant, one.place, one.breaker) for one in ranked] == [
        ("A", 1, ""),
        ("C", 2, "direct match"),
        ("B", 3, "direct match"),
    ]
    # D met nobody: the direct match does not apply to the three.
    three = break_ties({"B": 20, "C": 20, "D": 20}, chain)
    assert [one.contestant for one in three] == ["B", "D", "C"]


def test_a_tie_that_was_split_is_looked_at_again() -> None:
    matches = {("B", "C"): 8, ("C", "B"): 12}
    chain = [("direct match", by_direct_match(matches)), ("net", by_value({"A": 9, "B": 5, "C": 5}))]
    assert [one.contestant for one in break_ties({"B": 1, "C": 1, "A": 1}, chain)] == ["A", "C", "B"]


def test_count_back_and_a_tie_that_stands() -> None:
    boards = {"A": {1: 5, 2: 5, 3: 0}, "B": {1: 4, 2: 4, 3: 9}}
    chain = [("count-back", by_count_back(boards))]
    assert [one.contestant for one in break_ties({"B": 10, "A": 10}, chain)] == ["A", "B"]
    left = break_ties({"A": 10, "B": 10, "X": 10}, chain)
    assert [(one.place, one.tied) for one in left] == [(1, True)] * 3


def test_no_loss_stands_above_every_quotient() -> None:
    chain = [("quotient", by_value({"A": quotient(100, 1), "B": quotient(1, 0)}))]
    assert break_ties({"A": 1, "B": 1}, chain)[0].contestant == "B"
