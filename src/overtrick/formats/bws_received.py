"""The table of received data of a `.bws` file, exported as CSV: the rows of the database in a text of their own."""

from __future__ import annotations

from overtrick.formats.bws import loads_received, sniff_received
from overtrick.formats.kind import Format

__all__ = ["RECEIVED", "dump", "dumps", "load", "loads"]

RECEIVED = Format(
    "bws-csv", "Bridgemate results as CSV", "Bridgemate developers' guide 37", sniff_received, loads_received
)
load, loads, dump, dumps = RECEIVED.load, RECEIVED.loads, RECEIVED.dump, RECEIVED.dumps
