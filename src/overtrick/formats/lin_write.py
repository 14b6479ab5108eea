"""An event written as LIN: results by pairing or match, hands, auctions with alerts, play, claims and comments.

Nothing is made up: without a record of the bidding there is the result alone. Two rooms go in one block for teams.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from overtrick.formats.lin_board import CALLS, CARDS
from overtrick.formats.lin_segment import ROOMS
from overtrick.i18n import gettext as _
from overtrick.model.deal import SUITS, Deal
from overtrick.model.event import Contestant, Event, Line, Section, Traveller
from overtrick.model.outcome import Entry, Missing, PassedOut, Played
from overtrick.model.reading import Problem, Severity
from overtrick.model.record import TableRecord
from overtrick.model.standing import Standing
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.award import write_number
from overtrick.notation.result import write_or_missing

__all__ = ["dumps_lin", "not_held_by_lin"]

_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.BOTH: "b"}
_UNFIT = re.compile("[|\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LETTERS = {"P": "p", "X": "d", "XX": "r"}
_SCORES = frozenset(("percent", "imps"))
_Side = tuple[str, str]


@dataclass(slots=True)
class _Block:
    """What one `vg` heads: a pairing, or a match with both its rooms; `lines` by board and room."""

    pair: _Side
    teams: bool = False
    lines: dict[tuple[int, str], tuple[Traveller, Line]] = field(default_factory=dict)
    bare: list[Traveller] = field(default_factory=list)


def dumps_lin(event: Event, *, standing: Standing | None = None) -> str:
    """The played results, hands and records of an event as LIN text. What LIN cannot hold is left out: see
    `not_held_by_lin`.

    >>> dumps_lin(Event("Tuesday"))
    ''
    """
    del standing  # LIN has no places and no totals
    return "".join(_parts(event))


def _parts(event: Event) -> Iterator[str]:
    for session in event.sessions:
        for section in session.sections:
            # sections have no place in LIN; two of them must not run together
            key = f"{session.key} {section.key}".strip() if len(session.sections) > 1 else session.key
            for block in _blocks(event, section):
                yield from _block(event.name, key, section, block)


def _blocks(event: Event, section: Section) -> list[_Block]:
    """The lines of a section in blocks: a match each, a pairing each, or as they come where one table played."""
    teams = bool(section.matches) or (event.method or "").startswith("team")
    single = not teams and all(len(traveller.lines) < 2 for traveller in section.travellers)
    blocks = [_Block((match.home, match.away), teams) for match in section.matches]
    current: dict[frozenset[str] | _Side, _Block] = {frozenset(block.pair): block for block in blocks}
    for traveller in section.travellers:
        for line in filter(_is_held, traveller.lines):
            pair = (line.ns, line.ew)
            key: frozenset[str] | _Side = frozenset(pair) if teams else pair
            block = current.get(key)
            place = traveller.board.number, _room(line, block.pair if block else pair) if teams else ""
            if block is None or place in block.lines or (single and block is not blocks[-1]):
                block = current[key] = _Block(block.pair if block else pair, teams)
                blocks.append(block)
            block.lines[place] = traveller, line
    bare = [traveller for traveller in section.travellers if traveller.deal and not any(map(_is_held, traveller.lines))]
    if bare and not blocks:
        blocks.append(_Block(("", "")))
    if bare:
        blocks[-1].bare = bare
    return blocks


def _room(line: Line, pair: _Side) -> str:
    """The room of a line: as it is told, otherwise the home team sits North-South in the open room."""
    told = next((letter for letter, name in ROOMS.items() if line.table.casefold() in (letter, name)), "")
    return told or ("o" if line.ns == pair[0] else "c")


def _block(event: str, session: str, section: Section, block: _Block) -> Iterator[str]:
    numbers = list(dict.fromkeys(number for number, _room in block.lines))
    places = [(number, room) for number in numbers for room in (ROOMS if block.teams else ("",))]
    sides = [_entrant(section, key, side) for key, side in zip(block.pair, Side, strict=True)]
    if block.lines or block.teams or event or session not in ("", "1"):
        yield _head(event, session, block, sides)
    if block.lines:
        lines = [block.lines[place][1] if place in block.lines else None for place in places]
        scores = [] if block.teams else [_score(line) for line in lines]
        yield "rs|" + ",".join(map(_result, lines)) + ",|\n"
        yield "mp|" + ",".join(scores) + ",|\n" if any(scores) else ""
        yield f"bn|{','.join(map(str, numbers))}|\n"
    if block.lines or block.teams:
        yield f"pn|{','.join(map(_plain, _names(sides, teams=block.teams)))}|pg||\n"
    # the list of results alone is enough where there is nothing else, and its order is that of the lines
    whole = any(line.record or line.lead or traveller.deal for traveller, line in block.lines.values())
    whole = whole or list(block.lines) != [place for place in places if place in block.lines]
    for (_number, room), (traveller, line) in block.lines.items() if whole else ():
        yield _board(traveller, room, line)
    for traveller in block.bare:
        yield _board(traveller, "", None)


def _head(event: str, session: str, block: _Block, sides: list[Contestant | None]) -> str:
    """The `vg` of a block: event, segment, type, boards, and the two sides with their carry-over."""
    numbers = [number for number, _room in block.lines] + [traveller.board.number for traveller in block.bare]
    span = (str(min(numbers)), str(max(numbers))) if numbers else ("", "")
    parts = [_title(event), _plain(session), "I" if block.teams else "P", *span]
    for key, who in zip(block.pair, sides, strict=True):
        parts += [_plain(key), write_number(who.carry_over) if who else "0"]
    return f"vg|{','.join(parts)}|\n"


def _entrant(section: Section, key: str, side: Side) -> Contestant | None:
    return next((who for who in section.contestants if who.key == key and who.direction in (None, side)), None)


def _names(sides: list[Contestant | None], *, teams: bool) -> list[str]:
    """South, West, North, East; of teams four more for the closed room, where home sits East-West."""
    home, away = ((*(who.names if who else ()), *("",) * 4)[:4] for who in sides)
    if not teams:
        return [home[1], away[1], home[0], away[0]]
    return [home[1], away[3], home[0], away[2], away[1], home[3], away[0], home[2]]


def _plain(text: str) -> str:
    """A text that ends no value and no part of a value."""
    return _UNFIT.sub(" ", text).replace(",", " ").strip()


def _title(text: str) -> str:
    """The name of the event, which may have commas."""
    return ", ".join(filter(None, (part.strip() for part in _UNFIT.sub(" ", text).split(","))))


def _is_held(line: Line) -> bool:
    """Whether LIN can hold a line: by its result, or by what was bid where there is none."""
    if line.ns_outcome != line.ew_outcome:
        return False
    return bool(_result(line)) or (isinstance(line.ns_outcome, Missing) and _is_played(line.record))


def _is_played(record: TableRecord | None) -> bool:
    return record is not None and (bool(record.calls or record.cards) or record.claim is not None)


def _result(line: Line | None) -> str:
    outcome = line.ns_outcome if line else None
    if isinstance(outcome, PassedOut):
        return "PASS"
    if not isinstance(outcome, Played) or outcome.contract.declarer is None:
        return ""
    contract = outcome.contract
    over = f"{outcome.over:+d}" if outcome.over else "="
    doubled = contract.doubling.text.lower()
    return f"{contract.level}{contract.strain.value[0]}{outcome.contract.declarer.value}{doubled}{over}"


def _score(line: Line | None) -> str:
    stated = line.stated if line else None
    return write_number(stated.ns) if stated and stated.ns is not None and stated.unit in _SCORES else ""


def _board(traveller: Traveller, room: str, line: Line | None) -> str:
    """One board in a room, on a line of its own; comments each on one too."""
    board, deal = traveller.board, traveller.deal
    head = f"qx|{room}{board.number}|st||"
    if deal or not board.agrees_with_number:
        dealer = 1 + _ORDER.index(board.dealer)
        head += f"md|{dealer}{_cards(deal) if deal else ',,,'}|sv|{_VULNERABLE[board.vulnerability]}|"
    record = line.record if line else None
    cards = record.cards if record else ()
    if line and line.lead and not cards:
        cards = (line.lead,)
    cards = tuple(takewhile(CARDS.__contains__, cards))  # what follows a card that nobody saw has no place
    play = "".join(f"pc|{card}|" + ("pg||\n" if index % 4 == 3 else "") for index, card in enumerate(cards))
    if record is None:
        return f"{head}{play}pg||\n"
    calls = takewhile(lambda call: call.text in CALLS, record.calls)
    bidding = "".join(f"mb|{_LETTERS.get(call.text, call.text)}{_alert(call.alert)}|" for call in calls)
    claim = f"mc|{record.claim}|" if record.claim is not None else ""
    return f"{head}{bidding}pg||\n{play}{_comment(record.comment)}{claim}pg||\n"


def _alert(alert: str | None) -> str:
    """The mark of an alert, and what it was explained to be."""
    if alert is None:
        return ""
    words = _UNFIT.sub(" ", alert).strip()
    return f"!|an|{words}" if words else "!"


def _comment(comment: str) -> str:
    return "".join(f"nt|{_UNFIT.sub(' ', line)}|pg||\n" for line in comment.split("\n")) if comment else ""


def _cards(deal: Deal) -> str:
    hands = [deal.hand(seat) for seat in _ORDER]
    return ",".join(
        "".join(suit + ranks for suit, ranks in zip(SUITS, hand.suits, strict=True)) if hand else "" for hand in hands
    )


def not_held_by_lin(event: Event) -> tuple[Problem, ...]:
    """The lines that LIN has no words for: awards, split and weighted scores, points alone, boards not played.

    >>> not_held_by_lin(Event("Tuesday"))
    ()
    """
    return tuple(_unheld(event))


def _unheld(event: Event) -> Iterator[Problem]:
    travellers: Iterable[Traveller] = (
        traveller for session in event.sessions for section in session.sections for traveller in section.travellers
    )
    for traveller in travellers:
        for line in traveller.lines:
            if not _is_held(line):
                where = line.where or _("board {board}").format(board=traveller.board.number)
                text = _("{result} is not held by LIN; the line is left out").format(
                    result=write_or_missing(Entry(line.ns_outcome, line.ew_outcome))
                )
                yield Problem(where, Severity.WARNING, text)
