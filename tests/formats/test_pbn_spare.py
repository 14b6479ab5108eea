"""What PBN tells beyond the fields of an event: of the whole event it is kept, of contestants too, the rest is told."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.differences import differences
from overtrick.formats.format import load, loads
from overtrick.formats.pbn_spare import BESIDE
from overtrick.formats.pbn_write import dumps_pbn, dumps_pbn_import
from overtrick.model.board import Board
from overtrick.model.event import Contestant, Event, Line, Match, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import PassedOut
from overtrick.model.reading import Reading, Severity

REAL = sorted((Path(__file__).resolve().parents[2].parent / "shared" / "formats" / "data" / "pbn").glob("*.pbn"))
RUTER = next((path for path in REAL if path.stem.startswith("ruter")), None)
DEAL = '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]'


def read(text: str) -> Reading:
    return loads(text.encode(), format="pbn")


def beside(reading: Reading) -> list[str]:
    found = [one for one in reading.problems if one.rule == BESIDE]
    assert all((one.where, one.severity) == ("whole file", Severity.WARNING) for one in found)
    return [one.text.partition(": ")[2] for one in found]


def game(number: int, *tags: str, body: str = "") -> str:
    own = "\n".join(tags)
    return f'[Event "Cup"]\n[Board "{number}"]\n[Contract "Pass"]{body}\n{own}\n\n'.replace("\n\n\n", "\n\n")


PLAIN = [game(1, '[Annotator "Ann Dahl"]', '[Mood "good"]'), game(2, '[Annotator "Ann Dahl"]', '[Mood "bad"]')]


@pytest.mark.parametrize("comment", ["", " ; why"], ids=["plain", "strict"])
def test_a_tag_of_the_event_is_kept_and_one_of_a_game_is_told(comment: str) -> None:
    reading = read("".join(PLAIN).replace('"Pass"]', f'"Pass"]{comment}'))
    assert reading.event.extra == (("Annotator", "Ann Dahl"),)
    assert beside(reading) == ["Mood (2), 2 comments" if comment else "Mood (2)"]


def test_a_tag_of_the_event_that_games_have_otherwise_is_told() -> None:
    reading = read(game(1, '[Stage "Final"]') + game(2, '[Stage "Plate"]') + game(3, '[Stage "?"]'))
    assert reading.event.extra == ()
    assert beside(reading) == ["Stage (2)"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (game(1, '[Room "Open"]'), []),  # which stands with the table
        (game(1, '[Room "Open"]').replace('[Contract "Pass"]', DEAL), ["Room (1)"]),
        (game(1, '[HomeTeam "A"]', '[VisitTeam "B"]'), ["HomeTeam (1), VisitTeam (1)"]),
        (game(1, '[Annotator ""]', '[Mood "-"]'), []),
        (game(1, '[OptimumScore "NS 420"]'), ["OptimumScore (1)"]),
        ("{one}\n; two\n" + game(1), ["2 comments"]),
        (
            game(1, '[Dealer "N"]', '[ScoreTable "PairId_NS;PairId_EW;Contract"]\n1 2 Pass', '[Auction "N"]\nAP'),
            ["Auction (1)"],
        ),
        (game(1, '[Dealer "N"]', '[Auction "N"]\nAP {kept with the line}'), []),
        (
            game(1, '[ScoreTable "PairId_NS;PairId_EW;Contract;Mood"]\n1 2 Pass good\n3 4 Pass -'),
            ["ScoreTable: Mood (1)"],
        ),
    ],
)
def test_what_is_told(text: str, told: list[str]) -> None:
    assert beside(read(text)) == told


def test_the_words_of_the_scoring_stay_where_they_say_more_than_the_method() -> None:
    event = read(game(1, '[Scoring "IMP;Butler-2;Mean"]')).event
    assert event.extra == (("Scoring", "IMP;Butler-2;Mean"),)
    assert '[Scoring "IMP;Butler-2;Mean"]' in dumps_pbn(event)
    assert '[Scoring "MP"]' in dumps_pbn(replace(event, method="matchpoints"))
    assert read(game(1, '[Scoring "MP"]')).event.extra == ()


@pytest.mark.skipif(RUTER is None, reason="the shared files are not here")
def test_columns_and_datums_of_ruter() -> None:
    reading = load(RUTER or "")
    assert reading.event.extra == (
        ("Scoring", "IMP;Butler-2;Mean"),
        ("Competition", "Pairs"),
        ("EventDate", "2012.01.24"),
        ("Annotator", "Event 62"),
    )
    section = reading.event.sessions[0].sections[0]
    tied = next(who for who in section.contestants if who.key == "6")
    assert tied.extra == (("RankTie", "5"), ("Table", "3"), ("NrBoards", "21"), ("Club", "Club 35"))
    assert (tied.stated_place, tied.players[0].number) == ("4=", "90948")
    datums = {one.board.number: one.stated_datum for one in section.travellers}
    assert datums[1] == -90
    assert None not in datums.values()
    assert beside(reading) == []


@pytest.mark.parametrize("write", [dumps_pbn, dumps_pbn_import])
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_files_keep_what_is_beside_the_fields(path: Path, write: object) -> None:
    event = load(path).event
    text = dumps_pbn(event) if write is dumps_pbn else dumps_pbn_import(event)
    assert differences(event, read(text).event) == []


def test_columns_of_players_and_a_datum_that_differs() -> None:
    table = '[TotalScoreTable "PairId;Names;MemberID1;Sex2;Club2x"]\n7 "Eva; Bo" 11 F Elm\n'
    rows = '[ScoreTable "PairId_NS;PairId_EW;Contract;ButlerDatum"]\n7 8 Pass 10\n9 6 Pass 20\n'
    reading = read(game(1, table + rows.rstrip()))
    section = reading.event.sessions[0].sections[0]
    eva, bo = next(who for who in section.contestants if who.key == "7").players
    assert (eva, bo) == (Player("Eva", "11"), Player("Bo", "", (("Sex2", "F"),)))
    assert section.contestants[0].extra == (("Club2x", "Elm"),)
    assert section.travellers[0].stated_datum is None
    assert any("several datums" in one.text for one in reading.problems)


MATCH = [
    f'[Event "Cup"]\n[Board "{board}"]\n[Dealer "{"NES"[board - 1]}"]\n[Scoring "IMP"]\n[Declarer "N"]\n'
    f'[Contract "1NT"]\n[Result "{tricks}"]\n[HomeTeam "Larks"]\n[VisitTeam "Owls"]\n[Room "{room}"]\n[Round "2"]\n'
    f'[North "N{room}"]\n[South "S{room}"]\n[East "E{room}"]\n[West "W{room}"]\n\n'
    for board in (1, 2)
    for room, tricks in (("Open", 7), ("Closed", 6))
]


@pytest.mark.parametrize("comment", ["", " ; why"], ids=["plain", "strict"])
def test_games_of_two_teams_make_a_match(comment: str) -> None:
    text = "".join(MATCH).replace('"1NT"]', f'"1NT"]{comment}')
    event = read(text).event
    section = event.sessions[0].sections[0]
    assert section.matches == (Match("Larks", "Owls", "2", (1, 2)),)
    assert [(line.ns, line.table) for line in section.travellers[0].lines] == [("Larks", ""), ("Owls", "")]
    names = {who.key: who.names for who in section.contestants}
    assert names["Larks"] == ("NOpen", "SOpen", "EClosed", "WClosed")
    assert (event.method, event.extra) == ("team-imps", ())
    written = dumps_pbn(event)
    assert written.count('[Room "Closed"]') == 2
    assert differences(event, read(written).event) == []


def event_of(extra: tuple[tuple[str, str], ...], of_who: tuple[tuple[str, str], ...]) -> Event:
    line = Line("1", "2", PassedOut(), PassedOut(), stated=Stated(points=0))
    pairs = (Contestant("1", None, (Player("Eva"), Player("Bo")), extra=of_who), Contestant("2"))
    board = Traveller(Board.numbered(1), (line,), stated_datum=Fraction(-45))
    return Event("E", (Session("1", (Section("A", pairs, (board,)),)),), winners=1, extra=extra)


names = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=9)


@given(names, names)
def test_nothing_that_is_told_beside_breaks_out(name: str, value: str) -> None:
    event = event_of(((name, value), ("Annotator", value)), ((name, value), ("Club", value)))
    found = differences(event, read(dumps_pbn(event)).event)
    assert {(one.kind, one.field) for one in found} <= {("event", "extra"), ("contestant", "extra")}


@pytest.mark.parametrize("name", ["Rank", "TotalScoreMP", "Names", "MemberID1", "Sex1", "A/B", "A;B", "", "Ö", "@X"])
def test_names_that_are_no_columns_of_their_own_are_left_out(name: str) -> None:
    event = event_of((), ((name, "7"),))
    assert differences(event_of((), ()), read(dumps_pbn(event)).event) == []


def test_a_datum_stands_in_the_table() -> None:
    event = event_of((), (("Club", "Elm Lane"),))
    assert differences(event, read(dumps_pbn(event)).event) == []
