"""The text of a LIN file as pairs of a two-letter key and a value. Nothing is refused, lines are kept.

LIN has no escapes: a bar in a value ends it. Where keys and values got out of step, the next known key sets them right.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import accumulate
from urllib.parse import unquote

__all__ = ["KEYS", "LinText", "looks_like_key", "plain_lin"]

KEYS = frozenset(
    (
        *("vg", "rs", "pn", "pw", "mp", "bn", "qx", "st", "md", "sv", "ah", "rh", "mb", "an", "pc", "mc", "pg", "nt"),
        *("ha", "zz", "bt", "at", "lb", "lg", "lf", "cp", "cq", "cr", "cs", "ct", "up", "uc", "fm", "fp", "hs", "ub"),
        *("kc", "bg", "hc", "pf", "wt", "gb", "tu", "fh", "sk", "ih", "is", "op", "ob", "s1", "s2", "s3", "s4", "d3"),
    )
)
"""The keys that are known; others are kept all the same."""

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]")


@dataclass(slots=True)
class LinText:
    r"""The text between the bars, in order: keys and values in turn as long as they are in step.

    >>> text = LinText.of("pn|A|\nst||\n\nmd|1S")
    >>> text.tokens, text.rest, text.line(4), text.is_key(2)
    (['pn', 'A', '\nst', '', '\n\nmd'], '1S', 4, True)
    """

    tokens: list[str]
    rest: str = ""
    """What stands behind the last bar: nothing, or the part of a key or a value in which the file breaks off."""
    text: str = ""
    first: int = 1
    """The line on which the text begins."""
    _bars: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, text: str, first: int = 1) -> LinText:
        """The tokens of a text that begins on a line."""
        tokens = text.split("|")
        rest = tokens.pop()
        return cls(tokens, rest, text, first)

    def line(self, place: int) -> int:
        """The line on which a token begins, blanks left out."""
        if not self._bars:
            self._bars = list(accumulate([line.count("|") for line in self.text.split("\n")]))
        token = self.tokens[place] if place < len(self.tokens) else self.rest
        line = self.first + (bisect_left(self._bars, place) if place else 0)
        return line + token[: len(token) - len(token.lstrip())].count("\n") if token[:1].isspace() else line

    def is_key(self, place: int) -> bool:
        """Whether a known key stands there, or nothing at all."""
        plain = self.tokens[place].strip() if place < len(self.tokens) else ""
        return not plain or plain.lower() in KEYS


def looks_like_key(text: str) -> bool:
    """Whether a text could be a key that is not known: a letter, and a letter or a digit.

    >>> looks_like_key("x9"), looks_like_key("9x")
    (True, False)
    """
    return _KEY.fullmatch(text) is not None


def plain_lin(text: str) -> str:
    """The text without the percent codes that copies from the web have, and without the address before it.

    >>> plain_lin("https://club.example/view?lin=pn%7CA%2CB%7C")
    'pn|A,B|'
    """
    if "|" not in text[:4000] and "%7C" in text[:4000].upper():
        text = unquote(text, errors="replace")
    if text.lstrip()[:4].lower() == "http":
        _address, found, rest = text.partition("lin=")
        text = rest if found else text
    return text
