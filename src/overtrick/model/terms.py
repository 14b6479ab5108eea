"""The words of the game, as closed types. No member is falsy or equal to a number."""

from __future__ import annotations

from enum import Enum

__all__ = ["Doubling", "Seat", "Side", "Strain", "Vulnerability"]


class _Term(Enum):
    """A closed word. Members are equal only to themselves, so their identity is hash enough, and a fast one."""

    __hash__ = object.__hash__


class Side(_Term):
    """A partnership: North-South or East-West."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> Side:
        """The other side.

        >>> Side.NS.opponents
        <Side.EW: 'EW'>
        """
        return Side.EW if self is Side.NS else Side.NS


class Seat(_Term):
    """One of the four positions, clockwise from North."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def side(self) -> Side:
        """The partnership that sits there.

        >>> Seat.EAST.side
        <Side.EW: 'EW'>
        """
        return Side.NS if self in (Seat.NORTH, Seat.SOUTH) else Side.EW

    @property
    def next(self) -> Seat:
        """The seat to the left, clockwise.

        >>> Seat.WEST.next
        <Seat.NORTH: 'N'>
        """
        order = tuple(Seat)
        return order[(order.index(self) + 1) % 4]


class Strain(_Term):
    """A suit or no-trump, in the order of the bidding."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    @property
    def is_minor(self) -> bool:
        """Clubs or diamonds.

        >>> Strain.CLUBS.is_minor, Strain.SPADES.is_minor
        (True, False)
        """
        return self in (Strain.CLUBS, Strain.DIAMONDS)

    @property
    def symbol(self) -> str:
        """The suit as printed.

        >>> Strain.HEARTS.symbol
        '♥'
        """
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}.get(self.value, "NT")


class Doubling(_Term):
    """Whether the contract was doubled or redoubled; `text` is what stands behind the contract."""

    UNDOUBLED = "undoubled"
    DOUBLED = "doubled"
    REDOUBLED = "redoubled"

    @property
    def text(self) -> str:
        """Nothing, `X` or `XX`.

        >>> Doubling.REDOUBLED.text
        'XX'
        """
        return "X" * self.index

    @property
    def index(self) -> int:
        """0, 1 or 2: the place in a table of three.

        >>> Doubling.DOUBLED.index
        1
        """
        return tuple(Doubling).index(self)


class Vulnerability(_Term):
    """Which sides are vulnerable on a board."""

    NONE = "none"
    NS = "NS"
    EW = "EW"
    BOTH = "both"

    def includes(self, side: Side) -> bool:
        """Whether a side is vulnerable.

        >>> Vulnerability.NS.includes(Side.NS), Vulnerability.NS.includes(Side.EW)
        (True, False)
        """
        return self is Vulnerability.BOTH or self.value == side.value

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read any usual spelling: none, love, -, o, NS, N-S, EW, E/W, both, all, b, game.

        >>> Vulnerability.parse("All "), Vulnerability.parse("n-s"), Vulnerability.parse("Love")
        (<Vulnerability.BOTH: 'both'>, <Vulnerability.NS: 'NS'>, <Vulnerability.NONE: 'none'>)
        """
        word = text.strip().casefold().replace("-", "").replace("/", "").replace(" ", "")
        for found, names in _SPELLINGS.items():
            if word in names:
                return found
        raise ValueError(f"{text!r} is not a vulnerability; write none, NS, EW or both")


_SPELLINGS: dict[Vulnerability, tuple[str, ...]] = {
    Vulnerability.NONE: ("none", "love", "", "o", "0", "nil", "neither"),
    Vulnerability.NS: ("ns", "n", "northsouth"),
    Vulnerability.EW: ("ew", "e", "we", "eastwest"),
    Vulnerability.BOTH: ("both", "all", "b", "game", "everybody", "everyone"),
}
