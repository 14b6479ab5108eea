"""Tables that are no Parquet, made into it: text with commas or other marks between the cells, and Arrow's own files.

Both are worked through batch by batch, so memory does not grow with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet as pq

from overtrick.bulk.codes import I64
from overtrick.bulk.files import ARROW, kind_inside
from overtrick.bulk.form import FORM, check_names, form_name
from overtrick.bulk.frames import table_of
from overtrick.bulk.head import Head, head_of, packed
from overtrick.bulk.manifest import replaced
from overtrick.bulk.reading import NUMBERS, ROW, checked
from overtrick.bulk.seating import KEPT
from overtrick.errors import FormatError, InputError
from overtrick.i18n import gettext as _

__all__ = ["Misshapen", "take_in"]

_BLOCK = 16 * 1024 * 1024  # bytes of a table of text that are read at a time
_TEXT = pa.dictionary(pa.int32(), pa.string())
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")

Misshapen = tuple[int, str]
"""The number of a row that has too few or too many cells, from 0, and what stands there."""


def take_in(path: Path, target: Path, *, encoding: str | None = None) -> list[Misshapen]:
    """Write a table of text or of Arrow as Parquet; gives the rows that have too few or too many cells.

    `encoding` is the code page of text that does not say, else it is UTF-8. Raises FormatError for a file that is no
    such table, OSError for a full disk.
    """
    if kind_inside(path, encoding) == "arrow":
        _take_in_arrow(path, target)
        return []
    return _take_in_text(path, target, encoding)


def _take_in_arrow(path: Path, target: Path) -> None:
    """A file or a stream of Arrow, also what other programs call Feather."""
    with pa.memory_map(str(path)) as file, ExitStack() as stack:
        magic = checked(path, lambda: file.read(len(ARROW)))
        file.seek(0)
        of_files = magic == ARROW
        reader = checked(path, partial(pa.ipc.open_file if of_files else pa.ipc.open_stream, file))
        draft = stack.enter_context(replaced(target))
        empty = table_of(reader.schema.empty_table())
        writer = stack.enter_context(pq.ParquetWriter(draft, empty.schema, compression="zstd"))
        for batch in _arrow_batches(path, reader) if of_files else _batches(path, reader):
            writer.write_table(table_of(batch).cast(empty.schema))


def _arrow_batches(path: Path, reader: pa.ipc.RecordBatchFileReader) -> Iterator[pa.RecordBatch]:
    for number in range(reader.num_record_batches):
        yield checked(path, partial(reader.get_batch, number))


def _take_in_text(path: Path, target: Path, encoding: str | None) -> list[Misshapen]:
    """Every column of the form as text, with the number of each row."""
    from pyarrow.csv import ConvertOptions, ParseOptions, ReadOptions, open_csv

    bad: list[Misshapen] = []

    def misshapen(row: pa.csv.InvalidRow) -> str:
        bad.append((row.number - 2, row.text))  # lines count from 1, and the first has the names
        return "skip"

    head = checked(path, lambda: head_of(path, encoding))
    own = _columns(path, head)
    options = {
        "read_options": ReadOptions(use_threads=False, block_size=_BLOCK, encoding=head.encoding),
        "parse_options": ParseOptions(delimiter=head.delimiter, invalid_row_handler=misshapen),
        "convert_options": ConvertOptions(
            column_types=dict.fromkeys(own.values(), _TEXT), strings_can_be_null=True, null_values=[""]
        ),
    }
    numbers = set(KEPT)
    with ExitStack() as stack:
        raw = pa.CompressedInputStream(str(path), "gzip") if packed(path) else str(path)
        reader = stack.enter_context(checked(path, lambda: open_csv(raw, **options), encoding=encoding))
        there = [name for name in own if own[name] in reader.schema.names]
        draft = stack.enter_context(replaced(target))
        schema = pa.schema([*((name, _TEXT) for name in there), (ROW, pa.int64())])
        writer = stack.enter_context(pq.ParquetWriter(draft, schema, compression="zstd"))
        done = 0
        for batch in _batches(path, reader, encoding):
            rows = pa.array(_with_gaps(done, len(batch), [row for row, _text in bad]))
            table = pa.table({name: batch[own[name]] for name in there} | {ROW: rows}, schema)
            done += len(batch)
            numbers -= {name for name in numbers & set(there) if not _all_numbers(table[name])}
            writer.write_table(table)
        writer.add_key_value_metadata({NUMBERS: " ".join(sorted(numbers & set(there)))})
    return bad


def _columns(path: Path, head: Head) -> dict[str, str]:
    """The name in the file of each column of the form that it has. Raises FormatError where one is there twice."""
    names = [form_name(name) for name in head.names]
    try:
        check_names(head.names)
    except InputError as fault:
        raise FormatError(str(fault), str(path)) from None
    for column in FORM:
        if names.count(column.name) > 1:
            raise FormatError(_("column {name} is there twice").format(name=column.name), str(path))
    return {column.name: head.names[names.index(column.name)] for column in FORM if column.name in names}


def _batches(path: Path, reader: Any, encoding: str | None = None) -> Iterator[pa.RecordBatch]:
    while True:
        try:
            batch = checked(path, reader.read_next_batch, encoding=encoding)
        except StopIteration:
            return
        yield batch


def _with_gaps(first: int, count: int, gaps: list[int]) -> I64:
    """The numbers of so many rows from the `first` on, when those in the gaps are not there.

    >>> _with_gaps(1, 3, [0, 3]).tolist()
    [2, 4, 5]
    """
    rows = np.arange(first, first + count)
    return rows + np.searchsorted(np.array(gaps, np.int64) - np.arange(len(gaps)), rows, side="right")


def _all_numbers(column: pa.ChunkedArray) -> bool:
    return all(_NUMBER.fullmatch(word) for chunk in column.chunks for word in chunk.dictionary.to_pylist())
