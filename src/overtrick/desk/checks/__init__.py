"""The check list: what a director looks for before results are published.

A closed registry of rules, each a pure function over the facts of an event. What a reader refuses is the reader's
business and not repeated here.
"""

from __future__ import annotations

from collections.abc import Collection

from overtrick.desk.checks.boards import BOARD_RULES
from overtrick.desk.checks.facts import facts_of
from overtrick.desk.checks.finish import FINISH_RULES
from overtrick.desk.checks.lines import LINE_RULES, SCORE_RULES, has_score
from overtrick.desk.checks.matches import MATCH_RULES
from overtrick.desk.checks.movement import MOVEMENT_RULES
from overtrick.desk.checks.report import check_reading, must_look
from overtrick.desk.checks.rule import Level, Rule, problems_of
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.reading import Problem

__all__ = ["LINE_BY_LINE", "RULES", "Level", "Rule", "check_reading", "check_scores", "chosen_rules", "must_look"]

_GROUPS = (SCORE_RULES, MOVEMENT_RULES, BOARD_RULES, MATCH_RULES, FINISH_RULES, LINE_RULES)
RULES: dict[str, Rule] = {
    rule.key: rule for level in Level for group in _GROUPS for rule in group if rule.level is level
}
"""Every rule by its key, the surest first."""


LINE_BY_LINE = frozenset(rule.key for rule in (*SCORE_RULES, *LINE_RULES))
"""The rules that look at one line alone, and so at any part of a file."""


def chosen_rules(level: Level = Level.ASK, ignored: Collection[str] = ()) -> tuple[Rule, ...]:
    """The rules of a level and of those above it, without the ones ignored; ConditionsError for an unknown key.

    >>> [rule.key for rule in chosen_rules(Level.REFUSE, ["wrong-set"])]
    ['impossible-score', 'two-tables', 'played-before']
    """
    for key in ignored:
        if key not in RULES:
            text = _("no rule {key!r}; known: {known}")
            raise ConditionsError(text.format(key=key, known=", ".join(RULES)))
    levels = tuple(Level)
    wanted = levels[: levels.index(level) + 1]
    return tuple(rule for rule in RULES.values() if rule.level in wanted and rule.key not in ignored)


def check_scores(event: Event, conditions: Conditions) -> list[Problem]:
    """Only the scores against their contracts and against what is possible: what every ranking looks for.

    >>> check_scores(Event(), Conditions())
    []
    """
    return problems_of(SCORE_RULES, facts_of(event, conditions, keep=has_score))
