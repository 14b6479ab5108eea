"""A realistic archive of bridge results in the bulk form: `python benchmarks/bulk_archive.py --results N --out DIR`.

Events of 24 boards, 8 to 200 tables (log-uniform), pairs 1.. sitting North-South and the following numbers moving as
in a Mitchell, both sides playing the same boards in a round. A board has a natural contract, six others that some
pairs reach, its own chances for them and for the tricks: about ten different scores a board. Doubled, passed out,
awarded and unplayed boards and phantom pairs come about as often as in clubs. Nothing here is a real event.

The same settings give the same bytes. Memory does not grow with N: events are made and written block by block.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

from bulk_common import missing, size, table_of_rows

BOARDS = 24
BLOCK = 500_000  # rows to a block, about: some megabytes a column
BUCKET = 1_000_000  # rows of a shuffled archive put in order at a time
SLOTS = 32  # equal chances into which a board's contracts are divided
STRAINS = ("C", "D", "H", "S", "NT")
SEATS = ("N", "E", "S", "W")
OUTCOMES = ("played", "passed-out", "score", "not-played", "sit-out", "missing", "awarded")
CONTRACTS = (
    "PASS",
    *(f"{level}{strain}{x}" for level in range(1, 8) for strain in STRAINS for x in ("", "X", "XX")),
)
NONE = 255
PLAYED, PASSED, NOT_PLAYED, SIT_OUT, AWARDED = 0, 1, 3, 4, 6
AWARDS = ((6000, 4000), (4000, 6000), (-3, -1), (-1, -3), (6000, 6000), (5000, 5000), (-3, -3), (-2, -2))
NULL_AWARD = -128  # no award has this number

# Chances of each board: strains by kind of board (part score, game, slam), level that fits a strain in each kind.
KINDS = (0.46, 0.44, 0.10)
NATURAL = ((0.13, 0.14, 0.24, 0.25, 0.24), (0.04, 0.05, 0.26, 0.29, 0.36), (0.13, 0.14, 0.26, 0.26, 0.21))
LEVELS = ((3, 3, 2, 2, 1), (5, 5, 4, 4, 3), (6, 6, 6, 6, 6))
# Tricks over or under what the board promises, in 256ths, for boards from plain to difficult.
NOISE = (
    {0: 216, 1: 18, -1: 22},
    {-2: 8, -1: 58, 0: 132, 1: 50, 2: 8},
    {-2: 22, -1: 66, 0: 104, 1: 52, 2: 12},
    {-3: 12, -2: 30, -1: 66, 0: 80, 1: 48, 2: 20},
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides every byte: results wanted (at least; events are whole), seed, smallest and largest field."""

    results: int
    seed: int = 1927
    fields: tuple[int, int] = (8, 200)
    regular: bool = False  # nothing awarded or left unplayed, no phantom pairs: as many results on each board


def fields(plan: Plan) -> Any:
    """Tables of every event: as few whole events as hold the results wanted."""
    import numpy as np

    chance = np.random.Generator(np.random.PCG64([plan.seed, 0]))
    low, high = plan.fields
    found: list[Any] = []
    total = 0
    while total < plan.results:
        drawn = np.exp(chance.uniform(np.log(low), np.log(high + 1), 4096)).astype(np.int64).clip(low, high)
        found.append(drawn)
        total += BOARDS * int(drawn.sum())
    tables = np.concatenate(found) if found else np.zeros(0, np.int64)
    return tables[: int(np.searchsorted(np.cumsum(tables) * BOARDS, plan.results)) + 1]


def spans(tables: Any, *, block: int = BLOCK) -> Iterator[tuple[int, int]]:
    """Runs of events with about `block` rows each."""
    first, rows = 0, 0
    for event, count in enumerate(tables.tolist()):
        rows += BOARDS * count
        if rows >= block or event + 1 == len(tables):
            yield first, event + 1
            first, rows = event + 1, 0


@dataclass(frozen=True, slots=True)
class Promise:
    """What each board of a block has in store: arrays by board and option (0 natural, 1..6 others)."""

    level: Any
    strain: Any
    seat: Any
    tricks: Any
    double: Any  # chance of a double in 256ths
    noise: Any  # by board: which row of NOISE
    slots: Any  # by board and slot: the option
    passed: Any  # by board: chance of a pass-out in 256ths


def promises(chance: Any, boards: int) -> Promise:
    import numpy as np

    kind = np.searchsorted(np.cumsum(KINDS[:2]), chance.random(boards), side="right")
    bars = np.cumsum(np.array(NATURAL), axis=1)[:, :4]
    natural = (chance.random(boards)[:, None] >= bars[kind]).sum(axis=1)
    level, strain = options(chance, kind, natural)
    base = np.array(LEVELS)[kind, natural] + 6 + chance.choice((-1, 0, 0, 0, 1, 1), boards)
    tricks = np.repeat(base[:, None], 7, axis=1).astype(np.int16)
    tricks[:, 3:5] -= chance.integers(0, 3, (boards, 2)).astype(np.int16)
    tricks[:, 5] = tricks[:, 6] = 16 - base + chance.integers(-1, 2, boards)
    seat = np.repeat(chance.integers(0, 4, boards)[:, None], 7, axis=1)
    seat[:, 5:] += 1
    weight = chance.exponential(1.0, (boards, 7)) * np.array((6.0, 1.4, 1.6, 1.4, 0.6, 0.9, 0.7))
    ends = np.cumsum(weight, axis=1) / weight.sum(axis=1)[:, None] * SLOTS
    slots = (np.arange(SLOTS)[None, :, None] + 0.5 >= ends[:, None, :6]).sum(axis=2).astype(np.uint8)
    double = np.where(np.arange(7) < 5, 3, chance.integers(40, 160, (boards, 7))).astype(np.uint8)
    flat = np.where((kind == 0) & (chance.random(boards) < 0.1), chance.integers(10, 110, boards), 0).astype(np.uint8)
    difficulty = chance.integers(0, len(NOISE), boards)
    return Promise(level, strain, (seat & 3).astype(np.uint8), tricks, double, difficulty, slots, flat)


def options(chance: Any, kind: Any, natural: Any) -> tuple[Any, Any]:
    """Level and strain by board: lower, higher, two other strains, and two contracts of the other side (5 and 6)."""
    import numpy as np

    boards, fits = len(kind), np.array(LEVELS)
    level, strain = np.empty((2, boards, 7), np.int16)
    strain[:, :3] = natural[:, None]
    strain[:, 3] = np.where(natural == 4, chance.integers(2, 4, boards), 4)
    strain[:, 4] = (natural + chance.integers(1, 5, boards)) % 5
    level[:, 0] = fits[kind, natural]
    level[:, 1] = level[:, 0] - 1 - (chance.random(boards) < 0.3)
    level[:, 2] = level[:, 0] + 1
    level[:, 3], level[:, 4] = fits[kind, strain[:, 3]], fits[kind, strain[:, 4]]
    strain[:, 5], strain[:, 6] = chance.integers(0, 4, (2, boards))
    level[:, 5] = chance.integers(2, 5, boards)
    level[:, 6] = level[:, 5] + (strain[:, 6] <= strain[:, 5])
    strain[:, 6] = np.where(chance.random(boards) < 0.6, strain[:, 5], strain[:, 6])
    return level.clip(1, 7), strain


def noise() -> Any:
    """By kind of board and byte: tricks to add."""
    import numpy as np

    return np.array([np.repeat(list(row), list(row.values())) for row in NOISE], np.int16)


def movement(tables: Any, first: int) -> dict[str, Any]:
    """Where and when: rows of an event by round, table and board. `place` numbers the boards of the block from 0."""
    import numpy as np

    rows = tables * BOARDS
    index = np.repeat(np.arange(len(tables), dtype=np.int32), rows)
    starts = (np.cumsum(rows) - rows).astype(np.int32)
    at = np.arange(int(rows.sum()), dtype=np.int32) - starts[index]
    count = tables.astype(np.int32)[index]
    each = np.where(tables < 12, 3, 2).astype(np.int32)[index]  # few tables: fewer rounds, or pairs would meet twice
    turn = at // (count * each)
    rest = at - turn * count * each
    table = rest // each
    board = turn * each + rest - table * each
    return {
        "event": index.astype(np.int64) + (first + 1),
        "round": (turn + 1).astype(np.int16),
        "table": (table + 1).astype(np.int16),
        "board": board + np.int32(1),
        "ns": table + np.int32(1),
        "ew": (table - turn) % count + count + np.int32(1),
        "place": index * np.int32(BOARDS) + board,
        "index": index,
    }


def block(plan: Plan, tables: Any, first: int, last: int) -> dict[str, Any]:
    """Columns of events `first` to `last`; codes, with 255 and -128 where nothing stands."""
    import numpy as np

    chance = np.random.Generator(np.random.SFC64([plan.seed, 1, first]))
    count = tables[first:last]
    rows = movement(count, first)
    held = promises(chance, BOARDS * len(count))
    place = rows.pop("place")
    bits = chance.integers(0, 1 << 63, len(place), dtype=np.int64)
    option = held.slots[place, bits & (SLOTS - 1)]
    cell = place * 7 + option
    tricks = held.tricks.ravel()[cell] + noise()[held.noise[place], (bits >> 5) & 255]
    doubling = ((bits >> 13) & 255 < held.double.ravel()[cell]).astype(np.uint8)
    doubling += doubling & ((bits >> 21) & 31 == 0)
    rows["contract"] = (1 + 15 * (held.level.ravel()[cell] - 1) + 3 * held.strain.ravel()[cell] + doubling).astype(
        np.uint8
    )
    rows["declarer"] = held.seat.ravel()[cell] ^ (((bits >> 26) & 3 == 0).astype(np.uint8) << 1)
    rows["tricks"] = tricks.clip(0, 13).astype(np.uint8)
    rows["outcome"] = np.zeros(len(place), np.uint8)
    rows["outcome"][(bits >> 28) & 255 < held.passed[place]] = PASSED
    fate = (bits >> 36) & 0xFFFF
    if plan.regular:
        rows["phantom"] = np.full(len(place), 0.5)
    else:
        rows["outcome"][fate < 328] = NOT_PLAYED
        rows["outcome"][fate >= 0x10000 - 328] = AWARDED
        rows["phantom"] = chance.random(len(count))[rows["index"]]
    rare(rows, count, fate)
    return rows


def rare(rows: dict[str, Any], count: Any, fate: Any) -> None:
    """Phantom pairs, awards, and nothing written where nothing was played."""
    import numpy as np

    tables = count.astype(np.int32)[rows.pop("index")]
    phantom = rows.pop("phantom")
    rows["ew"][(phantom < 0.3) & (rows["ew"] == 2 * tables)] = 0
    rows["ns"][(phantom > 0.85) & (rows["ns"] == tables)] = 0
    rows["outcome"][(rows["ew"] == 0) | (rows["ns"] == 0)] = SIT_OUT
    awarded = np.flatnonzero(rows["outcome"] == AWARDED)
    for side, name in enumerate(("ns_award", "ew_award")):
        rows[name] = np.full(len(fate), NULL_AWARD, np.int32)
        rows[name][awarded] = np.array(AWARDS, np.int32)[fate[awarded] & 7, side]
    unplayed = rows["outcome"] != PLAYED
    for name in ("contract", "declarer", "tricks"):
        rows[name][unplayed] = NONE
    rows["contract"][rows["outcome"] == PASSED] = 0


def frames(plan: Plan, tables: Any) -> Iterator[Any]:
    """The archive as Polars frames of whole events, the same ones however many files they go to."""
    for first, last in spans(tables):
        yield table_of_rows(block(plan, tables, first, last), CONTRACTS, SEATS, OUTCOMES, NULL_AWARD)


def placed(plan: Plan, tables: Any, files: int) -> Iterator[tuple[int, Any]]:
    """Frames with the number of the file that each goes to, file after file."""
    edges = parts(tables, files)
    for (first, last), frame in zip(spans(tables), frames(plan, tables), strict=True):
        for number, (low, high) in enumerate(edges):
            if low < last and first < high:
                start, end = (BOARDS * int(tables[first : max(first, event)].sum()) for event in (low, min(high, last)))
                yield number, frame[start:end]


def parts(tables: Any, files: int) -> list[tuple[int, int]]:
    """Events of each file, so that the files hold about the same number of rows."""
    import numpy as np

    rows = np.cumsum(tables)
    cuts = (
        np.searchsorted(rows, [int(rows[-1]) * part / files for part in range(1, files)]).tolist() if len(rows) else []
    )
    edges = [0, *cuts, len(tables)]
    return [(low, high) for low, high in pairwise(edges) if low < high]


class Sink:
    """One file being written: Parquet (zstd, dictionary columns) and, if wanted, the same rows as CSV."""

    def __init__(self, path: Path, *, csv: bool) -> None:
        self._path = path
        self._parquet: Any = None
        self._csv = path.with_suffix(".csv").open("wb") if csv else None

    def write(self, frame: Any) -> None:
        from pyarrow.parquet import ParquetWriter

        table = frame.to_arrow()
        first = self._parquet is None
        if first:
            self._parquet = ParquetWriter(self._path, table.schema, compression="zstd")
        self._parquet.write_table(table)
        if self._csv is not None:
            frame.write_csv(self._csv, include_header=first)

    def close(self) -> None:
        for part in (self._parquet, self._csv):
            if part is not None:
                part.close()


def write_archive(
    out: Path, plan: Plan, *, files: int = 1, csv: bool = False, shuffled: bool = False
) -> tuple[list[Path], int]:
    """Writes `part-00000.parquet` and so on; gives the files and how many results they hold."""
    out.mkdir(parents=True, exist_ok=True)
    tables = fields(plan)
    results = BOARDS * int(tables.sum())
    if shuffled:
        from bulk_shuffle import shuffled_frames

        source = shuffled_frames(frames(plan, tables), results, files, plan.seed, BUCKET)
    else:
        source = placed(plan, tables, files)
    paths: list[Path] = []
    for number, members in groupby(source, key=itemgetter(0)):
        paths.append(out / f"part-{number:05}.parquet")
        sink = Sink(paths[-1], csv=csv)
        for _number, frame in members:
            sink.write(frame)
        sink.close()
    return paths, results


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Write an invented archive in the bulk form.")
    parser.add_argument(
        "--results", type=size, default=500_000, metavar="N", help="at least so many (1e7 is understood)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="where to; without it nothing is kept")
    parser.add_argument("--seed", type=int, default=1927)
    parser.add_argument("--files", type=int, default=1, metavar="K", help="files of whole events")
    parser.add_argument("--tables", type=int, nargs=2, default=(8, 200), metavar=("LOW", "HIGH"))
    parser.add_argument("--regular", action="store_true", help="every board played by all: no awards, no sit-outs")
    parser.add_argument("--csv", action="store_true", help="the same as CSV beside the Parquet files")
    parser.add_argument("--shuffled", action="store_true", help="rows in another order, over all files")
    return parser.parse_args(given)


def main() -> int:
    given = arguments()
    if missing("numpy", "polars", "pyarrow"):
        return 0
    if given.out is not None and any(given.out.glob("part-*")):
        print(f"{given.out} has an archive already; nothing was written", file=sys.stderr)
        return 1
    plan = Plan(given.results, given.seed, tuple(given.tables), given.regular)
    with tempfile.TemporaryDirectory() as spare:
        start = time.perf_counter()
        paths, rows = write_archive(
            given.out or Path(spare), plan, files=given.files, csv=given.csv, shuffled=given.shuffled
        )
        took = time.perf_counter() - start
        weight = sum(path.stat().st_size for path in paths)
        print(
            f"archive: {rows:,} results in {len(paths)} files, {weight / rows:.2f} B a result, "
            f"{took:.1f} s, {rows / took / 1e6:.2f} M/s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
