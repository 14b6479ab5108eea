"""The hands of boards as a set of hands of USEBIO."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from overtrick.formats.usebio_extra import HANDS, Extra, attributes, in_order
from overtrick.formats.usebio_write_lines import board_head, element
from overtrick.model.event import Traveller
from overtrick.model.terms import Seat

__all__ = ["handset"]

_DIRECTIONS = {Seat.NORTH: "North", Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West"}


def handset(travellers: Sequence[Traveller], extra: Extra = ()) -> Iterator[str]:
    """The hands of boards, those of each number once; nothing where there are none. `extra` is that of the event."""
    dealt = {one.board.number: one for one in travellers if one.deal}
    if not dealt:
        return
    yield f"<HANDSET{attributes(extra, HANDS, 'HANDSET/')}>"
    yield from in_order((), extra, HANDS, (), "HANDSET/")
    for one in dealt.values():
        yield "<BOARD>"
        yield from board_head(one.board)
        for seat, hand in zip(Seat, one.deal.hands if one.deal else (), strict=False):
            if hand:
                suits = zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), hand.suits, strict=True)
                cards = "".join(element(suit, ranks) for suit, ranks in suits)
                yield f"<HAND>{element('DIRECTION', _DIRECTIONS[seat])}{cards}</HAND>"
        yield "</BOARD>"
    yield "</HANDSET>"
