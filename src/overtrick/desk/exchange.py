"""From one format to another, with every fact told that the other cannot hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.errors import FormatError
from overtrick.formats.differences import Difference, differences
from overtrick.formats.kind import Format
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.event import Event
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import Standing

__all__ = ["Converted", "GroupKey", "Lost", "convert", "group_of", "lost", "told_losses"]

_NAMED = 5  # things that are named one by one before the rest is only counted


@dataclass(frozen=True, slots=True)
class Converted:
    """A file that was made: its bytes, the event that they hold, and what of the first event they do not."""

    data: bytes
    held: Event
    problems: tuple[Problem, ...]
    losses: tuple[Difference, ...]


def convert(event: Event, target: Format, *, standing: Standing | None = None, edition: str = "") -> Converted:
    """The event in another format. What was written is read back and compared, so that no loss goes untold.

    Raises FormatError for a format that is not written, or that cannot hold such an event at all.

    >>> from overtrick.formats.format import format_named
    >>> [str(one) for one in convert(Event("Tuesday", club="Hill"), format_named("lin")).problems][:1]
    ['lin: warning: not held: the name of the event']
    """
    data = target.encode(event, standing=standing, edition=edition)
    try:
        after = target.loads(data, largest=max(len(data), 1)).event
    except FormatError:
        after = Event()  # a file without anything in it that can be read back
    found = differences(event, after)
    return Converted(data, after, tuple(lost(found, target.key)), tuple(found))


GroupKey: TypeAlias = tuple[str, str, bool]
"""A kind of thing, the field that differs, and whether the thing is in the new file only."""


@dataclass(slots=True)
class Lost:
    """Differences of one kind: how many, the first by name, and whether something else stands in their place."""

    count: int = 0
    names: dict[str, None] = field(default_factory=dict)
    named: int = 0
    other: bool = False

    def add(self, one: Difference) -> None:
        """Count one difference."""
        self.count += 1
        self.other = self.other or _is_other(one)
        if one.who and one.who not in self.names:
            self.named += 1
            if len(self.names) < _NAMED:
                self.names[one.who] = None


def group_of(one: Difference) -> GroupKey:
    """What a difference is told together with."""
    return one.kind, _field(one), one.before is None and not one.field


def lost(found: Sequence[Difference], where: str) -> list[Problem]:
    """The differences in words, those of one kind together: how many, and the first of them by name."""
    groups: dict[GroupKey, Lost] = {}
    for one in found:
        groups.setdefault(group_of(one), Lost()).add(one)
    return told_losses(groups, where)


def told_losses(groups: Mapping[GroupKey, Lost], where: str) -> list[Problem]:
    """Groups of differences in words."""
    problems = []
    for (kind, name, added), group in groups.items():
        what = _what(kind, name, group.count)
        told = ", ".join(group.names)
        if rest := group.named - len(group.names):
            more = ngettext("and {count} more", "and {count} more", rest).format(count=rest)
            told = f"{told} {more}"
        if added:
            text = _("in the new file only: {what}").format(what=what)
        elif group.other:
            text = _("held otherwise: {what}").format(what=what)
        else:
            text = _("not held: {what}").format(what=what)
        problems.append(Problem(where, Severity.WARNING, f"{text} ({told})" if told else text))
    return problems


def _field(one: Difference) -> str:
    """The field that differs; of players who are the same it is what else is told of them."""
    if (one.kind, one.field) != ("contestant", "players"):
        return one.field
    before, after = ([(player.name, player.number) for player in many] for many in (one.before, one.after))
    return "player_extra" if before == after else "players"


def _is_other(one: Difference) -> bool:
    """Whether the new file says something else, rather than nothing."""
    if _field(one) == "player_extra":
        return any(player.extra for player in one.after)
    return bool(one.field) and one.after not in (None, "", (), 0)


def _what(kind: str, name: str, count: int) -> str:
    """A kind of fact in words, in the number in which it is lost."""
    single = {
        ("event", "name"): _("the name of the event"),
        ("event", "date"): _("the date"),
        ("event", "club"): _("the club"),
        ("event", "method"): _("the method of scoring"),
        ("event", "winners"): _("the number of winners"),
        ("event", "program"): _("the program that scored it"),
        ("event", "settings"): _("the conditions of contest"),
        ("event", "extra"): _("what else the file tells of the event"),
    }
    if (kind, name) in single:
        return single[kind, name]
    return _many(kind, name, count).format(count=count)


def _many(kind: str, name: str, count: int) -> str:
    if (kind, name) in _LINES:
        return _LINES[kind, name](count)
    things = {
        "session": ngettext("{count} session", "{count} sessions", count),
        "section": ngettext("{count} section", "{count} sections", count),
        "contestant": ngettext("{count} contestant", "{count} contestants", count),
        "board": ngettext("{count} board", "{count} boards", count),
        "line": ngettext("{count} result", "{count} results", count),
        "penalty": ngettext("{count} penalty", "{count} penalties", count),
        "match": ngettext("{count} match", "{count} matches", count),
    }
    if not name:
        return things[kind]
    return _("{field} of {things}").format(field=name.replace("_", " "), things=things[kind])


_LINES = {
    ("session", "key"): lambda n: ngettext("the name of {count} session", "the names of {count} sessions", n),
    ("section", "key"): lambda n: ngettext("the name of {count} section", "the names of {count} sections", n),
    ("contestant", "key"): lambda n: ngettext(
        "the number of {count} contestant", "the numbers of {count} contestants", n
    ),
    ("contestant", "players"): lambda n: ngettext(
        "names or numbers of the players of {count} contestant",
        "names or numbers of the players of {count} contestants",
        n,
    ),
    ("contestant", "direction"): lambda n: ngettext(
        "the direction of {count} contestant", "the directions of {count} contestants", n
    ),
    ("contestant", "name"): lambda n: ngettext("the name of {count} team", "the names of {count} teams", n),
    ("contestant", "handicap"): lambda n: ngettext(
        "the handicap of {count} contestant", "the handicaps of {count} contestants", n
    ),
    ("contestant", "carry_over"): lambda n: ngettext(
        "the carry-over of {count} contestant", "the carry-overs of {count} contestants", n
    ),
    ("contestant", "stated_total"): lambda n: ngettext(
        "the total that the file states of {count} contestant",
        "the totals that the file states of {count} contestants",
        n,
    ),
    ("contestant", "stated_percent"): lambda n: ngettext(
        "the percentage that the file states of {count} contestant",
        "the percentages that the file states of {count} contestants",
        n,
    ),
    ("contestant", "stated_place"): lambda n: ngettext(
        "the place that the file states of {count} contestant",
        "the places that the file states of {count} contestants",
        n,
    ),
    ("contestant", "player_extra"): lambda n: ngettext(
        "what else is told of the players of {count} contestant",
        "what else is told of the players of {count} contestants",
        n,
    ),
    ("contestant", "extra"): lambda n: ngettext(
        "what else is told of {count} contestant", "what else is told of {count} contestants", n
    ),
    ("board", "stated_datum"): lambda n: ngettext(
        "the datum that the file states of {count} board", "the data that the file states of {count} boards", n
    ),
    ("line", "south"): lambda n: ngettext("who sat South on {count} line", "who sat South on {count} lines", n),
    ("line", "west"): lambda n: ngettext("who sat West on {count} line", "who sat West on {count} lines", n),
    ("match", "boards"): lambda n: ngettext("the boards of {count} match", "the boards of {count} matches", n),
    ("match", "round"): lambda n: ngettext("the round of {count} match", "the rounds of {count} matches", n),
    ("match", "stated"): lambda n: ngettext(
        "what the file states of {count} match", "what the file states of {count} matches", n
    ),
    ("penalty", "reason"): lambda n: ngettext("the reason of {count} penalty", "the reasons of {count} penalties", n),
    ("board", "deal"): lambda n: ngettext("the hands of {count} board", "the hands of {count} boards", n),
    ("board", "tricks"): lambda n: ngettext(
        "the double-dummy tricks of {count} board", "the double-dummy tricks of {count} boards", n
    ),
    ("board", "board"): lambda n: ngettext(
        "dealer and vulnerability of {count} board", "dealer and vulnerability of {count} boards", n
    ),
    ("line", "ns"): lambda n: ngettext(
        "who sat North-South on {count} line", "who sat North-South on {count} lines", n
    ),
    ("line", "ew"): lambda n: ngettext("who sat East-West on {count} line", "who sat East-West on {count} lines", n),
    ("line", "ns_outcome"): lambda n: ngettext(
        "what North-South got on {count} line", "what North-South got on {count} lines", n
    ),
    ("line", "ew_outcome"): lambda n: ngettext(
        "what East-West got on {count} line", "what East-West got on {count} lines", n
    ),
    ("line", "round"): lambda n: ngettext("the round of {count} line", "the rounds of {count} lines", n),
    ("line", "table"): lambda n: ngettext("the table of {count} line", "the tables of {count} lines", n),
    ("line", "lead"): lambda n: ngettext("the lead of {count} line", "the leads of {count} lines", n),
    ("line", "version"): lambda n: ngettext(
        "the group of a fouled board on {count} line", "the groups of fouled boards on {count} lines", n
    ),
    ("line", "remark"): lambda n: ngettext("the remark on {count} line", "the remarks on {count} lines", n),
    ("line", "stated"): lambda n: ngettext(
        "the score that the file states on {count} line", "the scores that the file states on {count} lines", n
    ),
    ("line", "record"): lambda n: ngettext("bidding and play of {count} line", "bidding and play of {count} lines", n),
}
