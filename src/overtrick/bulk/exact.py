"""Any one number of the results exactly, and where it comes from."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from overtrick.bulk.entries import awards_of, counted_rows, real_worths, sheets_of
from overtrick.bulk.form import NO_NUMBER, Kind
from overtrick.bulk.results import Results, Totals
from overtrick.bulk.teams import match_award, pairs_of
from overtrick.bulk.values import award_value, rounded, tops

__all__ = ["available_of", "shown_values", "value_of"]


def value_of(results: Results, totals: Totals, row: int, side: int) -> Fraction | None:
    """What a row is worth to a side (0 North-South, 1 East-West), as `SideResult.value`; None where it counts nothing.

    At teams the row on which the home team sits North-South first has the worth of the board.
    """
    codes, plan, terms = results.codes, results.plan, results.terms
    if plan.of_teams and not counted_rows(results)[row]:
        return _match_award(results, row, side)
    cell = int(results.cells.of_row[row])
    if counted_rows(results)[row]:
        raw = int(results.raw()[row])
        if side:
            most = 2 * (int(results.cells.n[cell]) - 1) if plan.at_matchpoints else 0
            raw = (2 if plan.method == "board-a-match" else most) - raw
        num, den = int(terms.a[cell]) * raw + int(terms.b[cell]), int(terms.d[cell])
        if plan.at_matchpoints:
            one = [np.array([number], np.int64) for number in (num, den, int(_top(results, cell)))]
            parts = rounded(one[0], one[1], plan.conditions.line_rounding, one[2])
            num, den = int(parts[0][0]), int(parts[1][0])
        share = 1 if terms.divisors is None else terms.divisors[cell]
        return Fraction(num, den) / share
    award, who = ((codes.ns_award, codes.ns), (codes.ew_award, codes.ew))[side]
    if codes.kind[row] != Kind.AWARDED or award is None or award[row] == NO_NUMBER or who[row] < 0:
        return None
    own = totals.own.get((side, row))
    return award_value(int(award[row]), int(results.cells.expected[cell]), plan) if own is None else own


def shown_values(results: Results, totals: Totals) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """What each row is worth to North-South and to East-West as floats, for show; NaN where it counts nothing.

    At teams awards are left out.
    """
    cell, plan = results.cells.of_row, results.plan
    worths, den = real_worths(results)
    size = den.astype(np.float64)
    if results.terms.divisors is not None:
        size *= np.array([float(divisor) for divisor in results.terms.divisors], np.float64)
    counted = counted_rows(results)
    found = []
    for worth in worths:
        value = (worth.a[cell] * worth.value.astype(np.float64) + worth.b[cell]) / size[cell]
        value[~counted] = np.nan
        found.append(value)
    if not plan.of_teams:
        awards = awards_of(results, sheets_of(results), results.codes.event_of_row())
        shares = np.array([float(value) for value in awards.worths], np.float64)
        for side in (0, 1):
            own = awards.side == side
            found[side][awards.row[own]] = shares[awards.which[own]]
        for (side, row), worth_of_own in totals.own.items():
            found[side][row] = float(worth_of_own)
    return found[0], found[1]


def _match_award(results: Results, row: int, side: int) -> Fraction | None:
    """The worth of a board that an award at either of its tables decides, on the row of the home team."""
    codes, pairs = results.codes, pairs_of(results.codes)
    found = np.flatnonzero(pairs.home == row)
    if not len(found) or codes.ns_award is None or codes.ew_award is None:
        return None
    for at, own in ((row, side), (int(pairs.away[found[0]]), 1 - side)):
        awards = int(codes.ns_award[at]), int(codes.ew_award[at])
        if codes.kind[at] == Kind.AWARDED and NO_NUMBER not in awards:
            return match_award(awards[own], results.plan)
    return None


def available_of(results: Results, row: int) -> Fraction:
    """The top of a row's board, nought under IMP methods."""
    return _top(results, int(results.cells.of_row[row]))


def _top(results: Results, cell: int) -> Fraction:
    return Fraction(int(tops(results.cells.expected[cell : cell + 1], results.plan)[0]))
