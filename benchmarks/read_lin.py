"""Boards a second of LIN with auction and play, against endplay where it is installed: `python benchmarks/read_lin.py`.

The files are made here from a seed: a session of one table (half the boards end in a claim), and a vugraph match of
two rooms with results, comments and alerts, which endplay does not read.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from overtrick.formats.format import loads

BOARDS, RUNS, WANTED = 200, 15, 10
RANKS = "AKQJT98765432"
STRAINS = "CDHSN"
VULNERABLE = "onebneboebonbone"


def dealt(chance: random.Random) -> list[list[str]]:
    """Four hands, from South on."""
    cards = [suit + rank for suit in "SHDC" for rank in RANKS]
    chance.shuffle(cards)
    return [sorted(cards[start : start + 13], key=lambda card: RANKS.index(card[1])) for start in range(0, 52, 13)]


def written(hand: list[str]) -> str:
    return "".join(suit + "".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC")


def auction(chance: random.Random) -> list[str]:
    """A legal auction that ends."""
    calls: list[str] = []
    level, passes, doubled = 0, 0, 0
    while passes < (3 if level else 4):
        fate = chance.random()
        if fate < 0.45 and level < 20:
            level += chance.choice((1, 1, 2, 3, 4))
            calls.append(f"{(level - 1) // 5 + 1}{STRAINS[(level - 1) % 5]}")
            passes, doubled = 0, 0
        elif fate < 0.48 and level and not doubled and passes in (0, 2):
            calls.append("d")
            passes, doubled = 0, 1
        else:
            calls.append("p")
            passes += 1
    return calls


def contract(calls: list[str], dealer: int) -> tuple[int, str] | None:
    """Declarer's place from South on, and the strain."""
    bids = [(place, call) for place, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return None
    last, bid = bids[-1]
    first = next(place for place, call in bids if place % 2 == last % 2 and call[1] == bid[1])
    return (dealer + first) % 4, bid[1]


def played(chance: random.Random, hands: list[list[str]], leader: int, trump: str) -> list[str]:
    """All 52 cards, each following suit."""
    left = [list(hand) for hand in hands]
    cards: list[str] = []
    for _trick in range(13):
        trick: list[tuple[int, str]] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            following = [card for card in left[seat] if trick and card[0] == trick[0][1][0]]
            card = chance.choice(following or left[seat])
            left[seat].remove(card)
            trick.append((seat, card))
        led = trick[0][1][0]
        leader = max(trick, key=lambda one: (one[1][0] == trump, one[1][0] == led, -RANKS.index(one[1][1])))[0]
        cards.extend(card for _seat, card in trick)
    return cards


def board(chance: random.Random, number: int, hands: list[list[str]], *, talk: bool = False) -> str:
    """From `md` on: cards, auction and play."""
    dealer = (number + 1) % 4  # from South on; board 1 is North's
    vulnerable = VULNERABLE[(number - 1) % 16]
    calls = auction(chance)
    parts = [f"st||md|{dealer + 1}{','.join(map(written, hands[:3]))},|rh||ah|Board {number}|sv|{vulnerable}|"]
    for call in calls:
        alerted = call[0].isdigit() and chance.random() < 0.2
        parts.append(f"mb|{call}!|an|shows {chance.randrange(99)} points|" if alerted else f"mb|{call}|")
        if talk and chance.random() < 0.3:
            parts.append("nt|someone: this may be the right bid|pg||\n")
    parts.append("pg||")
    found = contract(calls, dealer)
    if found:
        cards = played(chance, hands, (found[0] + 1) % 4, found[1])
        claimed = chance.random() < 0.5
        whole = 4 * chance.randrange(4, 11) if claimed else 52
        for start in range(0, whole, 4):
            parts.append("".join(f"pc|{card}|" for card in cards[start : start + 4]) + "pg||")
            if talk and chance.random() < 0.3:
                parts.append("\nnt|someone: and now a diamond|pg||\n")
        if claimed:
            parts.append(f"mc|{chance.randrange(6, 13)}|pg||")
    return "".join(parts) + "\n"


def session(boards: int, *, seed: int = 1927) -> bytes:
    """One table, a line a board."""
    chance = random.Random(seed)
    return "".join(
        f"pn|South,West,North,East|{board(chance, number, dealt(chance))}" for number in range(1, boards + 1)
    ).encode()


def vugraph(boards: int, *, seed: int = 1927) -> bytes:
    """A match of two rooms; the list of results is left empty, so that the play decides."""
    chance = random.Random(seed)
    parts = [f"vg|Cup,Segment 2,I,1,{boards},Reds,10,Blues,12|\nrs|{',' * (2 * boards)}|\npn|a,b,c,d,e,f,g,h|pg||\n"]
    for number in range(1, boards + 1):
        hands = dealt(chance)
        parts += [f"qx|{room}{number}|{board(chance, number, hands, talk=True)}" for room in "oc"]
    return "".join(parts).encode()


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> int:
    data, match = session(BOARDS), vugraph(BOARDS)
    assert loads(data, format="lin").counts.taken == BOARDS
    assert loads(match, format="lin").counts.taken == 2 * BOARDS
    rooms = min(seconds(lambda: loads(match, format="lin")) for _run in range(RUNS))
    print(f"vugraph, {2 * BOARDS} tables, {len(match) / 1e3:.0f} kB: {rooms / BOARDS / 2 * 1e6:.0f} us a table")
    try:
        from endplay.parsers import lin
    except ImportError:
        own = min(seconds(lambda: loads(data, format="lin")) for _run in range(RUNS))
        print(f"session, {BOARDS} boards: {own / BOARDS * 1e6:.0f} us a board; endplay is not installed")
        return 0
    text = data.decode()
    assert len(lin.loads(text)) == BOARDS
    # in turn, so that a busy machine is busy for both
    pairs = [(seconds(lambda: loads(data, format="lin")), seconds(lambda: lin.loads(text))) for _run in range(RUNS)]
    own, other = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    print(f"session, {BOARDS} boards, {len(data) / 1e3:.0f} kB: {own / BOARDS * 1e6:.0f} us a board")
    print(f"endplay: {other / BOARDS * 1e6:.0f} us a board; Overtrick reads {other / own:.1f} times as many a second")
    print(f"wanted: {WANTED} times as many")
    return 0


if __name__ == "__main__":
    sys.exit(main())
