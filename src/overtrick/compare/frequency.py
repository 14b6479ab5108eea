"""The scores of one side on one board, as a list of frequencies.

A weighted score enters with its weights (Law 12C1(c)), so a frequency is a `Fraction`; with whole scores all
stay integers. Points are from the side's own view: more is better.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

__all__ = ["Frequencies", "Half", "Number", "frequencies", "matchpoints_from_frequencies", "plain"]

Number: TypeAlias = int | Fraction
Frequencies: TypeAlias = dict[int, Number]
N = TypeVar("N", bound=Number)


@dataclass(frozen=True, slots=True)
class Half:
    """One side's real result on a line: points with weights that sum to one, and the version of the board.

    `own` is the score that the side takes where the field is to see both halves of a split score.
    """

    parts: tuple[tuple[Number, int], ...]
    version: str = ""
    own: int | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it is one score, not a weighted one.

        >>> plain(420).is_plain
        True
        """
        return len(self.parts) == 1


def plain(points: int, version: str = "") -> Half:
    """A result that is one score.

    >>> plain(420)
    Half(parts=((1, 420),), version='', own=None)
    """
    return Half(((1, points),), version)


def frequencies(halves: Iterable[Half]) -> Frequencies:
    """How often each score occurs, in the order of the scores.

    >>> frequencies([plain(420), plain(-50), plain(420)])
    {-50: 1, 420: 2}
    """
    found: Frequencies = {}
    for half in halves:
        for weight, points in half.parts:
            found[points] = found.get(points, 0) + weight
    return dict(sorted(found.items()))


def matchpoints_from_frequencies(counts: Mapping[int, N], *, ascherman: bool = False) -> dict[int, N]:
    """Matchpoints of each score: two for each lower one, one for each equal one but itself (Law 78A).

    Whole counts give whole numbers, fractions give fractions.

    >>> matchpoints_from_frequencies({-50: 1, 420: 2})
    {-50: 0, 420: 3}
    >>> matchpoints_from_frequencies({1: 1, 2: 1, 3: 1}, ascherman=True)[3]
    5
    """
    own = 0 if ascherman else 1
    result: dict[int, Any] = {}
    lower: Any = 0
    for points in sorted(counts):
        count: Any = counts[points]
        result[points] = 2 * lower + count - own
        lower += count
    return result
