"""Two events compared fact by fact: what a file that was written does not hold of what it was written from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import Field, dataclass, fields
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from overtrick.model.event import Contestant, Event, Line, Match, Penalty, Section, Session, Traveller

__all__ = ["Difference", "differences"]

T = TypeVar("T")
_NOT_FACTS = frozenset(("where", "sessions", "sections", "contestants", "travellers", "lines", "penalties", "matches"))


@dataclass(frozen=True, slots=True)
class Difference:
    """One fact that differs: what kind of thing it is of, which one, which field, and both values (`None`: absent).

    `kind` is event, session, section, contestant, board, line, penalty or match; `field` is empty where the whole
    thing is there on one side only.
    """

    kind: str
    who: str
    field: str
    before: Any
    after: Any


def differences(before: Event, after: Event) -> list[Difference]:
    """Every fact in which two events differ; places in files are no facts. The order of lines on a board counts not.

    >>> differences(Event("Tuesday"), Event("Monday"))
    [Difference(kind='event', who='', field='name', before='Tuesday', after='Monday')]
    >>> differences(Event("Tuesday"), Event("Tuesday"))
    []
    """
    return list(_event(before, after))


def _event(before: Event, after: Event) -> Iterator[Difference]:
    yield from _fields("event", "", before, after)
    for key, one, other in _paired(before.sessions, after.sessions, lambda session: session.key):
        if one is None or other is None:
            yield Difference("session", str(key), "", one, other)
        else:
            yield from _session(one, other)


def _session(before: Session, after: Session) -> Iterator[Difference]:
    yield from _fields("session", before.key, before, after)
    for key, one, other in _paired(before.sections, after.sections, lambda section: section.key):
        where = " ".join(filter(None, (before.key, str(key))))
        if one is None or other is None:
            yield Difference("section", where, "", one, other)
        else:
            yield from _section(where, one, other)


def _section(where: str, before: Section, after: Section) -> Iterator[Difference]:
    yield from _fields("section", where, before, after)
    kinds: tuple[tuple[str, Iterable[tuple[Hashable, Any, Any]]], ...] = (
        ("contestant", _paired(before.contestants, after.contestants, _of_contestant)),
        ("penalty", _paired(before.penalties, after.penalties, _of_penalty)),
        ("match", _paired(before.matches, after.matches, _of_match)),
    )
    for kind, pairs in kinds:
        for key, one, other in pairs:
            who = f"{where} {_name(key)}".strip()
            if one is None or other is None:
                yield Difference(kind, who, "", one, other)
            else:
                yield from _fields(kind, who, one, other)
    for key, first, second in _paired(before.travellers, after.travellers, lambda one: one.board.number, named=True):
        who = f"{where} {key}".strip()
        if first is None or second is None:
            yield Difference("board", who, "", first, second)
        else:
            yield from _board(who, first, second)


def _board(who: str, before: Traveller, after: Traveller) -> Iterator[Difference]:
    yield from _fields("board", who, before, after)
    for key, one, other in _paired(before.lines, after.lines, _of_line):
        name = f"{who}: {_name(key)}"
        if one is None or other is None:
            yield Difference("line", name, "", one, other)
        else:
            yield from _fields("line", name, one, other)


def _fields(kind: str, who: str, before: Any, after: Any) -> Iterator[Difference]:
    if before == after:
        return
    for item in _facts(type(before)):
        one, other = getattr(before, item.name), getattr(after, item.name)
        if one != other:
            yield Difference(kind, who, item.name, one, other)


def _facts(kind: type) -> list[Field[Any]]:
    return [item for item in fields(kind) if item.name not in _NOT_FACTS]


def _of_contestant(who: Contestant) -> Hashable:
    return who.key, who.direction


def _of_penalty(penalty: Penalty) -> Hashable:
    return penalty.contestant, penalty.direction, penalty.unit, penalty.amount


def _of_match(match: Match) -> Hashable:
    return match.round, match.home, match.away


def _of_line(line: Line) -> Hashable:
    return line.ns, line.ew, line.south, line.west


def _name(key: Hashable) -> str:
    parts = key if isinstance(key, tuple) else (key,)
    return " ".join(text for part in parts if (text := _text(part)))


def _text(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    return "" if value is None else str(value) if isinstance(value, Fraction | int | str) else repr(value)


def _paired(
    before: Sequence[T], after: Sequence[T], name: Callable[[T], Hashable], *, named: bool = False
) -> Iterator[tuple[Hashable, T | None, T | None]]:
    """The things of two lists that go by the same name; of several with one name the first with the first.

    What is left over on both sides is the same under another name, in its order, unless things are nothing but `named`.
    """
    left: dict[Hashable, list[T]] = {}
    for thing in after:
        left.setdefault(name(thing), []).append(thing)
    alone: list[T] = []
    for thing in before:
        if same := left.get(name(thing)):
            yield name(thing), thing, same.pop(0)
        else:
            alone.append(thing)
    added = [thing for rest in left.values() for thing in rest]
    both = 0 if named else min(len(alone), len(added))
    for one, other in zip(alone[:both], added[:both], strict=True):
        yield name(one), one, other
    for thing in alone[both:]:
        yield name(thing), thing, None
    for thing in added[both:]:
        yield name(thing), None, thing
