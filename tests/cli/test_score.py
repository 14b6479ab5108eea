"""`overtrick score` and `overtrick which` from the outside."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


# Scores to North-South: Laws of Duplicate Bridge 2017, Law 77; of 1975 and 1987 for the old ones.
SCORES = [
    (["4SX N +1", "--vul", "NS"], "+990"),
    (["4SX", "N", "+1", "--vul", "ns"], "+990"),
    (["4S N -1"], "-50"),
    (["4S", "N", "-1"], "-50"),
    (["4S E ="], "-420"),
    (["4S N =", "--board", "2"], "+620"),
    (["pass"], "0"),
    (["7SX N -9", "--vul", "EW", "--law", "1975"], "-1700"),
    (["7SX N -9", "--law", "duplicate-2017"], "-2300"),
    (["7SX-9", "--law", "1975,1987"], "duplicate-1975: -1700\nduplicate-1987: -2300"),
    (["4SX+1"], "+690"),
    (["4SX+1", "--vul", "both"], "+990"),
    (["3NT N 9"], "+400"),
    (["1NT N 3", "--number", "odd"], "+150"),
]


@pytest.mark.parametrize(("arguments", "printed"), SCORES)
def test_scores(arguments: list[str], printed: str) -> None:
    done = _run("score", *arguments)
    assert (done.exit_code, done.stdout.strip(), done.stderr) == (0, printed, "")


@pytest.mark.parametrize("side", ["NS", "EW"])
def test_without_a_declarer_one_vulnerable_side_is_not_enough(side: str) -> None:
    done = _run("score", "4SX+1", "--vul", side)
    assert done.exit_code == 3
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert side in done.stderr
    assert "declar" in done.stderr


def test_json() -> None:
    found = json.loads(_run("score", "4SX N +1", "--vul", "NS", "--json").stdout)
    assert (found["ns"], found["ew"], found["law"], found["vulnerability"]) == (990, -990, "duplicate-2017", "NS")
    assert sum(item["points"] for item in found["items"]) == 990
    assert all(item["law"] for item in found["items"])
    several = json.loads(_run("score", "7SX N -9", "--law", "1975,1987", "--json").stdout)
    assert [one["ns"] for one in several] == [-1700, -2300]
    nobody = json.loads(_run("score", "4SX+1", "--json").stdout)
    assert (nobody["ns"], nobody["declarer"]) == (None, 690)


def test_explained() -> None:
    words = _run("score", "4SX N +1", "--vul", "NS", "--explain").stdout
    assert "990" in words
    assert words.count("Law 77") >= 4
    plain = _run("score", "4SX N +1", "--vul", "NS", "--explain", "--ascii").stdout
    assert plain.isascii()
    assert "990" in plain
    several = _run("score", "7SX N -9", "--explain", "--law", "1975,1987", "--ascii").stdout
    assert several.isascii()
    assert "duplicate-1975 - Laws" in several
    russian = _run("score", "4SX N +1", "--vul", "NS", "--explain", "--lang", "ru")
    assert russian.exit_code == 0
    assert "990" in russian.stdout


# What is refused, with the exit code: 2 for a wrong option, 3 for a result that cannot be.
REFUSED = [
    (["8S N ="], 3, "level"),
    (["4S N +4"], 3, "13 tricks"),
    (["rubbish"], 3, "result"),
    ([""], 3, "result"),
    (["A60"], 3, "award"),
    (["4S N =", "--law", "1066"], 2, "duplicate-2017"),
    (["4S N =", "--law", ","], 2, "--law"),
    (["4S N =", "--vul", "some"], 2, "none, NS, EW or both"),
    (["4S N =", "--vul", "NS", "--board", "3"], 2, "--board"),
    (["4S N =", "--board", "0"], 2, "--board"),
    (["4S N =", "--letters", "xx"], 2, "ru"),
    (["4S N =", "--nonsense"], 2, "--nonsense"),
    ([], 2, "RESULT"),
]


@pytest.mark.parametrize(("arguments", "code", "word"), REFUSED)
def test_refused(arguments: list[str], code: int, word: str) -> None:
    done = _run("score", *arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_which() -> None:
    done = _run("which", "980")
    assert done.exit_code == 0
    assert "6S= not vulnerable" in done.stdout.splitlines()
    rows = json.loads(_run("which", "980", "--json").stdout)
    assert rows[-1] == {"result": "6S=", "contract": "6S", "tricks": 12, "vulnerable": False, "points": 980}
    table = list(csv.DictReader(io.StringIO(_run("which", "980", "--csv").stdout)))
    assert [row["result"] for row in table] == [row["result"] for row in rows]
    assert {row["vulnerable"] for row in table} == {"yes", "no"}
    assert json.loads(_run("which", "0", "--json").stdout)[0]["contract"] == "Pass"
    assert _run("which", "-50").exit_code == 0


def test_which_finds_nothing() -> None:
    done = _run("which", "10", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == []
    assert "10" in done.stderr
    assert _run("which", "many").exit_code == 2
    assert _run("which", "980", "--law", "1066").exit_code == 2
    assert _run("which", "980", "--json", "--csv").exit_code == 2
    assert _run("which", "980", "--csv", "--json").exit_code == 2
