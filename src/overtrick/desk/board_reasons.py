"""Why the numbers that a file states on a board do not follow: what else may have been compared there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.desk.agreement import Claim, claims_of_boards
from overtrick.desk.board_event import board_event, nameless, traveller_of, with_traveller
from overtrick.errors import OvertrickError
from overtrick.i18n import gettext as _
from overtrick.model.event import Line, Traveller
from overtrick.model.outcome import Average, Awarded, BareScore, Missing, Outcome, PassedOut, Played
from overtrick.model.standing import Standing
from overtrick.model.terms import Doubling, Side, Vulnerability
from overtrick.notation.show import show
from overtrick.score.deal import outcome_points
from overtrick.score.lookup import possible
from overtrick.scorer import score_event
from overtrick.scorer.teams import TEAM_METHODS
from overtrick.tables.laws import law

__all__ = ["Reason", "board_reasons", "nearby"]

_FEWEST = 3  # numbers or lines of a board that must follow before one change is believed to explain them
_TRIES = 1500  # comparisons of one board with something changed
_ALL_TRIES = 4000  # the same over all boards
_HIGHEST = 2500  # points of a result that is looked for among all that there can be
_NEAR = 60  # results that come into question once it is known about how good the lacking one was


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a number does not follow: a key, and a sentence."""

    key: str
    text: str


def nearby(outcome: Outcome) -> Iterator[Outcome]:
    """Results that are easily written for another: tricks one to three off, doubled or not, the other side declaring.

    >>> from overtrick.notation.result import parse
    >>> [str(one) for one in nearby(parse("4S N =").ns)][:3]
    ['4S N +1', '4S N -1', '4S N +2']
    """
    if isinstance(outcome, BareScore):
        yield BareScore(-outcome.points)
        return
    if not isinstance(outcome, Played):
        return
    for step in (1, -1, 2, -2, 3, -3):
        if 0 <= outcome.tricks + step <= 13:
            yield replace(outcome, tricks=outcome.tricks + step)
    for doubling in Doubling:
        if doubling is not outcome.contract.doubling:
            yield replace(outcome, contract=replace(outcome.contract, doubling=doubling))
    if outcome.contract.declarer is not None:
        yield replace(outcome, contract=replace(outcome.contract, declarer=outcome.contract.declarer.next))


def board_reasons(standing: Standing, wrong: Iterable[Claim]) -> dict[tuple[str, ...], Reason]:
    """The reasons that are proven, by the keys of the numbers; those of scores of the same lines are among them."""
    by_board: dict[tuple[str, str, str], list[Claim]] = {}
    for claim in wrong:
        by_board.setdefault((claim.key[1], claim.key[2], claim.key[3]), []).append(claim)
    reasons: dict[tuple[str, ...], Reason] = {}
    left = _ALL_TRIES
    for (session, section, number), found in by_board.items():
        board = _Board(standing, (session, section, int(number)), found, min(left, _TRIES))
        with suppress(OvertrickError):  # what was tried cannot be compared: nothing is proven
            reasons.update(board.reasons())
        left -= board.tries
    return reasons


class _SpentError(OvertrickError):
    """So much was tried that the rest is left."""


class _Board:
    """One board of one section, compared again and again with something changed."""

    def __init__(self, standing: Standing, place: tuple[str, str, int], wrong: list[Claim], most: int) -> None:
        self.standing = standing
        self.place = place
        self.most = most  # tries
        self.event = board_event(standing, *place)
        self.traveller = traveller_of(standing.event, self.place)
        self.wrong = wrong
        self.lines = sorted({int(claim.key[4]) for claim in wrong if claim.kind == "line"})
        self.decimals = {claim.kind: claim.places for claim in wrong}
        self.tries = 0

    def reasons(self) -> dict[tuple[str, ...], Reason]:
        """What explains the whole board, else all of it but the own numbers of one line, else one factor."""
        try:
            found = self.other_vulnerability() or self.exchanged() or self.as_scored() or self.line_missing()
            found = found or self.other_line() or self.all_but_one()
        except _SpentError:
            found = {}
        return found or self.scaled()

    def compared(self, changed: Traveller) -> list[Claim]:
        """What the file states on this board, against what follows with the traveller changed.

        Averages are left out: they depend on other boards.
        """
        if self.tries >= self.most:
            raise _SpentError
        self.tries += 1
        if self.standing.conditions.method not in TEAM_METHODS:
            changed = nameless(changed)
        found = score_event(with_traveller(self.event, self.place, changed), self.standing.conditions)
        session, section, number = self.place
        key = (session, section, str(number))
        averages = {str(index) for index, line in enumerate(self.traveller.lines) if _is_average(line)}
        return [
            replace(claim, places=self.decimals.get(claim.kind, claim.places))
            for claim in claims_of_boards(found)
            if claim.key[1:4] == key and not (claim.kind == "line" and claim.key[4] in averages)
        ]

    def follows(self, changed: Traveller) -> bool:
        """Whether all of the board follows with the traveller changed."""
        found = self.compared(changed)
        return bool(found) and all(claim.agrees for claim in found)

    def with_lines(self, changes: dict[int, Outcome | Line]) -> Traveller:
        """The traveller with some lines compared as something else."""
        lines = list(self.traveller.lines)
        for index, new in changes.items():
            lines[index] = new if isinstance(new, Line) else replace(lines[index], ns_outcome=new, ew_outcome=new)
        return replace(self.traveller, lines=tuple(lines))

    def because(
        self, reason: Reason, *, but: int | None = None, scores: Sequence[int] = ()
    ) -> dict[tuple[str, ...], Reason]:
        """The reason for every wrong number of the board `but` those of one line, and for the scores of some lines."""
        session, section, number = self.place
        told = {claim.key: reason for claim in self.wrong if but is None or claim.key[4:5] != (str(but),)}
        return told | {("score", session, section, str(number), str(index), "NS"): reason for index in scores}

    def points(self, index: int) -> int | None:
        """The deal score of a line."""
        code = law(self.standing.conditions.law)
        return outcome_points(self.traveller.lines[index].ns_outcome, self.traveller.board.vulnerability, code)

    def other_vulnerability(self) -> dict[tuple[str, ...], Reason]:
        board = self.traveller.board
        for vulnerability in Vulnerability:
            if vulnerability is not board.vulnerability and self.follows(
                replace(self.traveller, board=replace(board, vulnerability=vulnerability))
            ):
                text = _("all of the board follows with the vulnerability {vulnerability}; the file gives {own}")
                text = text.format(vulnerability=vulnerability.value, own=board.vulnerability.value)
                return self.because(Reason("wrong-vulnerability", text))
        return {}

    def exchanged(self) -> dict[tuple[str, ...], Reason]:
        """Two lines with each other's result: then all others of the board follow."""
        if len(self.lines) != 2:
            return {}
        one, two = self.lines
        first, second = self.traveller.lines[one], self.traveller.lines[two]
        changed = {
            one: replace(first, ns_outcome=second.ns_outcome, ew_outcome=second.ew_outcome),
            two: replace(second, ns_outcome=first.ns_outcome, ew_outcome=first.ew_outcome),
        }
        if self.points(one) == self.points(two) or not self.follows(self.with_lines({**changed})):
            return {}
        text = _("the board follows if the lines of {who} and of {other} exchange their results")
        text = text.format(who=_who(first), other=_who(second))
        return self.because(Reason("exchanged", text), scores=self.lines)

    def as_scored(self) -> dict[tuple[str, ...], Reason]:
        """The lines compared at the deal scores that the file states beside them."""
        others: dict[int, Outcome | Line] = {}
        for index, line in enumerate(self.traveller.lines):
            points = line.stated.points if line.stated else None
            if points is not None and self.points(index) not in (None, points):
                others[index] = BareScore(points)
        if not others or not self.follows(self.with_lines(others)):
            return {}
        text = _("the board follows from the scores that the file states beside the results of {who}")
        names = ", ".join(_who(self.traveller.lines[index]) for index in others)
        return self.because(Reason("as-scored", text.format(who=names)), scores=[*others])

    def other_line(self) -> dict[tuple[str, ...], Reason]:
        """One line that, compared as something else, makes all of the board follow."""
        for index, outcome in self.changes():
            if not isinstance(outcome, Missing) and self.follows(self.with_lines({index: outcome})):
                return self.because(self.counted_as(self.traveller.lines[index], outcome))
        return {}

    def all_but_one(self) -> dict[tuple[str, ...], Reason]:
        """One line that, compared as something else or not at all, makes the numbers of all the others follow."""
        if len(self.lines) < 2:
            return {}
        for index, outcome in self.changes():
            found = self.compared(self.with_lines({index: outcome}))
            rest = [claim for claim in found if claim.key[4:5] != (str(index),)]
            if len(rest) >= _FEWEST and all(claim.agrees for claim in rest):
                reason = self.counted_as(self.traveller.lines[index], outcome)
                return self.because(reason, but=None if isinstance(outcome, Missing) else index)
        return {}

    def changes(self) -> Iterator[tuple[int, Outcome]]:
        """Each line with each result that it may have been compared as: lines with a wrong number first."""
        rest = [index for index in range(len(self.traveller.lines)) if index not in self.lines]
        for index in self.lines:
            yield from ((index, outcome) for outcome in self.candidates(index, others=True))
        for index in rest:
            yield from ((index, outcome) for outcome in self.candidates(index, others=False))

    def candidates(self, index: int, *, others: bool) -> Iterator[Outcome]:
        """What a line may have been compared as: nothing, the score stated, something near, or a score of another."""
        line = self.traveller.lines[index]
        known: set[int | None] = {self.points(index)}
        yield Missing()
        if line.stated and line.stated.points is not None and line.stated.points not in known:
            known.add(line.stated.points)
            yield BareScore(line.stated.points)
        of_others = [one.ns_outcome for one in self.traveller.lines if one is not line] if others else []
        for outcome in (*nearby(line.ns_outcome), *of_others, PassedOut()):
            points = outcome_points(outcome, self.traveller.board.vulnerability, law(self.standing.conditions.law))
            if points is not None and points not in known:
                known.add(points)
                yield outcome

    def counted_as(self, line: Line, outcome: Outcome) -> Reason:
        if isinstance(outcome, Missing):
            return Reason("left-out", _("the board follows without the line of {who}").format(who=_who(line)))
        text = _("the board follows if the line of {who}, {own}, is compared as {other}")
        return Reason("counted-as", text.format(who=_who(line), own=show(line.ns_outcome), other=show(outcome)))

    def line_missing(self) -> dict[tuple[str, ...], Reason]:
        """One more result, searched among all that there can be, that makes all of the board follow."""
        lines = self.traveller.lines
        if len(self.lines) < 2 or self.standing.conditions.method in TEAM_METHODS or any(one.version for one in lines):
            return {}
        vulnerability, code = self.traveller.board.vulnerability, self.standing.conditions.law
        every = [one for one in range(-_HIGHEST, _HIGHEST + 10, 10) if possible(one, vulnerability, law=code)]
        # The better the result that is lacking, the less the others of its side have.
        first = bisect_left(every, 0, key=lambda points: _side_of(self.with_more(points)))
        for points in every[first : first + _NEAR]:
            found = self.with_more(points)
            if all(claim.agrees for claim in found):
                text = _("the board follows with one more result, such as {points}, which is not in the file")
                return self.because(Reason("line-missing", text.format(points=f"{points:+d}")))
            if _side_of(found) > 0:
                break
        return {}

    def with_more(self, points: int) -> list[Claim]:
        """The numbers of the board with one more result."""
        one = Line("", "", BareScore(points), BareScore(points))
        return self.compared(replace(self.traveller, lines=(*self.traveller.lines, one)))

    def scaled(self) -> dict[tuple[str, ...], Reason]:
        """One factor by which all numbers of the board, awards apart, differ from those that follow."""
        real = {
            str(index)
            for index, line in enumerate(self.traveller.lines)
            if not isinstance(line.ns_outcome, Awarded) and not isinstance(line.ew_outcome, Awarded)
        }
        self.most += 1
        found = [one for one in self.compared(self.traveller) if one.kind == "line" and one.key[4] in real]
        factor = _factor(found)
        if factor is None:
            return {}
        text = _("every number of this board is {factor} times what follows").format(factor=str(factor))
        return {
            claim.key: Reason("scaled", text) for claim in self.wrong if claim.kind == "line" and claim.key[4] in real
        }


def _who(line: Line) -> str:
    return f"{line.label(Side.NS)} - {line.label(Side.EW)}"


def _is_average(line: Line) -> bool:
    return any(
        isinstance(one, Awarded) and isinstance(one.value, Average) for one in (line.ns_outcome, line.ew_outcome)
    )


def _side_of(found: list[Claim]) -> int:
    """-1 where North-South have more than the file states, 1 where they have less, 0 where rounding may be all."""
    surplus = rounding = Fraction(0)
    for claim in found:
        if claim.kind == "line" and claim.found is not None:
            more = claim.found - claim.stated
            surplus += more if claim.key[5] == Side.NS.value else -more
            rounding += Fraction(1, 2 * 10**claim.places)
    return 0 if abs(surplus) <= rounding else -1 if surplus > 0 else 1


def _factor(found: list[Claim]) -> Fraction | None:
    """The factor between what is stated and what follows; None unless two different numbers show it, or three lines."""
    wrong = [claim for claim in found if not claim.agrees]
    if any(claim.agrees and claim.stated for claim in found) or not all(claim.found for claim in wrong):
        return None
    if len({abs(claim.found or 0) for claim in wrong}) < 2 and len({claim.key[4] for claim in wrong}) < _FEWEST:
        return None
    widest = max(wrong, key=lambda claim: abs(claim.found or Fraction(0)))
    factor = (widest.stated / (widest.found or 1)).limit_denominator(64)
    if factor <= 0:
        return None
    off = (abs(claim.stated - factor * (claim.found or 0)) * 2 * 10**claim.places for claim in wrong)
    return factor if all(one <= 3 for one in off) else None
