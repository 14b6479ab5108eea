"""XML that is damaged: what is kept, what is marked, and what stays refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.nzscorer import loads_nzscorer
from overtrick.formats.text import Decoded
from overtrick.formats.usebio import loads_usebio
from overtrick.formats.xml_names import alike
from overtrick.formats.xml_repair import mend_xml
from overtrick.formats.xml_tree import parse_xml

LINE = (
    "<TRAVELLER_LINE>\n<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    "<CONTRACT>3NT</CONTRACT><PLAYED_BY>N</PLAYED_BY>\n<TRICKS>9</TRICKS><LEAD></LEAD></TRAVELLER_LINE>\n"
)
BOARDS = "".join(
    f"<BOARD>\n<BOARD_NUMBER>{board}</BOARD_NUMBER>\n"
    + "".join(LINE.format(ns=n, ew=n + 10) for n in (1, 2, 3))
    + "</BOARD>\n"
    for board in (1, 2, 3)
)
PEOPLE = "".join(
    f"<PAIR><PAIR_NUMBER>{n}</PAIR_NUMBER><PLAYER><PLAYER_NAME>Ana Lind {n}</PLAYER_NAME></PLAYER></PAIR>\n"
    for n in (1, 2, 3, 11, 12, 13)
)
TEXT = (
    '<?xml version="1.0"?>\n<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">\n<PROGRAM_NAME>Tally</PROGRAM_NAME>\n'
    f"<PARTICIPANTS>{PEOPLE}</PARTICIPANTS>\n{BOARDS}</EVENT></USEBIO>\n"
)


def read(text: str) -> tuple[int, int, int]:
    counts = loads_usebio(Decoded(text, "utf-8")).counts
    return counts.found, counts.taken, counts.refused


@pytest.mark.parametrize(
    ("sound", "broken", "taken"),
    [
        ("Ana Lind 2<", "Ana & Lind 2<", 9),
        ("Ana Lind 2<", "Ana < Lind 2<", 9),
        ("Ana Lind 2<", "Ana<Lind 2<", 9),
        ("<PAIR_NUMBER>2</PAIR_NUMBER>", "<PAIR_NUMBER>2</PAIR_NUMBES>", 9),
        ("Tally</PROGRAM_NAME>", "Tally?/PROGRAM_NAME>", 9),
        ("Tally</PROGRAM_NAME>", "Tally<?PROGRAM_NAME>", 9),
        ("Tally</PROGRAM_NAME>", "Tally</PROGRAM_NAME?", 9),
        ("</PARTICIPANTS>", "?/PARTICIPANTS>", 9),
        ("</PARTICIPANTS>", "</PARTICIPANTZ>", 9),
        ("</PARTICIPANTS>", "< PARTICIPANTS>", 9),
        ("</PARTICIPANTS>", "</ ARTICIPANTS>", 9),
        ("</PARTICIPANTS>", "</PARTI IPANTS>", 9),
        ("</PARTICIPANTS>", "</PARTI>IPANTS>", 9),
        ("</PARTICIPANTS>", "<>PARTICIPANTS>", 9),
        ("</PARTICIPANTS>", "</>ARTICIPANTS>", 9),
        ("</PARTICIPANTS>", "</PARTICIPANT >", 9),
        ("<PARTICIPANTS>", "?PARTICIPANTS>", 9),
        ("<PARTICIPANTS>", "<PARTICIPANTS?", 9),
        ("<BOARD>", "xBOARD>", 9),
        ("<BOARD>", "<BOAxD>", 9),
        ("<BOARD>", "<BOARD\x01", 9),
        ("<BOARD>", "</OARD>", 9),
        ("</BOARD>", "</BOA D>", 9),
        ("</BOARD>", "<!BOARD>", 9),
        ("<TRICKS>9</TRICKS>", "<TRICKS>&</TRICKS>", 8),
        ("<TRICKS>9</TRICKS>", "<TRICKS>9</TRICKZ>", 8),
        ("<TRICKS>9</TRICKS>", "<TRICKS>9?/TRICKS>", 8),
        ("<TRICKS>9</TRICKS>", "<TRICKS?9</TRICKS>", 8),
        ("<LEAD></LEAD>", "<LEAD><xLEAD>", 8),
        ("<TRAVELLER_LINE>", "?TRAVELLER_LINE>", 8),
        ("<TRAVELLER_LINE>", "<TRAVELLER LINE>", 8),
        ("</TRAVELLER_LINE>", "x/TRAVELLER_LINE>", 8),
        ("</TRAVELLER_LINE>", "</TRAVELLER_LINE<", 8),
        ("</EVENT></USEBIO>", "</EVEN></USEBIO>", 9),
    ],
)
def test_damage_costs_the_record_that_it_hits(sound: str, broken: str, taken: int) -> None:
    assert sound in TEXT
    reading = loads_usebio(Decoded(TEXT.replace(sound, broken, 1), "utf-8"))
    assert (reading.counts.found, reading.counts.taken) == (9, taken)
    assert reading.problems
    last = TEXT.rpartition(sound)
    assert read(last[0] + broken + last[2])[:2] == (9, taken)


def test_the_damage_is_told_with_its_line() -> None:
    text = TEXT.replace("Ana Lind 12", "Ana & Lind 12")
    reading = loads_usebio(Decoded(text, "utf-8"))
    line = text[: text.index("&")].count("\n") + 1
    assert [one.where for one in reading.problems if "damaged" in one.text] == [f"line {line}"]
    names = {player.name for who in reading.event.sessions[0].sections[0].contestants for player in who.players}
    assert "Ana & Lind 12" in names


def test_results_of_nzscorer() -> None:
    results = [f'<result bd="{n}" ns="1" ew="2" dec="N" cont="3 NT" res="="/>\n' for n in range(1, 6)]
    head, tail = '<session><board_results><brsection id="A">\n', "</brsection></board_results></session>"
    for broken in ("?/>", "/?", "?>"):
        spoilt = [*results]
        spoilt[2] = spoilt[2].replace("/>", broken)
        counts = loads_nzscorer(Decoded(head + "".join(spoilt) + tail, "utf-8")).counts
        assert (counts.found, counts.refused) == (5, 1)
    spoilt = [*results]
    spoilt[1] = spoilt[1].replace("result", "resulx")
    counts = loads_nzscorer(Decoded(head + "".join(spoilt) + tail, "utf-8")).counts
    assert (counts.found, counts.refused) == (5, 1)


@given(at=st.integers(0, len(TEXT) - 1), letter=st.sampled_from("&<>\"'/!?x =\0\x01\n-[]é\ufffe"))
@settings(max_examples=300)
def test_any_changed_letter(at: int, letter: str) -> None:
    try:
        found, taken, refused = read(TEXT[:at] + letter + TEXT[at + 1 :])
    except FormatError:
        assert at < TEXT.index("<PROGRAM_NAME>")
        return
    assert found == taken + refused
    if at < TEXT.index("<PROGRAM_NAME>"):  # without its head a file may be nothing
        return
    assert found in (8, 9, 10)
    assert taken >= 6  # a board whose number is damaged costs its three lines


@given(st.text(alphabet="<>/&;!?-[]\"'= aAbB\n#x1", max_size=120))
def test_anything_is_a_tree_or_refused(text: str) -> None:
    with suppress(FormatError):
        tree = parse_xml(text)
        assert tree.root.tag
        assert bool(tree.fault) == bool(tree.told())


@pytest.mark.parametrize(
    "text",
    [
        "<a>&<!DOCTYPE x [<!ENTITY b 'c'>]></a>",
        "<a>" + "<b c=&>" * 10 + "".join(f"<b{n}>" for n in range(100)),
        "<a>&" + "x" * 200_000 + "</a>",
        "&nothing",
    ],
    ids=["entity", "deep", "text", "no element"],
)
def test_what_is_refused_in_a_sound_text_is_refused_in_a_damaged_one(text: str) -> None:
    with pytest.raises(FormatError):
        mend_xml(text)


@pytest.mark.parametrize(
    "piece", ["<", "<!--", "<![CDATA[", '<a b="', "<a b='\"", "&", "<a", "</", "<?x ", "a>", "/a>"]
)
def test_a_piece_many_times_ends_soon(piece: str) -> None:
    with suppress(FormatError):
        assert parse_xml("<a>" + piece * 100_000).fault


@given(st.text(alphabet="AB", max_size=5), st.text(alphabet="AB", max_size=5))
def test_alike_is_one_letter_apart(one: str, other: str) -> None:
    changed = {one[:at] + letter + one[at + 1 :] for at in range(len(one)) for letter in "AB"}
    longer = {one[:at] + letter + one[at:] for at in range(len(one) + 1) for letter in "AB"}
    shorter = {one[:at] + one[at + 1 :] for at in range(len(one))}
    assert alike(one, other) == (other in (changed | longer | shorter) - {one})
