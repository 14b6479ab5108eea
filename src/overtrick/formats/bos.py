"""`results.txt` of Jannersten's BOS (BridgeTab): three blocks of lines with semicolons, GAME, Contestants and RESULTS.

No field may be left out there, so a shorter line is a broken one. A board alone (`#07`) heads no result.
Source: Jannersten Förlag, help of BOS, results.txt.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.csv_cells import unguard
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, exact
from overtrick.formats.write_bos import dumps_bos
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import parse

__all__ = ["BOS", "dump", "dumps", "load", "loads", "loads_bos", "sniff_bos"]

_BLOCK = re.compile(r"\s*\[(game|contestants|results)\]", re.IGNORECASE)
_BOARD = re.compile(r"#?\s*([0-9]{1,6})")
_SIDES = {"N": Side.NS, "S": Side.NS, "E": Side.EW, "W": Side.EW}
_GAME = (
    "section",
    "boards_per_round",
    "boards",
    "rounds",
    "scoring",
    "filler",
    "type",
    "weighting",
    "handicap",
    "date",
    "name",
    "session",
    "across",
)
_RESULT = (
    "board",
    "section",
    "round",
    "north",
    "east",
    "south",
    "west",
    "points",
    "contract",
    "declarer",
    "tricks",
    "lead",
    "mp_ns",
    "mp_ew",
    "imp_ns",
    "imp_ew",
    "percent_ns",
    "percent_ew",
    "datum",
    "top",
    "adjusted_top",
    "remarks",
)
_CONTESTANT = ("section", "pair", "seat", "name", "total", "percent", "vp", "masterpoints")


def sniff_bos(text: str) -> bool:
    r"""Whether a text has the blocks of such a file.

    >>> sniff_bos("[GAME] (Section; ...)\nA;3;30\n[Contestants]\n[RESULTS]\n"), sniff_bos("[Event \"x\"]")
    (True, False)
    """
    head = text[:200_000]
    if "results" not in head.lower():
        return False
    heads = {found[1].lower() for line in head.split("\n") if (found := _BLOCK.match(line))}
    return "results" in heads and len(heads) > 1


def loads_bos(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of such a file; a line that cannot be understood is refused with its number and the reason.

    Raises FormatError for a text without a block of results.

    >>> text = "[GAME]\n[RESULTS]\n#01;A;1;1;11;;;430;3NT;N;10;C2;12;6;;;67;33;;18;;\n#02\n"
    >>> line = loads_bos(Decoded(text, "utf-8")).event.sessions[0].sections[0].travellers[0].lines[0]
    >>> print(line.ns, line.ew, line.ns_outcome, line.stated.ns)
    1 11 3NT N +1 12
    """
    return _Reader(decoded, language=language, number=number).reading()


@dataclass(frozen=True, slots=True)
class _Fields:
    where: str
    values: dict[str, str]

    def text(self, name: str) -> str:
        return self.values.get(name, "")


class _Reader:
    def __init__(self, decoded: Decoded, *, language: str, number: str) -> None:
        self.decoded = decoded
        self.language = language
        self.number = number
        self.draft = Draft(Event(program="BOS"), problems=list(decoded.problems))
        self.session = "1"
        self.method = ""
        self.people: dict[tuple[str, str, Side], list[_Fields]] = {}
        self.results: list[_Fields] = []

    def reading(self) -> Reading:
        blocks = set()
        for block, fields in self.lines():
            blocks.add(block)
            if block == "game" and fields.text("section"):
                self.game(fields)
            elif block == "contestants" and fields.values:
                self.contestant(fields)
            elif block == "results" and fields.values:
                self.results.append(fields)
        if "results" not in blocks:
            raise FormatError(_("there is no block [RESULTS]"))
        self.method = self.how()
        for fields in self.results:
            self.result(fields)
        self.enter_people()
        self.draft.event = replace(self.draft.event, method=self.method or None)
        return self.draft.reading(format="bos", encoding=self.decoded.encoding)

    def lines(self) -> Iterator[tuple[str, _Fields]]:
        """Every line with its block; the head of a block comes without fields, and so does a board alone."""
        block = ""
        names = {"game": _GAME, "contestants": _CONTESTANT, "results": _RESULT}
        for number, line in enumerate(self.decoded.text.split("\n"), 1):
            where = _("line {line}").format(line=number)
            if found := _BLOCK.match(line):
                block = found[1].lower()
                yield block, _Fields(where, {})
                continue
            if not block or not line.strip() or (block == "results" and _BOARD.fullmatch(line.strip())):
                continue
            try:
                cells = [unguard(cell) for cell in next(csv.reader([line], delimiter=";", skipinitialspace=True), [])]
            except csv.Error as fault:
                self.draft.refuse(where, _("not a line of CSV: {fault}").format(fault=fault))
                continue
            if block == "results" and len(cells) < len(_RESULT):
                text = _("{found} fields; a result has {wanted}, and none may be left out")
                self.draft.refuse(where, text.format(found=len(cells), wanted=len(_RESULT)))
                continue
            yield block, _Fields(where, dict(zip(names[block], cells, strict=False)))

    def game(self, fields: _Fields) -> None:
        event = self.draft.event
        self.draft.event = replace(
            event, name=event.name or fields.text("name"), date=event.date or fields.text("date")
        )
        self.session = fields.text("session") or self.session
        if fields.text("across") == "1":
            text = _("scored across the field; set sections=across to do the same")
            self.draft.note(fields.where, Severity.NOTE, text)

    def contestant(self, fields: _Fields) -> None:
        side = _SIDES.get(fields.text("seat").upper())
        if side is None or not fields.text("pair"):
            text = _("a contestant without a pair number or a seat (N, S, E, W); it is left out")
            self.draft.note(fields.where, Severity.WARNING, text)
            return
        self.people.setdefault((fields.text("section"), fields.text("pair"), side), []).append(fields)

    def how(self) -> str:
        """The method, by the points that the results carry."""
        if any(exact(one.text("mp_ns")) is not None for one in self.results):
            return "matchpoints"
        if any(exact(one.text("imp_ns")) is not None for one in self.results):
            return "butler" if any(exact(one.text("datum")) is not None for one in self.results) else "cross-imps"
        return "matchpoints" if any(exact(one.text("percent_ns")) is not None for one in self.results) else ""

    def enter_people(self) -> None:
        """Pairs with their players; two lists where one number sits both ways, or nobody does."""
        if not self.people:
            return
        numbers = [(section, key) for section, key, _side in self.people]
        ns = {(row.section, row.line.ns) for row in self.draft.rows if row.line.ns}
        ew = {(row.section, row.line.ew) for row in self.draft.rows if row.line.ew}
        alone = any(row.line.south or row.line.west for row in self.draft.rows)  # an individual event has one list
        two = not alone and (len(set(numbers)) < len(numbers) or ns.isdisjoint(ew))
        self.draft.event = replace(self.draft.event, winners=2 if two else 1)
        for (section, key, side), found in self.people.items():
            percent = {exact(one.text("percent")) for one in found}
            total = {exact(one.text("total")) for one in found}
            who = Contestant(
                key,
                side if two else None,
                tuple(Player(one.text("name")) for one in found if one.text("name")),
                # the players of one pair share its result; where they do not, the file states none for the pair
                stated_total=next(iter(total)) if len(total) == 1 else None,
                stated_percent=next(iter(percent)) if len(percent) == 1 and self.method == "matchpoints" else None,
            )
            self.draft.contestants.setdefault((self.session, section), []).append((who, found[0].where))

    def result(self, fields: _Fields) -> None:
        number = _BOARD.fullmatch(fields.text("board"))
        if number is None or not int(number[1]):
            text = _("a result on board {board}; boards are numbered from 1")
            self.draft.refuse(fields.where, text.format(board=repr(fields.text("board")[:40])))
            return
        ns, ew, south, west = (fields.text(seat) for seat in ("north", "east", "south", "west"))
        south, west = ("" if key in ("0", own) else key for key, own in ((south, ns), (west, ew)))
        ns, ew = ("" if key == "0" else key for key in (ns, ew))
        if not ns and not ew:
            self.draft.refuse(fields.where, _("a result without pair numbers"))
            return
        points = exact(fields.text("points"))
        whole = int(points) if points is not None and points.denominator == 1 else None
        try:
            entry = self.entry(fields, whole) if ns and ew else Entry.both(SitOut())
        except (NotationError, RecordError) as fault:
            self.draft.refuse(fields.where, str(fault))
            return
        line = Line(
            ns,
            ew,
            entry.ns,
            entry.ew,
            round=fields.text("round"),
            lead=fields.text("lead"),
            remark=fields.text("remarks"),
            where=fields.where,
            stated=self.stated(fields, whole),
            south=south,
            west=west,
        )
        self.draft.rows.append(Row(self.session, fields.text("section"), int(number[1]), line))

    def stated(self, fields: _Fields, points: int | None) -> Stated | None:
        kind = "mp" if self.method == "matchpoints" else "imp"
        ns, ew = exact(fields.text(f"{kind}_ns")), exact(fields.text(f"{kind}_ew"))
        unit = "matchpoints" if kind == "mp" else "imps"
        if kind == "mp" and ns is None and ew is None:
            ns, ew, unit = exact(fields.text("percent_ns")), exact(fields.text("percent_ew")), "percent"
        return None if ns is None and ew is None and points is None else Stated(ns, ew, unit, points)

    def entry(self, fields: _Fields, points: int | None) -> Entry:
        """What was played; without a contract the award in the remarks, else the percentages, else the points."""
        text, declarer, tricks = fields.text("contract"), fields.text("declarer"), fields.text("tricks")
        if text:
            contract = parse_contract(text, language=self.language)
            if isinstance(contract, PassedOut):
                return Entry.both(contract)
            if not (tricks.isascii() and tricks.isdigit() and len(tricks) < 3):
                raise NotationError(_("{tricks} is not a number of tricks").format(tricks=repr(tricks[:40])), tricks)
            return Entry.both(
                Played(replace(contract, declarer=parse_seat(declarer, language=self.language)), int(tricks))
            )
        if remarks := fields.text("remarks"):
            try:
                return parse(remarks, language=self.language, number=self.number)
            except (NotationError, RecordError):
                self.draft.note(
                    fields.where, Severity.NOTE, _("{remark} is kept as a remark").format(remark=repr(remarks))
                )
        if points is not None:
            return Entry.both(BareScore(points))
        percents = [exact(fields.text(f"percent_{side}")) for side in ("ns", "ew")]
        if percents[0] is not None and percents[1] is not None and self.method == "matchpoints":
            return Entry(Awarded(percents[0]), Awarded(percents[1]))
        imps = [exact(fields.text(f"imp_{side}")) for side in ("ns", "ew")]
        if imps[0] is not None and imps[1] is not None:
            return Entry(Awarded(imps[0], Unit.IMPS), Awarded(imps[1], Unit.IMPS))
        return Entry.both(NotPlayed())


BOS = Format("bos", "BOS results.txt", "Jannersten, help of BOS", sniff_bos, loads_bos, write=dumps_bos)
load, loads, dump, dumps = BOS.load, BOS.loads, BOS.dump, BOS.dumps
