"""A Jet 4 database (Access 2000) of new tables, written without any driver.

The file has the catalogue that the engine itself would begin with: MSysObjects with its two indexes, MSysACEs with the
rights of the user and of the group that everybody is in, and MSysQueries and MSysRelationships without a row. New
tables have no index. Source: the layout of Jet pages as the MDB Tools project documents it, the header of a file of
Access 2000 as a public page shows it, and the catalogue of a file of Bridgemate's own (Jet 3). MDB Tools 1.0 read what
is written here, all of it; no engine of Microsoft's has tried.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from overtrick.errors import FormatError
from overtrick.formats.jet_pages import PAGE, Cell, Column, Kind, Pages, long_key, record, text_key
from overtrick.i18n import gettext as _

__all__ = ["BOOL", "DATE", "INT", "LONG", "TEXT", "JetTable", "jet_bytes"]

BOOL = Kind(1, "", 1)
INT = Kind(3, "<h", 2)
LONG = Kind(4, "<i", 4)
DATE = Kind(8, "<d", 8)
TEXT = Kind(10)
_BYTE, _BINARY, _OLE, _MEMO = Kind(2, "<B", 1), Kind(9, "", 255), Kind(11), Kind(12)

# Numbers that stand in every header, before every column and before every index.
_HEADER_MARK, _MARK, _INDEX_MARK = 1620, 1625, 1923
_SORT_ORDER = 0x0409  # General
_CODE_PAGE = 1252
_DAY_ONE = date(1899, 12, 30)
_ROOT, _TABLES, _DATABASES, _RELATIONSHIPS, _DATABASE = 0x0F000000, 0x0F000001, 0x0F000002, 0x0F000003, 0x10000000
_ENGINE, _ADMIN, _USERS, _GUEST = b"\x02\x03", b"\x03\x01", b"\x02\x01", b"\x02\x04"
_SYSTEM = -0x80000000
_PROPERTIES_AT = 14  # the column LvProp of MSysObjects
_ALL, _FULL = 0xF00FE, 0xFFFFF  # rights: of the owner, and of everybody
_KEY = b"\xc7\xda\x39\x6b"  # known and the same for all files: the header is disguised, not secret


@dataclass(frozen=True, slots=True)
class JetTable:
    """A table: its name of letters A to Z, its columns, and rows of as many cells. Dates count days from 1899-12-30."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]] = ()


@dataclass(frozen=True, slots=True)
class _Index:
    name: str
    columns: tuple[int, ...]
    flags: int  # 1: unique, 2: without empty values, 8: none may be empty
    primary: bool = False


def _columns(*every: tuple[str, Kind, int]) -> tuple[Column, ...]:
    return tuple(Column(name, kind, letters) for name, kind, letters in every)


_OBJECTS = _columns(
    ("Id", LONG, 0),
    ("ParentId", LONG, 0),
    ("Name", TEXT, 255),
    ("Type", INT, 0),
    ("DateCreate", DATE, 0),
    ("DateUpdate", DATE, 0),
    ("Owner", _BINARY, 0),
    ("Flags", LONG, 0),
    ("Database", _MEMO, 0),
    ("Connect", _MEMO, 0),
    ("ForeignName", TEXT, 255),
    ("RmtInfoShort", _BINARY, 0),
    ("RmtInfoLong", _OLE, 0),
    ("Lv", _OLE, 0),
    ("LvProp", _OLE, 0),
    ("LvModule", _OLE, 0),
    ("LvExtra", _OLE, 0),
)
_RIGHTS = _columns(("ObjectId", LONG, 0), ("SID", _BINARY, 0), ("ACM", LONG, 0), ("FInheritable", BOOL, 0))
_QUERIES = _columns(
    ("ObjectId", LONG, 0),
    ("Attribute", _BYTE, 0),
    ("Order", _BINARY, 0),
    ("Name1", TEXT, 255),
    ("Name2", TEXT, 255),
    ("Expression", _MEMO, 0),
    ("Flag", INT, 0),
)
_RELATIONS = _columns(
    ("szRelationship", TEXT, 255),
    ("grbit", LONG, 0),
    ("ccolumn", LONG, 0),
    ("icolumn", LONG, 0),
    ("szObject", TEXT, 255),
    ("szColumn", TEXT, 255),
    ("szReferencedObject", TEXT, 255),
    ("szReferencedColumn", TEXT, 255),
)
_OBJECT_INDEXES = (_Index("ParentIdName", (1, 2), 1), _Index("Id", (0,), 1, primary=True))
_RIGHT_INDEXES = (_Index("ObjectId", (0,), 8),)
_QUERY_INDEXES = (_Index("ObjectIdAttribute", (0, 1, 2), 1, primary=True),)
_RELATION_INDEXES = (
    _Index("szRelationship", (0,), 2),
    _Index("szObject", (4,), 2),
    _Index("szReferencedObject", (6,), 2),
)
_SYSTEM_TABLES = ("MSysObjects", "MSysACEs", "MSysQueries", "MSysRelationships")
_FIRST_RIGHTS: tuple[tuple[int, bytes, int, bool], ...] = (
    *((place, _ADMIN, 0x60000, False) for place in (2, 3, 4)),
    (5, _ADMIN, 0xE0000, False),
    (_TABLES, _GUEST, _ALL, True),
    (_TABLES, _ADMIN, _FULL, True),
    (_RELATIONSHIPS, _GUEST, _ALL, True),
    (_RELATIONSHIPS, _ADMIN, 0x60001, False),
    (_DATABASES, _ADMIN, 0x60000, False),
    (_DATABASE, _ADMIN, 0x6000E, False),
    (_DATABASE, _USERS, 0xE, False),
    *((place, _USERS, 0x14, False) for place in (4, 5, 2)),
    (_TABLES, _USERS, _FULL, True),
    (_RELATIONSHIPS, _USERS, _FULL, True),
)


def jet_bytes(tables: Sequence[JetTable], *, created: date) -> bytes:
    """The file with those tables, the same bytes for the same tables and day.

    Raises FormatError for a value that does not fit its column, a name that is no name, or too much of either.

    >>> data = jet_bytes([JetTable("Clients", (Column("ID", LONG),), [(7,)])], created=date(2026, 1, 31))
    >>> from overtrick.formats.jet import JetFile
    >>> JetFile(data).rows("Clients")
    [{'ID': 7}]
    """
    pages = Pages()
    for _number in range(2 + len(_SYSTEM_TABLES)):
        pages.new()
    days = float((created - _DAY_ONE).days)
    objects: list[list[Cell]] = list(_first_objects(days))
    rights = list(_FIRST_RIGHTS)
    properties: list[tuple[list[Cell], bytes]] = []
    for table in tables:
        place = pages.new()
        _enter(pages, place, table)
        entry = _object(place, _TABLES, table.name, 1, days, _ADMIN, 0)
        objects.append(entry)
        if blob := _properties(table.columns):
            properties.append((entry, blob))
        rights += [(place, _ADMIN, _ALL, False), (place, _USERS, _FULL, False)]
    long_pages = _long_values(pages, properties)
    _enter(pages, 2, JetTable("MSysObjects", _OBJECTS, objects), _OBJECT_INDEXES, long_pages)
    _enter(pages, 3, JetTable("MSysACEs", _RIGHTS, rights), _RIGHT_INDEXES)
    _enter(pages, 4, JetTable("MSysQueries", _QUERIES), _QUERY_INDEXES)
    _enter(pages, 5, JetTable("MSysRelationships", _RELATIONS), _RELATION_INDEXES)
    pages.rows_at(1, [pages.behind(), pages.usage(())], struct.pack("<I", 1))
    pages.every[0][:] = _header(days)
    return b"".join(pages.every)


# the catalogue


def _object(place: int, parent: int, name: str, kind: int, days: float, owner: bytes, flags: int) -> list[Cell]:
    return [place, parent, name, kind, days, days, owner, flags, *[None] * 9]


def _first_objects(days: float) -> Iterator[list[Cell]]:
    for place, name in ((_TABLES, "Tables"), (_DATABASES, "Databases"), (_RELATIONSHIPS, "Relationships")):
        yield _object(place, _ROOT, name, 3, days, _ENGINE, _SYSTEM)
    yield _object(_DATABASE, _DATABASES, "MSysDb", 2, days, _ADMIN, _SYSTEM)
    for place, name in enumerate(_SYSTEM_TABLES, 2):
        yield _object(place, _TABLES, name, 1, days, _ENGINE, _SYSTEM)


def _properties(columns: Sequence[Column]) -> bytes:
    """What Access keeps beside a table: here, that its texts may be empty ones."""
    texts = [column for column in columns if column.kind is TEXT]
    if not texts:
        return b""
    names = b"".join(map(_named, ("AllowZeroLength", "Required")))
    chunks = [struct.pack("<IH", len(names) + 6, 0x80) + names]
    for column in texts:
        head = _named(column.name)
        values = b"".join(struct.pack("<HBBHHB", 9, 1, 1, index, 1, value) for index, value in enumerate((0xFF, 0x00)))
        body = struct.pack("<I", len(head) + 4) + head + values
        chunks.append(struct.pack("<IH", len(body) + 6, 1) + body)
    return b"MR2\0" + b"".join(chunks)


def _named(name: str) -> bytes:
    raw = name.encode("utf-16-le")
    return struct.pack("<H", len(raw)) + raw


def _long_values(pages: Pages, properties: Sequence[tuple[list[Cell], bytes]]) -> tuple[int, ...]:
    """Puts the properties on pages for long values, and into each entry where they stand; gives those pages."""
    places = pages.data((blob for _entry, blob in properties), b"LVAL")
    for (entry, blob), (place, row) in zip(properties, places, strict=True):
        entry[_PROPERTIES_AT] = struct.pack("<III", len(blob) | 0x40000000, place << 8 | row, 0)
    return tuple(sorted({place for place, _row in places}))


# one table


def _enter(
    pages: Pages, place: int, table: JetTable, indexes: Sequence[_Index] = (), long_pages: Sequence[int] = ()
) -> None:
    """A table with its definition on a page that there is already, and all that belongs to it on new ones."""
    maps = pages.new()
    roots = [pages.new() for _index in indexes]
    found = pages.data((record(table.columns, row) for row in table.rows), struct.pack("<I", place))
    for index, root in zip(indexes, roots, strict=True):
        keys = (b"".join(_key(row[number]) for number in index.columns) for row in table.rows)
        pages.leaf(root, place, zip(keys, found, strict=True))
    used = [number for number, _row in found]
    lists: list[Sequence[int]] = [used, used[-1:], *([root] for root in roots)]
    for number, column in enumerate(table.columns):
        if column.kind in (_OLE, _MEMO):
            kept = long_pages if number == _PROPERTIES_AT else ()
            lists += [kept, kept[-1:]]
    pages.rows_at(maps, [pages.usage(one) for one in lists], bytes(4))
    pages.every[place][:] = _definition(table, indexes, roots, maps)


def _key(cell: Cell) -> bytes:
    return long_key(cell) if isinstance(cell, int) else text_key(str(cell))


def _definition(table: JetTable, indexes: Sequence[_Index], roots: Sequence[int], maps: int) -> bytes:
    """The page that defines a table. Raises FormatError where one page does not hold it."""
    columns = table.columns
    auto = len(table.rows) if any(column.auto for column in columns) else 0
    variable = sum(not column.kind.fixed for column in columns)
    parts = [
        struct.pack("<IIIB15x", _MARK, len(table.rows), auto, 1),
        struct.pack("<BHHH", 0x53 if indexes else 0x4E, len(columns), variable, len(columns)),
        struct.pack("<IIII", len(indexes), len(indexes), maps << 8, maps << 8 | 1),
        *(struct.pack("<4xI4x", len(table.rows)) for _index in indexes),
        *_column_entries(columns, system=bool(indexes)),
        *(_named(column.name) for column in columns),
        *(
            _physical(index, root, maps << 8 | 2 + at)
            for at, (index, root) in enumerate(zip(indexes, roots, strict=True))
        ),
        *_logical(indexes),
    ]
    at = 2 + len(indexes)
    for number, column in enumerate(columns):
        if column.kind in (_OLE, _MEMO):
            parts.append(struct.pack("<HII", number, maps << 8 | at, maps << 8 | at + 1))
            at += 2
    body = b"".join([*parts, b"\xff\xff"])
    size = 12 + len(body)
    if size > PAGE:
        raise FormatError(_("the table {name} has too many columns").format(name=table.name))
    head = struct.pack("<BBHII", 2, 1, max(PAGE - size - 8, 0), 0, size)
    return (head + body).ljust(PAGE, b"\0")


def _column_entries(columns: Sequence[Column], *, system: bool) -> Iterator[bytes]:
    fixed = variable = 0
    for number, column in enumerate(columns):
        kind = column.kind
        flags = 2 | kind.fixed | (4 if column.auto else 0) | (0x10 if system else 0)
        order = _SORT_ORDER if kind in (TEXT, _MEMO) else 0
        place = fixed if kind.form else 0
        yield struct.pack(
            "<BIHHHHHBB4xHH", kind.code, _MARK, number, variable, number, order, 0, flags, 0, place, column.length
        )
        fixed += kind.length if kind.form else 0
        variable += not kind.fixed


def _physical(index: _Index, root: int, usage: int) -> bytes:
    keys = b"".join(struct.pack("<HB", number, 1) for number in index.columns)
    keys += b"\xff\xff\0" * (10 - len(index.columns))
    return struct.pack("<I", _INDEX_MARK) + keys + struct.pack("<IIB9x", usage, root, index.flags)


def _logical(indexes: Sequence[_Index]) -> Iterator[bytes]:
    """Indexes as they are known by name, in the order of the names."""
    ordered = sorted(enumerate(indexes), key=lambda pair: pair[1].name)
    for number, index in ordered:
        yield struct.pack("<IIIBiIBBB4x", _MARK, number, number, 0, -1, 0, 4, 4, index.primary)
    yield from (_named(index.name) for _number, index in ordered)


# the first two pages


def _header(days: float) -> bytes:
    """Page 0: the mark, and the settings of the file in the disguise that all files have; no password."""
    plain = bytearray(128)
    struct.pack_into("<4B6I", plain, 0, 0, 1, 0, 0, 0x101, 2, 3, 4, 5, 0)
    struct.pack_into("<H", plain, 0x3C - 0x18, _CODE_PAGE)
    password = struct.pack("<I", int(days)) * 10  # an empty one, masked with the day
    plain[0x42 - 0x18 : 0x6A - 0x18] = password
    struct.pack_into("<Id", plain, 0x6E - 0x18, _SORT_ORDER, days)
    page = bytearray(PAGE)
    page[:24] = b"\x00\x01\x00\x00Standard Jet DB\x00\x01\x00\x00\x00"
    page[24 : 24 + len(plain)] = _disguise(bytes(plain))
    struct.pack_into("<I4s", page, 0x98, _HEADER_MARK, b"4.0")
    page[-512:] = b"\x00\x01" * 256  # for each user who may come: nothing left half written
    return bytes(page)


def _disguise(data: bytes) -> bytes:
    """RC4 with the known key, which undoes itself."""
    state = list(range(256))
    other = 0
    for index in range(256):
        other = (other + state[index] + _KEY[index % len(_KEY)]) % 256
        state[index], state[other] = state[other], state[index]
    made = bytearray()
    one = other = 0
    for byte in data:
        one = (one + 1) % 256
        other = (other + state[one]) % 256
        state[one], state[other] = state[other], state[one]
        made.append(byte ^ state[(state[one] + state[other]) % 256])
    return bytes(made)
