"""The pages about files say what the code does: every member, every reason and every output that they show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import overtrick
from overtrick.cli.main import cli
from overtrick.formats.event_json_write import dumps_event
from overtrick.formats.format import FORMATS, loads

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
HOME = Path(overtrick.__file__).parent
DEMO = HOME / "data" / "demo" / "tuesday.csv"
EVENT_FILE = (DOCS / "reference" / "event-file.md").read_text("utf-8")
AUDIT = (DOCS / "how-to" / "audit-a-result.md").read_text("utf-8")


def _blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def _members(value: Any) -> Iterator[str]:
    """The names of all members within a JSON value; those of `settings` are names of conditions."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            if name != "settings":
                yield from _members(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _members(inner)


def _asked() -> set[str]:
    """The members that the reader asks for."""
    source = (HOME / "formats" / "event_json.py").read_text("utf-8")
    found = re.findall(r'\.(?:text|whole|number|one_of|items|member)\("(\w+)"', source)
    return {*found, *re.findall(r'self\.each\(fields, "(\w+)"', source)}


def test_the_examples_are_read_without_a_problem_and_written_as_an_equal_event() -> None:
    for text in _blocks(EVENT_FILE, "json"):
        reading = loads(text.encode())
        assert (reading.format, reading.problems, reading.counts.refused) == ("event", (), 0)
        assert reading.counts.taken > 0
        assert loads(dumps_event(reading.event).encode()).event == reading.event


def test_every_member_is_in_a_table_and_in_an_example() -> None:
    asked = _asked()
    assert len(asked) > 40
    shown = {name for text in _blocks(EVENT_FILE, "json") for name in _members(json.loads(text))}
    assert shown == asked
    tables = "\n".join(line for line in EVENT_FILE.splitlines() if line.startswith("|"))
    assert asked - set(re.findall(r"`(\w+)`", tables)) == set()


def test_every_kind_of_result_is_in_the_table() -> None:
    source = (HOME / "formats" / "event_json.py").read_text("utf-8")
    kinds = {
        *re.findall(r'case "([a-z-]+)":', source),
        *re.findall(r'^    "([a-z-]+)": \w+\(\),$', source, re.MULTILINE),
    }
    table = EVENT_FILE.partition("## Result\n")[2].partition("\n## ")[0]
    assert len(kinds) == 9
    assert kinds <= set(re.findall(r"`([a-z-]+)`", table))


def test_every_reason_of_an_audit_is_in_the_table() -> None:
    sources = [
        (HOME / "desk" / f"{name}.py").read_text("utf-8")
        for name in ("audit", "board_reasons", "total_groups", "total_reasons")
    ]
    reasons = {key for source in sources for key in re.findall(r'Reason\(\s*"([a-z-]+)"', source)}
    assert len(reasons) > 10
    rows = [line.partition("|")[2].partition("|")[0] for line in AUDIT.splitlines() if line.startswith("| `")]
    assert {key for row in rows for key in re.findall(r"`([a-z-]+)`", row)} == reasons


@pytest.mark.parametrize(
    ("output", "changes"),
    [
        (0, ()),
        (1, (("Ugo Neri,64.58", "Ugo Neri,66.58"), ("5D E +1,4,0", "5D E +1,3,1"))),
    ],
)
def test_the_audits_on_the_page_come_out_as_shown(
    tmp_path: Path, output: int, changes: tuple[tuple[str, str], ...]
) -> None:
    [text] = _blocks(AUDIT, "csv")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "published.csv"
    path.write_text(text, "utf-8")
    done = CliRunner().invoke(cli, ["audit", str(path)])
    assert done.exit_code == bool(changes)
    assert done.stdout == _blocks(AUDIT, "text")[output]


def test_the_losses_on_the_page_are_those_that_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tuesday.csv").write_bytes(DEMO.read_bytes())
    monkeypatch.chdir(tmp_path)
    [shown] = _blocks((DOCS / "how-to" / "convert-a-file.md").read_text("utf-8"), "text")
    command, _end, output = shown.partition("\n")
    done = CliRunner().invoke(cli, command.removeprefix("$ overtrick ").split())
    assert (done.exit_code, done.stderr) == (1, output)


def test_every_format_that_comes_with_overtrick_is_on_its_page() -> None:
    page = (DOCS / "reference" / "formats.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z0-9-]+)` ", page, re.MULTILINE) == [one.key for one in FORMATS]
