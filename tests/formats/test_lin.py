"""LIN: hands, sessions and vugraph, auctions that ended and those that did not, tricks from the play, damage."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.format import loads
from overtrick.formats.lin import loads_lin, sniff_lin
from overtrick.formats.lin_board import read_lin_calls, read_lin_deal, read_lin_result
from overtrick.formats.lin_write import dumps_lin, not_held_by_lin
from overtrick.formats.text import decode
from overtrick.model.event import Line, Traveller
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Vulnerability

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data" / "lin").glob("*.lin")) + sorted(
    (SHARED / "cases" / "files" / "hand").glob("*.lin")
)
needs_shared = pytest.mark.skipif(not REAL, reason="the shared files are not here")

MD = "SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,"
HAND = "pn|Sue,Will,Nan,Eve|st||md|{dealer}" + MD + "|rh||ah|Board {board}|sv|{vul}|"
MATCH = (
    "vg|Cup, final,Segment 2,I,1,2,Reds,10,Blues,12|\nrs|4SS=,3NN-1,PASS,,|\npn|a,b,c,d,e,f,g,h|pg||\n"
    "qx|o1|st||md|3" + MD + "|sv|o|nt|hello|mb|p|mb|p|mb|4S|mb|p|mb|p|mb|p|pc|HA|mc|10|pg||\n"
    "qx|c1|st||md|3" + MD + "|sv|o|mb|3N|mb|p|mb|p|mb|p|mc|8|pg||"
)


def read(text: str) -> Reading:
    return loads_lin(decode(text.encode()))


def travellers(reading: Reading) -> list[Traveller]:
    event = reading.event
    return [one for session in event.sessions for section in session.sections for one in section.travellers]


def only(text: str) -> Line:
    (traveller,) = travellers(read(HAND.format(dealer=3, board=1, vul="o") + text))
    (line,) = traveller.lines
    return line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mb|1S|mb|d|mb|p|mb|p|mb|p|mc|6|", "1SX N -1"),
        ("mb|p|mb|p|mb|p|mb|p|pg||", "PASS"),
        ("mb|p|mb|p|mb|p|pg||", "?"),
        ("mb|pp1N!|an|strong|mb|pp|mb|p|mc|7|", "1NT S ="),
        ("mb|p|mb|1C!|mb|p|mb|1D|mb|p|mb|2N!|mb|p|mb|3N|mb|p|mb|p|mb|p|mc|9|", "3NT E ="),
        ("mb|1c|mb|p|mb|p|mb|p|", "?"),
    ],
)
def test_what_a_board_came_to(text: str, expected: str) -> None:
    """Laws 22 and 77: four passes at once are a score of nought, three and no more are an unfinished auction."""
    assert str(only(text).ns_outcome) == expected


def test_tricks_are_counted_where_nobody_claimed() -> None:
    """East leads; North and South hold top spades, hearts go to the west hand: the last trick plays itself."""
    cards = ["HK", "H2", "HT", "H5", "HA", "H3", "H9", "H6", "HQ", "H4", "H8", "H7", "HJ", "D2", "S4", "ST"]
    line = only("mb|1S|mb|p|mb|p|mb|p|" + "".join(f"pc|{card}|" for card in cards))
    assert str(line.ns_outcome) == "?"
    assert line.lead == "HK"


def test_dealer_vulnerability_and_cards() -> None:
    (traveller,) = travellers(read(HAND.format(dealer=1, board=15, vul="b")))
    assert (traveller.board.dealer, traveller.board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)
    assert traveller.deal is not None
    assert str(traveller.deal.east) == "432.AKQJ.T98.765"
    assert traveller.lines == ()


@pytest.mark.parametrize("text", ["SAHKDQCJ,,,", "SAKQJHT98D765C432,SAT98H765D432CKQJ,,", "SAKQJH198D765C432,,,"])
def test_cards_that_cannot_be(text: str) -> None:
    with pytest.raises(FormatError):
        read_lin_deal(text)


def test_a_match_with_carry_over() -> None:
    reading = read(MATCH)
    assert reading.event.name == "Cup, final"
    assert (reading.event.method, reading.event.winners) == ("team-imps", 1)
    first, second = travellers(reading)
    assert [(line.ns, line.ew, str(line.ns_outcome)) for line in first.lines] == [
        ("Reds", "Blues", "4S S ="),
        ("Blues", "Reds", "3NT N -1"),
    ]
    assert [str(line.ns_outcome) for line in second.lines] == ["PASS"]
    teams = reading.event.sessions[0].sections[0].contestants
    assert [(team.key, team.carry_over, team.names) for team in teams] == [
        ("Reds", Fraction(10), ("c", "a", "h", "f")),
        ("Blues", Fraction(12), ("g", "e", "d", "b")),
    ]
    assert (reading.counts.found, reading.counts.taken) == (3, 3)


def test_the_list_of_results_against_what_was_played() -> None:
    reading = read(MATCH.replace("mc|10|", "mc|9|"))
    assert str(travellers(reading)[0].lines[0].ns_outcome) == "4S S ="
    assert any(problem.severity is Severity.WARNING for problem in reading.problems)


def test_every_board_is_there_without_line_ends() -> None:
    text = "".join(HAND.format(dealer=3, board=board, vul="o") + "mb|pppp|" for board in range(1, 6))
    assert [one.board.number for one in travellers(read(text))] == [1, 2, 3, 4, 5]


def test_one_bad_board_takes_no_other_with_it() -> None:
    good = "qx|o{}|md|3" + MD + "|sv|o|mb|1S|mb|p|mb|p|mb|p|mc|7|pg||\n"
    text = good.format(1) + good.format(2).replace("mc|7|", "mc|77|").replace("SAKQJ", "SAKQJ2") + good.format(3)
    reading = read(text)
    assert [str(one.lines[0].ns_outcome) for one in travellers(reading)] == ["1S N =", "?", "1S N ="]
    assert [problem.where for problem in reading.problems if "md" in problem.text or "mc" in problem.text] == [
        "line 2",
        "line 2",
    ]


def test_copies_from_the_web() -> None:
    text = HAND.format(dealer=3, board=4, vul="o") + "mb|pppp|"
    coded = "https://club.example/h.html?lin=" + text.replace("|", "%7C").replace(",", "%2C").replace(" ", "%20")
    assert sniff_lin(coded)
    assert [one.board.number for one in travellers(read(coded))] == [4]


@pytest.mark.parametrize("text", ["8NN=", "4SX", "4SN+9", "1NE-8", "4SQ="])
def test_no_result(text: str) -> None:
    with pytest.raises(FormatError):
        read_lin_result(text)


def test_no_call() -> None:
    with pytest.raises(FormatError):
        read_lin_calls("1Z")


def test_written_and_read_again() -> None:
    csv = "board,ns,ew,contract\n1,1,2,4SX N +1\n2,1,2,PASS\n1,3,4,3NT E -2\n2,3,4,A60/40\n"
    event = loads(csv.encode()).event
    text = dumps_lin(event)
    again = loads(text.encode())
    assert again.format == "lin"
    found = {(one.board.number, line.ns, str(line.ns_outcome)) for one in travellers(again) for line in one.lines}
    assert found == {(1, "1", "4SX N +1"), (2, "1", "PASS"), (1, "3", "3NT E -2")}
    assert len(not_held_by_lin(event)) == 1


@given(st.integers(0, 10_000))
def test_damage_is_refused_or_read(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(MATCH.encode())
    for _time in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.choice(b"|,oc019 \nASNmbqx")
    data = data[: chance.randrange(len(data))]
    try:
        reading = loads(bytes(data), format="lin")
    except FormatError:
        return
    assert reading.counts.found == reading.counts.taken + reading.counts.refused


@needs_shared
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files(path: Path) -> None:
    decoded = decode(path.read_bytes())
    assert sniff_lin(decoded.text)
    reading = loads_lin(decoded)
    assert reading.counts.taken == reading.counts.found > 0
    assert all(one.deal for one in travellers(reading))


@needs_shared
def test_a_vugraph_segment() -> None:
    path = SHARED / "formats" / "data" / "lin" / "vugraph_usbf_2010_sf_seg4.lin"
    reading = loads_lin(decode(path.read_bytes()))
    assert [len(one.lines) for one in travellers(reading)] == [2] * 15
    assert not [problem for problem in reading.problems if problem.severity is not Severity.NOTE]
