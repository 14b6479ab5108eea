"""Boards, lines, cards, bidding and play of an event as elements of USEBIO."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from urllib.parse import quote
from xml.sax.saxutils import escape

from overtrick.errors import NotationError
from overtrick.formats.write_worth import decimal
from overtrick.model.board import Board
from overtrick.model.deal import Deal, Hand
from overtrick.model.event import Line, Stated, Traveller
from overtrick.model.outcome import (
    Awarded,
    BareScore,
    Entry,
    Missing,
    NotPlayed,
    PassedOut,
    Played,
    SitOut,
    Unit,
)
from overtrick.model.standing import LineResult, SideResult, Standing
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.result import write

__all__ = ["TEAM_METHODS", "LineWriter", "board_head", "clean", "element", "two_places"]

TEAM_METHODS = ("team-imps", "board-a-match")
_UNITS = {
    "cross-imps": ("imps", "CROSS_IMP_POINTS"),
    "butler": ("imps", "BUTLER_POINTS"),
    "total-points": ("points", "AGGREGATE_POINTS"),
    "team-imps": ("cross-imps", "CROSS_IMP_POINTS"),
    "board-a-match": ("cross-imps", "CROSS_IMP_POINTS"),
}
_AWARD_UNITS = {Unit.MATCHPOINTS: "matchpoints", Unit.IMPS: "imps"}
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_LIN_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_LIN_VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}
_LIN_CALLS = {"P": "p", "X": "d", "XX": "r"}


def clean(text: str) -> str:
    r"""Text without the characters that XML cannot hold.

    >>> clean("Eva\x00 Lind")
    'Eva Lind'
    """
    return _FORBIDDEN.sub("", text)


def element(name: str, text: str) -> str:
    """An element that holds text.

    >>> element("TITLE", "Ann & Bo")
    '<TITLE>Ann &amp; Bo</TITLE>'
    """
    return f"<{name}>{escape(clean(text), {chr(13): '&#13;'})}</{name}>"


def two_places(number: Fraction) -> str:
    """Rounded to two decimals, halves away from zero; without decimals that are nought.

    >>> two_places(Fraction(2, 3)), two_places(Fraction(-1, 1000))
    ('0.67', '0')
    """
    cents = math.floor(abs(number) * 100 + Fraction(1, 2))
    text = f"{cents // 100}.{cents % 100:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 and cents else text


def board_head(board: Board) -> Iterator[str]:
    """Number, and dealer and vulnerability where they are not those of the number."""
    yield element("BOARD_NUMBER", str(board.number))
    if not board.agrees_with_number:
        yield element("DEALER", board.dealer.value)
        yield element("VULNERABILITY", board.vulnerability.value)


class LineWriter:
    """Writes travellers: with the worth of a standing where there is one, else with what the event states."""

    def __init__(self, method: str | None, standing: Standing | None) -> None:
        self.standing = standing
        boards = standing.boards if standing else ()
        self.datums = {(one.session, one.section, one.board.number): one.datum for one in boards}
        self.results = {
            (one.session, one.section, one.board.number, *_who(result.line)): result
            for one in boards
            for result in one.lines
        }
        self.teams = method in TEAM_METHODS
        self.unit, self.tag = _UNITS.get(method or "", ("matchpoints", "MATCH_POINTS"))
        self.number = two_places if standing and not self.teams else decimal

    def board(self, place: tuple[str, str], traveller: Traveller) -> Iterator[str]:
        """A board of pairs or players with its datum and its lines."""
        yield "<BOARD>"
        yield from board_head(traveller.board)
        yield from self.datum(place, traveller)
        for line in traveller.lines:
            yield from self.line(place, traveller, line)
        yield "</BOARD>"

    def datum(self, place: tuple[str, str], traveller: Traveller) -> Iterator[str]:
        """The datum of a board that the standing works out, else the one that the file states."""
        datum = self.datums.get((*place, traveller.board.number))
        if datum is not None:
            yield element("BOARD_AVERAGE", two_places(datum))
        elif traveller.stated_datum is not None:
            yield element("BOARD_AVERAGE", decimal(traveller.stated_datum))

    def line(self, place: tuple[str, str], traveller: Traveller, line: Line, home: str = "") -> Iterator[str]:
        """A line. `home` is the home team of a match, by which DIRECTION goes."""
        note = line.remark
        yield "<TRAVELLER_LINE>"
        if self.teams:
            ns, ew = _pair_numbers(line)
            note = "" if (ns, ew) != (line.ns, line.ew) else note
            yield element("DIRECTION", "NS" if line.ns == home else "EW")
            yield element("NS_PAIR_NUMBER", ns) + element("EW_PAIR_NUMBER", ew)
        elif line.south or line.west:
            for seat, key in (("N", line.ns), ("S", line.south), ("E", line.ew), ("W", line.west)):
                yield element(f"{seat}_PLAYER_NUMBER", key)
        else:
            yield element("NS_PAIR_NUMBER", line.ns)
            yield element("EW_PAIR_NUMBER", line.ew)
        yield from _filled(("ROUND_NUMBER", line.round), ("TABLE_NUMBER", line.table))
        yield from self.result(place, traveller, line)
        if line.record:
            yield element("LIN_DATA", _lin(traveller, line))
        yield from _filled(("NOTES", note))
        yield "</TRAVELLER_LINE>"

    def result(self, place: tuple[str, str], traveller: Traveller, line: Line) -> Iterator[str]:
        """Contract, lead, tricks and score, and what the line is worth."""
        found = self.found(place, traveller, line)
        worth = line.stated or Stated()
        if found:
            told = worth.points if found.points is None else found.points
            # what stands on the lines of teams is no part of the match
            worth = (
                replace(worth, points=told) if self.teams else Stated(found.ns.value, found.ew.value, self.unit, told)
            )
        points = "" if worth.points is None else str(worth.points)
        outcome, same = line.ns_outcome, line.ns_outcome == line.ew_outcome
        lead, score = _filled(("LEAD", line.lead)), ""
        if same and isinstance(outcome, Played):
            contract = outcome.contract
            yield element("CONTRACT", f"{contract.level}{contract.strain.value}{contract.doubling.text.lower()}")
            yield from _filled(("PLAYED_BY", contract.declarer.value if contract.declarer else ""))
            yield from lead
            lead = []
            yield element("TRICKS", str(outcome.tricks))
            score = points
        elif same and isinstance(outcome, PassedOut):
            yield element("CONTRACT", "PASS")
            score = points
        elif same and isinstance(outcome, BareScore):
            score = str(outcome.points)
        elif same and isinstance(outcome, NotPlayed):
            score = "NP"
        elif not (same and isinstance(outcome, SitOut | Missing)):
            score = self.award(line, found)
        yield from lead
        yield from _filled(("SCORE", score))
        if worth.unit == self.unit:
            for side, number in ((Side.NS, worth.ns), (Side.EW, worth.ew)):
                if number is not None:
                    yield element(f"{side.value}_{self.tag}", self.number(number))

    def found(self, place: tuple[str, str], traveller: Traveller, line: Line) -> LineResult | None:
        """What the standing works out of a line."""
        return self.results.get((*place, traveller.board.number, *_who(line))) if self.standing else None

    def award(self, line: Line, found: LineResult | None) -> str:
        """An adjusted score as A6040, or what else Overtrick reads where USEBIO has no words for a result."""
        if found is not None and not self.teams:
            return f"A{_share(found.ns)}{_share(found.ew)}"
        both = (line.ns_outcome, line.ew_outcome)
        stated = line.stated
        if all(isinstance(one, Awarded) and _two_digits(one) for one in both):
            shares = [one.value for one in both if isinstance(one, Awarded) and isinstance(one.value, Fraction)]
            return "A" + "".join(f"{int(share):02d}" for share in shares)
        if stated and all(
            isinstance(one, Awarded) and _AWARD_UNITS.get(one.unit) == stated.unit and one.value == number
            for one, number in zip(both, (stated.ns, stated.ew), strict=True)
        ):
            # the points beside it tell what was given; some files have a score of 0 there
            return "A5050" if stated.points is None else str(stated.points)
        return _in_words(Entry(*both))


def _who(line: Line) -> tuple[str, str, str, str]:
    return line.ns, line.ew, line.south, line.west


def _in_words(entry: Entry) -> str:
    """The entry as Overtrick writes it; nothing for a score that no deal has, which has no words."""
    try:
        return write(entry)
    except NotationError:
        return ""


def _two_digits(award: Awarded) -> bool:
    value = award.value
    return award.unit is Unit.PERCENT and isinstance(value, Fraction) and value.denominator == 1 and value < 100


def _share(worth: SideResult) -> str:
    """Two digits of an adjusted score; what is not a percentage counts as average, and its worth stands beside it."""
    percent = Fraction(50) if worth.percent is None else worth.percent
    return f"{min(max(math.floor(percent + Fraction(1, 2)), 0), 99):02d}"


def _filled(*fields: tuple[str, str]) -> list[str]:
    return [element(tag, text) for tag, text in fields if text]


def _pair_numbers(line: Line) -> tuple[str, str]:
    """The pairs that sat for the teams, where the remark tells them as it does after reading; else the teams."""
    ns, _middle, ew = line.remark.partition(" - ")
    known = ns.partition("-")[0] == line.ns and ew.partition("-")[0] == line.ew
    return (ns, ew) if known and "-" in ns + ew else (line.ns, line.ew)


def _lin(traveller: Traveller, line: Line) -> str:
    """Cards, bidding and play in LIN, values in percent codes."""
    board, record = traveller.board, line.record
    dealer = 1 + _LIN_ORDER.index(board.dealer)
    pairs = [("qx", ""), ("st", ""), ("md", f"{dealer}{_lin_hands(traveller.deal)}"), ("rh", "")]
    pairs += [("ah", f"Board {board.number}"), ("sv", _LIN_VULNERABLE[board.vulnerability])]
    for call in record.calls if record else ():
        pairs.append(("mb", _LIN_CALLS.get(call.text, call.text)))
        if call.alert is not None:
            pairs.append(("an", call.alert or " "))
    pairs += [("pc", card) for card in (record.cards if record else ())]
    if record and record.comment:
        pairs.append(("nt", record.comment))
    if record and record.claim is not None:
        pairs.append(("mc", str(record.claim)))
    pairs.append(("pg", ""))
    return "".join(f"{key}|{quote(clean(value), safe='')}|" for key, value in pairs)


def _lin_hands(deal: Deal | None) -> str:
    hands: list[Hand | None] = [deal.hand(seat) for seat in _LIN_ORDER] if deal else []
    return ",".join(
        "".join(suit + ranks for suit, ranks in zip("SHDC", hand.suits, strict=True)) if hand else "" for hand in hands
    )
