"""Contract and the result of playing it."""

from __future__ import annotations

from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Doubling, Seat, Strain

__all__ = ["Contract"]


@dataclass(frozen=True, slots=True)
class Contract:
    """Level 1 to 7, strain, doubling and declarer (`None` where nobody said who)."""

    level: int
    strain: Strain
    doubling: Doubling = Doubling.UNDOUBLED
    declarer: Seat | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise RecordError(_("level {level} does not exist; contracts go from 1 to 7").format(level=self.level))

    @property
    def target(self) -> int:
        """Tricks needed: six more than the level.

        >>> Contract(4, Strain.SPADES).target
        10
        """
        return self.level + 6

    def __str__(self) -> str:
        """The contract without the declarer.

        >>> str(Contract(3, Strain.NOTRUMP, Doubling.DOUBLED, Seat.EAST))
        '3NTX'
        """
        return f"{self.level}{self.strain.value}{self.doubling.text}"
