"""What USEBIO holds of the cards: sets of hands, hands of a board, and the bidding and play of a line in LIN."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from overtrick.errors import FormatError, RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.hands import deal_of_suits
from overtrick.formats.lin_board import card_of, read_lin_calls, read_lin_deal, read_lin_vulnerability
from overtrick.formats.text import exact
from overtrick.formats.xml_tree import Node
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal
from overtrick.model.reading import Severity
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Seat, Vulnerability

__all__ = ["BoardFacts", "LinFacts", "board_facts", "board_number", "read_lin_data", "whole"]

_MOST_CALLS = 319  # the longest auction that Law 19 and 20 allow
_MOST_FAULTS = 20  # what has more of them is no LIN
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Dealer, vulnerability and cards of a board, where the file gives them."""

    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None


def whole(text: str) -> int | None:
    """A whole number, also written as 150.0; None for anything else.

    >>> whole("150.0"), whole("1.5"), whole("")
    (150, None, None)
    """
    if text.isdecimal() and text.isascii() and len(text) < 10:
        return int(text)
    number = exact(text)
    return int(number) if number is not None and number.denominator == 1 else None


def board_number(board: Node) -> int | None:
    """The number of a board; None where it has none, or none from 1.

    >>> from overtrick.formats.xml_tree import parse_xml
    >>> board_number(parse_xml("<BOARD><BOARD_NUMBER>07</BOARD_NUMBER></BOARD>").root)
    7
    """
    number = whole(board.value("BOARD_NUMBER"))
    return number if number is not None and number > 0 else None


def board_facts(node: Node, draft: Draft) -> dict[int, BoardFacts]:
    """What the boards of this element and its sets of hands say, by number; wrong words count as none.

    Cards that cannot be are told in the draft, and so is a second deal for one board: the first one stands.
    """
    facts: dict[int, BoardFacts] = {}
    for board in (board for holder in (node, *node.all("HANDSET")) for board in holder.all("BOARD")):
        found = BoardFacts(
            _seat(board.value("DEALER")),
            _vulnerability(board.value("VULNERABILITY") or board.value("VULNERABLE")),
            _deal(board, draft) if board.first("HAND") else None,
        )
        number = board_number(board)
        if number is None or found == BoardFacts():
            continue
        before = facts.get(number, found)
        if found.deal and before.deal and found.deal != before.deal:
            text = _("board {board} has other cards here than before; the first ones stand")
            draft.note(_line(board), Severity.WARNING, text.format(board=number))
        facts[number] = BoardFacts(
            before.dealer or found.dealer, before.vulnerability or found.vulnerability, before.deal or found.deal
        )
    return facts


def _line(node: Node) -> str:
    return _("line {line}").format(line=node.line)


def _seat(text: str) -> Seat | None:
    return next((seat for seat in Seat if text.upper().startswith(seat.value)), None) if text else None


def _vulnerability(text: str) -> Vulnerability | None:
    try:
        return Vulnerability.parse(text) if text else None
    except ValueError:
        return None


def _deal(board: Node, draft: Draft) -> Deal | None:
    """The hands of a board, in whatever order they stand; a fourth that is missing has the cards that are left."""
    hands: dict[Seat, tuple[str, ...]] = {}
    try:
        for hand in board.all("HAND"):
            seat = _seat(hand.value("DIRECTION"))
            _add_hand(hands, seat, hand)
        deal = deal_of_suits([hands.get(seat, ("",) * 4) for seat in Seat])
        return deal.completed() if deal else None
    except RecordError as fault:
        text = _("the cards of board {board} are left out: {fault}")
        number = board.value("BOARD_NUMBER")[:20]
        draft.note(_line(board), Severity.ERROR, text.format(board=number, fault=fault))
        return None


def _add_hand(hands: dict[Seat, tuple[str, ...]], seat: Seat | None, hand: Node) -> None:
    if seat is None:
        found = repr(hand.value("DIRECTION")[:20])
        raise RecordError(_("a hand of {found}; North, East, South or West is wanted").format(found=found))
    if seat in hands:
        raise RecordError(_("{seat} has two hands").format(seat=seat.value))
    hands[seat] = tuple(hand.value(suit) for suit in _SUITS)


@dataclass(slots=True)
class LinFacts:
    """What LIN_DATA tells of a table; `faults` are what could not be understood of it."""

    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    deal: Deal | None = None
    record: TableRecord | None = None
    faults: list[str] = field(default_factory=list)


def read_lin_data(text: str) -> LinFacts:
    """Cards, bidding and play of one board in LIN, with values in percent codes as RealBridge writes them.

    What is wrong is left out and told in `faults`.

    >>> facts = read_lin_data("qx||md|3|sv|o|mb|1N|an|15%2D17|mb|p|pc|HK|mc|8|pg||")
    >>> facts.dealer, facts.record.calls[0], facts.record.cards, facts.record.claim
    (<Seat.NORTH: 'N'>, Call(text='1N', alert='15-17'), ('HK',), 8)
    """
    facts = LinFacts()
    calls: list[Call] = []
    cards: list[str] = []
    comments: list[str] = []
    claim: int | None = None
    for key, value in _pairs(text):
        try:
            if key == "mb":
                calls.extend(read_lin_calls(value))
            elif key == "pc":
                cards.append(card_of(value))
            elif key == "an" and calls:
                calls[-1] = replace(calls[-1], alert=value.strip())
            elif key == "mc":
                claim = _claim(value)
            elif key == "nt" and value.strip():
                comments.append(value.strip())
            elif key == "md":
                facts.dealer, facts.deal = read_lin_deal(value)
            elif key == "sv":
                facts.vulnerability = read_lin_vulnerability(value)
        except FormatError as fault:
            facts.faults.append(str(fault))
        if len(calls) > _MOST_CALLS or len(cards) > 52:
            facts.faults.append(_("more calls or cards than a board has"))
        if len(facts.faults) > _MOST_FAULTS or len(calls) > _MOST_CALLS or len(cards) > 52:
            return facts
    record = TableRecord(tuple(calls), tuple(cards), claim, "\n".join(comments))
    facts.record = None if record == TableRecord() else record
    return facts


def _claim(value: str) -> int:
    number = whole(value.strip())
    if number is None or not 0 <= number <= 13:
        raise FormatError(_("{found} is no number of tricks").format(found=repr(value[:20])))
    return number


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Keys and values in turn; where the bars are in percent codes too, all of it is."""
    plain = text if "|" in text else unquote(text)
    tokens = plain.split("|")
    for key, value in zip(tokens[::2], tokens[1::2], strict=False):
        yield key.strip().lower(), unquote(value) if plain is text and "%" in value else value
