"""The names of elements in a damaged XML text: which are its own, which hold others, and which a word nearly is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from overtrick.formats.xml_tokens import TAG

__all__ = ["Names", "alike"]

_MOST = 500  # names of elements in a file; USEBIO has about 150
_LONGEST = 60
_SHORTEST = 3
_MOST_ALIKE = 8


class Names:
    """What the whole tags of a text tell of its elements.

    * `known`: names that stand there more than once, or that the reader knows
    * `holders`: elements that begin with another element
    * `leaves`: elements that hold nothing but text

    >>> names = Names("<a><row>1</row><row>2</row></a>", frozenset())
    >>> names.near("ROX"), names.near("ROWX"), names.near("COLUMN"), sorted(names.holders), sorted(names.leaves)
    ('ROW', 'ROW', '', ['A'], ['ROW'])
    """

    __slots__ = ("counts", "holders", "known", "leaves", "parts")

    def __init__(self, text: str, words: AbstractSet[str]) -> None:
        self.counts: Counter[str] = Counter(dict.fromkeys(sorted(words), 2))
        self.holders: set[str] = set()
        self.leaves: set[str] = set()
        before, behind = "", 0  # the last start, and where it ends
        for found in TAG.finditer(text):
            name = found[2].upper()
            self.counts[name] += 1
            if before and not text[behind : found.start()].strip() and not found[1]:
                self.holders.add(before)
            elif before == name and found[1]:
                self.leaves.add(name)
            before, behind = ("", 0) if found[1] or found[4] else (name, found.end())
        self.leaves -= self.holders
        common = self.counts.most_common(_MOST)
        self.known = {name for name, count in common if count > 1 and len(name) <= _LONGEST}
        self.parts: dict[str, list[str]] = {}  # the most common first, and few of them, to bound the time
        for name in (name for name, _count in common if name in self.known):
            for part in _parts(name):
                if len(same := self.parts.setdefault(part, [])) < _MOST_ALIKE:
                    same.append(name)

    def near(self, word: str) -> str:
        """The known name that differs from a word in one letter; the most common of several, or nothing."""
        if not _SHORTEST <= len(word) <= _LONGEST:
            return ""
        found = {name for part in _parts(word) for name in self.parts.get(part, ()) if alike(name, word)}
        return max(found, key=lambda name: (self.counts[name], name), default="")

    def better(self, one: str, other: str) -> str:
        """The more common of two names."""
        return max(one, other, key=lambda name: self.counts[name])


def _parts(name: str) -> Iterator[str]:
    yield name
    for at in range(len(name)):
        yield name[:at] + name[at + 1 :]


def alike(one: str, other: str) -> bool:
    """Whether two names differ in one letter: another, one more, or one less.

    >>> alike("ROW", "ROX"), alike("ROW", "RO"), alike("ROW", "ROW"), alike("ROW", "WOR")
    (True, True, False, False)
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[same + (len(one) >= len(other)) :] == other[same + (len(other) >= len(one)) :]
