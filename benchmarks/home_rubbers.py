"""Random rubbers and wheels against the slow oracle of the tests: `python benchmarks/home_rubbers.py [COUNT]`."""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path
from typing import Any


def _load() -> Any:
    path = Path(__file__).resolve().parents[1] / "tests" / "oracle" / "home_compare.py"
    spec = importlib.util.spec_from_file_location("home_compare", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(count: int) -> int:
    compare = _load()
    differing = 0
    for name, check in (("rubbers", compare.rubber_difference), ("wheels", compare.wheel_difference)):
        start = time.perf_counter()
        found = [text for seed in range(count) if (text := check(seed))]
        print(f"{count} {name}: {len(found)} differ, {time.perf_counter() - start:.1f} s")
        print("\n".join(found[:5]))
        differing += len(found)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
