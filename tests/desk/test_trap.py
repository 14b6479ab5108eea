"""The trap tournament: the engine, and a second scorer written from the rules alone, against the shipped result."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.desk.results import read_files
from overtrick.desk.trap import (
    check_answer,
    describe,
    differences,
    expected,
    trap_conditions,
    trap_event,
    trap_files,
    traps,
)
from overtrick.errors import InputError
from overtrick.model.event import Event, Section
from overtrick.scorer import score_event

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "explanation" / "trap.md"


@pytest.fixture(scope="module")
def oracle() -> ModuleType:
    path = ROOT / "tests" / "trap" / "oracle.py"
    spec = importlib.util.spec_from_file_location("trap_oracle", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["trap_oracle"] = module
    spec.loader.exec_module(module)
    return module


def shipped() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(trap_files().expected.read_text(encoding="utf-8"))
    return found


def test_a_second_scorer_has_the_shipped_result(oracle: ModuleType) -> None:
    solved = oracle.solve(trap_files().expected.parent)
    found = shipped()
    for part in ("boards", "own_percentages", "ranking"):
        assert solved[part] == found[part]


def test_the_engine_has_every_line_and_every_place() -> None:
    assert differences(score_event(trap_event(), trap_conditions())) == []


def test_every_row_is_read_without_a_guess() -> None:
    reading = read_files(trap_files().sessions)
    assert (reading.counts.found, reading.counts.refused, reading.counts.guessed) == (95, 0, 0)
    assert reading.problems == ()


def shuffled(event: Event, seed: int) -> Event:
    order = random.Random(seed)

    def mixed(section: Section) -> Section:
        travellers = [replace(one, lines=tuple(order.sample(one.lines, len(one.lines)))) for one in section.travellers]
        people = order.sample(section.contestants, len(section.contestants))
        return replace(section, contestants=tuple(people), travellers=tuple(order.sample(travellers, len(travellers))))

    sessions = [
        replace(session, sections=tuple(mixed(one) for one in order.sample(session.sections, len(session.sections))))
        for session in event.sessions
    ]
    return replace(event, sessions=tuple(sessions))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_order_changes_nothing(seed: int) -> None:
    assert differences(score_event(shuffled(trap_event(), seed), trap_conditions())) == []


def test_the_order_of_the_rows_in_the_file_changes_nothing(tmp_path: Path) -> None:
    paths = []
    for path in trap_files().sessions:
        results, *rest = path.read_text(encoding="utf-8").split("\n\n")
        header, *rows = results.splitlines()
        random.Random(7).shuffle(rows)
        made = tmp_path / path.name
        made.write_text("\n\n".join(["\n".join([header, *rows]), *rest]), encoding="utf-8")
        paths.append(made)
    assert differences(score_event(read_files(paths).event, trap_conditions())) == []


@pytest.mark.parametrize(
    "setting",
    [
        {"sections": "apart"},
        {"uneven": "none"},
        {"uneven": "factor"},
        {"uneven": "add-one"},
        {"expected": "session", "sections": "apart"},
        {"expected": "board"},
        {"expected": "board-rows"},
        {"small-groups": "wbf"},
        {"small-groups": "none"},
        {"own-percentage": "no"},
        {"average-plus": "55"},
        {"average": "45"},
        {"average-minus": "35"},
        {"split": "half-weights"},
        {"unequal-boards": "factor"},
        {"session-weights": "equal"},
        {"line-rounding": "0.1"},
        {"line-rounding": "0.1-average"},
        {"matchpoint-scale": "1-½-0"},
        {"method": "ascherman"},
        {"winners": "2"},
        {"ranking": "sections"},
    ],
    ids=lambda setting: " ".join(f"{name}={value}" for name, value in setting.items()),
)
def test_every_condition_matters(setting: dict[str, str]) -> None:
    """A tournament certifies nothing about a rule that it does not exercise."""
    assert differences(score_event(trap_event(), trap_conditions().with_settings(setting))) != []


def changed(change: Any) -> str:
    found = shipped()
    change(found)
    return json.dumps(found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f["boards"][1]["lines"][0].update(ns_matchpoints="15"), "76/5"),
        (lambda f: f["boards"][0]["lines"].pop(0), "A1"),
        (lambda f: f["ranking"][0].update(place=2), "A4, place"),
        (lambda f: f["ranking"].pop(3), "B8"),
        (lambda f: f["ranking"][5].update(tied=False), "A2, tied"),
        (lambda f: f["ranking"][0].update(percent="64.80", ranked_on="64.79"), "ranked|carry-over"),
    ],
)
def test_an_answer_that_differs_is_told(tmp_path: Path, change: Any, words: str) -> None:
    path = tmp_path / "answer.json"
    path.write_text(changed(change), encoding="utf-8")
    found = check_answer(path)
    assert found
    assert any(re.search(words, text) for text in found)


def test_two_decimals_are_enough(tmp_path: Path) -> None:
    """Half up to two places, as lists are printed."""

    def rounded(value: str | None) -> str | None:
        return None if value is None else f"{((Fraction(value) * 100 + Fraction(1, 2)) // 1) / 100:.2f}"

    found = shipped()
    for board in found["boards"]:
        for line in board["lines"]:
            line.update({key: rounded(line[key]) for key in ("ns_matchpoints", "ew_matchpoints")})
    for place in found["ranking"]:
        place.update({key: rounded(place[key]) for key in ("total", "percent", "ranked_on")})
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    assert check_answer(path) == []


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"boards": [], "ranking": [{"place": "x"}]}', "\udcff".encode("utf-8", "surrogateescape")]
)
def test_what_is_no_answer_is_refused(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "answer.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=r"answer\.json"):
        check_answer(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.json"):
        check_answer(tmp_path / "nowhere.json")


def test_the_traps_are_all_in_the_facts() -> None:
    found = shipped()
    ties = [place for place in found["ranking"] if place["tied"]]
    assert [(place["place"], place["contestant"]) for place in ties] == [(6, "2"), (6, "3")]
    own = {
        (one["session"], one["section"] + one["contestant"]): Fraction(one["percent"])
        for one in found["own_percentages"]
    }
    assert own["1", "A4"] > 60
    assert own["1", "A9"] < 40
    assert (
        own["2", "A7"]
        > 60
        > Fraction(next(p["percent"] for p in found["ranking"] if (p["section"], p["contestant"]) == ("A", "7")))
    )
    assert 40 < own["2", "B7"] < 60
    assert [board["expected"] for board in found["boards"]] == [9] * 5 + [8] * 5
    assert [board["results"] for board in found["boards"]] == [9, 9, 9, 6, 5, 7, 8, 6, 4, 8]


def test_the_text_names_files_and_traps() -> None:
    text = describe()
    assert all(str(path) in text for path in trap_files().sessions)
    assert all(what in text for _where, what in traps())


def page_rows(heading: str) -> list[list[str]]:
    """The first table under a heading of the worked page, without its head."""
    part = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("number", range(1, 11))
def test_the_worked_page_has_the_shipped_boards(number: int) -> None:
    board = shipped()["boards"][number - 1]
    wanted = {
        (line["section"], line["ns"], line["ew"]): (line["ns_matchpoints"] or "–", line["ew_matchpoints"] or "–")
        for line in board["lines"]
    }
    rows = page_rows(f"Board {number}")
    found = {(row[0][0], row[0][1:].replace("–", ""), row[1][1:].replace("–", "")): (row[-2], row[-1]) for row in rows}
    assert found == wanted


def test_the_worked_page_has_the_shipped_ranking() -> None:
    wanted = [
        [
            f"{place['place']}{'=' if place['tied'] else ''}",
            place["section"] + place["contestant"],
            place["percent"],
            place["ranked_on"],
        ]
        for place in shipped()["ranking"]
    ]
    assert [[row[0], row[1], row[-3], row[-2]] for row in page_rows("The list")] == wanted


def test_expected_reads_back() -> None:
    answer = expected()
    assert answer.exact
    assert len(answer.lines) == 95
    assert len(answer.places) == 19
