"""What became of a board, for one side of a line: a closed set of kinds.

Only `Played` has tricks. Passed out, not played, sitting out and missing are four different facts, and
none of them is a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract

__all__ = [
    "Average",
    "Awarded",
    "BareScore",
    "Entry",
    "Missing",
    "NotPlayed",
    "Outcome",
    "PassedOut",
    "Played",
    "Real",
    "SitOut",
    "Unit",
    "Weighted",
]


@dataclass(frozen=True, slots=True)
class Played:
    """A contract and the tricks that declarer took, 0 to 13."""

    contract: Contract
    tricks: int

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise RecordError(_("{tricks} tricks cannot be; a deal has 0 to 13").format(tricks=self.tricks))

    @property
    def over(self) -> int:
        """Tricks above the contract; negative when it failed.

        >>> from overtrick.model.terms import Strain
        >>> Played(Contract(4, Strain.SPADES), 9).over
        -1
        """
        return self.tricks - self.contract.target

    def __str__(self) -> str:
        """The one text form, which reads back as the same value.

        >>> from overtrick.model.terms import Seat, Strain
        >>> str(Played(Contract(4, Strain.SPADES, declarer=Seat.NORTH), 11))
        '4S N +1'
        """
        declarer = f" {self.contract.declarer.value} " if self.contract.declarer else ""
        return f"{self.contract}{declarer}{f'{self.over:+d}' if self.over else '='}"


@dataclass(frozen=True, slots=True)
class PassedOut:
    """All four passed: a real score of nought."""

    def __str__(self) -> str:
        return "PASS"


@dataclass(frozen=True, slots=True)
class BareScore:
    """Points to North-South, written without their contract."""

    points: int

    def __str__(self) -> str:
        return f"{self.points:+d}"


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The board was not played here: no comparison, and less available."""

    def __str__(self) -> str:
        return "NP"


@dataclass(frozen=True, slots=True)
class SitOut:
    """The contestant had no opponents in this round."""

    def __str__(self) -> str:
        return "SITOUT"


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing is known yet."""

    def __str__(self) -> str:
        return "?"


class Average(Enum):
    """Artificial scores of Law 12C2, resolved once the contestant's own session is known."""

    PLUS = "AVE+"
    AVERAGE = "AVE"
    MINUS = "AVE-"


class Unit(Enum):
    """What an awarded number counts."""

    PERCENT = "percent"
    MATCHPOINTS = "matchpoints"
    IMPS = "imps"


@dataclass(frozen=True, slots=True)
class Awarded:
    """A score that a director gave to one side: an average, a percentage, matchpoints or IMPs."""

    value: Average | Fraction
    unit: Unit = Unit.PERCENT

    def __post_init__(self) -> None:
        if isinstance(self.value, Fraction) and self.unit is Unit.PERCENT and not 0 <= self.value <= 100:
            raise RecordError(_("an award of {value} % cannot be; it goes from 0 to 100").format(value=self.value))


@dataclass(frozen=True, slots=True)
class Weighted:
    """Law 12C1(c): outcomes with weights that sum to one."""

    parts: tuple[tuple[Fraction, Played | PassedOut | BareScore], ...]

    def __post_init__(self) -> None:
        total = sum((weight for weight, _ in self.parts), Fraction(0))
        if total != 1 or any(weight <= 0 for weight, _ in self.parts):
            raise RecordError(
                _("the weights of a weighted score come to {total} %, not to 100 %").format(total=total * 100)
            )


Real: TypeAlias = Played | PassedOut | BareScore
Outcome: TypeAlias = Played | PassedOut | BareScore | NotPlayed | SitOut | Missing | Awarded | Weighted


@dataclass(frozen=True, slots=True)
class Entry:
    """What was written on one line: an outcome for each side, the same for both unless a ruling split it."""

    ns: Outcome
    ew: Outcome

    @classmethod
    def both(cls, outcome: Outcome) -> Entry:
        """The same outcome for both sides.

        >>> Entry.both(PassedOut()).ew
        PassedOut()
        """
        return cls(outcome, outcome)
