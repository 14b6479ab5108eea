"""What the bulk benchmarks share: sizes, timing, frames, places, fresh processes. Run alone it does nothing."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def size(text: str) -> int:
    """A count as people write it: 1e7, 10_000_000."""
    return int(float(text.replace("_", "")))


def missing(*modules: str) -> list[str]:
    """Modules that are not installed, after a line that says what is skipped for want of them."""
    absent = [name for name in modules if importlib.util.find_spec(name) is None]
    if absent:
        print(f"{Path(sys.argv[0]).stem}: skipped, not installed: {', '.join(absent)}")
    return absent


def best(work: Callable[[], object], runs: int = 5, *, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the quickest run; the machine is shared, so the least disturbed run is the figure."""
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def best_by_turns(works: dict[str, Callable[[], object]], runs: int = 3) -> dict[str, float]:
    """Seconds of the quickest run of each, by turns, so that what else the machine does falls on all of them."""
    rounds = [{name: best(work, 1) for name, work in works.items()} for _run in range(runs)]
    return {name: min(found[name] for found in rounds) for name in works}


def table_of_rows(
    rows: dict[str, Any], contracts: Sequence[str], seats: Sequence[str], outcomes: Sequence[str], null_award: int
) -> Any:
    """A Polars frame of the form from columns of codes."""
    import polars as pl

    kinds = {"contract": contracts, "declarer": seats, "outcome": outcomes}
    frame = pl.DataFrame(rows)
    empty = {
        "contract": 255,
        "declarer": 255,
        "tricks": 255,
        "ns": 0,
        "ew": 0,
        "ns_award": null_award,
        "ew_award": null_award,
    }
    taken = frame.with_columns(pl.when(pl.col(name) != code).then(pl.col(name)) for name, code in empty.items())
    worded = taken.with_columns(
        pl.lit(pl.Series(words, dtype=pl.Enum(list(words)))).gather(pl.col(name)).alias(name)
        for name, words in kinds.items()
    )
    order = (
        "event",
        "round",
        "table",
        "board",
        "ns",
        "ew",
        "contract",
        "declarer",
        "tricks",
        "outcome",
        "ns_award",
        "ew_award",
    )
    return worded.select(order)


@contextmanager
def workspace(kept: Path | None = None) -> Iterator[Path]:
    """A directory for archives and results: the one given, which stays, or one that goes."""
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="overtrick-bulk-") as spare:
        yield Path(spare)


def in_fresh_process(script: str, *given: str, environment: dict[str, str] | None = None) -> str:
    """Standard output of a Python script run alone, so that no import or memory of ours counts."""
    done = subprocess.run(
        [sys.executable, script, *given],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    return done.stdout


def ratio(name: str, value: float, bar: str, *, detail: str = "", full: bool = True) -> None:
    """One figure of the table with what it must reach; with `full` false that is meant for the run with `--full`."""
    aim = bar if full else f"{bar} with --full"
    print(f"{name:<58} {value:9.2f}   aim {aim:<8} {detail}".rstrip())
