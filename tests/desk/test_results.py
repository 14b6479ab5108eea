"""Facts checked against one another, files against what follows from them, and numbers explained."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.desk.agreement import claims, compare_with_file
from overtrick.desk.explanation import explain_board, steps_text
from overtrick.desk.results import check_event, rank
from overtrick.errors import InputError
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Event, Line, Section, Session, Stated, Traveller
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, PassedOut, Played, Weighted
from overtrick.model.reading import Severity
from overtrick.model.terms import Seat, Side, Strain
from overtrick.scorer import score_event

SPADES = Contract(2, Strain.SPADES, declarer=Seat.NORTH)
OUTCOMES: tuple[Outcome, ...] = (
    Played(SPADES, 8),
    BareScore(140),
    PassedOut(),
    Weighted(((Fraction(3, 5), BareScore(420)), (Fraction(2, 5), BareScore(-50)))),
    Awarded(Average.PLUS),
    Awarded(Average.MINUS),
    Awarded(Fraction(45)),
    NotPlayed(),
)


def event_of(*lines: Line) -> Event:
    return Event(sessions=(Session("1", (Section("A", (), (Traveller(Board.numbered(1), lines),)),)),), winners=2)


@pytest.mark.parametrize(
    ("tricks", "stated", "faults"), [(10, -170, 1), (10, 170, 0), (9, 170, 1), (9, 140, 0), (7, -50, 0), (7, 50, 1)]
)
def test_a_stated_score_against_its_contract(tricks: int, stated: int, faults: int) -> None:
    outcome = Played(SPADES, tricks)
    line = Line("1", "2", outcome, outcome, stated=Stated(points=stated), where="line 7")
    problems = check_event(event_of(line), Conditions())
    assert [(problem.where, problem.severity) for problem in problems] == [("line 7", Severity.WARNING)] * faults


@pytest.mark.parametrize(("points", "faults"), [(430, 0), (620, 1), (15, 1), (0, 0), (-50, 0), (10, 1)])
def test_a_score_that_no_contract_makes(points: int, faults: int) -> None:
    """Board 1: nobody is vulnerable."""
    line = Line("1", "2", BareScore(points), BareScore(points))
    assert len(check_event(event_of(line), Conditions())) == faults


def with_stated(values: tuple[str, ...]) -> Event:
    scores = (100, 50, 50, 0)
    return event_of(
        *(
            Line(str(n), f"e{n}", BareScore(score), BareScore(score), stated=Stated(ns=Fraction(value)))
            for n, (score, value) in enumerate(zip(scores, values, strict=True))
        )
    )


def test_a_file_that_agrees() -> None:
    standing = score_event(with_stated(("6", "3", "3", "0")))
    assert all(claim.agrees for claim in claims(standing))
    problems = compare_with_file(standing)
    assert [problem.severity for problem in problems] == [Severity.NOTE]
    assert "4 of 4" in problems[0].text


def test_a_file_that_does_not() -> None:
    problems = compare_with_file(score_event(with_stated(("6", "3", "4", "0"))))
    assert "3 of 4" in problems[0].text
    assert [problem.severity for problem in problems] == [Severity.NOTE, Severity.WARNING]
    assert "4" in problems[1].text
    assert "3" in problems[1].text


def test_nothing_stated_nothing_said() -> None:
    assert compare_with_file(score_event(event_of(Line("1", "2", PassedOut(), PassedOut())))) == []


@pytest.mark.parametrize("method", ["matchpoints", "ascherman", "cross-imps", "butler", "total-points"])
@pytest.mark.parametrize("split", ["twice", "half-weights"])
def test_every_number_is_explained(method: str, split: str) -> None:
    lines = [Line(str(n), f"e{n}", outcome, outcome) for n, outcome in enumerate(OUTCOMES)]
    lines.append(Line("split", "esplit", BareScore(420), BareScore(-50)))
    standing = rank(event_of(*lines), method=method, split=split)
    assert len(standing.places) == 2 * (len(OUTCOMES) - 1) + 2
    for place in standing.places:
        text = steps_text(explain_board(standing, place, 1))
        assert text.startswith("1. ")
        assert f"{place.place}" in text
        with pytest.raises(InputError, match="boards: 1"):
            explain_board(standing, place, 9)


def test_the_explanation_ends_at_the_number_of_the_list() -> None:
    lines = [Line(str(n), f"e{n}", BareScore(score), BareScore(score)) for n, score in enumerate((420, 420, -50, 0))]
    standing = rank(event_of(*lines))
    place = next(p for p in standing.places if p.contestant.key == "0" and p.direction is Side.NS)
    text = steps_text(explain_board(standing, place, 1))
    assert "2 × 2 + 1 = 5" in text
    assert "5 of 6 = 83.33 %" in text


def test_a_given_datum_is_explained_from_the_own_side() -> None:
    lines = [Line("1", "2", BareScore(420), BareScore(420))]
    standing = rank(event_of(*lines), method="butler", datum="given", datum_given="300")
    for place in standing.places:
        text = steps_text(explain_board(standing, place, 1))
        assert f"{'120: 3' if place.direction is Side.NS else '-120: -3'} IMP" in text
