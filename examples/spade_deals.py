"""Deals for the notebook `simulation.ipynb`: North-South have at least eight spades and 22 to 25 points.

`python examples/spade_deals.py` writes `spade_tables.txt` and `spade_tables_23.txt` again, which takes some minutes and
needs endplay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import overtrick as ot
from overtrick.desk.double_dummy import trick_tables
from overtrick.model.deal import RANKS, Deal, Hand

TABLES = Path(__file__).with_name("spade_tables.txt")
MORE_TABLES = Path(__file__).with_name("spade_tables_23.txt")
SEED = 20261130
COUNT = 2000
MORE_POINTS = 23
MORE_COUNT = 1500


def spade_deals(seed: int = SEED) -> Iterator[Deal]:
    """Deals without end, the same ones for the same seed; among those that fit, each is as likely as any other."""
    chance = Random(seed)  # noqa: S311  # a simulation, not a secret
    while True:
        # `random` is the one method whose numbers Python promises never to change
        pack = sorted(range(52), key=lambda _card: chance.random())
        north, east, south, west = (sorted(pack[start : start + 13]) for start in (0, 13, 26, 39))
        ours = north + south
        spades = sum(card < 13 for card in ours)
        if spades >= 8 and 22 <= sum(max(0, 4 - card % 13) for card in ours) <= 25:
            yield Deal(*(_hand(cards) for cards in (north, east, south, west)))


def high_cards(deal: Deal) -> int:
    """The points of North and South: four for an ace, three for a king, two for a queen, one for a jack."""
    hands = [hand for hand in (deal.north, deal.south) if hand]
    return sum("JQKA".find(card[1]) + 1 for hand in hands for card in hand.cards)


def _hand(cards: list[int]) -> Hand:
    """Cards 0 to 51: spades from the ace down, then hearts, diamonds, clubs."""
    return Hand(*("".join(RANKS[card % 13] for card in cards if card // 13 == suit) for suit in range(4)))


def first_deals() -> Iterator[Deal]:
    """The deals of `spade_tables.txt`."""
    return islice(spade_deals(), COUNT)


def more_deals() -> Iterator[Deal]:
    """The deals of `spade_tables_23.txt`: those with 23 points that come after the first ones."""
    later = (deal for deal in islice(spade_deals(), COUNT, None) if high_cards(deal) == MORE_POINTS)
    return islice(later, MORE_COUNT)


def longer(deal: Deal) -> str:
    """Who of North and South has more spades; North where both have as many."""
    north, south = (len(hand.spades) if hand else 0 for hand in (deal.north, deal.south))
    return "S" if south > north else "N"


def solve(deals: Iterable[Deal]) -> list[str]:
    """The double-dummy tables of deals, 20 hexadecimal digits each. Raises MissingExtra without endplay."""
    return ["".join(f"{number:x}" for number in table.tricks) for table in trick_tables(list(deals))]


def main() -> None:
    """Write the files of tables."""
    order = "solved by endplay: N S E W, each NT S H D C\n"
    for path, deals, head in (
        (TABLES, first_deals(), f"# The first {COUNT} deals of spade_deals.py, seed {SEED}, {order}"),
        (MORE_TABLES, more_deals(), f"# The next {MORE_COUNT} of them with {MORE_POINTS} points, {order}"),
    ):
        path.write_text(head + "\n".join(solve(deals)) + "\n", encoding="utf-8")
        print(f"{path.name} with Overtrick {ot.__version__}")


if __name__ == "__main__":
    main()
