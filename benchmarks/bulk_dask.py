"""Dask with two processes against a process pool of two, on the same files: `python benchmarks/bulk_dask.py [--full]`.

Both are warm: workers have started and have scored a file. The files that come out are compared byte by byte.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bulk_archive import Plan, write_archive
from bulk_common import best_by_turns, missing, ratio, workspace
from bulk_files import score_file

WORKERS = 2


def in_turn(names: list[str], pool_out: str, dask_out: str, runs: int) -> tuple[float, float]:
    """Seconds of the pool and of Dask, by turns."""
    from dask.distributed import Client, LocalCluster

    pools = [pool_out] * len(names)
    dasks = [dask_out] * len(names)
    with (
        ProcessPoolExecutor(WORKERS, mp_context=multiprocessing.get_context("spawn")) as pool,
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):

        def by_pool() -> None:
            list(pool.map(score_file, names, pools))

        def by_dask() -> None:
            client.gather(client.map(score_file, names, dasks, pure=False))

        by_pool()
        by_dask()
        times = best_by_turns({"pool": by_pool, "dask": by_dask}, runs)
    return times["pool"], times["dask"]


def same(one: Path, other: Path) -> bool:
    names = sorted(path.name for path in one.iterdir())
    return names == sorted(path.name for path in other.iterdir()) and all(
        (one / name).read_bytes() == (other / name).read_bytes() for name in names
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare Dask with a process pool.")
    parser.add_argument("--full", action="store_true", help="10 million results in 8 files, not 1 million in 4")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow", "dask", "distributed"):
        return 0
    results, files, runs = (10**7, 8, 3) if given.full else (10**6, 4, 3)
    with workspace() as spare:
        paths, rows = write_archive(spare / "archive", Plan(results), files=files)
        for name in ("pool", "dask"):
            (spare / name).mkdir()
        names = [str(path) for path in paths]
        pool, dask = in_turn(names, str(spare / "pool"), str(spare / "dask"), runs)
        alike = same(spare / "pool", spare / "dask")
    detail = f"{rows / dask / 1e6:.1f} and {rows / pool / 1e6:.1f} M results a second"
    ratio(f"Dask / process pool of {WORKERS}, {rows:,} results", dask / pool, "<= 1.3", detail=detail)
    print("  files identical" if alike else "  FILES DIFFER")
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main())
