"""Make the reference pages that follow from the code: commands, settings, codes of laws, scales, formats, vocabulary.

`python tools/pages.py write` writes them; `python tools/pages.py check` fails if one is not what the code says.
"""

from __future__ import annotations

import inspect
import json
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import click

from overtrick.cli.main import cli
from overtrick.desk.conform import NOT_SUPPORTED, RULES, answer
from overtrick.formats.format import FORMATS
from overtrick.formats.kind import Format
from overtrick.model.conditions import Conditions
from overtrick.score.history import history_page
from overtrick.tables.imps import IMP_TABLES
from overtrick.tables.laws import LAWS, VARIANTS
from overtrick.tables.presets import PRESETS
from overtrick.tables.scales import SCALES

__all__ = ["main", "pages"]

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs" / "reference"
VOCABULARY = ROOT / "tools" / "vocabulary.toml"
MADE = "<!-- Made by tools/pages.py; run `make pages` instead of editing. -->"


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    names = list(head)
    lines = [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]
    return [*lines, *(f"| {' | '.join(map(_cell, row))} |" for row in rows), ""]


def _page(title: str, lines: Iterable[str]) -> str:
    return "\n".join([MADE, "", f"# {title}", "", *lines]).rstrip() + "\n"


def _default(option: click.Option) -> str:
    # `None`, an empty tuple and click's mark for "not set" all mean that nothing is set unless asked.
    said = isinstance(option.default, (str, int)) and not isinstance(option.default, bool)
    return f"`{option.default}`" if said else ""


def _option(option: click.Option) -> tuple[str, str, str]:
    wanted = option.metavar or ("|".join(option.type.choices) if isinstance(option.type, click.Choice) else "")
    value = "" if option.is_flag else f" {wanted or option.type.name.upper()}"
    return ", ".join(f"`{name}{value}`" for name in option.opts), option.help or "", _default(option)


def _command(name: str, command: click.Command) -> list[str]:
    context = click.Context(command, info_name=f"overtrick {name}")
    options = [item for item in command.params if isinstance(item, click.Option)]
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f"## overtrick {name}", "", f"`overtrick {name} {usage}`", ""]
    lines += [inspect.cleandoc(command.help or "").replace("\b\n", ""), ""]
    lines += _table(("option", "does", "default"), map(_option, options)) if options else []
    example = getattr(command, "example", "") or (command.epilog or "").removeprefix("Example: ")
    lines += ["Example:", "", "```", example, "```", ""] if example else []
    return lines


def commands() -> str:
    """Every command with its options, as `--help` tells them."""
    lines = [
        "Results go to standard output, remarks to standard error. Exit codes: 0 done, 1 done with findings, 2 wrong",
        "usage, 3 bad input. `NO_COLOR` is kept. `python -m overtrick` is the same as `overtrick`.",
        "",
    ]
    context = click.Context(cli)
    lines += _table(("option", "does", "default"), [_option(o) for o in cli.params if isinstance(o, click.Option)])
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        lines += _command(name, command)
    return _page("Commands", lines)


def settings() -> str:
    """Every setting of the conditions of contest, and the presets."""
    lines = [
        "What authorities leave open. Give one with `--set NAME=VALUE`, or many in a file with `--conditions`.",
        "",
    ]
    for item in fields(Conditions):
        among: tuple[str, ...] = item.metadata["among"]
        default = "none; it must be said" if item.default is None else f"`{item.default}`"
        lines += [f"## {item.name.replace('_', '-')}", "", f"{_sentence(item.metadata['help'])}", ""]
        lines += [f"* Default: {default}"]
        lines += [f"* Values: {', '.join(f'`{value}`' for value in among)}"] if among else []
        lines += [f"* Authority: {item.metadata['cite']}", ""]
    lines += ["## Presets", "", "Sets of settings by name, for `--preset`.", ""]
    rows = [
        (f"`{preset.key}`", preset.name, ", ".join(f"`{a}={b}`" for a, b in preset.settings.items()), preset.source)
        for preset in PRESETS
    ]
    lines += _table(("key", "name", "settings", "source"), rows)
    return _page("Settings", lines)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def laws() -> str:
    """Codes of laws, IMP tables and victory-point scales, each with its source."""
    lines = ["A year alone means the code in force then: `--law 1981`. Chicago is scored by the rubber code.", ""]
    rows = [
        (f"`{code.key}`", code.name, ", ".join(code.forms), code.source, code.remark) for code in (*LAWS, *VARIANTS)
    ]
    lines += _table(("key", "name", "forms", "source", "remark"), rows)
    lines += ["## IMP tables", "", "For the setting `imp-table`.", ""]
    lines += _table(("key", "source"), [(f"`{table.key}`", table.source) for table in IMP_TABLES.values()])
    lines += ["## Victory-point scales", "", "For the setting `vp-scale`.", ""]
    scales = [(f"`{scale.key}`", scale.name, scale.since, scale.source) for scale in SCALES.values()]
    lines += _table(("key", "name", "since", "source"), scales)
    return _page("Codes of laws and scales", lines)


def formats() -> str:
    """The formats that come with Overtrick: read, written, how they are called."""
    lines = [
        "Files are recognised by what they hold: [rank a file](../how-to/rank-a-file.md). The ending of a name counts",
        "only for what is written: [convert a file](../how-to/convert-a-file.md). Other packages may offer more:",
        "[add a format](../how-to/add-a-format.md). `overtrick list formats` lists what is installed.",
        "",
    ]
    rows = [(f"`{one.key}`", one.name, _read(one), _written(one), one.source) for one in FORMATS]
    return _page("Formats", [*lines, *_table(("key", "name", "read", "written", "source"), rows)])


def _read(one: Format) -> str:
    kinds = [("text", one.read), ("bytes", one.read_data), ("several files", one.read_many)]
    return ", ".join(name for name, reader in kinds if reader)


def _written(one: Format) -> str:
    if not one.writes:
        return "no"
    how = f"`*{one.suffix}`" if one.suffix else f"with `--to {one.key}`"
    editions = ", ".join(f"`{name}`" for name, _writer in one.editions)
    return f"{how}; editions {editions}" if editions else how


def vocabulary() -> str:
    """The rule names of conformance files, each with an example that Overtrick has just answered."""
    known = tomllib.loads(VOCABULARY.read_text("utf-8"))
    if set(known) != set(RULES):
        lacking, extra = sorted(set(RULES) - set(known)), sorted(set(known) - set(RULES))
        raise SystemExit(f"{VOCABULARY.name}: rules not described: {lacking}; described but not there: {extra}")
    lines = [
        "The rules that a conformance file may name: [test another scorer](../how-to/test-another-scorer.md).",
        "Every answer below was given by Overtrick when this page was made. Any other name is answered",
        f"`{json.dumps({'error': NOT_SUPPORTED})}`; an input that cannot be is answered with an `error` that says why.",
        "Whole numbers are answered as integers, others as the nearest decimal.",
        "",
    ]
    rows = []
    for rule in sorted(RULES):
        given, found = known[rule]["input"], answer(rule, known[rule]["input"])
        if isinstance(found, dict) and "error" in found:
            raise SystemExit(f"{VOCABULARY.name}: the example of {rule} is refused: {found['error']}")
        shown = [f"`{json.dumps(value, ensure_ascii=False)}`" for value in (given, found)]
        rows.append((f"`{rule}`", known[rule]["gives"], *shown))
    lines += _table(("rule", "gives", "input", "answer"), rows)
    return _page("Conformance vocabulary", lines)


def pages() -> dict[Path, str]:
    """The path and the text of every page that is made."""
    made = {
        "commands": commands(),
        "settings": settings(),
        "laws": laws(),
        "formats": formats(),
        "conformance": vocabulary(),
    }
    history = ROOT / "docs" / "explanation" / "history.md"
    return {history: history_page()} | {REFERENCE / f"{name}.md": text for name, text in made.items()}


def main(arguments: list[str]) -> int:
    """0 when all is well, 1 with the pages that are behind on standard error, 2 for wrong usage."""
    if arguments == ["write"]:
        for path, text in pages().items():
            path.write_text(text, "utf-8")
        return 0
    if arguments != ["check"]:
        sys.stderr.write(__doc__ or "")
        return 2
    behind = [path for path, text in pages().items() if not path.exists() or path.read_text("utf-8") != text]
    for path in behind:
        sys.stderr.write(f"{path.relative_to(ROOT)} is not what the code says; run `make pages`\n")
    return 1 if behind else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
