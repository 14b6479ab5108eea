"""Obligations: the table whole, and both sides of it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.obligations import load_obligations, obligation, owed
from overtrick.errors import ConditionsError, InputError

TABLE = Path(__file__).resolve().parents[2] / ".." / "shared" / "rules" / "tables" / "russian_obligations.csv"


@pytest.mark.skipif(not TABLE.is_file(), reason="the shared tables are not here")
def test_every_row() -> None:
    with TABLE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            hcp = int(row["hcp"])
            assert (owed(hcp, False), owed(hcp, True)) == (int(row["nonvul"]), int(row["vul"]))


@pytest.mark.parametrize(
    ("hcp", "vulnerable", "points", "expected"),
    [(25, False, 420, 3), (20, True, -100, -3), (25, True, 420, -1), (15, False, -420, -3), (15, False, 50, 8)],
)
def test_worked(hcp: int, vulnerable: bool, points: int, expected: int) -> None:
    assert obligation(hcp, vulnerable, points) == expected


@given(st.integers(0, 40), st.booleans(), st.integers(-760, 760))
def test_one_side_gains_what_the_other_loses(hcp: int, vulnerable: bool, tens: int) -> None:
    assert obligation(hcp, vulnerable, 10 * tens) == -obligation(40 - hcp, vulnerable, -10 * tens)


def test_faults(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="41"):
        obligation(41, False, 0)
    short = tmp_path / "short.toml"
    short.write_text("rows = [[20, 0, 0], [21, 50, 50]]", encoding="utf-8")
    with pytest.raises(ConditionsError, match="20 to 40"):
        load_obligations(short)
    with pytest.raises(ConditionsError, match="cannot read"):
        load_obligations(tmp_path / "none.toml")


def test_a_table_of_the_club(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f"rows = {[[points, 10 * points, 20 * points] for points in range(20, 41)]}", encoding="utf-8")
    assert obligation(30, True, 620, table=load_obligations(own)) == 1
