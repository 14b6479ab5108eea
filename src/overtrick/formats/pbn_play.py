"""The play of a deal: who wins a trick, how many declarer's side took, and cards that cannot have been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from overtrick.i18n import gettext as _
from overtrick.model.deal import RANKS, SUITS, Deal
from overtrick.model.terms import Seat, Side, Strain

__all__ = ["Finding", "check_tricks", "is_card", "trick_winner"]


def is_card(text: str) -> bool:
    """Whether a text is a card: suit and rank, such as `ST`.

    >>> is_card("ST"), is_card("S1")
    (True, False)
    """
    return len(text) == 2 and text[0] in SUITS and text[1] in RANKS


def trick_winner(trick: Sequence[tuple[Seat, str]], strain: Strain) -> Seat:
    """Who wins the cards of a trick, the led one first (Law 44).

    >>> trick_winner([(Seat.WEST, "SA"), (Seat.NORTH, "H2")], Strain.HEARTS)
    <Seat.NORTH: 'N'>
    """
    trump, led = strain.value, trick[0][1][0]

    def strength(played: tuple[Seat, str]) -> tuple[bool, bool, int]:
        card = played[1]
        return card[0] == trump, card[0] == led, -RANKS.index(card[1])

    return max(trick, key=strength)[0]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the cards of a play tell: faults by index of the card, and the whole tricks that each side won.

    `order` are the cards in the order in which they were played, up to the first that nobody saw; `whole` tells whether
    that is all of them.
    """

    faults: tuple[tuple[int, str], ...]
    ns: int
    ew: int
    order: tuple[str, ...] = ()
    whole: bool = True

    def allows(self, side: Side, tricks: int) -> bool:
        """Whether that side can have taken so many tricks."""
        own, other = (self.ns, self.ew) if side is Side.NS else (self.ew, self.ns)
        return own <= tricks <= 13 - other


def check_tricks(first: Seat, cards: Sequence[str], marks: Sequence[str], strain: Strain, deal: Deal | None) -> Finding:
    """What the cards of a play section tell, and what among them cannot be.

    Cards stand by columns, the opening leader's first; `-` is a card that nobody saw. A mark is `R` for a revoke that
    the file tells (Law 61), `L` for a lead out of turn (Law 53), or empty.
    """
    table = _Table(deal, strain, first)
    for start in range(0, len(cards), 4):
        table.trick(start, cards[start : start + 4], marks)
    faults, won = table.faults, table.won
    known = sum(card != "-" for card in cards)
    return Finding(tuple(faults), won[Side.NS], won[Side.EW], tuple(table.order), len(table.order) == known)


_SEATS = tuple(Seat)


@dataclass(slots=True)
class _Table:
    """The play so far. `leader` is who leads to the next trick, `None` where nobody can tell any more."""

    deal: Deal | None
    strain: Strain
    first: Seat
    leader: Seat | None = None
    faults: list[tuple[int, str]] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    won: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.leader = self.first

    def trick(self, start: int, row: Sequence[str], marks: Sequence[str]) -> None:
        turn = _SEATS.index(self.first)
        seats = [_SEATS[(turn + place) % 4] for place in range(4)]
        by_seat = {seat: card for seat, card in zip(seats, row, strict=False) if is_card(card)}
        led = by_seat.get(self.leader, "") if self.leader else ""
        self.keep(by_seat, in_turn="L" not in marks[max(start, 1) : start + 4])
        for index, (card, seat) in enumerate(zip(row, seats, strict=False), start):
            if card != "-":
                self.card(index, card, seat, led, marks[index])
        if led and len(by_seat) == 4 and self.leader:
            turns = [_SEATS[(_SEATS.index(self.leader) + place) % 4] for place in range(4)]
            self.leader = trick_winner([(seat, by_seat[seat]) for seat in turns], self.strain)
            self.won[self.leader.side] += 1
        else:
            self.leader = None

    def keep(self, by_seat: dict[Seat, str], *, in_turn: bool) -> None:
        """The cards of a trick in their order, as long as each is known and was led in turn."""
        if self.leader is None or not in_turn:
            self.leader = self.leader if in_turn else None
            return
        turn = _SEATS.index(self.leader)
        for place in range(4):
            card = by_seat.get(_SEATS[(turn + place) % 4])
            if card is None:
                return
            self.order.append(card)

    def card(self, index: int, card: str, seat: Seat, led: str, mark: str) -> None:
        hand = self.deal.hand(seat) if self.deal else None
        if card in self.seen:
            self.faults.append((index, _("{card} is played twice").format(card=card)))
        elif hand and not hand.holds(card):
            self.faults.append((index, _("{card} is not in the hand of {seat}").format(card=card, seat=seat.value)))
        elif hand and led:
            revoked = card[0] != led[0] and any(own[0] == led[0] for own in hand.cards - self.seen)
            if revoked and mark != "R":
                text = _("{card} does not follow suit, and {seat} could").format(card=card, seat=seat.value)
                self.faults.append((index, text))
            elif mark == "R" and not revoked:
                self.faults.append((index, _("{card} is marked as a revoke and is none").format(card=card)))
        if mark == "L" and index == 0:
            self.faults.append((index, _("the opening lead is marked as out of turn")))
        self.seen.add(card)
