"""The results of a frame by contestant: two rows for each line, one for each side."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from overtrick.bulk.api import Scored, plan_without, whole_tables
from overtrick.bulk.columns import labels, one_array
from overtrick.bulk.form import FORM
from overtrick.bulk.frames import by_form_names, frame_like, table_of
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions

__all__ = ["by_contestant"]

_PLACE = ("row", "event", "session", "section", "board")
_WANTED = ("row", "event", "board", "ns", "ew", "outcome", "points", "value_ns", "value_ew")
_NAMES = {*_PLACE, *_WANTED, "percent_ns", "percent_ew", *(column.name for column in FORM)}


def by_contestant(
    scored: Any,
    *,
    method: str | None = None,
    conditions: Conditions | None = None,
    kernel: str = "auto",
    threads: int | None = None,
    **settings: object,
) -> Any:
    """What each contestant had on each board: a row for each side of each line, North-South before East-West.

    `scored` is a frame of the form, scored as `score` does it, or what `score(..., values=True)` gave. The columns are
    row, event, session and section where they are there, board, contestant, direction, opponent, outcome, points,
    value and percent. Points, value and percent are those to that side; `row` is the number of the line in the frame.
    Contestants are written as in the totals, and where there is nobody there is no row. At teams the line where the
    home team sits North-South has the worth of the board.

    Raises RecordError where a row of a frame is refused, InputError for results without values, ConditionsError for
    settings that cannot be.

    >>> rows = {"event": [1, 1], "board": [1, 1], "ns": [1, 2], "ew": [3, 4], "contract": ["4S", "3NT"],
    ...         "declarer": ["N", "E"], "tricks": [10, 9]}
    >>> found = by_contestant(pa.table(rows))
    >>> list(zip(found["contestant"].to_pylist(), found["points"].to_pylist(), found["percent"].to_pylist()))
    [(1, 420, 100.0), (3, -420, 0.0), (2, -400, 0.0), (4, 400, 100.0)]
    """
    if not isinstance(scored, Scored):
        plan = plan_without("also", settings, conditions, method)
        source, results, _totals = whole_tables(scored, plan, kernel, threads, values=True)
        return source.like(_long(results))
    if method is not None or conditions is not None or settings:
        raise ConditionsError(_("these results are scored already; settings are for `score`"))
    table = by_form_names(table_of(scored.results, _NAMES))
    if not set(_WANTED) <= set(table.column_names):
        raise InputError(_("these results have no values; score(..., values=True) gives them"))
    return frame_like(_long(table), scored.results)


def _long(table: pa.Table) -> pa.Table:
    """Both sides of each row, one after the other, without those where nobody sits."""
    keys, there = _keys(table)
    sides = [_side(table, side, keys) for side in (0, 1)]
    order = np.arange(2 * len(table)).reshape(2, -1).T.ravel()
    return pa.concat_tables(sides).take(pa.array(order[np.concatenate(there)[order]]))


def _side(table: pa.Table, side: int, keys: list[pa.Array]) -> pa.Table:
    """The rows as one of the sides sees them."""
    name = ("ns", "ew")[side]
    points = table["points"].cast(pa.int32())
    columns: dict[str, Any] = {one: table[one] for one in _PLACE if one in table.column_names}
    columns["contestant"] = keys[side]
    columns["direction"] = pa.repeat(name.upper(), len(table))
    columns["opponent"] = keys[1 - side]
    columns["outcome"] = table["outcome"]
    columns["points"] = pc.negate(points) if side else points
    columns["value"] = table[f"value_{name}"]
    percent = f"percent_{name}"
    columns["percent"] = table[percent] if percent in table.column_names else pa.nulls(len(table), pa.float64())
    return pa.table(columns)


def _keys(table: pa.Table) -> tuple[list[pa.Array], list[npt.NDArray[np.bool_]]]:
    """The contestants of both sides, as the totals have them, and where there is one."""
    found = [labels(one_array(table[name]), name) for name in ("ns", "ew")]
    plain = all(names is None for _places, names, _bad in found)
    keys, there = [], []
    for places, names, _bad in found:
        nobody = places < 0
        if names is None:
            own = pa.array(places, mask=nobody)
            keys.append(own if plain else own.cast(pa.string()))
        else:
            keys.append(names.take(pa.array(places, mask=nobody)))
        there.append(~nobody)
    return keys, there
