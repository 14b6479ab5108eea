"""The text of a LIN file as pairs of a two-letter key and a value. Nothing is refused, lines are kept.

LIN has no escapes: a bar in a value ends it. Where keys and values got out of step, the next known key sets them right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

__all__ = ["KEYS", "LinPair", "lin_pairs", "plain_lin"]

KEYS = frozenset(
    (
        *("vg", "rs", "pn", "pw", "mp", "bn", "qx", "st", "md", "sv", "ah", "rh", "mb", "an", "pc", "mc", "pg", "nt"),
        *("ha", "zz", "bt", "at", "lb", "lg", "lf", "cp", "cq", "cr", "cs", "ct", "up", "uc", "fm", "fp", "hs", "ub"),
        *("kc", "bg", "hc", "pf", "wt", "gb", "tu", "fh", "sk", "ih", "is", "op", "ob", "s1", "s2", "s3", "s4", "d3"),
    )
)
"""The keys that are known; others are kept all the same."""

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class LinPair:
    """A key in small letters and its value, with the line of the key. `whole` is false where the file breaks off."""

    key: str
    value: str
    line: int
    whole: bool = True


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


def lin_pairs(text: str) -> Iterator[LinPair]:
    """The pairs in order. What stands where a key should be and is none comes with an empty key.

    >>> [(pair.key, pair.value) for pair in lin_pairs("qx|o1|junk here|mb|1N|")]
    [('qx', 'o1'), ('', 'junk here'), ('mb', '1N')]
    """
    tokens = text.split("|")
    index, line = 0, 1
    while index < len(tokens):
        token = tokens[index]
        key = token.strip()
        start = line + token[: len(token) - len(token.lstrip())].count("\n")
        line += token.count("\n")
        index += 1
        if not _KEY.fullmatch(key) or index == len(tokens):
            if key:
                yield LinPair("", key, start, index < len(tokens))
            continue
        value = tokens[index]
        if key.lower() in KEYS or _next_is_key(tokens, index):
            yield LinPair(key.lower(), value, start, index + 1 < len(tokens))
            line += value.count("\n")
            index += 1
        else:
            yield LinPair("", key, start)


def _next_is_key(tokens: list[str], index: int) -> bool:
    """Whether an unknown key is one: then a known key stands behind its value, or nothing at all."""
    behind = tokens[index + 1].strip() if index + 1 < len(tokens) else ""
    return not behind or behind.lower() in KEYS
