"""Words that a file may use for conditions of contest, against those that there are."""

from __future__ import annotations

from dataclasses import fields

from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions

__all__ = ["is_method", "is_setting"]

_METHODS = frozenset(next(item.metadata["among"] for item in fields(Conditions) if item.name == "method"))


def is_method(text: str) -> bool:
    """Whether there is such a method.

    >>> is_method("butler"), is_method("MP")
    (True, False)
    """
    return text in _METHODS


def is_setting(name: str, value: str) -> bool:
    """Whether there is such a setting with such a value.

    >>> is_setting("sections", "across"), is_setting("mood", "high")
    (True, False)
    """
    try:
        Conditions().with_settings({name: value})
    except ConditionsError:
        return False
    return True
