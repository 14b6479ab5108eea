"""The play of a deal: who wins a trick, how many declarer's side took, and cards that cannot have been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.i18n import gettext as _
from overtrick.model.deal import RANKS, SUITS, Deal
from overtrick.model.terms import Seat, Side, Strain

__all__ = ["Finding", "check_tricks", "is_card", "trick_winner", "tricks_taken"]


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


def tricks_taken(leader: Seat, cards: Sequence[str], strain: Strain, side: Side, deal: Deal | None) -> int | None:
    """Tricks of a side, from the cards in the order in which they were played; None where they do not tell.

    From twelve whole tricks on the last one plays itself, where the deal is known.

    >>> tricks_taken(Seat.WEST, ["SA", "S2", "S3", "S4"], Strain.CLUBS, Side.EW, None) is None
    True
    """
    taken, seat = 0, leader
    if len(cards) < 48 or len(cards) > 52 or len(set(cards)) < len(cards) or not all(map(is_card, cards)):
        return None
    whole = list(cards)
    for start in range(0, 52, 4):
        trick: list[tuple[Seat, str]] = []
        for _turn in range(4):
            if start + len(trick) == len(whole):
                last = _last_card(deal, seat, whole)
                if last is None:
                    return None
                whole.append(last)
            trick.append((seat, whole[start + len(trick)]))
            seat = seat.next
        seat = trick_winner(trick, strain)
        taken += seat.side is side
    return taken


def _last_card(deal: Deal | None, seat: Seat, played: Sequence[str]) -> str | None:
    hand = deal.completed().hand(seat) if deal else None
    left = hand.cards - set(played) if hand else frozenset[str]()
    return next(iter(left)) if len(left) == 1 else None


@dataclass(frozen=True, slots=True)
class Finding:
    """What the cards of a play tell: faults by index of the card, and the whole tricks that each side won."""

    faults: tuple[tuple[int, str], ...]
    ns: int
    ew: int

    def allows(self, side: Side, tricks: int) -> bool:
        """Whether that side can have taken so many tricks."""
        own, other = (self.ns, self.ew) if side is Side.NS else (self.ew, self.ns)
        return own <= tricks <= 13 - other


def check_tricks(first: Seat, cards: Sequence[str], marks: Sequence[str], strain: Strain, deal: Deal | None) -> Finding:
    """What the cards of a play section tell, and what among them cannot be.

    Cards stand by columns, the opening leader's first; `-` is a card that nobody saw. A mark is `R` for a revoke that
    the file tells (Law 61), `L` for a lead out of turn (Law 53), or empty.
    """
    faults: list[tuple[int, str]] = []
    seen: set[str] = set()
    leader: Seat | None = first
    won = dict.fromkeys(Side, 0)
    for start in range(0, len(cards), 4):
        row = list(enumerate(cards[start : start + 4], start))
        order = tuple(Seat)
        seats = [order[(order.index(first) + turn) % 4] for turn in range(4)]
        led = next((card for (_i, card), seat in zip(row, seats, strict=False) if seat is leader and is_card(card)), "")
        for (index, card), seat in zip(row, seats, strict=False):
            if card == "-":
                continue
            hand = deal.hand(seat) if deal else None
            if card in seen:
                faults.append((index, _("{card} is played twice").format(card=card)))
            elif hand and not hand.holds(card):
                faults.append((index, _("{card} is not in the hand of {seat}").format(card=card, seat=seat.value)))
            elif hand and led:
                revoked = card[0] != led[0] and any(own[0] == led[0] for own in hand.cards - seen)
                if revoked and marks[index] != "R":
                    text = _("{card} does not follow suit, and {seat} could").format(card=card, seat=seat.value)
                    faults.append((index, text))
                elif marks[index] == "R" and not revoked:
                    faults.append((index, _("{card} is marked as a revoke and is none").format(card=card)))
            if marks[index] == "L" and index == 0:
                faults.append((index, _("the opening lead is marked as out of turn")))
            seen.add(card)
        trick = [(seat, card) for (_i, card), seat in zip(row, seats, strict=False) if is_card(card)]
        if led and len(trick) == 4:
            trick.sort(key=lambda played: (order.index(played[0]) - order.index(leader or first)) % 4)
            leader = trick_winner(trick, strain)
            won[leader.side] += 1
        else:
            leader = None
    return Finding(tuple(faults), won[Side.NS], won[Side.EW])
