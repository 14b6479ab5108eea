"""Memory and rate of streaming a PBN file of 1 GB, or of so many MB: `python benchmarks/stream_pbn.py [MB]`."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from read_pbn import dealt, results

from overtrick.formats.pbn_stream import stream_pbn

MOST_MEMORY = 200  # MB


def write(path: Path, megabytes: int) -> int:
    """A file of that size: sessions of 600 games, by turns with bidding and play, without, and hands only."""
    parts = ["".join(results(600, played=True)), "".join(results(600, played=False)), "".join(dealt(600))]
    data = "".join(parts).encode()
    times = max(1, megabytes * 1_000_000 // len(data))
    with path.open("wb") as file:
        for _time in range(times):
            file.write(data)
    return times * 1800


def main(megabytes: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.pbn"
        games = write(path, megabytes)
        size = path.stat().st_size / 1e6
        before = _peak()
        start = time.perf_counter()
        readings = found = 0
        for reading in stream_pbn(path):
            readings += 1
            found += reading.counts.found
        took = time.perf_counter() - start
    peak = _peak()
    print(
        f"{size:,.0f} MB, {games:,} games in {readings:,} readings, {found:,} records: {took:.1f} s, "
        f"{size / took:.1f} MB and {games / took:,.0f} games a second; "
        f"memory at most {peak:.0f} MB, {before:.0f} MB before"
    )
    return 0 if peak < MOST_MEMORY else 1


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
