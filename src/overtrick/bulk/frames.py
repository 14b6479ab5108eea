"""Frames of any library in and out through the Arrow interface."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from overtrick.bulk.form import FORM, form_name
from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = ["by_form_names", "frame_like", "table_of"]


def table_of(frame: Any) -> pa.Table:
    """The frame as an Arrow table: Polars, pandas, pyarrow, DuckDB, or anything else with `__arrow_c_stream__`.

    Raises InputError for other things.

    >>> table_of(pa.table({"board": [1]})).num_rows
    1
    """
    if isinstance(frame, pa.Table):
        return _plain(frame)
    if isinstance(frame, pa.RecordBatch):
        return _plain(pa.Table.from_batches([frame]))
    if isinstance(frame, pa.RecordBatchReader):
        return _plain(frame.read_all())
    if _library(frame) == "polars" and type(frame).__name__ == "LazyFrame":
        frame = frame.collect()
    if hasattr(frame, "__arrow_c_stream__"):
        return _plain(pa.table(frame))
    raise InputError(
        _("a frame of Polars, pandas, pyarrow or DuckDB is wanted, not {kind}").format(kind=type(frame).__name__)
    )


def _plain(table: pa.Table) -> pa.Table:
    """The table with views of strings as strings, which more of Arrow can work on."""
    for index, column in enumerate(table.columns):
        kind = column.type
        if pa.types.is_string_view(kind):
            table = table.set_column(index, table.field(index).name, column.cast(pa.large_string()))
        elif pa.types.is_dictionary(kind) and pa.types.is_string_view(kind.value_type):
            chunks = [
                pa.DictionaryArray.from_arrays(chunk.indices, chunk.dictionary.cast(pa.large_string()))
                for chunk in column.chunks
            ]
            made = pa.chunked_array(chunks, pa.dictionary(kind.index_type, pa.large_string()))
            table = table.set_column(index, table.field(index).name, made)
    return table


def by_form_names(table: pa.Table) -> pa.Table:
    """The table with the columns of the form under the names that they have there.

    >>> by_form_names(pa.table({"Board ": [1], "Club": ["Y"]})).column_names
    ['board', 'Club']
    """
    known = {column.name for column in FORM}
    return table.rename_columns([form_name(name) if form_name(name) in known else name for name in table.column_names])


def frame_like(table: pa.Table, frame: Any) -> Any:
    """The table in the library of a frame; an Arrow table where that library is not known."""
    match _library(frame):
        case "polars":
            import polars

            found = polars.DataFrame(table)
            return found.lazy() if type(frame).__name__ == "LazyFrame" else found
        case "pandas":
            return table.to_pandas()
        case "duckdb" | "_duckdb":
            import duckdb

            return duckdb.from_arrow(table)
        case _:
            return table


def _library(frame: Any) -> str:
    return type(frame).__module__.partition(".")[0]
