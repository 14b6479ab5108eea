"""From a frame of the form to codes: bad rows are refused one by one with a reason, good ones go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from overtrick.bulk.codes import I8, I32, I64, Codes, Refused
from overtrick.bulk.columns import (
    check_kind,
    clipped,
    labels,
    odd_labels,
    one_array,
    small_codes,
    sorted_labels,
    whole_numbers,
)
from overtrick.bulk.form import BAD, FORM, MOST_POINTS, NO_CODE, NO_NUMBER, Kind, Reason, check_names, contract_code
from overtrick.bulk.frames import by_form_names, table_of
from overtrick.bulk.seating import gather
from overtrick.bulk.tables import VULS, vul_codes
from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Seat, Strain, Vulnerability

__all__ = ["MOST_BOARDS", "normalise", "seat_code", "small_number", "vul_code"]

_NAMES = {column.name for column in FORM}
MOST_BOARDS = 1_000_000
_SEATS = {name: code for code, seat in enumerate(Seat) for name in (seat.value, seat.name)}
_STRAINS = {**{strain.value: code for code, strain in enumerate(Strain)}, "N": 4}
_KINDS = {kind.word: int(kind) for kind in Kind}
Mask = npt.NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class _Rows:
    """The columns of a table, read one after the other, and what is wrong with its rows so far."""

    table: pa.Table
    reason: I8 = field(init=False)

    def __post_init__(self) -> None:
        self.reason = np.zeros(self.table.num_rows, np.uint8)

    def has(self, name: str) -> bool:
        return name in self.table.column_names

    def array(self, name: str) -> pa.Array:
        return one_array(self.table[name])

    def refuse(self, wrong: Mask | None, reason: Reason) -> None:
        """The first reason of a row stands."""
        if wrong is not None and wrong.any():
            self.reason[wrong & (self.reason == 0)] = reason

    def numbers(self, name: str, reason: Reason, low: int, high: int) -> I32:
        """Whole numbers in a range, the number for nothing where there is none."""
        values, none, bad = whole_numbers(self.array(name), name)
        self.refuse(bad, reason)
        if len(values) and (values.min() < low or values.max() > high):
            wrong = (values < low) | (values > high)
            self.refuse(wrong if none is None else wrong & ~none, reason)
        return clipped(values, none)


def normalise(frame: Any, *, first_row: int = 0) -> tuple[Codes, Refused]:
    """The good rows of a frame as codes, and those refused; `first_row` is the number of the first in its file.

    Raises InputError for a frame without the columns that are needed, or with columns of the wrong kind.

    >>> rows = {"event": [1], "board": [1], "ns": [1], "ew": [2], "contract": ["4S"], "declarer": ["N"], "tricks": [15]}
    >>> codes, refused = normalise(pa.table(rows))
    >>> len(codes), refused.table()["reason"].to_pylist()
    (0, ['a contract was played and the tricks are not a number from 0 to 13'])
    """
    rows = _Rows(by_form_names(table_of(frame)))
    _must_have(rows)
    found = _facts(rows)
    found["ns"], found["ew"], found["names"] = _contestants(rows)
    found["kind"] = _kinds(rows, found, (found["ns"] < 0) | (found["ew"] < 0))
    _check_deals(rows, found)
    found["event"] = _events(rows)
    if rows.has("winners"):
        found["winners"] = rows.numbers("winners", Reason.WINNERS, 1, 2)
    for name in ("round", "table"):
        if rows.has(name):
            rows.refuse(odd_labels(rows.array(name), name), Reason[name.upper()])
    for name in ("session", "section", "version"):
        if rows.has(name):
            reason = Reason[name.upper()]
            found[name], found[f"{name}s"], bad = sorted_labels(rows.array(name), name)
            rows.refuse(bad, reason)
    return gather(rows.table, rows.reason, found, first_row)


def _must_have(rows: _Rows) -> None:
    wanted = [column.name for column in FORM if column.needed == "yes" and not rows.has(column.name)]
    if not rows.has("contract"):
        if rows.has("level") and not rows.has("strain"):
            wanted.append("strain")
        elif not rows.has("level") and not rows.has("score"):
            wanted.append("contract")
    names = rows.table.column_names
    for name, kind in zip(names, rows.table.schema.types, strict=True):
        if name in _NAMES:
            check_kind(kind, name)
    twice = sorted({name for name in names if names.count(name) > 1} & _NAMES)
    if twice:
        raise InputError(_("column {name} is there twice").format(name=", ".join(twice)))
    if wanted:
        raise InputError(
            _("column {name} is not there; the frame has {found}").format(
                name=", ".join(wanted), found=", ".join(names) or "-"
            )
        )
    check_names(names)


def _facts(rows: _Rows) -> dict[str, Any]:
    """The columns of the deal as codes."""
    found: dict[str, Any] = {"board": rows.numbers("board", Reason.BOARD, 1, MOST_BOARDS)}
    rows.refuse(found["board"] == NO_NUMBER, Reason.BOARD)
    found["contract"] = _contract(rows)
    size = len(rows.reason)
    for name, words, top in (
        ("declarer", seat_code, 3),
        ("tricks", small_number, 13),
        ("vul", vul_code, 3),
        ("outcome", _kind, 6),
    ):
        nothing = np.full(size, NO_CODE, np.uint8)
        found[name] = small_codes(rows.array(name), name, words, top) if rows.has(name) else nothing
    rows.refuse(found["vul"] == BAD, Reason.VUL)
    found["vul"] = _vuls(rows, found)
    found["score"] = rows.numbers("score", Reason.SCORE, -MOST_POINTS, MOST_POINTS) if rows.has("score") else None
    for name in ("ns_award", "ew_award"):
        found[name] = rows.numbers(name, Reason.AWARD, -3, 10_000) if rows.has(name) else None
    return found


def _contract(rows: _Rows) -> I8:
    """Contracts as codes; what is told of one beside it completes it, or must be the same."""
    codes = np.full(len(rows.reason), NO_CODE, np.uint8)
    if rows.has("contract"):
        codes = small_codes(rows.array("contract"), "contract", contract_code, 105)
    if any(rows.has(name) for name in ("level", "strain", "doubling")):
        codes = _with_parts(rows, codes)
    rows.refuse(codes == BAD, Reason.CONTRACT)
    return codes


def _with_parts(rows: _Rows, codes: I8) -> I8:
    level, strain, doubling = (
        small_codes(rows.array(name), name, words, top).astype(np.int64)
        if rows.has(name)
        else np.full(len(codes), NO_CODE, np.int64)
        for name, words, top in (("level", small_number, 7), ("strain", _strain, 4), ("doubling", _doubling, 2))
    )
    at, passed = codes.astype(np.int64) - 1, codes == 0
    doubled = np.where(passed, 0, at % 3)
    completes = (codes < 106) & ~passed & (doubled == 0) & (doubling <= 2)
    wrong = (level != NO_CODE) & (level != np.where(passed, 0, at // 15 + 1))
    wrong |= (strain != NO_CODE) & (passed | (strain != at // 3 % 5))
    wrong |= (doubling != NO_CODE) & (doubling != doubled) & ~completes
    known = np.where(completes, codes + doubling, codes)
    double = np.where(doubling == NO_CODE, 0, doubling)
    whole = (level >= 1) & (level <= 7) & (strain <= 4) & (double <= 2)
    bare = (strain == NO_CODE) & (double == 0)
    made = np.where(
        whole, 1 + 15 * (level - 1) + 3 * strain + double, np.where(bare & (level == NO_CODE), NO_CODE, BAD)
    )
    made = np.where(bare & (level == 0), 0, made)
    return np.where(codes == NO_CODE, made, np.where(wrong, BAD, known)).astype(np.uint8)


def _vuls(rows: _Rows, found: dict[str, Any]) -> I8:
    given: I8 = found["vul"]
    if rows.has("vul") and not (given == NO_CODE).any():
        return given
    implied = vul_codes()[(found["board"] - 1) & 15]
    return np.where(given == NO_CODE, implied, given) if rows.has("vul") else implied


def _kinds(rows: _Rows, found: dict[str, Any], alone: Mask) -> I8:
    """What became of each row: as it says, else as its columns tell."""
    contract, given = found["contract"], found["outcome"]
    rows.refuse(given == BAD, Reason.OUTCOME)
    scored = np.zeros(len(given), np.bool_) if found["score"] is None else found["score"] != NO_NUMBER
    awarded = np.zeros(len(given), np.bool_)
    for name in ("ns_award", "ew_award"):
        if found[name] is not None:
            awarded |= found[name] != NO_NUMBER
    named = contract < 106
    kind = np.full(len(given), Kind.MISSING, np.uint8)
    kind[alone] = Kind.SIT_OUT
    kind[awarded] = Kind.AWARDED
    kind[scored] = Kind.SCORE
    kind[named] = Kind.PLAYED
    kind[contract == 0] = Kind.PASSED_OUT
    if rows.has("outcome"):
        told = given < len(Kind)
        wrong = told & _contradicts(given, contract, named, scored, awarded)
        rows.refuse(wrong, Reason.CONTRADICTION)
        kind = np.where(told, given, kind)
        passed = told & (given == Kind.PASSED_OUT)
        found["contract"] = np.where(passed, 0, contract) if passed.any() else contract
    rows.refuse((kind <= Kind.SCORE) & awarded, Reason.AWARD_AND_RESULT)
    return kind


def _contradicts(given: I8, contract: I8, named: Mask, scored: Mask, awarded: Mask) -> Mask:
    real = named | scored
    found: Mask = (
        ((given == Kind.PLAYED) & (~named | (contract == 0)))
        | ((given == Kind.PASSED_OUT) & named & (contract != 0))
        | ((given == Kind.SCORE) & ~scored)
        | ((given == Kind.AWARDED) & (~awarded | real))
        | ((given >= Kind.NOT_PLAYED) & (given <= Kind.MISSING) & (real | awarded))
    )
    return found


def _check_deals(rows: _Rows, found: dict[str, Any]) -> None:
    played = found["kind"] == Kind.PLAYED
    rows.refuse(played & (found["declarer"] > 3), Reason.DECLARER)
    rows.refuse(played & (found["tricks"] > 13), Reason.TRICKS)


def _contestants(rows: _Rows) -> tuple[I64, I64, pa.Array | None]:
    """Both sides in one list of labels."""
    sides = [labels(rows.array(name), name) for name in ("ns", "ew")]
    for _places, _names, bad in sides:
        rows.refuse(bad, Reason.CONTESTANT)
    (ns, ns_names, _), (ew, ew_names, _) = sides
    if ns_names is None and ew_names is None:
        return ns, ew, None
    texts: dict[str, int] = {}
    joined = []
    for places, names in ((ns, ns_names), (ew, ew_names)):
        if names is None:
            own, inverse = np.unique(places, return_inverse=True)
            words = [None if value < 0 else str(value) for value in own.tolist()]
        else:
            inverse, words = places, [*names.to_pylist(), None]
        codes = [-1 if word is None else texts.setdefault(word, len(texts)) for word in words]
        joined.append(np.array(codes, np.int64)[inverse])
    return joined[0], joined[1], pa.array(list(texts), pa.string())


def _events(rows: _Rows) -> I64:
    """A number that is the same for rows of one event."""
    array = rows.array("event")
    if pa.types.is_integer(array.type):
        values, none, bad = whole_numbers(array, "event")
        rows.refuse(none, Reason.EVENT)
        rows.refuse(bad, Reason.EVENT)
        return values
    places, _names, bad = labels(array, "event")
    rows.refuse(bad, Reason.EVENT)
    rows.refuse(places < 0, Reason.EVENT)
    return places


def small_number(word: str) -> int:
    """A number of one or two digits; 254 where it is none.

    >>> small_number(" 9 "), small_number("10.0"), small_number("-1")
    (9, 10, 254)
    """
    digits = word.strip().removesuffix(".0")
    return int(digits) if digits.isdecimal() and len(digits) <= 2 else BAD


def seat_code(word: str) -> int:
    """The code of a seat in a letter or a word; 254 where it is none.

    >>> seat_code("s"), seat_code("West"), seat_code("Nancy")
    (2, 3, 254)
    """
    return _SEATS.get(word.strip().upper(), BAD)


def _strain(word: str) -> int:
    return _STRAINS.get(word.strip().upper(), BAD)


def _doubling(word: str) -> int:
    return {"X": 1, "XX": 2}.get(word.strip().upper(), small_number(word))


def vul_code(word: str) -> int:
    """The code of a vulnerability in any usual spelling; 254 where it is none.

    >>> vul_code("All"), vul_code("?")
    (3, 254)
    """
    try:
        return VULS.index(Vulnerability.parse(word))
    except ValueError:
        return BAD


def _kind(word: str) -> int:
    return _KINDS.get(word.strip().casefold(), BAD)
