"""LIN read: hands, sessions and vugraph, auctions that ended and those that did not, play, several files, damage."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError, RecordError
from overtrick.formats.lin import loads_lin, loads_many_lin, sniff_lin, stream_lin
from overtrick.formats.lin_board import read_lin_calls, read_lin_deal, read_lin_result
from overtrick.formats.text import decode
from overtrick.model.deal import RANKS, SUITS, Deal, Hand
from overtrick.model.event import Line, Traveller
from overtrick.model.reading import Reading, Severity
from overtrick.model.record import Call, TableRecord
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


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([str.upper, str.lower]), st.booleans())
def test_any_deal(seed: int, whole: bool, case: Callable[[str], str], damaged: bool) -> None:
    """Cards in any order, three hands or four: the same as the hands made one by one, and refused where they are."""
    chance = random.Random(seed)
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    chance.shuffle(cards)
    if damaged:
        cards[chance.randrange(39)] = cards[chance.randrange(52)]
    hands = [cards[start : start + 13] for start in range(0, 52, 13)]
    suits = [["".join(card[1] for card in hand if card[0] == suit) for suit in SUITS] for hand in hands]
    written = [case("".join(suit + ranks for suit, ranks in zip(SUITS, one, strict=True))) for one in suits]
    text = "3" + ",".join(written if whole else [*written[:3], ""])
    try:
        south, west, north, east = (Hand.of(*one) for one in suits)
        wanted = Deal(north, east if whole else None, south, west).completed()
    except RecordError:
        with pytest.raises(FormatError):
            read_lin_deal(text)
    else:
        assert read_lin_deal(text) == (Seat.NORTH, wanted)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("written", [3, 4])
def test_a_hand_that_has_nothing_of_a_suit(seat: int, suit: int, written: int) -> None:
    """Wherever the void is; a whole deal goes the quick way, which the plain one must agree with."""
    cards = [one + rank for one in SUITS for rank in RANKS]
    random.Random(4 * seat + suit).shuffle(cards)
    cards.sort(key=lambda card: card[0] == SUITS[suit])
    hands = [cards[start : start + 13] for start in range(0, 52, 13)]
    hands[seat], hands[0] = hands[0], hands[seat]  # the first one has nothing of the suit
    suits = [["".join(sorted((c[1] for c in hand if c[0] == one), key=RANKS.index)) for one in SUITS] for hand in hands]
    assert suits[seat][suit] == ""
    text = ",".join("".join(map(str.__add__, SUITS, one)) for one in suits[:written]) + "," * (4 - written)
    south, west, north, east = (Hand(*one) for one in suits)
    assert read_lin_deal("1" + text) == (Seat.SOUTH, Deal(north, east, south, west))


@pytest.mark.parametrize("text", ["", "3", "3,,,", " 2 , "])
def test_no_cards(text: str) -> None:
    assert read_lin_deal(text)[1] is None


def test_hands_with_suits_left_out_or_in_another_order() -> None:
    plain = read_lin_deal("1" + MD)[1]
    text = "1sakqjht98d765c432,C AKQJ D432 H765 S10 9 8,S765H432DAKQJCT98"
    assert read_lin_deal(text.replace(" ", ""))[1] == plain
    west = read_lin_deal("2,H5432SAKQJT9876,,")[1]
    assert read_lin_deal("1" + MD + "SHDC")[1] == plain
    assert west == Deal(None, None, None, Hand("AKQJT9876", "5432", "", ""))


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


def test_bidding_and_play_are_kept() -> None:
    """Alerts with and without words, calls several to a value, cards in any case, claim and comments."""
    line = only("nt|hello|mb|pp1N!|an|15-17|mb|d!|mb|p|mb|p|mb|r|mb|p|mb|p|mb|p|pc|h10|pc|Ha|nt||nt|bye|mc|7|")
    assert line.record == TableRecord(
        calls=(
            *(Call("P"), Call("P"), Call("1N", "15-17"), Call("X", "")),
            *(Call("P"), Call("P"), Call("XX"), Call("P"), Call("P"), Call("P")),
        ),
        cards=("HT", "HA"),
        claim=7,
        comment="hello\n\nbye",
    )
    assert (line.lead, str(line.ns_outcome)) == ("HT", "1NTXX S =")


def test_comments_before_the_first_board_and_on_none() -> None:
    reading = read("pn|a,b,c,d|nt|welcome|pg||qx|1|md|3" + MD + "|sv|o|mb|pppp|pg||qx|2|md|4" + MD + "|sv|n|nt|oh|")
    first, second = travellers(reading)
    assert first.lines[0].record == TableRecord((Call("P"),) * 4, comment="welcome")
    assert second.lines == ()
    assert any("comments on board 2" in problem.text for problem in reading.problems)


def test_an_opening_lead_alone_is_no_record() -> None:
    reading = read("vg|Cup,1,P,1,1,3,0,4,0|rs|4SS=|qx|1|pc|HA|pg||")
    (line,) = travellers(reading)[0].lines
    assert (line.lead, line.record, line.ns, line.ew) == ("HA", None, "3", "4")


def test_an_explanation_of_no_call_is_told() -> None:
    reading = read(HAND.format(dealer=3, board=1, vul="o") + "an|strong|mb|pppp|")
    assert [problem.text for problem in reading.problems if problem.severity is Severity.WARNING] == [
        "an explanation of no call: 'strong'"
    ]


def test_matches_of_a_segment() -> None:
    reading = read(MATCH + "vg|Cup,Segment 2,I,3,3,Greens,1,Greys,2|rs|PASS,1NN=,|")
    (section,) = reading.event.sessions[0].sections
    assert [(match.home, match.away, match.boards) for match in section.matches] == [
        ("Reds", "Blues", (1, 2)),
        ("Greens", "Greys", (3,)),
    ]


def test_a_match_whose_results_are_not_there_yet() -> None:
    reading = read("vg|Cup,1,I,1,16,Reds,0,Blues,6|pn|a,b,c,d,e,f,g,h|")
    (section,) = reading.event.sessions[0].sections
    assert [(match.home, match.away, match.boards) for match in section.matches] == [("Reds", "Blues", ())]
    assert [str(who.carry_over) for who in section.contestants] == ["0", "6"]


def test_names_board_by_board_in_both_rooms() -> None:
    """The names of a board in the closed room are those of that room; who comes in later is added."""
    text = (
        "vg|Cup,1,I,1,2,Reds,0,Blues,0|rs|PASS,PASS,PASS,PASS,|qx|o1|pn|a,b,c,d|pg||\nqx|c1|pn|e,f,g,h|pg||\n"
        "qx|o2|pn|a,b,x,d|pg||\nqx|c2|pn|e,f,g,h|pg||"
    )
    teams = read(text).event.sessions[0].sections[0].contestants
    assert [team.names for team in teams] == [("c", "a", "h", "f", "x"), ("d", "b", "g", "e")]


@pytest.mark.parametrize(("scores", "unit"), [("55.5,40", "percent"), ("3,-2.5", "imps")])
def test_scores_of_pairs(scores: str, unit: str) -> None:
    reading = read(f"vg|Club,1,P,1,2,3,0,4,0|rs|PASS,1NN=,|mp|{scores},|bn|1,2|")
    stated = [line.stated for one in travellers(reading) for line in one.lines]
    assert [one and one.unit for one in stated] == [unit, unit]
    assert [one and one.ns for one in stated] == [Fraction(text) for text in scores.split(",")]


def test_keys_and_values_out_of_step() -> None:
    """A bar in an explanation, a key that nobody knows, small and large keys, blanks and new lines before them."""
    text = "\nPN|a,b,c,d| st||Md|3" + MD + "|\n\n sv|o|mb|1N|an|a | b|mb|p|x9|what|mb|p|\n\npc|zz|mb|p|Mc|8|pg||"
    reading = read(text)
    (line,) = travellers(reading)[0].lines
    assert line.record == TableRecord((Call("1N", "a"), *(Call("P"),) * 3), claim=8)
    assert [(one.where, one.text) for one in reading.problems if one.severity is Severity.WARNING] == [
        ("line 4", "'b' is no key of LIN; it is passed over"),
        ("line 6", "pc: 'zz' is no card"),
        ("line 2", "a board without a number; it is taken as board 1"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mb|1N|mb|ppp|mc|1", "the file breaks off in mc"),
        ("mb|1N|mb|ppp|mc|9|pc|S", "pc: 'S' is no card"),
        ("mb|1N|mb|ppp|mc|9|rubbish", "'rubbish' is no key of LIN; it is passed over"),
        ("mb|1N|mb|ppp|mc|9|rub|bish", "'rub' is no key of LIN; it is passed over"),
    ],
)
def test_a_file_that_breaks_off(text: str, told: str) -> None:
    reading = read(HAND.format(dealer=3, board=1, vul="o") + text)
    assert told in [problem.text for problem in reading.problems]
    assert reading.counts.taken == 1


def test_a_flood_of_problems_is_counted() -> None:
    reading = read("md|" * 20_000)
    assert reading.counts.refused == reading.counts.found == 10_000
    assert len(reading.problems) == 1001
    assert reading.problems[-1].text == "19000 more problems"


@pytest.mark.parametrize(
    "text",
    [
        "md||" + "mb|1N|" * 2000, "md||mb|" + "p" * 200_000 + "|", "md|" + "S" * 200_000 + "|", "nt|" + "x" * 200_000,
        "rs|" + "," * 50_000 + "|", "bn|" + "1," * 50_000 + "|", "qx|" * 5000, "aa|bb|cc|" * 5000 + "md||",
        "md||" + "|" * 50_000, "vg|a,b,I,1,2,X,0,Y,0|" * 3000, "vg|" + "," * 100_000 + "|",
    ],
)  # fmt: skip
def test_hostile_texts(text: str) -> None:
    reading = read(text)
    assert reading.counts.found == reading.counts.taken + reading.counts.refused
    assert len(reading.problems) <= 1001


def test_files_of_one_event() -> None:
    """Segments by their names; boards one a file in one session; others are left out and told."""
    boards = {f"{n}.lin": (HAND.format(dealer=3, board=n, vul="o") + "mb|pppp|").encode() for n in (1, 2)}
    reading = loads_many_lin({**boards, "m.lin": MATCH.encode(), "readme.txt": b"board,ns,ew", "x.bin": b"\0\1"})
    assert [session.key for session in reading.event.sessions] == ["1", "Segment 2"]
    assert reading.counts.taken == 5
    assert [one.where for one in reading.problems if one.text.startswith("no LIN")] == ["readme.txt"]
    assert {line.where for one in travellers(reading) for line in one.lines} >= {"1.lin, line 1", "m.lin, line 5"}


def test_files_of_several_boards_are_sessions() -> None:
    text = "".join(HAND.format(dealer=3, board=board, vul="o") + "mb|pppp|" for board in (1, 2)).encode()
    reading = loads_many_lin({"mon{day}.lin": text, "tuesday.lin": text})
    assert [session.key for session in reading.event.sessions] == ["mon{day}", "tuesday"]
    assert reading.event.sessions[0].sections[0].travellers[0].lines[0].where == "mon{day}.lin, line 1"


def test_no_file_is_lin() -> None:
    with pytest.raises(FormatError):
        loads_many_lin({"a.txt": b"Dear all"})


def test_an_archive_in_pieces(tmp_path: Path) -> None:
    """Segments are not parted, boards by themselves are; lines are those of the whole file."""
    path = tmp_path / "all.lin"
    single = "".join(HAND.format(dealer=3, board=board, vul="o") + "mb|pppp|pg||\n" for board in range(1, 401))
    match = "".join(MATCH.replace("Segment 2", f"Segment {number}") for number in range(100))
    path.write_text(single + match, encoding="utf-8")
    whole = loads_lin(decode(path.read_bytes()))
    parts = list(stream_lin(path, boards=20))
    assert len(parts) > 5
    assert sum(part.counts.taken for part in parts) == whole.counts.taken == 400 + 300
    assert sum(part.counts.found for part in parts) == whole.counts.found
    wanted = [line for one in travellers(whole) for line in one.lines]
    found = [line for part in parts for one in travellers(part) for line in one.lines]
    assert sorted(found, key=repr) == sorted(wanted, key=repr)
    segments = [
        match.boards for part in parts for session in part.event.sessions for match in session.sections[0].matches
    ]
    assert segments == [(1, 2)] * 100


def test_an_archive_takes_no_more_memory_when_it_is_longer(tmp_path: Path) -> None:
    peaks = []
    for times in (1, 6):
        path = tmp_path / f"{times}.lin"
        path.write_text((HAND.format(dealer=3, board=1, vul="o") + "mb|pppp|pg||\n") * 3000 * times, encoding="utf-8")
        tracemalloc.start()
        assert sum(part.counts.found for part in stream_lin(path, boards=200)) == 3000 * times
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.3 * peaks[0]


def test_an_archive_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        list(stream_lin(tmp_path / "none.lin"))


@given(st.integers(0, 10_000))
def test_damage_is_refused_or_read(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(MATCH.encode())
    for _time in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.choice(b"|,oc019 \nASNmbqx")
    data = data[: chance.randrange(len(data))]
    try:
        reading = loads_lin(decode(bytes(data)))
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
