"""Double-dummy tricks against published tables, and what is said where they cannot be had."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from event_strategies import deal_of
from overtrick.desk.double_dummy import (
    board_pars,
    deals_without_table,
    only_board,
    only_makes,
    tables_for,
    trick_table,
    trick_tables,
)
from overtrick.errors import InputError, MissingExtra, RecordError
from overtrick.formats.format import load
from overtrick.model.board import Board
from overtrick.model.deal import Deal, Hand, TrickTable
from overtrick.model.event import Event, Section, Session, Traveller
from overtrick.model.terms import Seat, Strain
from overtrick.score.par import TABLE_ORDER, par, read_tricks
from overtrick.tables.laws import law

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"
LAW = law("duplicate-2017")
needs_endplay = pytest.mark.skipif(find_spec("endplay") is None, reason="endplay is not installed")

# North-South hold all spades and diamonds, East-West all hearts and clubs.
SUITS = (
    ("AKQJT98765432", "", "", ""),
    ("", "AKQJT98765432", "", ""),
    ("", "", "AKQJT98765432", ""),
    ("", "", "", "AKQJT98765432"),
)
ONE_SUIT = Deal(*(Hand(*suits) for suits in SUITS))
ROUGH = TrickTable((1, 8, 1, 1, 1, 1, 8, 1, 1, 1, 8, 1, 9, 10, 8, 8, 1, 9, 10, 8))


def table(digits: str) -> TrickTable:
    return TrickTable(tuple(None if digit == "-" else int(digit, 16) for digit in digits))


def event_of(*travellers: Traveller) -> Event:
    return Event(sessions=(Session("1", (Section("A", (), travellers),)),))


def test_the_order_of_a_table_is_that_of_the_model() -> None:
    numbers = TrickTable(tuple(range(10)) * 2)
    assert [numbers.of(seat, strain) for seat, strain in TABLE_ORDER] == [*range(10), *range(10)]
    assert list(read_tricks("89a6489a643427932279").values()) == list(table("89a6489a643427932279").tricks)


@needs_endplay
def test_one_suit_a_hand() -> None:
    found = trick_table(ONE_SUIT)
    for seat, strain in TABLE_ORDER:
        own = {"NS": (Strain.SPADES, Strain.DIAMONDS), "EW": (Strain.HEARTS, Strain.CLUBS)}[seat.side.value]
        assert found.of(seat, strain) == (13 if strain in own else 0)


@needs_endplay
@pytest.mark.parametrize("name", ["deals/test.pbn", "pbn/correct_21.pbn"])
def test_published_tables(name: str) -> None:
    """Deals with the tables of other analysers: emkael/deal-convert, and the test set of PBN 2.1."""
    path = SHARED / name
    if not path.is_file():
        pytest.skip("the shared files are not here")
    boards = [one for one in _travellers(load(path).event) if one.deal and one.tricks]
    assert boards
    assert [one.tricks for one in boards] == list(trick_tables([one.deal for one in boards if one.deal]))


@needs_endplay
@pytest.mark.parametrize(
    "name", ["bridgecomposer_dealset", "bridgenz_txt2pbn_vul_bug", "bridgewebs_scoretable_mp_winchester"]
)
def test_tables_of_makes(name: str) -> None:
    """These programs write one number wherever no contract makes; from seven tricks up they agree with endplay."""
    path = SHARED / "pbn" / f"{name}.pbn"
    if not path.is_file():
        pytest.skip("the shared files are not here")
    event = load(path).event
    boards = [one for one in _travellers(event) if one.deal and one.tricks][:6]
    assert all(one.tricks and only_makes(one.tricks) for one in boards)
    computed = trick_tables([one.deal for one in boards if one.deal])
    for one, found in zip(boards, computed, strict=True):
        assert one.tricks
        for told, right in zip(one.tricks.tricks, found.tricks, strict=True):
            assert told is not None
            assert right is not None
            assert told == right or (told < 7 and right < 7)


@needs_endplay
def test_many_deals_come_back_in_their_order() -> None:
    deals = [deal_of(seed) for seed in range(23)]
    told: list[int] = []
    tables = trick_tables(deals, told.append)
    assert told == [20, 23]
    assert tables[22] == trick_table(deals[22])
    assert tables[0] == trick_table(deals[0])
    assert len(set(tables)) == 23


@needs_endplay
def test_a_fourth_hand_follows_from_three() -> None:
    deal = deal_of(5)
    assert trick_table(replace(deal, west=None)) == trick_table(deal)
    with pytest.raises(RecordError, match="a hand is not known"):
        trick_table(replace(deal, west=None, south=None))


def test_without_endplay_the_line_for_pip_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    with pytest.raises(MissingExtra, match=r'pip install "overtrick\[dd\]"'):
        trick_table(ONE_SUIT)
    assert trick_tables([]) == ()
    told = event_of(Traveller(Board.numbered(1), (), deal_of(1), table("89a6489a643427932279")))
    assert tables_for(told) == {}
    with pytest.raises(MissingExtra):
        tables_for(event_of(Traveller(Board.numbered(1), (), deal_of(1))))


@pytest.mark.parametrize(
    ("tricks", "rough", "wanted"),
    [
        (None, True, 1),
        (table("89a6489a643427932279"), True, 0),
        (table("-9a6489a643427932279"), True, 1),
        (ROUGH, True, 1),
        (ROUGH, False, 0),
    ],
)
def test_which_deals_are_wanted(tricks: TrickTable | None, *, rough: bool, wanted: int) -> None:
    deal = deal_of(3)
    one = Traveller(Board.numbered(1), (), deal, tricks)
    assert deals_without_table(event_of(one, one), rough=rough) == [deal] * wanted
    assert deals_without_table(event_of(replace(one, deal=None))) == []
    assert deals_without_table(event_of(replace(one, deal=replace(deal, north=None, south=None)))) == []


def test_par_of_boards() -> None:
    good, rough, hidden = table("89a6489a643427932279"), ROUGH, table("-9a6489a643427932279")
    deals = [deal_of(seed) for seed in range(4)]
    tables = (good, rough, hidden, None)
    boards = [Traveller(Board.numbered(n), (), deals[n - 1], tables[n - 1]) for n in range(1, 5)]
    first, second, third = board_pars(event_of(*boards, boards[0]), LAW, {})
    assert (first.source, first.reason, first.par) == ("file", "", par(good))
    assert second.par is not None
    assert "only where a contract makes" in second.reason
    assert (third.par, third.board.number) == (None, 3)
    assert "of N in NT are not known" in third.reason
    found = board_pars(event_of(*boards), LAW, {deals[2]: good, deals[3]: good})
    assert [one.source for one in found] == ["file", "file", "computed", "computed"]
    assert found[2].par == par(good, vulnerability=boards[2].board.vulnerability, dealer=Seat.SOUTH)
    assert [one.board.number for one in board_pars(only_board(event_of(*boards), 2), LAW, {})] == [2]


def test_par_of_a_table_of_the_model() -> None:
    """The deals of emkael/deal-convert, and a table with a hole."""
    for digits, points in (("63456634567a9867a986", -420), ("66666666666666666666", 0)):
        assert par(table(digits)) == par(digits)
        assert par(table(digits)).points == points
    with pytest.raises(InputError, match="the tricks of E in H are not known"):
        par(table("6345663456" + "7a-867a986"))


def _travellers(event: Event) -> list[Traveller]:
    return [one for session in event.sessions for section in session.sections for one in section.travellers]
