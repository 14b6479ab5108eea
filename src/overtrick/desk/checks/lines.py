"""Checks of one line by itself: its score, its contract, its lead."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.desk.board_reasons import nearby
from overtrick.desk.checks.facts import Facts, Seen
from overtrick.desk.checks.rule import Found, Level, Rule
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.deal import RANKS, SUITS
from overtrick.model.event import Line
from overtrick.model.outcome import BareScore, Played
from overtrick.model.terms import Doubling, Seat, Vulnerability
from overtrick.score.deal import outcome_points
from overtrick.score.lookup import why_impossible
from overtrick.tables.laws import LawCode, law

__all__ = ["LINE_RULES", "SCORE_RULES", "has_score", "lead_of"]

_FAR = 4  # tricks
_DOUBLED_OVER = 2
_SLAM_DOWN = -3
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")


def has_score(line: Line) -> bool:
    """Whether a line has a score written down, alone or beside its contract: all that the rules of scores look at.

    >>> from overtrick.desk.checks.facts import example
    >>> has_score(example("4S N =").line), has_score(example("4S N =", points=420).line)
    (False, True)
    """
    return isinstance(line.ns_outcome, BareScore) or (line.stated is not None and line.stated.points is not None)


def _impossible_score(facts: Facts) -> Iterator[Found]:
    code = law(facts.conditions.law)
    for seen in facts.lines():
        points = _written_score(seen, code)
        if points is None:
            continue
        if reason := why_impossible(points, seen.traveller.board.vulnerability, law=code):
            yield Found.at(seen, _("board {board}: {reason}").format(board=seen.board, reason=reason))


def _written_score(seen: Seen, code: LawCode) -> int | None:
    """A score that stands alone, or beside a contract that does not score it."""
    outcome, stated = seen.line.ns_outcome, seen.line.stated
    if isinstance(outcome, BareScore):
        return outcome.points
    if stated is None or stated.points is None or seen.points in (None, stated.points):
        return None
    return stated.points if _is_no_score(stated.points, code) else None


def _is_no_score(points: int, code: LawCode) -> bool:
    """Whether nothing scores so, whoever is vulnerable."""
    return all(why_impossible(points, vulnerability, law=code) for vulnerability in Vulnerability)


def _stated_score(facts: Facts) -> Iterator[Found]:
    code = law(facts.conditions.law)
    for seen in facts.lines():
        outcome, stated = seen.line.ns_outcome, seen.line.stated
        if isinstance(outcome, BareScore) or stated is None or stated.points is None:
            continue
        if seen.points not in (None, stated.points) and not _is_no_score(stated.points, code):
            text = _("the file says {stated:+d}; {result} on board {board} scores {points:+d}").format(
                stated=stated.points, result=outcome, board=seen.board, points=seen.points or 0
            )
            if isinstance(outcome, Played) and (reason := _right_if(outcome, seen, stated.points, code)):
                text = _("{text}; {reason}").format(text=text, reason=reason)
            yield Found.at(seen, text)


def _right_if(outcome: Played, seen: Seen, stated: int, code: LawCode) -> str:
    """Under what else the stated score would be right; empty where there is nothing near."""
    if stated == -(seen.points or 0):
        return _("it has the sign of the other side")
    own = seen.traveller.board.vulnerability
    states = [one for one in Vulnerability if outcome_points(outcome, one, code) == stated]
    if states:
        # neither or both before one side: a whole board is more often misread
        best = next((one for one in (Vulnerability.NONE, Vulnerability.BOTH) if one in states), states[0])
        return _("it is right with the vulnerability {vulnerability}").format(vulnerability=best.value)
    other = next((one for one in nearby(outcome) if outcome_points(one, own, code) == stated), None)
    return _("that is the score of {result}").format(result=other) if other else ""


def _far_from_contract(facts: Facts) -> Iterator[Found]:
    for seen in facts.lines():
        played = seen.played
        if played and abs(played.over) >= _FAR and not _slam_failed(played):
            text = _("board {board}: {result} is {tricks} tricks from its contract")
            yield Found.at(seen, text.format(board=seen.board, result=played, tricks=abs(played.over)))


def _slam_failed(played: Played) -> bool:
    return played.contract.level >= 6 and played.over <= _SLAM_DOWN


def _doubled_made(facts: Facts) -> Iterator[Found]:
    for seen in facts.lines():
        played = seen.played
        if played and played.contract.doubling is Doubling.DOUBLED and played.over >= _DOUBLED_OVER:
            text = _("board {board}: {result} was doubled and made {tricks} overtricks")
            yield Found.at(seen, text.format(board=seen.board, result=played, tricks=played.over))


def _redoubled(facts: Facts) -> Iterator[Found]:
    for seen in facts.lines():
        played = seen.played
        if played and played.contract.doubling is Doubling.REDOUBLED:
            yield Found.at(seen, _("board {board}: {result} was redoubled").format(board=seen.board, result=played))


def _slam_down(facts: Facts) -> Iterator[Found]:
    for seen in facts.lines():
        played = seen.played
        if played and _slam_failed(played):
            text = _("board {board}: {result} is a slam that failed by {tricks} tricks")
            yield Found.at(seen, text.format(board=seen.board, result=played, tricks=-played.over))


def lead_of(seen: Seen) -> str:
    """The opening lead as suit and rank, however the file writes it; empty where it tells none.

    >>> from dataclasses import replace
    >>> from overtrick.desk.checks.facts import example
    >>> seen = example("4S N =")
    >>> [lead_of(replace(seen, line=replace(seen.line, lead=lead))) for lead in ("h10", "AD", "♠2", "high", "")]
    ['HT', 'DA', 'S2', '', '']
    """
    record = seen.line.record
    written = seen.line.lead or (record.cards[0] if record and record.cards else "")
    card = written.strip().upper().translate(_SYMBOLS).replace("10", "T")
    if len(card) != 2:
        return ""
    suit, rank = (card[0], card[1]) if card[0] in SUITS else (card[1], card[0])
    return suit + rank if suit in SUITS and rank in RANKS else ""


def _lead_card(facts: Facts) -> Iterator[Found]:
    for seen in facts.lines():
        played, deal = seen.played, seen.traveller.deal
        if played is None or played.contract.declarer is None or deal is None:
            continue
        leader = played.contract.declarer.next
        hand, lead = deal.hand(leader), lead_of(seen)
        if hand is None or not lead or hand.holds(lead):
            continue
        owner = next((seat for seat in Seat if (other := deal.hand(seat)) and other.holds(lead)), None)
        text = _("board {board}: the lead {lead} against {result} is not in the hand of {seat}")
        text = text.format(board=seen.board, lead=lead, result=played, seat=leader.value)
        if owner:
            text = _("{text}; {owner} has it").format(text=text, owner=owner.value)
        yield Found.at(seen, text)


SCORE_RULES = (
    Rule(
        "impossible-score",
        Level.REFUSE,
        N_("a score that no contract makes at the vulnerability of the board"),
        "Law 77",
        _impossible_score,
    ),
    Rule(
        "stated-score",
        Level.CHECK,
        N_("a score beside a contract and its tricks that is not theirs"),
        "Law 77",
        _stated_score,
    ),
)
"""What is looked for whenever a file is ranked."""

LINE_RULES = (
    Rule(
        "far-from-contract",
        Level.ASK,
        N_("a contract made or failed by four tricks or more"),
        "Bridgemate II manual; ASE Scorer, score entry; 1.6 % of 986 results of clubs",
        _far_from_contract,
    ),
    Rule(
        "doubled-made",
        Level.ASK,
        N_("a doubled contract with two overtricks or more"),
        "Bridgemate II manual; ASE Scorer, score entry",
        _doubled_made,
    ),
    Rule(
        "redoubled", Level.ASK, N_("a redoubled contract"), "Bridgemate II manual; ASE Scorer, score entry", _redoubled
    ),
    Rule(
        "slam-down",
        Level.ASK,
        N_("a slam that failed by three tricks or more"),
        "Bridgemate II manual; ASE Scorer, score entry",
        _slam_down,
    ),
    Rule(
        "lead-card",
        Level.ASK,
        N_("an opening lead that is not in the hand of the opening leader"),
        "Bridgemate Control Software; Law 41A",
        _lead_card,
    ),
)
