"""From codes to results and totals: the one function that every engine runs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, Codes
from overtrick.bulk.form import MOST_POINTS, NO_NUMBER, Kind
from overtrick.bulk.groups import Cells, cells_of
from overtrick.bulk.jit import boards_kernel
from overtrick.bulk.plan import Plan
from overtrick.bulk.results import Results, Totals
from overtrick.bulk.tables import Imps, imp_array, scores_under
from overtrick.bulk.teams import worths
from overtrick.bulk.totals import totals_of
from overtrick.bulk.values import by_distinct, terms_of
from overtrick.bulk.work import Buffers, Outputs, Work
from overtrick.compare.butler import ROUNDINGS, drop_count
from overtrick.compare.cross_imps import brought_up

__all__ = ["compare", "odd_scores", "process"]

_DATUMS = {"mean": 0, "median": 1, "given": 2}
_NO_IMPS = Imps(np.zeros(1, np.int32), 1)


def process(
    codes: Codes, plan: Plan, *, kernel: str = "auto", buffers: Buffers | None = None
) -> tuple[Results, Totals]:
    """Score, compare and rank a run of whole events.

    `kernel` is numba, numpy, or auto for the first of them that is installed; both give the same. With `buffers` the
    results stand in them until the next run. Runs of different buffers may go on in threads at the same time. Raises
    ConditionsError for a kernel that is not known.
    """
    results = compare(codes, plan, kernel=kernel, buffers=buffers)
    return results, totals_of(results, kernel=kernel)


def compare(codes: Codes, plan: Plan, *, kernel: str = "auto", buffers: Buffers | None = None) -> Results:
    """Score a run of whole events and compare its boards, without totals."""
    store = buffers or Buffers()
    cells = cells_of(codes, plan)
    real = codes.kind <= Kind.SCORE
    points, place, values = _scores(codes, plan, real, store)
    work = _work(codes, plan, cells, place, values)
    out = _outputs(work, len(codes), len(cells), store)
    chosen = boards_kernel(kernel if codes.count is None else "numpy", len(codes))
    if plan.measures:
        chosen.boards(work, out)
    match = (
        imp_array(plan.conditions.imp_table, 2 * MOST_POINTS) if plan.method == "team-imps" else Imps(_NO_IMPS.steps, 2)
    )
    units = {"cross-imps": work.cross.unit, "butler": work.butler.unit}
    return Results(
        codes,
        plan,
        cells,
        terms_of(cells, plan, units.get(plan.method, match.unit if plan.of_teams else 1)),
        real,
        points,
        out.mp if work.want_mp else None,
        out.ximp if work.want_cross else None,
        out.butler if work.want_butler else None,
        out.datum_num,
        out.datum_den,
        work.cross.unit,
        work.butler.unit,
        worths(codes, plan, points, match) if plan.of_teams else None,
        match.unit,
    )


def odd_scores(results: Results) -> int:
    """How many scores were told that no deal has under the plan's laws, or that are not those of their contracts."""
    codes = results.codes
    if codes.score is None:
        return 0
    bare = (codes.kind == Kind.SCORE) & ~np.isin(codes.score, scores_under(results.plan.conditions.law).values)
    played = (codes.kind <= Kind.PASSED_OUT) & (codes.score != NO_NUMBER) & (codes.score != results.points)
    return int(np.count_nonzero(bare | played))


def _scores(codes: Codes, plan: Plan, real: npt.NDArray[np.bool_], store: Buffers) -> tuple[I32, I32, I32]:
    """Points to North-South of every row, each one's place among the distinct ones (-1: none), and these."""
    known = scores_under(plan.conditions.law)
    size = len(codes)
    at = store.take("at", size, np.int32)
    points, place = store.take("points", size, np.int32), store.take("place", size, np.int32)
    # One number for a deal: contract, declarer, vulnerability and tricks as `full` has them.
    np.multiply(codes.contract, np.int32(224), out=at, dtype=np.int32)
    odd = codes.kind != Kind.PLAYED
    at += codes.declarer * np.int32(56)
    at += codes.vul * np.int32(14)
    at += codes.tricks
    if odd.any():
        at[odd] = 0  # row 0 of the table is the pass-out
    np.take(known.full.reshape(-1), at, out=points)
    values = known.values
    np.take(known.places.reshape(-1), at, out=place)
    bare = codes.kind == Kind.SCORE
    if codes.score is not None and bare.any():
        points[bare] = codes.score[bare]
        values = np.union1d(values, points[bare]).astype(np.int32)
        place[:] = np.searchsorted(values, points)
    if not real.all():
        points[~real] = NO_NUMBER
        place[~real] = -1
    return points, place, values


def _work(codes: Codes, plan: Plan, cells: Cells, place: I32, values: I32) -> Work:
    rules = plan.conditions
    cross, butler = "cross-imps" in plan.measures, "butler" in plan.measures
    span = int(values[-1]) - int(values[0])
    given = rules.datum_given or Fraction(0)
    reach = max(abs(int(values[0])), abs(int(values[-1]))) + int(abs(given)) + 1
    return Work(
        codes.starts,
        cells.starts,
        cells.of_row,
        place,
        values,
        cells.n,
        _drops(cells.n, rules.datum_drop) if butler else np.zeros(len(cells), np.int32),
        imp_array(rules.imp_table, span) if cross else _NO_IMPS,
        imp_array(rules.imp_table, max(span, reach), rules.imp_cutoff) if butler else _NO_IMPS,
        "matchpoints" in plan.measures,
        cross,
        butler,
        _trimmed(cells.n, rules.cross_trim),
        _DATUMS[rules.datum],
        ROUNDINGS.index(rules.datum_rounding),
        (given.numerator, given.denominator),
        codes.count,
    )


def _drops(n: I32, rule: str) -> I32:
    found, which = by_distinct((n,), lambda size: drop_count(rule, size) if size else 0)
    return np.array(found, np.int32)[which]


def _trimmed(n: I32, rule: str) -> npt.NDArray[np.bool_]:
    found, which = by_distinct((n,), lambda size: brought_up(size - 1, rule) != 1)
    return np.array(found, np.bool_)[which]


def _outputs(work: Work, rows: int, cells: int, store: Buffers) -> Outputs:
    lines = rows if work.count is None else int(work.count.sum())
    most = lines * int(work.cross.steps[-1])  # of one board with all rows, which 32 bits may not hold
    wide = np.int64 if work.cross.unit > 1 or most >= 2**31 else np.int32
    broad = np.int64 if work.butler.unit > 1 else np.int32
    return Outputs(
        store.take("mp", rows if work.want_mp else 0, np.int32),
        store.take("ximp", rows if work.want_cross else 0, wide),
        store.take("butler", rows if work.want_butler else 0, broad),
        np.zeros(cells, np.int64),
        np.ones(cells, np.int32),
    )
