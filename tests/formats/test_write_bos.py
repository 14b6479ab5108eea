from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from overtrick.formats.bos import loads_bos
from overtrick.formats.text import decode
from overtrick.formats.write_bos import dumps_bos
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import Awarded, Outcome, PassedOut, Played, SitOut, Unit
from overtrick.model.terms import Seat, Side, Strain
from overtrick.scorer import score_event

MADE = Played(Contract(4, Strain.HEARTS, declarer=Seat.WEST), 10)
LINE = Line("4", "4", MADE, MADE, "2", lead="SA", remark="late; twice", stated=Stated(Fraction(3), Fraction(15)))


def event_of(*lines: Line, contestants: tuple[Contestant, ...] = ()) -> Event:
    section = Section("B", contestants, (Traveller(Board.numbered(7), lines),))
    return Event("Tuesday", (Session("2", (section,)),), "2024-05-06", method="matchpoints", winners=2)


def results(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("#")]


def test_every_line_has_its_twenty_two_fields() -> None:
    text = dumps_bos(event_of(LINE))
    assert results(text) == ['#07;B;2;4;4;;;;4H;W;10;SA;3;15;;;;;;;;"late; twice"']
    assert "B;;1;1;;;;;;2024-05-06;Tuesday;2;" in text.splitlines()


@pytest.mark.parametrize(
    ("line", "row"),
    [
        (Line("4", "", SitOut(), SitOut()), "#07;B;;4;0;;;;;;;;;;;;;;;;;"),
        (Line("4", "5", PassedOut(), PassedOut()), "#07;B;;4;5;;;;PASS;;;;;;;;;;;;;"),
        (
            Line("4", "5", Awarded(Fraction(60)), Awarded(Fraction(40))),
            "#07;B;;4;5;;;;;;;;;;;;60;40;;;;",
        ),
        (
            Line("4", "5", Awarded(Fraction(3), Unit.IMPS), Awarded(Fraction(-3), Unit.IMPS)),
            "#07;B;;4;5;;;;;;;;;;;;;;;;;NS: +3 IMPs | EW: -3 IMPs",
        ),
        (Line("1", "2", MADE, MADE, south="3", west="4"), "#07;B;;1;2;3;4;;4H;W;10;;;;;;;;;;;"),
    ],
)
def test_lines(line: Line, row: str) -> None:
    assert results(dumps_bos(event_of(line))) == [row]


def test_percentages_at_imps_go_into_the_remarks() -> None:
    given = Line(
        "4", "5", Awarded(Fraction(60)), Awarded(Fraction(40)), stated=Stated(Fraction(3), Fraction(-3), "imps")
    )
    event = replace(event_of(given), method="cross-imps")
    assert results(dumps_bos(event)) == ["#07;B;;4;5;;;;;;;;;;3;-3;;;;;;A60/40"]
    line = loads_bos(decode(dumps_bos(event).encode())).event.sessions[0].sections[0].travellers[0].lines[0]
    assert (line.ns_outcome, line.stated) == (given.ns_outcome, given.stated)


def test_the_whole_event_reads_back() -> None:
    people = (
        Contestant("4", Side.NS, (Player("Ada; Ek"), Player('Bo "B" Ash')), stated_percent=Fraction(125, 2)),
        Contestant("4", Side.EW, (Player("Cy"), Player("Di"), Player("Eli"))),
    )
    event = event_of(LINE, contestants=people)
    found = loads_bos(decode(dumps_bos(event).encode())).event
    lines = found.sessions[0].sections[0].travellers[0].lines
    assert [replace(line, where="") for line in lines] == [LINE]
    assert found.sessions[0].sections[0].contestants == people
    assert (found.name, found.date, found.sessions[0].key, found.winners) == ("Tuesday", "2024-05-06", "2", 2)


def test_a_datum_tells_butler() -> None:
    lines = tuple(Line(str(one), str(one), outcome, outcome) for one, outcome in enumerate(outcomes(), 1))
    event = event_of(*lines)
    text = dumps_bos(event, standing=score_event(event, Conditions(method="butler")))
    found = loads_bos(decode(text.encode())).event
    assert found.method == "butler"
    stated = [line.stated for line in found.sessions[0].sections[0].travellers[0].lines]
    assert {one.unit for one in stated if one} == {"imps"}


def outcomes() -> list[Outcome]:
    return [MADE, PassedOut(), replace(MADE, tricks=9), replace(MADE, tricks=8)]
