"""Parts as they are written: values where they are wanted, text for spreadsheets, the same bytes, restart."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
pytest.importorskip("numpy")

from archive_files import bytes_of, many_rows, stop_at_table, table_of_parts, table_of_rows, write_parquet  # noqa: E402
from bulk_archives import Row  # noqa: E402
from overtrick.bulk import local, make_plan, score, score_archive  # noqa: E402
from overtrick.bulk.results import OUTCOMES  # noqa: E402
from overtrick.errors import ConditionsError, InputError  # noqa: E402

PLANS: list[dict[str, Any]] = [
    {"method": "matchpoints", "also": ("cross-imps", "butler"), "line_rounding": "0.1"},
    {"method": "cross-imps", "cross_divisor": "sqrt"},
    {"method": "butler", "datum_rounding": "none"},
]


def run(source: Path, out: Path, plan: dict[str, Any], **how: Any) -> Any:
    return score_archive(source, out, make_plan(**plan), **({"part_rows": 60, "workers": 2} | how))


@pytest.fixture
def rows() -> list[Row]:
    return many_rows(7)


def cells_of(out: Path, name: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for path in sorted((out / name).glob("part-*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found += csv.DictReader(file)
    return found


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan["method"])
def test_values_in_files_are_those_in_memory(tmp_path: Path, rows: list[Row], plan: dict[str, Any]) -> None:
    path = write_parquet(rows, tmp_path / "a.parquet")
    for number, chunk in enumerate((1, 10**6)):
        run(path, tmp_path / str(number), plan, values=True, chunk=chunk)
    assert bytes_of(tmp_path / "0") == bytes_of(tmp_path / "1")
    found = table_of_parts(tmp_path / "0", "results")
    wanted = score(table_of_rows(rows), values=True, **plan).results
    names = [name for name in wanted.column_names if name.startswith(("value_", "percent_"))]
    assert len(names) == (4 if plan["method"] == "matchpoints" else 2)
    for name in (*names, "outcome"):
        assert found[name].to_pylist() == wanted[name].to_pylist()
    run(path, tmp_path / "without", plan)
    plain = table_of_parts(tmp_path / "without", "results")
    assert plain.column_names == [name for name in found.column_names if name not in names]


def test_outcomes_have_the_same_codes_in_every_part(tmp_path: Path, rows: list[Row]) -> None:
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out", PLANS[0])
    for path in (tmp_path / "out" / "results").iterdir():
        assert pl.read_parquet(path).schema["outcome"] == pl.Enum(OUTCOMES)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan["method"])
def test_text_has_the_cells_of_parquet(tmp_path: Path, rows: list[Row], plan: dict[str, Any]) -> None:
    path = write_parquet(rows, tmp_path / "a.parquet")
    run(path, tmp_path / "parquet", plan, values=True)
    run(path, tmp_path / "one", plan, values=True, to="csv", workers=1, chunk=1, kernel="numpy")
    run(path, tmp_path / "csv", plan, values=True, to="csv")
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "csv")
    for name in ("results", "totals"):
        wanted = table_of_parts(tmp_path / "parquet", name).to_pylist()
        found = cells_of(tmp_path / "csv", name)
        assert len(found) == len(wanted)
        for row, cells in zip(wanted, found, strict=True):
            assert [*row] == [*cells]
            told = {
                key: "" if value is None else str(value) for key, value in row.items() if not isinstance(value, float)
            }
            assert {key: cells[key] for key in told} == told | {k: told[k].lower() for k in told if k == "tied"}
            for key in row.keys() - told.keys():
                assert float(cells[key]) == row[key]
    assert not [*(tmp_path / "csv").glob("*/*.parquet")]
    assert not (tmp_path / "csv" / "refused.parquet").exists()


def test_refused_rows_as_text_stand_behind_one_line_of_names(tmp_path: Path, rows: list[Row]) -> None:
    bad = [row | ({"tricks": 14} if row["tricks"] == 9 else {}) | {"ns": f"={row['ns']}"} for row in rows]
    path = write_parquet(bad, tmp_path / "a.parquet")
    summary = run(path, tmp_path / "csv", PLANS[0], to="csv")
    run(path, tmp_path / "parquet", PLANS[0])
    with (tmp_path / "csv" / "refused.csv").open(encoding="utf-8", newline="") as file:
        found = [*csv.DictReader(file)]
    wanted = pl.read_parquet(tmp_path / "parquet" / "refused.parquet")
    assert len(found) == wanted.height == sum(summary.refused.values()) > 10
    assert [row["row"] for row in found] == [str(row) for row in wanted["row"]]
    assert all(row["ns"] == f"'{cell}" for row, cell in zip(found, wanted["ns"], strict=True))
    good = run(write_parquet(rows[:9], tmp_path / "b.parquet"), tmp_path / "good", PLANS[0], to="csv")
    assert not good.refused
    assert (tmp_path / "good" / "refused.csv").read_text().startswith("file,row,reason,event,")


def test_a_job_of_text_goes_on_where_it_stopped_and_is_another_than_one_of_parquet(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    with stop_at_table(monkeypatch, 5), pytest.raises(KeyboardInterrupt):
        run(path, out, PLANS[0], to="csv", workers=1)
    done = run(path, out, PLANS[0], to="csv")
    assert 0 < done.before < done.parts
    run(path, tmp_path / "whole", PLANS[0], to="csv")
    assert bytes_of(out) == bytes_of(tmp_path / "whole")
    for other in ({}, {"to": "csv", "values": True}):
        with pytest.raises(InputError, match="another job"):
            run(path, out, PLANS[0], **other)
    run(path, out, PLANS[0], anew=True)
    run(path, tmp_path / "fresh", PLANS[0])
    assert bytes_of(out) == bytes_of(tmp_path / "fresh")


def test_what_cannot_be_is_told_before_anything_is_written(tmp_path: Path, rows: list[Row]) -> None:
    path = write_parquet(rows, tmp_path / "a.parquet")
    with pytest.raises(ConditionsError, match="known: parquet, csv"):
        run(path, tmp_path / "out", PLANS[0], to="xlsx")
    with pytest.raises(ConditionsError, match="values want the totals"):
        run(path, tmp_path / "out", PLANS[0], values=True, boards_only=True)
    assert not (tmp_path / "out").exists()


def test_boards_alone_have_the_same_datums_and_outcomes(tmp_path: Path, rows: list[Row]) -> None:
    path = write_parquet(rows, tmp_path / "a.parquet")
    plan = PLANS[2] | {"also": ("matchpoints", "cross-imps")}
    run(path, tmp_path / "whole", plan)
    run(path, tmp_path / "boards", plan, boards_only=True)
    whole, boards = (table_of_parts(tmp_path / name, "results") for name in ("whole", "boards"))
    assert boards.schema == whole.schema
    assert {*whole["datum_den"].to_pylist()} > {None, 1}
    by_row = {row["row"]: row for row in whole.to_pylist()}
    assert {row["row"]: row for row in boards.to_pylist()} == by_row


def test_a_column_kept_as_floats_comes_out_as_whole_numbers(tmp_path: Path, rows: list[Row]) -> None:
    size = len(rows)
    table = table_of_rows(rows).append_column("round", pa.array([1.0, None, 2.5, *[3.0] * (size - 3)]))
    path = tmp_path / "a.parquet"
    pa.parquet.write_table(table.append_column("table", pa.array([7.0] * size, pa.float32())), path)
    summary = run(path, tmp_path / "out", PLANS[0])
    assert summary.refused == {"ROUND": 1}
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["refused"] == {"ROUND": 1}
    assert local.refused_text("ROUND") == "this is not a round"
    found = table_of_parts(tmp_path / "out", "results")
    assert (found["round"].type, found["table"].type) == (pa.int64(), pa.int64())
    assert found["round"].to_pylist()[:3] == [1, None, 3]
