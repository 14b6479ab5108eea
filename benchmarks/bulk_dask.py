"""Dask with two processes against a process pool of two, on the same files: `python benchmarks/bulk_dask.py [--full]`.

Both do the same work on the same parts of the archive and are warm: workers have started and have scored all of it.
The files that come out are compared byte by byte.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bulk_archive import Plan, write_archive
from bulk_common import best_by_turns, missing, ratio, workspace
from bulk_job import score

WORKERS = 2


def work_of(archive: Path, out: Path) -> tuple[Any, list[Any]]:
    """The job of the local engine on the archive, and the parts that it cut it into."""
    from overtrick.bulk import local

    run, seen = local.run_parts, []
    local.run_parts = lambda engine, work, parts, **how: seen.append((work, parts)) or run(engine, work, parts, **how)
    try:
        score(archive, out)
    finally:
        local.run_parts = run
    (work, parts) = seen[0]
    return work.keywords["job"], parts


def in_turn(job: Any, parts: list[Any], spare: Path, runs: int) -> tuple[float, float]:
    """Seconds of the pool and of Dask, by turns, each time into a new folder."""
    from dask.distributed import Client

    from overtrick.bulk.dask_engine import processes
    from overtrick.bulk.engines import run_parts
    from overtrick.bulk.manifest import open_folder
    from overtrick.bulk.parts import run_part

    made = dict.fromkeys(("pool", "dask"), 0)

    def work(kind: str) -> Callable[[Any], Any]:
        made[kind] += 1
        out = spare / f"{kind}-{made[kind]}"
        open_folder(out, "benchmark")
        return partial(run_part, job=replace(job, out=str(out)))

    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("spawn")))
        client = stack.enter_context(Client(stack.enter_context(processes(WORKERS))))

        def by_pool() -> None:
            list(pool.map(work("pool"), parts))

        def by_dask() -> None:
            run_parts("dask", work("dask"), parts, cluster=client)

        by_pool()
        by_dask()
        times = best_by_turns({"pool": by_pool, "dask": by_dask}, runs)
    return times["pool"], times["dask"]


def same(one: Path, other: Path) -> bool:
    """Whether two folders have the same tables, byte by byte."""
    names = [path.relative_to(one) for path in sorted(one.glob("*/*.parquet"))]
    return len(names) > 0 and all((one / name).read_bytes() == (other / name).read_bytes() for name in names)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare Dask with a process pool.")
    parser.add_argument("--full", action="store_true", help="10 million results in 8 files, not 1 million in 4")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow", "dask", "distributed"):
        return 0
    results, files, runs = (10**7, 8, 3) if given.full else (10**6, 4, 3)
    with workspace() as spare:
        _paths, rows = write_archive(spare / "archive", Plan(results), files=files)
        job, parts = work_of(spare / "archive", spare / "local")
        pool, dask = in_turn(job, parts, spare, runs)
        alike = same(spare / "local", spare / "pool-1") and same(spare / "local", spare / "dask-1")
    detail = f"{rows / dask / 1e6:.1f} and {rows / pool / 1e6:.1f} M results a second"
    ratio(f"Dask / process pool of {WORKERS}, {rows:,} results", dask / pool, "<= 1.3", detail=detail)
    print("  files identical" if alike else "  FILES DIFFER")
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main())
