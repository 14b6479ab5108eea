"""Traveller pages of BBO. No page is at hand: layouts of our own around what is known of results and averages."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.bbo_pairs import Meeting, is_individual, keys_of_pairs
from overtrick.formats.bbo_travellers import loads_bbo_pages, loads_bbo_travellers, sniff_bbo_travellers
from overtrick.formats.jfr import sniff_jfr
from overtrick.formats.kops import sniff_kops
from overtrick.formats.text import Decoded
from overtrick.model.event import Line, Stated
from overtrick.model.outcome import Average, Awarded, NotPlayed, Outcome, PassedOut
from overtrick.model.reading import Reading, Severity

TITLE = "<html><head><title>Bridge Base Online - Tuesday</title></head><body>\n"
HEAD = "<tr><th>NS</th><th>EW</th><th>Result</th><th>Score NS</th><th>%</th></tr>\n"
MADE = ("ann + bob", "cyd + dan", '5<span style="color:#0a0">♣</span>xE-1', "100", "75.00%")
PLUS, MINUS, AVERAGE = (Awarded(one) for one in (Average.PLUS, Average.MINUS, Average.AVERAGE))


def row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def table(board: int, *rows: str, head: str = HEAD) -> str:
    return f"<h3>Board {board}</h3>\n<table>{head}{''.join(rows)}</table>\n"


def read(*tables: str, name: str = "") -> Reading:
    return loads_bbo_travellers(Decoded(TITLE + "".join(tables) + "</body></html>", "utf-8"), name=name)


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


def test_a_traveller() -> None:
    reading = read(table(3, row(*MADE), row("eva + fin", "gus + hal", "3NTS=", "400", "25.00%")))
    assert (reading.event.method, reading.event.name, reading.counts.taken) == (
        "matchpoints",
        "Bridge Base Online - Tuesday",
        2,
    )
    traveller = reading.event.sessions[0].sections[0].travellers[0]
    assert traveller.board.number == 3
    first, second = traveller.lines
    assert (first.ns, first.ew, str(first.ns_outcome)) == ("1", "2", "5CX E -1")
    assert first.stated == Stated(Fraction(75), None, "percent", 100)
    assert (second.ns, second.ew, str(second.ns_outcome)) == ("3", "4", "3NT S =")
    assert reading.event.sessions[0].sections[0].contestants[1].names == ("cyd", "dan")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4♠N+1", "4S N +1"),
        ("4&spades;N+1", "4S N +1"),
        ("3NN=", "3NT N ="),
        ("3NS+2", "3NT S +2"),
        ("6♦xxW-2", "6DXX W -2"),
        ('2<img src="h.png" alt="♥">W=', "2H W ="),
        ("1NT E 9", "1NT E +2"),
    ],
)
def test_results(text: str, told: str) -> None:
    assert str(lines(read(table(1, row(*MADE[:2], text, "", ""))))[0].ns_outcome) == told


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("A==", AVERAGE, AVERAGE),
        ("A+=", PLUS, AVERAGE),
        ("A-+", MINUS, PLUS),
        ("Ave--", MINUS, MINUS),
        ("PASS", PassedOut(), PassedOut()),
        ("P", PassedOut(), PassedOut()),
        ("", NotPlayed(), NotPlayed()),
    ],
)
def test_what_is_not_played_out(text: str, ns: Outcome, ew: Outcome) -> None:
    line = lines(read(table(1, row(*MADE[:2], text, "0", "50%"))))[0]
    assert (line.ns_outcome, line.ew_outcome) == (ns, ew)


@pytest.mark.parametrize(
    ("heads", "cells", "stated"),
    [
        ("Result Points Score", ("4♠N=", "420", "62.5%"), Stated(Fraction(125, 2), None, "percent", 420)),
        ("Result Points Score(IMPs)", ("4♠N=", "420", "-2.13"), Stated(Fraction(-213, 100), None, "imps", 420)),
        ("Contract Score %", ("4♠N=", "420", "62.5"), Stated(Fraction(125, 2), None, "percent", 420)),
        ("Result Points Score", ("4♠N=", "420", "1.5"), Stated(None, None, "percent", 420)),
        ("Result EW&nbsp;Points IMPs", ("4♠N=", "-420", "1.5"), Stated(None, None, "imps", 420)),
    ],
)
def test_what_columns_mean(heads: str, cells: tuple[str, ...], stated: Stated) -> None:
    head = "<tr><th>NS<th>EW" + "".join(f"<th>{one}" for one in heads.split(" ")) + "</tr>"
    assert lines(read(table(1, row(*MADE[:2], *cells), head=head)))[0].stated == stated


def test_four_columns_of_names_and_the_board() -> None:
    head = "<tr><th>Board<th>North<th>South<th>East<th>West<th>Result<th>Points<th>Score</tr>"
    reading = read(f"<table>{head}{row('12', 'ann', 'bob', 'cyd', 'dan', '2♥W=', '-110', '40%')}</table>")
    assert reading.event.sessions[0].sections[0].travellers[0].board.number == 12
    assert [who.names for who in reading.event.sessions[0].sections[0].contestants] == [("ann", "bob"), ("cyd", "dan")]


def test_somebody_is_replaced() -> None:
    later = row("ann + zoe", *MADE[1:])
    reading = read(table(1, row(*MADE)), table(2, later))
    assert [(line.ns, line.ew) for line in lines(reading)] == [("1", "2"), ("1", "2")]
    assert reading.event.sessions[0].sections[0].contestants[0].names == ("ann", "bob", "zoe")
    assert [one.severity for one in reading.problems if "ann + zoe" in one.text] == [Severity.NOTE]


def test_players_of_two_pairs_on_one_board_join_nobody() -> None:
    meetings = [Meeting(1, ("ann", "GIB"), ("cyd", "GIB")), Meeting(2, ("eva", "GIB"), ("cyd", "dan"))]
    keys, notes = keys_of_pairs(meetings)
    assert keys["eva", "GIB"] not in (keys["ann", "GIB"], keys["cyd", "GIB"])
    assert len(notes) == 1


def test_a_pair_joins_one_other_only() -> None:
    meetings = [Meeting(1, ("ann", "bob"), ("cyd", "dan")), Meeting(2, ("ann", "cyd"), ("eva", "fin"))]
    keys, _notes = keys_of_pairs(meetings)
    assert keys["ann", "bob"] == keys["ann", "cyd"] != keys["cyd", "dan"]


def test_an_individual_event() -> None:
    two = row("ann + cyd", "bob + dan", *MADE[2:])
    reading = read(table(1, row(*MADE)), table(2, two))
    line = lines(reading)[1]
    assert (line.ns, line.south, line.ew, line.west) == ("1", "3", "2", "4")
    assert len(reading.event.sessions[0].sections[0].contestants) == 4
    assert not is_individual([Meeting(1, ("ann",), ("bob", "cyd"))])


@pytest.mark.parametrize(
    "cells",
    [
        ("", *MADE[1:]),
        (*MADE[:2], "8♣E=", "", ""),
        (*MADE[:2], "claim", "", ""),
        MADE[:2],
    ],
)
def test_bad_rows_are_refused_with_their_line(cells: tuple[str, ...]) -> None:
    reading = read(table(1, row(*cells), row("eva + fin", "gus + hal", *MADE[2:])))
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == ["line 4"]


def test_the_pages_of_a_folder() -> None:
    head, end = TITLE.encode(), b"</body>"
    page = f"<table>{HEAD}{row(*MADE)}</table>".encode()
    reading = loads_bbo_pages({f"b{one}.html": head + page + end for one in (2, 10)} | {"x.js": b"var a"})
    assert sorted(one.board.number for one in reading.event.sessions[0].sections[0].travellers) == [2, 10]
    assert len(reading.event.sessions[0].sections[0].contestants) == 2
    assert any(one.where == "x.js" for one in reading.problems)


def test_a_board_without_a_number_is_told() -> None:
    reading = read(f"<table>{HEAD}{row(*MADE)}</table>")
    assert reading.counts.guessed == 1
    assert any(one.severity is Severity.WARNING for one in reading.problems)


def test_other_pages() -> None:
    text = TITLE + table(1, row(*MADE))
    assert sniff_bbo_travellers(text)
    assert not sniff_jfr(text)
    assert not sniff_kops(text)
    assert not sniff_bbo_travellers(text.replace("Bridge Base Online", "Club"))
    with pytest.raises(FormatError, match="no table"):
        read("<p>nothing</p>")
    with pytest.raises(FormatError, match="none of the files"):
        loads_bbo_pages({"a": b"\0\0"})


FRAGMENTS = (
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "<td colspan=2>",
    "<!--",
    "-->",
    "Result",
    "NS",
    "EW",
    "Points",
)
MORE = (
    "IMPs",
    "%",
    "a + b",
    "c+d",
    "4♠N=",
    "A==",
    "P",
    "60",
    "Board 3",
    "\n",
    "<",
    ">",
    "&nbsp;",
    "North",
    HEAD,
    row(*MADE),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS + MORE), max_size=40))
def test_any_order_of_pieces_is_counted_or_refused(parts: list[str]) -> None:
    try:
        counts = read("".join(parts)).counts
    except FormatError:
        return
    assert counts.found == counts.taken + counts.refused


def test_cuts_and_flips() -> None:
    whole = (TITLE + table(1, row(*MADE)) + table(2, row("ann + zoe", *MADE[1:]))).encode()
    chance = random.Random(6)
    for turn in range(len(whole) + 500):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads_bbo_travellers(Decoded(data.decode("utf-8", "replace"), "utf-8")).counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused
