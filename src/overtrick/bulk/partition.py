"""Archives put in order once: tables of text become Parquet, events that are scattered are put together by their hash.

Both work through their input slice by slice, so memory does not grow with it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from overtrick.bulk.codes import I64
from overtrick.bulk.columns import one_array
from overtrick.bulk.form import FORM, form_name
from overtrick.bulk.head import Head, head_of
from overtrick.bulk.manifest import named, replaced
from overtrick.bulk.reading import FILE, NUMBERS, ROW, Shape, checked, event_key, read_rows, row_groups, shaped
from overtrick.bulk.seating import KEPT
from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["Misshapen", "bucket_of", "event_runs", "partition", "take_in_csv"]

_BLOCK = 16 * 1024 * 1024  # bytes of a table of text that are read at a time
_SLICE = 1_000_000  # rows that are partitioned at a time
_CODED = tuple(column.name for column in FORM if "code" in column.kinds)
_TEXT = pa.dictionary(pa.int32(), pa.string())
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")

Misshapen = tuple[int, str]
"""The number of a row that has too few or too many cells, from 0, and what stands there."""


def take_in_csv(path: Path, target: Path, *, encoding: str | None = None) -> list[Misshapen]:
    """Write a table of text as Parquet with the number of each row; gives the rows that have no such cells.

    `encoding` is its code page where it does not say, else it is UTF-8. Raises FormatError for a file that is no such
    table, OSError for a full disk.
    """
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
        reader = stack.enter_context(checked(path, lambda: open_csv(path, **options)))
        there = [name for name in own if own[name] in reader.schema.names]
        draft = stack.enter_context(replaced(target))
        schema = pa.schema([*((name, _TEXT) for name in there), (ROW, pa.int64())])
        writer = stack.enter_context(pq.ParquetWriter(draft, schema, compression="zstd"))
        done = 0
        for batch in _batches(path, reader):
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
    for column in FORM:
        if names.count(column.name) > 1:
            raise FormatError(_("column {name} is there twice").format(name=column.name), str(path))
    return {column.name: head.names[names.index(column.name)] for column in FORM if column.name in names}


def _batches(path: Path, reader: pa.csv.CSVStreamingReader) -> Iterator[pa.RecordBatch]:
    while True:
        try:
            batch = checked(path, reader.read_next_batch)
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


def event_runs(path: Path) -> Iterator[tuple[list[str | None], list[int]]]:
    """The events of a file as they follow one another: the key and the first row of each run, row group by row group.

    A run that goes on in the next row group is there again.
    """
    first = 0
    for rows in row_groups(path):
        column = one_array(read_rows(path, first, rows, ["event"])["event"])
        places = column.indices if pa.types.is_dictionary(column.type) else column
        if places.null_count:
            places = places.fill_null(-1)
        codes = places.to_numpy(zero_copy_only=False)
        heads = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1]))) if rows else np.zeros(0, np.int64)
        keys = [event_key(word) for word in column.take(pa.array(heads)).to_pylist()]
        yield keys, (heads + first).tolist()
        first += rows


def bucket_of(column: pa.ChunkedArray, buckets: int) -> I64:
    """The bucket of each event, the same on every machine.

    >>> bucket_of(pa.chunked_array([[1, 2, 1]]), 8).tolist()
    [6, 4, 6]
    """
    array = one_array(column)
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    words = array.dictionary.to_pylist()
    keys = [(event_key(word) or "").encode("utf-8", "surrogatepass") for word in [*words, None]]
    digests = [blake2b(key, digest_size=8).digest() for key in keys]
    found = np.array([int.from_bytes(digest, "big") % buckets for digest in digests], np.int64)
    places: npt.NDArray[np.int64] = array.indices.fill_null(len(words)).to_numpy(zero_copy_only=False)
    return found[places]


def partition(
    paths: Sequence[Path],
    folder: Path,
    shape: Shape,
    buckets: int,
    *,
    listen: Callable[[int], None] | None = None,
) -> list[tuple[Path, int]]:
    """Put the rows of whole events together: one file for each bucket, and its number of rows.

    Rows keep the order of the files and of the rows in them, and know both. What was in the folder before is gone; it
    has its name only when it is whole. Raises FormatError for a file that cannot be read, OSError for a full disk.
    """
    draft = folder.with_name(f"{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    draft.mkdir(parents=True)
    counts = [0] * buckets
    writers: dict[int, pq.ParquetWriter] = {}
    done = 0
    with named(folder), ExitStack() as stack:
        for table in _slices(paths, shape):
            for bucket, rows in _split(table, buckets):
                if bucket not in writers:
                    writer = pq.ParquetWriter(draft / _name(bucket), rows.schema, compression="zstd")
                    writers[bucket] = stack.enter_context(writer)
                writers[bucket].write_table(rows)
                counts[bucket] += len(rows)
            done += len(table)
            if listen is not None:
                listen(done)
    draft.rename(folder)
    return [(folder / _name(bucket), count) for bucket, count in enumerate(counts) if count]


def _name(bucket: int) -> str:
    return f"bucket-{bucket:05}.parquet"


def _slices(paths: Iterable[Path], shape: Shape) -> Iterator[pa.Table]:
    for number, path in enumerate(paths):
        first, total = 0, sum(row_groups(path))
        while first < total:
            count = min(_SLICE, total - first)
            read = read_rows(path, first, count, (*shape.names, ROW))
            table = _plain(shaped(read, shape), shape, path)
            rows = read[ROW] if ROW in read.column_names else pa.array(np.arange(first, first + count))
            yield table.append_column(FILE, pa.array(np.full(count, number, np.int32))).append_column(ROW, rows)
            first += count


def _split(table: pa.Table, buckets: int) -> Iterator[tuple[int, pa.Table]]:
    """The rows of each bucket, in their order."""
    own = bucket_of(table["event"], buckets)
    order = np.argsort(own, kind="stable")
    ordered = table.take(pa.array(order))
    ends = np.cumsum(np.bincount(own, minlength=buckets))
    for bucket in np.unique(own).tolist():
        first = int(ends[bucket - 1]) if bucket else 0
        yield bucket, ordered.slice(first, int(ends[bucket]) - first)


def _plain(table: pa.Table, shape: Shape, path: Path) -> pa.Table:
    """The table with columns of the same kinds whatever file it came from: whole numbers, or dictionaries of text."""
    columns = {}
    for name, kind in shape.columns:
        column = one_array(table[name])
        number = pa.types.is_integer(column.type)
        if number and kind == "string" and name in _CODED:
            raise FormatError(_("column {name} holds codes here, and text in other files").format(name=name), str(path))
        if kind != "string":
            columns[name] = column.cast(pa.type_for_alias(kind))
            continue
        if not pa.types.is_dictionary(column.type) and not pa.types.is_string(column.type):
            column = column.cast(pa.large_string())
        if not pa.types.is_dictionary(column.type):
            column = column.dictionary_encode()
        columns[name] = pa.DictionaryArray.from_arrays(
            column.indices.cast(pa.int32()), column.dictionary.cast(pa.string())
        )
    return pa.table(columns)
