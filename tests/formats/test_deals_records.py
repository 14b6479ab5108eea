"""The files of hands whose boards are records of one size: .bri, .dge and .rzd."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.deals_bri import loads_bri, sniff_bri
from overtrick.formats.deals_common import MOST, card_numbers, deal_of_owners, marked_hands, owners
from overtrick.formats.deals_dge import loads_dge, sniff_dge
from overtrick.formats.deals_dup import dumps_dup, sniff_dup
from overtrick.formats.deals_rzd import loads_rzd, sniff_rzd
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.text import decode
from overtrick.model.board import Board
from overtrick.model.deal import Deal
from overtrick.model.event import Event
from overtrick.model.reading import Counts, Reading, Severity

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")

DEALS = st.lists(st.permutations([0, 1, 2, 3] * 13).map(deal_of_owners), min_size=1, max_size=5)
THREE = [deal_of_owners(([0, 1, 2, 3] * 13)[turn:] + [0, 1, 2][:turn]) for turn in range(3)]


def bri(deals: list[Deal]) -> bytes:
    return b"".join(card_numbers(deal).ljust(110) + bytes(18) for deal in deals)


def dge(deals: list[Deal]) -> bytes:
    return b"".join(marked_hands(deal) + bytes(60) for deal in deals)


def rzd(deals: list[Deal]) -> bytes:
    head = len(deals).to_bytes(2, "little") + b" " * 11
    boards = []
    for deal in deals:
        own = owners(deal)
        by_rank = [own[13 * suit + rank] for rank in range(13) for suit in range(4)]
        packed = sum(hand << 2 * (51 - at) for at, hand in enumerate(by_rank))
        boards.append(packed.to_bytes(13, "big"))
    return head + b"".join(boards)


Make = Callable[[list[Deal]], bytes]
Sniff = Callable[[bytes], bool]
Load = Callable[[bytes], Reading]
KINDS = [
    pytest.param(bri, sniff_bri, loads_bri, 0, 128, id="bri"),
    pytest.param(dge, sniff_dge, loads_dge, 0, 128, id="dge"),
    pytest.param(rzd, sniff_rzd, loads_rzd, 13, 13, id="rzd"),
]
every_kind = pytest.mark.parametrize(("make", "sniff", "load", "start", "size"), KINDS)


def boards(event: Event) -> list[tuple[Board, Deal | None]]:
    return [(one.board, one.deal) for one in event.sessions[0].sections[0].travellers]


def numbered(deals: list[Deal], *numbers: int) -> list[tuple[Board, Deal | None]]:
    return [(Board.numbered(number), deals[number - 1]) for number in numbers or range(1, len(deals) + 1)]


@every_kind
@given(deals=DEALS)
def test_the_deals_come_back(deals: list[Deal], make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    data = make(deals)
    assert len(data) == start + size * len(deals)
    reading = load(data)
    assert sniff(data)
    assert boards(reading.event) == numbered(deals)
    assert reading.counts == Counts(len(deals), len(deals))
    assert [one.severity for one in reading.problems] == [Severity.NOTE]
    assert not any(one.lines for one in reading.event.sessions[0].sections[0].travellers)
    assert [other(data) for other in (sniff_bri, sniff_dge, sniff_rzd, sniff_dup)].count(True) == 1


@every_kind
def test_one_bad_board_is_refused_alone(make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    data = bytearray(make(THREE))
    at = start + size
    data[at : at + 2] = bytes(2)
    reading = load(bytes(data))
    assert sniff(bytes(data))
    assert reading.counts == Counts(3, 2, 1)
    assert boards(reading.event) == numbered(THREE, 1, 3)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == [f"board 2, byte {at}"]


@pytest.mark.parametrize(("make", "load"), [(bri, loads_bri), (dge, loads_dge)])
def test_something_behind_the_cards(make: Make, load: Load) -> None:
    data = make(THREE)
    reading = load(data[:127] + b"x" + data[128:])
    assert boards(reading.event) == numbered(THREE, 2, 3)
    assert "behind" in reading.problems[1].text


@every_kind
def test_a_file_that_breaks_off(make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    data = make(THREE)[: start + 2 * size + size // 2]
    reading = load(data)
    assert reading.counts == Counts(3, 2, 1)
    assert "breaks off" in "".join(one.text for one in reading.problems)
    assert sniff(data) == (make is not rzd)  # a file without any mark is taken only where it is whole


@every_kind
@pytest.mark.parametrize("end", [b"\x1a", b"\r\n", b"\0"])
def test_what_stands_behind_the_last_board_is_none(
    make: Make, sniff: Sniff, load: Load, start: int, size: int, end: bytes
) -> None:
    del sniff, start, size
    reading = load(make(THREE) + end)
    assert (reading.counts.taken, reading.counts.refused) == (3, 0)


@every_kind
def test_every_cut_is_told_or_read(make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    data = make(THREE)
    for end in range(len(data)):
        whole = max(0, end - start) // size
        sniff(data[:end])
        try:
            reading = load(data[:end])
        except FormatError:
            assert end <= max(start, 1)
            continue
        assert whole <= reading.counts.taken <= whole + 1  # the blanks of the last one may be missing
        assert reading.counts.found == reading.counts.taken + reading.counts.refused


@every_kind
@given(at=st.integers(min_value=0), byte=st.integers(0, 255))
def test_every_flip_costs_one_board_at_most(
    at: int, byte: int, make: Make, sniff: Sniff, load: Load, start: int, size: int
) -> None:
    data = bytearray(make(THREE))
    at %= len(data)
    data[at] = byte
    sniff(bytes(data))
    reading = load(bytes(data))
    hit = (at - start) // size + 1 if at >= start else 0
    good = [number for number in (1, 2, 3) if number != hit]
    assert [one for one in boards(reading.event) if one[0].number != hit] == numbered(THREE, *good)


@every_kind
@given(data=st.binary(max_size=600))
def test_any_bytes(data: bytes, make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    del make, start, size
    if sniff(data):
        assert load(data).counts.taken
        return
    try:
        reading = load(data)
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


@every_kind
def test_too_many_boards(make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    del make, sniff
    with pytest.raises(FormatError, match="more than"):
        load(bytes(start + size * MOST + 1))


@every_kind
@pytest.mark.parametrize("data", [b"", b"\0" * 256, b" " * 256, b"0" * 256, b"\x1b" * 260, bytes(range(256)) * 2])
def test_what_is_another_file(data: bytes, make: Make, sniff: Sniff, load: Load, start: int, size: int) -> None:
    del make, load, start, size
    assert not sniff(data)


def test_a_wrong_number_of_boards() -> None:
    data = b"\x09" + rzd(THREE)[1:]
    assert not sniff_rzd(data)
    reading = loads_rzd(data)
    assert reading.counts.taken == 3
    assert [str(one) for one in reading.problems if one.severity is Severity.WARNING] == [
        "whole file: warning: the file tells of 9 boards; it has 3"
    ]


def test_a_head_with_words_is_another_file() -> None:
    assert not sniff_rzd(rzd(THREE).replace(b" ", b"x"))


def test_blanks_behind_the_cards_do_not_make_it_lines() -> None:
    data = b"".join(card_numbers(deal).ljust(128) for deal in THREE)
    assert sniff_bri(data)
    assert not sniff_dup(data)
    assert not sniff_dup(data[:128])


def test_a_head_without_boards() -> None:
    with pytest.raises(FormatError, match="no hands"):
        loads_rzd(rzd([]))


@needs_real
@pytest.mark.parametrize(
    ("name", "sniff", "load", "make"),
    [
        ("test.bri", sniff_bri, loads_bri, bri),
        ("test.dge", sniff_dge, loads_dge, dge),
        ("test.rzd", sniff_rzd, loads_rzd, rzd),
        ("big-deal.bri", sniff_bri, loads_bri, bri),
        ("big-deal.dge", sniff_dge, loads_dge, dge),
    ],
)
def test_real_files_hold_what_their_pbn_holds(name: str, sniff: Sniff, load: Load, make: Make) -> None:
    data = (REAL / "deals" / name).read_bytes()
    assert sniff(data)
    reading = load(data)
    beside = loads_pbn(decode((REAL / "deals" / name).with_suffix(".pbn").read_bytes()))
    assert boards(reading.event) == boards(beside.event)
    assert make([deal for _board, deal in boards(reading.event) if deal]) == data
    assert dumps_dup(reading.event) == (REAL / "deals" / name).with_suffix(".dup").read_bytes()


@needs_real
@pytest.mark.parametrize(("sniff", "ending"), [(sniff_bri, ".bri"), (sniff_dge, ".dge"), (sniff_rzd, ".rzd")])
def test_no_other_real_file_is_taken(sniff: Sniff, ending: str) -> None:
    taken = {path.suffix for path in REAL.rglob("*") if path.is_file() and sniff(path.read_bytes())}
    assert taken == {ending}
