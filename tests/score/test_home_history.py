"""Edits of a sheet: any sequence of them gives the sheet that its final list of deals gives."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from overtrick.errors import RecordError
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.sheet import Reason
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.score.home.deals import HomeDeal, Honour, parse_deal
from overtrick.score.home.history import History
from overtrick.score.home.sheetfile import SheetFile, read_sheet, write_sheet
from overtrick.score.rubber import Rubber, rubber

contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.sampled_from(Seat)
)
played = st.builds(Played, contracts, st.integers(0, 13))
deals = st.builds(HomeDeal, played | st.just(PassedOut()))


class Sheet(RuleBasedStateMachine):
    """The history against a plain list of lists."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History()
        self.states: list[list[HomeDeal]] = [[]]
        self.place = 0

    def _edit(self, history: History, wanted: list[HomeDeal]) -> None:
        try:
            rubber("rubber-1993", history.deals)
        except RecordError:
            return  # a deal after the end: the sheet stays as it was
        self.history = history
        self.states = [*self.states[: self.place + 1], wanted]
        self.place += 1

    @rule(deal=deals)
    def add(self, deal: HomeDeal) -> None:
        self._edit(self.history.add(deal), [*self.states[self.place], deal])

    @precondition(lambda self: self.history.deals)
    @rule(deal=deals, data=st.data())
    def change(self, deal: HomeDeal, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.history.deals)))
        now = list(self.states[self.place])
        now[number - 1] = deal
        self._edit(self.history.change(number, deal), now)

    @rule(deal=deals, data=st.data())
    def insert(self, deal: HomeDeal, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.history.deals) + 1))
        now = list(self.states[self.place])
        now.insert(number - 1, deal)
        self._edit(self.history.insert(number, deal), now)

    @precondition(lambda self: self.history.deals)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, len(self.history.deals)))
        now = list(self.states[self.place])
        del now[number - 1]
        self._edit(self.history.remove(number), now)

    @rule()
    def undo(self) -> None:
        self.history = self.history.undo()
        self.place = max(self.place - 1, 0)

    @rule()
    def redo(self) -> None:
        self.history = self.history.redo()
        self.place = min(self.place + 1, len(self.states) - 1)

    @rule()
    def save(self) -> None:
        again = read_sheet(write_sheet(SheetFile(deals=self.history.deals)))
        assert again.deals == self.history.deals

    @invariant()
    def same_as_replayed(self) -> None:
        assert list(self.history.deals) == self.states[self.place]
        check_sheet(rubber("rubber-1993", self.history.deals))


def check_sheet(done: Rubber) -> None:
    """What must hold of every sheet."""
    for side in Side:
        assert done.totals.of(side) == sum(entry.points for entry in done.entries if entry.side is side)
    bonuses = [entry for entry in done.entries if entry.reason is Reason.RUBBER]
    assert len(bonuses) == (1 if done.finished else 0)
    assert done.finished == (2 in done.games)
    assert [entry.number for entry in done.entries] == list(range(1, len(done.entries) + 1))
    assert sum(done.games) == len(done.sheet.ruled)
    assert all(points < 100 for points in done.below)


TestSheet: Any = Sheet.TestCase
TestSheet.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


def test_undo_has_no_limit() -> None:
    history = History()
    for _turn in range(500):
        history = history.add("pass")
    for _turn in range(600):
        history = history.undo()
    assert history.deals == ()
    for _turn in range(600):
        history = history.redo()
    assert len(history.deals) == 500


def test_mended_deal_changes_all_that_follows() -> None:
    history = History().add("4S We =").add("2HX We -1").add("3NT We =")
    assert rubber("1993", history.deals).totals == (920, 200)
    mended = history.change(1, "4S We -1")
    assert rubber("1993", mended.deals).totals == (100, 150)
    assert mended.undo().deals == history.deals


def test_late_honours() -> None:
    history = History().add("4S N =").honours(1, Honour(Seat.SOUTH, 100))
    assert history.deals == (parse_deal("4S N = hon S 100"),)


@pytest.mark.parametrize("number", [0, 2, -1])
def test_no_such_deal(number: int) -> None:
    history = History().add("4S N =")
    with pytest.raises(RecordError, match="there is no deal"):
        history.remove(number)
    with pytest.raises(RecordError, match="there is no deal"):
        history.change(number, "pass")
    with pytest.raises(RecordError, match="there is no deal"):
        history.insert(3, "pass")
