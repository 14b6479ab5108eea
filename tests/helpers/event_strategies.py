"""Events of every kind that the model allows, for the tests of formats."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import strategies as st

from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import RANKS, SUITS, Deal, Hand, TrickTable
from overtrick.model.event import Contestant, Event, Line, Match, Penalty, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Unit,
    Weighted,
)
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability

names = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12).map(str.strip).filter(bool)
numbers = st.fractions(min_value=-200, max_value=200, max_denominator=60)
extras = st.lists(st.tuples(names, st.just("") | names), max_size=2).map(tuple)
shares = st.fractions(min_value=0, max_value=100, max_denominator=8)
contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), st.sampled_from(Seat)
)
real = st.one_of(
    st.builds(Played, contracts, st.integers(0, 13)),
    st.just(PassedOut()),
    st.integers(-80, 80).map(lambda tens: BareScore(10 * tens)),
)


@st.composite
def weighted(draw: st.DrawFn) -> Weighted:
    share = draw(st.integers(1, 99))
    return Weighted(((Fraction(share, 100), draw(real)), (Fraction(100 - share, 100), draw(real))))


outcomes: st.SearchStrategy[Outcome] = st.one_of(
    real,
    st.sampled_from([NotPlayed(), Missing(), SitOut()]),
    st.sampled_from(Average).map(Awarded),
    shares.map(Awarded),
    st.builds(Awarded, numbers, st.sampled_from([Unit.MATCHPOINTS, Unit.IMPS])),
    weighted(),
)
stated = st.builds(
    Stated, st.none() | numbers, st.none() | numbers, st.sampled_from(["matchpoints", "imps", "percent", "vps"]),
    st.none() | st.integers(-760, 760).map(lambda tens: 10 * tens),
)  # fmt: skip


def deal_of(seed: int) -> Deal:
    """A deal from a seed."""
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    random.Random(seed).shuffle(cards)
    hands = [cards[13 * seat : 13 * seat + 13] for seat in range(4)]
    return Deal(*(Hand.of(*("".join(card[1] for card in hand if card[0] == suit) for suit in SUITS)) for hand in hands))


deals = st.integers(0, 10**9).map(deal_of)
tables = st.lists(st.none() | st.integers(0, 13), min_size=20, max_size=20).map(lambda many: TrickTable(tuple(many)))
calls = st.builds(Call, st.sampled_from(["P", "1C", "1N", "X", "XX", "7N"]), st.none() | names)
cards = st.builds(lambda suit, rank: suit + rank, st.sampled_from(SUITS), st.sampled_from(RANKS))
records = st.builds(
    TableRecord,
    st.lists(calls, max_size=6).map(tuple),
    st.lists(cards, max_size=8).map(tuple),
    st.none() | st.integers(0, 13),
    st.just("") | names,
)


@st.composite
def lines(draw: st.DrawFn, ns: str, ew: str) -> Line:
    outcome = draw(outcomes)
    return Line(
        ns,
        ew,
        outcome,
        outcome if draw(st.integers(0, 3)) else draw(outcomes),
        round=draw(st.sampled_from(["", "1", "2"])),
        table=draw(st.sampled_from(["", "1", "12"])),
        lead=draw(st.just("") | cards),
        version=draw(st.sampled_from(["", "a"])),
        remark=draw(st.just("") | names),
        stated=draw(st.none() | stated),
        record=draw(st.none() | records.filter(lambda record: record != TableRecord())),
    )


@st.composite
def travellers(draw: st.DrawFn, number: int) -> Traveller:
    board = Board.numbered(number)
    if not draw(st.integers(0, 3)):
        board = Board(number, draw(st.sampled_from(Seat)), draw(st.sampled_from(Vulnerability)))
    count = draw(st.integers(0, 4))
    played = tuple(draw(lines(str(2 * index + 1), str(2 * index + 2))) for index in range(count))
    return Traveller(board, played, draw(st.none() | deals), draw(st.none() | tables), draw(st.none() | numbers))


@st.composite
def sections(draw: st.DrawFn, key: str) -> Section:
    boards = draw(st.lists(st.integers(1, 40), max_size=3, unique=True))
    people = draw(st.lists(st.integers(1, 9), max_size=4, unique=True))
    amounts = draw(st.lists(numbers, max_size=2))
    return Section(
        key,
        tuple(
            Contestant(
                str(one),
                None,
                tuple(draw(st.lists(st.builds(Player, names, st.just("") | names, extras), max_size=3))),
                handicap=draw(st.just(Fraction(0)) | numbers),
                carry_over=draw(st.just(Fraction(0)) | numbers),
                stated_total=draw(st.none() | numbers),
                stated_percent=draw(st.none() | shares),
                stated_place=draw(st.sampled_from(["", "1", "2="])),
                name=draw(st.just("") | names),
                extra=draw(extras),
            )
            for one in people
        ),
        tuple(draw(travellers(number)) for number in boards),
        tuple(
            Penalty("1", amount, draw(st.sampled_from(["matchpoints", "vps"])), Side.NS, "late") for amount in amounts
        ),
        tuple(
            Match(str(one), str(one + 10), "1", (1, 2), (draw(stated),))
            for one in draw(st.lists(st.integers(1, 9), max_size=1))
        ),
    )


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Any event of one winner: what every format meets, and much that only our own file holds."""
    sessions = tuple(
        Session(str(at + 1), tuple(draw(sections(key)) for key in draw(st.sampled_from([("",), ("A",), ("A", "B")]))))
        for at in range(draw(st.integers(1, 2)))
    )
    return Event(
        name=draw(st.just("") | names),
        sessions=sessions,
        date=draw(st.sampled_from(["", "2026-11-30"])),
        club=draw(st.just("") | names),
        method=draw(st.sampled_from([None, "matchpoints", "cross-imps", "butler"])),
        winners=1,
        program=draw(st.just("") | names),
        settings=draw(st.sampled_from([(), (("sections", "across"),)])),
        extra=draw(extras),
    )
