"""Boards a second of PBN files of three kinds, beside endplay where it is there: `python benchmarks/read_pbn.py`."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count

from overtrick.formats.format import loads
from overtrick.formats.pbn_play import trick_winner
from overtrick.model.terms import Seat, Strain

WANTED = 5
SEATS = tuple(Seat)
RANKS = "AKQJT98765432"
VULNERABLE = {"-": "None", "n": "NS", "e": "EW", "b": "All"}
CYCLE = "-nebneb-eb-nb-ne"
WORDS = ("weak, 6-10", "transfer to hearts", "15-17 balanced", "asks for aces")


def hands(chance: random.Random) -> dict[Seat, list[str]]:
    cards = [suit + rank for suit in "SHDC" for rank in RANKS]
    chance.shuffle(cards)
    return {seat: cards[13 * place : 13 * place + 13] for place, seat in enumerate(SEATS)}


def deal_text(dealer: int, held: dict[Seat, list[str]]) -> str:
    texts = []
    for turn in range(4):
        hand = held[SEATS[(dealer + turn) % 4]]
        suits = (sorted((card[1] for card in hand if card[0] == suit), key=RANKS.index) for suit in "SHDC")
        texts.append(".".join("".join(suit) for suit in suits))
    return f"{SEATS[dealer].value}:" + " ".join(texts)


def auction(chance: random.Random) -> list[str]:
    """Passes, bids that rise and doubles, until three passes; at least one bid."""
    calls: list[str] = ["Pass"] * chance.randrange(3)
    height = chance.randrange(3)
    doubled = True
    while height < 35:
        calls.append(f"{1 + height // 5}{('C', 'D', 'H', 'S', 'NT')[height % 5]}")
        between = chance.randrange(3)
        doubled = chance.random() < 0.1
        calls += ["X"] * doubled + ["Pass"] * between
        if len(calls) > 7 or height > 20:
            break
        height += chance.randrange(1, 6)
    while calls[-3:] != ["Pass"] * 3:
        calls.append("Pass")
    return calls


def contract_of(dealer: int, calls: list[str]) -> tuple[str, str, Seat]:
    bids = [(turn, call) for turn, call in enumerate(calls) if call[0].isdigit()]
    last, bid = bids[-1]
    side = last % 2
    first = next(turn for turn, call in bids if turn % 2 == side and call[1:] == bid[1:])
    return bid, "X" if "X" in calls[last:] else "", SEATS[(dealer + first) % 4]


def play(chance: random.Random, held: dict[Seat, list[str]], strain: Strain, declarer: Seat) -> tuple[str, int]:
    """The columns of a legal play, and the tricks of declarer's side."""
    left = {seat: list(cards) for seat, cards in held.items()}
    first = seat = declarer.next
    rows, taken = [], 0
    for _trick in range(13):
        trick: list[tuple[Seat, str]] = []
        for _turn in range(4):
            own = [card for card in left[seat] if trick and card[0] == trick[0][1][0]] or left[seat]
            card = chance.choice(own)
            left[seat].remove(card)
            trick.append((seat, card))
            seat = seat.next
        seat = trick_winner(trick, strain)
        taken += seat.side is declarer.side
        by_seat = dict(trick)
        start = SEATS.index(first)
        rows.append(" ".join(by_seat[SEATS[(start + turn) % 4]] for turn in range(4)))
    return f'[Play "{first.value}"]\n' + "\n".join(rows) + "\n*\n", taken


def head(board: int, table: int, held: dict[Seat, list[str]], *, named: bool) -> str:
    names = {seat: f"{seat.value.lower()}ame {table} Sur{table * 7 % 13}name" if named else "" for seat in SEATS}
    seats = "".join(f'[{name} "{names[Seat(name[0])]}"]\n' for name in ("West", "North", "East", "South"))
    dealer = (board - 1) % 4
    return (
        f'[Event "Tuesday Pairs"]\n[Site "Club"]\n[Date "2024.01.16"]\n[Board "{board}"]\n{seats}'
        f'[Dealer "{SEATS[dealer].value}"]\n[Vulnerable "{VULNERABLE[CYCLE[(board - 1) % 16]]}"]\n'
        f'[Deal "{deal_text(dealer, held)}"]\n'
    )


def results(games: int, *, played: bool, seed: int = 1) -> Iterator[str]:
    """Games of 12 tables a board: contract and result, with bidding and play where `played`."""
    chance = random.Random(seed)
    held = hands(chance)
    for game in range(games):
        board, table = game // 12 + 1, game % 12 + 1
        if table == 1:
            held = hands(chance)
        dealer = (board - 1) % 4
        calls = auction(chance)
        bid, doubled, declarer = contract_of(dealer, calls)
        cards, tricks = "", chance.randrange(5, 13)
        bidding = ""
        if played:
            cards, tricks = play(chance, held, Strain(bid[1:]), declarer)
            marked = [*calls]
            noted = chance.randrange(len(calls))
            marked[noted] += " =1="
            rows = "\n".join(" ".join(marked[at : at + 4]) for at in range(0, len(marked), 4))
            bidding = f'[Auction "{SEATS[dealer].value}"]\n{rows}\n[Note "1:{chance.choice(WORDS)}"]\n'
        yield (
            head(board, table, held, named=True)
            + f'[Scoring "MP"]\n[Declarer "{declarer.value}"]\n[Contract "{bid}{doubled}"]\n[Result "{tricks}"]\n'
            + bidding
            + cards
            + "\n"
        )


def dealt(games: int, seed: int = 1) -> Iterator[str]:
    """Boards with their cards and nothing else."""
    chance = random.Random(seed)
    for board in range(1, games + 1):
        yield head(board, 1, hands(chance), named=False) + (
            '[Scoring ""]\n[Declarer ""]\n[Contract ""]\n[Result ""]\n\n'
        )


def files(games: int) -> dict[str, str]:
    top = "% PBN 2.1\n% EXPORT\n"
    return {
        "contract and result": top + "".join(results(games, played=False)),
        "bidding and play": top + "".join(results(games, played=True)),
        "deals only": top + "".join(dealt(games)),
    }


def best(read: Callable[[], object], times: int = 7) -> float:
    found = []
    for _time in range(times):
        start = time.perf_counter()
        read()
        found.append(time.perf_counter() - start)
    return min(found)


def ours(data: bytes, games: int) -> None:
    counts = loads(data).counts
    assert (counts.taken, counts.refused) == (games, 0), counts


def main(games: int = 1200) -> int:
    try:
        from endplay.parsers import pbn as other
    except ImportError:
        other = None
    slow = count()
    for name, text in files(games).items():
        data = text.encode()
        own = best(lambda data=data: ours(data, games))  # type: ignore[misc]
        line = f"{name}, {games} games, {len(data) / 1e6:.2f} MB: {games / own:,.0f} boards a second"
        if other is not None:
            theirs = best(lambda text=text: other.loads(text), 3)  # type: ignore[misc]
            line += f"; endplay {games / theirs:,.0f}; {theirs / own:.1f} times"
            if theirs < WANTED * own:
                next(slow)
        print(line)
    return 0 if next(slow) == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
