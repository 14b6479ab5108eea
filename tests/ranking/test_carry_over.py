"""Stages and sessions put together, handicaps."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError, InputError, RecordError
from overtrick.ranking.carry_over import carry_by_rank, carry_forward, factor_to_full, sessions_together, step_amounts
from overtrick.ranking.handicaps import handicap, handicap_by_share, with_handicap
from overtrick.ranking.match_log import MatchResult, counted_matches, points_by_team
from overtrick.ranking.numbers import exact


def test_carry_forward_and_factor() -> None:
    assert carry_forward(300, final_top=20, qualifying_top=30) == 100
    assert factor_to_full(150, played=24, full=28) == 175
    with pytest.raises(InputError, match="more than 0"):
        factor_to_full(150, played=0, full=28)


def test_carry_by_rank() -> None:
    """European seniors 2014: from 20.25 by steps of 2.25."""
    amounts = step_amounts(Decimal("20.25"), Decimal("2.25"), 12)
    assert amounts[:3] == (Fraction(81, 4), Fraction(18), Fraction(63, 4))
    assert amounts[-1] == 0
    assert carry_by_rank([1, 2, 2, 4, 20], amounts) == [
        Fraction(81, 4),
        Fraction(135, 8),
        Fraction(135, 8),
        Fraction(27, 2),
        0,
    ]


def test_sessions_together() -> None:
    """De Wael: lower in both sessions, higher in total."""
    winner = sessions_together([(53.27, 24), (59.64, 28)])
    loser = sessions_together([(53.57, 28), (60, 24)])
    assert (round(winner, 2), round(loser, 2)) == (Fraction("56.7"), Fraction("56.54"))
    assert sessions_together([(50, 24), (60, 28)], weights="equal") == 55
    with pytest.raises(InputError, match="boards"):
        sessions_together([])
    with pytest.raises(ConditionsError, match="equal"):
        sessions_together([(50, 1)], weights="tables")  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(1, 40)), min_size=1))
def test_together_lies_between_the_sessions(parts: list[tuple[int, int]]) -> None:
    percents = [percent for percent, _boards in parts]
    assert min(percents) <= sessions_together(list(parts)) <= max(percents)


def test_handicaps() -> None:
    assert handicap([55.2, 48.1]) == Fraction("-1.65")  # Perth
    assert handicap([44, 46]) == 5
    assert with_handicap(Decimal("51.5"), handicap([48])) == Fraction("53.5")
    assert handicap_by_share([50, 60], share=Decimal("0.9")) == 9
    assert handicap_by_share([70, 70]) == 0
    with pytest.raises(InputError, match="at least one"):
        handicap([])


def test_exact_numbers() -> None:
    assert exact(0.1) == Fraction(1, 10)
    with pytest.raises(InputError, match="inf"):
        exact(float("inf"))


def test_one_match_counts_once() -> None:
    old = MatchResult(3, "1", "2", Decimal("12.05"), Decimal("7.95"))
    new = MatchResult(3, "2", "1", Decimal(16), Decimal(4), replaces=True)
    assert points_by_team([old, new]) == {"2": Decimal(16), "1": Decimal(4)}
    assert len(counted_matches([old, old])) == 1
    with pytest.raises(RecordError, match="round 3"):
        counted_matches([old, MatchResult(3, "1", "2", Decimal(4), Decimal(16))])
