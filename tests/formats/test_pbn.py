"""PBN: the tokeniser keeps the text, each game is read by itself, tables, inheritance, and what is wrong is told."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.format import loads
from overtrick.formats.pbn import loads_pbn, sniff_pbn
from overtrick.formats.pbn_auction import hold_auction
from overtrick.formats.pbn_spare import BESIDE
from overtrick.formats.pbn_text import read_pbn_text
from overtrick.formats.pbn_values import read_contract, read_result, read_score
from overtrick.formats.pbn_write import PbnSection, dumps_pbn, game_text, not_held_by_pbn
from overtrick.formats.text import decode
from overtrick.model.event import Line, Traveller
from overtrick.model.outcome import Missing, PassedOut, Played
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Side, Vulnerability

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data" / "pbn").glob("*.pbn")) + sorted(
    (SHARED / "cases" / "files" / "hand").glob("*.pbn")
)
needs_shared = pytest.mark.skipif(not REAL, reason="the shared files are not here")

DEAL = '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]'


def read(text: str) -> Reading:
    return loads_pbn(decode(text.encode()))


def travellers(reading: Reading) -> list[Traveller]:
    event = reading.event
    return [one for session in event.sessions for section in session.sections for one in section.travellers]


def only(text: str) -> Line:
    (traveller,) = travellers(read(text))
    (line,) = traveller.lines
    return line


def worst(reading: Reading) -> list[str]:
    """What is wrong; what only the file itself keeps is not."""
    found = [problem for problem in reading.problems if problem.severity is not Severity.NOTE]
    return [str(problem) for problem in found if problem.rule != BESIDE]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ('[Declarer "S"][Contract "4HX"][Result "9"]', "4HX S -1"),
        ('[Declarer "^S"][Contract "4HX"][Result "^9"]', "4HX S -1"),
        ('[Declarer "E"][Contract "3NT"][Result "NS 4 EW 9"]', "3NT E ="),
        ('[Declarer "E"][Contract "3NT"][Result "NS 4"]', "3NT E ="),
        ('[contract "pass"][declarer ""][RESULT ""]', "PASS"),
        ('[Contract "?"][Declarer "?"][Result "?"]', "?"),
        ('[Contract "3NT"][Declarer "E"][Result "?"]', "?"),
        ('[Contract "3NT"][Declarer "E"][Result ""][Score "EW 400"]', "-400"),
        ('[Score "NS 620"]', "+620"),
        ('[Dealer "N"][Auction "N"]\n1S X ap\n[Result "6"]', "1SX N -1"),
        ('[Dealer "E"][Auction "E"]\nAP', "PASS"),
        ('[Dealer "E"][Auction "E"]\nPass Pass Pass', "?"),
    ],
)
def test_what_a_game_came_to(tags: str, expected: str) -> None:
    """PBN 2.1, sections 3.4 and 3.5; unknown, passed out and a number of tricks are three different facts."""
    assert str(only(f'[Board "1"]{tags}').ns_outcome) == expected


def test_nothing_known_is_missing_and_not_a_pass() -> None:
    assert isinstance(only('[Board "3"]\n[Contract "?"]\n[Result "?"]').ns_outcome, Missing)


@pytest.mark.parametrize(
    ("text", "declarer", "expected"),
    [
        ("-100", Side.EW, 100),
        ("-100", Side.NS, -100),
        ("-100", None, None),
        ("NS +550", None, 550),
        ("EW 620", Side.NS, -620),
        ("EW 10 NS 0", None, 0),
        ("EW -2.5", None, Fraction(5, 2)),
    ],
)
def test_forms_of_a_score(text: str, declarer: Side | None, expected: Fraction | int | None) -> None:
    score = read_score(text, declarer)
    assert (score.to_ns if score else None) == expected


@pytest.mark.parametrize("text", ["14", "NS 9 EW 2", "C-2", "NS", "nine", "NS 9 NS 4"])
def test_no_result(text: str) -> None:
    with pytest.raises(FormatError):
        read_result(text, Side.NS)


@pytest.mark.parametrize("text", ["8H", "4Q", "Passe partout", "4HXXX"])
def test_no_contract(text: str) -> None:
    with pytest.raises(FormatError):
        read_contract(text)


def test_tags_win_over_the_number_and_the_mismatch_is_told() -> None:
    reading = read('[Board "117"]\n[Dealer "E"]\n[Vulnerable "EW"]\n[Declarer "S"]\n[Contract "3D"]\n[Result "8"]')
    (traveller,) = travellers(reading)
    assert (traveller.board.dealer, traveller.board.vulnerability) == (Seat.EAST, Vulnerability.EW)
    assert any("117" in text for text in worst(reading))


def test_the_number_fills_gaps_without_a_word() -> None:
    reading = read('[Board "07"]\n[Contract "Pass"]')
    (traveller,) = travellers(reading)
    assert (traveller.board.number, traveller.board.vulnerability) == (7, Vulnerability.BOTH)
    assert not worst(reading)


def test_vulnerability_of_other_programs_is_read_and_told() -> None:
    reading = read('[Board "2"]\n[Vulnerable "N-S "]\n[Contract "Pass"]')
    assert travellers(reading)[0].board.vulnerability is Vulnerability.NS
    assert len(worst(reading)) == 1


def test_comments_everywhere_and_line_ends_of_all_kinds() -> None:
    text = '\ufeff% PBN 2.1\r\n[Board "1"] ; one\r\n{ [Board "9"]\r\n over lines }\r\n[Contract "Pass"]\r\n'
    reading = read(text)
    assert [one.board.number for one in travellers(reading)] == [1]
    assert not worst(reading)


def test_one_bad_game_takes_no_other_with_it() -> None:
    good = '[Board "{}"]\n[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n\n'
    reading = read(good.format(1) + good.format(2).replace("1NT", "9NT") + good.format(3) + "tail\t1 %\n")
    assert [one.board.number for one in travellers(reading)] == [1, 3]
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (3, 2, 1)
    assert any(problem.where == "line 16" for problem in reading.problems)


def test_the_last_game_needs_no_line_end() -> None:
    reading = read('[Board "1"]\n[Contract "Pass"]\n\n[Board "2"]\n[Contract "Pass"]')
    assert reading.counts.taken == 2


def test_games_without_an_empty_line_between() -> None:
    text = '[Event "A"]\n[Board "1"]\n[Contract "Pass"]\n[Event "A"]\n[Board "2"]\n[Contract "Pass"]\n'
    assert [one.board.number for one in travellers(read(text))] == [1, 2]


def test_inheritance() -> None:
    text = (
        '[Event "##Final"]\n[Site "Hall"]\n[Board "1"]\n[North "Ann"]\n[Contract "Pass"]\n\n'
        '[Site "#"]\n[Board "2"]\n[North "#"]\n[Contract "#"]\n[Result "?"]\n'
    )
    reading = read(text)
    assert reading.event.name == "Final"
    assert [line.ns for one in travellers(reading) for line in one.lines] == ["Ann - ?", "Ann - ?"]
    assert isinstance(travellers(reading)[1].lines[0].ns_outcome, Missing)
    assert any("Contract" in text for text in worst(reading))


TABLE = (
    '[Event "Pairs"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Scoring "IMP;Butler"]\n' + DEAL + "\n"
    '[TotalScoreTable "Rank\\\\2R;RankTie\\\\2R;PairId\\\\2R;TotalScoreIMP\\\\3R;Names\\\\20L"]\n'
    '1 - 3 9 "Ann; Bob"\n2 3 1 -4 "Cy; Di"\n2 3 2 -4 "Ed; Flo"\n'
    '[ScoreTable "PairId_NS\\\\2R;PairId_EW;Contract;Declarer;Result;Lead;Score_NS;Score_EW;IMP_NS;IMP_EW"]\n'
    '3 1 1N N 8 ST "120" - 5 -5\n'
    '2 4 2S W 7 - "50"\n - 4 -4\n'
    "5 6 Pass - - - - - ^3 ^-3\n"
).replace("\\\\", "\\")


def test_tables() -> None:
    """Line ends mean nothing within a table; `^` marks an artificial score (PBN 2.1, section 5)."""
    reading = read(TABLE)
    (traveller,) = travellers(reading)
    assert [str(line.ns_outcome) for line in traveller.lines[:2]] == ["1NT N +1", "2S W -1"]
    stated = traveller.lines[1].stated
    assert stated is not None
    assert (stated.points, stated.ns, stated.ew, stated.unit) == (50, Fraction(4), Fraction(-4), "imps")
    award = traveller.lines[2].ew_outcome
    assert getattr(award, "value", None) == -3
    first, second, *_others = reading.event.sessions[0].sections[0].contestants
    assert (first.key, first.names, first.stated_total, first.stated_place) == ("3", ("Ann", "Bob"), Fraction(9), "1")
    assert (second.stated_place, reading.event.winners, reading.event.method) == ("2=", 1, "butler")
    assert traveller.deal is not None
    assert str(traveller.deal.hand(Seat.WEST)) == "432.AKQJ.T98.765"


def test_a_row_that_does_not_fit_is_refused_alone() -> None:
    text = (
        '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 2 1NT N 7\n3 4 1NT N\n5 6 2S S 8\n'
    )
    reading = read(text)
    assert (reading.counts.taken, reading.counts.refused) == (2, 1)
    assert any(problem.where == "line 4" for problem in reading.problems)


@pytest.mark.parametrize(
    "text",
    [
        '[Board "1"]\n[Dealer "S"]\n[Declarer "N"]\n[Contract "1C"]\n[Result "7"]\n[Auction "S"]\n1C AP',
        '[Board "1"]\n[Dealer "S"]\n[Declarer "S"]\n[Contract "1CX"]\n[Result "7"]\n[Auction "S"]\n1C AP',
        '[Dealer "N"]\n[Auction "N"]\n1D 1C',
        '[Dealer "N"]\n[Auction "N"]\n1D Pass X',
        '[Dealer "N"]\n[Auction "N"]\n1D =1= AP',
        '[Dealer "N"]\n[Auction "N"]\n1D !!! AP',
        '[Deal "N:AKQJ.T98.765.4322 - - -"]',
        '[Deal "N:AKQJ.T98.765.432 AT98.765.432.KQJ - -"]',
        '[Date "95.06.10"]',
        '[Vulnerable "E"]',
        '[Site "a"]\n[Site "b"]',
        "[Event]",
        "[Event Tuesday]",
        '[Contract "Pass"]\n[Result "1"]',
        '[ScorePercentage "-10"]',
        '[Board "1"]\nbad letters',
    ],
)
def test_faults_are_told(text: str) -> None:
    assert worst(read(text))


def test_a_card_that_is_not_in_the_hand_and_a_revoke_are_told() -> None:
    head = f'[Board "1"]\n[Dealer "N"]\n{DEAL}\n[Declarer "S"]\n[Contract "1NT"]\n[Result "7"]\n[Play "W"]\n'
    assert not worst(read(head + "S4 SA S8 S7"))
    assert any("SK" in text for text in worst(read(head + "SK SA S8 S7")))
    assert any("H9" in text for text in worst(read(head + "S4 H9 S8 S7")))


def test_declarer_is_the_first_to_name_the_strain() -> None:
    auction = hold_auction(Seat.EAST, ["P", "1C", "P", "1N", "P", "3N", "AP"])
    assert auction.contract is not None
    assert auction.contract.declarer is Seat.NORTH


def test_teams_in_two_rooms() -> None:
    game = (
        '[Event "Cup"]\n[Board "1"]\n[Room "{room}"]\n[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n[Scoring "IMP"]\n'
        '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n\n'
    )
    reading = read(game.format(room="Open") + game.format(room="Closed"))
    (traveller,) = travellers(reading)
    assert [(line.ns, line.ew) for line in traveller.lines] == [("Reds", "Blues"), ("Blues", "Reds")]
    assert (reading.event.method, reading.event.winners) == ("team-imps", 1)


def test_written_and_read_again() -> None:
    event = read(TABLE).event
    again = loads(dumps_pbn(event).encode())
    assert again.format == "pbn"
    for before, after in zip(travellers(Reading(event)), travellers(again), strict=True):
        assert (before.board, before.deal) == (after.board, after.deal)
        assert [(line.ns_outcome, line.ew_outcome, line.stated) for line in before.lines] == [
            (line.ns_outcome, line.ew_outcome, line.stated) for line in after.lines
        ]


def test_what_pbn_has_no_words_for_is_told_and_still_comes_back() -> None:
    results = ("AVE+/AVE-", "NS: 4S N = | EW: 4S N -1", "W: 60% 4S N = + 40% 4S N -1", "NP")
    rows = "".join(f"1,{pair},{pair + 1},{result}\n" for pair, result in zip((1, 3, 5, 7), results, strict=True))
    event = loads(b"board,ns,ew,contract\n" + rows.encode()).event
    assert len(not_held_by_pbn(event)) == 4
    before, after = travellers(Reading(event)), travellers(loads(dumps_pbn(event).encode()))
    assert [line.ew_outcome for line in before[0].lines] == [line.ew_outcome for line in after[0].lines]


def test_a_passed_out_board_has_no_declarer_and_notes_follow_their_section() -> None:
    event = read('[Board "8"]\n[Contract "Pass"]').event
    text = dumps_pbn(event)
    assert '[Declarer ""]\n[Contract "Pass"]\n[Result ""]' in text
    notes = game_text([], PbnSection(Seat.WEST, ["Pass =1="], {1: "weak"}), PbnSection(Seat.NORTH, ["SA"], {1: "why"}))
    assert [line.split()[0] for line in notes.split("\n") if line.startswith("[")] == [
        "[Auction",
        "[Note",
        "[Play",
        "[Note",
    ]


def test_recognised() -> None:
    assert sniff_pbn('{ why }\n; and\n[Event "A"]')
    assert not sniff_pbn("board,ns,ew\n1,2,3")
    assert isinstance(only('[Board "1"]\n[Contract "Pass"]').ns_outcome, PassedOut)
    assert isinstance(only('[Board "1"]\n[Contract "1C"][Declarer "N"][Result "7"]').ns_outcome, Played)


@given(st.text(alphabet='[]{}"\\;%^ \n\tABoard019', max_size=300))
def test_the_tokeniser_loses_nothing(text: str) -> None:
    written = read_pbn_text(text).text()
    assert "".join(written.split()) == "".join(text.split())


@given(st.integers(0, 10_000))
def test_damage_is_refused_or_read(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(TABLE.encode())
    for _time in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.choice(b'[]{}"\\;%^-019 \nASN')
    data = data[: chance.randrange(len(data))]
    try:
        reading = loads(bytes(data), format="pbn")
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


@needs_shared
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files_are_kept_and_written_back(path: Path) -> None:
    decoded = decode(path.read_bytes())
    text = decoded.text.removeprefix("\ufeff")
    assert "".join(read_pbn_text(text).text().split()) == "".join(text.split())
    reading = loads_pbn(decoded)
    if path.name.startswith("correct"):
        assert not worst(reading)
    if path.name.startswith("errors"):
        assert worst(reading)


@needs_shared
def test_a_whole_tournament() -> None:
    path = SHARED / "formats" / "data" / "pbn" / "ruter_butler2_mean.pbn"
    reading = loads_pbn(decode(path.read_bytes()))
    lines = [line for one in travellers(reading) for line in one.lines]
    assert (len(lines), reading.event.method, reading.event.winners) == (168, "butler", 1)
    assert all(line.stated and line.stated.points is not None and line.stated.ns is not None for line in lines)
