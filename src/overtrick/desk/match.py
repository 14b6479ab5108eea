"""Two score cards of one match: IMPs board by board, victory points, and the boards that clash first."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from overtrick.compare.imps import imps
from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.event import Event, Line
from overtrick.model.outcome import Average, Awarded, Outcome, Unit, Weighted
from overtrick.ranking.victory_points import victory_points_each
from overtrick.scorer.halves import Points
from overtrick.tables.laws import law

__all__ = ["Match", "MatchBoard", "compare_cards"]

_AVERAGE_IMPS = {Average.PLUS: Fraction(3), Average.AVERAGE: Fraction(0), Average.MINUS: Fraction(-3)}


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board at both tables, in points to us; `imps` to us and `their_imps` to them, which differ after awards."""

    board: Board
    ours: Line | None
    theirs: Line | None
    our_points: int | None
    mates_points: int | None
    imps: Fraction | None
    their_imps: Fraction | None
    clash: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A whole match. `margin` is ours, `their_margin` theirs; victory points are `None` without a scale."""

    boards: tuple[MatchBoard, ...]
    margin: Fraction
    their_margin: Fraction
    vps: tuple[Decimal, Decimal] | None = None

    @property
    def clashes(self) -> tuple[MatchBoard, ...]:
        """The boards that cannot be compared until someone decides."""
        return tuple(board for board in self.boards if board.clash)


def compare_cards(
    ours: Event, theirs: Event, *, scale: str | None = None, table: str = "imps-1962", code: str = "duplicate-2017"
) -> Match:
    """Compare the card of our table with that of our team-mates.

    We are whoever sits North-South on the first line of our card; at the other table our team-mates sit East-West
    unless their card names us as North-South. Raises `RecordError` where a card has no result.
    """
    first, second = _lines(ours), _lines(theirs)
    if not first or not second:
        raise RecordError(_("a card without results cannot be compared"))
    us = next(iter(first.values()))[0][1].ns
    points = Points.under(law(code))
    numbers = sorted(first.keys() | second.keys())
    boards = [_board(first.get(number, []), second.get(number, []), us, points, table) for number in numbers]
    margin = sum((board.imps for board in boards if board.imps is not None), Fraction(0))
    their_margin = sum((board.their_imps for board in boards if board.their_imps is not None), Fraction(0))
    played = sum(board.imps is not None for board in boards)
    vps = victory_points_each(margin, their_margin, boards=played, scale=scale) if scale and played else None
    return Match(tuple(boards), margin, their_margin, vps)


def _lines(event: Event) -> dict[int, list[tuple[Board, Line]]]:
    found: dict[int, list[tuple[Board, Line]]] = {}
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                found.setdefault(traveller.board.number, []).extend((traveller.board, line) for line in traveller.lines)
    return dict(sorted(found.items()))


def _board(
    first: list[tuple[Board, Line]],
    second: list[tuple[Board, Line]],
    us: str,
    points: Points,
    table: str,
) -> MatchBoard:
    """One board; what stops the comparison is said in words and nothing is guessed."""
    board = (first or second)[0][0]
    clash = ""
    if not first or not second:
        clash = _("only one table has a result")
    elif len(first) > 1 or len(second) > 1:
        clash = _("a card holds the board twice")
    elif first[0][0].vulnerability is not second[0][0].vulnerability:
        clash = _("the cards give different vulnerabilities")
    ours = first[0][1] if first else None
    theirs = second[0][1] if second else None
    if clash or ours is None or theirs is None:
        return MatchBoard(board, ours, theirs, None, None, None, None, clash)
    north_here = ours.ns == us
    north_there = theirs.ns == us and theirs.ew != us
    if north_here is north_there:
        clash = _("our pairs sat the same way at both tables")
        return MatchBoard(board, ours, theirs, None, None, None, None, clash)
    award = _awards(ours, theirs, north_here=north_here)
    if award is not None:
        return MatchBoard(board, ours, theirs, None, None, award[0], award[1])
    our_mix = _mix(ours.ns_outcome if north_here else ours.ew_outcome, board, points, 1 if north_here else -1)
    mates_mix = _mix(theirs.ew_outcome if north_here else theirs.ns_outcome, board, points, -1 if north_here else 1)
    if our_mix is None or mates_mix is None:
        clash = _("one table has no result")
        return MatchBoard(board, ours, theirs, None, None, None, None, clash)
    won = sum(
        (w1 * w2 * Fraction(imps(p1 + p2, table=table)) for w1, p1 in our_mix for w2, p2 in mates_mix), Fraction(0)
    )
    single = len(our_mix) == 1 and len(mates_mix) == 1
    return MatchBoard(
        board, ours, theirs, our_mix[0][1] if single else None, mates_mix[0][1] if single else None, won, -won
    )


def _mix(outcome: Outcome, board: Board, points: Points, sign: int) -> list[tuple[Fraction, int]] | None:
    """Outcomes with their weights, in points to us: weighted results are IMPed one by one (Law 12C1(c))."""
    parts = outcome.parts if isinstance(outcome, Weighted) else ((Fraction(1), outcome),)
    found = [(weight, points.of(part, board)) for weight, part in parts]
    return (
        [(weight, sign * value) for weight, value in found if value is not None]
        if all(value is not None for _weight, value in found)
        else None
    )


def _awards(ours: Line, theirs: Line, *, north_here: bool) -> tuple[Fraction, Fraction] | None:
    """IMPs to each team where the board was awarded at either table (Law 86A); our side of each line is ours."""
    for line, we_are_north in ((ours, north_here), (theirs, not north_here)):
        own, other = (line.ns_outcome, line.ew_outcome) if we_are_north else (line.ew_outcome, line.ns_outcome)
        if isinstance(own, Awarded) and isinstance(other, Awarded):
            return _award(own), _award(other)
    return None


def _award(award: Awarded) -> Fraction:
    if isinstance(award.value, Average):
        return _AVERAGE_IMPS[award.value]
    if award.unit is Unit.IMPS:
        return award.value
    return (award.value - 50) / 10 * _AVERAGE_IMPS[Average.PLUS]
