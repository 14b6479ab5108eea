"""Conformance files: every shared case right, and anything that does not fit told, never thrown."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.desk.conform import NOT_SUPPORTED, RULES, Case, answer, conform, read_cases
from overtrick.desk.conform.values import agree, exact, plain_json
from overtrick.errors import FormatError, InputError

CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "examples.json"

ODD: tuple[Any, ...] = (None, "?", -1, 1000, [], {}, True, 0.5)


@pytest.mark.skipif(not CASES.is_file(), reason="the shared cases are not here")
def test_every_shared_case() -> None:
    verdicts = conform(read_cases(CASES))
    assert len(verdicts) > 100
    assert [(one.case.id, one.answer, one.case.expected) for one in verdicts if one.right is False] == []


@pytest.mark.skipif(not CASES.is_file(), reason="the shared cases are not here")
def test_every_shared_input_with_a_piece_missing_or_odd() -> None:
    for case in read_cases(CASES):
        for key in case.input:
            for odd in ODD:
                json.dumps(answer(case.rule, {**case.input, key: odd}))
            json.dumps(answer(case.rule, {name: value for name, value in case.input.items() if name != key}))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2000, 2000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ("scores", "m", "A", "E", "board", "boards", "margin", "level", "strain", "tricks", "deals", "diff")
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(RULES)), st.dictionaries(KEYS, JSON, max_size=6))
def test_nothing_is_thrown(rule: str, given_: dict[str, Any]) -> None:
    json.dumps(answer(rule, given_))


@pytest.mark.parametrize(
    ("rule", "given_", "wanted"),
    [
        ("mp", {"scores": [420, 0, -50]}, [4, 2, 0]),
        ("mp", {"scores": [420, 420], "win": 1}, [0.5, 0.5]),
        ("mp.neuberg", {"m": 15, "A": 9, "E": 10}, 151 / 9),
        ("mp.neuberg", {"m": 0, "A": 0, "E": 10}, {"error": "Neuberg's formula wants at least one real result"}),
        ("board.dealer_vul", {"board": 20}, ["W", "All"]),
        ("mp.weighted", {"mix": [[420, 60], [-50, 40]], "others": [450, 420, 420, -50]}, 2.8),
        ("crossimp", {"scores": [400, -50]}, [10, -10]),
        ("butler", {"scores": [420, 230, 200, 420, 400]}, [3, -3, -4, 3, 2]),
        ("no.such.rule", {}, {"error": NOT_SUPPORTED}),
    ],
)
def test_answers(rule: str, given_: dict[str, Any], wanted: Any) -> None:
    assert answer(rule, given_) == wanted


def test_verdicts() -> None:
    cases = [
        Case("1", "mp", {"scores": [1, 2]}, [0, 2]),
        Case("2", "mp", {"scores": [1, 2]}, [2, 0]),
        Case("3", "mp.neuberg", {"m": 1, "A": 0, "E": 3}, {"error": "any"}),
        Case("4", "no.such.rule", {}, 1),
        Case("5", "mp.neuberg", {"m": 15, "A": 9, "E": 10}, 16.78, tolerance=0.005),
        Case("6", "mp", {"scores": 5}, [0]),
    ]
    assert [verdict.right for verdict in conform(cases)] == [True, False, True, None, True, False]


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '[{"id": 1}]', '[{"id": 1, "rule": 2, "input": {}}]', '[{"rule": "mp", "input": {}}]',
     '[{"id": 1, "rule": "mp", "input": {}, "tol": "x"}]', "[" * 100_000],
)  # fmt: skip
def test_files_that_are_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "cases.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError):
        read_cases(file)


def test_numbers() -> None:
    assert exact(0.1) == Fraction(1, 10)
    for odd in ("1", True, None, [1]):
        with pytest.raises(InputError):
            exact(odd)
    assert plain_json({1: Fraction(1, 2), "a": (Fraction(2), None)}) == {"1": 0.5, "a": [2, None]}
    assert agree({"a": [1, 2.0]}, {"a": [1, 2]})
    assert not agree([1], [1, 2])
    assert not agree(1, True)


def test_an_object_with_cases_of_another_form_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "cases.json"
    file.write_text('{"about": "x", "cases": [{"id": "1"}]}', "utf-8")
    with pytest.raises(FormatError, match="JSON list of cases; found an object whose `cases` is a list"):
        read_cases(file)
    file.write_text('{"about": "x"}', "utf-8")
    with pytest.raises(FormatError, match="JSON list of cases; found dict"):
        read_cases(file)


@pytest.mark.parametrize(
    ("rule", "given"),
    [
        ("mp", {"scores": "?"}),
        ("deal.undertricks", {"down": 10**9, "dbl": 0, "vul": False}),
        ("deal.parts", {"level": 4, "strain": "S", "tricks": 10**9, "vul": False}),
        ("deal.duplicate", {"level": 4, "strain": "S", "tricks": 10, "vul": "?"}),
        ("mp.session_with_average", {"real": [50], "plus": 10**9}),
        ("mp.weighted", {"mix": [], "others": [50]}),
        ("imp", {"diff": float("nan")}),
    ],
)
def test_impossible_inputs_are_refused_at_once(rule: str, given: dict[str, object]) -> None:
    assert "error" in answer(rule, given)
