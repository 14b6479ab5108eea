"""Players of an event for the Bridgemate Data Connector: by number where they have one, and where they sit first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.formats.bdc_plan import Meeting
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Player
from overtrick.model.reading import Problem, Severity
from overtrick.model.terms import Side

__all__ = ["People", "people_of"]


@dataclass(slots=True)
class People:
    """Records of players and of their seats, and what they do not carry."""

    players: list[dict[str, Any]] = field(default_factory=list)
    seats: list[dict[str, Any]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def people_of(
    event: Event, session: str, letters: Mapping[str, str], meetings: Sequence[Meeting], guid: str, club: str
) -> People:
    """The players of a session. A number is sent once; who else bears it, or has no number, sits by name alone.

    A name is opaque and goes whole into LastName, which BCS requires.

    >>> people_of(Event(), "1", {}, [], "0A", "").players
    []
    """
    made = People()
    known: dict[str, Player] = {}
    sections = next((one.sections for one in event.sessions if one.key == session), ())
    for section in sections:
        first = [one for one in meetings if one.section == letters[section.key] and one.round == 1]
        for contestant in section.contestants:
            meeting, side = _first_seat(contestant, first)
            where = _("section {section}, pair {key}").format(section=section.key, key=contestant.key)
            for index, player in enumerate(contestant.players):
                if not player.name:
                    text = _("a player without a name cannot be sent: {number}").format(number=player.number or "?")
                    made.problems.append(Problem(where, Severity.WARNING, text))
                    continue
                number = _number(player, known, made, where)
                if number and known[number] is player:
                    made.players.append(_player(player, guid, club))
                if meeting is None or index > 1:
                    text = _("{name} has no seat in the first round").format(name=player.name)
                    made.problems.append(Problem(where, Severity.WARNING, text))
                    continue
                direction = 1 + 2 * index + (side is Side.EW)
                made.seats.append(_seat(meeting, direction, player, number, guid))
    return made


def _first_seat(contestant: Contestant, first: Sequence[Meeting]) -> tuple[Meeting | None, Side]:
    for one in first:
        if contestant.direction is not Side.EW and str(one.ns) == contestant.key:
            return one, Side.NS
        if contestant.direction is not Side.NS and str(one.ew) == contestant.key:
            return one, Side.EW
    return None, Side.NS


def _number(player: Player, known: dict[str, Player], made: People, where: str) -> str:
    """The number under which a player may sit: his own unless somebody has it already."""
    if not player.number:
        return ""
    if known.setdefault(player.number, player) is player:
        return player.number
    text = _("number {number} is that of {first} already; {name} is sent by name alone").format(
        number=player.number, first=known[player.number].name, name=player.name
    )
    made.problems.append(Problem(where, Severity.WARNING, text))
    return ""


def _player(player: Player, guid: str, club: str) -> dict[str, Any]:
    return {
        "SessionGuid": guid,
        "ClubId": club,
        "PlayerNumber": player.number,
        "FirstName": "",
        "LastName": player.name,
        "CountryCode": "",
        "ValidationMessages": None,
    }


def _seat(meeting: Meeting, direction: int, player: Player, number: str, guid: str) -> dict[str, Any]:
    return {
        "SessionGuid": guid,
        "SectionLetters": meeting.section,
        "TableNumber": meeting.table,
        "Direction": direction,
        "RoundNumber": 1,
        "PlayerNumber": number,
        "IsPlayerSwap": False,
        "FirstName": "",
        "LastName": "" if number else player.name,
        "CountryCode": "",
        "ValidationMessages": None,
    }
