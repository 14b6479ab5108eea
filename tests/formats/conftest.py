"""Small databases made here, so that the reader of Jet files is tested without any real one."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

Cell: TypeAlias = str | int | bool | float | None
Table: TypeAlias = tuple[Sequence[tuple[str, str]], Sequence[Sequence[Cell]]]
Builder: TypeAlias = Callable[..., bytes]

_KINDS = {"bool": 1, "int": 3, "long": 4, "date": 8, "text": 10}
_PACK = {"int": "<h", "long": "<i", "date": "<d"}
_CATALOGUE: Sequence[tuple[str, str]] = (("Id", "long"), ("Name", "text"), ("Type", "int"))


class _Writer:
    """Pages of one file: a header, a spare page, the catalogue, then a definition and data for each table."""

    def __init__(self, *, wide: bool) -> None:
        self.wide = wide
        self.size = 4096 if wide else 2048
        head = bytearray(self.size)
        head[:20] = b"\x00\x01\x00\x00Standard Jet DB\x00"
        head[20] = int(wide)
        self.pages = [bytes(head), bytes(self.size)]

    def build(self, tables: dict[str, Table]) -> bytes:
        place = 4
        listed: list[list[Cell]] = []
        rest: list[bytes] = []
        for name, (columns, rows) in tables.items():
            listed.append([place, name, 1])
            rest.append(self.definition(columns, len(rows)))
            data = self.data(place, columns, rows)
            rest.extend(data)
            place += 1 + len(data)
        self.pages.append(self.definition(_CATALOGUE, len(listed)))
        catalogue = self.data(2, _CATALOGUE, listed)
        assert len(catalogue) == 1
        return b"".join(self.pages + catalogue + rest)

    def definition(self, columns: Sequence[tuple[str, str]], rows: int) -> bytes:
        page = bytearray(self.size)
        page[0], page[1] = 2, 1
        count, flags, at, size = (45, 15, 63, 25) if self.wide else (25, 13, 43, 18)
        struct.pack_into("<I", page, 16 if self.wide else 12, rows)
        struct.pack_into("<H", page, count, len(columns))
        fixed = variable = 0
        for index, (_name, kind) in enumerate(columns):
            start = at + index * size
            page[start] = _KINDS[kind]
            struct.pack_into("<H", page, start + (5 if self.wide else 1), index)
            if kind == "text":
                struct.pack_into("<H", page, start + (7 if self.wide else 3), variable)
                variable += 1
            else:
                page[start + flags] = 1
                struct.pack_into("<H", page, start + (21 if self.wide else 14), fixed)
                fixed += struct.calcsize(_PACK[kind]) if kind in _PACK else 0
            struct.pack_into("<H", page, start + (23 if self.wide else 16), 255)
        at += len(columns) * size
        for name, _kind in columns:
            text = name.encode("utf-16-le" if self.wide else "cp1252")
            head = struct.pack("<H" if self.wide else "<B", len(text))
            page[at : at + len(head) + len(text)] = head + text
            at += len(head) + len(text)
        return bytes(page)

    def row(self, columns: Sequence[tuple[str, str]], cells: Sequence[Cell]) -> bytes:
        mask = bytearray((len(columns) + 7) // 8)
        fixed, texts = b"", []
        for index, ((_name, kind), cell) in enumerate(zip(columns, cells, strict=True)):
            if cell is not None and cell is not False:
                mask[index // 8] |= 1 << index % 8
            if kind == "text":
                text = str(cell or "")
                texts.append(text.encode("utf-16-le") if self.wide else text.encode("cp1252"))
            elif kind != "bool":
                fixed += struct.pack(_PACK[kind], cell or 0)
        start = struct.pack("<H" if self.wide else "<B", len(columns)) + fixed
        ends = [len(start) + sum(map(len, texts[:index])) for index in range(len(texts) + 1)]
        form = "<H" if self.wide else "<B"
        tail = b"".join(struct.pack(form, end) for end in reversed(ends)) + struct.pack(form, len(texts))
        return start + b"".join(texts) + (tail if texts else b"") + bytes(mask)

    def data(self, owner: int, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Cell]]) -> list[bytes]:
        pages: list[bytes] = []
        for first in range(0, len(rows), 12):
            page = bytearray(self.size)
            page[0], page[1] = 1, 1
            struct.pack_into("<I", page, 4, owner)
            at, end = (12 if self.wide else 8), self.size
            part = rows[first : first + 12]
            struct.pack_into("<H", page, at, len(part))
            for index, cells in enumerate(part):
                raw = self.row(columns, cells)
                end -= len(raw)
                page[end : end + len(raw)] = raw
                struct.pack_into("<H", page, at + 2 + 2 * index, end)
            pages.append(bytes(page))
        return pages


@pytest.fixture
def jet_file() -> Builder:
    """What makes a database of tables, each as columns (name and kind) and rows; `wide` makes one of Jet 4."""

    def make(tables: dict[str, Table], *, wide: bool = False) -> bytes:
        return _Writer(wide=wide).build(tables)

    return make
