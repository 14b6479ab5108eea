"""Puts an archive's rows in a random order in bounded memory. Run alone it does nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def shuffled_frames(frames: Iterator[Any], rows: int, files: int, seed: int, bucket: int) -> Iterator[tuple[int, Any]]:
    """Frames with the number of the file that each goes to: rows go to buckets by chance, and these are mixed."""
    import numpy as np
    import pyarrow as pa

    buckets = max(1, files, -(-rows // bucket))
    chance = np.random.Generator(np.random.PCG64([seed, 2]))
    with tempfile.TemporaryDirectory(prefix="overtrick-shuffle-") as spare:
        writers: list[Any] = []
        for frame in frames:
            table = frame.to_arrow()
            if not writers:
                writers = [pa.ipc.new_file(Path(spare) / str(number), table.schema) for number in range(buckets)]
            home = chance.integers(0, buckets, len(frame))
            order = np.argsort(home, kind="stable")
            ends = np.cumsum(np.bincount(home, minlength=buckets))
            moved = frame[order].to_arrow()
            for number, (end, writer) in enumerate(zip(ends.tolist(), writers, strict=True)):
                start = int(ends[number - 1]) if number else 0
                writer.write_table(moved.slice(start, end - start))
        for writer in writers:
            writer.close()
        for number in range(len(writers)):
            yield number * files // buckets, _mixed(Path(spare) / str(number), chance)


def _mixed(path: Path, chance: Any) -> Any:
    import polars as pl

    frame = pl.read_ipc(path)
    return frame[chance.permutation(len(frame))]
