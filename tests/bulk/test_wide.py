from __future__ import annotations

import pytest

pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
pytest.importorskip("polars")

from fractions import Fraction  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402
from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from bulk_archives import columns_of, uneven_event  # noqa: E402
from overtrick.bulk import wide  # noqa: E402
from overtrick.bulk.intake import normalise  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.bulk.scoring import process  # noqa: E402
from overtrick.bulk.wide import Wide  # noqa: E402


def _table(method: str, chosen: dict[str, Any]) -> Any:
    rows = uneven_event(90, 20, missing=0.4) + [
        row | {"event": 2, "ns": row["ew"], "ew": row["ns"]} for row in uneven_event(120, 20, missing=0.2, seed=8)
    ]
    codes, _refused = normalise(pa.table(columns_of(rows)))
    return process(codes, make_plan(method=method, **chosen), kernel="numpy")[1].table()


@pytest.mark.parametrize(("method", "chosen"), [("cross-imps", {}), ("cross-imps", {"cross_divisor": "sqrt"})])
@pytest.mark.parametrize("sizes", [(8,), (16,), ()], ids=["8 bits", "16 bits", "Python ints"])
def test_totals_do_not_depend_on_the_limbs(
    method: str, chosen: dict[str, Any], sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _table(method, chosen)
    assert expected["total_text"].null_count < len(expected)
    monkeypatch.setattr(wide, "_LIMBS", sizes)
    assert _table(method, chosen).equals(expected)


_NUMBERS = st.lists(st.integers(-(2**300), 2**300), min_size=1, max_size=6)


def _wide(numbers: list[int], bits: int) -> Wide:
    rows = np.arange(len(numbers))
    if not bits:
        return Wide({}, rows, np.array([*numbers, None], object)[:-1, None], 0)
    mask, count = (1 << bits) - 1, 320 // bits
    parts = [[one >> bits * place & mask for place in range(count)] + [one >> bits * count] for one in numbers]
    return Wide({}, rows, np.array(parts, np.int64), bits)


@given(_NUMBERS, st.sampled_from([8, 16, 32, 0]))
def test_numbers_come_back_from_limbs_and_digits(numbers: list[int], bits: int) -> None:
    made = _wide(numbers, bits)
    whole = made.whole()
    assert [made.num(row) for row in range(len(numbers))] == numbers
    assert [whole.number(row) for row in range(len(numbers))] == numbers


@given(_NUMBERS, st.integers(2**150, 2**300))
def test_ratios_are_near_and_do_not_depend_on_the_limbs(numbers: list[int], common: int) -> None:
    rows, event = np.arange(len(numbers)), np.zeros(len(numbers), np.int32)
    found = [_wide(numbers, bits).whole().ratios(rows, event, {0: common}).tolist() for bits in (0, 8, 32)]
    assert found[0] == found[1] == found[2]
    for number, ratio in zip(numbers, found[0], strict=True):
        assert ratio == pytest.approx(float(Fraction(number, common)), rel=1e-14)


def test_the_same_number_is_known_again() -> None:
    whole = _wide([5, -5, 2**200, 2**200, 5], 16).whole()
    assert whole.same(np.array([0, 0, 2, 0]), np.array([4, 1, 3, 2])).tolist() == [True, False, True, False]
