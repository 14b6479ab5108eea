"""The core's own tables as arrays: scores of all deals, IMPs of all differences. No law is written here again."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
import numpy.typing as npt

from overtrick.compare.butler import cut_off
from overtrick.compare.imps import imps, table_steps
from overtrick.model.board import Board
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.score.table import points_table
from overtrick.tables.laws import law

__all__ = ["VULS", "Imps", "Scores", "imp_array", "scores_under", "vul_codes"]

VULS = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)
"""Vulnerabilities by code: bit 0 is North-South, bit 1 East-West."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """All deals of a code of laws: `full[contract, declarer, vul, tricks]` are points to North-South.

    `values` are the distinct ones in rising order and `places` has, in the shape of `full`, where each stands there.
    """

    full: npt.NDArray[np.int32]
    values: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]


@lru_cache(maxsize=32)
def scores_under(key: str) -> Scores:
    """The scores under a code of laws. Raises `ConditionsError` for one that is not known.

    >>> found = scores_under("duplicate-2017")
    >>> int(found.full[1 + 15 * 3 + 3 * 3 + 1, 0, 1, 11]), len(found.values)
    (990, 409)
    """
    own = np.array(points_table(law(key)), dtype=np.int32).reshape(105, 2, 14)
    full = np.zeros((106, 4, 4, 14), dtype=np.int32)
    for seat in Seat:
        sign = 1 if seat.side is Side.NS else -1
        for code, vulnerability in enumerate(VULS):
            full[1:, tuple(Seat).index(seat), code] = sign * own[:, int(vulnerability.includes(seat.side))]
    values, places = np.unique(full, return_inverse=True)
    return Scores(full, values.astype(np.int32), places.reshape(full.shape).astype(np.int32))


@lru_cache(maxsize=1)
def vul_codes() -> npt.NDArray[np.uint8]:
    """The vulnerability of boards 1 to 16, which then comes round again (Law 2).

    >>> vul_codes()[:8].tolist()
    [0, 1, 2, 3, 1, 2, 3, 0]
    """
    codes = {vulnerability: code for code, vulnerability in enumerate(VULS)}
    return np.array([codes[Board.numbered(number).vulnerability] for number in range(1, 17)], dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Imps:
    """IMPs by whole difference from 0, in `unit`-ths of an IMP; a difference past the end counts as the last one."""

    steps: npt.NDArray[np.int32]
    unit: int


@lru_cache(maxsize=32)
def imp_array(table: str, limit: int, cutoff: str = "none") -> Imps:
    """IMPs of every difference up to a limit, cut off as `imp-cutoff` says.

    >>> found = imp_array("imps-1962", 20000)
    >>> found.steps[[0, 20, 720]].tolist(), found.unit, len(found.steps)
    ([0, 1, 12], 1, 4001)
    >>> imp_array("bastille", 100).unit
    120
    """
    printed = table_steps(table)
    last = min(limit, printed[-1]) if printed else limit
    found = [Fraction(imps(difference, table=table)) for difference in range(last + 1)]
    if cutoff == "australian":
        limited = {value: cut_off(value) for value in set(found)}
        found = [limited[value] for value in found]
    unit = lcm(*{value.denominator for value in found})
    return Imps(np.array([int(value * unit) for value in found], dtype=np.int32), unit)
