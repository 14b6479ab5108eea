"""Hybrid scoring of team matches: victory points for the IMPs, and points for the boards won."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.ranking.numbers import Number, exact
from overtrick.ranking.victory_points import victory_points
from overtrick.tables.scales import Scale

__all__ = ["hybrid_points"]


def hybrid_points(
    imps_margin: Number,
    boards_won: Number,
    *,
    boards: int,
    scale: str | Path | Scale = "acbl-30",
    board_points: Number = 20,
) -> tuple[Fraction, Fraction]:
    """Points of both teams: victory points on a scale, plus a share of `board_points` by the boards won.

    A tied board is half a board won. Source: the Lederer, IMPs to 30 victory points and point-a-board to 20; scale and
    share are the organiser's to say. Raises `InputError` where more boards are won than were played.

    >>> [str(points) for points in hybrid_points(8, 5, boards=8)]
    ['71/2', '29/2']
    """
    won, most = exact(boards_won), exact(board_points)
    if not 0 <= won <= boards:
        raise InputError(_("{won} boards won of {boards} cannot be").format(won=won, boards=boards))
    ours, theirs = victory_points(imps_margin, boards=boards, scale=scale)
    share = most * won / boards
    return Fraction(ours) + share, Fraction(theirs) + most - share
