"""Random events, scored by the library and by the slow oracle beside this file."""

from __future__ import annotations

import importlib.util
import random
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line, Section, Session, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    NotPlayed,
    Outcome,
    PassedOut,
    SitOut,
    Weighted,
)
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event


def _load() -> Any:
    path = Path(__file__).with_name("boards_oracle.py")
    spec = importlib.util.spec_from_file_location("boards_oracle", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _load()
SCORES = (620, 650, 600, 170, 140, 110, 50, 0, -50, -100, -200, -300, -800, 1430, 2220, -1100)
METHODS = ("matchpoints", "ascherman", "cross-imps", "butler", "total-points")


def conditions_of(rng: random.Random, method: str) -> Conditions:
    return Conditions(
        method=method,
        uneven="neuberg" if method == "ascherman" else rng.choice(("neuberg", "none", "factor", "add-one")),
        expected=rng.choice(("field", "session", "board-rows", "board")),
        small_groups=rng.choice(("ebu", "wbf", "none")),
        lone_result=rng.choice(("neuberg", "60")),
        sections=rng.choice(("apart", "across")),
        split=rng.choice(("twice", "half-weights")),
        cross_divisor=rng.choice(("sum", "comparisons", "scores", "sqrt")),
        cross_trim=rng.choice(("none", "none", "extremes")),
        datum=rng.choice(("mean", "median", "given")),
        datum_given=Fraction(rng.choice((0, 430, -120))),
        datum_drop=rng.choice(("none", "1", "2", "5%", "10%-", "10%+", "bridge-scorer")),
        datum_rounding=rng.choice(("10", "10even", "10zero", "10up", "10down", "none")),
        imp_cutoff=rng.choice(("none", "australian")),
        own_percentage=rng.choice(("yes", "no")),
        winners=rng.choice(("1", "2")),
    )


def real(rng: random.Random) -> PassedOut | BareScore:
    points = rng.choice(SCORES)
    return PassedOut() if points == 0 else BareScore(points)


def outcome_of(rng: random.Random) -> Outcome:
    chance = rng.random()
    if chance < 0.8:
        return real(rng)
    if chance < 0.86:
        return Awarded(rng.choice(tuple(Average)))
    if chance < 0.89:
        return Awarded(Fraction(rng.choice((35, 45, 70))))
    if chance < 0.92:
        return NotPlayed() if rng.random() < 0.5 else SitOut()
    weight = Fraction(rng.choice((1, 2, 3, 4)), 5)
    if rng.random() < 0.3:
        return Weighted(((weight / 2, real(rng)), (weight / 2, real(rng)), (1 - weight, real(rng))))
    return Weighted(((weight, real(rng)), (1 - weight, real(rng))))


def line_of(rng: random.Random, ns: int, ew: int, *, fouled: bool) -> Line:
    outcome = outcome_of(rng)
    other = outcome_of(rng) if rng.random() < 0.15 else outcome
    return Line(str(ns), str(ew), outcome, other, version=rng.choice(("", "", "b", "c")) if fouled else "")


def event_of(rng: random.Random) -> Event:
    sections = []
    for key in "AB"[: rng.choice((1, 2))]:
        tables = rng.randint(1, 9)
        travellers = []
        for number in range(1, rng.randint(1, 6) + 1):
            movers = rng.sample(range(tables), tables)
            fouled = rng.random() < 0.25
            lines = tuple(
                line_of(rng, 1 + table, 101 + mover, fouled=fouled)
                for table, mover in enumerate(movers)
                if rng.random() < 0.9
            )
            travellers.append(Traveller(Board.numbered(number), lines))
        sections.append(Section(key, (), tuple(travellers)))
    return Event(sessions=(Session("1", tuple(sections)),))


@dataclass
class Slot:
    """One side of one line while the oracle works on it."""

    who: tuple[str, str]
    outcome: Outcome
    value: Fraction | None = None
    top: Fraction = Fraction(0)
    squared: Fraction = Fraction(1)  # the value is still to be divided by the root of this
    waits: bool = False


def points_of(outcome: Outcome, sign: int) -> list[tuple[Fraction, int]] | None:
    if isinstance(outcome, PassedOut | BareScore):
        return [(Fraction(1), sign * (outcome.points if isinstance(outcome, BareScore) else 0))]
    if isinstance(outcome, Weighted):
        merged: dict[int, Fraction] = {}
        for weight, part in outcome.parts:
            points = sign * (part.points if isinstance(part, BareScore) else 0)
            merged[points] = merged.get(points, Fraction(0)) + weight
        return [(weight, points) for points, weight in merged.items()]
    return None


def half_of(line: Line, side: Side, split: str) -> Any:
    sign = 1 if side is Side.NS else -1
    outcomes = (line.ns_outcome, line.ew_outcome)[::sign]
    mine, theirs = points_of(outcomes[0], sign), points_of(outcomes[1], sign)
    if mine is None:
        return None
    if split == "half-weights" and theirs is not None and len(mine) == len(theirs) == 1 and mine != theirs:
        return [(Fraction(1, 2), mine[0][1]), (Fraction(1, 2), theirs[0][1])], line.version, mine[0][1]
    return mine, line.version, None


def slow(event: Event, conditions: Conditions) -> dict[tuple[str, int, int, Side], Slot]:
    rules = {name: getattr(conditions, name) for name in conditions.__slots__}
    sections = event.sessions[0].sections
    fields = [sections] if conditions.sections == "across" else [(section,) for section in sections]
    boards: list[tuple[int, int, int, list[tuple[str, int, Line]]]] = []
    for field, members in enumerate(fields):
        for number in sorted({traveller.board.number for section in members for traveller in section.travellers}):
            lines = [
                (section.key, index, line)
                for section in members
                for traveller in section.travellers
                if traveller.board.number == number
                for index, line in enumerate(traveller.lines)
            ]
            boards.append((field, number, max_of(lines, Weighted, BareScore, PassedOut, Awarded), lines))
    slots: dict[tuple[str, int, int, Side], Slot] = {}
    for field, number, rows, lines in boards:
        expected = {
            "field": max(other[2] for other in boards if other[0] == field),
            "session": max(other[2] for other in boards),
            "board-rows": rows,
            "board": max_of(lines, Weighted, BareScore, PassedOut),
        }[conditions.expected]
        for side in Side:
            halves = [half_of(line, side, conditions.split) for _key, _index, line in lines]
            made = compare([half for half in halves if half], expected, rules, 1 if side is Side.NS else -1)
            for (key, index, line), half in zip(lines, halves, strict=True):
                outcome = line.ns_outcome if side is Side.NS else line.ew_outcome
                slot = Slot((key, line.ns if side is Side.NS else line.ew), outcome)
                if conditions.method in ("matchpoints", "ascherman"):
                    slot.top = Fraction(2 * expected if conditions.method == "ascherman" else max(2 * expected - 2, 0))
                if half:
                    slot.value, slot.squared = made.pop(0)
                elif isinstance(outcome, Awarded):
                    award(slot, outcome, expected, conditions)
                else:
                    slot.top = Fraction(0)
                slots[key, number, index, side] = slot
    own(slots, conditions)
    return slots


def max_of(lines: list[tuple[str, int, Line]], *kinds: type) -> int:
    """How many lines count, on the side where more do; what is given for sitting out does not."""
    count = dict.fromkeys(Side, 0)
    for _key, _index, line in lines:
        for side, mine, theirs in (
            (Side.NS, line.ns_outcome, line.ew_outcome),
            (Side.EW, line.ew_outcome, line.ns_outcome),
        ):
            if isinstance(mine, kinds) and not (isinstance(mine, Awarded) and isinstance(theirs, SitOut)):
                count[side] += 1
    return max(count.values())


def compare(halves: list[Any], expected: int, rules: dict[str, Any], sign: int) -> list[tuple[Fraction, Fraction]]:
    one = Fraction(1)
    match rules["method"]:
        case "cross-imps":
            found: list[tuple[Fraction, Fraction]] = oracle.cross_imps(halves, rules)
            return found
        case "butler":
            return [(value, one) for value in oracle.butler(halves, rules, sign)]
        case "total-points":
            return [
                (Fraction(own) if own is not None else sum((w * p for w, p in parts), Fraction(0)), one)
                for parts, _version, own in halves
            ]
        case _:
            return [(value, one) for value in oracle.matchpoints(halves, expected, rules)]


def award(slot: Slot, outcome: Awarded, expected: int, conditions: Conditions) -> None:
    percent = {Average.PLUS: Fraction(60), Average.AVERAGE: Fraction(50), Average.MINUS: Fraction(40)}
    value = percent[outcome.value] if isinstance(outcome.value, Average) else outcome.value
    if conditions.method in ("matchpoints", "ascherman"):
        slot.value = value * slot.top / 100
        slot.waits = outcome.value in (Average.PLUS, Average.MINUS)
        return
    slot.value = (value - 50) * 3 / 10
    others = max(expected - 1, 0)
    match conditions.cross_divisor if conditions.method == "cross-imps" else "":
        case "sum":
            slot.value *= others
        case "scores":
            slot.value *= Fraction(others, max(expected, 1))
        case "sqrt":
            slot.value, slot.squared = slot.value * others, Fraction(others, 2) or Fraction(1)


def own(slots: dict[tuple[str, int, int, Side], Slot], conditions: Conditions) -> None:
    """Averages rise or fall to what the contestant made on the boards it played."""
    if conditions.own_percentage == "no":
        return
    for slot in [slot for slot in slots.values() if slot.waits]:
        played = [other for other in slots.values() if other.who == slot.who and not isinstance(other.outcome, Awarded)]
        top = sum((other.top for other in played), Fraction(0))
        if top:
            share = sum((other.value or Fraction(0) for other in played), Fraction(0)) / top
            assert slot.value is not None
            plus = isinstance(slot.outcome, Awarded) and slot.outcome.value is Average.PLUS
            slot.value = (max if plus else min)(slot.value, share * slot.top)


def difference(standing: Standing, slots: dict[tuple[str, int, int, Side], Slot]) -> str:
    """The first line that differs, in words; empty where none does."""
    for board in standing.boards:
        for index, line in enumerate(board.lines):
            for side in Side:
                slot, found = slots[board.section, board.board.number, index, side], line.side(side)
                same = (
                    found.value is None
                    if slot.value is None
                    else found.value is not None and near(found.value, slot.value, slot.squared)
                )
                if not same or found.available != slot.top:
                    return f"{board.section} {board.board.number} {index} {side}: {found} against {slot}"
    return totals_difference(standing, slots)


def near(found: Fraction, wanted: Fraction, squared: Fraction) -> bool:
    """Equal; under a root that is not rational, equal to fifteen places."""
    if squared == 1:
        return found == wanted
    return found * wanted >= 0 and abs(found**2 * squared - wanted**2) < Fraction(1, 10**12)


def totals_difference(standing: Standing, slots: dict[tuple[str, int, int, Side], Slot]) -> str:
    if any(slot.squared != 1 for slot in slots.values()):
        return ""
    places = {(place.section, place.contestant.key): place for place in standing.places}
    wanted: dict[tuple[str, str], list[Slot]] = {}
    for slot in slots.values():
        if slot.value is not None:
            wanted.setdefault(slot.who, []).append(slot)
    if wanted.keys() != places.keys():
        return f"{wanted.keys()} against {places.keys()}"
    for who, own_slots in wanted.items():
        total = sum((slot.value or Fraction(0) for slot in own_slots), Fraction(0))
        top = sum((slot.top for slot in own_slots), Fraction(0))
        place = places[who]
        if (place.total, place.available, place.boards) != (total, top, len(own_slots)):
            return f"{who}: {place} against {total} of {top}"
    return ""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("part", range(4))
def test_random_events(method: str, part: int) -> None:
    found = []
    for seed in range(100 * part, 100 * part + 100):
        rng = random.Random(f"{method} {seed}")
        event, conditions = event_of(rng), conditions_of(rng, method)
        text = difference(score_event(event, conditions), slow(event, conditions))
        if text:
            found.append(f"seed {seed}: {text} under {conditions.changed()}")
    assert found == []
