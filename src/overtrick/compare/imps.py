"""International matchpoints of a difference in score (Law 78B and the scales before it)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise, repeat
from math import floor
from typing import Any

from overtrick.tables.imps import ImpTable, find_imp_table

__all__ = ["imps", "imps_within", "known_imps", "table_steps"]

_SPREAD = 15_200  # how far apart two scores can be: 7,600 this way and 7,600 that way
_MOST_KNOWN = 10_000  # differences kept by table; all scores that there are make some 1,500


@lru_cache(maxsize=64)
def _table(key: str) -> ImpTable:
    return find_imp_table(key)


def table_steps(key: str = "imps-1962") -> tuple[int, ...]:
    """The least differences worth 1, 2, 3 ... IMPs; empty for a continuous scale.

    Raises `ConditionsError` for a table that is not known.

    >>> table_steps()[:4]
    (20, 50, 90, 130)
    """
    return _table(key).steps


def imps(difference: int | Fraction, table: str = "imps-1962") -> int | Fraction:
    """IMPs of a difference, with its sign (Law 78B): a whole number, or a `Fraction` on the continuous Bastille scale.

    A difference that is no multiple of ten takes the row whose lower bound it reaches. Raises `ConditionsError`
    for a table that is not known.

    >>> imps(720), imps(-30), imps(Fraction(39, 2)), imps(4000)
    (12, -1, 0, 24)
    >>> imps(60, table="imps-1948"), imps(45, table="bastille")
    (1, Fraction(3, 2))
    """
    chosen = _table(table)
    size: int | Fraction = -difference if difference < 0 else difference
    value: int | Fraction
    # The steps are whole, so a fraction reaches those that its whole part reaches.
    value = bisect_right(chosen.steps, floor(size)) if chosen.steps else _continuous(chosen, Fraction(size))
    return -value if difference < 0 else value


class _Known(dict[int, Any]):
    """IMPs of the whole differences met so far, each looked up once in the table."""

    def __init__(self, table: str) -> None:
        self._table = _table(table).key

    def __missing__(self, difference: int) -> int | Fraction:
        value = imps(difference, table=self._table)
        if len(self) < _MOST_KNOWN:
            self[difference] = value
        return value


@lru_cache(maxsize=8)
def known_imps(table: str = "imps-1962") -> Mapping[int, Any]:
    """IMPs of whole differences, to be read with `[]`; one memory by table, for who looks up many.

    Raises `ConditionsError` for a table that is not known.

    >>> known_imps()[720], known_imps("bastille")[-45]
    (12, Fraction(-3, 2))
    """
    return _Known(table)


def imps_within(spread: int, table: str = "imps-1962") -> Sequence[Any] | Mapping[int, Any]:
    """IMPs of the whole differences from nought to `spread`, to be read with `[]`; the fastest form of them.

    Raises `ConditionsError` for a table that is not known.

    >>> imps_within(4000)[720], imps_within(45, "bastille")[45]
    (12, Fraction(3, 2))
    """
    return _column(table) if spread <= _SPREAD and _table(table).steps else known_imps(table)


@lru_cache(maxsize=8)
def _column(table: str) -> tuple[int, ...]:
    edges = (0, *_table(table).steps, _SPREAD + 1)
    return tuple(chain.from_iterable(repeat(value, high - low) for value, (low, high) in enumerate(pairwise(edges))))


def _continuous(table: ImpTable, size: Fraction) -> Fraction:
    part = next(part for part in table.stretches if part.limit is None or size <= part.limit)
    return (size + part.add) / part.divide
