"""Awards to one side and to both."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.errors import NotationError
from overtrick.model.outcome import Average, Awarded, Unit
from overtrick.notation import parse_award, write_award

PLUS, EVEN, MINUS = Awarded(Average.PLUS), Awarded(Average.AVERAGE), Awarded(Average.MINUS)


@pytest.mark.parametrize(
    ("text", "award"),
    [
        ("A+", PLUS),
        ("AV+", PLUS),
        ("AVE+", PLUS),
        ("avg +", PLUS),
        ("Average plus", PLUS),
        ("AVE", EVEN),
        ("A=", EVEN),
        ("AV=", EVEN),
        ("AVE−", MINUS),
        ("60", Awarded(Fraction(60))),
        ("60%", Awarded(Fraction(60))),
        ("A60", Awarded(Fraction(60))),
        ("62,5 %", Awarded(Fraction(125, 2))),
        ("100/3%", Awarded(Fraction(100, 3))),
        ("+3 IMPs", Awarded(Fraction(3), Unit.IMPS)),
        ("-3 imp", Awarded(Fraction(-3), Unit.IMPS)),
        ("1/2 IMPs", Awarded(Fraction(1, 2), Unit.IMPS)),
        ("14 MP", Awarded(Fraction(14), Unit.MATCHPOINTS)),
        ("14.5 matchpoints", Awarded(Fraction(29, 2), Unit.MATCHPOINTS)),
    ],
)
def test_awards(text: str, award: Awarded) -> None:
    assert parse_award(text) == award
    assert parse_award(write_award(award)) == award


@pytest.mark.parametrize("text", ["", "A", "60/40", "A60/40", "60/40%", "101", "-5%", "4S=", "1/0%", "1/0 MP", "plus"])
def test_what_is_no_award(text: str) -> None:
    with pytest.raises(NotationError):
        parse_award(text)
