"""Records of what is done."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

from overtrick.bulk.manifest import (
    HIDDEN,
    Done,
    digest,
    digest_of_file,
    done_before,
    held,
    open_folder,
    read_json,
    replaced,
    write_json,
    write_record,
)
from overtrick.errors import InputError

DONE = Done(3, "key", 2, 9, 70, 12, {"TRICKS": 1}, {"results/part-00003.parquet": 4})


@pytest.fixture
def out(tmp_path: Path) -> Path:
    open_folder(tmp_path / "out", "job")
    (tmp_path / "out" / "results" / "part-00003.parquet").write_bytes(b"PAR1")
    return tmp_path / "out"


def test_a_record_is_read_back(out: Path) -> None:
    assert done_before(out, 3, "key") is None
    write_record(out, DONE)
    assert done_before(out, 3, "key") == replace(DONE, before=True)
    assert done_before(out, 3, "another key") is None
    assert done_before(out, 4, "key") is None


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", '{"key": "key"}', '{"key": "key", "more": 1}', "\0", '{"key": {}}']
)
def test_a_harmed_record_does_not_count(out: Path, text: str) -> None:
    (out / HIDDEN / "part-00003.json").write_text(text)
    assert done_before(out, 3, "key") is None


@pytest.mark.parametrize(
    "files", [None, 5, {"absent": 1}, {"results/part-00003.parquet": 5}, {"results/part-00003.parquet": None}]
)
def test_files_that_are_not_as_told_do_not_count(out: Path, files: Any) -> None:
    write_record(out, replace(DONE, files=files))
    assert done_before(out, 3, "key") is None


def test_nothing_is_left_of_what_failed(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")

    def fail() -> None:
        with replaced(tmp_path / "a") as draft:
            draft.write_text("half")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_a_file_is_known_by_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "a"
    known: dict[str, Any] = {}
    path.write_bytes(b"one")
    first = digest_of_file(path, known)
    os.utime(path, ns=(5, 5))
    assert digest_of_file(path, known) == first
    path.write_bytes(b"two")
    os.utime(path, ns=(6, 6))
    assert digest_of_file(path, known) != first
    known[str(path)][-1] = "not read again"
    assert digest_of_file(path, known) == "not read again"


def test_digests_tell_apart_what_reads_alike() -> None:
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest(["ab", "c"])}) == 4


def test_a_folder_is_of_one_job(tmp_path: Path) -> None:
    open_folder(tmp_path, "one")
    open_folder(tmp_path, "one")
    (tmp_path / "results" / "part-00000.parquet").write_bytes(b"old")
    (tmp_path / "results" / "mine.txt").write_bytes(b"mine")
    with pytest.raises(InputError, match="--anew"):
        open_folder(tmp_path, "two")
    open_folder(tmp_path, "two", anew=True)
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["mine.txt"]
    open_folder(tmp_path, "two")


def test_one_job_at_a_time_has_the_folder(tmp_path: Path) -> None:
    with held(tmp_path / "out"):
        open_folder(tmp_path / "out", "one")
        with pytest.raises(InputError, match="another job is working in"), held(tmp_path / "out"):
            pass
    with held(tmp_path / "out"):
        open_folder(tmp_path / "out", "one")


def test_a_job_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from overtrick.bulk.manifest import held
with held(Path({str(tmp_path / "out")!r})):
    print("held", flush=True)
    input()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as job:
        assert job.stdout is not None
        assert job.stdout.readline().strip() == b"held"
        with pytest.raises(InputError, match="another job is working in"), held(tmp_path / "out"):
            pass
        job.kill()
        job.wait()
    with held(tmp_path / "out"):
        open_folder(tmp_path / "out", "one")


def test_a_folder_with_other_things_gets_nothing(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    with pytest.raises(InputError, match="holds other files"):
        open_folder(tmp_path, "one")
    with pytest.raises(InputError, match="holds other files"), held(tmp_path):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_a_job_that_stopped_while_it_began_can_begin_again(tmp_path: Path) -> None:
    open_folder(tmp_path, "one")
    (tmp_path / HIDDEN / "job.json").unlink()
    open_folder(tmp_path, "two")


def test_where_there_are_no_locks_nobody_is_kept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def no_locks(*_given: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with held(tmp_path / "out"), held(tmp_path / "out"):
        assert (tmp_path / "out" / HIDDEN).is_dir()


def test_json_that_is_not_there_is_nothing(tmp_path: Path) -> None:
    assert read_json(tmp_path / "absent.json") is None
    write_json(tmp_path / "a.json", {"é": 1})
    assert read_json(tmp_path / "a.json") == {"é": 1}
