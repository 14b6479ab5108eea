"""The front door: help, languages, exit codes, pipes, and that no traceback reaches a user."""

from __future__ import annotations

import gettext
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import overtrick
from overtrick import i18n
from overtrick.cli.main import COMMANDS, cli


def _run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), env=environment)


def _real(
    *arguments: str, folder: Path | None = None, script: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """A process of its own: `python -m overtrick`, or a script."""
    program = ["-c", script] if script else ["-m", "overtrick"]
    return subprocess.run(
        [sys.executable, *program, *arguments],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **environment},
        timeout=60,
    )


@pytest.mark.parametrize("command", [[], *([name] for name in sorted(COMMANDS))])
def test_help_ends_with_an_example_that_runs(command: list[str], folder: Path) -> None:
    page = _run(*command, "--help")
    assert page.exit_code == 0
    before, mark, example = page.stdout.rpartition("Example: ")
    assert mark, page.stdout
    assert "Options:" in before
    line = " ".join(example.split())
    assert "overtrick " in line
    shim = folder / "bin"
    shim.mkdir()
    program = shim / "overtrick"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m overtrick "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PATH": f"{shim}{os.pathsep}{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or done.stderr  # what `convert` has to show is a file; it tells so on standard error
    assert "Traceback" not in done.stderr


def test_every_command_is_listed_with_a_word_on_it() -> None:
    page = _run("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name}\s+\S", page, re.MULTILINE), name


def test_python_dash_m_is_the_same() -> None:
    done = _real("score", "4SX N +1", "--vul", "NS")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"+990", b"")
    assert _real("--version").stdout.strip().endswith(overtrick.__version__.encode())


@pytest.mark.parametrize(("typed", "near"), [("scor", "score"), ("rnak", "rank"), ("Explain", "explain")])
def test_an_unknown_command_suggests_near_ones(typed: str, near: str) -> None:
    done = _run(typed)
    assert done.exit_code == 2
    assert "did you mean" in done.stderr
    assert near in done.stderr


def test_a_command_like_no_other_gets_the_list() -> None:
    done = _run("zzzzzz")
    assert done.exit_code == 2
    assert all(name in done.stderr for name in COMMANDS)


class Marked(gettext.NullTranslations):
    """A catalogue in which every text is translated: so that tests do not wait for the translator."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"


def test_help_speaks_the_language_wherever_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", lambda key: Marked() if key == "ru" else gettext.NullTranslations())
    english = _run("rank", "--help").stdout
    spoken = [
        _run("rank", "--help", "--lang", "ru").stdout,
        _run("--lang", "ru", "rank", "--help").stdout,
        _run("rank", "--lang=ru", "--help").stdout,
        _run("rank", "--help", OVERTRICK_LANG="ru").stdout,
    ]
    assert len(set(spoken)) == 1
    assert spoken[0] != english
    for page in (spoken[0], _run("--help", "--lang", "ru").stdout):
        assert page.startswith("«Usage: »")
        assert {"«Options»:", "«Language"} <= set(page.split())
        assert "this message and exit.»" in page
    assert _run("rank", "--help").stdout == english


def test_the_command_line_outdoes_the_environment() -> None:
    words = _run("score", "4S N =", "--explain", "--lang", "en", OVERTRICK_LANG="ru").stdout
    assert words.isascii() or "North" in words
    assert _run("score", "4S N =", OVERTRICK_LANG="xx").exit_code == 2
    assert _run("score", "4S N =", "--lang", "xx").exit_code == 2


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_fault_of_our_own_is_one_line(debug: str) -> None:
    script = (
        "import overtrick.score.deal as room\n"
        "def broken(*a, **k): raise KeyError('lost\\nkey')\n"
        "room.deal_score = broken\n"
        "from overtrick.cli.main import main\n"
        "main()\n"
    )
    done = _real("score", "4S N =", script=script, OVERTRICK_DEBUG=debug)
    assert (b"Traceback" in done.stderr) is bool(debug)
    if not debug:
        assert done.returncode == 70
        assert done.stdout == b""
        assert done.stderr.count(b"\n") == 1
        assert b"OVERTRICK_DEBUG=1" in done.stderr


def test_score_starts_without_what_it_does_not_need() -> None:
    script = (
        "import sys\n"
        "from overtrick.cli.main import cli\n"
        "try:\n    cli(sys.argv[1:])\n"
        "except SystemExit:\n    print(*sys.modules)\n"
    )
    for arguments in (["score", "4SX N +1"], ["score", "7SX-9", "--law", "1975,1987"], ["which", "980"]):
        loaded = _real(*arguments, script=script).stdout.decode().split()
        assert "overtrick.score.deal" in loaded
        rooms = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("overtrick.")}
        assert rooms & {"overtrick.formats", "overtrick.report", "overtrick.desk", "overtrick.scorer"} == set()
        assert "rich" not in loaded


def test_help_of_score_loads_no_report() -> None:
    script = "import sys, overtrick.cli.score; print(*sys.modules)"
    loaded = set(_real(script=script).stdout.decode().split())
    assert loaded & {"rich", "overtrick.report", "overtrick.formats", "json", "csv"} <= {"json", "csv"}


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_goes_away_is_no_fault(folder: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "overtrick", "rank", "tuesday.csv", "--json"],
        cwd=folder,
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(write)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is wanted")
def test_a_full_disk_is_told(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "overtrick", "rank", "tuesday.csv"],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 3
    assert b"space" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["rank tuesday.csv", "score 4S N =", "rubber -", "rubber"])
def test_closed_streams_are_no_fault(closed: str, command: str, folder: Path) -> None:
    line = f'"{sys.executable}" -m overtrick {command} {closed}'
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


def test_a_narrow_code_page_gets_ascii_and_json_loses_nothing(folder: Path) -> None:
    import json

    plain = _real("board", "tuesday.csv", "7", folder=folder, PYTHONIOENCODING="ascii")
    assert plain.returncode == 0
    assert b"+---" in plain.stdout
    assert b"?" not in plain.stdout
    found = json.loads(_real("rank", "tuesday.csv", "--json", folder=folder, PYTHONIOENCODING="ascii").stdout)
    assert any("Ольга Верещук" in row["names"] for row in found["ranking"])


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colour_only_for_a_terminal_that_has_it(environment: dict[str, str], coloured: bool, folder: Path) -> None:
    import pty

    seen = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "overtrick", "board", "tuesday.csv", "7"],
        cwd=folder,
        env={**seen, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8", **environment},
        stdout=follower,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(follower)
        output = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not part:
                break
            output += part
        assert process.wait(60) == 0
    os.close(leader)
    assert (b"\x1b[" in output) is coloured
    assert max(len(re.sub("\x1b\\[[0-9;]*m", "", line)) for line in output.decode().splitlines()) <= 100


def test_no_colour_in_a_pipe(folder: Path) -> None:
    assert b"\x1b" not in _real("board", "tuesday.csv", "7", folder=folder, TERM="xterm").stdout


def test_an_interruption_is_no_fault() -> None:
    script = (
        "import overtrick.score.deal as room\n"
        "def stopped(*a, **k): raise KeyboardInterrupt\n"
        "room.deal_score = stopped\n"
        "from overtrick.cli.main import main\n"
        "main()\n"
    )
    done = _real("score", "4S N =", script=script)
    assert (done.returncode, done.stdout) == (130, b"")
    assert done.stderr.count(b"\n") == 1
