"""From facts and conditions to a standing: what must hold for any event, and rulings worked by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overtrick.errors import ConditionsError
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Penalty, Player, Section, Session, Traveller
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
from overtrick.model.standing import Standing
from overtrick.model.terms import Side, Strain
from overtrick.scorer import score_event

METHODS = ("matchpoints", "ascherman", "cross-imps", "butler", "total-points")
REAL = st.one_of(st.just(PassedOut()), st.integers(-70, 70).map(lambda tens: BareScore(10 * tens)))


@st.composite
def rulings(draw: st.DrawFn) -> Weighted:
    outcomes = draw(st.lists(REAL, min_size=1, max_size=3))
    shares = draw(st.lists(st.integers(1, 5), min_size=len(outcomes), max_size=len(outcomes)))
    return Weighted(tuple((Fraction(share, sum(shares)), one) for share, one in zip(shares, outcomes, strict=True)))


AWARDS = st.one_of(
    st.sampled_from(Average).map(Awarded), st.integers(0, 100).map(lambda percent: Awarded(Fraction(percent)))
)
NOTHING = st.sampled_from((NotPlayed(), SitOut(), Missing()))
OUTCOMES: st.SearchStrategy[Outcome] = st.one_of(REAL, REAL, REAL, rulings(), AWARDS, NOTHING)


@st.composite
def events(draw: st.DrawFn, *, split: bool = True) -> Event:
    sections = []
    for key in ("A", "B")[: draw(st.integers(1, 2))]:
        tables = draw(st.integers(1, 6))
        travellers = []
        for number in range(1, draw(st.integers(1, 4)) + 1):
            lines = []
            for table in range(tables):
                outcome = draw(OUTCOMES)
                other = draw(OUTCOMES) if split and draw(st.integers(0, 4)) == 0 else outcome
                version = draw(st.sampled_from(("", "", "", "b")))
                mover = (table + number) % tables
                lines.append(Line(f"n{table}", f"e{mover}", outcome, other, version=version))
            travellers.append(Traveller(Board.numbered(number), tuple(lines)))
        sections.append(Section(key, (), tuple(travellers)))
    return Event(sessions=(Session("1", tuple(sections)),))


@st.composite
def conditions(draw: st.DrawFn) -> Conditions:
    method = draw(st.sampled_from(METHODS))
    values: dict[str, Any] = {
        name: draw(st.sampled_from(Conditions.__dataclass_fields__[name].metadata["among"]))
        for name in (
            "matchpoint_scale", "expected", "small_groups", "lone_result", "line_rounding", "total_rounding",
            "percent_rounding", "sections", "ranking", "winners", "own_percentage", "split", "unequal_boards",
            "session_weights", "datum", "datum_rounding", "imp_cutoff", "cross_divisor", "cross_trim", "imp_table",
        )
    }  # fmt: skip
    values["uneven"] = (
        "neuberg" if method == "ascherman" else draw(st.sampled_from(("neuberg", "none", "factor", "add-one")))
    )
    values["datum_drop"] = draw(st.sampled_from(("none", "1", "5%", "20%+", "bridge-scorer")))
    if values["datum"] == "given":
        values["datum_given"] = Fraction(draw(st.integers(-800, 800)))
    return Conditions(method=method, **values)


def shuffled(event: Event, seed: int) -> Event:
    rng = random.Random(seed)

    def mixed(items: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(rng.sample(items, len(items)))

    return replace(
        event,
        sessions=tuple(
            replace(
                session,
                sections=mixed(
                    tuple(
                        replace(
                            section,
                            travellers=mixed(tuple(replace(t, lines=mixed(t.lines)) for t in section.travellers)),
                        )
                        for section in session.sections
                    )
                ),
            )
            for session in event.sessions
        ),
    )


def numbers(standing: Standing) -> tuple[Any, Any]:
    lines = {
        (board.section, board.board.number, line.line.ns): (line.ns, line.ew, line.points, board.datum)
        for board in standing.boards
        for line in board.lines
    }
    places = {
        (place.section, place.direction, place.contestant.key): (place.place, place.tied, place.total, place.percent)
        for place in standing.places
    }
    return lines, places


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events(), conditions(), st.integers(0, 99))
def test_order_changes_no_number(event: Event, terms: Conditions, seed: int) -> None:
    assert numbers(score_event(event, terms)) == numbers(score_event(shuffled(event, seed), terms))


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events(), conditions())
def test_every_answer_is_defined(event: Event, terms: Conditions) -> None:
    standing = score_event(event, terms)
    matchpoints = terms.method in ("matchpoints", "ascherman")
    for board in standing.boards:
        for line in board.lines:
            for side, outcome in ((Side.NS, line.line.ns_outcome), (Side.EW, line.line.ew_outcome)):
                result = line.side(side)
                assert (result.value is None) == isinstance(outcome, NotPlayed | SitOut | Missing)
                assert result.available == 0 or matchpoints
                if result.value is not None and matchpoints and terms.line_rounding == "exact":
                    assert 0 <= result.value <= result.available
    for place in standing.places:
        assert isinstance(place.total, Fraction)
        assert place.boards > 0
    assert str(standing).count("\n") == max(len(standing.places) - 1, 0)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events(split=False), conditions())
def test_north_south_and_east_west_are_mirrored(event: Event, terms: Conditions) -> None:
    """Where nothing is split, turning every score round exchanges what the sides get."""
    terms = replace(terms, winners="2", datum="mean" if terms.datum == "given" else terms.datum)

    def turned(outcome: Outcome) -> Outcome:
        match outcome:
            case BareScore(points=points):
                return BareScore(-points)
            case Weighted(parts=parts):
                return Weighted(tuple((w, BareScore(-p.points) if isinstance(p, BareScore) else p) for w, p in parts))
        return outcome

    def line_turned(line: Line) -> Line:
        outcome = turned(line.ns_outcome)
        return replace(line, ns=line.ew, ew=line.ns, ns_outcome=outcome, ew_outcome=outcome)

    other = replace(
        event,
        sessions=tuple(
            replace(
                session,
                sections=tuple(
                    replace(
                        section,
                        travellers=tuple(
                            replace(t, lines=tuple(map(line_turned, t.lines))) for t in section.travellers
                        ),
                    )
                    for section in session.sections
                ),
            )
            for session in event.sessions
        ),
    )
    up_and_down = {"10up": "10down", "10down": "10up"}  # halves go to North-South, or away from them
    seen = replace(terms, datum_rounding=up_and_down.get(terms.datum_rounding, terms.datum_rounding))
    for board, mirror in zip(score_event(event, terms).boards, score_event(other, seen).boards, strict=True):
        for line, opposite in zip(board.lines, mirror.lines, strict=True):
            assert (line.ns, line.ew) == (opposite.ew, opposite.ns)


def board_of(*lines: tuple[Outcome, Outcome] | Outcome, **terms: Any) -> Standing:
    made = []
    for number, line in enumerate(lines, 1):
        ns, ew = line if isinstance(line, tuple) else (line, line)
        made.append(Line(str(number), f"e{number}", ns, ew))
    return event_of([made], **terms)


def event_of(boards: list[list[Line]], section: Section | None = None, **terms: Any) -> Standing:
    travellers = tuple(Traveller(Board.numbered(n), tuple(lines)) for n, lines in enumerate(boards, 1))
    made = replace(section or Section("A"), travellers=travellers)
    return score_event(Event(sessions=(Session("1", (made,)),)), Conditions(**terms))


def ns_values(standing: Standing) -> list[Fraction | None]:
    return [line.ns.value for line in standing.boards[0].lines]


CALCUL28 = (480, 450, 450, 450, 420, 420, -50, -50, -100)


@pytest.mark.parametrize(
    ("split", "ns", "ew", "others"),
    [("twice", "4", "5", {420: "9", 450: "14"}), ("half-weights", "7/2", "9/2", {450: "27/2", 420: "8", -50: "7/2"})],
)
def test_split_score(split: str, ns: str, ew: str, others: dict[int, str]) -> None:
    """A field of ten in which one 450 is ruled -50 for North-South and 450 for East-West (De Wael, calcul28)."""
    standing = board_of(*(BareScore(score) for score in CALCUL28), (BareScore(-50), BareScore(450)), split=split)
    ruled = standing.boards[0].lines[-1]
    assert (ruled.ns.value, ruled.ew.value) == (Fraction(ns), Fraction(ew))
    for line in standing.boards[0].lines[:-1]:
        if line.points in others:
            assert line.ns.value == Fraction(others[line.points])


def test_each_side_of_a_line_has_its_own_score() -> None:
    """A board played too early: real for one side, average plus for the other (Law 15A)."""
    lines = [
        Line("1", "6", BareScore(420), BareScore(420)),
        Line("2", "7", BareScore(-400), Awarded(Average.PLUS)),
        Line("3", "8", BareScore(-430), BareScore(-430)),
        Line("4", "9", BareScore(-50), BareScore(-50)),
        Line("5", "5", Awarded(Average.PLUS), BareScore(-400)),
    ]
    board = event_of([lines], winners="2").boards[0]
    assert (board.results, board.expected) == (4, 5)
    assert [str(line.ns.value) for line in board.lines] == ["31/4", "11/4", "1/4", "21/4", "24/5"]
    assert [str(line.ew.value) for line in board.lines] == ["1/4", "24/5", "31/4", "11/4", "21/4"]


@pytest.mark.parametrize(
    ("own", "plus", "minus"),
    [
        (Fraction(3), Fraction(3, 4), Fraction(2, 5)),
        (Fraction(2), Fraction(3, 5), Fraction(2, 5)),
        (Fraction(0), Fraction(3, 5), Fraction(0)),
    ],
)
def test_averages_follow_the_own_session(own: Fraction, plus: Fraction, minus: Fraction) -> None:
    """At least 60 % or what the contestant made, at most 40 % or the same (WBF Laws Committee, 30 August 1998)."""
    scores = {Fraction(0): (-10, 0, 0), Fraction(2): (0, 0, 0), Fraction(3): (0, 0, -10)}[own]
    real = [Line(str(n), f"e{n}", BareScore(score), BareScore(score)) for n, score in enumerate(scores, 1)]
    for kind, wanted in ((Average.PLUS, plus), (Average.MINUS, minus)):
        ruled = [Line(str(n), f"e{n}", Awarded(kind), Awarded(kind)) for n in (1, 2, 3)]
        standing = event_of([real, ruled], winners="2")
        assert standing.boards[1].lines[0].ns.value == wanted * 4
        if own != 2:
            fixed = event_of([real, ruled], winners="2", own_percentage="no")
            assert fixed.boards[1].lines[0].ns.value == (Fraction(12, 5) if kind is Average.PLUS else Fraction(8, 5))


def test_not_played_is_left_out_of_the_divisor() -> None:
    real = [Line(str(n), f"e{n}", BareScore(n), BareScore(n)) for n in (1, 2, 3)]
    missing = [Line("1", "e1", NotPlayed(), NotPlayed()), *real[1:]]
    standing = event_of([real, missing], winners="2")
    first = next(place for place in standing.places if place.contestant.key == "1")
    assert (first.boards, first.available, first.percent) == (1, Fraction(4), Fraction(0))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "outcomes",
    [
        (),
        (BareScore(420),),
        (NotPlayed(), SitOut(), Missing()),
        (Awarded(Average.PLUS), Awarded(Average.MINUS)),
        (BareScore(90), BareScore(90), BareScore(90)),
        ((BareScore(90), BareScore(-90)),),
        ((BareScore(90), Awarded(Average.PLUS)), (Awarded(Average.MINUS), PassedOut())),
        (Weighted(((Fraction(1, 3), BareScore(420)), (Fraction(2, 3), PassedOut()))),),
    ],
)
@pytest.mark.parametrize("expected", ["field", "session", "board-rows", "board"])
@pytest.mark.parametrize("split", ["twice", "half-weights"])
def test_poor_boards(method: str, outcomes: Any, expected: str, split: str) -> None:
    standing = board_of(*outcomes, method=method, expected=expected, split=split)
    assert all(isinstance(place.total, Fraction) for place in standing.places)


@pytest.mark.parametrize(("divisor", "plus"), [("comparisons", "3"), ("sum", "9"), ("scores", "9/4")])
def test_average_plus_at_cross_imps(divisor: str, plus: str) -> None:
    outcomes = (BareScore(100), BareScore(0), BareScore(-100), (Awarded(Average.PLUS), Awarded(Average.MINUS)))
    ruled = board_of(*outcomes, method="cross-imps", cross_divisor=divisor).boards[0].lines[-1]
    assert (ruled.ns.value, ruled.ew.value) == (Fraction(plus), -Fraction(plus))


def test_average_plus_where_nobody_played() -> None:
    standing = board_of(Awarded(Average.PLUS), method="cross-imps", expected="board")
    assert ns_values(standing) == [3]


def test_a_given_datum_is_the_north_south_view() -> None:
    standing = board_of(BareScore(420), BareScore(-50), method="butler", datum="given", datum_given=Fraction(400))
    assert ns_values(standing) == [1, -10]
    assert [line.ew.value for line in standing.boards[0].lines] == [-1, 10]


def test_halves_of_a_datum_go_to_north_south_as_both_see_it() -> None:
    standing = board_of(BareScore(-20), BareScore(10), method="butler", datum_rounding="10up")
    assert standing.boards[0].datum == 0
    assert [(line.ns.value, line.ew.value) for line in standing.boards[0].lines] == [
        (Fraction(-1), Fraction(1)),
        (Fraction(0), Fraction(0)),
    ]


def test_a_fouled_total_is_brought_up_to_the_board_not_the_field() -> None:
    lines = [
        Line(str(n), f"e{n}", BareScore(s), BareScore(s), version=v)
        for n, (s, v) in enumerate([(400, "b"), (-50, "b"), (0, ""), (0, "")])
    ]
    other = [Line(str(n), f"e{n}", BareScore(0), BareScore(0)) for n in range(6)]
    standing = event_of([lines, other], method="cross-imps", cross_divisor="sum")
    assert ns_values(standing)[:2] == [30, -30]


def test_two_pairs_of_one_number_stay_two() -> None:
    contestants = tuple(Contestant(str(n), side, (Player(f"{side.value} {n}"),)) for side in Side for n in (1, 2))
    lines = [Line("1", "1", BareScore(420), BareScore(420)), Line("2", "2", BareScore(-50), BareScore(-50))]
    section = Section("A", contestants)
    for winners, lists in (("2", [1, 2, 1, 2]), ("1", [1, 1, 3, 3])):
        standing = event_of([lines], section, winners=winners)
        assert [place.place for place in standing.places] == lists
        assert {place.contestant.names[0] for place in standing.places} == {"NS 1", "NS 2", "EW 1", "EW 2"}


def test_penalties() -> None:
    lines = [Line("1", "3", BareScore(420), BareScore(420)), Line("2", "4", BareScore(-50), BareScore(-50))]
    penalties = (
        Penalty("1", Fraction(1)),
        Penalty("9", Fraction(1)),
        Penalty("2", Fraction(1), "vps"),
        Penalty("3", Fraction(1, 10), "tops", Side.EW),
    )
    standing = event_of([lines], Section("A", penalties=penalties), winners="2")
    totals = {place.contestant.key: place.total for place in standing.places}
    assert totals == {"1": 1, "2": 0, "3": Fraction(-1, 5), "4": 2}
    assert len(standing.problems) == 2


def test_what_cannot_be_scored_is_told_and_left_out() -> None:
    nobody = Played(Contract(4, Strain.SPADES), 10)
    standing = board_of(BareScore(420), nobody, Awarded(Fraction(3), Unit.IMPS), BareScore(-50))
    assert ns_values(standing) == [2, None, None, 0]
    assert len(standing.problems) == 2
    assert ns_values(board_of(Awarded(Fraction(3), Unit.MATCHPOINTS), method="butler")) == [None]


def test_nobody_is_no_contestant() -> None:
    standing = event_of([[Line("1", "", BareScore(90), BareScore(90)), Line("", "2", PassedOut(), PassedOut())]])
    assert {place.contestant.key for place in standing.places} == {"1", "2"}


def test_sections() -> None:
    def section(key: str, *scores: int) -> Section:
        lines = tuple(Line(f"{n}", f"e{n}", BareScore(score), BareScore(score)) for n, score in enumerate(scores))
        return Section(key, (), (Traveller(Board.numbered(1), lines),))

    event = Event(sessions=(Session("1", (section("A", 10, 20), section("B", 0, 30, 40))),))
    apart = {
        (p.section, p.contestant.key): p.percent
        for p in score_event(event, Conditions(winners="2")).places
        if p.direction is Side.NS
    }
    across = score_event(event, Conditions(winners="2", sections="across"))
    assert apart["A", "1"] == apart["B", "2"] == 100
    assert [p.contestant.key for p in across.places if p.direction is Side.NS] == ["2", "1", "1", "0", "0"]
    own_lists = score_event(event, Conditions(winners="2", ranking="sections"))
    assert [p.place for p in own_lists.places] == [1, 2, 1, 2, 1, 2, 3, 1, 2, 3]


def test_no_event_and_no_method() -> None:
    assert score_event(Event()).places == ()
    with pytest.raises(ConditionsError, match="'rubber'"):
        board_of(BareScore(0), method="rubber")


@pytest.mark.parametrize(
    ("first", "second", "kept", "told"),
    [
        ((5, False), (0, True), 5, 0),
        ((0, True), (5, True), 5, 0),
        ((5, True), (5, False), 5, 0),
        ((5, True), (7, True), 5, 1),
    ],
)
def test_a_carry_over_told_in_one_session_is_kept(
    first: tuple[int, bool], second: tuple[int, bool], kept: int, told: int
) -> None:
    board = Traveller(Board.numbered(1), (Line("1", "2", PassedOut(), PassedOut()),))
    sessions = []
    for number, (amount, named) in enumerate((first, second)):
        players = (Player("Eva Lind"),) if named else ()
        one = Contestant("1", Side.NS, players, carry_over=Fraction(amount))
        sessions.append(Session(str(number), (Section("A", (one, Contestant("2", Side.EW)), (board,)),)))
    standing = score_event(Event(sessions=tuple(sessions), winners=2))
    assert standing.places[0].contestant.carry_over == Fraction(kept)
    assert len(standing.problems) == told
    assert standing.places[0].contestant.names == ("Eva Lind",)
