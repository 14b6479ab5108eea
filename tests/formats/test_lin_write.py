"""LIN written and read again: what it holds comes back equal, what it does not hold is named, nothing breaks out."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.lin import loads_lin
from overtrick.formats.lin_write import dumps_lin, not_held_by_lin
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.results_csv import loads_csv
from overtrick.formats.text import decode
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, Hand
from overtrick.model.event import Contestant, Event, Line, Match, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import Average, Awarded, Missing, Outcome, PassedOut, Played
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data").glob("*/*.lin")) + sorted((SHARED / "cases" / "files").glob("*/*.lin"))

MD = "SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,"
MATCH = (
    "vg|Cup, final,Segment 2,I,1,2,Reds,10,Blues,12|\nrs|4SS=,3NN-1,PASS,,|\npn|a,b,c,d,e,f,g,h|pg||\n"
    "qx|o1|st||md|3" + MD + "|sv|o|nt|hello|mb|p|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|HA|mc|10|pg||\n"
    "qx|c1|st||md|3" + MD + "|sv|o|mb|3N|mb|p|mb|p|mb|p|mc|8|pg||"
)
DEAL = Deal(
    Hand("AKQJT98", "765", "432", ""),
    Hand("765432", "AKQJT98", "", ""),
    Hand("", "432", "765", "AKQJT98"),
    Hand("", "", "AKQJT98", "765432"),
)
GAME = Played(Contract(4, Strain.SPADES, Doubling.DOUBLED, Seat.NORTH), 9)
RECORD = TableRecord(
    (Call("1S"), Call("2H", ""), Call("4S", "to play"), Call("X"), Call("P"), Call("P"), Call("P")),
    ("HA", "H4", "SK", "H5", "HK"),
    9,
    "what a deal\n\nindeed",
)


def read(text: str) -> Event:
    return loads_lin(decode(text.encode())).event


def again(event: Event) -> Event:
    return read(dumps_lin(event))


def unplaced(event: Event) -> Event:
    """The event without the lines of the file on which its parts stand."""

    def section(one: Section) -> Section:
        return replace(
            one,
            matches=tuple(replace(match, where="") for match in one.matches),
            travellers=tuple(
                replace(traveller, lines=tuple(replace(line, where="") for line in traveller.lines))
                for traveller in one.travellers
            ),
        )

    sessions = tuple(replace(one, sections=tuple(map(section, one.sections))) for one in event.sessions)
    return replace(event, sessions=sessions)


def event(*lines: Line, number: int = 1, deal: Deal | None = None) -> Event:
    return Event(sessions=(Session("1", (Section("", travellers=(Traveller(Board.numbered(number), lines, deal),)),)),))


def line(outcome: Outcome = GAME, **more: object) -> Line:
    return replace(Line("1", "2", outcome, outcome), **more)  # type: ignore[arg-type]


def only(read_again: Event) -> Line:
    ((found,),) = (one.lines for one in read_again.sessions[0].sections[0].travellers)
    return found


@pytest.mark.skipif(not REAL, reason="the shared files are not here")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files(path: Path) -> None:
    first = loads_lin(decode(path.read_bytes())).event
    assert unplaced(again(first)) == unplaced(first)


TEXTS = {
    "match": MATCH,
    "one room": "vg|Cup,1,I,1,2,Reds,1.5,Blues,0|qx|o1|mb|pppp|qx|o2|mb|pppp|",
    "no names": "qx|o1|mb|1N|mb|ppp|mc|8|qx|c1|mb|pppp|",
    "list alone": "vg|Cup,1,I,1,2,Reds,1/3,Blues,0|rs|PASS,,4HE=,3NW-1,|",
    "two matches": MATCH + "vg|Cup,Segment 2,I,3,3,Greens,1,Greys,2|rs|PASS,1NN=,|",
    "match to come": "vg|Cup,1,I,1,16,Reds,0,Blues,6|pn|a,b,c,d,e,f,g,h|",
    "pairs": "vg|Club,3,P,1,2,7,0,8,0|rs|PASS,1NN=,|mp|55.5,40,|bn|1,2|pn|a,b,c,d|",
    "table of a club": "".join(
        f"pn|Me,W{board},You,E{board}|st||md|{board % 4 + 1}SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,"
        f"|ah|Board {board}|sv|b|mb|1S!|an|five|mb|p|mb|p|mb|p|pc|HA|mc|{board}|nt|so, so|pg||\n"
        for board in (3, 5, 4)
    ),
    "unfinished": "pn|a,b,c,d|st||md|3SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,|ah|Board 9|mb|1S|mb|p|",
    "hands alone": "vg|Deals,1,P,1,2,,0,,0|qx|2|md|4SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,|sv|n|",
    "no hands": "vg|Club,3,P,1,2,7,0,8,0|rs|4SN=|qx|1|md|1,,,|sv|b|mb|4S!|mb|ppp|",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_lin_comes_back_equal(text: str) -> None:
    first = read(text)
    assert unplaced(again(first)) == unplaced(first)


def test_bidding_and_play_are_written() -> None:
    found = only(again(event(line(record=RECORD), deal=DEAL)))
    assert (found.record, found.ns_outcome, found.lead) == (RECORD, GAME, "HA")


def test_nothing_is_made_up_without_a_record() -> None:
    found = only(again(event(line(lead="HA"), deal=DEAL)))
    assert (found.record, found.lead, found.ns_outcome) == (None, "HA", GAME)


def test_an_auction_that_did_not_end() -> None:
    record = TableRecord((Call("1S"), Call("P")))
    assert only(again(event(line(Missing(), record=record)))).record == record


def test_cards_and_calls_of_other_formats_end_where_they_are_not_known() -> None:
    record = TableRecord((Call("1S"), Call("AP")), ("HA", "-", "H3"))
    assert only(again(event(line(record=record)))).record == TableRecord((Call("1S"),), ("HA",))


def test_csv_with_several_pairs() -> None:
    text = "board,ns,ew,contract\n1,1,2,4SX N +1\n2,1,2,PASS\n1,3,4,3NT E -2\n2,3,4,A60/40\n"
    first = loads_csv(decode(text.encode())).event
    found = [
        (one.board.number, line.ns, str(line.ns_outcome))
        for one in again(first).sessions[0].sections[0].travellers
        for line in one.lines
    ]
    assert found == [(1, "1", "4SX N +1"), (1, "3", "3NT E -2"), (2, "1", "PASS")]
    assert len(not_held_by_lin(first)) == 1


PBN = """[Event "Cup"]
[Scoring "IMP"]
[Competition "Teams"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[West "{0}1"] [North "{1}1"] [East "{0}2"] [South "{1}2"]
[HomeTeam "Reds"] [VisitTeam "Blues"] [Room "{2}"]
[Deal "N:AKQJT98.765.432. 765432.AKQJT98.. .432.765.AKQJT98 ..AKQJT98.765432"]
[Declarer "N"] [Contract "4S"] [Result "{3}"]
[Auction "N"]
4S Pass Pass Pass

"""


def test_a_match_from_pbn_and_back() -> None:
    text = PBN.format("b", "r", "Open", 10) + PBN.format("r", "b", "Closed", 9)
    first = loads_pbn(decode(text.encode())).event
    found = again(first)
    assert [str(one.ns_outcome) for one in found.sessions[0].sections[0].travellers[0].lines] == ["4S N =", "4S N -1"]
    assert [one.table for one in found.sessions[0].sections[0].travellers[0].lines] == ["open", "closed"]
    assert [(match.home, match.away) for match in found.sessions[0].sections[0].matches] == [("Reds", "Blues")]
    assert [
        one.record and [call.text for call in one.record.calls]
        for one in found.sessions[0].sections[0].travellers[0].lines
    ] == [["4S", "P", "P", "P"]] * 2


def test_sections_do_not_run_together() -> None:
    one = Traveller(Board.numbered(1), (line(),))
    two = Event(sessions=(Session("S", (Section("A", travellers=(one,)), Section("B", travellers=(one,)))),))
    assert [session.key for session in again(two).sessions] == ["S A", "S B"]


def test_carry_over_and_names_of_teams() -> None:
    teams = (
        Contestant("Reds", None, tuple(map(Player, "abcd")), carry_over=Fraction(1, 3)),
        Contestant("Blues", None, tuple(map(Player, "efgh")), carry_over=Fraction(-3, 2)),
    )
    outcome = PassedOut()
    lines = (Line("Blues", "Reds", outcome, outcome), Line("Reds", "Blues", GAME, GAME))
    section = Section("", teams, (Traveller(Board.numbered(1), lines),), matches=(Match("Reds", "Blues"),))
    found = again(Event("Cup, final", (Session("7", (section,)),))).sessions[0].sections[0]
    assert found.contestants == teams
    assert [(one.ns, one.table) for one in found.travellers[0].lines] == [("Blues", "closed"), ("Reds", "open")]


def test_what_is_not_held() -> None:
    outcomes: list[Outcome] = [
        Awarded(Average.PLUS),
        Missing(),
        Played(Contract(1, Strain.CLUBS), 7),
    ]
    for outcome in outcomes:
        one = event(line(outcome))
        assert dumps_lin(one) == ""
        assert len(not_held_by_lin(one)) == 1
    split = event(replace(line(), ew_outcome=PassedOut()))
    assert len(not_held_by_lin(split)) == 1


def test_names_and_words_cannot_break_out() -> None:
    """A bar, a comma and a control character in every text leave the number of keys as it is."""
    evil = "x|mc|13|,\n\r\x00y"
    record = TableRecord((Call("4S", evil), Call("P"), Call("P"), Call("P")), (), 10, evil)
    good = Section(
        evil,
        (Contestant(evil, None, (Player(evil),)),),
        (Traveller(Board.numbered(1), (Line(evil, "2", GAME, GAME, lead=evil, record=record),), DEAL),),
    )
    text = dumps_lin(Event(evil, (Session(evil, (good,)),)))
    assert "\0" not in text
    assert text.count("mc|") == 1
    assert all(re.fullmatch(r"\s*[a-z]{2}", key) for key in text.split("|")[:-1:2])


WORDS = st.text(st.characters(blacklist_characters="|,", blacklist_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12)


@given(WORDS.map(str.strip), WORDS.map(str.strip), st.sampled_from(list(Vulnerability)), st.sampled_from(list(Seat)))
def test_any_words(name: str, words: str, vulnerability: Vulnerability, dealer: Seat) -> None:
    board = Board(5, dealer, vulnerability)
    calls = (Call("1C", words), *(Call("P"),) * 3)
    record = TableRecord(calls, (), 8, words)
    stated = Stated(Fraction(55))
    outcome = Played(Contract(1, Strain.CLUBS, declarer=dealer), 8)
    players = (Player(name),) if name else ()
    pairs = (Contestant("7", None, players), Contestant("8", None))
    one = Line("7", "8", outcome, outcome, record=record, stated=replace(stated, unit="percent"))
    first = Event(name, (Session("1", (Section("", pairs, (Traveller(board, (one,), DEAL),)),)),))
    found = again(first)
    assert found.name == name
    assert found.sessions[0].sections[0].contestants[0].names == first.sessions[0].sections[0].contestants[0].names
    assert unplaced(found).sessions[0].sections[0].travellers == first.sessions[0].sections[0].travellers
