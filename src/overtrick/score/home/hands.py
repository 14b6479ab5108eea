"""The four hands of a deal, as far as honours need them."""

from __future__ import annotations

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Seat, Strain

__all__ = ["check_cards", "true_honours"]

_RANKS = "AKQJT98765432"
_SUITS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)


def _hands(cards: str) -> dict[Seat, tuple[str, ...]]:
    """Suits of each known hand, spades first; a hand written `-` is not known."""
    first, _colon, rest = cards.partition(":")
    seat = Seat(first.strip().upper())
    hands: dict[Seat, tuple[str, ...]] = {}
    for text in rest.split():
        if text != "-":
            hands[seat] = tuple(suit.upper().replace("10", "T") for suit in text.split("."))
        seat = seat.next
    return hands


def check_cards(cards: str) -> None:
    """Refuse a diagram that is no deal: thirteen cards a hand, no card twice.

    >>> check_cards("N:AKQ.AKQ.AKQ.AKQ - - -")
    Traceback (most recent call last):
    ...
    overtrick.errors.RecordError: the cards are no deal: N holds 12 cards in 4 suits, not 13 in 4
    """
    if not cards:
        return
    seen: set[tuple[int, str]] = set()
    for seat, suits in _hands(cards).items():
        held = [(place, rank) for place, suit in enumerate(suits) for rank in suit]
        if len(suits) != 4 or len(held) != 13:
            raise RecordError(
                _("the cards are no deal: {seat} holds {count} cards in {suits} suits, not 13 in 4").format(
                    seat=seat.value, count=len(held), suits=len(suits)
                )
            )
        if any(rank not in _RANKS for _place, rank in held) or len(set(held)) != 13 or seen & set(held):
            raise RecordError(
                _(
                    "the cards are no deal: {seat} holds a rank that does not exist, or a card that is there twice"
                ).format(seat=seat.value)
            )
        seen |= set(held)


def true_honours(cards: str, strain: Strain) -> tuple[Seat, int] | None:
    """The hand with four or five trump honours, or four aces at no-trump, and how many it holds.

    >>> true_honours("N:AKQJ.432.432.432 - - -", Strain.SPADES)
    (<Seat.NORTH: 'N'>, 4)
    >>> true_honours("N:AKQJ.432.432.432 - - -", Strain.NOTRUMP) is None
    True
    """
    for seat, suits in _hands(cards).items():
        if strain is Strain.NOTRUMP:
            count = sum("A" in suit for suit in suits)
        else:
            count = sum(rank in "AKQJT" for rank in suits[_SUITS.index(strain)])
        if count >= 4:
            return seat, count
    return None
