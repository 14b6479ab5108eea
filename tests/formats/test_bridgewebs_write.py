from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from overtrick.formats.bridgewebs import loads_bridgewebs
from overtrick.formats.bridgewebs_write import dumps_bridgewebs
from overtrick.formats.text import decode
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Seat, Side, Strain

MADE = Played(Contract(4, Strain.HEARTS, declarer=Seat.WEST), 10)
LINE = Line("4", "5", MADE, MADE, "2", "3", lead="SA", remark="late; twice")
PEOPLE = (
    Contestant("4", Side.NS, (Player("Ada; Ek", "77"), Player('Bo "B" & Ash'), Player("Cy")), stated_place="1="),
    Contestant("5", Side.EW, (), Fraction(5, 2), stated_total=Fraction(30), stated_percent=Fraction(125, 2)),
)


def event_of(*lines: Line, contestants: tuple[Contestant, ...] = (), method: str = "matchpoints") -> Event:
    sections = tuple(
        Section(key, contestants, (Traveller(Board.numbered(7), lines),) if lines else ()) for key in ("A", "B")
    )
    return Event("Tuesday", (Session("1", sections),), "2024-05-06", method=method, winners=2, program="Ours")


def again(event: Event) -> Event:
    found = loads_bridgewebs(decode(dumps_bridgewebs(event).encode())).event
    sections = tuple(
        replace(
            section,
            travellers=tuple(
                replace(one, lines=tuple(replace(line, where="") for line in one.lines)) for one in section.travellers
            ),
        )
        for section in found.sessions[0].sections
    )
    return replace(found, sessions=(Session("1", sections),))


def test_the_text() -> None:
    event = event_of(replace(LINE, stated=Stated(Fraction(3), Fraction(15), points=-420)))
    one = replace(event, sessions=(Session("1", event.sessions[0].sections[:1]),))
    assert dumps_bridgewebs(one).splitlines() == [
        "#Version;std1",
        "#Date;06/05/2024",
        "#Description;Tuesday",
        "#Source;Ours",
        "#Boards;1",
        "Section;Board;Round;Table;NS;EW;Contract;By;Lead;Tricks;NS Score;EW Score;NS MPs;EW MPs;Remark",
        'A;7;2;3;4;5;4H;W;SA;10;;420;3;15;"late; twice"',
    ]


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps", "butler", "total-points"])
def test_a_whole_event_of_two_sections_reads_back(method: str) -> None:
    event = event_of(LINE, contestants=PEOPLE, method=method)
    assert again(event) == event


@pytest.mark.parametrize(
    "stated",
    [
        Stated(Fraction(-7, 2), Fraction(7, 2), "imps"),
        Stated(Fraction(60), None, "percent"),
        Stated(points=-420),
    ],
)
def test_worth_in_every_unit(stated: Stated) -> None:
    lines = (replace(LINE, stated=stated), Line("1", "2", PassedOut(), PassedOut(), stated=Stated(Fraction(1))))
    event = event_of(*lines)
    assert again(event).sessions[0].sections[0].travellers[0].lines == lines
