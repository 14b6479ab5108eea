"""`overtrick bulk` at the command line."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pa = pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("numpy")

import pyarrow.parquet as pq  # noqa: E402

import overtrick  # noqa: E402
from archive_files import many_rows, write_csv, write_parquet  # noqa: E402
from overtrick.cli.main import cli  # noqa: E402

DEMO = Path(__file__).resolve().parents[2] / "src" / "overtrick" / "data" / "demo" / "tuesday.csv"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["bulk", *(str(word) for word in words)])


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return write_parquet(many_rows(7), tmp_path / "archive.parquet")


def test_the_summary_tells_what_came_of_it(archive: Path, tmp_path: Path) -> None:
    done = run(archive, "-o", tmp_path / "out", "--method", "cross-imps", "--also", "matchpoints")
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"{len(many_rows(7))} results" in done.stdout
    assert pq.read_schema(tmp_path / "out" / "results" / "part-00000.parquet").names[-4:] == [
        "expected", "mp_ns", "mp_ew", "ximp_ns",
    ]  # fmt: skip
    again = run(archive, "-o", tmp_path / "out", "--method", "cross-imps", "--also", "matchpoints")
    assert "1 of 1 parts were done before" in again.stdout


def test_json(archive: Path, tmp_path: Path) -> None:
    told = json.loads(run(archive, "-o", tmp_path / "out", "--json", "--set", "sections=across").stdout)
    assert (told["rows"], told["refused"], told["faults"]) == (len(many_rows(7)), {}, [])


def test_refused_rows_change_the_exit_code(tmp_path: Path) -> None:
    rows = many_rows(7)
    rows[0] |= {"board": None}
    done = run(write_csv(rows, tmp_path / "a.csv"), "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert "refused: 1, " in done.stdout
    assert "refused.parquet" in done.stdout
    assert pq.read_table(tmp_path / "out" / "refused.parquet")["row"].to_pylist() == [0]


def test_files_that_are_no_tables_are_named(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    row = {"event": [1], "board": [1], "ns": [1], "ew": [2], "contract": ["3NT"], "declarer": ["N"], "tricks": [9]}
    pq.write_table(pa.table(row), tmp_path / "in" / "a.parquet")
    (tmp_path / "in" / "tuesday.pbn").write_text("")
    done = run(tmp_path / "in", "-o", tmp_path / "out")
    assert done.exit_code == 0
    assert done.stderr == "1 file is no table and was passed over: tuesday.pbn\n"
    assert done.stdout.startswith("1 event, 1 board, 1 result, 2 contestants\n")


def test_rows_none_of_which_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("event,board,ns,ew,contract,declarer,tricks\n1,1,1,2,9S,N,9\n")
    done = run(tmp_path / "a.csv", "-o", tmp_path / "out")
    assert done.exit_code == 3
    assert "none of the rows could be used: this is not a contract (1)" in done.stderr
    assert (tmp_path / "out" / "refused.parquet").exists()


@pytest.mark.usefixtures("archive")
def test_a_corrupt_file_is_named_and_changes_the_exit_code(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"PAR1" + bytes(50))
    done = run(tmp_path, "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert done.stderr.startswith("bad.parquet: the file cannot be read")
    assert f"{len(many_rows(7))} results" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["absent.parquet", "-o", "out"], 3, "no such file"),
        (["archive.parquet"], 2, "-o DIR"),
        (["archive.parquet", "-o", "out", "--method", "nothing"], 2, "nothing"),
        (["archive.parquet", "-o", "out", "--set", "ties=count-back"], 2, "ties"),
        (["archive.parquet", "-o", "out", "--engine", "local", "--cluster", "x:1"], 2, "takes no cluster"),
        (["bad.parquet", "-o", "out"], 3, "bad.parquet: the file cannot be read"),
        (["archive.parquet", "--explain", "1/2"], 3, "is not EVENT/BOARD/PAIR"),
        (["archive.parquet", "--explain", "77/2/1"], 3, "no event 77"),
        (["archive.parquet", "--explain", "1/99/A NS 1"], 3, "99"),
    ],
)
def test_what_cannot_be_is_told(archive: Path, tmp_path: Path, words: list[str], code: int, said: str) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"no")
    known = {"archive.parquet": archive, "bad.parquet": tmp_path / "bad.parquet", "out": tmp_path / "out"}
    done = run(*(known.get(word, word) for word in words))
    assert (done.exit_code, said in done.stderr, "Traceback" in done.output) == (code, True, False), done.stderr


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps", "butler"])
@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_any_number_is_explained_by_the_core(tmp_path: Path, method: str, form: str) -> None:
    rows = many_rows(7)
    source = (write_csv if form == "csv" else write_parquet)(rows, tmp_path / f"a.{form}")
    row = next(one for one in rows if one["contract"] and one["event"] == 5)
    pair = f"{row['section']} NS {row['ns']}"
    done = run(source, "--explain", f"5/{row['board']}/{pair}", "--method", method, "--json")
    if done.exit_code == 3:  # one field, in which a contestant has no direction
        done = run(source, "--explain", f"5/{row['board']}/{row['section']} {row['ns']}", "--method", method, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["same"]) == (0, True)
    assert told["core"] == told["bulk"]
    assert len(told["core"]) >= 3
    assert told["steps"]


def test_files_of_other_formats_become_an_archive_first(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "tuesday.csv").write_bytes(DEMO.read_bytes())
    (folder / "letter.txt").write_text("Dear all")
    done = run(folder, "-o", tmp_path / "out", "--json")
    assert done.exit_code == 1
    assert "letter.txt" in done.stderr
    assert "2 files, 242 rows taken, 1 file not read" in done.stderr
    ranking = json.loads(CliRunner().invoke(cli, ["rank", str(DEMO), "--json"]).stdout)["ranking"]
    totals = pq.read_table(tmp_path / "out" / "totals" / "part-00000.parquet").to_pylist()
    assert [(row["direction"], row["contestant"], row["place"]) for row in totals] == [
        (place["direction"], place["contestant"], place["place"]) for place in ranking
    ]


def test_the_method_of_the_files_is_taken(tmp_path: Path) -> None:
    event = overtrick.load(DEMO).event
    overtrick.dump(replace(event, method="butler"), tmp_path / "a.json")
    done = run(tmp_path / "a.json", "-o", tmp_path / "out", "--json")
    assert json.loads(done.stdout)["method"] == "butler"
    assert "conditions, as the files say: method=butler" in done.stderr
    asked = run(tmp_path / "a.json", "-o", tmp_path / "two", "--json", "--method", "cross-imps")
    assert json.loads(asked.stdout)["method"] == "cross-imps"


def test_files_that_want_different_methods_are_not_scored_by_one(tmp_path: Path) -> None:
    event = overtrick.load(DEMO).event
    folder = tmp_path / "in"
    folder.mkdir()
    for method in ("butler", "cross-imps"):
        overtrick.dump(replace(event, method=method), folder / f"{method}.json")
    done = run(folder, "-o", tmp_path / "out")
    assert done.exit_code == 2
    assert "method=butler (1), method=cross-imps (1)" in done.stderr
    assert run(folder, "-o", tmp_path / "out", "--method", "butler").exit_code == 0


def test_files_without_results(tmp_path: Path) -> None:
    (tmp_path / "a.pbn").write_text(
        '% PBN 2.1\n[Board "1"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
    )
    done = run(tmp_path / "a.pbn", "-o", tmp_path / "out")
    assert done.exit_code == 3
    assert "there is no result in these files" in done.stderr


@pytest.mark.parametrize("option", [("--letters", "ru"), ("--number", "odd"), ("--event", "1"), ("--format", "pbn")])
def test_how_other_formats_are_read_is_not_for_archives(archive: Path, tmp_path: Path, option: tuple[str, str]) -> None:
    done = run(archive, "-o", tmp_path / "out", *option)
    assert done.exit_code == 2
    assert f"{option[0]} is for files of other formats" in done.stderr


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_results_inside_the_folder_of_files_are_not_files_of_results(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    shutil.copy(DEMO, folder / "day.csv")
    for _again in range(2):
        done = run(folder, "-o", folder / "scored", "--to", ending)
        assert (done.exit_code, "1 file, 242 rows taken" in done.stderr) == (0, True)


def test_a_number_of_a_file_of_another_format_is_explained_without_a_folder(tmp_path: Path) -> None:
    done = run(DEMO, "--explain", "tuesday.csv/1/NS 1")
    assert done.exit_code == 0
    assert "The bulk engine gives the same" in done.stdout
    refused = run(DEMO, "--explain", "tuesday.csv/1/NS 1", "-o", tmp_path / "out")
    assert refused.exit_code == 2
    assert "takes no -o" in refused.stderr
