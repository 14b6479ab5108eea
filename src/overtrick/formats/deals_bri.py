"""Hands as `.bri`: records of 128 bytes, each 39 card numbers for North, East and South (01 is the spade ace).

Source: the description of the DUP format in the papers of the Duplimate machine, and files of Big Deal.
"""

from __future__ import annotations

from overtrick.formats.deals_common import NUMBERED, SOURCE, deal_of_numbers
from overtrick.formats.deals_records import Records
from overtrick.formats.kind import Format
from overtrick.model.reading import Reading

__all__ = ["BRI", "dump", "dumps", "load", "loads", "loads_bri", "sniff_bri"]

_SIZE = 128
_RECORDS = Records(_SIZE, NUMBERED, deal_of_numbers)


def sniff_bri(data: bytes) -> bool:
    r"""Whether the bytes are such records: 78 digits with blanks and zero bytes behind, most of them real deals.

    >>> cards = "".join(f"{number:02}" for number in range(1, 40)).encode()
    >>> sniff_bri(cards.ljust(110) + bytes(18)), sniff_bri(b"01" * 39 + bytes(50)), sniff_bri(b"Dear all")
    (True, False, False)
    """
    return len(data) >= _SIZE and _RECORDS.sound(data)


def loads_bri(data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
    """The boards of such a file, numbered from 1; a board whose cards cannot be is refused with its place.

    Raises FormatError for a file without a board, and for more boards than a file can have.

    >>> cards = "".join(f"{number:02}" for number in range(1, 40)).encode()
    >>> reading = loads_bri(cards.ljust(110) + bytes(18))
    >>> reading.event.sessions[0].sections[0].travellers[0].deal.east.hearts
    'AKQJT98765432'
    """
    del language, number
    return _RECORDS.boards(data).reading(format="bri", encoding="binary")


BRI = Format(
    "bri",
    "hands as card numbers (.bri)",
    SOURCE,
    sniff_data=sniff_bri,
    read_data=loads_bri,
)
load, loads, dump, dumps = BRI.load, BRI.loads, BRI.dump, BRI.dumps
