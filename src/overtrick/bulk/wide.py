"""Sums over denominators that 64 bits do not hold: whole numbers in several limbs, added up by column."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I64
from overtrick.bulk.entries import Awards, Sheets, Worth, counted_rows
from overtrick.bulk.jit import passes
from overtrick.bulk.results import Results, Whole

__all__ = ["Wide", "wide_sums"]

_BITS = 62
_LIMBS = (32, 16, 8)
_DIGIT = 32  # bits of a digit of `Whole`


def _none() -> I64:
    return np.zeros(0, np.int64)


@dataclass(slots=True, eq=False)
class Wide:
    """Sums of the sheets of some events, each over the common denominator of its event.

    `row` is the row of a sheet in `limbs`, -1 for one of another event. A sum is that of its limbs, each times two to
    the power of `bits` times its place. Where no limbs would do there is one, a Python int, and `bits` is 0.
    """

    common: dict[int, int] = field(default_factory=dict)
    row: I64 = field(default_factory=_none)
    limbs: npt.NDArray[Any] = field(default_factory=lambda: np.zeros((0, 1), np.int64))
    bits: int = 0
    shares: _Shares | None = None

    def num(self, sheet: int) -> int:
        """The sum of a sheet; nought where it has none."""
        row = int(self.row[sheet])
        return 0 if row < 0 else sum(limb << self.bits * place for place, limb in enumerate(self.limbs[row].tolist()))

    def add_awards(self) -> None:
        """Add the awards to their sheets."""
        if self.shares is not None:
            self.shares.add(self.limbs)

    def whole(self) -> Whole:
        """The sums in a form that does not depend on the limbs."""
        size = len(self.limbs)
        if not self.bits:
            sums = self.limbs[:, 0].tolist()
            count = max((abs(one).bit_length() for one in sums), default=0) // _DIGIT + 1
            raw = np.frombuffer(b"".join(abs(one).to_bytes(4 * count, "little") for one in sums), "<u4")
            return Whole(np.array([one < 0 for one in sums], np.bool_), raw.reshape(size, count).astype(np.int64))
        limbs = _carried(self.limbs, self.bits)
        negative = limbs[:, -1] < 0
        limbs[negative] = _carried(-limbs[negative], self.bits)
        return Whole(negative, _digits(limbs, self.bits))


@dataclass(frozen=True, slots=True, eq=False)
class _Shares:
    """Awards: the row of each, its sign, and which of the distinct shares it is, in limbs."""

    row: I64
    sign: I64
    which: I64
    limbs: npt.NDArray[Any]

    def add(self, sums: npt.NDArray[Any]) -> None:
        """Add each to its row."""
        for place in range(sums.shape[1]):
            np.add.at(sums[:, place], self.row, self.sign * self.limbs[self.which, place])


def wide_sums(
    results: Results,
    sheets: Sheets,
    awards: Awards,
    worths: tuple[Worth, Worth],
    den: I64,
    wide: npt.NDArray[np.bool_],
    boards: I64,
    *,
    kernel: str = "auto",
) -> Wide:
    """The sums of real results in the wide events, by sheets that have boards. Awards are still to be added."""
    events = np.flatnonzero(wide)
    if not len(events):
        return Wide()
    there = boards > 0
    there[awards.sheet] = True
    rows = np.flatnonzero(there & wide[sheets.event])
    row = np.full(len(boards), -1, np.int64)
    row[rows] = np.arange(len(rows))
    pairs, which = np.unique(awards.event * np.int64(len(awards.worths) + 1) + awards.which, return_inverse=True)
    given = [(pair // (len(awards.worths) + 1), awards.worths[pair % (len(awards.worths) + 1)]) for pair in pairs]
    common, factors = _factors(results, den, wide, given)
    shares = [value.numerator * (common.get(event, 0) // value.denominator) for event, value in given]
    most = boards + np.bincount(awards.sheet, minlength=len(boards))
    bits = _limb_size(worths, results, wide, int(most.max(initial=0)))
    limbs, share_limbs = _in_limbs(factors, [abs(share) for share in shares], bits)
    found = Wide(common, row, np.zeros((len(rows), limbs.shape[1]), limbs.dtype), bits)
    add = passes(kernel if bits else "numpy", len(results)).add_wide_side
    for sheet, worth in zip((sheets.ns, sheets.ew), worths, strict=True):
        terms = (worth.a, worth.b) if bits else (worth.a.astype(object), worth.b.astype(object))
        add(sheet, row, counted_rows(results), worth.value, results.cells.of_row, terms, limbs, found.limbs)
    signs = np.array([-1 if share < 0 else 1 for share in shares], np.int64)
    chosen = np.flatnonzero(row[awards.sheet] >= 0)
    found.shares = _Shares(row[awards.sheet[chosen]], signs[which[chosen]], which[chosen], share_limbs)
    return found


def _factors(
    results: Results, den: I64, wide: npt.NDArray[np.bool_], given: list[tuple[int, Fraction]]
) -> tuple[dict[int, int], list[int]]:
    """The common denominators, and by cell what a numerator is multiplied with: nought outside the wide events."""
    cells, divisors = results.cells, results.terms.divisors
    owner = np.repeat(np.arange(len(wide)), np.diff(cells.starts))
    used = np.flatnonzero(wide[owner] & (cells.n > 0)).tolist()
    sizes = den[used].tolist()
    units = (
        [(1, size) for size in sizes]
        if divisors is None
        else [(1 / (size * divisors[cell])).as_integer_ratio() for cell, size in zip(used, sizes, strict=True)]
    )
    parts: dict[int, set[int]] = {event: set() for event in np.flatnonzero(wide).tolist()}
    owners = owner[used].tolist()
    for event, unit in zip(owners, units, strict=True):
        parts[event].add(unit[1])
    for event, value in given:
        if event in parts:
            parts[event].add(value.denominator)
    common = {event: lcm(*sizes) for event, sizes in parts.items()}
    factors = [0] * len(cells)
    for cell, event, (above, below) in zip(used, owners, units, strict=True):
        factors[cell] = common[event] // below * above
    return common, factors


def _limb_size(worths: tuple[Worth, Worth], results: Results, wide: npt.NDArray[np.bool_], boards: int) -> int:
    """The bits of a limb such that sums of limbs stay in 64 bits; 0 where there is no such size."""
    owner = np.repeat(wide, np.diff(results.cells.starts))
    counted = counted_rows(results)
    most = 0
    for side in worths:
        largest, least = (int(bound(side.value, where=counted, initial=0)) for bound in (np.max, np.min))
        a, b = (int(np.abs(part[owner]).max(initial=0)) for part in (side.a, side.b))
        most = max(most, a * max(largest, -least) + b)
    room = _BITS - most.bit_length() - boards.bit_length()
    return next((size for size in _LIMBS if size <= room), 0)


def _in_limbs(factors: list[int], shares: list[int], bits: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Both as rows of limbs, from the lowest."""
    every = factors + shares
    if not bits:
        column = np.array([*every, None], object)[:-1, None]  # None: numpy is not to make them 64 bits
        return column[: len(factors)], column[len(factors) :]
    step = bits // 8
    count = max(max((one.bit_length() for one in every), default=0) // bits + 1, 1)
    raw = np.frombuffer(b"".join(one.to_bytes(count * step, "little") for one in every), np.uint8)
    parts = raw.reshape(len(every), count, step).astype(np.int64)
    limbs = (parts << (8 * np.arange(step))).sum(axis=2)
    return limbs[: len(factors)], limbs[len(factors) :]


def _carried(sums: I64, bits: int) -> I64:
    """The same numbers with all limbs but the highest from 0 to 2**bits - 1."""
    found = sums.copy()
    for place in range(sums.shape[1] - 1):
        found[:, place + 1] += found[:, place] >> bits
        found[:, place] &= (1 << bits) - 1
    return found


def _digits(limbs: I64, bits: int) -> I64:
    """Limbs that are nought or more as digits; the highest limb may be larger than the others."""
    ends = [(limbs[:, -1] >> shift) & ((1 << bits) - 1) for shift in range(0, 64, bits)]
    every = [*limbs[:, :-1].T, *ends]
    each = _DIGIT // bits
    found = np.zeros((len(limbs), -(-len(every) // each)), np.int64)
    for place, limb in enumerate(every):
        found[:, place // each] |= limb << place % each * bits
    return found
