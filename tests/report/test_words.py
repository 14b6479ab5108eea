from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Line, Player
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, PassedOut, Played, SitOut, Weighted
from overtrick.model.terms import Doubling, Seat, Strain
from overtrick.report.words import (
    board_title,
    clean,
    contract_text,
    lead_text,
    line_code,
    names_text,
    outcome_code,
    outcome_text,
    spoken_contract,
    tricks_text,
)

FOUR_SPADES = Contract(4, Strain.SPADES, Doubling.DOUBLED, Seat.NORTH)


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Played(FOUR_SPADES, 11), "4SX N +1"),
        (PassedOut(), "PASS"),
        (NotPlayed(), "NP"),
        (SitOut(), "SITOUT"),
        (Awarded(Average.MINUS), "AVE-"),
        (Awarded(Fraction(60)), "60%"),
        (BareScore(620), "+620"),
        (BareScore(37), "+37"),  # no deal scores it, and a report does not fall over it
        (Weighted(((Fraction(3, 4), PassedOut()), (Fraction(1, 4), BareScore(50)))), "W: 75% PASS + 25% +50"),
    ],
)
def test_outcomes_have_a_code(outcome: Outcome, code: str) -> None:
    assert outcome_code(outcome) == code


def test_a_split_score_tells_both_sides() -> None:
    line = Line("1", "2", Played(FOUR_SPADES, 10), Awarded(Fraction(40)))
    assert line_code(line) == "NS: 4SX N = | EW: 40%"
    assert line_code(Line("1", "2", BareScore(37), PassedOut())) == "NS: +37 | EW: PASS"


def test_contracts_for_the_eye_the_ear_and_plain_terminals() -> None:
    assert contract_text(FOUR_SPADES) == "4♠X"
    assert contract_text(FOUR_SPADES, ascii=True) == "4SX"
    assert spoken_contract(FOUR_SPADES) == "4 spades doubled"
    assert spoken_contract(Contract(3, Strain.NOTRUMP)) == "3 no-trump"
    assert outcome_text(Played(FOUR_SPADES, 9), ascii=True) == "4SX"
    assert tricks_text(Played(FOUR_SPADES, 10)) == "="
    assert lead_text("d10") == "♦10"


def test_board_heading() -> None:
    assert board_title(Board.numbered(7)) == "Board 7 · Dealer S · Both vul"
    assert board_title(Board.numbered(7), ascii=True).isascii()


def test_nothing_from_a_file_drives_the_terminal() -> None:
    assert names_text(Contestant("1", players=(Player("A\x1b]0;x\x07"), Player("B\nC")))) == "A?]0;x? & B C"
    assert clean("a\u202eb\ud800") == "ab?"
    assert names_text(Contestant("7", players=(Player(" "),))) == "7"
