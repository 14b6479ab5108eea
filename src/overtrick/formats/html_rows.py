"""Rows and cells of the tables in a page, as plain text: enough for printed results, and linear in the length.

No element is kept, no script is looked at and nothing is fetched. A picture counts as its `alt` text, which is how
pages write suits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["HtmlRow", "html_rows", "plain_text"]

_TAG = re.compile(r"<[^<>]*>")
_NAME = re.compile(r"<\s*(/?)\s*([a-z0-9]+)")
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_SPAN = re.compile(r"""\bcolspan\s*=\s*["']?([0-9]{1,3})""", re.IGNORECASE)
_MOST = 300_000  # tags in a page; the largest ranking has not a tenth of it
_WIDEST = 100  # cells that one cell may stand for


@dataclass(frozen=True, slots=True)
class HtmlRow:
    r"""The cells of a row in order, lines within a cell parted by `\n`, and the line of the text where it begins."""

    line: int
    cells: tuple[str, ...]
    closed: bool = True


def html_rows(text: str) -> list[HtmlRow]:
    r"""Every row of every table; a cell that spans columns is followed by empty ones.

    Raises FormatError for a page that has more tags than any page of results.

    >>> html_rows('<tr><td>4<img src="h.gif" alt="h">&times;</td><td colspan="2">a<br>b</td></tr>')[0].cells
    ('4h×', 'a\nb', '')
    """
    return _Scan(text).rows()


def plain_text(html: str) -> str:
    """A piece of a page without its tags, spaces made single.

    >>> plain_text("<b>Turniej&nbsp;Par</b> <i>1</i>")
    'Turniej Par 1'
    """
    return " ".join(unescape(_TAG.sub(" ", html)).split())


def _without_comments(text: str) -> str:
    """The text with comments blanked, their line ends kept; one that never ends takes the rest with it."""
    parts: list[str] = []
    place = 0
    while (start := text.find("<!--", place)) >= 0:
        end = text.find("-->", start + 4)
        parts.append(text[place:start])
        if end < 0:
            return "".join(parts)
        parts.append("\n" * text.count("\n", start, end))
        place = end + 3
    return "".join([*parts, text[place:]]) if parts else text


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = _without_comments(text)
        self.found: list[HtmlRow] = []
        self.cells: list[str] | None = None
        self.cell: list[str] | None = None
        self.span = 1
        self.line = 1

    def rows(self) -> list[HtmlRow]:
        place = counted = 0
        line = 1
        for count, tag in enumerate(_TAG.finditer(self.text)):
            if count == _MOST:
                raise FormatError(
                    _("the page has more than {most} tags; that is no page of results").format(most=_MOST)
                )
            self.words(self.text[place : tag.start()])
            place = tag.end()
            name = _NAME.match(tag[0].lower())
            if name is None:
                continue
            if name[2] == "tr":
                line += self.text.count("\n", counted, tag.start())
                counted = tag.start()
            self.tag(name[2], tag[0], line, end=bool(name[1]))
        self.words(self.text[place:])
        self.end_row(closed=False)
        return self.found

    def words(self, text: str) -> None:
        if self.cell is not None and text:
            self.cell.append(" ".join(unescape(text).split()) if text.strip() else " ")

    def tag(self, name: str, tag: str, line: int, *, end: bool) -> None:
        if name == "tr" or name == "table":
            self.end_row(closed=end)
            if name == "tr" and not end:
                self.cells, self.line = [], line
        elif name in ("td", "th") and self.cells is not None:
            self.end_cell()
            if not end:
                self.cell = []
                span = _SPAN.search(tag)
                self.span = min(int(span[1]), _WIDEST) if span else 1
        elif name == "br" and self.cell is not None:
            self.cell.append("\n")
        elif name == "img" and self.cell is not None and (alt := _ALT.search(tag)):
            self.cell.append(unescape(next(part for part in alt.groups() if part is not None)).strip())

    def end_cell(self) -> None:
        if self.cell is not None and self.cells is not None:
            lines = ("".join(self.cell)).split("\n")
            self.cells.append("\n".join(" ".join(one.split()) for one in lines).strip("\n"))
            self.cells.extend([""] * (self.span - 1))
        self.cell = None

    def end_row(self, *, closed: bool) -> None:
        self.end_cell()
        if self.cells:
            self.found.append(HtmlRow(self.line, tuple(self.cells), closed))
        self.cells = None
