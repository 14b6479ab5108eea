"""Law 78A: matchpoints on one board, for one side, with fouled groups, weights and Neuberg."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.compare.frequency import (
    Frequencies,
    Half,
    Number,
    frequencies,
    matchpoints_from_frequencies,
)
from overtrick.compare.neuberg import small_group_percent, small_group_rule, stretch

__all__ = ["MatchpointRule", "Worth", "compare_matchpoints", "matchpoints", "top", "worth_among"]


@dataclass(frozen=True, slots=True)
class MatchpointRule:
    """The settings that matter to a board at matchpoints (see `Conditions`)."""

    uneven: str = "neuberg"
    small_groups: str = "ebu"
    lone_result: str = "neuberg"
    ascherman: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """What a half-line is worth, and the rule that made it so, in a word: `law-78a`, `neuberg`, `small-group`, ..."""

    value: Fraction
    note: str


def top(expected: Number, *, ascherman: bool = False) -> Fraction:
    """The matchpoints of the best of so many scores, in 2/1/0 (Ascherman counts oneself: twice the number).

    >>> top(10), top(10, ascherman=True)
    (Fraction(18, 1), Fraction(20, 1))
    """
    return max(Fraction(2 * expected) if ascherman else Fraction(2 * expected - 2), Fraction(0))


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Matchpoints of each score: two for each lower, one for each equal (Law 78A).

    >>> matchpoints([620, 170, 620, -100])
    [5, 2, 5, 0]
    """
    values = matchpoints_from_frequencies(Counter(scores))
    return [values[score] for score in scores]


def compare_matchpoints(halves: Sequence[Half], expected: Number, rule: MatchpointRule) -> list[Worth]:
    """What each half-line of one side is worth on a board that should have `expected` results, in 2/1/0.

    >>> from overtrick.compare.frequency import plain
    >>> [str(w.value) for w in compare_matchpoints([plain(150), plain(150), plain(80)], 4, MatchpointRule())]
    ['13/3', '13/3', '1/3']
    """
    groups: dict[str, list[int]] = {}
    for index, half in enumerate(halves):
        groups.setdefault(half.version, []).append(index)
    largest = max((len(group) for group in groups.values()), default=0)
    worths: list[Worth | None] = [None] * len(halves)
    for group in groups.values():
        members = [halves[index] for index in group]
        rated = _group(members, expected, rule, fouled=len(groups) > 1, largest=len(group) == largest)
        for index, worth in zip(group, rated, strict=True):
            worths[index] = worth
    return [worth for worth in worths if worth is not None]


def worth_among(
    value: Number, count: int, expected: Number, rule: MatchpointRule, *, fouled: bool = False, largest: bool = True
) -> Worth:
    """What so many matchpoints among the `count` results of a version are worth on a board that should have `expected`.

    `fouled` is whether the board has other versions too, and `largest` whether none of them has more results. The worth
    is so much for each matchpoint and so much besides: it grows evenly with `value`.

    >>> worth_among(2, 3, 4, MatchpointRule()), worth_among(0, 1, 9, MatchpointRule(lone_result="60"))
    (Worth(value=Fraction(3, 1), note='neuberg'), Worth(value=Fraction(48, 5), note='lone-result'))
    """
    small = fouled and small_group_rule(count, expected, rule.small_groups, largest=largest)
    if small or (count == 1 and not fouled and expected > 1 and rule.lone_result == "60"):
        percent = small_group_percent(value - 1 if rule.ascherman else value, count)
        return Worth(percent * top(expected, ascherman=rule.ascherman) / 100, "small-group" if small else "lone-result")
    if rule.ascherman:
        return Worth(Fraction(value) * expected / count, "ascherman")
    stretched = stretch(value, count, expected, rule.uneven)
    return Worth(stretched, rule.uneven if stretched != value else "law-78a")


def _group(halves: list[Half], expected: Number, rule: MatchpointRule, *, fouled: bool, largest: bool) -> list[Worth]:
    count = len(halves)
    counts = frequencies(halves)
    of_score = matchpoints_from_frequencies(counts, ascherman=rule.ascherman)
    oneself = 1 if rule.ascherman else 0
    best = 2 * count - 2 + oneself
    known: dict[int, Worth] = {}

    def worth(value: Number) -> Worth:
        return worth_among(value, count, expected, rule, fouled=fouled, largest=largest)

    result: list[Worth] = []
    for half in halves:
        if half.is_plain or half.own is not None:
            points = half.parts[0][1] if half.own is None else half.own
            if points not in known:
                # The other half of a split score stands in the field against its own: never past a top or a bottom.
                known[points] = worth(min(max(of_score[points], oneself), best))
            result.append(known[points])
        else:
            result.append(worth(_weighted(half, counts, ascherman=rule.ascherman)))
    return result


def _weighted(half: Half, counts: Frequencies, *, ascherman: bool) -> Fraction:
    """Each outcome compared with the others of the field, then weighted (Law 12C1(c))."""
    others = dict(counts)
    for weight, points in half.parts:
        others[points] -= weight
    total = Fraction(1 if ascherman else 0)
    for weight, points in half.parts:
        lower = sum((count for score, count in others.items() if score < points), Fraction(0))
        total += weight * (2 * lower + others[points])
    return total
