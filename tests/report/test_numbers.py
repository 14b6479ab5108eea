from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.i18n import language
from overtrick.report.numbers import aligned, exact, fixed, human, percent, shortest, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(50300, 880), "57.16"),  # the example of the command's JSON
        (Fraction(1, 200), "0.01"),  # a half goes up
        (Fraction(-1, 200), "-0.01"),  # and away from nought
        (Fraction(-1, 1000), "0.00"),  # no minus before nought
        (Fraction(100), "100.00"),
        (Fraction(200, 3), "66.67"),
    ],
)
def test_percentages_have_two_decimals_half_up(value: Fraction, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(14), "14"),
        (Fraction(29, 2), "14.5"),
        (Fraction(100), "100"),
        (Fraction(0), "0"),
        (Fraction(1, 3), "0.33"),
    ],
)
def test_matchpoints_are_as_short_as_they_can_be(value: Fraction, text: str) -> None:
    assert shortest(value) == text


def test_people_read_their_own_decimal_sign() -> None:
    assert human("57.16") == "57.16"
    with language("ru"):
        assert human("57.16") == "57,16"


def test_a_column_has_equal_decimals() -> None:
    assert aligned([Fraction(1), Fraction(1, 4)]) == ("1.00", "0.25")
    assert aligned([Fraction(480)]) == ("480",)
    assert aligned([]) == ()


@given(st.fractions(), st.integers(0, 4))
def test_rounding_moves_a_number_by_half_a_step_at_most(value: Fraction, places: int) -> None:
    assert abs(Fraction(fixed(value, places)) - value) <= Fraction(1, 2 * 10**places)


@given(st.fractions())
def test_exact_reads_back(value: Fraction) -> None:
    assert Fraction(exact(value)) == value


@given(st.integers(-(10**6), 10**6))
def test_signed_hundredths_read_back(hundredths: int) -> None:
    value = Fraction(hundredths, 100)
    assert Fraction(signed(value)) == value
    assert signed(value).startswith("+") == (value > 0)
