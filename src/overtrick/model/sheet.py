"""A score sheet of the home table as facts: figures with their reasons, above and below the line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from overtrick.model.terms import Doubling, Seat, Side, Vulnerability

__all__ = ["Reason", "Sheet", "SheetDeal", "SheetEntry", "Totals"]


class Totals(NamedTuple):
    """Points of both sides: We are North-South, They are East-West.

    >>> Totals(770, 1640) == (770, 1640), Totals(770, 1640).difference
    (True, -870)
    """

    we: int
    they: int

    def of(self, side: Side) -> int:
        """The points of one side."""
        return self.we if side is Side.NS else self.they

    @property
    def difference(self) -> int:
        """We less They, in points."""
        return self.we - self.they


class Reason(Enum):
    """Why a figure stands on the sheet."""

    CONTRACT = "contract"
    OVERTRICKS = "overtricks"
    SMALL_SLAM = "small-slam"
    GRAND_SLAM = "grand-slam"
    MADE_DOUBLED = "made-doubled"
    UNDERTRICKS = "undertricks"
    HONOURS = "honours"
    GAME = "game"
    PART_SCORE = "part-score"
    RUBBER = "rubber"
    UNFINISHED_GAME = "unfinished-game"
    UNFINISHED_PART = "unfinished-part"
    BROUGHT = "brought-forward"


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One figure on the sheet.

    `deal` counts the deals of the list from 1 (0: of no deal), `below` says where the figure stands, `steps` are
    the tricks one by one, `article` is the law or the setting it comes from, `carried` the part-score that was there
    before, `games` those of the opponents at the end of a rubber, `holder` the hand or side of honours.
    """

    number: int
    deal: int
    side: Side
    points: int
    below: bool
    reason: Reason
    article: str = ""
    result: str = ""
    steps: tuple[int, ...] = ()
    doubling: Doubling = Doubling.UNDOUBLED
    vulnerable: bool = False
    carried: int = 0
    games: int = 0
    holder: str = ""


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One deal as it stands on the sheet: its place in the game, what happened, and what each side scored for it.

    `number` is the number in the wheel (or the rubber), `won` the side that completed a game with it.
    """

    index: int
    number: int
    wheel: int
    dealer: Seat | None
    vulnerability: Vulnerability
    result: str
    scored: Totals
    won: Side | None = None
    counted: bool = True
    goulash: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole score sheet: every figure in the order in which it was written, and where lines are ruled.

    `ruled` names the numbers of the deals after which a game is ruled off; `settings` are those that differ from
    the plain form of the game.
    """

    form: str
    law: str
    names: tuple[str, str]
    deals: tuple[SheetDeal, ...]
    entries: tuple[SheetEntry, ...]
    finished: bool
    settings: tuple[tuple[str, str], ...] = ()
    title: str = ""
    stopped: bool = False

    @property
    def ruled(self) -> tuple[int, ...]:
        """Deals after which a line is ruled, because a side had completed a game."""
        return tuple(deal.index for deal in self.deals if deal.won)

    @property
    def totals(self) -> Totals:
        """The sum of all figures, side by side."""
        return Totals(*(sum(entry.points for entry in self.entries if entry.side is side) for side in Side))

    def column(self, side: Side, *, below: bool) -> tuple[SheetEntry, ...]:
        """The figures of one side, above or below the line, in order of writing."""
        return tuple(entry for entry in self.entries if entry.side is side and entry.below is below)

    def upto(self, deal: int) -> Sheet:
        """The sheet as it stood when that deal had been written: no bonus of a finished or stopped game yet."""
        return Sheet(
            form=self.form,
            law=self.law,
            names=self.names,
            deals=tuple(item for item in self.deals if item.index <= deal),
            entries=tuple(entry for entry in self.entries if entry.deal <= deal and entry.reason not in _CLOSING),
            finished=False,
            settings=self.settings,
            title=self.title,
        )


_CLOSING = (Reason.RUBBER, Reason.UNFINISHED_GAME, Reason.UNFINISHED_PART)
