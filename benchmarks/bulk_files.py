"""The unit of work of the bulk benchmarks: a Parquet file of whole events to a file of results and one of totals.

Also run as a process of its own by the other scripts: `python benchmarks/bulk_files.py DIR OUT KERNEL` scores all
files of DIR and prints seconds, results and the peak of memory as JSON. Run without arguments it does nothing.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import local
from typing import Any

_own = local()
CHUNK = 250_000  # rows of whole events that are scored at a time: what is made in between stays in the cache


def plan() -> Any:
    """Cross-IMPs for the totals, matchpoints and Butler beside them."""
    from overtrick.bulk.plan import make_plan

    return make_plan(method="cross-imps", also=("matchpoints", "butler"), datum_drop="bridge-scorer")


def score_file(path: str, out: str, kernel: str = "auto") -> int:
    """Score one file; gives how many results it had. Other workers may be at other files."""
    import polars as pl
    import pyarrow as pa

    from overtrick.bulk.intake import normalise
    from overtrick.bulk.scoring import process
    from overtrick.bulk.work import Buffers

    codes, refused = normalise(pl.read_parquet(path))
    assert len(refused) == 0
    cuts = codes.cut(CHUNK)
    # What comes out stands in the buffers until the file is written: one for each chunk, kept for the next file.
    buffers = _own.__dict__.setdefault("buffers", [])
    buffers.extend(Buffers() for _chunk in cuts[len(buffers) :])
    results, totals = [], []
    for (first, last), store in zip(cuts, buffers, strict=False):
        lines, sums = process(codes.part(first, last), plan(), kernel=kernel, buffers=store)
        results.append(pl.from_arrow(lines.table()))
        totals.append(pl.from_arrow(sums.table()))
    name = Path(path).stem
    for kind, parts in (("results", results), ("totals", totals)):
        pl.concat(parts).write_parquet(Path(out) / f"{kind}-{name}.parquet", compression="zstd")
    pa.default_memory_pool().release_unused()
    return len(codes)


def score_files(paths: list[Path], out: Path, *, kernel: str = "auto", workers: int = 2) -> int:
    """Score files in threads; gives the results in all."""
    out.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(lambda path: score_file(str(path), str(out), kernel), paths))


def peak() -> int:
    """The most memory that this process has had, in MB, as the system counts it."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if sys.platform == "darwin" else 1000)


def main() -> int:
    if len(sys.argv) < 4:
        return 0
    start = time.perf_counter()
    paths = sorted(Path(sys.argv[1]).glob("*.parquet"))
    rows = score_files(paths, Path(sys.argv[2]), kernel=sys.argv[3])
    print(json.dumps({"seconds": time.perf_counter() - start, "results": rows, "peak": peak()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
