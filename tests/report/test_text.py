from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from overtrick.model.standing import Standing
from overtrick.report.text import card, ranking, side_by_side, traveller


def _cells(text: str, start: str) -> list[str]:
    """The cells of the first framed line whose first cell is `start`."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) > 1 and cells[0] == start:
            return cells
    raise AssertionError(f"no line {start!r} in\n{text}")


def test_two_winners_have_two_lists(standing: Standing) -> None:
    text = ranking(standing)
    assert text.index("North-South") < text.index("Eva Lind & Bo Ek") < text.index("East-West")
    assert "Matchpoints: 2 for each score beaten" in text
    assert "Neuberg" in text
    assert "1 problem was found" in text
    assert "Section" not in text


def test_a_row_of_the_ranking(standing: Standing) -> None:
    assert _cells(ranking(standing, ascii=True), "2") == ["2", "1", "Eva Lind & Bo Ek", "7.4", "12", "61.67", "3"]


def test_ties_carry_a_sign(standing: Standing) -> None:
    tied = tuple(replace(place, place=1, tied=True) for place in standing.places[:2])
    assert _cells(ranking(replace(standing, places=tied), ascii=True), "1=")


def test_several_sections_have_a_column(standing: Standing, make_standing: Callable[..., Standing]) -> None:
    both = replace(standing, places=standing.places + make_standing("B").places)
    assert _cells(ranking(both, ascii=True), "2")[1] == "A"
    apart = replace(both, conditions=replace(both.conditions, ranking="sections"))
    assert "Section B, East-West" in ranking(apart)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_ascii_frames_are_ascii(standing: Standing, imp_standing: Standing, number: int) -> None:
    result = standing.boards[number]
    assert traveller(standing, result, own=result.lines[0], ascii=True).isascii()
    assert card(standing, standing.places[0], ascii=True).isascii()
    assert card(imp_standing, imp_standing.places[0], ascii=True).isascii()


def test_a_traveller_keeps_the_columns_of_paper(standing: Standing) -> None:
    text = traveller(standing, standing.boards[1], ascii=True)
    heads = ["NS", "EW", "Contract", "By", "Lead", "Tricks", "NS +", "EW +", "MP NS", "MP EW", "% NS", "% EW"]
    assert _cells(text, "NS") == heads
    assert _cells(text, "1") == ["1", "2", "3NT", "W", "SQ", "+1", "", "430", "1", "3", "25.00", "75.00"]
    assert _cells(text, "2")[6:8] == ["0", "0"]
    assert "Board 2 - Dealer E - NS vul" in text


def test_the_picture_stands_left_for_north_south_and_right_for_east_west(standing: Standing) -> None:
    result = standing.boards[1]
    lines = traveller(standing, result, own=result.lines[0], ascii=True).splitlines()
    bar = next(line for line in lines if "##" in line)
    assert bar.index("430") < bar.index("##") < bar.index("<")
    first = next(line for line in traveller(standing, standing.boards[0]).splitlines() if "█" in line)
    assert first.index("█") < first.index("450")


def test_suits_and_the_marked_line(standing: Standing) -> None:
    result = standing.boards[0]
    text = traveller(standing, result, own=result.lines[1])
    assert "4♠" in text
    assert next(line for line in text.splitlines() if "►" in line).split()[:3] == ["►", "2", "2"]


def test_colour_only_when_asked(standing: Standing) -> None:
    assert "\x1b" not in ranking(standing) + traveller(standing, standing.boards[2])
    assert "\x1b[31m" in traveller(standing, standing.boards[2], colour=True)


def test_a_card_counts_from_its_own_side(standing: Standing) -> None:
    text = card(standing, standing.places[-1], ascii=True)
    assert text.startswith("EW 1  [bold]Ada")
    cells = ["2", "NS/E", "3", "3NT", "W", "S4", "+1", "+430", "3", "75.00", "37.50"]
    assert _cells(text, "2") == cells
    assert "Place 3: 3.5 of 12 MP, 29.17 %; boards: 3." in text


def test_imps_are_signed_and_have_no_percent(imp_standing: Standing) -> None:
    assert "%" not in ranking(imp_standing)
    assert "Datum +270" in traveller(imp_standing, imp_standing.boards[0])
    assert _cells(card(imp_standing, imp_standing.places[0], ascii=True), "1")[-3:] == ["+450", "+5", "+5"]


def test_two_standings_side_by_side(standing: Standing) -> None:
    places = tuple(replace(place, place=4 - place.place) for place in standing.places)
    row = _cells(side_by_side(standing, replace(standing, places=places), ascii=True), "NS 2")
    assert row[2:] == ["1", "79.17 %", "3", "79.17 %", "-2"]


def test_a_narrow_terminal_loses_no_name(standing: Standing) -> None:
    text = ranking(standing, width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "…" not in text


def test_carry_over_has_a_column_and_numbers_stay_whole(standing: Standing) -> None:
    first = standing.places[0]
    carried = replace(first, contestant=replace(first.contestant, carry_over=Fraction(5, 2)))
    text = ranking(replace(standing, places=(carried, *standing.places[1:])), ascii=True)
    assert "Carried over" in text
    assert "+2.5" in text
    assert "Carried over" not in ranking(standing)
    narrow = ranking(standing, ascii=True, width=60)
    assert all(f"{float(place.percent or 0):.2f}" in narrow for place in standing.places)
