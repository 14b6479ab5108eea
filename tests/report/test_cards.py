from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from overtrick.errors import InputError
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.report.cards import card_lines, find_board, find_contestant, identity, natural, opponents, place_label


def test_pair_one_north_south_is_not_pair_one_east_west(standing: Standing) -> None:
    south, west = (find_contestant(standing, text) for text in ("NS 1", "ew1"))
    assert identity(south) == ("A", Side.NS, "1")
    assert identity(west) == ("A", Side.EW, "1")
    assert {line.side for line in card_lines(standing, south)} == {Side.NS}
    assert [line.versus for line in card_lines(standing, west)] == ["1", "3", "2", "1"]


def test_a_card_shows_scores_and_results_of_its_own_side(standing: Standing) -> None:
    lines = card_lines(standing, find_contestant(standing, "A EW 1"))
    assert [line.points for line in lines] == [-450, 430, -130, None]
    assert [line.worth.value for line in lines] == [Fraction(0), Fraction(3), Fraction(1, 2), None]
    assert [line.running for line in lines] == [0, Fraction(75, 2), Fraction(175, 6), Fraction(175, 6)]


def test_the_last_running_figure_is_the_result(standing: Standing, imp_standing: Standing) -> None:
    for place in standing.places:
        assert card_lines(standing, place)[-1].running == place.percent
    first = imp_standing.places[0]
    assert card_lines(imp_standing, first)[-1].running == first.total


def test_in_one_field_a_pair_sits_both_ways(imp_standing: Standing) -> None:
    sides = [card_lines(imp_standing, find_contestant(imp_standing, key))[0].side for key in "12"]
    assert sides == [Side.NS, Side.EW]


def test_rounds_give_the_order_played(standing: Standing) -> None:
    boards = tuple(
        replace(
            result,
            lines=tuple(
                replace(line, line=replace(line.line, round=str(12 - result.board.number))) for line in result.lines
            ),
        )
        for result in standing.boards
    )
    changed = replace(standing, boards=boards)
    assert [line.board.number for line in card_lines(changed, changed.places[0])] == [3, 2, 1]


def test_opponents_come_from_the_other_side(standing: Standing) -> None:
    line = card_lines(standing, find_contestant(standing, "NS1"))[0]
    met = opponents(standing, line)
    assert met is not None
    assert identity(met) == ("A", Side.EW, "1")


@pytest.mark.parametrize("text", ["NS 1", "1NS", "a ns 1", "A-NS-1", "lind"])
def test_contestants_are_found_as_people_write_them(standing: Standing, text: str) -> None:
    assert find_contestant(standing, text).contestant.names == ("Eva Lind", "Bo Ek")


@pytest.mark.parametrize(("text", "words"), [("1", "may be any of"), ("99", "no contestant"), ("", "no contestant")])
def test_unclear_contestants_are_refused_with_the_choice(standing: Standing, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        find_contestant(standing, text)


def test_a_direction_in_the_number_is_not_said_twice(standing: Standing) -> None:
    base = standing.places[0]
    odd = replace(base, contestant=replace(base.contestant, key="12-NS"))
    changed = replace(standing, places=(odd, *standing.places[1:]))
    assert place_label(odd, sections=False) == "12-NS"
    for text in ("12-NS", "NS 12", "12", "A12NS"):
        assert find_contestant(changed, text) is odd


def test_boards_are_found_by_number(standing: Standing) -> None:
    assert [result.board.number for result in find_board(standing, 3)] == [3]
    with pytest.raises(InputError, match="no board 9; known: 1, 2, 3, 4"):
        find_board(standing, 9)
    with pytest.raises(InputError):
        find_board(standing, 3, section="B")


def test_natural_order() -> None:
    assert sorted(["10", "B2", "9", "b10", "²"], key=natural) == ["9", "10", "B2", "b10", "²"]
