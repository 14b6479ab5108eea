"""The namespace `bridge` of Polars expressions: deal scores, IMPs and matchpoints of columns.

>>> import polars as pl
>>> from overtrick.bulk import register
>>> register()
>>> frame = pl.DataFrame({"board": [1, 1], "contract": ["4SX", "PASS"], "declarer": ["N", None], "tricks": [10, None]})
>>> frame.select(pl.col("contract").bridge.points("declarer", "tricks", board="board")).to_series().to_list()
[590, 0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from overtrick.bulk.codes import I8
from overtrick.bulk.columns import check_kind, one_array, small_codes, whole_numbers
from overtrick.bulk.form import BAD, MOST_POINTS, NO_CODE, contract_code
from overtrick.bulk.frames import table_of
from overtrick.bulk.intake import MOST_BOARDS, seat_code, small_number, vul_code
from overtrick.bulk.tables import imp_array, scores_under, vul_codes
from overtrick.errors import ConditionsError, InputError, RecordError
from overtrick.i18n import gettext as _

__all__ = ["Bridge", "register"]


class Bridge:
    """Bridge arithmetic on a column: `pl.col(...).bridge`."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def points(
        self,
        declarer: str | pl.Expr = "declarer",
        tricks: str | pl.Expr = "tricks",
        *,
        board: str | pl.Expr | None = None,
        vul: str | pl.Expr | None = None,
        law: str = "duplicate-2017",
    ) -> pl.Expr:
        """Points to North-South of a column of contracts, text or codes, without a value where there is no contract.

        The vulnerability is that of `vul`, else that of the board's number; one of the two is wanted. Raises
        ConditionsError for an unknown code of laws or neither; when it is run, InputError for a column of another kind
        and RecordError for a value that cannot be, with column and row.
        """
        if vul is None and board is None:
            raise ConditionsError(_("points want the column of boards or of vulnerabilities: board=... or vul=..."))
        scores_under(law)
        parts = {"contract": self._expression, "declarer": declarer, "tricks": tricks, "board": board, "vul": vul}
        fields = [
            (pl.col(part) if isinstance(part, str) else part).alias(name)
            for name, part in parts.items()
            if part is not None and not (name == "board" and vul is not None)
        ]
        return pl.struct(fields).map_batches(lambda values: _points(values, law), return_dtype=pl.Int32)

    def imps(self, *, table: str = "imps-1962") -> pl.Expr:
        """IMPs of a column of differences in points, which need not be whole.

        Raises ConditionsError for a scale not known or without steps; when it is run, InputError for a column of
        something else and RecordError for what is no number.

        >>> register()
        >>> pl.DataFrame({"gap": [720, -30]}).select(pl.col("gap").bridge.imps()).to_series().to_list()
        [12, -1]
        """
        found = imp_array(table, 2 * MOST_POINTS)
        if found.unit != 1:
            raise ConditionsError(_("imp-table={table} has no whole IMPs").format(table=table))
        steps = np.asarray(found.steps)

        def of(values: pl.Series) -> pl.Series:
            gap = _whole_gaps(values, len(steps) - 1)
            return pl.Series(pa.array(np.sign(gap) * steps[np.abs(gap)], pa.int32(), mask=values.is_null().to_numpy()))

        return self._expression.map_batches(of, return_dtype=pl.Int32)

    def matchpoints(self, over: str | pl.Expr | Sequence[str | pl.Expr]) -> pl.Expr:
        """Matchpoints of a column of points, in 2/1/0, among the rows equal in `over`, which are a board (Law 78A).

        Raises, when it is run, InputError for a column of something else and RecordError for what is no number.
        """

        def noughts(values: pl.Series) -> pl.Series:
            _must_be_numbers(values)
            return pl.Series(pa.array(np.zeros(len(values), np.int32), mask=values.is_null().to_numpy()))

        lower_and_equal = self._expression.rank("min").cast(pl.Int32) + self._expression.rank("max").cast(pl.Int32)
        # Outside `over`, where the rows are those of the frame and can be told by their numbers.
        return (lower_and_equal - 2).over(over) + self._expression.map_batches(noughts, return_dtype=pl.Int32)


def register() -> None:
    """Make `pl.col(...).bridge` known to Polars."""
    if not hasattr(pl.Expr, "bridge"):
        pl.api.register_expr_namespace("bridge")(Bridge)


def _must_be_numbers(values: pl.Series) -> None:
    """Raise InputError for a column of something else than numbers, RecordError for one that is not finite."""
    if not values.dtype.is_numeric() and values.dtype != pl.Null:
        raise InputError(
            _("column {name} holds {kind}; numbers are wanted").format(name=values.name, kind=values.dtype)
        )
    if values.dtype.is_float():
        bad = np.flatnonzero(~values.is_finite().fill_null(value=True).to_numpy())
        if len(bad):
            raise _odd(values.name, int(bad[0]), values[int(bad[0])])


def _whole_gaps(values: pl.Series, last: int) -> npt.NDArray[np.int64]:
    """Differences without what is behind the point, which no step of a table begins at, and none past the last step."""
    _must_be_numbers(values)
    whole = values.cast(pl.Int64, strict=False)
    far = whole.is_null().to_numpy()  # beyond 64 bits, or nothing
    sign = np.sign(values.cast(pl.Float64).fill_null(0.0).to_numpy())
    gap = np.where(far, sign * last, whole.fill_null(0).to_numpy())
    found: npt.NDArray[np.int64] = np.clip(gap, -last, last).astype(np.int64)
    return found


def _points(values: pl.Series, law: str) -> pl.Series:
    """Points to North-South of a column of structures."""
    table = table_of(values.struct.unnest())
    contract = _codes(table, "contract", contract_code, 105)
    vul = _codes(table, "vul", vul_code, 3) if "vul" in table.column_names else _vul_of_boards(table)
    declarer, tricks = _codes(table, "declarer", seat_code, 3), _codes(table, "tricks", small_number, 13)
    played = (contract != NO_CODE) & (contract != 0)
    told = "vul" if "vul" in table.column_names else "board"
    for name, codes, top in (("declarer", declarer, 3), ("tricks", tricks, 13), (told, vul, 3)):
        lost = np.flatnonzero((codes > top) & played)
        if len(lost):
            raise RecordError(
                _("column {name}: row {row} has nothing, and a contract was played").format(name=name, row=lost[0])
            )
    found = np.zeros(len(contract), np.int32)
    found[played] = scores_under(law).full[contract[played], declarer[played], vul[played], tricks[played]]
    return pl.Series(pa.array(found, mask=contract == NO_CODE))


def _vul_of_boards(table: pa.Table) -> I8:
    """Vulnerabilities by the numbers of boards, 255 where there is none."""
    check_kind(table["board"].type, "board")
    boards, none, bad = whole_numbers(one_array(table["board"]), "board")
    nothing = np.zeros(len(boards), np.bool_) if none is None else none
    wrong = ~nothing & ((boards < 1) | (boards > MOST_BOARDS))
    odd = np.flatnonzero(wrong if bad is None else wrong | bad)
    if len(odd):
        raise _odd("board", int(odd[0]), table["board"][int(odd[0])].as_py())
    found: I8 = np.where(nothing, NO_CODE, vul_codes()[(boards - 1) & 15]).astype(np.uint8)
    return found


def _codes(table: pa.Table, name: str, words: Any, top: int) -> I8:
    check_kind(table[name].type, name)
    codes = small_codes(one_array(table[name]), name, words, top)
    odd = np.flatnonzero(codes == BAD)
    if len(odd):
        raise _odd(name, int(odd[0]), table[name][int(odd[0])].as_py())
    return codes


def _odd(name: str, row: int, value: object) -> RecordError:
    return RecordError(_("column {name}: row {row} cannot be {value!r}").format(name=name, row=row, value=value))
