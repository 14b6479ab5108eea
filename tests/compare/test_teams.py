"""Team matches: worked cases from the sources, and what must hold."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.teams import (
    board_a_match,
    carry_over,
    extra_boards,
    knock_out_margin,
    match_with_averages,
    patton,
    patton_saldo,
    team_imps,
    team_of_eight,
    team_of_eight_summed,
    total_points,
)
from overtrick.errors import ConditionsError, InputError

SCORE = st.integers(-760, 760).map(lambda tens: tens * 10)


def test_imps_of_a_board() -> None:
    assert [team_imps(420, 170), team_imps(140, -100), team_imps(-100, 620)] == [6, 6, -12]


@pytest.mark.parametrize(
    ("ns", "ew", "win", "tie", "expected"),
    [
        (120, -110, 1, 0, 1),  # ACBL handbook: any difference wins
        (130, -120, 1, 0, 1),
        (620, 100, 1, 0, 1),  # L. Cohen: two good boards are one win, two bad ones one loss
        (-2000, -800, 1, 0, 0),
        (170, -170, 1, 0, Fraction(1, 2)),
        (170, -170, 2, 0, 1),
        (420, -450, 2, 0, 0),
        (120, -110, 2, 10, 1),  # Polish Patton
        (130, -110, 2, 10, 2),
    ],
)
def test_board_a_match(ns: int, ew: int, win: int, tie: int, expected: Fraction) -> None:
    assert board_a_match(ns, ew, win=win, tie=tie) == expected


@pytest.mark.parametrize(
    ("ours", "theirs", "boards", "expected"),
    [
        (1000, 950, 4, (2, 2)),
        (1000, 900, 4, (3, 1)),
        (900, 600, 4, (3, 1)),
        (1000, 600, 4, (4, 0)),
        (600, 1000, 4, (0, 4)),
        (0, 0, 4, (2, 2)),
        (1000, 0, 1, (1, 0)),
        (1000, 800, 1, (1, 0)),
        (1000, 990, 3, (Fraction(3, 2), Fraction(3, 2))),
    ],
)
def test_patton_saldo(ours: int, theirs: int, boards: int, expected: tuple[Fraction, Fraction]) -> None:
    assert patton_saldo(ours, theirs, boards) == expected


@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=12))
def test_patton_gives_three_points_a_board(scores: list[tuple[int, int]]) -> None:
    match = patton(scores)
    mirror = patton([(-ns, -ew) for ns, ew in scores])
    assert sum(match.total) == 3 * len(scores)
    assert mirror.total == match.total[::-1]
    assert total_points([(-ns, -ew) for ns, ew in scores]) == -total_points(scores)


def test_teams_of_eight() -> None:
    assert team_of_eight([420, 170], [400, -50]) == 1 + 10 - 6 + 6
    assert team_of_eight_summed([420, 170], [400, -50]) == 4  # 240 is under 170 x 1.414..., over 130 x 1.414...
    assert team_of_eight_summed([20, 0], [0, 0]) == 0
    assert team_of_eight_summed([30, 0], [0, 0]) == 1
    with pytest.raises(ConditionsError, match="bastille"):
        team_of_eight_summed([20], [0], table="bastille")


@given(st.lists(SCORE, min_size=2, max_size=2), st.lists(SCORE, min_size=2, max_size=2))
def test_teams_of_eight_are_antisymmetric(ours: list[int], theirs: list[int]) -> None:
    assert team_of_eight(ours, theirs) == -team_of_eight(theirs, ours)
    assert team_of_eight_summed(ours, theirs) == -team_of_eight_summed(theirs, ours)


def test_averages_each_side_apart() -> None:
    """New Zealand: 20-10 with average plus to both."""
    assert match_with_averages(20, 10, plus_ours=1, plus_theirs=1) == (13, -7)
    assert match_with_averages(20, 10, plus_ours=1, minus_theirs=1) == (13, -13)
    assert match_with_averages(20, 10, plus_ours=2, average_imps=2) == (14, -10)


def test_knock_out() -> None:
    assert knock_out_margin(8, -2) == 5
    assert knock_out_margin(5, 2) == Fraction(3, 2)
    assert [extra_boards(boards) for boards in (24, 12, 48, 25, 1)] == [3, 2, 6, 4, 2]
    with pytest.raises(InputError, match="0"):
        extra_boards(0)


@pytest.mark.parametrize(
    ("margin", "leads", "expected"),
    [(27, True, 9), (45, True, 10), (27, False, Fraction(27, 5)), (60, False, 10), (-27, True, -9), (0, True, 0)],
)
def test_carry_over_of_a_city_league(margin: int, leads: bool, expected: Fraction) -> None:
    third, fifth = Fraction(1, 3), Fraction(1, 5)
    assert carry_over(margin, fraction=third, trailing_fraction=fifth, cap=10, leads=leads) == expected


def test_carry_over_rounded_up() -> None:
    assert carry_over(25, fraction=Fraction(1, 3), rounding="0.1-up") == Fraction(84, 10)
    assert carry_over(-25, fraction=Fraction(1, 3), rounding="0.1-up") == Fraction(-84, 10)
