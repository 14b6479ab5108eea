"""The tokens of JSON, of any text; a text whose quotation mark is lost ends where its line or its value ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Token", "tokens"]

_TOKEN = re.compile(
    r"(?P<blank>\s+)|(?P<mark>[][{}:,])"
    r'|(?P<text>"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+")(?=\s*+(?:[]:,}]|\Z))'
    r"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)(?=[\s,\]}]|\Z)"
    r"|(?P<word>true|false|null)(?=[\s,\]}]|\Z)"
    r'|(?P<stray>"(?=\s*+"))'
    r'|(?P<broken>"[^]\n,}"]*+"?)'
    r"|(?P<other>[^\s\"][^][\s{}:,\"]*+)"
)
_WORDS = {"true": True, "false": False, "null": None}
_LONGEST_NUMBER = 100


@dataclass(frozen=True, slots=True)
class Token:
    """A mark, a text (`"`), a number (`0`), a word (`w`) or what is none of them (`?`), with its line."""

    kind: str
    text: str
    line: int
    sound: bool = True

    def value(self, number: Callable[[str], Any]) -> Any:
        """What it stands for; `number` makes a value of the text of a number."""
        if self.kind == "0":
            return number(self.text) if len(self.text) <= _LONGEST_NUMBER else self.text
        if self.kind == "w":
            return _WORDS[self.text]
        try:
            return json.loads(self.text, strict=False)
        except ValueError:
            return self.text.strip('"')


def tokens(text: str) -> Iterator[Token]:
    r"""The tokens of a text, one by one.

    >>> [token.kind for token in tokens('{"a": 1x, "b\n: true}')]
    ['{', '"', ':', '?', ',', '"', ':', 'w', '}']
    """
    line = 1
    for found in _TOKEN.finditer(text):
        kind, part = found.lastgroup, found[0]
        if kind == "blank":
            line += part.count("\n")
        elif kind == "mark":
            yield Token(part, part, line)
        elif kind == "text":
            yield Token('"', part, line, _is_text(part))
        elif kind == "broken":
            yield Token('"', part, line, sound=False)
        else:
            yield Token({"number": "0", "word": "w"}.get(kind or "", "?"), part, line)


def _is_text(part: str) -> bool:
    if "\\" not in part and part.isprintable():
        return True
    try:
        json.loads(part)
    except ValueError:
        return False
    return "\ufffd" not in part
