"""Estimates: exact sums, and limits that are what statistics say."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick as ot
from deal_tables import measured, slow_estimate

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk.quantiles import student_factor  # noqa: E402
from overtrick.bulk.simulate import Estimate, deals_needed, simultaneous  # noqa: E402


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
        assert one.bootstrap() is None
        assert "fewer than two" in (one.no_limits or "")
        assert Estimate.of([1], share=True).interval() is None

    @pytest.mark.parametrize("share", [False, True])
    def test_deals_that_are_all_alike_tell_no_limits(self, share: bool) -> None:
        found = Estimate.of([1, 1, 1], 2, share=share)
        assert (found.interval(), found.bootstrap()) == (None, None)
        assert found.no_limits == "no limits: all 3 deals alike"

    def test_a_mean_is_that_of_student(self) -> None:
        # Student, Biometrika 6 (1908), the extra hours of sleep: mean 1.58, t of 9 degrees of freedom 2.262
        hours = Estimate.of([12, 24, 13, 13, 0, 10, 18, 8, 46, 14], 10)
        limits = hours.interval()
        assert limits == pytest.approx((0.7002, 2.4598), abs=5e-4)
        wider = hours.interval(0.99)
        assert limits is not None
        assert wider is not None
        assert wider[0] < limits[0] < limits[1] < wider[1]

    def test_limits_of_few_deals_hold_as_often_as_they_say(self) -> None:
        rows = np.random.default_rng(3).normal(0, 1000, (4000, 4)).round().astype(np.int64)
        found = [limits for row in rows if (limits := Estimate.of(row).interval())]
        held = sum(low <= 0 <= high for low, high in found) / len(rows)
        assert 0.935 < held < 0.965

    @pytest.mark.parametrize(
        ("yes", "deals", "low", "high"),
        # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
    )
    def test_a_share_is_that_of_wilson(self, yes: int, deals: int, low: float, high: float) -> None:
        share = Estimate.of([1] * yes + [0] * (deals - yes), share=True)
        assert share.interval() == pytest.approx((low, high), abs=6e-5)
        other = Estimate.of([0] * yes + [4] * (deals - yes), 4, share=True)
        assert other.interval() == pytest.approx((1 - high, 1 - low), abs=6e-5)

    @given(st.lists(st.integers(0, 2), min_size=2, max_size=30), st.floats(0.5, 0.999))
    def test_a_share_stays_between_nought_and_one(self, numbers: list[int], confidence: float) -> None:
        share = Estimate.of(numbers, 2, share=True)
        limits = share.interval(confidence)
        assert (limits is None) is (set(numbers) == {1})
        if limits is not None:
            assert 0 <= limits[0] <= share.mean <= limits[1] <= 1
            assert limits[1] > limits[0]

    def test_a_column_of_truths_is_a_share(self) -> None:
        assert Estimate.of(np.array([True, False, True]), share=True) == Estimate.of([1, 0, 1], share=True)

    def test_ties_are_worth_more_deals_than_wins_and_losses(self) -> None:
        tied = Estimate.of([0, 2] * 10 + [1] * 80, 2, share=True).interval()
        none = Estimate.of([0, 2] * 50, 2, share=True).interval()
        student = Estimate.of([0, 2] * 10 + [1] * 80, 2).interval()
        assert tied is not None
        assert none is not None
        assert none[0] < tied[0] < tied[1] < none[1]
        assert tied == pytest.approx(student, abs=0.002)

    def test_many_intervals_at_once(self) -> None:
        assert simultaneous(0.95, 1) == pytest.approx(0.95)
        assert simultaneous(0.9, 10) == pytest.approx(0.99)
        with pytest.raises(ot.ConditionsError):
            simultaneous(0.95, 0)

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
        assert needed == 2 or half_width(spread, needed - 1, confidence) >= margin * (1 - 1e-9)

    def test_deals_needed_of_a_sample(self) -> None:
        found = Estimate.of([0, 12] * 50)
        assert deals_needed(found, 0.5) == deals_needed(found.spread or 0.0, 0.5)
        assert deals_needed(found, 0.5, power=0.8) > deals_needed(found, 0.5)
        assert deals_needed(found, 0.5, power=0.5) == deals_needed(found, 0.5)
        assert deals_needed(found, 0.5, power=0.1) < deals_needed(found, 0.5)
        for sample, margin in (
            (Estimate.of([1]), 1.0),
            (Estimate.of([3, 3]), 1.0),
            (found, 0.0),
            (found, -1.0),
            (found, float("nan")),
            (found, 1e-300),
            (0.0, 1.0),
            (float("nan"), 1.0),
            (float("inf"), 1.0),
        ):
            with pytest.raises(ot.ConditionsError):
                deals_needed(sample, margin)

    @pytest.mark.parametrize("numbers", [[0.5], [1, float("nan")], [True], ["1"], [None], [1 << 70]])
    def test_what_is_no_whole_number_is_refused_by_its_deal(self, numbers: list[int]) -> None:
        with pytest.raises(ot.InputError, match=f"deal {len(numbers)}"):
            Estimate.of(numbers)
        with pytest.raises(ot.InputError, match="deal 2"):
            Estimate.of([1, 3], 2, share=True)


class TestWeights:
    rows = st.lists(
        st.tuples(st.integers(-50, 50), st.fractions(Fraction(1, 9), 5, max_denominator=9)), min_size=2, max_size=20
    )

    @given(rows)
    def test_means_and_errors_are_those_of_slow_reckoning(self, rows: list[tuple[int, Fraction]]) -> None:
        numbers, weights = [one for one, _weight in rows], [weight for _one, weight in rows]
        found = Estimate.of(numbers, weights=weights)
        mass = sum(weights, Fraction(0))
        mean = sum((one * weight for one, weight in rows), Fraction(0)) / mass
        error = sum((weight**2 * (one - mean) ** 2 for one, weight in rows), Fraction(0)) / mass**2
        size = len(rows)
        assert (found.mean, found.deals, found.total) == (mean, size, mean * mass)
        assert found.effective == mass**2 / sum(weight**2 for weight in weights)
        assert found.standard_error == pytest.approx(sqrt(error * Fraction(size, size - 1)))

    @given(rows, st.fractions(Fraction(1, 9), 5, max_denominator=9))
    def test_only_the_shares_of_weights_count(self, rows: list[tuple[int, Fraction]], factor: Fraction) -> None:
        numbers, weights = [one for one, _weight in rows], [weight for _one, weight in rows]
        found = Estimate.of(numbers, weights=weights)
        other = Estimate.of(numbers, weights=[weight * factor for weight in weights])
        same = Estimate.of(numbers, weights=[factor] * len(rows))
        plain = Estimate.of(numbers)
        assert (found.mean, found.variance, found.interval()) == (other.mean, other.variance, other.interval())
        assert (same.mean, same.variance, same.interval()) == (plain.mean, plain.variance, plain.interval())
        assert found.bootstrap() == pytest.approx(other.bootstrap() or (), abs=1e-9) or found.bootstrap() is None

    @given(rows, rows)
    def test_two_weighted_samples_add_up(
        self, first: list[tuple[int, Fraction]], second: list[tuple[int, Fraction]]
    ) -> None:
        one, two, both = (
            Estimate.of([number for number, _weight in rows], weights=[weight for _number, weight in rows])
            for rows in (first, second, first + second)
        )
        assert one + two == both
        plain = Estimate.of([number for number, _weight in second])
        mixed = one + plain
        assert (mixed.total, mixed.deals) == (one.total + plain.total, one.deals + plain.deals)
        assert mixed == plain + one

    def test_a_deal_of_no_weight_is_none(self) -> None:
        assert Estimate.of([1, 2, 99], weights=[1, 1, 0]).deals == 2

    def test_a_weighted_share(self) -> None:
        share = Estimate.of([1, 0, 0, 1], weights=[3, 3, 3, 3], share=True)
        limits = share.interval()
        assert limits is not None
        assert 0 < limits[0] < 0.5 < limits[1] < 1
        sure = Estimate.of([1, 1], weights=[1, 3], share=True)
        assert sure.effective == Fraction(8, 5)
        assert sure.interval() == pytest.approx((1 / (1 + 1.959964**2 / 1.6), 1.0))

    @pytest.mark.parametrize("weights", [[1], [1, -1], [1, float("nan")], [1, None], [1, "many"], [1, float("inf")]])
    def test_what_is_no_weight_is_refused(self, weights: list[int]) -> None:
        with pytest.raises(ot.InputError, match=r"deal 2|1 weights for 2"):
            Estimate.of([1, 2], weights=weights)


def half_width(spread: float, deals: int, confidence: float) -> float:
    """Half of Student's interval of so many deals."""
    return student_factor(confidence, deals - 1) * spread / sqrt(deals)
