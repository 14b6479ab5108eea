"""Bringing results of one stage into another: carry-forward, sessions together, totals of unequal length."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.ranking.numbers import Number, exact

__all__ = ["carry_by_rank", "carry_forward", "factor_to_full", "sessions_together", "step_amounts"]


def carry_forward(score: Number, *, final_top: Number, qualifying_top: Number) -> Fraction:
    """Matchpoints carried into a final, S x FT / (2 x QT), from a qualifying total and the tops of a board in each.

    EBU White Book 3.8.

    >>> carry_forward(300, final_top=20, qualifying_top=30)
    Fraction(100, 1)
    """
    return exact(score) * exact(final_top) / (2 * _positive(qualifying_top, _("the qualifying top")))


def step_amounts(first: Number, step: Number, count: int) -> tuple[Fraction, ...]:
    """Amounts by place that fall by equal steps, never below nought.

    >>> [str(amount) for amount in step_amounts(20.25, 2.25, 3)]
    ['81/4', '18', '63/4']
    """
    return tuple(max(exact(first) - index * exact(step), Fraction(0)) for index in range(count))


def carry_by_rank(places: Sequence[int], amounts: Sequence[Number]) -> list[Fraction]:
    """What each contestant carries by its place; equal places share the average of their amounts, later places get 0.

    >>> [str(amount) for amount in carry_by_rank([1, 2, 2, 4], [7.5, 6, 4.5, 3])]
    ['15/2', '21/4', '21/4', '3']
    """
    exact_amounts = [exact(amount) for amount in amounts]
    carried = []
    for place in places:
        sharing = places.count(place)
        group = exact_amounts[place - 1 : place - 1 + sharing]
        carried.append(sum(group, Fraction(0)) / sharing)
    return carried


def sessions_together(parts: Sequence[tuple[Number, int]], weights: Literal["boards", "equal"] = "boards") -> Fraction:
    """One percentage from (percentage, boards) of several sessions, weighted by their boards or equally.

    >>> sessions_together([(53.57, 28), (60, 24)]) < sessions_together([(53.27, 24), (59.64, 28)])
    True
    """
    if weights not in {"boards", "equal"}:
        raise ConditionsError(_("session weights cannot be {value!r}; known: boards, equal").format(value=weights))
    weighted = [(exact(percent), boards if weights == "boards" else 1) for percent, boards in parts]
    total = sum(weight for _percent, weight in weighted)
    if total <= 0 or any(weight < 0 for _percent, weight in weighted):
        raise InputError(_("sessions put together want boards in at least one, and in none fewer than 0"))
    return sum((percent * weight for percent, weight in weighted), Fraction(0)) / total


def factor_to_full(score: Number, *, played: int, full: int) -> Fraction:
    """A total over some boards brought up to the full number, score x full / played.

    >>> factor_to_full(150, played=24, full=28)
    Fraction(175, 1)
    """
    return exact(score) * full / _positive(played, _("the number of boards played"))


def _positive(value: Number, what: str) -> Fraction:
    number = exact(value)
    if number <= 0:
        raise InputError(_("{what} must be more than 0, not {value}").format(what=what, value=value))
    return number
