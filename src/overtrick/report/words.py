"""Words that several reports share: outcomes, sides, boards and the sentence on the method."""

from __future__ import annotations

import re

from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Line
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Unit,
    Weighted,
)
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.report.numbers import human, shortest

__all__ = [
    "award_text",
    "board_title",
    "clean",
    "contract_text",
    "lead_text",
    "line_code",
    "names_text",
    "outcome_code",
    "outcome_text",
    "seat_text",
    "side_text",
    "spoken_contract",
    "tricks_text",
    "vulnerability_text",
    "vulnerable_text",
]

_CARD = re.compile(r"([CDHS])([2-9TJQKA]|10)", re.IGNORECASE)
_UNIT_MARKS = {Unit.PERCENT: "%", Unit.MATCHPOINTS: " MP", Unit.IMPS: " IMP"}


def clean(text: str) -> str:
    r"""Text of a file made safe to show: control characters, which could drive a terminal, become `?`.

    >>> clean("Ann\x1b[31m")
    'Ann?[31m'
    """
    return "".join(character if character.isprintable() else "?" for character in text)


def names_text(contestant: Contestant) -> str:
    """The players' names on one line; the key where nobody is named.

    >>> names_text(Contestant("7"))
    '7'
    """
    return " & ".join(clean(name) for name in contestant.names if name.strip()) or clean(contestant.key)


def side_text(side: Side) -> str:
    """North-South or East-West in words.

    >>> side_text(Side.NS)
    'North-South'
    """
    return _("North-South") if side is Side.NS else _("East-West")


def seat_text(seat: Seat | None) -> str:
    """The letter of a seat in the reader's language, nothing where nobody said who.

    >>> seat_text(Seat.WEST)
    'W'
    """
    match seat:
        case Seat.NORTH:
            return _("N")
        case Seat.EAST:
            return _("E")
        case Seat.SOUTH:
            return _("S")
        case Seat.WEST:
            return _("W")
        case None:
            return ""


def vulnerability_text(vulnerability: Vulnerability) -> str:
    """Who is vulnerable, as it stands in a board's heading.

    >>> vulnerability_text(Vulnerability.BOTH)
    'Both vul'
    """
    match vulnerability:
        case Vulnerability.NONE:
            return _("None vul")
        case Vulnerability.NS:
            return _("NS vul")
        case Vulnerability.EW:
            return _("EW vul")
        case Vulnerability.BOTH:
            return _("Both vul")


def vulnerable_text(vulnerability: Vulnerability) -> str:
    """The same in one word, for a narrow column.

    >>> vulnerable_text(Vulnerability.NONE)
    'None'
    """
    match vulnerability:
        case Vulnerability.NONE:
            return _("None")
        case Vulnerability.NS:
            return _("NS")
        case Vulnerability.EW:
            return _("EW")
        case Vulnerability.BOTH:
            return _("Both")


def board_title(board: Board, *, ascii: bool = False) -> str:
    """A board's heading: number, dealer, vulnerability (Law 2).

    >>> board_title(Board.numbered(7))
    'Board 7 · Dealer S · Both vul'
    """
    parts = (
        _("Board {number}").format(number=board.number),
        _("Dealer {seat}").format(seat=seat_text(board.dealer)),
        vulnerability_text(board.vulnerability),
    )
    return (" - " if ascii else " · ").join(parts)


def contract_text(contract: Contract, *, ascii: bool = False) -> str:
    """Level, suit sign (letter in ASCII) and doubling.

    >>> contract_text(Contract(4, Strain.SPADES, Doubling.DOUBLED)), contract_text(Contract(1, Strain.NOTRUMP))
    ('4♠X', '1NT')
    """
    strain = contract.strain.value if ascii else contract.strain.symbol
    return f"{contract.level}{strain}{contract.doubling.text}"


def lead_text(lead: str, *, ascii: bool = False) -> str:
    """The opening lead with its suit sign where it is a card, else as it was written.

    >>> lead_text("HQ"), lead_text("HQ", ascii=True), lead_text("low")
    ('♥Q', 'HQ', 'low')
    """
    card = _CARD.fullmatch(lead.strip())
    if card is None:
        return clean(lead)
    suit = Strain(card[1].upper())
    return f"{suit.value if ascii else suit.symbol}{card[2].upper()}"


def spoken_contract(contract: Contract) -> str:
    """The contract for a screen reader.

    >>> spoken_contract(Contract(4, Strain.SPADES, Doubling.DOUBLED))
    '4 spades doubled'
    """
    strain = {
        Strain.CLUBS: _("clubs"),
        Strain.DIAMONDS: _("diamonds"),
        Strain.HEARTS: _("hearts"),
        Strain.SPADES: _("spades"),
        Strain.NOTRUMP: _("no-trump"),
    }[contract.strain]
    doubling = {
        Doubling.UNDOUBLED: "",
        Doubling.DOUBLED: _("doubled"),
        Doubling.REDOUBLED: _("redoubled"),
    }[contract.doubling]
    return f"{contract.level} {strain} {doubling}".rstrip()


def tricks_text(played: Played) -> str:
    """Tricks against the contract: `=`, `+1`, `-2`.

    >>> tricks_text(Played(Contract(4, Strain.SPADES), 9))
    '-1'
    """
    return f"{played.over:+d}" if played.over else "="


def award_text(award: Awarded) -> str:
    """An artificial score as printed, numbers in the reader's language.

    >>> from fractions import Fraction
    >>> award_text(Awarded(Average.PLUS)), award_text(Awarded(Fraction(60)))
    ('AVE+', '60%')
    """
    if isinstance(award.value, Average):
        return award.value.value
    return f"{human(shortest(award.value))}{_UNIT_MARKS[award.unit]}"


def outcome_code(outcome: Outcome) -> str:
    """The outcome for data files: never translated, decimal point.

    >>> from fractions import Fraction
    >>> outcome_code(Awarded(Fraction(60))), outcome_code(Weighted(((Fraction(1), PassedOut()),)))
    ('60%', '100% PASS')
    """
    if isinstance(outcome, Awarded):
        if isinstance(outcome.value, Average):
            return outcome.value.value
        return f"{shortest(outcome.value)}{_UNIT_MARKS[outcome.unit]}"
    if isinstance(outcome, Weighted):
        return " + ".join(f"{shortest(weight * 100)}% {part}" for weight, part in outcome.parts)
    return str(outcome)


def line_code(line: Line) -> str:
    """The outcome of a line for data files; a split score tells both sides (Law 12C1(c)).

    >>> line_code(Line("1", "2", PassedOut(), NotPlayed()))
    'NS: PASS; EW: NP'
    """
    if line.ns_outcome == line.ew_outcome:
        return outcome_code(line.ns_outcome)
    return f"NS: {outcome_code(line.ns_outcome)}; EW: {outcome_code(line.ew_outcome)}"


def outcome_text(outcome: Outcome, *, ascii: bool = False) -> str:
    """The outcome on one short line for people, without the declarer and tricks of a plain contract.

    >>> outcome_text(PassedOut()), outcome_text(SitOut())
    ('Pass', 'Sit-out')
    """
    match outcome:
        case Played(contract=contract):
            return contract_text(contract, ascii=ascii)
        case PassedOut():
            return _("Pass")
        case BareScore():
            return "-"
        case NotPlayed():
            return _("Not played")
        case SitOut():
            return _("Sit-out")
        case Missing():
            return _("Missing")
        case Awarded():
            return award_text(outcome)
        case Weighted(parts=parts):
            return " + ".join(
                f"{human(shortest(weight * 100))}% {_part_text(part, ascii=ascii)}" for weight, part in parts
            )


def _part_text(part: Played | PassedOut | BareScore, *, ascii: bool) -> str:
    match part:
        case Played(contract=contract):
            seat = seat_text(contract.declarer)
            gap = f" {seat} " if seat else ""
            return f"{contract_text(contract, ascii=ascii)}{gap}{tricks_text(part)}"
        case PassedOut():
            return _("Pass")
        case BareScore(points=points):
            return f"{points:+d}"
