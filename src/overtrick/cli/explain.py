"""`overtrick explain`: any number on a result list, rule by rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import Spoken, ascii_option, echo_json, echo_text, language_option
from overtrick.cli.rank import hint, needs_results, reading_options, work_out
from overtrick.desk.explanation import explain_board, explain_total, steps_text
from overtrick.desk.results import rank_reading
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.report.cards import find_contestant

__all__ = ["explain"]


@click.command(
    cls=Spoken,
    example='overtrick explain tuesday.csv --board 7 --pair "NS 3"',
    help=N_("From the contract to the deal score, to each comparison, to the total and the place."),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--pair",
    "contestant",
    required=True,
    metavar="K",
    help=N_("The contestant, with direction or section where needed."),
)
@click.option(
    "--board",
    "number_",
    type=click.IntRange(min=1),
    metavar="N",
    help=N_("The board; without it only total and place."),
)
@click.option(
    "--session",
    metavar="K",
    help=N_("The session of the board, where it occurs in several; else each is explained."),
)
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@ascii_option
@reading_options
@language_option
def explain(
    files: tuple[Path, ...],
    *,
    contestant: str,
    number_: int | None,
    session: str | None,
    want_json: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """From the contract to the deal score, to each comparison, to the total and the place."""
    if session is not None and number_ is None:
        raise click.UsageError(_("--session selects where --board occurs; say which board"))
    reading, conditions = work_out(files, **options)
    needs_results(reading, files)
    standing = rank_reading(reading, conditions)
    place = find_contestant(standing, contestant)
    steps = (
        explain_total(standing, place) if number_ is None else explain_board(standing, place, number_, session=session)
    )
    if want_json:
        echo_json(
            [{"title": step.title, "lines": list(step.lines), "rule": step.rule} for step in steps],
            ascii_only=ascii_only,
        )
    else:
        echo_text(steps_text(steps), ascii_only=ascii_only)
    hint(standing)
