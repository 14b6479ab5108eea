"""KOPS pages. No page of the program is at hand: layouts of our own with what is known of them, and one as in JFR."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.html_boards import board_rows
from overtrick.formats.jfr import sniff_jfr
from overtrick.formats.kops import loads_kops, loads_kops_pages, sniff_kops
from overtrick.formats.text import Decoded
from overtrick.model.event import Line, Stated
from overtrick.model.outcome import Awarded, NotPlayed, Outcome, PassedOut, SitOut
from overtrick.model.reading import Reading, Severity

TITLE = "<html><head><title>Turniej KOPS</title></head><body><h2>Rozdanie nr 7</h2>\n"
ONE = "<tr><th>NS<th>EW<th>kontrakt<th>gra<th>wist<th>lewy<th>zapis NS<th>zapis EW<th>% NS<th>% EW</tr>\n"
TWO = (
    '<tr><td rowspan="2">&nbsp;</td><td colspan="2">numery</td><td>kont<br>rakt</td><td>gra</td><td>wist</td>'
    '<td>lew</td><td colspan="2">zapis</td><td colspan="2">%</td></tr>'
    "<tr><td>N-S</td><td>E-W</td><td>NS</td><td>EW</td><td>NS</td><td>EW</td></tr>\n"
)
HEART = '<img src="H.gif" alt="h">'
MADE = ["1", "2", f"4{HEART}&times;", "W", f"{HEART}A", "9", "200", "&nbsp;", "83.3", "16.7"]


def row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def page(*rows: str, head: str = ONE) -> str:
    return TITLE + "<table>" + head + "".join(rows) + "</table></body></html>"


def read(text: str, name: str = "") -> Reading:
    return loads_kops(Decoded(text, "utf-8"), name=name)


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


@pytest.mark.parametrize(("head", "edge"), [(ONE, []), (TWO, ["&nbsp;"])], ids=["one row", "two rows"])
def test_a_traveller(head: str, edge: list[str]) -> None:
    reading = read(page(row(*edge, *MADE), head=head))
    assert (reading.counts.found, reading.counts.taken, reading.event.name) == (1, 1, "Turniej KOPS")
    assert reading.event.sessions[0].sections[0].travellers[0].board.number == 7
    line = lines(reading)[0]
    assert (line.ns, line.ew, str(line.ns_outcome), line.lead) == ("1", "2", "4HX W -1", "HA")
    assert line.stated == Stated(Fraction(833, 10), Fraction(167, 10), "percent", 200)


@pytest.mark.parametrize(
    ("cells", "ns", "ew"),
    [
        (["3", "4", "PAS", "", "", "", "0", "", "50.0", "50.0"], PassedOut(), PassedOut()),
        (["3", "4", "arb", "", "", "", "", "", "60", "40"], Awarded(Fraction(60)), Awarded(Fraction(40))),
        (["3", "4", "---", "", "", "", "", "", "0", "0"], NotPlayed(), NotPlayed()),
        (["3", "0", "", "", "", "", "", "", "60", "0"], SitOut(), SitOut()),
    ],
)
def test_what_is_not_played_out(cells: list[str], ns: Outcome, ew: Outcome) -> None:
    line = lines(read(page(row(*cells))))[0]
    assert (line.ns_outcome, line.ew_outcome) == (ns, ew)


def test_polish_letters_and_points_of_east_west() -> None:
    line = lines(read(page(row("3", "4", "3BA", "E", "", "9", "", "400", "40", "60"))))[0]
    assert str(line.ns_outcome) == "3NT E ="
    assert line.stated is not None
    assert line.stated.points == -400


def test_imps_by_their_column() -> None:
    head = "<tr><th>NS<th>EW<th>kontrakt<th>gra<th>lewy<th>zapis<th>IMP NS<th>IMP EW</tr>"
    reading = read(page(row("3", "4", "3nt", "E", "9", "-400", "-2.5", "2.5"), head=head))
    assert reading.event.method == "cross-imps"
    assert lines(reading)[0].stated == Stated(Fraction(-5, 2), Fraction(5, 2), "imps", -400)


@pytest.mark.parametrize(
    "cells",
    [
        [*MADE[:2], "8H", *MADE[3:]],
        ["", "", *MADE[2:]],
        ["Ada", "Eva Lind-Ek", *MADE[2:]],
        ["1", "2"],
        ["3", "4", "arb", *[""] * 7],
    ],
)
def test_bad_rows_are_refused_with_their_line(cells: list[str]) -> None:
    reading = read(page(row(*cells), row("3", "4", *MADE[2:])))
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == ["line 3"]


def test_boards_of_a_folder_by_the_names_of_files() -> None:
    text = page(row(*MADE)).replace("<h2>Rozdanie nr 7</h2>", "Łódź")
    files = {f"t{number:03d}.html": text.encode("iso8859-2") for number in (3, 1)}
    reading = loads_kops_pages({**files, "x.css": b"a {}"})
    assert sorted(one.board.number for one in reading.event.sessions[0].sections[0].travellers) == [1, 3]
    assert any(one.where == "x.css" for one in reading.problems)


def test_a_board_without_a_number_is_told() -> None:
    reading = read(page(row(*MADE)).replace("Rozdanie nr 7", ""))
    assert (reading.counts.guessed, [one.severity for one in reading.problems][:1]) == (1, [Severity.WARNING])


def test_boards_within_one_table() -> None:
    text = page(row(*MADE), row("Rozdanie 8"), ONE, row(*MADE))
    assert [one.board.number for one in read(text).event.sessions[0].sections[0].travellers] == [7, 8]


def test_other_pages() -> None:
    assert sniff_kops(page(row(*MADE)))
    assert not sniff_jfr(page(row(*MADE)))
    assert not sniff_kops(page(row(*MADE)).replace("KOPS", "JFR"))
    assert not sniff_kops("kops kont zapis")
    with pytest.raises(FormatError, match="travellers"):
        read("<table><tr><td>1</td></tr></table>")
    with pytest.raises(FormatError, match="none of the files"):
        loads_kops_pages({"a": b"\0\0"})


def test_too_many_tables() -> None:
    with pytest.raises(FormatError, match="tables"):
        read("<table>" * 6000)


def test_cuts_and_flips() -> None:
    whole = page(row(*MADE), row("3", "4", *MADE[2:])).encode()
    chance = random.Random(5)
    for turn in range(len(whole) + 500):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = read(data.decode("latin-1")).counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


FRAGMENTS = (
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "<td colspan=2>",
    "<!--",
    "-->",
    "kontrakt",
    "NS",
    "N-S",
    "EW",
    "gra",
)
MORE = (
    "lew",
    "zapis",
    "%",
    "1",
    "2",
    "4S",
    "arb",
    "PAS",
    "60",
    "Rozdanie 3",
    "\n",
    "<",
    ">",
    "&nbsp;",
    "numery",
    ONE,
    TWO,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS + MORE), max_size=40))
def test_any_order_of_pieces_is_counted_or_refused(parts: list[str]) -> None:
    try:
        counts = read("".join(parts)).counts
    except FormatError:
        return
    assert counts.found == counts.taken + counts.refused


def test_rows_before_any_names_are_no_results() -> None:

    assert not list(board_rows("<table><tr><td>1<td>2</table>", re.compile("x([0-9])"), lambda _cells: None))
