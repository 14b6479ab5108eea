"""What another format cannot hold is told, all of it and nothing else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from event_strategies import deal_of, events
from overtrick.desk.exchange import convert
from overtrick.errors import FormatError
from overtrick.formats.differences import differences
from overtrick.formats.format import format_named, formats, load
from overtrick.model.event import Event
from overtrick.model.outcome import Awarded, Missing, SitOut
from overtrick.model.record import Call, TableRecord
from overtrick.scorer import score_event

DEMO = Path(__file__).resolve().parents[2] / "src" / "overtrick" / "data" / "demo" / "tuesday.csv"
SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
WRITTEN = [one.key for one in formats() if one.writes]


def with_more(event: Event) -> Event:
    """The event with hands, bidding, a lead and an award on its first board."""
    session = event.sessions[0]
    section = session.sections[0]
    traveller = section.travellers[0]
    record = TableRecord((Call("1N", "15-17"), Call("P"), Call("P"), Call("P")), ("H2", "H3"))
    lines = (
        replace(traveller.lines[0], record=record, lead="H2"),
        replace(traveller.lines[1], ns_outcome=Awarded(Fraction(55)), ew_outcome=Awarded(Fraction(40))),
        *traveller.lines[2:],
    )
    changed = replace(traveller, lines=lines, deal=deal_of(1))
    section = replace(section, travellers=(changed, *section.travellers[1:]))
    return replace(event, sessions=(replace(session, sections=(section,)),))


def test_our_own_file_holds_everything() -> None:
    assert convert(with_more(load(DEMO).event), format_named("event")).problems == ()


def test_a_csv_holds_no_hands_and_no_bidding() -> None:
    made = convert(with_more(load(DEMO).event), format_named("csv"))
    assert [one.text for one in made.problems] == [
        "not held: the hands of 1 board (1 A 1)",
        "not held: bidding and play of 1 line (1 A 1: 1 12)",
    ]


@pytest.mark.parametrize("key", WRITTEN)
def test_losses_are_what_differs_after_reading_back(key: str) -> None:
    event = with_more(load(DEMO).event)
    target = format_named(key)
    made = convert(event, target)
    again = target.loads(made.data).event
    assert list(made.losses) == differences(event, again)
    assert bool(made.problems) is bool(made.losses)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(events())
def test_anything_goes_into_a_csv_or_is_told(event: Event) -> None:
    target = format_named("csv")
    made = convert(event, target)
    again = target.loads(made.data)
    assert list(made.losses) == differences(event, again.event)
    results = [
        line
        for session in event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]
    if all(not isinstance(line.ns_outcome, SitOut | Missing) for line in results):
        assert again.counts.taken == len(results)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize("key", WRITTEN)
def test_reading_what_was_written_changes_nothing_more(key: str) -> None:
    """Read, write, read: the same event again in the file's own format; in another one what it holds stays."""
    target = format_named(key)
    seen = 0
    for path in sorted(SHARED.glob("*/*")):
        try:
            reading = load(path)
            once = target.loads(target.encode(reading.event)).event
        except FormatError:
            continue  # not to be read, or not to be held; told elsewhere
        seen += 1
        if key == "bdc" and reading.format == "acblscore":
            continue  # names go with the results there, and most of these have no table to be sent from
        if reading.format == key:
            assert differences(reading.event, once) == [], path.name
        assert differences(once, target.loads(target.encode(once)).event) == [], path.name
    assert seen >= 5


def test_what_else_is_told_of_players_is_told_apart_from_their_names() -> None:
    event = load(DEMO).event
    session = event.sessions[0]
    who, *others = session.sections[0].contestants
    players = (replace(who.players[0], extra=(("@RATEABLE", "Y"),)), *who.players[1:])
    section = replace(session.sections[0], contestants=(replace(who, players=players), *others))
    event = replace(event, sessions=(replace(session, sections=(section, *session.sections[1:])), *event.sessions[1:]))
    told = [problem.text for problem in convert(event, format_named("pbn")).problems]
    assert any(text.startswith("not held: what else is told of the players of 1 contestant") for text in told)
    assert not any("names or numbers" in text for text in told)
    usebio = [problem.text for problem in convert(event, format_named("usebio")).problems]
    assert not any("of the players" in text for text in usebio)


def test_numbers_of_a_standing_are_written_beside_the_results() -> None:
    standing = score_event(load(DEMO).event)
    text = convert(standing.event, format_named("usebio"), standing=standing).data.decode()
    assert "<NS_MATCH_POINTS>" in text
    assert "<PERCENTAGE>" in text


@pytest.mark.parametrize(("key", "word"), [("jfr", "not written"), ("bri", "not written")])
def test_what_is_only_read_says_so(key: str, word: str) -> None:
    with pytest.raises(FormatError, match=word):
        convert(Event(), format_named(key))
