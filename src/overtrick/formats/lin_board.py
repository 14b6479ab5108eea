"""One board of a LIN file: its cards, calls and tricks, and what they came to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from overtrick.errors import FormatError, RecordError
from overtrick.formats.lin_play import count_tricks, plain_contract
from overtrick.formats.pbn_auction import hold_auction
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.deal import RANKS, SUITS, Deal, Hand, in_order, whole_deal
from overtrick.model.outcome import Missing, Outcome, PassedOut, Played
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability

__all__ = [
    "CALLS",
    "CARDS",
    "LinBoard",
    "card_of",
    "read_lin_calls",
    "read_lin_deal",
    "read_lin_result",
    "read_lin_vulnerability",
]

_DEALERS = {"1": Seat.SOUTH, "2": Seat.WEST, "3": Seat.NORTH, "4": Seat.EAST}
_SOUTH = 2  # whose hand comes first
_SUIT = re.compile(r"([SHDC])([^SHDC]*)")
_PLAIN_HAND = "S([2-9TJQKA]*)H([2-9TJQKA]*)D([2-9TJQKA]*)C([2-9TJQKA]*)"
_PLAIN = re.compile(f"([1-4]?){_PLAIN_HAND},{_PLAIN_HAND},{_PLAIN_HAND},?(?:{_PLAIN_HAND})?")
_CALL = re.compile(r"([1-7](?:NT|[CDHSN])|PASS|RDBL|DBL|XX|[PDRX])(!*)", re.IGNORECASE)
_WORDS = {"P": "P", "PASS": "P", "D": "X", "DBL": "X", "X": "X", "R": "XX", "RDBL": "XX", "XX": "XX"}
_RESULT = re.compile(r"([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)
_PASSES = ["P"] * 4
_LONGEST_AUCTION = 320  # no legal one has more than 319 calls
_LONGEST_RESULT = 12
_LONGEST_DEAL = 200
_VULNERABLE = {
    "o": Vulnerability.NONE, "0": Vulnerability.NONE, "-": Vulnerability.NONE, "n": Vulnerability.NS,
    "e": Vulnerability.EW, "b": Vulnerability.BOTH,
}  # fmt: skip
_STRAINS = {"C": Strain.CLUBS, "D": Strain.DIAMONDS, "H": Strain.HEARTS, "S": Strain.SPADES, "N": Strain.NOTRUMP}

CARDS: dict[str, str] = {
    suit + rank: one[0] + one[1:].replace("10", "T")
    for one in (suit + rank for suit in SUITS for rank in (*RANKS, "10"))
    for suit in (one[0], one[0].lower())
    for rank in dict.fromkeys((one[1:], one[1:].lower()))
}
"""Every spelling of a card to suit and rank in capitals, with T for the ten."""


@dataclass(slots=True)
class LinBoard:
    """What has been read of a board. `room` is `o`, `c` or empty; `names` are South, West, North, East."""

    line: int
    number: int | None = None
    room: str = ""
    names: tuple[str, ...] = ()
    deal: Deal | None = None
    dealt: bool = False
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    calls: list[Call] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claimed: int | None = None
    comments: list[str] = field(default_factory=list)
    guessed: bool = False

    @property
    def played(self) -> bool:
        """Whether anything was called, played or claimed."""
        return bool(self.calls or self.cards) or self.claimed is not None

    def record(self) -> TableRecord | None:
        """What was written down of bidding and play; None where it is the opening lead alone, or nothing at all."""
        if not self.calls and len(self.cards) < 2 and self.claimed is None and not self.comments:
            return None
        return TableRecord(tuple(self.calls), tuple(self.cards), self.claimed, "\n".join(self.comments))

    def outcome(self, dealer: Seat) -> tuple[Outcome, str, str]:
        """What the board came to, a remark where that is not known, and the first fault of the auction.

        >>> LinBoard(1, calls=[Call("P")] * 4).outcome(Seat.EAST)
        (PassedOut(), '', '')
        >>> LinBoard(1, calls=[Call("P")] * 3).outcome(Seat.EAST)
        (Missing(), 'auction incomplete', '')
        """
        calls = [call.text for call in self.calls]
        contract, fault = plain_contract(dealer, calls), ""
        if contract is None:
            if not calls:
                return Missing(), "", ""
            if calls == _PASSES:
                return PassedOut(), "", ""
            auction = hold_auction(dealer, calls[:_LONGEST_AUCTION])
            fault = auction.faults[0][1] if auction.faults else ""
            if auction.passed_out:
                return PassedOut(), "", fault
            contract = auction.contract
            if contract is None or contract.declarer is None:
                return Missing(), _("auction incomplete"), fault
        tricks = self.claimed if self.claimed is not None else count_tricks(contract, self.cards, self.deal)
        if tricks is None:
            declarer = contract.declarer.value if contract.declarer else ""
            return Missing(), f"{contract} {declarer} ?", fault
        return Played(contract, tricks), "", fault


def read_lin_deal(text: str) -> tuple[Seat | None, Deal | None]:
    """Dealer and hands of an `md` value: South, West, North, and East where it is written.

    Raises FormatError for cards that cannot be.

    >>> str(read_lin_deal("3S6789AH34AD35TC8J,S4JKH5JQD7JC679QA,S35H29D24KC2345TK,")[1].east)
    'QT2.KT876.AQ986.'
    """
    plain = text.strip()
    try:
        # the two rooms of a match have the same cards; what is longer than a deal is not worth remembering
        return _deal(plain) if len(plain) < _LONGEST_DEAL else _other_deal(plain)
    except RecordError as fault:
        raise FormatError(str(fault)) from None


@lru_cache(maxsize=64)
def _deal(plain: str) -> tuple[Seat | None, Deal | None]:
    found = _PLAIN.fullmatch(plain.upper())
    if found is None:
        return _other_deal(plain)
    written = found.groups("")
    suits = list(map(in_order, written[1 : found.lastindex]))  # of three hands or of four
    return _DEALERS.get(written[0]), whole_deal(suits, _SOUTH) or _other_deal(plain)[1]


def _other_deal(plain: str) -> tuple[Seat | None, Deal | None]:
    """The same where hands are missing, or suits stand in another order or are left out."""
    dealer = None
    if plain[:1].isdigit():
        dealer = _DEALERS.get(plain[0])
        plain = plain[1:]
    hands = [_hand(part.strip().upper()) for part in plain.split(",", 4)[:4]]
    south, west, north, east = hands + [None] * (4 - len(hands))
    if not any(hands):
        return dealer, None
    return dealer, Deal(north, east, south, west).completed()


def _hand(text: str) -> Hand | None:
    suits = dict.fromkeys(SUITS, "")
    for suit, ranks in _SUIT.findall(text[:_LONGEST_DEAL]):
        suits[suit] += ranks
    return Hand.of(*suits.values()) if any(suits.values()) else None


def read_lin_calls(text: str) -> tuple[Call, ...]:
    """The calls of an `mb` value, which may hold several; `!` behind a call is an alert.

    Raises FormatError for what is no call.

    >>> read_lin_calls("p1N!"), read_lin_calls("d")
    ((Call(text='P', alert=None), Call(text='1N', alert='')), (Call(text='X', alert=None),))
    """
    plain = re.sub(r"[?\s-]", "", text).lstrip("!")
    found = _CALL.findall(plain)
    if sum(len(call) + len(mark) for call, mark in found) != len(plain):
        raise FormatError(_("{found} is no call").format(found=repr(text[:20])))
    return tuple(Call(_WORDS.get(call.upper()) or call[:2].upper(), "" if mark else None) for call, mark in found)


def _spellings() -> dict[str, Call]:
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "N", "NT")]
    calls = [call + mark for call in ("P", "D", "R", "X", "XX", *bids) for mark in ("", "!")]
    return {text: read_lin_calls(call)[0] for call in calls for text in (call, call.lower())}


CALLS = _spellings()
"""The usual spellings of one call."""


def read_lin_vulnerability(text: str) -> Vulnerability | None:
    """The vulnerability of an `sv` value: o, n, e or b; None where it is empty.

    >>> read_lin_vulnerability("b")
    <Vulnerability.BOTH: 'both'>
    """
    plain = text if text in _VULNERABLE else text.strip().casefold()
    if not plain:
        return None
    if plain not in _VULNERABLE:
        raise FormatError(_("{found} is no vulnerability; write o, n, e or b").format(found=repr(text[:20])))
    return _VULNERABLE[plain]


def read_lin_result(text: str) -> Outcome | None:
    """An entry of an `rs` list; None where it is empty, which is a board not played.

    Raises FormatError for what is no result.

    >>> str(read_lin_result("4SWx-4")), read_lin_result("PASS"), read_lin_result("")
    ('4SX W -4', PassedOut(), None)
    """
    plain = text.strip()
    if not plain:
        return None
    found = _result(plain.upper()) if len(plain) < _LONGEST_RESULT else None
    if found is None:
        raise FormatError(_("{found} is no result such as 4SWx-1").format(found=repr(plain[:20])))
    return found


@lru_cache(maxsize=4096)
def _result(plain: str) -> Outcome | None:
    if plain in ("PASS", "P", "AP"):
        return PassedOut()
    found = _RESULT.fullmatch(plain)
    if found is None:
        return None
    contract = Contract(int(found[1]), _STRAINS[found[2][0]], tuple(Doubling)[len(found[4])], Seat(found[3]))
    tricks = contract.target + (0 if found[5] == "=" else int(found[5]))
    return Played(contract, tricks) if 0 <= tricks <= 13 else None


def card_of(text: str) -> str:
    """A card in capitals, with T for the ten; raises FormatError for what is none.

    >>> card_of(" h10 ")
    'HT'
    """
    card = CARDS.get(text.strip())
    if card is None:
        raise FormatError(_("{found} is no card").format(found=repr(text[:20])))
    return card
