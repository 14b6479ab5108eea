"""An event made into records for the Bridgemate Data Connector, and read from them."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.bdc import loads_bdc, sniff_bdc
from overtrick.formats.bdc_plan import Meeting
from overtrick.formats.bdc_write import (
    dumps_bdc,
    init_record,
    meetings_of,
    result_records,
    section_letters,
    session_guid,
    update_record,
)
from overtrick.formats.text import Decoded
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, Hand, TrickTable
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    PassedOut,
    Played,
    SitOut,
)
from overtrick.model.reading import Reading
from overtrick.model.terms import Doubling, Seat, Strain

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
GUID = "0123456789ABCDEF0123456789ABCDEF"
PLUS, EVEN, MINUS = (Awarded(one) for one in (Average.PLUS, Average.AVERAGE, Average.MINUS))
DEAL = Deal(
    Hand("AKQ", "AKQ", "AKQ", "AKQJ"),
    Hand("JT9", "JT9", "JT9", "T987"),
    Hand("876", "876", "876", "6543"),
    Hand("5432", "5432", "5432", "2"),
)
TRICKS = TrickTable((13, 12, 11, 10, 9) * 4)


def read(*parts: object) -> Reading:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in parts)
    return loads_bdc(Decoded(text, "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [
        line
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


def played(*more: Line) -> Event:
    """Two pairs with names, a third without; a contract, an average, hands, and what else is wanted on board 2."""
    four = Played(Contract(4, Strain.SPADES, Doubling.DOUBLED, Seat.EAST), 10)
    first = Line("1", "2", four, four, round="1", table="1", lead="HA")
    second = Line("3", "1", PLUS, MINUS, round="2", table="2")
    section = Section(
        "A",
        (
            Contestant("1", None, (Player("Ada Berg", "71"), Player("Cai"))),
            Contestant("2", None, (Player("Dea", "72"),)),
            Contestant("3"),
        ),
        (Traveller(Board.numbered(1), (first,), DEAL, TRICKS), Traveller(Board.numbered(2), (second, *more))),
    )
    return Event("Tuesday", (Session("1", (section,)),), "2026-03-31", "", "matchpoints", 1, "Bridgemate")


def bare(event: Event) -> Event:
    """The event without the places in the file, which are not facts."""
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


def test_an_event_written_and_read_is_the_same() -> None:
    text = dumps_bdc(played())
    assert sniff_bdc(text)
    again = read(text)
    assert bare(again.event) == played()
    assert dumps_bdc(again.event) == text
    nameless = replace(played(), name="")
    assert bare(read(dumps_bdc(nameless)).event) == nameless


@given(
    st.lists(
        st.tuples(
            st.integers(1, 7),
            st.sampled_from(Strain),
            st.sampled_from(Doubling),
            st.sampled_from(Seat),
            st.integers(0, 13),
            st.booleans(),
        ),
        min_size=1,
        max_size=6,
    ),
    st.text(max_size=20),
)
def test_any_results_written_and_read_are_the_same(
    deals: list[tuple[int, Strain, Doubling, Seat, int, bool]], name: str
) -> None:
    travellers = []
    for number, (level, strain, doubling, seat, tricks, turned) in enumerate(deals, 1):
        outcome = Played(Contract(level, strain, doubling, seat), tricks)
        pair = ("8", "3") if turned else ("3", "8")
        travellers.append(Traveller(Board.numbered(number), (Line(*pair, outcome, outcome, round="1", table="4"),)))
    plain = " ".join(name.split())
    contestants = (Contestant("3", None, (Player(plain, "9"),) if plain else ()), Contestant("8"))
    event = Event("E", (Session("1", (Section("A", contestants, tuple(travellers)),)),), "2026-01-02", winners=1)
    expected = replace(event, method="matchpoints", program="Bridgemate")
    assert bare(read(dumps_bdc(event)).event) == expected


def test_what_is_not_carried_is_told() -> None:
    event = played(
        Line("2", "3", Awarded(Fraction(60)), Awarded(Fraction(40)), round="1", table="2"),
        Line("2", "x", PassedOut(), PassedOut(), round="1", table="3"),
        Line("2", "1", PassedOut(), PassedOut(), round="", table="3"),
        Line("2", "1", BareScore(50), BareScore(50), round="3", table="3"),
        Line("2", "3", Missing(), Missing(), round="4", table="3"),
        Line("3", "", SitOut(), SitOut(), round="5", table="3"),
    )
    meetings, lost = meetings_of(event, "1")
    assert [(one.table, one.round, one.ns, one.ew) for one in meetings if one.table == 3] == [
        (3, 3, 2, 1),
        (3, 4, 2, 3),
        (3, 5, 3, 0),
    ]
    assert meetings[-1].low == 0
    assert [one.where for one in lost] == ["section A, board 2, 2 v x", "section A, board 2, 2 v 1"]
    sent = result_records(event, "1", meetings)
    assert len(sent.records) == 2
    assert ["no split scores" in one.text for one in sent.problems] == [True, False, False, False]


def test_an_average_of_pairs_in_the_wrong_seats_stays_with_its_pair() -> None:
    event = played(Line("1", "3", MINUS, PLUS, round="2", table="2"))
    meetings, _lost = meetings_of(event, "1")
    levels = [one["Level"] for one in result_records(event, "1", meetings).records]
    assert levels == [4, -7, -7]
    often = played(*[Line("1", "3", MINUS, PLUS, round="2", table="2")] * 2)
    meetings, _lost = meetings_of(often, "1")
    assert (meetings[1].ns, meetings[1].ew) == (1, 3)  # as they sat most often


def test_a_player_number_is_sent_once() -> None:
    event = played()
    section = event.sessions[0].sections[0]
    twice = (*section.contestants[:2], Contestant("3", None, (Player("Eve", "71"), Player("", "9"))))
    event = replace(event, sessions=(Session("1", (replace(section, contestants=twice),)),))
    meetings = [Meeting("A", 1, 1, 1, 2, 1, 2), Meeting("A", 2, 1, 3, 0)]
    made = init_record(event, "1", meetings, club="C1", guid=GUID)
    record = made.records[0]
    assert [(one["PlayerNumber"], one["LastName"]) for one in record["PlayerData"]] == [
        ("71", "Ada Berg"),
        ("72", "Dea"),
    ]
    seats = [
        (one["TableNumber"], one["Direction"], one["PlayerNumber"], one["LastName"]) for one in record["Participations"]
    ]
    assert seats == [(1, 1, "71", ""), (1, 3, "", "Cai"), (1, 2, "72", ""), (2, 1, "", "Eve")]
    assert [one.where for one in made.problems] == ["section A, pair 3"] * 2


def test_sections_and_groups() -> None:
    assert section_letters(["A", "North", "C", "South"]) == {"A": "A", "North": "B", "C": "C", "South": "D"}
    with pytest.raises(FormatError, match="78 sections"):
        section_letters(f"s{number}" for number in range(79))
    event = Event(sessions=(Session("1", (Section("A"), Section("North"))),), winners=2)
    meetings = [Meeting("B", 1, 1, 1, 1, 1, 2)]
    apart = init_record(event, "1", meetings)
    groups = apart.records[0]["Sessions"][0]["ScoringGroups"]
    assert [(one["ScoringGroupNumber"], [part["Letters"] for part in one["Sections"]]) for one in groups] == [
        (1, ["A"]),
        (2, ["B"]),
    ]
    assert ["section North is B" in one.text for one in apart.problems] == [False, True]
    across = init_record(replace(event, settings=(("sections", "across"),)), "1", meetings).records[0]
    assert [len(one["Sections"]) for one in across["Sessions"][0]["ScoringGroups"]] == [2]
    assert update_record(event, "1", "North", meetings)["ScoringGroupNumber"] == 2


def test_boards_not_in_a_row_are_told_and_teams_are_refused() -> None:
    passed = Line("1", "2", PassedOut(), PassedOut(), round="1", table="1")
    travellers = tuple(Traveller(Board.numbered(number), (passed,)) for number in (1, 4))
    event = Event(sessions=(Session("1", (Section("A", (), travellers),)),))
    meetings, problems = meetings_of(event, "1")
    assert (meetings[0].low, meetings[0].high) == (1, 4)
    assert "in a row" in problems[0].text
    with pytest.raises(FormatError, match="team match"):
        dumps_bdc(replace(event, method="team-imps"))


def test_sections_that_nobody_played_in_yet_are_kept() -> None:
    event = Event("E", (Session("1", (Section("A"), Section("B"))),), "2026-01-02", "", "matchpoints", 2, "Bridgemate")
    assert read(dumps_bdc(event)).event == event


def test_session_marks_differ_and_stay() -> None:
    marks = {session_guid(Event(name), key) for name in ("a", "b") for key in ("1", "2")}
    assert len(marks) == 4
    assert all(len(one) == 32 and one == one.upper() and int(one, 16) >= 0 for one in marks)


def test_a_table_has_all_its_rounds_from_the_first_on() -> None:
    made = init_record(Event(), "1", [Meeting("A", 3, 4, 5, 6, 7, 8), Meeting("A", 3, 2, 1, 2, 7, 8)]).records[0]
    tables = made["Sessions"][0]["ScoringGroups"][0]["Sections"][0]["Tables"]
    assert [one["TableNumber"] for one in tables] == [3]
    assert [(one["RoundNumber"], one["PairNS"], one["LowBoardNumber"]) for one in tables[0]["Rounds"]] == [
        (1, 0, 0),
        (2, 1, 7),
        (3, 0, 0),
        (4, 5, 7),
    ]
    late = Line("1", "2", PassedOut(), PassedOut(), round="201", table="1")
    meetings, lost = meetings_of(played(late), "1")
    assert (len(meetings), len(lost)) == (2, 1)


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared files are not here")
def test_a_real_session_there_and_back() -> None:
    from overtrick.formats.format import load

    event = load(DATA / "bws" / "12tables1section.bws").event
    meetings, lost = meetings_of(event, "1")
    assert (len(meetings), lost) == (144, ())
    assert len(result_records(event, "1", meetings).problems) == 2  # awards in per cent, which BCS does not have
    again = read(dumps_bdc(event))
    assert (again.counts.taken, again.counts.refused) == (286, 0)
    before = {(one.round, one.table, one.ns, one.ew, str(one.ns_outcome)) for one in lines(Reading(event))}
    after = {(one.round, one.table, one.ns, one.ew, str(one.ns_outcome)) for one in lines(again)}
    assert len(before - after) == 2
    assert after <= before
