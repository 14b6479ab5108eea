"""Hybrid scoring (RULES 3.5, Lederer): victory points and point-a-board together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.errors import InputError
from overtrick.ranking.hybrid import hybrid_points


@pytest.mark.parametrize(
    ("margin", "won", "ours", "theirs"),
    [
        (0, 4, Fraction(25), Fraction(25)),  # 15-15 and 10-10
        (28, 8, Fraction(50), Fraction(0)),  # 30-0 and 20-0
        (-5, Fraction(5, 2), Fraction(57, 4), Fraction(143, 4)),  # 8-22, 6.25-13.75
    ],
)
def test_lederer(margin: int, won: Fraction, ours: Fraction, theirs: Fraction) -> None:
    assert hybrid_points(margin, won, boards=8) == (ours, theirs)


def test_more_boards_won_than_played() -> None:
    with pytest.raises(InputError, match="9 boards won of 8"):
        hybrid_points(0, 9, boards=8)
