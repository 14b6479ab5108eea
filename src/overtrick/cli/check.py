"""`overtrick check`: what a file holds, and what looks wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import (
    Spoken,
    ascii_option,
    echo_csv,
    echo_json,
    echo_text,
    language_option,
    one_line,
    table_option,
)
from overtrick.cli.rank import finish, needs_results, reading_options, work_out
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
@table_option
@ascii_option
@reading_options
@language_option
def check(file_: Path, *, want_json: bool, want_csv: bool, ascii_only: bool, **options: Any) -> None:
    """Problems of a file with their line numbers; exit code 1 where there are any."""
    reading, conditions = work_out((file_,), **options)
    standing = rank_reading(reading, conditions)
    counts = reading.counts
    facts: dict[str, Any] = {
        "format": reading.format,
        "encoding": reading.encoding,
        "found": counts.found,
        "taken": counts.taken,
        "refused": counts.refused,
        "guessed": counts.guessed,
    }
    rows = [(item.where, item.severity.value, item.text) for item in standing.problems]
    if want_json:
        names = ("where", "severity", "text")
        echo_json({**facts, "problems": [dict(zip(names, row, strict=True)) for row in rows]}, ascii_only=ascii_only)
    elif want_csv:
        echo_csv(["where", "severity", "text"], rows)
    else:
        line = _("{format}, {encoding}: {found} records found, {taken} taken, {refused} refused, {guessed} guessed")
        echo_text(line.format(**facts), ascii_only=ascii_only)
        for problem in standing.problems:
            echo_text(one_line(str(problem)), ascii_only=ascii_only)
    needs_results(reading, (file_,))
    finish(standing, reading)
