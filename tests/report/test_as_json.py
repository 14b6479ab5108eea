from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

from overtrick.i18n import language
from overtrick.model.event import Contestant, Player
from overtrick.model.standing import Place, Standing
from overtrick.model.terms import Side
from overtrick.report.as_json import card_json, ranking_json, to_json


def test_the_row_of_the_published_example(standing: Standing) -> None:
    who = Contestant("3", Side.NS, (Player("Eva"), Player("Bo")))
    total, available = Fraction(503, 2), Fraction(440)
    place = Place(1, False, "A", Side.NS, who, 22, total, available, 100 * total / available)
    assert ranking_json(replace(standing, places=(place,)))["ranking"] == [
        {
            "place": 1,
            "tied": False,
            "section": "A",
            "direction": "NS",
            "contestant": "3",
            "names": ["Eva", "Bo"],
            "boards": 22,
            "total": "251.50",
            "available": "440",
            "percent": "57.16",
            "exact": "503/880",
        }
    ]


def test_lines_of_a_board(standing: Standing) -> None:
    first, _second, third, fourth = ranking_json(standing)["boards"]
    assert first["lines"][0] == {
        "ns": "1",
        "ew": "1",
        "contract": "4S",
        "declarer": "N",
        "tricks": 11,
        "points": 450,
        "outcome": "4S N +1",
        "ns_result": {"matchpoints": "4", "percent": "100.00", "exact": "4"},
        "ew_result": {"matchpoints": "0", "percent": "0.00", "exact": "0"},
    }
    assert first["lines"][2]["contract"] == "3HX"
    award, _made, weighted = third["lines"]
    assert (award["contract"], award["tricks"], award["points"], award["outcome"]) == (None, None, None, "AVE+/AVE-")
    assert award["ns_result"] == {"matchpoints": "2.4", "percent": "60.00", "exact": "12/5"}
    assert weighted["outcome"] == "W: 60% 2D S = + 40% 2D S -1"
    assert fourth["lines"][0]["outcome"] == "NP"
    assert fourth["lines"][0]["ns_result"] == {"matchpoints": None, "percent": None, "exact": None}


def test_a_passed_out_board_says_so(standing: Standing) -> None:
    line = ranking_json(standing)["boards"][1]["lines"][1]
    assert (line["contract"], line["declarer"], line["tricks"], line["points"]) == ("Pass", None, None, 0)


def test_imps_take_the_place_of_matchpoints_and_percent(imp_standing: Standing) -> None:
    report = ranking_json(imp_standing)
    row = report["ranking"][2]
    assert (row["imps"], row["vps"], row["exact"], row["direction"]) == ("-5.00", None, "-5", None)
    assert "percent" not in row
    assert report["boards"][0]["lines"][0]["ns_result"] == {"imps": "5", "vps": None, "exact": "5"}
    assert report["event"]["conditions"] == {"method": "butler"}


def test_problems_tell_place_and_severity(standing: Standing) -> None:
    assert ranking_json(standing)["problems"] == [
        {"where": "line 3", "severity": "warning", "text": "board 4: '<b>' is not a result"}
    ]


def test_bytes_are_the_same_in_every_language(standing: Standing) -> None:
    text = to_json(standing)
    with language("ru"):
        assert to_json(standing) == text
    assert json.loads(text) == ranking_json(standing)
    assert "Анна Белова" in text


def test_a_card_is_seen_from_its_own_side(standing: Standing) -> None:
    east = next(place for place in standing.places if place.direction is Side.EW and place.contestant.key == "1")
    card = card_json(standing, east)
    assert [line["points"] for line in card["lines"]] == [-450, 430, -130, None]
    assert card["lines"][-1]["running"] == card["percent"]
