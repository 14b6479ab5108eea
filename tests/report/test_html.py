from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from overtrick.errors import OvertrickError
from overtrick.i18n import language
from overtrick.model.event import Contestant, Player
from overtrick.model.standing import Place, Standing
from overtrick.report.html import pages, site

VOID = {"meta", "link", "br", "hr", "img", "input"}
BLANKS = {"rect", "path", "polyline"}


class Checker(HTMLParser):
    """A strict reader: tags in balance, ids once, headings in order, tables named, links gathered."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []
        self.language = ""
        self.feed(source)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"an attribute twice in {tag}"
        assert not any(name.startswith("on") for name in names), "script in an attribute"
        values = dict(attrs)
        self.tags.append(tag)
        if tag == "html":
            self.language = values.get("lang") or ""
        if values.get("id"):
            self.ids.append(values["id"] or "")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag in ("a", "link"):
            self.links.append(values.get("href") or "")
        if tag == "th":
            assert values.get("scope") in ("row", "col")
        if tag == "nav" or "tabindex" in values:
            assert values.get("aria-label")
        if values.get("role") == "img":
            assert values.get("aria-label") or values.get("aria-labelledby")
        if tag == "caption":
            assert self.open[-1] == "table"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in BLANKS
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _check(source: str) -> Checker:
    assert source.startswith("<!DOCTYPE html>\n")
    page = Checker(source)
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.ids) == len(set(page.ids))
    assert page.tags.count("table") == page.tags.count("caption")
    assert "script" not in page.tags
    assert page.tags.count("title") - page.tags.count("svg") == 1
    return page


def _large(standing: Standing, pairs: int) -> Standing:
    players = (Player("Marguerite Hohenstaufen"), Player("Christopher Cholmondeley"))
    places = tuple(
        Place(
            index + 1,
            False,
            "A",
            None,
            Contestant(str(index), None, players),
            24,
            Fraction(9),
            Fraction(12),
            Fraction(75),
        )
        for index in range(pairs)
    )
    return replace(standing, places=places)


def test_every_page_is_valid_and_every_link_leads_somewhere(standing: Standing, imp_standing: Standing) -> None:
    for each in (standing, imp_standing):
        files = dict(pages(each))
        for name, source in files.items():
            if name.endswith(".html"):
                assert set(_check(source).links) <= set(files)
                assert len(source.encode()) < 60_000


def test_names_are_only_ever_text(standing: Standing) -> None:
    for name, source in pages(standing):
        assert "<script" not in source, name
    page = _check(dict(pages(standing))["index.html"])
    text = "".join(page.text)
    assert '<script>alert(1)</script> & Tom "Ruff" O\'Neil' in text
    assert "Tuesday <pairs> & friends" in text
    assert "\x1b" not in text


def test_the_ranking_page_says_what_a_wall_wants(standing: Standing) -> None:
    text = "".join(_check(dict(pages(standing))["index.html"]).text)
    for words in (
        "Bridge Club “Øst”",
        "2026-11-24",
        "North-South",
        "East-West",
        "Top on a board: 4",
        "Neuberg",
        "1 problem",
    ):
        assert words in text


def test_the_board_page_has_vulnerability_in_words_and_suits_with_names(standing: Standing) -> None:
    source = dict(pages(standing))["board-A-1.html"]
    page = _check(source)
    assert {"Dealer N", "None vul"} <= set(page.text)
    assert 'class="red" role="img" aria-label="3 hearts doubled">3♥X' in source
    assert "svg" in page.tags


@pytest.mark.parametrize("key", ["../../etc/passwd", "a/b\\c", "", "CON", "Ünal", "1\x00", "index"])
def test_file_names_are_safe_whatever_a_contestant_is_called(standing: Standing, key: str) -> None:
    odd = replace(standing.places[0], contestant=replace(standing.places[0].contestant, key=key), section=key)
    names = [name for name, _source in pages(replace(standing, places=(odd, *standing.places)))]
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*\.(html|css)", name) for name in names)
    assert len({name.casefold() for name in names}) == len(names)


def test_keys_that_differ_in_case_only_have_two_pages(standing: Standing) -> None:
    base = standing.places[0]
    both = tuple(replace(base, contestant=replace(base.contestant, key=key)) for key in ("a", "A", "a!"))
    names = [name for name, _source in pages(replace(standing, places=both)) if name.startswith("pair")]
    assert names == ["pair-A-NS-a.html", "pair-A-NS-A-x2.html", "pair-A-NS-a-x3.html"]


def test_several_sessions_and_sections_keep_apart(standing: Standing, make_standing: Callable[..., Standing]) -> None:
    later = tuple(replace(result, session="2") for result in standing.boards)
    other = make_standing("B")
    joined = replace(standing, boards=standing.boards + later + other.boards, places=standing.places + other.places)
    files = dict(pages(joined))
    assert {"board-1-A-1.html", "board-2-A-1.html", "board-1-B-1.html"} <= set(files)
    for name, source in files.items():
        if name.endswith(".html"):
            _check(source)
    assert "Session 2, Section A" in files["index.html"]


def test_a_large_field_fits_a_page(standing: Standing) -> None:
    assert len(dict(pages(_large(standing, 200)))["index.html"].encode()) < 60_000


def test_the_page_speaks_the_reader_s_language(standing: Standing) -> None:
    assert _check(dict(pages(standing))["index.html"]).language == "en"
    with language("ru"):
        page = _check(dict(pages(standing))["index.html"])
    assert page.language == "ru"
    assert "61,67" in page.text


def test_an_empty_standing_has_a_page(standing: Standing) -> None:
    empty = replace(standing, event=replace(standing.event, name=""), places=(), boards=(), problems=())
    assert "Bridge session" in _check(dict(pages(empty))["index.html"]).text


def test_the_site_is_written_whole(standing: Standing, tmp_path: Path) -> None:
    target = tmp_path / "new" / "site"
    written = site(standing, target)
    assert sorted(written) == sorted(target.iterdir())
    assert (target / "index.html").read_text(encoding="utf-8").endswith("</html>\n")
    assert site(standing, target) == written


def test_a_file_in_the_way_is_refused(standing: Standing, tmp_path: Path) -> None:
    target = tmp_path / "site"
    target.write_text("mine")
    with pytest.raises(OvertrickError, match="is a file"):
        site(standing, target)
    with pytest.raises(OvertrickError, match="cannot be written"):
        site(standing, target / "below")
    assert target.read_text() == "mine"
