"""One grammar for a bridge result: read, written and shown, in the letters of any language of the table."""

from __future__ import annotations

from overtrick.notation.award import parse_award, write_award
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import NUMBERS, parse, remark, write
from overtrick.notation.show import show, show_entry
from overtrick.notation.words import LANGUAGES, language_words

__all__ = [
    "LANGUAGES",
    "NUMBERS",
    "language_words",
    "parse",
    "parse_award",
    "parse_contract",
    "parse_seat",
    "remark",
    "show",
    "show_entry",
    "write",
    "write_award",
]
