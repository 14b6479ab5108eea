"""What differs between two events is found, whatever it is, and nothing where nothing differs."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings

from event_strategies import deal_of, events
from overtrick.formats.differences import differences
from overtrick.model.board import Board
from overtrick.model.event import Contestant, Event, Line, Section, Session, Traveller
from overtrick.model.outcome import NotPlayed, PassedOut
from overtrick.model.record import TableRecord

LINE = Line("1", "2", PassedOut(), PassedOut())


def of(*lines: Line, **members: object) -> Event:
    traveller = replace(Traveller(Board.numbered(1), lines), **members)  # type: ignore[arg-type]
    return Event(sessions=(Session("1", (Section("A", (Contestant("1"),), (traveller,)),)),))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ns_outcome", NotPlayed()),
        ("round", "2"),
        ("table", "4"),
        ("lead", "SK"),
        ("version", "a"),
        ("remark", "late"),
        ("south", "9"),
        ("record", TableRecord(claim=9)),
    ],
)
def test_one_field_of_a_line(name: str, value: object) -> None:
    (found,) = differences(of(LINE), of(replace(LINE, **{name: value})))  # type: ignore[arg-type]
    assert (found.kind, found.field, found.after) == ("line", name, value)


def test_where_a_line_stands_is_no_fact() -> None:
    assert differences(of(LINE), of(replace(LINE, where="line 9"))) == []


def test_order_of_lines_is_no_fact() -> None:
    other = replace(LINE, ns="3", ew="4")
    assert differences(of(LINE, other), of(other, LINE)) == []


def test_lost_lines_and_boards() -> None:
    other = replace(LINE, ns="3", ew="4")
    assert [(one.kind, one.field) for one in differences(of(LINE, other), of(LINE))] == [("line", "")]
    assert [one.kind for one in differences(of(LINE), Event())] == ["session"]
    assert [one.field for one in differences(of(LINE, deal=deal_of(1)), of(LINE))] == ["deal"]


def test_another_name_for_the_same_session_is_one_difference() -> None:
    one = of(LINE)
    other = replace(one, sessions=(replace(one.sessions[0], key="first"),))
    assert [(found.kind, found.field, found.after) for found in differences(one, other)] == [
        ("session", "key", "first")
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events(), events())
def test_nothing_differs_exactly_where_events_are_equal(one: Event, other: Event) -> None:
    assert differences(one, one) == []
    if one != other:
        assert differences(one, other)


def test_no_fact_of_the_model_is_left_out() -> None:
    """A new field of the model takes part by itself; what is left out is a place, or a list walked by itself."""
    seen = {name for kind in (Event, Session, Section, Traveller, Line, Contestant) for name in _names(kind)}
    walked = {"where", "sessions", "sections", "contestants", "travellers", "lines", "penalties", "matches"}
    assert walked <= seen


def _names(kind: type) -> set[str]:
    return {item.name for item in fields(kind)}
