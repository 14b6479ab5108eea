"""Numbers of conformance files: read exactly, written as JSON numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.ranking.numbers import exact as exact_number

__all__ = ["agree", "bounded", "exact", "flag", "plain_json", "text_key", "whole", "wholes"]

_MOST_ITEMS, _DEEPEST, _LONGEST = 100_000, 20, 10_000
_SLACK = Fraction(1, 10**9)  # an expected value is itself written with so many places at most


def exact(value: object) -> Fraction:
    """A JSON number as the decimal that was written.

    >>> exact(0.1)
    Fraction(1, 10)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(_("{value!r} is not a number").format(value=value))
    return exact_number(value)


def whole(value: object, low: int | None = None, high: int | None = None) -> int:
    """A whole number between two bounds; raises `InputError` for anything else.

    >>> whole(7, 0, 13)
    7
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(_("{value!r} is not a whole number").format(value=value))
    if (low is not None and value < low) or (high is not None and value > high):
        least, most = "-" if low is None else low, "-" if high is None else high
        raise InputError(
            _("{value} is out of bounds; wanted {low} to {high}").format(value=value, low=least, high=most)
        )
    return value


def flag(value: object) -> bool:
    """Yes or no, as true, false, 1 or 0; raises `InputError` for anything else.

    >>> flag(True), flag(0)
    (True, False)
    """
    if not isinstance(value, (bool, int)) or value not in (0, 1):
        raise InputError(_("{value!r} is not true or false").format(value=value))
    return bool(value)


def wholes(values: object) -> list[int]:
    """A list of whole numbers, such as the scores of a board; raises `InputError` for anything else.

    >>> wholes([420, -50])
    [420, -50]
    """
    if not isinstance(values, list):
        raise InputError(_("{value!r} is not a list of whole numbers").format(value=values))
    return [whole(value) for value in values]


def bounded(value: object, depth: int = 0) -> None:
    """Raise `InputError` for an input that no rule wants: too deep, too long, or numbers that are none."""
    if depth > _DEEPEST:
        raise InputError(_("the input is nested too deeply"))
    if isinstance(value, float):
        exact_number(value)
    elif isinstance(value, (str, list, dict)):
        if len(value) > (_LONGEST if isinstance(value, str) else _MOST_ITEMS):
            raise InputError(_("the input is too long; a list holds up to {most} items").format(most=_MOST_ITEMS))
        if isinstance(value, list):
            for item in value:
                bounded(item, depth + 1)
        elif isinstance(value, dict):
            for item in value.values():
                bounded(item, depth + 1)


def text_key(points: int) -> str:
    """A score as the key of a JSON object.

    >>> text_key(-50)
    '-50'
    """
    return str(points)


def plain_json(value: Any) -> Any:
    """A value in JSON's own types: whole numbers as integers, others as the nearest decimal.

    >>> plain_json([Fraction(37, 4), Fraction(4, 2)])
    [9.25, 2]
    """
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, (Fraction, Decimal)):
        whole = Fraction(value)
        return int(whole) if whole.denominator == 1 else float(whole)
    if isinstance(value, Mapping):
        return {str(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [plain_json(item) for item in value]
    raise TypeError(f"no JSON form for {value!r}")


def agree(answer: Any, expected: Any, tolerance: float | None = None) -> bool:
    """Whether an answer is the expected one; numbers within the tolerance, everything else exactly.

    >>> agree([9.25], [9.25]), agree({"kind": "pass"}, {"kind": "error"}), agree(16.7778, 16.78, 0.005)
    (True, False, True)
    """
    if isinstance(expected, bool) or isinstance(answer, bool):
        return answer is expected
    if isinstance(expected, (int, float)) and isinstance(answer, (int, float)):
        return abs(exact(answer) - exact(expected)) <= (exact(tolerance) if tolerance else 0) + _SLACK
    if isinstance(expected, Mapping) and isinstance(answer, Mapping):
        return expected.keys() == answer.keys() and all(agree(answer[k], expected[k], tolerance) for k in expected)
    if isinstance(expected, list) and isinstance(answer, list):
        return len(expected) == len(answer) and all(
            agree(a, e, tolerance) for a, e in zip(answer, expected, strict=True)
        )
    return bool(answer == expected)
