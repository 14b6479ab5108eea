"""PBN 2.0 and 2.1, import and export form: games of one table each, and whole tournaments in tables.

Source: T. Verkaik, Portable Bridge Notation, version 2.1. The text comes from `pbn_text`, which keeps everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from overtrick.errors import FormatError
from overtrick.formats.kind import Format
from overtrick.formats.pbn_reader import PbnReader
from overtrick.formats.pbn_stream import stream_pbn, stream_pbn_games
from overtrick.formats.pbn_text import PbnCutter, read_pbn_text
from overtrick.formats.pbn_write import dumps_pbn, dumps_pbn_import
from overtrick.formats.text import Decoded
from overtrick.formats.ticks import tick
from overtrick.i18n import gettext as _
from overtrick.model.reading import Reading

__all__ = ["PBN", "dump", "dumps", "load", "loads", "loads_pbn", "sniff_pbn"]

_START = re.compile(
    r"(?:\s|%[^\n]*\n|;[^\n]*\n|\{[^}]*\}){0,2000}\[\s*[A-Za-z_][A-Za-z0-9_]*\s*(?:\"|[^\]\n]*\]\s*\n\s*\[)"
)


_AT_ONCE = 2000  # games between two words on how far the reading is


def sniff_pbn(text: str) -> bool:
    r"""Whether a text looks like PBN: a tag pair, after comments at most.

    >>> sniff_pbn('% PBN 2.1\\n[Event "Club"]'), sniff_pbn("[section]\\nkey=1")
    (True, False)
    """
    head = text[:50_000]
    return bool(_START.match(head)) or head.startswith(("% PBN", "%PBN"))


def loads_pbn(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a PBN text with its hands, counts and problems by line. Letters are English in every language.

    A game without a board number is no board of an event: it is told in a note. Raises FormatError where there is no
    tag at all.
    """
    del language, number  # PBN fixes both
    reader = PbnReader()
    reader.out.draft.problems.extend(decoded.problems)
    reader.widths(decoded.text)
    cutter, games = PbnCutter(decoded.text), 0
    while more := reader.read(cutter, most=_AT_ONCE):
        games += more
        tick(cutter.start, len(decoded.text))
    if not games:
        raise FormatError(_("there is no tag of PBN in the file"))
    return reader.out.finish(encoding=decoded.encoding)


def rewrite_pbn(decoded: Decoded) -> str:
    r"""The same file once more: every game, tag, table and comment, known or not, up to the layout within tags.

    >>> rewrite_pbn(Decoded('[Board "1"] ; why\n[Mood   "good"]\n', "utf-8"))
    '[Board "1"] ; why\n[Mood "good"]\n'
    """
    return read_pbn_text(decoded.text).text()


def rewrite_pbn_parts(path: str | Path, /, *, encoding: str | None = None) -> Iterator[str]:
    """The same file once more, game by game. See `rewrite_pbn`."""
    return (game.text() for game in stream_pbn_games(path, encoding=encoding))


PBN = Format(
    "pbn",
    "PBN 2.0 and 2.1",
    "T. Verkaik, Portable Bridge Notation 2.1",
    sniff_pbn,
    loads_pbn,
    write=dumps_pbn,
    rewrite=rewrite_pbn,
    rewrite_parts=rewrite_pbn_parts,
    stream=stream_pbn,
    joins=True,
    suffix=".pbn",
    editions=(("export", dumps_pbn), ("import", dumps_pbn_import)),
)
load, loads, dump, dumps = PBN.load, PBN.loads, PBN.dump, PBN.dumps
