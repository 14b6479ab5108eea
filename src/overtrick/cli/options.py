"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from overtrick.i18n import LANGUAGES, language

__all__ = ["ascii_option", "echo_json", "language_of_results", "language_option", "number_option"]

Command = TypeVar("Command", bound=Callable[..., Any])


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
        help="Language of what is printed.",
    )(command)


def language_of_results(command: Command) -> Command:
    """`--letters KEY`: the language whose letters results are written in."""
    return click.option(
        "--letters",
        default="en",
        metavar="LANG",
        help="Language of the letters in results: en, ru, de, fr, nl, pl, it, ...",
    )(command)


def number_option(command: Command) -> Command:
    """`--number tricks|odd`: what a bare number after a contract counts."""
    return click.option(
        "--number",
        type=click.Choice(["tricks", "odd"]),
        default="tricks",
        help="What a bare number after a contract counts: tricks taken, or odd tricks.",
    )(command)


def ascii_option(command: Command) -> Command:
    """`--ascii`: no character beyond ASCII in frames and pictures."""
    return click.option("--ascii", "ascii_only", is_flag=True, help="ASCII only.")(command)


def echo_json(value: object) -> None:
    """Print a value as JSON, the same bytes for the same value."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
