"""Hands put to the boards of a reading, and boards that were dealt but have no result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Section, Session, Traveller
from overtrick.model.reading import Counts, Problem, Reading, Severity
from overtrick.model.terms import Seat, Vulnerability

__all__ = ["Dealt", "with_deals"]


@dataclass(slots=True)  # not frozen, because there are many and they are soon gone
class Dealt:
    """The cards of a board of a section, the tricks of double-dummy play, and where the file has them."""

    session: str
    section: str
    board: int
    deal: Deal | None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    where: str = ""
    tricks: TrickTable | None = None


def with_deals(reading: Reading, dealt: list[Dealt]) -> Reading:
    """The reading with the hands on its travellers; a board without a line has an empty traveller, and is counted.

    Hands of a board whose section is not named belong to the board in every section of the session. Where one board
    has two deals, the first one stands and a warning is given.
    """
    problems = list(reading.problems)
    deals: dict[tuple[str, str, int], Dealt] = {}
    for one in dealt:
        key = (one.session, one.section, one.board)
        first = deals.setdefault(key, one)
        if first is one:
            continue
        if first.deal and one.deal and first.deal != one.deal:
            text = _("board {board} has other cards than at {other}; the first ones stand")
            problems.append(Problem(one.where, Severity.WARNING, text.format(board=one.board, other=first.where)))
        elif (one.deal and not first.deal) or (one.tricks and not first.tricks):
            deals[key] = replace(first, deal=first.deal or one.deal, tricks=first.tricks or one.tricks)
    used: set[tuple[str, str, int]] = set()
    sessions = []
    for session in reading.event.sessions:
        sections = []
        for section in session.sections:
            travellers = []
            for traveller in section.travellers:
                number = traveller.board.number
                key = (session.key, section.key, number)
                found = deals.get(key)
                if found is None:  # the hands of every section of the session
                    key = (session.key, "", number)
                    found = deals.get(key)
                if found:
                    used.add(key)
                    travellers.append(Traveller(traveller.board, traveller.lines, found.deal, found.tricks))
                else:
                    travellers.append(traveller)
            sections.append(replace(section, travellers=tuple(travellers)))
        sessions.append(replace(session, sections=tuple(sections)))
    left = [one for key, one in deals.items() if key not in used]
    counts = reading.counts
    counts = Counts(counts.found + len(left), counts.taken + len(left), counts.refused, counts.guessed)
    event = replace(reading.event, sessions=_with_empty(sessions, left))
    return replace(reading, event=event, problems=tuple(problems), counts=counts)


@lru_cache(maxsize=1 << 12)
def _board(number: int, dealer: Seat | None, vulnerability: Vulnerability | None) -> Board:
    return Board.numbered(number, dealer=dealer, vulnerability=vulnerability)


def _with_empty(sessions: list[Session], left: list[Dealt]) -> tuple[Session, ...]:
    by_place: dict[str, dict[str, list[Traveller]]] = {}
    for one in left:
        board = _board(one.board, one.dealer, one.vulnerability)
        by_place.setdefault(one.session, {}).setdefault(one.section, []).append(
            Traveller(board, (), one.deal, one.tricks)
        )
    made = []
    for session in sessions:
        more = by_place.pop(session.key, {})
        sections = [
            replace(section, travellers=section.travellers + tuple(more.pop(section.key, ())))
            for section in session.sections
        ]
        sections += [Section(key, travellers=tuple(boards)) for key, boards in more.items()]
        made.append(replace(session, sections=tuple(sections)))
    for key, more in by_place.items():
        made.append(Session(key, tuple(Section(name, travellers=tuple(boards)) for name, boards in more.items())))
    return tuple(made)
