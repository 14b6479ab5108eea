"""IMP tables, whole, and what must hold for any difference."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.imps import imps, imps_within, known_imps, table_steps
from overtrick.errors import ConditionsError
from overtrick.tables.imps import IMP_TABLES

TABLES = Path(__file__).resolve().parents[2] / ".." / "shared" / "rules" / "tables"
KEYS = tuple(IMP_TABLES)


@pytest.mark.skipif(not TABLES.is_dir(), reason="the shared tables are not here")
@pytest.mark.parametrize("year", ["1938", "1948", "1961", "1962"])
def test_every_row(year: str) -> None:
    with (TABLES / f"imp_{year}.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            low, value = int(row["from"]), int(row["imps"])
            high = int(row["to"]) if row["to"] else low + 5000
            for difference in range(low, high + 1, 10):
                assert imps(difference, f"imps-{year}") == value
                assert imps(-difference, f"imps-{year}") == -value


@pytest.mark.skipif(not TABLES.is_dir(), reason="the shared tables are not here")
def test_every_bastille_stretch() -> None:
    low = 0
    with (TABLES / "imp_bastille.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            high = int(row["max_difference"] or 9000)
            for difference in (low + 1, high):
                expected = Fraction(difference + int(row["add"]), int(row["divide_by"]))
                assert imps(difference, "bastille") == expected
            low = high


@pytest.mark.parametrize(
    ("table", "difference", "expected"),
    [
        ("imps-1962", 2480, 20),  # Law 78B: the row from 2500 to 2990 is the one that copies lose
        ("imps-1962", 2500, 21),
        ("imps-1962", 2990, 21),
        ("imps-1962", 3000, 22),
        ("imps-1962", 3990, 23),
        ("imps-1962", 7600, 24),
        ("imps-1961", 600, 12),
        ("imps-1961", 700, 13),
        ("imps-1961", 3500, 25),
        ("imps-1948", 40, 1),
        ("imps-1948", 50, 1),  # Sports Illustrated, 2 May 1960
        ("imps-1948", 60, 1),
        ("imps-1948", 70, 2),
        ("imps-1948", 4000, 15),
        ("imps-1938", 0, 0),
        ("imps-1938", 10, 1),
        ("imps-1938", 2000, 12),
        ("imps-1962", Fraction(39, 2), 0),
        ("imps-1962", Fraction(81, 2), 1),
        ("imps-1962", Fraction(-90), -3),
        ("bastille", 15, Fraction(1, 2)),
        ("bastille", -45, Fraction(-3, 2)),
        ("bastille", Fraction(91, 2), Fraction(121, 80)),
    ],
)
def test_values(table: str, difference: int | Fraction, expected: int | Fraction) -> None:
    assert imps(difference, table=table) == expected


@given(st.sampled_from(KEYS), st.fractions(-9000, 9000, max_denominator=12), st.fractions(0, 3000, max_denominator=12))
def test_monotone_and_antisymmetric(table: str, difference: Fraction, more: Fraction) -> None:
    assert imps(-difference, table) == -imps(difference, table)
    assert imps(difference + more, table) >= imps(difference, table)


def test_steps_for_fast_callers() -> None:
    steps = table_steps("imps-1962")
    assert (len(steps), steps[0], steps[-1]) == (24, 20, 4000)
    assert table_steps("bastille") == ()
    assert all(list(table.steps) == sorted(table.steps) for table in IMP_TABLES.values())


@pytest.mark.parametrize("table", KEYS)
@pytest.mark.parametrize("spread", [0, 15_200, 15_201, 40_000])
def test_fast_forms_say_the_same(table: str, spread: int) -> None:
    """The largest difference of two scores is 15,200; more is looked up another way."""
    known, within = known_imps(table), imps_within(spread, table)
    for difference in {0, 10, 19, 20, 495, 3990, 3999, 4000, 7600, 15_199, spread} & set(range(spread + 1)):
        assert within[difference] == known[difference] == imps(difference, table)
        assert known[-difference] == imps(-difference, table)


@pytest.mark.parametrize("look_up", [known_imps, lambda table: imps_within(100, table)])
def test_fast_forms_name_an_unknown_table(look_up: Callable[[str], object]) -> None:
    with pytest.raises(ConditionsError, match="imps-2030"):
        look_up("imps-2030")


def test_the_memory_of_differences_is_bounded() -> None:
    known = known_imps("imps-1938")
    assert [known[difference] for difference in range(20_000)] == [imps(n, "imps-1938") for n in range(20_000)]
    assert len(known) == 10_000


def test_a_year_is_enough_and_an_unknown_table_is_named() -> None:
    assert imps(60, "1948") == 1
    with pytest.raises(ConditionsError, match=r"imps-2030.*imps-1938"):
        imps(60, "imps-2030")
