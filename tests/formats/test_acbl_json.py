from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overtrick.desk.results import rank_reading
from overtrick.desk.settings import conditions_from
from overtrick.errors import FormatError
from overtrick.formats.acbl_json import loads_acbl_json, sniff_acbl_json
from overtrick.formats.format import load, loads
from overtrick.formats.text import Decoded
from overtrick.model.event import Line
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, PassedOut, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Vulnerability

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "acbl_live" / "my_acbl_howell.json"
PLAYED = {
    "ns_pair": "4",
    "ew_pair": "5",
    "ns_score": "-670",
    "ew_score": "670",
    "contract": "2 H*",
    "declarer": "E",
    "tricks_taken": "8",
    "ns_match_points": "0.50",
    "ew_match_points": "2.50",
    "round_number": 2,
    "table_number": 3,
    "opening_lead": "",
}


def page(*results: dict[str, Any], hands: dict[str, Any] | None = None) -> dict[str, Any]:
    pair = {
        "pair_number": "4",
        "direction": None,
        "score": "10.5",
        "percentage": "52.50",
        "players": [{"name": "Ana", "id_number": "7"}],
    }
    rank = [{"strat_number": 2, "rank": "1", "type": "Section"}, {"strat_number": 1, "rank": "3/4", "type": "Section"}]
    return {
        "name": "Friday",
        "club_name": "Oaks",
        "start_date": "04/15/2026",
        "type": "PAIRS",
        "winner_type": 1,
        "board_scoring_method": "MATCH_POINTS",
        "sessions": [
            {
                "number": 1,
                "hand_records": [hands] if hands else [],
                "sections": [
                    {
                        "name": "C",
                        "pair_summaries": [{**pair, "strat_place": rank}],
                        "boards": [{"board_number": 7, "board_results": list(results)}],
                    }
                ],
            }
        ],
    }


def read(data: dict[str, Any]) -> Reading:
    return loads_acbl_json(Decoded(json.dumps(data), "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


def test_event_pairs_and_results() -> None:
    suits = {
        f"{seat}_{suit}": ""
        for seat in ("north", "east", "south", "west")
        for suit in ("spades", "hearts", "diamonds", "clubs")
    }
    suits |= {"north_spades": "A K Q J 10 9 8 7 6 5 4 3 2", "north_hearts": "-----"}
    reading = read(page(PLAYED, hands={"board": 7, "dealer": "W", "vulnerability": "N-S", **suits}))
    event = reading.event
    assert (event.name, event.club, event.date, event.winners, event.method) == (
        "Friday",
        "Oaks",
        "2026-04-15",
        1,
        "matchpoints",
    )
    line = lines(reading)[0]
    assert (str(line.ns_outcome), line.round, line.table) == ("2HX E =", "2", "3")
    assert line.stated is not None
    assert (line.stated.ns, line.stated.ew, line.stated.points) == (Fraction(1, 2), Fraction(5, 2), -670)
    section = event.sessions[0].sections[0]
    who = section.contestants[0]
    assert (section.key, who.names, who.players[0].number, who.stated_place) == ("C", ("Ana",), "7", "3=")
    assert (who.stated_total, who.stated_percent) == (Fraction(21, 2), Fraction(105, 2))
    traveller = section.travellers[0]
    assert (traveller.board.dealer, traveller.board.vulnerability) == (Seat.WEST, Vulnerability.NS)
    assert traveller.deal is not None
    assert str(traveller.deal.north) == "AKQJT98765432..."


def test_several_sessions() -> None:
    data = page(PLAYED)
    data["sessions"].append({**data["sessions"][0], "number": 2})
    reading = read(data)
    assert [one.key for one in reading.event.sessions] == ["1", "2"]
    assert reading.event.sessions[0].sections[0].contestants[0].stated_percent is None
    assert any("several sessions" in one.text for one in reading.problems)


@pytest.mark.parametrize(
    ("change", "ns", "ew"),
    [
        ({"ns_score": "PASS", "contract": ""}, PassedOut(), PassedOut()),
        ({"ns_score": "0", "contract": "PASS"}, PassedOut(), PassedOut()),
        ({"ns_score": "AVE+", "ew_score": "AVE-", "contract": ""}, Awarded(Average.PLUS), Awarded(Average.MINUS)),
        ({"ns_score": "NP", "contract": None}, NotPlayed(), NotPlayed()),
        ({"ns_score": "LATE", "contract": None}, NotPlayed(), NotPlayed()),
        ({"ns_score": "", "contract": None}, NotPlayed(), NotPlayed()),
        ({"contract": None}, BareScore(-670), BareScore(-670)),
        ({"ew_pair": "0"}, SitOut(), SitOut()),
        (
            {"ns_score": "ADJ"},
            Awarded(Fraction(1, 2), Unit.MATCHPOINTS),
            Awarded(Fraction(5, 2), Unit.MATCHPOINTS),
        ),
    ],
)
def test_scores_that_are_words(change: dict[str, Any], ns: Outcome, ew: Outcome) -> None:
    line = lines(read(page({**PLAYED, **change})))[0]
    assert (line.ns_outcome, line.ew_outcome) == (ns, ew)


@pytest.mark.parametrize(
    "change", [{"contract": "8 S"}, {"tricks_taken": "14"}, {"ns_pair": "", "ew_pair": None}, {"declarer": "Q"}]
)
def test_bad_results_are_refused(change: dict[str, Any]) -> None:
    reading = read(page({**PLAYED, **change}, {**PLAYED, "ns_pair": "1", "ew_pair": "2"}))
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert any(one.severity is Severity.ERROR and "board 7" in one.where for one in reading.problems)


def test_a_saved_page_and_what_is_none() -> None:
    html = f"<html><script>\nvar data = {json.dumps(page(PLAYED))};\nvar x = 1;</script>"
    assert sniff_acbl_json(html)
    assert loads(html.encode()).counts.taken == 1
    for text, word in (
        ("{}", "sessions"),
        ('{"name": "Friday', "sessions"),
        ("x", "braces"),
        ('{"sessions": {"a": [1]', "sessions"),
        ('{"a":' * 200_000, "nested|breaks"),
    ):
        with pytest.raises(FormatError, match=word):
            loads_acbl_json(Decoded(text, "utf-8"))


def test_only_the_cut_result_is_lost() -> None:
    more = {"board_results_add_ons": {"id": 1}}
    results = [{**more, **PLAYED, "ns_pair": key, "ew_pair": f"1{key}"} for key in "123"]
    whole = json.dumps(page(*results)).encode()
    ends = [whole.index(f'"ew_pair": "1{key}"'.encode()) for key in "123"]
    for cut in range(ends[0], len(whole)):
        try:
            reading = loads(whole[:cut], format="acbl-json")
        except FormatError:
            assert cut < ends[1]
            continue
        found = [line.ns for line in lines(reading)] if reading.counts.taken else []
        assert len(found) >= sum(cut > end for end in ends) - 1
        assert all(str(line.ns_outcome) == "2HX E =" for line in lines(reading)) if found else True
        assert cut >= len(whole) - 1 or any("breaks off" in one.text for one in reading.problems)


def test_cuts_and_flips() -> None:
    whole = json.dumps(page(PLAYED, {**PLAYED, "ns_pair": "1", "ew_pair": "2"})).encode()
    chance = random.Random(2)
    for turn in range(len(whole) + 500):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads(bytes(data), format="acbl-json").counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


@pytest.mark.skipif(not REAL.is_file(), reason="the shared files are not here")
def test_real_page() -> None:
    reading = load(REAL)
    assert (reading.format, reading.counts.taken, reading.counts.refused) == ("acbl-json", 90, 0)
    assert all(one.deal for one in reading.event.sessions[0].sections[0].travellers)
    standing = rank_reading(reading, conditions_from(presets=["acbl"]))
    assert any("206 of 206" in one.text for one in standing.problems)
