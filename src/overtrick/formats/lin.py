"""LIN: hands, sessions and vugraph segments of BBO, with carry-over, results, auctions, alerts, play and comments.

There is no published standard; what is read is what BBO, RealBridge and the converters write. A file, the files of a
folder as one event, or an archive of any size piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePath

from overtrick.errors import FormatError
from overtrick.formats.kind import Format
from overtrick.formats.lin_reader import LinReader
from overtrick.formats.lin_rows import LinRows
from overtrick.formats.lin_segment import Segment
from overtrick.formats.lin_text import KEYS, LinText, plain_lin
from overtrick.formats.lin_write import dumps_lin
from overtrick.formats.text import Decoded, decode
from overtrick.i18n import gettext as _
from overtrick.model.reading import Reading, Severity

__all__ = ["LIN", "dump", "dumps", "load", "loads", "loads_lin", "loads_many_lin", "sniff_lin", "stream_lin"]

_FIRST = re.compile(r"\s*([A-Za-z][A-Za-z0-9])\|[^|]*\|\s*([A-Za-z][A-Za-z0-9])\|")
_BORDER = re.compile(rb"(?:\|\||\n)\s{0,20}(?=(?:vg|pn|qx|md|st\|\|md)\|)")
_BYTES = 400  # of a board with auction and play, about
_PIECE = 1 << 20
_SPAN = 64  # bytes that a border may have


def sniff_lin(text: str) -> bool:
    """Whether a text looks like LIN: two pairs of known keys at its beginning.

    >>> sniff_lin("pn|A,B,C,D|st||md|1S"), sniff_lin("board|ns|ew|")
    (True, False)
    """
    head = plain_lin(text[:20_000]).lstrip()
    found = _FIRST.match(head)
    if found:
        return found[1].lower() in KEYS and found[2].lower() in KEYS
    return head[:3].lower() in ("vg|", "pn|", "qx|", "md|") or head[:4].lower() == "st||"


def loads_lin(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a LIN text with its hands, counts and problems by line. Letters are English in every language.

    A record is a board in a room: one that was dealt, or one that has a result in `rs`. Raises FormatError where
    there is no pair of key and value at all.

    >>> loads_lin(Decoded("vg|Cup,1,I,1,1,Reds,0,Blues,4|rs|4HE=,3NW-1|", "utf-8")).counts.taken
    2
    """
    del language, number  # LIN fixes both
    reader = LinReader(LinRows(_("line {line}")))
    reader.rows.draft.problems.extend(decoded.problems)
    text = LinText.of(plain_lin(decoded.text))
    if not text.has_keys:
        raise FormatError(_("there is no pair of key and value of LIN in the file"))
    reader.feed(text)
    reader.close_segment()
    return reader.reading(decoded.encoding)


def loads_many_lin(
    files: Mapping[str, bytes], *, encoding: str | None = None, language: str = "en", number: str = "tricks"
) -> Reading:
    """One event from the files of a folder, by name; files of another kind are left out with a note.

    Segments go by the names that they have. Files without `vg` are single boards of one session, or each a session of
    its own where one of them has several boards. Raises FormatError where none of the files is LIN.

    >>> loads_many_lin({"a.lin": b"qx|1|mb|pppp|", "b.lin": b"qx|2|mb|pppp|"}).counts.taken
    2
    """
    del language, number
    known: dict[str, Decoded] = {}
    reader = LinReader(LinRows(_("line {line}")))
    for name in sorted(files):
        try:
            decoded = decode(files[name], encoding=encoding)
        except FormatError as fault:
            reader.rows.draft.note(name, Severity.NOTE, str(fault))
            continue
        if sniff_lin(decoded.text):
            known[name] = decoded
        else:
            reader.rows.draft.note(name, Severity.NOTE, _("no LIN; left out"))
    if not known:
        raise FormatError(_("none of the files is LIN"))
    single = all(decoded.text.lower().count("md|") < 2 for decoded in known.values() if not _has_segments(decoded))
    for name, decoded in known.items():
        reader.begin(Segment(key="1" if single else PurePath(name).stem))
        reader.rows.place = name.replace("{", "{{").replace("}", "}}") + ", " + _("line {line}")
        reader.rows.draft.problems.extend(decoded.problems)
        reader.feed(LinText.of(plain_lin(decoded.text)))
    reader.close_segment()
    return reader.reading(", ".join(dict.fromkeys(decoded.encoding for decoded in known.values())))


def _has_segments(decoded: Decoded) -> bool:
    return "vg|" in decoded.text.lower()


def stream_lin(path: str | Path, *, encoding: str | None = None, boards: int = 1000) -> Iterator[Reading]:
    r"""An archive of any size as events of about so many boards, in memory for these alone; a segment is never parted.

    Lines are those of the whole file. A board without a number is numbered within its event. Raises FormatError for a
    file that is not to be opened, or that is no text.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "old.lin").write_bytes(b"qx|1|mb|pppp|pg||\n" * 3000)
    ...     sum(reading.counts.found for reading in stream_lin(Path(folder) / "old.lin", boards=500))
    3000
    """
    reader = LinReader(LinRows(_("line {line}")))
    line, page = 1, ""
    for piece in _pieces(Path(path), min(max(boards, 1) * _BYTES, _PIECE)):
        try:
            decoded = decode(piece, encoding=encoding)
        except FormatError as fault:
            raise FormatError(str(fault), str(path)) from None
        page = page or decoded.encoding
        reader.rows.draft.problems.extend(replace(one, where=reader.rows.where(line)) for one in decoded.problems)
        reader.feed(LinText.of(decoded.text, line))
        line += decoded.text.count("\n")
        if not reader.segment.titled:
            reader.close_segment()
        if len(reader.rows.draft.rows) + len(reader.rows.dealt) >= boards:
            yield reader.reading(page)
    reader.close_segment()
    if reader.rows.draft.rows or reader.rows.dealt or reader.rows.draft.problems:
        yield reader.reading(page)


def _pieces(path: Path, size: int) -> Iterator[bytes]:
    """The bytes of a file in pieces that end where a board ends."""
    try:
        with path.open("rb") as file:
            held = b""
            while data := file.read(size):
                seen = max(len(held) - _SPAN, 0)
                held += data
                border = None
                for border in _BORDER.finditer(held, seen):  # noqa: B007  (the last one is wanted)
                    pass
                if border and border.end() > 0:
                    yield held[: border.end()]
                    held = held[border.end() :]
            if held:
                yield held
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise FormatError(_("the file cannot be read: {reason}").format(reason=reason), str(path)) from None


LIN = Format(
    "lin",
    "LIN of Bridge Base Online",
    "files of BBO and RealBridge",
    sniff_lin,
    loads_lin,
    read_many=loads_many_lin,
    write=dumps_lin,
    stream=stream_lin,
    joins=True,
    suffix=".lin",
)
load, loads, dump, dumps = LIN.load, LIN.loads, LIN.dump, LIN.dumps
