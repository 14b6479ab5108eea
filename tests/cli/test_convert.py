"""`convert` and `audit` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli

DEMO = Path(__file__).resolve().parents[2] / "src" / "overtrick" / "data" / "demo" / "tuesday.csv"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.mark.parametrize("name", ["out.json", "out.csv"])
def test_nothing_is_lost_on_the_way(tmp_path: Path, name: str) -> None:
    done = run("convert", DEMO, tmp_path / name)
    assert (done.exit_code, done.stdout) == (0, "")
    assert f"{name}: " in done.stderr
    first, second = (json.loads(run("rank", path, "--json").stdout) for path in (DEMO, tmp_path / name))
    assert first["ranking"] == second["ranking"]


def test_what_is_lost_is_told_and_changes_the_exit_code(tmp_path: Path) -> None:
    done = run("convert", DEMO, tmp_path / "out.lin")
    assert done.exit_code == 1
    assert "lin: warning: not held: " in done.stderr
    assert (tmp_path / "out.lin").is_file()


def test_conditions_are_kept_with_the_event(tmp_path: Path) -> None:
    run("convert", DEMO, tmp_path / "a.json", "--set", "uneven=none", "--method", "cross-imps")
    event = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert (event["settings"], event["method"]) == ({"uneven": "none"}, "cross-imps")
    ranking = json.loads(run("rank", tmp_path / "a.json", "--json").stdout)
    assert ranking["event"]["method"] == "cross-imps"
    assert ranking["event"]["conditions"]["uneven"] == "none"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((DEMO, "out.doc"), 2, "does not tell the format"),
        ((DEMO, "out.x", "--to", "jfr"), 2, "is read, and not written"),
        ((DEMO, "out.x", "--to", "nothing"), 2, "no format 'nothing'"),
        ((DEMO, "out.csv", "--edition", "9"), 2, "no edition '9'"),
        (("absent.csv", "out.json"), 3, "no such file"),
        ((DEMO, "nowhere/out.json"), 3, "cannot be written"),
        ((DEMO, "out.dlm"), 3, "all its cards"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, words: tuple[object, ...], code: int, said: str) -> None:
    source, out, *rest = words
    done = run("convert", source, tmp_path / str(out), *rest)
    assert (done.exit_code, "Traceback" in done.output) == (code, False)
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_stands_where_the_new_one_cannot_be_made(tmp_path: Path) -> None:
    out = tmp_path / "out.dlm"
    out.write_bytes(b"old")
    assert run("convert", DEMO, out).exit_code == 3
    assert out.read_bytes() == b"old"


def test_an_audit_in_three_forms(folder: Path) -> None:
    path = folder / "published.csv"
    assert "numbers that the file states follow" in run("audit", path).stdout
    told = json.loads(run("audit", path, "--json").stdout)
    assert told["stated"] == told["right"] == sum(one["of"] for one in told["counts"].values())
    assert run("audit", path, "--csv").stdout.splitlines() == ["kind,where,what,stated,found,reason,text"]


def test_an_audit_tells_what_was_altered(folder: Path) -> None:
    path = folder / "published.csv"
    path.write_text(path.read_text("utf-8").replace("4S N =,2,0", "4S N =,1,0"), "utf-8")
    done = run("audit", path, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["stated"] - told["right"]) == (1, 1)
    assert [(one["kind"], one["reason"]) for one in told["findings"]] == [("line", "edited-line")]
    assert told["findings"][0]["where"] == "line 2"


def test_nothing_to_audit() -> None:
    done = run("audit", DEMO)
    assert (done.exit_code, done.stdout) == (3, "")
    assert "states no result of its own" in done.stderr


def games(count: int) -> str:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    played = f'[Deal "{deal}"]\n[Declarer "N"]\n[Contract "7S"]\n[Result "13"]\n[Mood "high"]\n'
    return "".join(f'[Event "Old"]\n[Board "{at}"]\n{played}\n' for at in range(1, count + 1))


def test_pbn_written_as_pbn_keeps_what_nobody_knows(tmp_path: Path) -> None:
    source = tmp_path / "a.pbn"
    source.write_text("% PBN 2.1\n; by hand\n" + games(2), "utf-8")
    assert run("convert", source, tmp_path / "b.pbn").exit_code == 0
    assert (tmp_path / "b.pbn").read_text("utf-8") == source.read_text("utf-8")


def test_a_file_larger_than_can_be_held_goes_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "a.pbn"
    source.write_text(games(2500), "utf-8")
    whole = run("convert", source, tmp_path / "whole.lin")
    for module in ("overtrick.cli.convert", "overtrick.cli.check"):
        monkeypatch.setattr(f"{module}.LARGEST", 1000)
    parts = run("convert", source, tmp_path / "parts.lin")
    assert (whole.exit_code, parts.exit_code) == (1, 1), parts.stderr  # for the tag Mood, which LIN has not
    assert whole.stderr.count("lost in other formats: Mood (2500)") == 1
    assert "2500 boards, 2500 results" in parts.stderr
    first, second = (json.loads(run("check", tmp_path / name, "--json").stdout) for name in ("whole.lin", "parts.lin"))
    assert first["taken"] == second["taken"] == 2500
    refused = run("convert", source, tmp_path / "parts.csv")
    assert (refused.exit_code, (tmp_path / "parts.csv").exists()) == (3, False)
    assert "part by part" in refused.stderr
    done = run("check", source)
    assert "2500 records found, 2500 taken" in done.stdout


def test_a_large_pbn_file_is_written_again_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "a.pbn"
    source.write_text("% PBN 2.1\n; by hand\n" + games(30), "utf-8")
    monkeypatch.setattr("overtrick.cli.convert.LARGEST", 1000)
    assert run("convert", source, tmp_path / "b.pbn").exit_code == 0
    assert (tmp_path / "b.pbn").read_text("utf-8") == source.read_text("utf-8")


def test_a_format_that_holds_no_result_writes_nothing(tmp_path: Path) -> None:
    source = tmp_path / "scores.csv"
    source.write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n", "utf-8")
    done = run("convert", source, tmp_path / "out.lin")
    assert (done.exit_code, (tmp_path / "out.lin").exists()) == (3, False)
    assert "none of the 2 results" in done.stderr
