"""`overtrick rank`, `board`, `card`, `rescore`, `check` and `explain` from the outside."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli
from overtrick.cli.rank import reading_options

METHODS = ["matchpoints", "ascherman", "cross-imps", "butler", "total-points"]


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(item) for item in arguments])


def _table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_ranking(folder: Path) -> None:
    done = _run("rank", folder / "tuesday.csv")
    assert done.exit_code == 0
    assert "Tuesday Pairs" in done.stdout
    assert "61.39" in done.stdout
    assert "8=" in done.stdout
    assert done.stderr.startswith("242 records found, 242 taken")


def test_ranking_json_has_the_shape_of_the_interface(folder: Path) -> None:
    done = _run("rank", folder / "tuesday.csv", "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert list(found) == ["event", "ranking", "boards", "problems"]
    assert {"name", "method", "conditions"} <= set(found["event"])
    first = found["ranking"][0]
    wanted = {"place": 1, "tied": False, "section": "A", "direction": "NS", "contestant": "3", "boards": 22}
    wanted |= {"total": "270.10", "available": "440", "percent": "61.39", "exact": "2701/4400"}
    assert {key: first[key] for key in wanted} == wanted
    assert len(first["names"]) == 2
    line = found["boards"][0]["lines"][0]
    assert {"ns", "ew", "contract", "declarer", "tricks", "points", "ns_result", "ew_result"} <= set(line)
    assert {"matchpoints", "percent", "exact"} == set(line["ns_result"])
    assert {"section", "board", "lines"} <= set(found["boards"][0])


@pytest.mark.parametrize("method", ["butler", "cross-imps"])
def test_imp_methods_have_imps_and_vps_in_json(method: str, plain: Path) -> None:
    found = json.loads(_run("rank", plain, "--method", method, "--json").stdout)
    assert found["event"]["method"] == method
    row, side = found["ranking"][0], found["boards"][0]["lines"][0]["ns_result"]
    assert {"imps", "vps"} <= set(row)
    assert {"imps", "vps"} <= set(side)
    assert not {"matchpoints", "percent"} & (set(row) | set(side))
    assert row["direction"] is None


def test_ranking_csv(folder: Path) -> None:
    done = _run("rank", folder / "tuesday.csv", "--csv")
    rows = _table(done.stdout)
    assert len(rows) == 22
    assert (rows[0]["contestant"], rows[0]["percent"]) == ("3", "61.39")


def test_several_files_are_sessions_of_one_event(folder: Path) -> None:
    found = json.loads(_run("rank", folder / "tuesday.csv", folder / "tuesday.csv", "--json").stdout)
    assert found["ranking"][0]["boards"] == 44
    assert {board["session"] for board in found["boards"]} == {"1", "2"}


def test_site(folder: Path) -> None:
    done = _run("rank", folder / "tuesday.csv", "--html", folder / "site")
    assert done.exit_code == 0
    assert (folder / "site" / "index.html").exists()
    assert "pages written" in done.stderr


def test_settings_reach_the_result(folder: Path, tmp_path: Path) -> None:
    conditions = tmp_path / "club.toml"
    conditions.write_text('matchpoint-scale = "1-½-0"\n', encoding="utf-8")
    for given in (["--set", "matchpoint-scale=1-½-0"], ["--conditions", str(conditions)], ["--preset", "acbl"]):
        found = json.loads(_run("rank", folder / "tuesday.csv", "--json", *given).stdout)
        assert found["event"]["conditions"]["matchpoint-scale"] == "1-½-0"
        assert found["ranking"][0]["available"] == "220"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "command",
    [["rank"], ["board", "1"], ["card", "3"], ["rescore"], ["check"], ["explain", "--pair", "3", "--board", "1"]],
)
def test_every_byte_is_ascii_where_names_are(command: list[str], method: str, plain: Path) -> None:
    name, *rest = command
    done = _run(name, plain, *rest, "--method", method, "--ascii")
    assert done.exit_code in (0, 1), done.output
    assert done.stdout
    assert done.stdout.isascii(), [line for line in done.stdout.splitlines() if not line.isascii()]


@pytest.mark.parametrize("command", [["rank"], ["board", "7"], ["card", "NS 3"], ["explain", "--pair", "NS 3"]])
def test_russian(command: list[str], folder: Path) -> None:
    name, *rest = command
    done = _run("--lang", "ru", name, folder / "tuesday.csv", *rest)
    assert done.exit_code == 0
    assert done.stdout == _run(name, folder / "tuesday.csv", *rest, "--lang", "ru").stdout


def _session(path: Path, *rows: str) -> Path:
    path.write_text("board,ns,ew,contract\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_refused_records_are_findings(tmp_path: Path) -> None:
    path = _session(tmp_path / "some.csv", "1,1,2,9S N =", "1,3,4,3NT N =", "1,5,6,3NT N +1")
    for command in ("rank", "check"):
        done = _run(command, path)
        assert done.exit_code == 1
        assert "1 refused" in done.stderr + done.stdout
        assert "line 2" in done.stderr + done.stdout
    done = _run("rank", path, "--json")
    assert done.exit_code == 1
    assert any(
        item["where"] == "line 2" and item["severity"] == "error" for item in json.loads(done.stdout)["problems"]
    )
    assert "line 2" in done.stderr


def test_a_warning_is_a_finding_and_a_note_is_not(tmp_path: Path) -> None:
    path = tmp_path / "stated.csv"
    path.write_text("board,ns,ew,contract,score\n1,1,2,4S N =,620\n1,3,4,4S N =,420\n", encoding="utf-8")
    found = json.loads(_run("check", path, "--json").stdout)
    assert [item["severity"] for item in found["problems"]].count("warning") == 1
    assert _run("rank", path).exit_code == 1
    assert "problem in the data" in _run("board", path, "1").stderr
    fine = _session(tmp_path / "fine.csv", "1,1,2,4S N =", "1,3,4,4S N =")
    assert _run("rank", fine).exit_code == 0
    assert {item["severity"] for item in json.loads(_run("check", fine, "--json").stdout)["problems"]} <= {"note"}


@pytest.mark.parametrize("rows", [[], ["1,1,2,9S N =", "2,1,2,nonsense"]])
def test_nothing_usable_is_bad_input(rows: list[str], tmp_path: Path) -> None:
    path = _session(tmp_path / "none.csv", *rows)
    for command in (["rank"], ["check"], ["board", "1"], ["card", "1"], ["explain", "--pair", "1"]):
        done = _run(command[0], path, *command[1:])
        assert done.exit_code == 3, command
        assert "no result that can be used" in done.stderr
        assert f"{len(rows)} refused" in done.stderr
    done = _run("rank", path, "--json")
    assert done.exit_code == 3
    found = json.loads(done.stdout)
    assert found["ranking"] == found["boards"] == []
    assert len(found["problems"]) == len(rows)


def test_board_marks_the_own_result(folder: Path) -> None:
    page = _run("board", folder / "tuesday.csv", "7", "--own", "NS 3", "--ascii")
    assert page.exit_code == 0
    assert page.stdout.count(">") >= 1
    assert any(line.split()[:3] == [">", "3", "13"] for line in page.stdout.replace("|", " ").splitlines())
    found = json.loads(_run("board", folder / "tuesday.csv", "7", "--own", "EW 13", "--json").stdout)
    assert [line["ns"] for line in found[0]["lines"] if line["own"]] == ["3"]
    missing = _run("board", folder / "tuesday.csv", "1", "--own", "EW 14")
    assert missing.exit_code == 0
    assert ">" in missing.stdout or "no result on board 1" in missing.stderr or "►" in missing.stdout
    assert _run("board", folder / "tuesday.csv", "7", "--own", "99").exit_code == 3


def test_board(folder: Path) -> None:
    found: list[dict[str, Any]] = json.loads(_run("board", folder / "tuesday.csv", "7", "--json").stdout)
    assert found[0]["board"] == 7
    assert len(_table(_run("board", folder / "tuesday.csv", "7", "--csv").stdout)) == len(found[0]["lines"]) == 11
    assert _run("board", folder / "tuesday.csv", "7", "--section", "a").exit_code == 0
    for wrong, code in (
        (["99"], 3),
        (["0"], 2),
        (["x"], 2),
        (["7", "--section", "Z"], 3),
        (["7", "--json", "--csv"], 2),
    ):
        assert _run("board", folder / "tuesday.csv", *wrong).exit_code == code


def test_card(folder: Path) -> None:
    page = _run("card", folder / "tuesday.csv", "NS 3")
    assert page.exit_code == 0
    assert "61.39" in page.stdout
    found = json.loads(_run("card", folder / "tuesday.csv", "NS 3", "--json").stdout)
    rows = _table(_run("card", folder / "tuesday.csv", "NS 3", "--csv").stdout)
    assert len(rows) == len(found["lines"]) == 22
    assert rows[0]["result_matchpoints"] == found["lines"][0]["result"]["matchpoints"]
    assert "result" not in rows[0]
    assert _run("card", folder / "tuesday.csv", "99").exit_code == 3


def test_rescore_names_both_columns(folder: Path) -> None:
    page = _run("rescore", folder / "tuesday.csv", "--law", "1975")
    assert page.exit_code == 0
    assert "Before: Matchpoints, Laws of Duplicate Bridge 2017" in page.stdout
    assert "After: Matchpoints, Laws of Duplicate Contract Bridge 1975" in page.stdout
    found = json.loads(_run("rescore", folder / "tuesday.csv", "--method", "butler", "--json").stdout)
    assert [found[key]["event"]["method"] for key in ("before", "after")] == ["matchpoints", "butler"]
    rows = _table(_run("rescore", folder / "tuesday.csv", "--method", "butler", "--csv").stdout)
    assert len(rows) == 22
    assert all(int(row["moved"]) == int(row["place_before"]) - int(row["place_after"]) for row in rows)
    for wrong in ([], ["--law", "1066"], ["--method", "guess"], ["--law", "1975", "--json", "--csv"]):
        assert _run("rescore", folder / "tuesday.csv", *wrong).exit_code == 2


def test_explain(folder: Path) -> None:
    page = _run("explain", folder / "tuesday.csv", "--board", "7", "--pair", "NS 3")
    assert page.exit_code == 0
    assert "630" in page.stdout
    steps = json.loads(_run("explain", folder / "tuesday.csv", "--pair", "NS 3", "--json").stdout)
    assert {"title", "lines", "rule"} == set(steps[0])
    assert _run("explain", folder / "tuesday.csv").exit_code == 2
    assert _run("explain", folder / "tuesday.csv", "--pair", "NS 3", "--board", "99").exit_code == 3


def test_reading_options_are_on_every_reader() -> None:
    assert reading_options.__doc__
    for name in ("rank", "board", "card", "rescore", "check", "explain"):
        page = _run(name, "--help").stdout
        for option in ("--method", "--set", "--preset", "--conditions", "--encoding", "--format", "--letters"):
            assert option in page
