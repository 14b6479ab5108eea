"""BridgeWebs CSV. Options as the guide tells them; tables by the names of their columns, with names of our own."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.bridgewebs import loads_bridgewebs, sniff_bridgewebs
from overtrick.formats.bridgewebs_columns import heads_of
from overtrick.formats.text import Decoded, decode
from overtrick.model.event import Line, Stated
from overtrick.model.outcome import Awarded, BareScore, Missing, NotPlayed, Outcome, PassedOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

OPTIONS = "#Version;std1\n#Date;6/5/2024\n#DESCRIPTION;Tuesday Pairs\n#Source;Ours\n#Scorer;Eva\n"
RANKING = "Pos;Pair;Dir;Names;MPs;%\n1;4;NS;Ada Ek & Bo Ash;30;62.5\n2=;5;EW;Cy & Di;18;37,5\n"
HEAD = "Board;NS;EW;Contract;By;Lead;Tricks;NS Score;EW Score;NS MPs;EW MPs"
MADE = "7;4;5;4H;W;SA;10;;420;3;15"


def read(*rows: str, options: str = OPTIONS, head: str = HEAD) -> Reading:
    return loads_bridgewebs(Decoded(options + "\n".join([head, *rows, ""]), "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


def test_options_ranking_and_travellers() -> None:
    reading = read(MADE, options=OPTIONS + RANKING)
    event = reading.event
    assert (event.name, event.date, event.program, event.method) == (
        "Tuesday Pairs",
        "2024-05-06",
        "Ours",
        "matchpoints",
    )
    first, second = event.sessions[0].sections[0].contestants
    assert (first.key, first.direction, first.names, first.stated_total) == (
        "4",
        Side.NS,
        ("Ada Ek", "Bo Ash"),
        Fraction(30),
    )
    assert (second.direction, second.stated_percent, second.stated_place) == (Side.EW, Fraction(75, 2), "2=")
    line = lines(reading)[0]
    assert (line.ns, line.ew, str(line.ns_outcome), line.lead) == ("4", "5", "4H W =", "SA")
    assert line.stated == Stated(Fraction(3), Fraction(15), "matchpoints", -420)
    assert [one.text for one in reading.problems if "scorer" in one.text]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_the_first_line_tells_the_separator(separator: str) -> None:
    text = (OPTIONS + RANKING.replace("37,5", "37.5") + HEAD + "\n" + MADE + "\n").replace(";", separator)
    assert sniff_bridgewebs(text)
    reading = loads_bridgewebs(Decoded(text, "utf-8"))
    assert (reading.counts.taken, reading.event.name) == (1, "Tuesday Pairs")


@pytest.mark.parametrize(
    ("option", "method"),
    [
        ("Crossimp", "cross-imps"),
        ("BUTLER;1", "butler"),
        ("Aggregate;yes", "total-points"),
        ("Butler;0", "matchpoints"),
    ],
)
def test_methods(option: str, method: str) -> None:
    assert read(MADE, options=f"#Version;std1\n#{option}\n").event.method == method


@pytest.mark.parametrize(
    ("row", "ns", "ew"),
    [
        ("7;4;5;PASS;;;;;;1;1", PassedOut(), PassedOut()),
        ("7;4;5;NP;;;;;;;", NotPlayed(), NotPlayed()),
        ("7;4;5;;;;;50;;;", BareScore(50), BareScore(50)),
        ("7;4;5;;;;;;620;;", BareScore(-620), BareScore(-620)),
        ("7;4;5;;;;;60%;40%;;", Awarded(Fraction(60)), Awarded(Fraction(40))),
        ("7;4;5;A6040", Awarded(Fraction(60)), Awarded(Fraction(40))),
        ("7;4;5", Missing(), Missing()),
    ],
)
def test_what_is_not_played_out(row: str, ns: Outcome, ew: Outcome) -> None:
    line = lines(read(row))[0]
    assert (line.ns_outcome, line.ew_outcome) == (ns, ew)


@pytest.mark.parametrize("tricks", ["10", "=", "+0"])
def test_tricks_may_be_a_result(tricks: str) -> None:
    assert str(lines(read(f"7;4;5;4H;W;;{tricks};;420"))[0].ns_outcome) == "4H W ="


def test_boards_by_lines_of_their_own() -> None:
    reading = read("1;2;3NT;N;9", "#Board;9", "1;2;3NT;N;8", options=OPTIONS + "#Board;8\n", head="NS;EW;Bid;By;Tks")
    boards = [one.board.number for one in reading.event.sessions[0].sections[0].travellers]
    assert (boards, reading.counts.refused) == ([8, 9], 0)


@pytest.mark.parametrize("row", [MADE.replace("4H", "8H"), MADE.replace("7;", "0;", 1), MADE.replace(";10;", ";15;")])
def test_bad_lines_are_refused_with_their_number(row: str) -> None:
    reading = read(row, MADE)
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == ["line 7"]


def test_what_stands_under_no_names_is_refused() -> None:
    reading = loads_bridgewebs(Decoded("#Version;std1\n7;1;2;PASS\n", "utf-8"))
    assert (reading.counts.found, reading.counts.refused) == (1, 1)


def test_imps_and_percentages_by_their_columns() -> None:
    imps = lines(read("7;4;5;PASS;-3,5;3.5", head="Board;NS;EW;Contract;NS IMPs;IMPs EW"))[0].stated
    share = lines(read("7;4;5;PASS;60;40", head="Board;NS;EW;Contract;NS %;% EW"))[0].stated
    assert imps == Stated(Fraction(-7, 2), Fraction(7, 2), "imps")
    assert share == Stated(Fraction(60), Fraction(40), "percent")


def test_events_of_another_kind() -> None:
    assert any("teams" in one.text for one in read(MADE, options="#Version;std1\n#Teams;1\n").problems)
    with pytest.raises(FormatError, match="individual"):
        read(MADE, options="#Version;std1\n#Individual;1\n")
    with pytest.raises(FormatError, match="std1"):
        read(MADE, options="")


@pytest.mark.parametrize(
    "text",
    ["", "board,ns,ew,contract\n1,1,2,PASS\n", "[GAME]\n[RESULTS]\n", "# Version 2\n", "% PBN 2.1\n#Version;std1"],
)
def test_other_files(text: str) -> None:
    assert not sniff_bridgewebs(text)


def test_names_of_columns_are_no_data() -> None:
    assert heads_of(["Board", "NS", "7"]) is None
    assert heads_of(["Board", "NS", "NS", "EW"]) is not None


FRAGMENTS = (
    ";",
    ",",
    "\t",
    "\n",
    "#",
    '"',
    "#Date",
    "#Board",
    "#Individual",
    "Pos",
    "Pair",
    "Names",
    "Board",
    "NS",
    "EW",
    "Tricks",
)
MORE = ("7", "4S", "PASS", "-50", "A6040", "60%", "x", HEAD + "\n", RANKING, MADE + "\n")


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS + MORE), max_size=40))
def test_any_order_of_pieces_is_counted_or_refused(parts: list[str]) -> None:
    try:
        counts = read("".join(parts), head="").counts
    except FormatError:
        return
    assert counts.found == counts.taken + counts.refused


def test_cuts_and_flips() -> None:
    whole = (OPTIONS + RANKING + "\n".join([HEAD, MADE, MADE.replace("7;", "8;", 1), ""])).encode()
    chance = random.Random(11)
    assert loads_bridgewebs(decode(whole)).counts.taken == 2
    for turn in range(len(whole) + 600):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads_bridgewebs(decode(bytes(data))).counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


def test_a_quote_that_never_ends_takes_one_line() -> None:
    reading = read('7;"4;5;4H;W;SA;10', MADE)
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
