"""Settling up: the difference in hundreds, with the house rule for an exact fifty, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.sheet import Totals

__all__ = ["ROUNDINGS", "Settlement", "hundreds", "settle"]

ROUNDINGS = ("up", "down", "loser", "none")


@dataclass(frozen=True, slots=True)
class Settlement:
    """What We get from They: `points` in hundreds, `money` in the unit of the stake; negative when We pay."""

    difference: int
    points: Fraction
    stake: Fraction
    unit: str = ""

    @property
    def money(self) -> Fraction:
        """Points times stake, exactly.

        >>> settle(Totals(1640, 770), stake=Fraction(1, 2)).money
        Fraction(9, 2)
        """
        return self.points * self.stake


def hundreds(difference: int, rounding: str = "up") -> Fraction:
    """A difference of totals to the nearest hundred, in hundreds, with the sign kept.

    An exact fifty goes `up` (the winner gets the hundred), `down` (he does not) or in favour of the `loser` (who
    does not pay it, which is the same); `none` does not round at all. House rule: no law speaks of it.

    >>> [str(hundreds(850, rounding)) for rounding in ROUNDINGS], str(hundreds(-870))
    (['9', '8', '8', '17/2'], '-9')
    """
    if rounding not in ROUNDINGS:
        raise ConditionsError(
            _("rounding cannot be {rounding!r}; it can be {known}").format(
                rounding=rounding, known=", ".join(ROUNDINGS)
            )
        )
    if rounding == "none":
        return Fraction(difference, 100)
    whole, rest = divmod(abs(difference), 100)
    if rest > 50 or (rest == 50 and rounding == "up"):
        whole += 1
    return Fraction(-whole if difference < 0 else whole)


def settle(
    totals: Totals | tuple[int, int], *, rounding: str = "up", stake: Fraction | int = 1, unit: str = ""
) -> Settlement:
    """The settlement of two totals at a stake for every hundred points.

    >>> settle((770, 1640)).points
    Fraction(-9, 1)
    """
    difference = totals[0] - totals[1]
    return Settlement(difference, hundreds(difference, rounding), Fraction(stake), unit)
