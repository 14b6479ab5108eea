"""What a sample of deals tells of all deals: exact sums, and estimates of how far off they may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = ["Estimate", "deals_needed"]

_AT_ONCE = 1 << 20  # counts drawn in one go of the bootstrap


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number measured on each deal of a sample, kept as its exact distribution.

    `values` are the distinct numbers in rising order, in `unit`-ths, and `counts` how many deals have each. Whatever is
    `int` or `Fraction` is exact for these deals; whatever is `float` estimates what is true of all such deals. Two
    estimates with one unit add up, as if their deals had been counted together.

    >>> swing = Estimate.of([10, 10, -6, 0])
    >>> swing.mean, swing.deals, round(swing.standard_error, 3)
    (Fraction(7, 2), 4, 3.948)
    """

    values: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    unit: int = 1

    @classmethod
    def of(cls, numbers: Iterable[int] | npt.NDArray[Any], unit: int = 1) -> Estimate:
        """The distribution of whole numbers, in `unit`-ths.

        >>> Estimate.of([1, 2, 1], unit=2)
        Estimate(values=(1, 2), counts=(2, 1), unit=2)
        """
        column = numbers if isinstance(numbers, np.ndarray) else np.array(list(numbers), dtype=np.int64)
        values, counts = np.unique(column, return_counts=True)
        return cls(tuple(values.tolist()), tuple(counts.tolist()), unit)

    def __add__(self, other: Estimate) -> Estimate:
        """Both samples as one. Raises ConditionsError for estimates in different units."""
        if self.unit != other.unit:
            raise ConditionsError(_("estimates in different units do not add up"))
        found = dict(zip(self.values, self.counts, strict=True))
        for value, count in zip(other.values, other.counts, strict=True):
            found[value] = found.get(value, 0) + count
        ordered = sorted(found.items())
        return Estimate(tuple(value for value, _count in ordered), tuple(count for _value, count in ordered), self.unit)

    @property
    def deals(self) -> int:
        """How many deals were measured."""
        return sum(self.counts)

    @property
    def total(self) -> Fraction:
        """The exact sum over the deals."""
        return Fraction(sum(map(int.__mul__, self.values, self.counts)), self.unit)

    @property
    def mean(self) -> Fraction:
        """The exact mean of the deals; 0 where there is none."""
        return self.total / (self.deals or 1)

    @property
    def variance(self) -> Fraction | None:
        """The exact variance of the sample, divided by one less than its deals; None where it has fewer than two."""
        deals = self.deals
        if deals < 2:
            return None
        squares = sum(value * value * count for value, count in zip(self.values, self.counts, strict=True))
        return (Fraction(squares, self.unit**2) - self.total**2 / deals) / (deals - 1)

    @property
    def spread(self) -> float | None:
        """Estimated standard deviation from deal to deal; None where there are fewer than two."""
        variance = self.variance
        return None if variance is None else sqrt(variance)

    @property
    def standard_error(self) -> float | None:
        """Estimated standard error of the mean; None where there are fewer than two deals."""
        variance = self.variance
        return None if variance is None else sqrt(variance / self.deals)

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Estimated limits of the true mean, from the normal distribution; None where there are fewer than two deals.

        Raises ConditionsError for a confidence that is not between 0 and 1.

        >>> [round(limit, 2) for limit in Estimate.of([10, 10, -6, 0]).interval()]
        [-4.24, 11.24]
        """
        factor = _quantile(confidence)
        error = self.standard_error
        mean = float(self.mean)
        return None if error is None else (mean - factor * error, mean + factor * error)

    def bootstrap(
        self, confidence: float = 0.95, *, resamples: int = 2000, seed: int = 1
    ) -> tuple[float, float] | None:
        """Estimated limits of the true mean, from means of samples drawn again out of this one.

        It does not lean on the normal distribution; the same seed gives the same limits. None where there is no deal.
        Raises ConditionsError for a confidence that is not between 0 and 1, or for no resamples.

        >>> Estimate.of([10, 10, -6, 0]).bootstrap(seed=7)
        (-3.0, 10.0)
        """
        _quantile(confidence)
        if resamples < 1:
            raise ConditionsError(_("resamples={resamples} is not a number from 1 on").format(resamples=resamples))
        deals = self.deals
        if not deals:
            return None
        chance = np.random.default_rng(seed)
        shares = np.array(self.counts, dtype=np.float64) / deals
        values = np.array(self.values, dtype=np.float64) / self.unit
        at_once = max(1, _AT_ONCE // len(values))
        means = [
            chance.multinomial(deals, shares, size=min(at_once, resamples - done)) @ values / deals
            for done in range(0, resamples, at_once)
        ]
        tail = (1 - confidence) / 2
        low, high = np.quantile(np.concatenate(means), [tail, 1 - tail])
        return float(low), float(high)


def deals_needed(
    estimate: Estimate | float, margin: float, *, confidence: float = 0.95, power: float | None = None
) -> int:
    """About how many deals bring the mean within a margin of the truth, given a first sample or its spread.

    With `power`, how many show a true difference as large as the margin to be more than chance, so often as that.
    Raises ConditionsError for a margin that is not above 0, for shares that are not between 0 and 1, and for a sample
    of fewer than two deals, which has no spread.

    >>> deals_needed(6.0, 0.25), deals_needed(6.0, 0.25, power=0.8)
    (2213, 4521)
    """
    spread = estimate.spread if isinstance(estimate, Estimate) else estimate
    if spread is None:
        raise ConditionsError(_("a sample of fewer than two deals does not tell how many are needed"))
    if not margin > 0:
        raise ConditionsError(_("margin={margin} is not above 0").format(margin=margin))
    factor = _quantile(confidence)
    if power is not None:
        factor += NormalDist().inv_cdf(_share(power))
    return max(1, ceil((factor * spread / margin) ** 2))


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + _share(confidence)) / 2)


def _share(value: float) -> float:
    if not 0 < value < 1:
        raise ConditionsError(_("{value} is not a share between 0 and 1, such as 0.95").format(value=value))
    return value
