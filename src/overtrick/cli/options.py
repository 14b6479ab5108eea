"""Options that several commands share, and how what they print reaches the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict, TypeVar

import click

from overtrick.i18n import LANGUAGES, N_, language
from overtrick.i18n import gettext as _

__all__ = [
    "Drawing",
    "Spoken",
    "SpokenHelp",
    "ascii_option",
    "drawing",
    "echo_csv",
    "echo_json",
    "echo_text",
    "language_of_results",
    "language_option",
    "number_option",
    "one_line",
    "remark",
    "speak",
    "table_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])

# What the texts of reports hold beyond ASCII, apart from names and the letters of a language.
_PLAIN = str.maketrans(
    {
        "×": "x",
        "≥": ">=",
        "≤": "<=",
        "½": "1/2",
        "−": "-",
        "–": "-",
        "—": "-",
        "·": "-",
        "…": "...",
        "→": "->",
        "♣": "C",
        "♦": "D",
        "♥": "H",
        "♠": "S",
        "“": '"',
        "”": '"',
        "’": "'",
        "\xa0": " ",
        "\u202f": " ",
    }
)


class Drawing(TypedDict):
    """How a table is drawn: with ASCII only, in colour, and how many columns wide (`None`: as the report likes)."""

    ascii: bool
    colour: bool
    width: int | None


class SpokenHelp(click.Command):
    """A command whose help is looked up in the catalogue when it is printed, and ends with an example that runs."""

    def __init__(self, *args: Any, example: str = "", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.example = example

    def get_help(self, ctx: click.Context) -> str:
        """The help page in the language in force."""
        help_of: list[tuple[Any, str | None]] = [(item, getattr(item, "help", None)) for item in (self, *self.params)]
        for item, text in help_of:
            if text:
                item.help = _(text)
        if self.example:
            self.epilog = _("Example: {command}").format(command=self.example)
        try:
            return super().get_help(ctx)
        finally:
            for item, text in help_of:
                if text:
                    item.help = text

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, which click makes for itself, in the language in force too."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        """One line for the list of commands, in the language in force."""
        kept, self.help = self.help, _(self.help) if self.help else self.help
        try:
            return super().get_short_help_str(limit)
        finally:
            self.help = kept

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line of usage."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=_("Usage: "))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, each with its help."""
        records = [
            record
            for item in self.get_params(ctx)
            if isinstance(item, click.Option) and (record := item.get_help_record(ctx))
        ]
        with formatter.section(_("Options")):
            formatter.write_dl(records)


class Spoken(SpokenHelp):
    """A single command with spoken help."""


def speak(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    """Speak the language that was asked for until the command is done."""
    if value:
        ctx.with_resource(language(value))


def language_option(command: Command) -> Command:
    """`--lang en|ru`: the language of what is printed."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=speak,
        expose_value=False,
        is_eager=True,
        help=N_("Language of what is printed."),
    )(command)


def language_of_results(command: Command) -> Command:
    """`--letters KEY`: the language whose letters results are written in."""
    return click.option(
        "--letters",
        default="en",
        metavar="LANG",
        help=N_("Language of the letters in results: en, ru, de, fr, nl, pl, it, ..."),
    )(command)


def number_option(command: Command) -> Command:
    """`--number tricks|odd`: what a bare number after a contract counts."""
    return click.option(
        "--number",
        type=click.Choice(["tricks", "odd"]),
        default="tricks",
        help=N_("What a bare number after a contract counts: tricks taken, or odd tricks."),
    )(command)


def ascii_option(command: Command) -> Command:
    """`--ascii`: no character beyond ASCII in frames and pictures."""
    return click.option("--ascii", "ascii_only", is_flag=True, help=N_("ASCII only."))(command)


def table_option(command: Command) -> Command:
    """`--json` and `--csv`, which exclude one another: a table for programs."""

    def alone(ctx: click.Context, _param: click.Parameter, value: object) -> object:
        if value and ctx.params.get("want_json"):
            raise click.UsageError(_("--json and --csv exclude one another"))
        return value

    wide = click.option("--csv", "want_csv", is_flag=True, callback=alone, help=N_("As CSV."))
    # Eager, so that it is known when --csv is looked at, whichever comes first.
    return click.option("--json", "want_json", is_flag=True, is_eager=True, help=N_("As JSON."))(wide(command))


def _can_write(characters: str) -> bool:
    """Whether standard output has these characters in its code page."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def drawing(*, ascii_only: bool, least: int = 60) -> Drawing:
    """How to draw on standard output: colour and width only for a terminal that has them, NO_COLOR kept.

    A code page without frames and suit symbols gets ASCII. What goes into a file or a pipe is always as wide.
    `least` is the width below which a table would cut its numbers in two; a narrower terminal wraps the lines itself.
    """
    terminal = sys.stdout is not None and sys.stdout.isatty()
    plain = ascii_only or not _can_write("─█◄♥½")
    if not terminal:
        return Drawing(ascii=plain, colour=False, width=None)
    import shutil

    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    return Drawing(ascii=plain, colour=colour, width=max(least, shutil.get_terminal_size((120, 24)).columns))


def echo_text(text: str, *, ascii_only: bool = False) -> None:
    """Print a text; in plain letters where that is asked for or the code page of the output has no others."""
    click.echo(text.translate(_PLAIN) if ascii_only or not _can_write("×≥♥½") else text)


def one_line(text: str) -> str:
    r"""A message on one line, without characters that could drive a terminal: it may quote a file.

    >>> one_line("'4S\x1b[31m'\n is not a result")
    "'4S?[31m' is not a result"
    """
    return "".join(character if character.isprintable() else "?" for character in " ".join(text.split()))


def remark(text: str) -> None:
    """Say something on standard error, on one line."""
    click.echo(one_line(text), err=True)


def echo_json(value: object, *, ascii_only: bool = False) -> None:
    """Print a value as JSON, the same bytes for the same value; escaped where the output has not every letter."""
    import json

    text = json.dumps(value, ensure_ascii=ascii_only, indent=2)
    click.echo(text if _can_write(text) else json.dumps(value, ensure_ascii=True, indent=2))


def echo_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table as CSV: one line of names, `None` as an empty cell, no cell that a spreadsheet would run."""
    import csv
    import io

    from overtrick.report.as_csv import safe_cell

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        cells = ("" if cell is None else cell for cell in row)
        writer.writerow([safe_cell(cell) if isinstance(cell, str) and not _is_number(cell) else cell for cell in cells])
    click.echo(out.getvalue(), nl=False)


def _is_number(text: str) -> bool:
    digits = text.lstrip("+-")
    return len(text) - len(digits) <= 1 and digits.replace(".", "", 1).replace("/", "", 1).isdigit()
