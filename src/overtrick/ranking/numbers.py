"""Reading numbers without loss, for results that are kept exact."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = ["Number", "exact"]

Number: TypeAlias = int | Fraction | Decimal | float


def exact(value: Number) -> Fraction:
    """The number as a fraction; a float stands for the decimal that it prints as.

    Raises `InputError` for NaN and infinity.

    >>> exact(55.2), exact(Decimal("0.5"))
    (Fraction(276, 5), Fraction(1, 2))
    """
    try:
        return Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    except (ValueError, OverflowError):
        raise InputError(_("{value!r} is not a number that a result can be").format(value=value)) from None
