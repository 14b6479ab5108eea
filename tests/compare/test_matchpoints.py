"""Law 78A on one board, with groups, weights, lone results and Ascherman."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.compare.frequency import Half, plain
from overtrick.compare.matchpoints import MatchpointRule, compare_matchpoints, matchpoints, top, worth_among

RULES = st.builds(
    MatchpointRule,
    st.sampled_from(("neuberg", "none", "factor", "add-one")),
    st.sampled_from(("ebu", "wbf", "none")),
    st.sampled_from(("neuberg", "60")),
    ascherman=st.booleans(),
)
POINTS = st.integers(-20, 20).map(lambda tens: 10 * tens)


@st.composite
def weighted(draw: st.DrawFn) -> Half:
    points = draw(st.lists(POINTS, min_size=1, max_size=4, unique=True))
    shares = draw(st.lists(st.integers(1, 9), min_size=len(points), max_size=len(points)))
    parts = [(Fraction(share, sum(shares)), score) for share, score in zip(shares, points, strict=True)]
    return Half(tuple(parts), draw(st.sampled_from(("", "", "", "b"))))


HALVES = st.lists(weighted(), min_size=1, max_size=14)


def mirrored(half: Half) -> Half:
    return Half(tuple((weight, -points) for weight, points in half.parts), half.version)


def values(halves: list[Half], expected: int, rule: MatchpointRule) -> list[Fraction]:
    return [worth.value for worth in compare_matchpoints(halves, expected, rule)]


def test_the_law() -> None:
    assert matchpoints([620, 170, 620, -100]) == [5, 2, 5, 0]
    assert matchpoints([0, -110, -140, -50]) == [6, 2, 0, 4]
    assert matchpoints([]) == []
    assert matchpoints([420]) == [0]


@pytest.mark.parametrize(
    ("expected", "ascherman", "wanted"), [(10, False, 18), (10, True, 20), (1, False, 0), (0, False, 0), (0, True, 0)]
)
def test_tops(expected: int, ascherman: bool, wanted: int) -> None:
    assert top(expected, ascherman=ascherman) == wanted


def test_a_weighted_score_is_compared_part_by_part() -> None:
    """60 % of 420 and 40 % of -50 against 450, 420, 420, -50 make 2.8 (Law 12C1(c))."""
    ruled = Half(((Fraction(3, 5), 420), (Fraction(2, 5), -50)))
    halves = [*(plain(score) for score in (450, 420, 420, -50)), ruled]
    assert values(halves, 5, MatchpointRule())[-1] == Fraction(14, 5)


@pytest.mark.parametrize(
    ("scores", "wanted"), [([420, 170, -50], ["5", "3", "1"]), ([420, 420, -50], ["4", "4", "1"]), ([50], ["1"])]
)
def test_ascherman_counts_oneself(scores: list[int], wanted: list[str]) -> None:
    rule = MatchpointRule(ascherman=True)
    assert values([plain(s) for s in scores], len(scores), rule) == [Fraction(value) for value in wanted]


@pytest.mark.parametrize("ascherman", [False, True])
@pytest.mark.parametrize(
    ("group", "wanted"), [([420], [60]), ([420, -50], [65, 55]), ([0, 0], [60, 60]), ([1, 2, 3], [50, 60, 70])]
)
def test_small_groups_get_their_percentages(group: list[int], wanted: list[int], ascherman: bool) -> None:
    halves = [plain(score, "b") for score in group] + [plain(10 * n) for n in range(10)]
    rule = MatchpointRule(ascherman=ascherman)
    found = values(halves, len(halves), rule)[: len(group)]
    full = top(len(halves), ascherman=ascherman)
    assert [100 * value / full for value in found] == wanted


@pytest.mark.parametrize("ascherman", [False, True])
def test_a_lone_result(ascherman: bool) -> None:
    full = top(8, ascherman=ascherman)
    shares = [
        values([plain(420)], 8, MatchpointRule(lone_result=kind, ascherman=ascherman))[0] / full
        for kind in ("neuberg", "60")
    ]
    assert shares == [Fraction(1, 2), Fraction(3, 5)]


def test_the_other_half_of_a_split_score_goes_past_no_top() -> None:
    low = Half(((Fraction(1, 2), -50), (Fraction(1, 2), 450)), own=-50)
    high = Half(low.parts, own=450)
    rest = [plain(score) for score in (400, 300)]
    assert values([low, *rest], 3, MatchpointRule())[0] == 0
    assert values([high, *rest], 3, MatchpointRule())[0] == 4


@given(HALVES, st.integers(0, 6), RULES)
def test_defined_and_within_the_top(halves: list[Half], more: int, rule: MatchpointRule) -> None:
    expected = len(halves) + more
    found = values(halves, expected, rule)
    assert len(found) == len(halves)
    assert all(0 <= value <= top(expected, ascherman=rule.ascherman) for value in found)


@given(HALVES, st.integers(0, 6), RULES, st.randoms(use_true_random=False))
def test_order_changes_nothing(halves: list[Half], more: int, rule: MatchpointRule, random: object) -> None:
    order = list(range(len(halves)))
    random.shuffle(order)  # type: ignore[attr-defined]
    found = values(halves, len(halves) + more, rule)
    again = values([halves[index] for index in order], len(halves) + more, rule)
    assert [found[index] for index in order] == again


@given(HALVES, st.integers(0, 6), RULES)
def test_the_other_side_is_the_mirror(halves: list[Half], more: int, rule: MatchpointRule) -> None:
    """What one side loses the other wins, except in small groups, where both get it, and where nothing is stretched."""
    expected = len(halves) + more
    ours = compare_matchpoints(halves, expected, rule)
    theirs = compare_matchpoints([mirrored(half) for half in halves], expected, rule)
    full = top(expected, ascherman=rule.ascherman)
    for one, other in zip(ours, theirs, strict=True):
        assert one.note == other.note or {one.note, other.note} == {rule.uneven, "law-78a"}
        if one.note in ("small-group", "lone-result"):
            assert one.value + other.value == full * Fraction(6, 5)
        elif rule.uneven != "none" or rule.ascherman:
            assert one.value + other.value == full


@given(HALVES, st.integers(0, 6))
def test_neuberg_hands_out_so_many_averages(halves: list[Half], more: int) -> None:
    """Over A results come A (E - 1) matchpoints, group by group."""
    expected = len(halves) + more
    found = values(halves, expected, MatchpointRule(small_groups="none"))
    assert sum(found) == len(halves) * (expected - 1)


@given(HALVES, RULES)
def test_one_part_is_a_plain_score(halves: list[Half], rule: MatchpointRule) -> None:
    whole = [Half(((Fraction(1), half.parts[0][1]),), half.version) for half in halves]
    flat = [plain(half.parts[0][1], half.version) for half in halves]
    assert values(whole, len(halves), rule) == values(flat, len(halves), rule)
    halved = [
        Half(((Fraction(1, 2), p), (Fraction(1, 2), p)), half.version) for half in halves for p in [half.parts[0][1]]
    ]
    assert values(halved, len(halves), rule) == values(flat, len(halves), rule)


@pytest.mark.parametrize("ascherman", [False, True])
@pytest.mark.parametrize("uneven", ["neuberg", "none", "factor", "add-one"])
@pytest.mark.parametrize("small_groups", ["ebu", "wbf", "none"])
@pytest.mark.parametrize(("fouled", "largest"), [(False, True), (True, True), (True, False)])
def test_a_worth_grows_evenly(ascherman: bool, uneven: str, small_groups: str, fouled: bool, largest: bool) -> None:
    """The bulk engine asks for two worths and takes all others from them."""
    rule = MatchpointRule(uneven, small_groups, "60", ascherman=ascherman)
    for count, expected in ((2, 2), (2, 7), (3, 8), (3, 9), (5, 12)):
        worths = [
            worth_among(value, count, expected, rule, fouled=fouled, largest=largest).value
            for value in range(2 * count)
        ]
        assert {later - sooner for sooner, later in pairwise(worths)} == {worths[1] - worths[0]}
