"""Par and best contracts of many deals at once: equal to the core's, one deal at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick as ot
from deal_tables import LAWS, VULS, core_points, some_tables, tables, text_of
from overtrick.model.contract import Contract
from overtrick.model.terms import Seat, Side, Strain, Vulnerability

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk import par_tables  # noqa: E402
from overtrick.bulk.simulate import (  # noqa: E402
    as_tables,
    best_contracts,
    par_contracts,
    par_frame,
    par_scores,
    tricks_of,
)

SPADES = Path(__file__).resolve().parents[2] / "examples" / "spade_tables.txt"


class TestPar:
    @pytest.mark.parametrize("law", LAWS[:3])
    def test_par_is_that_of_the_core(self, law: str) -> None:
        rows = some_tables(700, seed=len(law))
        chance = np.random.default_rng(5)
        vuls, dealers = chance.integers(0, 4, len(rows)), chance.integers(0, 4, len(rows))
        found = par_scores(rows, dealer=dealers, vulnerability=vuls, law=law)
        wanted = [
            ot.par(text_of(row), dealer=tuple(Seat)[dealer], vulnerability=VULS[vul], law=law).points
            for row, dealer, vul in zip(rows, dealers.tolist(), vuls.tolist(), strict=True)
        ]
        assert found.tolist() == wanted
        assert len(set(wanted)) > 40
        assert 0 in wanted

    def test_one_dealer_and_vulnerability_for_all(self) -> None:
        rows = some_tables(40, seed=9)
        for seat in Seat:
            for vul in VULS:
                found = par_scores(rows, dealer=seat, vulnerability=vul)
                assert found.tolist() == [ot.par(text_of(row), dealer=seat, vulnerability=vul).points for row in rows]

    @pytest.mark.parametrize("law", LAWS[:2])
    def test_the_contracts_of_par_are_those_of_the_core(self, law: str) -> None:
        pytest.importorskip("polars", reason="frames need polars")
        rows = some_tables(60, seed=11)
        frame = par_frame(rows, law=law)
        assert frame.columns == ["deal", "dealer", "vulnerability", "points", "contracts"]
        settings = [(seat, vul) for seat in Seat for vul in VULS]
        wanted = [
            (number, seat.value, vul.value, par.points, [str(one) for one in par.contracts])
            for number, row in enumerate(rows, 1)
            for seat, vul in settings
            for par in [ot.par(text_of(row), dealer=seat, vulnerability=vul, law=law)]
        ]
        assert frame.rows() == wanted
        assert any(not row[4] for row in wanted)

    def test_contracts_in_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = some_tables(30, seed=12)
        whole = par_contracts(rows, vulnerability="EW")
        assert len(whole) == 30
        monkeypatch.setattr(par_tables.blocks, "__defaults__", (7,))
        assert par_contracts(rows, vulnerability="EW") == whole

    def test_no_deal(self) -> None:
        assert par_contracts([]) == []
        pytest.importorskip("polars", reason="frames need polars")
        assert par_frame([]).shape == (0, 5)

    def test_many_deals_are_done_in_parts(self) -> None:
        rows = some_tables(40_000, seed=3)
        vuls = np.random.default_rng(4).integers(0, 4, len(rows))
        whole = par_scores(rows, vulnerability=vuls, dealer="E")
        cut = [
            par_scores(rows[start : start + 7001], vulnerability=vuls[start : start + 7001], dealer="E")
            for start in range(0, len(rows), 7001)
        ]
        assert whole.tolist() == np.concatenate(cut).tolist()

    @settings(max_examples=60, deadline=None)
    @given(tables, st.sampled_from(VULS), st.sampled_from(Side))
    def test_the_best_contract_of_a_side(self, rows: list[list[int]], vulnerability: Vulnerability, side: Side) -> None:
        best = best_contracts(rows, side=side, vulnerability=vulnerability)
        own = [seat for seat in (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST) if seat.side is side]
        sign = 1 if side is Side.NS else -1
        for place, row in enumerate(rows):
            every = [
                (sign * core_points(row, contract, vulnerability, "duplicate-2017"), code, seat)
                for level in range(1, 8)
                for number, strain in enumerate(Strain)
                for seat in own
                for contract, code in [(Contract(level, strain, declarer=seat), 1 + 15 * (level - 1) + 3 * number)]
            ]
            points, code, seat = max(every, key=lambda one: (one[0], -one[1], -own.index(one[2])))
            wanted = (sign * points, code, tuple(Seat).index(seat)) if points > 0 else (0, 0, 255)
            assert (best.points[place], best.contracts[place], best.declarers[place]) == wanted


@pytest.mark.skipif(not SPADES.is_file(), reason="the examples are not beside the tests")
def test_the_tables_of_the_example() -> None:
    """Solved deals: what one hand takes as declarer, its partner takes too, give or take what the lead costs."""
    found = as_tables(SPADES.read_text(encoding="utf-8"))
    assert len(found) == 2000
    ours, theirs = tricks_of(found, "N", "S").astype(int), tricks_of(found, "E", "S").astype(int)
    assert (ours + theirs <= 13).mean() > 0.99
    assert 0.3 < (ours >= 10).mean() < 0.9
    sample = found[:300]
    assert par_scores(sample).tolist() == [ot.par(text_of(row)).points for row in sample]
