"""`overtrick rubber` and `overtrick chicago` from the outside."""

from __future__ import annotations

import json
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
