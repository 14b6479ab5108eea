"""A contestant's score card, and the lookup of contestants by what people type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.standing import BoardResult, LineResult, Place, SideResult, Standing
from overtrick.model.terms import Side
from overtrick.report.methods import total_unit
from overtrick.report.numbers import human, percent, shortest
from overtrick.report.words import clean, names_text

__all__ = [
    "CardLine",
    "Identity",
    "card_lines",
    "contestant_head",
    "find_board",
    "find_contestant",
    "identity",
    "in_section",
    "is_teams",
    "natural",
    "opponents",
    "place_label",
    "place_text",
    "summary_text",
]

Identity = tuple[str, Side | None, str]
_TEAM_METHODS = frozenset({"team-imps", "board-a-match"})


@dataclass(frozen=True, slots=True)
class CardLine:
    """One board of a card, from the contestant's own side: `points` are theirs, `running` the result so far.

    `running` is a percentage where boards have a top, else the sum of IMPs or points.
    """

    session: str
    section: str
    board: Board
    result: LineResult
    side: Side
    versus: str
    points: int | None
    worth: SideResult
    running: Fraction | None


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sorting key that puts 2 before 10.

    >>> sorted(["10", "2", "A1"], key=natural)
    ['2', '10', 'A1']
    """
    parts = re.findall(r"[0-9]+|[^0-9]+", text)
    return tuple((0, int(part), "") if part.isascii() and part.isdigit() else (1, 0, part.casefold()) for part in parts)


def identity(place: Place) -> Identity:
    """Who a place belongs to: in a two-winner event pair 1 North-South and pair 1 East-West are two contestants."""
    return place.section, place.direction, place.contestant.key


def is_teams(method: str) -> bool:
    """Whether contestants are teams, and each section is a match between two of them.

    >>> is_teams("board-a-match"), is_teams("butler")
    (True, False)
    """
    return method in _TEAM_METHODS


def contestant_head(method: str) -> str:
    """The head of the column of contestants: teams where a section is a match between two of them.

    >>> contestant_head("team-imps"), contestant_head("matchpoints")
    ('Team', 'Pair')
    """
    return _("Team") if is_teams(method) else _("Pair")


def in_section(standing: Standing, place: Place, section: str) -> bool:
    """Whether a contestant may have lines in a section: a team goes from match to match, and each is a section."""
    return is_teams(standing.conditions.method) or place.section == section


def place_text(place: Place) -> str:
    """The place as printed, ties with `=`."""
    return f"{place.place}=" if place.tied else str(place.place)


def place_label(place: Place, *, sections: bool) -> str:
    """The contestant's short name: section (where there are several), direction, number."""
    direction = place.direction.value if place.direction else ""
    if _bare_key(place) != place.contestant.key:
        direction = ""
    parts = (clean(place.section) if sections else "", direction, clean(place.contestant.key))
    return " ".join(part for part in parts if part)


def summary_text(place: Place, conditions: Conditions) -> str:
    """Place, total and boards in one sentence."""
    total, unit = human(shortest(place.total)), total_unit(conditions)
    if place.percent is None:
        return _("Place {place}: {total} {unit}; boards: {boards}.").format(
            place=place_text(place), total=total, unit=unit, boards=place.boards
        )
    return _("Place {place}: {total} of {top} {unit}, {percent} %; boards: {boards}.").format(
        place=place_text(place),
        total=total,
        top=human(shortest(place.available)),
        unit=unit,
        percent=human(percent(place.percent)),
        boards=place.boards,
    )


def card_lines(standing: Standing, place: Place) -> tuple[CardLine, ...]:
    """Every board of a contestant, in the order played where rounds are known, else by board number."""
    _section, direction, key = identity(place)
    found: list[tuple[BoardResult, LineResult, Side]] = []
    for result in standing.boards:
        if not in_section(standing, place, result.section):
            continue
        for line in result.lines:
            found += [
                (result, line, side)
                for side in (Side if direction is None else (direction,))
                if key in line.line.keys(side)
            ]
    sessions = {name: index for index, name in enumerate(dict.fromkeys(item.session for item in standing.boards))}
    rounds = all(line.line.round for _result, line, _side in found)
    found.sort(
        key=lambda item: (
            sessions[item[0].session],
            natural(item[1].line.round) if rounds else (),
            item[0].board.number,
        )
    )
    running = accumulate((line.side(side) for _result, line, side in found), _add, initial=_NOUGHT)
    next(running)
    return tuple(
        _card_line(result, line, side, so_far) for (result, line, side), so_far in zip(found, running, strict=True)
    )


_NOUGHT = SideResult(Fraction(0))


def _add(total: SideResult, worth: SideResult) -> SideResult:
    if worth.value is None:
        return total
    return SideResult((total.value or Fraction(0)) + worth.value, total.available + worth.available)


def _card_line(result: BoardResult, line: LineResult, side: Side, so_far: SideResult) -> CardLine:
    worth = line.side(side)
    points = line.points if side is Side.NS or line.points is None else -line.points
    running = so_far.percent if so_far.available else so_far.value
    versus = line.line.label(side.opponents)
    return CardLine(result.session, result.section, result.board, line, side, versus, points, worth, running)


def opponents(standing: Standing, line: CardLine) -> Place | None:
    """The place of the contestant met on a line of a card, `None` where it is not in the ranking."""
    for place in standing.places:
        if (
            place.contestant.key == line.versus
            and in_section(standing, place, line.section)
            and place.direction in (None, line.side.opponents)
        ):
            return place
    return None


def _bare_key(place: Place) -> str:
    """The key without the direction that some programs write behind it, as in `6EW` and `12-NS`."""
    key = place.contestant.key
    if place.direction is None or not key.upper().endswith(place.direction.value):
        return key
    return key[: -len(place.direction.value)].rstrip(" -") or key


def _spellings(place: Place) -> frozenset[str]:
    """What people may type for a contestant, folded and without spaces."""
    key, section = _bare_key(place), place.section
    direction = place.direction.value if place.direction else ""
    forms = (key, direction + key, key + direction, section + key, section + direction + key, section + key + direction)
    return frozenset(_fold(form) for form in forms)


def _fold(text: str) -> str:
    return re.sub(r"[\s:/_-]+", "", text.casefold())


def find_contestant(standing: Standing, text: str) -> Place:
    """The one contestant meant by `3`, `NS 3`, `A NS 3`, `A3` or by a part of a name.

    Raises InputError when there is none, or when several fit, and then lists them.
    """
    wanted = _fold(text)
    found = [place for place in standing.places if wanted and wanted in _spellings(place)]
    if not found and wanted:
        found = [
            place
            for place in standing.places
            if any(wanted in _fold(name) for name in (place.contestant.name, *place.contestant.names))
        ]
    if len(found) == 1:
        return found[0]
    sections = len({place.section for place in standing.places}) > 1
    if not found:
        known = ", ".join(place_label(place, sections=sections) for place in standing.places[:20])
        raise InputError(_("no contestant {text!r}; known: {known}").format(text=text, known=known or _("none")))
    several = "; ".join(
        f"{place_label(place, sections=sections)} ({names_text(place.contestant)})" for place in found[:12]
    )
    raise InputError(
        _("{text!r} may be any of: {several}; write section, direction and number").format(text=text, several=several)
    )


def find_board(standing: Standing, number: int, *, section: str = "", session: str = "") -> tuple[BoardResult, ...]:
    """Every traveller of a board number, one for each section and session; raises InputError when there is none."""
    found = tuple(
        result
        for result in standing.boards
        if result.board.number == number
        and (not section or result.section.casefold() == section.casefold())
        and (not session or result.session.casefold() == session.casefold())
    )
    if not found:
        known = sorted({result.board.number for result in standing.boards})
        span = ", ".join(str(item) for item in known[:40]) or _("none")
        raise InputError(_("no board {number}; known: {known}").format(number=number, known=span))
    return found
