"""Hands that stand beside the results of a file, put to the travellers of their boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal, Hand
from overtrick.model.reading import Reading

__all__ = ["attach_deals", "deal_of_suits"]

_VOIDS = str.maketrans("", "", " -—–,.")


def deal_of_suits(hands: Sequence[Sequence[str]]) -> Deal | None:
    """The deal of four hands from North clockwise, each as spades, hearts, diamonds and clubs.

    A hand without any card is not known; None where none is. The ten may be 10, ranks may stand apart, and a dash
    stands for a void. Raises RecordError for cards that cannot be.

    >>> deal = deal_of_suits([("A K 10", "5 4 3 2", "4 3 2", "4 3 2"), ("", "", "", ""), ("",) * 4, ("",) * 4])
    >>> str(deal.north), deal.east
    ('AKT.5432.432.432', None)
    """
    made: list[Hand | None] = []
    for suits in hands:
        plain = [suit.translate(_VOIDS) for suit in suits]
        made.append(Hand.of(*plain) if any(plain) else None)
    if len(made) != 4:
        raise RecordError(_("a deal has four hands, not {count}").format(count=len(made)))
    return Deal(*made) if any(made) else None


def attach_deals(reading: Reading, deals: Mapping[tuple[str, str, int], Deal]) -> Reading:
    """The reading with deals on its travellers, by session, section and board; an empty section stands for all."""
    if not deals:
        return reading
    sessions = []
    for session in reading.event.sessions:
        sections = []
        for section in session.sections:
            travellers = []
            for one in section.travellers:
                number = one.board.number
                deal = deals.get((session.key, section.key, number)) or deals.get((session.key, "", number))
                travellers.append(replace(one, deal=deal) if deal and one.deal is None else one)
            sections.append(replace(section, travellers=tuple(travellers)))
        sessions.append(replace(session, sections=tuple(sections)))
    return replace(reading, event=replace(reading.event, sessions=tuple(sessions)))
