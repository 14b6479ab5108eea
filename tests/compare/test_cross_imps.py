"""Cross-IMPs: sums, averages, fouled groups and trimming."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.cross_imps import (
    CrossRule,
    brought_up,
    compare_cross_imps,
    cross_imps,
    cross_imps_from_frequencies,
    cross_share,
    divisor,
)
from overtrick.compare.frequency import Half, plain
from overtrick.compare.imps import imps
from overtrick.errors import ConditionsError

DIVISORS = ("sum", "comparisons", "scores", "sqrt")
POINTS = st.integers(-60, 60).map(lambda tens: 10 * tens)
SCORES = st.lists(POINTS, min_size=1, max_size=14)


@pytest.mark.parametrize(
    ("scores", "by", "wanted"),
    [
        ([400, -50], "sum", ["10", "-10"]),
        ([400, -50], "comparisons", ["10", "-10"]),
        ([400, -50], "scores", ["5", "-5"]),
        ([420, 170, 300], "comparisons", ["9/2", "-5", "1/2"]),
        ([620, -100, -100, -300, 650], "sum", ["37", "-20", "-20", "-38", "41"]),
        ([620, -100, -100, -300, 650], "comparisons", ["37/4", "-5", "-5", "-19/2", "41/4"]),
        ([420], "comparisons", ["0"]),
        ([0, 0, 0], "sqrt", ["0", "0", "0"]),
    ],
)
def test_worked_boards(scores: list[int], by: str, wanted: list[str]) -> None:
    assert cross_imps(scores, divisor=by) == [Fraction(value) for value in wanted]


def test_a_fouled_group_is_brought_up_to_the_board() -> None:
    """Total IMPs times (n - 1) / (group - 1) (ACBLscore manual)."""
    halves = [plain(400, "b"), plain(-50, "b"), plain(400), plain(-50), plain(-50)]
    found = [worth.value for worth in compare_cross_imps(halves, 5, CrossRule("sum"))]
    assert found == [40, -40, 40, -20, -20]


@pytest.mark.parametrize(
    ("size", "results", "rule", "fouled", "wanted"),
    [
        (3, 9, "sum", True, "4"),
        (1, 9, "sum", True, "1"),
        (3, 9, "sum", False, "1"),
        (3, 9, "comparisons", True, "1/2"),
        (3, 9, "scores", True, "1/3"),
        (9, 9, "sqrt", False, "1/2"),
        (1, 1, "comparisons", False, "1"),
    ],
)
def test_shares_of_a_sum(size: int, results: int, rule: str, fouled: bool, wanted: str) -> None:
    assert cross_share(size, results, rule, fouled=fouled) == Fraction(wanted)


@pytest.mark.parametrize(("comparisons", "wanted"), [(0, "1"), (2, "1"), (3, "3"), (4, "2"), (10, "5/4")])
def test_what_a_trim_keeps_is_brought_up(comparisons: int, wanted: str) -> None:
    assert brought_up(comparisons, "extremes") == Fraction(wanted)
    assert brought_up(comparisons, "none") == 1


def test_trimming_leaves_out_one_at_each_end() -> None:
    halves = [plain(score) for score in (0, 400, -400, 100, -50)]
    found = compare_cross_imps(halves, 5, CrossRule("sum", "extremes"))[0].value
    assert found == Fraction(imps(-100) + imps(50)) * 2


@pytest.mark.parametrize("scores", [[], [420], [420, 420], [420, -50]])
def test_an_unknown_table_is_named_however_few_the_scores(scores: list[int]) -> None:
    with pytest.raises(ConditionsError, match="imps-2030"):
        cross_imps(scores, table="imps-2030")


def test_scores_further_apart_than_any_deal_makes() -> None:
    assert cross_imps([10**9, 0, -(10**9)], divisor="sum") == [48, 0, -48]


def test_no_scores() -> None:
    assert cross_imps([]) == []
    assert cross_imps_from_frequencies({}) == {}


@given(st.dictionaries(POINTS, st.integers(1, 9), min_size=1), st.sampled_from(DIVISORS))
def test_frequencies_are_so_many_scores(counts: dict[int, int], by: str) -> None:
    scores = [score for score, count in counts.items() for _ in range(count)]
    values = cross_imps_from_frequencies(counts, divisor=by)
    assert cross_imps(scores, divisor=by) == [values[score] for score in scores]


def test_unknown_divisor() -> None:
    with pytest.raises(ConditionsError, match="sum, comparisons, scores, sqrt"):
        divisor("median", 4)


@given(SCORES, st.sampled_from(DIVISORS), st.sampled_from(("imps-1962", "imps-1948", "bastille")))
def test_sums_to_nothing_and_order_does_not_matter(scores: list[int], by: str, table: str) -> None:
    found = cross_imps(scores, divisor=by, table=table)
    assert sum(found) == 0
    assert cross_imps(scores[::-1], divisor=by, table=table) == found[::-1]
    assert cross_imps([-score for score in scores], divisor=by, table=table) == [-value for value in found]
    slow = [sum((Fraction(imps(a - b, table=table)) for b in scores), Fraction(0)) for a in scores]
    assert found == [value / divisor(by, len(scores)) for value in slow]


@given(SCORES, st.sampled_from(DIVISORS), st.sampled_from(("none", "extremes")), st.lists(st.booleans(), max_size=14))
def test_one_part_is_a_plain_score(scores: list[int], by: str, trim: str, fouled: list[bool]) -> None:
    versions = ["b" if flag else "" for flag in (*fouled, *[False] * len(scores))]
    rule = CrossRule(by, trim)
    flat = [plain(score, version) for score, version in zip(scores, versions, strict=False)]
    whole = [
        Half(((Fraction(1, 3), half.parts[0][1]), (Fraction(2, 3), half.parts[0][1])), half.version) for half in flat
    ]
    count = len(flat)
    assert [w.value for w in compare_cross_imps(whole, count, rule)] == [
        w.value for w in compare_cross_imps(flat, count, rule)
    ]


@given(st.integers(1, 60))
def test_the_root_of_half_the_comparisons(results: int) -> None:
    found = divisor("sqrt", results)
    assert found > 0
    if results > 1:
        assert abs(found**2 - Fraction(results - 1, 2)) < Fraction(1, 10**17)
