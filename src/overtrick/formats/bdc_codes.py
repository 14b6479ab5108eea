"""The numbers of the Bridgemate Data Connector: commands, queues, errors, results and cards.

Source: Bridge Systems, Bridgemate Data Connector developer's guide (pages Overview of communication, ResultDTO).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import Average, Awarded, Entry, NotPlayed, PassedOut, Played
from overtrick.model.terms import Doubling, Seat, Strain

__all__ = [
    "ERRORS",
    "INITIALIZE",
    "METHODS",
    "PING",
    "QUEUES",
    "SEATS",
    "SUITS",
    "UPDATE_GROUPS",
    "UPDATE_MOVEMENT",
    "Queue",
    "coded_card",
    "coded_entry",
    "entry_of",
    "lead_of",
    "said",
    "whole",
]

PING, INITIALIZE, UPDATE_MOVEMENT, UPDATE_GROUPS = 4, 5, 6, 8
"""Commands that are not about a queue."""


@dataclass(frozen=True, slots=True)
class Queue:
    """One kind of record, and the numbers of its commands; `data_type` marks an answer that holds such records."""

    name: str
    data_type: int
    put: int
    poll_new: int
    poll_all: int
    accept: int


QUEUES: dict[str, Queue] = {
    one.name: one
    for one in (
        Queue("results", 12, 10, 19, 23, 27),
        Queue("players", 10, 11, 20, 24, 28),
        Queue("seats", 11, 12, 21, 25, 29),
        Queue("hands", 13, 13, 22, 26, 30),
        Queue("calls", 21, 39, 36, 37, 38),
    )
}
"""What can be polled: results, player data, participations, hand records and calls for the director."""

ERRORS = (
    "None",
    "Busy",
    "NoData",
    "NoUpdates",
    "Movement",
    "Validation",
    "EntryUnknown",
    "Exception",
    "NotImplemented",
    "EmptyResponse",
    "NoConnection",
    "TimeOut",
    "WrongDataType",
    "UnexpectedCommand",
    "Unknown",
)
"""The names of ErrorType, by number."""

METHODS: dict[int, str] = {
    10: "matchpoints",
    **dict.fromkeys((20, 21, 22, 25, 26, 27), "butler"),
    **dict.fromkeys((30, 31, 35, 36), "cross-imps"),
    **dict.fromkeys((40, 50, 51), "team-imps"),
    60: "board-a-match",
}
"""Our method for each ScoringMethod; Patton (70) has none."""

SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
"""Seats by Direction, which counts from 1."""
_STRAINS = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)
_DOUBLINGS = tuple(Doubling)
_AVERAGES = tuple(product((Average.MINUS, Average.AVERAGE, Average.PLUS), repeat=2))  # Level -1 to -9, own side first
_NOT_PLAYED = -10
SUITS = "CDHS"
"""Suits by number, which counts from 1."""
_RANKS = "  23456789TJQKA"


def whole(record: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """A whole number between two bounds; what is not there is 0, as the vendor's programs take it.

    >>> whole({"Level": 4}, "Level", -10, 7), whole({"Level": None}, "Level", -10, 7)
    (4, 0)

    Raises RecordError for anything else.
    """
    value = record.get(name)
    if value is None:
        value = 0
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RecordError(
            _("{name} is {value}; it goes from {low} to {high}").format(
                name=name, value=repr(value)[:40], low=low, high=high
            )
        )
    return value


def said(record: Mapping[str, Any], name: str) -> str:
    """A text without spaces around it; empty where there is none, or where the value is none.

    >>> said({"Letters": " A "}, "Letters"), said({"Letters": None}, "Letters")
    ('A', '')
    """
    value = record.get(name)
    return value.strip() if isinstance(value, str) else ""


def entry_of(result: Mapping[str, Any]) -> Entry:
    """The outcome of a result for both sides. Averages are of the scoring side first (3 counts as North-South).

    Raises RecordError for numbers that stand for nothing.

    >>> print(entry_of({"Level": 4, "Denomination": 4, "DeclarerDirection": 1, "TotalTricks": 11}).ns)
    4S N +1
    >>> [side.value.value for side in (entry_of({"Level": -3}).ns, entry_of({"Level": -3}).ew)]
    ['AVE-', 'AVE+']
    """
    level = whole(result, "Level", _NOT_PLAYED, 7)
    if level == 0:
        return Entry.both(PassedOut())
    if level == _NOT_PLAYED:
        return Entry.both(NotPlayed())
    if level < 0:
        own, other = (Awarded(value) for value in _AVERAGES[-level - 1])
        return Entry(other, own) if whole(result, "ScoringDirection", 0, 3) == 2 else Entry(own, other)
    strain = _STRAINS[whole(result, "Denomination", 1, 5) - 1]
    doubling = _DOUBLINGS[whole(result, "Stake", 0, 2)]
    seat = SEATS[whole(result, "DeclarerDirection", 1, 4) - 1]
    return Entry.both(Played(Contract(level, strain, doubling, seat), whole(result, "TotalTricks", 0, 13)))


def coded_entry(entry: Entry) -> dict[str, int] | None:
    """The numbers of an outcome; None where a result cannot say it, as with other scores split between the sides.

    >>> coded_entry(Entry.both(Awarded(Average.AVERAGE)))["Level"], coded_entry(Entry(PassedOut(), NotPlayed()))
    (-5, None)
    """
    none = {"DeclarerDirection": 0, "Level": 0, "Denomination": 0, "Stake": 0, "TotalTricks": 0}
    ns, ew = entry.ns, entry.ew
    if isinstance(ns, Awarded) and isinstance(ew, Awarded):
        averages = (ns.value, ew.value)
        return {**none, "Level": -1 - _AVERAGES.index(averages)} if averages in _AVERAGES else None
    if ns != ew:
        return None
    if isinstance(ns, PassedOut):
        return none
    if isinstance(ns, NotPlayed):
        return {**none, "Level": _NOT_PLAYED}
    if not isinstance(ns, Played) or ns.contract.declarer is None:
        return None
    return {
        "DeclarerDirection": SEATS.index(ns.contract.declarer) + 1,
        "Level": ns.contract.level,
        "Denomination": _STRAINS.index(ns.contract.strain) + 1,
        "Stake": ns.contract.doubling.index,
        "TotalTricks": ns.tricks,
    }


def lead_of(result: Mapping[str, Any]) -> str:
    """The card that was led, as suit and rank; empty where none is told. Raises RecordError for no such card.

    >>> lead_of({"LeadCardRank": 14, "LeadCardSuit": 3})
    'HA'
    """
    rank = whole(result, "LeadCardRank", 0, 14)
    if rank == 0:
        return ""
    if rank == 1:
        raise RecordError(_("a card of rank 1 was led; ranks go from 2 to 14"))
    return SUITS[whole(result, "LeadCardSuit", 1, 4) - 1] + _RANKS[rank]


def coded_card(card: str) -> tuple[int, int]:
    """Rank and suit of a card as numbers, 0 and 0 for anything that is no card.

    >>> coded_card("HA"), coded_card("S10"), coded_card("")
    ((14, 3), (10, 4), (0, 0))
    """
    plain = card.strip().upper().replace("10", "T")
    if len(plain) != 2 or plain[0] not in SUITS or plain[1] not in _RANKS[2:]:
        return 0, 0
    return _RANKS.index(plain[1]), SUITS.index(plain[0]) + 1
