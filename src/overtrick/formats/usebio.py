"""USEBIO 1.0 to 1.3: the XML of the EBU, SBU, ABF, Pianola, RealBridge, Compscore and others.

Pairs, Swiss pairs, teams and single players. Participants, boards and matches may stand in the event or in its sessions
and sections, sets of hands beside any of them. The document type is never fetched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft
from overtrick.formats.datums import with_datums
from overtrick.formats.hands import attach_deals
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, exact
from overtrick.formats.usebio_extra import CONTESTANT, EVENT, HANDS, PAIR, PERSON, PLAYER, Keeper
from overtrick.formats.usebio_hands import BoardFacts, board_facts, board_number
from overtrick.formats.usebio_lines import LineReader
from overtrick.formats.usebio_matches import match_score_unit, read_match
from overtrick.formats.usebio_told import tell_twice, tell_unkept, with_spare_deals
from overtrick.formats.usebio_words import WORDS, refuse_strays
from overtrick.formats.usebio_write import dumps_usebio, dumps_usebio_13
from overtrick.formats.xml_tree import Node, Tree, parse_xml
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Match, Player
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

__all__ = ["USEBIO", "dump", "dumps", "load", "loads", "loads_usebio", "sniff_usebio"]

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


def sniff_usebio(text: str) -> bool:
    """Whether a text looks like USEBIO.

    >>> sniff_usebio('<?xml version="1.0"?><USEBIO Version="1.2">'), sniff_usebio("board,ns,ew")
    (True, False)
    """
    return text.lstrip()[:1] == "<" and bool(_ROOT.search(text[:100_000]))


def loads_usebio(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a USEBIO text, with counts and problems by line.

    Raises FormatError for a file without an event, and for unsafe XML.
    Source: USEBIO 1.2, documented by the EBU.
    """
    tree = parse_xml(decoded.text, WORDS)
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
        matches = list(_matches(event))
        kind = event.attribute("EVENT_TYPE").upper()
        self.teams = bool(matches) and ("TEAM" in kind or any(match.value("TEAM") for match in matches))
        self.players = "INDIVIDUAL" in kind or _of_players(event)
        self.method = _team_method(event) if self.teams else _method(event)
        self.unit = match_score_unit(event, self.method)
        # boards that come back in another round of Swiss pairs are other deals: each round is then a session
        self.by_round = not self.teams and _repeats(matches)
        self.lines = LineReader(self.draft, self.method, language=language, number=number)
        self.lines.teams = {} if self.teams else None
        self.hands: list[tuple[tuple[str, str], dict[int, BoardFacts]]] = []
        self.keeper = Keeper()

    def extra(self) -> tuple[tuple[str, str], ...]:
        """What the file tells of the event, its club and its set of hands beyond the fields of the model."""
        take, top = self.keeper.take, self.tree.root
        hands = top.first("HANDSET") or self.root.first("HANDSET")
        club = take(top.first("CLUB"), ("CLUB_NAME",), "CLUB/")
        return take(self.root, EVENT) + club + take(hands, HANDS, "HANDSET/")

    def reading(self) -> Reading:
        root = self.root
        winners = "1" if self.players else root.value("WINNER_TYPE")
        self.draft.event = Event(
            name=root.value("EVENT_DESCRIPTION") or root.value("TITLE"),
            date=_date(root.value("DATE")),
            club=next((club.value("CLUB_NAME") for club in self.tree.root.all("CLUB")), ""),
            method=self.method,
            winners=int(winners) if winners in ("1", "2") else None,
            program=f"{root.value('PROGRAM_NAME')} {root.value('PROGRAM_VERSION')}".strip(),
            extra=self.extra(),
        )
        above = {} if root is self.tree.root else self.facts(self.tree.root, ("1", ""), {})
        self.container(root, "1", "", above)
        if self.teams:
            # Both tables of a match are lines of one board: a team plays it once in each direction.
            self.draft.event = replace(self.draft.event, winners=2)
        elif not self.players:
            self.settle_directions()
        self.tell()
        reading = self.draft.reading(format="usebio", encoding=self.decoded.encoding)
        if self.teams:
            reading = replace(reading, event=replace(reading.event, winners=1))
        reading = replace(reading, event=with_datums(reading.event, self.lines.datums))
        return with_spare_deals(attach_deals(reading, self.lines.deals), self.hands)

    def tell(self) -> None:
        """What concerns the whole file."""
        if not self.draft.rows and not self.draft.refused and not self.draft.matches and not self.hands:
            self.draft.note(_("whole file"), Severity.WARNING, _("the file holds no results of boards"))
        events = sum(1 for _event in self.tree.root.all("EVENT"))
        if events > 1:
            text = _("the file holds {count} events; the first one is read")
            self.draft.note(_("whole file"), Severity.WARNING, text.format(count=events))
        if self.players:
            tell_twice(self.draft)
        tell_unkept(self.draft, self.keeper.left(self.tree.texts))
        if self.tree.mended:
            refuse_strays(self.draft, self.root)
        self.draft.problems.extend(self.tree.told())

    def facts(self, node: Node, place: tuple[str, str], above: dict[int, BoardFacts]) -> dict[int, BoardFacts]:
        """What is known of boards within an element, where its own hands count for more than those above."""
        own = board_facts(node, self.draft)
        if any(fact.deal for fact in own.values()):
            self.hands.append((place, own))
        if not own or not above:
            return own or above
        known = dict(above)
        for number, fact in own.items():
            before = above.get(number, fact)
            known[number] = BoardFacts(
                fact.dealer or before.dealer, fact.vulnerability or before.vulnerability, fact.deal or before.deal
            )
        return known

    def container(
        self, node: Node, session: str, section: str, above: dict[int, BoardFacts], match: Match | None = None
    ) -> None:
        """An event, session, section or match: its participants, boards, and what stands within."""
        facts = self.facts(node, (session, section), above)
        for participants in node.all("PARTICIPANTS"):
            self.participants(participants, session, section)
        self.lines.boards(list(node.all("BOARD")), (session, section), facts, match)
        sessions = 0
        for child in node.children:
            if child.tag == "SESSION":
                sessions += 1
                self.container(child, child.attribute("SESSION_ID") or str(sessions), section, facts)
            elif child.tag == "SECTION":
                self.container(child, session, child.attribute("SECTION_ID") or section, facts)
            elif child.tag == "MATCH":
                self.match(child, session, section, facts)
            elif child.tag == "EVENT":
                self.container(child, session, section, facts)

    def participants(self, node: Node, session: str, section: str) -> None:
        """Teams, single players or pairs."""
        if self.teams:
            for team in node.all("TEAM"):
                self.team(team, session)
        elif self.players:
            for player in node.all("PLAYER"):
                self.player(player, session, section)
        else:
            for pair in node.walk("PAIR"):
                self.pair(pair, session, section)

    def match(self, node: Node, session: str, section: str, facts: dict[int, BoardFacts]) -> None:
        """A match: of teams it is a section of its own, in the session of its round; of pairs it joins the others."""
        where = _line(node.line)

        def warn(text: str) -> None:
            self.draft.note(where, Severity.WARNING, text)

        match = read_match(node, self.method, self.unit, where, warn)
        if match is None and node.closed:
            self.draft.note(where, Severity.ERROR, _("a match without two contestants; what it came to is left out"))
        if self.teams:
            session = node.value("ROUND_NUMBER") or session
            section = f"{node.value('TEAM')} - {node.value('OPPOSING_TEAM')}"
        elif self.by_round and match and match.round:
            session = match.round
        if match is not None:
            self.draft.matches.setdefault((session, section), []).append(match)
        self.container(node, session, section, facts, match)

    def team(self, node: Node, session: str) -> None:
        """A team with all its players; its matches name it by its number."""
        key = node.attribute("TEAM_ID")
        if not key:
            self.draft.note(_line(node.line), Severity.WARNING, _("a team without TEAM_ID; it is left out"))
            return
        pairs = list(node.all("PAIR"))
        if self.lines.teams is not None:
            self.lines.teams[key] = key
            for number in filter(None, (pair.value("PAIR_NUMBER") for pair in pairs)):
                self.lines.teams.setdefault(number, key)
        players = tuple(player for pair in pairs for player in self.pair_of_team(pair))
        name, extra = node.attribute("TEAM_NAME").strip(), self.keeper.take(node, CONTESTANT)
        self.enter(node, Contestant(key, None, players, name=name, extra=extra), (session, ""))

    def player(self, node: Node, session: str, section: str) -> None:
        """A player of an individual event."""
        key = node.value("PLAYER_NUMBER")
        if not key:
            if node.closed:
                text = _("a player without PLAYER_NUMBER; the player is left out")
                self.draft.note(_line(node.line), Severity.WARNING, text)
            return
        name, number, told = (
            node.value("PLAYER_NAME"),
            node.value("NATIONAL_ID_NUMBER"),
            self.keeper.take(node, CONTESTANT),
        )
        players: tuple[Player, ...] = ()
        if name or number:
            players = (Player(name, number, tuple(one for one in told if one[0] in PERSON)),)
            told = tuple(one for one in told if one[0] not in PERSON)
        self.enter(node, Contestant(key, None, players, extra=told), (session, section))

    def pair(self, node: Node, session: str, section: str) -> None:
        key = node.value("PAIR_NUMBER")
        if not key:
            if node.closed:
                text = _("a pair without PAIR_NUMBER; it is left out")
                self.draft.note(_line(node.line), Severity.WARNING, text)
            return
        direction, extra = _direction(node.value("DIRECTION")), self.keeper.take(node, CONTESTANT)
        self.enter(node, Contestant(key, direction, self.persons(node), extra=extra), (session, section))

    def persons(self, pair: Node) -> tuple[Player, ...]:
        """The players with a name or a number; a third empty one is common."""
        found = []
        for node in pair.all("PLAYER"):
            name, number = node.value("PLAYER_NAME"), node.value("NATIONAL_ID_NUMBER")
            if name or number:
                found.append(Player(name, number, self.keeper.take(node, PLAYER)))
        return tuple(found)

    def pair_of_team(self, pair: Node) -> tuple[Player, ...]:
        """The players of a pair; what the file tells of the pair itself stands with the first of them."""
        players = self.persons(pair)
        told = self.keeper.take(pair, PAIR, "PAIR/") if players else ()
        return (replace(players[0], extra=(*told, *players[0].extra)), *players[1:]) if told else players

    def enter(self, node: Node, who: Contestant, place: tuple[str, str]) -> None:
        """A contestant with what the file says of its result."""
        where = _line(node.line)
        adjustment = exact(node.value("ADJUSTMENT"))
        if adjustment:
            text = _("{key} has an adjustment of {amount}; the file does not say of what, so it is not applied")
            self.draft.note(where, Severity.WARNING, text.format(key=who.key, amount=node.value("ADJUSTMENT")))
        percent, total = exact(node.value("PERCENTAGE")), exact(node.value("TOTAL_SCORE"))
        if self.lines.unit in ("imps", "points") and total is None:
            percent, total = None, percent  # salliere writes IMP totals as percentages
        contestant = replace(
            who,
            handicap=exact(node.value("HANDICAP")) or Fraction(0),
            carry_over=exact(node.value("CARRY_FORWARD")) or Fraction(0),
            stated_total=total,
            stated_percent=percent,
            stated_place=node.value("PLACE"),
        )
        self.draft.contestants.setdefault(place, []).append((contestant, where))

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


def _matches(node: Node) -> Iterator[Node]:
    """The matches in an event; boards are not searched."""
    for child in node.children:
        if child.tag == "MATCH":
            yield child
        elif child.tag in ("SESSION", "SECTION", "EVENT"):
            yield from _matches(child)


def _repeats(matches: list[Node]) -> bool:
    """Whether a board comes back in another round."""
    rounds: dict[int, str] = {}
    for match in matches:
        told = match.value("ROUND_NUMBER")
        for number in map(board_number, match.all("BOARD")):
            if number is not None and rounds.setdefault(number, told) != told:
                return True
    return False


def _of_players(event: Node) -> bool:
    """Whether the lines are of single players."""
    first = next(event.walk("TRAVELLER_LINE"), None)
    return first is not None and first.first("N_PLAYER_NUMBER") is not None


def _team_method(event: Node) -> str:
    word = event.value("BOARD_SCORING_METHOD").upper()
    return "board-a-match" if word in ("BAM", "PAB") else "team-imps"


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


def _date(text: str) -> str:
    """ISO where the order of day and month is the one of USEBIO; otherwise as it stands."""
    found = _DATE.fullmatch(text)
    if not found or not (1 <= int(found[1]) <= 31 and 1 <= int(found[2]) <= 12):
        return text
    return f"{found[3]}-{int(found[2]):02d}-{int(found[1]):02d}"


USEBIO = Format(
    "usebio",
    "USEBIO 1.0-1.3",
    "EBU, usebio_v1_2.dtd",
    sniff_usebio,
    loads_usebio,
    write=dumps_usebio,
    suffix=".xml",
    editions=(("1.2", dumps_usebio), ("1.3", dumps_usebio_13)),
)
load, loads, dump, dumps = USEBIO.load, USEBIO.loads, USEBIO.dump, USEBIO.dumps
