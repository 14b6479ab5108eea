"""Pages of a Jet 4 file as they are written: rows, data pages, usage maps and leaves of indexes.

Offsets and sizes in bytes. Source: the layout of Jet 3 and 4 pages as the MDB Tools project documents it, read against
a file of Bridgemate's own (Jet 3), whose catalogue and indexes have the same shape.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["PAGE", "Cell", "Column", "Kind", "Pages", "Pointer", "long_key", "record", "text_key"]

Cell: TypeAlias = str | int | float | bool | bytes | None
Pointer: TypeAlias = tuple[int, int]  # page, row on it

PAGE = 4096
_HEAD = 14  # of a data page: kind, free space, owner, unknown, number of rows
_MAP_PAGES = 512  # pages that fit a map within its row
_MAP_SIZE = 69
_MAP_PAGE_PAGES = (PAGE - 4) * 8  # pages that a page of its own maps
_MOST_MAP_PAGES = 17
_LEAF_MASK, _LEAF_ENTRIES = 0x1B, 0x1E0
_MOST_ROWS = 255  # on one page; a pointer has one byte for the row
# Weights of letters in the sort order "General" of Jet 4; a text ends with 1, and with 0 after what tells accents.
_WEIGHTS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        bytes.fromhex("4a4c4d4f51535557595b5c5e60626466686a6b6d6f7173757678"),
        strict=False,
    )
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of column: its code in the file, its form where its length is fixed, and its length."""

    code: int
    form: str = ""
    length: int = 0

    @property
    def fixed(self) -> bool:
        """Whether values stand among those of fixed length; a truth value stands in the mask of the row."""
        return bool(self.form) or self.code == 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its kind, the letters that a text may have, and whether it counts by itself."""

    name: str
    kind: Kind
    letters: int = 0
    auto: bool = False

    @property
    def length(self) -> int:
        """Bytes that a value has, or may have."""
        return 2 * self.letters or self.kind.length


def record(columns: Sequence[Column], cells: Sequence[Cell]) -> bytes:
    """A row: the number of columns, fixed values, variable values, where these end, and which values are there.

    Raises FormatError for a value that its column cannot hold.
    """
    mask = bytearray((len(columns) + 7) // 8)
    fixed, variable = bytearray(struct.pack("<H", len(columns))), []
    for index, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        if cell is not None and cell is not False:
            mask[index // 8] |= 1 << index % 8
        if column.kind.form:
            fixed += _number(column, cell)
        elif not column.kind.fixed:
            variable.append(_variable(column, cell))
    if not variable:
        return bytes(fixed + mask)
    ends, at = [], len(fixed)
    for value in variable:
        ends.append(at)
        at += len(value)
    tail = b"".join(struct.pack("<H", end) for end in (at, *reversed(ends), len(variable)))
    return bytes(fixed) + b"".join(variable) + tail + bytes(mask)


def _number(column: Column, cell: Cell) -> bytes:
    try:
        return struct.pack(column.kind.form, 0 if cell is None else cell)
    except struct.error:
        raise FormatError(
            _("{value} is more than the column {column} can hold").format(value=cell, column=column.name)
        ) from None


def _variable(column: Column, cell: Cell) -> bytes:
    value = cell.encode("utf-16-le") if isinstance(cell, str) else cell
    if not isinstance(value, bytes):
        return b""
    if column.length and len(value) > column.length:
        raise FormatError(_("{value} is more than the column {column} can hold").format(value=cell, column=column.name))
    return value


def long_key(number: int) -> bytes:
    """What an index has for a long integer: bytes that sort like the number.

    >>> long_key(1).hex(), long_key(-1).hex()
    ('7f80000001', '7f7fffffff')
    """
    return b"\x7f" + struct.pack(">I", number + 0x80000000)


def text_key(text: str) -> bytes:
    """What an index has for a text of the letters A to Z, in which case does not count.

    Raises FormatError for any other sign.

    >>> text_key("Az").hex()
    '7f4a780100'
    """
    try:
        return b"\x7f" + bytes(_WEIGHTS[letter] for letter in text.upper()) + b"\x01\x00"
    except KeyError:
        raise FormatError(_("{name} is no name for a table; letters from A to Z make one").format(name=text)) from None


@dataclass(slots=True)
class Pages:
    """The pages of a file in the making; the first ones are kept for the header and the catalogue."""

    every: list[bytearray] = field(default_factory=list)

    def new(self) -> int:
        """The number of one more page, which is empty."""
        self.every.append(bytearray(PAGE))
        return len(self.every) - 1

    def data(self, rows: Iterable[bytes], owner: bytes) -> list[Pointer]:
        """Rows on as many new data pages as they need, and where each of them stands."""
        found: list[Pointer] = []
        group: list[bytes] = []
        used = _HEAD
        for row in rows:
            if _HEAD + 2 + len(row) > PAGE:
                raise FormatError(_("a row is longer than a page of the database"))
            if group and (used + 2 + len(row) > PAGE or len(group) == _MOST_ROWS):
                found += self._data_page(self.new(), group, owner)
                group, used = [], _HEAD
            group.append(row)
            used += 2 + len(row)
        return found + self._data_page(self.new(), group, owner) if group else found

    def rows_at(self, number: int, rows: Sequence[bytes], owner: bytes) -> None:
        """Rows on a page that there is already; they must fit."""
        self._data_page(number, rows, owner)

    def _data_page(self, number: int, rows: Sequence[bytes], owner: bytes) -> list[Pointer]:
        page = self.every[number]
        end = PAGE
        for index, row in enumerate(rows):
            end -= len(row)
            page[end : end + len(row)] = row
            struct.pack_into("<H", page, _HEAD + 2 * index, end)
        free = end - _HEAD - 2 * len(rows)
        struct.pack_into("<BBH4s4xH", page, 0, 1, 1, free, owner, len(rows))
        return [(number, index) for index in range(len(rows))]

    def usage(self, pages: Iterable[int]) -> bytes:
        """The row that says which pages belong to something: a map in itself, or on pages of its own where it must.

        Raises FormatError for a file that no such map can tell of, which has 2 GB.
        """
        every = sorted(set(pages))
        first = every[0] // 8 * 8 if every else 0
        if not every or every[-1] < first + _MAP_PAGES:
            return _inline_map(every, first)
        return self._outside_map(every, [self.new() for _part in range(every[-1] // _MAP_PAGE_PAGES + 1)])

    def behind(self) -> bytes:
        """The row that says which pages are free: those behind the end of the file."""
        if len(self.every) < _MAP_PAGES:
            return _inline_map(range(len(self.every), _MAP_PAGES), 0)
        maps = [self.new() for _part in range(len(self.every) // _MAP_PAGE_PAGES + 1)]
        return self._outside_map(range(len(self.every), len(maps) * _MAP_PAGE_PAGES), maps)

    def _outside_map(self, every: Sequence[int], maps: Sequence[int]) -> bytes:
        if len(maps) > _MOST_MAP_PAGES:
            raise FormatError(_("the event is too large for a database"))
        for index, number in enumerate(maps):
            bits = bytearray(PAGE - 4)
            for place in every:
                part, bit = divmod(place, _MAP_PAGE_PAGES)
                if part == index:
                    bits[bit // 8] |= 1 << bit % 8
            self.every[number][:] = b"\x05\x01\0\0" + bits
        return b"\x01" + struct.pack("<17I", *maps, *[0] * (_MOST_MAP_PAGES - len(maps)))

    def leaf(self, number: int, owner: int, entries: Iterable[tuple[bytes, Pointer]]) -> None:
        """The one leaf of an index on a page that there is already: keys with their rows, sorted.

        Raises FormatError where they do not fit one page.
        """
        page = self.every[number]
        at = _LEAF_ENTRIES
        for entry in sorted(key + struct.pack(">I", (place << 8) + row) for key, (place, row) in entries):
            if at + len(entry) > PAGE:
                raise FormatError(_("the database has too many tables"))
            page[at : at + len(entry)] = entry
            at += len(entry)
            stop = at - _LEAF_ENTRIES
            page[_LEAF_MASK + stop // 8] |= 1 << stop % 8
        struct.pack_into("<BBHI", page, 0, 4, 1, PAGE - at, owner)


def _inline_map(every: Iterable[int], first: int) -> bytes:
    bits = sum(1 << number - first for number in every)
    return struct.pack("<BI", 0, first) + bits.to_bytes(_MAP_SIZE - 5, "little")
