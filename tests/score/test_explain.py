"""The score in words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import RecordError
from overtrick.model.contract import Contract
from overtrick.model.outcome import Played
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability
from overtrick.score.deal import deal_score
from overtrick.score.explain import explain
from overtrick.tables.laws import LAWS, LawCode


def squeezed(text: str) -> list[str]:
    return [re.sub(r" {2,}", " | ", line.strip()) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("result", "vulnerability", "key", "lines"),
    [
        (
            "6NTXX W =",
            "EW",
            "duplicate-2017",
            [
                "6NT redoubled by West, vulnerable: 12 tricks, just made",
                "contract points | (40 + 5 × 30) × 4 | 760 | Law 77",
                "slam bonus | small slam | 750 | Law 77",
                "redoubled contract made | 100 | Law 77",
                "game | 760 ≥ 100 | 500 | Law 77",
                "North-South score | -(760 + 750 + 100 + 500) = -2110",
            ],
        ),
        (
            "7SX E -9",
            "NS",
            "1981",
            [
                "7♠ doubled by East, not vulnerable: 4 tricks, 9 down (Laws of Duplicate Contract Bridge 1975)",
                "undertricks | 100 + 8 × 200 | 1700 | laws of 1975",
                "North-South score | +1700",
            ],
        ),
        (
            "1C-1",
            "none",
            "2017",
            [
                "1♣, not vulnerable: 6 tricks, 1 down",
                "undertricks | 1 × 50 | 50 | Law 77",
                "declaring side's score | -50",
            ],
        ),
        (
            "2NT S +2",
            "none",
            "1932",
            [
                (
                    "2NT by South, not vulnerable: 10 tricks, 2 overtricks "
                    "(International Laws of Contract Bridge 1932, as used at duplicate)"
                ),
                "contract points | 30 + 40 | 70 | laws of 1932",
                "overtricks | 30 + 40 | 70 | laws of 1932",
                "part score | 70 < 100 | 50 | laws of 1932",
                "North-South score | 70 + 70 + 50 = +190",
            ],
        ),
        ("PASS", "both", "2017", ["Passed out: nobody scores (Law 77)"]),
        ("-420", "both", "2017", ["-420 to North-South, written without a contract"]),
    ],
)
def test_words(result: str, vulnerability: str, key: str, lines: list[str]) -> None:
    assert squeezed(explain(result, vulnerability=vulnerability, law=key)) == lines


def test_a_split_score_is_told_side_by_side() -> None:
    text = explain("NS: 4S N -1 | EW: 4S N =")
    assert text.index("For North-South:") < text.index("-50") < text.index("For East-West:") < text.index("+420")


def test_an_award_cannot_be_explained_as_a_deal() -> None:
    with pytest.raises(RecordError, match="no deal score"):
        explain("A60/40")


@given(
    st.sampled_from(LAWS),
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.sampled_from(Seat),
    st.sampled_from(Vulnerability),
    st.integers(0, 13),
)
def test_every_line_adds_up_to_the_last(
    code: LawCode, level: int, strain: Strain, dbl: Doubling, seat: Seat, vul: Vulnerability, tricks: int
) -> None:
    outcome = Played(Contract(level, strain, dbl, seat), tricks)
    head, *rows, last = squeezed(explain(outcome, vulnerability=vul, law=code))
    amounts = [int(row.split(" | ")[-2]) for row in rows]
    assert last.endswith(str(deal_score(outcome, vulnerability=vul, law=code)))
    assert abs(int(last.split()[-1])) == sum(amounts)
    assert len({row.split(" | ")[0] for row in rows}) == len(rows)
    assert head.startswith(str(level))


@given(st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.integers(0, 13), st.sampled_from(LAWS))
def test_every_sum_shown_comes_to_its_points(
    level: int, strain: Strain, dbl: Doubling, tricks: int, code: LawCode
) -> None:
    outcome = Played(Contract(level, strain, dbl, Seat.NORTH), tricks)
    for row in squeezed(explain(outcome, law=code))[1:-1]:
        name, *shown, points, _article = row.split(" | ")
        if shown and name in ("contract points", "overtricks", "undertricks"):
            assert set(shown[0]) <= set("0123456789 ()+×")
            assert eval(shown[0].replace("×", "*")) == int(points)
