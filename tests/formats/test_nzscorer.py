from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.desk.results import rank_reading
from overtrick.desk.settings import conditions_from
from overtrick.errors import FormatError
from overtrick.formats.format import load, loads
from overtrick.formats.nzscorer import loads_nzscorer
from overtrick.formats.text import Decoded
from overtrick.model.event import Line
from overtrick.model.outcome import Awarded, NotPlayed, PassedOut, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "nzscorer"


def session(results: str, pairs: str = "", scoring: str = "MP") -> str:
    return (
        f'<?xml version="1.0"?>\n<session club="Kiwi" scoring_type="{scoring}" event_name="Monday" '
        f'event_date="16/11/2015">\n'
        f'<board_results><brsection id="B">\n{results}</brsection></board_results>\n'
        f'<scores><scsection id="B">{pairs}</scsection></scores></session>\n'
    )


def result(rest: str, board: int = 3, ns: int = 1, ew: int = 1) -> str:
    return f'<result tab="2" bd="{board}" rnd="4" ns="{ns}" ew="{ew}" {rest}/>\n'


def read(text: str) -> Reading:
    return loads_nzscorer(Decoded(text, "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [line for one in reading.event.sessions[0].sections[0].travellers for line in one.lines]


def test_results_pairs_and_official_values() -> None:
    pairs = (
        '<pair player_name_1="Ana" player_name_2="Bo" match_points="20/40" place="2" dir="N" no="1" nzb_no_1="0" '
        'nzb_no_2="77" res="48.5" raw_score="50" handicap="-3"/>'
        '<pair player_name_1="Cy" player_name_2="" match_points="20/40" place="1" dir="E" no="1" res="50" '
        'raw_score="50"/>'
    )
    reading = read(
        session(result('dec="W" cont="2 S x" lead="HK" res="+1" score="-570" mp_ns="35" mp_ew="205"'), pairs)
    )
    line = lines(reading)[0]
    assert (str(line.ns_outcome), line.lead, line.round, line.table) == ("2SX W +1", "HK", "4", "2")
    assert line.stated is not None
    assert (line.stated.ns, line.stated.ew, line.stated.points) == (Fraction(7, 2), Fraction(41, 2), -570)
    event = reading.event
    assert (event.name, event.club, event.date, event.winners) == ("Monday", "Kiwi", "2015-11-16", 2)
    north, east = event.sessions[0].sections[0].contestants
    assert (north.key, north.direction, north.names, north.players[1].number) == ("1", Side.NS, ("Ana", "Bo"), "77")
    assert (north.handicap, north.stated_percent, north.stated_total) == (
        Fraction(-3, 2),
        Fraction(97, 2),
        Fraction(20),
    )
    assert (east.direction, east.names) == (Side.EW, ("Cy",))
    assert any("before the handicap" in one.text for one in reading.problems)


@pytest.mark.parametrize(
    ("rest", "ns", "ew"),
    [
        ('cont="PASS" dec="N" res="" score="0"', PassedOut(), PassedOut()),
        ('cont="N P" res="" score="0"', PassedOut(), PassedOut()),
        ('cont="" res="" score=""', NotPlayed(), NotPlayed()),
        (
            'cont="" res="" score="Adj" mp_ns="144" mp_ew="96"',
            Awarded(Fraction(72, 5), Unit.MATCHPOINTS),
            Awarded(Fraction(48, 5), Unit.MATCHPOINTS),
        ),
        ('cont="" score="0" mp_ns="120" mp_ew="-9999"', None, SitOut()),
    ],
)
def test_what_is_not_played_out(rest: str, ns: object, ew: object) -> None:
    line = lines(read(session(result(rest))))[0]
    assert ns is None or line.ns_outcome == ns
    assert line.ew_outcome == ew


@pytest.mark.parametrize("rest", ['cont="9 S" dec="N" res="="', 'cont="2 S" dec="" res=""', 'score="Adj"'])
def test_bad_results_are_refused_with_their_line(rest: str) -> None:
    reading = read(session(result(rest) + result('cont="2 S" dec="N" res="="', board=4)))
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == ["line 4"]


def test_unknown_scoring_is_told() -> None:
    reading = read(session(result('cont="2 S" dec="N" res="=" score="110" mp_ns="20" mp_ew="0"'), scoring="ZZ"))
    assert any("'ZZ'" in one.text for one in reading.problems)
    stated = lines(reading)[0].stated
    assert stated is not None
    assert (stated.ns, stated.points) == (None, 110)


def test_no_such_session() -> None:
    with pytest.raises(FormatError, match="SESSIONS"):
        read("<sessions/>")


def test_cuts_and_flips() -> None:
    whole = session(
        "".join(result('dec="W" cont="2 S x" res="+1" score="-570" mp_ns="35" mp_ew="5"', board) for board in (1, 2, 3))
    ).encode()
    chance = random.Random(9)
    for turn in range(len(whole) + 400):
        data = bytearray(whole[:turn] if turn < len(whole) else whole)
        for _flip in range(0 if turn < len(whole) else chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            counts = loads(bytes(data), format="nzscorer").counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused
        assert turn >= len(whole) or counts.taken >= whole[:turn].count(b"/>\n")


@pytest.mark.skipif(not REAL.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize(
    ("name", "taken", "agreed"), [("pairs", 338, "754 of 754"), ("handicap_pairs", 198, "432 of 432")]
)
def test_real_files(name: str, taken: int, agreed: str) -> None:
    reading = load(REAL / f"{name}.xml")
    assert (reading.format, reading.counts.taken, reading.counts.refused) == ("nzscorer", taken, 0)
    standing = rank_reading(reading, conditions_from(presets=["nz-scorer"]))
    assert any(agreed in one.text for one in standing.problems)
    assert all(who.stated_place in ("", str(place.place)) for place in standing.places for who in (place.contestant,))
