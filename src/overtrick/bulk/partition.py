"""Archives put in order once: events that are scattered are put together by their hash.

It works through its input slice by slice, so memory does not grow with it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from overtrick.bulk.codes import I64
from overtrick.bulk.columns import one_array
from overtrick.bulk.form import FORM
from overtrick.bulk.manifest import named
from overtrick.bulk.reading import FILE, ROW, Shape, event_key, read_rows, row_groups, shaped
from overtrick.errors import FormatError
from overtrick.i18n import gettext as _

__all__ = ["Lost", "bucket_of", "event_runs", "partition"]

Lost: TypeAlias = tuple[int, int, int, str]
"""Rows that could not be read: the number of the file, the first of them and their count, and why."""

_SLICE = 1_000_000  # rows that are partitioned at a time
_CODED = tuple(column.name for column in FORM if "code" in column.kinds)


def event_runs(path: Path) -> Iterator[tuple[list[str | None], list[int]]]:
    """The events of a file as they follow one another: the key and the first row of each run, row group by row group.

    A run that goes on in the next row group is there again.
    """
    first = 0
    for rows in row_groups(path):
        column = one_array(read_rows(path, first, rows, ["event"])["event"])
        if pa.types.is_null(column.type):
            column = column.cast(pa.int64())
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
) -> tuple[list[tuple[Path, int]], list[Lost]]:
    """Put the rows of whole events together: one file for each bucket, with its number of rows, and the rows lost.

    Rows keep the order of the files and of the rows in them, and know both. What was in the folder before is gone; it
    has its name only when it is whole. Rows that cannot be read are lost. Raises OSError for a full disk.
    """
    draft = folder.with_name(f"{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    draft.mkdir(parents=True)
    counts = [0] * buckets
    writers: dict[int, pq.ParquetWriter] = {}
    done = 0
    lost: list[Lost] = []
    with named(folder), ExitStack() as stack:
        for table in _slices(paths, shape, lost):
            for bucket, rows in _split(table, buckets):
                if bucket not in writers:
                    where = draft / _name(bucket)
                    writer = pq.ParquetWriter(where, rows.schema, compression="zstd", write_page_checksum=True)
                    writers[bucket] = stack.enter_context(writer)
                writers[bucket].write_table(rows)
                counts[bucket] += len(rows)
            done += len(table)
            if listen is not None:
                listen(done)
    draft.rename(folder)
    return [(folder / _name(bucket), count) for bucket, count in enumerate(counts) if count], lost


def _name(bucket: int) -> str:
    return f"bucket-{bucket:05}.parquet"


def _slices(paths: Iterable[Path], shape: Shape, lost: list[Lost]) -> Iterator[pa.Table]:
    for number, path in enumerate(paths):
        first, total = 0, sum(row_groups(path))
        while first < total:
            count = min(_SLICE, total - first)
            try:
                read = read_rows(path, first, count, (*shape.names, ROW))
                table = _plain(shaped(read, shape), shape, path)
            except FormatError as fault:
                lost.append((number, first, count, str(fault)))
            else:
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
