"""What the four writers of other programs' tables have in common: the same event comes back."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.bos import loads_bos, sniff_bos
from overtrick.formats.bridgewebs import loads_bridgewebs, sniff_bridgewebs
from overtrick.formats.bridgewebs_write import dumps_bridgewebs
from overtrick.formats.csv_cells import unguard
from overtrick.formats.nzscorer import loads_nzscorer, sniff_nzscorer
from overtrick.formats.salliere import loads_salliere, sniff_salliere
from overtrick.formats.text import Decoded, decode, exact
from overtrick.formats.write_bos import dumps_bos
from overtrick.formats.write_nzscorer import dumps_nzscorer
from overtrick.formats.write_salliere import dumps_salliere
from overtrick.formats.write_worth import Worths, decimal, plain, safe_cell
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Unit,
    Weighted,
)
from overtrick.model.reading import Reading
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.scorer import score_event

Reader = Callable[[Decoded], Reading]
BOS = (dumps_bos, loads_bos, sniff_bos)
NZ = (dumps_nzscorer, loads_nzscorer, sniff_nzscorer)
SALLIERE = (dumps_salliere, loads_salliere, sniff_salliere)
BRIDGEWEBS = (dumps_bridgewebs, loads_bridgewebs, sniff_bridgewebs)
ALL = [pytest.param(*one, id=one[0].__name__.removeprefix("dumps_")) for one in (BOS, NZ, SALLIERE, BRIDGEWEBS)]
WITH_PEOPLE = [one for one in ALL if one.id != "salliere"]

LETTERS = st.characters(codec="utf-8", categories=("L", "Nd", "Sm", "Po", "Sc", "Pd"))
NAMES = st.text(LETTERS, min_size=2, max_size=8).filter(lambda text: unguard(text) == text and plain(text) == text)
PLAYED = st.builds(
    Played,
    st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.sampled_from(Seat)),
    st.integers(0, 13),
)
WORTH = st.one_of(
    st.none(),
    st.builds(
        Stated,
        st.fractions(0, 40, max_denominator=10).map(lambda one: Fraction(round(one * 10), 10)),
        st.integers(0, 40).map(Fraction),
        st.just("matchpoints"),
        st.sampled_from([None, 420, -50, 0]),
    ),
)


def event_of(*lines: Line, contestants: tuple[Contestant, ...] = (), winners: int | None = 2, number: int = 7) -> Event:
    travellers = (Traveller(Board.numbered(number), lines),) if lines else ()
    return Event(
        "Tuesday",
        (Session("1", (Section("A", contestants, travellers),)),),
        "2024-02-01",
        method="matchpoints",
        winners=winners,
    )


def bare(stated: Stated | None) -> Stated | None:
    return None if stated is None or stated == Stated(unit=stated.unit) else stated


def lines_of(event: Event) -> list[Line]:
    return [
        replace(line, where="", stated=bare(line.stated))
        for session in event.sessions
        for section in session.sections
        for one in section.travellers
        for line in one.lines
    ]


@st.composite
def events(draw: st.DrawFn) -> Event:
    """What every one of the formats can hold: one section, real results, named pairs, worth in matchpoints."""
    keys = ("1", "2", "3", "4")
    people = tuple(
        Contestant(
            key,
            side,
            tuple(Player(draw(NAMES)) for _seat in range(2)),
            stated_total=Fraction(draw(st.integers(0, 300))),
            stated_percent=Fraction(draw(st.integers(0, 10000)), 100),
        )
        for side in Side
        for key in keys
    )
    travellers: list[Traveller] = []
    for number in sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=3))):
        order = draw(st.permutations(keys))
        lines: list[Line] = []
        for ns, ew in zip(keys, order, strict=True):
            outcome = draw(st.one_of(PLAYED, st.just(PassedOut())))
            stated = draw(WORTH) if travellers or lines else Stated(Fraction(3), Fraction(3))  # tells BOS the method
            lines.append(Line(ns, ew, outcome, outcome, stated=stated))
        travellers.append(Traveller(Board.numbered(number), tuple(lines)))
    return replace(event_of(contestants=people), sessions=(Session("1", (Section("A", people, tuple(travellers)),)),))


@pytest.mark.parametrize(("dumps", "loads", "sniff"), ALL)
@settings(max_examples=60, deadline=None)
@given(event=events())
def test_results_read_back(
    dumps: Callable[[Event], str], loads: Reader, sniff: Callable[[str], bool], event: Event
) -> None:
    text = dumps(event)
    assert sniff(text)
    reading = loads(decode(text.encode()))
    assert lines_of(reading.event) == lines_of(event)
    assert reading.counts.refused == 0


@pytest.mark.parametrize(("dumps", "loads", "sniff"), WITH_PEOPLE)
@settings(max_examples=60, deadline=None)
@given(event=events())
def test_event_and_people_read_back(
    dumps: Callable[[Event], str], loads: Reader, sniff: Callable[[str], bool], event: Event
) -> None:
    del sniff
    found = loads(decode(dumps(event).encode())).event
    assert (found.name, found.date, found.method, found.winners) == (event.name, event.date, "matchpoints", 2)
    assert found.sessions[0].sections[0].contestants == event.sessions[0].sections[0].contestants


A60 = (Awarded(Fraction(60)), Awarded(Fraction(40)))
FIRST = Line("8", "9", PassedOut(), PassedOut())
THREE = Played(Contract(3, Strain.NOTRUMP, declarer=Seat.EAST), 9)
HALF = Weighted(((Fraction(1, 2), THREE), (Fraction(1, 2), PassedOut())))
NOBODY = Played(Contract(4, Strain.SPADES), 11)
CASES: list[tuple[str, Outcome, Outcome, str]] = [
    ("not played", NotPlayed(), NotPlayed(), "all"),
    ("points alone", BareScore(-50), BareScore(-50), "all"),
    ("percentages", *A60, "all"),
    ("averages", Awarded(Average.PLUS), Awarded(Average.MINUS), "all"),
    ("average", Awarded(Average.AVERAGE), Awarded(Average.AVERAGE), "all"),
    ("matchpoints", Awarded(Fraction(29, 2), Unit.MATCHPOINTS), Awarded(Fraction(3), Unit.MATCHPOINTS), "all"),
    ("weighted", HALF, HALF, "all"),
    ("split", THREE, Awarded(Fraction(40)), "all"),
    ("missing", Missing(), Missing(), "bos bridgewebs"),
    ("no declarer", NOBODY, NOBODY, "nzscorer bos bridgewebs"),
]


@pytest.mark.parametrize(("what", "ns", "ew", "held"), CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize(("dumps", "loads", "sniff"), ALL)
def test_other_outcomes_read_back(
    dumps: Callable[[Event], str],
    loads: Reader,
    sniff: Callable[[str], bool],
    what: str,
    ns: Outcome,
    ew: Outcome,
    held: str,
) -> None:
    del sniff, what
    name = dumps.__name__.removeprefix("dumps_")
    reading = loads(decode(dumps(event_of(FIRST, Line("1", "2", ns, ew))).encode()))
    found = [(line.ns_outcome, line.ew_outcome) for line in lines_of(reading.event)[1:]]
    assert found == ([(ns, ew)] if held == "all" or name in held else [])
    assert reading.counts.refused == 0


@pytest.mark.parametrize(("dumps", "loads", "sniff"), WITH_PEOPLE)
def test_a_pair_that_sits_out(dumps: Callable[[Event], str], loads: Reader, sniff: Callable[[str], bool]) -> None:
    del sniff
    idle = Line("1", "", SitOut(), SitOut())
    assert lines_of(loads(decode(dumps(event_of(FIRST, idle)).encode())).event)[1:] == [idle]


@pytest.mark.parametrize(("dumps", "loads", "sniff"), ALL)
def test_no_cell_is_a_formula_and_no_text_breaks_out(
    dumps: Callable[[Event], str], loads: Reader, sniff: Callable[[str], bool]
) -> None:
    del sniff
    names = ("=HYPERLINK(1)", "@cmd", "+1 x", "-x", '"><b>&;,', "a\n#1;A\x00", "'=1")
    people = tuple(Contestant(str(index), None, (Player(name),)) for index, name in enumerate(names, 1))
    text = dumps(event_of(FIRST, contestants=people, winners=1))
    if not text.startswith("<"):
        separator = "," if dumps is dumps_salliere else ";"
        cells = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@") and exact(cell) is None]
    assert "<b>" not in text or not text.startswith("<")
    reading = loads(decode(text.encode()))
    assert len(lines_of(reading.event)) == 1
    if dumps is not dumps_salliere:
        found = [who.names for who in reading.event.sessions[0].sections[0].contestants][: len(names)]
        assert found == [(plain(name),) for name in names]


@pytest.mark.parametrize(("dumps", "loads", "sniff"), ALL)
def test_several_sessions_are_not_mixed(
    dumps: Callable[[Event], str], loads: Reader, sniff: Callable[[str], bool]
) -> None:
    del loads, sniff
    one = event_of(FIRST)
    with pytest.raises(FormatError, match="one session"):
        dumps(replace(one, sessions=(one.sessions[0], replace(one.sessions[0], key="2"))))


@pytest.mark.parametrize("dumps", [dumps_salliere, dumps_nzscorer, dumps_bridgewebs])
def test_an_individual_event_is_refused(dumps: Callable[[Event], str]) -> None:
    with pytest.raises(FormatError, match="individual"):
        dumps(event_of(replace(FIRST, south="1", west="2")))


@pytest.mark.parametrize(("dumps", "loads", "sniff"), ALL)
def test_a_standing_gives_what_lines_are_worth(
    dumps: Callable[..., str], loads: Reader, sniff: Callable[[str], bool]
) -> None:
    del sniff
    lines = (Line("1", "1", THREE, THREE), Line("2", "2", PassedOut(), PassedOut()), Line("3", "3", THREE, THREE))
    event = event_of(*lines)
    found = lines_of(loads(decode(dumps(event, standing=score_event(event, Conditions())).encode())).event)
    assert [(one.stated.ns, one.stated.ew, one.stated.points) for one in found if one.stated] == [
        (Fraction(1), Fraction(3), -600),
        (Fraction(4), Fraction(0), 0),
        (Fraction(1), Fraction(3), -600),
    ]


def test_the_line_without_a_standing_is_what_the_event_states() -> None:
    stated = Stated(Fraction(3), None, "imps", 90)
    assert Worths(None).line("1", "A", 1, replace(FIRST, stated=stated)) == stated
    assert Worths(None).line("1", "A", 1, FIRST) == Stated()


@pytest.mark.parametrize(
    ("number", "text"),
    [(Fraction(1, 3), "0.33"), (Fraction(-1, 3), "-0.33"), (Fraction(200, 3), "66.67"), (Fraction(1, 8), "0.125")],
)
def test_decimals(number: Fraction, text: str) -> None:
    assert decimal(number) == text


@given(st.text())
def test_a_safe_cell_reads_back(text: str) -> None:
    cell = safe_cell(text)
    assert unguard(cell) == plain(text)
    assert not cell.startswith(("=", "+", "-", "@")) or exact(cell) is not None
