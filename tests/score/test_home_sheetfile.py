"""The sheet file: what people write by hand, and what is refused with its line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.errors import ConditionsError, FormatError
from overtrick.score.home.sheetfile import play_sheet, read_sheet, write_sheet

SHEET = """\
# written by hand
title: Friday at Ann's
law: rubber-1993
we: Ann and Cid
they: Bob and Dot
set honours: yes
stake: 0,50 EUR
rounding: down

1. 2NT S =+1
2) 4♥ W =
5C W -2
4Sx S +1
3C N +1   # a bold one
6D E =
honours deal 6: E 150
"""


def test_read_played_settled() -> None:
    sheet = read_sheet(SHEET)
    done = play_sheet(sheet)
    assert done.totals == (770, 1640)
    assert (sheet.we, sheet.they, sheet.title) == ("Ann and Cid", "Bob and Dot", "Friday at Ann's")
    assert sheet.settlement(done).money == Fraction(-9, 2)
    assert read_sheet(write_sheet(sheet)) == sheet


def test_russian_keys() -> None:
    sheet = read_sheet("закон: rubber-1981\nмы: Аня\nправило honours: no\n2H Мы =\nпрервано\n")
    assert play_sheet(sheet).totals == (110, 0)
    assert sheet.we == "Аня"


def test_stopped() -> None:
    assert play_sheet(read_sheet("2H We =\nstopped")).totals == (160, 0)
    assert play_sheet(read_sheet("2H We =")).totals == (60, 0)


def test_chicago() -> None:
    assert play_sheet(read_sheet("form: chicago\n3NT We =")).totals == (400, 0)
    with pytest.raises(ConditionsError, match="sheet of chicago"):
        play_sheet(read_sheet("form: chicago\n3NT We ="), "rubber")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("4S N = nonsense", "line 2"),
        ("3. 4S N =", "numbered 3, but it is deal 2"),
        ("honours deal 7: N 100", "there is no deal 7"),
        ("stake: much", "a number"),
        ("stake: -1", "not negative"),
        ("stake: nan", "not negative"),
        ("rounding: sideways", "rounding cannot be"),
        ("players: A, B, C", "four names"),
        ("players: A, B, C, A", "four different players"),
        ("form: whist", "rubber or chicago"),
    ],
)
def test_refused_with_its_line(line: str, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        read_sheet(f"2H We =\n{line}\n", "friday.txt")
    assert caught.value.where == "friday.txt, line 2"


def test_players_head_the_columns() -> None:
    sheet = read_sheet("players: Ann, Bob, Cid, Dot\nthey: Red\n2H We =\n")
    assert play_sheet(sheet).sheet.names == ("Ann & Cid", "Red")
    assert read_sheet(write_sheet(sheet)) == sheet
    assert sheet.ledger_sheet(play_sheet(sheet)).points == 2
    with pytest.raises(ConditionsError, match="players"):
        read_sheet("2H We =").ledger_sheet(play_sheet(read_sheet("2H We =")))
