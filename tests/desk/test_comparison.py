"""Every sum that an explanation tells must be true, and must end at the number that is shown."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import product

import pytest

from overtrick.desk.explanation import Step, explain_board
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Section, Session, Traveller
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, Played, Unit, Weighted
from overtrick.model.standing import Standing
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.report.cards import card_lines
from overtrick.scorer.event import score_event

_RIGHT = re.compile(r"(-?[\d.]+(?:/\d+)?)(?: ≈ (-?[\d.]+))?(?: IMP| MP|;|:|$)")
_LEFT = re.compile(r"[-\d()+×/%.\s]+$")


def outcome(luck: random.Random) -> Outcome:
    played = Played(
        Contract(luck.randint(1, 7), luck.choice(list(Strain)), luck.choice(list(Doubling)), luck.choice(list(Seat))),
        luck.randint(5, 13),
    )
    other = Played(Contract(4, Strain.SPADES, Doubling.UNDOUBLED, Seat.NORTH), luck.randint(8, 11))
    kinds: list[Outcome] = [
        *[played] * 9,
        Awarded(luck.choice(list(Average)), Unit.PERCENT),
        Weighted(((Fraction(1, 3), played), (Fraction(2, 3), other))),
        BareScore(luck.choice((-50, 420, 620))),
        NotPlayed(),
    ]
    return luck.choice(kinds)


def event(seed: int, pairs: int = 7) -> Event:
    luck = random.Random(seed)
    sessions = []
    for session in ("1", "2"):
        sections = []
        for key in ("A", "B"):
            travellers = []
            for number in range(1, 5):
                lines = []
                for pair in range(1, pairs + 1 - (number == 3)):
                    one = outcome(luck)
                    two = outcome(luck) if luck.random() < 0.15 else one
                    version = "x" if luck.random() < 0.3 and number == 2 else ""
                    lines.append(Line(str(pair), str(pair), one, two, version=version))
                travellers.append(Traveller(Board.numbered(number), tuple(lines)))
            people = tuple(
                Contestant(str(pair), side, carry_over=Fraction(pair, 3))
                for side in Side
                for pair in range(1, pairs + 1)
            )
            sections.append(Section(key, people, tuple(travellers)))
        sessions.append(Session(session, tuple(sections)))
    return Event("Test", tuple(sessions), winners=2)


def check_sums(steps: list[Step]) -> int:
    """Work every sum out again; the count of those found."""
    found = 0
    for step in steps:
        for line in step.lines:
            left, sign, rest = line.rpartition(" = ")
            summed, told = _LEFT.search(left), _RIGHT.match(rest)
            if not sign or not summed or not told or not re.search(r"[×+/%]", summed[0]):
                continue
            text = re.sub(r"(\d+(?:\.\d+)?)", r"Fraction('\1')", summed[0].strip().replace("% ×", "/ 100 ×"))
            value = eval(text.replace("×", "*"), {"Fraction": Fraction})  # digits and signs only
            found += 1
            assert value == Fraction(told[1]), (step, line)
            assert not told[2] or abs(value - Fraction(told[2])) <= Fraction(1, 200)
    return found


def worth_told(steps: list[Step]) -> set[str]:
    return {number for step in steps for line in step.lines for number in re.findall(r"[+-]?[\d./]+", line)}


def check(standing: Standing) -> int:
    found = 0
    for place in standing.places[::3]:
        for number in {line.board.number for line in card_lines(standing, place)}:
            steps = explain_board(standing, place, number)
            assert all(line for step in steps for line in step.lines)
            found += check_sums(steps)
            told = worth_told(steps)
            for line in card_lines(standing, place):
                if line.board.number == number and line.worth.value is not None:
                    assert {str(line.worth.value), f"{float(line.worth.value):g}"} & told or any(
                        abs(Fraction(word) - line.worth.value) <= Fraction(1, 200)
                        for word in told
                        if re.fullmatch(r"[+-]?\d+(\.\d+)?", word)
                    ), (line.worth, steps)
    return found


_METHODS = ("matchpoints", "ascherman", "butler", "cross-imps", "total-points")


@pytest.mark.parametrize(
    ("method", "sections", "split"), list(product(_METHODS, ("apart", "across"), ("twice", "half-weights")))
)
def test_every_sum_is_true(method: str, sections: str, split: str) -> None:
    known = {"method": method, "sections": sections, "split": split}
    standing = score_event(event(7), Conditions().with_settings(known))
    assert check(standing) > (0 if method in ("matchpoints", "ascherman", "butler") else -1)


@pytest.mark.parametrize(
    "settings",
    [
        {"matchpoint-scale": "1-½-0", "line-rounding": "0.1-average"},
        {"line-rounding": "0.1-cut", "own-percentage": "no"},
        {"uneven": "factor"},
        {"uneven": "add-one"},
        {"small-groups": "wbf", "lone-result": "60"},
        {"unequal-boards": "factor", "total-rounding": "0.01"},
        {"method": "butler", "imp-cutoff": "australian", "datum-rounding": "none"},
        {"method": "butler", "datum": "median", "imp-table": "bastille"},
        {"method": "cross-imps", "cross-divisor": "sum"},
        {"method": "cross-imps", "cross-divisor": "sqrt", "imp-table": "bastille"},
        {"method": "cross-imps", "cross-trim": "extremes"},
    ],
)
def test_settings_are_told_too(settings: dict[str, str]) -> None:
    for seed in (1, 2):
        check(score_event(event(seed), Conditions().with_settings(settings)))
