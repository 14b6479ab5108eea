"""Cross-IMPs: each score against every other real score of its side on the board.

Equal scores are counted once with their number, so the work grows with the distinct scores, not with the
square of the field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any

from overtrick.compare.frequency import Frequencies, Half, Number, frequencies
from overtrick.compare.imps import imps_within, known_imps
from overtrick.compare.matchpoints import Worth
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = [
    "CrossRule",
    "brought_up",
    "compare_cross_imps",
    "cross_imps",
    "cross_imps_from_frequencies",
    "cross_share",
    "divisor",
]


_LEAST_TRIMMED = 2  # the best and the worst of so few comparisons, or fewer, are not left out


@dataclass(frozen=True, slots=True)
class CrossRule:
    """The settings that matter to a board at cross-IMPs (see `Conditions`)."""

    divisor: str = "comparisons"
    trim: str = "none"
    table: str = "imps-1962"


def divisor(rule: str, results: Number) -> Fraction:
    """What the sum of IMPs is divided by, for so many scores on the board.

    `sum` 1 (Total IMPs; PBN Cross), `comparisons` n - 1 (Average IMPs; PBN Cross2), `scores` n (PBN Cross1),
    `sqrt` the root of half the comparisons (EBU), to twenty places. One score alone divides by 1.

    >>> divisor("comparisons", 5), divisor("scores", 5), divisor("sqrt", 9)
    (Fraction(4, 1), Fraction(5, 1), Fraction(2, 1))
    """
    comparisons = max(Fraction(results) - 1, Fraction(0))
    match rule:
        case "sum":
            return Fraction(1)
        case "comparisons":
            return comparisons or Fraction(1)
        case "scores":
            return Fraction(results) or Fraction(1)
        case "sqrt":
            half = comparisons / 2
            with localcontext() as context:
                context.prec = 40
                root = (Decimal(half.numerator) / Decimal(half.denominator)).sqrt()
            return Fraction(round(root, 20)) or Fraction(1)
        case _:
            raise ConditionsError(_("no divisor {rule!r}; known: sum, comparisons, scores, sqrt").format(rule=rule))


def cross_share(size: int, results: Number, rule: str, *, fouled: bool = False) -> Fraction:
    """What the sum of IMPs among `size` results of a version is multiplied by, on a board with so many real results.

    Under `sum` a version of a fouled board is brought up to the whole board by (n - 1) / (size - 1) (ACBLscore manual).

    >>> cross_share(5, 5, "comparisons"), cross_share(3, 9, "sum", fouled=True)
    (Fraction(1, 4), Fraction(4, 1))
    """
    if rule == "sum" and fouled and size > 1:
        return (Fraction(results) - 1) / (size - 1)
    return 1 / _divisor(rule, size)


def brought_up(comparisons: Number, trim: str) -> Fraction:
    """By what the comparisons that a trim keeps are brought up to the full number: 1 where none is left out.

    >>> brought_up(5, "extremes"), brought_up(2, "extremes"), brought_up(5, "none")
    (Fraction(5, 3), Fraction(1, 1), Fraction(1, 1))
    """
    trimmed = trim == "extremes" and comparisons > _LEAST_TRIMMED
    return Fraction(comparisons) / (comparisons - 2) if trimmed else Fraction(1)


def cross_imps(scores: Sequence[int], *, divisor: str = "comparisons", table: str = "imps-1962") -> list[Fraction]:
    """Cross-IMPs of each score.

    >>> [str(value) for value in cross_imps([420, 170, 300])]
    ['9/2', '-5', '1/2']
    """
    values = cross_imps_from_frequencies(Counter(scores), divisor=divisor, table=table)
    return [values[score] for score in scores]


def cross_imps_from_frequencies(
    counts: Mapping[int, Number], *, divisor: str = "comparisons", table: str = "imps-1962"
) -> dict[int, Fraction]:
    """Cross-IMPs of each score, of scores given as frequencies.

    >>> {score: str(value) for score, value in cross_imps_from_frequencies({420: 1, 170: 1, 300: 1}).items()}
    {170: '-5', 300: '1/2', 420: '9/2'}
    """
    parts, times = _divisor(divisor, sum(counts.values())).as_integer_ratio()
    return {score: Fraction(times * total, parts) for score, total in _sums(counts, table).items()}


def compare_cross_imps(halves: Sequence[Half], results: Number, rule: CrossRule) -> list[Worth]:
    """What each half-line of one side is worth in cross-IMPs on a board with so many real results."""
    groups: dict[str, list[int]] = {}
    for index, half in enumerate(halves):
        groups.setdefault(half.version, []).append(index)
    worths: dict[int, Worth] = {}
    known = known_imps(rule.table)
    for group in groups.values():
        scale = cross_share(len(group), results, rule.divisor, fouled=len(groups) > 1)
        times, by = scale.as_integer_ratio()
        counts = frequencies(halves[index] for index in group)
        sums = _sums(counts, rule.table) if rule.trim == "none" else {}
        memo: dict[int, Worth] = {}
        for index in group:
            half = halves[index]
            if half.is_plain:
                points = half.parts[0][1]
                if points not in memo:
                    total = sums[points] if sums else _among(points, counts, half, rule.trim, known)
                    memo[points] = Worth(Fraction(times * total, by), "cross-imps")
                worths[index] = memo[points]
            else:
                parts = half.parts if half.own is None else ((1, half.own),)
                shares = (weight * _among(points, counts, half, rule.trim, known) for weight, points in parts)
                worths[index] = Worth(scale * sum(shares, Fraction(0)), "cross-imps")
    return [worths[index] for index in range(len(halves))]


@lru_cache(maxsize=1024)
def _divisor(rule: str, results: Number) -> Fraction:
    return divisor(rule, results)


def _sums(counts: Mapping[int, Any], table: str) -> dict[int, Any]:
    """IMPs of each score against all others: what one wins of another the other loses, so a pair is looked up once."""
    ordered = sorted(counts)
    known = imps_within(ordered[-1] - ordered[0] if ordered else 0, table)
    sums: list[Any] = []
    lower: list[tuple[int, int, Any]] = []
    for score in ordered:
        count = counts[score]
        won: Any = 0
        for place, other, times in lower:  # the loop that takes the time
            value = known[score - other]
            won += value * times
            sums[place] -= value * count
        lower.append((len(sums), score, count))
        sums.append(won)
    return dict(zip(ordered, sums, strict=True))


def _among(points: int, counts: Frequencies, half: Half, trim: str, known: Mapping[int, Any]) -> Fraction:
    """IMPs of one score against all others, of a weighted one against all but itself."""
    others = dict(counts)
    for weight, own in half.parts:
        others[own] -= weight
    values = [(known[points - score], count) for score, count in others.items() if count > 0]
    share = brought_up(sum(count for _, count in values), trim)
    if share != 1:
        values = _trim(values, share)
    return sum((Fraction(value) * count for value, count in values), Fraction(0))


def _trim(values: list[tuple[Number, Number]], share: Fraction) -> list[tuple[Number, Number]]:
    """The comparisons but the best and the worst one, the rest brought up to the full number by a share."""
    ordered = sorted(values)
    total = sum(count for _, count in ordered)
    kept: list[tuple[Number, Number]] = []
    seen: Number = 0
    for value, count in ordered:
        start, seen = seen, seen + count
        weight = min(seen, total - 1) - max(start, 1)
        if weight > 0:
            kept.append((value, weight * share))
    return kept
