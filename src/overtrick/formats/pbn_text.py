"""The text of a PBN file, cut into games, tags and what follows each tag. Nothing is refused and nothing is lost.

Comments, escape lines, sections, tables and text that is no PBN stay where they were: each tag keeps the text behind
it, each game the text before its first tag, so that a file written back is the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["PbnFile", "PbnGame", "PbnTag", "games", "plain_tokens", "read_pbn_text"]

_TAG = re.compile(
    r"\[[ \t\n]{0,200}([A-Za-z_][A-Za-z0-9_]{0,99})[ \t\n]{0,200}"
    r'"((?:[^"\\\n]|\\.|\\\n|\n(?![ \t]*(?:\[|\n)))*)"[ \t\n]{0,200}\]'
)
_BARE_TAG = re.compile(r'\[[ \t]{0,200}([A-Za-z_][A-Za-z0-9_]{0,99})(?:[ \t]+([^"\]\n\[]{0,2000}))?[ \t]*\]')
_CUT_TAG = re.compile(r'\[[ \t]{0,200}([A-Za-z_][A-Za-z0-9_]{0,99})[ \t]*"[^"\n]*(?:"[ \t]*)?$', re.MULTILINE)
_NEXT = re.compile(r'[\[{;"]|\n[ \t]*(?=\n)|\n%')
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_ESCAPED = re.compile(r'\\(["\\])')
_TO_ESCAPE = re.compile(r'\\(?=["\\]|$)|"')
_TOKEN = re.compile(r'\{[^}]*\}?|;[^\n]*|^%[^\n]*|(\^?"(?:[^"\\\n]|\\.)*"|[^\s{;"]+|")', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PbnTag:
    """A tag pair. `body` is all text between it and the next tag: its section or table, comments, line ends.

    `fault` tells what was wrong with its form: `unquoted`, `empty` or `cut`, or nothing.
    """

    name: str
    value: str
    line: int
    body: str = "\n"
    fault: str = ""

    @property
    def key(self) -> str:
        """The name without regard to the case of letters."""
        return self.name.lower()

    def text(self) -> str:
        """The tag as it is written, with what follows it."""
        if self.fault == "cut":
            return self.body
        if self.fault:
            return f"[{self.name} {self.value}]".replace(" ]", "]") + self.body
        return f'[{self.name} "{_TO_ESCAPE.sub(_escape, self.value)}"]{self.body}'


def _escape(found: re.Match[str]) -> str:
    return "\\" + found[0]


@dataclass(frozen=True, slots=True)
class PbnGame:
    """A game: its tags in order, and the text that stands before the first one."""

    line: int
    tags: tuple[PbnTag, ...] = ()
    lead: str = ""

    def first(self, name: str) -> PbnTag | None:
        """The first tag of that name in any case of letters.

        >>> read_pbn_text('[Board "7"]').games[0].first("BOARD").value
        '7'
        """
        key = name.lower()
        return next((tag for tag in self.tags if tag.key == key), None)

    def value(self, name: str) -> str:
        """The value of a tag without blanks around it, empty where there is none."""
        tag = self.first(name)
        return tag.value.strip() if tag else ""

    def text(self) -> str:
        """The game as it is written."""
        return self.lead + "".join(tag.text() for tag in self.tags)


@dataclass(frozen=True, slots=True)
class PbnFile:
    """All games of a file; the last one may have no tags and hold what stands at the end."""

    games: tuple[PbnGame, ...]

    def text(self) -> str:
        r"""The file as it is written: the same text up to the layout within tags.

        >>> source = '% PBN 2.1\\n[Event "A \\\\"B\\\\""] ; why\\n[Board "1"]\\n\\nstray\\n'
        >>> read_pbn_text(source).text() == source
        True
        """
        return "".join(game.text() for game in self.games)


@dataclass(slots=True)
class _Open:
    """A game that is being read."""

    start: int
    line: int
    lead_end: int = -1
    tags: list[tuple[str, str, int, int, str]] = field(default_factory=list)  # name, value, line, end of tag, fault
    starts: list[int] = field(default_factory=list)
    names: dict[str, None] = field(default_factory=dict)  # in small letters, in order


def read_pbn_text(text: str) -> PbnFile:
    r"""The games of a text, which has `\\n` at the end of lines. Never refuses anything.

    >>> [game.value("Board") for game in read_pbn_text('[Board "1"]\\n\\n[Board "2"]').games]
    ['1', '2']
    """
    return PbnFile(tuple(games(text)))


def games(text: str) -> Iterator[PbnGame]:
    r"""The games one after the other. An empty line ends a game, and so does a tag that begins the next one.

    >>> len(list(games('[Board "1"]\\n[Contract "Pass"]\\n[Board "2"]\\n')))
    2
    """
    game = _Open(0, 1)
    line, counted, place = 1, 0, 0
    last_brace, last_quote = text.rfind("}"), text.rfind('"')
    if text.startswith("%"):
        place = _line_end(text, 0)
    while found := _NEXT.search(text, place):
        at, mark = found.start(), found[0]
        if mark == "[":
            tag = _tag(text, at, last_quote)
            if tag is None:
                place = at + 1
                continue
            line, counted = line + text.count("\n", counted, at), at
            name, value, end, fault = tag
            if _begins_game(game.names, name.lower()):
                yield _closed(text, game, at)
                game = _Open(at, line)
            if not game.tags:
                game.line = line
            game.tags.append((name, value, line, end, fault))
            game.starts.append(at)
            game.names.setdefault(name.lower())
            place = end
        elif mark == "{":
            close = text.find("}", at) if at < last_brace else -1
            place = close + 1 if close >= 0 else _line_end(text, at)
        elif mark == ";":
            place = _line_end(text, at)
        elif mark == '"':
            closed = _STRING.match(text, at)
            place = closed.end() if closed else _line_end(text, at)
        elif mark == "\n%":
            place = _line_end(text, at + 1)
        else:
            place = found.end()
            if game.tags:
                end = place + 1  # the game keeps the line end of its own last line, and the empty line
                yield _closed(text, game, end)
                line, counted = line + text.count("\n", counted, end), end
                game = _Open(end, line)
                # a second empty line or an escape line may begin here: the line end before it is taken once more
                place = end - 1
    if game.tags or game.start < len(text):
        yield _closed(text, game, len(text))


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _begins_game(names: dict[str, None], key: str) -> bool:
    if key == "event":
        return "event" in names and "board" in names
    return key == "board" and "board" in names and (next(iter(names)) == "board" or "event" not in names)


def _tag(text: str, at: int, last_quote: int) -> tuple[str, str, int, str] | None:
    if at < last_quote and (found := _TAG.match(text, at)):
        value = _ESCAPED.sub(r"\1", found[2]) if "\\" in found[2] else found[2]
        return found[1], value, found.end(), ""
    if found := _BARE_TAG.match(text, at):
        value = (found[2] or "").strip()
        return found[1], value, found.end(), "unquoted" if value else "empty"
    if found := _CUT_TAG.match(text, at):
        return found[1], "", found.end(), "cut"
    return None


def _closed(text: str, game: _Open, end: int) -> PbnGame:
    if not game.tags:
        return PbnGame(game.line, (), text[game.start : end])
    ends = [*game.starts[1:], end]
    tags = []
    for (name, value, line, after, fault), start, stop in zip(game.tags, game.starts, ends, strict=True):
        body = text[after:stop]
        if fault == "cut":  # kept as it stands: a tag that cannot be written well is written as it was
            body = text[start:stop]
        tags.append(PbnTag(name, value, line, body, fault))
    return PbnGame(game.line, tuple(tags), text[game.start : game.starts[0]])


def plain_tokens(text: str) -> Iterator[tuple[str, int]]:
    """The tokens of a section or table and the line, from 0, that each stands on; comments are left out.

    Strings keep their quotes.

    >>> [token for token, line in plain_tokens('1D {why} "a b" ; end')]
    ['1D', '"a b"']
    """
    line, counted = 0, 0
    for found in _TOKEN.finditer(text):
        if found[1] is not None:
            line, counted = line + text.count("\n", counted, found.start()), found.start()
            yield found[1], line
