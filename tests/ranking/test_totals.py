"""From sessions to a contestant's result."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions
from overtrick.model.event import Penalty
from overtrick.ranking.totals import Sitting, add_up, tally


def sitting(boards: int, percent: str, top: int = 10) -> Sitting:
    available = Fraction(boards * top)
    return Sitting(boards, Fraction(percent) * available / 100, available, Fraction(top))


def largest(*sessions: list[Sitting]) -> list[Sitting]:
    return [
        Sitting(max(s.boards for s in group), Fraction(0), max(s.available for s in group), Fraction(0))
        for group in zip(*sessions, strict=True)
    ]


def test_weighting_by_boards() -> None:
    """Winners of neither session win overall (De Wael, calcul27)."""
    first = [sitting(28, "53.57"), sitting(24, "60")]
    second = [sitting(24, "53.27"), sitting(28, "59.64")]
    full = largest(first, second)
    by_boards = [add_up(own, Conditions(), full=full).percent for own in (first, second)]
    assert [round(float(percent or 0), 2) for percent in by_boards] == [56.54, 56.7]
    equal = [add_up(own, Conditions(session_weights="equal"), full=full).percent for own in (first, second)]
    assert equal == [Fraction("56.785"), Fraction("56.455")]


def test_sessions_of_different_tops_count_by_their_boards() -> None:
    own = [sitting(10, "60", top=10), sitting(10, "40", top=30)]
    total = add_up(own, Conditions(), full=own, penalties=((1, Penalty("1", Fraction(1, 2), "tops")),))
    assert (total.total, total.percent) == (Fraction(165), Fraction(50) - Fraction(5, 2))


def test_factor_to_full() -> None:
    own, full = [Sitting(24, Fraction(150), Fraction(240), Fraction(10))], [sitting(28, "0")]
    total = add_up(own, Conditions(unequal_boards="factor"), full=full)
    assert (total.total, total.available, total.percent) == (Fraction(175), Fraction(280), Fraction(125, 2))


def test_totals_as_they_are() -> None:
    """Who played more may pass who did better, if the conditions say so."""
    few, many = [sitting(20, "60")], [sitting(28, "50")]
    full = largest(few, many)
    keys = {
        kind: [add_up(own, Conditions(unequal_boards=kind), full=full).key for own in (few, many)]
        for kind in ("percentage", "none")
    }
    assert keys["percentage"][0] > keys["percentage"][1]
    assert keys["none"][0] < keys["none"][1]


def test_imps_a_board() -> None:
    few, many = Sitting(10, Fraction(20), Fraction(0), Fraction(0)), Sitting(20, Fraction(30), Fraction(0), Fraction(0))
    keys = {
        kind: [add_up([own], Conditions(unequal_boards=kind), full=[many]).key for own in (few, many)]
        for kind in ("percentage", "factor", "none")
    }
    assert keys == {"percentage": [2, Fraction(3, 2)], "factor": [40, 30], "none": [20, 30]}


@pytest.mark.parametrize(
    ("unit", "amount", "wanted"),
    [("matchpoints", "3", 3), ("tops", "1/4", Fraction(5, 2)), ("percent", "5", 14), ("matchpoints", "-2", -2)],
)
def test_penalties_come_off_the_offender(unit: str, amount: str, wanted: Fraction) -> None:
    own = [sitting(28, "50")]
    penalty = Penalty("1", Fraction(amount), unit)
    total = add_up(own, Conditions(), full=own, penalties=((0, penalty),))
    assert (total.total, total.adjustment) == (140 - wanted, -wanted)
    assert total.percent == 50 - 100 * Fraction(wanted) / 280


def test_a_penalty_in_no_known_unit() -> None:
    with pytest.raises(ConditionsError, match="matchpoints, imps"):
        add_up(
            [sitting(8, "50")],
            Conditions(),
            full=[sitting(8, "50")],
            penalties=((0, Penalty("1", Fraction(1), "euro")),),
        )


@pytest.mark.parametrize(
    ("rounding", "wanted"), [("exact", Fraction(1001, 300)), ("0.01", Fraction(334, 100)), ("integer", Fraction(3))]
)
def test_rounding_of_the_total(rounding: str, wanted: Fraction) -> None:
    own = [Sitting(1, Fraction(1001, 300), Fraction(10), Fraction(10))]
    assert add_up(own, Conditions(total_rounding=rounding), full=own).total == wanted


def test_ranking_on_printed_percentages_makes_ties() -> None:
    one, other = ([Sitting(1, Fraction(value), Fraction(10), Fraction(10))] for value in ("5.00001", "5.00002"))
    for rounding, tied in (("exact", False), ("0.01", True)):
        conditions = Conditions(percent_rounding=rounding)
        keys = [add_up(own, conditions, full=one).key for own in (one, other)]
        assert (keys[0] == keys[1]) is tied


def test_handicap_and_carry_over_move_the_place() -> None:
    own = [sitting(20, "50")]
    total = add_up(own, Conditions(), full=own, handicap=Fraction(5), carry_over=Fraction(10))
    assert (total.percent, total.total, total.key) == (Fraction(55), Fraction(110), Fraction(60))


@given(st.lists(st.fractions(max_denominator=60), max_size=20))
def test_tally(values: list[Fraction]) -> None:
    assert tally(values) == sum(values, Fraction(0)) == tally(reversed(values))


@given(st.sampled_from(("percentage", "factor", "none")), st.sampled_from(("boards", "equal")))
def test_nobody_played(unequal: str, weights: str) -> None:
    none = [Sitting(0, Fraction(0), Fraction(0), Fraction(0))] * 2
    total = add_up(none, Conditions(unequal_boards=unequal, session_weights=weights), full=none)
    assert total.percent is None
    assert (total.boards, total.total, total.key) == (0, Fraction(0), Fraction(0))


def test_each_session_is_rounded_once() -> None:
    own = [Sitting(1, Fraction("0.4"), Fraction(2), Fraction(2)), Sitting(1, Fraction("0.4"), Fraction(2), Fraction(2))]
    total = add_up(own, Conditions(total_rounding="integer"), full=own)
    assert (total.total, total.percent) == (Fraction(0), Fraction(0))


def test_a_penalty_in_a_session_that_was_not_played() -> None:
    own = [sitting(10, "50"), Sitting(0, Fraction(0), Fraction(0), Fraction(0))]
    full = [sitting(10, "0"), sitting(10, "0")]
    tops = add_up(own, Conditions(), full=full, penalties=((1, Penalty("1", Fraction(1), "tops")),))
    share = add_up(own, Conditions(), full=full, penalties=((1, Penalty("1", Fraction(10), "percent")),))
    assert (tops.adjustment, tops.total) == (Fraction(-10), Fraction(40))
    assert (share.adjustment, share.percent) == (Fraction(-10), Fraction(40))


def test_factored_sessions_count_by_the_full_boards() -> None:
    own = [sitting(5, "60", top=10), sitting(10, "40", top=30)]
    full = [sitting(10, "0", top=10), sitting(10, "0", top=30)]
    assert add_up(own, Conditions(unequal_boards="factor"), full=full).percent == 50
