"""Who sits with whom: set game, pivot and cutting in, for four to eight players, and each player's own total.

The forms change who sits, never the arithmetic: each player carries the result of his side (house custom).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Seat, Side

__all__ = ["FORMS", "Round", "Seating", "cut_in", "pivot", "running_totals", "set_game"]

FORMS = ("set", "pivot", "cutting")


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where; `We` are North and South."""

    north: str
    east: str
    south: str
    west: str

    def __post_init__(self) -> None:
        if len(set(self.players)) != 4:
            raise RecordError(_("four different players sit down, not {names}").format(names=", ".join(self.players)))

    @property
    def players(self) -> tuple[str, str, str, str]:
        """All four, clockwise from North."""
        return (self.north, self.east, self.south, self.west)

    def pair(self, side: Side) -> tuple[str, str]:
        """The partners of a side.

        >>> Seating("Ann", "Bob", "Cid", "Dot").pair(Side.EW)
        ('Bob', 'Dot')
        """
        return (self.north, self.south) if side is Side.NS else (self.east, self.west)

    def seat(self, player: str) -> Seat | None:
        """Where a player sits, if he does."""
        return tuple(Seat)[self.players.index(player)] if player in self.players else None


@dataclass(frozen=True, slots=True)
class Round:
    """One rubber or wheel, done: who sat and what We won from They, in points of the settlement."""

    seating: Seating
    points: Fraction


def _table(players: Sequence[str], least: int = 4, most: int = 8) -> tuple[str, ...]:
    names = tuple(name.strip() for name in players)
    if not least <= len(names) <= most or len(set(names)) != len(names) or not all(names):
        raise RecordError(
            _("this form wants {least} to {most} players of different names, not {names}").format(
                least=least, most=most, names=", ".join(names) or "nobody"
            )
        )
    return names


def set_game(players: Sequence[str], rounds: int) -> tuple[Seating, ...]:
    """The same partners throughout: first and third against second and fourth.

    >>> set_game(["Ann", "Bob", "Cid", "Dot"], 2)[1].pair(Side.NS)
    ('Ann', 'Cid')
    """
    first = Seating(*_table(players, 4, 4))
    return (first,) * rounds


def pivot(players: Sequence[str]) -> tuple[Seating, ...]:
    """A fixed rotation in which each plays with each once: three rounds for four players, five for five.

    >>> [(s.pair(Side.NS), s.pair(Side.EW)) for s in pivot(["A", "B", "C", "D"])][1]
    (('A', 'C'), ('B', 'D'))
    """
    names = _table(players, 4, 5)
    if len(names) == 4:
        a, b, c, d = names
        return (Seating(a, c, b, d), Seating(a, b, c, d), Seating(a, b, d, c))
    turn = []
    for out in range(5):
        north, south = names[(out + 1) % 5], names[(out + 4) % 5]
        east, west = names[(out + 2) % 5], names[(out + 3) % 5]
        turn.append(Seating(north, east, south, west))
    return tuple(turn)


def cut_in(players: Sequence[str], rounds: Iterable[Seating], cut: Sequence[str] = ()) -> tuple[str, ...]:
    """The four who play the next rubber: those who sat out longest come in, those who played longest go out.

    `cut` is the order of the cut, best first, and settles who goes where several have played as long; without it
    the order of `players` does. Partners are cut anew: first and second of the answer against third and fourth.

    >>> first = Seating("A", "B", "C", "D")
    >>> cut_in(["A", "B", "C", "D", "E", "F"], [first])
    ('E', 'F', 'A', 'B')
    """
    names = _table(players)
    order = list(cut) if cut else list(names)
    if sorted(order) != sorted(names):
        raise RecordError(_("the cut must name every player once: {names}").format(names=", ".join(names)))
    streak = dict.fromkeys(names, 0)  # rounds in a row: at the table positive, sitting out negative
    for seating in rounds:
        strangers = set(seating.players) - set(names)
        if strangers:
            raise RecordError(_("not of this table: {names}").format(names=", ".join(sorted(strangers))))
        for name in names:
            playing = name in seating.players
            if playing:
                streak[name] = max(streak[name], 0) + 1
            else:
                streak[name] = min(streak[name], 0) - 1
    ranked = sorted(order, key=lambda name: (streak[name], order.index(name)))
    chosen = ranked[:4]
    waiting = [name for name in chosen if streak[name] < 0]
    return (*waiting, *(name for name in order if name in chosen and name not in waiting))


def running_totals(players: Sequence[str], rounds: Iterable[Round]) -> tuple[dict[str, Fraction], ...]:
    """Each player's total after each round; the totals of all players are always nought together.

    >>> table = Round(Seating("A", "B", "C", "D"), Fraction(6))
    >>> {name: str(total) for name, total in running_totals("ABCDE", [table])[-1].items()}
    {'A': '6', 'B': '-6', 'C': '6', 'D': '-6', 'E': '0'}
    """
    totals = dict.fromkeys(_table(players, 4, 64), Fraction(0))
    after = []
    for done in rounds:
        for side, points in ((Side.NS, done.points), (Side.EW, -done.points)):
            for name in done.seating.pair(side):
                if name not in totals:
                    raise RecordError(_("{name} is not of this table").format(name=name))
                totals[name] += points
        after.append(dict(totals))
    return tuple(after)
