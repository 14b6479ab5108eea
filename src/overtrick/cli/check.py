"""`overtrick check`: what a file holds, and what looks wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import Spoken, echo_json, language_option
from overtrick.cli.rank import finish, reading_options, work_out
from overtrick.desk.results import rank_reading
from overtrick.i18n import N_
from overtrick.i18n import gettext as _

__all__ = ["check"]


@click.command(
    cls=Spoken,
    example="overtrick check tuesday.csv",
    help=N_("Problems of a file with their line numbers; exit code 1 where there are any."),
)
@click.argument("file_", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@reading_options
@language_option
def check(file_: Path, *, want_json: bool, **options: Any) -> None:
    """Problems of a file with their line numbers; exit code 1 where there are any."""
    reading, conditions = work_out((file_,), **options)
    standing = rank_reading(reading, conditions)
    counts = reading.counts
    if want_json:
        echo_json(
            {
                "format": reading.format,
                "encoding": reading.encoding,
                "found": counts.found,
                "taken": counts.taken,
                "refused": counts.refused,
                "guessed": counts.guessed,
                "problems": [
                    {"where": item.where, "severity": item.severity.value, "text": item.text}
                    for item in standing.problems
                ],
            }
        )
    else:
        click.echo(
            _(
                "{format}, {encoding}: {found} records found, {taken} taken, {refused} refused, {guessed} guessed"
            ).format(
                format=reading.format,
                encoding=reading.encoding,
                found=counts.found,
                taken=counts.taken,
                refused=counts.refused,
                guessed=counts.guessed,
            )
        )
        for problem in standing.problems:
            click.echo(str(problem))
    finish(standing)
