"""USEBIO 1.0 to 1.3, pairs events: the XML of the EBU, SBU, ABF, Pianola, RealBridge, Compscore and others.

Participants and boards may stand in the event or in its sessions and sections. The document type is never fetched.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft
from overtrick.formats.text import Decoded, exact
from overtrick.formats.usebio_lines import BoardFacts, LineReader, board_facts
from overtrick.formats.xml_tree import Node, Tree, parse_xml
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

__all__ = ["loads_usebio", "sniff_usebio"]

_ROOT = re.compile(r"<\s*(?:[A-Za-z0-9]+:)?USEBIO[\s>]", re.IGNORECASE)
_METHODS = (
    ("BUTLER", "butler"),
    ("CROSS", "cross-imps"),
    ("XIMP", "cross-imps"),
    ("AGGREGATE", "total-points"),
    ("MATCH_POINTS", "matchpoints"),
    ("MATCHPOINTS", "matchpoints"),
    ("MP_", "matchpoints"),
)
_STATED = (
    ("NS_MATCH_POINTS", "matchpoints"),
    ("NS_CROSS_IMP_POINTS", "cross-imps"),
    ("NS_BUTLER_POINTS", "butler"),
)
_DATE = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})")
_CONTAINERS = ("SESSION", "SECTION", "MATCH", "EVENT")


def sniff_usebio(text: str) -> bool:
    """Whether a text looks like USEBIO.

    >>> sniff_usebio('<?xml version="1.0"?><USEBIO Version="1.2">'), sniff_usebio("board,ns,ew")
    (True, False)
    """
    return text.lstrip()[:1] == "<" and bool(_ROOT.search(text[:100_000]))


def loads_usebio(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a USEBIO text, with counts and problems by line.

    Raises FormatError for a file without an event, for one that is an individual, and for unsafe XML.
    Source: USEBIO 1.2, documented by the EBU.
    """
    tree = parse_xml(decoded.text)
    event = tree.root if tree.root.tag == "EVENT" else next(tree.root.walk("EVENT"), None)
    if event is None:
        if tree.fault:
            raise FormatError(
                _("the file breaks off before any event: {fault}").format(fault=tree.fault), _line(tree.fault_line)
            )
        raise FormatError(_("a USEBIO file holds an EVENT; this one has {root}").format(root=tree.root.tag))
    return _Reader(tree, event, decoded, number=number, language=language).reading()


def _line(number: int) -> str:
    return _("line {line}").format(line=number)


class _Reader:
    """One file: events and their sections are walked, lines handed to the line reader."""

    def __init__(self, tree: Tree, event: Node, decoded: Decoded, *, language: str, number: str) -> None:
        self.tree = tree
        self.root = event
        self.decoded = decoded
        self.draft = Draft(problems=list(decoded.problems))
        self.teams = next(event.walk("MATCH"), None) is not None and "TEAM" in event.attribute("EVENT_TYPE").upper()
        self.method = "team-imps" if self.teams else _method(event)
        self.lines = LineReader(self.draft, self.method, language=language, number=number)

    def reading(self) -> Reading:
        root = self.root
        kind = root.attribute("EVENT_TYPE").upper()
        if "INDIVIDUAL" in kind or _of_players(root):
            raise FormatError(_("an individual event; pairs events are read"), _line(root.line))
        winners = root.value("WINNER_TYPE")
        self.draft.event = Event(
            name=root.value("EVENT_DESCRIPTION") or root.value("TITLE"),
            date=_date(root.value("DATE")),
            club=next((club.value("CLUB_NAME") for club in self.tree.root.all("CLUB")), ""),
            method=self.method,
            winners=int(winners) if winners in ("1", "2") else None,
            program=f"{root.value('PROGRAM_NAME')} {root.value('PROGRAM_VERSION')}".strip(),
        )
        self.container(root, "1", "", {})
        if self.teams:
            # Both tables of a match are lines of one board: a team plays it once in each direction.
            self.draft.event = replace(self.draft.event, winners=2)
            self.draft.rows = [replace(row, line=_of_teams(row.line)) for row in self.draft.rows]
        else:
            self.settle_directions()
        if not self.draft.rows and not self.draft.refused:
            self.draft.note(_("whole file"), Severity.WARNING, _("the file holds no results of boards"))
        if self.tree.fault:
            text = _("the file breaks off or is damaged here ({fault}); what follows is not read").format(
                fault=self.tree.fault
            )
            self.draft.note(_line(self.tree.fault_line), Severity.ERROR, text)
        reading = self.draft.reading(format="usebio", encoding=self.decoded.encoding)
        return replace(reading, event=replace(reading.event, winners=1)) if self.teams else reading

    def container(self, node: Node, session: str, section: str, above: dict[str, BoardFacts]) -> None:
        """An event, session, section or match: its participants, boards, and what stands within."""
        facts = {**above, **board_facts(node)}
        for participants in node.all("PARTICIPANTS"):
            for team in participants.all("TEAM") if self.teams else ():
                self.team(team, session)
            for pair in () if self.teams else participants.walk("PAIR"):
                self.pair(pair, session, section)
        boards = list(node.all("BOARD"))
        self.lines.boards(boards, session, section, facts)
        sessions = 0
        for child in node.children:
            if child.tag == "SESSION":
                sessions += 1
                self.container(child, child.attribute("SESSION_ID") or str(sessions), section, facts)
            elif child.tag == "SECTION":
                self.container(child, session, child.attribute("SECTION_ID") or section, facts)
            elif child.tag == "MATCH" and self.teams:
                opponents = f"{child.value('TEAM')} - {child.value('OPPOSING_TEAM')}"
                self.container(child, child.value("ROUND_NUMBER") or session, opponents, facts)
            elif child.tag in _CONTAINERS:
                self.container(child, session, section, facts)

    def team(self, node: Node, session: str) -> None:
        """A team with all its players; its matches name it by its number."""
        players = [player for pair in node.all("PAIR") for player in _players(pair)]
        contestant = Contestant(
            node.attribute("TEAM_ID"),
            None,
            tuple(players),
            carry_over=exact(node.value("CARRY_FORWARD")) or Fraction(0),
            stated_total=exact(node.value("TOTAL_SCORE")),
            stated_place=node.value("PLACE"),
        )
        self.draft.contestants.setdefault((session, ""), []).append((contestant, _line(node.line)))

    def pair(self, node: Node, session: str, section: str) -> None:
        key = node.value("PAIR_NUMBER")
        where = _line(node.line)
        if not key:
            if node.closed:
                self.draft.note(where, Severity.WARNING, _("a pair without PAIR_NUMBER; it is left out"))
            return
        adjustment = exact(node.value("ADJUSTMENT"))
        if adjustment:
            text = _("pair {key} has an adjustment of {amount}; the file does not say of what, so it is not applied")
            self.draft.note(where, Severity.WARNING, text.format(key=key, amount=node.value("ADJUSTMENT")))
        percent, total = exact(node.value("PERCENTAGE")), exact(node.value("TOTAL_SCORE"))
        if self.lines.unit != "matchpoints" and total is None:
            percent, total = None, percent  # salliere writes IMP totals as percentages
        contestant = Contestant(
            key,
            _direction(node.value("DIRECTION")),
            tuple(_players(node)),
            handicap=exact(node.value("HANDICAP")) or Fraction(0),
            carry_over=exact(node.value("CARRY_FORWARD")) or Fraction(0),
            stated_total=total,
            stated_percent=percent,
            stated_place=node.value("PLACE"),
        )
        self.draft.contestants.setdefault((session, section), []).append((contestant, where))

    def settle_directions(self) -> None:
        """WINNER_TYPE and the seats count for more than DIRECTION, which some programs fill in wrongly."""
        ns = {(row.session, row.section, row.line.ns) for row in self.draft.rows}
        ew = {(row.session, row.section, row.line.ew) for row in self.draft.rows}
        named = Counter((*place, who.key) for place, many in self.draft.contestants.items() for who, _where in many)
        several = {who for who, times in named.items() if times > 1}
        crossing = (ns & ew) - several
        two = self.draft.event.winners == 2 or (self.draft.event.winners is None and not crossing)
        if self.draft.event.winners is None and crossing:
            self.draft.event = replace(self.draft.event, winners=1)
        if not two:
            return
        if crossing and self.draft.contestants:
            key = min(crossing)[2]
            text = _("the file says two winners, but pair {key} sits both ways; one list of winners is made").format(
                key=key
            )
            self.draft.note(_("whole file"), Severity.WARNING, text)
            self.draft.event = replace(self.draft.event, winners=1)
            return
        for place, many in self.draft.contestants.items():
            for index, (who, where) in enumerate(many):
                seats = {side for side, keys in ((Side.NS, ns), (Side.EW, ew)) if (*place, who.key) in keys}
                if len(seats) == 1 and who.direction not in seats:
                    if who.direction:
                        text = _("pair {key} is said to sit {said} but sits the other way").format(
                            key=who.key, said=who.direction.value
                        )
                        self.draft.note(where, Severity.WARNING, text)
                    many[index] = (replace(who, direction=next(iter(seats))), where)


def _of_teams(line: Line) -> Line:
    """The line between the teams: a pair of a team is numbered team-player-player."""
    return replace(line, ns=line.ns.partition("-")[0], ew=line.ew.partition("-")[0])


def _of_players(event: Node) -> bool:
    """Whether the lines are of single players."""
    first = next(event.walk("TRAVELLER_LINE"), None)
    return first is not None and first.first("N_PLAYER_NUMBER") is not None


def _method(event: Node) -> str | None:
    """The method by the board scoring method, the event type of 1.0, or the marks on the lines."""
    words = [event.value("BOARD_SCORING_METHOD"), event.attribute("EVENT_TYPE")]
    part = next(event.walk("PARTICIPANTS"), None)
    words.append(part.attribute("EVENT_TYPE") if part else "")
    for word in words:
        for piece, method in _METHODS:
            if piece in word.upper():
                return method
    first = next(event.walk("TRAVELLER_LINE"), None)
    for tag, method in _STATED:
        if first is not None and first.first(tag) is not None:
            return method
    return None


def _direction(text: str) -> Side | None:
    return {"NS": Side.NS, "EW": Side.EW}.get(text.upper().replace("/", "").replace("-", ""))


def _players(pair: Node) -> list[Player]:
    """The players with a name or a number; a third empty one is common."""
    players = [Player(node.value("PLAYER_NAME"), node.value("NATIONAL_ID_NUMBER")) for node in pair.all("PLAYER")]
    return [player for player in players if player.name or player.number]


def _date(text: str) -> str:
    """ISO where the order of day and month is the one of USEBIO; otherwise as it stands."""
    found = _DATE.fullmatch(text)
    if not found or not (1 <= int(found[1]) <= 31 and 1 <= int(found[2]) <= 12):
        return text
    return f"{found[3]}-{int(found[2]):02d}-{int(found[1]):02d}"
