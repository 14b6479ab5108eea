"""The points of contracts over many deals: equal to the core's, one deal at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick as ot
from deal_tables import BOTH_MAKE, DEAL, LAWS, VULS, choices, core_points, tables
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.score.par import TABLE_ORDER

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk.simulate import (  # noqa: E402
    Estimate,
    contract_scores,
    contract_tricks,
    imps_of,
    rank_contracts,
)


class TestScores:
    @settings(max_examples=150, deadline=None)
    @given(tables, choices, st.sampled_from(VULS), st.sampled_from(LAWS), st.none() | st.integers(1, 13))
    def test_scores_are_those_of_the_core(
        self,
        rows: list[list[int]],
        contract: Contract | PassedOut,
        vulnerability: Vulnerability,
        law: str,
        doubled_from: int | None,
    ) -> None:
        found = contract_scores(rows, contract, vulnerability=vulnerability, law=law, doubled_from=doubled_from)
        assert found.tolist() == [core_points(row, contract, vulnerability, law, doubled_from or 0) for row in rows]

    def test_each_deal_has_its_own_vulnerability(self) -> None:
        found = contract_scores([DEAL] * 4, "4S E", vulnerability=["none", "NS", Vulnerability.EW, 3])
        assert found.tolist() == [-420, -420, -620, -620]

    def test_declarer_is_that_of_the_contract_else_the_one_given(self) -> None:
        row = [9, 0, 0, 0, 0, 10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0]
        assert contract_scores([row], "3NT N", declarer="S").tolist() == [400]
        assert contract_scores([row], "3NT", declarer=Seat.SOUTH).tolist() == [430]
        assert contract_scores([row], "3NT", declarer="NS").tolist() == [430]
        assert contract_scores([row], "3NT", declarer=Side.EW).tolist() == [350]
        with pytest.raises(ot.InputError, match="3NT"):
            contract_scores([row], "3NT")

    def test_each_deal_may_have_its_own_declarer(self) -> None:
        row = [9, 0, 0, 0, 0, 10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0]
        found = contract_scores([row] * 4, "3NT", declarer=["N", Seat.SOUTH, 1, "W"], vulnerability=[0, 0, 0, 2])
        assert found.tolist() == [400, 430, 400, 700]
        assert contract_tricks([row] * 4, "3NT", declarer=["N", Seat.SOUTH, 1, "W"]).tolist() == [0, 1, -8, -7]
        assert contract_scores([row] * 4, "3NT N", declarer=["E"] * 4).tolist() == [400] * 4
        with pytest.raises(ot.InputError, match="3 values for 4"):
            contract_scores([row] * 4, "3NT", declarer=["N"] * 3)
        with pytest.raises(ot.NotationError, match="deal 2"):
            contract_scores([row] * 2, "3NT", declarer=["N", "Q"])

    @given(tables, choices)
    def test_tricks_are_over_the_target(self, rows: list[list[int]], contract: Contract | PassedOut) -> None:
        found = contract_tricks(rows, contract).tolist()
        if isinstance(contract, PassedOut):
            assert found == [0] * len(rows)
        else:
            assert contract.declarer is not None
            place = TABLE_ORDER.index((contract.declarer, contract.strain))
            assert found == [row[place] - contract.level - 6 for row in rows]

    @pytest.mark.parametrize(
        ("contract", "settings"),
        [
            ("8S N", {}),
            ("4S N =", {}),
            ("4S", {"declarer": "Q"}),
            ("4S N", {"vulnerability": "sometimes"}),
            ("4S N", {"law": "2017-club"}),
            ("4S N", {"doubled_from": 0}),
            ("4S N", {"vulnerability": ["none", "both"]}),
        ],
    )
    def test_what_cannot_be_is_refused(self, contract: str, settings: dict[str, Any]) -> None:
        with pytest.raises(ot.OvertrickError):
            contract_scores(DEAL, contract, **settings)

    def test_a_code_of_laws_altered_by_hand_is_refused(self) -> None:
        from dataclasses import replace

        from overtrick.tables.laws import law

        altered: Any = replace(law("2017"), part_score=60)
        with pytest.raises(ot.ConditionsError):
            contract_scores(DEAL, "4S N", law=altered)

    @pytest.mark.parametrize("table", ["imps-1962", "imps-1948", "imps-1938", "bastille"])
    def test_imps_are_those_of_the_core(self, table: str) -> None:
        differences = np.array([*range(-4100, 4101, 10), 15, 39_990, -40_000, 7])
        found, unit = imps_of(differences, table)
        assert [Fraction(value, unit) for value in found.tolist()] == [
            Fraction(ot.imps(value, table=table)) for value in differences.tolist()
        ]
        with pytest.raises(ot.InputError):
            imps_of(np.array([40_001]), table)


class TestRanking:
    @settings(max_examples=40, deadline=None)
    @given(tables, st.sampled_from(Side), st.sampled_from([None, 1, 2]), st.data())
    def test_totals_are_those_of_the_scores(
        self, rows: list[list[int]], side: Side, doubled_from: int | None, data: st.DataObject
    ) -> None:
        vuls = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
        found = rank_contracts(rows, side=side, vulnerability=vuls, doubled_from=doubled_from)
        assert len(found) == 70
        sign = 1 if side is Side.NS else -1
        for one in found:
            points = contract_scores(rows, one.contract, vulnerability=vuls, doubled_from=doubled_from)
            assert one.points == Estimate.of(sign * points)
        totals = [one.points.total for one in found]
        assert totals == sorted(totals, reverse=True)

    def test_candidates(self) -> None:
        found = rank_contracts(BOTH_MAKE, ["4S N", "3NTX", "4S N"], side="NS")
        assert [(str(one.contract), one.contract.declarer) for one in found] == [
            ("4S", Seat.NORTH),
            ("3NTX", Seat.NORTH),
            ("3NTX", Seat.SOUTH),
        ]

    @pytest.mark.parametrize(("deals", "candidates"), [(DEAL, ["4S E"]), (DEAL, ["PASS"]), ([], None), (DEAL, ["9S"])])
    def test_what_cannot_be_is_refused(self, deals: Any, candidates: Any) -> None:
        with pytest.raises(ot.InputError):
            rank_contracts(deals, candidates)
