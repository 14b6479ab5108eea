"""Two score cards of one match: IMPs board by board, victory points, and the boards that clash first."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line
from overtrick.ranking.victory_points import victory_points_each
from overtrick.scorer.halves import Points
from overtrick.scorer.teams import board_verdict
from overtrick.tables.laws import law

__all__ = ["Match", "MatchBoard", "compare_cards"]


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
    conditions = Conditions(method="team-imps", law=code, imp_table=table)
    points = Points.under(law(code))
    numbers = sorted(first.keys() | second.keys())
    boards = [_board(first.get(number, []), second.get(number, []), us, points, conditions) for number in numbers]
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
    conditions: Conditions,
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
    home = (ours.ns_outcome, ours.ew_outcome), (theirs.ew_outcome, theirs.ns_outcome)
    mates = (theirs.ns_outcome, theirs.ew_outcome), (ours.ew_outcome, ours.ns_outcome)
    verdict = board_verdict(board, *(home if north_here else mates), conditions, points)
    if verdict is None:
        clash = _("one table has no result")
        return MatchBoard(board, ours, theirs, None, None, None, None, clash)
    here, there = verdict.home_points, verdict.mates_points
    if not north_here:
        here, there = there, here
    return MatchBoard(board, ours, theirs, here, there, verdict.home, verdict.away)
