"""The engine of Spark with two processes: the same bytes as here, workers that die, jobs that go on."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="the engine spark needs pyspark")
pytest.importorskip("polars", reason="the bulk engine needs polars")
pytest.importorskip("pyarrow", reason="the bulk engine needs pyarrow")

from bulk_work import archive, dies_always, dies_once, double, fails, kills_always, kills_once, service, slow, tree
from overtrick.bulk import addresses, local, spark_engine
from overtrick.bulk.attempts import Attempt, Failed
from overtrick.bulk.engines import run_parts
from overtrick.bulk.local import score_archive
from overtrick.bulk.plan import make_plan
from overtrick.errors import ConditionsError, InputError, MissingExtra

HOME = spark_engine.java_home()
NO_JAVA = HOME is None or (spark_engine.java_version(HOME) or 17) < 17
pytestmark = pytest.mark.skipif(NO_JAVA, reason="the engine spark needs Java 17 or newer")

PLAN = make_plan(method="cross-imps", also=("matchpoints", "butler"))


@pytest.fixture
def session(spark_session: Any) -> Any:
    return spark_session


def parts_of(folder: Path) -> list[str]:
    return [str(folder / name) for name in ("a", "b", "c-die", "d", "e")]


def test_a_session_that_is_given_stays_open(session: Any) -> None:
    told: list[tuple[int, int]] = []
    for _again in range(2):
        told.clear()
        found = run_parts("spark", double, list(range(9)), cluster=session, progress=lambda *count: told.append(count))
        assert found == list(range(0, 18, 2))
    assert told == [(done, 9) for done in range(1, 10)]
    assert not session.sparkContext._jsc.sc().isStopped()


def test_the_session_that_runs_is_taken(session: Any) -> None:
    assert run_parts("spark", double, [4], workers=1) == [8]
    assert run_parts("spark", double, [4], cluster=session.sparkContext.master) == [8]
    with pytest.raises(ConditionsError, match="runs already"):
        run_parts("spark", double, [4], cluster="local[7]")


def test_what_is_no_session() -> None:
    with pytest.raises(ConditionsError, match=r"not builtins\.int"):
        run_parts("spark", double, [1], cluster=7077)


@pytest.mark.parametrize(
    "address",
    [
        "spark://127.0.0.1:1",
        "spark://127.0.0.1:x",
        "spark://127.0.0.1",
        "spark://127.0.0.1:99999",
        "spark://:1,127.0.0.1:1",
    ],
)
def test_an_address_where_nobody_answers(address: str) -> None:
    with pytest.raises(InputError, match=rf"^no scheduler of Spark answers at {re.escape(address)}: "):
        spark_engine.check_master(address)


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n", None])
def test_another_service_answers(said: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "PATIENCE", 0.2)
    with (
        service(said) as place,
        pytest.raises(InputError, match=f"listens at spark://{place} is no scheduler of Spark"),
    ):
        spark_engine.check_master(f"spark://{place}")


@pytest.mark.parametrize("said", [struct.pack(">q", 90) + bytes(82), b""])
def test_one_of_two_masters_is_enough(said: bytes) -> None:
    with service(said) as place:
        spark_engine.check_master(f"spark://127.0.0.1:1,{place}")


def test_a_master_without_workers(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(spark_engine, "_PATIENCE", 0)
        patch.setattr(spark_engine, "_nobody_works", lambda _context: True)
        with pytest.raises(InputError, match="has no workers, and none came in 0 seconds"):
            run_parts("spark", slow, [1], cluster=session)
    assert run_parts("spark", double, [1], cluster=session) == [2]


def test_a_session_has_somebody_to_work(session: Any) -> None:
    assert not spark_engine._nobody_works(session.sparkContext)


def test_parts_that_fail_and_parts_that_do_not(session: Any) -> None:
    assert run_parts("spark", fails, ["a", "bad", "b"], cluster=session) == [
        "A",
        Failed("bad", "bad.parquet: no Parquet file"),
        "B",
    ]


@pytest.mark.parametrize(("part", "kind"), [("full", OSError), ("conditions", ConditionsError), ("bug", Exception)])
def test_what_every_part_would_meet_stops_them_all(part: str, kind: type[Exception], session: Any) -> None:
    with pytest.raises(kind, match={"full": "No space", "conditions": "no kernel", "bug": "of the program"}[part]):
        run_parts("spark", fails, ["a", part, "b"], cluster=session)
    assert run_parts("spark", double, [1], cluster=session) == [2]


def test_a_part_whose_worker_dies_is_tried_again(session: Any, tmp_path: Path) -> None:
    parts = parts_of(tmp_path)
    assert run_parts("spark", kills_once, parts, cluster=session) == ["a", "b", "c-die", "d", "e"]
    assert Path(parts[2]).read_bytes() == b".."


def test_a_part_that_no_worker_survives_is_given_up_alone(session: Any, tmp_path: Path) -> None:
    parts = parts_of(tmp_path)
    found = run_parts("spark", kills_always, parts, cluster=session)
    assert [one.part if isinstance(one, Failed) else one for one in found] == ["a", "b", parts[2], "d", "e"]
    assert isinstance(found[2], Failed)
    assert "died" in found[2].reason


def test_workers_without_overtrick() -> None:
    class Context:
        """A context whose workers cannot load the work."""

        def setJobGroup(self, *_given: Any) -> None: ...  # noqa: N802  (Spark's own name)

        def accumulator(self, value: list[Any], _kind: Any) -> Any:
            self.value = value
            return self

        def parallelize(self, _parts: list[Any], _count: int) -> Any:
            return self

        def foreach(self, _work: Any) -> None:
            raise RuntimeError("ModuleNotFoundError: No module named 'overtrick'")

    with pytest.raises(MissingExtra, match="the workers have no overtrick"):
        list(spark_engine._outcomes(Context(), Attempt(double), [(0, 1)]))


def test_the_bytes_are_those_of_this_machine(session: Any, tmp_path: Path) -> None:
    source = archive(tmp_path / "archive")
    here = score_archive(source, tmp_path / "here", PLAN, part_rows=30)
    there = score_archive(source, tmp_path / "there", PLAN, engine="spark", cluster=session, part_rows=30)
    assert (there.parts, there.rows, there.refused) == (here.parts, here.rows, here.refused)
    assert here.parts > 4
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


def test_a_job_goes_on_after_deaths_where_it_stopped(session: Any, tmp_path: Path) -> None:
    source = archive(tmp_path / "archive")
    whole = score_archive(source, tmp_path / "here", PLAN, part_rows=30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "run_part", dies_always)
        half = score_archive(source, tmp_path / "there", PLAN, engine="spark", cluster=session, part_rows=30)
        assert [fault.file for fault in half.faults] == ["year-0.parquet"]
        assert half.parts == whole.parts - 1
        patch.setattr(local, "run_part", dies_once)
        rest = score_archive(source, tmp_path / "there", PLAN, engine="spark", cluster=session, part_rows=30)
    assert (rest.before, rest.faults, rest.rows) == (whole.parts - 1, (), whole.rows)
    assert (tmp_path / "there/.job/tried").read_bytes() == b".."
    assert tree(tmp_path / "there") == tree(tmp_path / "here")
