"""`overtrick check` and `overtrick par` from the outside."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli
from overtrick.desk.checks import RULES

needs_endplay = pytest.mark.skipif(find_spec("endplay") is None, reason="endplay is not installed")

# A deal of our own; the tricks are those of endplay.
DEAL = "N:K753.KT7.975.432 Q2.4.KJT642.AQ97 AT8.AQJ932.AQ8.6 J964.865.3.KJT85"
TRICKS = "89a6489a643427932279"


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(item) for item in arguments])


def _session(path: Path, *rows: str, header: str = "board,ns,ew,contract") -> Path:
    path.write_text(header + "\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def fine(tmp_path: Path) -> Path:
    return _session(tmp_path / "fine.csv", "1,1,2,4S N =", "1,3,4,4S N =")


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """Nothing but what only a table would be asked about."""
    return _session(tmp_path / "asked.csv", "1,1,2,4SXX N =", "1,3,4,4S N =", "10,1,2,6S N -3", "10,3,4,6S N -2")


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A record that cannot be read, a score that cannot be, one that is not that of its contract, and a redouble."""
    rows = ("9,1,2,9S N =,", "1,1,2,,15", "2,1,2,4S N =,-620", "10,1,2,1SXX N =,", "1,3,4,4S N =,420")
    return _session(tmp_path / "wrong.csv", *rows, header="board,ns,ew,contract,score")


def _deals(path: Path, *boards: str) -> Path:
    path.write_text("% PBN 2.1\n" + "\n".join(boards), encoding="utf-8")
    return path


def _board(number: int, tricks: str = "", deal: str = DEAL) -> str:
    tags = [f'[Board "{number}"]', '[Dealer "N"]', '[Vulnerable "None"]', f'[Deal "{deal}"]']
    return "\n".join([*tags, f'[DoubleDummyTricks "{tricks}"]' if tricks else "", ""])


# One file.


def test_the_demonstration_session(folder: Path) -> None:
    done = _run("check", folder / "tuesday.csv")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "242 records found, 242 taken, 0 refused" in done.stdout
    found = json.loads(_run("check", folder / "tuesday.csv", "--json").stdout)
    assert (found["format"], found["found"], found["refused"]) == ("csv", 242, 0)
    assert [item["level"] for item in found["problems"]] == ["check"] * 3 + ["ask"] * 4
    assert _run("check", folder / "tuesday.csv", "--level", "refuse").exit_code == 0
    quiet = [part for rule in ("lonely-score", "close-finish") for part in ("--ignore", rule)]
    assert _run("check", folder / "tuesday.csv", *quiet).exit_code == 0


def test_nothing_to_say(fine: Path) -> None:
    done = _run("check", fine)
    assert done.exit_code == 0
    assert done.stdout.startswith("csv, utf-8: 2 records found, 2 taken, 0 refused, 0 guessed\n")
    assert {item["severity"] for item in json.loads(_run("check", fine, "--json").stdout)["problems"]} <= {"note"}


def test_what_a_table_is_asked_changes_no_exit_code(asked: Path) -> None:
    done = _run("check", asked)
    assert done.exit_code == 0
    assert "board 1: 4SXX N = was redoubled [ask the table: redoubled]" in done.stdout
    assert "line 4: warning: board 10: 6S N -3 is a slam that failed by 3 tricks" in done.stdout


def test_worst_first_with_level_and_rule(wrong: Path) -> None:
    done = _run("check", wrong, "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)["problems"]
    assert [set(item) for item in found] == [{"where", "severity", "text", "level", "rule"}] * len(found)
    told = [(item["where"], item["severity"], item["level"], item["rule"]) for item in found]
    assert told[:4] == [
        ("line 3", "error", "refuse", "impossible-score"),
        ("line 2", "error", "", ""),
        ("line 4", "warning", "check", "stated-score"),
        ("line 5", "warning", "ask", "redoubled"),
    ]
    assert {severity for _where, severity, _level, _rule in told[4:]} == {"note"}
    assert "it has the sign of the other side" in found[2]["text"]
    lines = _run("check", wrong).stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[1:5]] == ["line 3", "line 2", "line 4", "line 5"]


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        (["--level", "ask"], {"impossible-score", "stated-score", "redoubled"}),
        (["--level", "check"], {"impossible-score", "stated-score"}),
        (["--level", "refuse"], {"impossible-score"}),
        (["--ignore", "impossible-score", "--ignore", "stated-score"], {"redoubled"}),
    ],
)
def test_levels_and_rules_left_out(given: list[str], rules: set[str], wrong: Path) -> None:
    done = _run("check", wrong, "--json", *given)
    assert done.exit_code == 1  # a record was refused, whatever is listed
    assert {item["rule"] for item in json.loads(done.stdout)["problems"]} - {""} == rules


def test_wrong_usage(fine: Path) -> None:
    for given in (["--level", "loud"], ["--ignore", "no-such-rule"], ["--json", "--csv"]):
        done = _run("check", fine, *given)
        assert done.exit_code == 2, given
        assert done.stdout == ""
    assert "close-finish" in _run("check", fine, "--ignore", "no-such-rule").stderr
    assert _run("check").exit_code == 2


def test_csv(wrong: Path, fine: Path) -> None:
    rows = list(csv.reader(io.StringIO(_run("check", wrong, "--csv").stdout)))
    assert rows[0] == ["where", "severity", "text", "level", "rule"]
    assert rows[1][-2:] == ["refuse", "impossible-score"]
    several = list(csv.reader(io.StringIO(_run("check", wrong, fine, "--csv").stdout)))
    assert several[0] == ["file", *rows[0]]
    assert [row[1:] for row in several[1:] if row[0] == str(wrong)] == rows[1:]


def test_rules_are_told() -> None:
    done = _run("check", "--rules")
    assert done.exit_code == 0
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == list(RULES)


# Several files.


def test_several_files_and_the_worst_exit_code(fine: Path, asked: Path, wrong: Path, tmp_path: Path) -> None:
    prose = tmp_path / "prose.txt"
    prose.write_text("Dear all,\nthe results are below.\n", encoding="utf-8")
    absent = tmp_path / "absent.csv"
    empty = _session(tmp_path / "empty.csv")
    for files, code in (
        ((fine, asked), 0),
        ((fine, wrong), 1),
        ((wrong, prose), 3),
        ((fine, absent), 3),
        ((fine, empty), 3),
    ):
        assert _run("check", *files).exit_code == code, files
    done = _run("check", fine, prose, wrong, absent, empty, asked)
    text = done.stdout
    places = [text.index(f"{path}\n") for path in (fine, prose, wrong, absent, empty, asked)]
    assert places == sorted(places)
    assert text.count("\ncannot be used: ") == 3
    assert "cannot be used: there is no such file" in text
    assert "files: 6, in order: 2, with problems: 1, that cannot be used: 3" in text.splitlines()[-1]
    assert text.count("errors: 2, warnings: 1, to ask the table: 1, notes:") == 1


def test_several_files_as_json(fine: Path, wrong: Path, tmp_path: Path) -> None:
    absent = tmp_path / "absent.csv"
    found: list[dict[str, Any]] = json.loads(_run("check", fine, wrong, absent, "--json").stdout)
    assert [item["file"] for item in found] == [str(fine), str(wrong), str(absent)]
    assert [item["error"] for item in found] == ["", "", "there is no such file"]
    alone = json.loads(_run("check", wrong, "--json").stdout)
    assert {key: value for key, value in found[1].items() if key not in ("file", "error")} == alone
    assert list(alone) == ["format", "encoding", "found", "taken", "refused", "guessed", "problems"]


def test_the_same_bytes_for_the_same_files(fine: Path, wrong: Path) -> None:
    """Also where the order of sets differs from run to run."""
    seen = set()
    for seed in ("1", "2", "3"):
        done = subprocess.run(
            [sys.executable, "-m", "overtrick", "check", str(wrong), str(fine)],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=60,
        )
        seen.add(done.stdout)
    assert len(seen) == 1


# Double dummy.


@needs_endplay
def test_dd_finds_what_the_file_does_not_tell(tmp_path: Path) -> None:
    played = ['[Event "Club"]', '[North "A"]', '[East "B"]', '[South "C"]', '[West "D"]', '[Board "1"]', '[Dealer "N"]']
    played += ['[Vulnerable "None"]', f'[Deal "{DEAL}"]', '[Declarer "W"]', '[Contract "1S"]', '[Result "6"]', ""]
    path = _deals(tmp_path / "played.pbn", "\n".join(played))
    assert "double-dummy" not in _run("check", path).stdout
    done = _run("check", path, "--dd")
    assert done.exit_code == 1
    assert "board 1: 1S W -1 is 6 tricks; double dummy it is 2 [for the director: double-dummy]" in done.stdout


def test_without_endplay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    known, rough = _board(1, TRICKS), _board(2, "9ab7c9ab7c1111111111")
    path = _deals(tmp_path / "deals.pbn", known, rough, _board(3))
    done = _run("par", path)
    assert (done.exit_code, done.stdout) == (3, "")
    assert 'pip install "overtrick[dd]"' in done.stderr
    assert _run("par", path, "--board", "1").exit_code == 0
    done = _run("par", path, "--board", "2")
    assert done.exit_code == 0
    assert "only where a contract makes" in done.stdout
    assert "overtrick[dd]" in done.stderr


def test_par_of_the_tricks_in_the_file(tmp_path: Path) -> None:
    path = _deals(tmp_path / "deals.pbn", _board(1, TRICKS))
    done = _run("par", path, "--ascii")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "board 1, dealer N, vulnerable: none",
        "     NT   S   H   D   C",
        "  N   8   9  10   6   4",
        "  S   8   9  10   6   4",
        "  E   3   4   2   7   9",
        "  W   3   2   2   7   9",
        "par +300: 3DX E -2, 3DX W -2, 5CX E -2, 5CX W -2",
    ]
    (found,) = json.loads(_run("par", path, "--json").stdout)
    assert (found["board"], found["par"], found["source"]) == (1, 300, "file")
    assert found["contracts"] == ["3DX E -2", "3DX W -2", "5CX E -2", "5CX W -2"]
    assert found["tricks"]["W"] == {"NT": 3, "S": 2, "H": 2, "D": 7, "C": 9}
    (row,) = csv.DictReader(io.StringIO(_run("par", path, "--csv").stdout))
    assert (row["par"], row["contracts"], row["E_C"]) == ("300", "3DX E -2, 3DX W -2, 5CX E -2, 5CX W -2", "9")


@needs_endplay
def test_par_that_is_worked_out(tmp_path: Path) -> None:
    path = _deals(tmp_path / "deals.pbn", _board(1), _board(2, deal="N:- - - -"), _board(3, TRICKS))
    found = json.loads(_run("par", path, "--json").stdout)
    assert [(item["board"], item["source"], item["par"]) for item in found] == [(1, "computed", 300), (3, "file", 300)]
    assert found[0]["tricks"] == found[1]["tricks"]


def test_par_needs_deals(folder: Path, tmp_path: Path) -> None:
    done = _run("par", folder / "tuesday.csv")
    assert (done.exit_code, done.stdout) == (3, "")
    assert "no whole deal" in done.stderr
    path = _deals(tmp_path / "deals.pbn", _board(1, TRICKS))
    assert _run("par", path, "--board", "9").exit_code == 3
    assert _run("par", path, "--board", "0").exit_code == 2
