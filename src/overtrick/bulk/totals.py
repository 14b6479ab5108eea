"""Totals of contestants, exactly: whole numbers over a common denominator of the event where 64 bits hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.entries import (
    LIMIT,
    Awards,
    Sheets,
    Worth,
    awards_of,
    common_denominators,
    counted_rows,
    real_worths,
    sheets_of,
)
from overtrick.bulk.jit import passes
from overtrick.bulk.people import People, many_sessions, people_of
from overtrick.bulk.places import Keys, placed
from overtrick.bulk.results import Results, Totals
from overtrick.bulk.values import rounded, tops
from overtrick.bulk.wide import Wide, wide_sums
from overtrick.model.conditions import Conditions
from overtrick.model.rounding import STEPS, round_value
from overtrick.ranking.totals import Sitting, Total, add_up

__all__ = ["totals_of"]

_NEAR = 1e-9


@dataclass(slots=True, eq=False)
class _Sums:
    """By sheet: boards counted, the sum over the event's denominator, what was available.

    `wide` has the sums of events that 64 bits do not hold; `more` is what own percentages add to the sums.
    """

    boards: I64
    num: I64
    available: I64
    den: I64
    wide: Wide = field(default_factory=Wide)
    more: dict[int, Fraction] = field(default_factory=dict)
    own: dict[tuple[int, int], Fraction] = field(default_factory=dict)

    def parts(self, sheet: int, event: int) -> tuple[int, int]:
        """Numerator and denominator of a sheet's sum, without own percentages."""
        if event in self.wide.common:
            return self.wide.num(sheet), self.wide.common[event]
        return int(self.num[sheet]), int(self.den[event])

    def total(self, sheet: int, event: int) -> Fraction:
        """A sheet's sum."""
        return Fraction(*self.parts(sheet, event)) + self.more.get(sheet, Fraction(0))


def totals_of(results: Results, *, kernel: str = "auto") -> Totals:
    """Totals, percentages and places of all contestants who have a board."""
    sheets = sheets_of(results, kernel=kernel)
    event = results.codes.event_of_row()
    awards = awards_of(results, sheets, event)
    worths, den = real_worths(results)
    common, wide = common_denominators(results, den, awards)
    sums = _summed(results, sheets, awards, worths, den, common, wide, kernel)
    return _ranked(results, sheets, sums, common, wide)


def _summed(
    results: Results,
    sheets: Sheets,
    awards: Awards,
    worths: tuple[Worth, Worth],
    den: I64,
    common: I64,
    wide: npt.NDArray[np.bool_],
    kernel: str,
) -> _Sums:
    size, cells = len(sheets.numbers), results.cells
    real = counted_rows(results)
    sums = _Sums(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64), common)
    owner = np.repeat(np.arange(len(common)), np.diff(cells.starts))
    factor = np.where(wide[owner], 0, common[owner] // den)
    top = tops(cells.expected, results.plan)
    add = passes(kernel, len(results)).add_up_side
    cell = cells.of_row
    for sheet, worth in zip((sheets.ns, sheets.ew), worths, strict=True):
        by_cell = worth.a * factor, worth.b * factor, top
        add(sheet, real, worth.value, cell, by_cell, (sums.boards, sums.num, sums.available))
    sums.wide = wide_sums(results, sheets, awards, worths, den, wide, sums.boards, kernel=kernel)
    _add_awards(results, sums, awards, common, wide)
    return sums


def _add_awards(results: Results, sums: _Sums, awards: Awards, common: I64, wide: npt.NDArray[np.bool_]) -> None:
    """Awards, averages among them raised or lowered to the contestant's own percentage (Law 88)."""
    if not len(awards):
        return
    follow = results.plan.at_matchpoints and results.plan.conditions.own_percentage == "yes"
    own = list(_own_values(results, sums, awards, common, wide)) if follow else []
    sums.wide.add_awards()
    kept = np.flatnonzero(~wide[awards.event])
    small = [
        value if value.denominator < LIMIT and abs(value.numerator) < LIMIT else Fraction(0) for value in awards.worths
    ]
    num, den = (np.array([getattr(value, part) for value in small], np.int64) for part in ("numerator", "denominator"))
    which = awards.which[kept]
    np.add.at(sums.num, awards.sheet[kept], num[which] * (common[awards.event[kept]] // den[which]))
    np.add.at(sums.boards, awards.sheet, 1)
    np.add.at(sums.available, awards.sheet, awards.top)
    for index, value in own:
        sheet = int(awards.sheet[index])
        sums.more[sheet] = sums.more.get(sheet, Fraction(0)) + value - awards.worths[awards.which[index]]
        sums.own[int(awards.side[index]), int(awards.row[index])] = value


def _own_values(
    results: Results, sums: _Sums, awards: Awards, common: I64, wide: npt.NDArray[np.bool_]
) -> Iterator[tuple[int, Fraction]]:
    """Averages that follow the percentage of the boards really played, and what they come to."""
    rules = results.plan.conditions
    plus, minus = awards.award == -3, awards.award == -1
    with np.errstate(divide="ignore", invalid="ignore"):
        near = 100 * (sums.num[awards.sheet] / common[awards.event]) / sums.available[awards.sheet]
    for index in np.flatnonzero(wide[awards.event] & (plus | minus)).tolist():
        num, den = sums.parts(int(awards.sheet[index]), int(awards.event[index]))
        near[index] = 100 * (num / den) / max(int(sums.available[awards.sheet[index]]), 1)
    above = plus & (near > float(rules.average_plus) - _NEAR)
    below = minus & (near < float(rules.average_minus) + _NEAR)
    for index in np.flatnonzero(above | below).tolist():
        sheet = int(awards.sheet[index])
        available = int(sums.available[sheet])
        if not available:
            continue
        percent = 100 * sums.total(sheet, int(awards.event[index])) / available
        if percent > rules.average_plus if plus[index] else percent < rules.average_minus:
            top = Fraction(int(awards.top[index]))
            yield index, round_value(percent * top / 100, rules.line_rounding, average=top / 2)


def _ranked(results: Results, sheets: Sheets, sums: _Sums, common: I64, wide: npt.NDArray[np.bool_]) -> Totals:
    """One row a contestant: easy events as columns, the others contestant by contestant."""
    event = sheets.event
    many = many_sessions(results)
    full = _full_of(results, sums, event, len(common))
    hard = _hard(results, sheets, sums, common, wide, many, full)
    people = people_of(results, sheets, np.flatnonzero((sums.boards > 0) & ~hard[event]), many & ~hard)
    keys = Keys.of(results, sheets, people.first, people.event)
    _easy_keys(results, sums, keys, people, common[people.event], full[people.event])
    if results.plan.at_matchpoints and (many & ~hard).any():
        _weigh(results, sums, keys, people, sheets, many)
    keys.widen(sums.wide, people.first)
    _follow_own(results, sums, keys, people, full)
    for number in np.flatnonzero(hard).tolist():
        _hard_keys(results, sheets, sums, keys, number)
    return placed(results, keys.joined(), sums.own)


def _hard(
    results: Results,
    sheets: Sheets,
    sums: _Sums,
    common: I64,
    wide: npt.NDArray[np.bool_],
    many: npt.NDArray[np.bool_],
    full: I64,
) -> npt.NDArray[np.bool_]:
    """The events that the core's own rules are left to: those with several sessions or numbers that are too large."""
    rules = results.plan.conditions
    if results.plan.of_teams:
        return np.zeros(len(common), np.bool_)
    raised = rules.unequal_boards == "factor"
    rounds = rules.percent_rounding != "exact" or rules.total_rounding != "exact"
    if not raised and not rounds:
        return wide & many
    most = np.zeros(len(common), np.float64)
    np.maximum.at(most, sheets.event, np.abs(sums.num).astype(np.float64))
    top = full.astype(np.float64) + 1
    growth = top if raised else 1.0
    steps = 40_000 if rounds else 4
    large = (most * growth * steps >= LIMIT) | (np.maximum(common, 100) * top * growth * 4 >= LIMIT)
    return wide | many | large


def _full_of(results: Results, sums: _Sums, event: I32, events: int) -> I64:
    """By event the most that anyone had of what totals are brought up by: matchpoints available, or boards."""
    most = np.zeros(events, np.int64)
    if results.plan.at_matchpoints:
        np.maximum.at(most, event, sums.available)
        top = results.plan.conditions.session_top
        return most if top is None else np.where(most > 0, int(top), most)
    np.maximum.at(most, event, sums.boards)
    return most


def _easy_keys(results: Results, sums: _Sums, keys: Keys, people: People, den: I64, full: I64) -> None:
    """Totals, and the fractions that the ranking goes by."""
    rules = results.plan.conditions
    num = people.added(sums.num)
    boards, available = people.added(sums.boards), people.added(sums.available)
    if results.plan.of_teams:
        keys.fill(boards, num, den, available, num, np.ones_like(num))
        return
    own = np.maximum(available, 1) if results.plan.at_matchpoints else boards
    raised = rules.unequal_boards == "factor"
    key_num, key_den = num, own if rules.unequal_boards != "none" else np.ones_like(num)
    if raised:
        num, den = num * full, den * own
        if results.plan.at_matchpoints:
            available = full
        else:
            key_num = num
    if rules.total_rounding != "exact":
        num, den = rounded(num, den, rules.total_rounding)
        key_num = num
        if raised:
            key_den = np.maximum(available, 1)
    if _rounds(results):
        key_den = np.maximum(available, 1)
        key_num, _steps = rounded(100 * num, den * key_den, rules.percent_rounding)
        key_den = np.ones_like(num)
    keys.fill(boards, num, den, available, key_num, key_den)


def _weigh(
    results: Results, sums: _Sums, keys: Keys, people: People, sheets: Sheets, many: npt.NDArray[np.bool_]
) -> None:
    """Percentages of events of several sessions, which count by their boards or equally (De Wael, calcul27)."""
    rules = results.plan.conditions
    counted = sums.available > 0
    weights = np.where(counted, 1 if rules.session_weights == "equal" else sums.boards, 0)
    shares = sums.num / (sums.den[sheets.event] * np.maximum(sums.available, 1).astype(np.float64))
    several = many[people.event]
    keys.percent[several] = 100 * people.mean(shares, weights)[several]
    if rules.unequal_boards == "none":
        return
    keys.near[several] = np.nan_to_num(keys.percent[several])
    keys.slow = several
    keys.key_of = cache(lambda index: _by_the_core(results, sums, people, index).key)


def _by_the_core(results: Results, sums: _Sums, people: People, index: int) -> Total:
    """The total of one contestant by the core's own rules."""
    event = int(people.event[index])
    sittings = [
        Sitting(int(sums.boards[sheet]), sums.total(sheet, event), Fraction(int(sums.available[sheet])), Fraction(0))
        for sheet in people.of(index)
    ]
    return add_up(sittings, results.plan.conditions, full=sittings)


def _follow_own(results: Results, sums: _Sums, keys: Keys, people: People, full: I64) -> None:
    """Totals of contestants whose averages follow their own percentage."""
    rules = results.plan.conditions
    available = people.added(sums.available)
    for index in people.where(sorted(sums.more)) if sums.more else ():
        event, sheets = int(people.event[index]), people.of(index)
        if keys.slow is not None and keys.slow[index]:
            found = _by_the_core(results, sums, people, index)
            keys.set(index, found.total, found.key, found.percent)
            continue
        total = sum((sums.total(sheet, event) for sheet in sheets), Fraction(0))
        if rules.unequal_boards == "factor":
            total *= Fraction(int(full[event]), int(available[index]))
        own = round_value(total, rules.total_rounding)
        percent = 100 * own / int(keys.available[index])
        if _rounds(results):
            key = round_value(percent, rules.percent_rounding) * STEPS[rules.percent_rounding]
        else:
            key = own / (int(keys.available[index]) if rules.unequal_boards != "none" else 1)
            key *= sums.parts(sheets[0], event)[1] if rules.total_rounding == "exact" else int(keys.den[index])
        shown = percent if len(sheets) == 1 else _by_the_core(results, sums, people, index).percent
        keys.set(index, own, key, shown, sums.wide.common.get(event, 1))


def _rounds(results: Results) -> bool:
    rules = results.plan.conditions
    return results.plan.at_matchpoints and rules.percent_rounding != "exact" and rules.unequal_boards != "none"


def _hard_keys(results: Results, sheets: Sheets, sums: _Sums, keys: Keys, event: int) -> None:
    """The totals of one event by the core's own rules."""
    rules = results.plan.conditions
    first, last = int(sheets.numbers.starts[event]), int(sheets.numbers.starts[event + 1])
    session_width = keys.session_width(event)
    found: dict[int, dict[int, Sitting]] = {}
    for sheet in (np.flatnonzero(sums.boards[first:last]) + first).tolist():
        session, who = divmod(int(sheets.numbers.within[sheet]), session_width)
        available = Fraction(int(sums.available[sheet]))
        own = Sitting(int(sums.boards[sheet]), sums.total(sheet, event), available, Fraction(0))
        found.setdefault(who, {})[session] = own
    sessions = sorted({session for sat in found.values() for session in sat})
    full = [_full([sat[session] for sat in found.values() if session in sat], rules) for session in sessions]
    nothing = Sitting(0, Fraction(0), Fraction(0), Fraction(0))
    for who, sat in found.items():
        keys.add(event, who, _total([sat.get(session, nothing) for session in sessions], full, rules))


def _full(sittings: list[Sitting], rules: Conditions) -> Sitting:
    """The largest sitting of anyone in a session, or what the organiser says of it."""
    available = max(own.available for own in sittings)
    if rules.session_top is not None and available:
        available = rules.session_top
    return Sitting(max(own.boards for own in sittings), Fraction(0), available, Fraction(0))


def _total(sittings: list[Sitting], full: list[Sitting], rules: Conditions) -> Total:
    return add_up(sittings, rules, full=full)
