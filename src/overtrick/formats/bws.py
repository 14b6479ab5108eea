"""`.bws`: the database of Bridgemate, BridgePad, BridgeTab and TabScore, and its table of results exported as CSV.

Columns are known by name, since versions differ. A result that was erased at the table stays in the file with a mark
and never counts; of several for one place the one with the highest ID does.
Source: Bridgemate Pro developers' guide, revision 37.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.bws_names import Names
from overtrick.formats.bws_write import dumps_bws
from overtrick.formats.hands import attach_deals, deal_of_suits
from overtrick.formats.jet import JetFile, Value, is_jet
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal
from overtrick.model.event import Event, Line
from overtrick.model.outcome import Entry, Missing, NotPlayed, PassedOut, SitOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side
from overtrick.notation.result import parse

__all__ = ["BWS", "dump", "dumps", "load", "loads", "loads_bws", "loads_received", "sniff_bws", "sniff_received"]

_NEEDED = ("section", "table", "round", "board", "pairns", "pairew", "contract", "result")
_TRUE = frozenset(("true", "yes", "1", "-1"))
_PASSES = frozenset(("pass", "p"))
_AWARD = re.compile(r"([0-9]{1,3})\s*%\s*[-/]\s*([0-9]{1,3})\s*%")
_DAY_ONE = date(1899, 12, 30)
_US_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{2,4})\b.*")
_SEPARATORS = ",;\t"


def sniff_bws(data: bytes) -> bool:
    r"""Whether a file is such a database.

    >>> sniff_bws(b"\x00\x01\x00\x00Standard Jet DB\x00"), sniff_bws(b"ID,Section")
    (True, False)
    """
    return is_jet(data)


def sniff_received(text: str) -> bool:
    """Whether a text is the table of results, exported with its header.

    >>> sniff_received("ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result")
    True
    """
    return _header(text) is not None


def _header(text: str) -> tuple[list[str], str] | None:
    first = next((line for line in text[:20_000].split("\n") if line.strip()), "")
    for separator in _SEPARATORS:
        names = [cell.strip().strip('"').casefold() for cell in first.split(separator)]
        if set(_NEEDED) <= set(names):
            return names, separator
    return None


def loads_bws(data: bytes, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a database, with the names and pairs of its other tables.

    Raises FormatError for data that are no Jet database, and for one without the table ReceivedData.
    """
    file = JetFile(data)
    if not any(name.casefold() == "receiveddata" for name in file.tables):
        raise FormatError(_("the database has no table ReceivedData, where results stand"))
    reader = _Reader(language, number)
    tables = {name: _table(file, name, reader.draft) for name in _WANTED}
    reader.rounds = [_Round.of(row) for row in tables["RoundData"]]
    reader.letters = {row.get("id", ""): row.get("letter", "") for row in tables["Section"]}
    reader.missing = {row.get("id", ""): row.get("missingpair", "") for row in tables["Section"]}
    rows = [
        (_("result {id}").format(id=row.get("id") or index + 1), row)
        for index, row in enumerate(tables["ReceivedData"])
    ]
    if file.lost or file.cut:
        text = _("the database is damaged: {count} rows of its tables cannot be read")
        reader.draft.note(_("whole file"), Severity.ERROR, text.format(count=file.lost))
    stated = file.stated_rows("ReceivedData")
    if stated > len(rows):
        text = _("the table of results states {stated} rows; {found} are found")
        reader.draft.note(_("whole file"), Severity.ERROR, text.format(stated=stated, found=len(rows)))
    reader.results(rows)
    names = Names(tables["PlayerNumbers"], tables["PlayerNames"], tables["RoundData"], reader.letters)
    names.enter(reader.draft, stated_winners={row.get("winners", "") for row in tables["Section"]})
    deals = _deals(tables["HandRecord"], reader)
    return attach_deals(reader.draft.reading(format="bws", encoding="jet"), deals)


_WANTED = ("ReceivedData", "RoundData", "Section", "PlayerNumbers", "PlayerNames", "HandRecord")


def _table(file: JetFile, name: str, draft: Draft) -> list[dict[str, str]]:
    """The rows of a table. Only the results must be there: of any other that is damaged the results do not depend."""
    try:
        return [_texts(row) for row in file.rows(name)]
    except FormatError as fault:
        if name == "ReceivedData":
            raise
        draft.note(_("table {name}").format(name=name), Severity.ERROR, str(fault))
        return []


def _deals(rows: list[dict[str, str]], reader: _Reader) -> dict[tuple[str, str, int], Deal]:
    """The hands by section and board; wrong ones are told and left out."""
    found: dict[tuple[str, str, int], Deal] = {}
    for row in rows:
        board, section = row.get("board", ""), row.get("section", "")
        hands = [
            [row.get(seat + suit, "") for suit in ("spades", "hearts", "diamonds", "clubs")]
            for seat in ("north", "east", "south", "west")
        ]
        try:
            deal = deal_of_suits(hands)
        except RecordError as fault:
            where = _("hands of board {board}").format(board=board[:20])
            reader.draft.note(where, Severity.WARNING, _("{fault}; they are left out").format(fault=fault))
            continue
        if deal and board.isascii() and board.isdigit() and len(board) < 7:
            found["1", reader.letters.get(section) or section, int(board)] = deal
    return found


def loads_received(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of an exported table of results.

    Raises FormatError where the header lacks a column that must be there.

    >>> text = "ID,Section,Table,Round,Board,PairNS,PairEW,NS/EW,Contract,Result,Erased\n1,1,1,1,5,1,2,N,3 NT,+1,-1\n"
    >>> reading = loads_received(Decoded(text + "2,1,1,1,5,1,2,N,3 NT,=,0\n", "utf-8"))
    >>> print(reading.event.sessions[0].sections[0].travellers[0].lines[0].ns_outcome, reading.counts.refused)
    3NT N = 1
    """
    head = _header(decoded.text)
    if head is None:
        raise FormatError(_("the columns {names} are wanted in the first line").format(names=", ".join(_NEEDED)))
    names, separator = head
    reader = _Reader(language, number)
    reader.draft.problems.extend(decoded.problems)
    source = csv.reader(io.StringIO(decoded.text, newline="\n"), delimiter=separator)
    rows: list[tuple[str, dict[str, str]]] = []
    started = False
    while True:
        where = _("line {line}").format(line=source.line_num + 1)
        try:
            cells = next(source)
        except StopIteration:
            break
        except csv.Error as fault:
            reader.draft.refuse(where, _("not a line of CSV: {fault}").format(fault=fault))
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if started and len(cells) < len(names):
            text = _("{found} cells under {wanted} columns")
            reader.draft.refuse(where, text.format(found=len(cells), wanted=len(names)))
        elif started:
            rows.append((where, {name: cell.strip() for name, cell in zip(names, cells, strict=False)}))
        started = True
    reader.results(rows)
    return reader.draft.reading(format="bws-csv", encoding=decoded.encoding)


def _texts(row: dict[str, Value]) -> dict[str, str]:
    """Values as texts, names of columns in small letters; what is not there is empty."""
    made = {}
    for name, value in row.items():
        if isinstance(value, bool):
            made[name.casefold()] = "-1" if value else "0"
        elif isinstance(value, (int, str)):
            made[name.casefold()] = str(value).strip()
        elif isinstance(value, float) and name.casefold() == "datelog":
            made[name.casefold()] = _day(value)
        else:
            made[name.casefold()] = ""
    return made


def _day(value: float) -> str:
    """The ISO date of a date in the database, which counts days; empty for one that cannot be."""
    return (_DAY_ONE + timedelta(days=int(value))).isoformat() if 1 <= value < 2_000_000 else ""


@dataclass(frozen=True, slots=True)
class _Round:
    """Who meets at a table in a round, by the movement."""

    section: str
    table: str
    round: str
    ns: str
    ew: str

    @classmethod
    def of(cls, row: dict[str, str]) -> _Round:
        return cls(*(row.get(name, "") for name in ("section", "table", "round", "nspair", "ewpair")))


@dataclass(slots=True)
class _Reader:
    """Turns rows of the table of results into rows of a draft."""

    language: str
    number: str
    draft: Draft = field(default_factory=lambda: Draft(Event(program="Bridgemate")))
    rounds: list[_Round] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def results(self, rows: list[tuple[str, dict[str, str]]]) -> None:
        """Erased rows and those that a later one replaces are counted and left out; the rest is read."""
        movement = {(one.section, one.table, one.round): one for one in self.rounds}
        last: dict[tuple[str, ...], tuple[int, str, dict[str, str]]] = {}
        for index, (where, row) in enumerate(rows):
            if row.get("erased", "").casefold() in _TRUE:
                self.drop(where, _("erased at the table; it does not count"))
                continue
            if row.get("south", "0") not in ("", "0") or row.get("west", "0") not in ("", "0"):
                self.draft.refuse(where, _("a result of an individual event; pairs events are read"))
                continue
            key = tuple(row.get(name, "") for name in ("section", "table", "round", "board"))
            text = row.get("id", "")
            order = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else index
            before = last.get(key)
            if before is None or before[0] <= order:
                last[key] = (order, where, row)
                older, newer = (before[1] if before else ""), where
            else:
                older, newer = where, before[1]
            if before is not None:
                self.drop(
                    older, _("a later result for the same board at the same table stands: {other}").format(other=newer)
                )
        for _order, where, row in last.values():
            self.result(where, row, movement)

    def drop(self, where: str, text: str) -> None:
        self.draft.refused += 1
        self.draft.note(where, Severity.NOTE, text)

    def result(self, where: str, row: dict[str, str], movement: dict[tuple[str, str, str], _Round]) -> None:
        board = row.get("board", "")
        if not (board.isascii() and board.isdigit() and len(board) < 7 and int(board)):
            self.draft.refuse(
                where, _("a result on board {board}; boards are numbered from 1").format(board=repr(board[:40]))
            )
            return
        section, remark = row.get("section", ""), row.get("remarks", "")
        ns, ew = row.get("pairns", ""), row.get("pairew", "")
        planned = movement.get((section, row.get("table", ""), row.get("round", "")))
        if remark.casefold() == "wrong direction":
            exchanged = planned is not None and (planned.ns, planned.ew) == (ew, ns)
            if not exchanged:
                ns, ew = ew, ns
            self.draft.note(
                where, Severity.WARNING, _("played in the wrong direction: {ns} sat North-South").format(ns=ns)
            )
        elif planned is not None and {planned.ns, planned.ew} != {ns, ew}:
            text = _("{ns} v {ew} here, {pns} v {pew} by the movement; the result stands as it was entered")
            self.draft.note(where, Severity.WARNING, text.format(ns=ns, ew=ew, pns=planned.ns, pew=planned.ew))
        nobody = ("", "0", self.missing.get(section, "") or "0")
        ns, ew = ("" if key in nobody else key for key in (ns, ew))
        if not ns and not ew:
            self.draft.refuse(where, _("a result without pair numbers"))
            return
        try:
            entry = self.entry(row, where, ns, ew)
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        if not self.draft.event.date and row.get("datelog"):
            self.draft.event = replace(self.draft.event, date=_date(row["datelog"]))
        line = Line(
            ns,
            ew,
            entry.ns,
            entry.ew,
            round=row.get("round", ""),
            table=row.get("table", ""),
            lead=row.get("leadcard", ""),
            remark=remark,
            where=where,
        )
        self.draft.rows.append(Row("1", self.letters.get(section) or section, int(board), line))

    def entry(self, row: dict[str, str], where: str, ns: str, ew: str) -> Entry:
        """What was played or awarded. A remark with percentages counts for more than a contract beside it."""
        if not ns or not ew:
            return Entry.both(SitOut())
        remark, contract = row.get("remarks", "").casefold(), row.get("contract", "")
        if award := _AWARD.fullmatch(remark):
            return parse(f"A{award[1]}/{award[2]}")
        if remark == "not played":
            return Entry.both(NotPlayed())
        if remark == "arbitral score" or not contract:
            text = _("a score that the director has still to give; nothing counts until then")
            self.draft.note(
                where, Severity.WARNING, text if remark else _("a row without a contract and without a remark")
            )
            return Entry.both(Missing())
        if contract.casefold() in _PASSES:
            return Entry.both(PassedOut())
        letter = row.get("ns/ew", "").upper()
        self.check_declarer(row, letter, where, ns, ew)
        return parse(f"{contract} {letter} {row.get('result', '')}", language=self.language, number=self.number)

    def check_declarer(self, row: dict[str, str], letter: str, where: str, ns: str, ew: str) -> None:
        """The number of the declaring pair against the seat."""
        side = {"N": Side.NS, "S": Side.NS, "E": Side.EW, "W": Side.EW}.get(letter)
        pair = row.get("declarer", "")
        if side is None or pair in ("", "0") or row.get("remarks", "").casefold() == "wrong direction":
            return
        if pair != (ns if side is Side.NS else ew):
            text = _("declarer is pair {pair}, but {seat} is a seat of pair {other}; the seat stands")
            self.draft.note(
                where, Severity.WARNING, text.format(pair=pair, seat=letter, other=ns if side is Side.NS else ew)
            )


def _date(text: str) -> str:
    """ISO from the American way in which exported tables have it; as it stands otherwise."""
    found = _US_DATE.fullmatch(text)
    if not found:
        return text
    year = int(found[3]) + (2000 if len(found[3]) == 2 else 0)
    if not (1 <= int(found[1]) <= 12 and 1 <= int(found[2]) <= 31):
        return text
    return f"{year}-{int(found[1]):02d}-{int(found[2]):02d}"


BWS = Format(
    "bws",
    "Bridgemate database (.bws)",
    "Bridgemate developers' guide 37",
    sniff_data=sniff_bws,
    read_data=loads_bws,
    write_data=dumps_bws,
    suffix=".bws",
)
load, loads, dump, dumps = BWS.load, BWS.loads, BWS.dump, BWS.encode
