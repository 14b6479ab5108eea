"""Rows of the results CSV made facts: a result, a contestant, a penalty, the event."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from overtrick.errors import FormatError, NotationError
from overtrick.formats.assemble import Row
from overtrick.formats.csv_cells import Cells
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Penalty, Player, Stated
from overtrick.model.outcome import BareScore, Entry, Missing, PassedOut, Played, SitOut
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.award import parse_award
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import parse, remark

__all__ = ["NO_RESULT", "read_contestant", "read_event", "read_penalty", "read_result"]

NO_RESULT = frozenset(("contract", "score", "result", "ns_award", "ew_award"))
"""Columns of which a block of results needs at least one."""

_BARE = re.compile(r"[0-9]{1,2}")
_POINTS = re.compile(r"[+-−]?\s?[0-9]+(?:[.,]0*)?")


def read_result(cells: Cells, where: str, *, language: str, number: str) -> tuple[Row, str]:
    """A line of a traveller, and a remark where something had to be guessed.

    Raises FormatError, NotationError or RecordError for a row that cannot be understood.
    """
    board = cells.whole("board")
    if board is None or board < 1:
        raise FormatError(_("board is {text}; boards are numbered from 1").format(text=repr(cells.text("board"))))
    ns, ew = cells.text("ns"), cells.text("ew")
    entry, said = _entry(cells, language, number)
    if not ns or not ew:
        if not ns and not ew:
            raise FormatError(_("neither ns nor ew is given"))
        if entry.ns not in (SitOut(), Missing()):
            raise FormatError(_("a result with one contestant only; give ns and ew"))
        entry, said = Entry.both(SitOut()), ""
    line = Line(
        ns,
        ew,
        entry.ns,
        entry.ew,
        cells.text("round"),
        cells.text("table"),
        cells.text("lead"),
        cells.text("version"),
        cells.text("remark"),
        where,
        _stated(cells),
    )
    return Row(cells.text("session") or "1", cells.text("section"), board, line, _dealer(cells), _vulnerability(cells)), said


def _entry(cells: Cells, language: str, number: str) -> tuple[Entry, str]:
    """The outcome for each side: what was played, and over it what was awarded."""
    entry, said = _played(cells, language, number)
    ns, ew = cells.text("ns_award"), cells.text("ew_award")
    if ns:
        entry = replace(entry, ns=parse_award(ns))
    if ew:
        entry = replace(entry, ew=parse_award(ew))
    return entry, "" if ns and ew else said


def _played(cells: Cells, language: str, number: str) -> tuple[Entry, str]:
    text, declarer = cells.text("contract"), cells.text("declarer")
    result, tricks = cells.text("result"), cells.whole("tricks")
    if not text:
        if declarer or tricks is not None:
            raise FormatError(_("declarer or tricks without a contract"))
        if result:
            return parse(result, language=language, number=number), remark(result, language=language, number=number)
        return _score_alone(cells, language, number)
    if tricks is None:
        if _BARE.fullmatch(result) and number == "tricks" and int(result) < 7:
            raise FormatError(
                _("result is {found}, which may be tricks or overtricks; write = or +{found}, or use the column tricks").format(
                    found=result
                )
            )
        whole = " ".join(part for part in (text, declarer, result) if part)
        return _whole(whole, cells, language, number)
    contract = parse_contract(text, language=language)
    if isinstance(contract, PassedOut):
        if tricks:
            raise FormatError(_("passed out, but {tricks} tricks").format(tricks=tricks))
        return Entry.both(contract), ""
    contract = _declared(contract_text=text, cells=cells, language=language)
    played = Played(contract, tricks)
    if result:
        other = parse(f"{contract} {contract.declarer.value if contract.declarer else ''} {result}", number=number)
        if other.ns != played:
            raise FormatError(
                _("result is {result}, but tricks is {tricks}, which is {played}").format(
                    result=result, tricks=tricks, played=played
                )
            )
    return Entry.both(played), ""
