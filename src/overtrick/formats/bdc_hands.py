"""Hand records of the connector to deals and back, with the tricks of double-dummy play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from overtrick.errors import RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.bdc_codes import said, whole
from overtrick.formats.bdc_plan import MOST, Plan
from overtrick.formats.hands import deal_of_suits
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Event, Section, Session, Traveller
from overtrick.model.reading import Reading, Severity

__all__ = ["Hands", "coded_hands"]

_SEATS = ("North", "East", "South", "West")
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_DUMMY = tuple(
    f"DoubleDummy{seat}{strain}"
    for seat in ("North", "South", "East", "West")
    for strain in ("NoTrump", "Spades", "Hearts", "Diamonds", "Clubs")
)


class Hands:
    """Deals by session, section and board; a later record for the same board replaces the earlier one."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str, int], tuple[Deal, TrickTable | None]] = {}

    def add(self, session: str, record: Mapping[str, Any], where: str, draft: Draft) -> None:
        """A hand record; cards that cannot be are told and left out."""
        try:
            board = whole(record, "BoardNumber", 1, MOST)
            deal = deal_of_suits([[said(record, seat + suit) for suit in _SUITS] for seat in _SEATS])
            tricks = None
            if record.get("HasHandEvaluationData") is True:
                tricks = TrickTable(tuple(whole(record, name, 0, 13) for name in _DUMMY))
        except RecordError as fault:
            draft.note(where, Severity.WARNING, _("{fault}; the hands are left out").format(fault=fault))
            return
        if deal is not None:
            self.found[session, said(record, "SectionLetters"), board] = (deal, tricks)

    def attach(self, reading: Reading, plan: Plan) -> Reading:
        """The reading with these hands; one section of a scoring group has them for all of the group.

        A board that nobody played has a traveller without lines.
        """
        if not self.found:
            return reading
        shared = {}
        for (session, letters, board), what in self.found.items():
            planned = plan.sections.get((session, letters))
            if planned is not None and planned.group:
                shared[session, planned.group, board] = what
        sections: dict[tuple[str, str], Section] = {
            (session.key, section.key): section for session in reading.event.sessions for section in session.sections
        }
        for session, letters, _board in self.found:
            sections.setdefault((session, letters), Section(letters))
        made: dict[str, list[Section]] = {}
        for (session, letters), section in sections.items():
            known = plan.sections.get((session, letters))
            group = known.group if known else 0
            hands = {board: what for (one, number, board), what in shared.items() if (one, number) == (session, group)}
            hands |= {
                board: what for (one, name, board), what in self.found.items() if (one, name) == (session, letters)
            }
            made.setdefault(session, []).append(_with(section, hands))
        event = replace(reading.event, sessions=tuple(Session(key, tuple(parts)) for key, parts in made.items()))
        return replace(reading, event=event)


def _with(section: Section, hands: dict[int, tuple[Deal, TrickTable | None]]) -> Section:
    travellers = []
    left = dict(hands)
    for one in section.travellers:
        deal, tricks = left.pop(one.board.number, (None, None))
        travellers.append(replace(one, deal=deal, tricks=tricks) if deal else one)
    for board, (deal, tricks) in left.items():
        travellers.append(Traveller(Board.numbered(board), (), deal, tricks))
    return replace(section, travellers=tuple(travellers))


def coded_hands(event: Event, session: str, section: str, group: int, letters: str, guid: str) -> list[dict[str, Any]]:
    """The hand records of a section's boards whose four hands are known; three known hands tell the fourth.

    >>> coded_hands(Event(), "1", "A", 1, "A", "0A")
    []
    """
    made = []
    travellers = (
        one
        for sitting in event.sessions
        if sitting.key == session
        for part in sitting.sections
        if part.key == section
        for one in part.travellers
    )
    for one in travellers:
        deal = one.deal.completed() if one.deal else None
        if deal is None or None in deal.hands:
            continue
        record: dict[str, Any] = {
            "SessionGuid": guid,
            "ScoringGroupNumber": group,
            "SectionLetters": letters,
            "BoardNumber": one.board.number,
        }
        for seat, hand in zip(_SEATS, deal.hands, strict=True):
            for suit, ranks in zip(_SUITS, hand.suits if hand else (), strict=True):
                record[seat + suit] = ranks
        tricks = one.tricks.tricks if one.tricks and None not in one.tricks.tricks else None
        record["HasHandEvaluationData"] = tricks is not None
        record.update(zip(_DUMMY, tricks or (0,) * 20, strict=True))
        record["ValidationMessages"] = None
        made.append(record)
    return made
