"""Our own event file holds everything, and refuses line by line what cannot be."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from event_strategies import events
from overtrick.errors import FormatError
from overtrick.formats.differences import differences
from overtrick.formats.event_json import loads_event, sniff_event
from overtrick.formats.event_json_write import dumps_event
from overtrick.formats.format import load, loads
from overtrick.formats.text import decode
from overtrick.model.event import Event
from overtrick.model.reading import Reading, Severity

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"


def read(value: Any) -> Reading:
    text = value if isinstance(value, str) else json.dumps(value)
    return loads_event(decode(text.encode()))


def event(**members: Any) -> dict[str, Any]:
    return {"overtrick": "event", "version": 1, **members}


def board(*lines: dict[str, Any], **members: Any) -> dict[str, Any]:
    boards = [{"number": 1, "lines": list(lines), **members}]
    return event(sessions=[{"key": "1", "sections": [{"key": "A", "boards": boards}]}])


def line(ns: str = "1", ew: str = "2", **result: Any) -> dict[str, Any]:
    return {"ns": ns, "ew": ew, "result": result or {"kind": "passed-out"}}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events())
def test_every_event_reads_back_equal(made: Event) -> None:
    text = dumps_event(made)
    again = read(text)
    assert differences(made, again.event) == []
    assert again.problems == ()
    assert again.counts.refused == 0
    assert dumps_event(again.event) == text


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")
def test_every_real_event_reads_back_equal() -> None:
    seen = 0
    for path in sorted(SHARED.glob("*/*")):
        try:
            whole = load(path)
        except FormatError:
            continue  # a folder of parts, or a file that tests/formats/test_index.py speaks of
        again = loads(dumps_event(whole.event).encode())
        assert differences(whole.event, again.event) == [], path.name
        seen += 1
    assert seen >= 30


@pytest.mark.parametrize(
    ("wrong", "where", "word"),
    [
        (line(kind="played", contract="4S", declarer="N", tricks=14), "lines[0]", "14 tricks"),
        (line(kind="played", contract="8S", declarer="N", tricks=9), "lines[0]", "8S"),
        (line(kind="played", contract="4S", declarer="Q", tricks=9), "lines[0]", "one of N, E, S, W"),
        (line(kind="played", contract="4S", declarer="N"), "lines[0]", "tricks is wanted"),
        (line(kind="award", value="160"), "lines[0]", "0 to 100"),
        (line(kind="award", value="1/0"), "lines[0]", "number"),
        (line(kind="award", value=0.5), "lines[0]", "whole number"),
        (line(kind="weighted", parts=[]), "lines[0]", "not to 100 %"),
        (line(kind="invented"), "lines[0]", "one of played"),
        ({"ns": "1", "ew": "2"}, "lines[0]", "a line has a result"),
        ({"ns": 1, "ew": "2", "result": {"kind": "missing"}}, "lines[0]", "text is wanted"),
        ("4S N =", "lines[0]", "object is wanted"),
    ],
)
def test_one_line_is_refused_alone(wrong: Any, where: str, word: str) -> None:
    reading = read(board(wrong, line("3", "4")))
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (2, 1, 1)
    (problem,) = [one for one in reading.problems if one.severity is Severity.ERROR]
    assert where in problem.where
    assert word in problem.text


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("{", "line 1"),
        ('{"overtrick": "event",\n"version": 1, "version": 1}', "there twice"),
        ('{"overtrick": "event", "version": 2}', "versions 1 to 1"),
        ('{"overtrick": "event", "version": true}', "whole number"),
        ('{"overtrick": "event"}', "version None"),
        ('{"overtrick": "event", "version": 1, "winners": 3}', "winners"),
        ('{"overtrick": "event", "version": 1, "sessions": {}}', "list is wanted"),
        ('{"overtrick": "event", "version": NaN}', "NaN is no number"),
        ('{"overtrick": "event", "version": ' + "[" * 100_000, "deeply"),
        ('{"overtrick": "event", "version": ' + "9" * 5000 + "}", "cannot be read"),
        ("[]", "object is wanted"),
    ],
)
def test_what_is_no_event_file_is_refused_with_its_place(value: str, word: str) -> None:
    with pytest.raises(FormatError, match=word):
        read(value)


def test_a_board_that_cannot_be_takes_its_own_lines_only() -> None:
    boards = [
        {"number": 0, "lines": [line(), line("3", "4")]},
        {"number": 2, "deal": "N:AK", "lines": [line()]},
        {"number": 3, "tricks": "0" * 19, "lines": []},
        {"number": 4, "lines": [line()]},
    ]
    reading = read(event(sessions=[{"key": "1", "sections": [{"key": "", "boards": boards}]}]))
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (5, 1, 4)
    assert len([one for one in reading.problems if one.severity is Severity.ERROR]) == 3


def test_a_pair_that_plays_a_board_twice_is_told() -> None:
    reading = read(board(line("1", "2"), line("1", "3")))
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)


def test_a_member_that_nobody_knows_is_told() -> None:
    reading = read({**board(line()), "masterpoints": 3})
    assert [(one.where, one.severity) for one in reading.problems] == [("$.masterpoints", Severity.WARNING)]


def test_recognised_among_other_json() -> None:
    assert loads(json.dumps(board(line())).encode()).format == "event"
    assert not sniff_event('{"data": {"overtrick": "event"}}')


def test_cut_and_flipped_files_are_refused_in_words() -> None:
    data = json.dumps(board(line(), line("3", "4", kind="award", value="60"))).encode()
    chance = random.Random(5)
    whole = loads_event(decode(data)).counts.taken
    for place in range(len(data)):
        with suppress(FormatError):
            counts = loads_event(decode(data[:place])).counts
            assert counts.found == counts.taken + counts.refused
            assert counts.taken <= whole
    for _time in range(500):
        flipped = bytearray(data)
        flipped[chance.randrange(len(data))] = chance.randrange(256)
        with suppress(FormatError):
            counts = loads(bytes(flipped)).counts
            assert counts.found == counts.taken + counts.refused
