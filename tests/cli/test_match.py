"""`overtrick match` and `overtrick conform` from the outside."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from click.testing import CliRunner, Result

from overtrick.cli.main import cli


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(item) for item in arguments])


def test_match(folder: Path) -> None:
    cards = (folder / "ours.csv", folder / "theirs.csv")
    # +420 and +50 are 470: 10 IMPs; -100 and -600 are -700: 12 to them, -110 and +140 are 30: 1 (Law 78B).
    done = _run("match", *cards, "--scale", "wbf-continuous")
    assert done.exit_code == 0, done.output
    assert "victory points (wbf-continuous)" in done.stdout
    found = json.loads(_run("match", *cards, "--json").stdout)
    assert [row["imps"] for row in found["boards"]] == ["10", "-12", "1"]
    assert found["imps"] == {"ours": "-1", "theirs": "1"}
    rows = list(csv.DictReader(io.StringIO(_run("match", *cards, "--csv").stdout)))
    assert [row["imps"] for row in rows] == ["10", "-12", "1"]
    assert _run("match", *cards, "--ascii").stdout.isascii()


def test_clashes_are_findings_and_come_first(folder: Path) -> None:
    short = folder / "short.csv"
    short.write_text("board,ns,ew,contract\n1,Them2,Us2,4S N -1\n", encoding="utf-8")
    done = _run("match", folder / "ours.csv", short)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1].split()[0] == "2"
    assert "only one table" in done.stdout


def test_match_refuses(folder: Path) -> None:
    cards = (folder / "ours.csv", folder / "theirs.csv")
    assert _run("match", *cards, "--scale", "mars").exit_code == 2
    assert _run("match", *cards, "--law", "1066").exit_code == 2
    assert _run("match", folder / "ours.csv", folder / "none.csv").exit_code == 3
    assert _run("match", folder / "ours.csv").exit_code == 2
    assert _run("match", *cards, "--json", "--csv").exit_code == 2


def test_conform(folder: Path) -> None:
    done = _run("conform", folder / "cases.json")
    assert done.exit_code == 0
    assert "1 cases: 1 right, 0 differ" in done.stdout
    assert json.loads(_run("conform", folder / "cases.json", "--answers").stdout) == {"a": [4, 2, 0]}


def test_conform_counts_what_differs_and_what_is_not_supported(folder: Path) -> None:
    path = folder / "more.json"
    cases = [
        {"id": "wrong", "rule": "mp", "input": {"scores": [1, 2]}, "expected": [9, 9]},
        {"id": "odd", "rule": "no-such-rule", "input": {}, "expected": 1},
        {"id": "refused", "rule": "mp", "input": {}, "expected": {"error": "any"}},
    ]
    path.write_text(json.dumps(cases), encoding="utf-8")
    done = _run("conform", path)
    assert done.exit_code == 1
    assert "wrong (mp): expected [9, 9]" in done.stdout
    assert "no-such-rule" in done.stdout
    assert "3 cases: 1 right, 1 differ, 1 not supported" in done.stdout
    answers = json.loads(_run("conform", path, "--answers").stdout)
    assert answers["odd"] == {"error": "not supported yet"}
    assert "error" in answers["refused"]


def test_conform_refuses(folder: Path) -> None:
    path = folder / "bad.json"
    for content in (b"", b"{}", b"[1]", b"[{}]", b"\xff\xfe", b"[" * 100_000, b"[" + b"1" * 6000 + b"]"):
        path.write_bytes(content)
        done = _run("conform", path)
        assert (done.exit_code, done.stdout) == (3, ""), content[:20]
        assert "bad.json" in done.stderr
        assert done.stderr.count("\n") == 1
    assert _run("conform", folder / "none.json").exit_code == 3
    assert _run("conform", folder).exit_code == 3
    assert _run("conform").exit_code == 2
