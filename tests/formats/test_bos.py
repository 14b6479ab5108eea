from __future__ import annotations

import random
from fractions import Fraction

import pytest

from overtrick.errors import FormatError
from overtrick.formats.bos import loads_bos
from overtrick.formats.format import loads
from overtrick.formats.text import Decoded
from overtrick.model.event import Line
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, PassedOut, SitOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

# In the layout of the maker's help page, with names and numbers of our own.
GAME = "[GAME] (Section; BoardsPerRound; ...)\nB;2;24;12;;;;;;2024-05-06;Tuesday;2;1\n\n"
PEOPLE = (
    '[Contestants]\nB;4;N;"Ada; Ek";30;62,5;;\nB;4;S;"Bo";30;62,5;;\n'
    'B;4;E;"Cy";18;37.5;;\nB;4;W;"Di";19;37.5;;\nB;;N;"Eli";;;;\n'
)
MADE = "#07;B;2;4;4;;;-420;4H;W;10;SA;3;15;;;16.67;83.33;;18;;"


def read(*rows: str, people: str = "") -> Reading:
    return loads_bos(Decoded(GAME + people + "[RESULTS]\n" + "".join(f"{row}\n" for row in rows), "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


def test_the_three_blocks() -> None:
    reading = read("#07", MADE, "#08", people=PEOPLE)
    event = reading.event
    assert (event.name, event.date, event.method, event.winners) == ("Tuesday", "2024-05-06", "matchpoints", 2)
    assert (event.sessions[0].key, event.sessions[0].sections[0].key) == ("2", "B")
    line = lines(reading)[0]
    assert (line.ns, line.ew, str(line.ns_outcome), line.lead, line.round) == ("4", "4", "4H W =", "SA", "2")
    assert line.stated is not None
    assert (line.stated.ns, line.stated.ew, line.stated.points) == (Fraction(3), Fraction(15), -420)
    north, east = event.sessions[0].sections[0].contestants
    assert (north.direction, north.names, north.stated_percent) == (Side.NS, ("Ada; Ek", "Bo"), Fraction(125, 2))
    assert (east.direction, east.stated_total) == (Side.EW, None)
    assert (reading.counts.found, reading.counts.taken) == (1, 1)
    assert any("sections=across" in one.text for one in reading.problems)


@pytest.mark.parametrize(
    ("row", "ns", "ew"),
    [
        ("#07;B;2;4;5;;;0;PASS;;;;9;9;;;50;50;;18;;", PassedOut(), PassedOut()),
        ("#07;B;2;4;5;;;;;;;;;;;;60;40;;18;;", Awarded(Fraction(60)), Awarded(Fraction(40))),
        ("#07;B;2;4;5;;;;;;;;;;;;;;;18;;AVE+/AVE-", Awarded(Average.PLUS), Awarded(Average.MINUS)),
        ("#07;B;2;4;5;;;-50;;;;;;;;;;;;18;;late", BareScore(-50), BareScore(-50)),
        ("#07;B;2;4;5;;;;;;;;;;;;;;;18;;", NotPlayed(), NotPlayed()),
        ("#07;B;2;4;0;;;;;;;;;;;;;;;18;;", SitOut(), SitOut()),
    ],
)
def test_what_is_not_played_out(row: str, ns: Outcome, ew: Outcome) -> None:
    line = lines(read(row, MADE.replace("#07", "#09")))[0]
    assert (line.ns_outcome, line.ew_outcome) == (ns, ew)


@pytest.mark.parametrize(
    "row",
    [
        MADE.removesuffix(";"),
        MADE.replace("4H", "8H"),
        MADE.replace(";10;", ";x;"),
        MADE.replace("#07", "#0"),
        MADE.replace("4;4;;;-420", ";;;;-420"),
    ],
)
def test_bad_results_are_refused_with_their_line(row: str) -> None:
    reading = read(row, MADE.replace("#07", "#08"))
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == ["line 5"]


def test_imps_by_their_columns() -> None:
    assert read("#07;B;2;4;5;;;-420;4H;W;10;SA;;;-2;2;;;-350;;;").event.method == "butler"
    assert read("#07;B;2;4;5;;;-420;4H;W;10;SA;;;-2;2;;;;;;").event.method == "cross-imps"


def test_no_results() -> None:
    with pytest.raises(FormatError, match="RESULTS"):
        loads_bos(Decoded(GAME, "utf-8"))


def test_cuts_and_flips() -> None:
    whole = (GAME + PEOPLE + f"[RESULTS]\n{MADE}\n{MADE.replace('#07', '#08')}\n").encode()
    chance = random.Random(4)
    assert loads(whole).format == "bos"
    for turn in range(len(whole) + 400):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads(bytes(data), format="bos").counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


def test_an_individual_event_names_four_players() -> None:
    line = lines(read(MADE.replace("4;4;;;-420", "1;2;3;4;-420")))[0]
    assert (line.ns, line.ew, line.south, line.west) == ("1", "2", "3", "4")
