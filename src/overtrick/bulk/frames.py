"""Frames of any library in and out through the Arrow interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from overtrick.bulk.form import FORM, form_name
from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = ["Source", "by_form_names", "frame_like", "source_of", "table_of"]

_OWN = {column.name for column in FORM}
_FAULTS = (pa.ArrowException, ArithmeticError, NotImplementedError, TypeError, ValueError)
"""What libraries raise where Arrow has no such value or kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A frame that was given: its columns of the form in `table`, and `frame` itself, from which the others come back.

    `given` is what came, of whose library and kind everything is given back.
    """

    given: Any
    frame: Any
    table: pa.Table

    def like(self, table: pa.Table) -> Any:
        """A table as a frame such as the one that was given."""
        return frame_like(table, self.given)

    def joined(self, found: pa.Table, *, first: int = 1, kept: tuple[str, ...] = ()) -> Any:
        """A table of facts of rows with the other columns that the frame has of them, in the order of the rows.

        `row` of the table tells the row. Its columns stand behind those of the frame, but for the `first` ones and
        those `kept` from the frame. Raises InputError where columns could not be told apart.
        """
        rows = found["row"].to_numpy()
        if (rows[1:] < rows[:-1]).any():
            sorting = np.argsort(rows)
            rows, found = rows[sorting], found.take(pa.array(sorting))
        own, front = set(found.column_names), found.column_names[:first]
        told = [(name, form_name(name) if isinstance(name, str) else name) for name in _names(self.frame)]
        others = [name for name, form in told if (form if form in _OWN else name) not in own]
        twice = [name for name, count in Counter(others).items() if count > 1]
        if twice:
            raise InputError(_("column {name} is there twice").format(name=twice[0]))
        order: list[Any] = [*front]
        for name, form in told:
            order += [name] if name in others else [form] if form in kept and form not in front else []
        order += [name for name in found.column_names if name not in order]
        return self._with(found, others, rows, order)

    def _with(self, found: pa.Table, others: list[Any], rows: Any, order: list[Any]) -> Any:
        whole = len(rows) == len(self.frame)  # then the rows are all of them, as they stand
        match _library(self.frame):
            case "polars":
                import polars

                made = polars.DataFrame(found)
                if others:
                    there = self.frame.select(others)
                    made = made.hstack(there if whole else there[rows])
                made = made.select(order)
                return made.lazy() if type(self.given).__name__ == "LazyFrame" else made
            case "pandas":
                import pandas

                there = self.frame[others] if whole else self.frame[others].iloc[rows]
                made = found.to_pandas().set_axis(self.frame.index[rows])
                return pandas.concat([made, there], axis=1)[order]
            case _:
                for name in others:
                    column = self.frame[name]
                    found = found.append_column(name, column if whole else _taken(column, rows, name))
                return self.like(found.select(order))


def source_of(frame: Any) -> Source:
    """A frame with its columns of the form as an Arrow table. Raises InputError for what cannot be handed over.

    >>> source_of(pa.table({"Board ": [1], "Club": ["Y"]})).table.column_names
    ['board', 'Club']
    """
    whole = frame
    if _library(frame) == "polars" and type(frame).__name__ == "LazyFrame":
        whole = frame.collect()
    if _library(whole) in ("polars", "pandas"):
        return Source(frame, whole, by_form_names(table_of(whole)))
    table = table_of(whole)
    return Source(frame, table, by_form_names(table))


def table_of(frame: Any, names: Collection[str] = _OWN) -> pa.Table:
    """The frame as an Arrow table: Polars, pandas, pyarrow, DuckDB, or anything else with `__arrow_c_stream__`.

    Of frames of Polars and pandas the columns of some names alone are handed over, those of the form, as others may
    hold what Arrow does not know; the others have their names and nothing in them. Raises InputError for other things,
    and for columns that cannot be handed over.

    >>> table_of(pa.table({"board": [1]})).num_rows
    1
    """
    if isinstance(frame, pa.Table):
        return _plain(frame)
    if isinstance(frame, pa.RecordBatch):
        return _plain(pa.Table.from_batches([frame]))
    if isinstance(frame, pa.RecordBatchReader):
        return _plain(_handed(frame.read_all))
    if _library(frame) == "polars" and type(frame).__name__ == "LazyFrame":
        frame = frame.collect()
    if _library(frame) == "polars" and type(frame).__name__ == "DataFrame":
        return _plain(_columns(frame, names, lambda place: pa.table(frame[:, [place]]).column(0)))
    if _library(frame) == "pandas" and type(frame).__name__ == "DataFrame":
        return _plain(_columns(frame, names, lambda place: pa.array(frame.iloc[:, place], from_pandas=True)))
    if hasattr(frame, "__arrow_c_stream__"):
        return _plain(_handed(partial(pa.table, frame)))
    raise InputError(
        _("a frame of Polars, pandas, pyarrow or DuckDB is wanted, not {kind}").format(kind=type(frame).__name__)
    )


def _columns(frame: Any, wanted: Collection[str], column: Callable[[int], Any]) -> pa.Table:
    """The columns of some names, and the names alone of the others."""
    names = [name if isinstance(name, str) else str(name) for name in frame.columns]
    arrays = [
        _handed(partial(column, place), name) if form_name(name) in wanted else pa.nulls(len(frame))
        for place, name in enumerate(names)
    ]
    return pa.table(arrays, names)


def _handed(hand_over: Callable[[], Any], name: str | None = None) -> Any:
    """What is handed over; InputError where Arrow does not take it."""
    try:
        return hand_over()
    except _FAULTS as fault:
        reason = " ".join(str(fault).split())[:200]
        if name is None:
            raise InputError(_("the frame cannot be handed over: {reason}").format(reason=reason)) from None
        raise InputError(
            _("column {name} cannot be handed over; numbers or text are wanted: {reason}").format(
                name=name, reason=reason
            )
        ) from None


def _taken(column: pa.ChunkedArray, rows: Any, name: str) -> pa.ChunkedArray:
    return _handed(partial(column.take, pa.array(rows)), name)


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
    return table.rename_columns([form_name(name) if form_name(name) in _OWN else name for name in table.column_names])


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


def _names(frame: Any) -> list[Any]:
    return list(frame.column_names) if isinstance(frame, pa.Table) else list(frame.columns)
