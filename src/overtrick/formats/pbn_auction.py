"""An auction: the calls in turn, whether it ended, and the contract and declarer that it led to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.terms import Doubling, Seat, Side, Strain

__all__ = ["Auction", "hold_auction", "read_call", "seat_after"]

_CALL = re.compile(r"([1-7])(C|D|H|S|NT?)")
_WORDS = {
    "P": "P", "PASS": "P", "--": "P",
    "X": "X", "D": "X", "DBL": "X", "DOUBLE": "X",
    "XX": "XX", "R": "XX", "RDBL": "XX", "REDOUBLE": "XX",
}  # fmt: skip
_STRAINS = {"C": Strain.CLUBS, "D": Strain.DIAMONDS, "H": Strain.HEARTS, "S": Strain.SPADES, "N": Strain.NOTRUMP}


@dataclass(frozen=True, slots=True)
class Auction:
    """What an auction came to. `contract` is `None` where it was passed out or has not ended."""

    calls: tuple[tuple[Seat, str], ...]
    ended: bool
    contract: Contract | None
    faults: tuple[tuple[int, str], ...] = ()

    @property
    def passed_out(self) -> bool:
        """Whether all four passed and nobody bid (Law 22A)."""
        return self.ended and self.contract is None


@dataclass(slots=True)
class _Bidding:
    seat: Seat
    calls: list[tuple[Seat, str]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    bid: str = ""
    bidder: Seat | None = None
    doubling: Doubling = Doubling.UNDOUBLED
    passes: int = 0
    ended: bool = False
    named: dict[tuple[Side, str], Seat] = field(default_factory=dict)

    def call(self, index: int, call: str, *, irregular: bool) -> None:
        if self.ended:
            self.fault(index, _("{call} comes after the end of the auction").format(call=call))
            return
        self.calls.append((self.seat, call))
        if call == "P":
            self.passes += 1
            self.ended = self.passes == (3 if self.bid else 4)
        else:
            self.passes = 0
            if call in ("X", "XX"):
                self.double(index, call)
            else:
                self.name(index, call, irregular=irregular)
        self.seat = self.seat.next

    def double(self, index: int, call: str) -> None:
        theirs = self.bidder is not None and self.bidder.side is not self.seat.side
        wanted = Doubling.UNDOUBLED if call == "X" else Doubling.DOUBLED
        if self.doubling is not wanted or theirs is not (call == "X") or not self.bid:
            self.fault(index, _("{seat} cannot call {call} here").format(seat=self.seat.value, call=call))
            return
        self.doubling = Doubling.DOUBLED if call == "X" else Doubling.REDOUBLED

    def name(self, index: int, call: str, *, irregular: bool) -> None:
        low = bool(self.bid) and _height(call) <= _height(self.bid)
        if low and not irregular:
            self.fault(index, _("{call} is not above {bid}").format(call=call, bid=self.bid))
        elif irregular and not low:
            self.fault(index, _("{call} is marked as insufficient and is not").format(call=call))
        self.bid, self.bidder, self.doubling = call, self.seat, Doubling.UNDOUBLED
        side = self.seat.side
        self.named.setdefault((side, call[1]), self.seat)

    def fault(self, index: int, text: str) -> None:
        self.faults.append((index, text))

    def result(self) -> Auction:
        contract = None
        if self.ended and self.bid and self.bidder is not None:
            declarer = self.named[self.bidder.side, self.bid[1]]
            contract = Contract(int(self.bid[0]), _STRAINS[self.bid[1]], self.doubling, declarer)
        return Auction(tuple(self.calls), self.ended, contract, tuple(self.faults))


def _height(bid: str) -> tuple[int, int]:
    return int(bid[0]), "CDHSN".index(bid[1])


def read_call(text: str) -> str | None:
    """A call in short: `P`, `X`, `XX`, `1C` to `7N`; None for what is no call. Alert marks are taken off.

    >>> [read_call(text) for text in ("pass", "2N!", "d", "7NT", "8C")]
    ['P', '2N', 'X', '7N', None]
    """
    plain = text.strip().rstrip("!?*").upper()
    if plain in _WORDS:
        return _WORDS[plain]
    found = _CALL.fullmatch(plain)
    return found[1] + found[2][0] if found else None


def hold_auction(first: Seat, calls: Sequence[str], *, insufficient: Iterable[int] = ()) -> Auction:
    """The auction that these calls make, in the short form of `read_call`, from the seat that calls first.

    `AP` stands for the passes that close it; an empty text is a turn that was skipped. Calls whose index is in
    `insufficient` may be too low (Law 27). Faults name the index of the call. Declarer is the first of the side who
    named the strain (Law 22).

    >>> str(hold_auction(Seat.NORTH, ["1S", "X", "P", "P", "P"]).contract)
    '1SX'
    >>> hold_auction(Seat.EAST, ["AP"]).passed_out, hold_auction(Seat.EAST, ["P", "P", "P"]).ended
    (True, False)
    """
    allowed = frozenset(insufficient)
    bidding = _Bidding(first)
    for index, call in enumerate(calls):
        if call == "AP":
            while not bidding.ended:
                bidding.call(index, "P", irregular=False)
        elif call:
            bidding.call(index, call, irregular=index in allowed)
        else:
            bidding.seat = bidding.seat.next
    return bidding.result()


def seat_after(first: Seat, turns: int) -> Seat:
    """The seat so many turns clockwise.

    >>> seat_after(Seat.SOUTH, 3)
    <Seat.EAST: 'E'>
    """
    order = tuple(Seat)
    return order[(order.index(first) + turns) % 4]
