"""Traveller sheets as plain text: a format that a package of its own offers to Overtrick.

>>> TRAVELLER_SHEET.key, TRAVELLER_SHEET.writes
('traveller-sheet', True)
"""

from __future__ import annotations

from overtrick.formats.kind import Format

from overtrick_example.reading import loads_sheet, sniff_sheet
from overtrick_example.writing import dumps_sheet

__all__ = ["TRAVELLER_SHEET"]

TRAVELLER_SHEET = Format(
    "traveller-sheet",
    "traveller sheet (plain text)",
    "overtrick-example-plugin",
    sniff_sheet,
    loads_sheet,
    write=dumps_sheet,
    suffix=".trv",
)
"""What the entry point in `pyproject.toml` names."""
