from __future__ import annotations

from overtrick.formats.format import loads
from overtrick.formats.write_usebio import dumps_usebio
from overtrick.model.event import Event, Line
from overtrick.model.outcome import Awarded
from overtrick.scorer import score_event

TEXT = (
    "session,section,board,ns,ew,contract,score\n1,A,1,1,5,4SX N =,\n1,A,1,2,6,PASS,\n"
    "1,A,1,3,7,,-50\n1,A,1,4,8,A60/40,\n"
    "1,A,2,1,6,3NT W -1,\n1,A,2,2,7,NP,\n1,A,2,3,8,1NT S =,\n\n"
    "contestant,direction,player1,number1\n1,NS,Ann & <Bo>,7\n2,NS,Cy,\n3,NS,Di,\n4,NS,Ed,\n"
    "5,EW,F,\n6,EW,G,\n7,EW,H,\n8,EW,I,\n"
)


def lines(event: Event) -> list[Line]:
    return [line for board in event.sessions[0].sections[0].travellers for line in board.lines]


def test_lines_names_and_places_read_back() -> None:
    event = loads(TEXT.encode()).event
    standing = score_event(event)
    reading = loads(dumps_usebio(standing).encode())
    assert reading.counts.refused == 0
    before = [(line.ns, line.ew, line.ns_outcome, line.ew_outcome) for line in lines(event)]
    assert [(line.ns, line.ew, line.ns_outcome, line.ew_outcome) for line in lines(reading.event)] == before
    assert any(isinstance(line.ns_outcome, Awarded) for line in lines(reading.event))
    section = reading.event.sessions[0].sections[0]
    assert section.key == "A"
    names = {who.key: who for who in section.contestants}
    assert names["1"].names == ("Ann & <Bo>",)
    assert reading.event.winners == 2
    again = score_event(reading.event)
    assert [(one.place, one.contestant.key) for one in again.places] == [
        (one.place, one.contestant.key) for one in standing.places
    ]
