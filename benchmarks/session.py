"""26 boards at 200 tables, in one process: scored, matchpointed and ranked."""

from __future__ import annotations

import random
import time
from statistics import median

from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.contract import Contract
from overtrick.model.event import Contestant, Event, Line, Section, Session, Traveller
from overtrick.model.outcome import Played
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.scorer import score_event

BOARDS, TABLES, RUNS = 26, 200, 9


def session(boards: int, tables: int, *, seed: int = 1927) -> Event:
    """A full two-winner session of random results, the same for the same seed."""
    choose = random.Random(seed)
    travellers = []
    for number in range(1, boards + 1):
        lines = []
        for table in range(1, tables + 1):
            contract = Contract(
                choose.choice((1, 2, 3, 3, 4, 4, 5, 6)),
                choose.choice(list(Strain)),
                choose.choice((Doubling.UNDOUBLED, Doubling.UNDOUBLED, Doubling.UNDOUBLED, Doubling.DOUBLED)),
                choose.choice(list(Seat)),
            )
            outcome = Played(contract, choose.randint(6, 12))
            lines.append(Line(str(table), str((table + number) % tables + 1), outcome, outcome))
        travellers.append(Traveller(Board.numbered(number), tuple(lines)))
    pairs = [Contestant(str(key), side) for side in (Side.NS, Side.EW) for key in range(1, tables + 1)]
    section = Section("A", tuple(pairs), tuple(travellers))
    return Event("Benchmark", (Session("1", (section,)),), winners=2)


def main() -> None:
    """Print the median time of one whole pass for each method."""
    event = session(BOARDS, TABLES)
    for method in ("matchpoints", "butler", "cross-imps"):
        conditions = Conditions(method=method)
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            standing = score_event(event, conditions)
            times.append(1000 * (time.perf_counter() - start))
        assert len(standing.places) == 2 * TABLES
        aim = "aim: under  50 ms" if method == "matchpoints" else ""
        print(f"{BOARDS} x {TABLES} {method:<22} {median(times):8.1f} ms             {aim}".rstrip())


if __name__ == "__main__":
    main()
