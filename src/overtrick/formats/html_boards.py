"""Tables of results in a page, each with the number of its board: from a heading before or within the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from overtrick.errors import FormatError
from overtrick.formats.html_rows import HtmlRow, html_rows, plain_text
from overtrick.i18n import gettext as _

__all__ = ["BoardRow", "board_rows", "number_of_file"]

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_END = re.compile(r"</table\b[^<>]*>", re.IGNORECASE)
_NUMBER_OF_FILE = re.compile(r"([0-9]{1,3})\.[A-Za-z]{1,5}$")
_MOST = 5000  # tables in a page; one for each board of the largest event is a tenth of it
_NEAR = 2000  # characters before a table in which its heading is looked for


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row under names of columns: its board (0 where the page does not tell), its line, and its cells by name."""

    board: int
    line: int
    cells: dict[str, str]
    closed: bool = True


def board_rows(
    text: str, heading: re.Pattern[str], columns: Callable[[tuple[str, ...]], dict[str, int] | None]
) -> Iterator[BoardRow]:
    """Every row of a table under a row that `columns` knows; `heading` finds the number of a board in words.

    Raises FormatError for a page with more tables or tags than any page of results.

    >>> page = "<h2>Board 7</h2><table><tr><th>NS<th>EW</tr><tr><td>1<td>2</tr></table>"
    >>> names = lambda cells: {"ns": 0, "ew": 1} if cells == ("NS", "EW") else None
    >>> next(board_rows(page, re.compile("Board ([0-9]+)"), names)).board
    7
    """
    board = 0
    for before, rows in _tables(text):
        board = _number(heading, before) or board
        known: dict[str, int] | None = None
        below = False
        for row, following in zip(rows, [*rows[1:], None], strict=False):
            if below:  # the second row of names
                below = False
                continue
            names, joined = _under(row.cells, following.cells if following else ())
            found = columns(names)
            if found is not None:
                known, below = found, joined
            elif sum(map(bool, row.cells)) <= 2 and (number := _number(heading, _words(row))):
                board = number
            elif known and any(row.cells):
                cells = {name: row.cells[index] for name, index in known.items() if index < len(row.cells)}
                yield BoardRow(board, row.line, cells, row.closed or following is not None)


def number_of_file(name: str) -> int:
    """The number that ends the name of a file, 0 without one.

    >>> number_of_file("t0817.txt"), number_of_file("board.html")
    (817, 0)
    """
    found = _NUMBER_OF_FILE.search(name)
    return int(found[1]) if found else 0


def _words(row: HtmlRow) -> str:
    return " ".join(" ".join(row.cells)[:_NEAR].split())


def _number(heading: re.Pattern[str], words: str) -> int:
    """The last number that a heading tells; 0 where there is none."""
    numbers = heading.findall(words)
    return int(numbers[-1]) if numbers else 0


def _tables(text: str) -> Iterator[tuple[str, list[HtmlRow]]]:
    """The words before each table, and its rows; a table within a table is one of its own."""
    plain = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    starts = [found.start() for _index, found in zip(range(_MOST + 1), _TABLE.finditer(plain), strict=False)]
    if len(starts) > _MOST:
        raise FormatError(_("the page has more than {most} tables; that is no page of results").format(most=_MOST))
    starts = starts or [0]  # rows without any table are read as well
    before, line, place = plain[: starts[0]], 0, 0
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        line += plain.count("\n", place, start)
        place = start
        piece = plain[start:end]
        closing = _END.search(piece)
        inner = piece[: closing.end()] if closing else piece
        yield (
            plain_text(before[-_NEAR:]),
            [replace(row, line=row.line + line) for row in html_rows(inner)],
        )
        before = piece[closing.end() :] if closing else ""


def _under(heads: tuple[str, ...], following: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """The names of columns, and whether those that span several were parted by the row below."""
    spans: set[int] = set()
    for index, head in enumerate(heads):
        if not head and index and (heads[index - 1] or index - 1 in spans):
            spans |= {index - 1, index}
    if not spans or len(following) != len(spans):
        return heads, False
    names, above = list(heads), ""
    for index, below in zip(sorted(spans), following, strict=True):
        above = heads[index] or above
        names[index] = f"{above} {below}"
    return tuple(names), True
