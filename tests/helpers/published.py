"""An event with its results stated, as a program would publish them under some conditions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Event, Line, Section, Stated
from overtrick.model.outcome import Played
from overtrick.model.standing import Place
from overtrick.scorer import score_event

__all__ = ["hundredths", "published", "with_line"]


def hundredths(value: Fraction) -> Fraction:
    """Rounded to two decimals, halves away from nought."""
    cents = (abs(value) * 100 + Fraction(1, 2)).__floor__()
    return Fraction(-cents if value < 0 else cents, 100)


def _if_any(value: Fraction | None) -> Fraction | None:
    return None if value is None else hundredths(value)


def published(event: Event, conditions: Conditions) -> Event:
    """The event with scores of lines, totals, percentages and places as they follow under the conditions."""
    standing = score_event(event, conditions)
    lines = {id(result.line): result for board in standing.boards for result in board.lines}
    unit = "matchpoints" if conditions.method == "matchpoints" else "imps"
    places = {(place.section, place.direction, place.contestant.key): place for place in standing.places}

    def line(one: Line) -> Line:
        result = lines[id(one)]
        points = result.points if isinstance(one.ns_outcome, Played) else None
        return replace(one, stated=Stated(_if_any(result.ns.value), _if_any(result.ew.value), unit, points))

    def contestant(section: Section, who: Contestant) -> Contestant:
        place = places.get((section.key, who.direction, who.key))
        return who if place is None else _with_place(who, place)

    return _changed(event, line, contestant)


def _with_place(who: Contestant, place: Place) -> Contestant:
    return replace(
        who,
        stated_percent=_if_any(place.percent),
        stated_total=None if place.percent is not None else hundredths(place.total),
        stated_place=f"{place.place}{'=' if place.tied else ''}",
    )


def _changed(
    event: Event, line: Callable[[Line], Line], contestant: Callable[[Section, Contestant], Contestant]
) -> Event:
    sessions = tuple(
        replace(
            session,
            sections=tuple(
                replace(
                    section,
                    contestants=tuple(contestant(section, who) for who in section.contestants),
                    travellers=tuple(
                        replace(traveller, lines=tuple(line(one) for one in traveller.lines))
                        for traveller in section.travellers
                    ),
                )
                for section in session.sections
            ),
        )
        for session in event.sessions
    )
    return replace(event, sessions=sessions)


def with_line(event: Event, board: int, index: int, **changes: object) -> Event:
    """The event with one line of one board changed; the board is looked for in the first section."""
    session = event.sessions[0]
    section = session.sections[0]
    travellers = tuple(
        replace(
            traveller,
            lines=tuple(
                replace(line, **changes) if at == index else line  # type: ignore[arg-type]
                for at, line in enumerate(traveller.lines)
            ),
        )
        if traveller.board.number == board
        else traveller
        for traveller in section.travellers
    )
    changed = replace(section, travellers=travellers)
    return replace(event, sessions=(replace(session, sections=(changed, *session.sections[1:])), *event.sessions[1:]))
