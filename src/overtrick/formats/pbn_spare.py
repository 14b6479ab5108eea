"""What the games of a PBN file tell that an event has no field for: of the whole event it is kept, the rest is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from overtrick.formats.pbn_event import SCORING
from overtrick.formats.pbn_values import UNKNOWN
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.reading import Problem, Severity

__all__ = ["BESIDE", "EVENT_TAGS", "MATCH", "ROOM", "SpareTags", "is_spare"]

BESIDE = "beside-the-event"
"""The rule of a problem that tells what only the file keeps: it is no loss where the file is written once more."""

EVENT_TAGS = frozenset(
    (
        *("annotator", "annotatorna", "competition", "description", "eventdate", "eventsponsor", "frenchmp"),
        *("generator", "mode", "stage", "timecontrol"),
    )
)
"""Tags of the whole event, which keep their value where every game has the same."""

MATCH = frozenset(("hometeam", "visitteam"))
"""The tags of a match."""

ROOM = frozenset(("room",))
"""The tag that stands with the number of a table."""

_HOMES = frozenset(
    (
        *("event", "site", "date", "board", "west", "north", "east", "south", "dealer", "vulnerable", "deal"),
        *("scoring", "declarer", "contract", "result", "auction", "play", "note", "session", "section", "round"),
        *("table", "winners", "application", "pairns", "pairew", "score", "scoremp", "scoreimp", "scorepercentage"),
        *("doubledummytricks", "optimumresulttable", "lead", "outcome", "remark", "version", "scoretable"),
        "totalscoretable",
    )
)
_TEAMS = ("team-imps", "board-a-match")
_MOST_NAMES = 40
_MOST_TAGS = 10_000  # names of tags; a file with more of them is none of games


def is_spare(key: str) -> bool:
    """Whether an event has no field for the value of a tag.

    >>> is_spare("annotator"), is_spare("contract")
    (True, False)
    """
    return key not in _HOMES


@dataclass(slots=True)
class _Seen:
    """A tag as it is first spelled, its first value, how often it says something, and whether always the same."""

    name: str
    value: str
    count: int = 0
    same: bool = True


@dataclass(slots=True)
class SpareTags:
    """The tags that have been met, by small name, the number of comments that no line keeps, and the event's date."""

    tags: dict[str, _Seen] = field(default_factory=dict)
    comments: int = 0
    date: str = ""

    def take(self, told: Iterable[tuple[str, str]], homes: Collection[str] = ()) -> None:
        """Names and values of a game. `homes` are small names that have a field this time."""
        for name, value in told:
            if value in UNKNOWN:
                continue
            key = name.lower()
            if key in homes:
                continue
            seen = self.tags.get(key)
            if seen is None:
                if len(self.tags) >= _MOST_TAGS:
                    continue
                seen = self.tags[key] = _Seen(name, value)
            seen.count += 1
            if seen.value != value:
                seen.same = False

    def of_event(self, scoring: str, method: str | None) -> tuple[tuple[str, str], ...]:
        """What is kept with the event; the tag Scoring where it says more than the method.

        >>> spare = SpareTags()
        >>> spare.take([("Annotator", "Ann Dahl"), ("Mood", "good")])
        >>> spare.of_event("IMP;Butler-2;Mean", "butler")
        (('Scoring', 'IMP;Butler-2;Mean'), ('Annotator', 'Ann Dahl'))
        """
        told = [("Scoring", scoring)] if scoring and scoring != SCORING.get(method or "") else []
        for key, seen in self.tags.items():
            follows = method in _TEAMS and (key, seen.value.casefold()) == ("competition", "teams")
            if self.kept(key, seen) and not follows:
                told.append((seen.name, " ".join(seen.value.split())))
        return tuple(told)

    def kept(self, key: str, seen: _Seen) -> bool:
        """Whether a tag is kept with the event."""
        return key in EVENT_TAGS and seen.same and (key != "eventdate" or seen.value.replace(".", "-") == self.date)

    def problem(self) -> Problem | None:
        """What is not kept, by names and counts; None where everything is.

        >>> spare = SpareTags(comments=2)
        >>> spare.take([("Mood", "good"), ("Annotator", "Ann Dahl")])
        >>> spare.problem().text
        'kept where the file is written as PBN again, lost in other formats: Mood (1), 2 comments'
        """
        names = [f"{seen.name} ({seen.count})" for key, seen in self.tags.items() if not self.kept(key, seen)]
        if len(names) > _MOST_NAMES:
            names[_MOST_NAMES:] = ["..."]
        if self.comments:
            names.append(ngettext("{count} comment", "{count} comments", self.comments).format(count=self.comments))
        if not names:
            return None
        text = _("kept where the file is written as PBN again, lost in other formats: {names}")
        return Problem(_("whole file"), Severity.WARNING, text.format(names=", ".join(names)), BESIDE)
