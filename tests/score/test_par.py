"""Double-dummy par: published par scores, an independent search, and the solver in endplay."""

from __future__ import annotations

import importlib.util
import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import InputError
from overtrick.model.terms import Seat, Side, Strain, Vulnerability
from overtrick.score.deal import deal_score
from overtrick.score.par import par, read_tricks

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "examples.json"


@pytest.mark.parametrize(
    ("table", "vulnerability", "dealer", "points", "contracts"),
    [  # emkael/deal-convert and BridgeComposer
        ("63456634567a9867a986", "None", "N", -420, "4S E =, 4S W ="),
        ("5a5cc5a5cc0280002800", "NS", "E", 800, None),
        ("71a4371a435b28a5b28a", "NS", "N", -450, None),
        ("b98b9b98b92352323523", "EW", "E", 460, None),
        ("594a5594a58493684937", "None", "W", 100, None),
        ("8a8468a8464359643596", "None", "S", 300, None),
        ("66666666666666666666", "All", "N", 0, ""),
    ],
)
def test_published_pars(table: str, vulnerability: str, dealer: str, points: int, contracts: str | None) -> None:
    found = par(table, vulnerability=vulnerability, dealer=Seat(dealer))
    assert found.points == points
    if contracts is not None:
        assert ", ".join(map(str, found.contracts)) == contracts


def test_the_dealer_matters_where_both_make_the_same() -> None:
    table = "75555755557555575555"  # everybody makes one no-trump and nothing else
    assert par(table, dealer=Seat.SOUTH).points == 90
    assert par(table, dealer=Seat.WEST).points == -90


@pytest.mark.parametrize("table", ["", "123", "g" * 20, "e" * 20, "7" * 21, "٣" * 20])
def test_what_is_no_table_is_refused(table: str) -> None:
    with pytest.raises(InputError):
        read_tricks(table)


@pytest.mark.skipif(not SHARED.is_file(), reason="the shared cases are not beside the repository")
def test_shared_par_cases() -> None:
    cases = [case for case in json.loads(SHARED.read_text(encoding="utf-8")) if case["rule"] == "par"]
    assert cases
    for case in cases:
        asked = case["input"]
        found = par(asked["dd"], vulnerability=asked["vul"], dealer=Seat(asked["dealer"]))
        assert found.points == case["expected"], case["id"]


TABLES = st.lists(st.integers(0, 13), min_size=20, max_size=20).map(lambda tricks: "".join(f"{n:x}" for n in tricks))


@settings(deadline=None, max_examples=60)
@given(TABLES, st.sampled_from(Vulnerability), st.sampled_from(Seat))
def test_every_par_contract_scores_par(table: str, vulnerability: Vulnerability, dealer: Seat) -> None:
    found = par(table, vulnerability=vulnerability, dealer=dealer)
    tricks = read_tricks(table)
    assert bool(found.contracts) == (found.points != 0)
    for result in found.contracts:
        assert result.contract.declarer is not None
        assert tricks[result.contract.declarer, result.contract.strain] == result.tricks
        assert deal_score(result, vulnerability=vulnerability).ns == found.points


@settings(deadline=None, max_examples=60)
@given(TABLES, st.sampled_from(Seat))
def test_turning_the_table_turns_the_sign(table: str, dealer: Seat) -> None:
    turned = table[10:] + table[:10]
    assert par(table, dealer=dealer).points == -par(turned, dealer=dealer.next).points


@settings(deadline=None, max_examples=25)
@given(TABLES, st.sampled_from(Vulnerability), st.sampled_from(Seat))
def test_par_is_what_a_plain_search_of_the_auction_finds(
    table: str, vulnerability: Vulnerability, dealer: Seat
) -> None:
    tricks = read_tricks(table)
    calls = list(product(range(1, 8), Strain))
    seats = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
    better = {Side.NS: max, Side.EW: min}
    known: dict[tuple[int, Side], int] = {}

    def stand(place: int, side: Side) -> int:
        level, strain = calls[place]
        scores = []
        for seat in seats[side]:
            over = tricks[seat, strain] - level - 6
            text = f"{level}{strain.value}{'X' if over < 0 else ''} {seat.value} {f'{over:+d}' if over else '='}"
            scores.append(deal_score(text, vulnerability=vulnerability).ns)
        return int(better[side](score for score in scores if score is not None))

    def value(place: int, side: Side) -> int:
        if (place, side) not in known:
            rival = side.opponents
            options = [stand(place, side), *(value(higher, rival) for higher in range(place + 1, 35))]
            known[place, side] = better[rival](options)
        return known[place, side]

    own, other = dealer.side, dealer.side.opponents
    passed = better[other]([0, *(value(place, other) for place in range(35))])
    expected = better[own]([passed, *(value(place, own) for place in range(35))])
    assert par(table, vulnerability=vulnerability, dealer=dealer).points == expected


@pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="endplay is not installed")
def test_pars_of_real_deals_agree_with_endplay() -> None:
    import random

    from endplay.dds import calc_dd_table
    from endplay.dds import par as their_par
    from endplay.types import Deal, Denom, Player, Vul

    ranks = "AKQJT98765432"
    denoms = dict(
        zip(["N", "S", "H", "D", "C"], (Denom.nt, Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs), strict=True)
    )
    players = (Player.north, Player.south, Player.east, Player.west)
    vuls = dict(zip(Vulnerability, (Vul.none, Vul.ns, Vul.ew, Vul.both), strict=True))
    dealers = dict(zip(Seat, (Player.north, Player.east, Player.south, Player.west), strict=True))
    source = random.Random(1981)
    for _deal in range(6):
        cards = [(suit, rank) for suit in range(4) for rank in ranks]
        source.shuffle(cards)
        hands = [
            ".".join("".join(r for r in ranks if (suit, r) in cards[n * 13 : n * 13 + 13]) for suit in range(4))
            for n in range(4)
        ]
        table = calc_dd_table(Deal("N:" + " ".join(hands)))
        text = "".join(f"{table[denom, player]:x}" for player in players for denom in denoms.values())
        for vulnerability, dealer in product(Vulnerability, Seat):
            theirs = their_par(table, vuls[vulnerability], dealers[dealer])
            assert par(text, vulnerability=vulnerability, dealer=dealer).points == theirs.score, (text, vulnerability)
