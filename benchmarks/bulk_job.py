"""The job of the bulk benchmarks: the local engine on a folder of Parquet files.

Also run as a process of its own: `python benchmarks/bulk_job.py ARCHIVE OUT KERNEL` scores the archive and prints
seconds, results and the peak of memory as JSON. Run without arguments it does nothing.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any


def plan() -> Any:
    """Cross-IMPs for the totals, matchpoints and Butler beside them, all as npm bridge-scorer has them."""
    from overtrick.bulk.plan import make_plan

    return make_plan(
        method="cross-imps", also=("matchpoints", "butler"), datum_drop="bridge-scorer", datum_rounding="10up"
    )


def score(archive: Path, out: Path, *, kernel: str = "auto") -> int:
    """Score an archive from the start, whatever is in the folder; gives the results in all."""
    from overtrick.bulk.local import score_archive

    found = score_archive(archive, out, plan(), kernel=kernel, anew=True)
    assert not found.faults
    assert not found.refused
    return found.rows


def peak() -> int:
    """The most memory that this process has had, in MB, as the system counts it."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if sys.platform == "darwin" else 1000)


def main() -> int:
    if len(sys.argv) < 4:
        return 0
    start = time.perf_counter()
    rows = score(Path(sys.argv[1]), Path(sys.argv[2]), kernel=sys.argv[3])
    print(json.dumps({"seconds": time.perf_counter() - start, "results": rows, "peak": peak()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
