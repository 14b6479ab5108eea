"""`overtrick rank`, `board`, `card` and `rescore`: files in, results out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from overtrick.cli.options import Spoken, ascii_option, echo_json, language_of_results, language_option, number_option
from overtrick.desk.results import rank_reading, read_files
from overtrick.desk.settings import conditions_from
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.reading import Reading, Severity
from overtrick.model.standing import Standing
from overtrick.report import as_csv, as_json, html, text
from overtrick.report.cards import find_board, find_contestant
from overtrick.tables.presets import preset_of_program

__all__ = ["board", "card", "finish", "rank", "reading_options", "rescore", "work_out"]

Command = TypeVar("Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)


def reading_options(command: Command) -> Command:
    """The options by which conditions of contest are said, and how files are read."""
    for option in (
        click.option(
            "--method", metavar="KEY", help=N_("Method of comparison; else that of the file, else matchpoints.")
        ),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A setting (overtrick list settings).")
        ),
        click.option(
            "--preset", "presets", multiple=True, metavar="KEY", help=N_("Conditions by name (overtrick list presets).")
        ),
        click.option("--conditions", "file", type=_FILE, metavar="FILE.toml", help=N_("Conditions from a file.")),
        click.option("--encoding", metavar="NAME", help=N_("Code page of the file where it does not say.")),
        click.option(
            "--format", "format_", metavar="KEY", help=N_("Format of the file; else recognised by its content.")
        ),
        language_of_results,
        number_option,
    ):
        command = option(command)
    return command


def work_out(
    files: tuple[Path, ...],
    *,
    method: str | None,
    settings: tuple[str, ...],
    presets: tuple[str, ...],
    file: Path | None,
    encoding: str | None,
    format_: str | None,
    letters: str,
    number: str,
) -> tuple[Reading, Conditions]:
    """The reading, and the conditions: those asked for, else those that the program of the file is known by."""
    reading = read_files(files, format=format_, encoding=encoding, letters=letters, number=number)
    known = preset_of_program(reading.event.program)
    if not presets and file is None and known is not None:
        presets = (known.key,)
        click.echo(
            _("conditions: {name}, as the file is by {program} (--preset club: exact)").format(
                name=known.key, program=reading.event.program
            ),
            err=True,
        )
    conditions = conditions_from(
        method=method or (None if any(item.startswith("method=") for item in settings) else reading.event.method),
        presets=presets,
        file=file,
        settings=settings,
    )
    return reading, conditions


def _remarks(reading: Reading, standing: Standing) -> None:
    """What was found, taken, refused and guessed, and each problem, on standard error."""
    counts = reading.counts
    click.echo(
        _("{found} records found, {taken} taken, {refused} refused, {guessed} guessed").format(
            found=counts.found, taken=counts.taken, refused=counts.refused, guessed=counts.guessed
        ),
        err=True,
    )
    for problem in standing.problems:
        click.echo(str(problem), err=True)


def finish(standing: Standing) -> None:
    """Exit code 1 where something was found that a person must look at."""
    if any(problem.severity is not Severity.NOTE for problem in standing.problems):
        raise SystemExit(1)


@click.command(
    cls=Spoken,
    example="overtrick rank tuesday.csv --html results",
    help=N_("Read sessions, score, compare, rank and report."),
)
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE...")
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@click.option("--csv", "want_csv", is_flag=True, help=N_("As CSV."))
@click.option("--html", "site", type=_FILE, metavar="DIR", help=N_("Write a small web site there."))
@ascii_option
@reading_options
@language_option
def rank(
    files: tuple[Path, ...], *, want_json: bool, want_csv: bool, site: Path | None, ascii_only: bool, **options: Any
) -> None:
    """Read sessions, score, compare, rank and report."""
    if want_json and want_csv:
        raise click.UsageError(_("--json and --csv exclude one another"))
    reading, conditions = work_out(files, **options)
    standing = rank_reading(reading, conditions)
    if want_json:
        echo_json(as_json.ranking_json(standing))
    elif want_csv:
        click.echo(as_csv.ranking_csv(standing), nl=False)
    else:
        click.echo(text.ranking(standing, ascii=ascii_only))
    _remarks(reading, standing)
    if site is not None:
        pages = html.site(standing, site)
        click.echo(
            ngettext("{count} page written to {site}", "{count} pages written to {site}", len(pages)).format(
                count=len(pages), site=site
            ),
            err=True,
        )
    finish(standing)


@click.command(
    cls=Spoken, example="overtrick board tuesday.csv 7", help=N_("A board's traveller with its frequency picture.")
)
@click.argument("file_", type=_FILE, metavar="FILE")
@click.argument("number_", type=click.IntRange(min=1), metavar="N")
@click.option("--section", metavar="KEY", help=N_("One section only."))
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@click.option("--csv", "want_csv", is_flag=True, help=N_("As CSV."))
@ascii_option
@reading_options
@language_option
def board(
    file_: Path, number_: int, *, section: str | None, want_json: bool, want_csv: bool, ascii_only: bool, **options: Any
) -> None:
    """A board's traveller with its frequency picture."""
    reading, conditions = work_out((file_,), **options)
    standing = rank_reading(reading, conditions)
    found = find_board(standing, number_, section=section or "")
    if want_json:
        echo_json([as_json.board_json(standing, item) for item in found])
    elif want_csv:
        click.echo(as_csv.boards_csv(standing, found), nl=False)
    else:
        for item in found:
            click.echo(text.traveller(standing, item, ascii=ascii_only))


@click.command(
    cls=Spoken,
    example='overtrick card tuesday.csv "NS 3"',
    help=N_("A contestant's score card: CONTESTANT is a number, with direction or section where needed."),
)
@click.argument("file_", type=_FILE, metavar="FILE")
@click.argument("contestant")
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@ascii_option
@reading_options
@language_option
def card(file_: Path, contestant: str, *, want_json: bool, ascii_only: bool, **options: Any) -> None:
    """A contestant's score card: CONTESTANT is a number, with direction or section where needed."""
    reading, conditions = work_out((file_,), **options)
    standing = rank_reading(reading, conditions)
    place = find_contestant(standing, contestant)
    if want_json:
        echo_json(as_json.card_json(standing, place))
    else:
        click.echo(text.card(standing, place, ascii=ascii_only))


@click.command(
    cls=Spoken,
    example="overtrick rescore tuesday.csv --method butler",
    help=N_("The same session under another method or code of laws, places side by side."),
)
@click.argument("file_", type=_FILE, metavar="FILE")
@click.option("--law", metavar="KEY", help=N_("Code of laws by key or year."))
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@ascii_option
@reading_options
@language_option
def rescore(file_: Path, *, law: str | None, want_json: bool, ascii_only: bool, **options: Any) -> None:
    """The same session under another method or code of laws, places side by side."""
    asked = {**options, "method": None, "settings": ()}
    reading, before = work_out((file_,), **asked)
    changes = (*options["settings"], *([f"law={law}"] if law else []))
    after = conditions_from(base=before, method=options["method"], settings=changes)
    first, second = rank_reading(reading, before), rank_reading(reading, after)
    if want_json:
        echo_json({"before": as_json.ranking_json(first), "after": as_json.ranking_json(second)})
    else:
        click.echo(text.side_by_side(first, second, ascii=ascii_only))
