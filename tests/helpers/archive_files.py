"""Archives in files: random rows as Parquet or CSV, and what a job gave as one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bulk_archives import Row, archive_rows, columns_of, team_rows
from overtrick.bulk import parts
from overtrick.bulk.writing import write_table

__all__ = [
    "bytes_of", "many_rows", "many_team_rows", "prime_rows", "spoil", "stop_at_table", "table_of_parts",
    "table_of_rows", "write_csv", "write_parquet",
]  # fmt: skip

_TEXTS = ("session", "section", "contract", "declarer", "vul", "outcome", "version")


def many_rows(seed: int, events: int = 12) -> list[Row]:
    """Rows of several events, each with a number of its own; events stand together."""
    found: list[Row] = []
    number = 0
    while number < events:
        rows = archive_rows(seed + number)
        for event in dict.fromkeys(row["event"] for row in rows):
            number += 1
            found += [row | {"event": number} for row in rows if row["event"] == event]
    return found


def many_team_rows(seed: int, events: int = 12) -> list[Row]:
    """Rows of several events of teams, each with a number of its own; events stand together."""
    found: list[Row] = []
    for number in range(1, events + 1):
        rows = team_rows(seed + number)
        found += [row | {"event": number} for row in rows if row["event"] == rows[0]["event"]]
    return found


def prime_rows(event: int, *, wild: bool) -> list[Row]:
    """An event of boards with a prime number of comparisons each, so that their common denominator is near 2**53."""
    rows: list[Row] = []
    sizes = [300] if wild else [prime + 1 for prime in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)]
    for board, size in enumerate(sizes, 1):
        for table in range(1, size + 1):
            row: Row = dict.fromkeys(columns_of([]))
            row |= {"event": event, "board": board, "ns": str(table), "ew": str(table + 1000), "declarer": "N"}
            tricks = 13 if table % 2 else 0
            rows.append(row | ({"contract": "7NTXX", "tricks": tricks} if wild else {"contract": "2H", "tricks": 8}))
    return rows


def table_of_rows(rows: list[Row]) -> pa.Table:
    """The rows as an Arrow table of the form."""
    columns: dict[str, Any] = columns_of(rows)
    return pa.table({name: pa.array(v, pa.string()) if name in _TEXTS else pa.array(v) for name, v in columns.items()})


def write_parquet(rows: list[Row], path: Path, *, group: int = 50) -> Path:
    """The rows as a Parquet file of small row groups."""
    pq.write_table(table_of_rows(rows), path, row_group_size=group)
    return path


def spoil(path: Path, column: str, groups: Iterable[int] | None = None) -> None:
    """Write nonsense over the pages of a column of a Parquet file, in some row groups or in all."""
    meta, data = pq.read_metadata(path), bytearray(path.read_bytes())
    place = meta.schema.names.index(column)
    for group in range(meta.num_row_groups) if groups is None else groups:
        chunk = meta.row_group(group).column(place)
        first = chunk.dictionary_page_offset or chunk.data_page_offset
        data[first : first + chunk.total_compressed_size] = b"\xff" * chunk.total_compressed_size
    path.write_bytes(data)


def write_csv(rows: list[Row], path: Path) -> Path:
    """The rows as a table of text."""
    columns = columns_of(rows)
    cells = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join("" if cell is None else str(cell) for cell in row) for row in cells)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def bytes_of(out: Path) -> dict[str, bytes]:
    """Every file of a job that is not hidden, by its name."""
    paths = [path for path in out.rglob("*") if path.is_file() and ".job" not in path.parts]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(paths)}


def table_of_parts(out: Path, name: str) -> pa.Table:
    """All parts of the results or the totals."""
    return pa.concat_tables([pq.read_table(path) for path in sorted((out / name).glob("*.parquet"))])


@contextmanager
def stop_at_table(monkeypatch: pytest.MonkeyPatch, number: int) -> Iterator[None]:
    """Jobs stop as by the keyboard, when they are about to write their table of that number."""
    count = 0

    def stopping(table: Any, path: Path, words: Any) -> int:
        nonlocal count
        count += 1
        if count == number:
            raise KeyboardInterrupt
        return write_table(table, path, words)

    with monkeypatch.context() as patch:
        patch.setattr(parts, "write_table", stopping)
        yield
