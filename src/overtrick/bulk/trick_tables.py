"""Double-dummy tables of many deals as one array: a row a deal, twenty numbers in the order of `TABLE_ORDER`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.bulk.tables import VULS
from overtrick.errors import InputError, MissingExtra, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.deal import TrickTable
from overtrick.model.event import Event
from overtrick.model.terms import Seat, Strain, Vulnerability
from overtrick.notation.contract import parse_seat
from overtrick.score.deal import as_vulnerability
from overtrick.score.par import TABLE_ORDER

__all__ = [
    "SEATS",
    "Deals",
    "Tables",
    "as_tables",
    "deals_of",
    "polars_here",
    "seat_codes",
    "tricks_of",
    "vulnerability_codes",
]

Tables: TypeAlias = npt.NDArray[np.uint8]

SEATS = tuple(Seat)
"""Seats by code: N E S W."""
_WIDTH = len(TABLE_ORDER)
_NAMES = tuple(f"{seat.value}_{strain.value}" for seat, strain in TABLE_ORDER)
_LAST_CODE = 3
_WRONG = 255
_DIGITS = np.full(256, _WRONG, dtype=np.uint8)
_DIGITS[[ord(digit) for digit in "0123456789abcd"]] = range(14)
_DIGITS[[ord(digit) for digit in "ABCD"]] = range(10, 14)


def as_tables(source: Any) -> Tables:
    """Double-dummy tables as an array of N rows and 20 columns: N, S, E, W as declarer, each NT, S, H, D, C.

    Taken are such an array; text with 20 hexadecimal digits a line (a line from `#` on is a remark); a sequence of such
    texts, of `TrickTable` or of rows of 20 numbers; a Polars, pandas or Arrow column of texts or lists; a frame with
    the columns `N_NT` to `W_C` that `overtrick par --csv` writes, or with one column of texts or lists; an event that
    was read from a file of deals. Whole numbers may be floats, as pandas makes them where some are missing.

    Raises InputError with the number of the deal, counted from 1, where it has no table or one that cannot be.

    >>> as_tables("63456634567a9867a986").tolist()[0][:5]
    [6, 3, 4, 5, 6]
    >>> as_tables(["63456634567a9867a986", "5A5CC5A5CC0280002800"]).shape
    (2, 20)
    """
    if isinstance(source, np.ndarray) and source.dtype.kind in "iuf":
        return _from_numbers(source)
    if isinstance(source, str):
        plain = (line.partition("#")[0].strip() for line in source.splitlines())
        return _from_texts([line for line in plain if line])
    if isinstance(source, Event):
        return deals_of(source).tables
    if hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__"):
        return _from_arrow(source)
    if isinstance(source, Iterable):
        return _from_sequence(source)
    raise InputError(_("{kind} is no form of double-dummy tables").format(kind=type(source).__name__))


def _from_sequence(source: Iterable[Any]) -> Tables:
    rows = list(source)
    if rows and isinstance(rows[0], str):
        for number, row in enumerate(rows, 1):
            if not isinstance(row, str):
                raise _no_table(number, row)
        return _from_texts(rows)
    plain = [row.tricks if isinstance(row, TrickTable) else row for row in rows]
    for number, row in enumerate(plain, 1):
        size = len(row) if isinstance(row, Sequence | np.ndarray) else 0
        if isinstance(row, str) or size != _WIDTH:
            raise _no_table(number, row)
        if any(tricks is None for tricks in row):
            raise InputError(_("deal {number}: a number of tricks is not known").format(number=number))
    found = np.array(plain)
    if rows and found.dtype.kind not in "iuf":
        raise InputError(_("a double-dummy table has 20 whole numbers"))
    return _from_numbers(found.reshape(len(rows), _WIDTH))


def _from_texts(texts: Sequence[str]) -> Tables:
    """Each text 20 digits; blanks within one are left out, as `read_tricks` does."""
    plain = ["".join(text.split()) for text in texts]
    for number, text in enumerate(plain, 1):
        if len(text) != _WIDTH:
            raise _no_table(number, text)
    # what is not ASCII is one mark of one byte here, and so no digit
    codes = np.frombuffer("".join(plain).encode("ascii", "replace"), dtype=np.uint8)
    found = _DIGITS[codes].reshape(len(plain), _WIDTH)
    bad = np.flatnonzero((found == _WRONG).any(axis=1))
    if len(bad):
        raise _no_table(int(bad[0]) + 1, plain[bad[0]])
    return found


def _from_numbers(found: npt.NDArray[Any]) -> Tables:
    if found.ndim != 2 or found.shape[1] != _WIDTH:
        raise InputError(
            _("double-dummy tables have 20 numbers a deal; this array is {shape}").format(
                shape=" x ".join(map(str, found.shape))
            )
        )
    if found.dtype.kind == "f":
        broken = np.flatnonzero((found != np.floor(found)).any(axis=1))
        if len(broken):
            row, number = found[broken[0]], int(broken[0]) + 1
            value = float(row[row != np.floor(row)][0])
            raise InputError(
                _("deal {number}: {value} is no number of tricks; a table has 20 whole numbers").format(
                    number=number, value=value
                )
            )
    bad = np.flatnonzero(((found < 0) | (found > 13)).any(axis=1))
    if len(bad):
        raise _no_table(int(bad[0]) + 1, found[bad[0]].tolist())
    return np.ascontiguousarray(found, dtype=np.uint8)


def polars_here() -> Any:
    """Polars, which only columns and frames need. Raises MissingExtra where it is not installed.

    >>> polars_here().Series([1]).len()
    1
    """
    try:
        import polars
    except ImportError as error:
        raise MissingExtra(
            _('columns of tables need polars, which is not installed: pip install "overtrick[bulk]"')
        ) from error
    return polars


def _from_arrow(source: Any) -> Tables:
    """A column or a frame of any library that speaks the Arrow interface, through Polars."""
    pl = polars_here()
    if isinstance(source, pl.Series):
        series = source
    elif hasattr(source, "columns") or hasattr(source, "column_names"):
        return _from_frame(pl.DataFrame(source))
    else:
        series = pl.Series(source)
    if series.null_count():
        place = int(series.is_null().to_numpy().argmax())
        raise _no_table(place + 1, None)
    kind: Any = series.dtype
    if kind == pl.String or isinstance(kind, pl.Categorical | pl.Enum):
        return _from_texts(series.cast(pl.String).to_list())
    inner = getattr(kind, "inner", None)
    if inner is None or not inner.is_integer():
        raise InputError(_("a column of type {kind} has no double-dummy tables").format(kind=kind))
    return _from_lists(series)


def _from_lists(series: Any) -> Tables:
    """A column of lists, each of 20 numbers."""
    import polars as pl

    lists = series.cast(pl.List(pl.Int64))
    sizes = lists.list.len().to_numpy()
    bad = np.flatnonzero(sizes != _WIDTH)
    if len(bad):
        raise _no_table(int(bad[0]) + 1, lists[int(bad[0])].to_list())
    flat = lists.explode()
    if flat.null_count():
        place = int(flat.is_null().to_numpy().argmax())
        raise InputError(_("deal {number}: a number of tricks is not known").format(number=place // _WIDTH + 1))
    return _from_numbers(flat.to_numpy().reshape(-1, _WIDTH))


def _from_frame(frame: Any) -> Tables:
    """The twenty columns that `overtrick par --csv` writes, or the one column that has whole tables."""
    import polars as pl

    missing = [name for name in _NAMES if name not in frame.columns]
    if len(missing) == _WIDTH:
        return _from_arrow(frame[_one_column(frame)])
    if missing:
        raise InputError(_("column {name} of the double-dummy table is missing").format(name=missing[0]))
    chosen = frame.select(_NAMES)
    for name in _NAMES:
        column = chosen[name]
        if not column.dtype.is_numeric():
            raise InputError(_("column {name} has no whole numbers").format(name=name))
        if column.null_count():
            place = int(column.is_null().to_numpy().argmax())
            raise InputError(_("deal {number}: a number of tricks is not known").format(number=place + 1))
    whole = all(kind.is_integer() for kind in chosen.dtypes)
    return _from_numbers((chosen if whole else chosen.cast(pl.Float64)).to_numpy())


def _one_column(frame: Any) -> str:
    """The only column of texts or lists; InputError where there is none or more than one."""
    import polars as pl

    kinds = (pl.String, pl.Categorical, pl.Enum, pl.List, pl.Array)
    found = [name for name, kind in zip(frame.columns, frame.dtypes, strict=True) if isinstance(kind, kinds)]
    if not found:
        raise InputError(
            _("column {name} of the double-dummy table is missing, and no column has texts of 20 digits").format(
                name=_NAMES[0]
            )
        )
    if len(found) > 1:
        raise InputError(
            _("columns {names} may all have tables; take the one that does out of the frame").format(
                names=", ".join(map(repr, found))
            )
        )
    return str(found[0])


def _no_table(number: int, found: object) -> InputError:
    shown = repr(found)
    return InputError(
        _("deal {number}: {found} is not a double-dummy table; 20 numbers from 0 to 13 (d) are wanted").format(
            number=number, found=shown if len(shown) <= 100 else shown[:100] + "..."
        )
    )


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """The tables of an event with what par also asks for: number, dealer and vulnerability of each, as codes."""

    tables: Tables
    boards: npt.NDArray[np.int64]
    dealers: npt.NDArray[np.uint8]
    vulnerabilities: npt.NDArray[np.uint8]


def deals_of(event: Event) -> Deals:
    """Every deal of an event with the double-dummy table that its file tells, such as `DoubleDummyTricks` of PBN.

    A deal that several sections played counts once a session. Raises InputError where a board has no table.

    >>> deals_of(Event()).tables.shape
    (0, 20)
    """
    rows: dict[tuple[int, int, int, int, tuple[int, ...]], None] = {}
    for place, session in enumerate(event.sessions):
        for traveller in (one for section in session.sections for one in section.travellers):
            board, told = traveller.board, traveller.tricks
            known = [] if told is None else [number for number in told.tricks if number is not None]
            if len(known) != _WIDTH:
                raise InputError(
                    _("board {board} has no whole double-dummy table; overtrick par works it out").format(
                        board=board.number
                    )
                )
            dealer, vulnerable = SEATS.index(board.dealer), VULS.index(board.vulnerability)
            rows[place, board.number, dealer, vulnerable, tuple(known)] = None
    return Deals(
        np.array([row[4] for row in rows], dtype=np.uint8).reshape(len(rows), _WIDTH),
        np.array([row[1] for row in rows], dtype=np.int64),
        np.array([row[2] for row in rows], dtype=np.uint8),
        np.array([row[3] for row in rows], dtype=np.uint8),
    )


def tricks_of(tables: Any, declarer: Seat | str, strain: Strain | str) -> npt.NDArray[np.uint8]:
    """The tricks of one declarer in one strain on each deal, for conditions: `tricks_of(tables, "N", "S") >= 10`.

    `tables` is anything that `as_tables` takes. Raises InputError for a strain that is none, and what `as_tables` does.

    >>> tricks_of("63456634567a9867a986", "E", "S").tolist()
    [10]
    """
    seat = declarer if isinstance(declarer, Seat) else parse_seat(declarer)
    try:
        chosen = strain if isinstance(strain, Strain) else Strain(strain.strip().upper())
    except ValueError:
        raise InputError(_("{text!r} is no strain; write C, D, H, S or NT").format(text=strain)) from None
    column: npt.NDArray[np.uint8] = as_tables(tables)[:, TABLE_ORDER.index((seat, chosen))]
    return column


def vulnerability_codes(value: Any, deals: int) -> npt.NDArray[np.uint8]:
    """The vulnerability of each deal as a code (bit 0 North-South, bit 1 East-West), from one for all or one for each.

    Raises RecordError for what is no vulnerability, InputError where there are not as many as deals.

    >>> vulnerability_codes("NS", 3).tolist(), vulnerability_codes(["none", "both"], 2).tolist()
    ([1, 1, 1], [0, 3])
    """
    return _codes(value, deals, Vulnerability, lambda word: VULS.index(as_vulnerability(word)))


def seat_codes(value: Any, deals: int) -> npt.NDArray[np.uint8]:
    """The seat of each deal as a code, N E S W from 0, from one for all or one for each.

    Raises NotationError for what is no seat, InputError where there are not as many as deals.

    >>> seat_codes("E", 2).tolist(), seat_codes([Seat.WEST, "N"], 2).tolist()
    ([1, 1], [3, 0])
    """
    return _codes(value, deals, Seat, lambda word: SEATS.index(word if isinstance(word, Seat) else parse_seat(word)))


def _codes(value: Any, deals: int, kind: type[Enum], code: Callable[[Any], int]) -> npt.NDArray[np.uint8]:
    """One code for all deals or one for each; numbers are codes already."""
    if isinstance(value, kind | str):
        return np.broadcast_to(np.uint8(code(value)), (deals,))
    if not isinstance(value, Iterable):
        raise InputError(_("{value!r} is neither a word nor a code from 0 to 3").format(value=value))
    found = value if isinstance(value, np.ndarray) and value.dtype.kind in "iu" else _coded(value, kind, code)
    if found.shape != (deals,):
        raise InputError(
            _("{found} values for {deals} deals; one for all or one for each is wanted").format(
                found=found.size, deals=deals
            )
        )
    bad = np.flatnonzero((found < 0) | (found > _LAST_CODE))
    if len(bad):
        raise _no_code(int(bad[0]) + 1, int(found[bad[0]]))
    return found.astype(np.uint8)


def _coded(values: Iterable[Any], kind: type[Enum], code: Callable[[Any], int]) -> npt.NDArray[Any]:
    """Each word looked up once; numbers stay as they are."""
    known: dict[Any, int] = {}
    found = []
    for number, value in enumerate(values, 1):
        if not isinstance(value, kind | str):
            found.append(_number(value, number))
            continue
        if value not in known:
            try:
                known[value] = code(value)
            except (InputError, RecordError) as fault:
                raise type(fault)(_("deal {number}: {fault}").format(number=number, fault=fault)) from None
        found.append(known[value])
    return np.array(found, dtype=np.int64)


def _number(value: Any, number: int) -> int:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and abs(int(value)) <= _LAST_CODE:
        return int(value)
    raise _no_code(number, value)


def _no_code(number: int, value: object) -> InputError:
    return InputError(
        _("deal {number}: {value!r} is neither a word nor a code from 0 to 3").format(number=number, value=value)
    )
