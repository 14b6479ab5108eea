"""What the games of a PBN file say of the whole event: its name, method of scoring and teams, and who sits where.

Source: PBN 2.1, sections 3.4 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from overtrick.errors import FormatError
from overtrick.formats.pbn_values import UNKNOWN, read_date
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Severity

__all__ = ["SCORING", "EventFacts", "known", "method_of_scoring", "says_method"]

SCORING = {
    "matchpoints": "MP",
    "butler": "IMP;Butler",
    "cross-imps": "IMP;Cross2",
    "ascherman": "MP;Ascherman",
    "total-points": "TotalPoints",
    "team-imps": "IMP",
    "board-a-match": "BAM",
}
"""The tag Scoring as it is written for a method."""

_TEAMS = {"imp": "team-imps", "bam": "board-a-match"}


def known(values: Mapping[str, str], name: str) -> str:
    """A value without blanks around it, empty where the file says that it is not known.

    >>> known({"site": " Hall "}, "site"), known({"site": "?"}, "site")
    ('Hall', '')
    """
    text = values.get(name, "").strip()
    return "" if text in UNKNOWN else text


def method_of_scoring(text: str) -> tuple[str | None, bool]:
    """The method that a Scoring tag names, and whether it says all that is needed.

    >>> method_of_scoring("IMP;Butler-2;Mean"), method_of_scoring("MP1"), method_of_scoring("IMP")
    (('butler', True), ('matchpoints', True), (None, False))
    """
    words = [word.strip().casefold() for word in text.split(";")]
    if words[0] in UNKNOWN:
        return None, True
    for word in words:
        if word.startswith(("butler", "experts", "bastille")):
            return "butler", True
        if word.startswith("cross"):
            return "cross-imps", True
        if word == "ascherman":
            return "ascherman", True
    for word in words:
        if word in ("mp", "matchpoints", "mp1", "mp2", "oldmp") or word.startswith("mitchell"):
            return "matchpoints", True
        if word in ("totalpoints", "total points", "aggregate"):
            return "total-points", True
    return None, False


def says_method(scoring: str, method: str | None) -> bool:
    """Whether a Scoring tag of an event with this method can say so.

    >>> says_method("IMP;Butler-2;Mean", "butler"), says_method("IMP", "team-imps"), says_method("MP", None)
    (True, True, False)
    """
    told = method_of_scoring(scoring)[0]
    return told == method or (told is None and method == _TEAMS.get(scoring.partition(";")[0].strip().casefold()))


@dataclass(slots=True)
class EventFacts:
    """The event as far as the games have told it. `main` is the name of the first event of the file."""

    event: Event = field(default_factory=Event)
    main: str = ""
    scoring: str = ""
    teams: bool = False
    matches: dict[frozenset[str], tuple[str, str]] = field(default_factory=dict)

    def place(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Session and section. Games of another event in the same file make a session of their own."""
        name = known(values, "event")
        self.main = self.main or name
        session = known(values, "session") or "1"
        if name and name != self.main:
            session = name if session == "1" else f"{name}, {session}"
        return session, known(values, "section")

    def take(self, values: Mapping[str, str], *, table: bool, tell: Callable[[Severity, str], None]) -> None:
        """Name, date, club and method, of the first game that tells them; `table` is whether it has a ScoreTable."""
        scoring = known(values, "scoring")
        if scoring and not self.scoring:
            self.method(scoring, values, table=table, tell=tell)
        event = self.event
        winners = known(values, "winners")
        if winners in ("1", "2"):
            event = replace(event, winners=int(winners))
        date = event.date
        if not date:
            for name in ("eventdate", "date"):
                try:
                    date = date or read_date(values.get(name, ""))[0]
                except FormatError:
                    continue
        self.event = replace(
            event,
            name=event.name or self.main,
            date=date,
            club=event.club or known(values, "site"),
            program=event.program or known(values, "application"),
        )

    def method(
        self, scoring: str, values: Mapping[str, str], *, table: bool, tell: Callable[[Severity, str], None]
    ) -> None:
        """The method of the first Scoring tag that says one, and a note where it does not tell all."""
        self.scoring = scoring
        method, plain = method_of_scoring(scoring)
        if method is None and _is_match(values, table=table):
            method, plain = _TEAMS.get(scoring.partition(";")[0].strip().casefold()), True
            self.teams = method is not None
        self.event = replace(self.event, method=method)
        if not plain:
            text = _("Scoring {scoring} does not say how scores are compared; name a method")
            tell(Severity.NOTE, text.format(scoring=repr(scoring)))
        elif ";" in scoring and method:
            text = _("Scoring {scoring}; conditions beyond the method {method} are for you to set")
            tell(Severity.NOTE, text.format(scoring=repr(scoring), method=method))

    def match(self, values: Mapping[str, str]) -> tuple[str, str] | None:
        """The teams that sit North-South and East-West: at home in the open room, turned round in the closed one.

        Some programs exchange the names between the rooms; those of the open room, or of the first game, stand.
        """
        home, visit = known(values, "hometeam"), known(values, "visitteam")
        room = values.get("room", "").strip().casefold()
        if not self.teams or not home or not visit or home == visit or room not in ("open", "closed"):
            return None
        home, visit = self.matches.setdefault(frozenset((home, visit)), (home, visit))
        return (home, visit) if room == "open" else (visit, home)


def _is_match(values: Mapping[str, str], *, table: bool) -> bool:
    """Whether teams play, and the file says which."""
    if known(values, "hometeam") and known(values, "visitteam"):
        return True
    told = table or bool(known(values, "pairns") and known(values, "pairew"))
    return told and values.get("competition", "").strip().casefold() == "teams"
