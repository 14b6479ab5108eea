"""Weights of deals, exactly as they are written."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import overtrick as ot

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk.weights import Weights, exact_weight  # noqa: E402


@pytest.mark.parametrize(
    ("value", "weight"),
    [
        (0, 0),
        (3, 3),
        (0.1, Fraction(1, 10)),
        ("1/3", Fraction(1, 3)),
        (Decimal("2.50"), Fraction(5, 2)),
        (np.float32(0.1), Fraction(1, 10)),
        (np.int64(7), 7),
        (1e-300, Fraction(1, 10**300)),
        (-1, None),
        (float("nan"), None),
        (float("inf"), None),
        (None, None),
        (True, None),
        ("many", None),
        ("1/0", None),
    ],
)
def test_a_weight_is_what_is_written(value: Any, weight: Fraction | None) -> None:
    assert exact_weight(value) == weight


def test_each_deal_has_its_own() -> None:
    found = Weights.of(np.array([0.5, 2.0, 0.0, 0.5]), 4)
    assert found.distinct == (Fraction(0), Fraction(1, 2), Fraction(2))
    assert [found.distinct[place] for place in found.places] == [Fraction(1, 2), 2, 0, Fraction(1, 2)]
    assert found.counting().tolist() == [True, True, False, True]
    assert found.some([1, 2]).counting().tolist() == [True, False]


@pytest.mark.parametrize(
    ("values", "said"), [([1, 2], "2 weights for 3"), ([1, 1, -1], "deal 3"), ([1, [], 1], "deal 2")]
)
def test_what_is_no_weight_is_refused(values: Any, said: str) -> None:
    with pytest.raises(ot.InputError, match=said):
        Weights.of(values, 3)
