"""The shared worked cases on IMPs, matches, victory points and ranking, each through the functions that users call."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overtrick.compare.imps import imps
from overtrick.compare.obligations import obligation
from overtrick.compare.teams import (
    board_a_match,
    carry_over,
    extra_boards,
    knock_out_margin,
    match_with_averages,
    patton_saldo,
    team_imps,
    team_of_eight,
)
from overtrick.ranking.carry_over import carry_forward, factor_to_full, sessions_together
from overtrick.ranking.handicaps import handicap
from overtrick.ranking.match_log import MatchResult, counted_matches
from overtrick.ranking.numbers import exact
from overtrick.ranking.ties import place_labels, swiss_points
from overtrick.ranking.victory_points import (
    swiss_pairs_points,
    victory_points,
    victory_points_each,
    wbf_discrete_bounds,
    whole_imps,
)
from overtrick.tables.load import make_scale

CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases"
Given = dict[str, Any]

RULES: dict[str, Callable[[Given], Any]] = {
    "imp": lambda given: imps(exact(given["diff"]), given.get("table", "imps-1962")),
    "imp.bastille": lambda given: imps(exact(given["diff"]), "bastille"),
    "ko.extra_boards": lambda given: extra_boards(given["scheduled"]),
    "mp.carry_ebu": lambda given: carry_forward(
        given["score"], final_top=given["final_top"], qualifying_top=given["qual_top"]
    ),
    "mp.factor": lambda given: factor_to_full(given["score"], played=given["played"], full=given["full"]),
    "mp.handicap": lambda given: handicap(given["averages"]),
    "mp.multi_session": lambda given: sessions_together(given["parts"]),
    "obligation": lambda given: obligation(given["hcp"], given["vul"], given["points"]),
    "team.bam": lambda given: board_a_match(given["our_ns"], given["our_ew"], win=given["win"]),
    "team.eight": lambda given: team_of_eight(given["open"], given["closed"]),
    "team.imps": lambda given: team_imps(given["ours_ns"], given["theirs_ns"]),
    "team.ko_nonbalancing": lambda given: knock_out_margin(given["margin_a"], given["margin_b"]),
    "team.match_with_averages": lambda given: match_with_averages(
        given["own"], given["opp"], plus_ours=given["plus_own"], plus_theirs=given["plus_opp"]
    ),
    "team.patton_saldo": lambda given: patton_saldo(given["a"], given["b"], given["boards"]),
    "tie.swiss_points": lambda given: swiss_points(given["opponents"]),
    "vp.fractional_imps": lambda given: whole_imps(given["imps"]),
    "vp.step": lambda given: victory_points(given["margin"], boards=given["boards"], scale=given["scale"]),
    "vp.swiss_pairs": lambda given: swiss_pairs_points(given["pct"], boards=given["boards"]),
    "vp.wbf": lambda given: victory_points(given["margin"], boards=given["boards"]),
    "vp.wbf_discrete": lambda given: victory_points(given["margin"], boards=given["boards"], scale="wbf-discrete"),
    "vp.wbf_discrete_bounds": lambda given: wbf_discrete_bounds(given["boards"]),
}


def cases(name: str) -> list[dict[str, Any]]:
    path = CASES / name
    if not path.is_file():
        return []
    data = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    found: list[dict[str, Any]] = data["cases"] if isinstance(data, dict) else data
    return found


def numbers(value: Any) -> list[Fraction]:
    return [Fraction(part) for part in value] if isinstance(value, list | tuple) else [Fraction(value)]


@pytest.mark.parametrize(
    "case", [case for case in cases("examples.json") if case["rule"] in RULES], ids=lambda case: case["id"]
)
def test_example(case: dict[str, Any]) -> None:
    found, wanted = numbers(RULES[case["rule"]](case["input"])), numbers(case["expected"])
    tolerance = Fraction(case.get("tol", 0))
    assert len(found) == len(wanted)
    assert all(abs(one - other) <= tolerance for one, other in zip(found, wanted, strict=True))


@pytest.fixture
def bug() -> Callable[[str], tuple[Given, Given]]:
    known = {case["id"]: case for case in cases("bug_cases.json")}

    def find(key: str) -> tuple[Given, Given]:
        if key not in known:
            pytest.skip("the shared bug cases are not here")
        return known[key]["input"], known[key]["expect"]

    return find


Bug = Callable[[str], tuple[Given, Given]]


def test_imp_table_is_whole(bug: Bug) -> None:
    given, expect = bug("IMP-01")
    assert [imps(difference) for difference in given["diffs"]] == expect["imps"]


def test_points_that_do_not_sum(bug: Bug) -> None:
    given, expect = bug("TEA-01")
    ours, theirs = match_with_averages(given["played_net_imps_A"], 0, plus_ours=1, plus_theirs=1)
    assert (ours, theirs) == (expect["imps_A"], expect["imps_B"])
    assert victory_points_each(ours, theirs, boards=given["boards"]) == (expect["vp_A"], expect["vp_B"])


def test_two_bad_boards_are_one_loss(bug: Bug) -> None:
    given, expect = bug("TEA-04")
    points = [board_a_match(board["ours_ns"], board["mates_ew"]) for board in given["boards"]]
    assert points == [Fraction(point) for point in expect["points"]]
    assert sum(points) == expect["total"]


def test_replayed_match_counts_once(bug: Bug) -> None:
    given, expect = bug("TEA-05")
    results = []
    for item in given["submissions"]:
        home, away = (Decimal(points) for points in item["vp"])
        teams = str(item["home"]), str(item["away"])
        results.append(MatchResult(item["round"], *teams, home, away, replaces=item.get("replaces", False)))
    counted = counted_matches(results)
    assert len(counted) == expect["matches_counted"]
    assert {team: counted[0].points(team) for team in expect["vp"]} == expect["vp"]


def test_own_scale_and_carry_over(bug: Bug) -> None:
    given, expect = bug("TEA-08")
    scale = make_scale("league", list(given["scale"].values()), [15 + int(key) for key in given["scale"]])
    points = [victory_points(margin, boards=24, scale=scale) for margin in given["margins"]]
    assert [[int(one), int(other)] for one, other in points] == expect["vp"]
    carried = [
        carry_over(
            item["rr_margin"],
            fraction=Fraction(1, 3),
            trailing_fraction=Fraction(1, 5),
            cap=10,
            leads=item["winner_has_more_vp"],
        )
        for item in given["carry"]
    ]
    assert carried == [Fraction(value) for value in expect["carry_imps"]]


def test_shared_places(bug: Bug) -> None:
    given, expect = bug("RNK-01")
    assert place_labels(given["percent"]) == expect["places"]
