"""Messages of the Bridgemate Data Connector taken out of a text: whole ones, several in a row, damaged ones in part."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from overtrick.formats.bdc_codes import ERRORS, INITIALIZE, QUEUES, UPDATE_GROUPS, UPDATE_MOVEMENT
from overtrick.i18n import gettext as _

__all__ = ["Item", "Message", "kind_of", "messages", "records_of"]

_DECODER = json.JSONDecoder(
    parse_int=lambda digits: int(digits) if len(digits) < 12 else digits, parse_float=str, parse_constant=str
)
_LOOSE = json.JSONDecoder(strict=False)
_OPEN = re.compile(r"[\[{]")
_LINE = re.compile(r"\n[ \t]*[\[{]")
_HEAD = re.compile(r'"(Command|RequestCommand|DataType|SessionGuid)"\s*:\s*(?:([0-9]{1,4})\b|"([^"\\]{0,80})")')
_DATA = re.compile(r'"SerializedData"\s*:\s*"')
_HALF = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$")
_MOST = 100  # damaged places, after which a text is given up
_WASTE = 3  # how many times over a text may be read in vain, since each damaged place may cost a look at all of it
_MOVEMENT = 14
_SECTION = 7
_ERROR = 4


@dataclass(frozen=True, slots=True)
class Item:
    """One record of a message; None where it is damaged."""

    record: dict[str, Any] | None
    where: str


@dataclass(frozen=True, slots=True)
class Message:
    """What a message holds: `kind` is that of a queue, `event`, `section`, `groups`, `error`, `damage` or empty.

    `text` is what is wrong with it, or what an error says.
    """

    kind: str
    session: str
    items: tuple[Item, ...]
    where: str
    text: str = ""


def messages(text: str) -> Iterator[Message]:
    r"""All messages of a text, one after the other or in a list; bare records without an envelope as well.

    >>> text = '{"Command": 10, "SessionGuid": "0A", "SerializedData": "[{\\"Level\\": 0}]"}'
    >>> [(one.kind, one.session, one.items[0].record) for one in messages(text)]
    [('results', '0A', {'Level': 0})]
    """
    place = line = broken = counted = wasted = 0
    while (found := _OPEN.search(text, place)) and broken <= _MOST and wasted <= _WASTE * len(text):
        start = found.start()
        line += text.count("\n", counted, start)
        counted = start
        where = _("line {line}").format(line=line + 1)
        try:
            value, place = _DECODER.raw_decode(text, start)
        except (json.JSONDecodeError, RecursionError) as fault:
            broken += 1
            wasted += _cost(fault, start)
            if text[start] == "[":
                place = start + 1
                continue
            after = _LINE.search(text, start)
            place = after.start() + 1 if after else len(text)
            yield _salvaged(text[start:place], where)
            continue
        yield from _of_value(value, where)
    if found is not None:
        yield Message("damage", "", (), where, _("too much of the text is damaged; the rest is not read"))


def _of_value(value: Any, where: str) -> Iterator[Message]:
    if isinstance(value, dict):
        yield _of_object(value, where)
    elif isinstance(value, list) and any(isinstance(one, dict) and "SerializedData" in one for one in value):
        for number, one in enumerate(value, 1):
            place = _("{where}, message {number}").format(where=where, number=number)
            if isinstance(one, dict):
                yield _of_object(one, place)
            else:
                yield Message("damage", "", (), place, _("this is no message"))
    elif isinstance(value, list) and value:
        yield _of_bare(tuple(_numbered(value, where)), where)


def _of_bare(items: tuple[Item, ...], where: str) -> Message:
    kind = next((kind_of(one.record) for one in items if one.record), "")
    return Message(kind, "", items, where) if kind else Message("damage", "", (), where, _("this is no message"))


def _of_object(value: dict[str, Any], where: str) -> Message:
    if "SerializedData" not in value:
        return _of_bare((Item(value, where),), where)
    numbers = {name: value[name] for name in ("Command", "RequestCommand", "DataType") if type(value.get(name)) is int}
    session = value["SessionGuid"] if isinstance(value.get("SessionGuid"), str) else ""
    data = value["SerializedData"] if isinstance(value["SerializedData"], str) else ""
    if "RequestCommand" in value and numbers.get("DataType") == _ERROR:
        code = value.get("ErrorType")
        name = ERRORS[code] if isinstance(code, int) and 0 <= code < len(ERRORS) else str(code)[:20]
        return Message("error", session, (), where, f"{name}: {data.strip(chr(34))}"[:300])
    kind = _kind(numbers)
    if kind:
        return Message(kind, session, records_of(data, where), where)
    more = data.lstrip()[:1] in ("[", "{")
    return Message("", session, (), where, _("an event has no place for what this message holds") if more else "")


def _kind(numbers: dict[str, int]) -> str:
    """What a message holds by its numbers: a request by its command, an answer by the type of its data."""
    if "Command" in numbers:
        command = numbers["Command"]
        named = {INITIALIZE: "event", UPDATE_MOVEMENT: "section", UPDATE_GROUPS: "groups"}
        return named.get(command) or next((one.name for one in QUEUES.values() if one.put == command), "")
    answer = numbers.get("DataType")
    if answer in (_MOVEMENT, _SECTION):
        return "section"
    return next((one.name for one in QUEUES.values() if one.data_type == answer), "")


def kind_of(record: dict[str, Any]) -> str:
    """What a record without an envelope is, by the properties that only it has; empty for anything else.

    >>> kind_of({"Level": 4, "DeclarerDirection": 1}), kind_of({"name": "x"})
    ('results', '')
    """
    marks = {
        "DeclarerDirection": "results",
        "NorthClubs": "hands",
        "Hour": "calls",
        "Sessions": "event",
        "Sections": "groups",
        "Tables": "section",
        "Direction": "seats",
        "PlayerNumber": "players",
    }
    return next((kind for name, kind in marks.items() if name in record), "")


def records_of(data: str, where: str) -> tuple[Item, ...]:
    """The records of a serialised list; of a damaged one those that are whole, with the damage among them.

    >>> [one.record for one in records_of('[{"Level": 1}, {"Lev', "line 1")]
    [{'Level': 1}, None]
    """
    try:
        value = _DECODER.raw_decode(data.lstrip())[0]
    except (json.JSONDecodeError, RecursionError):
        return tuple(_whole_ones(data, where))
    if isinstance(value, list):
        return tuple(_numbered(value, where))
    return () if value is None else (Item(value if isinstance(value, dict) else None, where),)


def _numbered(values: list[Any], where: str) -> Iterator[Item]:
    for number, one in enumerate(values, 1):
        place = _("{where}, record {number}").format(where=where, number=number)
        yield Item(one if isinstance(one, dict) else None, place)


def _whole_ones(data: str, where: str) -> Iterator[Item]:
    place = number = broken = wasted = 0
    if "{" not in data and data.strip():
        yield Item(None, where)
    while (place := data.find("{", place)) >= 0 and broken <= _MOST and wasted <= _WASTE * len(data):
        number += 1
        here = _("{where}, record {number}").format(where=where, number=number)
        try:
            value, place = _DECODER.raw_decode(data, place)
        except (json.JSONDecodeError, RecursionError) as fault:
            broken += 1
            wasted += _cost(fault, place)
            place += 1
            yield Item(None, here)
        else:
            yield Item(value, here)


def _cost(fault: Exception, start: int) -> int:
    """How many letters were read in vain."""
    return fault.pos - start if isinstance(fault, json.JSONDecodeError) else 0


def _salvaged(chunk: str, where: str) -> Message:
    """What is left of a damaged message: its records up to the damage, where its head is whole."""
    damage = Message("damage", "", (), where, _("the message is damaged or breaks off; nothing of it is read"))
    data = _DATA.search(chunk)
    if data is None:
        return damage
    head = {name: (number, word) for name, number, word in _HEAD.findall(chunk[: data.start()])}
    kind = _kind({name: int(number) for name, (number, _word) in head.items() if number})
    if not kind:
        return damage
    tail = '"' + _HALF.sub(r"\1", chunk[data.end() :].rstrip())
    for closed in (tail, tail + '"'):
        try:
            inner, _end = _LOOSE.raw_decode(closed)
        except json.JSONDecodeError:
            continue
        text = _("the message is damaged or breaks off; its records that are whole are read")
        return Message(kind, head.get("SessionGuid", ("", ""))[1], records_of(inner, where), where, text)
    return damage
