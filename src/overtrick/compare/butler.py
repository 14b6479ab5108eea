"""Butler: IMPs against a datum, the mean or the median of the scores on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from overtrick.compare.frequency import Frequencies, Half, Number, frequencies
from overtrick.compare.imps import imps, known_imps
from overtrick.compare.matchpoints import Worth
from overtrick.errors import ConditionsError, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.rounding import half_away

__all__ = [
    "ROUNDINGS",
    "ButlerRule",
    "butler",
    "butler_from_frequencies",
    "compare_butler",
    "cut_off",
    "datum",
    "drop_count",
    "round_datum",
    "ten_of",
]

ROUNDINGS = ("10", "10even", "10zero", "10up", "10down", "none")
"""The roundings of a datum; `ten_of` takes the place of one of the first five."""


@dataclass(frozen=True, slots=True)
class ButlerRule:
    """The settings that matter to a board at Butler (see `Conditions`)."""

    kind: str = "mean"
    drop: str = "none"
    rounding: str = "10"
    given: Fraction = Fraction(0)
    table: str = "imps-1962"
    cutoff: str = "none"

    def mirrored(self) -> ButlerRule:
        """The same rule for the scores as the other side sees them.

        >>> ButlerRule(rounding="10up").mirrored().rounding
        '10down'
        """
        turned = {"10up": "10down", "10down": "10up"}
        return replace(self, given=-self.given, rounding=turned.get(self.rounding, self.rounding))


def drop_count(rule: str, results: int) -> int:
    """How many scores a rule leaves out at each end: `none`, a number, a share as `5%`, or `bridge-scorer`.

    A share is rounded to the nearest whole score; `5%-` rounds down and `5%+` up.

    >>> [drop_count("bridge-scorer", n) for n in (3, 4, 10, 11, 26)]
    [0, 1, 1, 2, 3]
    >>> drop_count("5%", 30), drop_count("5%-", 30), drop_count("1", 5)
    (2, 1, 1)
    """
    text = rule.strip().casefold()
    if text == "none":
        return 0
    if text == "bridge-scorer":
        return -((10 - results) // 15) + 1 if results > 3 else 0
    share, sign = text.rstrip("+-"), text[-1:]
    try:
        if not share.endswith("%"):
            wanted = int(share)
            count = wanted
        else:
            exact = Fraction(share[:-1]) * results / 100
            count = {"-": exact.__floor__(), "+": exact.__ceil__()}.get(sign, int(half_away(exact, Fraction(1))))
    except (ValueError, ZeroDivisionError):
        count = -1
    if count < 0:
        raise ConditionsError(
            _("datum-drop cannot be {rule!r}; write none, a number, a share such as 5%, or bridge-scorer").format(
                rule=rule
            )
        )
    return count if 2 * count < results else 0


def round_datum(value: Fraction, rounding: str) -> Fraction:
    """A datum rounded by name: `10` (halves away from nought), `10even`, `10zero` (cut), `10up`, `10down` or `none`.

    Halves go up, which is to North-South, under `10up`, and down under `10down`.

    >>> round_datum(Fraction(425), "10even"), round_datum(Fraction(425), "10"), round_datum(Fraction(-429), "10zero")
    (Fraction(420, 1), Fraction(430, 1), Fraction(-420, 1))
    """
    if rounding == "none":
        return value
    if rounding not in ROUNDINGS:
        raise ConditionsError(
            _("no rounding {rounding!r} of the datum; known: 10, 10even, 10zero, 10up, 10down, none").format(
                rounding=rounding
            )
        )
    return Fraction(ten_of(*value.as_integer_ratio(), ROUNDINGS.index(rounding)))


def ten_of(total: Any, parts: Any, rounding: int) -> Any:
    """The tens that total / parts is rounded to, for whole numbers and for arrays of them; parts are above nought.

    `rounding` is a place in `ROUNDINGS`. Every rounding is a cut down to tens after something was added: five, or the
    least bit less where halves go down.

    >>> [ten_of(-45, 1, place) for place in range(5)]
    [-50, -40, -40, -40, -50]
    """
    ten = 10 * parts
    if rounding == 0:
        more = 5 * parts - (total < 0)
    elif rounding == 1:
        more = 5 * parts - 1 + (total // ten) % 2
    elif rounding == 2:
        more = (total < 0) * (ten - 1)
    elif rounding == 3:
        more = 5 * parts
    else:
        more = 5 * parts - 1
    return (total + more) // ten * 10


def datum(counts: Mapping[int, Number], rule: ButlerRule | None = None) -> Fraction:
    """The datum of a board's scores, given as frequencies.

    >>> datum({420: 2, 230: 1, 200: 1, 400: 1})
    Fraction(330, 1)
    >>> datum({620: 1, 600: 1, 170: 1, -100: 1, -800: 1}, ButlerRule(drop="1"))
    Fraction(220, 1)
    """
    rule = rule or ButlerRule()
    if rule.kind == "given":
        return rule.given
    results = sum(counts.values())
    if results <= 0:
        raise RecordError(_("there is no datum of no scores"))
    drop = _drop_count(rule.drop, int(results))
    kept = _clip(counts, drop) if drop else counts
    if rule.kind == "median":
        return round_datum(_median(kept), rule.rounding)
    total = sum([points * weight for points, weight in kept.items()])
    return round_datum(Fraction(total, results - 2 * drop), rule.rounding)


@lru_cache(maxsize=1024)
def _drop_count(rule: str, results: int) -> int:
    return drop_count(rule, results)


def _clip(counts: Mapping[int, Number], drop: int) -> Frequencies:
    """The scores but so many at each end, fewer than there are; a weighted score may be cut through."""
    kept = dict(counts)
    ordered = sorted(counts)
    for from_the_end in (ordered, reversed(ordered)):
        left: Number = drop
        for points in from_the_end:
            weight = kept.pop(points, 0)
            if weight > left:
                kept[points] = weight - left
                break
            left -= weight
    return kept


def _median(counts: Mapping[int, Number]) -> Fraction:
    half = Fraction(sum(counts.values())) / 2
    seen = Fraction(0)
    ordered = sorted(counts)
    for index, points in enumerate(ordered):
        seen += counts[points]
        if seen > half:
            return Fraction(points)
        if seen == half:
            return Fraction(points + ordered[index + 1], 2)
    raise RecordError(_("there is no datum of no scores"))


def cut_off(value: Number) -> Fraction:
    """IMPs over 32 count 32 and a tenth of the rest (ABF tournament regulations 2016).

    >>> cut_off(40), cut_off(-12)
    (Fraction(164, 5), Fraction(-12, 1))
    """
    size = abs(Fraction(value))
    limited = min(size, Fraction(32)) + max(size - 32, Fraction(0)) / 10
    return limited if value >= 0 else -limited


def butler(scores: Sequence[int], rule: ButlerRule | None = None) -> list[Number]:
    """IMPs of each score against the datum of them all.

    >>> butler([420, 230, 200, 420, 400])
    [3, -3, -4, 3, 2]
    """
    values = butler_from_frequencies(Counter(scores), rule)
    return [values[score] for score in scores]


def butler_from_frequencies(counts: Mapping[int, Number], rule: ButlerRule | None = None) -> dict[int, Number]:
    """IMPs against the datum of each score, of scores given as frequencies.

    >>> butler_from_frequencies({420: 2, 230: 1, 200: 1, 400: 1})
    {420: 3, 230: -3, 200: -4, 400: 2}
    """
    rule = rule or ButlerRule()
    middle = _whole(datum(counts, rule))
    if isinstance(middle, int):
        known = known_imps(rule.table)
        return {score: known[score - middle] for score in counts}
    return {score: imps(score - middle, table=rule.table) for score in counts}


def _whole(middle: Fraction) -> Number:
    """The datum as an `int` where it is whole, which it nearly always is, and which is quicker to work with."""
    return middle.numerator if middle.denominator == 1 else middle


def compare_butler(halves: Sequence[Half], rule: ButlerRule) -> tuple[list[Worth], dict[str, Fraction]]:
    """What each half-line of one side is worth in IMPs, and the datum of each version of the board."""
    data: dict[str, Fraction] = {}
    for version in sorted({half.version for half in halves}):
        data[version] = datum(frequencies(half for half in halves if half.version == version), rule)
    middles = {version: _whole(middle) for version, middle in data.items()}
    known: dict[tuple[str, int], Worth] = {}

    def worth_of(version: str, points: int) -> Worth:
        key = (version, points)
        if key not in known:
            value = Fraction(imps(points - middles[version], table=rule.table))
            known[key] = Worth(cut_off(value) if rule.cutoff == "australian" else value, "butler")
        return known[key]

    result = []
    for half in halves:
        if half.is_plain or half.own is not None:
            result.append(worth_of(half.version, half.parts[0][1] if half.own is None else half.own))
        else:
            values = (weight * worth_of(half.version, points).value for weight, points in half.parts)
            result.append(Worth(sum(values, Fraction(0)), "butler"))
    return result, data
