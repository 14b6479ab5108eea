"""Tables as files: text that a spreadsheet cannot take for a formula, faults of the disk."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from overtrick.bulk.writing import known_ending, write_refused, write_table  # noqa: E402
from overtrick.errors import ConditionsError  # noqa: E402


def cells(path: Path) -> list[str]:
    return [row[1] for row in csv.reader(io.StringIO(path.read_text("utf-8"), newline=""))][1:]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("@x", "'@x"),
        ("+x", "'+x"),
        ("-1+1", "'-1+1"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'=1"),
        ("\x00=1", "'=1"),
        ("\u202e=1", "'=1"),
        ("\n=1", "'\n=1"),
        ("-50", "-50"),
        ("-7/3", "-7/3"),
        ("+4.5", "+4.5"),
        ("-5\n=1", "'-5\n=1"),
        ("\x1b[31mEva", "[31mEva"),
        ("Eva, \"Lind\"", "Eva, \"Lind\""),
        ("Zoë", "Zoë"),
    ],
)  # fmt: skip
def test_cells_of_text_are_safe(tmp_path: Path, text: str, cell: str) -> None:
    table = pa.table({"row": [1], "who": [text]})
    assert write_table(table, tmp_path / "a.csv") == (tmp_path / "a.csv").stat().st_size
    assert cells(tmp_path / "a.csv") == [cell]
    write_refused([table, table], table.schema, tmp_path / "b.csv")
    assert cells(tmp_path / "b.csv") == [cell, cell]


@given(texts=st.lists(st.text(st.characters(codec="utf-8")), min_size=1))
def test_no_text_becomes_a_formula(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    write_table(pa.table({"row": [*range(len(texts))], "who": texts}), path)
    for cell in cells(path):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) or re.fullmatch(r"[+-]\d+([./]\d+)?", cell)


def test_nothing_and_numbers_stay_as_they_are(tmp_path: Path) -> None:
    table = pa.table({"a": [1, None], "b": [-0.5, None], "c": [True, None], "d": pa.array(["", None])})
    write_table(table, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == 'a,b,c,d\n1,-0.5,true,""\n,,,\n'


def test_parquet_holds_the_text_as_it_was(tmp_path: Path) -> None:
    table = pa.table({"who": ["=1", "\x00"]})
    write_table(table, tmp_path / "a.parquet")
    assert pl.read_parquet(tmp_path / "a.parquet")["who"].to_list() == ["=1", "\x00"]
    write_refused([table, table], table.schema, tmp_path / "b.parquet")
    assert pl.read_parquet(tmp_path / "b.parquet")["who"].to_list() == ["=1", "\x00"] * 2


@pytest.mark.parametrize("many", [3, 2000])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_words_for_codes(tmp_path: Path, many: int, ending: str) -> None:
    words = [f"file {number}" for number in range(many)]
    codes = pa.array([1, 0, many - 1], pa.int32())
    path = tmp_path / f"a.{ending}"
    write_table(pa.table({"file": codes, "row": codes}), path, {"file": words, "absent": words})
    found = pl.read_csv(path) if ending == "csv" else pl.read_parquet(path)
    assert found["file"].to_list() == ["file 1", "file 0", f"file {many - 1}"]
    assert found["row"].to_list() == codes.to_pylist()


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_full_disk_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def full(*_given: object, **_how: object) -> None:
        raise pl.exceptions.ComputeError("No space left on device (os error 28)")

    monkeypatch.setattr(pl.DataFrame, "write_csv", full)
    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    with pytest.raises(OSError, match="No space left"):
        write_table(pa.table({"a": [1]}), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_an_ending_that_is_not_known_is_named() -> None:
    with pytest.raises(ConditionsError, match="no 'xlsx' to write"):
        known_ending("xlsx")
