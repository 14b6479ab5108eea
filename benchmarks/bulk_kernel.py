"""The boards kernel against a memcpy of the same bytes, in one thread: `python benchmarks/bulk_kernel.py [--full]`.

The bytes are those of every row that the kernel reads and writes: cell, place of the score, matchpoints, cross-IMPs,
Butler. The look-up of scores is timed beside a copy of what it reads and writes. All arrays are warm; the figure is
the quickest of some runs by the thread's own processor time, as other work on the machine is none of the kernel's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from bulk_archive import Plan, fields, frames
from bulk_common import best, missing, ratio

RUNS = 15
BARS = {"numba": "<= 18", "numpy": "<= 120"}


def quickest(work: Callable[[], object]) -> float:
    """Seconds of processor time of this thread."""
    return best(work, RUNS, clock=time.thread_time)


def copied(size: int) -> float:
    """Seconds that a copy of so many bytes takes, both arrays warm."""
    import numpy as np

    source, target = np.ones(size, np.uint8), np.zeros(size, np.uint8)
    return quickest(lambda: np.copyto(target, source))


def codes_of(results: int, tables: tuple[int, int] = (8, 200), *, regular: bool = False) -> Any:
    """An archive made in memory, as the codes that the kernels work on."""
    import polars as pl

    from overtrick.bulk.intake import normalise

    plan = Plan(results, fields=tables, regular=regular)
    sizes = fields(plan)
    codes, refused = normalise(pl.concat(frames(plan, sizes)))
    assert len(refused) == 0
    return codes


def handed(codes: Any, kernel: str) -> tuple[Callable[[Any, Any], None], Any, Any]:
    """The kernel, and what the engine hands to it for the codes."""
    from overtrick.bulk.plan import make_plan
    from overtrick.bulk.scoring import compare

    module = import_module("overtrick.bulk.kernel" if kernel == "numba" else "overtrick.bulk.kernel_numpy")
    plan = make_plan(method="cross-imps", also=("matchpoints", "butler"), datum_drop="bridge-scorer")
    boards, seen = module.boards, []
    module.boards = lambda work, out: seen.append((work, out))
    try:
        compare(codes, plan, kernel=kernel)
    finally:
        module.boards = boards
    return boards, *seen[0]


def gather(codes: Any) -> None:
    """The look-up of scores alone."""
    import numpy as np

    from overtrick.bulk.tables import scores_under

    full = scores_under("duplicate-2017").full.reshape(-1)
    deals = np.where(codes.kind == 0, codes.contract, 0) * np.int32(224)
    parts = (codes.declarer & 3, codes.vul, np.minimum(codes.tricks, 13))
    at, points = np.empty(len(codes), np.int32), np.empty(len(codes), np.int32)

    def work() -> None:
        np.multiply(parts[0], np.int32(56), out=at)
        np.add(at, deals, out=at)
        np.add(at, parts[1] * np.int32(14), out=at)
        np.add(at, parts[2], out=at)
        np.take(full, at, out=points, mode="clip")

    took = quickest(work)
    each = took / len(codes)
    ratio(
        "score look-up numpy / memcpy of 8 B a result",
        took / copied(8 * len(codes)),
        "<= 45",
        detail=f"{each * 1e9:.1f} ns",
    )


def measure(results: int) -> None:
    codes = codes_of(results)
    print(f"boards kernel, one thread, {len(codes):,} results")
    gather(codes)
    for kernel, bar in BARS.items():
        if kernel == "numba" and missing("numba"):
            continue
        boards, work, out = handed(codes, kernel)
        boards(work, out)
        took = quickest(lambda: boards(work, out))  # noqa: B023  # called before the loop goes on
        size = sum(part.nbytes for part in (work.cell, work.place, out.mp, out.ximp, out.butler))
        copy = copied(size)
        detail = f"{took / len(codes) * 1e9:.1f} ns a result, copy {copy / len(codes) * 1e9:.2f} ns"
        ratio(f"boards {kernel} / memcpy of {size // len(codes)} B a result", took / copy, bar, detail=detail)


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the boards kernel.")
    parser.add_argument("--full", action="store_true", help="1e6 and 1e7 results")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow"):
        return 0
    for results in (10**6, 10**7) if given.full else (10**6,):
        measure(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
