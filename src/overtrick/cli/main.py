"""The front door: commands found when they are asked for, errors turned into words and exit codes."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import click

import overtrick
from overtrick.cli.options import SpokenHelp, one_line, remark, speak
from overtrick.errors import ConditionsError, OvertrickError
from overtrick.i18n import LANGUAGES, N_, language
from overtrick.i18n import gettext as _

__all__ = ["Door", "cli", "main"]

COMMANDS = {
    "audit": "audit",
    "board": "rank",
    "bulk": "bulk",
    "card": "rank",
    "check": "check",
    "chicago": "chicago",
    "conform": "conform",
    "convert": "convert",
    "explain": "explain",
    "list": "listing",
    "match": "match",
    "par": "par",
    "rank": "rank",
    "rescore": "rank",
    "rubber": "rubber",
    "score": "score",
    "which": "score",
}
WRONG_USAGE, BAD_INPUT, OWN_FAULT, INTERRUPTED = 2, 3, 70, 130


class Door(SpokenHelp, click.Group):
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named first; the near ones are told where there is none of that name."""
        name = str(args[0]) if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name.casefold(), sorted(COMMANDS), n=3)
            text = (
                _("there is no command {name!r}; did you mean {near}?")
                if near
                else _("there is no command {name!r}; known: {known}")
            )
            raise click.UsageError(text.format(name=name, near=_(" or ").join(near), known=", ".join(sorted(COMMANDS))))
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands, each with its short help."""
        super().format_options(ctx, formatter)
        names = self.list_commands(ctx)
        room = formatter.width - 6 - max(map(len, names))
        commands = [(name, command) for name in names if (command := self.get_command(ctx, name))]
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, command.get_short_help_str(room)) for name, command in commands])

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run, in the language that is asked for anywhere: `--help` may stand before `--lang`."""
        given = list(sys.argv[1:] if args is None else args)
        with language(_wanted_language(given)):
            return super().main(given, *rest, **settings)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a fault that Overtrick knows is told in one line, never as a traceback."""
        try:
            return super().invoke(ctx)
        except OvertrickError as error:
            remark(f"overtrick: {error}")
            raise SystemExit(WRONG_USAGE if isinstance(error, ConditionsError) else BAD_INPUT) from error
        except BrokenPipeError:
            # The reader of a pipe went away; nothing is left to say, and nobody to say it to.
            _close_output()
            raise SystemExit(0) from None
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            remark(f"overtrick: {name}{error.strerror or error}")
            _close_output()
            raise SystemExit(BAD_INPUT) from error
        except KeyboardInterrupt:
            remark(_("interrupted"))
            raise SystemExit(INTERRUPTED) from None


def _wanted_language(arguments: Sequence[str]) -> str:
    """The last language named among the arguments, else that of the environment, else English."""
    found = os.environ.get("OVERTRICK_LANG", "")
    for index, word in enumerate(arguments):
        if word.startswith("--lang="):
            found = word.removeprefix("--lang=")
        elif word == "--lang" and index + 1 < len(arguments):
            found = arguments[index + 1]
    return found if found in LANGUAGES else LANGUAGES[0]  # a wrong one is refused where the option is read


def _close_output() -> None:
    """Send to nowhere what is still in the buffers: flushing it at the end would fail once more, and loudly."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and not stream.closed:
            try:
                stream.flush()
            except OSError:
                os.dup2(nowhere, stream.fileno())


@click.group(
    cls=Door,
    example='overtrick score "4SX N +1" --vul NS --explain',
    help=N_("Contract bridge scoring: exact, explained, fast."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(overtrick.__version__, prog_name="overtrick", help=N_("Show the version and exit."))
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="OVERTRICK_LANG",
    callback=speak,
    expose_value=False,
    help=N_("Language of what is printed."),
)
def cli() -> None:
    """Contract bridge scoring: exact, explained, fast."""


def main() -> None:
    """Run the command line; a fault of Overtrick itself is told in one line too, with exit code 70.

    The environment variable OVERTRICK_DEBUG shows its traceback.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us: nothing to read, nobody to tell
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (open for the whole run)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    warnings.showwarning = lambda message, *_rest: remark(f"overtrick: {message}")
    try:
        cli(prog_name="overtrick")
    except Exception as fault:  # the last door: whatever comes here is our own fault
        if os.environ.get("OVERTRICK_DEBUG"):
            raise
        with language(_wanted_language(sys.argv[1:])):
            text = _("a fault of Overtrick itself: {kind}: {text} (set OVERTRICK_DEBUG=1 to see where, and report it)")
        remark(f"overtrick: {text.format(kind=type(fault).__name__, text=one_line(str(fault))[:200])}")
        raise SystemExit(OWN_FAULT) from None
