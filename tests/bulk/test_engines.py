"""Engines by name, what becomes of a part that fails, and the engine of this machine."""

from __future__ import annotations

import pickle
import threading
from dataclasses import replace
from errno import EDQUOT, ENOSPC
from pathlib import Path

import pytest

from bulk_work import double, fails
from overtrick.bulk import engines
from overtrick.bulk.attempts import Attempt, Failed
from overtrick.bulk.engines import ENGINES, run_parts
from overtrick.errors import ConditionsError, InputError, MissingExtra


@pytest.mark.parametrize("parts", [[], [1], list(range(20))])
def test_what_came_of_the_parts_is_in_their_order(parts: list[int]) -> None:
    assert run_parts("local", double, parts, workers=3) == [2 * part for part in parts]


def test_the_order_is_that_of_the_parts_and_not_of_their_ends() -> None:
    last = threading.Event()

    def work(part: int) -> int:
        if part == 1:
            last.set()
        elif part == 0:
            assert last.wait(30)
        return part

    told: list[tuple[int, int]] = []
    assert run_parts("local", work, [0, 1], workers=2, progress=lambda *count: told.append(count)) == [0, 1]
    assert told == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("bad", "bad.parquet: no Parquet file"),
        ("gone", "gone.parquet: No such file or directory"),
        ("memory", "a worker has not enough memory for it"),
    ],
)
def test_a_part_that_fails_leaves_the_others(part: str, reason: str) -> None:
    assert run_parts("local", fails, ["a", part, "b"], workers=1) == ["A", Failed(part, reason), "B"]


@pytest.mark.parametrize(
    ("part", "kind", "text"),
    [
        ("full", OSError, "No space left on device"),
        ("conditions", ConditionsError, "no kernel 'x'"),
        ("library", MissingExtra, "the workers have no polars"),
        ("bug", ZeroDivisionError, "of the program"),
    ],
)
def test_what_every_part_would_meet_stops_them_all(part: str, kind: type[Exception], text: str) -> None:
    tried: list[str] = []

    def work(one: str) -> str:
        tried.append(one)
        return fails(one)

    with pytest.raises(kind, match=text):
        run_parts("local", work, [part, *"abcdefgh" * 50], workers=1)
    assert len(tried) < 401


@pytest.mark.parametrize("code", [ENOSPC, EDQUOT])
def test_a_full_disk_is_told_with_its_file(code: int) -> None:
    def work(_part: int) -> None:
        raise OSError(code, "full", "results/part-00001.parquet")

    with pytest.raises(OSError, match="full") as told:
        run_parts("local", work, [1])
    assert told.value.filename == "results/part-00001.parquet"


def test_a_worker_of_another_version_does_no_work() -> None:
    attempt = replace(Attempt(double), version="0.0.0")
    found = attempt(1)
    assert isinstance(found, Failed)
    assert isinstance(found.stops, ConditionsError)
    assert "0.0.0" in found.reason


@pytest.mark.parametrize("part", ["bad", "full", "conditions", "library"])
def test_what_came_of_a_part_can_be_sent(part: str) -> None:
    found = Attempt(fails)(part)
    again = pickle.loads(pickle.dumps(found))
    assert (again.part, again.reason, type(again.stops)) == (found.part, found.reason, type(found.stops))
    assert str(again.stops) == str(found.stops)


def test_engines_that_are_not_there() -> None:
    with pytest.raises(ConditionsError, match="known: local, dask, spark"):
        run_parts("ray", double, [1])


@pytest.mark.parametrize(("engine", "package"), [("dask", "distributed"), ("spark", "pyspark")])
def test_engines_that_are_not_installed(engine: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find_spec", lambda _name: None)
    with pytest.raises(MissingExtra, match=rf"{package}: pip install 'overtrick\[{engine}\]'"):
        run_parts(engine, double, [])


@pytest.mark.parametrize("workers", [0, -1])
def test_no_workers_at_all_cannot_be(workers: int) -> None:
    with pytest.raises(ConditionsError, match=f"workers={workers}"):
        run_parts("local", double, [1], workers=workers)


def test_the_engine_of_this_machine_takes_no_cluster() -> None:
    with pytest.raises(ConditionsError, match="takes no cluster"):
        run_parts("local", double, [1], cluster="127.0.0.1:8786")


@pytest.mark.parametrize("engine", ENGINES)
def test_no_parts_start_nothing(engine: str) -> None:
    if engine != "local":
        pytest.importorskip({"dask": "distributed", "spark": "pyspark"}[engine])
    assert run_parts(engine, double, [], cluster=None) == []


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('IMPLEMENTOR="Debian"\nJAVA_VERSION="17.0.15"\n', 17),
        ('JAVA_VERSION="1.8.0_392"\n', 8),
        ('JAVA_VERSION="21"\n', 21),
        ("", None),
        ("\0\xff", None),
    ],
)
def test_the_version_of_java(text: str, version: int | None, tmp_path: Path) -> None:
    from overtrick.bulk.spark_engine import java_version

    (tmp_path / "release").write_text(text, encoding="utf-8")
    assert java_version(tmp_path) == version


@pytest.mark.parametrize("old", [True, False])
def test_spark_says_which_java_it_wants(old: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setattr(sql.SparkSession, "getActiveSession", lambda: None)  # one of other tests may run
    if old:
        (tmp_path / "release").write_text('JAVA_VERSION="11.0.2"\n', encoding="utf-8")
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    else:
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtra, match="Java 17 or newer.*" + ("Java 11" if old else "not here")):
        run_parts("spark", double, [1])


def test_input_errors_are_those_of_a_part() -> None:
    def work(_part: int) -> None:
        raise InputError("nothing there")

    assert run_parts("local", work, [7]) == [Failed(7, "nothing there")]
