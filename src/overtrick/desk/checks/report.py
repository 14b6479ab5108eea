"""All problems of a file together: those of reading, of ranking, of the check list, and of what the file states."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from overtrick.desk.agreement import compare_with_file
from overtrick.desk.checks.facts import NO_TABLES, facts_of
from overtrick.desk.checks.rule import Level, Rule, problems_of
from overtrick.model.conditions import Conditions
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.reading import Problem, Reading, Severity
from overtrick.scorer import score_event

__all__ = ["check_reading", "in_order", "must_look"]

_NUMBER = re.compile(r"(\d+)")
_SEVERITIES = tuple(Severity)
_LEVELS = (Level.REFUSE.value, "", Level.CHECK.value, Level.ASK.value)  # "": what a reader or the ranking says


def check_reading(
    reading: Reading,
    conditions: Conditions,
    rules: Iterable[Rule],
    *,
    tables: Mapping[Deal, TrickTable] = NO_TABLES,
) -> tuple[Problem, ...]:
    """Every problem of what was read, the worst first; of the check list only what these rules find.

    >>> from overtrick.model.event import Event
    >>> check_reading(Reading(Event()), Conditions(), ())
    ()
    """
    standing = score_event(reading.event, conditions)
    facts = facts_of(reading.event, conditions, standing=standing, tables=tables)
    return in_order(
        (
            *reading.problems,
            *standing.problems,
            *problems_of(tuple(rules), facts),
            *compare_with_file(standing),
        )
    )


def in_order(problems: Collection[Problem]) -> tuple[Problem, ...]:
    """Problems by severity, level and place, the numbers in a place as numbers.

    >>> some = [Problem("line 10", Severity.NOTE, ""), Problem("line 9", Severity.NOTE, "")]
    >>> [one.where for one in in_order(some)]
    ['line 9', 'line 10']
    """
    return tuple(
        sorted(
            problems,
            key=lambda one: (_SEVERITIES.index(one.severity), _LEVELS.index(one.level), _natural(one.where)),
        )
    )


def _natural(where: str) -> list[tuple[int, str]]:
    """A text as a key under which 9 comes before 10."""
    parts = _NUMBER.split(where)
    numbers = (part.lstrip("0") if index % 2 else part for index, part in enumerate(parts))
    return [(len(part) if index % 2 else 0, part) for index, part in enumerate(numbers)]


def must_look(problems: Iterable[Problem]) -> bool:
    """Whether there is something that a person must look at: not a note, nor what only a table would be asked.

    >>> must_look([Problem("board 1", Severity.WARNING, "", rule="redoubled", level="ask")])
    False
    """
    return any(one.severity is not Severity.NOTE and one.level != Level.ASK.value for one in problems)
