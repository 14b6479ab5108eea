"""One board of a LIN file: its cards, calls and tricks, and what they came to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from overtrick.errors import FormatError, RecordError
from overtrick.formats.pbn_auction import Auction, hold_auction, read_call
from overtrick.formats.pbn_play import is_card, tricks_taken
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, Hand
from overtrick.model.outcome import Missing, Outcome, PassedOut, Played
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability

__all__ = ["LinBoard", "card_of", "read_lin_calls", "read_lin_deal", "read_lin_result", "read_lin_vulnerability"]

_DEALERS = {"1": Seat.SOUTH, "2": Seat.WEST, "3": Seat.NORTH, "4": Seat.EAST}
_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_SUIT = re.compile(r"([SHDC])([^SHDC]*)")
_CALL = re.compile(r"[1-7](?:NT|[CDHSN])|PASS|RDBL|DBL|XX|[PDRX]", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)
_VULNERABLE = {
    "o": Vulnerability.NONE, "0": Vulnerability.NONE, "-": Vulnerability.NONE, "n": Vulnerability.NS,
    "e": Vulnerability.EW, "b": Vulnerability.BOTH,
}  # fmt: skip
_STRAINS = {"C": Strain.CLUBS, "D": Strain.DIAMONDS, "H": Strain.HEARTS, "S": Strain.SPADES, "N": Strain.NOTRUMP}


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
    calls: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claimed: int | None = None
    guessed: bool = False

    def auction(self, dealer: Seat) -> Auction:
        """The auction as far as it is there."""
        return hold_auction(dealer, self.calls)

    def outcome(self, dealer: Seat) -> tuple[Outcome, str]:
        """What the board came to, and a remark where that is not known.

        >>> LinBoard(1, calls=["P"] * 4).outcome(Seat.EAST)
        (PassedOut(), '')
        >>> LinBoard(1, calls=["P"] * 3).outcome(Seat.EAST)
        (Missing(), 'auction incomplete')
        """
        auction = self.auction(dealer)
        if auction.passed_out:
            return PassedOut(), ""
        contract = auction.contract
        if contract is None or contract.declarer is None:
            return Missing(), _("auction incomplete") if self.calls else ""
        tricks = self.claimed
        if tricks is None:
            leader, side = contract.declarer.next, contract.declarer.side
            tricks = tricks_taken(leader, self.cards, contract.strain, side, self.deal)
        if tricks is None:
            return Missing(), f"{contract} {contract.declarer.value} ?"
        return Played(contract, tricks), ""


def read_lin_deal(text: str) -> tuple[Seat | None, Deal | None]:
    """Dealer and hands of an `md` value: South, West, North, and East where it is written.

    Raises FormatError for cards that cannot be.

    >>> str(read_lin_deal("3S6789AH34AD35TC8J,S4JKH5JQD7JC679QA,S35H29D24KC2345TK,")[1].east)
    'QT2.KT876.AQ986.'
    """
    plain = text.strip()
    dealer = None
    if plain[:1].isdigit():
        dealer = _DEALERS.get(plain[0])
        plain = plain[1:]
    hands = [_hand(part.strip().upper()) for part in plain.split(",")[:4]]
    hands += [None] * (4 - len(hands))
    if not any(hands):
        return dealer, None
    seated = dict(zip(_ORDER, hands, strict=True))
    try:
        return dealer, Deal(*(seated[seat] for seat in Seat)).completed()
    except RecordError as fault:
        raise FormatError(str(fault)) from None


def _hand(text: str) -> Hand | None:
    if not text:
        return None
    suits = dict.fromkeys("SHDC", "")
    for suit, ranks in _SUIT.findall(text):
        suits[suit] += ranks
    if not any(suits.values()):
        return None
    try:
        return Hand.of(*suits.values())
    except RecordError as fault:
        raise FormatError(str(fault)) from None


def read_lin_calls(text: str) -> list[str]:
    """The calls of an `mb` value, which may hold several; alert marks are taken off.

    Raises FormatError for what is no call.

    >>> read_lin_calls("pp1N!"), read_lin_calls("d")
    (['P', 'P', '1N'], ['X'])
    """
    plain = re.sub(r"[!?\s-]", "", text)
    found = _CALL.findall(plain)
    if "".join(found) != plain:
        raise FormatError(_("{found} is no call").format(found=repr(text[:20])))
    return [call for call in map(read_call, found) if call]


def read_lin_vulnerability(text: str) -> Vulnerability | None:
    """The vulnerability of an `sv` value: o, n, e or b; None where it is empty.

    >>> read_lin_vulnerability("b")
    <Vulnerability.BOTH: 'both'>
    """
    plain = text.strip().casefold()
    if not plain:
        return None
    if plain not in _VULNERABLE:
        raise FormatError(_("{found} is no vulnerability; write o, n, e or b").format(found=repr(text[:20])))
    return _VULNERABLE[plain]


def read_lin_result(text: str) -> Outcome | None:
    """An entry of an `rs` list; None where it is empty, which is a board not played.

    >>> str(read_lin_result("4SWx-4")), read_lin_result("PASS"), read_lin_result("")
    ('4SX W -4', PassedOut(), None)
    """
    plain = text.strip()
    if not plain:
        return None
    if plain.upper() in ("PASS", "P", "AP"):
        return PassedOut()
    found = _RESULT.fullmatch(plain)
    wrong = FormatError(_("{found} is no result such as 4SWx-1").format(found=repr(plain[:20])))
    if found is None:
        raise wrong
    doubling = tuple(Doubling)[len(found[4])]
    contract = Contract(int(found[1]), _STRAINS[found[2][0].upper()], doubling, Seat(found[3].upper()))
    tricks = contract.target + (0 if found[5] == "=" else int(found[5]))
    if not 0 <= tricks <= 13:
        raise wrong
    return Played(contract, tricks)


def card_of(text: str) -> str:
    """A card in capitals, with T for the ten; raises FormatError for what is none.

    >>> card_of("h10")
    'HT'
    """
    card = text.strip().upper().replace("10", "T")
    if not is_card(card):
        raise FormatError(_("{found} is no card").format(found=repr(text[:20])))
    return card
