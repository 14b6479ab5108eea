"""Faults that were reported of other programs, as arithmetic that must come out right here.

Every case goes through the functions that the commands use; an adapter turns the shape of a case into their arguments
and holds no number of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overtrick.compare.butler import round_datum
from overtrick.compare.cross_imps import cross_imps
from overtrick.compare.frequency import plain
from overtrick.compare.imps import imps
from overtrick.compare.matchpoints import MatchpointRule, compare_matchpoints, matchpoints, top
from overtrick.compare.neuberg import neuberg, stretch
from overtrick.compare.teams import board_a_match, carry_over, match_with_averages
from overtrick.desk.results import check_event, rank
from overtrick.errors import NotationError
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Event, Line, Section, Session, Stated, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
)
from overtrick.model.rounding import round_value
from overtrick.model.standing import Standing
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.notation.result import parse
from overtrick.ranking.numbers import exact
from overtrick.ranking.ties import place_labels
from overtrick.ranking.victory_points import victory_points, victory_points_each
from overtrick.score.deal import deal_score
from overtrick.tables.load import make_scale

CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "bug_cases.json"
Given = dict[str, Any]


def loaded() -> list[Given]:
    if not CASES.is_file():
        return []
    cases: list[Given] = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return cases


def near(found: Any, wanted: Any, slack: Fraction = Fraction(1, 10_000)) -> bool:
    """Equal as far as the case prints it: four decimals."""
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(near(one, other) for one, other in zip(found, wanted, strict=True))
    if isinstance(wanted, dict):
        return all(near(found[key], wanted[key]) for key in wanted)
    if isinstance(wanted, bool | str) or wanted is None:
        return bool(found == wanted)
    return abs(Fraction(found) - exact(wanted)) <= slack


def played(item: Given) -> Outcome:
    """The outcome of a case's line; a key that is not there is no number of tricks."""
    if item.get("passed_out") or str(item.get("contract", "")).casefold() in ("pass", "passed out"):
        return PassedOut()
    if item.get("tricks") is None or not item.get("contract"):
        return Missing()
    level, strain = int(item["contract"][0]), item["contract"][1:].upper().rstrip("X")
    doubling = tuple(Doubling)[item.get("doubled", 0)]
    return Played(
        Contract(level, Strain("NT" if strain == "N" else strain), doubling, Seat(item["declarer"])), item["tricks"]
    )


def score_of(item: Given) -> int | None:
    law = f"duplicate-{item['law_year']}" if "law_year" in item else "duplicate-2017"
    return deal_score(played(item), vulnerability=Vulnerability.parse(item["vul"]), law=law).ns


def an_award(value: Any) -> Awarded:
    if isinstance(value, str):
        return Awarded(Average(value.upper()))
    return Awarded(exact(value))


def one_board(lines: list[Line], number: int = 1) -> Standing:
    event = Event(
        sessions=(Session("1", (Section("A", (), (Traveller(Board.numbered(number), tuple(lines)),)),)),), winners=2
    )
    return rank(event)


def sided(line: Given, side: str, other: str) -> Outcome:
    """A side's own outcome: an award, its own score, or the score of the line."""
    if f"{side}_award" in line:
        return an_award(line[f"{side}_award"])
    if f"score_{side}" in line:
        return BareScore(line[f"score_{side}"] * (1 if side == "ns" else -1))
    if f"score_{other}" in line:
        return BareScore(line[f"score_{other}"] * (1 if other == "ns" else -1))
    return NotPlayed()


def lines_board(given: Given) -> Given:
    lines = [
        Line(str(line["ns"]), str(line["ew"]), sided(line, "ns", "ew"), sided(line, "ew", "ns"))
        for line in given["lines"]
    ]
    board = one_board(lines, given.get("board", 1)).boards[0]
    assert board.expected == given["expected_results"]
    return {
        "ns_mp": {result.line.ns: result.ns.value for result in board.lines},
        "ew_mp": {result.line.ew: result.ew.value for result in board.lines},
        "real_results_each_side": board.results,
    }


def matchpoint_board(given: Given) -> Given:
    if "lines" in given:
        return lines_board(given)
    if "lines_score_ns" in given:
        lines = [
            Line(str(n), str(n), BareScore(score), BareScore(score))
            for n, score in enumerate(given["lines_score_ns"], 1)
        ]
        board = one_board(lines).boards[0]
        assert [line.ns.value for line in board.lines] == matchpoints(given["lines_score_ns"])
        return {"ns_mp": [line.ns.value for line in board.lines], "ew_mp": [line.ew.value for line in board.lines]}
    awards = [
        Line(f"a{n}", f"a{n}", an_award(item["ns"]), an_award(item["ew"])) for n, item in enumerate(given["artificial"])
    ]
    full = given["expected_results"] - len(awards)
    lines = [Line(str(n), str(n), BareScore(10 * n), BareScore(10 * n)) for n in range(full)]
    board = one_board([*lines, *awards]).boards[0]
    ns, ew = board.lines[-1].ns, board.lines[-1].ew
    found: Given = {
        "artificial_in_formula": board.results != full,
        "sum_is_top": (ns.value or 0) + (ew.value or 0) == ns.available,
    }
    found |= {"ave_plus_mp": ns.value, "ave_minus_mp": ew.value, "ns_mp": ns.value, "ew_mp": ew.value}
    real = next((key for key in given if re.fullmatch(r"real_ns_mp_of_\d+", key)), None)
    if real:
        by_plain = dict(zip(matchpoints([10 * n for n in range(full)]), board.lines, strict=False))
        found["real"] = [by_plain[value].ns.value for value in given[real]]
    return found


def fouled_board(given: Given) -> Given:
    expected = given["expected"]
    if "ns_scores" in given["groups"][0]:
        policy = str(given.get("small_group_rule", "ebu")).casefold()
        scores = given["groups"][0]["ns_scores"]
        found: Given = {}
        for side, sign in (("ns_mp", 1), ("ew_mp", -1)):
            halves = [plain(sign * score, "fouled") for score in scores]
            halves += [plain(sign * 10 * n, "right") for n in range(expected - len(scores))]
            worths = compare_matchpoints(halves, expected, MatchpointRule(small_groups=policy))
            found[side] = {str(score): worth.value for score, worth in zip(scores, worths, strict=False)}
        return found
    rounding = "0.1-average" if "average" in str(given.get("round", "")) else "exact"
    groups = {group["name"]: group["ns_mp"] for group in given["groups"]}
    values = {name: [neuberg(exact(value), len(group), expected) for value in group] for name, group in groups.items()}
    total = sum(value for group in values.values() for value in group)
    found = {
        name: [round_value(value, rounding, average=top(expected) / 2) for value in group]
        for name, group in values.items()
    }
    found |= {"total": total, "exact_total": total}
    found["not_method"] = {
        name: [stretch(exact(value), len(group), expected, "add-one") for value in group]
        for name, group in groups.items()
    }
    return found


def neuberg_values(given: Given) -> Given:
    values = []
    for item in given["items"]:
        if "scores" in item:
            halves = [plain(score) for score in item["scores"]]
            values.append([worth.value for worth in compare_matchpoints(halves, item["E"], MatchpointRule())])
        else:
            values.append([neuberg(exact(value), item["A"], item["E"]) for value in item["M"]])
    first = given["items"][0]
    scaled = [exact(value) * first["E"] / first["A"] for value in first.get("M", [])]
    return {
        "values": values,
        "sum_of_last": sum(values[-1]),
        "plain_scaling": scaled,
        "differ_at": [m for m, one, other in zip(first.get("M", []), values[0], scaled, strict=False) if one != other],
    }


def round_board(given: Given) -> Given:
    values = [neuberg(exact(value), given["A"], given["E"]) for value in given["ns_raw"]]
    full = top(given["E"])
    up = [round_value(value, "0.1") for value in values]
    return {
        "exact": values,
        "half_up": up,
        "half_towards_average": [round_value(value, "0.1-average", average=full / 2) for value in values],
        "top": full,
        "sum_half_up_exceeds_top": any(
            one + round_value(full - value, "0.1") > full for one, value in zip(up, values, strict=True)
        ),
    }


def pair_session(given: Given) -> Given:
    """Pair 1 in a field where its other boards bring the wanted matchpoints."""
    others = given["boards"] - given.get("ave_plus", 0) - given.get("ave_minus", 0)
    share = exact(given["mp_on_other_boards"]) / (others * given["top"])
    kinds = [Average.PLUS] * given.get("ave_plus", 0) + [Average.MINUS] * given.get("ave_minus", 0)
    outcomes = [Awarded(kind) for kind in kinds]
    results = given["top"] // 2 + 1
    shares = []
    for own in ("yes", "no"):
        travellers = [
            Traveller(Board.numbered(n), (Line("1", "x", outcome, outcome),)) for n, outcome in enumerate(outcomes, 1)
        ]
        left = exact(given["mp_on_other_boards"])
        for number in range(len(outcomes) + 1, given["boards"] + 1):
            wanted = min(left, Fraction(given["top"]))
            wanted -= wanted % 2 if wanted < left else 0
            left -= wanted
            travellers.append(Traveller(Board.numbered(number), tuple(field_with(wanted, results))))
        event = Event(sessions=(Session("1", (Section("A", (), tuple(travellers)),)),), winners=2)
        standing = rank(event, own_percentage=own)
        place = next(p for p in standing.places if p.contestant.key == "1" and p.direction is Side.NS)
        shares.append((standing, place))
    standing, place = shares[0]
    averages = [
        line.ns.value for board in standing.boards for line in board.lines if isinstance(line.line.ns_outcome, Awarded)
    ]
    return {
        "other_percent": 100 * share,
        "each_ave_plus_mp": averages[0],
        "each_ave_minus_mp": averages[-1],
        "total_mp": place.total,
        "final_percent": place.percent,
        "fixed_60_would_give": shares[1][1].percent,
        "fixed_40_would_give": shares[1][1].percent,
    }


def field_with(wanted: Fraction, results: int) -> list[Line]:
    """A board on which pair 1 wins so many whole matchpoints of the top."""
    lower, equal = divmod(int(wanted), 2)
    scores = [0, *([-10] * lower), *([0] * equal), *([10] * (results - 1 - lower - equal))]
    return [Line(str(n), f"x{n}", BareScore(score), BareScore(score)) for n, score in enumerate(scores, 1)]


def session(given: Given) -> Given:
    results = given["top"] // 2 + 1
    travellers = []
    for item in given["pair_lines"]:
        statuses: dict[str, Outcome] = {
            "passed_out": PassedOut(),
            "not_played": NotPlayed(),
            "average": Awarded(Average.AVERAGE),
        }
        status = statuses.get(item.get("status", ""))
        lines = field_with(exact(item.get("mp", 0)), results)
        if status is not None:
            lines[0] = replace(lines[0], ns_outcome=status, ew_outcome=status)
        travellers.append(Traveller(Board.numbered(item["board"]), tuple(lines)))
    event = Event(sessions=(Session("1", (Section("A", (), tuple(travellers)),)),), winners=2)
    standing = rank(event)
    place = next(p for p in standing.places if p.contestant.key == "1" and p.direction is Side.NS)
    return {"boards_counted": place.boards, "percent": place.percent}


def validate_line(given: Given) -> Given:
    found: Given = {"ok": [], "right_score_ns": []}
    for item in given["items"]:
        outcome = played(item)
        line = Line("1", "2", outcome, outcome, stated=Stated(points=item["recorded_score_ns"]))
        board = Board.numbered(1, vulnerability=Vulnerability.parse(item["vul"]))
        event = Event(sessions=(Session("1", (Section("A", (), (Traveller(board, (line,)),)),)),))
        found["ok"].append(not check_event(event, Conditions()))
        found["right_score_ns"].append(score_of(item))
    return found


def parse_contract(given: Given) -> Given:
    found: list[Any] = []
    for text in given["texts"]:
        try:
            outcome = parse(f"{text} =").ns
        except NotationError:
            found.append("refused")
            continue
        assert isinstance(outcome, Played)
        contract = outcome.contract
        declarer = contract.declarer.value if contract.declarer else None
        values = {"level": contract.level, "strain": contract.strain.value, "doubled": contract.doubling.index}
        found.append({**values, "declarer": declarer})
    return {"parsed": found}


def told_in_words(found: Any, wanted: Any) -> Any:
    """A choice that a case tells in words: of a doubled contract at least the doubling must live, or it is refused."""
    allowed = found == "refused" or (isinstance(found, dict) and found["doubled"] > 0)
    return found if isinstance(wanted, str) and allowed else wanted


def bam(given: Given) -> Given:
    points = [board_a_match(board["ours_ns"], board["mates_ew"]) for board in given["boards"]]
    return {"points": points, "total": sum(points)}


def custom_vp(given: Given) -> Given:
    middle = 15
    scale = make_scale("house", list(given["scale"].values()), [middle + int(key) for key in given["scale"]])
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
    return {
        "vp": [victory_points(margin, boards=24, scale=scale) for margin in given["margins"]],
        "carry_imps": carried,
    }


def team_match(given: Given) -> Given:
    counts = {side + sign: 0 for side in "AB" for sign in "+-"}
    for item in given["adjusted"]:
        for side in "AB":
            counts[side + item[side][-1]] = counts.get(side + item[side][-1], 0) + 1
    ours, theirs = match_with_averages(
        given["played_net_imps_A"],
        0,
        plus_ours=counts["A+"],
        plus_theirs=counts["B+"],
        minus_ours=counts["A-"],
        minus_theirs=counts["B-"],
    )
    one, other = victory_points_each(ours, theirs, boards=given["boards"])
    return {"imps_A": ours, "imps_B": theirs, "vp_A": one, "vp_B": other, "sum_is_20": one + other == 20}


def swap_pairs(given: Given) -> Given:
    line = given["line"]
    score = score_of({**line, "vul": given["vul"]})
    return {"line": {"ns": line["ew"], "ew": line["ns"], "score_ns": score}}


def move_result(given: Given) -> Given:
    outcome = played(given["result"])
    old, new = (deal_score(outcome, board=given[key]).ns for key in ("from_board", "to_board"))
    return {"score_shown_on_11_before": old, "board_10": {**given["result"], "score_ns": new}}


Adapter = Callable[[Given], Given]
ADAPTERS: dict[str, Adapter] = {
    "bam": bam,
    "custom_vp_and_carryover": custom_vp,
    "datum_round": lambda given: {
        "datum": [round_datum(exact(mean), "10even" if "even" in given["rule"] else "10") for mean in given["means"]]
    },
    "fouled_board": fouled_board,
    "imps": lambda given: {"imps": [imps(difference) for difference in given["diffs"]]},
    "matchpoint_board": matchpoint_board,
    "move_result": move_result,
    "neuberg": neuberg_values,
    "pair_session": pair_session,
    "parse_contract": parse_contract,
    "rank_values": lambda given: {"places": place_labels([exact(value) for value in given["percent"]])},
    "round_board": round_board,
    "score": lambda given: {"score_ns": [score_of(item) for item in given["items"]]},
    "session": session,
    "swap_pairs": swap_pairs,
    "team_match": team_match,
    "validate_line": validate_line,
    "ximps": lambda given: {
        "total": cross_imps(given["scores_ns"], divisor="sum"),
        "per_comparison": cross_imps(given["scores_ns"]),
        "per_table": cross_imps(given["scores_ns"], divisor="scores"),
    },
}
WORDS = {"statuses_are_distinct", "mp_goes_with_direction", "board_11", "log_entry", "score_recomputed_for_new_vul"}


@pytest.mark.skipif(not CASES.is_file(), reason="the shared cases are not here")
@pytest.mark.parametrize(
    "case", [case for case in loaded() if case["input"]["op"] in ADAPTERS], ids=lambda case: str(case["id"])
)
def test_reported_fault(case: Given) -> None:
    expect = {key: value for key, value in case["expect"].items() if key not in WORDS}
    found = ADAPTERS[case["input"]["op"]](case["input"])
    for key, wanted in expect.items():
        assert key in found, key
        if key == "parsed":
            wanted = [told_in_words(*pair) for pair in zip(found[key], wanted, strict=True)]  # noqa: PLW2901
        assert near(found[key], wanted), (key, found[key], wanted)


def test_the_kinds_of_result_are_different_facts() -> None:
    kinds = (PassedOut(), NotPlayed(), Missing(), Awarded(Average.AVERAGE), BareScore(0))
    assert len({repr(kind) for kind in kinds}) == len(kinds)
    assert all(one != other for index, one in enumerate(kinds) for other in kinds[index + 1 :])
