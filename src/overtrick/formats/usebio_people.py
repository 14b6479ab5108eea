"""The contestants of an event and their players as elements of USEBIO."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.formats.usebio_extra import CONTESTANT, PAIR, PERSON, PLAYER, Extra, attributes, in_order
from overtrick.formats.usebio_write_lines import element, two_places
from overtrick.formats.write_worth import decimal
from overtrick.model.event import Contestant, Player
from overtrick.model.standing import Place

__all__ = ["details", "pair_element", "pairs_of_team", "single_element"]

_ORDER = (
    *("PAIR_NUMBER", "PLAYER_NUMBER", "DIRECTION", "BOARDS_PLAYED", "TOTAL_SCORE", "PERCENTAGE", "PLACE", "HANDICAP"),
    *("CARRY_FORWARD", "ADJUSTMENT", "WINS_OR_DRAWS", "PAIR_IMPS", "MASTER_POINTS", "MASTER_POINTS_AWARDED"),
    *("MASTER_POINT_TYPE", "PLAYER_NAME", "CLUB_ID_NUMBER", "NATIONAL_ID_NUMBER"),
)


def details(who: Contestant, place: Place | None, own: tuple[str, ...] = (), more: Extra = ()) -> list[str]:
    """What a contestant came to by its place, else by what the file states, with elements of its `own`.

    `more` is what else is told of it. The boards of a place count for more than those that the file tells.
    """
    elements = list(own)
    total, percent, rank = who.stated_total, who.stated_percent, who.stated_place
    extra = (*who.extra, *more)
    if place:
        elements.append(element("BOARDS_PLAYED", str(place.boards)))
        extra = tuple(one for one in extra if one[0] != "BOARDS_PLAYED")
        percent, rank = place.percent, f"{place.place}{'=' if place.tied else ''}"
        total = place.total if percent is None else None
    number = two_places if place else decimal
    for tag, value in (("TOTAL_SCORE", total), ("PERCENTAGE", percent)):
        if value is not None:
            elements.append(element(tag, number(value)))
    if rank:
        elements.append(element("PLACE", rank))
    if who.handicap:
        elements.append(element("HANDICAP", decimal(who.handicap)))
    if who.carry_over:
        elements.append(element("CARRY_FORWARD", decimal(who.carry_over)))
    return in_order(elements, extra, CONTESTANT, _ORDER)


def pair_element(who: Contestant, place: Place | None) -> Iterator[str]:
    """A pair with its players."""
    own = [element("PAIR_NUMBER", who.key)]
    if who.direction:
        own.append(element("DIRECTION", who.direction.value))
    yield f"<PAIR{attributes(who.extra, CONTESTANT)}>"
    yield from details(who, place, tuple(own))
    for player in who.players:
        yield _player(player)
    yield "</PAIR>"


def single_element(who: Contestant, place: Place | None) -> Iterator[str]:
    """A player of an individual event: what is told of the result and of the person stands together."""
    own = [element("PLAYER_NUMBER", who.key)]
    person: Extra = ()
    for player in who.players[:1]:
        own += _named(player)
        person = tuple(one for one in player.extra if one[0] in PERSON)
    yield f"<PLAYER{attributes((*who.extra, *person), CONTESTANT)}>"
    yield from details(who, place, tuple(own), person)
    yield "</PLAYER>"


def pairs_of_team(who: Contestant) -> Iterator[str]:
    """The players of a team two by two, or with those beside whom the file tells something of a pair."""
    for first, last in _pairs(who.players):
        players = who.players[first:last]
        told = tuple(one for player in players for one in player.extra)
        numbers = "-".join(str(number) for number in range(first + 1, last + 1))
        own = element("PAIR_NUMBER", f"{who.key}-{numbers}")
        yield f"<PAIR{attributes(told, PAIR, 'PAIR/')}>" + "".join(in_order([own], told, PAIR, _ORDER, "PAIR/"))
        for player in players:
            yield _player(player)
        yield "</PAIR>"


def _pairs(players: tuple[Player, ...]) -> Iterator[tuple[int, int]]:
    first = 0
    for last in range(1, len(players) + 1):
        opens = last < len(players) and any(name.startswith("PAIR/") for name, _value in players[last].extra)
        if last - first == 2 or opens or last == len(players):
            yield first, last
            first = last


def _named(player: Player) -> list[str]:
    number = [element("NATIONAL_ID_NUMBER", player.number)] if player.number else []
    return [element("PLAYER_NAME", player.name), *number]


def _player(player: Player) -> str:
    inner = "".join(in_order(_named(player), player.extra, PLAYER, _ORDER))
    return f"<PLAYER{attributes(player.extra, PLAYER)}>{inner}</PLAYER>"
