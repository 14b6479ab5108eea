"""Mending a sheet: every edit gives a new list of deals, and every list stays, so undo and redo know no limit."""

from __future__ import annotations

from dataclasses import dataclass

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import PassedOut, Played
from overtrick.score.home.deals import HomeDeal, Honour, deal_from

__all__ = ["History"]


@dataclass(frozen=True, slots=True)
class History:
    """The deals as they stand, those that stood before each edit, and those that undo took back.

    >>> sheet = History().add("2H N =").add("3NT S =").undo()
    >>> [str(deal) for deal in sheet.deals], [str(deal) for deal in sheet.redo().deals]
    (['2H N ='], ['2H N =', '3NT S ='])
    """

    deals: tuple[HomeDeal, ...] = ()
    before: tuple[tuple[HomeDeal, ...], ...] = ()
    after: tuple[tuple[HomeDeal, ...], ...] = ()

    def add(self, deal: HomeDeal | Played | PassedOut | str) -> History:
        """The sheet with one more deal."""
        return self._edited((*self.deals, deal_from(deal)))

    def insert(self, number: int, deal: HomeDeal | Played | PassedOut | str) -> History:
        """The sheet with a deal put in as deal `number`; those from there on move down one.

        >>> [str(deal) for deal in History().add("2H N =").insert(1, "PASS").deals]
        ['PASS', '2H N =']
        """
        if number != len(self.deals) + 1:
            self._place(number)
        return self._edited((*self.deals[: number - 1], deal_from(deal), *self.deals[number - 1 :]))

    def change(self, number: int, deal: HomeDeal | Played | PassedOut | str) -> History:
        """The sheet with another deal in the place of deal `number`."""
        self._place(number)
        return self._edited((*self.deals[: number - 1], deal_from(deal), *self.deals[number:]))

    def remove(self, number: int) -> History:
        """The sheet without deal `number`."""
        self._place(number)
        return self._edited((*self.deals[: number - 1], *self.deals[number:]))

    def honours(self, number: int, *claims: Honour) -> History:
        """The sheet with other honours for deal `number`; they may be claimed at any time.

        >>> from overtrick.model.terms import Seat
        >>> str(History().add("4S N =").honours(1, Honour(Seat.SOUTH, 100)).deals[0])
        '4S N = hon S 100'
        """
        self._place(number)
        old = self.deals[number - 1]
        new = HomeDeal(old.outcome, old.side, tuple(claims), old.goulash, old.remark, old.cards, old.won)
        return self.change(number, new)

    def replaced(self, deals: tuple[HomeDeal, ...]) -> History:
        """The sheet with other deals altogether, such as those of a file.

        >>> len(History().add("pass").replaced(()).undo().deals)
        1
        """
        return self._edited(deals)

    def undo(self) -> History:
        """The sheet as it stood before the last edit; the same sheet when there is none."""
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (*self.after, self.deals))

    def redo(self) -> History:
        """The sheet with the last undone edit done again; the same sheet when there is none."""
        if not self.after:
            return self
        return History(self.after[-1], (*self.before, self.deals), self.after[:-1])

    def _edited(self, deals: tuple[HomeDeal, ...]) -> History:
        return History(deals, (*self.before, self.deals))

    def _place(self, number: int) -> None:
        if not 1 <= number <= len(self.deals):
            raise RecordError(
                _("there is no deal {number}; the sheet has {count}").format(number=number, count=len(self.deals))
            )
