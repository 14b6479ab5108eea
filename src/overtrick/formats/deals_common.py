"""What files of hands have in common: a deal out of cards by number, by mark or by owner, and the set of boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from overtrick.errors import FormatError, RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.pbn_deals import Dealt, with_deals
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.deal import RANKS, SUITS, Deal, Hand
from overtrick.model.event import Event
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Seat, Vulnerability

__all__ = [
    "MARKED",
    "MOST",
    "NUMBERED",
    "PACK",
    "SOURCE",
    "DealSet",
    "card_numbers",
    "check_number",
    "consecutive_deals",
    "deal_of_marks",
    "deal_of_numbers",
    "deal_of_owners",
    "is_marked",
    "is_numbered",
    "marked_hands",
    "owners",
    "place_of",
]

SOURCE = "Jannersten, papers on Duplimate files; files of dealing machines"
"""Who says what these files are."""

PACK = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The 52 cards in the order of card numbers: spade ace first, club two last."""
NUMBERED = 78
"""Bytes of a deal by card numbers: 39 cards of two digits, North, East and South."""
MARKED = 68
"""Bytes of a deal by suit marks: 4 hands of 13 cards and 4 marks."""
MOST = 65_535
"""Boards that a file of hands may have: what the two bytes of `.rzd` can count."""

_SUIT_MARKS = {6: 0, 3: 1, 4: 2, 5: 3}  # the suit signs of the code page of DOS
_MARKS = bytes((6, 3, 4, 5))
_MARKED_BYTES = frozenset(_MARKS + RANKS.encode())
_SHOWN = 10  # missing boards told by number


def check_number(boards: int) -> None:
    """Raise FormatError for more boards than a file of hands may have, before any work is done on them.

    >>> check_number(36)
    """
    if boards > MOST:
        raise FormatError(_("the file has more than {most} boards").format(most=MOST))


def is_numbered(data: bytes) -> bool:
    """Whether the first 78 bytes are digits, as a deal by card numbers has them.

    >>> is_numbered(b"01" * 39), is_numbered(b"01" * 38)
    (True, False)
    """
    return len(data) >= NUMBERED and data[:NUMBERED].isdigit()


def is_marked(data: bytes) -> bool:
    """Whether the first 68 bytes are suit marks and ranks only, and begin with the mark of spades."""
    return len(data) >= MARKED and data[0] == _MARKS[0] and _MARKED_BYTES.issuperset(data[:MARKED])


def deal_of_numbers(data: bytes) -> Deal:
    """The deal of 39 card numbers of two digits, 01 to 52, for North, East and South; West has the rest.

    Raises RecordError for anything else, and for a card that is there twice.

    >>> data = "".join(f"{number:02}" for number in range(1, 40)).encode()
    >>> deal_of_numbers(data).text()
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    """
    if len(data) != NUMBERED or not data.isdigit():
        raise RecordError(_("39 card numbers of two digits are wanted"))
    cards: list[str] = []
    for at in range(0, NUMBERED, 2):
        number = int(data[at : at + 2])
        if not 1 <= number <= len(PACK):
            raise RecordError(_("there is no card {number}; cards are numbered 01 to 52").format(number=number))
        cards.append(PACK[number - 1])
    north, east, south = (_hand(cards[at : at + 13]) for at in (0, 13, 26))
    return Deal(north, east, south, None).completed()


def _hand(cards: Iterable[str]) -> Hand:
    suits = dict.fromkeys(SUITS, "")
    for card in cards:
        suits[card[0]] += card[1]
    return Hand.of(*suits.values())


def deal_of_marks(data: bytes) -> Deal:
    r"""The deal of 68 bytes, for each hand from North the marks 6, 3, 4 and 5 with the ranks of that suit behind.

    Raises RecordError for anything else, and for a card that is there twice.

    >>> deal_of_marks(marked_hands(deal_of_owners([0, 1, 2, 3] * 13))).north.spades
    'AT62'
    """
    if len(data) != MARKED:
        raise RecordError(_("68 bytes are wanted, 17 for each hand"))
    return Deal(*(_marked_hand(data[at : at + 17]) for at in range(0, MARKED, 17)))


def _marked_hand(data: bytes) -> Hand:
    suits = ["", "", "", ""]
    last = -1
    for byte in data:
        if byte in _SUIT_MARKS:
            if _SUIT_MARKS[byte] != last + 1:
                raise RecordError(_("the suits of a hand do not stand as spades, hearts, diamonds and clubs"))
            last += 1
        elif last < 0 or chr(byte) not in RANKS:
            raise RecordError(_("the byte {byte} is neither a suit nor a rank").format(byte=byte))
        else:
            suits[last] += chr(byte)
    return Hand.of(*suits)


def deal_of_owners(hands: Sequence[int]) -> Deal:
    """The deal where each card of `PACK` lies with the hand of that number, from North (0) clockwise.

    Raises RecordError where a hand has not 13 cards.

    >>> deal_of_owners([3] * 13 + [2] * 13 + [1] * 13 + [0] * 13).west.spades
    'AKQJT98765432'
    """
    held: tuple[list[str], ...] = ([], [], [], [])
    for card, hand in zip(PACK, hands, strict=True):
        held[hand].append(card)
    return Deal(*map(_hand, held))


def _full(deal: Deal) -> list[Hand]:
    return [hand for hand in deal.hands if hand]


def owners(deal: Deal) -> tuple[int, ...]:
    """For each card of `PACK` the number of its hand, from North (0) clockwise. The deal has all four hands.

    >>> owners(deal_of_owners([0, 1, 2, 3] * 13)) == (0, 1, 2, 3) * 13
    True
    """
    held = {card: number for number, hand in enumerate(_full(deal)) for card in hand.cards}
    return tuple(held[card] for card in PACK)


def card_numbers(deal: Deal) -> bytes:
    """The hands of North, East and South as card numbers from the lowest up, in 78 digits.

    >>> card_numbers(deal_of_owners([0] * 13 + [1] * 13 + [2] * 13 + [3] * 13))[:8]
    b'01020304'
    """
    by_card = owners(deal)
    return "".join(f"{card:02}" for hand in range(3) for card, own in enumerate(by_card, 1) if own == hand).encode()


def marked_hands(deal: Deal) -> bytes:
    r"""The four hands from North as suit marks and ranks, in 68 bytes.

    >>> marked_hands(deal_of_owners([0] * 13 + [1] * 13 + [2] * 13 + [3] * 13))[:17]
    b'\x06AKQJT98765432\x03\x04\x05'
    """
    return b"".join(
        bytes([mark]) + suit.encode() for hand in _full(deal) for mark, suit in zip(_MARKS, hand.suits, strict=True)
    )


def place_of(number: int, offset: int) -> str:
    """Where a board stands in a file of bytes.

    >>> place_of(2, 128)
    'board 2, byte 128'
    """
    return _("board {board}, byte {offset}").format(board=number, offset=offset)


class DealSet:
    """The boards of a file of hands as they are found; one that cannot be is refused alone.

    >>> boards = DealSet()
    >>> boards.take(1, "board 1", deal_of_owners([0, 1, 2, 3] * 13))
    >>> boards.refuse("board 2", "a hand has 13 cards, not 12")
    >>> boards.reading(format="bri", encoding="binary").counts
    Counts(found=2, taken=1, refused=1, guessed=0)
    """

    def __init__(self, draft: Draft | None = None) -> None:
        self.draft = draft or Draft()
        self._dealt: dict[int, Dealt] = {}

    def take(
        self,
        number: int,
        where: str,
        deal: Deal,
        *,
        dealer: Seat | None = None,
        vulnerability: Vulnerability | None = None,
    ) -> None:
        """Keep a board; one whose number was there before is refused."""
        first = self._dealt.get(number)
        if first:
            text = _("board {board} stands already at {other}; the first one stands")
            self.refuse(where, text.format(board=number, other=first.where))
            return
        board = Board.numbered(number, dealer=dealer, vulnerability=vulnerability)
        if not board.agrees_with_number:
            text = _("board {board} has not the dealer and vulnerability of its number; those of the file stand")
            self.note(where, Severity.NOTE, text.format(board=number))
        self._dealt[number] = Dealt(
            "1", "", number, deal, dealer=board.dealer, vulnerability=board.vulnerability, where=where
        )

    def refuse(self, where: str, text: str) -> None:
        """Count a board as refused, and say why."""
        self.draft.refuse(where, text)

    def note(self, where: str, severity: Severity, text: str) -> None:
        """Add a problem that costs no board."""
        self.draft.note(where, severity, text)

    def note_no_numbers(self) -> None:
        """Say that the numbers are those of the places in the file."""
        self.note(_("whole file"), Severity.NOTE, _("the file has no board numbers; boards are numbered from 1"))

    def reading(self, *, format: str, encoding: str) -> Reading:
        """The event of those boards, none of which has a result. Raises FormatError where there was no board at all."""
        if not self._dealt and not self.draft.refused:
            raise FormatError(_("the file has no hands"))
        return with_deals(self.draft.reading(format=format, encoding=encoding), list(self._dealt.values()))


def consecutive_deals(event: Event, *, highest: int) -> tuple[int, tuple[Deal, ...]]:
    """The number of the first board with four known hands, and the deals from there without a gap.

    A dealing machine counts on from the first board, so that a gap would put all later hands into the wrong boards.
    Raises FormatError for a gap, for boards above the highest number, for a board that has other cards in another
    section, and where no board has its hands.
    """
    deals: dict[int, Deal] = {}
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                deal, number = traveller.deal and traveller.deal.completed(), traveller.board.number
                if deal and None not in deal.hands and deals.setdefault(number, deal) != deal:
                    text = _("board {board} has other cards in another section; a set of boards has one deal for each")
                    raise FormatError(text.format(board=number))
    if not deals:
        raise FormatError(_("no board of the event has all its cards"))
    first, last = min(deals), max(deals)
    if last > highest:
        raise FormatError(_("board {board} is too high; the format goes to {last}").format(board=last, last=highest))
    missing = [str(number) for number in range(first, last + 1) if number not in deals]
    if missing:
        text = _("of boards {first} to {last} these have not all their cards, and a set has no gaps: {missing}")
        named = ", ".join(missing[:_SHOWN]) + (" ..." if len(missing) > _SHOWN else "")
        raise FormatError(text.format(first=first, last=last, missing=named))
    return first, tuple(deals[number] for number in range(first, last + 1))
