"""The cards: thirteen a hand, each card once, hands that nobody saw left open."""

from __future__ import annotations

from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Seat, Strain

__all__ = ["RANKS", "SUITS", "Deal", "Hand", "TrickTable"]

RANKS = "AKQJT98765432"
"""The cards of a suit from the highest down."""
SUITS = "SHDC"
"""The suits as a hand is written: spades, hearts, diamonds, clubs."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards, each suit as its ranks from the highest down (T for the ten).

    Raises RecordError for another number of cards, an unknown rank, or a card that is there twice.

    >>> Hand("", "KT", "J9865", "AQJ742").holds("DJ")
    True
    """

    spades: str
    hearts: str
    diamonds: str
    clubs: str

    def __post_init__(self) -> None:
        for suit, ranks in zip(SUITS, self.suits, strict=True):
            if len(set(ranks)) < len(ranks):
                raise RecordError(f"a card of {suit} {ranks} is there twice")
            for rank in ranks:
                if rank not in RANKS:
                    raise RecordError(f"{rank!r} is no rank; ranks are {RANKS}")
        if (count := sum(map(len, self.suits))) != 13:
            raise RecordError(f"a hand has 13 cards, not {count}")

    @classmethod
    def of(cls, spades: str, hearts: str, diamonds: str, clubs: str) -> Hand:
        """The hand of those suits in any order and case of letters; 10 stands for the ten as well.

        >>> str(Hand.of("k10a", "5432", "432", "432"))
        'AKT.5432.432.432'
        """
        plain = (suit.upper().replace("10", "T") for suit in (spades, hearts, diamonds, clubs))
        return cls(*("".join(sorted(suit, key=RANKS.find)) for suit in plain))

    @property
    def suits(self) -> tuple[str, str, str, str]:
        """Spades, hearts, diamonds and clubs."""
        return self.spades, self.hearts, self.diamonds, self.clubs

    @property
    def cards(self) -> frozenset[str]:
        """The cards, each as suit and rank."""
        return frozenset(suit + rank for suit, ranks in zip(SUITS, self.suits, strict=True) for rank in ranks)

    def holds(self, card: str) -> bool:
        """Whether a card, such as `SK`, is in the hand."""
        return card[1:] != "" and card[:1] in SUITS and card[1:] in self.suits[SUITS.index(card[:1])]

    def __str__(self) -> str:
        """The four suits with dots between."""
        return ".".join(self.suits)


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands; `None` is a hand that is not known.

    Raises RecordError where one card is in two hands, or where no hand is known.
    """

    north: Hand | None
    east: Hand | None
    south: Hand | None
    west: Hand | None

    def __post_init__(self) -> None:
        known = [hand for hand in self.hands if hand]
        if not known:
            raise RecordError("a deal has no hand at all")
        for suit, *holdings in zip(SUITS, *(hand.suits for hand in known), strict=True):
            ranks = "".join(holdings)
            if len(set(ranks)) < len(ranks):
                twice = next(rank for rank in RANKS if ranks.count(rank) > 1)
                raise RecordError(f"{suit}{twice} is in two hands")

    @property
    def hands(self) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None]:
        """North, East, South and West."""
        return self.north, self.east, self.south, self.west

    def hand(self, seat: Seat) -> Hand | None:
        """The hand of one seat.

        >>> north = Hand("AKQ", "AKQ", "AKQ", "AKQJ")
        >>> Deal(north, None, None, None).hand(Seat.NORTH) is north
        True
        """
        return self.hands[tuple(Seat).index(seat)]

    def completed(self) -> Deal:
        """The same deal; where three hands are known, the fourth has the cards that are left."""
        if sum(hand is None for hand in self.hands) != 1:
            return self
        dealt = frozenset[str]().union(*(hand.cards for hand in self.hands if hand))
        left = Hand(*("".join(rank for rank in RANKS if suit + rank not in dealt) for suit in SUITS))
        return Deal(*(hand or left for hand in self.hands))

    def text(self, first: Seat = Seat.NORTH) -> str:
        """The deal in one line, clockwise from a seat, as PBN writes it.

        >>> Deal(Hand("AKQ", "AKQ", "AKQ", "AKQJ"), None, None, None).text(Seat.WEST)
        'W:- AKQ.AKQ.AKQ.AKQJ - -'
        """
        start = tuple(Seat).index(first)
        turned = self.hands[start:] + self.hands[:start]
        return f"{first.value}:" + " ".join(str(hand) if hand else "-" for hand in turned)


_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)


@dataclass(frozen=True, slots=True)
class TrickTable:
    """Tricks that each declarer takes in each strain when all play double dummy; `None` where it is not told.

    The twenty numbers go by declarer (N, S, E, W), each NT, S, H, D, C, as PBN and the analysers write them.
    Raises RecordError for another count of numbers, or for more than 13 tricks.

    >>> TrickTable(tuple(range(10)) * 2).of(Seat.SOUTH, Strain.SPADES)
    6
    """

    tricks: tuple[int | None, ...]

    def __post_init__(self) -> None:
        if len(self.tricks) != 20:
            raise RecordError(_("a double-dummy table has 20 numbers, not {count}").format(count=len(self.tricks)))
        for number in self.tricks:
            if number is not None and not 0 <= number <= 13:
                raise RecordError(_("{tricks} tricks cannot be; a deal has 0 to 13").format(tricks=number))

    def of(self, declarer: Seat, strain: Strain) -> int | None:
        """The tricks of one declarer in one strain."""
        return self.tricks[5 * _DECLARERS.index(declarer) + _STRAINS.index(strain)]
