"""One board cut out of an event, small enough to be compared again and again."""

from __future__ import annotations

from dataclasses import replace

from overtrick.model.event import Event, Session, Traveller
from overtrick.model.standing import Standing
from overtrick.scorer.event import two_winners
from overtrick.scorer.teams import TEAM_METHODS

__all__ = ["board_event", "nameless", "traveller_of", "with_traveller"]

_FILLED = ("matchpoints", "ascherman")  # methods by which boards with fewer results are made like others


def board_event(standing: Standing, session: str, section: str, number: int) -> Event:
    """The board alone, with all that it is compared with.

    At matchpoints the board of most results is kept beside it, because that tells how many results there should be.

    >>> from overtrick.model.board import Board
    >>> from overtrick.model.conditions import Conditions
    >>> from overtrick.model.event import Section
    >>> boards = tuple(Traveller(Board.numbered(number), ()) for number in (1, 2, 3))
    >>> event = Event(sessions=(Session("1", (Section("A", travellers=boards),)),))
    >>> small = board_event(Standing(event, Conditions(), (), ()), "1", "A", 3)
    >>> [one.board.number for one in small.sessions[0].sections[0].travellers]
    [1, 3]
    """
    conditions, event = standing.conditions, standing.event
    teams = conditions.method in TEAM_METHODS
    alone = conditions.sections == "apart" and conditions.expected != "session" and not teams
    own = next(one for one in event.sessions if one.key == session)
    sections = [one for one in own.sections if not alone or one.key == section]
    results: dict[int, int] = {}
    for part in sections:
        for traveller in part.travellers:
            results[traveller.board.number] = results.get(traveller.board.number, 0) + len(traveller.lines)
    kept = {number, max(results, key=lambda one: results[one])} if conditions.method in _FILLED else {number}
    small = tuple(
        replace(
            part,
            contestants=part.contestants if teams else (),
            travellers=tuple(one if teams else nameless(one) for one in part.travellers if one.board.number in kept),
            penalties=(),
            matches=(),
        )
        for part in sections
    )
    winners = event.winners if teams else 2 if two_winners(event, conditions) else 1
    return replace(event, sessions=(Session(session, small),), winners=winners)


def nameless(traveller: Traveller) -> Traveller:
    """The traveller without its contestants, so that nobody need be ranked.

    >>> from overtrick.model.board import Board
    >>> nameless(Traveller(Board.numbered(7), ())).lines
    ()
    """
    lines = tuple(replace(line, ns="", ew="", south="", west="") for line in traveller.lines)
    return replace(traveller, lines=lines)


def traveller_of(event: Event, place: tuple[str, str, int]) -> Traveller:
    """The traveller of a session, a section and a board number."""
    session, section, number = place
    return next(
        traveller
        for one in event.sessions
        if one.key == session
        for part in one.sections
        if part.key == section
        for traveller in part.travellers
        if traveller.board.number == number
    )


def with_traveller(event: Event, place: tuple[str, str, int], changed: Traveller) -> Event:
    """The event with the traveller of a session, a section and a board number changed."""
    session, section, number = place
    sessions = tuple(
        replace(
            one,
            sections=tuple(
                replace(
                    part,
                    travellers=tuple(
                        changed if part.key == section and who.board.number == number else who
                        for who in part.travellers
                    ),
                )
                for part in one.sections
            ),
        )
        if one.key == session
        else one
        for one in event.sessions
    )
    return replace(event, sessions=sessions)
