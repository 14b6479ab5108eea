"""From outcomes to what each side of a line brings to the comparison."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overtrick.compare.frequency import Half, Number, plain
from overtrick.model.board import Board
from overtrick.model.event import Line
from overtrick.model.outcome import Missing, NotPlayed, Outcome, SitOut, Weighted
from overtrick.model.terms import Side
from overtrick.score.deal import outcome_points
from overtrick.tables.laws import LawCode

__all__ = ["Points", "half_of", "is_row"]


@dataclass(slots=True)
class Points:
    """Deal scores to North-South under one code.

    Each outcome of a board is worked out once. Objects are known by their identity, which is safe while the event
    that holds them is being scored, and spares the hashing of values.
    """

    code: LawCode
    _points: dict[tuple[int, int], int | None]

    @classmethod
    def under(cls, code: LawCode) -> Points:
        """A fresh memory for a code of laws."""
        return cls(code, {})

    def of(self, outcome: Outcome, board: Board) -> int | None:
        """Points to North-South; `None` where the outcome is no deal score (an award, not played, no declarer)."""
        key = (id(outcome), id(board))
        try:
            return self._points[key]
        except KeyError:
            points = outcome_points(outcome, board.vulnerability, self.code)
            self._points[key] = points
            return points

    def half(self, outcome: Outcome, board: Board, side: Side, version: str) -> Half | None:
        """What the outcome brings to the comparison of a side; `None` where it takes no part."""
        sign = 1 if side is Side.NS else -1
        if isinstance(outcome, Weighted):
            parts: dict[int, Number] = {}
            for weight, part in outcome.parts:
                points = self.of(part, board)
                if points is not None:
                    parts[sign * points] = parts.get(sign * points, Fraction(0)) + weight
            return Half(tuple(sorted((weight, points) for points, weight in parts.items())), version)
        points = self.of(outcome, board)
        return None if points is None else plain(sign * points, version)


def half_of(line: Line, board: Board, side: Side, points: Points, split: str) -> Half | None:
    """A side's real result on a line. Under `half-weights` the field of each side sees both halves of a split score."""
    own, other = (line.ns_outcome, line.ew_outcome) if side is Side.NS else (line.ew_outcome, line.ns_outcome)
    half = points.half(own, board, side, line.version)
    if half is None or split != "half-weights" or own is other or own == other:
        return half
    second = points.half(other, board, side, line.version)
    if second is None or not (half.is_plain and second.is_plain):
        return half
    mine, theirs = half.parts[0][1], second.parts[0][1]
    if mine == theirs:
        return half
    return Half(((Fraction(1, 2), mine), (Fraction(1, 2), theirs)), line.version, own=mine)


def is_row(outcome: Outcome) -> bool:
    """Whether the outcome counts among the results that a board has: a real score or an award.

    >>> from overtrick.model.outcome import PassedOut
    >>> is_row(PassedOut()), is_row(SitOut())
    (True, False)
    """
    return not isinstance(outcome, (NotPlayed, SitOut, Missing))
