"""`overtrick chicago`: wheels of four deals from a sheet file, or deal by deal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.home import home_options, run

__all__ = ["chicago"]


@click.command(epilog="Example: printf '3S N +1\\n3NT E =\\n' | overtrick chicago - --set wheels=any")
@home_options
def chicago(sheet: Path | None, **options: Any) -> None:
    """Score sheet of Chicago from SHEET (- for standard input), or entered deal by deal."""
    run("chicago", sheet, **options)
