"""`overtrick rubber`: a rubber from a sheet file, or deal by deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.home import home_options, run

__all__ = ["rubber"]


@click.command(epilog="Example: printf '2NT We +1\\n4H They =\\n' | overtrick rubber -")
@home_options
def rubber(sheet: Path | None, **options: Any) -> None:
    """Score sheet of rubber bridge from SHEET (- for standard input), or entered deal by deal."""
    run("rubber", sheet, **options)
