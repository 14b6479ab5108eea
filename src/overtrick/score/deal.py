"""The score of one deal: its elements, and what both sides write down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from overtrick.errors import RecordError
from overtrick.i18n import LANGUAGES, current_language
from overtrick.i18n import gettext as _
from overtrick.i18n import language as speaking
from overtrick.model.board import Board
from overtrick.model.outcome import (
    Awarded,
    BareScore,
    Entry,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Weighted,
)
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.score.table import Item, elements, points
from overtrick.tables.laws import LawCode, law

__all__ = [
    "Result",
    "Score",
    "as_entry",
    "as_vulnerability",
    "deal_score",
    "declarer_vulnerable",
    "outcome_points",
    "spoken",
]

Result: TypeAlias = str | Entry | Outcome


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal is worth.

    `ns` and `ew` are points to each side, `None` where nobody said who declared; `declarer_points` are to the
    declaring side (to North-South where there is no declarer); `items` are the elements that they are the sum of.
    """

    ns: int | None
    ew: int | None
    declarer_points: int
    items: tuple[Item, ...]
    outcome: Outcome
    vulnerability: Vulnerability
    law: LawCode

    def line(self, scored_by: str, *, below: bool) -> int:
        """Points that one side, `declarer` or `defenders`, writes below or above the line (rubber bridge).

        >>> score = deal_score("2S N +1", law="rubber-1993")
        >>> score.line("declarer", below=True), score.line("declarer", below=False)
        (60, 30)
        """
        return sum(item.points for item in self.items if item.scored_by == scored_by and item.below is below)

    def __str__(self) -> str:
        """Points to North-South with their sign; to the declaring side where nobody said who declared.

        >>> str(deal_score("4SX N +1", vulnerability="NS"))
        '+990'
        """
        number = self.declarer_points if self.ns is None else self.ns
        return f"{number:+d}" if number else "0"


def deal_score(
    result: Result,
    *,
    vulnerability: Vulnerability | str | None = None,
    board: Board | int | None = None,
    law: str | int | LawCode = "duplicate-2017",
    language: str | None = None,
) -> Score:
    """The score of one deal under a code of laws (Law 77 unless said otherwise).

    `result` is text such as `4SX N +1`, or an outcome. The vulnerability is that given, else that of the board, else
    none. `language` is that of the letters in the text and of messages, the language in force unless said otherwise.
    Raises NotationError for text that is not a result, ConditionsError for an unknown code or language, RecordError
    where there is nothing to score.

    >>> score = deal_score("4SX N +1", vulnerability="NS")
    >>> score.ns, score.ew, [item.element for item in score.items]
    (990, -990, ['contract', 'overtricks', 'insult', 'game'])
    >>> deal_score("7SX N -9", law="duplicate-1975").ns
    -1700
    >>> deal_score("7SX-9").declarer_points, deal_score("7SX-9").ns
    (-2300, None)
    """
    with speaking(spoken(language)):
        entry = as_entry(result, language)
        vul = as_vulnerability(vulnerability, board)
        code = _code(law)
        first = _score(entry.ns, vul, code)
        if entry.ns == entry.ew:
            return first
        second = _score(entry.ew, vul, code)
        return replace(first, ew=second.ew, items=first.items + second.items)


def outcome_points(outcome: Outcome, vulnerability: Vulnerability, code: LawCode) -> int | None:
    """Points to North-South of a real outcome, fast; `None` where the outcome has no deal score or no declarer.

    >>> outcome_points(PassedOut(), Vulnerability.BOTH, law("duplicate-2017"))
    0
    """
    if isinstance(outcome, Played):
        contract = outcome.contract
        if contract.declarer is None:
            return None
        side = contract.declarer.side
        value = points(
            contract.level, contract.strain, contract.doubling, outcome.tricks, vulnerability.includes(side), code
        )
        return value if side is Side.NS else -value
    if isinstance(outcome, PassedOut):
        return 0
    return outcome.points if isinstance(outcome, BareScore) else None


def spoken(language: str | None) -> str:
    """The language of messages: the one asked for where texts are kept in it, else the one in force.

    >>> spoken("ru"), spoken("fr"), spoken(None)
    ('ru', 'en', 'en')
    """
    return language if language in LANGUAGES else current_language()


def as_entry(result: Result, language: str | None = None) -> Entry:
    """What was written, for both sides, from text, an outcome or an entry; `language` is that of its letters."""
    if isinstance(result, Entry):
        return result
    if isinstance(result, str):
        from overtrick.notation.result import parse

        return parse(result, language=language or current_language())
    return Entry.both(result)


def as_vulnerability(vulnerability: Vulnerability | str | None, board: Board | int | None = None) -> Vulnerability:
    """The vulnerability given in any form, else that of the board, else none; RecordError where it is no vulnerability.

    >>> as_vulnerability("all"), as_vulnerability(None, 2)
    (<Vulnerability.BOTH: 'both'>, <Vulnerability.NS: 'NS'>)
    """
    if isinstance(vulnerability, Vulnerability):
        return vulnerability
    if vulnerability is not None:
        try:
            return Vulnerability.parse(vulnerability)
        except ValueError:
            raise RecordError(
                _("{text!r} is not a vulnerability; write none, NS, EW or both").format(text=vulnerability)
            ) from None
    if board is None:
        return Vulnerability.NONE
    return (board if isinstance(board, Board) else Board.numbered(board)).vulnerability


def declarer_vulnerable(declarer: Seat | None, vulnerability: Vulnerability) -> bool:
    """Whether the declaring side is vulnerable; RecordError where that cannot be known without the declarer."""
    if declarer is not None:
        return vulnerability.includes(declarer.side)
    if vulnerability in (Vulnerability.NS, Vulnerability.EW):
        raise RecordError(
            _("only {side} is vulnerable and nobody said who declared; write the declarer, such as 4SX N +1").format(
                side=vulnerability.value
            )
        )
    return vulnerability is Vulnerability.BOTH


def _code(key: str | int | LawCode) -> LawCode:
    return law(key)


def _kind(outcome: Outcome) -> str:
    if isinstance(outcome, NotPlayed):
        return _("a board not played")
    if isinstance(outcome, SitOut):
        return _("a sit-out")
    if isinstance(outcome, Awarded):
        return _("an award")
    return _("a weighted score") if isinstance(outcome, Weighted) else _("a missing result")


def _score(outcome: Outcome, vulnerability: Vulnerability, code: LawCode) -> Score:
    if isinstance(outcome, PassedOut):
        return Score(0, 0, 0, (), outcome, vulnerability, code)
    if isinstance(outcome, BareScore):
        value = outcome.points
        side = Side.NS if value >= 0 else Side.EW
        item = Item("score", abs(value), "declarer" if value >= 0 else "defenders", side)
        return Score(value, -value, value, (item,) if value else (), outcome, vulnerability, code)
    if not isinstance(outcome, Played):
        raise RecordError(
            _("{found} has no deal score; a contract with its tricks, a pass-out or points are wanted").format(
                found=_kind(outcome)
            )
        )
    contract = outcome.contract
    vulnerable = declarer_vulnerable(contract.declarer, vulnerability)
    plain = elements(
        contract.level, contract.strain, contract.doubling, outcome.tricks, vulnerable=vulnerable, code=code
    )
    total = sum(item.signed for item in plain)
    if contract.declarer is None:
        return Score(None, None, total, plain, outcome, vulnerability, code)
    own = contract.declarer.side
    items = tuple(replace(item, side=own if item.scored_by == "declarer" else own.opponents) for item in plain)
    ns = total if own is Side.NS else -total
    return Score(ns, -ns, total, items, outcome, vulnerability, code)
