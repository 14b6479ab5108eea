"""How many standard errors a confidence reaches to either side: by the normal distribution and by Student's t.

Student's distribution is the finite sum of Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and
26.7.4; for many degrees of freedom its quantile is their expansion 26.7.5.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = ["normal_factor", "share_between", "student_factor"]

_MANY = 1000
"""Degrees of freedom from which the expansion is as good as the sum."""


def share_between(value: float) -> float:
    """The value, if it lies between 0 and 1; else ConditionsError.

    >>> share_between(0.95)
    0.95
    """
    if not 0 < value < 1:
        raise ConditionsError(_("{value} is not a share between 0 and 1, such as 0.95").format(value=value))
    return value


def normal_factor(confidence: float) -> float:
    """Standard errors to either side that hold so much of the normal distribution.

    Raises ConditionsError for a confidence that is not between 0 and 1.

    >>> round(normal_factor(0.95), 4)
    1.96
    """
    return -NormalDist().inv_cdf((1 - share_between(confidence)) / 2)


@lru_cache(maxsize=1024)
def student_factor(confidence: float, freedom: int) -> float:
    """Standard errors to either side that hold so much of Student's distribution with so many degrees of freedom.

    Raises ConditionsError for a confidence that is not between 0 and 1, or for no freedom.

    >>> round(student_factor(0.95, 2), 4), round(student_factor(0.95, 30), 4)
    (4.3027, 2.0423)
    """
    share_between(confidence)
    if freedom < 1:
        raise ConditionsError(_("{freedom} is not a number of degrees of freedom, from 1 on").format(freedom=freedom))
    if freedom > _MANY:
        return _expanded(normal_factor(confidence), freedom)
    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        if _within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return tan(low) * sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """How much of the distribution lies within t = tan(angle) * sqrt(freedom) of 0."""
    side, near = sin(angle), cos(angle)
    odd = freedom % 2
    term = near if odd else 1.0
    total = 0.0 if freedom == 1 else term
    for place in range(2 + odd, freedom - 1, 2):
        term *= near * near * (place - 1) / place
        total += term
    return 2 / pi * (angle + side * total) if odd else side * total


def _expanded(normal: float, freedom: int) -> float:
    square = normal * normal
    parts = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return normal * (1 + sum(part / float(freedom) ** power for power, part in enumerate(parts, 1)))
