"""Auctions and plays found quickly come to what the plain way comes to."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.lin_play import count_tricks, plain_contract
from overtrick.formats.pbn_auction import hold_auction
from overtrick.formats.pbn_play import trick_winner
from overtrick.model.contract import Contract
from overtrick.model.deal import RANKS, SUITS, Deal, Hand
from overtrick.model.terms import Seat, Strain

BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
CALLS = st.sampled_from(["P", "P", "P", "X", "XX", *BIDS])


@given(st.sampled_from(list(Seat)), st.lists(CALLS, max_size=14), st.booleans())
def test_any_calls(dealer: Seat, calls: list[str], ended: bool) -> None:
    calls = calls + ["P"] * 3 * ended
    auction = hold_auction(dealer, calls)
    wanted = None if auction.faults else auction.contract
    assert plain_contract(dealer, calls) == wanted


@given(st.integers(0, 2**32), st.sampled_from(list(Seat)))
def test_legal_auctions(seed: int, dealer: Seat) -> None:
    """Bids that rise, doubles and redoubles where they may stand (Laws 18 and 19), passes between."""
    chance = random.Random(seed)
    calls: list[str] = []
    place = -1
    while place < len(BIDS) - 1 and chance.random() < 0.8:
        calls += ["P"] * chance.randrange(3 if calls else 4)
        place = min(place + chance.randrange(1, 9), len(BIDS) - 1)
        calls.append(BIDS[place])
        if chance.random() < 0.3:
            calls += ["P", "P"] * chance.randrange(2) + ["X"]
            calls += (["P", "P"] * chance.randrange(2) + ["XX"]) * chance.randrange(2)
    calls += ["P"] * 3
    auction = hold_auction(dealer, calls)
    assert auction.faults == ()
    assert plain_contract(dealer, calls) == auction.contract


def dealt(seed: int) -> tuple[list[list[str]], Deal]:
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    random.Random(seed).shuffle(cards)
    hands = [cards[start : start + 13] for start in range(0, 52, 13)]
    suits = [["".join(card[1] for card in hand if card[0] == suit) for suit in SUITS] for hand in hands]
    return hands, Deal(*(Hand.of(*one) for one in suits))


def played(seed: int, contract: Contract) -> tuple[list[str], Deal, int]:
    """A whole play that follows suit, and the tricks of declarer's side."""
    assert contract.declarer is not None
    chance = random.Random(seed)
    hands, deal = dealt(seed)
    left = dict(zip(Seat, map(list, hands), strict=True))
    seat, cards, tricks = contract.declarer.next, [], 0
    for _trick in range(13):
        trick: list[tuple[Seat, str]] = []
        for _turn in range(4):
            following = [card for card in left[seat] if trick and card[0] == trick[0][1][0]]
            card = chance.choice(following or left[seat])
            left[seat].remove(card)
            trick.append((seat, card))
            seat = seat.next
        cards += [card for _seat, card in trick]
        seat = trick_winner(trick, contract.strain)
        tricks += seat.side is contract.declarer.side
    return cards, deal, tricks


@given(st.integers(0, 2**32), st.sampled_from(list(Strain)), st.sampled_from(list(Seat)), st.integers(48, 52))
def test_tricks_of_a_whole_play(seed: int, strain: Strain, declarer: Seat, known: int) -> None:
    """Twelve tricks are enough where the hands are known: the last one plays itself."""
    contract = Contract(1, strain, declarer=declarer)
    cards, deal, tricks = played(seed, contract)
    assert count_tricks(contract, cards[:known], deal) == tricks
    assert count_tricks(contract, cards, None) == tricks


def test_plays_that_do_not_tell() -> None:
    contract = Contract(1, Strain.HEARTS, declarer=Seat.EAST)
    cards, deal, _tricks = played(7, contract)
    assert count_tricks(contract, cards[:47], deal) is None
    assert count_tricks(contract, cards[:48], None) is None
    assert count_tricks(contract, [*cards[:-1], cards[0]], deal) is None
    assert count_tricks(Contract(1, Strain.HEARTS), cards, deal) is None
    assert count_tricks(contract, cards[:48], dealt(8)[1]) is None


@pytest.mark.parametrize("calls", [[], ["P"] * 4, ["P"] * 3, ["P"] * 4 + ["1C", "P", "P", "P"], ["1C", "P", "P"]])
def test_no_contract(calls: list[str]) -> None:
    assert plain_contract(Seat.WEST, calls) is None
