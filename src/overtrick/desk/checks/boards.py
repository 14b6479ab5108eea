"""Checks of a board: its lines against one another and against double-dummy play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from overtrick.compare.imps import imps
from overtrick.desk.checks.facts import Facts, Seen, Who
from overtrick.desk.checks.rule import Found, Level, Rule
from overtrick.desk.double_dummy import BOOK, only_makes
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.outcome import BareScore, PassedOut, Played
from overtrick.model.terms import Side, Strain

__all__ = ["BOARD_RULES"]

_MOST_BOTH = {strain: 17 if strain is Strain.NOTRUMP else 16 for strain in Strain}  # tricks of both sides together
_MOST_OFF = 3  # tricks from double dummy
_MOST_IMPS = 6
_LEAST_OTHERS = 3  # before one result can be told from a field
_LEAST_FIELD = 4  # others, before their mean is a datum
_FLAT_IMPS = 3  # of each other score from their mean: on a wild board a lonely score says nothing
_LEAST_BARE = 400  # points; below that a score without its contract is often had by both sides

_Sided = tuple[Side, Played, Seen]


def _same_strain(facts: Facts) -> Iterator[Found]:
    for board in facts.same_cards():
        best: dict[tuple[Strain, Side], Seen] = {}
        for side, played, seen in _declared(board):
            key = (played.contract.strain, side)
            before = best.get(key)
            if before is None or played.tricks > _tricks(before):
                best[key] = seen
        for strain in Strain:
            ns, ew = best.get((strain, Side.NS)), best.get((strain, Side.EW))
            if ns is None or ew is None or _tricks(ns) + _tricks(ew) <= _MOST_BOTH[strain]:
                continue
            text = _("board {board}: {ns} at {place} and {ew} here, {sum} tricks in {strain} for both sides together")
            first, second = sorted((ns, ew), key=lambda one: one.order)
            yield Found.at(
                second,
                text.format(
                    board=second.board,
                    ns=first.played,
                    place=first.where,
                    ew=second.played,
                    sum=_tricks(ns) + _tricks(ew),
                    strain=strain.value,
                ),
            )


def _declared(board: Sequence[Seen]) -> Iterator[_Sided]:
    """The lines whose declarer is known."""
    for seen in board:
        played = seen.played
        if played and played.contract.declarer:
            yield played.contract.declarer.side, played, seen


def _tricks(seen: Seen) -> int:
    return seen.played.tricks if seen.played else 0


def _double_dummy(facts: Facts) -> Iterator[Found]:
    for board in facts.boards:
        table = facts.tricks_of(board[0].traveller) if board else None
        if table is None:
            continue
        rough = board[0].traveller.tricks is not None and only_makes(table)  # what was worked out is exact
        for _side, played, seen in _declared(board):
            assert played.contract.declarer is not None
            best = table.of(played.contract.declarer, played.contract.strain)
            if best is None or seen.line.version:
                continue
            # where the table has only what makes, a small number stands for anything up to the book
            best = max(best, min(played.tricks, BOOK)) if rough and best <= BOOK else best
            if abs(played.tricks - best) > _MOST_OFF:
                text = _("board {board}: {result} is {tricks} tricks; double dummy it is {best}")
                yield Found.at(seen, text.format(board=seen.board, result=played, tricks=played.tricks, best=best))


def _opposite_sign(facts: Facts) -> Iterator[Found]:
    for board in facts.same_cards():
        same: dict[tuple[object, ...], list[Seen]] = {}
        for seen in board:
            outcome = seen.line.ns_outcome
            if not seen.points:
                continue
            if isinstance(outcome, Played):
                contract = outcome.contract
                key = (contract.level, contract.strain, contract.doubling, outcome.over < 0)
                same.setdefault(key, []).append(seen)
            elif isinstance(outcome, BareScore) and abs(outcome.points) >= _LEAST_BARE:
                same.setdefault((abs(outcome.points),), []).append(seen)
        for group in same.values():
            for sign in (1, -1):
                odd = [seen for seen in group if (seen.points or 0) * sign > 0]
                if len(odd) == 1 and len(group) > _LEAST_OTHERS:
                    text = _("board {board}: {result} scores for the other side than at the {count} other tables")
                    result = odd[0].line.ns_outcome
                    yield Found.at(odd[0], text.format(board=odd[0].board, result=result, count=len(group) - 1))


def _lonely_score(facts: Facts) -> Iterator[Found]:
    for board in facts.same_cards():
        scored = [(seen, seen.points) for seen in board if seen.points is not None]
        if len(scored) <= _LEAST_FIELD:
            continue
        counts = Counter(points for _seen, points in scored)
        ends = sorted(counts)
        total = sum(points for _seen, points in scored)
        for seen, points in scored:
            if counts[points] > 1 or points not in (ends[0], ends[-1]):
                continue
            datum = Fraction(total - points, len(scored) - 1)
            off = imps(abs(points - datum))
            others = ends[1:] if points == ends[0] else ends[:-1]
            if off > _MOST_IMPS and all(imps(abs(one - datum)) <= _FLAT_IMPS for one in (others[0], others[-1])):
                text = _("board {board}: {points:+d} is {imps} IMPs from the mean of the others, {datum:+d}")
                yield Found.at(seen, text.format(board=seen.board, points=points, imps=off, datum=round(datum)))


def _all_passed(facts: Facts) -> Iterator[Found]:
    for board in facts.same_cards():
        results = [seen for seen in board if seen.points is not None or isinstance(seen.line.ns_outcome, Played)]
        if len(results) > 1 and all(isinstance(seen.line.ns_outcome, PassedOut) for seen in results):
            text = _("board {board}: passed out at every table ({count})")
            yield Found.at(results[0], text.format(board=results[0].board, count=len(results)))


def _twice(facts: Facts) -> Iterator[tuple[Seen, Seen, Who]]:
    """Two lines of one contestant on one board: the earlier, the later, and who it is."""
    for board in facts.boards:
        lines: dict[Who, list[Seen]] = {}
        for seen in board:
            if seen.at_the_table:
                for who in facts.who(seen):
                    lines.setdefault(who, []).append(seen)
        for who, found in lines.items():
            for first, second in pairwise(found):
                if first is not second:
                    yield first, second, who


def _played_before(facts: Facts) -> Iterator[Found]:
    for first, second, who in _twice(facts):
        rounds = first.line.round, second.line.round
        if all(rounds) and rounds[0] != rounds[1]:
            text = _("{who} plays board {board} in round {round} and did so in round {before}, at {other}")
            yield Found.at(
                second,
                text.format(who=who[2], board=second.board, round=rounds[1], before=rounds[0], other=first.where),
            )


def _two_results(facts: Facts) -> Iterator[Found]:
    for first, second, who in _twice(facts):
        rounds = first.line.round, second.line.round
        if not all(rounds) or rounds[0] == rounds[1]:
            text = _("{who} has two results on board {board}, here and at {other}")
            yield Found.at(second, text.format(who=who[2], board=second.board, other=first.where))


BOARD_RULES = (
    Rule(
        "played-before",
        Level.REFUSE,
        N_("a board that the contestant played in an earlier round"),
        "Bridgemate II manual; Law 15",
        _played_before,
    ),
    Rule(
        "two-results",
        Level.CHECK,
        N_("a contestant with two results on one board"),
        "practice of clubs",
        _two_results,
    ),
    Rule(
        "same-strain",
        Level.CHECK,
        N_("both sides declare one strain, and their tricks come to more than 16 (17 in no-trump)"),
        "Bridgemate Control Software, suspicious contracts",
        _same_strain,
    ),
    Rule(
        "double-dummy",
        Level.CHECK,
        N_("tricks that differ from double-dummy play by more than three"),
        "Bridgemate Control Software, suspicious contracts",
        _double_dummy,
    ),
    Rule(
        "opposite-sign",
        Level.CHECK,
        N_("a score for the other side than at all other tables that had the contract and its luck (three or more)"),
        "ECATS, checking of scores",
        _opposite_sign,
    ),
    Rule(
        "lonely-score",
        Level.CHECK,
        N_("a score more than 6 IMPs from the mean of the others (four or more), none of which is more than 3 from it"),
        "ECATS, checking of scores",
        _lonely_score,
    ),
    Rule("all-passed", Level.CHECK, N_("a board passed out at every table"), "ECATS, checking of scores", _all_passed),
)
