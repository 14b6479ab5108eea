"""The spine: from the facts of an event, under stated conditions, to its standing, in one pass forward."""

from __future__ import annotations

from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.standing import Standing
from overtrick.scorer.event import score_event as _score_pairs
from overtrick.scorer.teams import TEAM_METHODS, score_teams
from overtrick.scorer.tie_breaks import split_ties

__all__ = ["score_event"]


def score_event(event: Event, conditions: Conditions | None = None) -> Standing:
    """Score, compare and rank an event of pairs, or of teams where the method is one for teams.

    The order of sections, travellers and lines changes no number. Raises `ConditionsError` where a setting is not
    known; facts that cannot be used are listed as problems.

    >>> score_event(Event()).places
    ()
    """
    conditions = conditions or Conditions()
    if conditions.method in TEAM_METHODS:
        return split_ties(score_teams(event, conditions))
    return split_ties(_score_pairs(event, conditions))
