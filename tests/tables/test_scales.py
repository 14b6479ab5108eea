"""Scale files: what is refused, and why."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from overtrick.errors import ConditionsError
from overtrick.tables.load import load_scale, make_scale
from overtrick.tables.scales import SCALES, find_scale

GOOD = """
key = "league"
name = "League"
source = "the committee"
since = "2020"
winner = [10, 12.5, 20]
columns = [{ boards = [8], from = [0, 3, 9] }, { boards = [1, 7], from = [0, 2, 5] }]
"""


def write(folder: Path, text: str, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_scale_of_ones_own(tmp_path: Path) -> None:
    scale = find_scale(write(tmp_path, GOOD))
    assert scale.steps[1] == (Decimal("12.5"), Decimal("7.5"))
    assert [column.label for column in scale.columns] == ["1-7", "8+"]
    assert find_scale(str(tmp_path / "own.toml")) is scale


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[0, 3, 9]", "[0, 9, 3]", r"steps must rise.*8\+"),
        ("[0, 3, 9]", "[0, 3, 3]", "steps must rise"),
        ("[10, 12.5, 20]", "[10, 9, 20]", "steps must rise"),
        ("[0, 3, 9]", "[0, 3]", r"incomplete: 2 bounds.*3 wanted"),
        ("[0, 3, 9]", "[1, 3, 9]", "incomplete.*start at 0"),
        ("[1, 7]", "[1, 9]", "same match length"),
        ("columns", "loser = [10, 8, 0]\ncolumns", "no mirror: 12.5 and 8"),
        ("columns", "loser = [9, 7.5, 0]\ncolumns", "no mirror: a drawn match"),
        ("columns", "loser = [10, 7.5]\ncolumns", "incomplete: 3 values"),
        ("winner", "wins", "winner"),
        ('key = "league"', 'key = "league"\nkind = "lunar"', "no kind 'lunar'"),
        ('key = "league"', "key = ", "no TOML"),
        ("[10, 12.5, 20]", "[]", "own.toml"),
        ("from", "at", "from"),
        ("[1, 7]", "[]", "trouble"),
        ("[1, 7]", "7", "trouble"),
        ("12.5", "nan", "own.toml"),
        ("12.5", "inf", "own.toml"),
    ],
)
def test_faults_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ConditionsError, match=message):
        load_scale(write(tmp_path, GOOD.replace(old, new, 1)))


def test_sides_that_do_not_sum(tmp_path: Path) -> None:
    """The old 25-point scale: the winner stops at 25, the loser goes on to 0."""
    text = "sums = false\nwinner = [15, 20, 25, 25]\nloser = [15, 10, 5, 0]\ncolumns = [{ from = [0, 5, 9, 20] }]"
    assert load_scale(write(tmp_path, text)).steps[-1] == (Decimal(25), Decimal(0))
    with pytest.raises(ConditionsError, match="no mirror"):
        load_scale(write(tmp_path, text.replace("sums = false", "")))


def test_csv_scale(tmp_path: Path) -> None:
    text = "winner_vp;loser_vp;boards_1_8;boards_9_12\n5;5;0;0-1\n7;3;1-3;2-5\n10;0;4+;6+\n"
    scale = load_scale(write(tmp_path, text, "own.csv"))
    assert [int(bound) for bound in scale.column(10).bounds] == [0, 2, 6]
    for old, new, message in [
        ("1-3", "2-3", "not complete: '2-3' found where 1"),
        ("1-3", "1-x", "no range"),
        ("7;3", "7;4", "no mirror"),
        ("7;3", "seven;3", "not a number"),
        ("7;3", "nan;3", "not a number"),
        ("winner_vp", "points", "winner_vp"),
        ("boards_1_8;boards_9_12", "short;long", "boards_A_B"),
    ]:
        with pytest.raises(ConditionsError, match=message):
            load_scale(write(tmp_path, text.replace(old, new), "bad.csv"))
    simple = load_scale(write(tmp_path, "vp,imps\n10,0-2\n15,3-9\n20,10+\n", "simple.csv"))
    assert simple.column(99).bounds[-1] == 10


def test_no_file_and_no_steps(tmp_path: Path) -> None:
    with pytest.raises(ConditionsError, match="cannot read"):
        find_scale(tmp_path / "none.toml")
    with pytest.raises(ConditionsError, match="incomplete"):
        make_scale("empty", [], [])


def test_register() -> None:
    assert len(SCALES) == len(list(SCALES))
    assert find_scale("ACBL20") is SCALES["acbl-20"]
    aliases = [alias for scale in SCALES.values() for alias in scale.aliases]
    assert len(aliases) == len(set(aliases))
    assert not set(aliases) & set(SCALES)
