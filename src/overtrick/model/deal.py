"""The cards: thirteen a hand, each card once, hands that nobody saw left open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Seat, Strain

__all__ = ["RANKS", "SUITS", "Deal", "Hand", "TrickTable", "in_order", "whole_deal"]

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
        spades, hearts, diamonds, clubs = self.spades, self.hearts, self.diamonds, self.clubs
        if len(spades) + len(hearts) + len(diamonds) + len(clubs) != 13 or (
            _mask(spades) < 0 or _mask(hearts) < 0 or _mask(diamonds) < 0 or _mask(clubs) < 0
        ):
            raise self._fault()

    def _fault(self) -> RecordError:
        for suit, ranks in zip(SUITS, self.suits, strict=True):
            if len(set(ranks)) < len(ranks):
                return RecordError(_("a card of {suit} {ranks} is there twice").format(suit=suit, ranks=ranks))
            if wrong := next((rank for rank in ranks if rank not in RANKS), ""):
                return RecordError(_("{rank!r} is no rank; ranks are {ranks}").format(rank=wrong, ranks=RANKS))
        return RecordError(_("a hand has 13 cards, not {count}").format(count=sum(map(len, self.suits))))

    @classmethod
    def of(cls, spades: str, hearts: str, diamonds: str, clubs: str) -> Hand:
        """The hand of those suits in any order and case of letters; 10 stands for the ten as well.

        >>> str(Hand.of("k10a", "5432", "432", "432"))
        'AKT.5432.432.432'
        """
        # what is longer than thirteen cards is refused, and not worth remembering
        return cls(*(in_order(suit) if len(suit) < 20 else suit for suit in (spades, hearts, diamonds, clubs)))

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
            raise RecordError(_("a deal has no hand at all"))
        seen = 0
        for hand in known:
            mask = _hand_mask(hand)
            if seen & mask:
                suit, rank = divmod((seen & mask).bit_length() - 1, 13)
                raise RecordError(_("{card} is in two hands").format(card=f"{SUITS[3 - suit]}{RANKS[12 - rank]}"))
            seen |= mask

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
        known = [hand for hand in self.hands if hand]
        if len(known) != 3:
            return self
        mask = _ALL - sum(map(_hand_mask, known))
        left = Hand(*(_ranks(mask >> shift & _SUIT) for shift in (39, 26, 13, 0)))
        return Deal(*(hand or left for hand in self.hands))

    def text(self, first: Seat = Seat.NORTH) -> str:
        """The deal in one line, clockwise from a seat, as PBN writes it.

        >>> Deal(Hand("AKQ", "AKQ", "AKQ", "AKQJ"), None, None, None).text(Seat.WEST)
        'W:- AKQ.AKQ.AKQ.AKQJ - -'
        """
        start = tuple(Seat).index(first)
        turned = self.hands[start:] + self.hands[:start]
        return f"{first.value}:" + " ".join(str(hand) if hand else "-" for hand in turned)


_BITS = {rank: 1 << 12 - place for place, rank in enumerate(RANKS)}
_SUIT = (1 << 13) - 1
_ALL = (1 << 52) - 1


@lru_cache(maxsize=1 << 14)
def _mask(ranks: str) -> int:
    """The ranks of a suit as bits, the ace highest; -1 where one is there twice or is none."""
    mask = 0
    for rank in ranks:
        bit = _BITS.get(rank, 0)
        if not bit or mask & bit:
            return -1
        mask |= bit
    return mask


@lru_cache(maxsize=1 << 14)
def in_order(suit: str) -> str:
    """A suit as `Hand` writes it: capitals, the highest card first, T for the ten. What is no rank comes first.

    >>> in_order("10k9a")
    'AKT9'
    """
    return "".join(sorted(suit.upper().replace("10", "T"), key=RANKS.find))


@lru_cache(maxsize=1 << 13)
def _ranks(mask: int) -> str:
    return "".join(rank for rank, bit in _BITS.items() if mask & bit)


def _hand_mask(hand: Hand) -> int:
    """The cards of a hand as bits of one number, the spade ace highest."""
    return _mask(hand.spades) << 39 | _mask(hand.hearts) << 26 | _mask(hand.diamonds) << 13 | _mask(hand.clubs)


class _Sorted(dict[str, int]):
    """Suits as bits, each written from the highest card down; what is no such suit is far below nought."""

    __slots__ = ()

    def __missing__(self, ranks: str) -> int:
        mask = _mask(ranks) if len(ranks) <= len(RANKS) else -1
        if mask < 0 or _ranks(mask) != ranks:
            return -1 << 20
        self[ranks] = mask
        return mask


_SORTED = _Sorted()
_NEW = object.__new__
_SET_S, _SET_H, _SET_D, _SET_C = (getattr(Hand, name).__set__ for name in ("spades", "hearts", "diamonds", "clubs"))
_SET_NORTH, _SET_EAST, _SET_SOUTH, _SET_WEST = (
    getattr(Deal, name).__set__ for name in ("north", "east", "south", "west")
)


def whole_deal(suits: Sequence[str], first: int = 0) -> Deal | None:
    """The deal of sixteen suits, four a hand, clockwise from North (0), East (1), South or West; None where it is not
    whole. Of twelve suits the fourth hand has what they leave.

    It is whole where all 52 cards are there, thirteen a hand, each suit written from the highest card down. All of this
    is checked here at once, and so the hands are made without the checks of their own.

    >>> suits = ["AKQJT98765432", "", "", "", ""] * 3 + ["AKQJT98765432"]
    >>> whole_deal(suits).south.diamonds, whole_deal(suits[::-1][1:] + suits[-1:])
    ('AKQJT98765432', None)
    >>> whole_deal(suits[:12], 2).east.clubs
    'AKQJT98765432'
    """
    bits = list(map(_SORTED.__getitem__, suits))
    if len(bits) == 12:
        left = [(_SUIT - bits[suit] - bits[suit + 4] - bits[suit + 8]) & _SUIT for suit in (0, 1, 2, 3)]
        bits += left
        suits = [*suits, *map(_ranks, left)]
    for suit in (0, 1, 2, 3):
        # a card that is there twice carries over, and so 52 cards come to all bits only where each is there once
        if bits[suit] + bits[suit + 4] + bits[suit + 8] + bits[suit + 12] != _SUIT:
            return None
    made = []
    for place in (0, 4, 8, 12):
        spades, hearts, diamonds, clubs = suits[place : place + 4]
        if len(spades) + len(hearts) + len(diamonds) + len(clubs) != 13:
            return None
        made.append(hand := _NEW(Hand))
        _SET_S(hand, spades)
        _SET_H(hand, hearts)
        _SET_D(hand, diamonds)
        _SET_C(hand, clubs)
    deal = _NEW(Deal)
    _SET_NORTH(deal, made[-first])
    _SET_EAST(deal, made[1 - first])
    _SET_SOUTH(deal, made[2 - first])
    _SET_WEST(deal, made[3 - first])
    return deal


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
