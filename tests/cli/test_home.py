"""`overtrick rubber` and `overtrick chicago` from the outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli

SIX = "2NT S =+1\n4H W =\n5C W -2\n4SX S +1\n3C N +1\n6D E = hon E 150\n"


def _run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(arguments), input=typed)


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "friday.txt"
    path.write_text(SIX, encoding="utf-8")
    return str(path)


def test_paper(sheet: str) -> None:
    done = _run("rubber", sheet, "--ascii")
    assert done.exit_code == 0
    assert done.stdout.isascii()
    assert "They win 9 from We (difference 870)" in done.stdout


def test_json(sheet: str) -> None:
    found = json.loads(_run("rubber", sheet, "--json").stdout)
    assert found["totals"] == {"we": 770, "they": 1640}
    assert found["settlement"]["points"] == "-9"
    assert found["games"] == {"we": 1, "they": 2}
    wheels = json.loads(_run("chicago", sheet, "--set", "wheels=any", "--json").stdout)
    assert wheels["next"]["wheel"] == 2
    assert len(wheels["wheels"]) == 2


def test_law_and_settings(sheet: str) -> None:
    found = json.loads(_run("rubber", sheet, "--law", "1935", "--set", "honours=no", "--json").stdout)
    assert found["totals"] == {"we": 720, "they": 1490}
    assert found["settings"] == {"honours": "no"}


def test_why(sheet: str) -> None:
    assert "1 × 100 for overtricks, doubled" in _run("rubber", sheet, "--why", "6").stdout
    assert _run("rubber", sheet, "--why", "60").exit_code == 3


def test_pictures(sheet: str, tmp_path: Path) -> None:
    svg, page = tmp_path / "s.svg", tmp_path / "s.html"
    assert _run("rubber", sheet, "--svg", str(svg), "--html", str(page), "--panels").exit_code == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert "<svg" in page.read_text(encoding="utf-8")


def test_faults_in_words(sheet: str, tmp_path: Path) -> None:
    assert _run("chicago", sheet).exit_code == 3
    assert _run("rubber", sheet, "--law", "1890").exit_code == 2
    assert _run("rubber", sheet, "--set", "hour=1").exit_code == 2
    assert _run("rubber", sheet, "--set", "hour").exit_code == 2
    broken = tmp_path / "broken.txt"
    broken.write_text("2H We =\n9S We =\n", encoding="utf-8")
    done = _run("rubber", str(broken))
    assert done.exit_code == 3
    assert "line 2" in done.stderr
    broken.write_bytes(b"\xff\xfe\x00")
    assert _run("rubber", str(broken)).exit_code == 3
    assert _run("rubber", str(tmp_path / "none.txt")).exit_code == 3


def test_ledger(tmp_path: Path) -> None:
    sheet, book = tmp_path / "friday.txt", tmp_path / "ledger.json"
    sheet.write_text("date: 2026-11-27\nplayers: Ann, Bob, Cid, Dot\nstake: 0.5 EUR\n" + SIX, encoding="utf-8")
    for _turn in range(2):  # entered once, however often
        done = _run("rubber", str(sheet), "--ledger", str(book))
        assert done.exit_code == 0
        assert done.stdout.splitlines()[0].split() == ["Bob", "9", "4.5", "EUR"]
    book.write_text("{}", encoding="utf-8")
    assert _run("rubber", str(sheet), "--ledger", str(book)).exit_code == 3


def test_ledger_without_a_sheet_and_joined(tmp_path: Path) -> None:
    sheet, one, two = tmp_path / "friday.txt", tmp_path / "one.json", tmp_path / "two.json"
    sheet.write_text("date: 2026-11-27\nplayers: Ann, Bob, Cid, Dot\n3NT We =\n", encoding="utf-8")
    assert _run("rubber", str(sheet), "--ledger", str(one)).exit_code == 0
    assert _run("chicago", str(sheet), "--ledger", str(two)).exit_code == 0
    done = _run("rubber", "--ledger", str(one), "--join", str(two), "--json")
    assert json.loads(done.stdout)["Ann"] == {"points": "8", "money": "8"}
    assert _run("rubber", "--join", str(two)).exit_code == 2
    assert _run("rubber", "--ledger", str(tmp_path / "new.json")).exit_code == 0


def test_seats(tmp_path: Path) -> None:
    sheet, book = tmp_path / "friday.txt", tmp_path / "one.json"
    sheet.write_text("date: 2026-11-27\nplayers: A, B, C, D\n3NT We =\n", encoding="utf-8")
    assert _run("rubber", str(sheet), "--ledger", str(book)).exit_code == 0
    done = _run("rubber", "--seats", "cutting", "--players", "A,B,C,D,E,F", "--ledger", str(book))
    assert "E, F, A, B" in done.stdout
    assert len(_run("chicago", "--seats", "pivot", "--players", "A,B,C,D,E").stdout.splitlines()) == 5
    assert _run("chicago", "--seats", "set", "--players", "A,B,C,D").stdout == "1. N A, E B, S C, W D\n"
    assert _run("chicago", "--seats", "pivot", "--players", "A,B").exit_code == 3
    assert _run("chicago", "--seats", "pivot").exit_code == 2


def test_settings_listed() -> None:
    assert "rubber-in-two=law" in _run("rubber", "--settings").stdout
    assert "pass-out=redeal" in _run("chicago", "--settings").stdout


def test_prompt_edits_and_saves(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    typed = f"2H We =\n9S We =\n3NT They =\nedit 1 4S We =\nundo\nredo\nwhy 1\nhonours 1 N 100\nsave {kept}\nquit\n"
    done = _run("rubber", typed=typed)
    assert done.exit_code == 0
    assert kept.read_text(encoding="utf-8") == "form: rubber\n\n1. 4S We = hon N 100\n2. 3NT They =\n"
    assert "120 to We, below the line" in done.stdout
    again = json.loads(_run("rubber", str(kept), "--json").stdout)
    assert again["totals"] == {"we": 220, "they": 100}


def test_prompt_keeps_the_sheet_when_a_deal_is_refused() -> None:
    done = _run(
        "chicago", typed="3NT N =\nnonsense\n4S N = hon N 7\nremove 5\nwhy 77\nedit x\ninsert 1 pass\nquit\nquit\n"
    )
    assert done.exit_code == 0
    assert "We win 4 from They (difference 400)" in done.stdout
    assert "not saved" in done.stderr


def test_prompt_loads(sheet: str) -> None:
    done = _run("rubber", typed=f"load {sheet}\nremove 6\nload nowhere.txt\nload\nundo\nsheet\nquit\nquit\n")
    assert done.exit_code == 0
    assert "They win 9 from We" in done.stdout


def test_prompt_ends_with_the_input() -> None:
    assert _run("rubber", typed="2H We =\nstop").exit_code == 0


@pytest.mark.parametrize(
    ("form", "deals", "told"),
    [
        ("rubber", "8S N =", "level 8 does not exist"),
        ("rubber", "4S N +4", "4S goes from -10 to +3"),
        ("rubber", "4S N = hon N 100 hon S 100", "cannot both be true"),
        ("rubber", "4S N = hon N 150\nhonours deal 1: E 100", "cannot both be true"),
        ("rubber", "3NT N = hon N 150 hon E 150", "only one hand can hold all four aces"),
        ("rubber", "3NT N = hon N 100", "four aces in one hand, 150 points"),
        ("rubber", "4S N = hon N 120", "honours of 120 do not exist"),
        ("rubber", "pass hon N 100", "no trumps and no honours"),
        ("rubber", "4S N = hon E 100 cards N:AKQJ.432.432.432 - - -", "cards"),
        ("rubber", "3NT N = game We game We", "two are claimed"),
        ("rubber", "3NT N = game We\n2H S = game We", "We completed no game"),
        ("rubber", "2S N = game They", "They completed no game"),
        ("rubber", "3NT N =\n3NT N =\n2H E =", "the rubber ended with deal 2"),
        ("rubber", "honours deal 1: N 100", "there is no deal 1"),
        ("rubber", "2. 3NT N =", "it is deal 1 of the sheet"),
        ("chicago", "3NT N =\n3NT E =\n2H W =\n1NT S =\n2H N =", "the wheel has 4 deals"),
        ("chicago", "set wheels: 0\n3NT N =", "wheels cannot be '0'"),
    ],
)
def test_what_cannot_be_is_refused_in_words(form: str, deals: str, told: str) -> None:
    done = _run(form, "-", typed=deals + "\n")
    assert done.exit_code in (2, 3)
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("form", "refused"),
    [
        ("rubber", "8S N ="),
        ("rubber", "4S N = hon N 100 hon S 100"),
        ("rubber", "2D W = game We game We"),
        ("rubber", "2D W = game They"),
        ("rubber", "edit 7 2D W ="),
        ("rubber", "honours 1 N 150 hon E 100"),
        ("rubber", "load no-such-file.txt"),
        ("rubber", "save no/such/folder.txt"),
        ("chicago", "insert 2 3NT N +9"),
        ("chicago", "why nine"),
    ],
)
def test_the_sheet_so_far_is_safe(form: str, refused: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    done = _run(form, typed=f"2H We =\n3S They -1\n{refused}\nsave {kept}\nquit\n")
    assert done.exit_code == 0
    assert kept.read_text(encoding="utf-8").endswith("\n1. 2H We =\n2. 3S They -1\n")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("last", ["", "edit 1", "edit 1\n", "undo\nredo", "quit"])
def test_input_that_ends_early_loses_nothing(last: str) -> None:
    done = _run("rubber", typed=f"2H We =\n{last}")
    assert done.exit_code == 0
    assert "We win 2 from They" in done.stdout
    assert done.stderr.endswith("form: rubber\n\n1. 2H We =\n")


def _interactive(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from overtrick.cli.main import cli; cli()", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_ctrl_c_loses_nothing() -> None:
    with _interactive("rubber") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"2H We =\n")
        running.stdin.flush()
        seen = b""
        while b"deal 2, " not in seen:
            seen += running.stdout.read(1)
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        rest, told = running.communicate(timeout=20)
    assert running.returncode == 0
    assert b"We win 2 from They" in rest
    assert told.endswith(b"1. 2H We =\n")


def test_bytes_that_are_no_text() -> None:
    with _interactive("chicago") as running:
        rest, told = running.communicate(b"2H We =\n\xff\xfe\n", timeout=20)
    assert running.returncode == 0
    assert b"Traceback" not in told
    assert b"60" in rest


def test_stop_is_taken_back() -> None:
    done = _run("rubber", typed="2H We =\nstop\nundo\nstop\n3NT We =\nquit\nquit\n")
    last = done.stdout.rsplit("Rubber bridge", 1)[1]
    assert "We win 5 from They (difference 460)" in last  # 60, 100, and 300 for the only game; no part-score is left
    assert "unfinished:" not in last


def test_save_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("2H We =\n", encoding="utf-8")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = _run("rubber", typed=f"3NT They =\nsave {kept}\nquit\nquit\n")
    assert done.exit_code == 0
    assert "No space left" in done.stderr
    assert kept.read_text(encoding="utf-8") == "2H We =\n"
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.parametrize("form", ["rubber", "chicago"])
def test_help_speaks_russian_and_shows_an_example(form: str) -> None:
    assert f"Example: overtrick {form} " in _run(form, "--help").stdout
    assert _run(form, "--lang", "ru", "--help").exit_code == 0
