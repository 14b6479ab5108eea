from __future__ import annotations

import csv
import io
import random
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.bws import loads_bws, sniff_bws
from overtrick.formats.bws_write import dumps_bws
from overtrick.formats.jet import JetFile, Value
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, Hand
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Entry,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    Unit,
    Weighted,
)
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.notation.result import parse

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "bws" / "12tables1section.bws"
DEAL = Deal(
    Hand("AKQJT98765432", "", "", ""),
    Hand("", "AKQJT98765432", "", ""),
    None,
    None,
)


def line(text: str | Outcome, ns: str = "1", ew: str = "2", **more: str) -> Line:
    entry = parse(text) if isinstance(text, str) else Entry.both(text)
    made = Line(ns, ew, entry.ns, entry.ew, round="1", table="1")
    return replace(made, **more)  # type: ignore[arg-type]


def event(*boards: Iterable[Line], contestants: Iterable[Contestant] = (), **more: object) -> Event:
    travellers = tuple(Traveller(Board.numbered(number), tuple(lines)) for number, lines in enumerate(boards, 1))
    made = Event(sessions=(Session("1", (Section("A", tuple(contestants), travellers),)),), winners=1)
    return replace(made, **more)  # type: ignore[arg-type]


def again(one: Event) -> Event:
    reading = loads_bws(dumps_bws(one))
    assert reading.counts.refused == 0
    return reading.event


def lines(one: Event) -> list[Line]:
    return [
        replace(each, where="")
        for section in one.sessions[0].sections
        for traveller in section.travellers
        for each in traveller.lines
    ]


def rows(one: Event, table: str) -> list[dict[str, Value]]:
    return JetFile(dumps_bws(one)).rows(table)


def without_places(one: Event) -> Event:
    """The event without where its lines stood, its pairs sorted: those without names have no order in the file."""
    sessions = []
    for session in one.sessions:
        sections = [
            replace(
                section,
                contestants=tuple(sorted(section.contestants, key=lambda who: (str(who.direction), who.key))),
                travellers=tuple(
                    replace(board, lines=tuple(replace(each, where="") for each in board.lines))
                    for board in section.travellers
                ),
            )
            for section in session.sections
        ]
        sessions.append(replace(session, sections=tuple(sections)))
    return replace(one, sessions=tuple(sessions))


@pytest.mark.skipif(not REAL.is_file(), reason="the shared files are not here")
def test_a_real_file_comes_back_whole() -> None:
    before = loads_bws(REAL.read_bytes())
    data = dumps_bws(before.event)
    after = loads_bws(data)
    assert sniff_bws(data)
    assert (after.counts.found, after.counts.taken, after.counts.refused) == (288, 288, 0)
    assert without_places(after.event) == without_places(before.event)
    assert dumps_bws(after.event) == dumps_bws(before.event)
    ours, theirs = JetFile(data), JetFile(REAL.read_bytes())

    def movement(file: JetFile) -> set[tuple[Value, ...]]:
        return {tuple(row.values()) for row in file.rows("RoundData")}

    assert movement(ours) == movement(theirs)
    for name in theirs.tables:
        lacking = {column.name for column in theirs._columns(theirs.tables[name])} - {
            column.name for column in ours._columns(ours.tables[name])
        }
        assert lacking == set()


SECTION_A = Section(
    "A",
    (
        Contestant("3", Side.NS, (Player("Eva Lind", "1007"), Player("Bo Ek"))),
        Contestant("1", Side.NS, (Player("Zoë Å", "77"), Player("", "88"))),
        Contestant("2", Side.NS),
        Contestant("1", Side.EW, (Player("Ann O'Neill"), Player("Cy 😀"))),
        Contestant("2", Side.EW),
    ),
    (
        Traveller(
            Board.numbered(1),
            (
                line("4S N =", "1", "1", table="1", lead="HQ"),
                line("3NTX E -2", "2", "2", table="2", remark="claimed at trick 5"),
                line("SITOUT", "3", "", table="3"),
            ),
            DEAL,
        ),
        Traveller(
            Board.numbered(4),
            (
                line("7CXX W +0", "1", "1", table="1"),
                line("PASS", "2", "2", table="2"),
                line("SITOUT", "3", "", table="3"),
            ),
        ),
        Traveller(
            Board.numbered(2),
            (
                line("A60/40", "3", "1", round="2", table="3", remark="60%-40%"),
                line("NP", "1", "2", round="2", table="1", remark="Not played"),
                line(Missing(), "2", "", round="2", table="2", remark="Arbitral score"),
            ),
        ),
    ),
)
SECTION_B = replace(
    SECTION_A, key="Q", contestants=(), travellers=(Traveller(Board.numbered(9), (line("1NT S +1", "7", "8"),)),)
)


def test_an_event_of_two_sections_comes_back_whole() -> None:
    first = list(SECTION_A.travellers)
    first[2] = replace(first[2], lines=first[2].lines[:2])
    other = replace(SECTION_B, contestants=(Contestant("7", Side.NS), Contestant("8", Side.EW)))
    session = Session("1", (replace(SECTION_A, travellers=tuple(first)), other))
    one = Event(sessions=(session,), date="2026-01-31", winners=2, program="Bridgemate")
    assert without_places(again(one)) == without_places(one)
    assert [who.key for who in again(one).sessions[0].sections[0].contestants][:3] == ["3", "1", "1"]


@pytest.mark.parametrize(
    ("outcome", "found"),
    [
        (parse("4S =").ns, parse("4S =").ns),
        (Missing(), None),
        (BareScore(420), Missing()),
        (Weighted(((Fraction(1, 2), PassedOut()), (Fraction(1, 2), BareScore(50)))), Missing()),
        (Awarded(Average.PLUS), Awarded(Fraction(60))),
        (Awarded(Average.AVERAGE), Awarded(Fraction(50))),
        (Awarded(Average.MINUS), Awarded(Fraction(40))),
        (Awarded(Fraction(62)), Awarded(Fraction(62))),
        (Awarded(Fraction(125, 2)), Missing()),
        (Awarded(Fraction(3), Unit.IMPS), Missing()),
        (NotPlayed(), NotPlayed()),
        (PassedOut(), PassedOut()),
    ],
)
def test_what_becomes_of_each_outcome(outcome: Outcome, found: Outcome | None) -> None:
    one = event([line(outcome), line("2H S =", "3", "4", table="2")])
    read = [each.ns_outcome for each in lines(again(one)) if each.ns == "1"]
    assert read == ([] if found is None else [found])


def test_a_split_score_waits_for_the_director() -> None:
    one = event([line("NS: 4S N = | EW: 25%"), line("2H S =", "3", "4", table="2")])
    assert [str(each.ew_outcome) for each in lines(again(one))] == ["?", "2H S ="]


@pytest.mark.parametrize("remark", ["Not played", "60%-40%", "ARBITRAL SCORE", "40 % / 60 %"])
def test_a_remark_makes_no_other_result(remark: str) -> None:
    assert [(str(each.ns_outcome), each.remark) for each in lines(again(event([line("4S N =", remark=remark)])))] == [
        ("4S N =", "")
    ]


@pytest.mark.parametrize("outcome", ["4S N =", "PASS", "NP", "A60/40", "NS: 4S N = | EW: 25%", "SITOUT"])
def test_the_wrong_direction_does_not_turn_the_pairs(outcome: str) -> None:
    one = event([line(outcome, "1", "" if outcome == "SITOUT" else "2", remark="Wrong direction")])
    assert [(each.ns, each.ew) for each in lines(again(one))] == [(each.ns, each.ew) for each in lines(one)]


def test_the_movement_has_who_should_have_sat_there() -> None:
    one = event([line("4S N =", remark="Wrong direction")], [line("PASS", "2", "1")])
    assert [(row["NSPair"], row["EWPair"]) for row in rows(one, "RoundData")] == [(2, 1)]


def test_leads_have_a_ten_of_two_letters() -> None:
    one = event([line("4S N =", lead="HT")])
    assert rows(one, "ReceivedData")[0]["LeadCard"] == "H10"
    assert rows(one, "Settings")[0]["LeadCard"] is True
    assert rows(event([line("4S N =")]), "Settings")[0]["LeadCard"] is False


def test_tables_are_made_up_in_the_order_of_the_pairs() -> None:
    one = event(
        [line("PASS", "5", "6", table=""), line("PASS", "3", "4", table="1"), line("PASS", "1", "2", table="")],
        [line("PASS", "5", "6", table=""), line("SITOUT", "", "9", table=""), line("PASS", "1", "2", table="x")],
        [line("PASS", "5", "6", table="", round="2"), line("PASS", "3", "4", round="2", table="")],
    )
    found = {(each.ns, each.round): each.table for each in lines(again(one))}
    assert found == {
        ("1", "1"): "2",
        ("3", "1"): "1",
        ("5", "1"): "3",
        ("", "1"): "4",
        ("3", "2"): "1",
        ("5", "2"): "2",
    }


def test_a_meeting_with_a_table_on_one_board_has_it_on_all() -> None:
    one = event([line("PASS", table="")], [line("PASS", table="6")])
    assert [each.table for each in lines(again(one))] == ["6", "6"]


def test_boards_that_do_not_follow_one_another_are_listed() -> None:
    boards = [[line("PASS")], [line("PASS", table="2", round="2")], [line("PASS")], [line("PASS", round="3")]]
    found = [
        (row["Table"], row["Round"], row["NSPair"], row["LowBoard"], row["HighBoard"], row["CustomBoards"])
        for row in rows(event(*boards), "RoundData")
    ]
    assert found == [
        (1, 1, 1, 1, 3, "1,3"),
        (1, 2, 0, 0, 0, None),
        (1, 3, 1, 4, 4, None),
        (2, 1, 0, 0, 0, None),
        (2, 2, 1, 2, 2, None),
        (2, 3, 0, 0, 0, None),
    ]


def test_a_pair_that_misses_the_first_round_keeps_its_names() -> None:
    late = Contestant("9", None, (Player("Di Ohm"), Player("Ed Ray")))
    one = event([line("PASS"), line("PASS", "9", "3", round="2")], contestants=[late])
    assert late in again(one).sessions[0].sections[0].contestants
    east = event(
        [line("PASS", "1", "1"), line("PASS", "2", "9", round="2")],
        contestants=[replace(late, direction=Side.EW)],
        winners=2,
    )
    assert replace(late, direction=Side.EW) in again(east).sessions[0].sections[0].contestants


def test_long_and_strange_names_are_cut_and_cleaned() -> None:
    players = (Player("  Wolfeschlegelsteinhausenbergerdorff\x00"), Player("\ufeffA\tb\nC\ud800", "1" * 17))
    one = event([line("PASS")], contestants=[Contestant("1", None, players)])
    found = again(one).sessions[0].sections[0].contestants[0]
    assert found == Contestant("1", None, (Player("Wolfeschlegelstein"), Player("A b C")))


def test_names_by_number() -> None:
    players = (Player("Eva Lind", "1007"), Player("Bo Ek", "S-12"))
    one = event([line("PASS")], contestants=[Contestant("1", None, players)])
    assert [tuple(row.values()) for row in rows(one, "PlayerNames")] == [
        (1007, "Eva Lind", "1007"),
        (None, "Bo Ek", "S-12"),
    ]


def test_pairs_without_numbers_are_numbered_and_sections_lettered() -> None:
    board = Traveller(Board.numbered(1), (line("PASS", "Lind", "Ek"), line("4H E =", "2", "Ohm", table="2")))
    keys = ["", "B", "Open", "B"]
    one = Event(sessions=(Session("1", tuple(Section(key, (), (board,)) for key in keys)),), winners=1)
    assert [section.key for section in again(one).sessions[0].sections] == ["A", "B", "C", "D"]
    assert [(each.ns, each.ew) for each in lines(again(one))][:2] == [("1", "2"), ("3", "4")]
    assert [row["Declarer"] for row in rows(one, "ReceivedData")][:2] == [1, 4]


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (Event(), "one session"),
        (Event(sessions=(Session("1", ()), Session("2", ()))), "this event has 2"),
        (Event(sessions=(Session("1", (Section("A", (Contestant("1"),)),)),)), "this event has 0"),
        (event([line("PASS", round="")]), "on board 1 has no round"),
        (event([line("PASS", round="final")]), "on board 1 has no round"),
        (event([replace(line("PASS"), south="3", west="4")]), "individuals"),
        (event([line("PASS"), line("PASS", "3", "4")]), "two results at table 1 in round 1 of section A"),
    ],
)
def test_what_the_file_cannot_hold(one: Event, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        dumps_bws(one)


def test_a_board_number_beyond_the_column_is_refused() -> None:
    board = Traveller(Board.numbered(40_000), (line("PASS"),))
    with pytest.raises(FormatError, match="40000 is more than the column"):
        dumps_bws(Event(sessions=(Session("1", (Section("A", (), (board,)),)),)))


def test_more_sections_than_the_file_holds() -> None:
    board = Traveller(Board.numbered(1), (line("PASS"),))
    most = Event(sessions=(Session("1", tuple(Section("", (), (board,)) for _number in range(78))),))
    keys = [section.key for section in again(most).sessions[0].sections]
    assert (keys[0], keys[26], keys[77], len(set(keys))) == ("A", "AA", "ZZZ", 78)
    with pytest.raises(FormatError, match="this event has 79"):
        dumps_bws(Event(sessions=(Session("1", (*most.sessions[0].sections, Section("", (), (board,)))),)))


@pytest.mark.parametrize("day", ["", "31.1.2026", "2026-02-30", "1899-12-30", "0001-01-01"])
def test_no_date_where_there_is_none(day: str) -> None:
    assert again(event([line("PASS")], date=day)).date == ""


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_read_or_refused(seed: int) -> None:
    source = random.Random(seed)
    data = bytearray(dumps_bws(Event(sessions=(Session("1", (SECTION_A, SECTION_B)),), winners=2)))
    written = [place for place, byte in enumerate(data) if byte]
    for _flip in range(2 * seed):
        data[source.choice(written)] = source.randrange(256)
    try:
        reading = loads_bws(bytes(data[: source.randrange(len(data) // 2, len(data))]))
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.none() | st.sampled_from(Seat)
)
OUTCOMES = st.builds(Played, CONTRACTS, st.integers(0, 13)) | st.just(PassedOut())
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=9)


@given(
    st.integers(1, 5).flatmap(
        lambda tables: st.tuples(
            st.lists(st.lists(OUTCOMES, min_size=tables, max_size=tables), min_size=1, max_size=6),
            st.lists(st.tuples(NAMES, NAMES), min_size=2 * tables, max_size=2 * tables),
        )
    )
)
def test_any_mitchell_comes_back(drawn: tuple[list[list[Outcome]], list[tuple[str, str]]]) -> None:
    boards, names = drawn
    tables = len(boards[0])
    contestants = [
        Contestant(str(number % tables + 1), Side.NS if number < tables else Side.EW, (Player(one), Player(two)))
        for number, (one, two) in enumerate(names)
    ]
    travellers = [
        [
            line(
                outcome, str(table + 1), str((table + number) % tables + 1), round=str(number + 1), table=str(table + 1)
            )
            for table, outcome in enumerate(outcomes)
        ]
        for number, outcomes in enumerate(boards)
    ]
    one = event(*travellers, contestants=contestants, winners=2, program="Bridgemate")
    assert without_places(again(one)) == without_places(one)
    assert again(one).sessions[0].sections[0].contestants == tuple(contestants)


def shown_by_mdbtools(value: Value) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return "2026-01-31"
    # They take each half of a letter beyond the first 65,536 for a letter of its own.
    return "" if value is None else str(value).replace("😀", "??")


@pytest.mark.skipif(shutil.which("mdb-export") is None, reason="MDB Tools are not installed")
def test_mdbtools_read_every_table(tmp_path: Path) -> None:
    path = tmp_path / "made.bws"
    data = dumps_bws(Event(sessions=(Session("1", (SECTION_A, SECTION_B)),), date="2026-01-31", winners=2))
    path.write_bytes(data)
    file = JetFile(data)
    for table in file.tables:
        shown = subprocess.run(
            ["mdb-export", "-T", "%Y-%m-%d", str(path), table],
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
        ).stdout
        wanted = [{name: shown_by_mdbtools(value) for name, value in row.items()} for row in file.rows(table)]
        assert list(csv.DictReader(io.StringIO(shown))) == wanted
