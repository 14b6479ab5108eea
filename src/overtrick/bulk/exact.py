"""Any one number of the results exactly, and where it comes from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.entries import awards_of, counted_rows, real_worths, sheets_of
from overtrick.bulk.form import NO_NUMBER, Kind
from overtrick.bulk.results import Results, Totals
from overtrick.bulk.teams import decided, match_award
from overtrick.bulk.values import award_values, rounded, tops

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["available_of", "shown_values", "value_columns", "value_of"]

Floats: TypeAlias = npt.NDArray[np.float64]

_WHOLE = 2**53  # floats hold every whole number up to this


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
    return award_values(plan)(int(award[row]), int(results.cells.expected[cell])) if own is None else own


def shown_values(results: Results, totals: Totals, *, percent: bool = False) -> tuple[Floats, Floats]:
    """What each row is worth to North-South and to East-West as the nearest floats; NaN where it counts nothing.

    With `percent` these are hundredths of the top, and NaN where there is no top.
    """
    codes, cells, plan = results.codes, results.cells, results.plan
    worths, den = real_worths(results)
    times, top = (100, tops(cells.expected, plan)) if percent else (1, np.ones(len(cells), np.int64))
    counted = np.flatnonzero(counted_rows(results) & (top[cells.of_row] > 0))
    cell = cells.of_row[counted]
    below = np.maximum(den * top, 1)[cell]
    found = np.full(len(codes), np.nan), np.full(len(codes), np.nan)
    for worth, values in zip(worths, found, strict=True):
        above = (worth.a[cell] * worth.value[counted].astype(np.int64) + worth.b[cell]) * times
        divisors = results.terms.divisors
        values[counted] = _ratios(above, below) if divisors is None else _shares(above, below, cell, divisors)
    if plan.of_teams:
        _add_match_awards(results, found)
    else:
        _add_awards(results, totals, found, percent=percent)
    return found


def value_columns(results: Results, totals: Totals) -> dict[str, pa.Array]:
    """The columns `value_ns` and `value_ew`, and at matchpoints `percent_ns` and `percent_ew`."""
    import pyarrow as pa

    wanted = {"value": False} | ({"percent": True} if results.plan.at_matchpoints else {})
    return {
        f"{name}_{side}": pa.array(values, mask=np.isnan(values))
        for name, percent in wanted.items()
        for side, values in zip(("ns", "ew"), shown_values(results, totals, percent=percent), strict=True)
    }


def _ratios(above: I64, below: I64) -> Floats:
    """The nearest floats to quotients of whole numbers."""
    found: Floats = above / below
    for row in np.flatnonzero((np.abs(above) > _WHOLE) | (below > _WHOLE)).tolist():
        found[row] = int(above[row]) / int(below[row])  # numpy would round them before it divides
    return found


def _shares(above: I64, below: I64, cell: I32, divisors: list[Fraction]) -> Floats:
    """The nearest floats to quotients that are divided once more, by the divisors of cells."""
    parts = [divisor.as_integer_ratio() for divisor in divisors]
    rows = zip(above.tolist(), below.tolist(), cell.tolist(), strict=True)
    return np.array([num * parts[own][1] / (den * parts[own][0]) for num, den, own in rows], np.float64)


def _add_awards(results: Results, totals: Totals, found: tuple[Floats, Floats], *, percent: bool) -> None:
    """Put what awards are worth into the values for show."""
    awards = awards_of(results, sheets_of(results), results.codes.event_of_row())
    top = np.ones(len(awards.worths), np.int64)
    if percent:
        top[awards.which] = awards.top
    shares = np.array([_shown(*pair, percent=percent) for pair in zip(awards.worths, top.tolist(), strict=True)])
    for side in (0, 1):
        own = awards.side == side
        found[side][awards.row[own]] = shares[awards.which[own]]
    for (side, row), worth in totals.own.items():
        top_of_row = int(_top(results, int(results.cells.of_row[row]))) if percent else 1
        found[side][row] = _shown(worth, top_of_row, percent=percent)


def _shown(worth: Fraction, top: int, *, percent: bool) -> float:
    if not percent:
        return float(worth)
    return float(100 * worth / top) if top else np.nan


def _add_match_awards(results: Results, found: tuple[Floats, Floats]) -> None:
    """Put what awards are worth to teams into the values for show, on the rows of the home teams."""
    codes, (row, home) = results.codes, decided(results.codes)
    if codes.ns_award is None or codes.ew_award is None:
        return
    for values, own, turned in zip(
        found, (codes.ns_award, codes.ew_award), (codes.ew_award, codes.ns_award), strict=True
    ):
        distinct, which = np.unique(np.where(row == home, own[row], turned[row]), return_inverse=True)
        worths = [float(match_award(given, results.plan)) for given in distinct.tolist()]
        values[home] = np.array(worths, np.float64)[which]


def _match_award(results: Results, row: int, side: int) -> Fraction | None:
    """The worth of a board that an award at either of its tables decides, on the row of the home team."""
    codes, (tables, home) = results.codes, decided(results.codes)
    at = tables[home == row]
    if not len(at) or codes.ns_award is None or codes.ew_award is None:
        return None
    awards = int(codes.ns_award[at[0]]), int(codes.ew_award[at[0]])
    return match_award(awards[side if at[0] == row else 1 - side], results.plan)


def available_of(results: Results, row: int) -> Fraction:
    """The top of a row's board, nought under IMP methods."""
    return _top(results, int(results.cells.of_row[row]))


def _top(results: Results, cell: int) -> Fraction:
    return Fraction(int(tops(results.cells.expected[cell : cell + 1], results.plan)[0]))
