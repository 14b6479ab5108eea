"""The datum, and IMPs against it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.butler import (
    ButlerRule,
    butler,
    butler_from_frequencies,
    compare_butler,
    cut_off,
    datum,
    drop_count,
    round_datum,
    ten_of,
)
from overtrick.compare.frequency import Half, Number, frequencies, plain
from overtrick.errors import ConditionsError, RecordError

POINTS = st.integers(-150, 150).map(lambda tens: 10 * tens)
SCORES = st.lists(POINTS, min_size=1, max_size=25)
RULES = st.builds(
    ButlerRule,
    st.sampled_from(("mean", "median")),
    st.sampled_from(("none", "1", "2", "5%", "5%-", "20%+", "bridge-scorer")),
    st.sampled_from(("10", "10even", "10zero", "10up", "10down", "none")),
    st.just(Fraction(0)),
    st.sampled_from(("imps-1962", "imps-1961", "bastille")),
    st.sampled_from(("none", "australian")),
)


@pytest.mark.parametrize(
    ("scores", "middle", "wanted"),
    [
        ([170, 140, 140, 110], 140, [1, 0, 0, -1]),
        ([420, 230, 200, 420, 400], 330, [3, -3, -4, 3, 2]),
        ([0], 0, [0]),
        ([620, 620], 620, [0, 0]),
    ],
)
def test_worked_boards(scores: list[int], middle: int, wanted: list[int]) -> None:
    assert datum(frequencies(plain(score) for score in scores)) == middle
    assert butler(scores) == wanted


@pytest.mark.parametrize(
    ("rule", "results", "wanted"),
    [
        ("none", 30, 0),
        ("1", 5, 1),
        ("1", 2, 0),  # nothing would be left
        ("5%", 9, 0),
        ("5%", 10, 1),
        ("5%", 30, 2),
        ("5%-", 30, 1),
        ("5%+", 21, 2),
        ("bridge-scorer", 3, 0),
        ("bridge-scorer", 4, 1),
        ("bridge-scorer", 10, 1),
        ("bridge-scorer", 11, 2),
        ("bridge-scorer", 25, 2),
        ("bridge-scorer", 26, 3),
    ],
)
def test_extreme_scores(rule: str, results: int, wanted: int) -> None:
    assert drop_count(rule, results) == wanted


@pytest.mark.parametrize("rule", ["some", "-1", "x%", "", "5%%", "1.5"])
def test_no_such_share(rule: str) -> None:
    with pytest.raises(ConditionsError, match="a number, a share"):
        drop_count(rule, 10)


@pytest.mark.parametrize(
    ("value", "away", "even", "cut", "up", "down"),
    [
        ("425", 430, 420, 420, 430, 420),
        ("435", 440, 440, 430, 440, 430),
        ("-425", -430, -420, -420, -420, -430),
        ("-425.1", -430, -430, -420, -430, -430),
        ("5", 10, 0, 0, 10, 0),
        ("-5", -10, 0, 0, 0, -10),
        ("334", 330, 330, 330, 330, 330),
    ],
)
def test_roundings(value: str, away: int, even: int, cut: int, up: int, down: int) -> None:
    number, kinds = Fraction(value), ("10", "10even", "10zero", "10up", "10down")
    assert [round_datum(number, kind) for kind in kinds] == [away, even, cut, up, down]
    assert round_datum(number, "none") == number


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(1, 500)), min_size=1))
def test_tens_of_a_fraction_lie_beside_it(parts: list[tuple[int, int]]) -> None:
    for total, count in parts:
        value = Fraction(total, count)
        found = [ten_of(total, count, place) for place in range(5)]
        away, even, cut, up, down = found
        assert all(ten % 10 == 0 and abs(value - ten) < 10 for ten in found)
        assert all(abs(value - ten) <= 5 for ten in (away, even, up, down))
        assert abs(cut) <= abs(value)
        half = abs(value - down) == 5
        assert (up - down, abs(away), even % 20) == (
            (10, max(abs(up), abs(down)), 0) if half else (0, abs(up), up % 20)
        )


def test_what_is_refused() -> None:
    with pytest.raises(ConditionsError, match="10, 10even, 10zero, 10up, 10down, none"):
        round_datum(Fraction(1), "5")
    with pytest.raises(RecordError, match="no scores"):
        datum({})


@pytest.mark.parametrize(
    ("imps", "wanted"), [("32", "32"), ("33", "321/10"), ("42", "33"), ("-42", "-33"), ("-7", "-7")]
)
def test_australian_limit(imps: str, wanted: str) -> None:
    assert cut_off(Fraction(imps)) == Fraction(wanted)


def test_a_given_datum_drops_and_rounds_nothing() -> None:
    assert datum({420: 3}, ButlerRule(kind="given", given=Fraction(123))) == 123


def test_each_version_has_its_own_datum() -> None:
    halves = [plain(400), plain(400), plain(-100, "b"), plain(-100, "b")]
    worths, data = compare_butler(halves, ButlerRule())
    assert data == {"": 400, "b": -100}
    assert [worth.value for worth in worths] == [0, 0, 0, 0]


def test_a_weighted_score_is_imped_part_by_part() -> None:
    ruled = Half(((Fraction(1, 2), 620), (Fraction(1, 2), -100)))
    worths, data = compare_butler([ruled, plain(260), plain(260)], ButlerRule())
    assert data == {"": 260}
    assert worths[0].value == Fraction(8 - 8, 2)


@given(SCORES, RULES)
def test_mirror_and_order(scores: list[int], rule: ButlerRule) -> None:
    halves = [plain(score) for score in scores]
    worths, data = compare_butler(halves, rule)
    other, negative = compare_butler([plain(-score) for score in scores], rule.mirrored())
    assert [worth.value for worth in other] == [-worth.value for worth in worths]
    assert negative[""] == -data[""]
    again, _ = compare_butler(halves[::-1], rule)
    assert [worth.value for worth in again] == [worth.value for worth in worths][::-1]
    assert min(scores) - 5 <= data[""] <= max(scores) + 5


@given(SCORES, RULES)
def test_one_part_is_a_plain_score(scores: list[int], rule: ButlerRule) -> None:
    flat = [plain(score) for score in scores]
    whole = [Half(((Fraction(1, 4), score), (Fraction(3, 4), score))) for score in scores]
    assert [w.value for w in compare_butler(whole, rule)[0]] == [w.value for w in compare_butler(flat, rule)[0]]


@given(SCORES, RULES)
def test_the_list_the_frequencies_and_the_halves_agree(scores: list[int], rule: ButlerRule) -> None:
    rule = replace(rule, cutoff="none")
    found = butler(scores, rule)
    values = butler_from_frequencies(Counter(scores), rule)
    assert found == [values[score] for score in scores]
    assert found == [worth.value for worth in compare_butler([plain(score) for score in scores], rule)[0]]


@given(SCORES, st.integers(0, 4))
def test_scores_left_out_at_each_end(scores: list[int], drop: int) -> None:
    kept = sorted(scores)[drop : len(scores) - drop] if 2 * drop < len(scores) else scores
    rule = ButlerRule(drop=str(drop), rounding="none")
    assert datum(Counter(scores), rule) == Fraction(sum(kept), len(kept))


def test_a_weighted_score_is_cut_through() -> None:
    """Of 2½ at -50 stay 1½; of the top the half at 600 goes and half a 420, so 1½ stay."""
    counts: dict[int, Number] = {-50: Fraction(5, 2), 420: 2, 600: Fraction(1, 2)}
    assert datum(counts, ButlerRule(drop="1", rounding="none")) == Fraction(-75 + 630, 3)


@given(SCORES)
def test_all_equal_is_nothing(scores: list[int]) -> None:
    assert set(butler([scores[0]] * len(scores))) == {0}
