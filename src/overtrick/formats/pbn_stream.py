"""PBN files of any size, read part by part: the memory that is needed does not grow with the file.

A comment may be as long as `LONGEST_COMMENT`; where a brace is not closed for longer, it is one of a line only.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from overtrick.errors import FormatError
from overtrick.formats.pbn_reader import PbnReader
from overtrick.formats.pbn_text import PbnCutter, PbnGame
from overtrick.i18n import gettext as _
from overtrick.model.reading import Problem, Reading, Severity

__all__ = ["LONGEST_COMMENT", "stream_pbn", "stream_pbn_games"]

LONGEST_COMMENT = 1 << 22
"""Letters that a comment in braces may have."""

_BLOCK = 1 << 19
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def stream_pbn(source: str | Path | BinaryIO, *, encoding: str | None = None, games: int = 1000) -> Iterator[Reading]:
    r"""The readings of a file, each of the next so many games; together they have what `load` gives at once.

    Lines are those of the whole file, and what a game takes from one before (`#`, `##`), or the file has told of the
    event, holds across readings. `encoding` is tried where the file is not UTF-8. A board whose games go on in the next
    reading is in both. Raises FormatError where there is no tag, for a file that cannot be opened, and for bytes that
    are no text.

    >>> text = b'[Board "1"]\n[Contract "Pass"]\n\n[Board "2"]\n[Contract "Pass"]\n\n[Board "3"]\n[Contract "Pass"]\n'
    >>> [reading.counts.taken for reading in stream_pbn(io.BytesIO(text), games=2)]
    [2, 1]
    """
    if games < 1:
        raise FormatError(_("a reading has at least one game"))
    with _opened(source) as file:
        window = _Window(file, encoding)
        reader = PbnReader()
        count = total = 0
        while True:
            begun, first = window.cutter.start, window.cutter.line
            count += reader.read(window.cutter, most=games - count)
            reader.widths(window.cutter.text[begun : window.cutter.start], first)
            if count < games and window.more():
                continue
            if count:
                total += count
                reader.out.draft.problems[:0] = window.told()
                yield reader.out.finish(encoding=window.encoding)
                reader.renew()
            if count < games:
                break
            count = 0
        if not total:
            raise FormatError(_("there is no tag of PBN in the file"))


def stream_pbn_games(source: str | Path | BinaryIO, *, encoding: str | None = None) -> Iterator[PbnGame]:
    r"""The games of a file one after the other, as `read_pbn_text` has them; their texts together are the file's.

    >>> text = b'[Board "1"]\n\n[Board "2"] {why}\n'
    >>> "".join(game.text() for game in stream_pbn_games(io.BytesIO(text))).encode() == text
    True
    """
    with _opened(source) as file:
        window = _Window(file, encoding)
        while True:
            while (game := window.cutter.game()) is not None:
                yield game
            if not window.more():
                return


@contextmanager
def _opened(source: str | Path | BinaryIO) -> Iterator[BinaryIO]:
    if not isinstance(source, str | Path):
        yield source
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(Path(source).open("rb"))
        except (OSError, ValueError) as fault:
            reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
            raise FormatError(_("the file cannot be read: {reason}").format(reason=reason), str(source)) from None
        yield file


class _Window:
    """The part of a file that is looked at. Games are taken by `cutter`, as long as it is sure where they end."""

    def __init__(self, file: BinaryIO, encoding: str | None) -> None:
        self.file = file
        self.stated = encoding
        self.encoding = "utf-8"
        self.problems: list[Problem] = []
        self.ended = False
        self.cutter = PbnCutter("", sure=-1)
        self.decoder: io.IncrementalNewlineDecoder | None = None
        self.undecoded = b""
        self.line = 1

    def told(self) -> list[Problem]:
        """What was found of the file's letters since it was last asked."""
        found, self.problems = self.problems, []
        return found

    def more(self) -> bool:
        """Look further, from the first game on that has not been taken; False where the file has ended."""
        if self.ended:
            return False
        rest = self.cutter.text[self.cutter.start :]
        # a game that does not end grows twofold, so that it is not looked at again and again
        text = rest + self.read(max(_BLOCK, len(rest)))
        sure = len(text) if self.ended else len(text) - 1
        opened = text.find("{", text.rfind("}") + 1)
        if opened >= 0 and not self.ended and len(text) - opened < LONGEST_COMMENT:
            sure = min(sure, opened)
        self.cutter = PbnCutter(text, self.cutter.line, sure=sure)
        return True

    def read(self, size: int) -> str:
        """The next letters of the file, with every line end as one."""
        data = self.file.read(size)
        self.ended = not data
        if self.decoder is None:
            self.encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
            wide = (self.stated or "").lower().replace("-", "").startswith(("utf16", "utf32"))
            if self.encoding == "utf-8" and wide and self.stated:
                self.encoding = self.stated.lower()
            data = data.removeprefix(codecs.BOM_UTF8)
            self.decoder = self.new_decoder(self.encoding)
        if self.encoding == "utf-8":
            self.undecoded += data
        try:
            text = self.decoder.decode(data, final=self.ended)
        except UnicodeDecodeError:
            if self.encoding != "utf-8":
                raise FormatError(_("the file is not written in {name}").format(name=self.encoding)) from None
            # a carriage return at the end of the block before waits for what follows it
            text = self.other(b"\r" * (self.decoder.getstate()[1] & 1) + self.undecoded)
        if self.encoding == "utf-8":
            held = self.decoder.getstate()[0]
            self.undecoded = bytes(held)
        if "\0" in text:
            raise FormatError(_("the file is not text; it holds zero bytes"))
        self.line += text.count("\n")
        return text

    def new_decoder(self, name: str) -> io.IncrementalNewlineDecoder:
        """What makes bytes of a code page letters, whatever the ends of blocks and lines."""
        try:
            return io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(name)(), translate=True)
        except LookupError:
            text = _("there is no code page {name}; known are utf-8, cp1252, cp1251 and so on")
            raise FormatError(text.format(name=repr(name))) from None

    def other(self, data: bytes) -> str:
        """The letters of bytes that are not UTF-8, and of all that follow, in the stated or a guessed code page."""
        if self.stated:
            self.encoding = self.stated.lower()
        else:
            # the five bytes that cp1252 does not have are read as what they are in latin-1
            self.encoding = "cp1252" if not _UNDEFINED & set(data) else "latin-1"
            text = _(
                "not UTF-8 from about here on; read as {name}, which is a guess. State the code page if that is wrong"
            )
            where = _("line {line}").format(line=self.line)
            self.problems.append(Problem(where, Severity.NOTE, text.format(name=self.encoding)))
        self.decoder = self.new_decoder(self.encoding)
        try:
            return self.decoder.decode(data, final=self.ended)
        except UnicodeDecodeError:
            raise FormatError(_("the file is not written in {name}").format(name=self.encoding)) from None


_UNDEFINED = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
