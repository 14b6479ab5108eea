"""Bad input: one clear line, the right exit code, never a traceback, nothing half done."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overtrick.cli.main import cli

READERS = [["rank"], ["board", "1"], ["card", "1"], ["rescore", "--method", "butler"], ["check"]]
READERS += [["explain", "--pair", "1"]]


def _run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(item) for item in arguments])


def _bomb() -> bytes:
    entities = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{entities}]>'
    return f'{head}<USEBIO Version="1.2"><CLUB><CLUB_NAME>&j;</CLUB_NAME></CLUB></USEBIO>'.encode()


BAD_FILES = {
    "empty": b"",
    "blank": b" \n\n",
    "binary": bytes(range(256)) * 8,
    "prose": b"Dear all,\nthe results are below.\n",
    "bomb": _bomb(),
    "broken-xml": b"<USEBIO><EVENT>",
    "entity-from-the-net": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO>&a;</USEBIO>',
    "half-utf-16": "board,ns,ew,contract\n".encode("utf-16-le")[:-1],
    "no-contract-column": b"board,ns,ew\n1,1,2\n",
}


@pytest.mark.parametrize("kind", BAD_FILES)
@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_bad_files(command: list[str], kind: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.dat"
    path.write_bytes(BAD_FILES[kind])
    begun = time.perf_counter()
    done = _run(command[0], path, *command[1:])
    assert time.perf_counter() - begun < 5
    assert done.exit_code == 3, done.output
    assert "bad.dat" in done.stderr
    assert "root:" not in done.output


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_no_such_file_and_a_directory(command: list[str], tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path, tmp_path / "none" / "none.csv"):
        done = _run(command[0], path, *command[1:])
        assert (done.exit_code, done.stdout) == (3, "")
        assert done.stderr.count("\n") == 1
        assert str(path) in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo") or os.getuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(folder: Path) -> None:
    (folder / "tuesday.csv").chmod(0)
    done = _run("rank", folder / "tuesday.csv")
    assert (done.exit_code, done.stdout) == (3, "")


WRONG = [
    (["--set", "colour=red"], "matchpoint-scale"),
    (["--set", "neuberg"], "NAME=VALUE"),
    (["--set", "winners=7"], "winners"),
    (["--set", "average-plus=170"], "average"),
    (["--set", "law=1066"], "duplicate-2017"),
    (["--preset", "mars"], "acbl"),
    (["--method", "guess"], "cross-imps"),
    (["--format", "word"], "usebio, "),
    (["--encoding", "klingon"], "cp1251"),
    (["--encoding", "hex"], "utf-8"),
    (["--letters", "xx"], "en, ru"),
    (["--number", "both"], "odd"),
]


@pytest.mark.parametrize(("arguments", "known"), WRONG)
@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_an_unknown_key_is_refused_with_the_list_of_known_ones(
    command: list[str], arguments: list[str], known: str, folder: Path
) -> None:
    done = _run(command[0], folder / "tuesday.csv", *command[1:], *arguments)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert known in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("text", ["= broken", 'preset = "mars"', "[table]\nx = 1", "colour = 3", "\xff"])
def test_bad_conditions(text: str, folder: Path) -> None:
    path = folder / "bad.toml"
    path.write_bytes(text.encode("latin-1"))
    done = _run("rank", folder / "tuesday.csv", "--conditions", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "bad.toml" in done.stderr
    assert done.stderr.count("\n") == 1
    assert _run("rank", folder / "tuesday.csv", "--conditions", folder / "none.toml").exit_code == 2


def test_a_stated_code_page_that_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_bytes("board,ns,ew,contract,remark\n1,1,2,4S N =,Ж\n1,3,4,4S N =,Łódź\n".encode("cp1251", "replace"))
    assert _run("rank", path, "--encoding", "cp1251").exit_code == 0
    refused = _run("rank", path, "--encoding", "ascii")
    assert refused.exit_code == 3
    assert "line 2" in refused.stderr


def test_a_place_for_the_site_that_is_a_file(folder: Path) -> None:
    done = _run("rank", folder / "tuesday.csv", "--html", folder / "tuesday.csv")
    assert done.exit_code == 3
    assert "directory" in done.stderr


def test_json_and_csv_exclude_one_another(folder: Path) -> None:
    for command in READERS[:5]:
        assert _run(command[0], folder / "tuesday.csv", *command[1:], "--json", "--csv").exit_code == 2


def test_what_a_file_quotes_cannot_drive_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "escape.csv"
    rows = ["1,1,2,4S\x1b[31mQ", "1,3\x1b[2J,4,3NT N =", "1,5,6,3NT N =", "1,5,6,3NT N ="]
    path.write_text("board,ns,ew,contract\n" + "\n".join(rows) + "\n", encoding="utf-8")
    for command in (*READERS[:2], *READERS[3:5], ["card", "9"]):
        done = _run(command[0], path, *command[1:])
        assert done.exit_code in (0, 1, 3)
        assert "\x1b" not in done.output


def test_very_many_problems_are_counted_and_not_all_told(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("board,ns,ew,contract\n1,1,2,4S N =\n" + "1,3,4,9S N =\n" * 500, encoding="utf-8")
    done = _run("rank", path)
    assert done.exit_code == 1
    assert 100 < done.stderr.count("\n") < 110
    assert "more; overtrick check" in done.stderr
    assert _run("check", path).stdout.count("9S N =") == 500


def test_a_file_far_too_large_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.xml"
    with path.open("wb") as file:
        file.write(b"<USEBIO>")
        file.truncate(1 << 30)
    begun = time.perf_counter()
    done = _run("rank", path)
    assert time.perf_counter() - begun < 5
    assert (done.exit_code, done.stdout) == (3, "")
    assert "bytes" in done.stderr
