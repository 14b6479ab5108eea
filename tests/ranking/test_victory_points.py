"""Victory points against the published tables, and what must hold for any margin and length."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError, InputError
from overtrick.ranking.victory_points import (
    swiss_pairs_points,
    victory_points,
    victory_points_each,
    wbf_continuous_table,
    wbf_discrete_bounds,
    whole_imps,
)
from overtrick.tables.load import make_scale
from overtrick.tables.scales import SCALES

TABLES = Path(__file__).resolve().parents[2] / ".." / "shared" / "rules" / "tables"
WANTS_TABLES = pytest.mark.skipif(not TABLES.is_dir(), reason="the shared tables are not here")
STEP_KEYS = ("acbl-20", "acbl-30", "article-20", "article-30", "sbu-20", "ebu-3")


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@WANTS_TABLES
@pytest.mark.parametrize("name", ["vp_wbf_continuous_published.csv", "vp_wbf_continuous_4_to_64.csv"])
def test_continuous_tables_to_the_last_digit(name: str) -> None:
    for row in rows(name):
        margin = int(row.pop("imp_margin"))
        for head, points in row.items():
            boards = int(head.removeprefix("boards_"))
            winner = Decimal(points)
            assert victory_points(margin, boards=boards) == (winner, 20 - winner), (margin, boards)
            assert victory_points(-margin, boards=boards) == (20 - winner, winner)


@WANTS_TABLES
def test_discrete_table_all_columns() -> None:
    for row in rows("vp_wbf_discrete_reconstructed.csv"):
        winner = Decimal(row.pop("vp"))
        for head, cell in row.items():
            boards = int(head.removeprefix("boards_"))
            for margin in ends(cell):
                assert victory_points(margin, boards=boards, scale="wbf-discrete") == (winner, 20 - winner)


def ends(cell: str) -> list[int]:
    """The margins at the ends of a printed range."""
    if cell.endswith("+"):
        return [int(cell[:-1]), int(cell[:-1]) + 500]
    return [int(part) for part in cell.split("-")]


@WANTS_TABLES
@pytest.mark.parametrize(("name", "key"), [("acbl20", "acbl-20"), ("acbl30", "acbl-30"), ("sbu20", "sbu-20")])
def test_step_tables_whole(name: str, key: str) -> None:
    for row in rows(f"vp_{name}.csv"):
        expected = Decimal(row.pop("winner_vp")), Decimal(row.pop("loser_vp"))
        for head, cell in row.items():
            first, last = head.removeprefix("boards_").split("_")
            for margin in ends(cell):
                for boards in (int(first), int(last)):
                    assert victory_points(margin, boards=boards, scale=key) == expected


@WANTS_TABLES
def test_swiss_pairs_table_whole() -> None:
    for row in rows("vp_swiss_pairs_ebu.csv"):
        expected = Decimal(row.pop("winner_vp")), Decimal(row.pop("loser_vp"))
        for head, cell in row.items():
            boards = int(head.removeprefix("boards_").split("_")[0])
            for percent in cell.split("-"):
                assert swiss_pairs_points(Decimal(percent), boards=boards) == expected


@pytest.mark.parametrize(
    ("boards", "margin", "winner"),
    [
        (16, 5, "11.48"),  # EBU seniors 2014, as are the next two
        (16, 31, "16.88"),
        (16, 39, "17.97"),
        (20, 1, "10.28"),
        (14, 56, "19.99"),
        (32, 84, "19.95"),
        (1, 15, "20.00"),
        (1, 0, "10.00"),
    ],
)
def test_continuous_values(boards: int, margin: int, winner: str) -> None:
    assert victory_points(margin, boards=boards)[0] == Decimal(winner)


@pytest.mark.parametrize(
    ("boards", "first"), [(6, 37), (8, 43), (10, 48), (12, 52), (14, 57), (16, 60), (20, 68), (28, 80), (32, 85)]
)
def test_first_margin_worth_twenty(boards: int, first: int) -> None:
    assert len(wbf_continuous_table(boards)) == first + 1


@given(st.integers(1, 200))
def test_continuous_table_rises_and_bends_one_way(boards: int) -> None:
    table = wbf_continuous_table(boards)
    gains = [after - before for before, after in pairwise(table)]
    assert table[0] == 10
    assert table[-1] == 20
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)


@given(st.integers(1, 400))
def test_discrete_ranges_never_narrow(boards: int) -> None:
    bounds = wbf_discrete_bounds(boards)
    widths = [2 * bounds[0] + 1, *(high - low for low, high in pairwise(bounds))]
    assert widths == sorted(widths)
    assert bounds[0] >= 0


@given(
    st.sampled_from(["wbf-continuous", "wbf-discrete", *STEP_KEYS]),
    st.fractions(-150, 150, max_denominator=8),
    st.fractions(0, 30, max_denominator=8),
)
def test_a_better_margin_is_never_worth_less(key: str, margin: Fraction, more: Fraction) -> None:
    boards = 3 if key == "ebu-3" else 7
    ns, ew = victory_points(margin, boards=boards, scale=key)
    assert victory_points(-margin, boards=boards, scale=key) == (ew, ns)
    assert ns + ew == (30 if key.endswith("30") else 20)
    assert victory_points(margin + more, boards=boards, scale=key)[0] >= ns


@given(st.decimals(0, 100, places=4), st.sampled_from(["lower", "higher"]))
def test_swiss_pairs_sides_mirror(percent: Decimal, boundary: str) -> None:
    assert boundary in {"lower", "higher"}
    ns, ew = victory_points(percent, boards=7, scale="swiss-pairs-ebu", boundary="lower")
    assert ns + ew == 20
    assert victory_points(100 - percent, boards=7, scale="swiss-pairs-ebu") == (ew, ns)


def test_swiss_pairs_on_a_cut_off() -> None:
    assert swiss_pairs_points(Decimal("50.65"), boards=7)[0] == 10
    assert swiss_pairs_points(Decimal("50.65"), boards=7, boundary="higher")[0] == 11
    assert swiss_pairs_points(Fraction(50654, 1000), boards=7)[0] == 10  # rounded to 50.65 first
    assert swiss_pairs_points(Fraction(50655, 1000), boards=7)[0] == 11


def test_ebu_three_boards() -> None:
    """The steps read off a real event."""
    seen = {
        0: 10,
        1: 11,
        2: 12,
        3: 13,
        4: 13,
        5: 14,
        6: 14,
        7: 15,
        8: 15,
        9: 16,
        10: 16,
        11: 17,
        13: 17,
        14: 18,
        16: 18,
    }
    seen |= {19: 19, 21: 20, 40: 20}
    for margin, winner in seen.items():
        assert victory_points(margin, boards=3, scale="ebu-3") == (Decimal(winner), Decimal(20 - winner))


@pytest.mark.parametrize(
    ("value", "whole"), [("4.5", 4), ("-4.5", -4), ("4.51", 5), ("-4.6", -5), ("0.5", 0), ("3", 3)]
)
def test_whole_imps(value: str, whole: int) -> None:
    assert whole_imps(Decimal(value)) == whole


def test_sides_apart_and_penalties() -> None:
    assert victory_points_each(8, -2, boards=8) == (Decimal("13.12"), Decimal("9.14"))
    after = victory_points_each(0, 0, boards=16, penalty_ew=Decimal("0.5"))
    assert after == (Decimal("10.00"), Decimal("9.50"))
    before = victory_points_each(4, -4, boards=16, penalty_ns=4, penalties="before")
    assert before == (Decimal(10), Decimal(10))


def test_own_scale_from_a_list() -> None:
    scale = make_scale("club", [0, 2, 6], [5, 7, 10])
    assert [victory_points(margin, boards=9, scale=scale)[0] for margin in (0, 1, 2, 5, 6, 90, -6)] == [
        5,
        5,
        7,
        7,
        10,
        10,
        0,
    ]


def test_faults_name_what_is_known() -> None:
    with pytest.raises(ConditionsError, match="6-8, 9-11"):
        victory_points(3, boards=12, scale="acbl-30")
    with pytest.raises(ConditionsError, match="wbf-continuous"):
        victory_points(3, boards=12, scale="lunar")
    with pytest.raises(ConditionsError, match="0 boards"):
        victory_points(3, boards=0)
    with pytest.raises(InputError, match="percentage"):
        swiss_pairs_points(101, boards=7)
    with pytest.raises(InputError, match="number"):
        victory_points(float("nan"), boards=7)


def test_register_says_where_each_scale_is_from() -> None:
    assert {"wbf-continuous", "wbf-discrete", "swiss-pairs-ebu", *STEP_KEYS} == set(SCALES)
    assert all(scale.name and scale.source and scale.since for scale in SCALES.values())
