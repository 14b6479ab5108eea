"""What a check is: a rule with its level and its source, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from overtrick.desk.checks.facts import Facts, Seen
from overtrick.model.reading import Problem, Severity

__all__ = ["Found", "Level", "Rule", "problems_of"]


class Level(Enum):
    """How sure it is that something is wrong, the surest first.

    `refuse`: it cannot be; `check`: it belongs on the director's check list before the result is published; `ask`: it
    does happen, and a terminal would ask the table whether it is meant.
    """

    REFUSE = "refuse"
    CHECK = "check"
    ASK = "ask"

    @property
    def severity(self) -> Severity:
        """What it counts as among the problems of a file.

        >>> Level.REFUSE.severity, Level.ASK.severity
        (<Severity.ERROR: 'error'>, <Severity.WARNING: 'warning'>)
        """
        return Severity.ERROR if self is Level.REFUSE else Severity.WARNING


@dataclass(frozen=True, slots=True)
class Found:
    """One finding: its place in words, the sentence, and its turn in the order of the event."""

    where: str
    text: str
    order: int = 0

    @classmethod
    def at(cls, seen: Seen, text: str) -> Found:
        """A finding about one line.

        >>> from overtrick.desk.checks.facts import example
        >>> Found.at(example("4S N -4"), "four down").where
        'board 1, 1 v 2'
        """
        return cls(seen.where, text, seen.order)


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is looked for; `sentence` is English, to be looked up in the catalogue when it is printed."""

    key: str
    level: Level
    sentence: str
    source: str
    look: Callable[[Facts], Iterator[Found]]


def problems_of(rules: tuple[Rule, ...], facts: Facts) -> list[Problem]:
    """What these rules find, as problems in the order of the event."""
    found = [(one.order, rule, one) for rule in rules for one in rule.look(facts)]
    found.sort(key=lambda item: item[0])
    return [
        Problem(one.where, rule.level.severity, one.text, rule=rule.key, level=rule.level.value)
        for _order, rule, one in found
    ]
