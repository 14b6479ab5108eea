"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from overtrick.i18n import LANGUAGES, N_, language
from overtrick.i18n import gettext as _

__all__ = ["Spoken", "ascii_option", "echo_json", "language_of_results", "language_option", "number_option"]

Command = TypeVar("Command", bound=Callable[..., Any])


class Spoken(click.Command):
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

    def get_short_help_str(self, limit: int = 45) -> str:
        """One line for the list of commands, in the language in force."""
        kept, self.help = self.help, _(self.help) if self.help else self.help
        try:
            return super().get_short_help_str(limit)
        finally:
            self.help = kept


def _speak(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    if value:
        ctx.with_resource(language(value))


def language_option(command: Command) -> Command:
    """`--lang en|ru`: the language of what is printed."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=_speak,
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


def echo_json(value: object) -> None:
    """Print a value as JSON, the same bytes for the same value."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
