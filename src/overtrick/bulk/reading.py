"""Files of an archive as Parquet: what columns they have, and any run of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.bulk.form import FORM, form_name
from overtrick.bulk.frames import by_form_names, table_of
from overtrick.bulk.intake import normalise
from overtrick.bulk.seating import KEPT
from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = [
    "FILE",
    "NUMBERS",
    "ROW",
    "Shape",
    "checked",
    "event_key",
    "kinds_of",
    "read_rows",
    "row_groups",
    "shape_of",
    "shaped",
]

FILE, ROW = "__file", "__row"
"""Columns of a partitioned archive: the number of the file that a row came from, and its number in that file."""
NUMBERS = b"overtrick-numbers"
"""What a file made from a table of text has in its metadata: the columns that hold nothing but whole numbers."""

_NAMES = tuple(column.name for column in FORM)
_Given = TypeVar("_Given")


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of the form that an archive has in any of its files, in the order of the form, and their kinds.

    A kind is that of Arrow as text, such as `int32`; `string` where the column holds text, or numbers in one file and
    text in another.
    """

    columns: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns.

        >>> Shape((("event", "int64"), ("board", "int16"))).names
        ('event', 'board')
        """
        return tuple(name for name, _kind in self.columns)

    def kind(self, name: str) -> pa.DataType:
        """The kind in which a column comes out: floats, which other libraries make of numbers with gaps, as numbers."""
        found = dict(self.columns)[name]
        return pa.int64() if found == "double" else pa.type_for_alias(found)


def checked(path: Path, work: Callable[[], _Given], *, encoding: str | None = None) -> _Given:
    """What the work gives; FormatError with the file's name where Arrow cannot read it, as text in `encoding`."""
    try:
        return work()
    except UnicodeEncodeError:  # Arrow takes paths as text
        name = path.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        raise FormatError(_("the name of the file is not written in UTF-8; rename it"), name) from None
    except (pa.ArrowException, OSError, EOFError, UnicodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else " ".join(str(fault).split())
        if isinstance(fault, UnicodeError) or "invalid UTF8" in reason:
            text = _("the file is not written in UTF-8; its code page must be told")
            if encoding is not None:
                text = _("the file is not written in {name}").format(name=encoding)
            raise FormatError(text, str(path)) from None
        raise FormatError(_("the file cannot be read: {reason}").format(reason=reason[:300]), str(path)) from None


def kinds_of(path: Path) -> dict[str, str]:
    """The columns of the form in a Parquet file, and the kind in which each comes out.

    Raises FormatError for a file that cannot be read, InputError for one without the columns that are needed.
    """
    about = checked(path, lambda: pq.read_metadata(path))
    schema = checked(path, about.schema.to_arrow_schema)
    try:
        normalise(table_of(schema.empty_table()))
    except FormatError:
        raise
    except ValueError as fault:
        raise FormatError(str(fault), str(path)) from None
    numbers = (about.metadata or {}).get(NUMBERS, b"").decode().split()
    found: dict[str, str] = {}
    own = _own_names(schema.names)
    for name in _NAMES:
        if name in own:
            kind = schema.field(own[name]).type
            found[name] = "int64" if name in numbers else _kind(kind)
    return found


def _kind(kind: pa.DataType) -> str:
    if pa.types.is_floating(kind):
        return "double"
    return str(kind) if pa.types.is_integer(kind) else "null" if pa.types.is_null(kind) else "string"


def shape_of(kinds: Iterable[dict[str, str]]) -> Shape:
    """The shape that holds the columns of all files.

    >>> shape_of([{"event": "int32", "ns": "int32"}, {"event": "int64", "ns": "string", "vul": "null"}]).columns
    (('event', 'int64'), ('ns', 'string'), ('vul', 'string'))
    """
    together: dict[str, list[str]] = {}
    for one in kinds:
        for name, kind in one.items():
            together.setdefault(name, []).append(kind)
    found = ((name, reduce(_joined, together[name])) for name in _NAMES if name in together)
    return Shape(tuple((name, "string" if kind == "null" else kind) for name, kind in found))


def _joined(one: str, other: str) -> str:
    if "null" in (one, other) or one == other:
        return other if one == "null" else one
    return next((kind for kind in ("string", "double") if kind in (one, other)), "int64")


def row_groups(path: Path) -> list[int]:
    """The number of rows of each row group of a Parquet file."""
    meta = checked(path, lambda: pq.read_metadata(path))
    return [meta.row_group(index).num_rows for index in range(meta.num_row_groups)]


def read_rows(path: Path, first: int, count: int, columns: Iterable[str]) -> pa.Table:
    """A run of rows of a Parquet file, those of the columns that it has; text comes as dictionaries.

    Raises FormatError where it cannot be read.
    """
    wanted = list(columns)

    def read() -> pa.Table:
        own = _own_names(pq.read_schema(path).names)
        there = [own[name] for name in wanted if name in own]
        with pq.ParquetFile(path, read_dictionary=there, page_checksum_verification=True) as file:
            groups: list[int] = []
            skipped = seen = 0
            for index in range(file.metadata.num_row_groups):
                rows = file.metadata.row_group(index).num_rows
                if seen + rows > first and seen < first + count:
                    skipped = seen if not groups else skipped
                    groups.append(index)
                seen += rows
            table = file.read_row_groups(groups, columns=there)
        table.validate(full=True)  # places of words that are none, words that are no text
        return table.slice(first - skipped, count)

    return by_form_names(table_of(checked(path, read)))


def _own_names(names: Iterable[str]) -> dict[str, str]:
    """The name that a file has for each column, by the name of the form."""
    return {form_name(name): name for name in names}


def shaped(table: pa.Table, shape: Shape) -> pa.Table:
    """The table with every column of the shape, each of the kind that the shape says where it tells a row."""
    columns: dict[str, Any] = {}
    for name, kind in shape.columns:
        if name not in table.column_names:
            columns[name] = pa.nulls(len(table), pa.type_for_alias(kind))
            continue
        column = table[name]
        if name in KEPT and _kind(column.type) != kind:
            column = _as_kind(column, kind)
        columns[name] = column
    for name in (FILE, ROW):
        if name in table.column_names:
            columns[name] = table[name]
    return pa.table(columns)


def event_key(word: object) -> str | None:
    """An event as text, which is the same whether a file has it as a number or as text; None where there is none.

    >>> event_key(7), event_key(7.0), event_key(" A "), event_key(None)
    ('7', '7', 'A', None)
    """
    if isinstance(word, float):
        return None if word != word else str(int(word)) if word.is_integer() else str(word)
    return (str(word).strip() or None) if word is not None else None


def _as_kind(column: pa.ChunkedArray, kind: str) -> pa.ChunkedArray:
    wanted = pa.type_for_alias(kind)
    if pa.types.is_floating(column.type):
        words = [event_key(number) for number in column.to_pylist()]
        return pa.chunked_array([pa.array(words, pa.string())])
    try:
        if not pa.types.is_dictionary(column.type):
            return column.cast(wanted)
        return pa.chunked_array([chunk.dictionary.cast(wanted).take(chunk.indices) for chunk in column.chunks], wanted)
    except pa.ArrowInvalid as fault:
        raise FormatError(
            _("numbers here and in other files do not go together: {reason}").format(reason=fault)
        ) from None
