from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.deals_common import MOST, card_numbers, deal_of_owners, marked_hands
from overtrick.formats.deals_dup import dumps_dup, loads_dup, sniff_dup
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.text import decode
from overtrick.model.board import Board
from overtrick.model.deal import Deal
from overtrick.model.event import Event, Section, Session, Traveller
from overtrick.model.reading import Counts, Severity

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")

DEALS = st.lists(st.permutations([0, 1, 2, 3] * 13).map(deal_of_owners), min_size=1, max_size=5)
THREE = [deal_of_owners(([0, 1, 2, 3] * 13)[turn:] + [0, 1, 2][:turn]) for turn in range(3)]


def event_of(deals: list[Deal], first: int = 1) -> Event:
    travellers = tuple(Traveller(Board.numbered(number), (), deal) for number, deal in enumerate(deals, first))
    return Event(sessions=(Session("1", (Section("", travellers=travellers),)),))


def boards(event: Event) -> list[tuple[Board, Deal | None]]:
    return [(one.board, one.deal) for one in event.sessions[0].sections[0].travellers]


def numbers(event: Event) -> list[int]:
    return [one.board.number for one in event.sessions[0].sections[0].travellers]


@given(deals=DEALS, first=st.integers(1, 995))
def test_what_is_written_comes_back(deals: list[Deal], first: int) -> None:
    data = dumps_dup(event_of(deals, first))
    assert sniff_dup(data)
    assert len(data) == 156 * len(deals)
    reading = loads_dup(data)
    assert reading.event == event_of(deals, first)
    assert (reading.counts, reading.problems) == (Counts(len(deals), len(deals)), ())
    assert dumps_dup(reading.event) == data


@pytest.mark.parametrize(
    ("first", "head"), [(1, b"YN1  0 03 "), (17, b"YN17 0 19 "), (98, b"YN98 0 100"), (997, b"YN9970 999")]
)
def test_the_head_has_the_first_board_and_the_last(first: int, head: bytes) -> None:
    data = dumps_dup(event_of(THREE, first))
    assert data[146:156] == head
    assert data[302:312] == data[458:468] == bytes(10)
    assert numbers(loads_dup(data).event) == [first, first + 1, first + 2]


@pytest.mark.parametrize(
    ("head", "first", "words"),
    [
        (b"YN1 1 3  ", 1, "does not tell its boards"),  # nine bytes, and a zero one behind
        (b"YN1  1 3  ", 1, ""),
        (b"NN17 1 19 ", 17, ""),
        (b"YN17 0 03 ", 17, ""),  # the number of boards in place of the last one
        (b"YN1  0 16 ", 1, "boards 1 to 16; it has 3"),
        (b"YN17 0 16 ", 17, "boards 17 to 16; it has 3"),
        (b"YY1  0 03 ", 1, "backwards"),
        (b"YN0  0 03 ", 1, "does not tell its boards"),
        (b"YN1  1003 ", 1, ""),
        (b"YN1 20    ", 1, "does not tell its boards"),
        (b"\0" * 10, 1, "does not tell its boards"),
    ],
)
def test_heads_of_other_programs(head: bytes, first: int, words: str) -> None:
    data = dumps_dup(event_of(THREE))
    reading = loads_dup(data[:146] + head.ljust(10, b"\0") + data[156:])
    assert numbers(reading.event) == [first, first + 1, first + 2]
    assert reading.counts.taken == 3
    assert len(reading.problems) == bool(words)
    assert words in "".join(map(str, reading.problems))


def test_boards_that_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="board 1000 is too high; the format goes to 999"):
        dumps_dup(event_of(THREE, 998))


@pytest.mark.parametrize(("at", "words"), [(156, "hands behind"), (156 + 78, "card numbers")])
def test_one_form_of_a_board_is_enough(at: int, words: str) -> None:
    data = dumps_dup(event_of(THREE))
    good = 156 if at > 156 else 234
    data = data[:good] + b"??" + data[good + 2 :]
    reading = loads_dup(data)
    assert reading.event == event_of(THREE)
    assert [one.severity for one in reading.problems] == [Severity.WARNING]
    assert reading.problems[0].where == "board 2, byte 156"
    assert words in reading.problems[0].text


def test_two_different_deals_are_none() -> None:
    data = dumps_dup(event_of(THREE))
    reading = loads_dup(data[:156] + card_numbers(THREE[0]) + marked_hands(THREE[1]) + data[302:])
    assert numbers(reading.event) == [1, 3]
    assert reading.counts == Counts(3, 2, 1)
    assert [str(one) for one in reading.problems] == [
        "board 2, byte 156: error: the card numbers are another deal than the hands behind them"
    ]


def test_a_board_without_one_sound_form_is_refused_alone() -> None:
    data = dumps_dup(event_of(THREE))
    reading = loads_dup(b"0101" + data[4:78] + b"\x06\x03\x03" + data[81:])
    assert numbers(reading.event) == [2, 3]
    assert reading.counts == Counts(3, 2, 1)
    assert "twice" in reading.problems[0].text
    assert sniff_dup(b"x" + data[1:])
    assert numbers(loads_dup(b"x" + data[1:]).event) == [1, 2, 3]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r", b"  \r\n"])
def test_the_older_kind(line_end: bytes) -> None:
    data = b"".join(card_numbers(deal) + line_end for deal in THREE) + b"\x1a"
    assert sniff_dup(data)
    reading = loads_dup(data)
    assert reading.event == event_of(THREE)
    assert reading.counts == Counts(3, 3)
    assert [one.severity for one in reading.problems] == [Severity.NOTE]


@pytest.mark.parametrize("bad", [0, 1, 2])
def test_a_bad_line_of_the_older_kind(bad: int) -> None:
    lines = [card_numbers(deal) for deal in THREE]
    lines[bad] = b"99" + lines[bad][2:]
    data = b"\r\n".join(lines) + b"\r\n"
    assert sniff_dup(data)
    reading = loads_dup(data)
    assert numbers(reading.event) == [number for number in (1, 2, 3) if number != bad + 1]
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == [f"line {bad + 1}"]


def test_every_cut_is_told_or_read() -> None:
    data = dumps_dup(event_of(THREE))
    for end in range(len(data)):
        sniff_dup(data[:end])
        try:
            reading = loads_dup(data[:end])
        except FormatError:
            assert end == 0
            continue
        assert reading.counts.found == reading.counts.taken + reading.counts.refused
        assert reading.counts.taken >= end // 156


@given(at=st.integers(0, 467), byte=st.integers(0, 255))
def test_every_flip_costs_one_board_at_most(at: int, byte: int) -> None:
    data = bytearray(dumps_dup(event_of(THREE)))
    data[at] = byte
    reading = loads_dup(bytes(data))
    assert reading.counts.found == 3
    assert reading.counts.refused <= 1
    deals = [deal for _board, deal in boards(reading.event)]
    assert deals == [deal for deal in THREE if deal in deals]


@given(data=st.binary(max_size=600))
def test_any_bytes(data: bytes) -> None:
    sniff_dup(data)
    try:
        reading = loads_dup(data)
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


@pytest.mark.parametrize(
    "data",
    [
        b"0" * (156 * MOST + 1),
        card_numbers(THREE[0]) + b"\n" * 4 * (MOST + 1),
        card_numbers(THREE[0]) + b"\nx" * MOST,
    ],
    ids=["records", "empty lines", "lines"],
)
def test_too_many_boards(data: bytes) -> None:
    with pytest.raises(FormatError, match="more than"):
        loads_dup(data)


@pytest.mark.parametrize("data", [b"", b"\0" * 312, b"01" * 39 + b"\n", b"0" * 156, b"YN1  0 03 " * 32])
def test_what_is_another_file(data: bytes) -> None:
    assert not sniff_dup(data)


@needs_real
@pytest.mark.parametrize("name", ["test.dup", "big-deal.dup"])
def test_real_files_byte_for_byte(name: str) -> None:
    path = REAL / "deals" / name
    reading = loads_dup(path.read_bytes())
    beside = loads_pbn(decode(path.with_suffix(".pbn").read_bytes()))
    assert boards(reading.event) == boards(beside.event)
    assert reading.problems == ()
    assert dumps_dup(reading.event) == dumps_dup(beside.event) == path.read_bytes()


@needs_real
def test_no_other_real_file_is_taken() -> None:
    taken = {path.suffix for path in REAL.rglob("*") if path.is_file() and sniff_dup(path.read_bytes())}
    assert taken == {".dup"}
