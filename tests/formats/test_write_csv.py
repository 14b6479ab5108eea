from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.format import dump, load, loads
from overtrick.formats.write_csv import dumps_csv as dumps
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Penalty, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    Unit,
    Weighted,
)
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)
KEYS = ("1", "2", "=3", "-4", "'5", "A 6")
PLAYED = st.builds(
    Played,
    st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.sampled_from(Seat)),
    st.integers(0, 13),
)
REAL = st.one_of(PLAYED, st.just(PassedOut()), st.sampled_from([BareScore(420), BareScore(-50), BareScore(0)]))
AWARDS: st.SearchStrategy[Outcome] = st.one_of(
    st.sampled_from([Awarded(one) for one in Average]),
    st.builds(Awarded, st.fractions(0, 100, max_denominator=8)),
    st.builds(Awarded, st.fractions(-9, 40, max_denominator=4).map(abs), st.just(Unit.MATCHPOINTS)),
    st.builds(Awarded, st.fractions(-9, 9, max_denominator=4), st.just(Unit.IMPS)),
)
WEIGHTED = st.builds(lambda one, two: Weighted(((Fraction(2, 3), one), (Fraction(1, 3), two))), PLAYED, PLAYED)
OUTCOMES = st.one_of(
    REAL.map(lambda one: (one, one)),
    st.sampled_from([(one, one) for one in (NotPlayed(), Missing())]),
    WEIGHTED.map(lambda one: (one, one)),
    st.tuples(AWARDS, AWARDS),
    st.tuples(AWARDS, REAL),
    st.tuples(REAL, WEIGHTED),
)
STATED = st.one_of(
    st.none(),
    st.builds(
        Stated,
        st.fractions(0, 40, max_denominator=10),
        st.one_of(st.none(), st.fractions(0, 40, max_denominator=3)),
        st.sampled_from(["matchpoints", "imps"]),
    ),
)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events as a reader may hand them out: every contestant is named, nobody plays a board twice."""
    winners = draw(st.sampled_from([1, 2]))
    sections = []
    for key in draw(st.lists(st.sampled_from(["", "A", "B", "@C"]), min_size=1, max_size=3, unique=True)):
        directions: list[Side | None] = [Side.NS, Side.EW] if winners == 2 else [None]
        contestants = tuple(
            Contestant(
                number,
                direction,
                tuple(draw(st.lists(st.builds(Player, NAMES, st.sampled_from(["", "77"])), max_size=2))),
                draw(st.sampled_from([Fraction(0), Fraction(5, 2)])),
                stated_percent=draw(st.one_of(st.none(), st.fractions(0, 100, max_denominator=100))),
                stated_place=draw(st.sampled_from(["", "2="])),
            )
            for number in KEYS
            for direction in directions
        )
        travellers = []
        for number in draw(st.lists(st.integers(1, 40), max_size=3, unique=True)):
            board = Board.numbered(
                number,
                dealer=draw(st.one_of(st.none(), st.sampled_from(Seat))),
                vulnerability=draw(st.one_of(st.none(), st.sampled_from(Vulnerability))),
            )
            order = draw(st.permutations(KEYS))
            lines = []
            for place in range(draw(st.integers(1, 3))):
                ns, ew = draw(OUTCOMES)
                lines.append(
                    Line(
                        order[2 * place],
                        order[2 * place + 1],
                        ns,
                        ew,
                        round=draw(st.sampled_from(["", "1"])),
                        lead=draw(st.sampled_from(["", "SQ"])),
                        version=draw(st.sampled_from(["", "b"])),
                        remark=draw(st.one_of(st.just(""), NAMES)),
                        stated=draw(STATED),
                    )
                )
            travellers.append(Traveller(board, tuple(lines)))
        penalties = (
            (Penalty("1", Fraction(3, 2), direction=directions[0], reason="late"),) if draw(st.booleans()) else ()
        )
        sections.append(Section(key, contestants, tuple(travellers), penalties))
    return Event(draw(NAMES), (Session("1", tuple(sections)),), "2024-02-01", winners=winners, method="matchpoints")


def without_places(event: Event) -> Event:
    return replace(
        event,
        sessions=tuple(
            replace(
                session,
                sections=tuple(
                    replace(
                        section,
                        travellers=tuple(
                            replace(one, lines=tuple(replace(line, where="") for line in one.lines))
                            for one in section.travellers
                        ),
                    )
                    for section in session.sections
                ),
            )
            for session in event.sessions
        ),
    )


@settings(max_examples=120, deadline=None)
@given(events())
def test_what_is_written_reads_back(event: Event) -> None:
    reading = loads(dumps(event).encode())
    assert without_places(reading.event) == event
    assert reading.counts.refused == 0


def test_no_cell_begins_like_a_formula(tmp_path: Path) -> None:
    contestant = Contestant("1", None, (Player("=HYPERLINK(1)"), Player("@cmd")))
    event = Event("+event", (Session("1", (Section("A", (contestant,)),)),), winners=1)
    dump(event, tmp_path / "x.csv")
    text = (tmp_path / "x.csv").read_text(encoding="utf-8")
    assert not [cell for line in text.splitlines() for cell in line.split(",") if cell[:1] in ("=", "+", "@")]
    assert load(tmp_path / "x.csv").event == event


def test_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        dump(Event(), tmp_path / "none" / "x.csv")
