"""The text of a LIN file as pairs of a two-letter key and a value. Nothing is refused, lines are kept.

LIN has no escapes: a bar in a value ends it. Where keys and values got out of step, the next known key sets them right.
"""

from __future__ import annotations

import re
from bisect import bisect_right
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
_BLANK = re.compile(r"\s*")


@dataclass(slots=True)
class LinText:
    r"""A text whose bars part keys and values, in turn as long as they are in step. Places are counted in characters.

    >>> text = LinText.of("pn|A|\nst||\n\nmd|1S")
    >>> text.token(3), text.rest, text.line(10), text.is_key(5), text.token(text.end)
    ('A', '1S', 4, True, None)
    """

    text: str = ""
    end: int = 0
    """Behind the last bar."""
    first: int = 1
    """The line on which the text begins."""
    _lines: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, text: str, first: int = 1) -> LinText:
        """A text that begins on a line."""
        return cls(text, text.rfind("|") + 1, first)

    @property
    def rest(self) -> str:
        """What stands behind the last bar: nothing, or the part of a key or a value in which the file breaks off."""
        return self.text[self.end :]

    @property
    def has_keys(self) -> bool:
        """Whether a known key stands anywhere."""
        place = 0
        while (token := self.token(place)) is not None:
            if token.strip().lower() in KEYS:
                return True
            place += len(token) + 1
        return False

    def token(self, place: int) -> str | None:
        """What stands between a place and the next bar, None behind the last one."""
        bar = self.text.find("|", place, self.end)
        return None if bar < 0 else self.text[place:bar]

    def line(self, place: int) -> int:
        """The line of a place, blanks left out."""
        if not self._lines:
            self._lines = list(accumulate([len(line) + 1 for line in self.text.split("\n")]))
        if self.text[place : place + 1].isspace() and (blank := _BLANK.match(self.text, place)):
            place = blank.end()
        return self.first + bisect_right(self._lines, place)

    def is_key(self, place: int) -> bool:
        """Whether a known key stands there, or nothing at all."""
        plain = (self.token(place) or "").strip()
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
