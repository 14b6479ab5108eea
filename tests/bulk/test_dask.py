"""The engine of Dask with two processes: the same bytes as here, workers that die, jobs that go on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="the engine dask needs distributed")
pytest.importorskip("polars", reason="the bulk engine needs polars")
pytest.importorskip("pyarrow", reason="the bulk engine needs pyarrow")

from distributed import Client

from bulk_work import (
    archive,
    dies_always,
    dies_once,
    double,
    fails,
    kills_always,
    kills_once,
    process_of,
    service,
    tree,
)
from overtrick.bulk import addresses, dask_engine, local
from overtrick.bulk.attempts import Failed
from overtrick.bulk.engines import run_parts
from overtrick.bulk.local import score_archive
from overtrick.bulk.plan import make_plan
from overtrick.errors import ConditionsError, InputError, MissingExtra

PLAN = make_plan(method="cross-imps", also=("matchpoints", "butler"))


@pytest.fixture
def client(dask_client: Client) -> Client:
    return dask_client


def parts_of(folder: Path) -> list[str]:
    return [str(folder / name) for name in ("a", "b", "c-die", "d", "e")]


def test_processes_of_its_own_do_every_part_in_order() -> None:
    told: list[tuple[int, int]] = []
    found = run_parts("dask", process_of, list(range(6)), workers=2, progress=lambda *count: told.append(count))
    assert 1 <= len(set(found)) <= 2
    assert told == [(done, 6) for done in range(1, 7)]


def test_a_client_that_is_given_stays_open(client: Client) -> None:
    for _again in range(2):
        assert run_parts("dask", double, list(range(9)), cluster=client) == list(range(0, 18, 2))


def test_an_address_and_a_cluster_do_as_well(client: Client) -> None:
    assert run_parts("dask", double, [4], cluster=client.scheduler_info()["address"]) == [8]
    assert run_parts("dask", double, [4], cluster=client.cluster) == [8]
    assert client.status == "running"


def test_the_same_work_is_done_again_when_it_is_asked_for_again(client: Client, tmp_path: Path) -> None:
    part = str(tmp_path / "a")
    for _again in range(2):
        assert run_parts("dask", kills_once, [part], cluster=client) == ["a"]
    assert Path(part).read_bytes() == b".."


def test_parts_that_fail_and_parts_that_do_not(client: Client) -> None:
    assert run_parts("dask", fails, ["a", "bad", "b"], cluster=client) == [
        "A",
        Failed("bad", "bad.parquet: no Parquet file"),
        "B",
    ]


@pytest.mark.parametrize(
    ("part", "kind"), [("full", OSError), ("conditions", ConditionsError), ("bug", ZeroDivisionError)]
)
def test_what_every_part_would_meet_stops_them_all(part: str, kind: type[Exception], client: Client) -> None:
    with pytest.raises(kind):
        run_parts("dask", fails, ["a", part, "b"], cluster=client)
    assert run_parts("dask", double, [1], cluster=client) == [2]


def test_a_part_whose_worker_dies_goes_to_another(client: Client, tmp_path: Path) -> None:
    parts = parts_of(tmp_path)
    assert run_parts("dask", kills_once, parts, cluster=client) == ["a", "b", "c-die", "d", "e"]
    assert Path(parts[2]).read_bytes() == b".."


def test_a_part_that_no_worker_survives_is_given_up_alone(client: Client, tmp_path: Path) -> None:
    found = run_parts("dask", kills_always, parts_of(tmp_path), cluster=client)
    assert [one.part if isinstance(one, Failed) else one for one in found] == [
        "a",
        "b",
        str(tmp_path / "c-die"),
        "d",
        "e",
    ]
    assert isinstance(found[2], Failed)
    assert "died" in found[2].reason


def test_workers_without_overtrick_are_told_at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_client: Any, _function: Any, **_settings: Any) -> dict[str, Any]:
        return {"tcp://10.0.0.1:1": ModuleNotFoundError("No module named 'overtrick'", name="overtrick")}

    monkeypatch.setattr(Client, "run", run)
    with pytest.raises(MissingExtra, match="the workers have no overtrick"):
        run_parts("dask", double, [1], cluster=client)


def test_workers_of_another_version_are_told_at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run", lambda *_given, **_settings: {"tcp://10.0.0.1:1": "0.0.9"})
    with pytest.raises(ConditionsError, match=r"0\.0\.9"):
        run_parts("dask", double, [1], cluster=client)


def test_a_worker_that_does_not_answer_may_be_starting(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run", lambda *_given, **_settings: {"tcp://10.0.0.1:1": OSError("closed")})
    assert run_parts("dask", double, [1], cluster=client) == [2]


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "tcp://127.0.0.1:1", "a:b:c", "carrier-pigeon://x:1", "tls://127.0.0.1:1"]
)
def test_an_address_where_nobody_answers(address: str) -> None:
    with pytest.raises(InputError, match=rf"^no scheduler of Dask answers at {re.escape(address)}: "):
        run_parts("dask", double, [1], cluster=address)


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH_9.2\r\n", b"", b"\0", None])
def test_another_service_answers(said: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "PATIENCE", 0.2)
    with service(said) as place, pytest.raises(InputError, match=f"listens at {place} is no scheduler of Dask"):
        run_parts("dask", double, [1], cluster=place)


def test_a_worker_is_no_scheduler(client: Client) -> None:
    worker = next(iter(client.scheduler_info()["workers"]))
    with pytest.raises(InputError, match="is no scheduler of Dask"):
        run_parts("dask", double, [1], cluster=worker)


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(dask_engine, "_PATIENCE", 0.5)
    with (
        LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=None) as cluster,
        pytest.raises(InputError, match=r"has no workers, and none came in 0\.5 seconds"),
    ):
        run_parts("dask", double, [1], cluster=cluster.scheduler_address)


def test_what_is_no_cluster() -> None:
    with pytest.raises(ConditionsError, match="not int"):
        run_parts("dask", double, [1], cluster=8786)


def test_the_bytes_are_those_of_this_machine(client: Client, tmp_path: Path) -> None:
    source = archive(tmp_path / "archive")
    here = score_archive(source, tmp_path / "here", PLAN, part_rows=30)
    there = score_archive(source, tmp_path / "there", PLAN, engine="dask", cluster=client, part_rows=30)
    assert (there.parts, there.rows, there.refused) == (here.parts, here.rows, here.refused)
    assert here.parts > 4
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


def test_the_bytes_are_the_same_after_a_death(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = archive(tmp_path / "archive")
    score_archive(source, tmp_path / "here", PLAN, part_rows=30)
    monkeypatch.setattr(local, "run_part", dies_once)
    score_archive(source, tmp_path / "there", PLAN, engine="dask", cluster=client, part_rows=30)
    assert (tmp_path / "there/.job/tried").read_bytes() == b".."
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


def test_a_job_goes_on_where_it_stopped(client: Client, tmp_path: Path) -> None:
    source = archive(tmp_path / "archive")
    whole = score_archive(source, tmp_path / "here", PLAN, part_rows=30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "run_part", dies_always)
        half = score_archive(source, tmp_path / "there", PLAN, engine="dask", cluster=client, part_rows=30)
    assert [fault.file for fault in half.faults] == ["year-0.parquet"]
    assert half.parts == whole.parts - 1
    rest = score_archive(source, tmp_path / "there", PLAN, engine="dask", cluster=client, part_rows=30)
    assert (rest.before, rest.faults, rest.rows) == (whole.parts - 1, (), whole.rows)
    assert tree(tmp_path / "there") == tree(tmp_path / "here")
