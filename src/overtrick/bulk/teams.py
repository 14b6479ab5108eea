"""Matches of teams: the two tables of a match on one board."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from overtrick.bulk.codes import I32, I64, Codes, number_within
from overtrick.bulk.form import NO_NUMBER, Kind
from overtrick.bulk.plan import Plan
from overtrick.bulk.tables import Imps
from overtrick.bulk.values import award_of, by_distinct
from overtrick.compare.teams import board_a_match
from overtrick.scorer.teams import award_of_match

__all__ = ["Pairs", "alone", "decided", "match_award", "pairs_of", "worths"]


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The rows of each board of a match: where the home team sits North-South, and the other table."""

    home: I64
    away: I64


def pairs_of(codes: Codes) -> Pairs:
    """Boards of a section with two lines, the second with the teams the other way round; others have no result."""
    events = len(codes.starts) - 1
    if not events:
        nothing = np.zeros(0, np.int64)
        return Pairs(nothing, nothing)
    event = codes.event_of_row()
    place = np.zeros(len(codes), np.int64)
    count = 1
    if codes.section is not None:
        place, count = codes.section.astype(np.int64), len(codes.sections)
    if codes.session is not None:
        place, count = codes.session * np.int64(count) + place, count * len(codes.sessions)
    highest = np.maximum.reduceat(codes.board, codes.starts[:-1]).astype(np.int64) + 1
    numbers = number_within(event, place * highest[event] + codes.board, count * highest)
    order = np.argsort(numbers.ids, kind="stable")
    counts = np.bincount(numbers.ids, minlength=len(numbers))
    first = (np.cumsum(counts) - counts)[counts == 2]
    home, away = order[first], order[first + 1]
    ns, ew = codes.ns, codes.ew
    mirrored = (ns[home] == ew[away]) & (ew[home] == ns[away]) & (ns[home] >= 0) & (ew[home] >= 0)
    return Pairs(home[mirrored], away[mirrored])


def decided(codes: Codes) -> tuple[I64, I64]:
    """Boards that an award decides: the row of the table that does, and the row where the home team sits North-South.

    A table where both sides are awarded decides its board (Law 86A), the first table before the other.
    """
    if codes.ns_award is None or codes.ew_award is None:
        nothing = np.zeros(0, np.int64)
        return nothing, nothing
    pairs = pairs_of(codes)
    whole = (codes.kind == Kind.AWARDED) & (codes.ns_award != NO_NUMBER) & (codes.ew_award != NO_NUMBER)
    first, second = whole[pairs.home], whole[pairs.away] & ~whole[pairs.home]
    row = np.concatenate((pairs.home[first], pairs.away[second]))
    return row, np.concatenate((pairs.home[first], pairs.home[second]))


def alone(codes: Codes) -> int:
    """How many results have no other table of a match on their board."""
    pairs = pairs_of(codes)
    result = codes.kind <= Kind.SCORE
    result[pairs.home] = result[pairs.away] = False
    return int(result.sum())


def worths(codes: Codes, plan: Plan, points: I32, imps: Imps) -> I32:
    """What each board is worth to the home team, on its row where it sits North-South; `NO_NUMBER` elsewhere.

    In half boards at board-a-match, in units of the table at IMPs.
    """
    pairs = pairs_of(codes)
    real = (codes.kind[pairs.home] <= Kind.SCORE) & (codes.kind[pairs.away] <= Kind.SCORE)
    home, away = pairs.home[real], pairs.away[real]
    gap = points[home].astype(np.int64) - points[away]
    found = np.full(len(codes), NO_NUMBER, np.int32)
    if plan.method == "team-imps":
        found[home] = np.sign(gap) * imps.steps[np.minimum(np.abs(gap), len(imps.steps) - 1)]
    else:
        least, tie = int(gap.min(initial=0)), plan.conditions.board_a_match_tie
        halves, which = by_distinct((gap - least,), lambda above: int(2 * board_a_match(above + least, 0, tie=tie)))
        found[home] = np.array(halves, np.int32)[which]
    return found


def match_award(award: int, plan: Plan) -> Fraction:
    """What an award is worth to a team: a share of the board, or IMPs."""
    return award_of_match(award_of(award), plan.conditions)
