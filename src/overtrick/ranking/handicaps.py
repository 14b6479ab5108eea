"""Handicaps from the players' average percentages, added to the percentage of a session."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.ranking.numbers import Number, exact

__all__ = ["handicap", "handicap_by_share", "with_handicap"]


def handicap(averages: Sequence[Number]) -> Fraction:
    """Fifty less the mean of the players' averages, per cent (common club practice; Perth BC).

    >>> handicap([55.2, 48.1])
    Fraction(-33, 20)
    """
    return 50 - _mean(averages)


def handicap_by_share(averages: Sequence[Number], *, share: Number = 1, base: Number = 65) -> Fraction:
    """A stated share of what the mean average falls short of a base, never below nought (ACBL: 90-100 % of 65).

    >>> handicap_by_share([50, 52], share=0.9)
    Fraction(63, 5)
    """
    return max(exact(share) * (exact(base) - _mean(averages)), Fraction(0))


def with_handicap(percent: Number, allowance: Number) -> Fraction:
    """The percentage with its handicap.

    >>> with_handicap(52, handicap([44, 46]))
    Fraction(57, 1)
    """
    return exact(percent) + exact(allowance)


def _mean(averages: Sequence[Number]) -> Fraction:
    if not averages:
        raise InputError(_("a handicap wants the average of at least one player"))
    return sum((exact(average) for average in averages), Fraction(0)) / len(averages)
