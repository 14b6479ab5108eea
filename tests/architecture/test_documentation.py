"""What the documentation shows is true: every command and every piece of Python on its pages runs."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import overtrick
from club_files import DEALS
from overtrick.cli.main import cli
from overtrick.formats.format import dump
from overtrick.model.conditions import Conditions
from overtrick.score.home.ledger import Ledger

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
DEMO = Path(overtrick.__file__).parent / "data" / "demo" / "tuesday.csv"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Files that a page speaks of and that are nowhere shown.
ABSENT = {"session.xml"}


def _blocks(language: str) -> list[tuple[str, str]]:
    return [
        (page.name, body)
        for page in PAGES
        for found, body in BLOCK.findall(page.read_text("utf-8"))
        if found == language
    ]


def _commands() -> list[tuple[str, str]]:
    lines = [
        (page, line.partition("  #")[0].removeprefix("$ ")) for page, body in _blocks("") for line in body.splitlines()
    ]
    return sorted({(page, line) for page, line in lines if "overtrick " in line and not ABSENT & {*line.split()}})


def _run(line: str) -> Result:
    """Run a line as a shell would: `overtrick ...`, or `printf '...' | overtrick ...`."""
    said, bar, line = line.rpartition(" | ")
    typed = shlex.split(said)[1].replace("\\n", "\n") if bar else None
    words = shlex.split(line)
    assert words[0] == "overtrick"
    return CliRunner().invoke(cli, words[1:], input=typed)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of."""
    for name in ("monday.csv", "tuesday.csv"):
        shutil.copy(DEMO, tmp_path / name)
    tables = [(page, body) for page, body in _blocks("csv") if page in ("compare-two-cards.md", "add-a-scale.md")]
    scale, ours, theirs = (body for _page, body in sorted(tables, key=lambda item: item[0]))
    for name, body in (("ours.csv", ours), ("theirs.csv", theirs), ("teams.csv", ours + theirs.partition("\n")[2])):
        (tmp_path / name).write_text(body, "utf-8")
    (tmp_path / "scale.csv").write_text(scale, "utf-8")
    (tmp_path / "scale.toml").write_text(dict(_blocks("toml"))["add-a-scale.md"], "utf-8")
    shutil.copy(DEMO.parents[1] / "trap" / "expected.json", tmp_path / "answer.json")
    (tmp_path / "club.toml").write_text(dict(_blocks("toml"))["choose-conditions.md"], "utf-8")
    (tmp_path / "cases.json").write_text(dict(_blocks("json"))["test-another-scorer.md"], "utf-8")
    (tmp_path / "friday.txt").write_text(dict(_blocks("text"))["rubber.md"], "utf-8")
    (tmp_path / "published.csv").write_text(dict(_blocks("csv"))["audit-a-result.md"], "utf-8")
    (tmp_path / "archive.csv").write_text(dict(_blocks("csv"))["score-an-archive.md"], "utf-8")
    (tmp_path / "deals.pbn").write_text(DEALS, "utf-8")
    shutil.copy(ROOT / "examples" / "spade_tables.txt", tmp_path)
    dump(overtrick.load(DEMO).event, tmp_path / "tuesday.json")
    (tmp_path / "theirs.json").write_text(Ledger().to_json(), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(("page", "line"), _commands())
def test_command_on_a_page_runs(page: str, line: str) -> None:
    done = _run(line)
    assert done.exit_code == 0, f"{page}: {line}\n{done.output}"


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("page", sorted({page for page, _ in _blocks("python")}))
def test_python_on_a_page_runs(page: str) -> None:
    code = "\n".join(body for name, body in _blocks("python") if name == page)
    exec(compile(code, page, "exec"), {})


def _examples() -> list[str]:
    names = cli.list_commands(click.Context(cli))
    return names or pytest.fail("no commands")


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("name", _examples())
def test_help_ends_with_an_example_that_runs(name: str) -> None:
    helped = CliRunner().invoke(cli, [name, "--help"])
    assert helped.exit_code == 0
    line = " ".join(helped.output.rstrip().rpartition("Example: ")[2].split())
    assert "overtrick " in line, helped.output
    done = _run(line)
    assert done.exit_code == 0, f"{line}\n{done.output}"


def test_every_setting_says_what_it_does_and_who_says_so() -> None:
    for item in fields(Conditions):
        assert item.metadata["help"], item.name
        assert item.metadata["cite"], item.name


def test_glossary_is_in_order() -> None:
    terms = re.findall(r"^([^\n:#<].*)\n:   ", (DOCS / "reference" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    assert terms == sorted(terms, key=str.casefold)
    assert len(terms) > 25
