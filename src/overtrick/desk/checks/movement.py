"""Checks of who played what and when: tables, rounds, sets of boards and players' numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from overtrick.desk.checks.facts import Facts, Seen, Who
from overtrick.desk.checks.rule import Found, Level, Rule
from overtrick.desk.checks.sittings import Sitting, board_sets, in_round, sittings_of
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _
from overtrick.model.event import Session
from overtrick.model.outcome import Missing

__all__ = ["MOVEMENT_RULES"]

_LAST_NUMBER = re.compile(r"(\d+)\D*$")
_Sets = dict[int, frozenset[int]]


def _two_tables(facts: Facts) -> Iterator[Found]:
    sat: dict[tuple[Who, str], Seen] = {}
    told: set[tuple[Who, str, str]] = set()
    for seen in facts.lines():
        line = seen.line
        if not (line.round and line.table and seen.at_the_table):
            continue
        for who in facts.who(seen):
            first = sat.setdefault((who, line.round), seen)
            if first.line.table != line.table and (who, line.round, line.table) not in told:
                told.add((who, line.round, line.table))
                text = _("{who} sits at table {table} in round {round} and at table {other} too, at {place}")
                yield Found.at(
                    seen,
                    text.format(
                        who=who[2], table=line.table, round=line.round, other=first.line.table, place=first.where
                    ),
                )


def _wrong_set(facts: Facts) -> Iterator[Found]:
    for sittings in sittings_of(facts).values():
        sets = board_sets(sittings)
        busy = {told: _sets_in_play(meanwhile, sets) for told, meanwhile in in_round(sittings).items() if told}
        for sitting in sittings:
            strangers = _strangers(sitting, sets)
            if not strangers:
                continue
            elsewhere = busy.get(sitting.first.line.round, frozenset())
            # of two that may be the stranger, the one whose set another table has meanwhile; else the later one
            seen, missing = next((one for one in strangers if sets[one[0].board] in elsewhere), strangers[-1])
            text = _(
                "board {board} is not of the set that the table plays here; board {missing} of that set is missing"
            )
            yield Found.at(seen, text.format(board=seen.board, missing=missing))


def _sets_in_play(sittings: Sequence[Sitting], sets: _Sets) -> frozenset[frozenset[int]]:
    """The sets of which some table played at least two boards."""
    return frozenset(
        own
        for sitting in sittings
        for own in {sets[board] for board in sitting.boards if board in sets}
        if len(own & sitting.boards) > 1
    )


def _strangers(sitting: Sitting, sets: _Sets) -> list[tuple[Seen, int]]:
    """Lines whose board has none of its own set beside it, while the rest is one set without one board."""
    found: list[tuple[Seen, int]] = []
    if sitting.is_match:
        return found
    for seen in sitting.lines:
        own, rest = sets.get(seen.board), sitting.boards - {seen.board}
        if own is None or own & rest or not rest:
            continue
        main = sets.get(next(iter(rest)))
        if main is not None and rest < main and len(main - rest) == 1:
            found.append((seen, next(iter(main - rest))))
    return found


def _missing_board(facts: Facts) -> Iterator[Found]:
    sat = {(who, seen.board) for seen in facts.lines() for who in facts.who(seen)}
    for sittings in sittings_of(facts).values():
        sets = board_sets(sittings)
        finished = _finished(facts, sittings, sets)
        for sitting in sittings:
            if not finished[id(sitting)]:
                continue
            blank = {seen.board for seen in sitting.lines if isinstance(seen.line.ns_outcome, Missing)}
            if blank == sitting.boards:
                continue  # not a round with a gap in it, but one of which nothing is known
            left = sorted(blank | _left_out(facts, sitting, sets, sat))
            if left:
                numbers = ", ".join(map(str, left))
                text = ngettext(
                    "{ns} v {ew}: board {boards} of their round has no result",
                    "{ns} v {ew}: boards {boards} of their round have no result",
                    len(left),
                )
                line = sitting.first.line
                yield Found.at(sitting.first, text.format(ns=line.ns, ew=line.ew, boards=numbers))


def _left_out(facts: Facts, sitting: Sitting, sets: _Sets, sat: set[tuple[Who, int]]) -> set[int]:
    """Boards of the set of a sitting that neither side has a line on; none where another board stands in for one."""
    if _strangers(sitting, sets):
        return set()
    wanted = {board for own in sitting.boards for board in sets.get(own, ())}
    return {
        board for board in wanted - sitting.boards if not any((who, board) in sat for who in facts.who(sitting.first))
    }


def _finished(facts: Facts, sittings: Sequence[Sitting], sets: _Sets) -> dict[int, bool]:
    """Whether the round of each sitting is over: one of its contestants went on, or most tables are through."""
    last: dict[Who, int] = {}
    for sitting in sittings:
        for who in facts.who(sitting.first):
            last[who] = max(last.get(who, 0), _number(sitting.first.line.round))
    done: dict[int, bool] = {}
    for told, meanwhile in in_round(sittings).items():
        whole = [all(sets.get(board, frozenset()) <= one.boards for board in one.boards) for one in meanwhile]
        most = 2 * sum(whole) > len(whole)
        for one in meanwhile:
            went_on = any(last[who] > _number(told) for who in facts.who(one.first))
            done[id(one)] = not told or went_on or most
    return done


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _board_order(facts: Facts) -> Iterator[Found]:
    for sittings in sittings_of(facts).values():
        placed = [(place, seen) for one in sittings for seen in one.lines if (place := _place(seen)) is not None]
        if not _in_order_of_play(placed):
            continue
        for sitting in sittings:
            lines = sorted(sitting.lines, key=lambda seen: _place(seen) or 0)
            steps = [(one, other) for one, other in pairwise(lines) if other.board < one.board]
            # a set that is shared begins in its middle, and goes round once
            around = len(steps) == 1 and lines[-1].board < lines[0].board
            for one, other in () if around else steps:
                text = _("board {board} was entered after board {before}")
                yield Found.at(other, text.format(board=other.board, before=one.board))


def _place(seen: Seen) -> int | None:
    """The number of the line or record in the file."""
    found = _LAST_NUMBER.search(seen.line.where)
    return int(found[1]) if found and len(found[1]) < 10 else None


def _in_order_of_play(placed: Sequence[tuple[int, Seen]]) -> bool:
    """Whether a file has its results as they came in: rounds rise at each table, and boards are not kept together."""
    ordered = [seen for _place, seen in sorted(placed, key=lambda item: item[0])]
    if len({place for place, _seen in placed}) < len(placed) or not all(seen.line.round for seen in ordered):
        return False
    boards = {seen.board for seen in ordered}
    runs = sum(one.board != other.board for one, other in pairwise(ordered))
    tables: dict[str, list[int]] = {}
    for seen in ordered:
        tables.setdefault(seen.line.table, []).append(_number(seen.line.round))
    rising = all(one <= other for rounds in tables.values() for one, other in pairwise(rounds))
    return rising and runs >= 2 * len(boards)


def _player_twice(facts: Facts) -> Iterator[Found]:
    for session in facts.event.sessions:
        for number, seats in _numbered(session).items():
            if len(seats) > 1:
                text = _("player number {number} is that of {players}")
                told = _(" and ").join(f"{name} ({key})" if name else key for key, name in seats.items())
                where = _("session {session}").format(session=session.key) if session.key else _("whole file")
                yield Found(where, text.format(number=number, players=told))


def _numbered(session: Session) -> dict[str, dict[str, str]]:
    """By player's number, the contestants that have it, each with the player's name."""
    found: dict[str, dict[str, str]] = {}
    for section in session.sections:
        for who in section.contestants:
            side = f" {who.direction.value}" if who.direction else ""
            for player in who.players:
                number = player.number.strip()
                if number.strip("0-."):
                    found.setdefault(number, {})[f"{section.key}{side} {who.key}".strip()] = player.name
    return found


MOVEMENT_RULES = (
    Rule(
        "two-tables",
        Level.REFUSE,
        N_("a contestant at two tables in one round"),
        "ASE Scorer, score entry",
        _two_tables,
    ),
    Rule(
        "wrong-set",
        Level.REFUSE,
        N_("a board of another set than the table plays in that round, where one board of its own set is missing"),
        "Bridgemate II manual; Law 15",
        _wrong_set,
    ),
    Rule(
        "missing-board",
        Level.CHECK,
        N_("a round that is finished, with a board of its set that has no result"),
        "Bridgemate II manual, boards not played",
        _missing_board,
    ),
    Rule(
        "player-twice",
        Level.CHECK,
        N_("one player's number in two contestants of a session"),
        "Bridgemate Data Connector: a number may exist once in an event",
        _player_twice,
    ),
    Rule(
        "board-order",
        Level.ASK,
        N_("boards of a round entered out of order, in a file that has its results as they came in"),
        "Bridgemate II manual",
        _board_order,
    ),
)
