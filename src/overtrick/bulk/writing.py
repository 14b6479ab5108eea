"""Tables of results as files: Parquet, or text that a spreadsheet opens; whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.bulk.manifest import replaced
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

if TYPE_CHECKING:
    import polars as pl

__all__ = ["ENDINGS", "PARQUET", "known_ending", "write_refused", "write_table"]

ENDINGS = ("parquet", "csv")
"""What results may be written as, by the ends of their files' names."""

_GROUP = 262_144  # rows of a row group of what is written
# Statistics of least and greatest values would take a fifth of the time of writing, and few would ask for them.
PARQUET: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "statistics": {"null_count": True}}
_MANY = 1000  # words of a column that may be kept as categories
_UNSEEN = r"[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\t\n]]"
_FORMULA = r"^[=+\-@\t\n]"
_NUMBER = r"^[+-]?[0-9]+([./][0-9]+)?$"


def known_ending(to: str) -> str:
    """The ending, if there is such a one. Raises ConditionsError where there is none.

    >>> known_ending("csv")
    'csv'
    """
    if to not in ENDINGS:
        raise ConditionsError(_("no {name!r} to write; known: {known}").format(name=to, known=", ".join(ENDINGS)))
    return to


def write_table(table: pa.Table, path: Path, words: Mapping[str, Sequence[str]] | None = None) -> int:
    """Write a table as the ending of the name says; gives the size of the file. Raises OSError where it cannot be.

    `words` are what the codes in some columns stand for.

    In text, what a spreadsheet would take for a formula gets an apostrophe, numbers stay, and no control characters
    are written.
    """
    import polars as pl

    frame = _worded(pl.DataFrame(table), words or {})
    with replaced(path) as draft:
        try:
            if path.suffix == ".csv":
                with draft.open("wb") as file:
                    _safe(frame).write_csv(file)
            else:
                frame.rechunk().write_parquet(draft, row_group_size=_GROUP, **PARQUET)
        except pl.exceptions.PolarsError as fault:
            raise OSError(str(fault)) from None
        return draft.stat().st_size


def write_refused(tables: Iterable[pa.Table], schema: pa.Schema, path: Path) -> None:
    """Write tables of one schema one after the other into one file, as the ending of its name says."""
    import polars as pl

    with replaced(path) as draft:
        if path.suffix == ".csv":
            with draft.open("wb") as file:
                _safe(pl.DataFrame(schema.empty_table())).write_csv(file)
                for table in tables:
                    _safe(pl.DataFrame(table)).write_csv(file, include_header=False)
            return
        with pq.ParquetWriter(draft, schema, compression="zstd") as writer:
            for table in tables:
                writer.write_table(table)


def _worded(frame: pl.DataFrame, words: Mapping[str, Sequence[str]]) -> pl.DataFrame:
    """The words for the codes: categories in the order given, so that the bytes are always the same, or plain text."""
    import polars as pl

    for name, known in words.items():
        if name in frame.columns and frame.schema[name].is_integer():
            kind = pl.Enum(known) if len(known) <= _MANY else pl.String
            frame = frame.with_columns(pl.lit(pl.Series(known, dtype=kind)).gather(pl.col(name)).alias(name))
    return frame


def _safe(frame: pl.DataFrame) -> pl.DataFrame:
    """Text that a spreadsheet cannot take for a formula."""
    import polars as pl

    text = pl.col(pl.String).str.replace_all(_UNSEEN, "")
    formula = text.str.contains(_FORMULA) & ~text.str.contains(_NUMBER)
    return frame.with_columns(pl.when(formula).then("'" + text).otherwise(text).name.keep())
