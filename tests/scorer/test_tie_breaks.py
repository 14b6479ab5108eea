"""Ties split by named chains (EBU White Book 3.2; RULES 2.11)."""

from __future__ import annotations

import pytest

from overtrick.desk.settings import conditions_from
from overtrick.errors import ConditionsError
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line, Section, Session, Traveller
from overtrick.model.outcome import BareScore
from overtrick.scorer import score_event


def event(*boards: tuple[int, ...]) -> Event:
    travellers = []
    for number, scores in enumerate(boards, 1):
        lines = []
        for table, points in enumerate(scores, 1):
            outcome = BareScore(points)
            lines.append(Line(str(table), f"1{table}", outcome, outcome))
        travellers.append(Traveller(Board.numbered(number), tuple(lines)))
    return Event(sessions=(Session("1", (Section("A", (), tuple(travellers)),)),), winners=2)


def north(ties: str, *boards: tuple[int, ...]) -> list[tuple[str, int, bool]]:
    standing = score_event(event(*boards), Conditions(ties=ties))
    return [(p.contestant.key, p.place, p.tied) for p in standing.places if p.direction and p.direction.value == "NS"]


def test_equal_results_share() -> None:
    boards = ((420, 400), (140, 170))
    assert north("shared", *boards) == [("1", 1, True), ("2", 1, True)]


def test_count_back_that_splits_nothing_leaves_the_tie() -> None:
    boards = ((420, 400), (140, 170))
    assert north("count-back", *boards) == [("1", 1, True), ("2", 1, True)]


def test_count_back_splits() -> None:
    # Pair 1: 4 + 0 + 0; pair 2: 0 + 2 + 2; equal totals, and pair 2 was ahead on two boards of three.
    boards = ((420, -50, 400), (-50, 140, 620), (-50, 140, 620))
    before = {key: place for key, place, _tied in north("shared", *boards)}
    after = {key: (place, tied) for key, place, tied in north("count-back", *boards)}
    assert before["1"] == before["2"] == 2
    assert (after["2"], after["1"]) == ((2, False), (3, False))


def test_teams_direct_match() -> None:
    def match(key: str, home: str, away: str, first: int, second: int) -> Section:
        one, two = BareScore(first), BareScore(second)
        lines = (Line(home, away, one, one), Line(away, home, two, two))
        return Section(key, (), (Traveller(Board.numbered(1), lines),))

    sections = (match("1", "A", "B", 420, 400), match("2", "A", "C", 0, 20), match("3", "B", "C", 420, 400))
    facts = Event(sessions=(Session("1", sections),))
    shared = score_event(facts, Conditions(method="team-imps"))
    assert {p.place for p in shared.places} == {1}
    split = score_event(facts, Conditions(method="team-imps", ties="direct-match"))
    assert {p.place for p in split.places} == {1}  # A beat B, B beat C, C beat A: a circle stays tied


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ConditionsError, match="no tie-break 'lot'; known: shared, count-back"):
        conditions_from(settings=["ties=lot"])
