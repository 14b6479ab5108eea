"""Games in the plain form of PBN, read as wholes: the same tags in the same order again and again, each on its line.

What is not plain, or would be told of, is left to the tokeniser and the strict readers: `RegularReader.take` then
answers `None`, and nothing has happened. A game that it takes has no finding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from operator import itemgetter
from typing import NamedTuple

from overtrick.errors import FormatError
from overtrick.formats.pbn_quick import Holding, quick_auction, quick_play
from overtrick.formats.pbn_record import notes_of, read_tricks
from overtrick.formats.pbn_spare import is_spare
from overtrick.formats.pbn_values import (
    KNOWN_TAGS,
    ROUND,
    RUBBERS,
    UNKNOWN,
    read_board,
    read_contract,
    read_date,
    read_deal,
    read_percentage,
    read_points,
    read_result,
    read_score,
    read_seat,
    read_vulnerability,
)
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Stated
from overtrick.model.outcome import Missing, Outcome, PassedOut, Played
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Seat, Vulnerability

__all__ = ["EVENT", "RegularGame", "RegularReader"]

EVENT = (
    *("event", "site", "date", "eventdate", "scoring", "winners", "application", "competition", "session", "section"),
    *("hometeam", "visitteam", "room"),
)
"""The tags that say something of the event, which most games have as the game before."""
_FIELDS = (
    *("board", "dealer", "vulnerable", "deal", "declarer", "contract", "result", "north", "south", "pairns"),
    *("east", "west", "pairew", "table", "round", "score", "scoremp", "scoreimp", "scorepercentage"),
    *("doubledummytricks", "optimumscore"),
)
_STRICT = frozenset(("note", "lead", "outcome", "remark", "version", "scorerubber", "auction", "play"))
_MOST_SHAPES = 1000
_MOST_TAGS = 100
_MOST_DEALS = 4096
_LONGEST = 100
_SECTIONS = ("]\n[Auction ", "]\n[Play ")


@dataclass(frozen=True, slots=True)
class _Shape:
    """An order of tags: their small names, and what picks the values of the event and of the game.

    `spare` are the names and places of those that an event has no field for.
    """

    names: tuple[str, ...]
    event: Callable[[Sequence[str]], tuple[str, ...]]
    game: Callable[[Sequence[str]], tuple[str, ...]]
    spare: tuple[tuple[str, int], ...]


class RegularGame(NamedTuple):
    """A plain game: its tags, and the facts that follow from them. `event` are the values of `EVENT`."""

    lines: int
    names: tuple[str, ...]
    values: list[str]
    event: tuple[str, ...]
    board: Board
    dealer: Seat | None
    vulnerability: Vulnerability | None
    deal: Deal | None
    outcome: Outcome
    ns: tuple[str, str, str]
    ew: tuple[str, str, str]
    table: str
    round: str
    stated: Stated | None
    tricks: TrickTable | None
    record: TableRecord | None
    sat: bool
    spare: Sequence[tuple[str, str]]


@dataclass(slots=True)
class RegularReader:
    """Reads plain games. `unknown` are the tags of no standard that have been told of."""

    unknown: set[str]
    shapes: dict[tuple[str, ...], _Shape] = field(default_factory=dict)
    deals: dict[str, Deal] = field(default_factory=dict)
    holdings: dict[str, Holding | None] = field(default_factory=dict)
    events: dict[tuple[str, ...], bool] = field(default_factory=dict)

    def take(self, text: str) -> RegularGame | None:
        """The game of a text without an empty line, or None where it is not plain."""
        if "\\" in text or '"#' in text:
            return None
        parts = text.split('"')
        if len(parts) % 2 == 0:
            return None
        between = parts[::2]
        values = parts[1::2]
        sections: list[str] = []
        shape = self.shapes.get(tuple(between))
        if shape is None:
            cut = next((between.index(one) for one in _SECTIONS if one in between), len(between))
            between, sections = between[:cut], between[cut:]
            shape = self.shapes.get(tuple(between)) or self.shape(tuple(between), whole=not sections)
            if shape is None:
                return None
        lines = text.count("\n")
        if lines != len(shape.names) - 1 + (sum([part.count("\n") for part in sections]) if sections else 0):
            return None
        return self.game(lines, shape, values, sections)

    def shape(self, between: tuple[str, ...], *, whole: bool) -> _Shape | None:
        """The order of tags that stand between values, where each is known, is there once and takes a line."""
        starts = between[:-1] if whole else between
        if not 0 < len(starts) <= _MOST_TAGS or starts[0][:1] != "[" or (whole and between[-1] != "]"):
            return None
        names = [part.removeprefix("]\n")[1:-1] for part in starts]
        if [f"[{name} " for name in names] != [starts[0], *(part[2:] for part in starts[1:])]:
            return None
        keys = tuple(name.lower() for name in names)
        plain = all(name.isascii() and name.isidentifier() and len(name) < _LONGEST for name in names)
        if not plain or len(set(keys)) < len(keys) or "board" not in keys or not all(map(self.is_free, keys)):
            return None
        if any(part[:2] != "]\n" for part in starts[1:]):
            return None
        places = {name: place for place, name in enumerate(keys)}
        shape = _Shape(
            keys,
            itemgetter(*(places.get(name, -1) for name in EVENT)),
            itemgetter(*(places.get(name, -1) for name in _FIELDS)),
            tuple((name, place) for place, (name, key) in enumerate(zip(names, keys, strict=True)) if is_spare(key)),
        )
        if len(self.shapes) < _MOST_SHAPES:
            self.shapes[between] = shape
        return shape

    def is_free(self, key: str) -> bool:
        """Whether a tag needs no reading beyond that of the fields."""
        section = key in _STRICT or (key.endswith("table") and key != "table")
        return (key in KNOWN_TAGS or key in self.unknown) and not section

    def game(self, lines: int, shape: _Shape, values: list[str], sections: list[str]) -> RegularGame | None:
        """The facts of a game, None where one of them is not plain."""
        own = values[: len(shape.names)] if sections else values
        own.append("")
        event = shape.event(own)
        plain = self.events[event] if event in self.events else self.is_plain(event)
        (number, dealer, vulnerable, cards, declarer, contract, result, *more) = shape.game(own)
        north, south, pairns, east, west, pairew, table, round, score, mp, imp, percent, tricks, optimum = more
        setting = _board(number, dealer, vulnerable)
        came = _came(contract, declarer, result)
        if not plain or setting is None or came is None or (round and not _plain_round(round)):
            return None
        board, seat, vulnerability = setting
        deal = (self.deals.get(cards) or self.dealt(cards)) if cards else None
        said = _beside(tricks, optimum) if tricks or optimum else _NOTHING
        stated = _stated(declarer, score, mp, imp, percent) if score or mp or imp or percent else _UNSTATED
        if (cards and deal is None) or said is None or stated is None or (score and isinstance(came.outcome, Missing)):
            return None
        record = None
        if sections:
            holding = partial(self.holding, cards) if deal else None
            record = _record(values[len(shape.names) :], sections, seat, came, holding)
            if record is None:
                return None
        outcome = came.outcome
        sat = record is not None or came.tricks is not None or came.asked or isinstance(outcome, PassedOut)
        if not sat and deal is None:
            return None
        sat = sat or bool(
            (north or south or east or west) and set(map(str.strip, (north, south, east, west))) - UNKNOWN
        )
        return RegularGame(
            lines, shape.names, own, event, board, seat, vulnerability, deal, outcome,
            (north, south, pairns), (east, west, pairew), table, round, stated[0], said[0], record, sat,
            [(name, own[place]) for name, place in shape.spare] if shape.spare else (),
        )  # fmt: skip

    def is_plain(self, event: tuple[str, ...]) -> bool:
        """Whether nothing is to be told of these values of the event; kept for the games that follow."""
        if len(self.events) >= _MOST_SHAPES:
            self.events.clear()
        self.events[event] = _plain_event(event)
        return self.events[event]

    def dealt(self, text: str) -> Deal | None:
        """The cards of a Deal tag; None where something is to be told of them."""
        try:
            deal = read_deal(text)
        except FormatError:
            return None
        if deal:
            if len(self.deals) >= _MOST_DEALS:
                self.deals.clear()
                self.holdings.clear()
            self.deals[text] = deal
        return deal

    def holding(self, text: str) -> Holding | None:
        """Who holds the cards of a Deal tag that has been read."""
        if text not in self.holdings:
            self.holdings[text] = Holding.of(self.deals[text])
        return self.holdings[text]


_NOTHING: tuple[TrickTable | None] = (None,)
_UNSTATED: tuple[Stated | None] = (None,)


@dataclass(frozen=True, slots=True)
class _Came:
    """What a game came to by its tags."""

    outcome: Outcome
    contract: Contract | None = None
    tricks: int | None = None
    asked: bool = False


@lru_cache(maxsize=1 << 12)
def _board(number: str, dealer: str, vulnerable: str) -> tuple[Board, Seat | None, Vulnerability | None] | None:
    """A board whose dealer and vulnerability are those of its number, and what of them the tags told."""
    try:
        found, told, spelled = read_board(number), read_seat(dealer), read_vulnerability(vulnerable)
    except FormatError:
        return None
    if found is None or not spelled[1]:
        return None
    board = Board.numbered(found, dealer=told, vulnerability=spelled[0])
    return (board, told, spelled[0]) if board.agrees_with_number else None


@lru_cache(maxsize=1 << 12)
def _came(contract: str, declarer: str, result: str) -> _Came | None:
    """What contract, declarer and result come to, where all three are told or none is."""
    if "^" in contract + declarer + result:
        return None
    try:
        (bid, plain), seat = read_contract(contract), read_seat(declarer)
        tricks = read_result(result, seat.side if seat else None)
    except FormatError:
        return None
    if bid is None or isinstance(bid, PassedOut):
        empty = seat is None and result.strip() in UNKNOWN
        asked = "?" in (contract.strip(), declarer.strip(), result.strip())
        return _Came(bid or Missing(), asked=asked) if empty and plain else None
    if not plain or seat is None or tricks is None:
        return None
    played = Contract(bid.level, bid.strain, bid.doubling, seat)
    return _Came(Played(played, tricks), played, tricks)


@lru_cache(maxsize=1 << 12)
def _stated(declarer: str, score: str, mp: str, imp: str, percent: str) -> tuple[Stated | None] | None:
    """What the score tags state, in a tuple; None where one of them cannot be."""
    try:
        seat = read_seat(declarer)
        side = seat.side if seat else None
        points = read_points(read_score(score, side))
        read_percentage(percent, side)
        told = [(read_score(text, side), unit) for text, unit in zip((mp, imp, percent), _UNITS, strict=True)]
    except FormatError:
        return None
    for one, unit in told:
        if one:
            return (Stated(one.ns, one.ew, unit, points),)
    return (Stated(points=points) if points is not None else None,)


_UNITS = ("matchpoints", "imps", "percent")


@lru_cache(maxsize=1 << 10)
def _beside(tricks: str, optimum: str) -> tuple[TrickTable | None] | None:
    """The double-dummy tricks in a tuple; None where they or the optimum score cannot be."""
    try:
        read_score(optimum, None, sided=True)
        return (read_tricks(tricks),)
    except FormatError:
        return None


@lru_cache(maxsize=1 << 10)
def _plain_round(text: str) -> bool:
    return text.strip() in UNKNOWN or bool(ROUND.fullmatch(text.strip()))


def _plain_event(event: tuple[str, ...]) -> bool:
    """Whether nothing is to be told of the values of the event, and boards go by their numbers."""
    values = dict(zip(EVENT, event, strict=True))
    kinds = {values[name].strip().casefold() for name in ("competition", "scoring")}
    try:
        return read_date(values["date"])[1] and not kinds & RUBBERS
    except FormatError:
        return False


def _record(
    values: Sequence[str],
    sections: Sequence[str],
    dealer: Seat | None,
    came: _Came,
    holding: Callable[[], Holding | None] | None,
) -> TableRecord | None:
    """Bidding and play of a game; None where something in them is not plain, or does not go with its tags."""
    found = _parted(values, sections)
    if found is None:
        return None
    auction, notes, play = found
    calls: tuple[Call, ...] = ()
    if auction:
        given = notes_of(notes)
        if dealer is None or auction[0] != dealer.value or len(given) != len(notes):
            return None
        bidding = quick_auction(auction[1], dealer, given)
        if bidding is None or bidding[1] != came.contract or (came.contract is None and not _passed(came)):
            return None
        calls = bidding[0]
    if play is None:
        return TableRecord(calls)
    contract, tricks = came.contract, came.tricks
    if contract is None or contract.declarer is None or tricks is None or holding is None:
        return None
    held = holding()
    if held is None:
        return None
    cards = quick_play(play[1], contract.declarer, contract.strain, held)
    if cards is None or play[0] != _LEADERS[contract.declarer] or not cards.own <= tricks <= 13 - cards.other:
        return None
    claim = tricks if cards.stopped and len(cards.cards) < 52 else None
    return TableRecord(calls, cards.cards, claim) if calls or cards.cards or claim is not None else None


_LEADERS = {seat: seat.next.value for seat in Seat}


def _passed(came: _Came) -> bool:
    return isinstance(came.outcome, PassedOut)


def _parted(
    values: Sequence[str], sections: Sequence[str]
) -> tuple[tuple[str, str] | None, list[str], tuple[str, str] | None] | None:
    """First caller and calls, the notes, and first player and cards; None where there is more than these."""
    found: dict[str, tuple[str, str]] = {}
    notes: list[str] = []
    name = sections[0][3:-1]
    for value, part in zip(values, sections[1:], strict=True):
        cut = part.rfind("\n[")
        body = part if cut < 0 else part[:cut]
        if body[:1] != "]" or name in found or (name == "Note" and (body != "]" or "Play" in found)):
            return None
        if name == "Note":
            notes.append(value)
        else:
            found[name] = value, body[1:]
        name = _FOLLOWING.get(part[cut + 2 :], "") if cut >= 0 else "end"
        if not name:
            return None
    if name != "end":
        return None
    return found.get("Auction"), notes, found.get("Play")


_FOLLOWING = {"Note ": "Note", "Play ": "Play"}
