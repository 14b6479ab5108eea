"""What USEBIO tells beyond the fields of an event: elements and attributes as names and values, both ways.

The name of an element has those around it before it (`CONTACT/EMAIL`), an attribute has `@` (`@RATEABLE`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

from overtrick.formats.usebio_write_lines import clean, element
from overtrick.formats.xml_tree import Node

__all__ = ["CONTESTANT", "EVENT", "HANDS", "PAIR", "PERSON", "PLAYER", "Extra", "Keeper", "attributes", "in_order"]

Extra = tuple[tuple[str, str], ...]
"""Names and values in the order of the file."""

_NAME = re.compile(r"[A-Z_][A-Z0-9_.-]{0,199}")
_DEEPEST = 20
_LISTS = frozenset(("LINE",))  # those of a legend stand together in it
_STRUCTURE = frozenset(
    (
        *("USEBIO", "CLUB", "EVENT", "SESSION", "SECTION", "PARTICIPANTS", "TEAM", "PAIR", "PLAYER", "MATCH"),
        *("BOARD", "TRAVELLER_LINE", "HANDSET", "HAND"),
    )
)

EVENT = _STRUCTURE | frozenset(
    (
        *("BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD", "PROGRAM_NAME", "EVENT_DESCRIPTION", "DATE"),
        *("SESSION_COUNT", "SECTION_COUNT", "PAIRS", "WINNER_TYPE", "@EVENT_TYPE"),
    )
)
"""What of an event the model has fields for, or what follows from them."""

CONTESTANT = _STRUCTURE | frozenset(
    (
        *("PAIR_NUMBER", "PLAYER_NUMBER", "PLAYER_NAME", "NATIONAL_ID_NUMBER", "DIRECTION", "TOTAL_SCORE"),
        *("PERCENTAGE", "PLACE", "HANDICAP", "CARRY_FORWARD", "@TEAM_ID", "@TEAM_NAME"),
    )
)
"""The same of a pair, a team or a single player."""

PERSON = frozenset(("CLUB_ID_NUMBER", "@RATEABLE"))
"""What of a single player belongs to the person rather than to the result."""

PLAYER = _STRUCTURE | frozenset(("PLAYER_NAME", "NATIONAL_ID_NUMBER", "PLAYER_NUMBER"))
"""The same of a player of a pair."""

PAIR = _STRUCTURE | frozenset(("PAIR_NUMBER",))
"""The same of a pair of a team."""

HANDS = _STRUCTURE | frozenset(("START_BOARD_NUMBER", "END_BOARD_NUMBER"))
"""The same of a set of hands."""


@dataclass(slots=True)
class Keeper:
    """Takes what there is no field for. `kept` counts by name the elements with text that were taken."""

    kept: Counter[str] = field(default_factory=Counter)

    def take(self, node: Node | None, homes: Collection[str], before: str = "") -> Extra:
        """What an element holds but for `homes`; `before` goes in front of the names.

        >>> from overtrick.formats.xml_tree import parse_xml
        >>> node = parse_xml('<PLAYER RATEABLE="Y"><PLAYER_NAME>Bo Ek</PLAYER_NAME><CLUB_ID>7</CLUB_ID></PLAYER>').root
        >>> Keeper().take(node, PLAYER)
        (('@RATEABLE', 'Y'), ('CLUB_ID', '7'))
        """
        if node is None or not (node.attributes or any(child.tag not in homes for child in node.children)):
            return ()
        return tuple(self.walk(node, homes, before))

    def walk(self, node: Node, homes: Collection[str], before: str) -> Iterator[tuple[str, str]]:
        """The same one after the other."""
        for name, value in node.attributes.items():
            if (told := f"@{name.upper()}") not in homes and value.strip():
                yield before + told, value.strip()
        for child in node.children:
            if child.tag in homes:
                continue
            if child.text:
                self.kept[child.tag] += 1
                yield before + child.tag, child.text
            if child.children or child.attributes:
                yield from self.walk(child, (), f"{before}{child.tag}/")

    def left(self, texts: Mapping[str, int]) -> dict[str, int]:
        """The elements with text that were not taken, by their names."""
        return {name: count - self.kept[name] for name, count in texts.items() if count > self.kept[name]}


@dataclass(slots=True)
class _Element:
    tag: str
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Element] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)

    def add(self, path: Sequence[str], value: str) -> None:
        """Put a value to its place; where its name is taken already, a new element of those around it is begun."""
        holder = self
        for place, tag in enumerate(path[:-1]):
            last = holder.children[-1] if holder.children else None
            if last is None or last.tag != tag or last.text or last.is_taken(path[place + 1 :]):
                last = holder.grow(tag)
            holder = last
        if path[-1].startswith("@"):
            holder.attributes.setdefault(path[-1][1:], value)
        else:
            holder.grow(path[-1]).text = value

    def is_taken(self, rest: Sequence[str]) -> bool:
        if rest[0].startswith("@"):
            return bool(self.children) or rest[0][1:] in self.attributes
        return len(rest) == 1 and rest[0] in self.tags and rest[0] not in _LISTS

    def grow(self, tag: str) -> _Element:
        made = _Element(tag)
        self.children.append(made)
        self.tags.add(tag)
        return made

    def xml(self) -> str:
        """The element as it is written; one with text has nothing else."""
        if not self.children and not self.attributes:
            return element(self.tag, self.text)
        inner = "".join(child.xml() for child in self.children)
        return f"<{self.tag}{_attributes(self.attributes)}>{inner}</{self.tag}>"


def _attributes(told: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(clean(value))}" for name, value in told.items())


def _tree(extra: Iterable[tuple[str, str]], homes: Collection[str], before: str) -> _Element:
    """The elements of names that begin with `before`, but for those of `homes` and such as USEBIO has not."""
    root = _Element("")
    for name, value in extra:
        if not name.startswith(before) or not clean(value).strip():
            continue
        path = name[len(before) :].split("/")
        plain = [part.removeprefix("@") if place == len(path) - 1 else part for place, part in enumerate(path)]
        fits = len(path) <= _DEEPEST and all(map(_NAME.fullmatch, plain)) and not _STRUCTURE.intersection(path)
        if fits and path[0] not in homes:
            root.add(path, value)
    return root


def attributes(extra: Iterable[tuple[str, str]], homes: Collection[str], before: str = "") -> str:
    """The attributes for the tag itself, each with a blank before it.

    >>> attributes((("@RATEABLE", "Y"), ("CLUB_ID_NUMBER", "7")), PLAYER)
    ' RATEABLE="Y"'
    """
    return _attributes(_tree((one for one in extra if one[0].startswith(f"{before}@")), homes, before).attributes)


def in_order(
    own: Iterable[str], extra: Iterable[tuple[str, str]], homes: Collection[str], order: Sequence[str], before: str = ""
) -> list[str]:
    """Elements of ours in an order of their names, and those of `extra` among them in their own.

    >>> in_order(["<DATE>1/2/2024</DATE>"], (("TITLE", "Cup"), ("MOOD", "good")), EVENT, ("TITLE", "DATE"))
    ['<TITLE>Cup</TITLE>', '<DATE>1/2/2024</DATE>', '<MOOD>good</MOOD>']
    """
    places = {tag: place for place, tag in enumerate(order)}

    def place_of(text: str) -> int:
        return places.get(text[1 : text.index(">")], len(places))

    ours = sorted(own, key=place_of)[::-1]
    made = []
    for child in _tree(extra, homes, before).children:
        place = places.get(child.tag, len(places))
        while ours and place_of(ours[-1]) < place:
            made.append(ours.pop())
        made.append(child.xml())
    return made + ours[::-1]
