"""Named roundings: the only places where an exact number is cut."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = ["ROUNDINGS", "STEPS", "half_away", "round_value", "steps_of"]


def half_away(value: Fraction, step: Fraction) -> Fraction:
    """The nearest multiple of a step, halves away from nought.

    >>> half_away(Fraction(-25), Fraction(10)), half_away(Fraction(133, 8), Fraction(1, 100))
    (Fraction(-30, 1), Fraction(1663, 100))
    """
    count = (abs(value) / step + Fraction(1, 2)).__floor__()
    return count * step if value >= 0 else -count * step


STEPS = {"0.01": 100, "0.1": 10, "0.1-average": 10, "0.1-cut": 10, "integer": 1}
"""How many steps make one, by rounding."""

ROUNDINGS = ("exact", *STEPS)


def round_value(value: Fraction, rounding: str, *, average: Fraction = Fraction(0)) -> Fraction:
    """The value under a named rounding; `average` is half a top and matters for `0.1-average` only.

    >>> round_value(Fraction(3785, 100), "0.1-average", average=Fraction(20))
    Fraction(189, 5)
    """
    if rounding == "exact":
        return value
    if rounding not in STEPS:
        raise ConditionsError(
            _("no rounding {rounding!r}; known: {known}").format(rounding=rounding, known=", ".join(ROUNDINGS))
        )
    return Fraction(steps_of(value.numerator, value.denominator, rounding, 2 * average), STEPS[rounding])


def steps_of(num: Any, den: Any, rounding: str, top: Any = 0) -> Any:
    """How many steps num / den is rounded to, for whole numbers and for arrays of them; `den` is above nought.

    `rounding` is one of `STEPS`. Exact halves go away from nought, and under `0.1-average` toward half of `top` (EBU
    White Book 4.2.3).

    >>> steps_of(-5, 2, "integer"), steps_of(757, 20, "0.1-average", 40), steps_of(-199, 100, "0.1-cut")
    (-3, 378, -19)
    """
    size = num * STEPS[rounding]
    if rounding == "0.1-cut":
        return (size + (size < 0) * (den - 1)) // den
    down = 2 * num >= top * den if rounding == "0.1-average" else size < 0
    return (2 * size + den - down) // (2 * den)
