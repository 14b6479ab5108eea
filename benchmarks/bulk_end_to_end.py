"""Parquet to Parquet against polars' own decode and write, and against DuckDB: `python benchmarks/bulk_end_to_end.py`.

In: an archive of results. Out: points, matchpoints, cross-IMPs and Butler of each, cross-IMP totals and places of each
contestant. The floor is what polars takes to read the same files and to write the same tables. DuckDB does the same
work in SQL (`bulk_sql.py`), and every number that it gives is compared. All is warm; the quickest of some runs counts.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bulk_archive import Plan, write_archive
from bulk_common import best_by_turns, missing, ratio, workspace
from bulk_job import score
from bulk_sql import score_in_sql

BARS = {"numba": ("<= 4", ">= 3"), "numpy": ("<= 8", ">= 1.7")}
RESULTS = ("points", "n", "expected", "mp", "ew_mp", "ximp", "butler", "datum")
OURS = {"mp_ns": "mp", "mp_ew": "ew_mp", "ximp_ns": "ximp", "butler_ns": "butler"}
TOTALS = ("boards", "total_num", "total_den", "place")


def floor(paths: list[Path], out: Path, spare: Path) -> dict[str, Callable[[], None]]:
    """What polars does to read the archive and to write what came out of it."""
    import polars as pl

    from overtrick.bulk.writing import PARQUET

    made = [pl.read_parquet(path) for path in sorted(out.glob("*/part-*.parquet"))]

    def read() -> None:
        for path in paths:
            pl.read_parquet(path)

    def write() -> None:
        for frame in made:
            frame.write_parquet(spare / "floor.parquet", **PARQUET)

    return {"read": read, "write": write}


def from_the_start(archive: Path, out: Path, kernel: str) -> None:
    """The whole job, of which nothing is known from another run."""
    shutil.rmtree(out, ignore_errors=True)
    score(archive, out, kernel=kernel)


def tables(out: Path) -> tuple[Any, Any]:
    """Results and totals of the engine, in the words of the SQL and in one order."""
    import polars as pl

    lines = pl.read_parquet(out / "results" / "*.parquet").rename(OURS)
    sums = pl.read_parquet(out / "totals" / "*.parquet")
    return ordered(lines, sums.rename({"contestant": "key"}))


def ordered(lines: Any, sums: Any) -> tuple[Any, Any]:
    """Only what is compared: lines with a result, all totals."""
    import polars as pl

    kept = lines.filter(pl.col("points").is_not_null()).sort("event", "board", "table")
    return (
        kept.select(pl.col("event", "board", "table", *RESULTS).cast(pl.Int64)),
        sums.sort("event", "key").select(pl.col("event", "key", *TOTALS).cast(pl.Int64)),
    )


def agree(spare: Path, kernels: list[str], sql: tuple[Path, Path]) -> bool:
    """Whether DuckDB and the kernels give the same numbers, after a line that tells."""
    import polars as pl

    theirs = ordered(*(pl.read_parquet(path) for path in sql))
    alike = all(
        mine.equals(other) for kernel in kernels for mine, other in zip(tables(spare / kernel), theirs, strict=True)
    )
    print("  all numbers identical to DuckDB's" if alike else "  NUMBERS DIFFER FROM DUCKDB'S")
    return alike


def main() -> int:
    parser = argparse.ArgumentParser(description="Time whole jobs.")
    parser.add_argument("--full", action="store_true", help="10 million results, not 1 million")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow"):
        return 0
    results, files = (10**7, 8) if given.full else (10**6, 2)
    kernels = ["numpy"] if missing("numba") else ["numba", "numpy"]
    with workspace() as spare:
        paths, rows = write_archive(spare / "archive", Plan(results), files=files)
        sql = spare / "sql-results.parquet", spare / "sql-totals.parquet"
        works: dict[str, Callable[[], object]] = {
            kernel: partial(from_the_start, spare / "archive", spare / kernel, kernel) for kernel in kernels
        }
        for work in works.values():
            work()
        works |= floor(paths, spare / kernels[0], spare)
        if not missing("duckdb"):
            works["DuckDB"] = partial(score_in_sql, paths, *sql, spare=spare)
            works["DuckDB, seats unseen"] = partial(score_in_sql, paths, *sql, spare=spare, seats=False)
        times = best_by_turns(works)
        told(times, kernels, rows, full=given.full)
        return 0 if "DuckDB" not in times or agree(spare, kernels, sql) else 1


def told(times: dict[str, float], kernels: list[str], rows: int, *, full: bool) -> None:
    least = times["read"] + times["write"]
    for kernel in kernels:
        name, value = f"end to end {rows:,}, {kernel} / decode and write", times[kernel] / least
        detail = f"{times[kernel]:.2f} s, {rows / times[kernel] / 1e6:.1f} M/s, floor {least:.2f} s"
        ratio(name, value, BARS[kernel][0], detail=detail, full=full)
    for kernel in kernels if "DuckDB" in times else ():
        unseen = times["DuckDB, seats unseen"]
        detail = f"DuckDB {times['DuckDB']:.2f} s; {unseen:.2f} s without looking for lines that stand twice"
        ratio(
            f"end to end, DuckDB / {kernel}", times["DuckDB"] / times[kernel], BARS[kernel][1], detail=detail, full=full
        )


if __name__ == "__main__":
    sys.exit(main())
