"""Cells of the results CSV, by name, and the apostrophe that keeps spreadsheets from taking text for formulas."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.text import exact
from overtrick.i18n import gettext as _

__all__ = ["Cells", "guard", "plain_name", "unguard"]

_GUARDED = ("=", "+", "-", "@", "'")
_CONTROL = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)])  # all but the tab and the line end


def guard(text: str) -> str:
    r"""The cell for a text: an apostrophe goes before = + - @ and before another apostrophe; no control characters.

    >>> guard("=1+1"), guard("'t Hooft"), guard("\x1b[31mEva")
    ("'=1+1", "''t Hooft", '[31mEva')
    """
    if not text.isprintable():
        text = text.translate(_CONTROL)
    return f"'{text}" if text.startswith(_GUARDED) else text


def unguard(cell: str) -> str:
    """The text of a cell, without spaces around it; the opposite of `guard`.

    >>> unguard("'=1+1"), unguard("''t Hooft"), unguard("'t Hooft")
    ('=1+1', "'t Hooft", "'t Hooft")
    """
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith(_GUARDED) else text


def plain_name(cell: str) -> str:
    """A header cell as a name: small letters, no spaces; an underscore stays.

    >>> plain_name(" NS_Award "), plain_name("Player 1")
    ('ns_award', 'player1')
    """
    return cell.strip().lower().replace(" ", "").replace("-", "_").replace("\ufeff", "")


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of one row by the names of their columns; what is not there is empty."""

    values: dict[str, str]

    @classmethod
    def of(cls, heads: list[str], cells: list[str]) -> Cells:
        """Names and cells together; a row may be shorter than its header.

        >>> Cells.of(["board", "ns"], ["3"]).text("ns")
        ''
        """
        return cls({name: unguard(cell) for name, cell in zip(heads, cells, strict=False) if name})

    def text(self, name: str) -> str:
        """The text of a column."""
        return self.values.get(name, "")

    def number(self, name: str) -> Fraction | None:
        """The number of a column, with decimal point or comma; None where it is empty."""
        text = self.text(name)
        if not text:
            return None
        value = exact(text)
        if value is None:
            raise FormatError(_("{name} is {text}; a number is wanted").format(name=name, text=repr(text[:40])))
        return value

    def whole(self, name: str) -> int | None:
        """The whole number of a column (150.0 is one); None where it is empty."""
        value = self.number(name)
        if value is None:
            return None
        if value.denominator != 1:
            raise FormatError(
                _("{name} is {text}; a whole number is wanted").format(name=name, text=repr(self.text(name)[:40]))
            )
        return int(value)
