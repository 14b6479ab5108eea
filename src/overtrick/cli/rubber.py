"""`overtrick rubber`: a rubber from a sheet file, or deal by deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.home import home_options, run
from overtrick.cli.options import Spoken
from overtrick.i18n import N_

__all__ = ["rubber"]


@click.command(
    cls=Spoken,
    example="overtrick rubber friday.txt --why 4",
    help=N_("Score sheet of rubber bridge from SHEET (- for standard input), or entered deal by deal."),
)
@home_options
def rubber(sheet: Path | None, **options: Any) -> None:
    """Score sheet of rubber bridge from SHEET (- for standard input), or entered deal by deal."""
    run("rubber", sheet, **options)
