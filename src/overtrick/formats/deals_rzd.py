"""Hands as `.rzd`: a head of 13 bytes, then 13 bytes for each board, two bits for each card.

The head is the number of boards (two bytes, low one first) and eleven blanks. The cards go by rank from the ace down,
and in each rank by spades, hearts, diamonds and clubs, from the high bits to the low ones; 0 is North, then clockwise.

Source: worked out from files that hold the same hands as `.rzd` and as PBN.
"""

from __future__ import annotations

from overtrick.errors import FormatError
from overtrick.formats.deals_common import SOURCE, deal_of_owners
from overtrick.formats.deals_records import Records
from overtrick.formats.kind import Format
from overtrick.i18n import gettext as _
from overtrick.model.deal import RANKS, SUITS, Deal
from overtrick.model.reading import Reading, Severity

__all__ = ["RZD", "dump", "dumps", "load", "loads", "loads_rzd", "sniff_rzd"]

_SIZE = 13
_COUNT = 2  # bytes of the number of boards


def sniff_rzd(data: bytes) -> bool:
    r"""Whether the bytes are such a file: a blank head that counts the boards behind it, most of them real deals.

    >>> board = b"\x1b" * 13
    >>> sniff_rzd(b"\1\0" + b" " * 11 + board), sniff_rzd(b"\2\0" + b" " * 11 + board), sniff_rzd(b"Dear all")
    (True, False, False)
    """
    return len(data) == _SIZE * (1 + _stated(data)) and not data[_COUNT:_SIZE].strip(b" \0") and _RECORDS.sound(data)


def loads_rzd(data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The boards of such a file, numbered from 1; a board whose cards cannot be is refused with its place.

    A number of boards in the head that is not that of the file gives a warning.
    Raises FormatError for a file without a board, and for more boards than a file can have.

    >>> reading = loads_rzd(b"\1\0" + b" " * 11 + b"\x1b" * 13)
    >>> reading.event.sessions[0].sections[0].travellers[0].deal.text()[:20]
    'N:AKQJT98765432... .'
    """
    del language, number
    if len(data) <= _SIZE:
        raise FormatError(_("the file has no hands"))
    boards = _RECORDS.boards(data)
    found, stated = -(-len(data) // _SIZE) - 1, _stated(data)
    if found != stated:
        text = _("the file tells of {stated} boards; it has {found}")
        boards.note(_("whole file"), Severity.WARNING, text.format(stated=stated, found=found))
    return boards.reading(format="rzd", encoding="binary")


def _stated(data: bytes) -> int:
    return int.from_bytes(data[:_COUNT], "little")


def _deal(record: bytes) -> Deal:
    by_rank = [byte >> shift & 3 for byte in record for shift in (6, 4, 2, 0)]
    return deal_of_owners(
        [by_rank[len(SUITS) * rank + suit] for suit in range(len(SUITS)) for rank in range(len(RANKS))]
    )


_RECORDS = Records(_SIZE, _SIZE, _deal, start=_SIZE)


RZD = Format(
    "rzd",
    "packed hands (.rzd)",
    SOURCE,
    sniff_data=sniff_rzd,
    read_data=loads_rzd,
)
load, loads, dump, dumps = RZD.load, RZD.loads, RZD.dump, RZD.dumps
