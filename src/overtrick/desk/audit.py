"""A published result worked out again: what follows, by which conventions, and the reason for what does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from overtrick.desk.agreement import Claim, Names, shown
from overtrick.desk.board_reasons import Reason, board_reasons, nearby
from overtrick.desk.conventions import Fit, Progress, find_conventions
from overtrick.desk.refused import NONE, Refused, refused_of
from overtrick.desk.total_reasons import Totals, not_known, place_reason, refused_reason
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.outcome import Played
from overtrick.model.reading import Reading
from overtrick.model.standing import Standing
from overtrick.model.terms import Side, Vulnerability
from overtrick.notation.show import show
from overtrick.score.deal import outcome_points
from overtrick.tables.laws import law

__all__ = ["KINDS", "Audit", "Finding", "audit"]

KINDS = ("score", "line", "datum", "match", "total", "percent", "place")
"""What a file may state, in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A number that does not follow, with its place in the file and the reason that is proven.

    `reason` is a key: wrong-score, wrong-vulnerability, exchanged, as-scored, counted-as, left-out, line-missing,
    scaled, edited-line, assigned-line, other-datum, from-lines, board-missing, board-left-out, board-twice,
    stale-total, from-totals, tie-not-shared, stale-place, refused-line, or unexplained.
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


def audit(
    event: Event, conditions: Conditions, *, reading: Reading | None = None, progress: Progress | None = None
) -> Audit:
    """Recompute what a file states of its scores, lines, matches, totals and places, and give a reason for the rest.

    The method is that of `conditions`; the conventions are found from the numbers (`find_conventions`). With the
    `reading` of the file, nothing is blamed on it where a record was refused.

    >>> audit(Event(), Conditions()).stated
    0
    """
    fit = find_conventions(event, conditions, progress=progress)
    every = [*_scores(fit.standing), *fit.found]
    counts = {
        kind: (sum(one.agrees for one in every if one.kind == kind), sum(one.kind == kind for one in every))
        for kind in KINDS
    }
    refused = refused_of(reading) if reading is not None else NONE
    findings = tuple(_Reasons(fit.standing, every, refused).findings())
    return Audit(fit, {kind: count for kind, count in counts.items() if count[1]}, findings)


def _scores(standing: Standing) -> Iterator[Claim]:
    """The deal scores that the file states beside a contract."""
    for board in standing.boards:
        for index, result in enumerate(board.lines):
            stated = result.line.stated
            if stated is not None and stated.points is not None and isinstance(result.line.ns_outcome, Played):
                key = ("score", board.session, board.section, str(board.board.number), str(index), "NS")
                points = outcome_points(result.line.ns_outcome, board.board.vulnerability, law(standing.conditions.law))
                if points is not None:
                    yield Claim(key, Fraction(stated.points), Fraction(points), 0)


class _Reasons:
    """The reasons for all numbers that do not follow, those of boards first, because totals are made of them."""

    def __init__(self, standing: Standing, every: list[Claim], refused: Refused) -> None:
        self.standing = standing
        self.every = every
        self.refused = refused
        self.names = Names(standing)
        self.wrong = [claim for claim in every if not claim.agrees]
        of_lines = [one for one in self.wrong if one.kind == "line" and not refused.may_be_of(int(one.key[3]))]
        data = [
            one for one in self.wrong if one.kind == "datum" and one.key[1:4] in {line.key[1:4] for line in of_lines}
        ]
        self.boards = board_reasons(standing, [*of_lines, *data])
        self.totals = Totals(standing, every, self.boards, refused)

    def findings(self) -> Iterator[Finding]:
        """One for each number that does not follow, by kind."""
        for claim in sorted(self.wrong, key=lambda one: KINDS.index(one.kind)):
            reason = self.reason(claim)
            what, where = self.names.what(claim.key), self.names.where(claim.key)
            stated, found = shown(claim.stated), shown(claim.found)
            text = _("{what}: the file says {stated}, the results give {found}: {reason}").format(
                what=what, stated=stated, found=found, reason=reason.text
            )
            yield Finding(claim.kind, where, what, stated, found, reason.key, text)

    def reason(self, claim: Claim) -> Reason:
        """What is proven; else that a refused record may be what is lacking; else that nothing was found."""
        if claim.key in self.boards:
            return self.boards[claim.key]
        match claim.kind:
            case "score":
                return self.crosswise(claim) or _score_reason(self.standing, claim, self.names)
            case "place":
                return place_reason(self.standing, claim, self.refused)
            case "total" | "percent":
                return self.totals.reasons[claim.key]
            case "match":
                return refused_reason(self.refused) if self.refused.count else not_known()
        if self.refused.may_be_of(int(claim.key[3])):
            return refused_reason(self.refused)
        if claim.kind == "datum":
            return self.datum(claim)
        return self.totals.line_reason(claim) or self.other_side(claim) or not_known()

    def crosswise(self, claim: Claim) -> Reason | None:
        """Another line of the board that has this line's score, as this one has that line's."""
        for other in self.wrong:
            if other.key[:4] == claim.key[:4] and (other.stated, other.found) == (claim.found, claim.stated):
                line = self.names.line(other.key).line
                text = _("that is the score of the result of {who}, and the other way round")
                return Reason("exchanged", text.format(who=f"{line.label(Side.NS)} - {line.label(Side.EW)}"))
        return None

    def other_side(self, claim: Claim) -> Reason | None:
        """Whether the number of the other side follows, which leaves nothing but what follows for this one."""
        result = self.names.line(claim.key)
        follows = any(one.agrees and one.key[:5] == claim.key[:5] for one in self.every if one.kind == "line")
        if not follows or not (result.ns.real and result.ew.real):
            return None
        text = _("the number of the other side of the line follows, and leaves {found}")
        return Reason("edited-line", text.format(found=shown(claim.found)))

    def datum(self, claim: Claim) -> Reason:
        """Whether the lines of the board follow all the same."""
        lines = [one.agrees for one in self.every if one.kind == "line" and one.key[1:4] == claim.key[1:4]]
        if lines and all(lines):
            text = _("the lines of the board follow from {found}")
            return Reason("other-datum", text.format(found=shown(claim.found)))
        return not_known()


def _score_reason(standing: Standing, claim: Claim, names: Names) -> Reason:
    """Another vulnerability or another declaring side under which the stated score would be right."""
    line = names.line(claim.key).line
    outcome = line.ns_outcome
    assert isinstance(outcome, Played)
    code = law(standing.conditions.law)
    for vulnerability in Vulnerability:
        if outcome_points(outcome, vulnerability, code) == claim.stated:
            return Reason(
                "wrong-vulnerability",
                _("that is the score with the vulnerability {vulnerability}").format(vulnerability=vulnerability.value),
            )
    own = next(
        one.board.vulnerability
        for one in standing.boards
        if (one.session, one.section, str(one.board.number)) == claim.key[1:4]
    )
    for other in nearby(outcome):
        if outcome_points(other, own, code) == claim.stated:
            return Reason("wrong-score", _("that is the score of {result}").format(result=show(other)))
    return Reason("wrong-score", _("the contract and its tricks do not score that"))
