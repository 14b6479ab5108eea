"""What was written down of the bidding and the play at one table."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Call", "TableRecord"]


@dataclass(frozen=True, slots=True)
class Call:
    """A call in short (`P`, `X`, `XX`, `1C` to `7N`); `alert` is what was explained, "" an alert without words."""

    text: str
    alert: str | None = None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """The calls from the dealer on, the cards in the order in which they were played, and the tricks of a claim.

    A card is suit and rank (`ST`); `claim` counts all tricks of declarer's side; `comment` is for spectators.

    >>> TableRecord((Call("1N"), Call("P"), Call("P"), Call("P")), ("DA",), claim=7).claim
    7
    """

    calls: tuple[Call, ...] = ()
    cards: tuple[str, ...] = ()
    claim: int | None = None
    comment: str = ""
