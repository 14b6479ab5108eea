"""`overtrick bulk` with values, and as text."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("numpy")

from archive_files import many_rows, write_csv
from overtrick.cli.main import cli


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["bulk", *(str(word) for word in words)])


def test_values_as_text(tmp_path: Path) -> None:
    rows = many_rows(7)
    rows[0] |= {"board": None}
    done = run(write_csv(rows, tmp_path / "a.csv"), "-o", tmp_path / "out", "--values", "--to", "csv")
    assert done.exit_code == 1
    assert f"the refused rows are in {tmp_path / 'out' / 'refused.csv'}" in done.stdout
    with (tmp_path / "out" / "results" / "part-00000.csv").open(encoding="utf-8", newline="") as file:
        found = [*csv.DictReader(file)]
    assert len(found) == len(rows) - 1
    assert [*found[0]][-4:] == ["value_ns", "value_ew", "percent_ns", "percent_ew"]
    awarded = [row for row in found if row["outcome"] == "awarded"]
    assert awarded
    assert all(row["value_ns"] or row["value_ew"] for row in awarded)
    assert {path.suffix for path in (tmp_path / "out").glob("[rt]*/*")} == {".csv"}


def test_values_of_boards_alone_cannot_be(tmp_path: Path) -> None:
    path = write_csv(many_rows(7), tmp_path / "a.csv")
    done = run(path, "-o", tmp_path / "out", "--values", "--boards-only")
    assert (done.exit_code, "values want the totals" in done.stderr) == (2, True)
