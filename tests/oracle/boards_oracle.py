"""A slow, plain scorer of boards: every score against every other one by one. It shares no code with the library.

A half is `(weights, version, own)`: a list of (weight, points) from the side's own view, the version of the board, and
under half-weights the score that the side takes itself (otherwise `None`).
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, lcm
from typing import Any

Half = tuple[list[tuple[Fraction, int]], str, "int | None"]
Numbers = list[Fraction]

# Law 78B, the greatest difference that is still worth so many IMPs.
IMP_LIMITS: list[int] = [
    10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990,
    3490, 3990,
]  # fmt: skip


def law_78b(difference: Fraction | int) -> int:
    """IMPs of a difference: one more for each row whose end it passes by a whole ten."""
    size = max(difference, -difference)
    won = sum(1 for limit in IMP_LIMITS if size >= limit + 10)
    return won if difference > 0 else -won


def won(mine: int, other: int) -> int:
    return 2 if mine > other else 1 if mine == other else 0


def group_of(halves: list[Half], index: int) -> list[int]:
    return [other for other in range(len(halves)) if halves[other][1] == halves[index][1]]


def plain_matchpoints(halves: list[Half], index: int) -> Fraction:
    """Two for each lower score, one for each equal one, within the version; oneself not counted."""
    parts, _version, own = halves[index]
    mine = parts if own is None else [(Fraction(1), own)]
    total = Fraction(0)
    for other in group_of(halves, index):
        if other != index:
            total += sum(w * v * won(a, b) for w, a in mine for v, b in halves[other][0])
    if own is not None:
        # The own other half is met at half weight, and the own half by itself half a time, where one is taken off.
        second = next(points for _weight, points in parts if points != own)
        total += Fraction(1, 2) * won(own, second) - Fraction(1, 2)
        total = min(max(total, Fraction(0)), Fraction(2 * len(group_of(halves, index)) - 2))
    return total


def matchpoints(halves: list[Half], expected: int, rules: dict[str, Any]) -> Numbers:
    ascherman = rules["method"] == "ascherman"
    top = Fraction(2 * expected if ascherman else max(2 * expected - 2, 0))
    versions = {version for _parts, version, _own in halves}
    sizes = [sum(1 for half in halves if half[1] == version) for version in versions]
    values = []
    for index in range(len(halves)):
        size = len(group_of(halves, index))
        mp = plain_matchpoints(halves, index)
        fixed = False
        if len(versions) > 1:
            if rules["small_groups"] == "ebu":
                fixed = size == 1 or (size < 4 and expected >= 3 * size)
            elif rules["small_groups"] == "wbf":
                fixed = size < 3 or (size == 3 and max(sizes) > 3)
        elif size == 1 and expected > 1 and rules["lone_result"] == "60":
            fixed = True
        if fixed:
            values.append((60 + 5 * (mp - size + 1)) * top / 100)
        elif ascherman:
            values.append((mp + 1) * expected / size)
        elif size == expected or rules["uneven"] == "none":
            values.append(mp)
        elif rules["uneven"] == "neuberg":
            values.append((mp * expected + expected - size) / Fraction(size))
        elif rules["uneven"] == "add-one":
            values.append(mp + expected - size)
        else:
            values.append(mp * (expected - 1) / Fraction(size - 1) if size > 1 else Fraction(expected - 1))
    return values


def cross_imps(halves: list[Half], rules: dict[str, Any]) -> list[tuple[Fraction, Fraction]]:
    """Sum and squared divisor of each score, so that the root needs no decimals here."""
    found = []
    fouled = len({version for _parts, version, _own in halves}) > 1
    for index, (parts, _version, own) in enumerate(halves):
        mine = parts if own is None else [(Fraction(1), own)]
        group = group_of(halves, index)
        total = Fraction(0)
        for weight, points in mine:
            met = [(v, law_78b(points - b)) for other in group if other != index for v, b in halves[other][0]]
            total += weight * (trimmed(met) if rules["cross_trim"] == "extremes" else sum(v * i for v, i in met))
        count = Fraction(len(group))
        by = {
            "sum": Fraction(1),
            "comparisons": (count - 1) ** 2,
            "scores": count**2,
            "sqrt": (count - 1) / 2,
        }[rules["cross_divisor"]]
        if rules["cross_divisor"] == "sum" and fouled and len(group) > 1:
            total = total * (len(halves) - 1) / (count - 1)
        found.append((total, by or Fraction(1)))
    return found


def copies(pairs: list[tuple[Fraction, int]]) -> tuple[list[int], int]:
    """Weighted numbers as a sorted list in which each stands so often, and how many make one score."""
    size = lcm(*[Fraction(weight).denominator for weight, _number in pairs]) if pairs else 1
    return sorted(number for weight, number in pairs for _ in range(int(weight * size))), size


def trimmed(met: list[tuple[Fraction, int]]) -> Fraction:
    total = sum((weight for weight, _ in met), Fraction(0))
    if total <= 2:
        return sum((weight * number for weight, number in met), Fraction(0))
    many, size = copies(met)
    kept = many[size : len(many) - size]
    return Fraction(sum(kept), size) * total / (total - 2)


def datum(parts: list[tuple[Fraction, int]], rules: dict[str, Any]) -> Fraction:
    many, size = copies(parts)
    count = len(many) // size
    drop = dropped(rules["datum_drop"], count) * size
    kept = many[drop : len(many) - drop]
    if rules["datum"] == "median":
        middle = len(kept) // 2
        value = Fraction(kept[middle]) if len(kept) % 2 else Fraction(kept[middle - 1] + kept[middle], 2)
    else:
        value = Fraction(sum(kept), len(kept))
    return to_ten(value, rules["datum_rounding"])


def dropped(rule: str, count: int) -> int:
    if rule == "none":
        return 0
    if rule == "bridge-scorer":
        drop = ceil(Fraction(count - 10, 15)) + 1 if count > 3 else 0
    elif rule.endswith("%-"):
        drop = floor(Fraction(int(rule[:-2]) * count, 100))
    elif rule.endswith("%+"):
        drop = ceil(Fraction(int(rule[:-2]) * count, 100))
    elif rule.endswith("%"):
        drop = floor(Fraction(int(rule[:-1]) * count, 100) + Fraction(1, 2))
    else:
        drop = int(rule)
    return drop if count > 2 * drop else 0


def to_ten(value: Fraction, rule: str) -> Fraction:
    if rule == "none":
        return value
    sign, size = (-1 if value < 0 else 1), abs(value)
    below = floor(size / 10)
    rest = size - 10 * below
    if rule in ("10up", "10down"):
        return Fraction(10 * (floor((value + 5) / 10) if rule == "10up" else ceil((value - 5) / 10)))
    up = {"10": rest >= 5, "10even": rest > 5 or (rest == 5 and below % 2 == 1), "10zero": False}[rule]
    return Fraction(sign * 10 * (below + up))


def butler(halves: list[Half], rules: dict[str, Any], sign: int) -> Numbers:
    values = []
    mirrored = {"10up": "10down", "10down": "10up"}  # halves are told as North-South see them
    for index, (parts, _version, own) in enumerate(halves):
        field = [pair for other in group_of(halves, index) for pair in halves[other][0]]
        seen = rules if sign > 0 else rules | {"datum_rounding": mirrored.get(*[rules["datum_rounding"]] * 2)}
        middle = sign * rules["datum_given"] if rules["datum"] == "given" else datum(field, seen)
        value = Fraction(0)
        for weight, points in parts if own is None else [(Fraction(1), own)]:
            imps = Fraction(law_78b(points - middle))
            if rules["imp_cutoff"] == "australian" and abs(imps) > 32:
                imps = (32 + (abs(imps) - 32) / 10) * (1 if imps > 0 else -1)
            value += weight * imps
        values.append(value)
    return values
