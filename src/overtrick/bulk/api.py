"""Frames in, frames out: what `overtrick.bulk` offers to somebody whose archive fits in memory."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import Any

import numpy as np
import pyarrow as pa

from overtrick.bulk.codes import Codes, Refused
from overtrick.bulk.exact import shown_values
from overtrick.bulk.form import reason_text
from overtrick.bulk.frames import frame_like, table_of
from overtrick.bulk.intake import normalise
from overtrick.bulk.plan import Plan, make_plan
from overtrick.bulk.results import Results, Totals
from overtrick.bulk.scoring import process
from overtrick.bulk.values import tops
from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions

__all__ = ["Scored", "board_a_match", "butler", "cross_imps", "matchpoints", "rank", "score"]

_CHUNK = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """The results by row, the totals by contestant, and the refused rows with their reasons.

    All three are frames of the library that the rows came in.
    """

    results: Any
    totals: Any
    refused: Any


def score(
    frame: Any,
    *,
    method: str | None = None,
    conditions: Conditions | None = None,
    also: Iterable[str] = (),
    kernel: str = "auto",
    threads: int | None = None,
    values: bool = False,
    **settings: object,
) -> Scored:
    """Score, compare and rank a frame of the form.

    The method, conditions and settings are those of `overtrick.rank`; `also` are comparisons beside the method's own:
    matchpoints, cross-imps, butler. With `values` the results have what each row is worth to a side as a float, and at
    matchpoints its percentage too. Raises ConditionsError for settings that cannot be, InputError for a frame that is
    not of the form.

    >>> rows = {"event": [1, 1], "board": [1, 1], "ns": [1, 2], "ew": [3, 4], "contract": ["4S", "3NT"],
    ...         "declarer": ["N", "E"], "tricks": [10, 9]}
    >>> score(pa.table(rows)).results["mp_ns"].to_pylist()
    [2, 0]
    """
    plan = make_plan(conditions, method=method, also=also, **settings)
    table = table_of(frame)
    codes, refused = normalise(table)
    results, totals = _in_threads(codes, plan, kernel, threads or cpu_count() or 1, values=values)
    return Scored(frame_like(results, frame), frame_like(totals, frame), frame_like(refused.table(table), frame))


def _in_threads(
    codes: Codes, plan: Plan, kernel: str, threads: int, *, values: bool = False
) -> tuple[pa.Table, pa.Table]:
    def run(bounds: tuple[int, int]) -> tuple[pa.Table, pa.Table]:
        results, totals = process(codes.part(*bounds), plan, kernel=kernel)
        shown = results.table()
        return _with_values(shown, results, totals) if values else shown, totals.table()

    ranges = codes.cut(_CHUNK) or [(0, 0)]
    with ThreadPoolExecutor(min(threads, len(ranges))) as pool:
        parts = list(pool.map(run, ranges))
    return pa.concat_tables([part[0] for part in parts]), pa.concat_tables([part[1] for part in parts])


def _with_values(table: pa.Table, results: Results, totals: Totals) -> pa.Table:
    """The results with values for show."""
    top = tops(results.expected, results.plan)
    for name, value in zip(("ns", "ew"), shown_values(results, totals), strict=True):
        table = table.append_column(f"value_{name}", pa.array(value, mask=np.isnan(value)))
        if results.plan.at_matchpoints:
            nothing = np.isnan(value) | (top == 0)
            table = table.append_column(f"percent_{name}", pa.array(100 * value / np.maximum(top, 1), mask=nothing))
    return table


def _whole(frame: Any, method: str | None, settings: dict[str, Any]) -> tuple[pa.Table, pa.Table]:
    """Results and totals of a frame of which no row is refused."""
    kernel, threads = settings.pop("kernel", "auto"), settings.pop("threads", None)
    values = settings.pop("values", False)
    plan = make_plan(settings.pop("conditions", None), method=method, also=settings.pop("also", ()), **settings)
    codes, refused = normalise(frame)
    _must_be_whole(refused)
    return _in_threads(codes, plan, kernel, threads or cpu_count() or 1, values=values)


def _must_be_whole(refused: Refused) -> None:
    if len(refused):
        raise RecordError(
            _("{count} rows are refused, the first is row {row}: {reason}; `score` gives them apart").format(
                count=len(refused), row=int(refused.row[0]), reason=reason_text(int(refused.reason[0]))
            )
        )


def matchpoints(frame: Any, **settings: Any) -> Any:
    """The results of a frame at matchpoints. Settings as in `score`; RecordError where a row is refused."""
    return frame_like(_whole(frame, "matchpoints", settings)[0], frame)


def cross_imps(frame: Any, **settings: Any) -> Any:
    """The results of a frame at cross-IMPs. Settings as in `score`; RecordError where a row is refused."""
    return frame_like(_whole(frame, "cross-imps", settings)[0], frame)


def butler(frame: Any, **settings: Any) -> Any:
    """The results of a frame at Butler. Settings as in `score`; RecordError where a row is refused."""
    return frame_like(_whole(frame, "butler", settings)[0], frame)


def board_a_match(frame: Any, **settings: Any) -> Any:
    """The results of a frame at board-a-match. Settings as in `score`; RecordError where a row is refused."""
    return frame_like(_whole(frame, "board-a-match", settings)[0], frame)


def rank(frame: Any, *, method: str | None = None, **settings: Any) -> Any:
    """The totals and places of a frame. Settings as in `score`; RecordError where a row is refused."""
    return frame_like(_whole(frame, method, settings)[1], frame)
