"""Sums over denominators that 64 bits do not hold: whole numbers in several limbs, added up by column."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I64
from overtrick.bulk.entries import Awards, Sheets, Worth, counted_rows
from overtrick.bulk.jit import passes
from overtrick.bulk.results import Results

__all__ = ["Wide", "wide_sums"]

_BITS = 62
_LIMBS = (24, 16, 8)


@dataclass(frozen=True, slots=True, eq=False)
class Wide:
    """By event the common denominator, and by sheet the sum over it; both without limit."""

    common: dict[int, int] = field(default_factory=dict)
    num: dict[int, int] = field(default_factory=dict)

    def add(self, awards: Awards, chosen: I64) -> None:
        """Add the chosen awards to their sheets."""
        for index in chosen.tolist():
            sheet, value = int(awards.sheet[index]), awards.worths[awards.which[index]]
            share = value.numerator * (self.common[int(awards.event[index])] // value.denominator)
            self.num[sheet] = self.num.get(sheet, 0) + share


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows of one side that count: their sheets, numerators and cells, the last two in the wide events alone."""

    sheet: I64
    value: I64
    cell: I64


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
    found = Wide()
    events = np.flatnonzero(wide)
    if not len(events):
        return found
    starts = results.cells.starts
    cells = np.concatenate([np.arange(starts[event], starts[event + 1]) for event in events])
    owner = np.repeat(events, np.diff(starts)[events])
    factors = _factors(results, awards, cells, owner, den, found)
    spot = np.full(len(results.cells), -1, np.int64)
    spot[cells] = np.arange(len(cells))
    rows = [_rows(results, sheet, worth, spot) for sheet, worth in zip((sheets.ns, sheets.ew), worths, strict=True)]
    places = np.flatnonzero((boards > 0) & wide[sheets.event])
    local = np.zeros(len(boards), np.int64)
    local[places] = np.arange(len(places))
    own = local[np.concatenate([side.sheet for side in rows])]
    limbs = _limb_size(rows, own)
    if limbs:
        sums = _in_limbs(rows, own, factors, limbs, len(places), kernel)
    else:
        sums = _one_by_one(rows, own, factors, len(places))
    found.num.update(zip(places.tolist(), sums, strict=True))
    return found


def _factors(results: Results, awards: Awards, cells: I64, owner: I64, den: I64, found: Wide) -> list[int]:
    """By cell what a numerator is multiplied with; fills the common denominators."""
    divisors = results.terms.divisors
    units = [
        Fraction(1, size) if divisors is None else 1 / (size * divisors[cell])
        for cell, size in zip(cells.tolist(), den[cells].tolist(), strict=True)
    ]
    used = results.cells.n[cells].tolist()
    parts: dict[int, set[int]] = {int(event): set() for event in owner}
    for event, unit, count in zip(owner.tolist(), units, used, strict=True):
        if count:
            parts[event].add(unit.denominator)
    pairs = np.unique(awards.event * np.int64(len(awards.worths)) + awards.which)
    for pair in pairs.tolist():
        event = pair // len(awards.worths)
        if event in parts:
            parts[event].add(awards.worths[pair % len(awards.worths)].denominator)
    found.common.update({event: lcm(*sizes) for event, sizes in parts.items()})
    return [
        found.common[event] // unit.denominator * unit.numerator if count else 0
        for event, unit, count in zip(owner.tolist(), units, used, strict=True)
    ]


def _rows(results: Results, sheet: I64, worth: Worth, spot: I64) -> _Rows:
    cell = results.cells.of_row
    rows = np.flatnonzero(counted_rows(results) & (sheet >= 0) & (spot[cell] >= 0))
    own = cell[rows]
    if max(abs(float(worth.a[own].max(initial=0))), 1.0) * float(np.abs(worth.value[rows]).max(initial=0)) > 2.0**60:
        value = worth.a[own].astype(object) * worth.value[rows] + worth.b[own]
    else:
        value = worth.a[own] * worth.value[rows] + worth.b[own]
    return _Rows(sheet[rows], value, spot[own])


def _limb_size(rows: list[_Rows], own: I64) -> int:
    """The bits of a limb such that sums of limbs stay in 64 bits; 0 where there is no such size."""
    most = max((int(np.abs(side.value).max()) for side in rows if len(side.value)), default=0)
    boards = int(np.bincount(own).max(initial=0))
    room = _BITS - most.bit_length() - boards.bit_length()
    return next((size for size in _LIMBS if size <= room), 0)


def _in_limbs(rows: list[_Rows], own: I64, factors: list[int], bits: int, size: int, kernel: str) -> list[int]:
    """The sums, by columns of limbs from the lowest."""
    count = max(max((factor.bit_length() for factor in factors), default=0) // bits + 1, 1)
    step = bits // 8
    raw = np.frombuffer(b"".join(factor.to_bytes(count * step, "little") for factor in factors), np.uint8)
    parts = raw.reshape(len(factors), count, step).astype(np.int64)
    limbs = (parts << (8 * np.arange(step))).sum(axis=2)
    sums = np.zeros((size, count), np.int64)
    add, first = passes(kernel, len(own)).add_limbs, 0
    for side in rows:
        add(own[first : first + len(side.value)], side.value, side.cell, limbs, sums)
        first += len(side.value)
    carry = np.zeros(size, np.int64)
    digits = np.empty((size, count * step + 8), np.uint8)
    for place in range(count):
        column = sums[:, place] + carry
        carry = column >> bits
        for byte in range(step):
            digits[:, place * step + byte] = (column >> (8 * byte)) & 255
    digits[:, count * step :] = carry.astype("<i8").view(np.uint8).reshape(size, 8)
    return [int.from_bytes(line, "little", signed=True) for line in map(bytes, digits)]


def _one_by_one(rows: list[_Rows], own: I64, factors: list[int], size: int) -> list[int]:
    """The sums in Python's whole numbers, where a single numerator is too large for limbs."""
    sums = [0] * size
    first = 0
    for side in rows:
        places = own[first : first + len(side.value)].tolist()
        for place, value, cell in zip(places, side.value.tolist(), side.cell.tolist(), strict=True):
            sums[place] += value * factors[cell]
        first += len(side.value)
    return sums
