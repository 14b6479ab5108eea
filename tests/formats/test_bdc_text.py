"""Messages that are damaged, cut off, or meant to do harm: what is whole is read, and nothing else is thrown."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.acbl_json import sniff_acbl_json
from overtrick.formats.bdc import loads_bdc, sniff_bdc
from overtrick.formats.bdc_codes import QUEUES
from overtrick.formats.text import Decoded
from overtrick.model.deal import Deal, Hand, TrickTable
from overtrick.model.event import Line
from overtrick.model.outcome import (
    Average,
    Awarded,
)
from overtrick.model.reading import Reading, Severity

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
GUID = "0123456789ABCDEF0123456789ABCDEF"
PLUS, EVEN, MINUS = (Awarded(one) for one in (Average.PLUS, Average.AVERAGE, Average.MINUS))
DEAL = Deal(
    Hand("AKQ", "AKQ", "AKQ", "AKQJ"),
    Hand("JT9", "JT9", "JT9", "T987"),
    Hand("876", "876", "876", "6543"),
    Hand("5432", "5432", "5432", "2"),
)
TRICKS = TrickTable((13, 12, 11, 10, 9) * 4)


def result(board: int = 1, **more: Any) -> dict[str, Any]:
    """4 spades by North at table 1 in round 1, made with an overtrick, unless told otherwise."""
    return {
        "SessionGuid": GUID,
        "SectionLetters": "A",
        "TableNumber": 1,
        "RoundNumber": 1,
        "BoardNumber": board,
        "ScoringDirection": 3,
        "IsDeleted": False,
        "PairNorthSouth": 3,
        "PairEastWest": 8,
        "DeclaringPair": 3,
        "DeclarerDirection": 1,
        "Level": 4,
        "Denomination": 4,
        "Stake": 0,
        "TotalTricks": 11,
        "LeadCardRank": 0,
        "LeadCardSuit": 0,
        "ValidationMessages": None,
    } | more


def request(command: int, data: object, guid: str = GUID) -> dict[str, Any]:
    return {"Command": command, "ClubId": "", "SessionGuid": guid, "SerializedData": json.dumps(data)}


def read(*parts: object) -> Reading:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in parts)
    return loads_bdc(Decoded(text, "utf-8"))


def results(*records: dict[str, Any]) -> Reading:
    return read(request(QUEUES["results"].put, list(records)))


def lines(reading: Reading) -> list[Line]:
    return [
        line
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


def said(reading: Reading) -> str:
    return "\n".join(str(problem) for problem in reading.problems)


def movement(**section: Any) -> dict[str, Any]:
    rounds = [
        {"TableNumber": 1, "RoundNumber": 1, "PairNS": 3, "PairEW": 8, "LowBoardNumber": 1, "HighBoardNumber": 3},
        {"TableNumber": 1, "RoundNumber": 2, "PairNS": 3, "PairEW": 0},
    ]
    part = {"Letters": "A", "Winners": 2, "GameType": 10, "ScoringGroupNumber": 1, "Tables": [{"Rounds": rounds}]}
    group = {"ScoringMethod": 20, "Sections": [part | section]}
    return {
        "Sessions": [
            {"SessionGuid": GUID, "Name": "Tuesday", "Year": 2026, "Month": 3, "Day": 31, "ScoringGroups": [group]}
        ],
        "PlayerData": [{"SessionGuid": GUID, "PlayerNumber": "71", "FirstName": "Ada", "LastName": "Berg"}],
        "Participations": [
            {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 1, "PlayerNumber": "71"},
            {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 4, "LastName": "Cai"},
        ],
        "Handrecords": [],
    }


WHOLE = json.dumps(
    [request(5, movement(), ""), request(10, [result(1), result(2)]), request(12, movement()["Participations"])]
)


@pytest.mark.parametrize(
    "text", ["", "{}x", "[{}]", '{"Command": 10}', "Dear all", "[1, 2]", "{", "[[[[", '{"SerializedData": 3', "null"]
)
def test_no_message(text: str) -> None:
    assert not sniff_bdc(text)
    with pytest.raises(FormatError, match="no message"):
        read(text)


def test_other_json_is_not_taken() -> None:
    club = '{"sessions": [{"sections": [{"pair_summaries": []}]}]}'
    assert sniff_acbl_json(club)
    assert not sniff_bdc(club)
    assert not sniff_acbl_json(WHOLE)


def test_cut_messages_lose_only_what_is_cut() -> None:
    whole = json.dumps(request(10, [result(1), result(2), result(3)]))
    ends = [found for found in range(len(whole)) if whole.startswith("null}", found)]
    for cut in range(len(whole)):
        try:
            reading = read(whole[:cut])
        except FormatError:
            assert cut < whole.index("SectionLetters")
            continue
        assert reading.counts.taken == sum(cut >= end + 5 for end in ends)
        assert reading.counts.found == reading.counts.taken + reading.counts.refused
        assert any(one.severity is Severity.ERROR for one in reading.problems)


def test_a_damaged_message_leaves_its_neighbours() -> None:
    good = json.dumps(request(10, [result(1)]))
    log = read(
        "20:15 sent", good, '{"Command": 10, "SerializedData": "[{\\"Lev', json.dumps(request(10, [result(2)])), "ok"
    )
    assert log.counts.taken == 2
    assert "line 3" in said(log)
    assert read(f"[{good}, {good[:-3]}").counts.taken == 1
    broken = request(10, []) | {
        "SerializedData": json.dumps([result(1), result(2)]).replace('"BoardNumber": 1,', '"Board')
    }
    assert [one.round for one in lines(read(broken))] == ["1"]


def test_flipped_letters_never_raise_anything_else() -> None:
    chance = random.Random(7)
    for _turn in range(400):
        text = list(WHOLE[: chance.randrange(20, len(WHOLE))] if chance.random() < 0.4 else WHOLE)
        for _flip in range(chance.randrange(1, 9)):
            text[chance.randrange(len(text))] = chance.choice('{}[]",:\\0129 x\n-é')
        try:
            counts = read("".join(text)).counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda one: st.lists(one, max_size=3))
)
def test_any_value_in_any_field(value: object) -> None:
    for field in result():
        reading = results(result(1), result(2, **{field: value}))
        assert reading.counts.found == 2
    event = movement()
    for name in (*event, "Sections"):
        read(
            request(5, event | {name: value}, ""),
            request(8, [{name: value}]),
            request(6, {"Tables": value, name: value}),
        )


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "[1],\n" * 50_000 + "[",
        '{"Command": 10, "SerializedData": "' + "[" * 50_000 + '"}',
        '{"Command": 10, "SerializedData": "' + "{" * 50_000 + '"}',
        '{"Command": 10, "SerializedData": "' + "\\" * 50_000,
        '{"Command": ' + "9" * 50_000 + "}",
        '{"Command": 10, "SessionGuid": [], "SerializedData": "[{\\"BoardNumber\\": NaN}]"}',
    ],
)
def test_hostile_texts(text: str) -> None:
    try:
        reading = read(text)
    except FormatError:
        return
    assert reading.counts.taken == 0
    assert reading.problems
