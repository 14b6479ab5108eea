"""Spoilt files without end, for every reader: `python tools/fuzz.py --seconds 600 --format pbn --seed 7`.

Each new fault is told once, with the smallest file that still shows it, which is kept in tests/fuzz/corpus/found.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "helpers"))

from fuzz_harness import Fault, Seed, check, cut_faults, cuts_of, glued, mutate, peak_memory, shrink
from fuzz_seeds import FOUND, real_seeds, small_seeds
from overtrick.formats.format import loads

__all__ = ["main"]

_DEEP = 10  # one case in so many is also ranked and written
_MEASURED = 50  # one case in so many has its memory measured


class _Run:
    """One run: what was tried, how often, and the faults so far by their marks."""

    def __init__(self, seeds: Sequence[Seed], seed: int, keep: Path) -> None:
        self.seeds = seeds
        self.keys = sorted({one.key for one in seeds})
        self.lot = random.Random(seed)  # noqa: S311  (lots for tests)
        self.keep = keep
        self.cases: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()

    def case(self) -> None:
        """One spoilt file."""
        key = self.lot.choice(self.keys)
        seed = self.lot.choice([one for one in self.seeds if one.key == key])
        data = seed.data
        for _ in range(self.lot.choice([1, 1, 1, 2, 4])):
            data = mutate(data, self.lot)
        if not self.lot.randrange(20):
            data = glued(data, self.lot.choice(self.seeds).data, self.lot)
        deep = not self.lot.randrange(_DEEP)
        for fault in check(data, seed.key, deep=deep):
            self.tell(fault, data, seed.key, deep=deep)
        if not self.lot.randrange(_MEASURED):
            peak = peak_memory(lambda: loads(data, format=seed.key))
            if peak > 60 * len(data) + 50_000_000:
                self.tell(
                    Fault(f"[{seed.key}] {peak} bytes for a file of {len(data)}", f"memory {seed.key}"), data, seed.key
                )
        self.cases[seed.key] += 1

    def cuts(self, seed: Seed, number: int, most: int) -> None:
        """One file cut at many places."""
        places = cuts_of(seed.data, number, most)
        for fault in cut_faults(seed, places):
            self.tell(fault, seed.data, seed.key, cut=True)
        self.cases[f"{seed.key} (cut)"] += len(places)

    def tell(self, fault: Fault, data: bytes, key: str, *, deep: bool = False, cut: bool = False) -> None:
        """Count a fault; a new one is printed and kept."""
        self.faults[fault.mark] += 1
        if self.faults[fault.mark] > 1:
            return
        small = data if cut or fault.mark.startswith(("Hang", "memory")) else shrink(data, key, fault.mark, deep=deep)
        name = "".join(letter if letter.isalnum() else "-" for letter in fault.mark)[:60]
        self.keep.mkdir(parents=True, exist_ok=True)
        path = self.keep / f"{key}--{'cut-' if cut else ''}{name}"
        path.write_bytes(small)
        sys.stdout.write(f"{fault.text}\n    kept as {path} ({len(small)} bytes): {small[:100]!r}\n")
        sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    """0 where nothing was found, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--format", default="", help="the key of one format (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="the number from which the lots are drawn (default: 0)")
    parser.add_argument("--cuts", type=int, default=0, help="first cut every file at up to so many places (default: 0)")
    parser.add_argument("--largest", type=int, default=60_000, help="leave out larger files (default: 60000 bytes)")
    parser.add_argument("--keep", type=Path, default=FOUND, help="the folder for what is found")
    asked = parser.parse_args(arguments)
    seeds = [one for one in (*small_seeds(), *real_seeds()) if asked.format in ("", one.key)]
    seeds = [one for one in seeds if len(one.data) <= asked.largest]
    if not seeds:
        sys.stderr.write(f"no file of {asked.format or 'any format'} is at hand\n")
        return 2
    run = _Run(seeds, asked.seed, asked.keep)
    begun = time.monotonic()
    for seed in seeds if asked.cuts else ():
        run.cuts(seed, asked.seed, asked.cuts)
    while time.monotonic() - begun < asked.seconds:
        run.case()
    spent, total = time.monotonic() - begun, sum(run.cases.values())
    for key, count in sorted(run.cases.items()):
        sys.stdout.write(f"{count:8} {key}\n")
    sys.stdout.write(f"{total} cases in {spent:.0f} s, {total / spent:.0f} a second, seed {asked.seed}\n")
    for mark, count in run.faults.most_common():
        sys.stdout.write(f"{count:8} times {mark}\n")
    return 1 if run.faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
