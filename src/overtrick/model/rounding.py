"""Named roundings: the only places where an exact number is cut."""

from __future__ import annotations

from fractions import Fraction

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = ["ROUNDINGS", "half_away", "half_even", "round_value"]


def half_away(value: Fraction, step: Fraction) -> Fraction:
    """The nearest multiple of a step, halves away from nought.

    >>> half_away(Fraction(-25), Fraction(10)), half_away(Fraction(133, 8), Fraction(1, 100))
    (Fraction(-30, 1), Fraction(1663, 100))
    """
    count = (abs(value) / step + Fraction(1, 2)).__floor__()
    return count * step if value >= 0 else -count * step


def half_even(value: Fraction, step: Fraction) -> Fraction:
    """The nearest multiple of a step, halves to the even multiple (ACBLscore manual).

    >>> half_even(Fraction(425), Fraction(10)), half_even(Fraction(435), Fraction(10))
    (Fraction(420, 1), Fraction(440, 1))
    """
    return round(value / step) * step


def _toward_average(value: Fraction, average: Fraction) -> Fraction:
    """To a tenth, an exact half toward the average (EBU White Book 4.2.3)."""
    tenths = value * 10
    whole = tenths.__floor__()
    rest = tenths - whole
    if rest == Fraction(1, 2):
        return Fraction(whole + (1 if value < average else 0), 10)
    return Fraction(whole + (1 if rest > Fraction(1, 2) else 0), 10)


ROUNDINGS = ("exact", "0.01", "0.1", "0.1-average", "0.1-cut", "integer")


def round_value(value: Fraction, rounding: str, *, average: Fraction = Fraction(0)) -> Fraction:
    """The value under a named rounding; `average` is half a top and matters for `0.1-average` only.

    >>> round_value(Fraction(3785, 100), "0.1-average", average=Fraction(20))
    Fraction(189, 5)
    """
    match rounding:
        case "exact":
            return value
        case "0.01":
            return half_away(value, Fraction(1, 100))
        case "0.1":
            return half_away(value, Fraction(1, 10))
        case "0.1-average":
            return _toward_average(value, average)
        case "0.1-cut":
            return Fraction((value * 10).__trunc__(), 10)
        case "integer":
            return half_away(value, Fraction(1))
        case _:
            raise ConditionsError(
                _("no rounding {rounding!r}; known: {known}").format(rounding=rounding, known=", ".join(ROUNDINGS))
            )
