"""How much each deal counts, exactly: the distinct weights, and which of them each deal has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = ["Weights", "exact_weight"]


def exact_weight(value: Any) -> Fraction | None:
    """A weight as it is written in decimals, so that 0.1 is a tenth; None for what is none or is below 0.

    >>> exact_weight(0.1), exact_weight("1/3"), exact_weight(float("nan"))
    (Fraction(1, 10), Fraction(1, 3), None)
    """
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
    return found if found >= 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The distinct weights, and for each deal the place of its own among them."""

    distinct: tuple[Fraction, ...]
    places: npt.NDArray[np.intp]

    @classmethod
    def of(cls, values: Any, deals: int) -> Weights:
        """The weights of so many deals, from whole numbers, fractions or decimals.

        Raises InputError where there are not as many as deals, and with the number of the first deal, counted from 1,
        whose weight is none or is below 0.

        >>> Weights.of([0.5, 2, 0.5], 3).distinct
        (Fraction(1, 2), Fraction(2, 1))
        """
        column = list(values) if isinstance(values, Iterable) else [values]
        if len(column) != deals:
            raise InputError(
                _("{found} weights for {deals} deals; one for each is wanted").format(found=len(column), deals=deals)
            )
        written = [str(value) for value in column]
        known: dict[str, Fraction] = {}
        for number, text in enumerate(written, 1):
            if text not in known:
                found = exact_weight(text)
                if found is None:
                    raise InputError(
                        _("deal {number}: {value} is not a weight from 0 on").format(number=number, value=text)
                    )
                known[text] = found
        distinct = tuple(sorted(set(known.values())))
        place = {weight: number for number, weight in enumerate(distinct)}
        places = {text: place[weight] for text, weight in known.items()}
        return cls(distinct, np.array([places[text] for text in written], dtype=np.intp))

    def some(self, chosen: Any) -> Weights:
        """The weights of the deals that are chosen."""
        return Weights(self.distinct, self.places[chosen])

    def counting(self) -> npt.NDArray[np.bool_]:
        """Which deals count at all."""
        found: npt.NDArray[np.bool_] = np.array([weight > 0 for weight in self.distinct], dtype=np.bool_)[self.places]
        return found
