"""Places from exact keys: sorted by nearest floats, and by fractions wherever two of these are too near."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.entries import LIMIT, Sheets
from overtrick.bulk.results import Results, Totals, Whole
from overtrick.bulk.wide import Wide
from overtrick.ranking.totals import Total

__all__ = ["Keys", "placed"]

_NEAR = 1e-12
_DIGITS = 18


@dataclass(slots=True, eq=False)
class Keys:
    """By contestant: who it is, its sums, and the fraction that it is ranked by within its event.

    `near` are floats near the keys, and `percent` for show. Where 64 bits do not hold them `odd` has total and key as
    fractions by place in the columns, or `whole` the numerator of both in the row that `whole_row` tells (-1: none),
    over the common denominator of the event. The keys of those that are `slow` are worked out by `key_of` when wanted.
    """

    event: I32
    section: I64
    side: I64
    who: I64
    widths: I64
    sections: int
    who_starts: I64
    two: npt.NDArray[np.bool_]
    boards: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    num: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    den: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    available: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    key_num: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    key_den: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    near: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0, np.float64))
    percent: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0, np.float64))
    odd: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)
    whole: Whole | None = None
    whole_row: I64 = field(default_factory=lambda: np.zeros(0, np.int64))
    common: dict[int, int] = field(default_factory=dict)
    slow: npt.NDArray[np.bool_] | None = None
    key_of: Callable[[int], Fraction] | None = None
    _added: list[tuple[int, int, Total]] = field(default_factory=list)

    @classmethod
    def of(cls, results: Results, sheets: Sheets, chosen: I64, event: I32) -> Keys:
        """The contestants of sheets of which each is one contestant's only one."""
        codes = results.codes
        sections = 1 if codes.section is None or results.plan.of_teams else len(codes.sections)
        widths = np.diff(codes.who_starts)
        wide = event.astype(np.int64)
        keys = cls(event, wide, wide, wide, widths, sections, codes.who_starts, sheets.two)
        rest = sheets.numbers.within[chosen] % (2 * sections * np.maximum(widths[event], 1))
        keys.section, keys.side, keys.who = keys._split(event, rest)
        return keys

    def session_width(self, event: int) -> int:
        """How many contestants of an event there may be in a session."""
        return 2 * self.sections * int(self.widths[event])

    def _split(self, event: Any, rest: Any) -> tuple[Any, Any, Any]:
        """Section, side (-1 where there is one field) and the place in `codes.who`."""
        width = np.maximum(self.widths[event], 1)
        side = np.where(self.two[event], rest // width % 2, -1)
        return rest // width // 2, side, rest % width + self.who_starts[event]

    def fill(self, boards: I64, num: I64, den: I64, available: I64, key_num: I64, key_den: I64) -> None:
        """The columns of sums."""
        self.boards, self.num, self.den, self.available = boards, num, den, available
        self.key_num, self.key_den = key_num, key_den
        self.near = key_num / key_den
        self.percent = _percent(num / den, available)

    def widen(self, wide: Wide, sheets: I64) -> None:
        """Totals over denominators that 64 bits do not hold, of contestants by their sheets."""
        self.whole_row = wide.row[sheets] if wide.common else np.full(len(sheets), -1, np.int64)
        at = np.flatnonzero(self.whole_row >= 0)
        if not len(at):
            return
        self.whole, self.common = wide.whole(), wide.common
        ratios = self.whole.ratios(self.whole_row[at], self.event[at], wide.common)
        self.near[at] = ratios / self.key_den[at]
        self.percent[at] = _percent(ratios, self.available[at])

    def set(self, index: int, total: Fraction, key: Fraction, percent: Fraction | None, common: int = 1) -> None:
        """One contestant's total and key as fractions; `common` is that of a wide event."""
        self.odd[index] = (total, key)
        self.near[index] = float(key / common)
        self.percent[index] = np.nan if percent is None else float(percent)

    def add(self, event: int, rest: int, total: Total) -> None:
        """One contestant more, from its total."""
        self._added.append((event, rest, total))

    def joined(self) -> Keys:
        """The same with those that were added in the columns."""
        if not self._added:
            return self
        first, count = len(self.event), len(self._added)
        event = np.array([item[0] for item in self._added], np.int32)
        section, side, who = self._split(event, np.array([item[1] for item in self._added], np.int64))
        nought, one = np.zeros(count, np.int64), np.ones(count, np.int64)
        self.whole_row = np.concatenate((self.whole_row, -one))
        boards = np.array([item[2].boards for item in self._added], np.int64)
        available = np.array([int(item[2].available) for item in self._added], np.int64)
        for name, more in (("event", event), ("section", section), ("side", side), ("who", who), ("boards", boards),
                           ("num", nought), ("den", one), ("available", available), ("key_num", nought),
                           ("key_den", one), ("near", nought / 1), ("percent", nought / 1)):  # fmt: skip
            setattr(self, name, np.concatenate((getattr(self, name), more)))
        if self.slow is not None:
            self.slow = np.concatenate((self.slow, np.zeros(count, np.bool_)))
        for index, (_event, _rest, total) in enumerate(self._added):
            self.set(first + index, total.total, total.key, total.percent)
        self._added.clear()
        return self


def _percent(ratios: npt.NDArray[np.float64], available: I64) -> npt.NDArray[np.float64]:
    """Percentages for show; nothing where nothing was available."""
    found: npt.NDArray[np.float64] = np.where(available == 0, np.nan, 100 * ratios / np.maximum(available, 1))
    return found


def placed(results: Results, keys: Keys, own: dict[tuple[int, int], Fraction]) -> Totals:
    """The contestants in the order of their lists and places."""
    names = _natural(results)[keys.who]
    near = keys.near
    lists = _lists(results, keys)
    order = np.lexsort((names, keys.section, -near, lists))
    order = _settled(keys, order, lists, near, names)
    place, tied = _numbered(keys, order, lists, near)
    return _columns(results, keys, order, place, tied, own)


def _lists(results: Results, keys: Keys) -> I64:
    """The list of each contestant, lists in the order of the events, sections and directions."""
    section = keys.section if results.plan.conditions.ranking == "sections" else 0
    found: I64 = (keys.event.astype(np.int64) * keys.sections + section) * 3 + keys.side + 1
    return found


def _natural(results: Results) -> I64:
    """The rank of each contestant among all: pair 2 before pair 10; teams as text."""
    codes = results.codes
    if codes.names is None and not results.plan.of_teams:
        return codes.who
    if codes.names is not None:
        places, texts = codes.who, codes.names.to_pylist()
    else:
        values, places = np.unique(codes.who, return_inverse=True)
        texts = [str(value) for value in values.tolist()]
    if results.plan.of_teams:
        order = sorted(range(len(texts)), key=texts.__getitem__)
    else:
        order = sorted(range(len(texts)), key=lambda index: (_number(texts[index]), texts[index]))
    rank = np.empty(len(texts), np.int64)
    rank[order] = np.arange(len(texts))
    return rank[places]


def _number(text: str) -> int:
    digits = "".join(letter for letter in text if letter.isdecimal())[:_DIGITS]
    return int(digits) if digits else 0


def _exact(keys: Keys, index: int) -> Fraction:
    if index in keys.odd:
        return keys.odd[index][1]
    if keys.slow is not None and keys.key_of is not None and keys.slow[index]:
        return keys.key_of(index)
    row = int(keys.whole_row[index])
    num = int(keys.key_num[index]) if keys.whole is None or row < 0 else keys.whole.number(row)
    return Fraction(num, int(keys.key_den[index]))


def _doubtful(keys: Keys, order: I64, lists: I64, near: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Neighbours of one list whose floats do not tell them apart, and which are not the same fraction as written."""
    if len(order) < 2:
        return np.zeros(0, np.bool_)
    one, other = order[:-1], order[1:]
    close = np.abs(near[one] - near[other]) <= _NEAR * np.maximum(np.abs(near[one]), np.abs(near[other]))
    close &= lists[one] == lists[other]
    same = (keys.key_num[one] == keys.key_num[other]) & (keys.key_den[one] == keys.key_den[other])
    if keys.whole is not None:
        rows, others = keys.whole_row[one], keys.whole_row[other]
        at = np.flatnonzero(close & same & ((rows >= 0) | (others >= 0)))
        same[at] = keys.whole.same(rows[at], others[at])
    odd = np.zeros(len(near), np.bool_)
    odd[list(keys.odd)] = True
    if keys.slow is not None:
        odd |= keys.slow
    found: npt.NDArray[np.bool_] = close & ~(same & ~odd[one] & ~odd[other])
    return found


def _settled(keys: Keys, order: I64, lists: I64, near: npt.NDArray[np.float64], names: I64) -> I64:
    """The order with runs of neighbours that are too near sorted by their fractions."""
    doubtful = _doubtful(keys, order, lists, near)
    if not doubtful.any():
        return order
    close = np.zeros(len(order) - 1, np.bool_)
    one, other = order[:-1], order[1:]
    close[:] = (lists[one] == lists[other]) & (
        np.abs(near[one] - near[other]) <= _NEAR * np.maximum(np.abs(near[one]), np.abs(near[other]))
    )
    breaks = np.concatenate(([0], np.flatnonzero(~close) + 1, [len(order)]))
    order = order.copy()
    for run in np.unique(np.searchsorted(breaks, np.flatnonzero(doubtful), side="right") - 1).tolist():
        first, last = int(breaks[run]), int(breaks[run + 1])
        members = order[first:last].tolist()
        members.sort(key=lambda index: (-_exact(keys, index), int(keys.section[index]), int(names[index])))
        order[first:last] = members
    return order


def _numbered(keys: Keys, order: I64, lists: I64, near: npt.NDArray[np.float64]) -> tuple[I32, npt.NDArray[np.bool_]]:
    """Equal keys share the better place."""
    size = len(order)
    if not size:
        return np.zeros(0, np.int32), np.zeros(0, np.bool_)
    new_list = np.concatenate(([True], lists[order[1:]] != lists[order[:-1]]))
    new = new_list.copy()
    new[1:] |= near[order[1:]] != near[order[:-1]]
    for doubt in np.flatnonzero(_doubtful(keys, order, lists, near)).tolist():
        new[doubt + 1] = _exact(keys, int(order[doubt])) != _exact(keys, int(order[doubt + 1]))
    at = np.arange(size)
    head = np.maximum.accumulate(np.where(new_list, at, 0))
    group = np.maximum.accumulate(np.where(new, at, 0))
    number = np.cumsum(new) - 1
    return (group - head + 1).astype(np.int32), np.bincount(number)[number] > 1


def _columns(
    results: Results,
    keys: Keys,
    order: I64,
    place: I32,
    tied: npt.NDArray[np.bool_],
    own: dict[tuple[int, int], Fraction],
) -> Totals:
    common = np.gcd(keys.num, keys.den)
    num, den = keys.num // common, keys.den // common
    num[keys.whole_row >= 0] = den[keys.whole_row >= 0] = 0
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    odd = _odd(keys, num, den, back)
    return Totals(
        results.codes,
        ("",) if results.plan.of_teams else results.codes.sections,
        keys.event[order],
        keys.section[order].astype(np.int32),
        keys.side[order].astype(np.int8),
        keys.who[order],
        keys.boards[order].astype(np.int32),
        num[order],
        den[order],
        keys.available[order],
        keys.percent[order],
        place,
        tied,
        keys.whole_row[order],
        keys.whole,
        keys.common,
        odd,
        own,
    )


def _odd(keys: Keys, num: I64, den: I64, back: I64) -> dict[int, tuple[int, int]]:
    """Totals that are fractions: in the columns where 64 bits hold them, the others by their places at last."""
    lost: dict[int, tuple[int, int]] = {}
    for index, (total, _key) in keys.odd.items():
        keys.whole_row[index] = -1
        above, below = total.as_integer_ratio()
        if abs(above) < LIMIT and below < LIMIT:
            num[index], den[index] = above, below
        else:
            num[index] = den[index] = 0
            lost[int(back[index])] = above, below
    return lost
