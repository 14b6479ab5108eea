"""Checks of matches in several segments: what a segment carries over is what the ones before it came to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overtrick.desk.agreement import shown
from overtrick.desk.checks.facts import Facts
from overtrick.desk.checks.rule import Found, Level, Rule
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.event import Session
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.scorer.teams import TEAM_METHODS

__all__ = ["MATCH_RULES"]


def _carry_over(facts: Facts) -> Iterator[Found]:
    """A team's carry-over against that of its segment before, and the IMPs which it won there."""
    standing = facts.standing
    if standing is None or standing.conditions.method not in TEAM_METHODS:
        return
    for before, after in zip(standing.event.sessions, standing.event.sessions[1:], strict=False):
        known, told = _carried(before), _carried(after)
        if not any(told.values()):
            continue
        won = _won(standing, before)
        for team, carried in told.items():
            if team in known and team in won and carried != known[team] + won[team]:
                text = _("{team} carries {carried} into segment {segment}; {before} and {won} make {sum}")
                yield Found(
                    _("segment {segment}").format(segment=after.key),
                    text.format(
                        team=team,
                        carried=shown(carried),
                        segment=after.key,
                        before=shown(known[team]),
                        won=shown(won[team]),
                        sum=shown(known[team] + won[team]),
                    ),
                )


def _won(standing: Standing, session: Session) -> dict[str, Fraction]:
    """The swings of a segment, each with the team that won it."""
    won = {who: Fraction(0) for who in _carried(session)}
    for board in standing.boards:
        if board.session != session.key:
            continue
        for result in board.lines:
            for side in Side:
                value, (team, *_partner) = result.side(side).value, result.line.keys(side)
                if value is not None:
                    won[team] = won.get(team, Fraction(0)) + max(value, Fraction(0))
    return won


def _carried(session: Session) -> dict[str, Fraction]:
    return {who.key: who.carry_over for section in session.sections for who in section.contestants}


MATCH_RULES = (
    Rule(
        "carry-over",
        Level.CHECK,
        N_("a carry-over that is not what the segments before came to"),
        "LIN of vugraph: carries are the scores before a segment",
        _carry_over,
    ),
)
