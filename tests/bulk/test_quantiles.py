"""Quantiles against published tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick as ot

pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk import quantiles
from overtrick.bulk.quantiles import normal_factor, student_factor

# Abramowitz and Stegun, Handbook of Mathematical Functions (1964), table 26.10; the last row is table 26.5
CONFIDENCES = (0.8, 0.9, 0.95, 0.99, 0.999)
PUBLISHED = {
    1: (3.078, 6.314, 12.706, 63.657, 636.619),
    2: (1.886, 2.920, 4.303, 9.925, 31.599),
    3: (1.638, 2.353, 3.182, 5.841, 12.924),
    4: (1.533, 2.132, 2.776, 4.604, 8.610),
    5: (1.476, 2.015, 2.571, 4.032, 6.869),
    9: (1.383, 1.833, 2.262, 3.250, 4.781),
    10: (1.372, 1.812, 2.228, 3.169, 4.587),
    30: (1.310, 1.697, 2.042, 2.750, 3.646),
    60: (1.296, 1.671, 2.000, 2.660, 3.460),
    120: (1.289, 1.658, 1.980, 2.617, 3.373),
    10**9: (1.282, 1.645, 1.960, 2.576, 3.291),
}


@pytest.mark.parametrize("freedom", PUBLISHED)
def test_student_is_as_published(freedom: int) -> None:
    found = [student_factor(confidence, freedom) for confidence in CONFIDENCES]
    assert found == pytest.approx(PUBLISHED[freedom], abs=5.1e-4)


@given(st.floats(0.001, 0.999_999), st.integers(500, 1000))
def test_sum_and_expansion_are_one(confidence: float, freedom: int) -> None:
    student_factor.cache_clear()
    expanded = quantiles._expanded(normal_factor(confidence), freedom)
    assert student_factor(confidence, freedom) == pytest.approx(expanded, rel=1e-9)


@given(st.floats(0.001, 0.999_999), st.integers(1, 2000))
def test_more_deals_are_never_worse(confidence: float, freedom: int) -> None:
    assert student_factor(confidence, freedom) >= student_factor(confidence, freedom + 1) * (1 - 1e-12)
    assert student_factor(confidence, freedom) > normal_factor(confidence) * (1 - 1e-12)


@pytest.mark.parametrize("confidence", [1 - 1e-15, 1e-15])
def test_the_ends(confidence: float) -> None:
    assert 0 < student_factor(confidence, 5) < 1e4
    assert 0 < normal_factor(confidence) < 10


@pytest.mark.parametrize(("confidence", "freedom"), [(0, 5), (1, 5), (float("nan"), 5), (0.95, 0)])
def test_what_is_no_confidence_or_freedom_is_refused(confidence: float, freedom: int) -> None:
    with pytest.raises(ot.ConditionsError):
        student_factor(confidence, freedom)
