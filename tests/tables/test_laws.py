"""The codes of laws: numbers as the sources print them, look-up, and what changed from one to the next."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from overtrick.errors import ConditionsError
from overtrick.model.terms import Doubling, Strain
from overtrick.tables.laws import LAWS, VARIANTS, Undertricks, diff, law

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "rules" / "tables"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared tables are not beside the repository")


@pytest.mark.parametrize(
    ("asked", "form", "key"),
    [
        ("duplicate-2017", "duplicate", "duplicate-2017"),
        ("Duplicate-1975", "duplicate", "duplicate-1975"),
        ("duplicate 1987", "rubber", "duplicate-1987"),
        ("1981", "duplicate", "duplicate-1975"),
        ("1981", "rubber", "rubber-1981"),
        ("1981", "chicago", "rubber-1981"),
        ("1986", "duplicate", "duplicate-1975"),
        ("1987", "duplicate", "duplicate-1987"),
        ("1987", "rubber", "rubber-1981"),
        ("1992", "rubber", "rubber-1981"),
        ("1934", "duplicate", "duplicate-1933"),
        ("2026", "rubber", "rubber-1993"),
        (1932, "duplicate", "duplicate-1932"),
        ("duplicate-1981", "duplicate", "duplicate-1975"),
        ("chicago-1993", "duplicate", "rubber-1993"),
        ("duplicate-1932-slam-1000", "duplicate", "duplicate-1932-slam-1000"),
    ],
)
def test_look_up(asked: str | int, form: str, key: str) -> None:
    assert law(asked, form=form).key == key


@pytest.mark.parametrize(
    "asked", ["1926", "", "whist-1932", "duplicate-", "2o17", "２０１７", "99999", "duplicate-1066"]
)
def test_unknown_code_lists_the_known(asked: str) -> None:
    with pytest.raises(ConditionsError, match=r"duplicate-2017.*rubber-1993"):
        law(asked)


def test_keys_are_distinct_and_every_code_has_a_source() -> None:
    every = (*LAWS, *VARIANTS)
    assert len({code.key for code in every}) == len(every)
    assert all(code.source and code.name and code.trust in {"2", "1", "M"} for code in every)
    assert all(law(code.key) is code for code in every)


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("duplicate-1928", "duplicate-1927", set()),
        ("duplicate-1932", "duplicate-1935", {"notrump", "grand_slam", "down", "down_doubled"}),
        ("duplicate-1935", "duplicate-1943", {"insult_doubled", "insult_redoubled", "unfinished_part"}),
        ("duplicate-1943", "duplicate-1975", set()),
        ("duplicate-1975", "duplicate-1987", {"insult_redoubled", "down_doubled"}),
        ("duplicate-1987", "duplicate-2017", set()),
        ("rubber-1981", "rubber-1993", {"insult_redoubled", "down_doubled", "unfinished_part"}),
        ("duplicate-1932", "duplicate-1932-slam-1000", {"small_slam"}),
    ],
)
def test_diff_lists_only_what_changed(before: str, after: str, changed: set[str]) -> None:
    found = set(diff(before, after))
    if "rubber" not in before:
        found.discard("unfinished_part")
        changed = changed - {"unfinished_part"}
    assert found == changed


def test_a_growing_sequence_and_a_settled_one() -> None:
    assert Undertricks((100,), growth=50).first(6) == (100, 150, 200, 250, 300, 350)
    assert Undertricks((100, 200, 200, 300)).first(6) == (100, 200, 200, 300, 300, 300)
    assert Undertricks((100,)).first(0) == ()


@pytest.mark.parametrize("code", LAWS, ids=lambda code: code.key)
def test_redoubled_undertricks_are_twice_the_doubled(code: object) -> None:
    laws = law(code)  # type: ignore[arg-type]
    for vulnerable in (False, True):
        doubled = laws.undertrick_values(13, Doubling.DOUBLED, vulnerable=vulnerable)
        assert laws.undertrick_values(13, Doubling.REDOUBLED, vulnerable=vulnerable) == tuple(2 * n for n in doubled)


@needs_shared
def test_every_printed_undertrick() -> None:
    periods = {"1927": "1927", "1932": "1932", "1935": "1935", "1987": "1987"}
    with (SHARED / "undertricks.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            code = law(periods[row["period"][:4]])
            doubling = tuple(Doubling)[int(row["doubled_0_1_2"])]
            values = code.undertrick_values(13, doubling, vulnerable=row["vulnerable"] == "1")
            n = int(row["undertrick"])
            assert (values[n - 1], sum(values[:n])) == (int(row["value"]), int(row["cumulative"])), row


ROWS = {
    "1927": ("duplicate-1927", "rubber-1927"),
    "1932": ("duplicate-1932", "duplicate-1933", "rubber-1932"),
    "1935": ("duplicate-1935", "rubber-1935"),
    "1943 US": ("duplicate-1943", "rubber-1943"),
    "1949": ("duplicate-1949", "rubber-1949"),
    "1963": ("duplicate-1963", "rubber-1963"),
    "1975 dup / 1981 rubber": ("duplicate-1975", "rubber-1981"),
    "1987 duplicate": ("duplicate-1987",),
    "1993 rubber": ("rubber-1993",),
    "1997/2007/2017 duplicate": ("duplicate-1997", "duplicate-2007", "duplicate-2017"),
}


@needs_shared
def test_every_printed_premium() -> None:
    with (SHARED / "deal_components_by_code.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            for key in ROWS[row["code"]]:
                code = law(key)
                assert code.trick_values(Strain.SPADES) == (int(row["suit_major"]),) * 7, key
                assert code.trick_values(Strain.DIAMONDS) == (int(row["suit_minor"]),) * 7, key
                assert code.small_slam == (int(row["small_slam_nv"]), int(row["small_slam_v"])), key
                assert code.grand_slam == (int(row["grand_nv"]), int(row["grand_v"])), key
                made, redoubled = row["doubled_make_bonus"], row["redoubled_make_bonus"]
                if made.isdigit():
                    assert code.insult_doubled == (int(made), int(made)), key
                if redoubled.isdigit():
                    assert code.insult_redoubled == (int(redoubled), int(redoubled)), key
                assert code.overtrick == (50 if row["overtrick_undoubled"] == "50" else None), key
                if not code.duplicate:
                    assert code.rubber == (int(row["rubber_2_1"]), int(row["rubber_2_0"])), key
                    part = row["unfinished_part"]
                    assert code.unfinished_part == (int(part) if part.isdigit() else 0), key
