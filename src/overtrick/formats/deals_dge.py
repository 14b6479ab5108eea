"""Hands as `.dge`: records of 128 bytes, each four hands of suit signs (bytes 6, 3, 4, 5) with their ranks behind.

Source: the description of the DUP format in the papers of the Duplimate machine, and files of Big Deal.
"""

from __future__ import annotations

from overtrick.formats.deals_common import MARKED, SOURCE, deal_of_marks
from overtrick.formats.deals_records import Records
from overtrick.formats.kind import Format
from overtrick.model.reading import Reading

__all__ = ["DGE", "dump", "dumps", "load", "loads", "loads_dge", "sniff_dge"]

_SIZE = 128
_RECORDS = Records(_SIZE, MARKED, deal_of_marks)


def sniff_dge(data: bytes) -> bool:
    r"""Whether the bytes are such records: 68 suit signs and ranks with blanks behind, most of them real deals.

    >>> sniff_dge(bytes(128)), sniff_dge(b"\6AKQ\3AKQ\4AKQ\5AKQJ"), sniff_dge(b"Dear all")
    (False, False, False)
    """
    return len(data) >= _SIZE and _RECORDS.sound(data)


def loads_dge(data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The boards of such a file, numbered from 1; a board whose cards cannot be is refused with its place.

    Raises FormatError for a file without a board, and for more boards than a file can have.

    >>> suit, marks = b"AKQJT98765432", (b"\6", b"\3", b"\4", b"\5")
    >>> hands = (b"".join(mark + suit * (at == own) for at, mark in enumerate(marks)) for own in range(4))
    >>> reading = loads_dge(b"".join(hands).ljust(128, b"\0"))
    >>> reading.event.sessions[0].sections[0].travellers[0].deal.west.clubs
    'AKQJT98765432'
    """
    del language, number
    return _RECORDS.boards(data).reading(format="dge", encoding="binary")


DGE = Format(
    "dge",
    "hands as suit signs (.dge)",
    SOURCE,
    sniff_data=sniff_dge,
    read_data=loads_dge,
)
load, loads, dump, dumps = DGE.load, DGE.loads, DGE.dump, DGE.dumps
