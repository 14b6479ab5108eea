"""The tables of PBN: a header that names the columns, and rows of tokens; line ends mean nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from overtrick.formats.pbn_text import PbnTag, plain_tokens

__all__ = ["TableRow", "column_names", "read_table"]

_COLUMN = re.compile(r"[ \t]*[+-]?[ \t]*([^\\;]*?)[ \t]*(?:\\[0-9]*[LR]?)?[ \t]*")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its line, and its cells by the name of the column in small letters. A cell may begin with `^`."""

    line: int
    cells: dict[str, str]

    def text(self, *names: str) -> str:
        """The first of these columns that says something, without the `^`; empty if none does."""
        for name in names:
            value = self.cells.get(name, "").removeprefix("^").strip()
            if value and value not in ("-", "?", "*"):
                return value
        return ""

    def awarded(self, name: str) -> bool:
        """Whether the cell is an artificial score."""
        return self.cells.get(name, "").startswith("^")


def read_table(tag: PbnTag) -> tuple[list[TableRow], list[int]]:
    r"""The rows of a table, and the lines of those that have too few or too many cells.

    Where the cells of the whole table fit the columns, line ends mean nothing; otherwise each line is a row.

    >>> from overtrick.formats.pbn_text import read_pbn_text
    >>> tag = read_pbn_text('[ScoreTable "Rank\\2R;Contract\\4L"]\n1 4SX\n2 "3 NT"').games[0].tags[0]
    >>> [row.cells for row in read_table(tag)[0]]
    [{'rank': '1', 'contract': '4SX'}, {'rank': '2', 'contract': '3 NT'}]
    """
    names = [_column(part) for part in tag.value.split(";")]
    while names and not names[-1]:
        names.pop()
    tokens = list(plain_tokens(tag.body))
    if not names or not tokens:
        return [], [tag.line + line for _token, line in tokens[:1]]
    width = len(names)
    by_line: dict[int, list[str]] = {}
    for token, line in tokens:
        by_line.setdefault(line, []).append(token)
    even = all(len(row) == width for row in by_line.values())
    if not even and len(tokens) % width == 0:
        flat = [
            (tokens[at][1], [token for token, _line in tokens[at : at + width]]) for at in range(0, len(tokens), width)
        ]
    else:
        flat = list(by_line.items())
    good = [
        TableRow(tag.line + line, dict(zip(names, map(_cell, row), strict=True)))
        for line, row in flat
        if len(row) == width
    ]
    return good, [tag.line + line for line, row in flat if len(row) != width]


def column_names(tag: PbnTag) -> dict[str, str]:
    r"""The names of the columns as the file spells them, by their small names.

    >>> from overtrick.formats.pbn_text import read_pbn_text
    >>> column_names(read_pbn_text('[TotalScoreTable "Rank\\2R;Club"]').games[0].tags[0])
    {'rank': 'Rank', 'club': 'Club'}
    """
    return {_spelled(part).lower(): _spelled(part) for part in tag.value.split(";")}


def _spelled(text: str) -> str:
    found = _COLUMN.fullmatch(text)
    return (found[1] if found else text).strip()


def _column(text: str) -> str:
    return _spelled(text).lower()


def _cell(token: str) -> str:
    mark, plain = ("^", token[1:]) if token.startswith("^") else ("", token)
    if len(plain) > 1 and plain.startswith('"') and plain.endswith('"'):
        plain = plain[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return mark + plain
