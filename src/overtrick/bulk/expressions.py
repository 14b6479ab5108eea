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
import polars as pl
import pyarrow as pa

from overtrick.bulk.columns import BAD, one_array, small_codes
from overtrick.bulk.form import NO_CODE, contract_code
from overtrick.bulk.frames import table_of
from overtrick.bulk.intake import seat_code, vul_code
from overtrick.bulk.tables import imp_array, scores_under, vul_codes
from overtrick.errors import ConditionsError, RecordError
from overtrick.i18n import gettext as _

__all__ = ["Bridge", "register"]

_FARTHEST = 40_000  # no two scores are farther apart


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
        ConditionsError for an unknown code of laws or neither; RecordError, when it is run, for a value that cannot be.
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
        """IMPs of a column of differences in points. Raises ConditionsError for a scale not known or without steps.

        >>> register()
        >>> pl.DataFrame({"gap": [720, -30]}).select(pl.col("gap").bridge.imps()).to_series().to_list()
        [12, -1]
        """
        found = imp_array(table, _FARTHEST)
        if found.unit != 1:
            raise ConditionsError(_("imp-table={table} has no whole IMPs").format(table=table))
        steps = np.asarray(found.steps)

        def of(values: pl.Series) -> pl.Series:
            gap = values.cast(pl.Int64).fill_null(0).to_numpy()
            worth = np.sign(gap) * steps[np.minimum(np.abs(gap), len(steps) - 1)]
            return pl.select(pl.when(values.is_not_null()).then(pl.Series(worth, dtype=pl.Int32))).to_series()

        return self._expression.map_batches(of, return_dtype=pl.Int32)

    def matchpoints(self, over: str | pl.Expr | Sequence[str | pl.Expr]) -> pl.Expr:
        """Matchpoints of a column of points, in 2/1/0, among the rows equal in `over`, which are a board (Law 78A)."""
        lower_and_equal = self._expression.rank("min").cast(pl.Int32) + self._expression.rank("max").cast(pl.Int32)
        return (lower_and_equal - 2).over(over)


def register() -> None:
    """Make `pl.col(...).bridge` known to Polars."""
    if not hasattr(pl.Expr, "bridge"):
        pl.api.register_expr_namespace("bridge")(Bridge)


def _points(values: pl.Series, law: str) -> pl.Series:
    """Points to North-South of a column of structures."""
    table = table_of(values.struct.unnest())
    contract = _codes(table, "contract", contract_code, 105)
    if "vul" in table.column_names:
        vul = _codes(table, "vul", vul_code, 3)
    else:
        board = np.asarray(values.struct.field("board").cast(pl.Int64).fill_null(1).to_numpy())
        vul = vul_codes()[(board - 1) & 15]
    declarer, tricks = _codes(table, "declarer", seat_code, 3), _codes(table, "tricks", int, 13)
    played = (contract != NO_CODE) & (contract != 0)
    if ((declarer > 3) & played).any() or ((tricks > 13) & played).any() or ((vul > 3) & played).any():
        raise RecordError(_("a contract was played without declarer, tricks or vulnerability"))
    found = np.zeros(len(contract), np.int32)
    found[played] = scores_under(law).full[contract[played], declarer[played], vul[played], tricks[played]]
    return pl.Series(pa.array(found, mask=contract == NO_CODE))


def _codes(table: pa.Table, name: str, words: Any, top: int) -> Any:
    codes = small_codes(one_array(table[name]), name, words, top)
    if (codes == BAD).any():
        raise RecordError(
            _("column {name}: row {row} cannot be").format(name=name, row=int(np.flatnonzero(codes == BAD)[0]))
        )
    return codes
