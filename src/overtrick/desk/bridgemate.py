"""The live link to Bridgemate Control Software (BCS 5) through the Bridgemate Data Connector: one for each session.

A link talks through a transport, and that of the vendor's client is loaded only when it is asked for. What comes from
the terminals is handed to the caller, and accepted only once he has it safe; so it may come twice, never not at all.
Source: Bridge Systems, Bridgemate Data Connector developer's guide (Overview of communication, Communication over
http, Update the movement for a section).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from itertools import count
from typing import Any, Protocol

from overtrick.errors import MissingExtra, RecordError
from overtrick.formats.bdc_codes import ERRORS, INITIALIZE, PING, QUEUES, UPDATE_MOVEMENT, Queue
from overtrick.formats.bdc_plan import Plan
from overtrick.formats.bdc_text import records_of
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext

__all__ = [
    "Answer",
    "ConnectorTransport",
    "Delivery",
    "Link",
    "LinkState",
    "News",
    "Transport",
    "Update",
    "open_links",
]

_OK, _ERROR = 1, 4
_NOTHING = frozenset({"NoData", "NoUpdates"})
_LOST = frozenset({"NoConnection", "TimeOut", "EmptyResponse"})


class Transport(Protocol):
    """What carries one request to the Data Connector and brings its answer back."""

    def exchange(self, command: int, session: str, data: str) -> Mapping[str, Any]:
        """The answer as the service writes it; a fault on the way is an answer of DataType 4 (error)."""


class ConnectorTransport:
    """The transport of the vendor's client (LGPL, not part of Overtrick), which is loaded here and nowhere else.

    Make one for each session: the client keeps the number of the last record it fetched by kind and not by session.
    """

    def __init__(self, club: str, licence: str, address: str | None = None) -> None:
        """`address` is that of the computer with BCS, such as `http://192.168.1.50:5079`; None is this computer.

        Raises MissingExtra where the client is not installed.
        """
        try:
            client = import_module("bridgemate_dataconnector").DataConnectorClient
            self._request = import_module("bridgemate_dataconnector.dto").ScoringProgramRequest
        except ImportError:
            text = _("the link to Bridgemate needs a package that is not installed: {command}")
            raise MissingExtra(text.format(command="pip install 'overtrick[bridgemate]'")) from None
        self._client = client(club, licence, address)

    def exchange(self, command: int, session: str, data: str) -> Mapping[str, Any]:
        """The answer of the service; the client puts club and licence on the request."""
        request = self._request.from_dict({"Command": command, "SessionGuid": session, "SerializedData": data})
        answer: Mapping[str, Any] = self._client.send_request(request).to_dict()
        return answer


class LinkState(Enum):
    """What is known of a link: nothing yet, that the last request was answered, or that it was not."""

    UNTRIED = "untried"
    UP = "up"
    LOST = "lost"


class News(Enum):
    """What came of a poll: records, none, a service that is busy, one that refused, or no answer at all."""

    NEW = "new"
    NOTHING = "nothing"
    BUSY = "busy"
    REFUSED = "refused"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the service: `error` is the name of its error, empty for none; `last` marks the last record sent.

    `holds` is the type of its data: 1 for nothing but a word, else that of a queue.
    """

    data: str = ""
    holds: int = _OK
    last: int = 0
    error: str = ""
    reason: str = ""

    @classmethod
    def of(cls, said: Mapping[str, Any], command: int, session: str) -> Answer:
        """The answer in what a transport brought. One to another request, or of another session, is an error.

        >>> Answer.of({"RequestCommand": 19, "DataType": 4, "ErrorType": 10}, 19, "").error
        'NoConnection'
        """
        data = said.get("SerializedData")
        text = data if isinstance(data, str) else ""
        if said.get("DataType") == _ERROR:
            code = said.get("ErrorType")
            name = ERRORS[code] if isinstance(code, int) and 0 < code < len(ERRORS) else "Unknown"
            return cls(error=name, reason=text.strip('"'))
        if said.get("RequestCommand") != command:
            return cls(error="UnexpectedCommand", reason=_("this answers another request"))
        if said.get("SessionGuid") and session and said["SessionGuid"] != session:
            return cls(error="UnexpectedCommand", reason=_("this answers for another session"))
        last, holds = said.get("LastQueueItemId"), said.get("DataType")
        return cls(text, holds if isinstance(holds, int) else 0, last if isinstance(last, int) else 0)


@dataclass(frozen=True, slots=True)
class Delivery:
    """What a poll brought: the records, the text they came as, and what was wrong with them.

    `accepted` tells whether the service knows that they are safe; if not, they come again.
    """

    kind: str
    news: News
    records: tuple[dict[str, Any], ...] = ()
    text: str = ""
    problems: tuple[str, ...] = ()
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """What came of a new movement: results sent again, and those of ours that it has no place for."""

    answer: Answer
    sent: tuple[dict[str, Any], ...] = ()
    homeless: tuple[dict[str, Any], ...] = ()


class Link:
    """One session of BCS. `state` and `reason` are for the director's screen; `owed` are results still to be sent."""

    def __init__(self, transport: Transport, session: str) -> None:
        """`session` is the mark of the session: 32 hexadecimal digits in capitals."""
        self.transport = transport
        self.session = session
        self.state = LinkState.UNTRIED
        self.reason = ""
        self.owed: tuple[dict[str, Any], ...] = ()
        self._turns = count(1)

    def ask(self, command: int, data: str, *, session: str | None = None) -> Answer:
        """One request and its answer; the state of the link follows from it."""
        mark = self.session if session is None else session
        answer = Answer.of(self.transport.exchange(command, mark, data), command, mark)
        self.state = LinkState.LOST if answer.error in _LOST else LinkState.UP
        self.reason = f"{answer.error}: {answer.reason}" if answer.error else ""
        return answer

    def ping(self) -> bool:
        """Whether the service is there: it gives back what it is sent, or says why it does not."""
        token = json.dumps(f"overtrick {next(self._turns)}")
        answer = self.ask(PING, token, session="")
        if not answer.error and answer.data != token:
            self.state = LinkState.LOST
            self.reason = _("the service does not give back what it was sent")
        return self.state is LinkState.UP

    def start(self, event: Mapping[str, Any]) -> Answer:
        """Set BCS up with one InitDTO. Raises RecordError for a player's number that is there twice."""
        numbers = [one.get("PlayerNumber") for one in event.get("PlayerData") or ()]
        twice = next((one for one in numbers if one and numbers.count(one) > 1), None)
        if twice:
            raise RecordError(_("number {number} belongs to two players; BCS takes a number once").format(number=twice))
        return self.ask(INITIALIZE, _packed(event), session="")

    def take(self, kind: str, commit: Callable[[Delivery], object], *, again: bool = False) -> Delivery:
        """Poll for records of a kind, hand them to `commit`, and accept them after it came back.

        If `commit` throws, nothing is accepted and the records come again; so they do where the link is lost before
        they are accepted. `again` asks for all records, those accepted long ago as well. Kinds: results, players,
        seats, hands, calls.
        """
        queue = _queue(kind)
        answer = self.ask(queue.poll_all if again else queue.poll_new, "")
        if answer.error in _LOST:
            return Delivery(kind, News.LOST)
        if answer.error and answer.error not in _NOTHING:
            return Delivery(kind, News.BUSY if answer.error == "Busy" else News.REFUSED, problems=(self.reason,))
        if not answer.error and answer.holds not in (_OK, queue.data_type):
            return Delivery(kind, News.REFUSED, text=answer.data, problems=(_("the answer holds something else"),))
        items = records_of(answer.data, kind) if answer.holds == queue.data_type and not answer.error else ()
        if not items:  # a lost link may look the same, so the service has to show that it is there
            return Delivery(kind, News.NOTHING if self.ping() else News.LOST)
        delivery = self._sorted(kind, answer, [one.record for one in items])
        commit(delivery)
        accepted = not self.ask(queue.accept, str(answer.last)).error if answer.last else False
        return Delivery(kind, News.NEW, delivery.records, answer.data, delivery.problems, accepted)

    def _sorted(self, kind: str, answer: Answer, found: Sequence[dict[str, Any] | None]) -> Delivery:
        """Records of this session, with the damaged ones and those of other sessions told."""
        whole = [one for one in found if one is not None]
        mine = tuple(one for one in whole if one.get("SessionGuid") in (None, "", self.session))
        problems = []
        if len(whole) < len(found):
            lost = len(found) - len(whole)
            problems.append(
                ngettext("{count} record is damaged", "{count} records are damaged", lost).format(count=lost)
            )
        if len(mine) < len(whole):
            other = len(whole) - len(mine)
            text = ngettext("{count} record is of another session", "{count} records are of another session", other)
            problems.append(text.format(count=other))
        if not answer.last:
            problems.append(_("the service does not say which record was the last; they will come again"))
        return Delivery(kind, News.NEW, mine, answer.data, tuple(problems))

    def send(self, kind: str, records: Sequence[Mapping[str, Any]]) -> Answer:
        """Send records of a kind. Raises RecordError for a result that is for one side alone, which BCS cannot hold."""
        if any(one.get("ScoringDirection", 3) != 3 for one in records if kind == "results"):
            raise RecordError(_("BCS knows no split scores; a result has to be for both sides"))
        return self.ask(_queue(kind).put, _packed(list(records))) if records else Answer()

    def update_movement(self, update: Mapping[str, Any], ours: Iterable[Mapping[str, Any]]) -> Update:
        """Change the movement of a section, then send again those of our results that BCS deleted for it.

        BCS deletes what was played at a table from its first changed round on, and names these rounds in its answer;
        where it names none, all results of the section are sent. Those that fail to go stay in `owed`.
        """
        answer = self.ask(UPDATE_MOVEMENT, _packed(update))
        if answer.error:
            return Update(answer)
        letters, plan = str(update.get("Letters") or ""), Plan()
        plan.add_section("", update)
        first = _first_changed(answer.data, letters)
        again: list[dict[str, Any]] = []
        homeless: list[dict[str, Any]] = []
        for one in ours:
            table, turn = one.get("TableNumber"), one.get("RoundNumber")
            if one.get("SectionLetters") != letters or one.get("IsDeleted") is True:
                continue
            if first is not None and (table not in first or not isinstance(turn, int) or turn < first[table]):
                continue
            (again if _fits(one, plan, letters) else homeless).append(dict(one))
        self.owed = (*self.owed, *again)
        answer = self.resend()
        return Update(answer, () if answer.error else tuple(again), tuple(homeless))

    def resend(self) -> Answer:
        """Send the results that are owed; they stay owed where that fails."""
        answer = self.send("results", self.owed)
        if not answer.error:
            self.owed = ()
        return answer


def open_links(sessions: Iterable[str], make: Callable[[str], Transport]) -> dict[str, Link]:
    """A link for each session, each with a transport of its own.

    Raises RecordError where `make` hands out the same transport twice: the vendor's client keeps the number of the last
    record by kind only, and would accept records of one session for another.
    """
    links: dict[str, Link] = {}
    for session in sessions:
        transport = make(session)
        if any(transport is other.transport for other in links.values()):
            raise RecordError(_("each session wants a client of its own"))
        links[session] = Link(transport, session)
    return links


def _packed(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _queue(kind: str) -> Queue:
    if kind not in QUEUES:
        raise RecordError(
            _("no records of kind {kind}; known: {known}").format(kind=repr(kind), known=", ".join(QUEUES))
        )
    return QUEUES[kind]


def _first_changed(data: str, letters: str) -> dict[object, int] | None:
    """The first changed round of each table, as the answer to a new movement names them; None where it names none."""
    plan = Plan()
    for item in records_of(data, ""):
        if item.record is not None and "Tables" in item.record:
            plan.add_section("", item.record)
    first: dict[object, int] = {}
    for _session, section, table, turn in plan.meetings:
        if section == letters:
            first[table] = min(turn, first.get(table, turn))
    return first or None


def _fits(result: Mapping[str, Any], plan: Plan, letters: str) -> bool:
    """Whether the new movement has the same pairs and the board at that table in that round."""
    table, turn, board = (result.get(f"{name}Number") for name in ("Table", "Round", "Board"))
    if not (isinstance(table, int) and isinstance(turn, int) and isinstance(board, int)):
        return False
    meeting = plan.meetings.get(("", letters, table, turn))
    pairs = {result.get("PairNorthSouth"), result.get("PairEastWest")}
    return meeting is not None and {meeting.ns, meeting.ew} == pairs and meeting.low <= board <= meeting.high
