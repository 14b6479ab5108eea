"""The vendor's client: told where it lacks, given whole requests where it is there, and its golden answers.

The client itself is never needed here: a stand-in has the two names that are used of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from overtrick.desk.bridgemate import ConnectorTransport, Link, News
from overtrick.errors import MissingExtra
from overtrick.formats.bdc_codes import QUEUES

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "bdc_json"
ONE = "1" * 32


def test_without_the_client_the_pip_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bridgemate_dataconnector", None)
    with pytest.raises(MissingExtra, match=r"pip install 'overtrick\[bridgemate\]'"):
        ConnectorTransport("club", "licence")


def test_the_client_is_given_whole_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in with the two names that are used: `DataConnectorClient` and `ScoringProgramRequest`."""
    made: list[tuple[object, ...]] = []

    class Client:
        def __init__(self, *given: object) -> None:
            made.append(given)

        def send_request(self, request: dict[str, Any]) -> SimpleNamespace:
            said = {"RequestCommand": request["Command"], "DataType": 1, "SerializedData": request["SerializedData"]}
            return SimpleNamespace(to_dict=lambda: said)

    wire = SimpleNamespace(from_dict=lambda given: given)
    monkeypatch.setitem(sys.modules, "bridgemate_dataconnector", SimpleNamespace(DataConnectorClient=Client))
    dto = SimpleNamespace(ScoringProgramRequest=wire)
    monkeypatch.setitem(sys.modules, "bridgemate_dataconnector.dto", dto)
    one = Link(ConnectorTransport("club", "licence", "http://192.168.1.50:5079"), ONE)
    assert one.ping()
    assert made == [("club", "licence", "http://192.168.1.50:5079")]


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared files are not here")
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("results", "PollQueueForNewResults"),
        ("players", "PollQueueForNewPlayerData"),
        ("seats", "PollQueueForNewParticipations"),
        ("hands", "PollQueueForNewHandrecords"),
        ("calls", "PollQueueForNewTdCalls"),
    ],
)
def test_the_golden_answers_of_the_vendor(kind: str, name: str) -> None:
    said = json.loads((DATA / "responses" / f"{name}.json").read_text("utf-8"))
    accept = json.loads((DATA / "responses" / "AcceptResultQueueItems.json").read_text("utf-8"))
    heard: list[tuple[int, str]] = []

    class Golden:
        def exchange(self, command: int, session: str, data: str) -> Mapping[str, Any]:
            del session
            heard.append((command, data))
            return dict(said if command == QUEUES[kind].poll_new else accept | {"RequestCommand": command})

    done = Link(Golden(), said["SessionGuid"]).take(kind, lambda _delivery: None)
    assert (done.news, len(done.records), done.accepted, done.problems) == (News.NEW, 2, True, ())
    assert heard[1] == (QUEUES[kind].accept, "42")
    asked = {
        "results": "Result",
        "players": "PlayerData",
        "seats": "Participant",
        "hands": "Handrecord",
        "calls": "TdCall",
    }
    golden = json.loads((DATA / "requests" / f"Accept{asked[kind]}QueueItems.json").read_text("utf-8"))
    assert (golden["Command"], golden["SerializedData"]) == heard[1]
