"""Words that several reports share: outcomes, sides, boards and the sentence on the method."""

from __future__ import annotations

import re
from unicodedata import category

from overtrick.errors import NotationError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Line
from overtrick.model.outcome import Awarded, BareScore, Entry, Outcome, Played
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.notation.award import write_award
from overtrick.notation.result import write
from overtrick.notation.show import show
from overtrick.report.numbers import human

__all__ = [
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


def clean(text: str) -> str:
    r"""Text of a file made safe to show, on one line.

    Control characters, which could drive a terminal, become `?`; blanks of any kind a space; invisible marks,
    which could turn the direction of writing, go.

    >>> clean("Ann\x1b[31m"), clean("Ann\u00a0Lee\n"), clean("\u202eeeL")
    ('Ann?[31m', 'Ann Lee ', 'eeL')
    """
    return "".join(character if character.isprintable() else _shown(character) for character in text)


def _shown(character: str) -> str:
    if character.isspace():
        return " "
    return "" if category(character) == "Cf" else "?"


def names_text(contestant: Contestant) -> str:
    """The name of a team, or the players' names, on one line; the key where nobody is named.

    >>> names_text(Contestant("7"))
    '7'
    """
    if contestant.name.strip():
        return clean(contestant.name)
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


def outcome_code(outcome: Outcome) -> str:
    """The outcome of one side for data files, as `notation` writes it: never translated, decimal point.

    >>> from overtrick.model.outcome import Average, PassedOut
    >>> outcome_code(Awarded(Average.PLUS)), outcome_code(PassedOut()), outcome_code(BareScore(37))
    ('AVE+', 'PASS', '+37')
    """
    if isinstance(outcome, Awarded):
        return write_award(outcome)
    try:
        return write(Entry.both(outcome))
    except NotationError:  # a bare score that no deal can have is still shown as it stands
        return str(outcome)


def line_code(line: Line) -> str:
    """The outcome of a line for data files; a split score tells both sides (Law 12C1(c)).

    >>> from overtrick.model.outcome import Average
    >>> line_code(Line("1", "2", Awarded(Average.PLUS), Awarded(Average.MINUS)))
    'AVE+/AVE-'
    """
    try:
        return write(Entry(line.ns_outcome, line.ew_outcome))
    except NotationError:
        ns, ew = outcome_code(line.ns_outcome), outcome_code(line.ew_outcome)
        return ns if ns == ew else f"NS: {ns} | EW: {ew}"


def outcome_text(outcome: Outcome, *, ascii: bool = False) -> str:
    """The outcome on one short line for people, without the declarer and tricks of a plain contract.

    >>> from overtrick.model.outcome import PassedOut
    >>> outcome_text(PassedOut()), outcome_text(BareScore(620))
    ('Pass', '-')
    """
    if isinstance(outcome, Played):
        return contract_text(outcome.contract, ascii=ascii)
    if isinstance(outcome, BareScore):
        return "-"
    return human(show(outcome, symbols=not ascii))
