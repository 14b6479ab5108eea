"""A run of whole events as small whole numbers: what the kernels work on."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.bulk.form import Reason, reason_text

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["I8", "I32", "I64", "Codes", "Numbering", "Refused", "few", "number_within"]

I8: TypeAlias = npt.NDArray[np.uint8]
I32: TypeAlias = npt.NDArray[np.int32]
I64: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """Good rows, the rows of an event together, in the order of the events' first rows and then of the rows.

    `starts` has the first row of each event and the number of rows behind them; `row` is each row's number in the
    input, from 0. `ns` and `ew` number the contestants of an event from 0 (-1: nobody); contestant i of event e goes
    by `who[who_starts[e] + i]`, which is the number itself where `names` is None and else its place in `names`.
    `session`, `section` and `version` are places in their labels, sorted as text; None where there is one alone.
    `score`, `ns_award` and `ew_award` are None where no row has any. `two` is a guess, from who sits where, whether
    North-South and East-West are two fields. `kept` are the columns of the input that tell which row it is. `count` is
    how many lines each row stands for, None where it is one.
    """

    events: pa.Array
    starts: I64
    row: I64
    kind: I8
    board: I32
    contract: I8
    declarer: I8
    tricks: I8
    vul: I8
    ns: I32
    ew: I32
    who_starts: I64
    who: I64
    two: npt.NDArray[np.bool_]
    names: pa.Array | None = None
    score: I32 | None = None
    ns_award: I32 | None = None
    ew_award: I32 | None = None
    session: I32 | None = None
    section: I32 | None = None
    version: I32 | None = None
    sessions: tuple[str, ...] = ("",)
    sections: tuple[str, ...] = ("",)
    versions: tuple[str, ...] = ("",)
    kept: dict[str, pa.Array] | None = None
    count: I64 | None = None

    def __len__(self) -> int:
        return len(self.kind)

    def event_of_row(self) -> I32:
        """The number of each row's event, from 0."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))

    def part(self, first: int, last: int) -> Codes:
        """The events from `first` up to but not including `last`, without copying."""
        low, high = int(self.starts[first]), int(self.starts[last])
        own, end = int(self.who_starts[first]), int(self.who_starts[last])
        changes: dict[str, Any] = {
            "events": self.events[first:last],
            "starts": self.starts[first : last + 1] - low,
            "who_starts": self.who_starts[first : last + 1] - own,
            "who": self.who[own:end],
            "two": self.two[first:last],
        }
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name not in changes and isinstance(value, np.ndarray):
                changes[item.name] = value[low:high]
        if self.kept is not None:
            changes["kept"] = {name: column[low:high] for name, column in self.kept.items()}
        return replace(self, **changes)

    def cut(self, rows: int) -> list[tuple[int, int]]:
        """Ranges of whole events of about so many rows each; an event with more is a range of its own."""
        ranges: list[tuple[int, int]] = []
        first, count = 0, len(self.starts) - 1
        while first < count:
            last = int(np.searchsorted(self.starts, self.starts[first] + rows, side="right")) - 1
            last = min(max(last, first + 1), count)
            ranges.append((first, last))
            first = last
        return ranges

    def contestant(self, place: int) -> str:
        """The key of a contestant by its place in `who`, as text."""
        value = int(self.who[place])
        return str(value) if self.names is None else str(self.names[value].as_py())


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """Rows that cannot be scored: their numbers in the input, from 0, and the reason of each."""

    row: I64
    reason: I8

    def __len__(self) -> int:
        return len(self.row)

    def table(self, source: pa.Table | None = None, *, first_row: int = 0) -> pa.Table:
        """Row, reason in words and, where the input is given, what stands there; `first_row` is that of the input."""
        import pyarrow as pa

        texts = pa.array([reason_text(code) for code in range(len(Reason))])
        columns = {"row": pa.array(self.row), "reason": texts.take(pa.array(self.reason))}
        if source is not None:
            there = source.take(pa.array(self.row - first_row))
            columns |= {name: there[name] for name in there.column_names if name not in columns}
        return pa.table(columns)


@dataclass(frozen=True, slots=True, eq=False)
class Numbering:
    """Things of an event numbered through all events, so that those of one event stand together.

    `ids` is the number of each row, `starts` the first number of each event and the count behind them, and `within`
    tells for each number what it was inside its event.
    """

    ids: I64
    starts: I64
    within: I64

    def __len__(self) -> int:
        return len(self.within)


def few(widths: I64, rows: int) -> bool:
    """Whether numbers for all widths leave few gaps between those of so many rows.

    >>> few(np.array([3, 4]), 100), few(np.array([10**9, 10**9]), 100)
    (True, False)
    """
    return float(widths.sum(dtype=np.float64)) <= 4 * rows + 4096


def number_within(event: I32, within: I64, widths: I64) -> Numbering:
    """Number the pairs of an event and a whole number from 0 below the event's width.

    Where that leaves few gaps the numbers are made by arithmetic, else by sorting.

    >>> found = number_within(np.array([0, 0, 1], np.int32), np.array([1, 0, 2]), np.array([2, 3]))
    >>> found.ids.tolist(), found.starts.tolist()
    ([1, 0, 4], [0, 2, 5])
    """
    if few(widths, len(event)):
        starts = np.concatenate(([0], np.cumsum(widths)))
        inside = np.arange(starts[-1]) - np.repeat(starts[:-1], widths)
        return Numbering(starts[event] + within, starts, inside)
    values, places = np.unique(within, return_inverse=True)
    keys, ids = np.unique(event * np.int64(max(len(values), 1)) + places, return_inverse=True)
    owners = keys // max(len(values), 1)
    bounds = np.searchsorted(owners, np.arange(len(widths) + 1))
    return Numbering(ids.astype(np.int64), bounds.astype(np.int64), values[keys % max(len(values), 1)])
