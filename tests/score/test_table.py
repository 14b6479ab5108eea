"""All 2,940 deals of a code, against a slow reckoning of our own, the shared tables and two public scorers."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import RecordError
from overtrick.model.terms import Doubling, Strain
from overtrick.score.table import elements, honours, points, points_table
from overtrick.tables.laws import LAWS, law

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT / ".." / "shared" / "rules" / "tables"
NPM = Path(os.environ.get("OVERTRICK_NPM", ROOT / ".venv-node" / "node_modules"))

Deal = tuple[int, Strain, Doubling, bool, int]
DEALS: list[Deal] = list(product(range(1, 8), Strain, Doubling, (False, True), range(14)))


def reckoned(level: int, strain: Strain, doubling: Doubling, vulnerable: bool, tricks: int) -> int:
    """Law 77 counted trick by trick, with nothing taken from the product's tables."""
    times = {Doubling.UNDOUBLED: 1, Doubling.DOUBLED: 2, Doubling.REDOUBLED: 4}[doubling]
    total = 0
    if tricks < level + 6:
        for n in range(1, level + 6 - tricks + 1):
            if times == 1:
                total -= 100 if vulnerable else 50
                continue
            doubled = (200 if n == 1 else 300) if vulnerable else 100 if n == 1 else 200 if n in (2, 3) else 300
            total -= doubled if times == 2 else 2 * doubled
        return total
    each = 20 if strain.value in "CD" else 30
    below = sum((40 if strain.value == "NT" and n == 1 else each) * times for n in range(1, level + 1))
    for _extra in range(tricks - level - 6):
        total += each if times == 1 else (100 if times == 2 else 200) * (2 if vulnerable else 1)
    total += {1: 0, 2: 50, 4: 100}[times]
    total += (500 if vulnerable else 300) if below >= 100 else 50
    if level == 6:
        total += 750 if vulnerable else 500
    if level == 7:
        total += 1500 if vulnerable else 1000
    return total + below


def test_all_2940_deals_of_law_77() -> None:
    assert list(points_table(law("2017"))) == [reckoned(*deal) for deal in DEALS]


@pytest.mark.parametrize("key", ["duplicate-1987", "duplicate-1997", "duplicate-2007"])
def test_codes_since_1987_score_alike(key: str) -> None:
    assert points_table(law(key)) == points_table(law("2017"))


@pytest.mark.parametrize("code", LAWS, ids=lambda code: code.key)
def test_points_are_the_sum_of_the_elements(code: object) -> None:
    laws = law(code)  # type: ignore[arg-type]
    for level, strain, doubling, vulnerable, tricks in DEALS:
        items = elements(level, strain, doubling, tricks, vulnerable=vulnerable, code=laws)
        assert points(level, strain, doubling, tricks, vulnerable, laws) == sum(item.signed for item in items)
        assert all(item.points > 0 and item.article for item in items)
        assert {item.scored_by for item in items} == {"declarer" if tricks >= level + 6 else "defenders"}
        assert all(item.points == sum(item.steps) for item in items if item.steps)


@given(st.sampled_from(LAWS), st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.booleans())
def test_one_trick_more_is_never_worth_less(code: object, level: int, strain: Strain, dbl: Doubling, vul: bool) -> None:
    laws = law(code)  # type: ignore[arg-type]
    row = [points(level, strain, dbl, tricks, vul, laws) for tricks in range(14)]
    assert row == sorted(set(row))


@given(st.integers(2, 13))
def test_vulnerable_doubled_is_not_vulnerable_with_one_more(down: int) -> None:
    code = law("2017")
    vulnerable = sum(code.undertrick_values(down, Doubling.DOUBLED, vulnerable=True))
    assert vulnerable == sum(code.undertrick_values(down + 1, Doubling.DOUBLED, vulnerable=False))


@pytest.mark.parametrize(
    ("deal", "key", "expected"),
    [
        ((7, Strain.NOTRUMP, Doubling.REDOUBLED, True, 0), "2017", -7600),  # extremes of the table
        ((7, Strain.NOTRUMP, Doubling.REDOUBLED, True, 0), "1935", -7600),  # Time, 25 March 1935
        ((7, Strain.NOTRUMP, Doubling.REDOUBLED, True, 0), "1932", -20800),  # Time, 25 March 1935
        ((7, Strain.NOTRUMP, Doubling.REDOUBLED, True, 13), "2017", 2980),
        ((5, Strain.CLUBS, Doubling.UNDOUBLED, False, 12), "1927", 450),  # Vanity Fair, January 1932
        ((6, Strain.CLUBS, Doubling.UNDOUBLED, False, 13), "1927", 970),  # Vanity Fair, January 1932
        ((5, Strain.CLUBS, Doubling.REDOUBLED, False, 12), "1981", 950),  # why the redoubled bonus rose
        ((5, Strain.CLUBS, Doubling.REDOUBLED, False, 12), "1987", 1000),
        ((7, Strain.SPADES, Doubling.DOUBLED, False, 4), "1981", -1700),  # Bermuda Bowl 1981
        ((7, Strain.SPADES, Doubling.DOUBLED, False, 4), "1987", -2300),
        ((7, Strain.SPADES, Doubling.DOUBLED, False, 2), "1981", -2100),  # eleven down, as counted at the table
        ((7, Strain.HEARTS, Doubling.UNDOUBLED, True, 13), "1981", 2210),
        ((6, Strain.HEARTS, Doubling.UNDOUBLED, True, 12), "1932", 1430),  # Time, 14 November 1932
        ((6, Strain.HEARTS, Doubling.UNDOUBLED, True, 12), "duplicate-1932-slam-1000", 1680),
        ((7, Strain.CLUBS, Doubling.UNDOUBLED, True, 13), "1932", 140 + 500 + 2250),
        ((1, Strain.NOTRUMP, Doubling.UNDOUBLED, False, 8), "1932", 30 + 40 + 50),
    ],
)
def test_worked_deals(deal: Deal, key: str, expected: int) -> None:
    level, strain, doubling, vulnerable, tricks = deal
    assert points(level, strain, doubling, tricks, vulnerable, key) == expected


@pytest.mark.parametrize(("level", "tricks"), [(0, 7), (8, 7), (1, 14), (1, -1)])
def test_impossible_deals_are_refused(level: int, tricks: int) -> None:
    with pytest.raises(RecordError, match="cannot be"):
        points(level, Strain.CLUBS, Doubling.UNDOUBLED, tricks, False)


@pytest.mark.parametrize(
    ("strain", "trumps", "aces", "expected"),
    [
        (Strain.SPADES, 4, 0, 100),
        (Strain.SPADES, 5, 1, 150),
        (Strain.CLUBS, 3, 4, 0),
        (Strain.NOTRUMP, 0, 4, 150),
        (Strain.NOTRUMP, 0, 3, 0),
        (Strain.NOTRUMP, 5, 0, 0),
    ],
)
def test_honours(strain: Strain, trumps: int, aces: int, expected: int) -> None:
    assert honours(strain, trump_honours=trumps, aces=aces) == expected


def test_impossible_honours_are_refused() -> None:
    with pytest.raises(RecordError, match="five and four"):
        honours(Strain.SPADES, trump_honours=6)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared tables are not beside the repository")
def test_the_shared_table_of_four_codes() -> None:
    kinds = {"minor": "CD", "major": "HS"}
    with (SHARED / "duplicate_scores.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            level, tricks, dbl = int(row["level"]), int(row["tricks"]), tuple(Doubling)[int(row["doubled"])]
            strains = [strain for strain in Strain if strain.value in kinds.get(row["strain"], "NT")]
            assert strains, row
            for strain in strains:
                found = points(level, strain, dbl, tricks, row["vulnerable"] == "1", f"duplicate-{row['code']}")
                assert found == int(row["score"]), row


@pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="endplay is not installed")
def test_all_deals_agree_with_endplay() -> None:
    from endplay.types import Contract, Denom, Penalty, Player, Vul

    denoms = dict(zip(Strain, (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt), strict=True))
    penalties = dict(zip(Doubling, (Penalty.passed, Penalty.doubled, Penalty.redoubled), strict=True))
    for level, strain, doubling, vulnerable, tricks in DEALS:
        theirs = Contract(
            level=level,
            denom=denoms[strain],
            declarer=Player.north,
            penalty=penalties[doubling],
            result=tricks - level - 6,
        ).score(Vul.both if vulnerable else Vul.none)
        assert points(level, strain, doubling, tricks, vulnerable) == theirs


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.skipif(
    not (NPM / "bridge-scorer").is_dir(),
    reason="npm install bridge-scorer@2.4.0 was not run here, nor OVERTRICK_NPM set to its node_modules",
)
def test_all_deals_agree_with_bridge_scorer() -> None:
    script = (
        "const scorer = require(process.argv[1]);"
        "const deals = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(deals.map(([level, denomination, risk, vulnerable, tricks]) =>"
        " scorer.contractTricks({level, denomination, risk}, vulnerable, tricks))));"
    )
    asked = [
        (level, strain.value, doubling.text, vulnerable, tricks)
        for level, strain, doubling, vulnerable, tricks in DEALS
    ]
    done = subprocess.run(
        ["node", "-e", script, str((NPM / "bridge-scorer").resolve())],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == [
        points(level, strain, dbl, tricks, vul) for level, strain, dbl, vul, tricks in DEALS
    ]
