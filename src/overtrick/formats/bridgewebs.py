"""BridgeWebs CSV (`std1`): lines of options, `#name;value`, then a ranking and travellers.

Established by the guide of BridgeWebs: the separator is that of the first line (semicolon, tab or comma); options go
by name in any case, Version, Date (day, month, year), Description, Source, Butler, Crossimp, Aggregate, Individual,
Teams and others. The columns of the tables are not: so tables are read by the names over their columns, in any order.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import replace

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.bridgewebs_columns import Table, heads_of
from overtrick.formats.bridgewebs_write import dumps_bridgewebs
from overtrick.formats.csv_cells import Cells, unguard
from overtrick.formats.csv_rows import read_contestant, read_result
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Stated
from overtrick.model.outcome import BareScore
from overtrick.model.reading import Reading, Severity

__all__ = ["BRIDGEWEBS", "dump", "dumps", "load", "loads", "loads_bridgewebs", "sniff_bridgewebs"]

_VERSION = re.compile(r"""^\s*"?#\s*version"?\s*[;\t,]\s*"?std""", re.IGNORECASE | re.MULTILINE)
_SEPARATOR = re.compile(r"[;\t,]")
_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_METHODS = {"crossimp": "cross-imps", "butler": "butler", "aggregate": "total-points"}
_PEOPLE = frozenset(("individual",))
_TEAMS = frozenset(("teams", "swissteams", "capmax", "capmin"))
_KEPT = frozenset(("version", "date", "description", "title", "source", "boards"))
_MOST = 40  # options that are told by name
_OFF = frozenset(("0", "n", "no", "false", "off"))


def sniff_bridgewebs(text: str) -> bool:
    r"""Whether a text begins with options, among them the version.

    >>> sniff_bridgewebs("#Version;std1\n#Date;21/03/2024\n"), sniff_bridgewebs("# notes\nboard,ns,ew")
    (True, False)
    """
    head = text[:4000].lstrip()
    return head[:2].lstrip('"')[:1] == "#" and _VERSION.search(head) is not None


def loads_bridgewebs(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of such a file; a line that cannot be understood is refused with its number and the reason.

    Raises FormatError for a file without the line of its version, and for an individual event.

    >>> text = "#Version;std1\nBoard;NS;EW;Contract;By;Tricks\n7;1;2;4S;N;11\n"
    >>> str(loads_bridgewebs(Decoded(text, "utf-8")).event.sessions[0].sections[0].travellers[0].lines[0].ns_outcome)
    '4S N +1'
    """
    return _Reader(decoded, language=language, number=number).reading()


class _Reader:
    def __init__(self, decoded: Decoded, *, language: str, number: str) -> None:
        self.decoded = decoded
        self.language = language
        self.number = number
        self.draft = Draft(Event(method="matchpoints"), problems=list(decoded.problems))
        self.table: Table | None = None
        self.board = ""
        self.title = ""
        self.dropped: list[str] = []

    def reading(self) -> Reading:
        if not _VERSION.search(self.decoded.text[:4000]):
            raise FormatError(_("there is no line #Version;std1"))
        for where, cells in self.rows():
            heads = heads_of(cells)
            if heads is not None:
                self.table = heads
            elif cells[0].startswith("#"):
                self.option(where, cells)
            elif self.table is None:
                self.draft.refuse(where, _("a line before the names of the columns, such as Board;NS;EW;Contract"))
            elif self.table.ranking:
                self.contestant(where, self.table.values(cells))
            else:
                self.result(where, self.table.values(cells))
        if self.dropped:
            words = _("these options are not kept: {names}").format(names=", ".join(self.dropped))
            self.draft.note(_("whole file"), Severity.NOTE, words)
        self.draft.event = replace(self.draft.event, name=self.draft.event.name or self.title)
        return self.draft.reading(format="bridgewebs", encoding=self.decoded.encoding)

    def rows(self) -> Iterator[tuple[str, list[str]]]:
        """Every line that holds something, with its number; quotes do not reach over the end of a line."""
        separator = ""
        for number, line in enumerate(self.decoded.text.split("\n"), 1):
            if not line.strip():
                continue
            if not separator:
                found = _SEPARATOR.search(line)
                separator = found[0] if found else ";"
            where = _("line {line}").format(line=number)
            try:
                cells = [unguard(cell) for cell in next(csv.reader([line], delimiter=separator, strict=True), [])]
            except csv.Error as fault:
                self.draft.refuse(where, _("not a line of CSV: {fault}").format(fault=fault))
                continue
            if any(cells):
                yield where, cells

    def option(self, where: str, cells: list[str]) -> None:
        name = cells[0].lstrip("# ").strip().casefold()
        value = cells[1] if len(cells) > 1 else ""
        event = self.draft.event
        if name in ("board", "bd"):
            self.board = value
        elif name == "date":
            self.draft.event = replace(event, date=_date(value))
        elif name == "description":
            self.draft.event = replace(event, name=value)
        elif name == "title":
            self.title = value
        elif name == "source":
            self.draft.event = replace(event, program=value)
        elif value.casefold() in _OFF:
            return
        elif name in _METHODS:
            self.draft.event = replace(event, method=_METHODS[name])
        elif name in _PEOPLE:
            raise FormatError(_("an individual event; pairs events are read"), where)
        elif name in _TEAMS:
            words = _("an event of teams; its results are read as those of pairs")
            self.draft.note(where, Severity.WARNING, words)
        elif name and name not in _KEPT and name[:40] not in self.dropped and len(self.dropped) < _MOST:
            self.dropped.append(name[:40])

    def contestant(self, where: str, values: dict[str, str]) -> None:
        try:
            who = read_contestant(Cells(values))
        except FormatError as fault:
            self.draft.note(where, Severity.ERROR, str(fault))
            return
        self.draft.contestants.setdefault(("1", values.get("section", "")), []).append((who, where))

    def result(self, where: str, values: dict[str, str]) -> None:
        values.setdefault("board", self.board)
        try:
            row, said = read_result(Cells(values), where, language=self.language, number=self.number)
        except (FormatError, NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        if said:
            self.draft.note(where, Severity.WARNING, said)
        outcome = row.line.ns_outcome
        if isinstance(outcome, BareScore) and row.line.ew_outcome == outcome:  # the points stand in the file as well
            stated = replace(row.line.stated or Stated(), points=outcome.points)
            row = replace(row, line=replace(row.line, stated=stated))
        self.draft.rows.append(row)


def _date(text: str) -> str:
    """ISO; the file has day, month, year."""
    found = _DATE.fullmatch(text)
    if not found or not (1 <= int(found[1]) <= 31 and 1 <= int(found[2]) <= 12):
        return text
    return f"{found[3]}-{int(found[2]):02d}-{int(found[1]):02d}"


BRIDGEWEBS = Format(
    "bridgewebs",
    "BridgeWebs CSV",
    "BridgeWebs, guide on the CSV format",
    sniff_bridgewebs,
    loads_bridgewebs,
    write=dumps_bridgewebs,
)
load, loads, dump, dumps = BRIDGEWEBS.load, BRIDGEWEBS.loads, BRIDGEWEBS.dump, BRIDGEWEBS.dumps
