"""The datums that a file states of its boards, put to the travellers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from overtrick.model.event import Event

__all__ = ["with_datums"]


def with_datums(event: Event, datums: Mapping[tuple[str, str, int], Fraction]) -> Event:
    """The event with datums on its travellers, by session, section and number of the board.

    >>> with_datums(Event("Tuesday"), {("1", "", 7): Fraction(-30)})
    Event(name='Tuesday', sessions=(), date='', club='', method=None, winners=None, program='', settings=(), extra=())
    """
    if not datums:
        return event
    sessions = []
    for session in event.sessions:
        sections = []
        for section in session.sections:
            travellers = (
                replace(one, stated_datum=datums.get((session.key, section.key, one.board.number), one.stated_datum))
                for one in section.travellers
            )
            sections.append(replace(section, travellers=tuple(travellers)))
        sessions.append(replace(session, sections=tuple(sections)))
    return replace(event, sessions=tuple(sessions))
