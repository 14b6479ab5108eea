from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.errors import FormatError
from overtrick.formats.salliere import loads_salliere, sniff_salliere
from overtrick.formats.text import decode
from overtrick.formats.write_salliere import dumps_salliere, dumps_salliere_names
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import BareScore, PassedOut, Played, SitOut
from overtrick.model.terms import Seat, Strain

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "salliere"
MADE = Played(Contract(2, Strain.HEARTS, declarer=Seat.NORTH), 10)
NOBODY = Played(Contract(2, Strain.HEARTS), 10)
LINE = Line("8", "3", MADE, MADE)


def event_of(*lines: Line, contestants: tuple[Contestant, ...] = ()) -> Event:
    return Event(sessions=(Session("1", (Section("", contestants, (Traveller(Board.numbered(12), lines),)),)),))


@pytest.mark.parametrize(
    ("stated", "row"),
    [
        (None, "12,8,3,2H,N,10"),
        (Stated(points=170), "12,8,3,2H,N,10,170,"),
        (Stated(points=-170), "12,8,3,2H,N,10,,170"),
        (Stated(Fraction(4), Fraction(0), points=170), "12,8,3,2H,N,10,170,,4,0"),
        (Stated(Fraction(-3, 2), Fraction(3, 2), "imps"), "12,8,3,2H,N,10,,,-1.5,1.5"),
        (Stated(Fraction(60), Fraction(40), "percent"), "12,8,3,2H,N,10"),
    ],
)
def test_as_many_cells_as_are_known(stated: Stated | None, row: str) -> None:
    assert dumps_salliere(event_of(replace(LINE, stated=stated))) == f"{row}\n"


@pytest.mark.parametrize(
    "line",
    [
        Line("8", "", SitOut(), SitOut()),
        Line("a b", "3", MADE, MADE),
        Line("8", "3", NOBODY, NOBODY),
    ],
)
def test_lines_that_the_file_has_no_words_for(line: Line) -> None:
    assert dumps_salliere(event_of(line, LINE)) == "12,8,3,2H,N,10\n"


def test_points_alone_are_known_as_a_result() -> None:
    text = dumps_salliere(event_of(Line("8", "3", BareScore(-620), BareScore(-620)), LINE))
    assert text == "12,8,3,,,,,620\n12,8,3,2H,N,10,,\n"
    assert sniff_salliere(text)
    assert not sniff_salliere("12,8,3,,,,1,2\n")
    assert not sniff_salliere("12,8,3,,,,7,\n")


def test_names_stand_in_a_file_of_their_own() -> None:
    people = (
        Contestant("8", players=(Player("Eva Lind"), Player("Ek, Bo"))),
        Contestant("3", players=(Player("7"),)),
        Contestant("A", players=(Player("Cy Ash"),)),
    )
    text = dumps_salliere_names(event_of(LINE, contestants=people))
    assert text == '8,Eva Lind,"Ek, Bo"\n'
    found = loads_salliere(decode(text.encode())).event
    assert found.sessions[0].sections[0].contestants == people[:1]


def test_an_event_of_which_nothing_fits() -> None:
    with pytest.raises(FormatError, match="no result fits"):
        dumps_salliere(event_of(Line("5 NS", "6 EW", MADE, MADE)))
    assert dumps_salliere(Event()) == ""


def test_sections_are_not_mixed() -> None:
    one = event_of(Line("1", "2", PassedOut(), PassedOut()))
    section = one.sessions[0].sections[0]
    with pytest.raises(FormatError, match="one section"):
        dumps_salliere(replace(one, sessions=(Session("1", (section, replace(section, key="B"))),)))


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize("name", ["tricks", "scored", "input"])
def test_real_files_come_back_letter_by_letter(name: str) -> None:
    data = (REAL / f"{name}.csv").read_bytes()
    given = sorted(data.decode().split())
    assert sorted(dumps_salliere(loads_salliere(decode(data)).event).split()) == given


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
def test_real_names_come_back() -> None:
    data = (REAL / "names.csv").read_bytes()
    assert dumps_salliere_names(loads_salliere(decode(data)).event).splitlines() == data.decode().splitlines()
