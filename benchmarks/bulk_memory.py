"""Peak memory and time of scoring an archive, each in a fresh process: `python benchmarks/bulk_memory.py [--full]`.

The larger archive has ten times the results of the smaller one; `--full` takes 10 and 100 million of them (about
200 MB of Parquet). `--keep DIR` keeps the archives for the next run.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bulk_archive import Plan, write_archive
from bulk_common import in_fresh_process, missing, ratio, workspace


def archive(kept: Path, results: int, per_file: int) -> Path:
    """The directory of an archive, made where it is not there yet."""
    where = kept / f"archive-{results}"
    if not (where / "complete").exists():
        write_archive(where, Plan(results), files=results // per_file)
        (where / "complete").touch()
    return where


def measure(kept: Path, results: int, per_file: int, kernel: str) -> tuple[float, int]:
    """Seconds, the start of the interpreter left out, and the peak in MB."""
    where = archive(kept, results, per_file)
    script = str(Path(__file__).with_name("bulk_job.py"))
    found = json.loads(in_fresh_process(script, str(where), str(kept / "out"), kernel))
    print(f"  {kernel}, {found['results']:,} results: {found['seconds']:.2f} s, peak {found['peak']} MB")
    return found["seconds"], found["peak"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure peak memory and growth.")
    parser.add_argument("--full", action="store_true", help="10 and 100 million results, not 0.2 and 2")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where archives stay")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow"):
        return 0
    small, large, per_file = (10**7, 10**8, 10**6) if given.full else (2 * 10**5, 2 * 10**6, 10**5)
    kernels = ["numpy"] if missing("numba") else ["numba", "numpy"]
    with workspace(given.keep) as kept:
        for kernel in kernels:
            print(f"memory and growth, {kernel}")
            small_runs = [measure(kept, small, per_file, kernel) for _run in range(3)]
            least, most = min(small_runs), measure(kept, large, per_file, kernel)
            ratio(f"peak at {large:,} in GB", most[1] / 1000, "<= 1")
            ratio(f"peak at {large:,} / {small:,}", most[1] / least[1], "<= 1.3")
            ratio(f"time at {large:,} / {small:,}", most[0] / least[0], "<= 11")
    return 0


if __name__ == "__main__":
    sys.exit(main())
