"""Cost of a result in a large field over that in a small one, in memory: `python benchmarks/bulk_fields.py [--full]`.

Whole scoring is timed: codes to score, matchpoints, cross-IMPs, Butler, totals and places. Once every board has as
many results, once it has not, and totals are fractions with large denominators.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from bulk_common import best, missing, ratio
from bulk_job import plan
from bulk_kernel import codes_of

SMALL, LARGE = 32, 1000
SIZES = (8, SMALL, 100, LARGE)


def cost(codes: Any, kernel: str, runs: int = 4) -> float:
    """Nanoseconds of processor time a result, in the quickest run."""
    from overtrick.bulk.scoring import process
    from overtrick.bulk.work import Buffers

    buffers, rules = Buffers(), plan()

    def work() -> None:
        process(codes, rules, kernel=kernel, buffers=buffers)

    work()
    return best(work, runs, clock=time.thread_time) / len(codes) * 1e9


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the cost of small and large fields.")
    parser.add_argument("--full", action="store_true", help="1,000,000 results of each, not 120,000")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow"):
        return 0
    results = 10**6 if given.full else 120_000
    kernels = ["numpy"] if missing("numba") else ["numba", "numpy"]
    for regular, words in ((True, "all boards played by all"), (False, "some awarded, some not played")):
        archives = {size: codes_of(results, (size, size), regular=regular) for size in SIZES}
        print(f"cost a result, field of {LARGE} tables over field of {SMALL}, {words}")
        for kernel in kernels:
            costs = {size: cost(codes, kernel) for size, codes in archives.items()}
            detail = ", ".join(f"{size} tables {each:.0f} ns" for size, each in costs.items())
            ratio(f"  {kernel}", costs[LARGE] / costs[SMALL], "<= 1.0", detail=detail, full=given.full)
    return 0


if __name__ == "__main__":
    sys.exit(main())
