"""A second scorer for the trap tournament, slow and plain, which shares no line with the engine.

It was written from the rules page (section numbers stand beside each step), reads the shipped files by itself, and
knows only what the trap tournament needs: matchpoints of several sections as one field, one list of winners.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

Pair = tuple[str, str]  # section, number
Parts = list[tuple[Fraction, int]]  # weight, points to North-South


@dataclass
class Side:
    """What one side has on a line: a real score, an award, or nothing."""

    pair: Pair
    parts: Parts = field(default_factory=list)
    award: str = ""
    value: Fraction | None = None
    rule: str = ""


@dataclass
class Row:
    """One line of a traveller."""

    session: int
    board: int
    round: int
    version: str
    ns: Side
    ew: Side


@dataclass
class Score:
    """What a pair has in the end."""

    pair: Pair
    boards: list[int]
    won: list[Fraction]
    available: list[int]
    penalty: list[Fraction]
    carry: Fraction
    percent: Fraction = Fraction(0)
    key: Fraction = Fraction(0)
    place: int = 0
    tied: bool = False


VULNERABLE = ["", "NS", "EW", "both", "NS", "EW", "both", "", "EW", "both"]  # 2.1, boards 1 to 10


def points(text: str, board: int) -> int:
    """1.2: points to North-South of `4SX N +1`, of `PASS` or of a bare score."""
    if text == "PASS":
        return 0
    if re.fullmatch(r"[+-]\d+", text):
        return int(text)
    found = re.fullmatch(r"([1-7])(NT|[CDHS])(X{0,2}) ([NESW]) (=|[+-]\d+)", text)
    assert found, text
    level, strain, times = int(found[1]), found[2], (1, 2, 4)[len(found[3])]
    over = 0 if found[5] == "=" else int(found[5])
    sign = 1 if found[4] in "NS" else -1
    vul = VULNERABLE[board - 1] in ("both", "NS" if sign > 0 else "EW")
    if over < 0:
        total = 0
        for trick in range(1, -over + 1):
            if times == 1:
                total += 100 if vul else 50
            elif vul:
                total += (200 if trick == 1 else 300) * times // 2
            else:
                total += (100 if trick == 1 else 200 if trick < 4 else 300) * times // 2
        return -sign * total
    trick_value: int = 20 if strain in "CD" else 30
    bid = (trick_value * level + (10 if strain == "NT" else 0)) * times
    total = bid
    if times == 1:
        total += trick_value * over
    else:
        total += (200 if vul else 100) * over * times // 2 + 25 * times
    total += (500 if vul else 300) if bid >= 100 else 50
    if level == 6:
        total += 750 if vul else 500
    if level == 7:
        total += 1500 if vul else 1000
    return sign * total


def parts_of(text: str, board: int) -> Parts:
    """A real score, or a weighted one."""
    if not text.startswith("W:"):
        return [(Fraction(1), points(text, board))]
    pieces = re.findall(r"(\d+)% (.+?)(?= \+ \d+%|$)", text[2:])
    return [(Fraction(int(weight), 100), points(result, board)) for weight, result in pieces]


def blocks(path: Path) -> list[list[dict[str, str]]]:
    """The blocks of a file, each a list of rows under its own names."""
    return [list(csv.DictReader(part.splitlines())) for part in path.read_text(encoding="utf-8").strip().split("\n\n")]


def read_sessions(paths: list[Path]) -> tuple[list[Row], dict[Pair, Fraction], list[tuple[int, Pair, Fraction, str]]]:
    """The lines of the files, what each pair brings with it, and the penalties."""
    rows: list[Row] = []
    carried: dict[Pair, Fraction] = {}
    penalties = []
    for session, path in enumerate(paths, start=1):
        for block in blocks(path):
            for item in block:
                if "board" in item:
                    rows.append(read_row(session, item))
                elif "penalty" in item:
                    pair = (item["section"], item["contestant"])
                    penalties.append((session, pair, Fraction(item["penalty"]), item["unit"]))
                elif item.get("carry_over"):
                    carried[item["section"], item["contestant"]] = Fraction(item["carry_over"])
    return rows, carried, penalties


def read_row(session: int, item: dict[str, str]) -> Row:
    """One line of a traveller, each side with its own part of it."""
    board = int(item["board"])
    ns = Side((item["section"], item["ns"]))
    ew = Side((item["section"], item["ew"]))
    texts = [item["contract"], item["contract"]]
    if "|" in item["contract"]:
        texts = [half.split(":", 1)[1].strip() for half in item["contract"].split("|")]
    elif item["contract"].startswith("A"):  # A60/40, AVE, AVE-/AVE+
        texts = (item["contract"].removeprefix("A") if item["contract"][1].isdigit() else item["contract"]).split("/")
        texts = [f"award {text}" for text in (texts[0], texts[-1])]
    for side, text, given in ((ns, texts[0], item["ns_award"]), (ew, texts[1], item["ew_award"])):
        if given or text.startswith("award "):
            side.award = given or text.removeprefix("award ")
        elif not text and item["score"]:
            side.parts = parts_of(item["score"], board)
        elif text not in ("NP", "SITOUT", "", "?"):
            side.parts = parts_of(text, board)
    return Row(session, board, int(item["round"]), item["version"], ns, ew)


def worth(own: Parts, others: list[Parts], sign: int) -> Fraction:
    """2.2 and 2.5: two for each lower, one for each equal, each outcome apart, by weight."""
    total = Fraction(0)
    for weight, mine in own:
        for other in others:
            for share, theirs in other:
                if sign * mine > sign * theirs:
                    total += weight * share * 2
                elif mine == theirs:
                    total += weight * share
    return total


def score_boards(rows: list[Row]) -> dict[int, int]:
    """2.3 to 2.5 for every line; returns the expected number of results of each session."""
    expected: dict[int, int] = {}
    for session in {row.session for row in rows}:
        counts: dict[int, int] = {}
        for row in rows:
            if row.session == session and row.ns.parts:
                counts[row.board] = counts.get(row.board, 0) + 1
        expected[session] = max(counts.values())
    for row in rows:
        e = expected[row.session]
        full = Fraction(2 * e - 2)
        same = [other for other in rows if (other.session, other.board) == (row.session, row.board)]
        for name, sign in (("ns", 1), ("ew", -1)):
            side: Side = getattr(row, name)
            if re.fullmatch(r"\d+", side.award):
                side.value, side.rule = full * int(side.award) / 100, "award"
            if not side.parts:
                continue
            field_ = [getattr(o, name) for o in same if getattr(o, name).parts]
            fouled = len({o.version for o in same if getattr(o, name).parts}) > 1
            group = [getattr(o, name).parts for o in same if o.version == row.version and getattr(o, name).parts]
            others = [p for p in group if p is not side.parts]
            assert len(others) == len(group) - 1 <= len(field_)
            a, m = len(group), worth(side.parts, others, sign)
            if fouled and (a == 1 or (a in (2, 3) and e >= 3 * a)):  # 2.4, EBU White Book
                side.value, side.rule = (60 + 5 * (m - (a - 1))) * full / 100, "small group"
            elif a != e:
                side.value, side.rule = (m + 1) * e / a - 1, "Neuberg"
            else:
                side.value, side.rule = m, "78A"
    return expected


def own_percentages(rows: list[Row], expected: dict[int, int]) -> dict[tuple[int, Pair], Fraction]:
    """2.5, Law 88: over the boards really played in the session."""
    own = {}
    for session, e in expected.items():
        gathered: dict[Pair, list[Fraction]] = {}
        for row in rows:
            if row.session == session:
                for side in (row.ns, row.ew):
                    if side.parts and side.value is not None:
                        gathered.setdefault(side.pair, []).append(side.value)
        for pair, values in gathered.items():
            own[session, pair] = 100 * sum(values, Fraction(0)) / (len(values) * (2 * e - 2))
    return own


def resolve_averages(rows: list[Row], expected: dict[int, int], own: dict[tuple[int, Pair], Fraction]) -> None:
    """2.5: average plus is the better of 60 % and one's own, average minus the worse of 40 % and one's own."""
    for row in rows:
        full = 2 * expected[row.session] - 2
        for side in (row.ns, row.ew):
            percent = {
                "AVE+": max(Fraction(60), own[row.session, side.pair]) if side.award == "AVE+" else None,
                "AVE": Fraction(50),
                "AVE-": min(Fraction(40), own[row.session, side.pair]) if side.award == "AVE-" else None,
            }.get(side.award)
            if percent is not None:
                side.value, side.rule = percent * full / 100, side.award


def add_up(
    rows: list[Row],
    expected: dict[int, int],
    carried: dict[Pair, Fraction],
    penalties: list[tuple[int, Pair, Fraction, str]],
) -> list[Score]:
    """2.6, 2.9, 2.10: what each pair won, session by session; sessions weighted by their boards."""
    pairs = sorted({side.pair for row in rows for side in (row.ns, row.ew) if side.pair[1]})
    scores = []
    for pair in pairs:
        score = Score(pair, [], [], [], [], Fraction(0))
        for session, e in sorted(expected.items()):
            values = [
                side.value
                for row in rows
                if row.session == session
                for side in (row.ns, row.ew)
                if side.pair == pair and side.value is not None
            ]
            score.boards.append(len(values))
            score.won.append(sum(values, Fraction(0)))
            score.available.append(len(values) * (2 * e - 2))
            penalty = Fraction(0)
            for when, who, amount, unit in penalties:
                if (when, who) == (session, pair):
                    penalty += amount * {"matchpoints": 1, "tops": 2 * e - 2}[unit]
            score.penalty.append(penalty)
        score.carry = carried.get(pair, Fraction(0))
        sessions = [
            (100 * (won - penalty) / available, boards)
            for won, penalty, available, boards in zip(
                score.won, score.penalty, score.available, score.boards, strict=True
            )
            if boards
        ]
        score.percent = sum((p * n for p, n in sessions), Fraction(0)) / sum(n for _, n in sessions)
        score.key = score.percent + 100 * score.carry / sum(score.available)
        scores.append(score)
    scores.sort(key=lambda s: -s.key)
    for score in scores:  # 2.11
        score.place = 1 + sum(other.key > score.key for other in scores)
        score.tied = sum(other.key == score.key for other in scores) > 1
    return scores


def solve(data: Path) -> dict[str, Any]:
    """The whole result in the shape of `expected.json`."""
    rows, carried, penalties = read_sessions([data / "session-1.csv", data / "session-2.csv"])
    expected = score_boards(rows)
    own = own_percentages(rows, expected)
    resolve_averages(rows, expected, own)
    boards = []
    for session, board in sorted({(row.session, row.board) for row in rows}):
        lines = [row for row in rows if (row.session, row.board) == (session, board)]
        boards.append(
            {
                "session": str(session),
                "board": board,
                "results": sum(bool(row.ns.parts) for row in lines),
                "expected": expected[session],
                "top": str(2 * expected[session] - 2),
                "lines": [
                    {
                        "section": row.ns.pair[0],
                        "ns": row.ns.pair[1],
                        "ew": row.ew.pair[1],
                        "ns_matchpoints": None if row.ns.value is None else str(row.ns.value),
                        "ew_matchpoints": None if row.ew.value is None else str(row.ew.value),
                    }
                    for row in lines
                ],
            }
        )
    waiting = {(row.session, side.pair) for row in rows for side in (row.ns, row.ew) if side.award in ("AVE+", "AVE-")}
    return {
        "boards": boards,
        "own_percentages": [
            {"session": str(session), "section": pair[0], "contestant": pair[1], "percent": str(own[session, pair])}
            for session, pair in sorted(waiting)
        ],
        "ranking": [
            {
                "place": score.place,
                "tied": score.tied,
                "section": score.pair[0],
                "contestant": score.pair[1],
                "boards": sum(score.boards),
                "won": [str(value) for value in score.won],
                "available": [str(value) for value in score.available],
                "penalty": str(sum(score.penalty)),
                "carry_over": str(score.carry),
                "total": str(sum(score.won) - sum(score.penalty) + score.carry),
                "percent": str(score.percent),
                "ranked_on": str(score.key),
            }
            for score in add_up(rows, expected, carried, penalties)
        ],
    }
