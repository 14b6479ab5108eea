"""A board: its number, dealer and vulnerability (Law 2)."""

from __future__ import annotations

from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Seat, Vulnerability

__all__ = ["Board"]

_DEALERS = tuple(Seat)
_CYCLE = tuple(
    {"-": Vulnerability.NONE, "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.BOTH}[letter]
    for letter in "-nebneb-eb-nb-ne"
)


@dataclass(frozen=True, slots=True)
class Board:
    """A board. Explicit dealer and vulnerability win over what the number implies."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability

    @classmethod
    def numbered(cls, number: int, *, dealer: Seat | None = None, vulnerability: Vulnerability | None = None) -> Board:
        """The board of that number by Law 2 of 2017; numbers go on without limit.

        >>> Board.numbered(17) == Board(17, Seat.NORTH, Vulnerability.NONE)
        True
        >>> Board.numbered(7).vulnerability
        <Vulnerability.BOTH: 'both'>
        """
        if number < 1:
            raise RecordError(_("board {number} does not exist; boards are numbered from 1").format(number=number))
        return cls(
            number,
            dealer or _DEALERS[(number - 1) % 4],
            vulnerability or _CYCLE[(number - 1) % 16],
        )

    @property
    def agrees_with_number(self) -> bool:
        """Whether dealer and vulnerability are those that the number implies.

        >>> Board(2, Seat.NORTH, Vulnerability.NS).agrees_with_number
        False
        """
        turn = self.number - 1
        return self.dealer is _DEALERS[turn % 4] and self.vulnerability is _CYCLE[turn % 16]
