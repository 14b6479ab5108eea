"""Every kind of Arrow column in every column of the form: good and refused rows are all there are, or InputError."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")
pl = pytest.importorskip("polars")

from overtrick.bulk import by_contestant, matchpoints, score  # noqa: E402
from overtrick.bulk.form import FORM  # noqa: E402
from overtrick.errors import InputError  # noqa: E402

_GOOD: dict[str, Any] = {
    "event": [1, 1, 1], "board": [1, 1, 2], "ns": [1, 2, 1], "ew": [3, 4, 3], "contract": ["4S", "PASS", "3NT"],
    "declarer": ["N", None, "E"], "tricks": [10, None, 8],
}  # fmt: skip


def _text(values: list[bytes | None], kind: Any) -> Any:
    return pa.Array.from_buffers(kind, len(values), pa.array(values, pa.binary()).buffers())


def _arrays() -> dict[str, Any]:
    """Three rows of each kind, with what a reader of files or a library could hand over."""
    words = ["1", "x", None]
    made: dict[str, Any] = {
        "null": pa.nulls(3),
        "bool": pa.array([True, None, False]),
        "uint64": pa.array([1, 2**63, 2**64 - 1], pa.uint64()),
        "int64": pa.array([-(2**63), 2**63 - 1, None]),
        "large floats": pa.array([1e300, -1e300, 2.0**60]),
        "odd floats": pa.array([1.5, float("inf"), float("nan")]),
        "whole floats": pa.array([1.0, None, 2.0]),
        "halves": pa.array(np.array([1.0, 1.5, 2.0], np.float16)),
        "decimal": pa.array([Decimal("1.50"), Decimal(2), None]),
        "wide decimal": pa.array([Decimal(10**40)] * 3, pa.decimal256(60, 0)),
        "date": pa.array([date(2026, 1, 1)] * 3),
        "time": pa.array([datetime(2026, 1, 1)] * 3),
        "zoned": pa.array([datetime(2026, 1, 1)] * 3, pa.timestamp("us", "UTC")),
        "lasting": pa.array([timedelta(1), None, None]),
        "interval": pa.array([(1, 2, 3)] * 3, pa.month_day_nano_interval()),
        "text": pa.array(words),
        "large text": pa.array(words, pa.large_string()),
        "views": pa.array(words, pa.string_view()),
        "no text": _text([b"\xff\xfe", b"1", None], pa.string()),
        "no text, twice": _text([b"\xff\xfe", b"1", b"\xff\xfe"], pa.string()).dictionary_encode(),
        "long words": pa.array(["x" * 5000, "9" * 5000, "\x00"]),
        "other digits": pa.array(["١", "²", "1e3"]),
        "numbers as text": pa.array(["300", "-1", "99999999999999999999"]),
        "categories": pa.array(words).dictionary_encode(),
        "categories, nothing named": pa.DictionaryArray.from_arrays(pa.array([0, 1, 1]), pa.array([None, "1"])),
        "categories, named twice": pa.DictionaryArray.from_arrays(pa.array([0, 1, None]), pa.array(["1", "1"])),
        "categories, wide": pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], pa.uint64()), pa.array(["1", "2"])),
        "numbered categories": pa.array([1, 2, None]).dictionary_encode(),
        "binary": pa.array([b"1", b"\xff", None]),
        "large binary": pa.array([b"1", b"\xff", None], pa.large_binary()),
        "binary views": pa.array([b"1", b"\xff", None], pa.binary_view()),
        "fixed binary": pa.array([b"12", b"\xff\xff", None], pa.binary(2)),
        "list": pa.array([[1], [], None]),
        "fixed list": pa.array([[1, 2]] * 3, pa.list_(pa.int8(), 2)),
        "struct": pa.array([{"a": 1}] * 3),
        "map": pa.array([[("a", 1)]] * 3, pa.map_(pa.string(), pa.int8())),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([1, 3], pa.int32()), pa.array(["1", "2"])),
        "union": pa.UnionArray.from_sparse(
            pa.array([0, 1, 0], pa.int8()), [pa.array([1, 2, 3]), pa.array(["a", "b", "c"])]
        ),
    }
    return made


_KINDS = list(_arrays())


def _tables(name: str, array: Any) -> list[Any]:
    """The column in one piece and in two, the rows as they stand and turned round."""
    good: dict[str, Any] = {key: pa.array(values) for key, values in _GOOD.items()} | {name: array}
    if name in ("level", "strain"):
        good = {"level": pa.array([4, 0, 3]), "strain": pa.array(["S", None, "NT"])} | good
        del good["contract"]
    whole = pa.table(good)
    return [whole, pa.concat_tables([whole.slice(0, 2), whole.slice(2)])]


def scored_or_told(table: Any, name: str, **how: Any) -> Any:
    """What came of it; None where the column is refused by its name."""
    said = ""
    try:
        return score(table, **how)
    except InputError as fault:
        said = str(fault)
    assert f"column {name} " in said
    return None


@pytest.mark.parametrize("kind", _KINDS)
@pytest.mark.parametrize("name", [column.name for column in FORM])
def test_every_row_is_used_or_refused_or_the_column_is_named(name: str, kind: str) -> None:
    for table in _tables(name, _arrays()[kind]):
        found = scored_or_told(table, name, method="cross-imps", also=["butler"], values=True)
        if found is None:
            continue
        assert sorted(found.results["row"].to_pylist() + found.refused["row"].to_pylist()) == [0, 1, 2]
        assert found.results.num_columns > table.num_columns
        assert len(by_contestant(found)) <= 2 * len(found.results)


@pytest.mark.parametrize("kind", _KINDS)
def test_columns_that_are_none_of_ours_come_back_or_are_named(kind: str) -> None:
    array = _arrays()[kind]
    table = pa.table({**_GOOD, "mine": array})
    found = matchpoints(table)
    mine = found["mine"].chunk(0)
    assert mine.equals(array.cast(pa.large_string()) if kind == "views" else array) or kind == "odd floats"
    bad = pa.table({**_GOOD, "tricks": [14, None, 8], "mine": array})
    some = scored_or_told(bad, "mine")
    if some is None:
        return
    assert some.results["mine"].type == found["mine"].type
    assert len(some.results) + len(some.refused) == 3


@pytest.mark.parametrize("name", [column.name for column in FORM])
@pytest.mark.parametrize("made", ["polars", "pandas"])
def test_columns_of_libraries_that_arrow_does_not_take_are_named(name: str, made: str) -> None:
    frame: Any
    if made == "polars":
        odd = pl.Series(name, [1, 2**100, None], dtype=pl.Int128)
        frame = pl.DataFrame({**_GOOD, "strain": ["S"] * 3}).with_columns(odd)
    else:
        frame = pytest.importorskip("pandas").DataFrame({**_GOOD, "strain": ["S"] * 3, name: [1, "x", {}]})
    with pytest.raises(InputError, match=f"column {name} "):
        score(frame)


@pytest.mark.parametrize("name", ["event", "board", "ns", "ew", "score", "session"])
def test_numbers_beyond_64_bits_with_a_sign_are_refused(name: str) -> None:
    table = pa.table({**_GOOD, name: pa.array([1, 2**63, 2**64 - 1], pa.uint64())})
    found = score(table)
    assert found.refused["row"].to_pylist() == [1, 2]
    assert found.results["row"].to_pylist() == [0]
