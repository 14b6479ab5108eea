"""Team matches: IMPs, board-a-match, awards on either side, victory points (Laws 78B, 86A; RULES 3.4, 3.5)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.format import load
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line, Penalty, Section, Session, Traveller
from overtrick.model.outcome import BareScore, Entry, Outcome
from overtrick.notation.result import parse
from overtrick.scorer import score_event

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "usebio"
IMPS = Conditions(method="team-imps")


def entry(what: str | Outcome) -> Entry:
    return parse(what) if isinstance(what, str) else Entry.both(what)


def match(*boards: tuple[str | Outcome, str | Outcome], key: str = "m", teams: tuple[str, str] = ("A", "B")) -> Section:
    home, away = teams
    travellers = []
    for number, (north, south) in enumerate(boards, 1):
        first, second = entry(north), entry(south)
        lines = (
            Line(home, away, first.ns, first.ew, where=f"board {number}, open"),
            Line(away, home, second.ns, second.ew, where=f"board {number}, closed"),
        )
        travellers.append(Traveller(Board.numbered(number), lines))
    return Section(key, (), tuple(travellers))


def event(*sections: Section) -> Event:
    return Event(sessions=(Session("1", sections),))


@pytest.mark.parametrize(
    ("open_room", "closed_room", "home"),
    [
        ("4S N =", "4S N -1", 10),  # 420 + 50 = 470
        ("4S N =", "3S N =", 7),  # 420 - 140 = 280
        ("PASS", "1NT N =", -3),  # 0 - 90
        ("AVE+/AVE-", "4S N =", 3),
        ("AVE-/AVE-", "4S N =", -3),
        ("60/60", "4S N =", 3),
        ("W: 60% 4S N = + 40% 4S N -1", "4S N =", Fraction(2, 5) * -10),
    ],
)
def test_imps_of_a_board(open_room: str, closed_room: str, home: int | Fraction) -> None:
    board = score_event(event(match((open_room, closed_room))), IMPS).boards[0]
    assert board.lines[0].ns.value == home


def test_awards_need_not_balance() -> None:
    standing = score_event(event(match(("AVE+/AVE+", "4S N ="))), IMPS)
    assert {place.contestant.key: place.total for place in standing.places} == {"A": 3, "B": 3}


@pytest.mark.parametrize(("tie", "home"), [("0", Fraction(1)), ("10", Fraction(1, 2))])
def test_ten_points_at_board_a_match(tie: str, home: Fraction) -> None:
    conditions = Conditions(method="board-a-match").with_settings({"board-a-match-tie": tie})
    board = score_event(event(match((BareScore(120), BareScore(110)))), conditions).boards[0]
    assert (board.lines[0].ns.value, board.lines[0].ew.value) == (home, 1 - home)


def test_victory_points_by_match() -> None:
    section = match(*[("4S N =", "4S N -1")] * 8)
    standing = score_event(event(section), Conditions(method="team-imps", vp_scale="wbf-continuous"))
    assert [(place.contestant.key, place.total) for place in standing.places] == [
        ("A", Fraction(20)),
        ("B", Fraction(0)),
    ]


def test_a_board_with_one_table_is_told_and_left_out() -> None:
    section = match(("4S N =", "NP"), ("4S N =", "4S N -1"))
    standing = score_event(event(section), IMPS)
    assert [problem.text for problem in standing.problems] == ["board 1: one table has no result"]
    assert [place.boards for place in standing.places] == [1, 1]


@given(st.lists(st.tuples(st.integers(-400, 400), st.integers(-400, 400)), min_size=1, max_size=6))
def test_played_boards_balance_whoever_is_called_home(scores: list[tuple[int, int]]) -> None:
    boards = [(BareScore(10 * a), BareScore(10 * b)) for a, b in scores]
    turned = [(BareScore(10 * b), BareScore(10 * a)) for a, b in scores]
    first = score_event(event(match(*boards)), IMPS)
    second = score_event(event(match(*turned, teams=("B", "A"))), IMPS)
    totals = {place.contestant.key: place.total for place in first.places}
    assert totals["A"] == -totals["B"]
    assert totals == {place.contestant.key: place.total for place in second.places}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared files are not here")
def test_a_real_event_of_teams() -> None:
    reading = load(SHARED / "ebu_teamsscorer_multiple_teams_vp.xml")
    standing = score_event(reading.event, Conditions(method="team-imps", vp_scale="ebu-3"))
    assert len(standing.places) == 10
    assert all(place.total == place.contestant.stated_total for place in standing.places)


def test_every_victory_point_penalty_counts() -> None:
    penalties = (Penalty("A", Fraction(1), "vps"), Penalty("A", Fraction(1, 2), "vps"))
    section = replace(match(*[("4S N =", "4S N -1")] * 8), penalties=penalties)
    standing = score_event(event(section), Conditions(method="team-imps", vp_scale="wbf-continuous"))
    assert {place.contestant.key: place.total for place in standing.places} == {"A": Fraction(37, 2), "B": Fraction(0)}
