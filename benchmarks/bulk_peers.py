"""Score, matchpoints, cross-IMPs and Butler in memory, beside npm bridge-scorer: `python benchmarks/bulk_peers.py`.

Each program has the results in its own form and its look-up tables ready; only the scoring is timed, by processor time
(other work on the machine is nobody's fault here), the quickest of some runs. bridge-scorer is looked for in
OVERTRICK_NPM, or in .venv-node/node_modules, and needs node. Every value of every result is compared. The datum is
trimmed as bridge-scorer trims it, and its halves go up.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from bulk_archive import Plan, block, fields, spans
from bulk_common import best, missing, ratio
from bulk_job import plan

KINDS = ("score", "matchpoints", "cross-imps", "butler")
BARS = {"python": ">= 2", "numpy": ">= 12", "numba": ">= 60"}


def played(results: int) -> dict[str, Any]:
    """Codes of the results that were played or passed out, board after board; `ends` is one past each board's last."""
    import numpy as np

    wanted = Plan(results + results // 20)
    tables = fields(wanted)
    parts = [block(wanted, tables, first, last) for first, last in spans(tables)]
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.lexsort((rows["board"], rows["event"]))
    order = order[rows["outcome"][order] <= 1][:results]
    rows = {name: column[order] for name, column in rows.items()}
    turn = (rows["board"] - 1) % 16
    rows["vul"] = ((turn + turn // 4) % 4).astype(np.uint8)
    key = rows["event"] * 100 + rows["board"]
    rows["ends"] = np.append(np.flatnonzero(np.diff(key)) + 1, len(key)).astype(np.int32)
    return rows


def spoken(rows: dict[str, Any]) -> Any:
    """By result: level (0 passed out), strain, doubling, declarer, declarer's vulnerability, tricks."""
    import numpy as np

    contract = rows["contract"].astype(np.int16)
    real = contract > 0
    at = contract - real
    declarer = np.where(real, rows["declarer"], 0)
    columns = (
        np.where(real, at // 15 + 1, 0),
        at // 3 % 5,
        at % 3,
        declarer,
        rows["vul"] >> (declarer & 1) & 1,
        np.where(real, rows["tricks"], 0),
    )
    return np.stack(columns, axis=1).astype(np.uint8)


def by_core(codes: Any, ends: list[int]) -> tuple[Callable[[], Any], list[Any]]:
    """The work of the core without numpy, and where it leaves the values."""
    from overtrick.compare.butler import ButlerRule, butler_from_frequencies
    from overtrick.compare.cross_imps import cross_imps_from_frequencies
    from overtrick.compare.matchpoints import matchpoints_from_frequencies
    from overtrick.score.table import points_table
    from overtrick.tables.laws import law

    table = points_table(law("duplicate-2017"))
    deals = [tuple(deal) for deal in codes.tolist()]
    boards = [deals[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    rule = ButlerRule(drop="bridge-scorer", rounding="10up")
    left: list[Any] = []

    def points(deal: tuple[int, ...]) -> int:
        level, strain, doubling, declarer, vulnerable, tricks = deal
        if not level:
            return 0
        value = table[((((level - 1) * 5 + strain) * 3 + doubling) * 2 + vulnerable) * 14 + tricks]
        return -value if declarer & 1 else value

    def work() -> None:
        left.clear()
        for board in boards:
            scores = [points(deal) for deal in board]
            counts = Counter(scores)
            kinds = (
                matchpoints_from_frequencies(counts),
                cross_imps_from_frequencies(counts),
                butler_from_frequencies(counts, rule),
            )
            left.append((scores, *[[values[score] for score in scores] for values in kinds]))

    return work, left


def by_npm(package: Path, codes: Any, ends: Any, runs: int) -> tuple[dict[str, float], Any]:
    """Seconds by kind and the values of every result, of bridge-scorer."""
    import numpy as np

    with tempfile.TemporaryDirectory(prefix="overtrick-npm-") as spare:
        codes.tofile(Path(spare) / "codes.u8")
        ends.tofile(Path(spare) / "ends.i32")
        script = Path(__file__).with_suffix(".js")
        command = ["node", "--max-old-space-size=8192", str(script), str(package), spare, str(runs)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        values = np.fromfile(Path(spare) / "npm.f64").reshape(-1, len(KINDS))
    return {name: took / 1000 for name, took in json.loads(done.stdout).items()}, values


def npm_package() -> Path | None:
    """Where bridge-scorer is, or nothing, after a line that says so."""
    here = Path(__file__).resolve().parents[1] / ".venv-node" / "node_modules"
    package = Path(os.environ.get("OVERTRICK_NPM", here)).resolve() / "bridge-scorer"
    if package.is_dir() and shutil.which("node"):
        return package
    print("bulk_peers: npm bridge-scorer 2.4.0 or node is not here (npm install bridge-scorer@2.4.0, OVERTRICK_NPM)")
    return None


def by_engine(rows: dict[str, Any], kernel: str, runs: int) -> tuple[float, Any]:
    """Seconds and the values of every result, of the bulk engine."""
    import numpy as np
    import polars as pl

    from overtrick.bulk.intake import normalise
    from overtrick.bulk.scoring import compare
    from overtrick.bulk.work import Buffers

    names = ("event", "board", "ns", "ew", "contract", "declarer", "tricks", "vul")
    codes, refused = normalise(pl.DataFrame({name: rows[name] for name in names}))
    assert len(refused) == 0
    buffers, rules = Buffers(), plan()
    compare(codes, rules, kernel=kernel, buffers=buffers)

    def work() -> tuple[Any, Any]:
        found = compare(codes, rules, kernel=kernel, buffers=buffers)
        return found, found.ximp / np.maximum(found.n - 1, 1)

    took = best(work, runs, clock=process_time)
    found, crossed = work()
    return took, np.stack([found.points, found.mp, crossed, found.butler], axis=1)[np.argsort(codes.row)]


def compared(name: str, values: Any, others: Any) -> bool:
    """Whether two programs agree on every value of every result."""
    import numpy as np

    wrong = int((np.abs(values - others) >= 1e-9).sum())
    print(f"  {name}: {len(values):,} results, {wrong} values differ")
    return wrong == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Time the scoring of results in memory beside npm bridge-scorer.")
    parser.add_argument("--full", action="store_true", help="1,000,000 results, not 100,000")
    given = parser.parse_args()
    if missing("numpy", "polars", "pyarrow"):
        return 0
    results, runs = (10**6, 5) if given.full else (10**5, 5)
    rows = played(results)
    codes, ends = spoken(rows), rows["ends"]
    times: dict[str, float] = {}
    values: dict[str, Any] = {}
    for kernel in ["numpy"] if missing("numba") else ["numpy", "numba"]:
        times[kernel], values[kernel] = by_engine(rows, kernel, runs)
    work, left = by_core(codes, ends.tolist())
    times["python"], values["python"] = best(work, runs, clock=process_time), flat(left)
    package = npm_package()
    if package is None:
        for name, took in times.items():
            print(f"  {name}: {took * 1000:.1f} ms for {results:,} results")
        return 0
    by_kind, theirs = by_npm(package, codes, ends, runs)
    whole = sum(by_kind.values())
    parts = ", ".join(f"{name} {took * 1000:.0f} ms" for name, took in by_kind.items())
    print(f"npm bridge-scorer, {results:,} results: {whole * 1000:.0f} ms ({parts})")
    for name, bar in BARS.items():
        if name in times:
            ratio(
                f"score and three comparisons, npm / {name}",
                whole / times[name],
                bar,
                detail=f"{times[name] * 1e3:.1f} ms",
            )
    agree = [compared(name, values[name], theirs) for name in times]
    return 0 if all(agree) else 1


def flat(boards: list[Any]) -> Any:
    """Four values of every result, from four lists of every board."""
    import numpy as np

    return np.array([[float(value) for value in line] for board in boards for line in zip(*board, strict=True)])


if __name__ == "__main__":
    sys.exit(main())
