"""Auctions and plays as LIN has them, which are plain nearly always: the contract and the tricks, found quickly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from overtrick.model.contract import Contract
from overtrick.model.deal import RANKS, SUITS, Deal
from overtrick.model.terms import Doubling, Seat, Strain

__all__ = ["count_tricks", "plain_contract"]

_SEATS = tuple(Seat)
_PLACES = {seat: place for place, seat in enumerate(_SEATS)}
_BIDS = {f"{level}{strain}": 5 * level + place for level in range(1, 8) for place, strain in enumerate("CDHSN")}
_STRAINS = tuple(Strain)
_DOUBLINGS = tuple(Doubling)
_LEAST = 48
"""Cards that must be known: from twelve whole tricks on the last one plays itself."""


@lru_cache(maxsize=1024)
def _contract(bid: int, doubled: int, declarer: int) -> Contract:
    return Contract(bid // 5, _STRAINS[bid % 5], _DOUBLINGS[doubled], _SEATS[declarer])


_CODES = {
    suit + rank: 13 * place + height for place, suit in enumerate(SUITS) for height, rank in enumerate(RANKS[::-1])
}
_SUIT_OF = bytes(code // 13 for code in range(52)).ljust(256, b"\xff")


@lru_cache(maxsize=5)
def _worths(trump: str) -> tuple[bytes, ...]:
    """By the suit that is led, what each card is worth: trumps above its suit, and that above the others."""
    kinds = [[14 if suit == trump else 1 if suit == led else 0 for suit in SUITS] for led in SUITS]
    return tuple(
        bytes(least + height if least else 0 for least in kind for height in range(13)).ljust(256) for kind in kinds
    )


def plain_contract(dealer: Seat, calls: Sequence[str]) -> Contract | None:
    """The contract of an auction in which every call is legal, and which came to its end with a bid.

    None for every other auction: `hold_auction` tells what is the matter with it. Declarer is the first of the side
    who named the strain (Law 22).

    >>> plain_contract(Seat.SOUTH, ["1S", "X", "P", "P", "P"]).declarer, plain_contract(Seat.SOUTH, ["P"] * 4)
    (<Seat.SOUTH: 'S'>, None)
    """
    last, bidder, doubled, before = 0, 0, 0, -1
    named: dict[int, int] = {}
    for turn, call in enumerate(calls):
        if call == "P":
            continue
        passes, before = turn - before - 1, turn
        if passes > 2 and (last or passes > 3):
            return None
        bid = _BIDS.get(call)
        if bid is not None:
            if bid <= last:
                return None
            last, bidder, doubled = bid, turn, 0
            named.setdefault(bid % 5 + 5 * (turn & 1), turn)
        elif last and (call, doubled, (turn - bidder) & 1) in (("X", 0, 1), ("XX", 1, 0)):
            doubled += 1
        else:
            return None
    if not last or len(calls) - before != 4:
        return None
    return _contract(last, doubled, (_PLACES[dealer] + named[last % 5 + 5 * (bidder & 1)]) % 4)


def count_tricks(contract: Contract, cards: Sequence[str], deal: Deal | None) -> int | None:
    """Tricks of declarer's side, from the cards in the order in which they were played; None where they do not tell.

    Where the last trick was not played out, it plays itself if the deal is known (Law 44 says who wins a trick).

    >>> count_tricks(Contract(1, Strain.CLUBS, declarer=Seat.SOUTH), ["SA", "S2", "S3", "S4"], None) is None
    True
    """
    if not _LEAST <= len(cards) <= 52 or len(set(cards)) < len(cards) or contract.declarer is None:
        return None
    declarer, trump = _PLACES[contract.declarer], contract.strain.value
    lost, leader = _lost(cards, trump, 1)
    if len(cards) < 52:
        last = [*cards[_LEAST:], *_last_cards(deal, declarer + leader + len(cards) - _LEAST, cards)]
        if len(last) < 4:
            return None
        lost += _lost(last, trump, leader)[0]
    return 13 - lost


def _lost(cards: Sequence[str], trump: str, leader: int) -> tuple[int, int]:
    """Tricks of the defenders among the whole ones, and who leads to the next one; seats from declarer on."""
    played = bytes(map(_CODES.__getitem__, cards))
    values = [played.translate(worth) for worth in _worths(trump)]
    suits, lost = played.translate(_SUIT_OF), 0
    for start, led in zip(range(0, len(cards) - 3, 4), suits[::4], strict=False):
        trick = values[led][start : start + 4]
        leader += trick.index(max(trick))
        lost += leader & 1
    return lost, leader


def _last_cards(deal: Deal | None, place: int, played: Sequence[str]) -> list[str]:
    """The cards that are left, one a hand, from a place on; fewer where the hands do not fit the play."""
    left: list[str] = []
    for seat in range(place, place + 52 - len(played)):
        hand = deal.hand(_SEATS[seat % 4]) if deal else None
        own = hand.cards.difference(played) if hand else frozenset[str]()
        if len(own) != 1:
            return []
        left.extend(own)
    return left
