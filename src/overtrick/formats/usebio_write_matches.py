"""The matches of an event as elements of USEBIO: those of teams with their boards, those of Swiss pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from xml.sax.saxutils import quoteattr

from overtrick.formats.usebio_extra import CONTESTANT, attributes
from overtrick.formats.usebio_matches import board_unit
from overtrick.formats.usebio_people import pairs_of_team
from overtrick.formats.usebio_write_hands import handset
from overtrick.formats.usebio_write_lines import LineWriter, board_head, clean, element, two_places
from overtrick.formats.write_worth import decimal
from overtrick.model.event import Contestant, Event, Line, Match, Section, Session, Stated, Traveller

__all__ = ["pair_match", "scored_by_vps", "team_sessions"]

_Details = Callable[[str, Contestant], list[str]]


def scored_by_vps(matches: Sequence[Match]) -> bool:
    """Whether victory points are stated of any match.

    >>> scored_by_vps([Match("1", "2", stated=(Stated(unit="vps"),))])
    True
    """
    return any(stated.unit == "vps" for match in matches for stated in match.stated)


def pair_match(match: Match, method: str | None, *, by_vps: bool) -> Iterator[str]:
    """A match of Swiss pairs; its boards stand with those of the section, the match names their numbers."""
    yield "<MATCH>"
    if match.round:
        yield element("ROUND_NUMBER", match.round)
    yield element("NS_PAIR_NUMBER", match.home)
    yield element("EW_PAIR_NUMBER", match.away)
    yield from _numbers(match.boards)
    vps, score = _stated(match, method, by_vps=by_vps)
    yield from _both(score, "NS_SCORE", "EW_SCORE")
    yield from _both(vps, "NS_VICTORY_POINTS", "EW_VICTORY_POINTS")
    if not _in_a_row(match.boards):
        for number in match.boards:
            yield f"<BOARD>{element('BOARD_NUMBER', str(number))}</BOARD>"
    yield "</MATCH>"


def _in_a_row(boards: tuple[int, ...]) -> bool:
    return not boards or boards == tuple(range(boards[0], boards[0] + len(boards)))


def _numbers(boards: tuple[int, ...]) -> Iterator[str]:
    if boards and _in_a_row(boards):
        yield element("START_BOARD_NUMBER", str(boards[0]))
        yield element("END_BOARD_NUMBER", str(boards[-1]))


def _stated(match: Match, method: str | None, *, by_vps: bool) -> tuple[Stated | None, Stated | None]:
    """The victory points, and the first other numbers that read back as what they are."""
    unit = board_unit(method)
    vps = next((one for one in match.stated if one.unit == "vps"), None)
    if by_vps and vps is None:
        return None, None  # a score alone would read as victory points
    return vps, next((one for one in match.stated if _reads_back(one, unit)), None)


def _reads_back(stated: Stated, unit: str) -> bool:
    hundred = stated.ns is not None and stated.ew is not None and stated.ns + stated.ew == 100
    return stated.unit == ("percent" if hundred and unit != "imps" else unit)


def _both(stated: Stated | None, ours: str, theirs: str) -> Iterator[str]:
    for tag, number in ((ours, stated.ns), (theirs, stated.ew)) if stated else ():
        if number is not None:
            yield element(tag, decimal(number))


@dataclass(slots=True)
class _Met:
    """Two teams and the lines between them, by board."""

    match: Match
    boards: list[tuple[Traveller, list[Line]]] = field(default_factory=list)


def _meetings(section: Section) -> list[_Met]:
    """The matches of a section with their lines: those that it names, then those that its lines show."""
    met = [_Met(match) for match in section.matches]
    by_teams: dict[frozenset[str], list[_Met]] = {}
    for one in met:
        by_teams.setdefault(frozenset((one.match.home, one.match.away)), []).append(one)
    for traveller in section.travellers:
        found: dict[int, _Met] = {}
        for line in traveller.lines:
            known = by_teams.setdefault(frozenset((line.ns, line.ew)), [])
            number = traveller.board.number
            fitting = next((one for one in known if not one.match.boards or number in one.match.boards), None)
            one = fitting or _Met(Match(line.ns, line.ew))
            if fitting is None:
                known.append(one)
                met.append(one)
            if id(one) not in found:
                found[id(one)] = one
                one.boards.append((traveller, []))
            one.boards[-1][1].append(line)
    return met


def team_sessions(
    event: Event, lines: LineWriter, method: str | None, details: _Details, *, hands: bool
) -> Iterator[str]:
    """The sessions of a teams event: the teams in the first, and matches that name their round."""
    open_key: str | None = None
    by_vps = scored_by_vps([match for session in event.sessions for part in session.sections for match in part.matches])
    for session in event.sessions:
        if open_key is None or not _only_rounds(session):
            if open_key is not None:
                yield "</SESSION>"
            yield f"<SESSION SESSION_ID={quoteattr(clean(session.key))}>"
            if open_key is None:
                yield from _teams(event, details)
            open_key = session.key
        for section in session.sections:
            for met in _meetings(section):
                writer = _TeamMatch(met, lines, method, (session.key, section.key), by_vps=by_vps)
                yield from writer.elements(hands=hands)
    if open_key is not None:
        yield "</SESSION>"


def _only_rounds(session: Session) -> bool:
    """Whether every match of a session is of the round that it is called by."""
    rounds = [met.match.round for section in session.sections for met in _meetings(section)]
    return all(told == session.key for told in rounds)


def _teams(event: Event, details: _Details) -> Iterator[str]:
    """Every team once, from where most is known of it; the players two by two."""
    teams: dict[str, Contestant] = {}
    for section in (section for session in event.sessions for section in session.sections):
        playing = (Contestant(key) for one in section.travellers for line in one.lines for key in (line.ns, line.ew))
        for who in (*section.contestants, *playing):
            if who.key and (who.key not in teams or teams[who.key] == Contestant(who.key)):
                teams[who.key] = who
    yield "<PARTICIPANTS>"
    for who in teams.values():
        told = f"TEAM_ID={quoteattr(clean(who.key))} TEAM_NAME={quoteattr(clean(who.name))}"
        yield f"<TEAM {told}{attributes(who.extra, CONTESTANT)}>"
        yield from details("", who)
        yield from pairs_of_team(who)
        yield "</TEAM>"
    yield "</PARTICIPANTS>"


class _TeamMatch:
    def __init__(
        self, met: _Met, lines: LineWriter, method: str | None, place: tuple[str, str], *, by_vps: bool
    ) -> None:
        self.met = met
        self.lines = lines
        self.method = method
        self.place = place
        self.by_vps = by_vps

    def elements(self, *, hands: bool) -> Iterator[str]:
        match = self.met.match
        played = [traveller.board.number for traveller, _lines in self.met.boards]
        worths = [self.worth(traveller) for traveller, _lines in self.met.boards]
        yield "<MATCH>"
        if match.round:
            yield element("ROUND_NUMBER", match.round)
        yield element("TEAM", match.home)
        yield element("OPPOSING_TEAM", match.away)
        yield from _numbers(match.boards or tuple(played))
        yield from self.score(worths)
        for (traveller, lines), worth in zip(self.met.boards, worths, strict=True):
            yield "<BOARD>"
            yield from board_head(traveller.board)
            yield from self.lines.datum(self.place, traveller)
            yield from self.board_score(worth)
            for line in lines:
                yield from self.lines.line(self.place, traveller, line, match.home)
            yield "</BOARD>"
        for number in match.boards if played and match.boards != tuple(played) else ():
            if number not in played:
                yield f"<BOARD>{element('BOARD_NUMBER', str(number))}</BOARD>"
        if hands:
            yield from handset([traveller for traveller, _lines in self.met.boards])
        yield "</MATCH>"

    def worth(self, traveller: Traveller) -> Stated | None:
        """What a board is worth to both teams by the standing."""
        for line in traveller.lines:
            found = self.lines.found(self.place, traveller, line)
            if found and found.ns.value is not None and found.ew.value is not None:
                home = line.ns == self.met.match.home
                both = (found.ns.value, found.ew.value) if home else (found.ew.value, found.ns.value)
                return Stated(*both, board_unit(self.method))
        return None

    def score(self, worths: list[Stated | None]) -> Iterator[str]:
        """The score of the match: victory points, IMPs, or both under different names."""
        vps, score = _stated(self.met.match, self.method, by_vps=self.by_vps)
        known = [one for one in worths if one]
        if known:  # the boards tell their IMPs themselves
            if vps is None and not self.by_vps:
                ns, ew = (sum((getattr(one, side) for one in known), Fraction(0)) for side in ("ns", "ew"))
                score = Stated(ns, ew)
            else:
                score = None
        if vps and score:
            yield from _both(score, "TEAM_SCORE", "OPPOSING_TEAM_SCORE")
            yield from _both(vps, "TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS")
        else:
            yield from _both(vps or score, "TEAM_SCORE", "OPPOSING_TEAM_SCORE")

    def board_score(self, worth: Stated | None) -> Iterator[str]:
        if worth and worth.ns is not None and worth.ew is not None:
            if worth.unit == "imps":
                yield element("IMPS", two_places(worth.ns))
            else:
                yield element("TEAM_POINTS", two_places(worth.ns))
                yield element("OPPOSING_TEAM_POINTS", two_places(worth.ew))
