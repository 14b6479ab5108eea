"""Boards with fewer results than others, and fouled boards (Law 87; EBU White Book 4.2.3)."""

from __future__ import annotations

from fractions import Fraction

from overtrick.compare.frequency import Number
from overtrick.errors import ConditionsError, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.rounding import round_value

__all__ = ["neuberg", "rounded_neuberg", "small_group_percent", "small_group_rule", "stretch"]


def neuberg(matchpoints: Number, results: Number, expected: Number) -> Fraction:
    """Matchpoints (2/1/0) won among `results` scores, made comparable with `expected` ones.

    Source: Neuberg's formula, (M + 1) * E / A - 1 (EBU White Book 4.2.3; ACBL Bulletin, June 1991).

    >>> neuberg(15, 9, 10)
    Fraction(151, 9)
    >>> neuberg(0, 1, 100)
    Fraction(99, 1)
    """
    if results <= 0:
        raise RecordError(_("Neuberg's formula wants at least one real result"))
    return (Fraction(matchpoints) + 1) * Fraction(expected) / Fraction(results) - 1


def stretch(matchpoints: Number, results: Number, expected: Number, method: str = "neuberg") -> Fraction:
    """Matchpoints made comparable by a named method: neuberg, none, factor or add-one.

    >>> stretch(15, 9, 10, "add-one"), stretch(16, 9, 10, "factor")
    (Fraction(16, 1), Fraction(18, 1))
    """
    value = Fraction(matchpoints)
    if results == expected or method == "none":
        return value
    match method:
        case "neuberg":
            return neuberg(value, results, expected)
        case "factor":
            return value * (expected - 1) / (results - 1) if results > 1 else Fraction(expected - 1)
        case "add-one":
            return value + (expected - results)
        case _:
            raise ConditionsError(
                _("no method {method!r} for uneven boards; known: neuberg, none, factor, add-one").format(method=method)
            )


def small_group_rule(results: int, expected: Number, policy: str, *, largest: bool = False) -> bool:
    """Whether a fouled group of one, two or three results is awarded percentages instead of Neuberg's formula.

    `ebu`: two and three only where the field is at least three times as large; `wbf`: always, but a group
    of three that is the largest of its board keeps the formula.

    >>> small_group_rule(3, 8, "ebu"), small_group_rule(3, 8, "wbf")
    (False, True)
    """
    match policy:
        case "none":
            return False
        case "ebu":
            return results == 1 or (results in (2, 3) and expected >= 3 * results)
        case "wbf":
            return results in (1, 2) or (results == 3 and not largest)
        case _:
            raise ConditionsError(_("no rule {policy!r} for small groups; known: ebu, wbf, none").format(policy=policy))


def small_group_percent(matchpoints: Number, results: Number) -> Fraction:
    """Per cent for a score in a small fouled group: 60; 65 and 55; 70, 60 and 50; ties share.

    >>> [int(small_group_percent(m, 3)) for m in (4, 2, 0)]
    [70, 60, 50]
    """
    return 60 + 5 * (Fraction(matchpoints) - (Fraction(results) - 1))


def rounded_neuberg(matchpoints: Number, results: Number, expected: Number) -> Fraction:
    """Neuberg to a tenth, an exact half toward the average (EBU White Book).

    >>> rounded_neuberg(4, 3, 10)
    Fraction(157, 10)
    """
    return round_value(neuberg(matchpoints, results, expected), "0.1-average", average=Fraction(expected) - 1)
