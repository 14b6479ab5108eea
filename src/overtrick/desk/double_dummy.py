"""Tricks when all four see every card, worked out by endplay (the optional part `dd`), and par from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from overtrick.errors import InputError, MissingExtra, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Event, Traveller
from overtrick.model.terms import Seat, Strain
from overtrick.score.par import TABLE_ORDER, Par, par
from overtrick.tables.laws import LawCode

__all__ = [
    "BOOK",
    "BoardPar",
    "Progress",
    "board_pars",
    "deals_without_table",
    "only_makes",
    "tables_for",
    "trick_table",
    "trick_tables",
]

Progress = Callable[[int], None]
BOOK = 6
"""Tricks that no contract counts."""
_FEW = 5  # numbers that are the same, before that is taken for a habit
_AT_ONCE = 20  # deals; the analyser takes forty at the most, and between two portions progress is told
_STRAIN_NAMES = {
    Strain.SPADES: "spades",
    Strain.HEARTS: "hearts",
    Strain.DIAMONDS: "diamonds",
    Strain.CLUBS: "clubs",
    Strain.NOTRUMP: "nt",
}
_SEAT_NAMES = {Seat.NORTH: "north", Seat.EAST: "east", Seat.SOUTH: "south", Seat.WEST: "west"}


def trick_table(deal: Deal) -> TrickTable:
    """The double-dummy tricks of one deal.

    Raises MissingExtra where endplay is not installed, RecordError where a hand is not known.
    """
    return trick_tables([deal])[0]


def trick_tables(deals: Sequence[Deal], progress: Progress | None = None) -> tuple[TrickTable, ...]:
    """The double-dummy tricks of each deal, in their order; `progress` is told how many are done.

    Raises MissingExtra where endplay is not installed, RecordError where a hand is not known.

    >>> trick_tables([])
    ()
    """
    if not deals:
        return ()
    dds, types = _endplay()
    whole = [deal.completed() for deal in deals]
    for deal in whole:
        if None in deal.hands:
            raise RecordError(
                _("the tricks of {deal} cannot be worked out: a hand is not known").format(deal=deal.text())
            )
    places = [
        (
            list(types.Denom).index(types.Denom[_STRAIN_NAMES[strain]]),
            list(types.Player).index(types.Player[_SEAT_NAMES[seat]]),
        )
        for seat, strain in TABLE_ORDER
    ]
    found: list[TrickTable] = []
    for start in range(0, len(whole), _AT_ONCE):
        part = [types.Deal(deal.text()) for deal in whole[start : start + _AT_ONCE]]
        for table in dds.calc_all_tables(part):
            rows = table.to_list()
            found.append(TrickTable(tuple(int(rows[strain][seat]) for strain, seat in places)))
        if progress:
            progress(len(found))
    return tuple(found)


def _endplay() -> tuple[Any, Any]:
    """The analyser and its types, imported only when they are wanted: that takes half a second."""
    try:
        from endplay import dds, types
    except ImportError as error:
        text = _('double-dummy analysis needs endplay, which is not installed: pip install "overtrick[dd]" ({error})')
        raise MissingExtra(text.format(error=error)) from error
    return dds, types


def only_makes(table: TrickTable) -> bool:
    """Whether a table looks like one of contracts that make, with one number for all that is below seven tricks.

    Analysers that tell contracts leave 1 or 6 where no contract makes; double-dummy play often takes another number.

    >>> only_makes(TrickTable((1, 8, 1, 1, 1, 1, 8, 1, 1, 1, 8, 1, 9, 10, 8, 8, 1, 9, 10, 8)))
    True
    """
    few = [number for number in table.tricks if number is not None and number <= BOOK]
    return len(few) >= _FEW and len(set(few)) == 1


def deals_without_table(event: Event, *, rough: bool = True) -> list[Deal]:
    """The whole deals of an event whose tricks the file does not tell, each once; with `rough`, also those whose
    tricks it tells only where a contract makes.

    >>> deals_without_table(Event())
    []
    """
    found: dict[Deal, None] = {}
    for traveller in _travellers(event):
        deal, table = traveller.deal, traveller.tricks
        told = _whole(table) or (not rough and table is not None and None not in table.tricks)
        if deal is not None and not told and None not in deal.completed().hands:
            found[deal] = None
    return list(found)


def tables_for(event: Event, progress: Progress | None = None) -> dict[Deal, TrickTable]:
    """Tables by deal for what the file does not tell; raises MissingExtra where one is wanted and endplay is absent.

    >>> tables_for(Event())
    {}
    """
    deals = deals_without_table(event)
    return dict(zip(deals, trick_tables(deals, progress), strict=True))


@dataclass(frozen=True, slots=True)
class BoardPar:
    """A board with its double-dummy tricks and its par; `source` is `file` or `computed`.

    `par` is `None` where a number of the table is not known, and `reason` says so then; it also tells a table that has
    only what makes, so that the price of a sacrifice is a guess.
    """

    session: str
    section: str
    board: Board
    tricks: TrickTable
    source: str
    par: Par | None
    reason: str = ""


def board_pars(event: Event, code: LawCode, tables: Mapping[Deal, TrickTable]) -> list[BoardPar]:
    """The par of every board that has a table, of its own or among `tables`, in the order of the event.

    A deal that several sections played counts once a session.
    """
    found: list[BoardPar] = []
    done: set[tuple[str, Board, TrickTable]] = set()
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                computed = None if _whole(traveller.tricks) or not traveller.deal else tables.get(traveller.deal)
                table = computed or traveller.tricks
                if table is None or (session.key, traveller.board, table) in done:
                    continue
                done.add((session.key, traveller.board, table))
                source = "computed" if computed else "file"
                found.append(_board_par(session.key, section.key, traveller.board, table, source, code))
    return found


def _board_par(session: str, section: str, board: Board, table: TrickTable, source: str, code: LawCode) -> BoardPar:
    try:
        reached = par(table, vulnerability=board.vulnerability, dealer=board.dealer, law=code)
    except InputError as error:
        return BoardPar(session, section, board, table, source, None, str(error))
    guess = _("the file tells tricks only where a contract makes") if source == "file" and only_makes(table) else ""
    return BoardPar(session, section, board, table, source, reached, guess)


def _whole(table: TrickTable | None) -> bool:
    """Whether a table tells all of its numbers, also those below a contract."""
    return table is not None and None not in table.tricks and not only_makes(table)


def only_board(event: Event, number: int) -> Event:
    """The event with one board.

    >>> only_board(Event(), 7).sessions
    ()
    """
    sessions = []
    for session in event.sessions:
        sections = [
            replace(one, travellers=tuple(board for board in one.travellers if board.board.number == number))
            for one in session.sections
        ]
        sessions.append(replace(session, sections=tuple(sections)))
    return replace(event, sessions=tuple(sessions))


def _travellers(event: Event) -> list[Traveller]:
    return [traveller for session in event.sessions for section in session.sections for traveller in section.travellers]
