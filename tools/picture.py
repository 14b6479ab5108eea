"""Draw the terminal picture of the README: `python tools/picture.py` writes docs/picture.svg from the demo session."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from overtrick.desk.results import rank_reading, read_files
from overtrick.model.conditions import Conditions
from overtrick.report import text

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "src" / "overtrick" / "data" / "demo" / "tuesday.csv"
WIDTH = 92
PICTURE = ROOT / "docs" / "picture.svg"
# Nothing is fetched from elsewhere: the reader's own fixed-width font will do.
TEMPLATE = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def main() -> None:
    """Write the picture."""
    standing = rank_reading(read_files((DEMO,)), Conditions())
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(text.ranking(standing, colour=True, width=WIDTH)))
    picture = console.export_svg(title="overtrick rank tuesday.csv", code_format=TEMPLATE, unique_id="overtrick")
    PICTURE.write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
