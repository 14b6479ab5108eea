"""Every engine writes the bytes of the local one: all methods, all kinds of rows, chunks, orders and forms of input."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the bulk engine needs polars")
pytest.importorskip("pyarrow", reason="the bulk engine needs pyarrow")
pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from archive_files import bytes_of, many_rows, many_team_rows, write_csv, write_parquet
from bulk_archives import Row
from overtrick.bulk.local import score_archive
from overtrick.bulk.plan import METHODS, make_plan

SETTINGS: dict[str, dict[str, Any]] = {
    "matchpoints": {"also": ("cross-imps", "butler"), "own_percentage": "yes"},
    "cross-imps": {"cross_divisor": "sqrt", "also": ("matchpoints",)},
    "butler": {"datum_rounding": "none", "datum_drop": "1"},
    "total-points": {"sections": "across"},
}
WAYS: dict[str, dict[str, Any]] = {
    "chunk of one event": {"chunk": 1},
    "shuffled": {},
    "csv": {},
    "boards only": {"boards_only": True, "part_rows": 12},
    "csv out": {"to": "csv", "values": True},
}


@pytest.fixture(params=["dask", "spark"])
def engine(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The name of an engine, and a cluster that is there."""
    fixture = {"dask": "dask_client", "spark": "spark_session"}[request.param]
    return {"engine": request.param, "cluster": request.getfixturevalue(fixture)}


def rows_for(method: str) -> list[Row]:
    """Rows with awards, sit-outs, versions, sessions and sections, under names; of teams for methods of teams."""
    rows = many_team_rows(11, 16) if method in ("board-a-match", "team-imps") else many_rows(11)
    return [row | {who: row[who] and f"Pär {row[who]}" for who in ("ns", "ew")} for row in rows]


def source_for(way: str, method: str, folder: Path) -> Path:
    rows = rows_for(method)
    if way == "shuffled":
        random.Random(3).shuffle(rows)
    write = write_csv if way == "csv" else write_parquet
    return write(rows, folder / f"a.{'csv' if way == 'csv' else 'parquet'}")


CASES = [
    *(("chunk of one event", method) for method in METHODS),
    *((way, method) for way in ("shuffled", "csv", "csv out") for method in ("matchpoints", "team-imps")),
    ("boards only", "matchpoints"),
    ("boards only", "butler"),
]


@pytest.mark.parametrize(("way", "method"), CASES)
def test_the_bytes_are_those_of_this_machine(engine: dict[str, Any], tmp_path: Path, way: str, method: str) -> None:
    source = source_for(way, method, tmp_path)
    plan = make_plan(method=method, **SETTINGS.get(method, {}))
    how = {"part_rows": 40} | WAYS[way]
    here = score_archive(source, tmp_path / "here", plan, workers=1, **how)
    there = score_archive(source, tmp_path / "there", plan, **engine, **how)
    assert (there.parts, there.rows, there.refused, there.faults) == (here.parts, here.rows, here.refused, ())
    assert here.parts > 1
    assert bytes_of(tmp_path / "there") == bytes_of(tmp_path / "here")
    again = score_archive(source, tmp_path / "there", plan, **how)
    assert again.before == again.parts == here.parts
