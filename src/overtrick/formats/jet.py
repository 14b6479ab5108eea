"""Tables of a Jet 3 or Jet 4 database (Access 97 to 2003), read without any driver.

Only what a table of results needs: table definitions and the rows of data pages. No index, no query and no relation is
looked at. All lengths and pointers are checked against the pages that there are, so damage ends in a FormatError or in
a row that is counted as lost, never in a loop.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TypeAlias

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["JetFile", "Value", "is_jet"]

Value: TypeAlias = str | int | float | bool | bytes | None

_MAGIC = b"\x00\x01\x00\x00Standard Jet DB\x00"
_DATA, _DEFINITION = 1, 2
_CATALOGUE = 2  # the page that defines the table of tables
_DELETED, _ELSEWHERE, _OFFSET = 0x8000, 0x4000, 0x1FFF
_MOST_COLUMNS = 1024
_MOST_VALUES = 5_000_000  # in one table; the results of 12 rounds at 1,000 tables have not a tenth of it
_BOOL, _TEXT, _MEMO = 1, 10, 12
_NUMBERS = {2: "<B", 3: "<h", 4: "<i", 5: "<q", 6: "<f", 7: "<d", 8: "<d"}
_INLINE = 0x80000000


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things stand in one version of the file; offsets and sizes in bytes."""

    page: int
    rows_at: int  # in a data page: the number of rows, followed by their offsets
    count_at: int  # in a definition: rows, then columns, indexes, index entries
    columns_at: int
    indexes_at: int
    entries_at: int
    entry_size: int
    column_size: int
    column_number: int
    variable_at: int
    flags_at: int
    fixed_at: int
    length_at: int
    wide: bool  # two-byte letters and counts


_JET3 = _Layout(2048, 8, 12, 25, 31, 43, 8, 18, 1, 3, 13, 14, 16, wide=False)
_JET4 = _Layout(4096, 12, 16, 45, 51, 63, 12, 25, 5, 7, 15, 21, 23, wide=True)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: int
    number: int
    fixed: bool
    place: int  # among the variable columns, or in bytes among the fixed ones
    length: int


def is_jet(data: bytes) -> bool:
    r"""Whether a file is a Jet database.

    >>> is_jet(b"\x00\x01\x00\x00Standard Jet DB\x00"), is_jet(b"board,ns,ew")
    (True, False)
    """
    return data.startswith(_MAGIC)


class JetFile:
    """A database in memory. `lost` counts the rows that could not be read.

    Raises FormatError for data that are no Jet 3 or Jet 4 database, or one that is encrypted or damaged.

    >>> JetFile(b"PK")
    Traceback (most recent call last):
    ...
    overtrick.errors.FormatError: this is no Jet database (.mdb, .bws)
    """

    def __init__(self, data: bytes) -> None:
        if not is_jet(data) or len(data) < 21:
            raise FormatError(_("this is no Jet database (.mdb, .bws)"))
        if data[0x14] > 1:
            raise FormatError(_("this is a newer database than Jet 4 (Access 2000); save it as one of Access 2000"))
        self.layout = _JET4 if data[0x14] else _JET3
        size = self.layout.page
        self.pages = [memoryview(data)[at : at + size] for at in range(0, len(data) - size + 1, size)]
        self.cut = len(data) % size != 0
        self.lost = 0
        if len(self.pages) <= _CATALOGUE or self.pages[_CATALOGUE][0] != _DEFINITION:
            raise FormatError(_("the database is encrypted or damaged: its catalogue is not where it should be"))
        self._owners: dict[int, list[int]] = {}
        for index, page in enumerate(self.pages):
            if page[0] == _DATA:
                self._owners.setdefault(_u32(page, 4), []).append(index)
        self.tables = self._catalogue()

    def _catalogue(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for row in self._rows(_CATALOGUE):
            name, place, kind = row.get("Name"), row.get("Id"), row.get("Type")
            if kind == 1 and isinstance(name, str) and isinstance(place, int) and not name.startswith("MSys"):
                found[name] = place & 0xFFFFFF
        return found

    def rows(self, table: str) -> list[dict[str, Value]]:
        """The rows of a table in the order of the file, values by the names of the columns.

        An empty list where there is no such table; FormatError where its definition is damaged.
        """
        wanted = next((name for name in self.tables if name.casefold() == table.casefold()), None)
        return [] if wanted is None else list(self._rows(self.tables[wanted]))

    def stated_rows(self, table: str) -> int:
        """The number of rows that the definition of a table states; 0 where there is none."""
        place = self.tables.get(table, 0)
        if not 0 < place < len(self.pages):
            return 0
        return _u32(self.pages[place], self.layout.count_at)

    def _rows(self, place: int) -> list[dict[str, Value]]:
        columns = self._columns(place)
        found: list[dict[str, Value]] = []
        for index in self._owners.get(place, ()):
            for record in self._records(index):
                try:
                    found.append(self._row(record, columns))
                except (IndexError, struct.error, ValueError):
                    self.lost += 1
            if (len(found) + self.lost) * len(columns) > _MOST_VALUES:
                raise FormatError(_("a table has more than {most} values").format(most=_MOST_VALUES))
        return found

    def _records(self, index: int) -> list[memoryview]:
        """The rows of a data page that are not deleted; a row that has moved is looked up where it went."""
        page = self.pages[index]
        count = _u16(page, self.layout.rows_at)
        if self.layout.rows_at + 2 + 2 * count > len(page):
            self.lost += 1
            return []
        found = []
        for number in range(count):
            flags = _u16(page, self.layout.rows_at + 2 + 2 * number)
            if flags & _DELETED:
                continue
            record = self._record(index, number)
            if flags & _ELSEWHERE:
                if len(record) != 4:
                    self.lost += 1
                    continue
                pointer = _u32(record, 0)
                record = self._record(pointer >> 8, pointer & 0xFF)
            if record:
                found.append(record)
            else:
                self.lost += 1
        return found

    def _record(self, index: int, number: int) -> memoryview:
        """The bytes of one row; nothing where the pointer is wrong."""
        if index >= len(self.pages):
            return memoryview(b"")
        page, at = self.pages[index], self.layout.rows_at
        if page[0] != _DATA or number >= _u16(page, at) or at + 4 + 2 * number > len(page):
            return memoryview(b"")
        start = _u16(page, at + 2 + 2 * number) & _OFFSET
        end = _u16(page, at + 2 * number) & _OFFSET if number else len(page)
        return page[start:end] if at < start < end <= len(page) else memoryview(b"")

    # table definitions

    def _definition(self, place: int) -> bytes:
        """The bytes of a definition, over all the pages it spans."""
        if not 0 < place < len(self.pages) or self.pages[place][0] != _DEFINITION:
            raise FormatError(_("the database is damaged: page {page} defines no table").format(page=place))
        whole = bytearray(self.pages[place])
        seen = {place}
        following = _u32(self.pages[place], 4)
        while following:
            if following in seen or following >= len(self.pages) or self.pages[following][0] != _DEFINITION:
                raise FormatError(_("the database is damaged: the table of page {page} breaks off").format(page=place))
            seen.add(following)
            whole += self.pages[following][8:]
            following = _u32(self.pages[following], 4)
        return bytes(whole)

    def _columns(self, place: int) -> list[_Column]:
        layout, whole = self.layout, self._definition(place)
        try:
            count = _u16(whole, layout.columns_at)
            entries = _u32(whole, layout.indexes_at)
            start = layout.entries_at + entries * layout.entry_size
            if count > _MOST_COLUMNS or start + count * layout.column_size > len(whole):
                raise FormatError(_("the database is damaged: page {page} defines no table").format(page=place))
            at = start + count * layout.column_size
            columns = []
            for index in range(count):
                size = _u16(whole, at) if layout.wide else whole[at]
                at += 2 if layout.wide else 1
                name = whole[at : at + size].decode("utf-16-le" if layout.wide else "cp1252", "replace")
                at += size
                columns.append(self._column(whole, start + index * layout.column_size, name))
        except (IndexError, struct.error):
            raise FormatError(_("the database is damaged: page {page} defines no table").format(page=place)) from None
        return columns

    def _column(self, whole: bytes, at: int, name: str) -> _Column:
        layout = self.layout
        fixed = bool(whole[at + layout.flags_at] & 1)
        place = _u16(whole, at + (layout.fixed_at if fixed else layout.variable_at))
        return _Column(
            name, whole[at], _u16(whole, at + layout.column_number), fixed, place, _u16(whole, at + layout.length_at)
        )

    # rows

    def _row(self, record: memoryview, columns: list[_Column]) -> dict[str, Value]:
        wide = self.layout.wide
        count = _u16(record, 0) if wide else record[0]
        mask_size = (count + 7) // 8
        if not 0 < count <= _MOST_COLUMNS or mask_size + 2 > len(record):
            raise ValueError("no row")
        mask = record[len(record) - mask_size :]
        # A row older than the first variable column says nothing about them.
        variable = any(not column.fixed and column.number < count for column in columns)
        ends = self._ends(record, len(record) - mask_size) if variable else []
        values: dict[str, Value] = {}
        for column in columns:
            there = column.number < count and bool(mask[column.number // 8] >> (column.number % 8) & 1)
            if column.kind == _BOOL:
                values[column.name] = there
            elif not there:
                values[column.name] = None
            elif column.fixed:
                at = column.place + (2 if wide else 1)
                values[column.name] = self._value(column, bytes(record[at : at + _size(column)]))
            elif column.place + 1 < len(ends):
                values[column.name] = self._value(column, bytes(record[ends[column.place] : ends[column.place + 1]]))
            else:
                values[column.name] = None
        return values

    def _ends(self, record: memoryview, tail: int) -> list[int]:
        """Where the variable columns begin, and behind them where the last one ends; they are listed backward."""
        if self.layout.wide:
            count = _u16(record, tail - 2)
            if 2 * count + 4 > tail:
                raise ValueError("no row")
            ends = [_u16(record, tail - 4 - 2 * index) for index in range(count + 1)]
        else:
            count = record[tail - 1]
            jumps = (len(record) - 1) // 256
            first = tail - 2 - jumps
            if (first - count) // 256 < jumps:
                jumps -= 1
            if first - count < 0:
                raise ValueError("no row")
            ends, used = [], 0
            for index in range(count + 1):
                while used < jumps and record[tail - 2 - used] == index:
                    used += 1
                ends.append(record[first - index] + 256 * used)
        if any(not 0 <= one <= tail for one in ends) or ends != sorted(ends):
            raise ValueError("no row")
        return ends

    def _value(self, column: _Column, raw: bytes) -> Value:
        if column.kind in _NUMBERS:
            number: int | float = struct.unpack(_NUMBERS[column.kind], raw)[0]
            return number
        if column.kind == _TEXT:
            return self._text(raw)
        if column.kind == _MEMO:
            return self._memo(raw)
        return raw

    def _memo(self, raw: bytes) -> str | None:
        """A long text, where it stands in the row or in one other row; none where it is spread over more."""
        if len(raw) < 12:
            return None
        head = _u32(raw, 0)
        if head & _INLINE:
            return self._text(raw[12:])
        pointer = _u32(raw, 4)
        return self._text(bytes(self._record(pointer >> 8, pointer & 0xFF))) if head >> 30 == 1 else None

    def _text(self, raw: bytes) -> str:
        if not self.layout.wide:
            return raw.decode("cp1252", "replace")
        if raw[:2] != b"\xff\xfe":
            return raw.decode("utf-16-le", "replace")
        parts = raw[2:].split(b"\0")  # compressed: every second part has one byte a letter
        return "".join(
            part.decode("utf-16-le" if index % 2 else "latin-1", "replace") for index, part in enumerate(parts)
        )


def _size(column: _Column) -> int:
    return struct.calcsize(_NUMBERS[column.kind]) if column.kind in _NUMBERS else column.length


def _u16(data: bytes | memoryview, at: int) -> int:
    if at < 0:
        raise IndexError(at)
    number: int = struct.unpack_from("<H", data, at)[0]
    return number


def _u32(data: bytes | memoryview, at: int) -> int:
    if at < 0:
        raise IndexError(at)
    number: int = struct.unpack_from("<I", data, at)[0]
    return number
