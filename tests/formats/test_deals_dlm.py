from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.deals_common import MOST, deal_of_owners
from overtrick.formats.deals_dlm import dumps_dlm, loads_dlm, sniff_dlm
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.text import Decoded, decode
from overtrick.model.board import Board
from overtrick.model.deal import Deal
from overtrick.model.event import Event, Section, Session, Traveller
from overtrick.model.reading import Counts, Reading, Severity

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")

DEALS = st.lists(st.permutations([0, 1, 2, 3] * 13).map(deal_of_owners), min_size=1, max_size=5)
THREE = [deal_of_owners(([0, 1, 2, 3] * 13)[turn:] + [0, 1, 2][:turn]) for turn in range(3)]
LETTERS = st.text(st.characters(codec="latin-1"), max_size=30)


def read(text: str) -> Reading:
    return loads_dlm(decode(text.encode()))


def event_of(deals: list[Deal], first: int = 1, name: str = "", program: str = "") -> Event:
    travellers = tuple(Traveller(Board.numbered(number), (), deal) for number, deal in enumerate(deals, first))
    return Event(name, (Session("1", (Section("", travellers=travellers),)),), program=program)


def boards(event: Event) -> list[tuple[Board, Deal | None]]:
    return [(one.board, one.deal) for one in event.sessions[0].sections[0].travellers]


def numbers(reading: Reading) -> list[int]:
    return [one.board.number for one in reading.event.sessions[0].sections[0].travellers]


@given(deals=DEALS, first=st.integers(1, 95))
@pytest.mark.parametrize(("name", "program"), [("", ""), ("Tuesday pairs", ""), ("", "Big Deal")])
def test_what_is_written_comes_back(deals: list[Deal], first: int, name: str, program: str) -> None:
    event = event_of(deals, first, name, program)
    text = dumps_dlm(event)
    assert sniff_dlm(text)
    assert text.count("\r\n") == text.count("\n") == 10 + 2 * 99
    reading = read(text)
    assert reading.event == event
    assert (reading.counts, reading.problems) == (Counts(len(deals), len(deals)), ())


@given(name=LETTERS)
def test_a_name_makes_no_line(name: str) -> None:
    text = dumps_dlm(event_of(THREE, name=name))
    assert len(text.splitlines()) == 10 + 2 * 99
    assert numbers(read(text)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("Board 01=jlifaelnecgmoldfjmcflinlap023", 1),  # S. Foster, rec.games.bridge, 12 March 2011
        ("Board 01=cgcajjjnakpkchipnjhmbmbpbh022", 1),  # Gerben42, forums of Bridge Base, 18 July 2013
    ],
)
def test_boards_of_forums(line: str, board: int) -> None:
    text = f"[Document]\nFrom board={board}\nTo board={board}\n{line}\n"
    reading = read(text)
    assert reading.counts == Counts(1, 1)
    assert line in dumps_dlm(reading.event)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Board 02=", "Board 02=b", "26 letters"),
        ("Board 02=", "Board 02=?", "26 letters"),
        ("Board 02=", "Board 002=", ""),
        ("Board 02=", "BOARD  2 = ", ""),
        ("Board 02=", "Board 02=\nBoard 04=", "26 letters"),
        ("Board 02=bgl", "Board 02=lgb", ""),
    ],
)
def test_a_line_that_differs(old: str, new: str, words: str) -> None:
    text = dumps_dlm(event_of(THREE))
    reading = read(text.replace(old, new))
    errors = [one for one in reading.problems if one.severity is Severity.ERROR]
    assert numbers(reading) == ([1, 3] if words else [1, 2, 3])
    assert len(errors) == bool(words)
    assert all(words in one.text and one.where == "board 2, line 14" for one in errors)


def test_a_wrong_checksum_is_refused_alone() -> None:
    lines = dumps_dlm(event_of(THREE)).splitlines()
    lines[13] = lines[13][:-3] + "099"
    reading = read("\n".join(lines))
    assert numbers(reading) == [1, 3]
    assert reading.counts == Counts(3, 2, 1)
    assert reading.problems[0].where == "board 2, line 14"
    assert "checksum is 099" in reading.problems[0].text


def test_a_hand_of_twelve_cards_is_refused_alone() -> None:
    letters = "aaaaaafffffffkkkkkklpppppp"  # East has 14 cards
    checksum = 2
    for letter in letters:
        checksum ^= ord(letter)
    lines = dumps_dlm(event_of(THREE)).splitlines()
    lines[13] = f"Board 02={letters}{checksum:03}"
    reading = read("\n".join(lines))
    assert numbers(reading) == [1, 3]
    assert "13 cards, not 12" in reading.problems[0].text


def test_a_board_that_is_not_dealt_is_no_deal() -> None:
    text = dumps_dlm(event_of(THREE)).replace("To board=3", "To board=4").replace("Checksum=2", "Checksum=5")
    reading = read(text)
    assert numbers(reading) == [1, 2, 3]
    assert reading.counts == Counts(4, 3, 1)
    assert "not dealt" in reading.problems[0].text


def test_boards_beyond_the_range_are_told() -> None:
    text = dumps_dlm(event_of(THREE)).replace("To board=3", "To board=2").replace("Checksum=2", "Checksum=3")
    reading = read(text)
    assert numbers(reading) == [1, 2]
    assert reading.counts == Counts(2, 2)
    assert [(one.severity, one.text[:12]) for one in reading.problems] == [(Severity.NOTE, "1 more board")]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("From board=1", "", "from which board to which"),
        ("From board=1", "From board=0", "from which board to which"),
        ("From board=1", "From board=x", "from which board to which"),
        ("From board=1", "From board=7", "from which board to which"),
        ("To board=3", "To board=" + "9" * 5000, "from which board to which"),
        ("To board=3", "To board=999999", "999900 of boards 1 to 999999"),
        ("Checksum=2", "Checksum=7", "checksum '7'"),
        ("Checksum=2", "Checksum=?", "checksum '?'"),
        ("Checksum=2", "", ""),
    ],
)
def test_heads_that_are_not_sound(old: str, new: str, words: str) -> None:
    reading = read(dumps_dlm(event_of(THREE)).replace(old, new, 1))
    assert numbers(reading) == [1, 2, 3]
    told = [one.text for one in reading.problems if one.severity is Severity.WARNING]
    assert bool(told) == bool(words)
    assert words in "".join(told)


def test_enciphered_cards_are_not_guessed() -> None:
    with pytest.raises(FormatError, match="enciphered"):
        read(dumps_dlm(event_of(THREE)).replace("Crypto key=0", "Crypto key=17"))


def test_a_board_twice() -> None:
    text = dumps_dlm(event_of(THREE))
    line = next(line for line in text.splitlines() if line.startswith("Board 03"))
    reading = read(text + line)
    assert reading.counts == Counts(4, 3, 1)
    assert "stands already at board 3, line 16" in reading.problems[-1].text


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (event_of(THREE, 98), "board 100 is too high; the format goes to 99"),
        (Event(), "no board"),
    ],
)
def test_boards_that_cannot_be_written(event: Event, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        dumps_dlm(event)


@pytest.mark.parametrize("text", ["", "[Document]\nHeadline=x\n", "board 01=x", "=" * 50])
def test_a_text_without_boards(text: str) -> None:
    assert not sniff_dlm(text)
    if "01" not in text:
        with pytest.raises(FormatError, match="no hands"):
            read(text)


@pytest.mark.parametrize("text", ["board 1=x\n" * (MOST + 1), "a=b\n" * 4 * (MOST + 1)], ids=["boards", "lines"])
def test_too_many_boards(text: str) -> None:
    with pytest.raises(FormatError, match="more than"):
        loads_dlm(Decoded(text, "utf-8"))


def test_every_cut_is_told_or_read() -> None:
    text = dumps_dlm(event_of(THREE))
    for end in range(420):
        sniff_dlm(text[:end])
        try:
            reading = read(text[:end])
        except FormatError:
            continue
        assert reading.counts.found == reading.counts.taken + reading.counts.refused
        deals = [one.deal for session in reading.event.sessions for one in session.sections[0].travellers]
        assert deals == THREE[: len(deals)]


@given(at=st.integers(0, 420), letter=st.characters(codec="utf-8", exclude_characters="\0"))
def test_a_changed_letter_never_gives_another_deal(at: int, letter: str) -> None:
    text = dumps_dlm(event_of(THREE))
    try:
        reading = read(text[:at] + letter + text[at + 1 :])
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused
    for session in reading.event.sessions:
        for one in session.sections[0].travellers:
            assert one.deal == THREE[one.board.number - 1]


@given(text=st.text(st.sampled_from("[Document]boardFT=0123aflp \n\t;"), max_size=300))
def test_any_text(text: str) -> None:
    sniff_dlm(text)
    try:
        reading = read(text)
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


@needs_real
@pytest.mark.parametrize("name", ["test.dlm", "big-deal.dlm"])
def test_real_files_byte_for_byte(name: str) -> None:
    path = REAL / "deals" / name
    decoded = decode(path.read_bytes())
    assert sniff_dlm(decoded.text)
    reading = loads_dlm(decoded)
    beside = loads_pbn(decode(path.with_suffix(".pbn").read_bytes())).event
    assert boards(reading.event) == boards(beside)
    assert reading.problems == ()
    assert dumps_dlm(reading.event).replace("\r\n", "\n") == decoded.text
    assert dumps_dlm(replace(beside, name="", program=reading.event.program)) == dumps_dlm(reading.event)


@needs_real
def test_real_line_ends_are_those_of_windows() -> None:
    data = (REAL / "deals" / "test.dlm").read_bytes()
    assert dumps_dlm(loads_dlm(decode(data)).event).encode() == data
