"""The paper: every figure on it once, in text, picture, page and JSON."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from overtrick.errors import RecordError
from overtrick.model.sheet import Sheet
from overtrick.report.sheet import sheet_json, sheet_rows, sheet_text
from overtrick.report.sheet_svg import sheet_html, sheet_panels, sheet_svg
from overtrick.report.sheet_why import why
from overtrick.score.chicago import chicago
from overtrick.score.rubber import rubber

SIX = ["2NT N =+1", "4H W =", "5C W -2", "4SX S +1", "3C N +1", "6D E = hon E 150"]


def _rubber() -> Sheet:
    return rubber("rubber-1993", SIX, names=("Ann & Cid", "They")).sheet


def _chicago() -> Sheet:
    deals = ["2S N =", "pass # sad", "3S N +1", "3NT E =", "6S N = hon N 100", "1C W ="]
    return chicago("rubber-1993", deals, settings={"wheels": "any"}).sheet


@pytest.mark.parametrize("sheet", [_rubber(), _chicago(), rubber("rubber-1993", []).sheet])
def test_every_figure_stands_once(sheet: Sheet) -> None:
    numbers = sorted(entry.number for row in sheet_rows(sheet) for entry in (row.we, row.they) if entry)
    assert numbers == [entry.number for entry in sheet.entries]
    text = sheet_text(sheet)
    assert sorted(map(int, re.findall(r"\[(\d+)\]", text))) == numbers
    assert sheet_text(sheet, ascii_only=True).isascii()


def test_paper_of_the_worked_rubber() -> None:
    paper = sheet_text(_rubber(), ascii_only=True, deals=False).splitlines()
    marks = [line for line in paper if "|" in line]
    assert [re.sub(r"\[\d+\]|[^\d|]", "", line) for line in marks[2:5]] == ["50|", "100|500", "200|150"]
    assert marks[-1].split() == ["Total", "770", "|", "1640"]
    assert [line.split("+")[-1].lstrip("- ") for line in paper if "game " in line] == [
        "game 1: They",
        "game 2: Ann & Cid",
        "game 3: They",
    ]


@pytest.mark.parametrize("sheet", [_rubber(), _chicago(), rubber("rubber-1993", []).sheet])
def test_pictures_are_xml_with_title_and_description(sheet: Sheet) -> None:
    for picture in (sheet_svg(sheet), sheet_panels(sheet)):
        root = ElementTree.fromstring(picture)
        space = "{http://www.w3.org/2000/svg}"
        assert root.attrib["role"] == "img"
        assert root.findtext(f"{space}title")
        assert str(sheet.totals.we) in (root.findtext(f"{space}desc") or "")
        drawn = [node.text for node in root.iter(f"{space}text")]
        assert str(sheet.totals.they) in drawn
    assert sheet_html(sheet).count("<li value=") == len(sheet.entries)


def test_panels_show_the_sheet_as_it_grew() -> None:
    sheet = _rubber()
    assert [sheet.upto(deal).totals for deal in range(1, 7)] == [
        (100, 0),
        (100, 120),
        (300, 120),
        (690, 120),
        (770, 120),
        (770, 1140),
    ]
    assert sheet_panels(sheet).count("<g ") == 7


def test_names_are_escaped() -> None:
    assert "Ann &amp; Cid" in sheet_html(_rubber())


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "70 to Ann & Cid, below the line: 1 × 40 + 1 × 30"),
        (4, "2 × 100 for undertricks of the opponents, undoubled, vulnerable"),
        (6, "1 × 100 for overtricks, doubled, not vulnerable"),
        (7, "a doubled contract made"),
        (8, "60 to"),
        (11, "small slam bid and made, vulnerable"),
        (12, "honours in E"),
        (13, "two games to 1"),
    ],
)
def test_why(number: int, words: str) -> None:
    assert words in why(_rubber(), number)


def test_why_of_every_figure() -> None:
    for sheet in (_rubber(), _chicago(), rubber("1981", ["3NT We =", "2H They ="], stopped=True).sheet):
        for entry in sheet.entries:
            assert why(sheet, entry.number).startswith(f"{entry.points} to ")
    with pytest.raises(RecordError, match="no figure 99"):
        why(_rubber(), 99)


def test_carried_part_score_is_told() -> None:
    sheet = rubber("1993", ["2H We =", "2D We ="]).sheet
    assert "with 60 carried that makes 100" in why(sheet, 2)


def test_json() -> None:
    found = sheet_json(_rubber())
    assert found["totals"] == {"we": 770, "they": 1640}
    assert sum(entry["points"] for entry in found["entries"]) == 2410
    assert found["below"]["NS"] == [70, 240, 60]
