"""Values taken out of JSON one by one, each checked, each fault told with the path to it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from overtrick.errors import FormatError
from overtrick.formats.json_repair import mend_json, spoilt
from overtrick.i18n import gettext as _
from overtrick.model.reading import Problem

__all__ = ["Fields", "parse_json"]

_HOLDERS = ("sessions", "sections", "boards", "lines")  # lists whose elements are read each for itself
_EXACT = re.compile(r"[+-]?[0-9]{1,60}(?:/[0-9]{1,60}|\.[0-9]{1,30})?")


def parse_json(text: str) -> tuple[Any, list[Problem]]:
    """The value of a JSON text, and where it was damaged; an object that holds the damage is one that `Fields` refuses.

    Raises FormatError for a text without a value, for a member named twice, and for what no JSON number is (NaN).

    >>> parse_json('{"a": [1]}')
    ({'a': [1]}, [])
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant), []
    except json.JSONDecodeError as fault:
        value, damage = mend_json(text)
        if _holds_records(value):
            return value, damage
        raise FormatError(
            _("the JSON breaks here: {reason}").format(reason=fault.msg), _("line {line}").format(line=fault.lineno)
        ) from None
    except RecursionError:
        raise FormatError(_("the JSON is nested too deeply")) from None
    except ValueError as fault:  # a number of thousands of digits, or what the hooks refuse
        raise FormatError(_("the JSON cannot be read: {reason}").format(reason=fault)) from None


def _holds_records(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(name), list) for name in _HOLDERS)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _value in pairs).items() if count > 1)
        raise ValueError(_("the member {name} is there twice").format(name=repr(twice[:60])))
    return made


def _constant(text: str) -> Any:
    raise ValueError(_("{text} is no number").format(text=text))


@dataclass(slots=True)
class Fields:
    """The members of one JSON object, and the path to it. What nobody asked for is in `left`."""

    values: dict[str, Any]
    path: str
    asked: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, value: Any, path: str) -> Fields:
        """The members of a value that must be an object. One that is damaged is taken only where it holds records."""
        if not isinstance(value, dict):
            raise FormatError(_("an object is wanted, found {found}").format(found=_shown(value)), path)
        if (why := spoilt(value)) and not _holds_records(value):
            raise FormatError(why, path)
        return cls(value, path)

    @property
    def left(self) -> list[str]:
        """The members that were not asked for."""
        return sorted(set(self.values) - self.asked)

    def text(self, name: str, default: str = "") -> str:
        """A text, or the default where the member is absent."""
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise self.fault(name, _("text"), value)
        return value

    def one_of(self, name: str, known: dict[str, Any], default: Any = None) -> Any:
        """What a word of a closed list stands for."""
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, str) or value not in known:
            raise self.fault(name, _("one of {known}").format(known=", ".join(known)), value)
        return known[value]

    def whole(self, name: str, default: int | None = None) -> int | None:
        """A whole number."""
        value = self._take(name)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(name, _("a whole number"), value)
        return value

    def number(self, name: str) -> Fraction | None:
        """An exact number: whole, or text such as "5/2" or "2.5"."""
        value = self._take(name)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return Fraction(value)
        if isinstance(value, str) and _EXACT.fullmatch(value):
            try:
                return Fraction(value)
            except ZeroDivisionError:
                raise self.fault(name, _("a number"), value) from None
        raise self.fault(name, _('a whole number, or text such as "5/2"'), value)

    def items(self, name: str) -> Iterator[tuple[Any, str]]:
        """The elements of a list with their paths; none where the member is absent."""
        value = self._take(name)
        if value is None:
            return
        if not isinstance(value, list):
            raise self.fault(name, _("a list"), value)
        for index, item in enumerate(value):
            yield item, f"{self.path}.{name}[{index}]"

    def member(self, name: str) -> Fields | None:
        """An object within, or None where it is absent."""
        value = self._take(name)
        return None if value is None else Fields.of(value, f"{self.path}.{name}")

    def fault(self, name: str, wanted: str, found: Any) -> FormatError:
        """The error for a member that is not what is wanted."""
        return FormatError(
            _("{wanted} is wanted, found {found}").format(wanted=wanted, found=_shown(found)), f"{self.path}.{name}"
        )

    def _take(self, name: str) -> Any:
        self.asked.add(name)
        return self.values.get(name)


def _shown(value: Any) -> str:
    return repr(value)[:60]
