"""What the checks look at: every line of an event with its board, its score, and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Event, Line, Section, Session, Traveller
from overtrick.model.outcome import NotPlayed, Played, SitOut
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.score.deal import outcome_points
from overtrick.scorer.event import two_winners
from overtrick.scorer.teams import TEAM_METHODS
from overtrick.tables.laws import law

__all__ = ["NO_TABLES", "Facts", "Seen", "Who", "example", "facts_of"]

Who = tuple[str, str, str, str]  # session, section, contestant, and the side where the sides are ranked apart
NO_TABLES: Mapping[Deal, TrickTable] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seen:
    """A line of a traveller, with the deal score to North-South where it has one; `order` counts from 0."""

    order: int
    session: str
    section: str
    traveller: Traveller
    line: Line
    points: int | None
    title: str = ""

    @property
    def board(self) -> int:
        """The number of the board."""
        return self.traveller.board.number

    @property
    def played(self) -> Played | None:
        """The contract and its tricks, the same for both sides; `None` for all else."""
        outcome = self.line.ns_outcome
        return outcome if isinstance(outcome, Played) and outcome == self.line.ew_outcome else None

    @property
    def at_the_table(self) -> bool:
        """Whether the two sides met on the board, whatever came of it."""
        return not isinstance(self.line.ns_outcome, (NotPlayed, SitOut))

    @property
    def where(self) -> str:
        """The place in the file, else section, board and contestants."""
        if self.line.where:
            return self.line.where
        place = _("board {board}, {ns} v {ew}").format(
            board=self.board, ns=self.line.label(Side.NS), ew=self.line.label(Side.EW)
        )
        return f"{self.title}{place}"


@dataclass(frozen=True, slots=True)
class Facts:
    """An event made ready for the checks.

    `boards` are the lines by traveller; `tables` are double-dummy tables that were worked out, by deal; `standing` is
    `None` where nobody ranked the event.
    """

    event: Event
    conditions: Conditions
    boards: tuple[tuple[Seen, ...], ...]
    apart: bool
    tables: Mapping[Deal, TrickTable]
    standing: Standing | None

    def lines(self) -> Iterator[Seen]:
        """Every line, in the order of the event."""
        for board in self.boards:
            yield from board

    def same_cards(self) -> Iterator[tuple[Seen, ...]]:
        """The lines of each board whose cards were the same: a fouled board is two boards from then on."""
        for board in self.boards:
            versions: dict[str, list[Seen]] = {}
            for seen in board:
                versions.setdefault(seen.line.version, []).append(seen)
            yield from map(tuple, versions.values())

    def who(self, seen: Seen) -> Iterator[Who]:
        """Those who sat there."""
        for side in Side:
            for key in seen.line.keys(side):
                if key:
                    yield seen.session, seen.section, key, side.value if self.apart else ""

    def tricks_of(self, traveller: Traveller) -> TrickTable | None:
        """Double-dummy tricks: those worked out, else those of the file."""
        computed = self.tables.get(traveller.deal) if traveller.deal else None
        return computed or traveller.tricks


def facts_of(
    event: Event,
    conditions: Conditions,
    *,
    standing: Standing | None = None,
    tables: Mapping[Deal, TrickTable] = NO_TABLES,
    keep: Callable[[Line], bool] | None = None,
) -> Facts:
    """The event made ready; with `keep` only the lines for which it is true, which is quicker where few are wanted.

    >>> facts_of(Event(), Conditions()).boards
    ()
    """
    code = law(conditions.law)
    boards: list[tuple[Seen, ...]] = []
    order = 0
    for session in event.sessions:
        for section in session.sections:
            title = _title(event, session, section)
            for traveller in section.travellers:
                vulnerability = traveller.board.vulnerability
                board = []
                for line in traveller.lines if keep is None else filter(keep, traveller.lines):
                    points = outcome_points(line.ns_outcome, vulnerability, code)
                    board.append(Seen(order, session.key, section.key, traveller, line, points, title))
                    order += 1
                boards.append(tuple(board))
    # a team sits both ways, at its two tables
    apart = conditions.method in TEAM_METHODS or two_winners(event, conditions)
    return Facts(event, conditions, tuple(boards), apart, tables, standing)


def _title(event: Event, session: Session, section: Section) -> str:
    """Session and section in front of a place, where there are several."""
    parts = []
    if len(event.sessions) > 1:
        parts.append(_("session {session}, ").format(session=session.key))
    if len(session.sections) > 1:
        parts.append(_("section {section}, ").format(section=section.key))
    return "".join(parts)


def example(result: str, *, points: int | None = None) -> Seen:
    """A line of board 1, North-South 1 against East-West 2, for the examples of the rules.

    >>> example("4S N =").points
    420
    """
    from overtrick.model.event import Stated
    from overtrick.notation.result import parse

    entry = parse(result)
    stated = None if points is None else Stated(points=points)
    line = Line("1", "2", entry.ns, entry.ew, stated=stated)
    traveller = Traveller(Board.numbered(1), (line,))
    facts = facts_of(Event(sessions=(Session("1", (Section("A", (), (traveller,)),)),)), Conditions())
    return facts.boards[0][0]
