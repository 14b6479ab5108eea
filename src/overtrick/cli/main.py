"""The front door: commands found when they are asked for, errors turned into words and exit codes."""

from __future__ import annotations

import importlib
import os
import sys

import click

import overtrick
from overtrick.errors import ConditionsError, OvertrickError
from overtrick.i18n import LANGUAGES, language

__all__ = ["Door", "cli", "main"]

COMMANDS = {
    "board": "rank",
    "card": "rank",
    "check": "check",
    "chicago": "chicago",
    "conform": "conform",
    "explain": "explain",
    "list": "listing",
    "match": "match",
    "rank": "rank",
    "rescore": "rank",
    "rubber": "rubber",
    "score": "score",
    "which": "score",
}
WRONG_USAGE, BAD_INPUT = 2, 3


class Door(click.Group):
    """The one place where an error becomes a message and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's own signature)
        """The commands, in order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """A command, its module imported only now: start-up time is a feature."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"overtrick.cli.{COMMANDS[cmd_name]}")
        command = getattr(module, {"list": "listing"}.get(cmd_name, cmd_name))
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a fault that Overtrick knows is told in one line, never as a traceback."""
        try:
            return super().invoke(ctx)
        except OvertrickError as error:
            click.echo(f"overtrick: {error}", err=True)
            raise SystemExit(WRONG_USAGE if isinstance(error, ConditionsError) else BAD_INPUT) from error
        except BrokenPipeError:
            # The reader of a pipe went away; nothing is left to say, and nobody to say it to.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0) from None
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            click.echo(f"overtrick: {name}{error.strerror or error}", err=True)
            raise SystemExit(BAD_INPUT) from error


@click.group(cls=Door, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(overtrick.__version__, prog_name="overtrick")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    envvar="OVERTRICK_LANG",
    help="Language of what is printed.",
)
@click.pass_context
def cli(ctx: click.Context, lang: str) -> None:
    """Contract bridge scoring: exact, explained, fast.

    Example: overtrick score "4SX N +1" --vul NS --explain
    """
    ctx.with_resource(language(lang))


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    cli(prog_name="overtrick")
