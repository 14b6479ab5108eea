"""How long a user waits before anything happens: import, and one score from the command line, cold."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

RUNS = 15


def wall(*arguments: str) -> float:
    """Median wall time of a fresh interpreter, in milliseconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def main() -> None:
    """Print three figures; the second is the first plus the import."""
    bare = wall("-c", "pass")
    loaded = wall("-c", "import overtrick")
    scored = wall("-m", "overtrick", "score", "4SX N +1", "--vul", "NS")
    print(f"bare interpreter                 {bare:8.1f} ms")
    print(f"import overtrick                 {loaded - bare:8.1f} ms on top      aim: under  60 ms")
    print(f"overtrick score, cold            {scored:8.1f} ms             aim: under 300 ms")


if __name__ == "__main__":
    main()
