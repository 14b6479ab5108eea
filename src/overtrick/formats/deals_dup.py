r"""Hands as `.dup` of the Duplimate: 156 bytes for each board, which has its cards twice over.

* 78 bytes as `.bri` has them, 68 as `.dge`, and 10 that only the first board fills:
* `Y` or `N` for random hands, the same for counting backwards, then three numbers with blanks behind:
  lowest board (3 bytes), copies of each board (2), highest board (3)

An older kind has the 78 digits alone, a line for each board.

Source: the description of the format in the papers of the Duplimate machine; S. Foster in rec.games.bridge, 12 March
2011, for the older kind; files of Big Deal.
"""

from __future__ import annotations

import re

from overtrick.errors import RecordError
from overtrick.formats.deals_common import (
    MARKED,
    NUMBERED,
    SOURCE,
    DealSet,
    card_numbers,
    check_number,
    consecutive_deals,
    deal_of_marks,
    deal_of_numbers,
    is_marked,
    is_numbered,
    marked_hands,
    place_of,
)
from overtrick.formats.kind import Format
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal
from overtrick.model.event import Event
from overtrick.model.reading import Reading, Severity
from overtrick.model.standing import Standing

__all__ = ["DUP", "dump", "dumps", "dumps_dup", "load", "loads", "loads_dup", "sniff_dup"]

_SIZE = 156
_HEAD = NUMBERED + MARKED
_ABOUT = re.compile(rb"[YN]([YN])([0-9 ]{3})[0-9 ]{2}([0-9 ]{3})")
_FILLERS = b" \0\r\n\x1a"
_HIGHEST = 999  # three digits
_LOOKED_AT = 3  # boards that a sniff tries
_BLANKS = b" \x1a"
_LONGEST = 127  # bytes of a line; 128 with blanks behind the cards are a record of .bri


def sniff_dup(data: bytes) -> bool:
    r"""Whether one of the first boards is one of such a file, or one of the first lines one of the older kind.

    >>> cards = "".join(f"{number:02}" for number in range(1, 40)).encode()
    >>> sniff_dup(cards + b"\r\n"), sniff_dup(b"01" * 39 + b"\r\n"), sniff_dup(b"Dear all")
    (True, False, False)
    """
    first = [data[at : at + _HEAD] for at in range(0, _LOOKED_AT * _SIZE, _SIZE)]
    return any(is_numbered(one) and is_marked(one[NUMBERED:]) for one in first) or _is_lines(data)


def _is_lines(data: bytes) -> bool:
    """Whether one of the first lines is a deal by card numbers and no more."""
    lines = data[: _LOOKED_AT * _SIZE].splitlines()
    for line in (line for line in lines if len(line) <= _LONGEST):
        try:
            deal_of_numbers(line.strip(_BLANKS))
        except RecordError:
            continue
        return True
    return False


def loads_dup(data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The boards of such a file; a board whose cards cannot be is refused with its place.

    Where only one of the two forms of a board can be read, that one is taken with a warning; two different deals are
    refused. Raises FormatError for a file without a board, and for more boards than a file can have.

    >>> cards = "".join(f"{number:02}" for number in range(1, 40)).encode()
    >>> reading = loads_dup(cards + b"\r\n" + cards + b"\r\n")
    >>> [one.board.number for one in reading.event.sessions[0].sections[0].travellers]
    [1, 2]
    """
    del language, number
    boards = DealSet()
    if _is_lines(data):
        _lines(data, boards)
    else:
        _records(data, boards)
    return boards.reading(format="dup", encoding="binary")


def _lines(data: bytes, boards: DealSet) -> None:
    check_number((data.count(b"\n") + data.count(b"\r")) // 4)  # empty lines between are no boards
    lines = [(at, line.strip(_BLANKS)) for at, line in enumerate(data.splitlines(), 1)]
    lines = [(at, line) for at, line in lines if line]
    check_number(len(lines))
    boards.note_no_numbers()
    for index, (at, line) in enumerate(lines, 1):
        where = _("line {line}").format(line=at)
        try:
            boards.take(index, where, deal_of_numbers(line))
        except RecordError as fault:
            boards.refuse(where, str(fault))


def _records(data: bytes, boards: DealSet) -> None:
    check_number(-(-len(data) // _SIZE))
    records = [(at, data[at : at + _SIZE]) for at in range(0, len(data), _SIZE)]
    if records and len(records[-1][1]) < _SIZE and not records[-1][1].strip(_FILLERS):
        records.pop()
    first = _first(data[_HEAD:_SIZE], len(records), boards)
    for board, (at, record) in enumerate(records, first):
        where = place_of(board, at)
        try:
            deal, doubt = _deal(record)
        except RecordError as fault:
            boards.refuse(where, str(fault))
            continue
        if doubt:
            boards.note(where, Severity.WARNING, doubt)
        boards.take(board, where, deal)


def _first(head: bytes, found: int, boards: DealSet) -> int:
    """The number of the first board, with warnings where the head says what the file does not have."""
    where = place_of(1, _HEAD)
    about = _ABOUT.fullmatch(head)
    numbers = [int(one) for one in about.groups()[1:] if one.strip().isdigit()] if about else []
    if about is None or len(numbers) < 2 or not numbers[0]:
        boards.note(where, Severity.WARNING, _("the file does not tell its boards; they are numbered from 1"))
        return 1
    first, last = numbers
    if about[1] == b"Y":
        text = _("the set is to be dealt backwards; its boards are numbered forwards here, which is a guess")
        boards.note(where, Severity.WARNING, text)
    if found not in (last - first + 1, last):  # some programs put the number of boards in its place
        text = _("the file tells of boards {first} to {last}; it has {found} boards")
        boards.note(where, Severity.WARNING, text.format(first=first, last=last, found=found))
    return first


def _deal(record: bytes) -> tuple[Deal, str]:
    """The deal of a board, and in words where only one of its two forms is sound."""
    if len(record) < NUMBERED:
        raise RecordError(_("the file breaks off within this board"))
    try:
        numbered = deal_of_numbers(record[:NUMBERED])
    except RecordError as fault:
        return _second(record, fault), _("the card numbers cannot be read: {fault}").format(fault=fault)
    try:
        marked = deal_of_marks(record[NUMBERED:_HEAD])
    except RecordError as fault:
        return numbered, _("the hands behind the card numbers cannot be read: {fault}").format(fault=fault)
    if marked != numbered:
        raise RecordError(_("the card numbers are another deal than the hands behind them"))
    return numbered, ""


def _second(record: bytes, first: RecordError) -> Deal:
    try:
        return deal_of_marks(record[NUMBERED:_HEAD])
    except RecordError:
        raise first from None


def dumps_dup(event: Event, *, standing: Standing | None = None) -> bytes:
    r"""The hands of an event for the dealing machine, as random hands that count forwards, with the copies left open.

    Boards at either end without all their cards are left out. Raises FormatError for a gap between boards, for boards
    above 999, for other cards in another section, and where no board has its hands.

    >>> cards = "".join(f"{number:02}" for number in range(1, 40)).encode()
    >>> dumps_dup(loads_dup(cards + b"\n").event)[-10:]
    b'YN1  0 01 '
    """
    del standing
    first, deals = consecutive_deals(event, highest=_HIGHEST)
    last = first + len(deals) - 1
    head = f"YN{first:<3}0 {f'{last:02}':<3}".encode()
    boards = [card_numbers(deal) + marked_hands(deal) + bytes(_SIZE - _HEAD) for deal in deals]
    boards[0] = boards[0][:_HEAD] + head
    return b"".join(boards)


DUP = Format(
    "dup",
    "Duplimate hands (.dup)",
    SOURCE,
    sniff_data=sniff_dup,
    read_data=loads_dup,
    write_data=dumps_dup,
    suffix=".dup",
)
load, loads, dump, dumps = DUP.load, DUP.loads, DUP.dump, DUP.encode
