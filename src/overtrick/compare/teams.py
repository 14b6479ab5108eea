"""Matches between teams: IMPs, board-a-match, Patton, total points, teams of eight, knock-outs.

Scores are seen from the first team: `ours_ns` is what its North-South pair scored, `ours_ew` what its East-West
pair scored, and `theirs_ns` what the other team's North-South pair scored on the same board.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from overtrick.compare.imps import imps, table_steps
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _

__all__ = [
    "Patton",
    "board_a_match",
    "carry_over",
    "extra_boards",
    "knock_out_margin",
    "match_with_averages",
    "patton",
    "patton_saldo",
    "team_imps",
    "team_of_eight",
    "team_of_eight_summed",
    "total_points",
]

Exact = int | Fraction


def team_imps(ours_ns: Exact, theirs_ns: Exact, table: str = "imps-1962") -> Exact:
    """IMPs of a board to the team whose North-South pair scored `ours_ns` (Law 78B).

    >>> team_imps(420, 170), team_imps(140, -100)
    (6, 6)
    """
    return imps(ours_ns - theirs_ns, table=table)


def board_a_match(ours_ns: Exact, ours_ew: Exact, *, win: Exact = 1, tie: Exact = 0) -> Fraction:
    """What a board is worth: `win`, half of it or nothing by the sum of the two tables; sums up to `tie` are ties.

    North America wins 1, Britain (point-a-board) 2; any difference wins (ACBL), in Polish Patton only over 10.

    >>> board_a_match(120, -110), board_a_match(170, -170), board_a_match(420, -450, win=2)
    (Fraction(1, 1), Fraction(1, 2), Fraction(0, 1))
    """
    total = Fraction(ours_ns + ours_ew)
    if abs(total) <= tie:
        return Fraction(win) / 2
    return Fraction(win) if total > 0 else Fraction(0)


def patton_saldo(ours: Exact, theirs: Exact, boards: int) -> tuple[Fraction, Fraction]:
    """The points that go by totals in a Patton match, one for each board, from the plus points of the two teams.

    By the ratio of the difference to the greater total: under 1/10 shared, to 1/3 one more and one fewer, over it all.

    >>> [tuple(map(int, patton_saldo(1000, theirs, 4))) for theirs in (950, 900, 600)]
    [(2, 2), (3, 1), (4, 0)]
    """
    if ours < 0 or theirs < 0:
        raise InputError(
            _("the saldo wants each team's plus points, 0 or more, not {ours} and {theirs}").format(
                ours=ours, theirs=theirs
            )
        )
    more = max(ours, theirs)
    ratio = abs(Fraction(ours - theirs)) / more if more else Fraction(0)
    half = Fraction(boards, 2)
    if ratio < Fraction(1, 10):
        winner = half
    else:
        winner = min(half + 1, Fraction(boards)) if ratio <= Fraction(1, 3) else Fraction(boards)
    return (winner, boards - winner) if ours >= theirs else (boards - winner, winner)


@dataclass(frozen=True, slots=True)
class Patton:
    """A Patton match: points by board, points by totals (the saldo), each (ours, theirs); they sum to three a board."""

    by_board: tuple[Fraction, Fraction]
    saldo: tuple[Fraction, Fraction]

    @property
    def total(self) -> tuple[Fraction, Fraction]:
        """All points of the two teams."""
        return self.by_board[0] + self.saldo[0], self.by_board[1] + self.saldo[1]


def patton(scores: Sequence[tuple[int, int]], *, tie: int = 10) -> Patton:
    """A Patton match from (ours_ns, ours_ew) of each board: 2, 1 or 0 a board, and the saldo of the plus points.

    >>> [int(points) for points in patton([(420, -170), (100, -110), (-50, -50), (620, -620)]).total]
    [7, 5]
    """
    won = sum((board_a_match(ns, ew, win=2, tie=tie) for ns, ew in scores), Fraction(0))
    flat = [score for pair in scores for score in pair]
    ours = sum(score for score in flat if score > 0)
    theirs = sum(-score for score in flat if score < 0)
    return Patton((won, 2 * len(scores) - won), patton_saldo(ours, theirs, len(scores)))


def total_points(scores: Sequence[tuple[int, int]]) -> int:
    """The margin at total points (aggregate): all scores of both tables added.

    >>> total_points([(420, -170), (100, -110)])
    240
    """
    return sum(ns + ew for ns, ew in scores)


def team_of_eight(ours_ns: Sequence[Exact], theirs_ns: Sequence[Exact], table: str = "imps-1962") -> Exact:
    """Cross-IMPs of a board between teams of eight: each of our North-South scores against each of theirs.

    >>> team_of_eight([420, 170], [400, -50])
    11
    """
    return sum((imps(own - other, table=table) for own in ours_ns for other in theirs_ns), 0)


def team_of_eight_summed(ours_ns: Sequence[int], theirs_ns: Sequence[int], table: str = "imps-1962") -> int:
    """IMPs of the summed scores of a board on the scale stretched by the root of two (EBU White Book 3.7.1).

    The comparison is of squares, so it is exact. Raises `ConditionsError` for a scale without steps.

    >>> team_of_eight_summed([420, 170], [400, -50])
    4
    """
    steps = table_steps(table)
    if not steps:
        raise ConditionsError(_("IMP table {key!r} has no steps that could be stretched").format(key=table))
    difference = sum(ours_ns) - sum(theirs_ns)
    value = bisect_right([2 * step * step for step in steps], difference * difference)
    return -value if difference < 0 else value


def match_with_averages(
    ours: Exact,
    theirs: Exact,
    *,
    plus_ours: int = 0,
    plus_theirs: int = 0,
    minus_ours: int = 0,
    minus_theirs: int = 0,
    average_imps: Exact = 3,
) -> tuple[Exact, Exact]:
    """Each team's own margin where boards were awarded: average plus and minus count for the one team alone (Law 86A).

    >>> match_with_averages(20, 10, plus_ours=1, plus_theirs=1)
    (13, -7)
    """
    margin = ours - theirs
    return (
        margin + average_imps * (plus_ours - minus_ours),
        -margin + average_imps * (plus_theirs - minus_theirs),
    )


def knock_out_margin(margin_ours: Exact, margin_theirs: Exact) -> Fraction:
    """One margin from two that do not balance, each seen from its own team: their average (Law 86).

    >>> knock_out_margin(8, -2)
    Fraction(5, 1)
    """
    return Fraction(margin_ours - margin_theirs) / 2


def extra_boards(scheduled: int) -> int:
    """Boards to play on after a tied knock-out match: an eighth of the scheduled number, rounded up, at least 2 (EBU).

    >>> extra_boards(24), extra_boards(12)
    (3, 2)
    """
    if scheduled < 1:
        raise InputError(_("a match has at least one board, not {boards}").format(boards=scheduled))
    return max(2, -(-scheduled // 8))


def carry_over(
    margin: Exact,
    *,
    fraction: Fraction = Fraction(1, 2),
    cap: Exact | None = None,
    trailing_fraction: Fraction | None = None,
    leads: bool = True,
    rounding: Literal["exact", "0.1-up"] = "exact",
) -> Fraction:
    """IMPs that the winner of the round-robin match carries into a knock-out between the same teams, with their sign.

    `fraction` of the margin counts, `trailing_fraction` where the winner of the match has fewer victory points over
    the whole round robin (`leads` false), never more than `cap`. `0.1-up` rounds away from nought.

    >>> carry_over(27, fraction=Fraction(1, 3), trailing_fraction=Fraction(1, 5), cap=10, leads=False)
    Fraction(27, 5)
    """
    share = fraction if leads or trailing_fraction is None else trailing_fraction
    size = abs(Fraction(margin)) * share
    if rounding == "0.1-up":
        size = Fraction(-(-size * 10 // 1), 10)
    elif rounding != "exact":
        raise ConditionsError(
            _("rounding of a carry-over cannot be {value!r}; known: exact, 0.1-up").format(value=rounding)
        )
    if cap is not None:
        size = min(size, Fraction(cap))
    return size if margin >= 0 else -size
