from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError, RecordError
from overtrick.formats.deals_common import (
    PACK,
    DealSet,
    card_numbers,
    consecutive_deals,
    deal_of_marks,
    deal_of_numbers,
    deal_of_owners,
    is_marked,
    is_numbered,
    marked_hands,
    owners,
)
from overtrick.model.board import Board
from overtrick.model.deal import Deal, Hand
from overtrick.model.event import Event, Section, Session, Traveller
from overtrick.model.reading import Counts, Severity
from overtrick.model.terms import Seat, Vulnerability

IN_ORDER = deal_of_owners([0] * 13 + [1] * 13 + [2] * 13 + [3] * 13)
ROUND_ROBIN = deal_of_owners([0, 1, 2, 3] * 13)
MIXED = st.permutations([0, 1, 2, 3] * 13).map(deal_of_owners)


def event_of(*boards: tuple[int, Deal | None], more: tuple[tuple[int, Deal | None], ...] = ()) -> Event:
    sections = [
        Section(key, travellers=tuple(Traveller(Board.numbered(number), (), deal) for number, deal in part))
        for key, part in (("A", boards), ("B", more))
    ]
    return Event(sessions=(Session("1", tuple(sections)),))


@given(MIXED)
def test_every_form_gives_the_deal_back(deal: Deal) -> None:
    assert deal_of_numbers(card_numbers(deal)) == deal
    assert deal_of_marks(marked_hands(deal)) == deal
    assert deal_of_owners(owners(deal)) == deal
    assert is_numbered(card_numbers(deal))
    assert is_marked(marked_hands(deal))


@given(MIXED, st.randoms(use_true_random=False))
def test_card_numbers_may_stand_in_any_order(deal: Deal, chance: Random) -> None:
    data = card_numbers(deal).decode()
    hands = [[data[at : at + 2] for at in range(start, start + 26, 2)] for start in (0, 26, 52)]
    for hand in hands:
        chance.shuffle(hand)
    assert deal_of_numbers("".join(card for hand in hands for card in hand).encode()) == deal


def test_the_numbers_of_the_papers() -> None:
    """The example in the papers of the Duplimate machine, whose numbers are not in order."""
    deal = deal_of_numbers(b"180437272408224221062507175150321516492941264031464543351128302039140152133403")
    assert str(deal.north) == "J987.JT7643.A4.Q"
    assert str(deal.east) == ".KQ2.QT9.AK98543"
    assert str(deal.south) == "AQ42.A8.KJ762.J2"
    assert str(deal.west) == "KT653.95.853.T76"


@pytest.mark.parametrize(
    ("at", "put", "words"),
    [
        (0, b"02", "twice"),
        (0, b"14", "two hands"),
        (0, b"00", "no card 0"),
        (0, b"53", "no card 53"),
        (0, b"A1", "39 card numbers"),
        (0, b" 1", "39 card numbers"),
        (78, b"40", "39 card numbers"),
    ],
)
def test_card_numbers_that_cannot_be(at: int, put: bytes, words: str) -> None:
    data = card_numbers(IN_ORDER)
    with pytest.raises(RecordError, match=words):
        deal_of_numbers(data[:at] + put + data[at + 2 :])


@pytest.mark.parametrize(
    ("at", "put", "words"),
    [
        (0, b"\x03", "do not stand"),
        (0, b"A", "neither"),
        (1, b"1", "neither"),
        (1, b"a", "neither"),
        (1, b"K", "twice"),
        (1, b"\x03", "do not stand"),
        (68, b"\0", "68 bytes"),
    ],
)
def test_marks_that_cannot_be(at: int, put: bytes, words: str) -> None:
    data = marked_hands(IN_ORDER)
    with pytest.raises(RecordError, match=words):
        deal_of_marks(data[:at] + put + data[at + 1 :])


def test_twelve_cards_are_no_hand() -> None:
    with pytest.raises(RecordError, match="13 cards, not 14"):
        deal_of_owners([0] * 14 + [1] * 12 + [2] * 13 + [3] * 13)


def test_the_pack_goes_from_the_spade_ace() -> None:
    assert (PACK[0], PACK[12], PACK[13], PACK[51]) == ("SA", "S2", "HA", "C2")


def test_a_board_that_was_there_is_refused() -> None:
    boards = DealSet()
    boards.take(7, "line 1", IN_ORDER)
    boards.take(7, "line 2", IN_ORDER)
    boards.take(8, "line 3", ROUND_ROBIN, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE)
    reading = boards.reading(format="x", encoding="y")
    assert reading.counts == Counts(3, 2, 1)
    assert [(one.where, one.severity) for one in reading.problems] == [
        ("line 2", Severity.ERROR),
        ("line 3", Severity.NOTE),
    ]
    travellers = reading.event.sessions[0].sections[0].travellers
    assert [one.board for one in travellers] == [
        Board.numbered(7),
        Board(8, Seat.NORTH, Vulnerability.NONE),
    ]
    assert [one.deal for one in travellers] == [IN_ORDER, ROUND_ROBIN]


def test_no_board_is_no_file() -> None:
    with pytest.raises(FormatError, match="no hands"):
        DealSet().reading(format="x", encoding="y")


def test_all_refused_is_a_reading() -> None:
    boards = DealSet()
    boards.refuse("board 1", "bad")
    assert boards.reading(format="x", encoding="y").counts == Counts(1, 0, 1)


def test_boards_to_be_dealt() -> None:
    three = replace(IN_ORDER, west=None)
    event = event_of((6, ROUND_ROBIN), (5, three), (7, None), more=((6, ROUND_ROBIN), (4, None)))
    assert consecutive_deals(event, highest=6) == (5, (IN_ORDER, ROUND_ROBIN))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(), "no board"),
        (event_of((1, None)), "no board"),
        (event_of((1, Deal(Hand("AKQJT98765432", "", "", ""), None, None, None))), "no board"),
        (event_of((1, IN_ORDER), (3, IN_ORDER)), "no gaps: 2$"),
        (event_of((1, IN_ORDER), (90, IN_ORDER)), r"no gaps: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 \.\.\.$"),
        (event_of((1, IN_ORDER), (100, IN_ORDER)), "board 100 is too high"),
        (event_of((1, IN_ORDER), more=((1, ROUND_ROBIN),)), "board 1 has other cards"),
    ],
)
def test_boards_that_cannot_be_dealt(event: Event, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        consecutive_deals(event, highest=99)
