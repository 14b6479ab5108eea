"""Where files are cut into parts: between events, at about so many rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from overtrick.bulk.partition import event_runs
from overtrick.bulk.reading import row_groups

__all__ = ["Runs", "cut", "cut_files", "runs_of", "slices"]

Runs: TypeAlias = tuple[list[str], list[int], int] | None
"""The events of a file, where each starts, and the number of rows; None where the rows of one do not stand together."""


def runs_of(path: Path) -> Runs:
    """Where the events of a file start. Rows that tell no event go with the one before."""
    total = sum(row_groups(path))
    starts: dict[str, int] = {}
    current: str | None = None
    for keys, heads in event_runs(path):
        for key, head in zip(keys, heads, strict=True):
            if key is None or key == current:
                continue
            if key in starts:
                return None
            starts[key] = head
            current = key
    firsts = list(starts.values())
    return list(starts), [0, *firsts[1:]] if total else [], total


def cut_files(found: Sequence[Runs], rows: int) -> list[tuple[int, int, int]] | None:
    """File, first row and count of each part; None where the rows of an event do not stand together."""
    seen: set[str] = set()
    cuts: list[tuple[int, int, int]] = []
    for file, runs in enumerate(found):
        if runs is None or not seen.isdisjoint(runs[0]):
            return None
        seen.update(runs[0])
        cuts += [(file, first, count) for first, count in cut([*runs[1], runs[2]], rows)]
    return cuts


def cut(starts: list[int], rows: int) -> list[tuple[int, int]]:
    """Runs of whole events with up to so many rows, or of one event; the last of the starts is the end.

    >>> cut([0, 3, 5, 20, 22], 6)
    [(0, 5), (5, 15), (20, 2)]
    """
    cuts: list[tuple[int, int]] = []
    first = starts[0]
    for before, start in pairwise(starts):
        if start - first > rows and before > first:
            cuts.append((first, before - first))
            first = before
    if starts[-1] > first:
        cuts.append((first, starts[-1] - first))
    return cuts


def slices(first: int, count: int, rows: int) -> list[tuple[int, int]]:
    """A run of rows in slices of so many, wherever events begin.

    >>> slices(10, 5, 2)
    [(10, 2), (12, 2), (14, 1)]
    """
    return [(at, min(rows, first + count - at)) for at in range(first, first + count, rows)]
