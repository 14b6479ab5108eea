from __future__ import annotations

import pytest

from overtrick.formats.format import loads
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Vulnerability
from usebio_files import (
    HANDS,
    NORTH,
    board_of,
    file_of,
    hand,
    line_of,
    lines,
)


def test_dealer_and_vulnerability_of_the_hands() -> None:
    text = file_of(line_of(SCORE="420")).replace(
        b"<BOARD>",
        b"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><DEALER>South</DEALER><VULNERABILITY>All</VULNERABILITY></BOARD></HANDSET><BOARD>",
    )
    board = loads(text).event.sessions[0].sections[0].travellers[0].board
    assert (board.dealer, board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)


def with_hands(hands: str, *, inside: bool = False, number: int = 1) -> Reading:
    handset = f"<HANDSET>{board_of(number, hands)}</HANDSET>"
    end = b"</EVENT>" if inside else b"</USEBIO>"
    return loads(file_of(line_of(SCORE="420")).replace(end, handset.encode() + end))


@pytest.mark.parametrize("inside", [False, True])
def test_hands_beside_the_event_or_in_it(inside: bool) -> None:
    traveller = with_hands(HANDS, inside=inside).event.sessions[0].sections[0].travellers[0]
    assert traveller.deal is not None
    assert (str(traveller.deal.north), str(traveller.deal.south)) == ("AKQ.AKQ.AKQ.AKQJ", "5432.5432.5432.2")


def test_hands_of_a_board_that_nobody_played_are_kept() -> None:
    travellers = with_hands(HANDS, number=9).event.sessions[0].sections[0].travellers
    assert [(one.board.number, len(one.lines), one.deal is None) for one in travellers] == [(1, 1, True), (9, 0, False)]


def test_a_file_of_hands_alone() -> None:
    text = f"<USEBIO><EVENT/><HANDSET>{board_of(2, HANDS)}</HANDSET></USEBIO>"
    reading = loads(text.encode())
    assert [one.board.number for one in reading.event.sessions[0].sections[0].travellers] == [2]
    assert not any("no results" in one.text for one in reading.problems)


@pytest.mark.parametrize(
    "hands",
    [
        NORTH + NORTH,
        NORTH + hand("East", *["AKQ"] * 3, "AKQJ"),
        hand("North", "AK", "", "", ""),
        hand("Up", "", "", "", ""),
    ],
    ids=["twice", "same cards", "two cards", "direction"],
)
def test_cards_that_cannot_be_are_left_out_and_told(hands: str) -> None:
    reading = with_hands(hands)
    assert reading.event.sessions[0].sections[0].travellers[0].deal is None
    assert [one.severity for one in reading.problems if "cards of board 1" in one.text] == [Severity.ERROR]
    assert reading.counts.taken == 1


LIN = (
    "qx||pn|A,B,C,D|st||md|3SJ43HAKJ7DK85CJ73%2CSK72HQ63DQ62CA952%2CSAT86HT82DT9743CT%2C|sv|o|mb|p|mb|1N|an|15%2D17|"
    "mb|d|mb|p|mb|p|mb|p|pc|HK|pc|h10|nt|well bid|mc|8|zz|35%25|"
)


def test_bidding_and_play() -> None:
    reading = loads(file_of(line_of(CONTRACT="1NTx", PLAYED_BY="E", TRICKS="8", SCORE="-280", LIN_DATA=LIN)))
    record = lines(reading)[0].record
    assert record is not None
    assert [(call.text, call.alert) for call in record.calls][:3] == [("P", None), ("1N", "15-17"), ("X", None)]
    assert (record.cards, record.claim, record.comment) == (("HK", "HT"), 8, "well bid")
    deal = reading.event.sessions[0].sections[0].travellers[0].deal
    assert deal is not None
    assert str(deal.east) == "Q95.954.AJ.KQ864"
    assert not [one for one in reading.problems if one.severity is not Severity.NOTE]


@pytest.mark.parametrize(
    ("lin", "told"),
    [
        ("mb|8S|", "is no call"),
        ("pc|ZZ|", "is no card"),
        ("mc|14|", "number of tricks"),
        ("mc|x|", "number of tricks"),
        ("md|3SAA,,,|", "LIN_DATA"),
        ("mb|p|" * 400, "more calls"),
        ("pc|SA|" * 53, "more calls or cards"),
        ("mb|p|mb|2H|mb|p|mb|p|mb|p|", "the line stands"),
    ],
)
def test_play_that_cannot_be_is_told_and_the_line_kept(lin: str, told: str) -> None:
    reading = loads(file_of(line_of(CONTRACT="1NT", PLAYED_BY="E", TRICKS="8", SCORE="-120", LIN_DATA=lin)))
    assert reading.counts.taken == 1
    assert [told in one.text for one in reading.problems if one.severity is Severity.WARNING] == [True]


def test_cards_that_differ_between_the_lines_of_a_board() -> None:
    other = LIN.replace("SJ43HAKJ7", "SJ42HAKJ7").replace("SK72", "SK73")
    told = [
        line_of(NS_PAIR_NUMBER=key, EW_PAIR_NUMBER=f"1{key}", SCORE="50", LIN_DATA=lin)
        for key, lin in (("1", LIN), ("2", other))
    ]
    assert any("other cards" in one.text for one in loads(file_of(*told)).problems)
