"""Tables that are no Parquet: the same numbers whatever the file is written in."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("numpy")

import pyarrow.feather  # noqa: E402
import pyarrow.ipc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from archive_files import many_rows, table_of_parts, table_of_rows, write_csv, write_parquet  # noqa: E402
from overtrick.bulk.local import score_archive  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.bulk.reading import NUMBERS, ROW, kinds_of, read_rows  # noqa: E402
from overtrick.bulk.text_tables import take_in  # noqa: E402
from overtrick.desk.archive import is_archive  # noqa: E402
from overtrick.errors import FormatError  # noqa: E402


def _totals(source: Path, out: Path, **how: Any) -> list[dict[str, Any]]:
    summary = score_archive(source, out, make_plan(), **how)
    assert (summary.faults, summary.refused) == ((), {})
    found: list[dict[str, Any]] = table_of_parts(out, "totals").to_pylist()
    return found


@pytest.mark.parametrize("between", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_text_in_any_dress_gives_the_same(tmp_path: Path, between: str, encoding: str) -> None:
    rows = [row | {"event": f"весна {row['event']}"} for row in many_rows(4, 3)]
    plain = write_csv(rows, tmp_path / "plain.csv")
    head, *lines = plain.read_text(encoding="utf-8").replace(",", between).splitlines()
    dressed = tmp_path / "dressed.csv"
    dressed.write_bytes("\r\n".join([head.upper().replace("BOARD", " Board "), *lines]).encode(encoding))
    how = {"encoding": encoding} if encoding == "cp1251" else {}
    assert _totals(dressed, tmp_path / "out", **how) == _totals(plain, tmp_path / "wanted")


def test_text_that_is_not_utf_8_wants_its_code_page(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("event,board,ns,ew,contract\nвесна,1,1,2,PASS\n".encode("cp1251"))
    with pytest.raises(FormatError, match="not written in UTF-8; its code page must be told"):
        score_archive(path, tmp_path / "out", make_plan())


def test_packed_text_and_files_of_arrow_give_the_same(tmp_path: Path) -> None:
    rows = many_rows(4, 3)
    wanted = _totals(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "wanted")
    packed = tmp_path / "a.csv.gz"
    packed.write_bytes(gzip.compress(write_csv(rows, tmp_path / "a.csv").read_bytes()))
    pyarrow.feather.write_feather(table_of_rows(rows), tmp_path / "a.feather", chunksize=40)
    assert _totals(packed, tmp_path / "one") == wanted
    assert _totals(tmp_path / "a.feather", tmp_path / "two") == wanted


def test_what_is_no_file_of_arrow_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.arrow").write_bytes(b"not so")
    with pytest.raises(FormatError, match=r"a\.arrow: the file cannot be read"):
        score_archive(tmp_path / "a.arrow", tmp_path / "out", make_plan())


def test_a_column_that_is_there_twice(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("event,board,ns,ew,Board,contract\n1,1,1,2,1,PASS\n")
    with pytest.raises(FormatError, match="column board is there twice"):
        score_archive(tmp_path / "a.csv", tmp_path / "out", make_plan())


def test_a_table_of_text_keeps_its_numbers_and_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        'event,note,board,ns,ew,contract\n7,"x,\ny",1,1,2,PASS\n8,,1,01,2\n9,,1,02,,PASS\n\n10,z,2,3,4,PASS\n'
    )
    bad = take_in(path, tmp_path / "a.parquet")
    assert bad == [(1, "8,,1,01,2")]
    table = read_rows(tmp_path / "a.parquet", 0, 9, ["event", "board", "ns", "ew", "note", ROW])
    assert table.column_names == ["event", "board", "ns", "ew", ROW]
    assert table["event"].to_pylist() == ["7", "9", "10"]
    assert table["ew"].to_pylist() == ["2", None, "4"]
    assert table[ROW].to_pylist() == [0, 2, 3]
    numbers = pq.read_metadata(tmp_path / "a.parquet").metadata[NUMBERS].decode().split()
    assert numbers == ["board", "event", "ew"]  # 02 is not the number 2
    assert kinds_of(tmp_path / "a.parquet") | {"contract": ""} == {
        "event": "int64", "board": "int64", "ns": "string", "ew": "int64", "contract": "",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["vulnerable", "Risk", "result", " by"])
def test_columns_by_other_names_are_asked_about(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.csv").write_text(f"event,board,ns,ew,contract,{name}\n1,1,1,2,PASS,1\n")
    with pytest.raises(FormatError, match=rf"a\.csv: there is a column {name.strip()} and none"):
        score_archive(tmp_path / "a.csv", tmp_path / "out", make_plan())


_LINES = "event,board,ns,ew,contract,declarer,tricks\nspring,1,1,11,4S,N,10\nsummer,1,1,11,4S,N,9.0\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", _LINES.encode()),
        ("archive", _LINES.encode()),
        ("a.csv", b"\n\n" + _LINES.encode()),
        ("A.CSV.GZ", gzip.compress(_LINES.encode())),
    ],
)
def test_a_table_is_known_by_its_names_too(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    assert is_archive(tmp_path / name)
    summary = score_archive(tmp_path / name, tmp_path / "out", make_plan())
    assert (summary.events, summary.rows, summary.refused) == (2, 2, {})


@pytest.mark.parametrize("data", [_LINES.encode(), gzip.compress(_LINES.encode())[:40]])
def test_a_packed_file_that_is_none_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.csv.gz").write_bytes(data)
    assert is_archive(tmp_path / "a.csv.gz")
    with pytest.raises(FormatError, match=r"a\.csv\.gz: the file cannot be read"):
        score_archive(tmp_path / "a.csv.gz", tmp_path / "out", make_plan())


@pytest.mark.parametrize("page", ["utf-16", "idna", "ascii"])
def test_text_that_is_not_in_its_code_page(tmp_path: Path, page: str) -> None:
    (tmp_path / "a.csv").write_text(_LINES.replace("summer", "лето"), encoding="utf-8")
    with pytest.raises(FormatError, match=f"not written in {page}"):
        score_archive(tmp_path / "a.csv", tmp_path / "out", make_plan(), encoding=page)


def test_a_stream_of_arrow(tmp_path: Path) -> None:
    rows = many_rows(4, 3)
    wanted = _totals(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "wanted")
    table = table_of_rows(rows)
    with pa.OSFile(str(tmp_path / "a.arrow"), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=30)
    assert _totals(tmp_path / "a.arrow", tmp_path / "out") == wanted


def test_labels_have_no_blanks_at_their_ends_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("event,section,board,ns,ew,contract\n1 , A,1,x ,y,PASS\n1,A,1, z,w,PASS\n")
    score_archive(path, tmp_path / "out", make_plan())
    results, totals = (table_of_parts(tmp_path / "out", name).to_pylist() for name in ("results", "totals"))
    assert [(row["event"], row["section"], row["ns"]) for row in results] == [("1", "A", "x"), ("1", "A", "z")]
    assert {(row["event"], row["section"]) for row in totals} == {("1", "A")}
    assert {row["contestant"] for row in totals} == {"x", "y", "z", "w"}


@pytest.mark.parametrize("boards_only", [False, True])
def test_scores_that_do_not_follow_are_counted(tmp_path: Path, boards_only: bool) -> None:
    path = tmp_path / "a.csv"
    lines = ["1,1,1,2,425,,,", "1,1,3,4,420.0,,,", "1,1,5,6,620,4S,N,10", "1,1,7,8,420,4S,N,10", "1,2,1,2,50,PASS,,"]
    path.write_text("\n".join(["event,board,ns,ew,score,contract,declarer,tricks", *lines]) + "\n")
    how: dict[str, Any] = {"boards_only": True, "part_rows": 1} if boards_only else {}
    summary = score_archive(path, tmp_path / "out", make_plan(), **how)
    assert (summary.rows, summary.odd) == (5, 3)
