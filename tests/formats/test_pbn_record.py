"""Bidding, play and double-dummy tricks of PBN in the event, and back: what is read is written and read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.errors import FormatError
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.pbn_record import read_tricks
from overtrick.formats.pbn_write import dumps_pbn
from overtrick.formats.text import decode
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import TrickTable
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import Average, Awarded, Missing, Outcome, PassedOut, Played
from overtrick.model.reading import Reading
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Doubling, Seat, Strain

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data" / "pbn").glob("*.pbn")) + sorted(
    (SHARED / "cases" / "files" / "hand").glob("*.pbn")
)
needs_shared = pytest.mark.skipif(not REAL, reason="the shared files are not here")

GAME = """[Event "Night"]
[Board "1"]
[North "Ann"]
[South "Bo"]
[East "Cy"]
[West "Di"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
[Declarer "N"]
[Contract "1NT"]
[Result "7"]
[Auction "N"]
1NT =1= Pass {why} Pass =2= Pass
[Note "1: 15-17,  flat"]
[Note "2:"]
[Play "E"]
CA C8 C5 C2
CK C9 C6 C3
- - - D5 ; seen
*
"""


def read(text: str) -> Reading:
    return loads_pbn(decode(text.encode()))


def travellers(event: Event) -> list[Traveller]:
    return [one for session in event.sessions for section in session.sections for one in section.travellers]


def bare(event: Event) -> Event:
    """The event without where its lines stood in the file."""

    def plain(traveller: Traveller) -> Traveller:
        return replace(traveller, lines=tuple(replace(line, where="") for line in traveller.lines))

    return replace(
        event,
        sessions=tuple(
            replace(
                session,
                sections=tuple(
                    replace(section, travellers=tuple(map(plain, section.travellers))) for section in session.sections
                ),
            )
            for session in event.sessions
        ),
    )


def again(event: Event, form: str) -> Event:
    return bare(read(dumps_pbn(event, form=form)).event)


def record_of(text: str) -> TableRecord | None:
    ((line,),) = (traveller.lines for traveller in travellers(read(text).event))
    return line.record


def test_bidding_play_and_what_was_said_of_them() -> None:
    """Calls from the dealer on, notes as alerts, cards in the order played, a stop with a result as a claim."""
    record = record_of(GAME.replace("- - - D5 ; seen\n", "- - - - ; seen\n"))
    assert record == TableRecord(
        (Call("1N", "15-17, flat"), Call("P"), Call("P", ""), Call("P")),
        ("CA", "C8", "C5", "C2", "CK", "C9", "C6", "C3"),
        claim=7,
        comment="why\nseen",
    )


def test_cards_behind_one_that_nobody_saw_are_not_kept_and_it_is_told() -> None:
    reading = read(GAME)
    record = travellers(reading.event)[0].lines[0].record
    assert record is not None
    assert len(record.cards) == 8
    assert record.claim is None
    assert any("nobody saw" in problem.text for problem in reading.problems)


def test_a_skipped_turn_is_told_and_the_calls_are_not_kept() -> None:
    reading = read(GAME.replace("1NT =1= Pass", "1NT =1= ^S"))
    record = travellers(reading.event)[0].lines[0].record
    assert record is not None
    assert record.calls == ()
    assert any("by turns" in problem.text for problem in reading.problems)


def test_an_insufficient_bid_comes_back_with_its_mark() -> None:
    text = GAME.replace("1NT =1= Pass {why} Pass =2= Pass", "1NT ^I 1D Pass Pass Pass").replace("[Note", "[Site")
    event = read(text).event
    record = travellers(event)[0].lines[0].record
    assert record is not None
    assert [call.text for call in record.calls] == ["1N", "1D", "P", "P", "P"]
    assert "1NT ^I 1D Pass Pass" in dumps_pbn(event)


@pytest.mark.parametrize("form", ["export", "import"])
def test_a_game_of_one_table_comes_back_whole(form: str) -> None:
    event = read(GAME).event
    assert again(event, form) == bare(event)
    assert travellers(event)[0].lines[0].ns == "Ann - Bo"


@needs_shared
@pytest.mark.parametrize("form", ["export", "import"])
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files_come_back_whole(path: Path, form: str) -> None:
    event = loads_pbn(decode(path.read_bytes())).event
    assert again(event, form) == bare(event)


DIGITS = "77777 66666 8888d 0000c".replace(" ", "")


def test_double_dummy_tricks_by_digits_and_by_table() -> None:
    """Declarers N, S, E, W, each NT, S, H, D, C; the table may tell of some of them only."""
    assert read_tricks(DIGITS) == TrickTable((7,) * 5 + (6,) * 5 + (8,) * 4 + (13,) + (0,) * 4 + (12,))
    (traveller,) = travellers(read(f'[Board "1"]\n{GAME.split(chr(10))[8]}\n[DoubleDummyTricks "{DIGITS}"]\n').event)
    assert traveller.tricks == read_tricks(DIGITS)
    rows = '[OptimumResultTable "Declarer;Denomination;Result"]\nS NT 9\nW H 3\n'
    (traveller,) = travellers(read(f'[Board "1"]\n{GAME.split(chr(10))[8]}\n{rows}').event)
    assert traveller.tricks is not None
    assert traveller.tricks.of(Seat.SOUTH, Strain.NOTRUMP) == 9
    assert traveller.tricks.of(Seat.WEST, Strain.HEARTS) == 3
    assert sum(number is not None for number in traveller.tricks.tricks) == 2


@pytest.mark.parametrize("text", ["7777", "7" * 19 + "e", "x" * 20])
def test_no_double_dummy_tricks(text: str) -> None:
    with pytest.raises(FormatError):
        read_tricks(text)


@pytest.mark.parametrize("rows", ["S NT 14", "S NT 9\nS N 8", "Q NT 9", "S NT"])
def test_a_table_that_cannot_be_is_told(rows: str) -> None:
    text = f'[Board "1"]\n{GAME.split(chr(10))[8]}\n[OptimumResultTable "Declarer;Denomination;Result"]\n{rows}\n'
    reading = read(text)
    assert travellers(reading.event)[0].tricks is None
    assert any("line 3" in problem.where for problem in reading.problems)


def test_digits_and_table_that_differ_are_told() -> None:
    rows = '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9\n'
    text = f'[Board "1"]\n{GAME.split(chr(10))[8]}\n[DoubleDummyTricks "{DIGITS}"]\n{rows}'
    assert any("differ" in problem.text for problem in read(text).problems)


CALLS = (Call("P"), Call("1C", 'say "two"'), Call("X"), Call("XX", ""), Call("P"), Call("P"), Call("P"))
PLAYED = Played(Contract(1, Strain.CLUBS, Doubling.REDOUBLED, Seat.SOUTH), 9)


def line(ns: str, ew: str, outcome: Outcome, record: TableRecord | None, **more: str) -> Line:
    return Line(ns, ew, outcome, outcome, record=record, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["export", "import"])
@pytest.mark.parametrize(
    "lines",
    [
        (line("1", "2", PLAYED, TableRecord(CALLS, ("S2", "S3", "SA", "S4", "H2"), 9), lead="S2"),),
        (line("1", "2", PLAYED, TableRecord((), ("S2",)), lead="S2"), line("3", "4", PLAYED, None)),
        (
            line("1", "2", PLAYED, None, round="3", table="4"),
            line("3", "4", PassedOut(), TableRecord((Call("P"),) * 4, comment="dull } indeed\nbut quick")),
            line("5", "6", Awarded(Average.PLUS), None),
        ),
        (line("1", "2", Missing(), TableRecord((Call("P"), Call("P"))), remark="auction incomplete"),),
        (line("1", "2", Awarded(Average.AVERAGE), TableRecord(CALLS)),),
        (replace(line("1", "2", PLAYED, TableRecord(CALLS)), stated=Stated(points=-90)),),
        (line("1", "2", PLAYED, None, lead="S2", south="7", west="8"),),
    ],
)
def test_records_are_written_beside_whatever_else_a_line_says(lines: tuple[Line, ...], form: str) -> None:
    keys = dict.fromkeys(key for one in lines for key in (one.ns, one.south, one.ew, one.west) if key)
    who = tuple(Contestant(key, players=(Player(f"A {key}"), Player("[B]"))) for key in keys)
    board = Traveller(Board.numbered(2), lines, tricks=TrickTable((7,) * 19 + (None,)))
    event = Event("#", (Session("1", (Section("A", who, (board,)),)),), "2024-01-16", "##2", "matchpoints", 1)
    wanted = bare(event)
    found = again(event, form)
    if any("}" in one.record.comment for one in lines if one.record):  # a brace would end the comment
        assert travellers(found)[0].lines[1].record == TableRecord((Call("P"),) * 4, comment="dull ) indeed\nbut quick")
        wanted, found = replace(wanted, sessions=()), replace(found, sessions=())
    assert found == replace(wanted, name=found.name)
    assert found.name in ("", "#")


def test_another_form_is_refused() -> None:
    with pytest.raises(FormatError, match="export"):
        dumps_pbn(Event(), form="short")


ROWS = '[Board "1"]\n[ScoreTable "Contract;Declarer;Result;Multiplicity"]\n'


def test_multiplicity_stands_for_so_many_lines() -> None:
    """PBN 2.1, section 5.9: a row of a frequency table is as many results."""
    reading = read(ROWS + "1NT N 7 3\n2S W 8 -\nPass - - 2\n")
    assert [str(line.ns_outcome) for line in travellers(reading.event)[0].lines] == [
        *["1NT N ="] * 3,
        "2S W =",
        *["PASS"] * 2,
    ]
    assert (reading.counts.taken, reading.counts.refused) == (6, 0)


@pytest.mark.parametrize("row", ["1NT N 7 0", "1NT N 7 x", "1NT N 7 999999"])
def test_multiplicity_that_cannot_be_is_refused(row: str) -> None:
    reading = read(ROWS + row + "\n1NT N 8 1\n")
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert any("Multiplicity" in problem.text for problem in reading.problems)


def test_multiplicity_of_named_pairs_is_refused_by_name() -> None:
    text = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Multiplicity"]\n1 2 Pass 2\n3 4 Pass 1\n'
    reading = read(text)
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert any("Multiplicity 2" in problem.text for problem in reading.problems)
