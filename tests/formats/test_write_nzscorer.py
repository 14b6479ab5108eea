from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.formats.nzscorer import loads_nzscorer
from overtrick.formats.text import decode
from overtrick.formats.write_nzscorer import dumps_nzscorer
from overtrick.formats.xml_tree import parse_xml
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import Awarded, PassedOut, Played, SitOut, Unit
from overtrick.model.terms import Doubling, Seat, Strain

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "nzscorer"
DOWN = Played(Contract(2, Strain.HEARTS, Doubling.DOUBLED, Seat.WEST), 6)
GIVEN = (Awarded(Fraction(12), Unit.MATCHPOINTS), Awarded(Fraction(4), Unit.MATCHPOINTS))


def event_of(*lines: Line, contestants: tuple[Contestant, ...] = ()) -> Event:
    section = Section("A", contestants, (Traveller(Board.numbered(7), lines),))
    return Event("Tuesday", (Session("1", (section,)),), "2024-05-06", club="<Ours>", method="matchpoints")


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            Line("1", "2", DOWN, DOWN, "3", "4", "SA", stated=Stated(Fraction(5, 2), Fraction(1), points=500)),
            {"CONT": "2 H x", "DEC": "W", "RES": "-2", "SCORE": "500", "MP_NS": "25", "MP_EW": "10", "TAB": "4"},
        ),
        (Line("1", "2", PassedOut(), PassedOut()), {"CONT": "N P", "DEC": "", "MP_NS": ""}),
        (Line("1", "2", *GIVEN), {"SCORE": "Adj", "MP_NS": "120", "MP_EW": "40"}),
        (Line("1", "", SitOut(), SitOut()), {"EW": "0", "MP_NS": "-9999", "MP_EW": "-9999"}),
        (
            Line("1", "2", DOWN, DOWN, stated=Stated(Fraction(60), Fraction(40), "percent")),
            {"MP_NS": "", "MP_EW": ""},
        ),
    ],
)
def test_attributes_of_a_result(line: Line, wanted: dict[str, str]) -> None:
    node = next(parse_xml(dumps_nzscorer(event_of(line))).root.walk("RESULT"))
    assert {name: node.attribute(name) for name in wanted} == wanted


def test_handicap_is_twice_what_is_added() -> None:
    who = Contestant("1", players=(Player("A & B", "77"),), handicap=Fraction(-321, 100), stated_place="2=")
    event = event_of(Line("1", "2", PassedOut(), PassedOut()), contestants=(who, Contestant("2")))
    text = dumps_nzscorer(event)
    pair = next(parse_xml(text).root.walk("PAIR"))
    assert (pair.attribute("HANDICAP"), pair.attribute("DIR"), pair.attribute("NZB_NO_1")) == ("-6.42", "H", "77")
    found = loads_nzscorer(decode(text.encode())).event
    assert found.sessions[0].sections[0].contestants[0] == replace(who, stated_place="")  # not that of the handicap
    assert (found.club, found.winners) == ("<Ours>", 1)


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize("name", ["pairs", "handicap_pairs"])
def test_real_files_read_back_as_the_same_event(name: str) -> None:
    first = loads_nzscorer(decode((REAL / f"{name}.xml").read_bytes())).event
    again = loads_nzscorer(decode(dumps_nzscorer(first).encode())).event
    assert without_places(again) == without_places(first)


def without_places(event: Event) -> Event:
    """The event without the lines of the file, and without empty statements."""
    sessions = tuple(
        replace(
            session,
            sections=tuple(
                replace(
                    section,
                    travellers=tuple(
                        replace(one, lines=tuple(replace(line, where="") for line in one.lines))
                        for one in section.travellers
                    ),
                )
                for section in session.sections
            ),
        )
        for session in event.sessions
    )
    return replace(event, sessions=sessions)
