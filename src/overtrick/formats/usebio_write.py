"""An event as USEBIO 1.2 or 1.3: pairs, Swiss pairs, single players and teams, with hands, bidding and play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from overtrick.errors import FormatError
from overtrick.formats.usebio_extra import EVENT, attributes, in_order
from overtrick.formats.usebio_people import details, pair_element, single_element
from overtrick.formats.usebio_write_hands import handset
from overtrick.formats.usebio_write_lines import TEAM_METHODS, LineWriter, clean, element
from overtrick.formats.usebio_write_matches import pair_match, scored_by_vps, team_sessions
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Section, Traveller
from overtrick.model.standing import Standing

__all__ = ["dumps_usebio", "dumps_usebio_13"]

_METHODS = {
    "matchpoints": "MATCH_POINTS",
    "ascherman": "MATCH_POINTS",
    "cross-imps": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "total-points": "AGGREGATE",
    "team-imps": "IMPS",
    "board-a-match": "BAM",
}
_VERSIONS = ("1.2", "1.3")
_ORDER = (
    *("EVENT_IDENTIFIER", "EVENT_ID", "BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD", "PROGRAM_NAME"),
    *("PROGRAM_VERSION", "EVENT_DESCRIPTION", "TITLE", "DATE", "VENUE", "MASTER_POINT_SCALE", "MASTER_POINT_TYPE"),
    *("SESSION_COUNT", "SECTION_COUNT", "SCORING_METHOD", "PAIRS", "BOARDS_PLAYED", "TEAM_PAIRING_AVAILABLE"),
    *("BOARDS_PER_ROUND", "WINNER_TYPE", "EW_PAIRS", "PAIRWISE_SCORING_METHOD", "P2P_CHARGE_RATE"),
    *("MPS_AWARDED_FLAG", "CONTACT"),
)
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def dumps_usebio(event: Event, *, standing: Standing | None = None, version: str = "1.2") -> str:
    """The event as USEBIO text, which `load` reads back. Raises FormatError for another version than 1.2 and 1.3.

    With a standing places, totals and the worth of lines are what it works out, half up to 0.01; without one they are
    what the event itself states. With a standing a score that USEBIO has no words for (weighted, split) is written as
    an adjusted score with its percentages, and its worth beside it; without one in the words of Overtrick, which
    other programs do not read. Left out is what has no element: penalties, settings, double-dummy tricks, groups of
    fouled boards. Elements stand in the order of the EBU's files; the document type itself was not to be had, so
    no file names it and none is checked by it. Source: USEBIO 1.2 as the EBU, Pianola and RealBridge write it.

    >>> dumps_usebio(Event("Tuesday")).splitlines()[1]
    '<USEBIO Version="1.2">'
    """
    if version not in _VERSIONS:
        known = ", ".join(_VERSIONS)
        raise FormatError(
            _("USEBIO {version} is not written; known: {known}").format(version=repr(version), known=known)
        )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *_Writer(event, standing, version).lines(), ""])


def dumps_usebio_13(event: Event, *, standing: Standing | None = None) -> str:
    """The event as USEBIO 1.3 text, which has ISO dates. See `dumps_usebio`.

    >>> "<DATE>2024-02-03</DATE>" in dumps_usebio_13(Event("Tuesday", date="2024-02-03"))
    True
    """
    return dumps_usebio(event, standing=standing, version="1.3")


class _Writer:
    def __init__(self, event: Event, standing: Standing | None, version: str) -> None:
        self.event = event
        self.standing = standing
        self.version = version
        self.method = standing.conditions.method if standing else event.method
        self.line_writer = LineWriter(self.method, standing)
        self.places = {
            (place.section, place.direction, place.contestant.key): place
            for place in (standing.places if standing else ())
        }
        sections = [section for session in event.sessions for section in session.sections]
        self.sections = sections
        self.teams = self.method in TEAM_METHODS
        lines = (line for part in sections for one in part.travellers for line in one.lines)
        self.players = any(line.south or line.west for line in lines)
        self.matches = [match for part in sections for match in part.matches]
        self.common = _same_hands(sections)

    def lines(self) -> Iterator[str]:
        yield f'<USEBIO Version="{self.version}">'
        extra, name = self.event.extra, element("CLUB_NAME", self.event.club)
        inner = "".join(in_order([name], extra, ("CLUB_NAME",), ("CLUB_NAME",), "CLUB/"))
        yield f"<CLUB{attributes(extra, (), 'CLUB/')}>{inner}</CLUB>"
        yield f'<EVENT EVENT_TYPE="{self.kind()}"{attributes(extra, EVENT)}>'
        yield from self.head()
        if self.teams:
            yield from team_sessions(self.event, self.line_writer, self.method, self.team, hands=not self.common)
        else:
            for session in self.event.sessions:
                yield f"<SESSION SESSION_ID={quoteattr(clean(session.key))}>"
                for section in session.sections:
                    yield from self.section(session.key, section)
                yield "</SESSION>"
        yield "</EVENT>"
        if self.common:
            yield from handset([traveller for part in self.sections for traveller in part.travellers], extra)
        yield "</USEBIO>"

    def kind(self) -> str:
        """The type of the event."""
        if self.teams:
            return "TEAMS"
        if self.players:
            return "INDIVIDUAL"
        return "SWISS_PAIRS" if self.matches else "PAIRS"

    def head(self) -> list[str]:
        """What is told of the event, in its order."""
        event = self.event
        extra = dict(event.extra)
        program, version = event.program, extra.get("PROGRAM_VERSION", "")
        own = []
        if self.method in _METHODS:
            own.append(element("BOARD_SCORING_METHOD", _METHODS[self.method or ""]))
        by_vps = scored_by_vps(self.matches)
        if by_vps:
            own.append(element("MATCH_SCORING_METHOD", "VPS"))
        named = bool(version) and not self.standing and program.endswith(f" {version}")
        program = "Overtrick" if self.standing else program.removesuffix(f" {version}") if named else program
        own += [element("PROGRAM_NAME", program), element("EVENT_DESCRIPTION", event.name)]
        if event.date:
            own.append(element("DATE", self.date(event.date)))
        own.append(element("SESSION_COUNT", str(len(event.sessions))))
        own.append(element("SECTION_COUNT", str(max((len(one.sections) for one in event.sessions), default=0))))
        if not self.teams and not self.players:
            pairs = {(part.key, who.direction, who.key) for part in self.sections for who in part.contestants}
            own.append(element("PAIRS", str(len(pairs))))
        if winners := self.winners():
            own.append(element("WINNER_TYPE", str(winners)))
        untrue = set() if named else {"PROGRAM_VERSION"}
        if not by_vps and extra.get("SCORING_METHOD", "").upper() in ("VP", "VPS"):
            untrue.add("SCORING_METHOD")  # by which the scores of matches would be read
        return in_order(own, event.extra, EVENT | untrue, _ORDER)

    def winners(self) -> int | None:
        if self.standing is None or self.teams:
            return self.event.winners
        return 2 if any(place.direction for place in self.standing.places) else 1

    def date(self, text: str) -> str:
        """Day, month and year, or in 1.3 the ISO date; other texts as they stand."""
        found = _ISO.fullmatch(text)
        return f"{found[3]}/{found[2]}/{found[1]}" if found and self.version == "1.2" else text

    def section(self, session: str, section: Section) -> Iterator[str]:
        """Participants, matches and boards of a section."""
        yield f"<SECTION SECTION_ID={quoteattr(clean(section.key))}>"
        yield "<PARTICIPANTS>"
        for who in self.entrants(section):
            yield from self.entrant(section, who)
        yield "</PARTICIPANTS>"
        for match in section.matches:
            yield from pair_match(match, self.method, by_vps=scored_by_vps(self.matches))
        for traveller in section.travellers:
            if traveller.lines:
                yield from self.line_writer.board((session, section.key), traveller)
        if not self.common:
            yield from handset(section.travellers)
        yield "</SECTION>"

    def entrants(self, section: Section) -> list[Contestant]:
        """The contestants in the order of their places where there is a standing."""
        places = [place for place in self.standing.places if place.section == section.key] if self.standing else []
        ranked = {(place.direction, place.contestant.key): place.contestant for place in places}
        for who in section.contestants:
            ranked.setdefault((who.direction, who.key), who)
        return list(ranked.values())

    def entrant(self, section: Section, who: Contestant) -> Iterator[str]:
        """A pair or a single player."""
        place = self.places.get((section.key, who.direction, who.key))
        return single_element(who, place) if self.players else pair_element(who, place)

    def team(self, section: str, who: Contestant) -> list[str]:
        """What a team came to."""
        return details(who, self.places.get((section, who.direction, who.key)))


def _same_hands(sections: list[Section]) -> bool:
    """Whether one set of hands does for the whole event: the same cards wherever a board comes up."""
    hands: dict[int, Traveller] = {}
    for index, section in enumerate(sections):
        for one in section.travellers:
            first = hands.setdefault(one.board.number, one)
            if (first.deal, first.board) != (one.deal, one.board) or (index and not one.lines):
                return False
    return True
