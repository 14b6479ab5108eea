"""The link to BCS against a service that is made here. Traps (a) to (g) are those of the shared UX.md, section 7."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from overtrick.desk.bridgemate import Answer, Delivery, Link, LinkState, News, open_links
from overtrick.desk.bridgemate_book import Book
from overtrick.errors import FormatError, RecordError
from overtrick.formats.bdc_codes import ERRORS, QUEUES
from overtrick.formats.bdc_plan import Meeting
from overtrick.formats.bdc_write import init_record, result_records, update_record
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Player, Section, Session, Traveller
from overtrick.model.outcome import Average, Awarded, NotPlayed, Outcome, PassedOut, Played
from overtrick.model.terms import Seat, Strain

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "bdc_json"
ONE, TWO = "1" * 32, "2" * 32
FOUR_SPADES = Played(Contract(4, Strain.SPADES, declarer=Seat.NORTH), 10)


def result(board: int, table: int = 1, turn: int = 1, session: str = ONE, **more: Any) -> dict[str, Any]:
    return {
        "SessionGuid": session,
        "SectionLetters": "A",
        "TableNumber": table,
        "RoundNumber": turn,
        "BoardNumber": board,
        "ScoringDirection": 3,
        "IsDeleted": False,
        "PairNorthSouth": 1,
        "PairEastWest": 2,
        "DeclaringPair": 1,
        "DeclarerDirection": 1,
        "Level": 4,
        "Denomination": 4,
        "TotalTricks": 10,
    } | more


@dataclass
class Service:
    """A Data Connector in small: numbered queues, what was accepted, and what BCS has; it can be out of reach."""

    queues: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    accepted: dict[str, int] = field(default_factory=dict)
    held: list[dict[str, Any]] = field(default_factory=list)
    changed: dict[str, Any] | None = None
    error: str = ""
    only: set[int] = field(default_factory=set)  # commands that the error is for; all where empty
    heard: list[tuple[int, str, str]] = field(default_factory=list)

    def exchange(self, command: int, session: str, data: str) -> Mapping[str, Any]:
        self.heard.append((command, session, data))
        if self.error and (not self.only or command in self.only):
            return self.answer(command, session, 4, '"no"', ErrorType=ERRORS.index(self.error))
        for queue in QUEUES.values():
            records = self.queues.get(queue.name, [])
            if command in (queue.poll_new, queue.poll_all):
                start = self.accepted.get(queue.name, 0) if command == queue.poll_new else 0
                last = len(records) if records[start:] else 0
                return self.answer(command, session, queue.data_type, json.dumps(records[start:]), LastQueueItemId=last)
            if command == queue.accept:
                self.accepted[queue.name] = int(data)
        if command == 4:
            return self.answer(command, session, 1, data)
        if command == 6:
            return self.movement(session, json.loads(data))
        if command == 10:
            self.held += json.loads(data)
        return self.answer(command, session, 1, '"done"')

    def movement(self, session: str, update: dict[str, Any]) -> Mapping[str, Any]:
        changed = update if self.changed is None else self.changed
        first: dict[int, int] = {}
        for table in changed.get("Tables", []):
            rounds = [one["RoundNumber"] for one in table["Rounds"]]
            first[table["TableNumber"]] = min(rounds)
        self.held = [one for one in self.held if one["RoundNumber"] < first.get(one["TableNumber"], 99)]
        return self.answer(6, session, 14, json.dumps(changed))

    @staticmethod
    def answer(command: int, session: str, kind: int, data: str, **more: Any) -> Mapping[str, Any]:
        said = {"RequestCommand": command, "DataType": kind, "LastQueueItemId": 0, "ErrorType": 0}
        return said | {"SessionGuid": session, "SerializedData": data} | more

    def commands(self) -> list[int]:
        return [command for command, _session, _data in self.heard]


def link(**queues: list[dict[str, Any]]) -> tuple[Link, Service]:
    service = Service(queues)
    return Link(service, ONE), service


def unwanted(delivery: Delivery) -> None:
    pytest.fail(f"nothing was to come, and this did: {delivery}")


# The traps


def test_a_nothing_new_is_not_a_lost_link() -> None:
    one, service = link(results=[])
    assert one.state is LinkState.UNTRIED
    assert one.take("results", unwanted).news is News.NOTHING
    assert (one.state, service.commands()) == (LinkState.UP, [19, 4])
    service.error, service.only = "NoConnection", {4}  # the poll comes back empty although the service is gone
    assert one.take("results", unwanted).news is News.LOST
    service.only = set()
    assert one.take("results", unwanted).news is News.LOST
    assert (one.state, one.reason) == (LinkState.LOST, "NoConnection: no")
    assert not one.ping()
    service.error = ""
    assert one.ping()
    assert (one.state, one.reason) == (LinkState.UP, "")
    service.error, service.only = "Busy", {4}
    assert one.take("results", unwanted).news is News.NOTHING


def test_b_accepted_only_after_the_commit_came_back() -> None:
    one, service = link(results=[result(1), result(2)])
    order: list[object] = []

    def fails(delivery: Delivery) -> None:
        order.append(len(delivery.records))
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        one.take("results", fails)
    assert (order, service.accepted) == ([2], {})
    book = Book()
    first = one.take(
        "results", lambda delivery: order.append((book.add("results", delivery.records), service.accepted))
    )
    assert (order[1], first.accepted, service.accepted) == ((2, {"results": 2}), True, {"results": 2})
    assert one.take("results", unwanted).news is News.NOTHING


def test_b_a_link_lost_before_the_acceptance_delivers_again_and_nothing_counts_twice() -> None:
    one, service = link(results=[result(1), result(2)])
    book = Book()
    new: list[int] = []

    def keep(delivery: Delivery) -> None:
        new.append(book.add("results", delivery.records))

    service.error, service.only = "TimeOut", {27}
    assert not one.take("results", keep).accepted
    assert one.state is LinkState.LOST
    service.error = ""
    service.queues["results"].append(result(1, Level=3))
    assert one.take("results", keep).accepted
    assert new == [2, 1]
    assert [(item["BoardNumber"], item["Level"]) for item in book.results] == [(1, 3), (2, 4)]


def test_c_a_client_for_each_session() -> None:
    services = {ONE: Service({"results": [result(1)]}), TWO: Service({"results": [result(4, session=TWO)] * 3})}
    links = open_links((ONE, TWO), lambda session: services[session])
    for session in (ONE, TWO):
        links[session].take("results", lambda _delivery: None)
    assert [services[session].accepted for session in (ONE, TWO)] == [{"results": 1}, {"results": 3}]
    assert {session for _command, session, _data in services[TWO].heard} == {TWO}
    with pytest.raises(RecordError, match="client of its own"):
        open_links((ONE, TWO), lambda _session: services[ONE])


def test_c_what_belongs_to_another_session_is_not_taken() -> None:
    one, _service = link(results=[result(1), result(2, session=TWO)])
    got: list[Delivery] = []
    one.take("results", got.append)
    assert [item["BoardNumber"] for item in got[0].records] == [1]
    assert "1 record is of another session" in got[0].problems
    assert Answer.of({"RequestCommand": 19, "DataType": 12, "SessionGuid": TWO}, 19, ONE).error == "UnexpectedCommand"


def meetings(*rounds: tuple[int, int, int, int, int, int]) -> list[Meeting]:
    return [Meeting("A", *one) for one in rounds]


def test_d_results_that_a_new_movement_deletes_are_sent_again() -> None:
    one, service = link()
    ours = [result(1), result(3, turn=2), result(5, turn=3), result(6, turn=3), result(1, table=2), result(9, turn=2)]
    service.held = list(ours)
    plan = meetings((1, 1, 1, 2, 1, 2), (1, 2, 1, 2, 3, 4), (1, 3, 1, 7, 5, 6), (2, 1, 1, 2, 1, 2))
    update = update_record(Event(), "1", "A", plan, guid=ONE)
    service.changed = {"Letters": "A", "Tables": [{"TableNumber": 1, "Rounds": update["Tables"][0]["Rounds"][1:]}]}
    for place in service.changed["Tables"][0]["Rounds"]:
        assert place["RoundNumber"] >= 2
    done = one.update_movement(update, [*ours, result(4, turn=2, IsDeleted=True), result(1, SectionLetters="B")])
    assert [(item["RoundNumber"], item["BoardNumber"]) for item in done.sent] == [(2, 3)]
    assert [item["BoardNumber"] for item in done.homeless] == [5, 6, 9]  # another pair, or a board not of the round
    assert sorted((item["TableNumber"], item["BoardNumber"]) for item in service.held) == [(1, 1), (1, 3), (2, 1)]
    assert one.owed == ()


def test_d_all_results_go_again_where_the_answer_names_no_rounds() -> None:
    one, service = link()
    service.changed = {}
    plan = update_record(Event(), "1", "A", meetings((1, 1, 1, 2, 1, 2)), guid=ONE)
    assert [item["BoardNumber"] for item in one.update_movement(plan, [result(1), result(2)]).sent] == [1, 2]


def test_d_results_that_could_not_be_sent_are_still_owed() -> None:
    one, service = link()
    plan = update_record(Event(), "1", "A", meetings((1, 1, 1, 2, 1, 2)), guid=ONE)
    service.error, service.only = "Busy", {10}
    done = one.update_movement(plan, [result(1)])
    assert (done.sent, done.answer.error, len(one.owed), one.state) == ((), "Busy", 1, LinkState.UP)
    service.error = ""
    assert not one.resend().error
    assert (one.owed, len(service.held)) == ((), 1)
    service.error, service.only = "Movement", {6}
    assert one.update_movement(plan, [result(1)]).answer.error == "Movement"
    assert (one.owed, len(service.held)) == ((), 1)


def event(*outcomes: tuple[Outcome, Outcome]) -> Event:
    travellers = tuple(
        Traveller(Board.numbered(number), (Line("1", "2", ns, ew, round="1", table="1"),))
        for number, (ns, ew) in enumerate(outcomes, 1)
    )
    players = (
        Contestant("1", None, (Player("Ada", "7"), Player("Bo", "7"))),
        Contestant("2", None, (Player("Cy", "8"),)),
    )
    return Event("Tuesday", (Session("1", (Section("A", players, travellers),)),), "2026-03-31", winners=1)


def test_e_split_scores_are_told_and_not_sent() -> None:
    split = event((FOUR_SPADES, FOUR_SPADES), (FOUR_SPADES, Awarded(Average.PLUS)))
    sent = result_records(split, "1", meetings((1, 1, 1, 2, 1, 2)), guid=ONE)
    assert [one["BoardNumber"] for one in sent.records] == [1]
    assert "no split scores" in sent.problems[0].text
    one, service = link()
    assert not one.send("results", sent.records).error
    with pytest.raises(RecordError, match="split"):
        one.send("results", [result(1, ScoringDirection=1)])
    assert len(service.held) == 1


def test_f_a_player_number_goes_once() -> None:
    made = init_record(event(), "1", meetings((1, 1, 1, 2, 1, 2)), guid=ONE)
    one, service = link()
    assert not one.start(made.records[0]).error
    sent = json.loads(service.heard[0][2])
    assert service.heard[0][:2] == (5, "")
    assert [player["PlayerNumber"] for player in sent["PlayerData"]] == ["7", "8"]
    assert [seat["LastName"] for seat in sent["Participations"]] == ["", "Bo", ""]
    assert "7 is that of Ada already" in made.problems[0].text
    with pytest.raises(RecordError, match="two players"):
        one.start({"PlayerData": [{"PlayerNumber": "7"}, {"PlayerNumber": "7"}]})


def test_g_passes_averages_and_boards_not_played() -> None:
    average = {mark: Awarded(mark) for mark in Average}
    pairs = [(average[ns], average[ew]) for ns in reversed(Average) for ew in reversed(Average)]
    whole = event((PassedOut(), PassedOut()), (NotPlayed(), NotPlayed()), *pairs)
    sent = result_records(whole, "1", meetings((1, 1, 1, 2, 1, 11)), guid=ONE)
    assert [one["Level"] for one in sent.records] == [0, -10, -1, -2, -3, -4, -5, -6, -7, -8, -9]
    one, _service = link(results=list(sent.records))
    book = Book()
    one.take("results", lambda delivery: book.add("results", delivery.records))
    found = [item.lines[0] for item in book.reading().event.sessions[0].sections[0].travellers]
    assert [(line.ns_outcome, line.ew_outcome) for line in found] == [
        (item.lines[0].ns_outcome, item.lines[0].ew_outcome) for item in whole.sessions[0].sections[0].travellers
    ]


# The rest of the link


@pytest.mark.parametrize(
    ("error", "news", "state"),
    [
        ("NoData", News.NOTHING, LinkState.UP),
        ("NoUpdates", News.NOTHING, LinkState.UP),
        ("Busy", News.BUSY, LinkState.UP),
        ("Validation", News.REFUSED, LinkState.UP),
        ("EmptyResponse", News.LOST, LinkState.LOST),
        ("TimeOut", News.LOST, LinkState.LOST),
    ],
)
def test_errors_of_a_poll(error: str, news: News, state: LinkState) -> None:
    one, service = link(results=[result(1)])
    service.error, service.only = error, {19}
    assert one.take("results", unwanted).news is news
    assert one.state is state


def test_all_kinds_are_polled_and_kept() -> None:
    call = {"SectionLetters": "A", "TableNumber": 3, "RoundNumber": 1, "Hour": 20, "Minute": 4, "Status": 1}
    one, service = link(
        results=[result(1), result(2), result(2, IsDeleted=True)],
        players=[{"PlayerNumber": "7", "LastName": "Ada"}],
        seats=[{"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "Direction": 1, "PlayerNumber": "7"}],
        hands=[],
        calls=[call, call | {"TableNumber": 4}, call | {"TableNumber": 4, "Status": 3}],
    )
    book = Book()
    for kind in QUEUES:
        one.take(kind, lambda delivery: book.add(delivery.kind, delivery.records))
    assert service.accepted == {"results": 3, "players": 1, "seats": 1, "calls": 3}
    assert [item["BoardNumber"] for item in book.results] == [1]
    assert [item["TableNumber"] for item in book.open_calls] == [3]
    section = book.reading().event.sessions[0].sections[0]
    assert [str(item.lines[0].ns_outcome) for item in section.travellers] == ["4S N ="]
    assert section.contestants[0].names == ("Ada",)
    again: list[Delivery] = []
    one.take("results", again.append, again=True)
    assert len(again[0].records) == 3
    with pytest.raises(RecordError, match="known: results"):
        one.take("scores", unwanted)
    with pytest.raises(FormatError):
        Book().reading()


@pytest.mark.parametrize(
    ("answer", "news", "records", "accepted"),
    [
        ({"SerializedData": '[{"BoardNumber": 1}, {"Boa'}, News.NEW, 1, True),
        ({"LastQueueItemId": 0}, News.NEW, 1, False),
        ({"LastQueueItemId": "x"}, News.NEW, 1, False),
        ({"DataType": 11}, News.REFUSED, 0, False),
        ({"DataType": None}, News.REFUSED, 0, False),
        ({"DataType": 1}, News.NOTHING, 0, False),
        ({"RequestCommand": 20}, News.REFUSED, 0, False),
        ({"SerializedData": None}, News.NOTHING, 0, False),
        ({"DataType": 4, "ErrorType": "x"}, News.REFUSED, 0, False),
        ({"DataType": 4, "ErrorType": 99, "SerializedData": []}, News.REFUSED, 0, False),
    ],
)
def test_odd_answers(answer: dict[str, Any], news: News, records: int, *, accepted: bool) -> None:
    class Odd(Service):
        def exchange(self, command: int, session: str, data: str) -> Mapping[str, Any]:
            said = super().exchange(command, session, data)
            return {**said, **answer} if command == 19 else said

    one = Link(Odd({"results": [{"BoardNumber": 1}]}), ONE)
    got: list[Delivery] = []
    done = one.take("results", got.append)
    assert (done.news, len(done.records), done.accepted) == (news, records, accepted)
    assert len(got) == (news is News.NEW)
    assert bool(done.problems) == (news is News.REFUSED or (news is News.NEW))


def test_a_service_that_gives_back_something_else_is_no_service() -> None:
    class Parrot(Service):
        def exchange(self, command: int, session: str, data: str) -> Mapping[str, Any]:
            return {**super().exchange(command, session, data), "SerializedData": '"polly"'}

    one = Link(Parrot(), ONE)
    assert not one.ping()
    assert "give back" in one.reason


def test_nothing_to_send_asks_nothing() -> None:
    one, service = link()
    assert one.send("results", []) == Answer()
    assert service.heard == []
