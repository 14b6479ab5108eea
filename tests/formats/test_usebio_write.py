"""USEBIO as it is written: it reads back to the same event, and is well formed whatever the event holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.parsers import expat

import pytest
from hypothesis import given, settings

from event_strategies import events
from overtrick.errors import FormatError
from overtrick.formats.format import load, loads
from overtrick.formats.text import decode
from overtrick.formats.usebio_write import dumps_usebio, dumps_usebio_13
from overtrick.formats.xml_tree import parse_xml
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Event, Line, Match, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import Average, Awarded, BareScore, Missing, NotPlayed, Outcome, PassedOut, Unit, Weighted
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.scorer import score_event
from usebio_files import HANDS, INDIVIDUAL, SWISS, VPS, board_of, event_of, file_of, line_of, match_of, pair

FILES = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "usebio"
REAL = sorted(FILES.glob("*.xml"))
HALF = Fraction(1, 2)

TUESDAY = (
    "session,section,board,ns,ew,contract,score\n1,A,1,1,5,4SX N =,\n1,A,1,2,6,PASS,\n"
    "1,A,1,3,7,,-50\n1,A,1,4,8,A60/40,\n"
    "1,A,2,1,6,3NT W -1,\n1,A,2,2,7,NP,\n1,A,2,3,8,1NT S =,\n\n"
    "contestant,direction,player1,number1\n1,NS,Ann & <Bo>,7\n2,NS,Cy,\n3,NS,Di,\n4,NS,Ed,\n"
    "5,EW,F,\n6,EW,G,\n7,EW,H,\n8,EW,I,\n"
)


def placeless(event: Event) -> Event:
    """The event without places in a file."""

    def lines(many: Iterable[Line]) -> tuple[Line, ...]:
        return tuple(replace(line, where="") for line in many)

    sessions = tuple(
        replace(
            session,
            sections=tuple(
                replace(
                    part,
                    travellers=tuple(replace(one, lines=lines(one.lines)) for one in part.travellers),
                    matches=tuple(replace(match, where="") for match in part.matches),
                )
                for part in session.sections
            ),
        )
        for session in event.sessions
    )
    return replace(event, sessions=sessions)


def again(event: Event, version: str = "1.2") -> Event:
    text = dumps_usebio(event, version=version)
    well_formed(text)
    return placeless(loads(text.encode(), format="usebio").event)


def well_formed(text: str) -> None:
    expat.ParserCreate().Parse(text.encode(), True)


@pytest.mark.skipif(not REAL, reason="the shared files are not here")
@pytest.mark.parametrize("version", ["1.2", "1.3"])
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_read_back_the_same(path: Path, version: str) -> None:
    event = load(path).event
    assert again(event, version) == placeless(event)
    assert dumps_usebio(event, version=version) == dumps_usebio(again(event, version), version=version)


_FOLLOWS = {
    "DIRECTION": "a pair of a list of one winner has none, whatever the file says",
    "PLAYED_BY": "a board that is passed out, or whose contract cannot be read, has none",
    "CONTRACT": "the text of one that cannot be read is a remark",
    "TRICKS": "as PLAYED_BY",
    "DUPLICATES": "the travellers of each board that were printed, which is told",
    "START_BOARD_NUMBER": "of a set of hands, whose boards say it",
    "END_BOARD_NUMBER": "the same",
    "IMPS": "of a board of a match, which follow from its lines; their sum is kept",
    **dict.fromkeys(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), "a void told by a dash is an empty element"),
    **dict.fromkeys(("NS_MATCH_POINTS", "EW_MATCH_POINTS", "PERCENTAGE"), "IMPs of salliere, written as such"),
}
_TWICE = ("usebio11_individual_sample",)  # lines that stand twice count once


def texts(text: str) -> Counter[str]:
    tree = parse_xml(text)
    return Counter(tree.texts) + Counter(f"@{name}" for tag in ("PLAYER", "PAIR") for node in tree.root.walk(tag)
                                         for name in node.attributes)  # fmt: skip


@pytest.mark.skipif(not REAL, reason="the shared files are not here")
@pytest.mark.parametrize("version", ["1.2", "1.3"])
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_no_element_of_a_real_file_is_lost(path: Path, version: str) -> None:
    before, after = texts(decode(path.read_bytes()).text), texts(dumps_usebio(load(path).event, version=version))
    lost = {name for name, count in before.items() if count > after[name]} - set(_FOLLOWS)
    assert after.total() > 500
    assert {name for name in lost if path.stem not in _TWICE or not after[name]} == set()


_LINE = (
    *("DIRECTION", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "N_PLAYER_NUMBER", "S_PLAYER_NUMBER", "E_PLAYER_NUMBER"),
    *("W_PLAYER_NUMBER", "ROUND_NUMBER", "TABLE_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE"),
    *(f"{side}_{unit}" for unit in ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS") for side in ("NS", "EW")),
    *("LIN_DATA", "NOTES"),
)


@pytest.mark.skipif(not REAL, reason="the shared files are not here")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_each_element_of_a_line_stands_once_and_in_its_order(path: Path) -> None:
    lines = list(parse_xml(dumps_usebio(load(path).event)).root.walk("TRAVELLER_LINE"))
    assert lines
    for line in lines:
        places = [_LINE.index(child.tag) for child in line.children]
        assert places == sorted(set(places))


def test_a_line_has_its_lead_once() -> None:
    event = loads(file_of(line_of(CONTRACT="1NT", PLAYED_BY="E", LEAD="H2", TRICKS="8", SCORE="-120"))).event
    assert dumps_usebio(event).count("<LEAD>") == 1


EXTRA = (
    ("@MOOD", '<good> & "bad"'),
    ("TITLE", "Cup & <Plate>"),
    ("CONTACT/SCORER", "Di"),
    ("CONTACT/EMAIL", "di@example.org"),
    ("CONTACT/SCORER", "Ed"),
    ("CLUB/@REGION", "north"),
    ("CLUB/CLUB_ID_NUMBER", "1042"),
    ("HANDSET/@HANDSET_ID", "Red"),
    ("HANDSET/LEGEND/LINE", "one"),
    ("HANDSET/LEGEND/LINE", "two"),
)


def test_what_there_is_no_field_for_reads_back() -> None:
    points = (("MASTER_POINTS/MASTER_POINTS_AWARDED", "6"), ("MASTER_POINTS/MASTER_POINT_TYPE", "BLACK"))
    told = pair("1").replace("</NATIONAL_ID_NUMBER>", "</NATIONAL_ID_NUMBER><CLUB_ID_NUMBER>7</CLUB_ID_NUMBER>")
    data = file_of(line_of(SCORE="50"), pairs=told).replace(
        b"</USEBIO>", f"<HANDSET>{board_of(1, HANDS)}</HANDSET></USEBIO>".encode()
    )
    event = placeless(loads(data).event)
    section = event.sessions[0].sections[0]
    pairs = (replace(section.contestants[0], extra=points + points), *section.contestants[1:])
    boards = tuple(replace(one, stated_datum=Fraction(-30)) for one in section.travellers)
    section = replace(section, contestants=pairs, travellers=boards)
    event = replace(event, extra=EXTRA, sessions=(Session("1", (section,)),))
    assert again(event) == event
    text = dumps_usebio(event)
    assert text.count("<MASTER_POINTS>") == 2
    assert text.count("<CONTACT>") == 2
    assert text.count("<LEGEND>") == 1


@pytest.mark.parametrize(
    "name",
    [
        "BOARD",
        "CONTACT/TRAVELLER_LINE",
        "Annotator",
        "A B",
        "A><B",
        "/",
        "",
        "@",
        "DATE",
        "@EVENT_TYPE",
        "A/" * 30 + "A",
    ],
)
def test_names_that_are_none_of_usebio_are_left_out(name: str) -> None:
    event = replace(one_line(PassedOut()), extra=((name, "7"),))
    assert again(event) == replace(event, extra=())


def test_players_of_a_team_keep_what_is_told_of_their_pair() -> None:
    def player(name: str, *extra: tuple[str, str]) -> Player:
        return Player(name, "", extra)

    told = ("PAIR/PAIR_IMPS", "-20.99")
    players = (player("a", told, ("CLUB_ID_NUMBER", "1")), player("b"), player("c"), player("d", told), player("e"))
    event = team_event()
    teams, match = event.sessions[0].sections
    pair_, other = teams.contestants
    teams = replace(teams, contestants=(replace(pair_, players=players, extra=(("WINS_OR_DRAWS", "3"),)), other))
    event = replace(event, sessions=(Session("1", (teams, match)),))
    assert again(event).sessions[0].sections[0] == teams


def test_a_program_and_its_version_stand_apart_again() -> None:
    event = replace(one_line(PassedOut()), program="Scorer 7.1", extra=(("PROGRAM_VERSION", "7.1"),))
    assert "<PROGRAM_NAME>Scorer</PROGRAM_NAME>\n<PROGRAM_VERSION>7.1</PROGRAM_VERSION>" in dumps_usebio(event)
    assert again(event) == event
    standing = score_event(event)
    assert "<PROGRAM_VERSION>" not in dumps_usebio(standing.event, standing=standing)


ROUNDS = [
    match_of(
        board_of(1, line_of(SCORE="50")), board_of(9),
        ROUND_NUMBER=told, NS_PAIR_NUMBER="1", EW_PAIR_NUMBER="11",
    )
    for told in "12"
]  # fmt: skip
SPARE = f"<HANDSET>{board_of(7, HANDS)}</HANDSET></USEBIO>".encode()
TEAMS = event_of(
    match_of(
        board_of(1, line_of(NS_PAIR_NUMBER="1-1-2", EW_PAIR_NUMBER="2-3-4", SCORE="420"),
                 line_of(NS_PAIR_NUMBER="2-1-2", EW_PAIR_NUMBER="1-3-4", SCORE="-50")),
        ROUND_NUMBER="1", TEAM="1", OPPOSING_TEAM="2", TEAM_SCORE="10", TEAM_VICTORY_POINTS="15",
    ),
    kind="TEAMS", inner=VPS + '<PARTICIPANTS><TEAM TEAM_ID="1"/><TEAM TEAM_ID="2"/></PARTICIPANTS>',
)  # fmt: skip
LIN = "mb|p|mb|1N|an| |mb|p|mb|p|mb|p|pc|HK|nt|50%25 of them|mc|8|"


@pytest.mark.parametrize(
    "data",
    [
        INDIVIDUAL,
        SWISS,
        TEAMS,
        file_of(line_of(SCORE="420", NOTES="late & <slow>", TABLE_NUMBER="4", ROUND_NUMBER="2", LEAD="D10")),
        file_of(line_of(CONTRACT="1NT", PLAYED_BY="E", TRICKS="8", SCORE="-120", LIN_DATA=LIN)),
        file_of(line_of(SCORE="50")).replace(b"</USEBIO>", SPARE),
        event_of(*ROUNDS, kind="SWISS_PAIRS"),
    ],
    ids=["individual", "swiss", "teams", "notes", "play", "spare hands", "rounds"],
)
def test_own_files_read_back_the_same(data: bytes) -> None:
    event = placeless(loads(data).event)
    assert again(event) == event
    assert again(event, "1.3") == event


@settings(max_examples=40, deadline=None)
@given(events())
def test_whatever_an_event_holds_is_written_well_formed_and_reads(event: Event) -> None:
    text = dumps_usebio(event)
    well_formed(text)
    assert dumps_usebio(event) == text
    reading = loads(text.encode(), format="usebio")
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


def one_line(ns: Outcome, ew: Outcome | None = None, *, stated: Stated | None = None) -> Event:
    line = Line("1", "2", ns, ns if ew is None else ew, stated=stated)
    pairs = (Contestant("1", Side.NS), Contestant("2", Side.EW))
    section = Section("A", pairs, (Traveller(Board.numbered(1), (line,)),))
    return Event("E", (Session("1", (section,)),), method="matchpoints", winners=2)


def line_in(event: Event) -> Line:
    return event.sessions[0].sections[0].travellers[0].lines[0]


@pytest.mark.parametrize(
    "ns",
    [
        PassedOut(),
        NotPlayed(),
        Missing(),
        Awarded(Fraction(60)),
        Awarded(Fraction(125, 2)),
        Awarded(Fraction(100)),
        Awarded(Average.PLUS),
        Awarded(Fraction(3), Unit.IMPS),
        Awarded(Fraction(29, 2), Unit.MATCHPOINTS),
        Weighted(((HALF, BareScore(50)), (HALF, PassedOut()))),
    ],
    ids=str,
)
@pytest.mark.parametrize("ew", [None, Awarded(Fraction(40)), Awarded(Average.MINUS), BareScore(-50)], ids=str)
def test_every_kind_of_outcome_reads_back(ns: Outcome, ew: Outcome | None) -> None:
    event = one_line(ns, ew)
    assert again(event) == event


@pytest.mark.parametrize(
    ("ns", "ew", "written"),
    [
        (Awarded(Fraction(60)), Awarded(Fraction(40)), "<SCORE>A6040</SCORE>"),
        (Awarded(Fraction(5)), Awarded(Fraction(0)), "<SCORE>A0500</SCORE>"),
        (BareScore(-50), BareScore(-50), "<SCORE>-50</SCORE>"),
        (NotPlayed(), NotPlayed(), "<SCORE>NP</SCORE>"),
        (PassedOut(), PassedOut(), "<CONTRACT>PASS</CONTRACT>"),
    ],
)
def test_how_scores_are_written(ns: Outcome, ew: Outcome, written: str) -> None:
    assert written in dumps_usebio(one_line(ns, ew))


def test_a_score_that_no_deal_has_is_left_out_of_a_split_result() -> None:
    assert line_in(again(one_line(PassedOut(), BareScore(10)))).ns_outcome == Missing()


def test_points_beside_an_award_tell_what_was_given() -> None:
    given_ = one_line(
        Awarded(Fraction(23), Unit.MATCHPOINTS),
        Awarded(Fraction(11), Unit.MATCHPOINTS),
        stated=Stated(Fraction(23), Fraction(11)),
    )
    text = dumps_usebio(given_)
    assert "<SCORE>A5050</SCORE>\n<NS_MATCH_POINTS>23</NS_MATCH_POINTS>\n<EW_MATCH_POINTS>11</EW_MATCH_POINTS>" in text


def test_numbers_of_another_unit_are_left_out() -> None:
    event = one_line(PassedOut(), stated=Stated(Fraction(50), Fraction(50), "percent", 0))
    assert line_in(again(event)).stated == Stated(points=0)


def test_dealer_vulnerability_and_calls() -> None:
    record = TableRecord((Call("1N", "15-17 | %"), Call("X", ""), Call("P")), ("ST",), 7, "first\nsecond | third")
    board = Board(5, Seat.SOUTH, Vulnerability.NONE)
    event = one_line(PassedOut())
    section = event.sessions[0].sections[0]
    line = replace(section.travellers[0].lines[0], record=record)
    event = replace(event, sessions=(Session("1", (replace(section, travellers=(Traveller(board, (line,)),)),)),))
    assert again(event) == event


def test_names_cannot_break_out() -> None:
    nasty = ']]><X a="1">&\'\x00\x1b</PLAYER_NAME>\r\nEnd'
    event = replace(one_line(PassedOut()), name=nasty, club=nasty)
    section = event.sessions[0].sections[0]
    pairs = (replace(section.contestants[0], players=(Player(nasty, nasty),)), section.contestants[1])
    event = replace(event, sessions=(Session(nasty, (replace(section, key=nasty, contestants=pairs),)),))
    read = again(event)
    assert read.name == nasty.replace("\x00\x1b", "")
    assert read.sessions[0].sections[0].contestants[0].players[0].name == read.name
    assert (read.sessions[0].key, read.sessions[0].sections[0].key) == (read.name, read.name)


def team_event(*matches: Match, keys: tuple[str, str] = ("A-1", "B-2")) -> Event:
    home, away = keys
    lines = (
        Line(home, away, BareScore(420), BareScore(420), stated=Stated(unit="cross-imps", points=420)),
        Line(away, home, BareScore(-50), BareScore(-50), stated=Stated(unit="cross-imps", points=-50)),
    )
    teams = tuple(Contestant(key, players=(Player(f"{key} x"), Player(f"{key} y"), Player(f"{key} z"))) for key in keys)
    match = Section(
        f"{home} - {away}",
        (Contestant(home), Contestant(away)),
        (Traveller(Board.numbered(1), lines),),
        matches=matches,
    )
    return Event("Cup", (Session("1", (Section("", teams), match)),), method="team-imps", winners=1)


@pytest.mark.parametrize(
    "stated",
    [
        (),
        (Stated(Fraction(10), Fraction(-10), "imps"),),
        (Stated(Fraction(14), Fraction(6), "vps"),),
        (Stated(Fraction(14), Fraction(6), "vps"), Stated(Fraction(10), Fraction(-10), "imps")),
    ],
)
@pytest.mark.parametrize("boards", [(1,), (1, 2, 3), (1, 5)])
def test_matches_of_teams_read_back(stated: tuple[Stated, ...], boards: tuple[int, ...]) -> None:
    event = team_event(Match("A-1", "B-2", "1", boards, stated))
    if boards == (1, 2, 3):  # the numbers of a match in which one board has lines are told by that board
        assert again(event).sessions[0].sections[1].matches[0].stated == stated
    assert again(event) == event


def test_teams_without_a_match_in_the_file() -> None:
    read = again(team_event())
    assert [line.ns for line in read.sessions[0].sections[1].travellers[0].lines] == ["A-1", "B-2"]
    assert (read.sessions[0].sections[1].matches[0].home, read.method) == ("A-1", "team-imps")
    names = [who.names for who in read.sessions[0].sections[0].contestants]
    assert names == [("A-1 x", "A-1 y", "A-1 z"), ("B-2 x", "B-2 y", "B-2 z")]


def test_the_boards_of_a_match_have_what_a_standing_gives_them() -> None:
    standing = score_event(team_event(), Conditions(method="team-imps"))
    text = dumps_usebio(standing.event, standing=standing)
    assert "<TEAM_SCORE>10</TEAM_SCORE>\n<OPPOSING_TEAM_SCORE>-10</OPPOSING_TEAM_SCORE>" in text
    assert "<IMPS>10</IMPS>" in text
    assert '<EVENT EVENT_TYPE="TEAMS">\n<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD>' in text


def test_lines_names_and_places_of_a_standing_read_back() -> None:
    event = loads(TUESDAY.encode()).event
    standing = score_event(event)
    read = loads(dumps_usebio(event, standing=standing).encode()).event
    before = [line for board in event.sessions[0].sections[0].travellers for line in board.lines]
    after = [line for board in read.sessions[0].sections[0].travellers for line in board.lines]
    assert [(one.ns, one.ew, one.ns_outcome, one.ew_outcome) for one in after] == [
        (one.ns, one.ew, one.ns_outcome, one.ew_outcome) for one in before
    ]
    section = read.sessions[0].sections[0]
    names = {who.key: who for who in section.contestants}
    assert (section.key, names["1"].names, read.winners) == ("A", ("Ann & <Bo>",), 2)
    assert [(one.place, one.contestant.key) for one in score_event(read).places] == [
        (one.place, one.contestant.key) for one in standing.places
    ]


def test_datum_of_a_standing() -> None:
    event = replace(loads(TUESDAY.encode()).event, method="butler")
    standing = score_event(event, Conditions(method="butler"))
    assert "<BOARD_AVERAGE>" in dumps_usebio(event, standing=standing)


def test_editions() -> None:
    event = Event("E", date="2024-02-03")
    assert "<DATE>03/02/2024</DATE>" in dumps_usebio(event)
    assert '<USEBIO Version="1.3">' in dumps_usebio_13(event)
    with pytest.raises(FormatError, match=r"1\.2, 1\.3"):
        dumps_usebio(event, version="1.1")
