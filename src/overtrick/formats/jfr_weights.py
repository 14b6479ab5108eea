"""The weights of an assigned score that a traveller prints only as percentages, found from what the others got.

JFR Pary compares every pair with the outcomes of an assigned score at their weights (Law 12C1(c)) but prints neither.
Each score below an outcome gets nothing from it, each equal score half, each higher one the whole: so the percentages
of the others tell how the outcomes are spread.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from overtrick.model.outcome import BareScore, Weighted

__all__ = ["weighted_from_others"]

_PRINTED = Fraction(1, 200)  # percentages are printed to 0.01


def weighted_from_others(results: list[tuple[int, Fraction]], own: Fraction, awards: int = 0) -> Weighted | None:
    """The weighted outcome of the one line that was assigned; None where whole percentages do not explain the rest.

    `results` are the deal scores of the other lines to North-South with their percentages, `own` the percentage of
    the assigned line to North-South, `awards` the lines beside it that take no part in the comparison.
    Only scores that stand on the board are thought of as outcomes, since others leave no trace.

    >>> others = [(170, Fraction(7665, 100))] * 6 + [(140, Fraction(3165, 100))] * 3 + [(-100, Fraction(5))] * 2
    >>> [(weight, part.points) for weight, part in weighted_from_others(others[1:], Fraction(618, 10)).parts]
    [(Fraction(33, 100), 140), (Fraction(67, 100), 170)]
    """
    if awards or len(results) < 2:
        return None
    top = 2 * len(results)
    count = Counter(points for points, _percent in results)
    stated = dict(results)
    weights: dict[int, Fraction] = {}
    below = 0
    given = Fraction(0)
    for points in sorted(count):
        won = 2 * below + count[points] - 1
        share = stated[points] * top / 100 - won  # twice the weight of lower outcomes, and once that of this one
        weight = Fraction(round((share - 2 * given) * 100), 100)
        if abs(share - 2 * given - weight) > _PRINTED * top / 100 or weight < 0:
            return None
        if weight:
            weights[points] = weight
        given += weight
        below += count[points]
    if given != 1 or len(weights) < 2:
        return None
    mine = Fraction(0)
    for points, weight in weights.items():
        mine += weight * (2 * sum(n for other, n in count.items() if other < points) + count[points])
    if abs(100 * mine / top - own) > _PRINTED:
        return None
    return Weighted(tuple((weight, BareScore(points)) for points, weight in weights.items()))
