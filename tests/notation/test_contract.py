"""Contracts and seats alone, as the columns of files have them."""

from __future__ import annotations

import pytest

from overtrick.errors import NotationError
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Doubling, Seat, Strain
from overtrick.notation import parse_contract, parse_seat

X, XX = Doubling.DOUBLED, Doubling.REDOUBLED


@pytest.mark.parametrize(
    ("text", "contract"),
    [  # Bridgemate, USEBIO and PBN spellings; the 7NT ones were once read as undoubled (redeal issue 28)
        ("7NXX", Contract(7, Strain.NOTRUMP, XX)),
        ("7nxx", Contract(7, Strain.NOTRUMP, XX)),
        ("4Sx", Contract(4, Strain.SPADES, X)),
        ("7NXN", Contract(7, Strain.NOTRUMP, X, Seat.NORTH)),
        ("7NNX", Contract(7, Strain.NOTRUMP, X, Seat.NORTH)),
        ("3 H*", Contract(3, Strain.HEARTS, X)),
        ("2 D x", Contract(2, Strain.DIAMONDS, X)),
        ("2 NT", Contract(2, Strain.NOTRUMP)),
        ("1N", Contract(1, Strain.NOTRUMP)),
        ("4SX by West", Contract(4, Strain.SPADES, X, Seat.WEST)),
        ("PASS", PassedOut()),
    ],
)
def test_contracts(text: str, contract: Contract | PassedOut) -> None:
    assert parse_contract(text) == contract


@pytest.mark.parametrize("text", ["4S=", "4SQ", "8S", "", "S4", "4", "4SXXX", "N E 4S", "A50", "4S,"])
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(NotationError):
        parse_contract(text)


def test_a_contract_reads_back() -> None:
    for level in range(1, 8):
        for strain in Strain:
            for doubling in Doubling:
                contract = Contract(level, strain, doubling)
                assert parse_contract(str(contract)) == contract


@pytest.mark.parametrize(
    ("key", "text", "seat"),
    [
        ("en", " w ", Seat.WEST),
        ("en", "South", Seat.SOUTH),
        ("ru", "В", Seat.EAST),
        ("ru", "B", Seat.EAST),
        ("ru", "С", Seat.NORTH),
        ("ru", "S", Seat.SOUTH),
        ("de", "O", Seat.EAST),
        ("fr", "O", Seat.WEST),
        ("fr", "W", Seat.WEST),
        ("nl", "Z", Seat.SOUTH),
        ("sv", "V", Seat.WEST),
    ],
)
def test_seats(key: str, text: str, seat: Seat) -> None:
    assert parse_seat(text, language=key) is seat


@pytest.mark.parametrize("text", ["", "NS", "X", "NorthEast", "1"])
def test_what_is_no_seat(text: str) -> None:
    with pytest.raises(NotationError):
        parse_seat(text)
