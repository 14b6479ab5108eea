"""The results CSV: one line a result, blocks of names, and everything else that an event holds.

A file has one or several blocks, each with its own header row. Header names may stand in any case and order:

* results: `board, ns, ew` and some of `contract, declarer, result, tricks, score, ns_award, ew_award`; also
  `session, section, round, table, lead, version, remark, dealer, vul, ns_stated, ew_stated, stated_unit`, and
  `south, west` in an individual event
* names: `contestant` and some of `session, section, direction, player1, number1, player2, ... handicap, carry_over,
  stated_total, stated_percent, stated_place, name`
* penalties: `penalty, contestant` and some of `session, section, direction, unit, reason`
* the event: `event` and some of `date, club, method, winners, program, settings`

A cell that begins with an apostrophe and one of `= + - @ '` after it loses the apostrophe: so names that a
spreadsheet would take for a formula are written, and read back as they were.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.csv_cells import Cells, plain_name
from overtrick.formats.csv_rows import NO_RESULT, read_contestant, read_event, read_penalty, read_result
from overtrick.formats.kind import Format
from overtrick.formats.known import is_method
from overtrick.formats.text import Decoded, exact
from overtrick.formats.ticks import tick
from overtrick.formats.write_csv import dumps_csv
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Penalty
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

__all__ = ["CSV", "dump", "dumps", "load", "loads", "loads_csv", "missing_columns", "sniff_csv"]

_AT_ONCE = 5000  # lines between two words on how far the reading is
_SEPARATORS = ",;\t"
# fmt: off
_RESULTS = (
    "session", "section", "round", "table", "board", "ns", "ew", "contract", "declarer", "result", "tricks", "score",
    "lead", "ns_award", "ew_award", "version", "remark", "dealer", "vul", "ns_stated", "ew_stated", "stated_unit",
    "south", "west",
)
# fmt: on
# fmt: off
_NAMES = (
    "contestant", "session", "section", "direction", "handicap", "carry_over", "stated_total", "stated_percent",
    "stated_place", "name",
)
# fmt: on
_CLAIMS = ("ns_stated", "ew_stated", "stated_total", "stated_percent")
_PENALTIES = ["penalty", "contestant", "session", "section", "direction", "unit", "reason"]
_EVENT = ["event", "date", "club", "method", "winners", "program", "settings"]
_PLAYER = re.compile(r"(?:player|number)[1-9][0-9]?")
_SAME = {
    "vulnerability": "vul",
    "vulnerable": "vul",
    "nsaward": "ns_award",
    "ewaward": "ew_award",
    "pairns": "ns",
    "pairew": "ew",
    "nspair": "ns",
    "ewpair": "ew",
    "boardnumber": "board",
    "boardno": "board",
    "leadcard": "lead",
    "remarks": "remark",
}


def _kind(names: set[str]) -> str:
    """What a row of names heads; empty where it is no header."""
    if "penalty" in names and "contestant" in names:
        return "penalties"
    if "contestant" in names and any(_PLAYER.fullmatch(name) or name in _NAMES[1:] for name in names):
        return "names"
    if "event" in names and names & set(_EVENT[1:]):
        return "event"
    if len(names & {"board", "ns", "ew"}) >= 2 or ("board" in names and len(names & set(_RESULTS)) >= 3):
        return "results"
    return ""


_COLUMNS = {"results": _RESULTS, "names": _NAMES, "penalties": _PENALTIES, "event": _EVENT}


def _heads(cells: list[str]) -> list[str]:
    names = [plain_name(cell) for cell in cells]
    return [_SAME.get(name.replace("_", ""), name) for name in names]


def sniff_csv(text: str) -> bool:
    r"""Whether the first line that is not empty heads a results CSV.

    >>> sniff_csv("Board;NS;EW;Contract\n1;1;2;3NT N ="), sniff_csv('[Event "x"]')
    (True, False)
    """
    first = next((line for line in text[:20_000].split("\n") if line.strip()), "")
    return any(_kind(set(_heads(_split(first, separator)))) for separator in _SEPARATORS)


def missing_columns(text: str) -> tuple[str, ...]:
    """The columns that a text lacks to be a results CSV: its first line names a board and at least one result.

    Empty where that line is something else, or lacks nothing.

    >>> missing_columns("Board,Contract"), missing_columns("Dear all")
    (('ns', 'ew'), ())
    """
    first = next((line for line in text[:20_000].split("\n") if line.strip()), "")
    for separator in _SEPARATORS:
        names = set(_heads(_split(first, separator)))
        if "board" in names and not NO_RESULT.isdisjoint(names):
            return tuple(name for name in ("ns", "ew") if name not in names)
    return ()


def _split(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def loads_csv(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of a results CSV; a row that cannot be understood is refused with its line and the reason.

    Raises FormatError where a column is missing that must be there, naming it and what was found.

    >>> text = "board,ns,ew,contract\n1,1,2,4S N +1\n1,3,4,4S N\n"
    >>> reading = loads_csv(Decoded(text, "utf-8"))
    >>> reading.counts, str(reading.problems[0])[:14]
    (Counts(found=2, taken=1, refused=1, guessed=0), 'line 3: error:')
    """
    return _Reader(decoded, language=language, number=number).reading()


@dataclass(slots=True)
class _Block:
    kind: str
    heads: list[str]
    line: int


@dataclass(frozen=True, slots=True)
class _Person:
    """A contestant or a penalty; session and section are None where the block has no such column."""

    session: str | None
    section: str | None
    what: Contestant | Penalty
    where: str


class _Reader:
    def __init__(self, decoded: Decoded, *, language: str, number: str) -> None:
        self.decoded = decoded
        self.draft = Draft(problems=list(decoded.problems))
        self.language = language
        self.number = number
        self.people: list[_Person] = []
        self.fresh = True  # at the beginning, and after an empty line, a header is wanted

    def reading(self) -> Reading:
        separator = self.separator()
        block: _Block | None = None
        for line, cells in self.rows(separator):
            if not any(cell.strip() for cell in cells):
                self.fresh = True
                continue
            if block is not None and not self.fresh and _is_data(cells):
                self.row(block, cells, line)
                continue
            heads = _heads(cells)
            kind = _kind(set(heads))
            if kind:
                block = self.open(kind, heads, cells, line)
            elif block is None:
                self.missing(heads, cells, line)
            else:
                self.row(block, cells, line)
            self.fresh = False
        self.seat_people()
        return self.draft.reading(format="csv", encoding=self.decoded.encoding)

    def seat_people(self) -> None:
        """Names and penalties into their sections; without a session or section named, into those where they play."""
        places = list(dict.fromkeys((row.session, row.section) for row in self.draft.rows))
        playing = {
            (row.session, row.section, key) for row in self.draft.rows for side in Side for key in row.line.keys(side)
        }
        for person in self.people:
            what = person.what
            key = what.key if isinstance(what, Contestant) else what.contestant
            fitting = [
                place for place in places if person.session in (None, place[0]) and person.section in (None, place[1])
            ]
            named = person.session is not None and person.section is not None
            there = [place for place in fitting if named or (*place, key) in playing]
            for place in there or fitting[:1] or [(person.session or "1", person.section or "")]:
                if isinstance(what, Contestant):
                    self.draft.contestants.setdefault(place, []).append((what, person.where))
                else:
                    self.draft.penalties.setdefault(place, []).append(what)

    def separator(self) -> str:
        """The separator under which the first line heads a block, or has the most cells."""
        first = next((line for line in self.decoded.text.split("\n") if line.strip()), "")
        return max(_SEPARATORS, key=lambda one: (bool(_kind(set(_heads(_split(first, one))))), first.count(one)))

    def rows(self, separator: str) -> Iterator[tuple[int, list[str]]]:
        """Rows with the line at which each begins."""
        source = csv.reader(io.StringIO(self.decoded.text, newline="\n"), delimiter=separator)
        while True:
            line = source.line_num + 1
            if not line % _AT_ONCE:
                tick(line)
            try:
                yield line, next(source)
            except StopIteration:
                return
            except csv.Error as fault:
                self.draft.refuse(_at(line), _("not a line of CSV: {fault}").format(fault=fault))

    def missing(self, heads: list[str], cells: list[str], line: int) -> None:
        wanted = [name for name in ("board", "ns", "ew") if name not in heads]
        raise FormatError(
            _("the column {wanted} is missing; found: {found}").format(
                wanted=", ".join(wanted), found=", ".join(cell.strip() for cell in cells)[:200]
            ),
            _at(line),
        )

    def open(self, kind: str, heads: list[str], cells: list[str], line: int) -> _Block:
        """A new block; its columns are checked once."""
        if kind == "results":
            if any(name not in heads for name in ("board", "ns", "ew")):
                self.missing(heads, cells, line)
            if NO_RESULT.isdisjoint(heads):
                words = _("the column contract is missing (or score, result, ns_award, ew_award); found: {found}")
                raise FormatError(words.format(found=", ".join(cell.strip() for cell in cells)[:200]), _at(line))
        twice = sorted(name for name, count in Counter(heads).items() if name and count > 1)
        if twice:
            raise FormatError(_("the column {names} is there twice").format(names=", ".join(twice)[:200]), _at(line))
        known = _COLUMNS[kind]
        strange = [
            cell.strip()
            for name, cell in zip(heads, cells, strict=True)
            if name and name not in known and not (kind == "names" and _PLAYER.fullmatch(name))
        ]
        if strange:
            text = _("columns without a meaning are left out: {names}").format(names=", ".join(strange)[:200])
            self.draft.note(_at(line), Severity.NOTE, text)
        return _Block(kind, heads, line)

    def row(self, block: _Block, cells: list[str], line: int) -> None:
        where = _at(line)
        if len(cells) > len(block.heads) and any(cell.strip() for cell in cells[len(block.heads) :]):
            self.refuse(
                block,
                where,
                _("{found} cells under {wanted} columns").format(found=len(cells), wanted=len(block.heads)),
            )
            return
        values = Cells.of(block.heads, cells)
        self.claims(values, where)
        try:
            if block.kind == "results":
                row, remark = read_result(values, where, language=self.language, number=self.number)
                self.draft.rows.append(replace(row, guessed=True) if remark else row)
                if remark:
                    self.draft.note(where, Severity.WARNING, remark)
            elif block.kind == "names":
                self.people.append(
                    _Person(values.values.get("session"), values.values.get("section"), read_contestant(values), where)
                )
            elif block.kind == "penalties":
                self.people.append(
                    _Person(values.values.get("session"), values.values.get("section"), read_penalty(values), where)
                )
            else:
                event = read_event(values)
                if event.method and not is_method(event.method):
                    text = _("there is no method {method}; the file is read without it")
                    self.draft.note(where, Severity.WARNING, text.format(method=repr(event.method[:40])))
                    event = replace(event, method=None)
                self.draft.event = event
                self.draft.infer_winners = event.winners is None
        except (FormatError, NotationError, RecordError) as fault:
            self.refuse(block, where, str(fault))

    def claims(self, values: Cells, where: str) -> None:
        """What a file claims and cannot be read is left out alone: the facts beside it stand."""
        for name in _CLAIMS:
            text = values.text(name)
            if text and exact(text) is None:
                told = _("{name} is {text}, which is no number; it is left out")
                self.draft.note(where, Severity.WARNING, told.format(name=name, text=repr(text[:40])))
                del values.values[name]

    def refuse(self, block: _Block, where: str, text: str) -> None:
        if block.kind == "results":
            self.draft.refuse(where, text)
        else:
            self.draft.note(where, Severity.ERROR, text)


def _is_data(cells: list[str]) -> bool:
    """Whether a row that might be a header is one of data: it holds a number."""
    return any(cell.strip().isdigit() for cell in cells)


def _at(line: int) -> str:
    return _("line {line}").format(line=line)


CSV = Format("csv", "results CSV", "Overtrick", sniff_csv, loads_csv, write=dumps_csv, suffix=".csv")
load, loads, dump, dumps = CSV.load, CSV.loads, CSV.dump, CSV.dumps
