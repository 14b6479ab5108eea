"""The score of one deal from text or outcome, to both sides."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError, NotationError, RecordError
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.outcome import Awarded, BareScore, Entry, Missing, NotPlayed, PassedOut, Played, SitOut, Weighted
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.score.deal import deal_score, outcome_points
from overtrick.tables.laws import LAWS, law

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases"
STRAINS = {"C": Strain.CLUBS, "D": Strain.DIAMONDS, "H": Strain.HEARTS, "S": Strain.SPADES}


@pytest.mark.parametrize(
    ("text", "board", "ns"),
    [  # the sixteen-board table of the article on scoring
        ("1H E +2", 1, -140),
        ("2D N +2", 3, 130),
        ("3H S +1", 6, 170),
        ("7H E =", 8, -1510),
        ("4SX N =", 9, 590),
        ("6C N =", 11, 920),
        ("4HXX W =", 13, -1080),
        ("5S S -1", 14, -50),
        ("4H E +1", 15, -450),
        ("3NT N =", 16, 400),
    ],
)
def test_boards_of_the_table(text: str, board: int, ns: int) -> None:
    score = deal_score(text, board=board)
    assert (score.ns, score.ew) == (ns, -ns)


@pytest.mark.parametrize(
    ("text", "vulnerability", "key", "ns"),
    [
        ("4SX N +1", "NS", "duplicate-2017", 990),
        ("4SX N +1", "EW", "duplicate-2017", 690),
        ("7SX N -9", "EW", "duplicate-1975", -1700),  # Bermuda Bowl 1981
        ("7SX N -9", "EW", "duplicate-2017", -2300),
        ("7H E =", "EW", "1981", -2210),
        ("5CXX S +1", "none", "1975", 950),  # the redoubled bonus before and after 1987
        ("5CXX S +1", "NS", "1975", 1350),
        ("5CXX S +1", "none", "1997", 1000),
        ("5CXX S +1", "NS", "1997", 1400),
        ("2HX N =", "none", "2017", 470),  # doubled into game
    ],
)
def test_text_scored(text: str, vulnerability: str, key: str, ns: int) -> None:
    assert deal_score(text, vulnerability=vulnerability, law=key).ns == ns


def test_elements_with_side_and_article() -> None:
    made = deal_score("4SX N +1", vulnerability="NS")
    assert [(item.element, item.points, item.side, item.article) for item in made.items] == [
        ("contract", 240, Side.NS, "Law 77"),
        ("overtricks", 200, Side.NS, "Law 77"),
        ("insult", 50, Side.NS, "Law 77"),
        ("game", 500, Side.NS, "Law 77"),
    ]
    (lost,) = deal_score("3NTX E -3", vulnerability="EW").items
    assert (lost.points, lost.side, lost.scored_by, lost.steps) == (800, Side.NS, "defenders", (200, 300, 300))


def test_rubber_has_no_bonus_by_the_deal_and_two_places_to_write() -> None:
    score = deal_score("4SX N +1", law="rubber-1935")
    assert score.line("declarer", below=True) == 240
    assert score.line("declarer", below=False) == 100
    assert deal_score("4SX N -2", law="rubber-1993").line("defenders", below=False) == 300


def test_without_a_declarer_the_score_is_the_declaring_sides() -> None:
    for vulnerability, points in (("none", -2300), ("both", -2600)):
        score = deal_score("7SX-9", vulnerability=vulnerability)
        assert (score.ns, score.ew, score.declarer_points) == (None, None, points)
    for vulnerability in ("NS", "EW"):
        with pytest.raises(RecordError, match="nobody said who declared"):
            deal_score("7SX-9", vulnerability=vulnerability)


def test_passed_out_and_bare_scores() -> None:
    assert (deal_score("PASS").ns, deal_score("PASS").ew, deal_score("PASS").items) == (0, 0, ())
    assert deal_score(BareScore(-420)).ew == 420
    assert str(deal_score("PASS", vulnerability="both")) == "0"


def test_a_split_score_gives_each_side_its_own() -> None:
    score = deal_score("NS: 4S N -1 | EW: 4S N =")
    assert (score.ns, score.ew) == (-50, -420)


def test_the_vulnerability_given_wins_over_the_board() -> None:
    assert deal_score("3NT N =", board=1).ns == 400
    assert deal_score("3NT N =", board=2).ns == 600
    assert deal_score("3NT N =", board=2, vulnerability="none").ns == 400
    assert deal_score("3NT N =", board=Board(1, Seat.NORTH, Vulnerability.BOTH)).ns == 600


@pytest.mark.parametrize(
    ("outcome", "named"),
    [
        (NotPlayed(), "a board not played"),
        (SitOut(), "a sit-out"),
        (Missing(), "a missing result"),
        (Awarded(Fraction(60)), "an award"),
        (Weighted(((Fraction(1, 2), PassedOut()), (Fraction(1, 2), BareScore(420)))), "a weighted score"),
    ],
)
def test_what_has_no_deal_score_is_refused(
    outcome: NotPlayed | SitOut | Missing | Awarded | Weighted, named: str
) -> None:
    with pytest.raises(RecordError, match=named):
        deal_score(outcome)
    with pytest.raises(RecordError, match=named):
        deal_score(Entry.both(outcome))
    assert outcome_points(outcome, Vulnerability.NONE, law("2017")) is None


def test_bad_input_is_refused_in_words() -> None:
    with pytest.raises(NotationError):
        deal_score("8S N =")
    with pytest.raises(RecordError, match="not a vulnerability"):
        deal_score("4S N =", vulnerability="green")
    with pytest.raises(ConditionsError, match="known"):
        deal_score("4S N =", law="1926")
    with pytest.raises(ConditionsError):
        deal_score("4S N =", language="xx")


def test_letters_of_another_language() -> None:
    assert deal_score("4P O =", language="fr").ns == -420


@given(
    st.sampled_from(LAWS),
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.sampled_from(Seat),
    st.sampled_from(Vulnerability),
    st.integers(0, 13),
)
def test_both_sides_sum_to_nought_and_the_fast_way_agrees(
    code: Any, level: int, strain: Strain, dbl: Doubling, seat: Seat, vul: Vulnerability, tricks: int
) -> None:
    outcome = Played(Contract(level, strain, dbl, seat), tricks)
    score = deal_score(outcome, vulnerability=vul, law=code)
    assert score.ns is not None
    assert score.ew == -score.ns
    assert score.ns == outcome_points(outcome, vul, code)
    sign = 1 if seat.side is Side.NS else -1
    assert score.ns == sign * score.declarer_points
    assert {item.side for item in score.items} == {seat.side if tricks >= level + 6 else seat.side.opponents}
    assert deal_score(str(outcome), vulnerability=vul, law=code).ns == score.ns


def _cases(name: str) -> list[dict[str, Any]]:
    path = SHARED / name
    if not path.is_file():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))
    cases: list[dict[str, Any]] = found if isinstance(found, list) else found["cases"]
    return cases


def _strain(text: str) -> Strain:
    return STRAINS.get(text, Strain.NOTRUMP)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the repository")
def test_shared_deal_cases() -> None:
    seen = 0
    for case in _cases("examples.json"):
        given_ = case["input"]
        if case["rule"] not in ("deal.duplicate", "deal.board_ns"):
            continue
        seat = Seat(given_.get("declarer", "N"))
        contract = Contract(given_["level"], _strain(given_["strain"]), tuple(Doubling)[given_["dbl"]], seat)
        vulnerability = Vulnerability.BOTH if given_.get("vul") else Vulnerability.NONE
        score = deal_score(
            Played(contract, given_["tricks"]),
            vulnerability=vulnerability if "vul" in given_ else None,
            board=given_.get("board"),
            law=given_.get("code", "2017"),
        )
        assert score.ns == case["expected"], case["id"]
        seen += 1
    assert seen > 20


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the repository")
def test_shared_faults_of_other_scorers() -> None:
    seen = 0
    for case in _cases("bug_cases.json"):
        if case["input"].get("op") != "score" or "score_ns" not in case["expect"]:
            continue
        for item, ns in zip(case["input"]["items"], case["expect"]["score_ns"], strict=True):
            if not isinstance(item, dict) or "contract" not in item:
                continue
            contract = Contract(
                int(item["contract"][0]),
                _strain(item["contract"][1:]),
                tuple(Doubling)[item["doubled"]],
                Seat(item["declarer"]),
            )
            score = deal_score(
                Played(contract, item["tricks"]), vulnerability=item["vul"], law=item.get("law_year", "2017")
            )
            assert score.ns == ns, case["id"]
            seen += 1
    assert seen > 10
