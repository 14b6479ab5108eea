"""A team's card and every step of its numbers: both tables, IMPs, margins, victory points (Laws 78B, 86A)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.desk.explanation import explain_board, explain_total, steps_text
from overtrick.desk.results import rank_reading, read_files
from overtrick.errors import InputError
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line, Penalty, Section, Session, Traveller
from overtrick.model.standing import Place, Standing
from overtrick.notation.result import parse
from overtrick.report import text
from overtrick.report.cards import card_lines, find_contestant, opponents
from overtrick.report.filenames import FileNames
from overtrick.report.pages import board_page, index_page, pair_page
from overtrick.scorer import score_event

USEBIO = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "usebio"
BY_VPS = Conditions(method="team-imps", vp_scale="wbf-continuous")


def match(key: str, home: str, away: str, *boards: tuple[str, str], first: int = 1) -> Section:
    travellers = []
    for number, (north, south) in enumerate(boards, first):
        one, two = parse(north), parse(south)
        lines = (Line(home, away, one.ns, one.ew), Line(away, home, two.ns, two.ew))
        travellers.append(Traveller(Board.numbered(number), lines))
    return Section(key, (), tuple(travellers))


def league() -> Event:
    """Two rounds of two matches between four teams; boards 1 and 2 occur in both rounds."""
    first = (
        match("1", "A", "B", ("4S N =", "4S N -1"), ("1NT N =", "2S N =")),
        match("2", "C", "D", ("PASS", "1NT N ="), ("AVE+/AVE-", "4S N =")),
    )
    second = (
        match("1", "A", "C", ("W: 60% 4S N = + 40% 4S N -1", "4S N ="), ("3NT N =", "3NT N +1")),
        match("2", "D", "B", ("4S N =", "4S N ="), ("2H E =", "2H E +1")),
    )
    off = replace(second[0], penalties=(Penalty("A", Fraction(1, 2), "vps"),))
    return Event("League", (Session("1", first), Session("2", (off, second[1]))))


def told(standing: Standing, key: str, board: int | None = None, session: str | None = None) -> str:
    place = find_contestant(standing, key)
    steps = explain_total(standing, place) if board is None else explain_board(standing, place, board, session=session)
    return steps_text(steps)


def check(standing: Standing, place: Place) -> None:
    """A card has both tables of every board, and every explanation ends at the total."""
    lines = card_lines(standing, place)
    assert sum(line.worth.value is not None for line in lines) == place.boards
    assert all(opponents(standing, line) for line in lines)
    for number in {line.board.number for line in lines}:
        assert "The two tables compared" in steps_text(explain_board(standing, place, number))
    assert f"(exactly {place.total})" in steps_text(explain_total(standing, place))


def test_both_tables_the_sum_and_the_imps() -> None:
    standing = score_event(league(), BY_VPS)
    words = told(standing, "A", 1, "1")
    assert "Session 1: Board 1, dealer N, vulnerable: neither side; A North-South against B East-West" in words
    assert "B North-South against A East-West" in words
    assert "+420 + (+50) = +470: 10 IMP" in words
    assert "-50 + (-420) = -470: -10 IMP" in told(standing, "B", 1, "1")


def test_weighted_and_awarded_boards() -> None:
    standing = score_event(league(), BY_VPS)
    words = told(standing, "A", 1, "2")
    assert "60 %: +420 + (-420) = +0: 0 IMP" in words
    assert "0.6 × (0) + 0.4 × (-10) = -4" in words
    award = told(standing, "C", 2, "1")
    assert "an award at a table decides the board: " in award
    assert ", worth 3 IMP" in award


def test_margins_and_victory_points_of_each_match() -> None:
    standing = score_event(league(), BY_VPS)
    words = told(standing, "A")
    assert "session 1: match against B: 10 - 1 = 9 IMP; over 2 boards on the scale wbf-continuous: " in words
    assert "penalty of 0.5: " in words
    assert "the matches together: " in words


@pytest.mark.parametrize(
    "conditions", [BY_VPS, Conditions(method="team-imps"), Conditions(method="board-a-match")], ids=str
)
def test_every_team_has_its_card_and_its_sum(conditions: Conditions) -> None:
    standing = score_event(league(), conditions)
    for place in standing.places:
        check(standing, place)
        working = explain_total(standing, place)[0].lines
        assert working[-2].endswith(f"= {float(place.total):g}")


def test_a_table_without_a_result() -> None:
    event = Event(sessions=(Session("", (match("1", "A", "B", ("4S N =", "NP"), ("PASS", "PASS")),)),))
    assert "the board does not count" in told(score_event(event, BY_VPS), "A", 1)


def test_a_session_that_there_is_not() -> None:
    with pytest.raises(InputError, match="known: 1, 2"):
        told(score_event(league(), BY_VPS), "A", 1, "3")


def test_contestants_are_called_teams() -> None:
    standing = score_event(league(), BY_VPS)
    names = FileNames(standing)
    assert "Team" in text.ranking(standing)
    assert "Pair" not in text.ranking(standing)
    assert ">Team<" in index_page(standing, names)
    page = pair_page(standing, names, standing.places[0])
    assert "<h1>Team " in page
    assert names.board("2", "1", 1) in pair_page(standing, names, find_contestant(standing, "A"))
    assert names.pair(find_contestant(standing, "A")) in board_page(standing, names, 0)


@pytest.mark.skipif(not USEBIO.is_dir(), reason="the shared material is not here")
def test_a_file_of_matches() -> None:
    reading = read_files([USEBIO / "ebu_teamsscorer_multiple_teams_vp.xml"])
    standing = rank_reading(reading, Conditions(method="team-imps", vp_scale="ebu-3"))
    for place in standing.places:
        check(standing, place)
    assert "12 + 2 + 2 + 0 + 2 + 15 + 5 + 17 = 55" in told(standing, "1")
