"""`overtrick chicago`: wheels of four deals from a sheet file, or deal by deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.home import home_options, run
from overtrick.cli.options import Spoken
from overtrick.i18n import N_

__all__ = ["chicago"]


@click.command(
    cls=Spoken,
    example="overtrick chicago friday.txt --set wheels=any",
    help=N_("Score sheet of Chicago from SHEET (- for standard input), or entered deal by deal."),
)
@home_options
def chicago(sheet: Path | None, **options: Any) -> None:
    """Score sheet of Chicago from SHEET (- for standard input), or entered deal by deal."""
    run("chicago", sheet, **options)
