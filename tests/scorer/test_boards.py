"""What stands beside the comparison of a board: its top, and awards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.errors import RecordError
from overtrick.model.conditions import Conditions
from overtrick.model.outcome import Average, Awarded, Unit
from overtrick.scorer.boards import board_top, imps_of_award, rate_award, resolve, unit_of
from overtrick.scorer.teams import award_of_match

PLUS, EVEN, MINUS = Average.PLUS, Average.AVERAGE, Average.MINUS


@pytest.mark.parametrize(
    ("method", "scale", "tops", "unit"),
    [
        ("matchpoints", "2-1-0", [0, 0, 2, 18], 1),
        ("matchpoints", "1-½-0", [0, 0, 1, 9], 2),
        ("ascherman", "2-1-0", [0, 2, 4, 20], 1),
        ("ascherman", "1-½-0", [0, 1, 2, 10], 2),
        ("butler", "1-½-0", [0, 0, 0, 0], 1),
    ],
)
def test_tops_of_boards(method: str, scale: str, tops: list[int], unit: int) -> None:
    conditions = Conditions(method=method, matchpoint_scale=scale)
    assert [board_top(expected, conditions) for expected in (0, 1, 2, 10)] == tops
    assert unit_of(conditions) == unit


@pytest.mark.parametrize(
    ("value", "method", "wanted"),
    [
        (PLUS, "matchpoints", "12"),
        (EVEN, "matchpoints", "10"),
        (MINUS, "matchpoints", "8"),
        (Fraction(70), "matchpoints", "14"),
        (Fraction(50), "ascherman", "11"),
        (PLUS, "butler", "2"),
        (MINUS, "butler", "-2"),
        (EVEN, "cross-imps", "0"),
        (Fraction(70), "cross-imps", "4"),
        (Fraction(45), "butler", "-1"),
    ],
)
def test_awards_of_pairs(value: Average | Fraction, method: str, wanted: str) -> None:
    conditions = Conditions(method=method, average_imps=Fraction(2))
    assert resolve(rate_award(Awarded(value), 11, conditions), None, conditions).value == Fraction(wanted)


@pytest.mark.parametrize(
    ("value", "imps", "share"),
    [
        (PLUS, "3", "3/5"),
        (EVEN, "0", "1/2"),
        (MINUS, "-3", "9/20"),
        (Fraction(70), "6", "7/10"),
        (Fraction(0), "-15", "0"),
    ],
)
def test_awards_of_teams(value: Average | Fraction, imps: str, share: str) -> None:
    conditions = Conditions(method="team-imps", average_minus=Fraction(45))
    assert award_of_match(Awarded(value), conditions) == imps_of_award(value, conditions) == Fraction(imps)
    conditions = Conditions(method="board-a-match", average_minus=Fraction(45))
    assert award_of_match(Awarded(value), conditions) == Fraction(share)


def test_an_award_of_imps_stands_as_it_is_or_not_at_all() -> None:
    award = Awarded(Fraction(7), Unit.IMPS)
    assert award_of_match(award, Conditions(method="team-imps")) == 7
    with pytest.raises(RecordError, match="7 IMPs cannot stand at matchpoints"):
        rate_award(award, 11, Conditions())
    with pytest.raises(RecordError, match="7 matchpoints cannot stand under butler"):
        rate_award(Awarded(Fraction(7), Unit.MATCHPOINTS), 11, Conditions(method="butler"))
