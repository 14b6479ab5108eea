"""Why the scores that a file states on a board do not follow: what else may have been compared there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.desk.agreement import Stake, stakes
from overtrick.errors import OvertrickError
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Line, Session, Traveller
from overtrick.model.outcome import Awarded, BareScore, Missing, Outcome, PassedOut, Played, Weighted
from overtrick.model.standing import Standing
from overtrick.model.terms import Doubling, Side, Vulnerability
from overtrick.notation.show import show
from overtrick.score.deal import outcome_points
from overtrick.scorer import score_event
from overtrick.tables.laws import law

__all__ = ["Reason", "board_reasons", "nearby"]


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


def board_reasons(standing: Standing, wrong: Iterable[Stake]) -> dict[tuple[str, ...], Reason]:
    """A reason for each number of a line that does not follow, by its key."""
    by_board: dict[tuple[str, str, str], list[Stake]] = {}
    for stake in wrong:
        by_board.setdefault((stake.key[1], stake.key[2], stake.key[3]), []).append(stake)
    reasons: dict[tuple[str, ...], Reason] = {}
    for (session, section, number), found in by_board.items():
        try:
            one = _Board(standing, session, section, int(number))
            reasons.update(one.reasons(found))
        except OvertrickError:
            reasons.update(dict.fromkeys((stake.key for stake in found), _no_reason()))
    return reasons


def _no_reason() -> Reason:
    return Reason("unexplained", _("no way of reckoning that is known gives it"))


class _Board:
    """One board of one section, compared again and again with something changed."""

    def __init__(self, standing: Standing, session: str, section: str, number: int) -> None:
        self.standing = standing
        self.place = (session, section, number)
        self.event = _small(standing.event, session, number)
        self.traveller = next(one for key, one in _travellers(self.event) if key == (session, section, number))

    def reasons(self, wrong: list[Stake]) -> dict[tuple[str, ...], Reason]:
        lines = sorted({int(stake.key[4]) for stake in wrong})
        found = self.other_vulnerability() or self.other_line(lines)
        if found is None and len(lines) == 1:
            return {stake.key: self.by_hand(lines[0]) for stake in wrong}
        if found is None:
            found = _proportion(self.with_traveller(self.traveller))
        return {stake.key: found or _no_reason() for stake in wrong}

    def with_traveller(self, changed: Traveller) -> list[Stake]:
        """What the file states on this board, against what follows with the traveller changed."""
        session, section, number = self.place
        sessions = tuple(
            replace(
                one,
                sections=tuple(
                    replace(
                        part,
                        travellers=tuple(
                            changed if part.key == section and who.board.number == number else who
                            for who in part.travellers
                        ),
                    )
                    for part in one.sections
                ),
            )
            for one in self.event.sessions
        )
        found = stakes(score_event(replace(self.event, sessions=sessions), self.standing.conditions))
        key = ("line", session, section, str(number))
        return [stake for stake in found if stake.key[:4] == key]

    def other_vulnerability(self) -> Reason | None:
        board = self.traveller.board
        for vulnerability in Vulnerability:
            if vulnerability is board.vulnerability:
                continue
            changed = replace(self.traveller, board=replace(board, vulnerability=vulnerability))
            if all(stake.agrees for stake in self.with_traveller(changed)):
                text = _("all of the board follows with the vulnerability {vulnerability}; the file gives {own}")
                return Reason(
                    "wrong-vulnerability",
                    text.format(vulnerability=vulnerability.value, own=board.vulnerability.value),
                )
        return None

    def other_line(self, wrong: list[int]) -> Reason | None:
        """One line that, compared as something else, makes all the others follow."""
        order = [*wrong, *(index for index in range(len(self.traveller.lines)) if index not in wrong)]
        for index in order:
            line = self.traveller.lines[index]
            for outcome in self.candidates(line):
                changed = replace(line, ns_outcome=outcome, ew_outcome=outcome)
                lines = tuple(changed if at == index else one for at, one in enumerate(self.traveller.lines))
                found = self.with_traveller(replace(self.traveller, lines=lines))
                rest = [stake for stake in found if stake.key[4] != str(index)]
                if rest and len(wrong) > 1 and all(stake.agrees for stake in rest):
                    return self.counted_as(line, outcome)
                if len(wrong) == 1 and not isinstance(outcome, Missing) and all(stake.agrees for stake in found):
                    return self.counted_as(line, outcome)
        return None

    def candidates(self, line: Line) -> Iterator[Outcome]:
        """What a line may have been compared as: nothing, the score stated, something near, or a score of another."""
        own = line.ns_outcome
        code = law(self.standing.conditions.law)
        vulnerability = self.traveller.board.vulnerability
        known: set[int | None] = {outcome_points(own, vulnerability, code)}
        yield Missing()
        if line.stated and line.stated.points is not None and line.stated.points not in known:
            known.add(line.stated.points)
            yield BareScore(line.stated.points)
        others = [one.ns_outcome for one in self.traveller.lines if one is not line]
        for outcome in (*nearby(own), *others, PassedOut()):
            points = outcome_points(outcome, vulnerability, code)
            if points is not None and points not in known:
                known.add(points)
                yield outcome

    def counted_as(self, line: Line, outcome: Outcome) -> Reason:
        who = f"{line.label(Side.NS)} - {line.label(Side.EW)}"
        if isinstance(outcome, Missing):
            return Reason("left-out", _("the board follows without the line of {who}").format(who=who))
        text = _("the board follows if the line of {who}, {own}, is compared as {other}")
        return Reason("counted-as", text.format(who=who, own=show(line.ns_outcome), other=show(outcome)))

    def by_hand(self, index: int) -> Reason:
        line = self.traveller.lines[index]
        if isinstance(line.ns_outcome, Awarded | Weighted) or isinstance(line.ew_outcome, Awarded | Weighted):
            return Reason("edited-award", _("all other lines of the board follow; the award was altered by hand"))
        return Reason(
            "edited-line",
            _("all other lines of the board were compared with this result; its own numbers were altered by hand"),
        )


def _proportion(found: list[Stake]) -> Reason | None:
    """One factor by which all numbers of the board differ from those that follow."""
    real = [stake for stake in found if stake.found]
    if len(real) < 2 or all(stake.agrees for stake in real):
        return None
    wrong = [stake for stake in real if not stake.agrees]
    widest = max(wrong, key=lambda stake: abs(stake.found or Fraction(0)))
    factor = (widest.stated / (widest.found or 1)).limit_denominator(64)
    if factor <= 0:
        return None
    for stake in wrong:
        if abs(stake.stated - factor * (stake.found or Fraction(0))) > Fraction(3, 2 * 10**stake.places):
            return None
    text = _("the program multiplies what follows on this board by {factor}")
    return Reason("scaled", text.format(factor=str(factor)))


def _travellers(event: Event) -> Iterator[tuple[tuple[str, str, int], Traveller]]:
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                yield (session.key, section.key, traveller.board.number), traveller


def _small(event: Event, session: str, number: int) -> Event:
    """The session with that board alone, and with the board of most results, which tells how many there should be."""
    one = next(item for item in event.sessions if item.key == session)
    largest = max(
        (traveller for section in one.sections for traveller in section.travellers),
        key=lambda traveller: len(traveller.lines),
    ).board.number
    sections = tuple(
        replace(
            section,
            travellers=tuple(
                traveller for traveller in section.travellers if traveller.board.number in (number, largest)
            ),
            penalties=(),
            matches=(),
        )
        for section in one.sections
    )
    return replace(event, sessions=(Session(session, sections),))
