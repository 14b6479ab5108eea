"""NZ Scorer: the XML of a session, with the results, matchpoints in tenths, and the scores of the pairs.

Pair numbers are unique in each direction of a section (`dir` N, E) or in the whole section (H, a Howell).
"""

from __future__ import annotations

import re
from fractions import Fraction

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, exact
from overtrick.formats.write_nzscorer import dumps_nzscorer
from overtrick.formats.xml_tree import Node, Tree, parse_xml
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, NotPlayed, PassedOut, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side
from overtrick.notation.result import parse

__all__ = ["NZSCORER", "dump", "dumps", "load", "loads", "loads_nzscorer", "sniff_nzscorer"]

_PHANTOM = Fraction(-9999)
_NOT_PLAYED = frozenset(("NP", "N/P", "NOT PLAYED"))
_PASSES = frozenset(("PASS", "PASSED", "N P", "PASSED OUT", "P"))
_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_NO_NUMBER = frozenset(("", "0"))
_WORDS = frozenset(("SESSION", "SCORES", "SCSECTION", "PAIR", "BOARD_RESULTS", "BRSECTION", "RESULT", "HANDS", "HAND"))
_METHODS = {"MP": "matchpoints", "IMP": "cross-imps", "XIMP": "cross-imps", "BUTLER": "butler"}


def sniff_nzscorer(text: str) -> bool:
    """Whether a text is a session of NZ Scorer.

    >>> sniff_nzscorer('<?xml version="1.0"?><session club="A"><board_results>'), sniff_nzscorer("<session/>")
    (True, False)
    """
    return text.lstrip()[:1] == "<" and "<session" in text[:2000] and "<board_results" in text[:200_000]


def loads_nzscorer(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The session, with its matchpoints (in tenths there, in matchpoints here), scores, handicaps and places.

    Raises FormatError for a file that is no such session, and for unsafe XML.

    >>> text = (
    ...     '<session scoring_type="MP"><board_results><brsection id="A"><result bd="1" ns="1" ew="2" dec="N" '
    ...     'cont="3 NT" res="=" score="400" mp_ns="20" mp_ew="0"/></brsection></board_results></session>'
    ... )
    >>> line = loads_nzscorer(Decoded(text, "utf-8")).event.sessions[0].sections[0].travellers[0].lines[0]
    >>> print(line.ns_outcome, line.stated.ns)
    3NT N = 2
    """
    tree = parse_xml(decoded.text, _WORDS)
    if tree.root.tag != "SESSION":
        raise FormatError(
            _("a session of NZ Scorer begins with session; this file with {root}").format(root=tree.root.tag)
        )
    return _Reader(tree, decoded, language=language, number=number).reading()


class _Reader:
    def __init__(self, tree: Tree, decoded: Decoded, *, language: str, number: str) -> None:
        self.tree = tree
        self.root = tree.root
        self.decoded = decoded
        self.language = language
        self.number = number
        self.method = _METHODS.get(tree.root.attribute("SCORING_TYPE").upper(), "")
        self.draft = Draft(problems=list(decoded.problems))

    def reading(self) -> Reading:
        root = self.root
        scoring = root.attribute("SCORING_TYPE")
        if scoring and not self.method:
            text = _("scoring by {scoring} is not known; the results are read, their official values are not")
            self.draft.note(_at(root), Severity.WARNING, text.format(scoring=repr(scoring[:40])))
        for section in root.walk("SCSECTION"):
            pairs = list(section.all("PAIR"))
            handicaps = any(exact(pair.attribute("HANDICAP")) for pair in pairs)
            if handicaps:
                text = _("the places in the file are those before the handicap, so they are not compared")
                self.draft.note(_at(section), Severity.NOTE, text)
            for pair in pairs:
                self.pair(pair, section.attribute("ID"), placed=not handicaps)
        for section in root.walk("BRSECTION"):
            for result in section.children:
                if result.tag != "RESULT":
                    text = _("{name} stands where a result is wanted").format(name=repr(result.tag[:40]))
                    self.draft.refuse(_at(result), text)
                elif result.spoilt():
                    self.draft.refuse(_at(result), _("the file is damaged within this result"))
                else:
                    self.result(result, section.attribute("ID"))
        found = {who.direction for many in self.draft.contestants.values() for who, _where in many}
        if len(found) == 2 and None in found:
            self.draft.note(
                _("whole file"), Severity.WARNING, _("some pairs sit one way and some both; one list is made")
            )
        self.draft.event = Event(
            name=root.attribute("EVENT_NAME"),
            date=_date(root.attribute("EVENT_DATE")),
            club=root.attribute("CLUB"),
            method=self.method or None,
            winners=1 if None in found else 2 if found else None,
            program="NZ Scorer",
        )
        self.draft.problems.extend(self.tree.told())
        return self.draft.reading(format="nzscorer", encoding=self.decoded.encoding)

    def pair(self, node: Node, section: str, *, placed: bool) -> None:
        key = node.attribute("NO")
        if not key:
            self.draft.note(_at(node), Severity.WARNING, _("a pair without its number; it is left out"))
            return
        players = []
        for index in ("1", "2", "3"):
            name, number = node.attribute(f"PLAYER_NAME_{index}"), node.attribute(f"NZB_NO_{index}")
            if name or number not in _NO_NUMBER:
                players.append(Player(name, "" if number in _NO_NUMBER else number))
        got, _sign, _most = node.attribute("MATCH_POINTS").partition("/")
        percent = exact(node.attribute("RES"))
        handicap = exact(node.attribute("HANDICAP")) or Fraction(0)
        contestant = Contestant(
            key,
            {"N": Side.NS, "E": Side.EW}.get(node.attribute("DIR").upper()),
            tuple(players),
            handicap=handicap / 2,  # half of it is added to the percentage
            stated_total=exact(got),
            stated_percent=percent if percent is not None else exact(node.attribute("RAW_SCORE")),
            stated_place=node.attribute("PLACE") if placed else "",
        )
        self.draft.contestants.setdefault(("1", section), []).append((contestant, _at(node)))

    def result(self, node: Node, section: str) -> None:
        where = _at(node)
        board = node.attribute("BD")
        if not board.isascii() or not board.isdigit() or not 0 < len(board) < 7 or not int(board):
            self.draft.refuse(
                where, _("a result on board {board}; boards are numbered from 1").format(board=repr(board[:40]))
            )
            return
        ns, ew = node.attribute("NS"), node.attribute("EW")
        given = [exact(node.attribute("MP_NS")), exact(node.attribute("MP_EW"))]
        ns, ew = ("" if key in _NO_NUMBER else key for key in (ns, ew))
        if not ns and not ew:
            self.draft.refuse(where, _("a result without pair numbers"))
            return
        try:
            entry = self.entry(node, given)
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        if _PHANTOM in given or not ns or not ew:
            entry = Entry(
                SitOut() if given[0] == _PHANTOM or not ns or not ew else entry.ns,
                SitOut() if given[1] == _PHANTOM or not ns or not ew else entry.ew,
            )
        points = exact(node.attribute("SCORE"))
        tenths = [None if one is None or one == _PHANTOM else one / 10 for one in given]
        line = Line(
            ns,
            ew,
            entry.ns,
            entry.ew,
            round=node.attribute("RND"),
            table=node.attribute("TAB"),
            lead=node.attribute("LEAD"),
            remark="" if points is not None else node.attribute("SCORE"),
            where=where,
            stated=Stated(
                tenths[0] if self.method else None,
                tenths[1] if self.method else None,
                "matchpoints" if self.method in ("", "matchpoints") else "imps",
                int(points) if points is not None and points.denominator == 1 else None,
            ),
        )
        self.draft.rows.append(Row("1", section, int(board), line))

    def entry(self, node: Node, given: list[Fraction | None]) -> Entry:
        contract, score = " ".join(node.attribute("CONT").upper().split()), node.attribute("SCORE")
        if "ADJ" in score.upper():
            return self.adjusted(score, given)
        if contract in _PASSES:
            return Entry.both(PassedOut())
        if contract in _NOT_PLAYED:
            return Entry.both(NotPlayed())
        if not contract:
            points = exact(score)
            if not score or points is None or points.denominator != 1:
                return Entry.both(NotPlayed())
            return Entry.both(BareScore(int(points)))
        whole = f"{node.attribute('CONT')} {node.attribute('DEC')} {node.attribute('RES')}"
        return parse(whole, language=self.language, number=self.number)

    def adjusted(self, score: str, given: list[Fraction | None]) -> Entry:
        """What a director gave: the matchpoints (or IMPs) that stand on the line."""
        ns, ew = given
        if ns is None or ew is None:
            raise NotationError(_("an adjusted score without its matchpoints"), score)
        unit = Unit.MATCHPOINTS if self.method in ("", "matchpoints") else Unit.IMPS
        return Entry(Awarded(ns / 10, unit), Awarded(ew / 10, unit))


def _at(node: Node) -> str:
    return _("line {line}").format(line=node.line)


def _date(text: str) -> str:
    """ISO; the program writes day, month, year."""
    found = _DATE.fullmatch(text)
    if not found or not (1 <= int(found[1]) <= 31 and 1 <= int(found[2]) <= 12):
        return text
    return f"{found[3]}-{int(found[2]):02d}-{int(found[1]):02d}"


NZSCORER = Format(
    "nzscorer", "NZ Scorer XML", "files of NZ Scorer", sniff_nzscorer, loads_nzscorer, write=dumps_nzscorer
)
load, loads, dump, dumps = NZSCORER.load, NZSCORER.loads, NZSCORER.dump, NZSCORER.dumps
