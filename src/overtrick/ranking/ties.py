"""Places, shared places, and the ways of splitting a tie.

A breaker looks at the contestants of one tie and gives each a value, more is better, or nothing where it does not
apply. What it splits is looked at again from the first breaker on, since a direct match may decide among fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from overtrick.ranking.numbers import Number, exact

__all__ = [
    "Breaker",
    "Ranked",
    "average_places",
    "break_ties",
    "by_count_back",
    "by_direct_match",
    "by_value",
    "count_back",
    "place_labels",
    "places",
    "quotient",
    "swiss_points",
]

Breaker: TypeAlias = Callable[[Sequence[Hashable]], "Mapping[Hashable, Any] | None"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A contestant's place; `tied` if it is shared, `breaker` names what split a tie (empty: the score itself)."""

    contestant: Hashable
    place: int
    tied: bool
    breaker: str = ""


def places(values: Sequence[Any], *, lowest_first: bool = False) -> list[tuple[int, bool]]:
    """The place of each value and whether it is shared: equal values take the best place, the next place skips.

    >>> places([62.5, 58, 58, 51])
    [(1, False), (2, True), (2, True), (4, False)]
    """
    order = sorted(values, reverse=not lowest_first)
    first: dict[Any, int] = {}
    counts: dict[Any, int] = {}
    for index, value in enumerate(order, start=1):
        first.setdefault(value, index)
        counts[value] = counts.get(value, 0) + 1
    return [(first[value], counts[value] > 1) for value in values]


def place_labels(values: Sequence[Any], *, lowest_first: bool = False) -> list[str]:
    """Places as printed, with `=` where they are shared.

    >>> place_labels([62.5, 58, 58, 51])
    ['1', '2=', '2=', '4']
    """
    return [f"{place}=" if tied else str(place) for place, tied in places(values, lowest_first=lowest_first)]


def average_places(values: Sequence[Any], *, lowest_first: bool = False) -> list[Fraction]:
    """Places where contestants that stay tied share the average of the places they cover.

    >>> [str(place) for place in average_places([9, 7, 7, 3])]
    ['1', '5/2', '5/2', '4']
    """
    found = [place for place, _tied in places(values, lowest_first=lowest_first)]
    return [place + Fraction(found.count(place) - 1, 2) for place in found]


def swiss_points(opponents: Sequence[Number]) -> Fraction:
    """The sum of the final scores of all direct opponents (EBU White Book, split tie).

    >>> swiss_points([50, 40, 30])
    Fraction(120, 1)
    """
    return sum((exact(score) for score in opponents), Fraction(0))


def quotient(won: Number, lost: Number) -> Fraction | None:
    """IMPs won for each one lost; `None`, which stands above every quotient, where none was lost.

    >>> quotient(90, 60), quotient(12, 0)
    (Fraction(3, 2), None)
    """
    return exact(won) / exact(lost) if exact(lost) else None


def count_back(ours: Sequence[Number], theirs: Sequence[Number]) -> Fraction:
    """Boards on which the first contestant did better than the second, a half where they did equally well.

    >>> count_back([10, 4, 6], [8, 4, 7])
    Fraction(3, 2)
    """
    pairs = [(exact(own), exact(other)) for own, other in zip(ours, theirs, strict=True)]
    return sum((Fraction((own > other) - (own < other) + 1, 2) for own, other in pairs), Fraction(0))


def by_value(values: Mapping[Any, Any]) -> Breaker:
    """Split by any figure: Swiss points, net IMPs, quotient (`None` counts as highest).

    >>> by_value({"A": 120, "B": 110})(["B", "A"])
    {'B': (False, 110), 'A': (False, 120)}
    """

    def breaker(tied: Sequence[Hashable]) -> Mapping[Hashable, Any] | None:
        if any(contestant not in values for contestant in tied):
            return None
        return {contestant: _key(values[contestant]) for contestant in tied}

    return breaker


def by_direct_match(results: Mapping[tuple[Any, Any], Number]) -> Breaker:
    """Split by the score in the matches among the tied, (own, opponent) to own score, if each has met each.

    >>> by_direct_match({("A", "B"): 12, ("B", "A"): 8})(["A", "B"])
    {'A': Fraction(12, 1), 'B': Fraction(8, 1)}
    """

    def breaker(tied: Sequence[Hashable]) -> Mapping[Hashable, Any] | None:
        wanted = [(own, other) for own in tied for other in tied if own != other]
        if any(pair not in results for pair in wanted):
            return None
        totals: dict[Hashable, Fraction] = dict.fromkeys(tied, Fraction(0))
        for own, other in wanted:
            totals[own] += exact(results[own, other])
        return totals

    return breaker


def by_count_back(boards: Mapping[Any, Mapping[Any, Number]]) -> Breaker:
    """Split board by board over the boards that all of the tied have played, contestant to board to score.

    >>> by_count_back({"A": {1: 7, 2: 3}, "B": {1: 5, 2: 3}})(["A", "B"])
    {'A': Fraction(3, 2), 'B': Fraction(1, 2)}
    """

    def breaker(tied: Sequence[Hashable]) -> Mapping[Hashable, Any] | None:
        if any(contestant not in boards for contestant in tied):
            return None
        common = [board for board in boards[tied[0]] if all(board in boards[one] for one in tied)]
        scores = {one: [boards[one][board] for board in common] for one in tied}
        return {
            one: sum((count_back(scores[one], scores[other]) for other in tied if other != one), Fraction(0))
            for one in tied
        }

    return breaker


def break_ties(scores: Mapping[Any, Number], breakers: Sequence[tuple[str, Breaker]] = ()) -> list[Ranked]:
    """Contestants from first to last, ties put through the named breakers in order; what stays tied shares a place.

    >>> chain = [("direct match", by_direct_match({("B", "C"): 8, ("C", "B"): 12}))]
    >>> [(ranked.contestant, ranked.place) for ranked in break_ties({"A": 30, "B": 20, "C": 20}, chain)]
    [('A', 1), ('C', 2), ('B', 3)]
    """
    ranked: list[Ranked] = []
    for group in _grouped({contestant: exact(score) for contestant, score in scores.items()}):
        for part, name in _split(group, breakers):
            place = len(ranked) + 1
            ranked.extend(Ranked(contestant, place, len(part) > 1, name) for contestant in part)
    return ranked


def _split(
    group: list[Hashable], breakers: Sequence[tuple[str, Breaker]], name: str = ""
) -> list[tuple[list[Hashable], str]]:
    if len(group) == 1:
        return [(group, name)]
    for label, breaker in breakers:
        values = breaker(group)
        parts = _grouped(values) if values is not None else [group]
        if len(parts) > 1:
            return [found for part in parts for found in _split(part, breakers, label)]
    return [(group, name)]


def _grouped(values: Mapping[Hashable, Any]) -> list[list[Hashable]]:
    """Contestants of equal value together, best first, in the order given."""
    groups: dict[Any, list[Hashable]] = {}
    for contestant, value in values.items():
        groups.setdefault(value, []).append(contestant)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _key(value: Any) -> tuple[bool, Any]:
    return (value is None, 0 if value is None else value)
