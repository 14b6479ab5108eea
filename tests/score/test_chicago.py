"""Chicago: worked wheels, every variant, and what is refused."""

from __future__ import annotations

import pytest

from overtrick.errors import ConditionsError, RecordError
from overtrick.score.chicago import chicago, wheel_deal
from overtrick.score.home.settings import ChicagoRules

WHEEL = ["3S N +1", "3NT E =", "2HX W =", "6S N = hon N 100"]
"""The worked round of rpbridge.net: 1,650 to 1,070."""


def test_worked_wheel() -> None:
    done = chicago("rubber-1993", WHEEL)
    assert done.deal_totals == ((120, 0), (0, 600), (0, 470), (1530, 0))
    assert done.totals == (1650, 1070)
    assert done.finished


# settings, deals, points of each deal to We less those to They; sources: ACBL Chicago, party scoring pages
@pytest.mark.parametrize(
    ("settings", "deals", "scores"),
    [
        ({}, ["2H S =", "pass", "1NT N ="], [60, 0, 340]),
        ({}, ["2H S =", "3NT S =", "2D S ="], [60, 400, 40]),
        ({}, ["2H We =", "3NT They =", "2D We ="], [60, -600, 40]),
        ({}, ["pass", "pass", "pass", "2S We ="], [0, 0, 0, 60]),
        ({"pass-out": "counts"}, ["pass", "pass", "pass", "2S We ="], [0, 0, 0, 160]),
        ({"pass-out": "counts", "last-part": "50"}, ["pass", "pass", "pass", "2S We ="], [0, 0, 0, 110]),
        ({"part-scores": "party"}, ["2S We =", "2S We =", "1NT They =", "2S We ="], [110, 110, -90, 110]),
        ({"part-scores": "party", "last-part": "100"}, ["1NT N ="] * 4, [90, 90, 90, 140]),
        ({"vulnerable": "opponents"}, ["1C N -1"] * 4, [-50, -100, -50, -100]),
        ({"vulnerable": "dealer"}, ["1C N -1"] * 4, [-50, -50, -100, -100]),
        ({"first-dealer": "e"}, ["1C N -1"] * 4, [-50, -100, -50, -100]),
        ({"overtricks": "ignored"}, ["1C N +3"], [20]),
        ({"honours": "no"}, ["4S N = hon N 100"], [420]),
        ({"wheels": "any"}, [*["pass"], *["2S We ="] * 5], [0, 60, 360, 60, 560, 60]),
        ({"wheels": "2"}, ["1C N ="] * 5, [20, 20, 20, 120, 20]),
        ({"length": "5"}, ["1C N ="] * 5, [20, 20, 20, 20, 520]),
        ({"length": "5"}, ["1C N ="] * 4 + ["1C E ="], [20, 20, 20, 20, -120]),
    ],
)
def test_variants(settings: dict[str, str], deals: list[str], scores: list[int]) -> None:
    assert [total.difference for total in chicago("1993", deals, settings=settings).deal_totals] == scores


def test_dealt_again_at_the_same_vulnerability() -> None:
    done = chicago("1993", ["2H S =", "pass", "1NT N ="], settings={"pass-out": "goulash"})
    assert [deal.number for deal in done.sheet.deals] == [1, 2, 2]
    assert [deal.goulash for deal in done.sheet.deals] == [False, False, True]
    assert done.deals_left == 2
    assert chicago("1993", ["pass"], settings={"pass-out": "goulash"}).goulash


def test_wheels_begin_afresh() -> None:
    done = chicago("1993", ["2S We =", "1C N -1", "1C N -1", "1C N -1", "2S We ="], settings={"wheels": "any"})
    assert done.deal_totals[-1] == (60, 0)
    assert [deal.wheel for deal in done.sheet.deals] == [1, 1, 1, 1, 2]
    assert done.wheel_totals == ((60, 250), (60, 0))
    assert (done.wheel, done.number) == (2, 2)


@pytest.mark.parametrize("settings", [{}, {"wheels": "1"}])
def test_fifth_deal_refused(settings: dict[str, str]) -> None:
    with pytest.raises(RecordError, match="the wheel has 4 deals"):
        chicago("1993", [*WHEEL, "1NT N ="], settings=settings)


def test_refused() -> None:
    with pytest.raises(ConditionsError):
        chicago("1993", [], settings={"wheels": "0"})
    with pytest.raises(ConditionsError):
        chicago("1993", [], settings={"length": "6"})
    with pytest.raises(RecordError, match="completed no game"):
        chicago("1993", ["2S We = game We"])


def test_order_of_the_wheel() -> None:
    plain = [(seat.value, vulnerable.value) for seat, vulnerable in map(wheel_deal, range(1, 6))]
    assert plain == [("N", "none"), ("E", "EW"), ("S", "NS"), ("W", "both"), ("N", "both")]
    other = ChicagoRules(vulnerable="opponents")
    assert [wheel_deal(number, other)[1].value for number in (2, 3)] == ["NS", "EW"]
