"""The text of a PBN file, cut into games, tags and what follows each tag. Nothing is refused and nothing is lost.

Comments, escape lines, sections, tables and text that is no PBN stay where they were: each tag keeps the text behind
it, each game the text before its first tag, so that a file written back is the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["PbnCutter", "PbnFile", "PbnGame", "PbnTag", "games", "plain_tokens", "read_pbn_text"]

_TAG = re.compile(
    r"\[[ \t\n]{0,200}([A-Za-z_][A-Za-z0-9_]{0,99})[ \t\n]{0,200}"
    r'"([^"\\\n]*(?:(?:\\.|\\\n|\n(?![ \t]*(?:\[|\n)))[^"\\\n]*)*)"[ \t\n]{0,200}\]'
)
_BARE_TAG = re.compile(r'\[[ \t]{0,200}([A-Za-z_][A-Za-z0-9_]{0,99})(?:[ \t]([^"\]\n\[]{0,2200}))?\]')
_CUT_TAG = re.compile(r'\[[ \t]{0,200}([A-Za-z_][A-Za-z0-9_]{0,99})[ \t]*"[^"\n]*(?:"[ \t]*)?$', re.MULTILINE)
_NEXT = re.compile(r'[\[{;"]|\n[ \t]*(?=\n)|\n%')
_STRING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"')
_ESCAPED = re.compile(r'\\(["\\])')
_TO_ESCAPE = re.compile(r'\\(?=["\\]|$)|"')
_TOKEN = re.compile(r'\{[^}]*\}?|;[^\n]*|^%[^\n]*|(\^?"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[^\s{;"]+|")', re.MULTILINE)


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
    cutter = PbnCutter(text)
    while (game := cutter.game()) is not None:
        yield game


class PbnCutter:
    """Cuts a text into games, one at a time. `start` is where the next one begins, and `line` its line.

    `after` is where its tokens begin: the line end before an empty or escape line is looked at once more. `sure` is
    how far a game may reach; it is set where the text is only the beginning of a longer one.
    """

    __slots__ = ("after", "last_brace", "last_quote", "line", "start", "sure", "text")

    def __init__(self, text: str, line: int = 1, *, sure: int | None = None) -> None:
        self.text = text
        self.sure = len(text) if sure is None else sure
        self.start = 0
        self.line = line
        self.after = _line_end(text, 0) if text.startswith("%") else 0
        self.last_brace, self.last_quote = text.rfind("}"), text.rfind('"')

    def move(self, start: int, lines: int) -> None:
        """Go on behind a game that somebody else has read, which ended with an empty line."""
        self.start, self.after, self.line = start, max(start - 1, 0), self.line + lines

    def game(self) -> PbnGame | None:
        """The next game, or what is left at the end of the text; None where nothing is left."""
        text = self.text
        game = _Open(self.start, self.line)
        line, counted, place = self.line, self.start, self.after
        while found := _NEXT.search(text, place):
            at, mark = found.start(), found[0]
            if mark == "[":
                tag = _tag(text, at, self.last_quote)
                if tag is None:
                    place = at + 1
                    continue
                line, counted = line + text.count("\n", counted, at), at
                name, value, end, fault = tag
                if _begins_game(game.names, name.lower()):
                    return self.close(game, at, at, line)
                if not game.tags:
                    game.line = line
                game.tags.append((name, value, line, end, fault))
                game.starts.append(at)
                game.names.setdefault(name.lower())
                place = end
            elif mark not in '[{;"' and mark != "\n%":
                place = found.end()
                if game.tags:
                    end = place + 1  # the game keeps the line end of its own last line, and the empty line
                    return self.close(game, end, place, line + text.count("\n", counted, end))
            else:
                place = self.passed(at, mark)
        if game.tags or game.start < len(text):
            return self.close(game, len(text), len(text), line)
        return None

    def passed(self, at: int, mark: str) -> int:
        """The place behind a comment, a string that stands alone, or an escape line."""
        if mark == "{":
            close = self.text.find("}", at) if at < self.last_brace else -1
            return close + 1 if close >= 0 else _line_end(self.text, at)
        if mark == '"':
            closed = _STRING.match(self.text, at)
            return closed.end() if closed else _line_end(self.text, at)
        return _line_end(self.text, at + (mark == "\n%"))

    def close(self, game: _Open, end: int, after: int, line: int) -> PbnGame | None:
        """The game that ends there, where that is sure; the next one begins at once."""
        if end > self.sure:
            return None
        self.start, self.after, self.line = end, after, line
        return _closed(self.text, game, end)


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
