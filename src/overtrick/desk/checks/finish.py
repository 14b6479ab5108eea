"""Checks of the ranking list: winners so close that the scores are worth a second look."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overtrick.desk.agreement import shown
from overtrick.desk.checks.facts import Facts
from overtrick.desk.checks.rule import Found, Level, Rule
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.report.cards import place_label
from overtrick.report.lists import ranking_lists

__all__ = ["FINISH_RULES"]

_PERCENT = Fraction(1)
_MATCHPOINTS = Fraction(5)
_LEAST_BOARDS = 12  # half a session; after less than that everybody is close


def _close_finish(facts: Facts) -> Iterator[Found]:
    for one in ranking_lists(facts.standing) if facts.standing else ():
        if len(one.places) < 2:
            continue
        first, second = one.places[:2]
        if first.percent is None or second.percent is None or min(first.boards, second.boards) < _LEAST_BOARDS:
            continue
        percent, points = first.percent - second.percent, first.total - second.total
        if percent <= _PERCENT or points <= _MATCHPOINTS:
            text = (
                _("{first} is {percent} % ({points} matchpoints) before {second}")
                if percent
                else _("{first} and {second} have the same percentage")
            )
            names = [place_label(place, sections=one.sections) for place in (first, second)]
            yield Found(
                ", ".join(filter(None, (_("ranking"), one.title))),
                text.format(first=names[0], second=names[1], percent=shown(percent), points=shown(points)),
            )


FINISH_RULES = (
    Rule(
        "close-finish",
        Level.CHECK,
        N_("a winner within 1 % or 5 matchpoints of the next, after twelve boards or more"),
        "Berkhamsted Bridge Club",
        _close_finish,
    ),
)
