from __future__ import annotations

import os
from pathlib import Path

import pytest

from overtrick.bulk.files import archive_files, kind_of, name_of
from overtrick.errors import FormatError


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_files_below_a_folder_in_the_order_of_their_names(tmp_path: Path) -> None:
    _touch(tmp_path, "b.parquet", "a/2.csv.gz", "a/1.PQ", "c.feather", "notes.txt", ".hidden.csv", ".git/x.csv")
    found = archive_files(tmp_path)
    assert [name_of(path, tmp_path) for path in found] == ["a/1.PQ", "a/2.csv.gz", "b.parquet", "c.feather"]


def test_what_another_job_made_is_no_part_of_an_archive(tmp_path: Path) -> None:
    _touch(tmp_path, "a.csv", "scored/.job/job.json", "scored/results/part-00000.parquet")
    assert archive_files(tmp_path) == [tmp_path / "a.csv"]


def test_a_file_is_taken_whatever_its_name(tmp_path: Path) -> None:
    _touch(tmp_path, "archive")
    assert archive_files(tmp_path / "archive") == [tmp_path / "archive"]
    assert name_of(tmp_path / "archive", tmp_path / "archive") == "archive"


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no file of Parquet, CSV or Arrow"):
        archive_files(tmp_path)
    with pytest.raises(FormatError, match="no such file"):
        archive_files(tmp_path / "absent")


@pytest.mark.parametrize(
    ("name", "kind"), [("a.tsv", "text"), ("a.gz", ""), ("a.arrow", "arrow"), ("a.parquet", "parquet"), ("parquet", "")]
)
def test_kinds_by_name(name: str, kind: str) -> None:
    assert kind_of(Path(name)) == kind


def test_links_and_pipes(tmp_path: Path) -> None:
    from overtrick.bulk.sources import passed_over

    _touch(tmp_path, "a.csv", "sub/b.csv")
    try:
        (tmp_path / "sub" / "self").symlink_to(tmp_path)
        (tmp_path / "c.parquet").symlink_to(tmp_path / "nowhere")
        os.mkfifo(tmp_path / "d.parquet")
    except (OSError, AttributeError):
        pytest.skip("this disk takes no links or pipes")
    assert [name_of(path, tmp_path) for path in archive_files(tmp_path)] == ["a.csv", "sub/b.csv"]
    assert passed_over(tmp_path) == ("c.parquet", "d.parquet")


def test_a_name_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    from overtrick.bulk.local import score_archive
    from overtrick.bulk.plan import make_plan

    lines = "event,board,ns,ew,contract\n1,1,1,2,PASS\n"
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/a/\xff.parquet"))
    odd.parent.mkdir()
    try:
        odd.write_text("x")
    except OSError:
        pytest.skip("this disk takes no such names")
    (tmp_path / "a" / "b.csv").write_text(lines)
    summary = score_archive(tmp_path / "a", tmp_path / "out", make_plan())
    assert summary.rows == 1
    assert "not written in UTF-8; rename it" in str(summary.faults[0])
