"""From a number back to the results that score it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError
from overtrick.model.contract import Contract
from overtrick.model.outcome import Played
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability
from overtrick.score.deal import deal_score
from overtrick.score.lookup import possible, results_scoring, why_impossible
from overtrick.score.table import points
from overtrick.tables.laws import LAWS, LawCode

NONE, NS, EW, BOTH = Vulnerability


@pytest.mark.parametrize(
    ("number", "found"),
    [
        # 980 is the example of the public Ruby package qoobaa/bridge
        (980, [f"{x} vulnerable" for x in ("1NTX+4", "2CX+4", "2DX+4", "6H= not", "6S= not")]),
        (2980, ["7NTXX= vulnerable"]),
        (0, ["PASS"]),
        (10, []),
        (-2980, []),
        (425, []),
        (-7600, [f"7{strain}XX-13 vulnerable" for strain in ("C", "D", "H", "S", "NT")]),
    ],
)
def test_results_scoring(number: int, found: list[str]) -> None:
    assert [str(result) for result in results_scoring(number)] == found


def test_a_positive_number_finds_defeats_too_and_a_negative_one_only_them() -> None:
    assert {result.points for result in results_scoring(600)} == {600, -600}
    assert {result.points for result in results_scoring(-600)} == {-600}


def test_every_deal_is_found_by_its_number() -> None:
    for number in range(-7600, 0, 50):
        for result in results_scoring(number):
            assert result.contract is not None
            assert result.tricks is not None
            contract = result.contract
            assert number == points(
                contract.level, contract.strain, contract.doubling, result.tricks, result.vulnerable
            )
    count = sum(len(results_scoring(number)) for number in range(-7600, 0, 10))
    count += sum(1 for number in range(10, 3200, 10) for result in results_scoring(number) if result.points > 0)
    assert count == 2940


@pytest.mark.parametrize(
    ("number", "vulnerability", "can"),
    [
        (50, NONE, True),
        (50, EW, False),  # one undertrick costs a vulnerable side 100
        (-50, EW, True),
        (-50, NS, False),
        (50, BOTH, False),
        (420, BOTH, False),
        (420, EW, True),
        (620, NONE, False),
        (-620, EW, True),
        (0, BOTH, True),
        (60, NONE, False),
        (1700, NS, True),
    ],
)
def test_possible(number: int, vulnerability: Vulnerability, can: bool) -> None:
    assert possible(number, vulnerability) is can
    assert (why_impossible(number, vulnerability) == "") is can


def test_why_impossible_names_what_would_be_right() -> None:
    assert why_impossible(50, EW) == (
        "+50 to North-South cannot be with East-West vulnerable; it can with neither side vulnerable"
    )
    assert why_impossible(60) == "no result scores 60"


def test_a_number_possible_under_one_code_only() -> None:
    assert possible(700, NONE, law="1975")  # four down doubled, before 1987
    assert not possible(700, NONE)
    assert not possible(800, NONE, law="1975")
    assert possible(800, NONE)
    with pytest.raises(ConditionsError, match="known"):
        results_scoring(100, law="nonsense")


@given(
    st.sampled_from(LAWS),
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.sampled_from(Seat),
    st.sampled_from(Vulnerability),
    st.integers(0, 13),
)
def test_what_was_scored_is_possible_and_found(
    code: LawCode, level: int, strain: Strain, dbl: Doubling, seat: Seat, vul: Vulnerability, tricks: int
) -> None:
    outcome = Played(Contract(level, strain, dbl, seat), tricks)
    score = deal_score(outcome, vulnerability=vul, law=code)
    assert score.ns is not None
    assert possible(score.ns, vul, law=code)
    plain = Played(Contract(level, strain, dbl), tricks)
    assert any(
        result.outcome == plain and result.vulnerable == vul.includes(seat.side)
        for result in results_scoring(score.declarer_points, law=code)
    )
