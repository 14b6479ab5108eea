"""Who played, and what happened at the tables: facts only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overtrick.model.board import Board
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.outcome import Outcome
from overtrick.model.record import TableRecord
from overtrick.model.terms import Side

__all__ = ["Contestant", "Event", "Line", "Match", "Penalty", "Player", "Section", "Session", "Stated", "Traveller"]


@dataclass(frozen=True, slots=True)
class Player:
    """A person: name as opaque text, and the number that a federation knows him by.

    `extra`, here as with contestants and events, is what a file tells beyond what there are fields for: names and
    values as the file has them.
    """

    name: str
    number: str = ""
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file itself says of a result, kept beside the facts to be compared with what follows from them."""

    ns: Fraction | None = None
    ew: Fraction | None = None
    unit: str = "matchpoints"
    points: int | None = None  # the deal score to North-South that the file gives


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair, player or team of a section. `direction` is `None` where there is one field; `name` is a team's own."""

    key: str
    direction: Side | None = None
    players: tuple[Player, ...] = ()
    handicap: Fraction = Fraction(0)
    carry_over: Fraction = Fraction(0)
    stated_total: Fraction | None = None
    stated_percent: Fraction | None = None
    stated_place: str = ""
    name: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names.

        >>> Contestant("3", players=(Player("Eva Lind"), Player("Bo Ek"))).names
        ('Eva Lind', 'Bo Ek')
        """
        return tuple(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a traveller. Each side has its own outcome; `version` tells fouled groups apart.

    In an individual event `ns` is the player who sat North and `ew` the one who sat East, with `south` and `west`
    beside them; otherwise these two are empty.
    """

    ns: str
    ew: str
    ns_outcome: Outcome
    ew_outcome: Outcome
    round: str = ""
    table: str = ""
    lead: str = ""
    version: str = ""
    remark: str = ""
    where: str = ""
    stated: Stated | None = None
    south: str = ""
    west: str = ""
    record: TableRecord | None = None

    def keys(self, side: Side) -> tuple[str, ...]:
        """Who sat on a side: one pair or team, or the two players of an individual event.

        >>> from overtrick.model.outcome import PassedOut
        >>> passed = PassedOut()
        >>> Line("1", "2", passed, passed).keys(Side.NS), Line("1", "2", passed, passed, south="5").keys(Side.NS)
        (('1',), ('1', '5'))
        """
        key, partner = (self.ns, self.south) if side is Side.NS else (self.ew, self.west)
        return (key, partner) if partner else (key,)

    def label(self, side: Side) -> str:
        """The same as one text: `3`, or `3+7` for two players."""
        return "+".join(self.keys(side))


@dataclass(frozen=True, slots=True)
class Traveller:
    """All that happened to one board in one section.

    `tricks` are those that the file gives for double-dummy play, `stated_datum` the datum that it reckons with.
    """

    board: Board
    lines: tuple[Line, ...]
    deal: Deal | None = None
    tricks: TrickTable | None = None
    stated_datum: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Two contestants against each other, and what the file states of the outcome (`ns` is home, `ew` is away).

    `boards` are the numbers of those played, where they are told; each of `stated` has a unit of its own.
    """

    home: str
    away: str
    round: str = ""
    boards: tuple[int, ...] = ()
    stated: tuple[Stated, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A deduction from one contestant (Laws 90, 91); negative amounts are bonuses."""

    contestant: str
    amount: Fraction
    unit: str = "matchpoints"
    direction: Side | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Contestants and travellers that belong together, and the matches that the file tells of."""

    key: str
    contestants: tuple[Contestant, ...] = ()
    travellers: tuple[Traveller, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    matches: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting, of one or more sections."""

    key: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """What was played. `method` and `winners` are what the file says, if it says so.

    `settings` are conditions of contest that the file keeps with the event, by the names of `Conditions`.
    """

    name: str = ""
    sessions: tuple[Session, ...] = ()
    date: str = ""
    club: str = ""
    method: str | None = None
    winners: int | None = None
    program: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
