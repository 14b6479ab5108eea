"""A published result worked out again: what follows, by which conventions, and the reason for what does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from overtrick.desk.agreement import Names, Stake, shown
from overtrick.desk.board_reasons import Reason, board_reasons, nearby
from overtrick.desk.conventions import Fit, Progress, find_conventions
from overtrick.desk.total_reasons import place_reason, total_reason
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.outcome import Played
from overtrick.model.standing import Standing
from overtrick.model.terms import Vulnerability
from overtrick.notation.show import show
from overtrick.score.deal import outcome_points
from overtrick.tables.laws import law

__all__ = ["KINDS", "Audit", "Finding", "audit"]

KINDS = ("score", "line", "match", "total", "percent", "place")
"""What a file may state, in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A number that does not follow, with its place in the file and the reason that was found.

    `reason` is a key: wrong-vulnerability, counted-as, left-out, edited-line, edited-award, scaled, from-lines,
    stale-total, stale-place, board-left-out, board-twice, tie-not-shared, from-totals, wrong-score, or unexplained.
    """

    kind: str
    where: str
    what: str
    stated: str
    found: str
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit. `counts` tells by kind how many numbers follow, and of how many."""

    fit: Fit
    counts: dict[str, tuple[int, int]]
    findings: tuple[Finding, ...]

    @property
    def right(self) -> int:
        """How many of the stated numbers follow."""
        return sum(right for right, _of in self.counts.values())

    @property
    def stated(self) -> int:
        """How many numbers the file states."""
        return sum(of for _right, of in self.counts.values())


def audit(event: Event, conditions: Conditions, *, progress: Progress | None = None) -> Audit:
    """Recompute what a file states of its scores, lines, matches, totals and places, and give a reason for the rest.

    The method is that of `conditions`; the conventions are found from the numbers (`find_conventions`).

    >>> audit(Event(), Conditions()).stated
    0
    """
    fit = find_conventions(event, conditions, progress=progress)
    every = [*_scores(fit.standing), *fit.found]
    counts = {
        kind: (sum(one.agrees for one in every if one.kind == kind), sum(one.kind == kind for one in every))
        for kind in KINDS
    }
    findings = tuple(_findings(fit, [one for one in every if not one.agrees]))
    return Audit(fit, {kind: count for kind, count in counts.items() if count[1]}, findings)


def _scores(standing: Standing) -> Iterator[Stake]:
    """The deal scores that the file states beside a contract."""
    for board in standing.boards:
        for index, result in enumerate(board.lines):
            stated = result.line.stated
            if stated is not None and stated.points is not None and isinstance(result.line.ns_outcome, Played):
                key = ("score", board.session, board.section, str(board.board.number), str(index), "NS")
                points = outcome_points(result.line.ns_outcome, board.board.vulnerability, law(standing.conditions.law))
                if points is not None:
                    yield Stake(key, Fraction(stated.points), Fraction(points), 0)


def _findings(fit: Fit, wrong: list[Stake]) -> Iterator[Finding]:
    names = Names(fit.standing)
    boards = board_reasons(fit.standing, [one for one in wrong if one.kind == "line"])
    for stake in sorted(wrong, key=lambda one: KINDS.index(one.kind)):
        if stake.kind == "score":
            reason = _score_reason(fit.standing, stake, names)
        elif stake.kind == "line":
            reason = boards[stake.key]
        elif stake.kind == "place":
            reason = place_reason(fit.standing, stake)
        elif stake.kind in ("total", "percent"):
            reason = total_reason(fit.standing, stake)
        else:
            reason = Reason("unexplained", _("no reason was found"))
        text = _("{what}: the file says {stated}, the results give {found}: {reason}").format(
            what=names.what(stake.key), stated=shown(stake.stated), found=shown(stake.found), reason=reason.text
        )
        yield Finding(
            stake.kind,
            names.where(stake.key),
            names.what(stake.key),
            shown(stake.stated),
            shown(stake.found),
            reason.key,
            text,
        )


def _score_reason(standing: Standing, stake: Stake, names: Names) -> Reason:
    """Another vulnerability or another declaring side under which the stated score would be right."""
    line = names.line(stake.key).line
    outcome = line.ns_outcome
    assert isinstance(outcome, Played)
    code = law(standing.conditions.law)
    for vulnerability in Vulnerability:
        if outcome_points(outcome, vulnerability, code) == stake.stated:
            return Reason(
                "wrong-vulnerability",
                _("that is the score with the vulnerability {vulnerability}").format(vulnerability=vulnerability.value),
            )
    own = next(
        one.board.vulnerability
        for one in standing.boards
        if (one.session, one.section, str(one.board.number)) == stake.key[1:4]
    )
    for other in nearby(outcome):
        if outcome_points(other, own, code) == stake.stated:
            return Reason("wrong-score", _("that is the score of {result}").format(result=show(other)))
    return Reason("wrong-score", _("the contract and its tricks do not score that"))
