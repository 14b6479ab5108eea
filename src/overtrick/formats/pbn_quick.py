"""Bidding and play in the plain form that nearly every file has, checked as wholes rather than call by call.

Each function gives `None` for all that is not plain and without a fault; the strict readers of `pbn_sections` then say
what it is. So nothing is ever told from here, and nothing that they would tell is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from overtrick.model.contract import Contract
from overtrick.model.deal import RANKS, SUITS, Deal
from overtrick.model.record import Call
from overtrick.model.terms import Doubling, Seat, Strain

__all__ = ["Holding", "QuickPlay", "quick_auction", "quick_play"]

_SEATS = tuple(Seat)
_STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
_BIDS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXY"  # 1C to 7NT in the order of the laws
_SHORT = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
_CODES = {
    **{word: code for pass_, code in (("Pass", "p"), ("AP", "a"), ("X", "x"), ("XX", "r"))
       for word in (pass_, pass_.upper(), pass_.lower())},
    **{text + "T" * text.endswith("N"): code for text, code in zip(_SHORT, _BIDS, strict=True)},
}  # fmt: skip
_CALLS = {code: Call(text) for code, text in ("pP", "xX")} | {"r": Call("XX")}
_CALLS |= {code: Call(text) for text, code in zip(_SHORT, _BIDS, strict=True)}
_LAWFUL = re.compile(r"p{0,3}(?:[0-9A-Y](?:(?:pp)?x(?:(?:pp)?r)?)?p{0,2})*[0-9A-Y](?:(?:pp)?x(?:(?:pp)?r)?)?ppp|pppp")
_NO_BIDS = str.maketrans("", "", "pxr")
_DOUBLING = tuple(Doubling)
_NAMES = [suit + rank for suit in SUITS for rank in RANKS]
_CARDS = {suit + rank: 13 * SUITS.index(suit) + RANKS.index(rank) for suit in SUITS for rank in RANKS}


def quick_auction(text: str, dealer: Seat, notes: Mapping[str, str]) -> tuple[tuple[Call, ...], Contract | None] | None:
    """The calls of a whole auction from the dealer on, and the contract (`None` where all passed).

    >>> calls, contract = quick_auction("1NT =1= Pass 2NT Pass Pass Pass", Seat.NORTH, {"1": "15-17"})
    >>> calls[0], str(contract)
    (Call(text='1N', alert='15-17'), '2NT')
    """
    words = text.split()
    marks: dict[int, str] = {}
    if "=" in text:
        plain: list[str] = []
        for word in words:
            if word[0] != "=":
                plain.append(word)
            elif word[-1] != "=" or (number := word[1:-1]) not in notes or not plain or len(plain) - 1 in marks:
                return None
            else:
                marks[len(plain) - 1] = number
        words = plain
    if len(set(marks.values())) != len(notes):
        return None
    try:
        codes = "".join([_CODES[word] for word in words])
    except KeyError:
        return None
    if codes[-1:] == "a":
        codes = _closed(codes[:-1])
    found = _result(codes, dealer)
    if found is None:
        return None
    calls = [_CALLS[code] for code in codes]
    for place, number in marks.items():
        calls[place] = Call(calls[place].text, notes[number])
    return tuple(calls), found[0]


def _closed(codes: str) -> str:
    """The calls with the passes that `AP` stands for."""
    passed = len(codes) - len(codes.rstrip("p"))
    return codes + "p" * ((4 if passed == len(codes) else 3) - passed)


@lru_cache(maxsize=1 << 12)
def _result(codes: str, dealer: Seat) -> tuple[Contract | None] | None:
    """The contract of a lawful auction that has ended, in a tuple; None for another."""
    if not _LAWFUL.fullmatch(codes):
        return None
    bids = codes.translate(_NO_BIDS)
    if not bids:
        return (None,)
    if list(bids) != sorted(set(bids)):
        return None
    last = bids[-1]
    index, place = _BIDS.index(last), codes.index(last)
    after = codes[place:]
    doubling = _DOUBLING[2 if "r" in after else 1 if "x" in after else 0]
    same = (codes.index(bid) for bid in bids if (_BIDS.index(bid) - index) % 5 == 0)
    first = next(turn for turn in same if (turn - place) % 2 == 0)
    declarer = _SEATS[(_SEATS.index(dealer) + first) % 4]
    return (Contract(1 + index // 5, _STRAINS[index % 5], doubling, declarer),)


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds each of the 52 cards, as a table of translation, and how many of each suit each seat has."""

    owners: bytes
    lengths: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, deal: Deal) -> Holding | None:
        """The holding of a whole deal, None for one with hands that nobody saw.

        >>> from overtrick.model.deal import Hand
        >>> Holding.of(Deal(Hand("AKQ", "AKQ", "AKQ", "AKQJ"), None, None, None)) is None
        True
        """
        owners = bytearray(b"\xff" * 256)
        lengths = []
        for seat, hand in enumerate(deal.hands):
            if hand is None:
                return None
            suits = hand.suits
            for base, ranks in zip((0, 13, 26, 39), suits, strict=True):
                for rank in ranks:
                    owners[base + _PLACES[rank]] = seat
            lengths.append(tuple(map(len, suits)))
        return cls(bytes(owners), tuple(lengths))


_PLACES = {rank: place for place, rank in enumerate(RANKS)}


class QuickPlay(NamedTuple):
    """The cards in the order in which they were played, whole tricks of declarer and defenders, and whether it stopped.

    A play that stopped is one behind which the file writes `*`: the rest was claimed.
    """

    cards: tuple[str, ...]
    own: int
    other: int
    stopped: bool


def quick_play(text: str, declarer: Seat, strain: Strain, held: Holding) -> QuickPlay | None:
    """The play of a section whose columns begin with the seat behind declarer, where it can have happened so.

    >>> from overtrick.model.deal import Hand
    >>> suits = ["AKQJT98765432" + "." * 3, ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
    >>> held = Holding.of(Deal(*(Hand(*suit.split(".")) for suit in suits)))
    >>> quick_play("HA DA CA SA *", Seat.NORTH, Strain.NOTRUMP, held)
    QuickPlay(cards=('HA', 'DA', 'CA', 'SA'), own=0, other=1, stopped=True)
    """
    words = text.split()
    stopped = False
    if words and words[-1] in ("*", "+"):
        stopped = words.pop() == "*"
    whole = (words.index("-") if "-" in words else len(words)) // 4 * 4
    rest = words[whole:]
    if len(rest) > 4 or whole > 52:
        return None
    first = (_SEATS.index(declarer) + 1) % 4
    try:
        cards = bytes(map(_CARDS.__getitem__, words[:whole]))
        over = {turn: _CARDS[word] for turn, word in enumerate(rest) if word != "-"} if rest else {}
    except KeyError:
        return None
    known = cards + bytes(over.values())
    owners = _TURNS[first][:whole] + bytes([(first + turn) % 4 for turn in over])
    if known.translate(held.owners) != owners or len(set(known)) != len(known):
        return None
    lengths = held.lengths[first:] + held.lengths[:first]
    tricks = _tricks(cards, strain, lengths)
    if tricks is None:
        return None
    order, own, leader = tricks
    if over:
        rest += ["-"] * (4 - len(rest))
        last = (rest[leader:] + rest[:leader])[: len(over)]
        if "-" in last or not _follows(over, leader, cards, lengths):
            return None
        order += [_NAMES[_CARDS[card]] for card in last]
    return QuickPlay(tuple(order), own, whole // 4 - own, stopped)


def _follows(over: Mapping[int, int], leader: int, cards: bytes, lengths: Sequence[Sequence[int]]) -> bool:
    """Whether those who played to a trick that is not whole followed suit, or had no card of it left."""
    led = over[leader] // 13
    suits = cards.translate(_SUIT_OF)
    return all(card // 13 == led or lengths[turn][led] == suits[turn::4].count(led) for turn, card in over.items())


_TURNS = [bytes([(first + turn) % 4 for turn in range(4)]) * 13 for first in range(4)]
_PLACED = [(*range(start, start - start % 4 + 4), *range(start - start % 4, start)) for start in range(52)]
_SUIT_OF = bytes([card // 13 if card < 52 else 255 for card in range(256)])


def _strengths(trump: str, led: int) -> bytes:
    """What each card is worth in a trick to which that suit was led."""
    strong = {suit: 100 * (suit == SUITS.find(trump)) + 50 * (suit == led) for suit in range(4)}
    return bytes([strong[card // 13] + 13 - card % 13 if card < 52 else 0 for card in range(256)])


_STRENGTHS = {strain: [_strengths(strain.value, led) for led in range(4)] for strain in Strain}


def _tricks(cards: bytes, strain: Strain, lengths: Sequence[Sequence[int]]) -> tuple[list[str], int, int] | None:
    """The cards of whole tricks in order, the tricks of declarer's side and who leads next; None for a revoke."""
    suits = cards.translate(_SUIT_OF)
    columns = [suits[turn::4] for turn in range(4)]
    # the last trick in which each seat has a card of each suit; behind the end where one was not played
    last = [
        [13 if count > column.count(suit) else column.rfind(suit) for suit, count in enumerate(counts)]
        if len(cards) < 52
        else [column.rfind(0), column.rfind(1), column.rfind(2), column.rfind(3)]
        for column, counts in zip(columns, lengths, strict=True)
    ]
    north, east, south, west = last
    values = [cards.translate(table) for table in _STRENGTHS[strain]]
    places: list[int] = []
    leader = own = at = trick = 0
    while at < len(cards):
        led = suits[at + leader]
        end = at + 4
        count = suits.count(led, at, end)
        # whoever follows had a card of the suit: where others had one too, they did not follow
        if count < 4 and count < (
            (north[led] >= trick) + (east[led] >= trick) + (south[led] >= trick) + (west[led] >= trick)
        ):
            return None
        places += _PLACED[at + leader]
        worth = values[led][at:end]
        leader = worth.index(max(worth))
        own += leader & 1
        at = end
        trick += 1
    # the names of cards are shared, and not those of the file kept
    return [_NAMES[cards[place]] for place in places], own, leader
