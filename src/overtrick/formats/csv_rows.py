"""Rows of the results CSV made facts: a result, a contestant, a penalty, the event."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from overtrick.errors import FormatError, NotationError
from overtrick.formats.assemble import Row
from overtrick.formats.csv_cells import Cells
from overtrick.formats.text import exact
from overtrick.i18n import current_language
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Penalty, Player, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, Missing, NotPlayed, PassedOut, Played, SitOut
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.award import parse_award
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import parse, remark

__all__ = ["NO_RESULT", "read_contestant", "read_event", "read_penalty", "read_result"]

NO_RESULT = frozenset(("contract", "score", "result", "ns_award", "ew_award"))
"""Columns of which a block of results needs at least one."""

HIGHEST_BOARD = 100_000
_PLAYER = re.compile(r"(?:player|number)([1-9][0-9]?)")
_LONGEST_KEPT = 60  # letters of a result that is remembered
_BARE = re.compile(r"[0-9]{1,2}")
_POINTS = re.compile(r"[+−-]?\s?[0-9]{1,9}(?:[.,]0*)?")


def read_result(cells: Cells, where: str, *, language: str, number: str) -> tuple[Row, str]:
    """A line of a traveller, and a remark where something had to be guessed.

    Raises FormatError, NotationError or RecordError for a row that cannot be understood.

    >>> cells = Cells({"board": "7", "ns": "1", "ew": "2", "contract": "4S", "declarer": "N", "tricks": "11"})
    >>> str(read_result(cells, "line 2", language="en", number="tricks")[0].line.ns_outcome)
    '4S N +1'
    """
    board = cells.whole("board")
    if board is None or not 1 <= board <= HIGHEST_BOARD:
        raise FormatError(_("board is {text}; boards are numbered from 1").format(text=repr(cells.text("board"))))
    ns, ew = cells.text("ns"), cells.text("ew")
    entry, said = _entry(cells, language, number)
    if not ns and not ew:
        raise FormatError(_("neither ns nor ew is given"))
    if not ns or not ew:
        own, absent = (entry.ns, entry.ew) if ns else (entry.ew, entry.ns)
        if not isinstance(absent, SitOut | Missing) or not isinstance(own, SitOut | Missing | Awarded):
            raise FormatError(_("a result with one contestant only; give ns and ew"))
        if not isinstance(own, Awarded):
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
        cells.text("south"),
        cells.text("west"),
    )
    session = cells.values.get("session", "1")
    return Row(session, cells.text("section"), board, line, _dealer(cells, language), _vulnerability(cells)), said


def _entry(cells: Cells, language: str, number: str) -> tuple[Entry, str]:
    """The outcome for each side: what was played, and over it what was awarded."""
    entry, said = _written(cells, language, number)
    ns, ew = cells.text("ns_award"), cells.text("ew_award")
    if ns:
        entry = Entry(parse_award(ns), entry.ew)
    if ew:
        entry = Entry(entry.ns, parse_award(ew))
    return entry, "" if ns and ew else said


def _written(cells: Cells, language: str, number: str) -> tuple[Entry, str]:
    contract, declarer, result = cells.text("contract"), cells.text("declarer"), cells.text("result")
    if not contract:
        if declarer or cells.text("tricks"):
            raise FormatError(_("there is a declarer or a number of tricks, but no contract"))
        if result:
            return _parsed(result, language, number)
        if not cells.text("score") and cells.text("remark"):
            return _ruling(cells.text("remark"), language), ""
        return _score_alone(cells.text("score"), language, number)
    if cells.text("tricks"):
        return Entry.both(_with_tricks(cells, language, number)), ""
    if _is_pass(contract, language):
        if result not in ("", "=", "0") and not _is_pass(result, language):
            raise FormatError(_("passed out, but the result is {result}").format(result=result))
        return Entry.both(PassedOut()), ""
    if result and number == "tricks" and _BARE.fullmatch(result) and int(result) < 7:
        words = _("result is {found}, which may be tricks or overtricks; write = or +1, or use the column tricks")
        raise FormatError(words.format(found=result))
    whole = " ".join(part for part in (contract, declarer, result) if part)
    try:
        return _parsed(whole, language, number)
    except NotationError as fault:
        points = cells.text("score")
        if result or not _POINTS.fullmatch(points) or not _is_contract(f"{contract} {declarer}".strip(), language):
            raise
        words = _("no number of tricks with {contract}; the score of {points} is taken without its contract")
        return Entry.both(BareScore(_points(points, fault))), words.format(contract=contract, points=points)


def _parsed(text: str, language: str, number: str) -> tuple[Entry, str]:
    """A result and the remark on it; a field of many tables has few results, and a broken file one fault many times."""
    if len(text) > _LONGEST_KEPT:
        return parse(text, language=language, number=number), remark(text, language=language, number=number)
    found = _parsed_once(text, language, number, current_language())
    if isinstance(found, NotationError):
        raise NotationError(str(found), found.text, found.position)
    return found


@lru_cache(maxsize=4096)
def _parsed_once(text: str, language: str, number: str, _spoken: str) -> tuple[Entry, str] | NotationError:
    try:
        return parse(text, language=language, number=number), remark(text, language=language, number=number)
    except NotationError as fault:
        return NotationError(str(fault), fault.text, fault.position)


def _ruling(text: str, language: str) -> Entry:
    """What a remark alone tells, such as `60%-40%` or `Not played`; any other remark leaves the result open."""
    try:
        entry = parse(text, language=language)
    except NotationError:
        return Entry.both(Missing())
    return entry if isinstance(entry.ns, Awarded | NotPlayed) else Entry.both(Missing())


def _is_pass(text: str, language: str) -> bool:
    return len(text) <= _LONGEST_KEPT and _is_pass_once(text, language)


@lru_cache(maxsize=1024)
def _is_pass_once(text: str, language: str) -> bool:
    try:
        return isinstance(parse_contract(text, language=language), PassedOut)
    except NotationError:
        return False


def _is_contract(text: str, language: str) -> bool:
    try:
        return bool(parse_contract(text, language=language))
    except NotationError:
        return False


@lru_cache(maxsize=1024)
def _contract(text: str, language: str) -> Contract | PassedOut:
    return parse_contract(text, language=language)


@lru_cache(maxsize=64)
def _seat(text: str, language: str) -> Seat:
    return parse_seat(text, language=language)


def _with_tricks(cells: Cells, language: str, number: str) -> Played | PassedOut:
    """Contract, declarer and tricks, each in its column; a result beside them must say the same."""
    contract = _contract(cells.text("contract"), language)
    tricks = cells.whole("tricks") or 0
    if isinstance(contract, PassedOut):
        if tricks:
            raise FormatError(_("passed out, but {tricks} tricks").format(tricks=tricks))
        return contract
    if cells.text("declarer"):
        declarer = _seat(cells.text("declarer"), language)
        if contract.declarer not in (None, declarer):
            raise FormatError(_("the contract and the column declarer name different declarers"))
        contract = replace(contract, declarer=declarer)
    played = Played(contract, tricks)
    result = cells.text("result")
    if result and not (_BARE.fullmatch(result) and int(result) in (tricks, abs(played.over))):
        seat = contract.declarer.value if contract.declarer else ""
        if parse(f"{contract} {seat} {result}", number=number).ns != played:
            words = _("result is {result}, but {tricks} tricks make it {played}")
            raise FormatError(words.format(result=result, tricks=tricks, played=played))
    return played


def _score_alone(text: str, language: str, number: str) -> tuple[Entry, str]:
    """Points to North-South without a contract, or an award written in that column."""
    if not text:
        return Entry.both(Missing()), ""
    if not _POINTS.fullmatch(text):
        return parse(text, language=language, number=number), ""
    points = _points(text, None)
    if points:
        return Entry.both(BareScore(points)), ""
    return Entry.both(BareScore(0)), _("a score of 0 without a contract is taken as a score, as after four passes")


def _points(text: str, fault: Exception | None) -> int:
    value = exact(text)
    if value is None or value.denominator != 1:
        raise FormatError(_("score is {text}; a whole number is wanted").format(text=repr(text))) from fault
    return int(value)


def _stated(cells: Cells) -> Stated | None:
    """Points and matchpoints or IMPs that the file itself gives, where it gives any beside the facts."""
    ns, ew = cells.number("ns_stated"), cells.number("ew_stated")
    score = cells.text("score")
    points = _points(score, None) if score and cells.text("contract") and _POINTS.fullmatch(score) else None
    if ns is None and ew is None and points is None:
        return None
    return Stated(ns, ew, cells.text("stated_unit") or "matchpoints", points)


def _dealer(cells: Cells, language: str) -> Seat | None:
    return parse_seat(cells.text("dealer"), language=language) if cells.text("dealer") else None


def _vulnerability(cells: Cells) -> Vulnerability | None:
    if not cells.text("vul"):
        return None
    try:
        return Vulnerability.parse(cells.text("vul"))
    except ValueError as fault:
        raise FormatError(str(fault)) from None


def _direction(cells: Cells) -> Side | None:
    text = cells.text("direction").upper().replace("-", "").replace("/", "").replace(" ", "")
    if not text:
        return None
    for side, names in ((Side.NS, ("NS", "N", "NORTHSOUTH")), (Side.EW, ("EW", "E", "EASTWEST"))):
        if text in names:
            return side
    raise FormatError(_("direction is {text}; NS, EW or nothing is wanted").format(text=repr(cells.text("direction"))))


def read_contestant(cells: Cells) -> Contestant:
    """A contestant with players, handicap, carry-over, and what the file states of his result.

    >>> read_contestant(Cells({"contestant": "3", "direction": "ew", "player1": "Eva Lind"})).direction
    <Side.EW: 'EW'>
    """
    key = cells.text("contestant")
    if not key:
        raise FormatError(_("a contestant without a number"))
    columns = (_PLAYER.fullmatch(name) for name in cells.values)
    last = max((int(found[1]) for found in columns if found), default=0)
    players = [Player(cells.text(f"player{index}"), cells.text(f"number{index}")) for index in range(1, last + 1)]
    return Contestant(
        key,
        _direction(cells),
        tuple(player for player in players if player.name or player.number),
        cells.number("handicap") or Fraction(0),
        cells.number("carry_over") or Fraction(0),
        cells.number("stated_total"),
        cells.number("stated_percent"),
        cells.text("stated_place"),
        cells.text("name"),
    )


def read_penalty(cells: Cells) -> Penalty:
    """A deduction from one contestant; a negative amount is a bonus.

    >>> read_penalty(Cells({"penalty": "2,5", "contestant": "3"})).amount
    Fraction(5, 2)
    """
    amount, key = cells.number("penalty"), cells.text("contestant")
    if amount is None or not key:
        raise FormatError(_("a penalty wants an amount and a contestant"))
    return Penalty(key, amount, cells.text("unit") or "matchpoints", _direction(cells), cells.text("reason"))


def read_event(cells: Cells) -> Event:
    """Name, date, club, method, number of winners and program.

    >>> read_event(Cells({"event": "Tuesday", "winners": "2"})).winners
    2
    """
    winners = cells.text("winners")
    if winners not in ("", "1", "2"):
        raise FormatError(_("winners is {text}; 1, 2 or nothing is wanted").format(text=repr(winners)))
    return Event(
        cells.text("event"),
        date=cells.text("date"),
        club=cells.text("club"),
        method=cells.text("method") or None,
        winners=int(winners) if winners else None,
        program=cells.text("program"),
        settings=_settings(cells.text("settings")),
    )


def _settings(text: str) -> tuple[tuple[str, str], ...]:
    """Conditions as `name=value; name=value`."""
    pairs = [part.partition("=") for part in text.split(";") if part.strip()]
    if any(not found or not name.strip() for name, found, _value in pairs):
        raise FormatError(
            _("settings are {text}; name=value is wanted, with semicolons between").format(text=repr(text))
        )
    return tuple((name.strip(), value.strip()) for name, _found, value in pairs)
