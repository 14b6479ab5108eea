"""JSON that is damaged: a tokeniser that takes anything, and the value that was most likely meant.

Each object in which something was damaged, or within which the text breaks off, says so, so that its reader can refuse
that object alone. Time grows with the length of the text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain, pairwise
from typing import Any

from overtrick.errors import FormatError
from overtrick.formats.json_tokens import Token, tokens
from overtrick.i18n import gettext as _
from overtrick.model.reading import Problem, Severity

__all__ = ["MendedObject", "mend_json", "spoilt"]

_DEEPEST = 64
_MOST_TOLD = 1_000
_END = Token("", "", 0)


class MendedObject(dict[str, Any]):
    """An object of a damaged text; `broken` where the damage is in it, `cut` where the text ends within it."""

    __slots__ = ("broken", "cut")

    def __init__(self) -> None:
        super().__init__()
        self.broken = False
        self.cut = False


def spoilt(value: Any) -> str:
    """Why an object is not to be trusted, in words; empty for a sound one.

    >>> spoilt({"a": 1}), spoilt(mend_json('{"a": 1')[0])
    ('', 'the file breaks off within this record')
    """
    if not isinstance(value, MendedObject):
        return ""
    if value.broken:
        return _("the file is damaged within this record")
    return _("the file breaks off within this record") if value.cut else ""


def mend_json(text: str, number: Callable[[str], Any] = json.loads) -> tuple[Any, list[Problem]]:
    """The value of a damaged text, and where the damage is. `number` makes a value of the text of a number.

    Raises FormatError for a text without any object, and for one that is nested too deeply.

    >>> mend_json('[{"a": 1, {"a": 2}, {"a": 3}]')[0]
    [{'a': 1}, {'a': 2}, {'a': 3}]
    """
    mender = _Mender(number)
    for token, follows in pairwise(chain(tokens(text), (_END,))):
        mender.take(token, follows)
    return mender.value(text.count("\n") + 1)


def _starts(token: Token) -> bool:
    """Whether a token can only be the start of a value, so that no end can stand before it."""
    return token.kind in ("{", "[", '"', "0", "w", ":") or (token.kind == "?" and len(token.text) > 1)


class _Mender:
    def __init__(self, number: Callable[[str], Any]) -> None:
        self.number = number
        self.stack: list[Any] = []
        self.keys: list[str | None] = []  # of each open object the key that waits for its value
        self.root: Any = None
        self.whole = False
        self.comma = False  # whether a value has ended, so that a comma or an end is due
        self.colon = False
        self.found: list[Problem] = []
        self.lines: set[int] = set()
        self.firm = False  # whether the last key was a sound text
        self.doubted: Any = None  # the object in which something else stands where a value should begin

    def broke(self, line: int) -> None:
        """Mark the innermost open object, unless the damage is among the objects of a list."""
        for one in reversed(self.stack):
            if isinstance(one, MendedObject):
                one.broken = True
                break
            if any(isinstance(item, MendedObject) for item in one[:1]):
                break
        if line not in self.lines and len(self.lines) < _MOST_TOLD:
            self.lines.add(line)
            text = _("the JSON is damaged here; the reading goes on behind it")
            self.found.append(Problem(_("line {line}").format(line=line), Severity.WARNING, text))

    def take(self, token: Token, follows: Token) -> None:
        """One token, in whatever state; `follows` is the next one."""
        if self.whole:
            self.broke(token.line)
        elif token.kind in "{[":
            self.open(token, follows)
        elif token.kind in "}]":
            self.close(token, follows)
        elif token.kind == ",":
            self.separate(token)
        elif token.kind == ":":
            if not self.colon:
                self.misplaced(token)
            self.colon = False
        elif token.kind == "?":
            self.broke(token.line)
            if self.stack and self.keys[-1] is not None and not self.colon:
                self.doubted = self.stack[-1]
                if len(token.text) > 1:  # a value of some kind, and not a brace
                    self.add(token.text)
                    self.comma = True
        else:
            self.scalar(token)

    def separate(self, token: Token) -> None:
        """A comma; a key that still waits for its value gets none, or was itself the value that a brace hides."""
        key = self.keys[-1] if self.keys else None
        if not self.comma:
            self.broke(token.line)
        above = self.stack[-2] if len(self.stack) > 1 else None
        if key is not None and self.colon and self.firm and not self.stack[-1] and isinstance(above, MendedObject):
            self.pop()
            above[next(reversed(above))] = key
            above.broken = True
        elif key is not None:
            self.doubted = self.stack[-1]
            self.keys[-1] = None
        self.comma = self.colon = False

    def misplaced(self, token: Token) -> None:
        """A colon that no key waits for: the text before it was the key of an object whose brace is lost."""
        top = self.stack[-1] if self.stack else None
        if not self.comma:
            self.broke(token.line)
        elif isinstance(top, list) and top and isinstance(top[-1], str):
            key = top.pop()
            before = top[-1] if top else {key: None}
            if before is self.doubted:
                self.stack.append(before)  # its own end came too early, for that of an object whose brace is lost
                self.keys.append(None)
                self.broke(token.line)
            elif (
                len(self.stack) > 1
                and isinstance(self.stack[-2], dict)
                and not (isinstance(before, dict) and key in before)
            ):
                self.pop()  # it is the bracket of the list that is lost, or that stands here for nothing
                self.broke(token.line)
            else:
                self.push(MendedObject())
                self.broke(token.line)
            self.keys[-1], self.comma = key, False
        elif (
            self.doubted is top
            and isinstance(top, dict)
            and top
            and isinstance(last := next(reversed(top.values())), str)
        ):
            self.keys[-1] = next(reversed(top))
            self.push(MendedObject())
            self.broke(token.line)
            self.keys[-1], self.comma = last, False
        else:
            self.broke(token.line)
            self.comma = False  # it stands for a comma

    def open(self, token: Token, follows: Token) -> None:
        """A list or an object begins, or stands where none can."""
        if len(self.stack) >= _DEEPEST:
            raise FormatError(_("the JSON is nested too deeply"), _("line {line}").format(line=token.line))
        top = self.stack[-1] if self.stack else None
        if self.comma or self.colon:
            self.broke(token.line)
        if isinstance(top, dict) and self.keys[-1] is None:
            self.broke(token.line)
            if token.kind == "[":
                return  # no list stands in place of a key
            siblings: list[Any] = next((one for one in reversed(self.stack) if isinstance(one, list) and one), [{}])
            listed = bool(top) and isinstance(next(reversed(top.values())), dict)
            if listed and (self.doubted is top or not isinstance(self.stack[-2:][0], list)):
                self.relist(top)
            elif follows.kind != '"' or follows.value(self.number) != next(iter(siblings[0]), None):
                return  # it does not begin as the elements before
            else:
                while not isinstance(self.stack[-1], list):
                    self.pop()  # the brace of the element before is lost
        self.push(MendedObject() if token.kind == "{" else [])

    def relist(self, top: dict[str, Any]) -> None:
        """The bracket of a list is lost: what the last key has is the first element."""
        key = next(reversed(top))
        top[key] = [top[key]]
        self.stack.append(top[key])
        self.keys.append(None)

    def push(self, made: Any) -> None:
        if self.stack:
            self.add(made)
        elif self.root is None:
            self.root = made
        self.stack.append(made)
        self.keys.append(None)
        self.comma = self.colon = False

    def add(self, value: Any) -> None:
        """A value for the key that waits, or for the list."""
        top = self.stack[-1]
        if isinstance(top, list):
            top.append(value)
        elif (key := self.keys[-1]) is not None:
            if key in top:
                top.broken = True
            top[key] = value
            self.keys[-1] = None

    def pop(self) -> None:
        self.stack.pop()
        self.keys.pop()
        self.comma, self.colon = True, False
        self.whole = not self.stack

    def close(self, token: Token, follows: Token) -> None:
        """An end; where another one is due, that was lost, or this one is wrong, as where no comma follows."""
        wanted: type = dict if token.kind == "}" else list
        if not self.stack or (len(self.stack) > 1 and _starts(follows)):
            self.broke(token.line)
            return
        if not isinstance(self.stack[-1], wanted):
            self.broke(token.line)
            if len(self.stack) < 2 or not isinstance(self.stack[-2], wanted):
                return
            self.pop()
        elif self.keys[-1] is not None or (not self.comma and self.stack[-1]):
            self.broke(token.line)
        self.pop()

    def scalar(self, token: Token) -> None:
        """A text, a number or a word."""
        if not self.stack:
            self.broke(token.line)
            return
        top, value = self.stack[-1], token.value(self.number)
        if not token.sound:
            self.broke(token.line)
        if self.comma or (self.colon and isinstance(top, dict)):
            self.broke(token.line)
        if isinstance(top, dict) and self.keys[-1] is None:
            if isinstance(value, str) and token.kind == '"':
                self.keys[-1], self.colon, self.comma, self.firm = value, True, False, token.sound
            else:
                self.broke(token.line)
            return
        self.add(value)
        self.comma, self.colon = True, False

    def value(self, line: int) -> tuple[Any, list[Problem]]:
        """What was read; what is still open is cut off."""
        if self.root is None:
            raise FormatError(_("there is no JSON value in the file"))
        for one in self.stack:
            if isinstance(one, MendedObject):
                one.cut = True
        if self.stack:
            text = _("the file breaks off here")
            self.found.append(Problem(_("line {line}").format(line=line), Severity.ERROR, text))
        return self.root, self.found
