"""A movement as the Bridgemate Data Connector has it: who meets at which table in which round, over which boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from overtrick.errors import RecordError
from overtrick.formats.bdc_codes import said, whole

__all__ = ["MOST", "Meeting", "Plan", "SectionPlan", "objects"]

MOST = 99_999
"""The highest number of a table, round, pair or board that is taken for one."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One round at one table: pairs (0 for nobody), boards from `low` to `high`, and the teams where teams play."""

    section: str
    table: int
    round: int
    ns: int
    ew: int
    low: int = 0
    high: int = 0
    team_ns: int = 0
    team_ew: int = 0

    @classmethod
    def of(cls, record: Mapping[str, Any], section: str) -> Meeting:
        """The meeting of a RoundDTO. Raises RecordError for numbers that cannot be.

        >>> Meeting.of({"TableNumber": 1, "RoundNumber": 2, "PairNS": 3, "PairEW": 8}, "A").ew
        8
        """
        names = ("PairNS", "PairEW", "LowBoardNumber", "HighBoardNumber", "TeamNS", "TeamEW")
        table, turn = (whole(record, name, 1, MOST) for name in ("TableNumber", "RoundNumber"))
        return cls(
            said(record, "SectionLetters") or section, table, turn, *(whole(record, one, 0, MOST) for one in names)
        )


@dataclass(slots=True)
class SectionPlan:
    """What a file says of a section: its group, its winners (0 untold), its kind of game and its scoring method."""

    letters: str
    group: int = 0
    winners: int = 0
    game: int = 0
    scoring: int = 0


class Plan:
    """Sections and meetings by session, gathered from event and section records; later ones replace earlier ones."""

    def __init__(self) -> None:
        self.sections: dict[tuple[str, str], SectionPlan] = {}
        self.meetings: dict[tuple[str, str, int, int], Meeting] = {}
        self.faults: list[str] = []

    def add_groups(self, session: str, groups: object) -> None:
        """Scoring groups with their sections."""
        for group in objects(groups):
            for section in objects(group.get("Sections")):
                self.add_section(session, section, scoring=group.get("ScoringMethod"))

    def add_section(self, session: str, record: Mapping[str, Any], *, scoring: object = None) -> None:
        """A section with its tables and rounds; what cannot be is kept as words in `faults`.

        >>> plan = Plan()
        >>> plan.add_section("1", {"Letters": "A", "Winners": 1, "Tables": [{"Rounds": [
        ...     {"TableNumber": 1, "RoundNumber": 1, "PairNS": 1, "PairEW": 2}]}]})
        >>> plan.meetings["1", "A", 1, 1].ns, plan.sections["1", "A"].winners
        (1, 1)
        """
        letters = said(record, "Letters")
        found = self.sections.setdefault((session, letters), SectionPlan(letters))
        numbers = {"ScoringMethod": scoring if scoring is not None else record.get("ScoringGroupScoringMethod")}
        for name, place, values in (
            ("ScoringGroupNumber", "group", record),
            ("Winners", "winners", record),
            ("GameType", "game", record),
            ("ScoringMethod", "scoring", numbers),
        ):
            try:
                number = whole(values, name, 0, MOST)
            except RecordError as fault:
                self.faults.append(str(fault))
                continue
            setattr(found, place, number or getattr(found, place))
        for table in objects(record.get("Tables")):
            for one in objects(table.get("Rounds")):
                try:
                    meeting = Meeting.of(
                        {**one, "TableNumber": one.get("TableNumber") or table.get("TableNumber")}, letters
                    )
                except RecordError as fault:
                    self.faults.append(str(fault))
                    continue
                self.meetings[session, meeting.section, meeting.table, meeting.round] = meeting


def objects(values: object) -> Iterator[dict[str, Any]]:
    """The objects of a list; none of anything else.

    >>> list(objects([{"Letters": "A"}, 3])), list(objects(True))
    ([{'Letters': 'A'}], [])
    """
    if isinstance(values, list):
        yield from (one for one in values if isinstance(one, dict))
