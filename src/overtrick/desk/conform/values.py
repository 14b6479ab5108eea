"""Numbers of conformance files: read exactly, written as JSON numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.ranking.numbers import exact as exact_number

__all__ = ["agree", "exact", "plain_json", "text_key"]

_SLACK = Fraction(1, 10**9)  # an expected value is itself written with so many places at most


def exact(value: object) -> Fraction:
    """A JSON number as the decimal that was written.

    >>> exact(0.1)
    Fraction(1, 10)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(_("{value!r} is not a number").format(value=value))
    return exact_number(value)


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
