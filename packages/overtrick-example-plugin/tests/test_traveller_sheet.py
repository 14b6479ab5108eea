"""The format by itself: what it reads, refuses and writes."""

from __future__ import annotations

import pytest
from overtrick.errors import FormatError
from overtrick.formats.differences import differences
from overtrick.model.event import Event, Section, Session, Stated

from overtrick_example import TRAVELLER_SHEET

SHEET = """TRAVELLERS Tuesday Pairs
DATE 2026-03-10
WINNERS 2
PAIR NS 1 Eva Lind & Bo Ek
PAIR NS 2 Bea Holm
PAIR EW 4 Ann Dahl & Per Berg
PAIR EW 5

BOARD 7
1-4 4SX N +1 990
2-5 PASS 0
BOARD 8
1-5 A60/40
2-4 -50
BOARD 9
1-4 3NT W 9
2-5 NS: 4S N -1 | EW: 4S N =
"""


def test_a_sheet_is_read_and_written_the_same() -> None:
    reading = TRAVELLER_SHEET.loads(SHEET)
    assert (reading.counts.found, reading.counts.taken, reading.problems) == (6, 6, ())
    boards = reading.event.sessions[0].sections[0].travellers
    stated = [line.stated for board in boards for line in board.lines]
    assert stated == [Stated(points=990), Stated(points=0), None, None, None, None]
    again = TRAVELLER_SHEET.loads(TRAVELLER_SHEET.encode(reading.event)).event
    assert differences(reading.event, again) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1-4 8S N =", "level 8 does not exist"),
        ("1-4", "line 3: error"),
        ("1-4 4S N", "how many tricks"),
        ("1-4 4S N 590", "tricks"),
        ("hello", "'hello' has no meaning here"),
        ("BOARD x", "'x' is no number of a board"),
        ("PAIR 1-4 Eva", "without a hyphen"),
        ("PAIR", "without a hyphen"),
    ],
)
def test_a_bad_line_takes_no_other_with_it(line: str, said: str) -> None:
    reading = TRAVELLER_SHEET.loads(f"TRAVELLERS\nBOARD 7\n{line}\nBOARD 8\n2-5 PASS\n")
    assert said in " ".join(map(str, reading.problems))
    assert reading.counts.taken == 1
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


def test_what_is_no_sheet_and_what_no_sheet_can_hold() -> None:
    with pytest.raises(FormatError, match="begins with the word TRAVELLERS"):
        TRAVELLER_SHEET.loads("Dear all")
    with pytest.raises(FormatError, match="this event has 2"):
        TRAVELLER_SHEET.dumps(Event(sessions=(Session("1", (Section("A"), Section("B"))),)))
    named = TRAVELLER_SHEET.dumps(Event("Tuesday\nBOARD 9\x07"))
    assert named == "TRAVELLERS Tuesday BOARD 9\n"
