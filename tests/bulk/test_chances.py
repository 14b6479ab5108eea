"""How often a contract makes, what it scores, and how often it must make."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick as ot
from deal_tables import BOTH_MAKE, DEAL, VULS, contracts, core_points, some_tables, tables, text_of
from overtrick.model.contract import Contract
from overtrick.model.terms import Side, Vulnerability
from overtrick.score.par import TABLE_ORDER

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk.simulate import (  # noqa: E402
    as_tables,
    break_even,
    compare_contracts,
    game_break_even,
    outlook,
    tricks_of,
)
from overtrick.errors import ConditionsError  # noqa: E402


class TestOutlook:
    @settings(max_examples=80, deadline=None)
    @given(tables, contracts, st.sampled_from(VULS), st.sampled_from(Side), st.data())
    def test_numbers_are_those_of_slow_reckoning(
        self, rows: list[list[int]], contract: Contract, vulnerability: Vulnerability, side: Side, data: st.DataObject
    ) -> None:
        weights = data.draw(st.lists(st.integers(1, 9), min_size=len(rows), max_size=len(rows)))
        found = outlook(rows, contract, side=side, vulnerability=vulnerability, doubled_from=2, weights=weights)
        assert contract.declarer is not None
        over = [row[TABLE_ORDER.index((contract.declarer, contract.strain))] - contract.level - 6 for row in rows]
        sign = 1 if side is Side.NS else -1
        points = [sign * core_points(row, contract, vulnerability, "duplicate-2017", 2) for row in rows]

        def mean(numbers: list[int]) -> Fraction:
            return Fraction(sum(map(int.__mul__, numbers, weights)), sum(weights))

        assert (found.side, found.makes.share) == (side, True)
        assert (found.points.mean, found.tricks.mean) == (mean(points), mean(over))
        assert found.makes.mean == mean([int(one >= 0) for one in over])

    def test_limits_of_a_chance_stay_between_nought_and_one(self) -> None:
        never = outlook([DEAL] * 20, "7S N").makes
        # nought of twenty: R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I
        assert never.interval() == pytest.approx((0, 0.1611), abs=6e-5)

    def test_some_deals_and_either_declarer(self) -> None:
        rows = some_tables(60, seed=4)
        mask = tricks_of(rows, "N", "S") >= 8
        found = outlook(rows, "4S", declarer="NS", where=mask)
        assert found.points.deals == int(mask.sum())
        best = np.maximum(tricks_of(rows, "N", "S"), tricks_of(rows, "S", "S"))[mask]
        assert found.makes.total == int((best >= 10).sum())

    @pytest.mark.parametrize(
        ("deals", "contract", "settings"),
        [([], "4S N", {}), ([DEAL], "PASS", {}), ([DEAL], "4S", {}), ([DEAL, BOTH_MAKE], "4S N", {"where": [True]})],
    )
    def test_what_cannot_be_is_refused(self, deals: Any, contract: str, settings: dict[str, Any]) -> None:
        with pytest.raises(ot.InputError):
            outlook(deals, contract, **settings)


class TestBreakEven:
    @pytest.mark.parametrize(
        ("vulnerability", "chance"),
        [("none", Fraction(5, 11)), ("both", Fraction(3, 8))],  # the classic rule: 45 % and 37½ %
    )
    def test_break_even_of_a_game(self, vulnerability: str, chance: Fraction) -> None:
        made, failed = (as_tables([text_of([10 - down] * 20)]) for down in (0, 1))
        swing = [
            compare_contracts(deals, "4S N", "3S N", vulnerability=vulnerability).imps.total for deals in (made, failed)
        ]
        assert break_even(swing[0], -swing[1]) == chance
        assert game_break_even("4S", "3S", vulnerable=vulnerability == "both") == chance

    @pytest.mark.parametrize(
        ("higher", "lower", "settings", "chance"),
        [
            ("4S", "3S", {"method": "matchpoints"}, Fraction(1, 2)),
            ("4S", "3S", {"method": "matchpoints", "vulnerable": True}, Fraction(1, 2)),
            ("4S", "3S", {"method": "points"}, Fraction(190, 440)),
            ("4S", "3S", {"method": "points", "vulnerable": True}, Fraction(240, 690)),
            ("3NT", "2NT", {"vulnerable": True}, Fraction(6, 16)),
            ("6S", "4S", {}, Fraction(1, 2)),  # 11 IMPs either way
            ("6S", "4S", {"vulnerable": True}, Fraction(1, 2)),  # 13 IMPs either way
            ("7S", "6S", {"vulnerable": True}, Fraction(17, 30)),
            ("4S", "3S", {"doubled": True}, Fraction(6, 12)),  # 140 and 100 is 6 IMPs
        ],
    )
    def test_classic_chances(self, higher: str, lower: str, settings: dict[str, Any], chance: Fraction) -> None:
        assert game_break_even(higher, lower, **settings) == chance

    @settings(max_examples=60, deadline=None)
    @given(contracts, contracts, st.booleans(), st.sampled_from(["points", "imps", "matchpoints"]), st.booleans())
    def test_at_that_chance_both_are_as_good(
        self, higher: Contract, lower: Contract, vulnerable: bool, method: str, doubled: bool
    ) -> None:
        lower = Contract(lower.level, higher.strain, lower.doubling)
        try:
            chance = game_break_even(higher, lower, method=method, vulnerable=vulnerable, doubled=doubled)
        except ot.ConditionsError:
            return
        rows = [[tricks] * 20 for tricks in (higher.level + 6, higher.level + 5)]
        found = compare_contracts(
            rows,
            Contract(higher.level, higher.strain, higher.doubling),
            lower,
            declarer="N",
            vulnerability="both" if vulnerable else "none",
            doubled_from=1 if doubled else None,
            weights=[chance, 1 - chance],
        )
        value = found.matchpoints.mean - Fraction(1, 2) if method == "matchpoints" else getattr(found, method).mean
        assert value == 0

    @pytest.mark.parametrize(("gain", "loss"), [(0, 1), (1, 0), (-1, 1)])
    def test_break_even_lies_between_a_gain_and_a_loss(self, gain: int, loss: int) -> None:
        with pytest.raises(ot.ConditionsError):
            break_even(gain, loss)

    @pytest.mark.parametrize(
        ("higher", "lower", "settings"),
        [
            ("4S", "3H", {}),
            ("3S", "4S", {}),
            ("3S", "2S", {}),
            ("4S", "PASS", {}),
            ("4S", "3S", {"method": "luck"}),
            ("4S", "3S", {"imp_table": "imps-1900"}),
        ],
    )
    def test_what_cannot_be_is_refused(self, higher: str, lower: str, settings: dict[str, Any]) -> None:
        with pytest.raises(ot.ConditionsError):
            game_break_even(higher, lower, **settings)


@pytest.mark.parametrize("name", ["vulnerable", "doubled"])
def test_words_are_neither_true_nor_false(name: str) -> None:
    with pytest.raises(ConditionsError, match=f"{name} is true or false, not 'none'"):
        game_break_even("4S", "3S", **{name: "none"})  # type: ignore[arg-type]
