"""Contestants over all their sessions: which sheets are one contestant's, and what they come to together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.entries import Sheets
from overtrick.bulk.results import Results

__all__ = ["People", "many_sessions", "people_of"]


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """Contestants in the order of their events: the sheets of i are `sheets[bounds[i] : bounds[i + 1]]`."""

    sheets: I64
    bounds: I64
    event: I32

    def __len__(self) -> int:
        return len(self.event)

    @property
    def first(self) -> I64:
        """One sheet of each."""
        return self.sheets[self.bounds[:-1]]

    def of(self, index: int) -> list[int]:
        """The sheets of one."""
        found: list[int] = self.sheets[self.bounds[index] : self.bounds[index + 1]].tolist()
        return found

    def added(self, column: I64) -> I64:
        """The sum of a column of the sheets for each."""
        if len(self.sheets) == len(self.event):
            return column[self.sheets]
        found: I64 = np.add.reduceat(column[self.sheets], self.bounds[:-1])
        return found

    def mean(self, shares: npt.NDArray[np.float64], weights: I64) -> npt.NDArray[np.float64]:
        """The mean of shares of all sheets, weighted; nothing where nothing weighs."""
        total = np.add.reduceat((shares * weights)[self.sheets], self.bounds[:-1])
        with np.errstate(divide="ignore", invalid="ignore"):
            found: npt.NDArray[np.float64] = total / np.add.reduceat(weights[self.sheets], self.bounds[:-1])
        return found

    def where(self, sheets: list[int]) -> list[int]:
        """The contestants that have any of these sheets."""
        owner = np.repeat(np.arange(len(self)), np.diff(self.bounds))
        return sorted(set(owner[np.isin(self.sheets, np.array(sheets, np.int64))].tolist()))


def many_sessions(results: Results) -> npt.NDArray[np.bool_]:
    """The events of more sessions than one; none at teams, whose boards add up whatever the session."""
    codes = results.codes
    if codes.session is None or results.plan.of_teams or not len(codes):
        return np.zeros(len(codes.starts) - 1, np.bool_)
    starts = codes.starts[:-1]
    found: npt.NDArray[np.bool_] = np.maximum.reduceat(codes.session, starts) != np.minimum.reduceat(
        codes.session, starts
    )
    return found


def people_of(results: Results, sheets: Sheets, chosen: I64, many: npt.NDArray[np.bool_]) -> People:
    """The contestants of the chosen sheets."""
    event = sheets.event[chosen]
    if not many.any():
        return People(chosen, np.arange(len(chosen) + 1), event)
    codes = results.codes
    width = 2 * (1 if codes.section is None else len(codes.sections)) * np.diff(codes.who_starts)
    rest = sheets.numbers.within[chosen] % np.maximum(width[event], 1)
    number = event * np.int64(width.max(initial=1)) + rest
    order = np.argsort(number, kind="stable")
    new = np.concatenate(([True], number[order][1:] != number[order][:-1]))[: len(order)]
    bounds = np.concatenate((np.flatnonzero(new), [len(order)]))
    return People(chosen[order], bounds, event[order][new])
