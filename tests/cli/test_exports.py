"""`rank --usebio` and `--pbn` read back to the same ranking; `list laws --diff`; `conform --trap`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.cli.main import cli

DEMO = Path(__file__).resolve().parents[2] / "src" / "overtrick" / "data" / "demo" / "tuesday.csv"
TRAP = DEMO.parents[1] / "trap" / "expected.json"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, list(words))
    return result.exit_code, result.stdout


def ranking(path: Path) -> list[tuple[int, str | None, str, str]]:
    _code, text = run("rank", str(path), "--json")
    rows = json.loads(text)["ranking"]
    return [(row["place"], row["direction"], row["contestant"], row["exact"]) for row in rows]


@pytest.mark.parametrize(("option", "name"), [("--usebio", "out.xml"), ("--pbn", "out.pbn")])
def test_what_is_written_reads_back_to_the_same_ranking(tmp_path: Path, option: str, name: str) -> None:
    out = tmp_path / name
    code, _text = run("rank", str(DEMO), option, str(out))
    assert code == 0
    assert sorted(ranking(out), key=str) == sorted(ranking(DEMO), key=str)


def test_only_what_changed_between_two_codes() -> None:
    _code, text = run("list", "laws", "--diff", "1975,1987", "--json")
    assert [row["key"] for row in json.loads(text)] == ["insult-redoubled", "down-doubled"]


def test_two_codes_alike() -> None:
    assert run("list", "laws", "--diff", "1997,2017") == (0, "")


@pytest.mark.parametrize("words", [("laws", "--diff", "1975"), ("scales", "--diff", "a,b")])
def test_a_diff_wants_two_codes(words: tuple[str, ...]) -> None:
    assert run("list", *words)[0] == 2


def test_another_scorer_is_certified(tmp_path: Path) -> None:
    assert run("conform", "--trap", str(TRAP))[0] == 0
    answer = json.loads(TRAP.read_text(encoding="utf-8"))
    answer["ranking"][0]["place"] = 99
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(answer), encoding="utf-8")
    code, text = run("conform", "--trap", str(wrong))
    assert (code, bool(text)) == (1, True)
