from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.desk.results import rank_reading
from overtrick.errors import FormatError
from overtrick.formats.format import load, loads
from overtrick.formats.merge import merge
from overtrick.formats.salliere import loads_salliere, sniff_salliere
from overtrick.formats.text import Decoded
from overtrick.model.conditions import Conditions
from overtrick.model.event import Line
from overtrick.model.outcome import Average, Awarded, NotPlayed, Outcome, PassedOut
from overtrick.model.reading import Reading

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "salliere"


def read(text: str) -> Reading:
    return loads_salliere(Decoded(text, "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


@pytest.mark.parametrize(
    "row", ["5,1,2,3H+1,W", "5,1,2,3H,W,10", "5,1,2,3H,W,10,,170", "5,1,2,3H,W,10,,170,0,2", "5, 1, 2, 3h , w, 10"]
)
def test_every_step_tells_the_same_result(row: str) -> None:
    reading = loads(row.encode())
    assert reading.format == "salliere"
    line = lines(reading)[0]
    assert (line.ns, line.ew, str(line.ns_outcome)) == ("1", "2", "3H W +1")
    if row.count(",") > 6:
        assert line.stated is not None
        assert line.stated.points == -170


@pytest.mark.parametrize(
    ("row", "ns", "ew"),
    [
        ("5,1,2,P", PassedOut(), PassedOut()),
        ("5,1,2,PASS,,,0,", PassedOut(), PassedOut()),
        ("5,1,2,A+/A-", Awarded(Average.PLUS), Awarded(Average.MINUS)),
        ("5,1,2,A6040", Awarded(Fraction(60)), Awarded(Fraction(40))),
        ("5,1,2,NP", NotPlayed(), NotPlayed()),
    ],
)
def test_what_is_not_played_out(row: str, ns: Outcome, ew: Outcome) -> None:
    line = lines(read(row))[0]
    assert (line.ns_outcome, line.ew_outcome) == (ns, ew)


def test_averages_in_place_of_the_points() -> None:
    line = lines(read("5,3,4,2C,N,8\n5,1,2,,,,,,A+,A-\n"))[1]
    assert (line.ns_outcome, line.ew_outcome) == (Awarded(Average.PLUS), Awarded(Average.MINUS))


def test_points_below_nought_are_imps() -> None:
    reading = read("5,1,2,3H,W,10,,170,-3,3\n")
    assert reading.event.method == "cross-imps"
    stated = lines(reading)[0].stated
    assert stated is not None
    assert (stated.unit, stated.ns) == ("imps", Fraction(-3))


def test_names_join_results() -> None:
    both = merge([loads(b"5,1,2,3H+1,W\n"), loads("1,Żaneta Ćwik,Bo Ek\n2,Cy,Di\n".encode())])
    assert [who.names for who in both.event.sessions[0].sections[0].contestants] == [
        ("Żaneta Ćwik", "Bo Ek"),
        ("Cy", "Di"),
    ]


@pytest.mark.parametrize(
    "row", ["6,1,2,9H+1,W", "6,1,2,3H,W,14", "6,1,2,3H,W,x", "6,1", "0,1,2,3H+1,W", "6,1,2,3H+1,W,,,,,,,", "6,1,2,3H+1"]
)
def test_bad_rows_are_refused_with_their_line(row: str) -> None:
    reading = read(f"5,1,2,3H+1,W\n{row}\n7,1,2,3H+1,W\n")
    assert (reading.counts.taken, reading.counts.refused) == (2, 1)
    assert any(one.where == "line 2" for one in reading.problems)


def test_a_last_line_that_breaks_off_is_refused() -> None:
    reading = read("5,1,2,3H,W,10,,170\n6,1,2,3H,W,1")
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)


def test_other_files() -> None:
    assert not sniff_salliere('"AJ9","K9542","Q","AK93","1","N/-"\n')
    assert not sniff_salliere("")
    with pytest.raises(FormatError, match="first line"):
        read("board,ns,ew\n")


def test_cuts_and_flips() -> None:
    whole = b"5,1,2,3H,W,10,,170,0,2\n5,3,4,2C,N,8,90,,2,0\n6,1,2,3N,S,9,400,,1,1\n"
    chance = random.Random(1)
    for turn in range(len(whole) + 400):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads(bytes(data), format="salliere").counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
def test_real_files() -> None:
    steps = [load(REAL / f"{name}.csv") for name in ("contracts", "tricks", "scored", "input")]
    assert [(one.counts.taken, one.counts.refused) for one in steps] == [(84, 0)] * 4
    told = [[(line.ns, line.ew, line.ns_outcome) for line in lines(one)] for one in steps]
    assert told[0] == told[1] == told[2] == told[3]
    assert any("168 of 168" in one.text for one in rank_reading(steps[3], Conditions()).problems)
    assert len(load(REAL / "names.csv").event.sessions[0].sections[0].contestants) == 7
