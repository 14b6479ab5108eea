"""Estimates: exact sums, and limits that are what statistics say."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick as ot
from deal_tables import measured, slow_estimate, text_of

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk.simulate import Estimate, as_tables, break_even, compare_contracts, deals_needed  # noqa: E402


class TestEstimates:
    numbers = st.lists(st.integers(-5000, 5000), min_size=1, max_size=40)

    @given(numbers, st.integers(1, 12))
    def test_exact_sums(self, numbers: list[int], unit: int) -> None:
        found = Estimate.of(numbers, unit)
        assert found.deals == len(numbers)
        assert measured(found) == slow_estimate([Fraction(number, unit) for number in numbers])

    @given(numbers, numbers)
    def test_two_samples_add_up(self, first: list[int], second: list[int]) -> None:
        assert Estimate.of(first) + Estimate.of(second) == Estimate.of(first + second)
        assert Estimate() + Estimate.of(first) == Estimate.of(first)

    def test_sums_past_64_bits_are_exact(self) -> None:
        found = Estimate((-20_000, 20_000), (10**12, 3 * 10**12))
        assert found.mean == 10_000
        assert found.variance == Fraction(4 * 10**12 * 3 * 10**8, 4 * 10**12 - 1)

    def test_units_must_agree(self) -> None:
        with pytest.raises(ot.ConditionsError):
            Estimate.of([1], 2) + Estimate.of([1])

    def test_few_deals(self) -> None:
        assert Estimate().mean == 0
        assert Estimate().bootstrap() is None
        one = Estimate.of([7])
        assert (one.variance, one.spread, one.standard_error, one.interval()) == (None, None, None, None)
        assert one.bootstrap() == (7.0, 7.0)

    def test_the_normal_interval(self) -> None:
        found = Estimate.of([0] * 50 + [1] * 50)
        limits = found.interval(0.95)
        assert limits == pytest.approx((0.5 - 1.959964 * (0.25 / 99) ** 0.5, 0.5 + 1.959964 * (0.25 / 99) ** 0.5))
        wider = found.interval(0.99)
        assert limits is not None
        assert wider is not None
        assert wider[0] < limits[0] < limits[1] < wider[1]

    def test_the_bootstrap_agrees_with_resampling_deal_by_deal(self) -> None:
        numbers = np.random.default_rng(1).choice([-6, -5, 0, 6, 10], size=300)
        chance = np.random.default_rng(2)
        means = [numbers[chance.integers(0, 300, 300)].mean() for _round in range(4000)]
        limits = Estimate.of(numbers).bootstrap(resamples=4000, seed=3)
        assert limits == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])), abs=0.08)
        assert limits == Estimate.of(numbers).bootstrap(resamples=4000, seed=3)
        assert limits != Estimate.of(numbers).bootstrap(resamples=4000, seed=4)

    def test_the_bootstrap_in_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from overtrick.bulk import estimate

        found = Estimate.of([1, 5, 9, 9])
        whole = found.bootstrap(resamples=500)
        monkeypatch.setattr(estimate, "_AT_ONCE", 30)
        assert found.bootstrap(resamples=500) == whole

    @pytest.mark.parametrize("share", [0, 1, -1, 95, float("nan")])
    def test_shares_are_between_nought_and_one(self, share: float) -> None:
        found = Estimate.of([1, 2])
        for ask in (
            lambda: found.interval(share),
            lambda: found.bootstrap(share),
            lambda: deals_needed(found, 1, confidence=share),
            lambda: deals_needed(found, 1, power=share),
        ):
            with pytest.raises(ot.ConditionsError):
                ask()

    @given(st.floats(0.01, 20), st.floats(0.001, 5), st.floats(0.5, 0.999))
    def test_deals_needed_are_enough_and_not_too_many(self, spread: float, margin: float, confidence: float) -> None:
        needed = deals_needed(spread, margin, confidence=confidence)
        assert half_width(spread, needed, confidence) <= margin * (1 + 1e-9)
        assert needed == 1 or half_width(spread, needed - 1, confidence) >= margin * (1 - 1e-9)

    def test_deals_needed_of_a_sample(self) -> None:
        found = Estimate.of([0, 12] * 50)
        assert deals_needed(found, 0.5) == deals_needed(found.spread or 0.0, 0.5)
        assert deals_needed(found, 0.5, power=0.8) > deals_needed(found, 0.5)
        assert deals_needed(Estimate.of([3, 3]), 0.5) == 1
        for sample, margin in ((Estimate.of([1]), 1.0), (found, 0.0), (found, -1.0), (found, float("nan"))):
            with pytest.raises(ot.ConditionsError):
                deals_needed(sample, margin)

    @pytest.mark.parametrize(
        ("vulnerability", "chance"),
        [("none", Fraction(5, 11)), ("both", Fraction(3, 8))],  # the classic rule: 45 % and 37½ %
    )
    def test_break_even_of_a_game(self, vulnerability: str, chance: Fraction) -> None:
        made, failed = (as_tables([text_of([10 - down] * 20)]) for down in (0, 1))
        swing = [
            compare_contracts(deals, "4S N", "3S N", vulnerability=vulnerability).imps.total for deals in (made, failed)
        ]
        assert break_even(swing[0], -swing[1]) == chance

    @pytest.mark.parametrize(("gain", "loss"), [(0, 1), (1, 0), (-1, 1)])
    def test_break_even_lies_between_a_gain_and_a_loss(self, gain: int, loss: int) -> None:
        with pytest.raises(ot.ConditionsError):
            break_even(gain, loss)


def half_width(spread: float, deals: int, confidence: float) -> float:
    """Half of the normal interval of so many deals."""
    return NormalDist().inv_cdf((1 + confidence) / 2) * spread / sqrt(deals)
