"""The traveller lines of USEBIO: contract, tricks and score, or an adjusted score, and what the file states."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from overtrick.errors import NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.pbn_auction import hold_auction
from overtrick.formats.text import exact
from overtrick.formats.usebio_hands import BoardFacts, board_number, read_lin_data, whole
from overtrick.formats.usebio_words import SPARE
from overtrick.formats.xml_tree import Node
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal
from overtrick.model.event import Line, Match, Stated
from overtrick.model.outcome import (
    Awarded,
    BareScore,
    Entry,
    Missing,
    NotPlayed,
    PassedOut,
    Played,
    SitOut,
    Unit,
)
from overtrick.model.reading import Severity
from overtrick.model.terms import Seat
from overtrick.notation.award import write_number
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import parse

__all__ = ["LineReader"]

_ADJUSTED = re.compile(r"A(?:\d|VE|[+=-])", re.IGNORECASE)
_NOT_PLAYED = frozenset(("NP", "N/P", "NOT PLAYED", "-"))
_METHOD_UNITS = {
    "butler": "imps",
    "cross-imps": "imps",
    "total-points": "points",
    "team-imps": "cross-imps",  # what stands on the lines of a match compares the pairs of all matches
    "board-a-match": "cross-imps",
}
_UNITS = {"matchpoints": Unit.MATCHPOINTS, "imps": Unit.IMPS}
_SPAN = Fraction(1, 20)  # files give matchpoints of awards to one decimal at the coarsest


class LineReader:
    """Reads traveller lines into rows of a draft."""

    def __init__(self, draft: Draft, method: str | None, *, language: str, number: str) -> None:
        self.draft = draft
        self.unit = _METHOD_UNITS.get(method or "", "matchpoints")
        self.language = language
        self.number = number
        self.teams: dict[str, str] | None = None  # in an event of teams, the team of each pair
        self.deals: dict[tuple[str, str, int], Deal] = {}
        self.datums: dict[tuple[str, str, int], Fraction] = {}

    def boards(
        self, boards: list[Node], place: tuple[str, str], facts: dict[int, BoardFacts], match: Match | None = None
    ) -> None:
        """Every line of these boards becomes a row or is refused. `match` is the one that they stand in."""
        at = _("line {line}")
        asks = any(_ADJUSTED.match(line.value("SCORE")) for board in boards for line in board.all("TRAVELLER_LINE"))
        tops = [_top(board) if asks else None for board in boards]
        highest = max((top for top in tops if top is not None), default=None)
        for board, top in zip(boards, tops, strict=True):
            number, called = board_number(board), board.value("BOARD_NUMBER")[:20]
            fact = facts.get(number, _NO_FACTS) if number else _NO_FACTS
            if number and fact.deal:
                self.deals.setdefault((*place, number), fact.deal)
            if number and (datum := exact(board.value("BOARD_AVERAGE"))) is not None:
                self.datums.setdefault((*place, number), datum)
            row = Row(*place, number or 0, _NO_LINE, fact.dealer, fact.vulnerability)
            mended = board.spoilt()
            for node in board.all("TRAVELLER_LINE"):
                where = at.format(line=node.line)
                if not number:
                    text = _("a result on board {board}; boards are numbered from 1")
                    self.draft.refuse(where, text.format(board=repr(called)))
                elif not node.closed:
                    self.draft.refuse(where, _("the file breaks off within this result"))
                elif mended and node.spoilt(SPARE):
                    self.draft.refuse(where, _("the file is damaged within this result"))
                else:
                    self.line(_fields(node), where, row, (top, highest), match)

    def line(
        self,
        fields: dict[str, str],
        where: str,
        row: Row,
        tops: tuple[Fraction | None, Fraction | None],
        match: Match | None,
    ) -> None:
        """One line, added to the draft or refused with the reason."""
        ns, ew, south, west = _seated(fields)
        if match and not ns and not ew and self.teams is None:
            ns, ew = match.home, match.away
        if not ns and not ew:
            self.draft.refuse(where, _("a result without pair numbers"))
            return
        stated = _stated(fields, self.unit)
        try:
            entry, remark = self.entry(fields, stated, tops)
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        if not ns or not ew:
            entry, remark = Entry.both(SitOut()), ""
        if remark:
            self.draft.note(where, Severity.WARNING, remark)
        line = _line(fields, (ns, ew, south, west), entry, stated, where)
        if isinstance(entry.ns, BareScore) and fields.get("CONTRACT"):
            line = replace(line, remark=_unread(fields))
        if match and self.teams is None and not line.round:
            line = replace(line, round=match.round)
        if self.teams is not None:
            line = self.between_teams(line)
        if "LIN_DATA" in fields:
            line, row = self.played_so(line, row, fields["LIN_DATA"])
        self.draft.rows.append(replace(row, line=line, guessed=bool(remark)))

    def between_teams(self, line: Line) -> Line:
        """The line between the teams; which pairs of them sat there is kept as a remark."""
        ns, ew = self.team(line.ns), self.team(line.ew)
        pairs = "" if (ns, ew) == (line.ns, line.ew) else f"{line.ns} - {line.ew}"
        return replace(line, ns=ns, ew=ew, remark=line.remark or pairs)

    def team(self, pair: str) -> str:
        """The team of a pair; a pair that nobody named is numbered team-player-player."""
        teams = self.teams or {}
        return teams.get(pair) or pair.partition("-")[0]

    def played_so(self, line: Line, row: Row, text: str) -> tuple[Line, Row]:
        """The line with its bidding and play, and what they tell of the board; contradictions are told."""
        facts = read_lin_data(text)
        for fault in facts.faults[:1]:
            self.draft.note(line.where, Severity.WARNING, _("in LIN_DATA: {fault}").format(fault=fault))
        place = (row.session, row.section, row.board)
        if facts.deal and self.deals.setdefault(place, facts.deal) != facts.deal:
            told = _("board {board} has other cards here than before; the first ones stand")
            self.draft.note(line.where, Severity.WARNING, told.format(board=row.board))
        row = replace(
            row,
            dealer=row.dealer or facts.dealer,
            vulnerability=row.vulnerability or facts.vulnerability,
        )
        if facts.record and facts.record.calls:
            dealer = row.dealer or Board.numbered(row.board).dealer
            auction = hold_auction(dealer, [call.text for call in facts.record.calls])
            outcome = line.ns_outcome
            if auction.contract and isinstance(outcome, Played) and auction.contract != outcome.contract:
                told = _("the bidding leads to {bid}, the line has {contract}; the line stands")
                self.draft.note(
                    line.where,
                    Severity.WARNING,
                    told.format(bid=_contract(auction.contract), contract=_contract(outcome.contract)),
                )
        return replace(line, record=facts.record), row

    def entry(
        self, fields: dict[str, str], stated: Stated | None, tops: tuple[Fraction | None, Fraction | None]
    ) -> tuple[Entry, str]:
        """What was played or awarded, and a remark where that had to be guessed."""
        score, contract = fields.get("SCORE", ""), fields.get("CONTRACT", "")
        if _ADJUSTED.match(score):
            return _adjusted(parse(score), stated, tops)
        if score.upper() in _NOT_PLAYED or contract.upper() in _NOT_PLAYED:
            return Entry.both(NotPlayed()), ""
        points = stated.points if stated else None
        if score and points is None:
            return self.in_words(score), ""
        if not contract:
            return self.bare(points, stated)
        try:
            return Entry.both(self.played(fields)), ""
        except (NotationError, RecordError) as fault:
            if points is None:
                raise
            text = _("{fault}; the score of {points:+d} is taken without its contract").format(
                fault=fault, points=points
            )
            return Entry.both(BareScore(points)), text

    def played(self, fields: dict[str, str]) -> Played | PassedOut:
        """Contract, declarer and tricks; all three are needed."""
        return _played(
            fields["CONTRACT"], fields.get("PLAYED_BY", ""), fields.get("TRICKS", ""), self.language, self.number
        )

    def in_words(self, score: str) -> Entry:
        """A score that is no number: what Overtrick writes where USEBIO has no words, such as a weighted score."""
        try:
            return parse(score)
        except NotationError:
            text = _("{score} is not a score; a number or A6040 is wanted").format(score=repr(score[:40]))
            raise NotationError(text, score) from None

    def bare(self, points: int | None, stated: Stated | None) -> tuple[Entry, str]:
        """A score without its contract. Nought may stand for a pass or for an average, and then the IMPs tell."""
        if points is None:
            return Entry.both(Missing()), ""
        if points or stated is None or self.unit != "imps" or stated.ns is None or stated.ew is None:
            text = "" if points else _("a score of 0 without a contract is taken as a score, as after four passes")
            return Entry.both(BareScore(points)), text
        if abs(stated.ns) in (0, 3) and abs(stated.ew) in (0, 3):
            text = _("a score of 0 with {ns} and {ew} IMPs is taken as an average").format(ns=stated.ns, ew=stated.ew)
            return Entry(Awarded(stated.ns, Unit.IMPS), Awarded(stated.ew, Unit.IMPS)), text
        return Entry.both(BareScore(0)), _("a score of 0 without a contract is taken as a score, as after four passes")


@lru_cache(maxsize=4096)
def _played(text: str, declarer: str, tricks: str, language: str, number: str) -> Played | PassedOut:
    contract = parse_contract(text, language=language)
    if isinstance(contract, PassedOut):
        return contract
    if declarer:
        contract = replace(contract, declarer=parse_seat(declarer, language=language))
    if contract.declarer is None:
        raise NotationError(_("{contract} has no declarer").format(contract=text), text)
    if not tricks:
        raise NotationError(_("{contract} has no number of tricks").format(contract=text), text)
    made = whole(tricks)
    if made is None:
        entry = parse(f"{text} {contract.declarer.value} {tricks}", language=language, number=number)
        if isinstance(entry.ns, Played):
            return entry.ns
        raise NotationError(_("{tricks} is not a number of tricks").format(tricks=repr(tricks)), tricks)
    return Played(contract, made)


_NO_LINE = Line("", "", Missing(), Missing())
_NO_FACTS = BoardFacts()


def _seated(fields: dict[str, str]) -> tuple[str, str, str, str]:
    """Who sat North-South and East-West; of single players the ones who sat North, East, South and West."""
    if "N_PLAYER_NUMBER" in fields or "E_PLAYER_NUMBER" in fields:
        north, east, south, west = (fields.get(f"{seat.value}_PLAYER_NUMBER", "") for seat in Seat)
        return north, east, south, west
    return fields.get("NS_PAIR_NUMBER", ""), fields.get("EW_PAIR_NUMBER", ""), "", ""


def _line(
    fields: dict[str, str], seated: tuple[str, str, str, str], entry: Entry, stated: Stated | None, where: str
) -> Line:
    ns, ew, south, west = seated
    return Line(
        ns,
        ew,
        entry.ns,
        entry.ew,
        round=fields.get("ROUND_NUMBER", ""),
        table=fields.get("TABLE_NUMBER", ""),
        lead=fields.get("LEAD", ""),
        remark=fields.get("NOTES", ""),
        where=where,
        stated=stated,
        south=south,
        west=west,
    )


def _unread(fields: dict[str, str]) -> str:
    """Contract, declarer and tricks as the file has them, behind what is noted of the line."""
    told = " ".join(filter(None, (fields.get(tag) for tag in ("CONTRACT", "PLAYED_BY", "TRICKS"))))
    return "; ".join(filter(None, (fields.get("NOTES"), told)))


def _contract(contract: Contract) -> str:
    return f"{contract} {contract.declarer.value if contract.declarer else ''}".strip()


def _adjusted(entry: Entry, stated: Stated | None, tops: tuple[Fraction | None, Fraction | None]) -> tuple[Entry, str]:
    """The percentages of the score; or, where the points that the file gives are not those, the points themselves.

    Some programs write A5050 for every award, and only the points beside it tell what was given.
    """
    if stated is None or (stated.ns is None and stated.ew is None) or stated.unit not in _UNITS:
        return entry, ""
    given = [stated.ns, stated.ew]
    told = [entry.ns, entry.ew]
    if all(_follows(award, number, stated.unit, tops) for award, number in zip(told, given, strict=True)):
        return entry, ""
    unit = _UNITS[stated.unit]
    ns, ew = (old if number is None else Awarded(number, unit) for old, number in zip(told, given, strict=True))
    text = _("the adjusted score says {told}, but the file gives {ns} and {ew}; what the file gives stands").format(
        told="/".join(str(getattr(award, "value", "?")) for award in told), ns=_shown(stated.ns), ew=_shown(stated.ew)
    )
    return Entry(ns, ew), text


def _follows(award: object, number: Fraction | None, unit: str, tops: tuple[Fraction | None, Fraction | None]) -> bool:
    if number is None or not isinstance(award, Awarded) or not isinstance(award.value, Fraction):
        return True
    if unit == "imps":  # ten per cent off the average are three IMPs
        return number == (award.value - 50) * 3 / 10
    known = [top for top in tops if top is not None]
    return not known or any(abs(award.value * top / 100 - number) <= _SPAN for top in known)


def _shown(number: Fraction | None) -> str:
    return "-" if number is None else write_number(number)


def _top(board: Node) -> Fraction | None:
    """The sum of both sides' matchpoints that most played lines of the board have."""
    sums: Counter[Fraction] = Counter()
    for fields in (_fields(node) for node in board.all("TRAVELLER_LINE")):
        if not _ADJUSTED.match(fields.get("SCORE", "")):
            ns, ew = exact(fields.get("NS_MATCH_POINTS", "")), exact(fields.get("EW_MATCH_POINTS", ""))
            if ns is not None and ew is not None:
                sums[ns + ew] += 1
    return sums.most_common(1)[0][0] if sums else None


def _fields(node: Node) -> dict[str, str]:
    """The texts by tag; the first of several counts."""
    return {child.tag: child.text for child in reversed(node.children)}


def _stated(fields: dict[str, str], unit: str) -> Stated | None:
    """What the file says of the line: points of either side in the event's unit, and the deal score."""
    ns = ew = None
    for kind in ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMP_POINTS", "AGGREGATE_POINTS"):
        if ns is None and ew is None:
            ns, ew = exact(fields.get(f"NS_{kind}", "")), exact(fields.get(f"EW_{kind}", ""))
    points = whole(fields.get("SCORE", ""))
    if ns is None and ew is None and points is None:
        return None
    return Stated(ns, ew, unit, points)
