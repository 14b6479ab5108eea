"""Outcomes as they are shown."""

from __future__ import annotations

import pytest

from overtrick.model.contract import Contract
from overtrick.model.terms import Doubling, Seat, Strain
from overtrick.notation import parse, show, show_entry


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("4sx n +1", "4♠X N +1"),
        ("3nt -2", "3NT -2"),
        ("7cxx w =", "7♣XX W ="),
        ("pass", "Pass"),
        ("np", "NP"),
        ("sit out", "sit-out"),
        ("?", "?"),
        ("420", "+420"),
        ("ave", "AVE"),
        ("a60/40", "60 % / 40 %"),
        ("a+/a-", "AVE+ / AVE-"),
        ("ns: +3 imps | ew: 2.5 mp", "+3 IMPs / 2.5 MP"),
        ("w: 60% 4s n = + 40% 4s n -1", "60 % 4♠ N = + 40 % 4♠ N -1"),
    ],
)
def test_shown(text: str, shown: str) -> None:
    entry = parse(text)
    assert show_entry(entry.ns, entry.ew) == shown


def test_plain_letters_and_contract_alone() -> None:
    contract = Contract(4, Strain.HEARTS, Doubling.DOUBLED, Seat.EAST)
    assert show(contract) == "4♥X E"
    assert show(contract, symbols=False) == "4HX E"
