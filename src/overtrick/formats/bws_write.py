"""An event as a `.bws` file: the database that Bridgemate's control program and a scoring program share.

Columns as in Bridgemate's developers' guide and in a file of Bridgemate's own. What the control program makes of the
file has not been tried; `jet_write` says the same of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from string import ascii_uppercase
from typing import TypeAlias

from overtrick.errors import FormatError
from overtrick.formats.bws_tables import bws_tables
from overtrick.formats.jet_pages import Cell
from overtrick.formats.jet_write import jet_bytes
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player, Section
from overtrick.model.outcome import Average, Awarded, Missing, NotPlayed, Outcome, PassedOut, Played, SitOut, Unit
from overtrick.model.standing import Standing
from overtrick.model.terms import Doubling, Side, Strain

__all__ = ["dumps_bws"]

_MOST_SECTIONS = 78
_NAME, _NUMBER, _REMARK, _LEAD = 18, 16, 255, 10  # letters that the columns have
_MOST_ID = 2**31 - 1
_DAY_ONE = date(1899, 12, 30)
_NO_DAY = date(2000, 1, 1)  # of the file, where the event has no date: the same event makes the same bytes
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_OWN_REMARK = re.compile(r"not played|arbitral score|[0-9]{1,3}\s*%\s*[-/]\s*[0-9]{1,3}\s*%")
_LEAD_TEN = re.compile("([SHDC])T")
_DOUBLES = {Doubling.UNDOUBLED: "", Doubling.DOUBLED: " x", Doubling.REDOUBLED: " xx"}
_PERCENT = {Average.PLUS: 60, Average.AVERAGE: 50, Average.MINUS: 40}
_Movement: TypeAlias = dict[tuple[int, int], tuple[int, int, tuple[int, ...]]]  # table, round: pairs, boards
_SEATS = {Side.NS: "NS", Side.EW: "EW"}


@dataclass(frozen=True, slots=True)
class _Seated:
    """A line with where it was played, and the numbers of its pairs as the movement has them; 0 is nobody."""

    board: int
    line: Line
    round: int
    table: int
    ns: int
    ew: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A section with its number and letter, its lines, and the movement: pairs and boards by table and round."""

    number: int
    letter: str
    section: Section
    pairs: dict[str, int]
    lines: tuple[_Seated, ...]
    movement: _Movement


def dumps_bws(event: Event, *, standing: Standing | None = None) -> bytes:
    """The event as a database, which `loads_bws` reads back with the same pairs, results and hands.

    Every line must have a round. Those without a table get one: of each round and section the lowest tables that are
    free, in the order of the pairs North-South. The movement is what the lines show; where a table has no line in a
    round, nobody meets there. A pair with names that does not play in the first round gets a table of its own without
    boards there, since names stand by seats of that round. Pairs that have no numbers are numbered, and sections
    without a letter are lettered, in their order.

    Names are cut to 18 letters. AVE+, AVE and AVE- become 60, 50 and 40 %; what the file has no words for (split and
    weighted scores, bare points, other awards) becomes an arbitral score, which the director has still to give. What
    is not known yet is in the movement, not among the results. Penalties, matches, bidding and play are left out, and
    so is the standing.

    Raises FormatError for an event of several sessions, of individuals or without lines, for a line without a round,
    for two results of one board at one table in one round, and for numbers that the database cannot hold.

    >>> dumps_bws(Event("Tuesday"))
    Traceback (most recent call last):
    ...
    overtrick.errors.FormatError: a Bridgemate file needs one session with results; this event has 0
    """
    del standing
    parts = _parts(event)
    day = _day(event.date)
    rows: dict[str, Sequence[Sequence[Cell]]] = {
        "Clients": [(1, "OVERTRICK")],
        "Section": [_section(part, event.winners) for part in parts],
        "Tables": [row for part in parts for row in _tables(part)],
        "RoundData": [row for part in parts for row in _rounds(part)],
        "ReceivedData": _received(parts, day),
        "PlayerNumbers": [row for part in parts for row in _players(part)],
        "PlayerNames": _names(parts),
        "HandRecord": [row for part in parts for row in _hands(part)],
        "Settings": [_settings(parts)],
    }
    return jet_bytes(bws_tables(rows), created=day or _NO_DAY)


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day > _DAY_ONE else None


def _clean(text: str, most: int) -> str | None:
    """A text for a column of so many letters; none where nothing is left, as the control program has it."""
    raw = " ".join(_UNPRINTABLE.sub(" ", text).split()).encode("utf-16-le")[: 2 * most]
    return raw.decode("utf-16-le", "ignore").strip() or None


def _whole(text: str) -> int:
    """The number that a text is, 0 where it is none that a column can hold."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 2**15 else 0


# what there is, by section


def _parts(event: Event) -> list[_Part]:
    if len(event.sessions) != 1:
        text = _("a Bridgemate file needs one session with results; this event has {count}")
        raise FormatError(text.format(count=len(event.sessions)))
    sections = [one for one in event.sessions[0].sections if any(board.lines for board in one.travellers)]
    if not 0 < len(sections) <= _MOST_SECTIONS:
        text = _("a Bridgemate file needs 1 to {most} sections with results; this event has {count}")
        raise FormatError(text.format(most=_MOST_SECTIONS, count=len(sections)))
    letters = _letters([one.key for one in sections])
    return [_part(number, letters[number - 1], one) for number, one in enumerate(sections, 1)]


def _letters(keys: Sequence[str]) -> list[str]:
    """A letter for each section: its key where that is one to three letters, otherwise the next one that is free."""
    taken = {key for key in keys if _lettered(key)}
    free = (one for one in [*ascii_uppercase, *(2 * letter for letter in ascii_uppercase)] if one not in taken)
    free_more = (3 * letter for letter in ascii_uppercase if 3 * letter not in taken)
    given: list[str] = []
    for key in keys:
        if _lettered(key) and key not in given:
            given.append(key)
        else:
            given.append(next(free, "") or next(free_more, ""))
    return given


def _lettered(key: str) -> bool:
    return key.isascii() and key.isalpha() and len(key) < 4


def _part(number: int, letter: str, section: Section) -> _Part:
    pairs = _pair_numbers(section)
    lines = tuple(_seated(section, pairs))
    movement: _Movement = {}
    for one in lines:
        ns, ew, boards = movement.get((one.table, one.round), (one.ns, one.ew, ()))
        if one.board in boards:
            text = _("board {board} has two results at table {table} in round {round} of section {section}")
            raise FormatError(text.format(board=one.board, table=one.table, round=one.round, section=section.key))
        movement[one.table, one.round] = (ns, ew, (*boards, one.board))
    _place_the_rest(section, pairs, movement)
    return _Part(number, letter, section, pairs, lines, movement)


def _pair_numbers(section: Section) -> dict[str, int]:
    """The number of each pair: its key where all keys are numbers, otherwise the place in their order."""
    keys = [who.key for who in section.contestants]
    for traveller in section.travellers:
        for line in traveller.lines:
            keys += [line.ns, line.ew]
    known = [key for key in dict.fromkeys(keys) if key]
    if all(key == str(_whole(key)) and key != "0" for key in known):
        return {key: int(key) for key in known}
    return {key: number for number, key in enumerate(known, 1)}


def _seated(section: Section, pairs: dict[str, int]) -> Iterator[_Seated]:
    """The lines with numbers for all that a movement needs."""
    every = [(traveller.board.number, line) for traveller in section.travellers for line in traveller.lines]
    tables: dict[tuple[int, int, int], int] = {}
    for board, line in every:
        if line.south or line.west:
            raise FormatError(_("a Bridgemate file is written for pairs, and this is an event of individuals"))
        if not _whole(line.round):
            text = _("a Bridgemate file needs rounds and tables; a result on board {board} has no round")
            raise FormatError(text.format(board=board), line.where)
        if table := _whole(line.table):
            tables.setdefault((_whole(line.round), *_numbers(line, pairs)), table)
    taken = {(number, table) for (number, _ns, _ew), table in tables.items()}
    met = {(_whole(line.round), *_numbers(line, pairs)) for _board, line in every if not _whole(line.table)}
    last = dict.fromkeys((number for number, _ns, _ew in met), 0)
    for meeting in sorted(met - tables.keys(), key=lambda one: (one[0], not one[1], one)):
        number = meeting[0]
        last[number] = next(table for table in count(last[number] + 1) if (number, table) not in taken)
        tables[meeting] = last[number]
    for board, line in every:
        number, (ns, ew) = _whole(line.round), _numbers(line, pairs)
        yield _Seated(board, line, number, _whole(line.table) or tables[number, ns, ew], ns, ew)


def _numbers(line: Line, pairs: dict[str, int]) -> tuple[int, int]:
    """The pairs as the movement has them: those who sat in the wrong direction are where they should have been."""
    ns, ew = pairs.get(line.ns, 0), pairs.get(line.ew, 0)
    if ns and isinstance(line.ns_outcome, SitOut) and isinstance(line.ew_outcome, SitOut):
        ew = 0
    return (ew, ns) if (_remark(line) or "").casefold() == "wrong direction" else (ns, ew)


def _place_the_rest(section: Section, pairs: dict[str, int], movement: _Movement) -> None:
    """Tables without boards in the first round, for pairs with names that have no seat there."""
    free = 1 + max(table for table, _round in movement)
    seats = _first_seats(movement)
    for who in section.contestants:
        number = pairs[who.key]
        if who.players and _seat(number, who, seats) is None:
            movement[free, 1] = (0, number, ()) if who.direction is Side.EW else (number, 0, ())
            free += 1


def _first_seats(movement: _Movement) -> dict[tuple[int, Side], int]:
    """The table of each pair and side in the first round."""
    seats: dict[tuple[int, Side], int] = {}
    for (table, round_), (ns, ew, _boards) in movement.items():
        if round_ == 1:
            seats.setdefault((ns, Side.NS), table)
            seats.setdefault((ew, Side.EW), table)
    return seats


def _seat(number: int, who: Contestant, seats: dict[tuple[int, Side], int]) -> tuple[int, Side] | None:
    sides = [who.direction] if who.direction else list(Side)
    return next(((seats[number, side], side) for side in sides if (number, side) in seats), None)


# rows of the tables


def _section(part: _Part, winners: int | None) -> Sequence[Cell]:
    tables = max(table for table, _round in part.movement)
    return (part.number, part.letter, tables, 0, 0, winners or 0)


def _tables(part: _Part) -> Iterator[Sequence[Cell]]:
    for table in sorted({table for table, _round in part.movement}):
        yield (part.number, table, 1, 0, 2, 0, 0, 0, 0)


def _rounds(part: _Part) -> Iterator[Sequence[Cell]]:
    tables = sorted({table for table, _round in part.movement})
    for table in tables:
        for number in range(1, 1 + max(round_ for _table, round_ in part.movement)):
            ns, ew, boards = part.movement.get((table, number), (0, 0, ()))
            low, high = (min(boards), max(boards)) if boards else (0, 0)
            custom = ",".join(map(str, sorted(boards))) if high - low >= len(boards) > 0 else None
            yield (part.number, table, number, ns, ew, low, high, custom)


def _received(parts: Iterable[_Part], day: date | None) -> list[Sequence[Cell]]:
    rows: list[Sequence[Cell]] = []
    logged = None if day is None else float((day - _DAY_ONE).days)
    for part in parts:
        for one in part.lines:
            line, remark = one.line, _remark(one.line)
            if isinstance(line.ns_outcome, Missing) and line.ns_outcome == line.ew_outcome and not remark:
                continue
            declarer, seat, contract, result = _contract(line, part.pairs)
            lead = _clean(_LEAD_TEN.sub(r"\g<1>10", line.lead), _LEAD)
            place = (len(rows) + 1, part.number, one.table, one.round, one.board, one.ns, one.ew)
            played = (declarer, seat, contract, result, lead, remark)
            rows.append((*place, *played, logged, None, *[False] * 7))
    return rows


def _contract(line: Line, pairs: dict[str, int]) -> tuple[int, str | None, str | None, str | None]:
    """The number of the declaring pair, declarer's seat, the contract and the result."""
    outcome = line.ns_outcome
    if outcome != line.ew_outcome:
        return 0, None, None, None
    if isinstance(outcome, PassedOut):
        return pairs.get(line.ns, 0), "N", "PASS", None  # as Bridgemate writes it
    if not isinstance(outcome, Played):
        return 0, None, None, None
    bid = outcome.contract
    strain = "NT" if bid.strain is Strain.NOTRUMP else bid.strain.value
    result = f"{outcome.over:+d}" if outcome.over else "="
    seat = bid.declarer.value if bid.declarer else None
    pair = 0 if seat is None else pairs.get(line.ns if seat in _SEATS[Side.NS] else line.ew, 0)
    return pair, seat, f"{bid.level} {strain}{_DOUBLES[bid.doubling]}", result


def _remark(line: Line) -> str | None:
    """What the column of remarks has; a real result gets none that would be read for another one."""
    own = _clean(line.remark, _REMARK)
    ns, ew = line.ns_outcome, line.ew_outcome
    if ns == ew and isinstance(ns, (Played, PassedOut)):
        return None if own and _OWN_REMARK.fullmatch(own.casefold()) else own
    if ns == ew and isinstance(ns, SitOut):
        return own
    if ns == ew and isinstance(ns, NotPlayed):
        return "Not played"
    if ns == ew and isinstance(ns, Missing):
        return "Arbitral score" if own and own.casefold() == "arbitral score" else None
    given = [_percent(one) for one in (ns, ew)]
    return "Arbitral score" if None in given else f"{given[0]}%-{given[1]}%"


def _percent(outcome: Outcome) -> int | None:
    if not isinstance(outcome, Awarded) or outcome.unit is not Unit.PERCENT:
        return None
    if isinstance(outcome.value, Average):
        return _PERCENT[outcome.value]
    return int(outcome.value) if outcome.value.denominator == 1 else None


def _players(part: _Part) -> Iterator[Sequence[Cell]]:
    """The seats of the first round: those with names in the order of the pairs, then the others."""
    seats, taken = _first_seats(part.movement), set()
    for who in part.section.contestants:
        seat = _seat(part.pairs[who.key], who, seats) if who.players else None
        if seat is None:
            continue
        table, side = seat
        for letter, player in zip(_SEATS[side], who.players, strict=False):
            if (table, letter) not in taken:
                taken.add((table, letter))
                name, number = _clean(player.name, _NAME), _player_number(player)
                yield (part.number, table, letter, number, name, False, None, False)
    for table in sorted({table for table, _round in part.movement}):
        for letter in "NSEW":
            if (table, letter) not in taken:
                yield (part.number, table, letter, None, None, False, None, False)


def _player_number(player: Player) -> str | None:
    """The number of a player; none rather than half of one."""
    return _clean(player.number, _NUMBER) if len(player.number) <= _NUMBER else None


def _names(parts: Iterable[_Part]) -> list[Sequence[Cell]]:
    found: dict[str, Sequence[Cell]] = {}
    for part in parts:
        for who in part.section.contestants:
            for player in who.players:
                number, name = _player_number(player), _clean(player.name, _NAME)
                if number and name and number not in found:
                    plain = number.isascii() and number.isdigit() and int(number) <= _MOST_ID
                    found[number] = (int(number) if plain else None, name, number)
    return list(found.values())


def _hands(part: _Part) -> Iterator[Sequence[Cell]]:
    for traveller in part.section.travellers:
        if traveller.deal:
            hands = [hand.suits if hand else ("",) * 4 for hand in traveller.deal.hands]
            yield (part.number, traveller.board.number, *(suit or None for hand in hands for suit in hand))


def _settings(parts: Iterable[_Part]) -> Sequence[Cell]:
    """The settings that a new file of Bridgemate's own has; leads are asked for where the event has some."""
    leads = any(one.line.lead for part in parts for one in part.lines)
    return (True, True, False, 0, True, False, 1, 0, True, False, 20, 2, 1, leads, False, False, True, False, 0)
