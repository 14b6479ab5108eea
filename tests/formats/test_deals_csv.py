from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.deals_common import MOST, deal_of_owners
from overtrick.formats.deals_csv import loads_deals_csv, sniff_deals_csv
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.results_csv import sniff_csv
from overtrick.formats.salliere import sniff_salliere
from overtrick.formats.text import Decoded, decode
from overtrick.model.board import Board
from overtrick.model.deal import Deal
from overtrick.model.event import Event
from overtrick.model.reading import Counts, Reading, Severity
from overtrick.model.terms import Seat, Vulnerability

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")

ROUND_ROBIN = deal_of_owners([0, 1, 2, 3] * 13)
SIGNS = {Vulnerability.NONE: "-", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.BOTH: "All"}


def read(text: str) -> Reading:
    return loads_deals_csv(Decoded(text, "utf-8"))


def line_of(number: int, deal: Deal = ROUND_ROBIN) -> str:
    board = Board.numbered(number)
    suits = [suit for hand in deal.hands if hand for suit in hand.suits]
    cells = [*suits, str(number), f"{board.dealer.value}/{SIGNS[board.vulnerability]}"]
    return ",".join(f'"{cell}"' for cell in cells) + "\n"


def boards(event: Event) -> list[tuple[Board, Deal | None]]:
    return [(one.board, one.deal) for one in event.sessions[0].sections[0].travellers]


def numbers(reading: Reading) -> list[int]:
    return [one.board.number for one in reading.event.sessions[0].sections[0].travellers]


@given(deals=st.lists(st.permutations([0, 1, 2, 3] * 13).map(deal_of_owners), min_size=1, max_size=16))
def test_the_deals_come_back(deals: list[Deal]) -> None:
    text = "".join(line_of(number, deal) for number, deal in enumerate(deals, 1))
    assert sniff_deals_csv(text)
    assert not sniff_csv(text)
    assert not sniff_salliere(text)
    reading = read(text)
    assert [deal for _board, deal in boards(reading.event)] == deals
    assert (reading.counts, reading.problems) == (Counts(len(deals), len(deals)), ())


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"2"', '"0"', "does not exist"),
        ('"2"', '"two"', "no board number"),
        ('"2"', '"1"', "stands already at line 1"),
        ('"E/NS"', '"X/NS"', "no dealer"),
        ('"E/NS"', '"E/ABC"', "not a vulnerability"),
        ('"E/NS"', '"E/NS",', "19 cells"),
        ('"AT62"', '"AT6"', "13 cards, not 12"),
        ('"AT62"', '"AT66"', "twice"),
        ('"AT62"', '"AT6x"', "no suit"),
        ('"AT62"', '"AT65"', "two hands"),
        ('"AT62"', "A" * 200_000, "0 cells"),
        ('"AT62"', "A" * 20_000, "no suit"),
    ],
)
def test_a_bad_board_is_refused_alone(old: str, new: str, words: str) -> None:
    reading = read(line_of(1) + line_of(2).replace(old, new, 1) + line_of(3))
    assert numbers(reading) == [1, 3]
    assert reading.counts == Counts(3, 2, 1)
    assert [one.where for one in reading.problems] == ["line 2"]
    assert words in reading.problems[0].text
    assert len(reading.problems[0].text) < 200


def test_dealer_and_vulnerability_are_those_of_the_file() -> None:
    reading = read(line_of(2).replace("E/NS", "W/All"))
    board = reading.event.sessions[0].sections[0].travellers[0].board
    assert board == Board(2, Seat.WEST, Vulnerability.BOTH)
    assert [one.severity for one in reading.problems] == [Severity.NOTE]


@pytest.mark.parametrize(
    "text",
    ["", "12,8,3,2H+2,N\n", "board,ns,ew,contract", ",".join([""] * 16) + ",1,N/-", line_of(1)[:60], '"' * 400],
)
def test_what_is_another_file(text: str) -> None:
    assert not sniff_deals_csv(text)


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_text_without_boards(text: str) -> None:
    with pytest.raises(FormatError, match="no hands"):
        read(text)


@pytest.mark.parametrize("text", ["x\n" * (MOST + 1), "\n" * 4 * (MOST + 1)], ids=["boards", "lines"])
def test_too_many_boards(text: str) -> None:
    with pytest.raises(FormatError, match="more than"):
        read(text)


def test_every_cut_costs_the_last_board() -> None:
    text = line_of(1) + line_of(2)
    for end in range(len(text)):
        reading = None
        try:
            reading = read(text[:end])
        except FormatError:
            assert end == 0
        if reading:
            assert reading.counts.found == reading.counts.taken + reading.counts.refused
            assert reading.counts.taken >= text[:end].count("\n")


@given(text=st.text(st.sampled_from('AKQJT98765432",\n/NESW-1'), max_size=300))
def test_any_text(text: str) -> None:
    sniff_deals_csv(text)
    try:
        reading = read(text)
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


@needs_real
@pytest.mark.parametrize("name", ["test.csv", "big-deal.csv"])
def test_real_files_hold_what_their_pbn_holds(name: str) -> None:
    path = REAL / "deals" / name
    decoded = decode(path.read_bytes())
    assert sniff_deals_csv(decoded.text)
    reading = loads_deals_csv(decoded)
    beside = loads_pbn(decode(path.with_suffix(".pbn").read_bytes()))
    assert boards(reading.event) == boards(beside.event)
    assert reading.problems == ()
    assert "".join(line_of(board.number, deal) for board, deal in boards(beside.event) if deal) == decoded.text


@needs_real
def test_no_other_real_file_is_taken() -> None:
    texts = [
        path for path in REAL.rglob("*") if path.suffix in (".csv", ".txt", ".pbn", ".lin", ".xml", ".dlm", ".html")
    ]
    taken = {path.name for path in texts if sniff_deals_csv(path.read_bytes().decode("latin-1"))}
    assert taken == {"test.csv", "big-deal.csv"}
