"""The export of the page for the phone, read back by the library."""

from __future__ import annotations

import json
from typing import Any

import pytest

from overtrick.errors import FormatError
from overtrick.score.home.phone import is_phone_sheet, read_phone_sheet
from overtrick.score.home.sheetfile import play_sheet

DEAL = {"side": 0, "level": 3, "strain": 4, "doubling": 0, "tricks": 10, "honours": [{"side": 1, "points": 150}]}
SHEET = {
    "format": "overtrick-home-sheet",
    "version": 1,
    "form": "rubber",
    "law": "rubber-1993",
    "names": ["Ann & Cid", ""],
    "settings": {"rubber-in-two": "900"},
    "deals": [{"passed": True, "honours": []}, DEAL, DEAL],
}


def test_export_is_replayed() -> None:
    text = json.dumps(SHEET)
    assert is_phone_sheet("\ufeff\n" + text)
    sheet = read_phone_sheet(text)
    played = play_sheet(sheet)
    assert tuple(played.totals) == (1160, 300)  # twice 100 and 30, and the house's 900; twice four aces
    assert sheet.names == ("Ann & Cid", "They")
    assert [str(deal) for deal in sheet.deals] == ["PASS", *["3NT We +1 hon They 150"] * 2]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "other"}, "lacks format"),
        ({"version": 2}, "lacks format"),
        ({"form": "whist"}, "missing"),
        ({"names": "Ann"}, "missing"),
        ({"deals": None}, "missing"),
        ({"deals": [7]}, "deal 1"),
        ({"deals": [DEAL, {**DEAL, "level": 8}]}, "deal 2"),
        ({"deals": [{**DEAL, "level": 0}]}, "level 0"),
        ({"deals": [{**DEAL, "tricks": True}]}, "tricks is a number"),
        ({"deals": [{**DEAL, "side": "We"}]}, "side is a number"),
        ({"deals": [{**DEAL, "honours": [5]}]}, "side is a number"),
        ({"deals": [{"passed": True, "honours": DEAL["honours"]}]}, "no honours"),
    ],
)
def test_what_is_no_export(change: dict[str, Any], told: str) -> None:
    with pytest.raises(FormatError, match=told):
        read_phone_sheet(json.dumps(SHEET | change))


@pytest.mark.parametrize("text", ["{", "{}", '{"format": ', "[" * 100_000])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(FormatError):
        read_phone_sheet(text)
