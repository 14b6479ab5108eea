"""Frames in, frames out: what `overtrick.bulk` offers to somebody whose archive fits in memory.

What comes out is of the library that the rows came in. A relation that comes out for one of DuckDB lives on DuckDB's
default connection; `.arrow()` and `.pl()` hand it over to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import Any

import pyarrow as pa

from overtrick.bulk.codes import Codes
from overtrick.bulk.exact import value_columns
from overtrick.bulk.form import reason_text
from overtrick.bulk.frames import Source, source_of
from overtrick.bulk.intake import normalise
from overtrick.bulk.plan import Plan, make_plan
from overtrick.bulk.scoring import process
from overtrick.bulk.seating import KEPT
from overtrick.errors import ConditionsError, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions

__all__ = [
    "Scored",
    "board_a_match",
    "butler",
    "cross_imps",
    "matchpoints",
    "plan_without",
    "rank",
    "score",
    "whole_tables",
]

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
    also: str | Iterable[str] = (),
    kernel: str = "auto",
    threads: int | None = None,
    values: bool = False,
    keep: bool = True,
    **settings: object,
) -> Scored:
    """Score, compare and rank a frame of the form.

    The method, conditions and settings are those of `overtrick.rank`; `also` are comparisons beside the method's own:
    matchpoints, cross-imps, butler. With `values` the results have what each row is worth to each side as a float, and
    at matchpoints its percentage too. With `keep` they have all columns of the frame that are not among their own, in
    the order of its rows; without it what tells the row alone, and events stand together. Raises ConditionsError for
    settings that cannot be, InputError for a frame that is not of the form.

    >>> rows = {"event": [1, 1], "board": [1, 1], "ns": [1, 2], "ew": [3, 4], "contract": ["4S", "3NT"],
    ...         "declarer": ["N", "E"], "tricks": [10, 9]}
    >>> score(pa.table(rows)).results["mp_ns"].to_pylist()
    [2, 0]
    """
    plan = make_plan(conditions, method=method, also=also, **settings)
    source = source_of(frame)
    codes, refused = normalise(source.table)
    results, totals = _in_threads(codes, plan, kernel, threads, values=values)
    odd = source.joined(refused.table(), first=2)
    return Scored(_given_back(source, results, keep=keep), source.like(totals), odd)


def _in_threads(
    codes: Codes, plan: Plan, kernel: str, threads: int | None, *, values: bool = False
) -> tuple[pa.Table, pa.Table]:
    if threads is not None and threads < 1:
        raise ConditionsError(_("threads={count} cannot be; at least one is wanted").format(count=threads))

    def run(bounds: tuple[int, int]) -> tuple[pa.Table, pa.Table]:
        results, totals = process(codes.part(*bounds), plan, kernel=kernel)
        shown = results.table()
        for name, column in (value_columns(results, totals) if values else {}).items():
            shown = shown.append_column(name, column)
        return shown, totals.table()

    ranges = codes.cut(_CHUNK) or [(0, 0)]
    with ThreadPoolExecutor(min(threads or cpu_count() or 1, len(ranges))) as pool:
        parts = list(pool.map(run, ranges))
    return pa.concat_tables([part[0] for part in parts]), pa.concat_tables([part[1] for part in parts])


def _given_back(source: Source, results: pa.Table, *, keep: bool) -> Any:
    return source.joined(results, kept=KEPT) if keep else source.like(results)


def whole_tables(
    frame: Any, plan: Plan, kernel: str, threads: int | None, *, values: bool = False
) -> tuple[Source, pa.Table, pa.Table]:
    """A frame with its results and totals. Raises RecordError where a row is refused."""
    source = source_of(frame)
    codes, refused = normalise(source.table)
    if len(refused):
        raise RecordError(
            _("{count} rows are refused, the first is row {row}: {reason}; `score` gives them apart").format(
                count=len(refused), row=int(refused.row[0]), reason=reason_text(int(refused.reason[0]))
            )
        )
    return source, *_in_threads(codes, plan, kernel, threads, values=values)


def plan_without(
    name: str,
    settings: dict[str, object],
    conditions: Conditions | None,
    method: str | None,
    also: str | Iterable[str] = (),
) -> Plan:
    """The plan of a function that does not take a keyword which `score` takes. Raises ConditionsError where it is."""
    if name in settings:
        raise ConditionsError(_("{name} cannot be given here; `score` takes it").format(name=name))
    return make_plan(conditions, method=method, also=also, **settings)


def _results(frame: Any, plan: Plan, kernel: str, threads: int | None, *, values: bool, keep: bool) -> Any:
    """The results of a frame of which no row is refused."""
    source, results, _totals = whole_tables(frame, plan, kernel, threads, values=values)
    return _given_back(source, results, keep=keep)


def matchpoints(
    frame: Any,
    *,
    conditions: Conditions | None = None,
    also: str | Iterable[str] = (),
    kernel: str = "auto",
    threads: int | None = None,
    values: bool = False,
    keep: bool = True,
    **settings: object,
) -> Any:
    """The results of a frame at matchpoints. All as in `score`; RecordError where a row is refused."""
    plan = plan_without("method", settings, conditions, "matchpoints", also)
    return _results(frame, plan, kernel, threads, values=values, keep=keep)


def cross_imps(
    frame: Any,
    *,
    conditions: Conditions | None = None,
    also: str | Iterable[str] = (),
    kernel: str = "auto",
    threads: int | None = None,
    values: bool = False,
    keep: bool = True,
    **settings: object,
) -> Any:
    """The results of a frame at cross-IMPs. All as in `score`; RecordError where a row is refused."""
    plan = plan_without("method", settings, conditions, "cross-imps", also)
    return _results(frame, plan, kernel, threads, values=values, keep=keep)


def butler(
    frame: Any,
    *,
    conditions: Conditions | None = None,
    also: str | Iterable[str] = (),
    kernel: str = "auto",
    threads: int | None = None,
    values: bool = False,
    keep: bool = True,
    **settings: object,
) -> Any:
    """The results of a frame at Butler. All as in `score`; RecordError where a row is refused."""
    plan = plan_without("method", settings, conditions, "butler", also)
    return _results(frame, plan, kernel, threads, values=values, keep=keep)


def board_a_match(
    frame: Any,
    *,
    conditions: Conditions | None = None,
    also: str | Iterable[str] = (),
    kernel: str = "auto",
    threads: int | None = None,
    values: bool = False,
    keep: bool = True,
    **settings: object,
) -> Any:
    """The results of a frame at board-a-match. All as in `score`; RecordError where a row is refused."""
    plan = plan_without("method", settings, conditions, "board-a-match", also)
    return _results(frame, plan, kernel, threads, values=values, keep=keep)


def rank(
    frame: Any,
    *,
    method: str | None = None,
    conditions: Conditions | None = None,
    kernel: str = "auto",
    threads: int | None = None,
    **settings: object,
) -> Any:
    """The totals and places of a frame. All as in `score`; RecordError where a row is refused."""
    plan = plan_without("also", settings, conditions, method)
    source, _results, totals = whole_tables(frame, plan, kernel, threads)
    return source.like(totals)
