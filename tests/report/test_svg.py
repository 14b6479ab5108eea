from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

from overtrick.model.standing import Standing
from overtrick.report.svg import frequency_svg, progress_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_has_words(standing: Standing) -> None:
    result = standing.boards[1]
    root = ElementTree.fromstring(frequency_svg(result, own=result.lines[0]))
    title, words = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert title == "Frequencies of Board 2 · Dealer E · NS vul"
    assert words is not None
    assert "3 scores, from 0 (passed out) to EW 430; most often EW 430." in words
    assert "The triangle marks the own result." in words


def test_north_south_bars_end_where_east_west_bars_have_not_begun(standing: Standing) -> None:
    for result, left in ((standing.boards[0], True), (standing.boards[1], False)):
        bars = ElementTree.fromstring(frequency_svg(result)).findall(f"{SVG}rect")
        assert bars
        for bar in bars:
            assert (int(bar.attrib["x"]) < 160) is left


def test_a_longer_bar_for_more_scores(standing: Standing) -> None:
    bars = ElementTree.fromstring(frequency_svg(standing.boards[1])).findall(f"{SVG}rect")
    assert int(bars[0].attrib["width"]) * 2 == int(bars[1].attrib["width"])


def test_a_board_without_scores_is_still_a_picture(standing: Standing) -> None:
    root = ElementTree.fromstring(frequency_svg(standing.boards[3]))
    assert root.findtext(f"{SVG}desc") == "No scores to compare."


def test_progress_stays_within_the_picture() -> None:
    root = ElementTree.fromstring(progress_svg([Fraction(100), Fraction(0), None, Fraction(50)], percents=True))
    line = root.find(f"{SVG}polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert len(points) == 3
    assert all(0 <= x <= 320 and 0 <= y <= 140 for x, y in points)
    assert "50.00 %" in (root.findtext(f"{SVG}desc") or "")
    assert ElementTree.fromstring(progress_svg([], percents=False)) is not None
