"""Messages of the Bridgemate Data Connector. Numbers are those of the developer's guide (ResultDTO, RoundDTO)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overtrick.formats.bdc import loads_bdc, sniff_bdc
from overtrick.formats.bdc_codes import QUEUES, coded_entry, entry_of
from overtrick.formats.text import Decoded
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, Hand, TrickTable
from overtrick.model.event import Contestant, Line, Player
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Entry,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
)
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Doubling, Seat, Side, Strain

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
GUID = "0123456789ABCDEF0123456789ABCDEF"
PLUS, EVEN, MINUS = (Awarded(one) for one in (Average.PLUS, Average.AVERAGE, Average.MINUS))
DEAL = Deal(
    Hand("AKQ", "AKQ", "AKQ", "AKQJ"),
    Hand("JT9", "JT9", "JT9", "T987"),
    Hand("876", "876", "876", "6543"),
    Hand("5432", "5432", "5432", "2"),
)
TRICKS = TrickTable((13, 12, 11, 10, 9) * 4)


def result(board: int = 1, **more: Any) -> dict[str, Any]:
    """4 spades by North at table 1 in round 1, made with an overtrick, unless told otherwise."""
    return {
        "SessionGuid": GUID,
        "SectionLetters": "A",
        "TableNumber": 1,
        "RoundNumber": 1,
        "BoardNumber": board,
        "ScoringDirection": 3,
        "IsDeleted": False,
        "PairNorthSouth": 3,
        "PairEastWest": 8,
        "DeclaringPair": 3,
        "DeclarerDirection": 1,
        "Level": 4,
        "Denomination": 4,
        "Stake": 0,
        "TotalTricks": 11,
        "LeadCardRank": 0,
        "LeadCardSuit": 0,
        "ValidationMessages": None,
    } | more


def request(command: int, data: object, guid: str = GUID) -> dict[str, Any]:
    return {"Command": command, "ClubId": "", "SessionGuid": guid, "SerializedData": json.dumps(data)}


def read(*parts: object) -> Reading:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in parts)
    return loads_bdc(Decoded(text, "utf-8"))


def results(*records: dict[str, Any]) -> Reading:
    return read(request(QUEUES["results"].put, list(records)))


def lines(reading: Reading) -> list[Line]:
    return [
        line
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


def said(reading: Reading) -> str:
    return "\n".join(str(problem) for problem in reading.problems)


@pytest.mark.parametrize(
    ("level", "ns", "ew"),
    [
        (0, PassedOut(), PassedOut()),
        (-1, MINUS, MINUS),
        (-2, MINUS, EVEN),
        (-3, MINUS, PLUS),
        (-4, EVEN, MINUS),
        (-5, EVEN, EVEN),
        (-6, EVEN, PLUS),
        (-7, PLUS, MINUS),
        (-8, PLUS, EVEN),
        (-9, PLUS, PLUS),
        (-10, NotPlayed(), NotPlayed()),
    ],
)
def test_levels_that_are_no_contract(level: int, ns: Outcome, ew: Outcome) -> None:
    assert entry_of({"Level": level}) == Entry(ns, ew)
    assert (coded_entry(Entry(ns, ew)) or {})["Level"] == level
    assert entry_of({"Level": level, "ScoringDirection": 2}) == Entry(ew, ns)
    assert [(one.ns_outcome, one.ew_outcome) for one in lines(results(result(Level=level)))] == [(ns, ew)]


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("stake", range(3))
@pytest.mark.parametrize("seat", range(1, 5))
def test_contracts_there_and_back(number: int, stake: int, seat: int) -> None:
    strain = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NOTRUMP)[number - 1]
    declarer = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)[seat - 1]
    played = Played(Contract(3, strain, tuple(Doubling)[stake], declarer), 8)
    numbers = {"Level": 3, "Denomination": number, "Stake": stake, "DeclarerDirection": seat, "TotalTricks": 8}
    assert entry_of(numbers) == Entry.both(played)
    assert coded_entry(Entry.both(played)) == numbers


@pytest.mark.parametrize(
    "entry",
    [
        Entry(PassedOut(), NotPlayed()),
        Entry(PLUS, PassedOut()),
        Entry.both(Awarded(Fraction(60))),
        Entry.both(BareScore(420)),
        Entry.both(Played(Contract(4, Strain.SPADES), 10)),
    ],
)
def test_what_a_result_cannot_say(entry: Entry) -> None:
    assert coded_entry(entry) is None


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("Level", 8, "Level is 8"),
        ("Level", -11, "Level is -11"),
        ("Level", "4", "Level is '4'"),
        ("Level", True, "Level is True"),
        ("Denomination", 0, "Denomination is 0"),
        ("Stake", 3, "Stake is 3"),
        ("DeclarerDirection", 5, "DeclarerDirection is 5"),
        ("TotalTricks", 14, "TotalTricks is 14"),
        ("BoardNumber", 0, "BoardNumber is 0"),
        ("TableNumber", None, "TableNumber is 0"),
        ("RoundNumber", -1, "RoundNumber is -1"),
        ("ScoringDirection", 4, "ScoringDirection is 4"),
        ("PairNorthSouth", 10**15, "PairNorthSouth is "),
    ],
)
def test_a_bad_record_goes_alone(field: str, value: object, words: str) -> None:
    reading = results(result(1), result(2, **{field: value}), result(3, RoundNumber=2))
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (3, 2, 1)
    assert words in said(reading)


@pytest.mark.parametrize(("rank", "suit", "card"), [(14, 1, "CA"), (10, 4, "ST"), (2, 3, "H2"), (0, 0, ""), (0, 2, "")])
def test_leads(rank: int, suit: int, card: str) -> None:
    assert lines(results(result(LeadCardRank=rank, LeadCardSuit=suit)))[0].lead == card


def test_a_bad_lead_does_not_take_the_result_away() -> None:
    reading = results(result(LeadCardRank=1, LeadCardSuit=1))
    assert (reading.counts.taken, lines(reading)[0].lead) == (1, "")
    assert "the lead is left out" in said(reading)


def test_the_last_result_for_a_place_counts_and_a_deleted_one_takes_it_away() -> None:
    reading = results(
        result(1, Level=3), result(2), result(1), result(2, IsDeleted=True), result(3, IsDeleted=True), result(3)
    )
    assert [str(one.ns_outcome) for one in lines(reading)] == ["4S N +1", "4S N +1"]
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (6, 2, 4)
    assert "deleted; it does not count" in said(reading)
    assert not [one for one in reading.problems if one.severity is Severity.ERROR]


def test_a_result_for_each_side_is_a_split_score() -> None:
    reading = results(result(ScoringDirection=1, Level=-7), result(ScoringDirection=2, Level=-1))
    assert [(one.ns_outcome, one.ew_outcome) for one in lines(reading)] == [(PLUS, MINUS)]
    alone = results(result(ScoringDirection=1))
    assert (alone.counts.guessed, str(lines(alone)[0].ew_outcome)) == (1, "4S N +1")
    whole = results(result(ScoringDirection=1), result(ScoringDirection=3, Level=0))
    assert [one.ns_outcome for one in lines(whole)] == [PassedOut()]


def test_pairs_in_the_wrong_seats() -> None:
    reading = results(result(DeclaringPair=8), result(2), result(3, DeclaringPair=3, DeclarerDirection=4))
    assert [(one.ns, one.ew) for one in lines(reading)] == [("8", "3"), ("3", "8"), ("8", "3")]
    assert said(reading).count("wrong direction: 8 sat North-South") == 2


def movement(**section: Any) -> dict[str, Any]:
    rounds = [
        {"TableNumber": 1, "RoundNumber": 1, "PairNS": 3, "PairEW": 8, "LowBoardNumber": 1, "HighBoardNumber": 3},
        {"TableNumber": 1, "RoundNumber": 2, "PairNS": 3, "PairEW": 0},
    ]
    part = {"Letters": "A", "Winners": 2, "GameType": 10, "ScoringGroupNumber": 1, "Tables": [{"Rounds": rounds}]}
    group = {"ScoringMethod": 20, "Sections": [part | section]}
    return {
        "Sessions": [
            {"SessionGuid": GUID, "Name": "Tuesday", "Year": 2026, "Month": 3, "Day": 31, "ScoringGroups": [group]}
        ],
        "PlayerData": [{"SessionGuid": GUID, "PlayerNumber": "71", "FirstName": "Ada", "LastName": "Berg"}],
        "Participations": [
            {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 1, "PlayerNumber": "71"},
            {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 4, "LastName": "Cai"},
        ],
        "Handrecords": [],
    }


def test_an_event_with_its_results() -> None:
    reading = read(request(5, movement(), ""), request(10, [result(), result(2, PairEastWest=9)]))
    event = reading.event
    assert (event.name, event.date, event.method, event.winners) == ("Tuesday", "2026-03-31", "butler", 2)
    who = event.sessions[0].sections[0].contestants
    assert who[0] == Contestant("3", Side.NS, (Player("Ada Berg", "71"),))
    assert who[1] == Contestant("8", Side.EW, (Player("Cai"),))
    assert "3 v 9 here, 3 v 8 by the movement" in said(reading)


def test_seats_without_a_movement_are_put_to_pairs_by_the_results() -> None:
    seats = movement()["Participations"] + [
        {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 7, "Direction": 1, "LastName": "Lost"},
        {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 3, "LastName": "Gone"},
        {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 3, "IsRemoval": True},
        {"SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "Direction": 9, "LastName": "Nowhere"},
    ]
    players = [*movement()["PlayerData"], {"PlayerNumber": "5", "LastName": "Idle"}]
    reading = read(request(11, players), request(12, seats), request(10, [result()]))
    names = {one.key: one.names for one in reading.event.sessions[0].sections[0].contestants}
    assert names == {"3": ("Ada Berg",), "8": ("Cai",)}
    assert "which pairs these are: Lost" in said(reading)
    assert "1 player is known by number" in said(reading)
    assert "Direction is 9" in said(reading)
    assert reading.event.winners == 2


def test_one_field_has_each_pair_once() -> None:
    twice = [result(), result(2, TableNumber=2, PairNorthSouth=8, PairEastWest=3, RoundNumber=2, DeclaringPair=8)]
    reading = read(request(5, movement(Winners=1), ""), request(10, twice))
    assert [(one.key, one.direction) for one in reading.event.sessions[0].sections[0].contestants] == [
        ("3", None),
        ("8", None),
    ]


def test_team_matches_are_sections_of_their_round() -> None:
    event = movement(GameType=30, Winners=1)
    group = event["Sessions"][0]["ScoringGroups"][0]
    group["ScoringMethod"] = 51
    rounds = [
        {"TableNumber": 1, "RoundNumber": 1, "PairNS": 3, "PairEW": 8, "TeamNS": 10, "TeamEW": 2},
        {"TableNumber": 2, "RoundNumber": 1, "PairNS": 7, "PairEW": 4, "TeamNS": 2, "TeamEW": 10},
    ]
    group["Sections"][0]["Tables"] = [{"Rounds": rounds}]
    other = result(TableNumber=2, PairNorthSouth=7, PairEastWest=4, DeclaringPair=7)
    reading = read(request(5, event, ""), request(10, [result(), other, result(1, TableNumber=3)]))
    session = reading.event.sessions[0]
    assert (reading.event.method, reading.event.winners) == ("team-imps", 1)
    assert (session.key, [one.key for one in session.sections]) == ("1", ["A 2-10"])
    assert [(one.ns, one.ew) for one in lines(reading)] == [("10", "2"), ("2", "10")]
    names = {one.key: one.names for one in session.sections[0].contestants}
    assert names == {"10": ("Ada Berg",), "2": ("Cai",)}
    assert "does not say which teams met" in said(reading)


def test_individual_results_are_refused() -> None:
    reading = read(request(5, movement(GameType=20), ""), request(10, [result()]))
    assert (reading.counts.taken, reading.counts.refused) == (0, 1)


def hand(board: int, **more: Any) -> dict[str, Any]:
    """A hand record with the deal above, and with its double-dummy tricks."""
    made: dict[str, Any] = {"SessionGuid": GUID, "SectionLetters": "A", "ScoringGroupNumber": 1, "BoardNumber": board}
    for seat, held in zip(("North", "East", "South", "West"), DEAL.hands, strict=True):
        for suit, ranks in zip(("Spades", "Hearts", "Diamonds", "Clubs"), held.suits if held else (), strict=True):
            made[seat + suit] = ranks
        for strain, tricks in zip(("NoTrump", "Spades", "Hearts", "Diamonds", "Clubs"), range(13, 8, -1), strict=True):
            made[f"DoubleDummy{seat}{strain}"] = tricks
    return made | {"HasHandEvaluationData": True} | more


def test_hands_go_to_played_boards_and_to_those_that_nobody_played() -> None:
    bad = hand(3, NorthSpades="AAQ")
    reading = read(request(13, [hand(1), hand(2), bad]), request(10, [result(1)]))
    found = {one.board.number: one for one in reading.event.sessions[0].sections[0].travellers}
    assert (found[1].deal, found[1].tricks, len(found[1].lines)) == (DEAL, TRICKS, 1)
    assert (found[2].deal, found[2].lines) == (DEAL, ())
    assert "the hands are left out" in said(reading)
    assert 3 not in found


def test_hands_of_one_section_are_those_of_its_group() -> None:
    event = movement()
    part = event["Sessions"][0]["ScoringGroups"][0]["Sections"]
    part.append(part[0] | {"Letters": "B", "Tables": []})
    reading = read(request(5, event, ""), request(13, [hand(1)]), request(10, [result(), result(SectionLetters="B")]))
    assert [one.travellers[0].deal for one in reading.event.sessions[0].sections] == [DEAL, DEAL]


def test_answers_are_read_as_requests_are() -> None:
    answer = {"RequestCommand": 19, "DataType": 12, "ErrorType": 0, "SessionGuid": GUID}
    fault = {"RequestCommand": 10, "DataType": 4, "ErrorType": 5, "SerializedData": '"no such round"'}
    poll = {"Command": 19, "SessionGuid": GUID, "SerializedData": ""}
    calls = request(39, [{"SectionLetters": "A", "TableNumber": 1, "Hour": 20, "Minute": 5, "Status": 1}])
    reading = read([poll, answer | {"SerializedData": json.dumps([result()])}, fault, calls])
    assert reading.counts.taken == 1
    assert "Validation: no such round" in said(reading)
    assert "1 call for the director" in said(reading)
    assert read([result(), result(2)]).counts.taken == 2


def test_two_sessions_are_numbered_as_they_come() -> None:
    other = GUID[::-1]
    reading = read(request(10, [result()]), request(10, [result(SessionGuid=other)], other))
    assert [one.key for one in reading.event.sessions] == ["1", "2"]
    first = read([result(SessionGuid=None)], request(10, [result(2)]), [result(3, SessionGuid="")])
    assert [one.key for one in first.event.sessions] == ["1"]
    assert first.counts.taken == 3


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize(
    ("name", "taken", "refused", "words"),
    [
        ("requests/PutResults", 1, 1, "a later result stands"),
        ("responses/PollQueueForNewResults", 1, 1, "one side alone"),
        ("requests/InitializeEvent", 0, 0, "the hands are left out"),
        ("requests/UpdateMovement", 0, 0, "different scoring methods"),
        ("responses/Error", 0, 0, "Validation: The DTO did not validate."),
        ("responses/PollQueueForNewTdCalls", 0, 0, "2 calls for the director"),
        ("responses/PollQueueForNewParticipations", 0, 0, "which pairs these are"),
        ("responses/PollQueueForNewPlayerData", 0, 0, "sits nowhere"),
        ("requests/PutBridgemate3Settings", 0, 0, "has no place"),
        ("responses/Ping", 0, 0, ""),
        ("requests/PollQueueForAllResults", 0, 0, ""),
    ],
)
def test_the_golden_files_of_the_vendor(name: str, taken: int, refused: int, words: str) -> None:
    text = (DATA / "bdc_json" / f"{name}.json").read_text("utf-8")
    assert sniff_bdc(text)
    reading = read(text)
    assert (reading.counts.taken, reading.counts.refused) == (taken, refused)
    assert words in said(reading)
