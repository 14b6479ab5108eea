"""Named roundings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError
from overtrick.model.rounding import ROUNDINGS, STEPS, half_away, round_value, steps_of

NUMBERS = st.fractions(min_value=-500, max_value=500, max_denominator=2000)
# Twenty of twenty-one results: with one decimal both sides may round up (a question of the WBF style).
TABLE = [
    ("1/20", "1/10", "1/10"),
    ("43/20", "11/5", "11/5"),
    ("379/20", "19", "19"),
    ("757/20", "379/10", "189/5"),
    ("799/20", "40", "399/10"),
]


@pytest.mark.parametrize(("value", "up", "toward"), TABLE)
def test_tenths(value: str, up: str, toward: str) -> None:
    assert round_value(Fraction(value), "0.1") == Fraction(up)
    assert round_value(Fraction(value), "0.1-average", average=Fraction(20)) == Fraction(toward)


@pytest.mark.parametrize(
    ("value", "rounding", "wanted"),
    [
        ("1663/1000", "0.01", "83/50"),
        ("1665/1000", "0.01", "167/100"),
        ("-1665/1000", "0.01", "-167/100"),
        ("1699/1000", "0.1-cut", "16/10"),
        ("-1699/1000", "0.1-cut", "-16/10"),
        ("5/2", "integer", "3"),
        ("-5/2", "integer", "-3"),
        ("22/7", "exact", "22/7"),
    ],
)
def test_by_name(value: str, rounding: str, wanted: str) -> None:
    assert round_value(Fraction(value), rounding) == Fraction(wanted)


def test_unknown() -> None:
    with pytest.raises(ConditionsError, match=r"exact, 0\.01"):
        round_value(Fraction(1), "0.2")


@given(NUMBERS, st.sampled_from(ROUNDINGS))
def test_near_and_stable(value: Fraction, rounding: str) -> None:
    found = round_value(value, rounding)
    assert abs(found - value) < 1 if rounding in ("integer", "0.1-cut") else abs(found - value) <= Fraction(1, 20)
    assert round_value(found, rounding) == found


@given(NUMBERS, st.sampled_from((Fraction(10), Fraction(1, 10), Fraction(1, 100))))
def test_halves(value: Fraction, step: Fraction) -> None:
    found = half_away(value, step)
    assert (found / step).denominator == 1
    assert abs(found - value) <= step / 2
    assert abs(found) >= abs(value) or abs(found - value) < step / 2
    assert half_away(-value, step) == -found


@given(NUMBERS, st.sampled_from(["0.01", "0.1", "integer"]))
def test_steps_are_those_of_the_nearest_multiple(value: Fraction, rounding: str) -> None:
    step = Fraction(1, STEPS[rounding])
    assert steps_of(value.numerator, value.denominator, rounding) * step == half_away(value, step)


@given(st.fractions(min_value=0, max_value=40, max_denominator=400))
def test_toward_average_keeps_the_sum_of_both_sides(value: Fraction) -> None:
    ours, theirs = (round_value(one, "0.1-average", average=Fraction(20)) for one in (value, 40 - value))
    assert ours + theirs == 40
