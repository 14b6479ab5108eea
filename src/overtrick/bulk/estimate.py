"""What a sample of deals tells of all deals: exact sums, and estimates of how far off they may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.quantiles import normal_factor, share_between, student_factor
from overtrick.bulk.weights import Weights
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _

__all__ = ["Estimate", "deals_needed", "simultaneous"]

_AT_ONCE = 1 << 20  # counts drawn in one go of the bootstrap
_MOST_RATIO = 1e6  # of a spread to a margin; it takes more than a million million deals


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number measured on each deal of a sample, kept as its exact distribution.

    `values` are numbers in rising order, in `unit`-ths, and `counts` how many deals have each; where deals weigh
    differently, `weights` says what each of those deals weighs, and a value is there once for each weight. A `share`
    lies between 0 and 1 on every deal. Whatever is `int` or `Fraction` is exact for these deals; whatever is `float`
    estimates what is true of all such deals. Two estimates with one unit add up, as if their deals had been counted
    together.

    >>> swing = Estimate.of([10, 10, -6, 0])
    >>> swing.mean, swing.deals, round(swing.standard_error, 3)
    (Fraction(7, 2), 4, 3.948)
    """

    values: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    unit: int = 1
    share: bool = False
    weights: tuple[Fraction, ...] = ()

    @classmethod
    def of(
        cls,
        numbers: Iterable[int] | npt.NDArray[Any],
        unit: int = 1,
        *,
        share: bool = False,
        weights: Weights | Iterable[Any] | None = None,
    ) -> Estimate:
        """The distribution of whole numbers, in `unit`-ths, or of an array of truths; a deal of weight 0 is none.

        Raises InputError with the number of the deal, counted from 1, where one is not whole, or no share.

        >>> Estimate.of([1, 2, 1], unit=2)
        Estimate(values=(1, 2), counts=(2, 1), unit=2, share=False, weights=())
        """
        column = _whole_numbers(numbers)
        if share and len(column) and (column.min() < 0 or column.max() > unit):
            number = int(((column < 0) | (column > unit)).argmax()) + 1
            raise InputError(_("deal {number}: a share lies between 0 and 1").format(number=number))
        if weights is None:
            values, counts = np.unique(column, return_counts=True)
            return cls(tuple(values.tolist()), tuple(counts.tolist()), unit, share)
        known = weights if isinstance(weights, Weights) else Weights.of(weights, len(column))
        counting = known.counting()
        column, known = column[counting], known.some(counting)
        values, places = np.unique(column, return_inverse=True)
        size = len(known.distinct) or 1
        pairs, counts = np.unique(places.ravel() * size + known.places, return_counts=True)
        return cls(
            tuple(values[pairs // size].tolist()),
            tuple(counts.tolist()),
            unit,
            share,
            tuple(known.distinct[place] for place in (pairs % size).tolist()),
        )

    def __add__(self, other: Estimate) -> Estimate:
        """Both samples as one. Raises ConditionsError for estimates in different units, or a share and none."""
        if not (self.deals and other.deals):
            kept = self if self.deals else other
            return kept if self.unit == other.unit else _different()
        if (self.unit, self.share) != (other.unit, other.share):
            return _different()
        found: dict[tuple[int, Fraction], int] = {}
        for value, count, weight in (*self._rows(), *other._rows()):
            found[value, weight] = found.get((value, weight), 0) + count
        ordered = sorted(found.items())
        return Estimate(
            tuple(value for (value, _weight), _count in ordered),
            tuple(count for _pair, count in ordered),
            self.unit,
            self.share,
            tuple(weight for (_value, weight), _count in ordered) if self.weights or other.weights else (),
        )

    def _rows(self) -> Iterable[tuple[int, int, Fraction]]:
        weights = self.weights or (Fraction(1),) * len(self.values)
        return zip(self.values, self.counts, weights, strict=True)

    def _whole_weights(self) -> tuple[int, ...]:
        """The weights in a unit in which all are whole."""
        if not self.weights:
            return (1,) * len(self.values)
        unit = lcm(*(weight.denominator for weight in self.weights))
        return tuple(weight.numerator * (unit // weight.denominator) for weight in self.weights)

    def _moments(self, power: int) -> tuple[int, int, int]:
        """Sums over the deals of the weight to a power, times 1, the number, and its square; in `unit`-ths."""
        found = [0, 0, 0]
        for value, count, weight in zip(self.values, self.counts, self._whole_weights(), strict=True):
            part = count * weight**power
            found[0] += part
            found[1] += part * value
            found[2] += part * value * value
        return found[0], found[1], found[2]

    @property
    def deals(self) -> int:
        """How many deals were measured."""
        return sum(self.counts)

    @property
    def total(self) -> Fraction:
        """The exact sum over the deals, each times its weight."""
        return sum((weight * (value * count) for value, count, weight in self._rows()), Fraction(0)) / self.unit

    @property
    def mean(self) -> Fraction:
        """The exact mean of the deals, by their weights; 0 where there is none."""
        mass, first, _square = self._moments(1)
        return Fraction(first, mass * self.unit) if mass else Fraction(0)

    @property
    def effective(self) -> Fraction:
        """How many deals of equal weight tell as much: the squared sum of the weights over the sum of their squares.

        >>> Estimate.of([1, 2, 3], weights=[1, 1, 2]).effective
        Fraction(8, 3)
        """
        mass, squares = self._moments(1)[0], self._moments(2)[0]
        return Fraction(mass * mass, squares) if squares else Fraction(0)

    @property
    def variance(self) -> Fraction | None:
        """The exact variance of the sample, divided by one less than its deals; None where it has fewer than two."""
        deals = self.deals
        mass, first, second = self._moments(1)
        if deals < 2 or not mass:
            return None
        spread = Fraction(second, mass) - Fraction(first, mass) ** 2
        return spread / self.unit**2 * Fraction(deals, deals - 1)

    @property
    def spread(self) -> float | None:
        """Estimated standard deviation from deal to deal; None where there are fewer than two."""
        variance = self.variance
        return None if variance is None else sqrt(variance)

    def _error_squared(self) -> Fraction | None:
        """The variance of the mean: for weights as that of a ratio of two sums."""
        deals = self.deals
        mass, first, _square = self._moments(1)
        if deals < 2 or not mass:
            return None
        middle = Fraction(first, mass)
        squares, cross, whole = self._moments(2)
        found = (whole - 2 * middle * cross + middle * middle * squares) / (mass * mass)
        return found / self.unit**2 * Fraction(deals, deals - 1)

    @property
    def standard_error(self) -> float | None:
        """Estimated standard error of the mean; None where there are fewer than two deals."""
        squared = self._error_squared()
        return None if squared is None else sqrt(squared)

    @property
    def no_limits(self) -> str | None:
        """Why there are no limits of the true mean, in words; None where there are.

        A single deal has no spread, and deals that are all alike show none; but of a share that was 0 or 1 on every
        deal it can be told how far from there it may be.

        >>> Estimate.of([450, 450, 450]).no_limits
        'no limits: all 3 deals alike'
        """
        deals = self.deals
        if deals < 2:
            return _("no limits: fewer than two deals")
        if self.values[0] == self.values[-1] and not (self.share and self.values[0] in (0, self.unit)):
            return _("no limits: all {deals} deals alike").format(deals=deals)
        return None

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Estimated limits of the true mean; None where the sample tells none, for the reason in `no_limits`.

        Of a mean they are those of Student's t, of a share those of E. B. Wilson (J. Am. Stat. Assoc. 22, 1927), which
        never leave 0 to 1; with ties, or with deals of different weight, for as many deals as tell so much.
        Raises ConditionsError for a confidence that is not between 0 and 1.

        >>> [round(limit, 2) for limit in Estimate.of([10, 10, -6, 0]).interval()]
        [-9.06, 16.06]
        >>> [round(limit, 3) for limit in Estimate.of([0] * 50, share=True).interval()]
        [0.0, 0.071]
        """
        normal = normal_factor(confidence)
        squared = self._error_squared()
        if squared is None or self.no_limits is not None:
            return None
        factor = student_factor(confidence, max(1, int(self.effective) - 1))
        mean = float(self.mean)
        if not self.share:
            reach = factor * sqrt(squared)
            return mean - reach, mean + reach
        plain = not self.weights and set(self.values) <= {0, self.unit}
        return self._wilson(squared, normal if plain or not squared else factor, plain=plain)

    def _wilson(self, squared: Fraction, factor: float, *, plain: bool) -> tuple[float, float]:
        mean = self.mean
        # a share of yes and no has the spread that its mean says; ties have less of it, and so are worth more deals
        size = float(self.effective if plain or not squared else mean * (1 - mean) / squared)
        square = factor * factor / size
        share = float(mean)
        middle = (share + square / 2) / (1 + square)
        reach = sqrt(square * float(mean * (1 - mean)) + square * square / 4) / (1 + square)
        low = middle - reach if mean else 0.0
        high = middle + reach if mean != 1 else 1.0
        return max(low, 0.0), min(high, 1.0)

    def bootstrap(
        self, confidence: float = 0.95, *, resamples: int = 2000, seed: int = 1
    ) -> tuple[float, float] | None:
        """Estimated limits of the true mean, from means of samples drawn again out of this one.

        It does not lean on any distribution; the same seed gives the same limits. None where deals are all alike, or
        fewer than two: what is drawn out of them does not differ. Raises ConditionsError for a confidence that is not
        between 0 and 1, or for no resamples.

        >>> Estimate.of([10, 10, -6, 0]).bootstrap(seed=7)
        (-3.0, 10.0)
        """
        share_between(confidence)
        if resamples < 1:
            raise ConditionsError(_("resamples={resamples} is not a number from 1 on").format(resamples=resamples))
        deals = self.deals
        if deals < 2 or self.values[0] == self.values[-1]:
            return None
        chance = np.random.default_rng(seed)
        shares = np.array(self.counts, dtype=np.float64) / deals
        values = np.array(self.values, dtype=np.float64) / self.unit
        weights = np.array([float(weight) for _value, _count, weight in self._rows()])
        at_once = max(1, _AT_ONCE // len(values))
        means = []
        for done in range(0, resamples, at_once):
            drawn = chance.multinomial(deals, shares, size=min(at_once, resamples - done))
            means.append(drawn @ (weights * values) / (drawn @ weights))
        tail = (1 - confidence) / 2
        low, high = np.quantile(np.concatenate(means), [tail, 1 - tail])
        return float(low), float(high)


def _different() -> Estimate:
    raise ConditionsError(_("estimates in different units do not add up"))


def _whole_numbers(numbers: Iterable[int] | npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The numbers as a column of integers; InputError with the first deal that has none."""
    if isinstance(numbers, np.ndarray) and numbers.dtype.kind in "iub":
        return numbers.astype(np.int8) if numbers.dtype.kind == "b" else numbers
    rows = list(numbers)
    for number, value in enumerate(rows, 1):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or abs(int(value)) >= 1 << 62:
            raise InputError(
                _("deal {number}: {value!r} is not a whole number of a sensible size").format(
                    number=number, value=value
                )
            )
    return np.array(rows, dtype=np.int64)


def deals_needed(
    estimate: Estimate | float, margin: float, *, confidence: float = 0.95, power: float | None = None
) -> int:
    """About how many deals bring the mean within a margin of the truth, given a first sample or its spread.

    With `power`, how many show a true difference as large as the margin to be more than chance, so often as that.
    By Student's t, as `Estimate.interval` is. Raises ConditionsError for a margin or a spread that is not above 0, for
    shares that are not between 0 and 1, and for a sample that tells no spread: fewer than two deals, or all alike.

    >>> deals_needed(6.0, 0.25), deals_needed(6.0, 0.25, power=0.8)
    (2216, 4523)
    """
    spread = _spread_of(estimate) if isinstance(estimate, Estimate) else float(estimate)
    for name, value in (("margin", margin), ("spread", spread)):
        if not value > 0:
            raise ConditionsError(_("{name}={value} is not above 0").format(name=name, value=value))
    ratio = spread / margin
    if not ratio < _MOST_RATIO:
        raise ConditionsError(_("no number of deals brings a spread of {spread} so near").format(spread=spread))
    found = max(2, ceil(_reach(confidence, power, None) ** 2 * ratio**2))
    while found < _reach(confidence, power, found - 1) ** 2 * ratio**2:
        found += 1
    return found


def _spread_of(sample: Estimate) -> float:
    error = sample.standard_error
    if not error:
        raise ConditionsError(_("deals that are all alike, or fewer than two, do not tell how many are needed"))
    return error * sqrt(sample.deals)


def _reach(confidence: float, power: float | None, freedom: int | None) -> float:
    """How many standard errors the margin must be, by so many degrees of freedom or by the normal distribution."""

    def factor(share: float) -> float:
        return normal_factor(share) if freedom is None else student_factor(share, freedom)

    own = factor(confidence)
    if power is None or share_between(power) == 0.5:
        return own
    asked = factor(abs(2 * power - 1))
    return own + asked if power > 0.5 else max(0.0, own - asked)


def simultaneous(confidence: float, intervals: int) -> float:
    """The confidence that each of several intervals needs for all of them to hold together (Bonferroni).

    Raises ConditionsError for a confidence that is not between 0 and 1, or for no interval.

    >>> round(simultaneous(0.95, 16), 6)
    0.996875
    """
    if intervals < 1:
        raise ConditionsError(_("{intervals} is not a number of intervals, from 1 on").format(intervals=intervals))
    return 1 - (1 - share_between(confidence)) / intervals
