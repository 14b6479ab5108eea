"""Contracts compared over double-dummy tables: every number against slow reckoning in Fractions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick as ot
from deal_tables import BOTH_MAKE, DEAL, LAWS, VULS, choices, core_points, measured, slow_estimate, some_tables, tables
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Seat, Side, Strain, Vulnerability

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk import contract_points, simulate  # noqa: E402
from overtrick.bulk.simulate import (  # noqa: E402
    Estimate,
    by_vulnerability,
    compare_contracts,
    compare_many,
    contract_scores,
    par_scores,
    tricks_of,
)


class TestComparison:
    @settings(max_examples=150, deadline=None)
    @given(
        tables,
        choices,
        choices,
        st.lists(st.tuples(choices, st.fractions(Fraction(1, 9), 5, max_denominator=9)), max_size=3),
        st.sampled_from(VULS),
        st.sampled_from(Side),
        st.sampled_from(["imps-1962", "imps-1948", "bastille"]),
        st.sampled_from([None, 1, 3]),
    )
    def test_every_number_is_that_of_slow_reckoning(
        self,
        rows: list[list[int]],
        first: Contract | PassedOut,
        second: Contract | PassedOut,
        field: list[tuple[Contract | PassedOut, Fraction]],
        vulnerability: Vulnerability,
        side: Side,
        imp_table: str,
        doubled_from: int | None,
    ) -> None:
        found = compare_contracts(
            rows,
            first,
            second,
            side=side,
            vulnerability=vulnerability,
            doubled_from=doubled_from,
            field=field,
            imp_table=imp_table,
        )
        sign = 1 if side is Side.NS else -1

        def points(row: list[int], contract: Contract | PassedOut) -> int:
            return sign * core_points(row, contract, vulnerability, "duplicate-2017", doubled_from or 0)

        def imps(difference: int) -> Fraction:
            return Fraction(ot.imps(difference, table=imp_table))

        def share(difference: int) -> Fraction:
            return Fraction((difference > 0) - (difference < 0) + 1, 2)

        mine, yours = ([points(row, one) for row in rows] for one in (first, second))
        swings = [one - two for one, two in zip(mine, yours, strict=True)]
        assert measured(found.points) == slow_estimate([Fraction(swing) for swing in swings])
        assert measured(found.imps) == slow_estimate([imps(swing) for swing in swings])
        assert measured(found.matchpoints) == slow_estimate([share(swing) for swing in swings])
        assert measured(found.wins) == slow_estimate([Fraction(swing > 0) for swing in swings])
        assert measured(found.ties) == slow_estimate([Fraction(swing == 0) for swing in swings])
        assert measured(found.losses) == slow_estimate([Fraction(swing < 0) for swing in swings])
        assert (found.field is None) is (not field)
        if found.field is None:
            return
        total = sum((weight for _one, weight in field), Fraction(0))
        for name, worth in (("matchpoints", share), ("imps", imps)):
            against = [
                [
                    sum(w * worth(own - points(row, one)) for one, w in field) / total
                    for row, own in zip(rows, col, strict=True)
                ]
                for col in (mine, yours)
            ]
            assert measured(getattr(found.field, f"first_{name}")) == slow_estimate(against[0])
            assert measured(getattr(found.field, f"second_{name}")) == slow_estimate(against[1])
            apart = [one - two for one, two in zip(*against, strict=True)]
            assert measured(getattr(found.field, name)) == slow_estimate(apart)

    def test_parts_make_no_difference(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = some_tables(100, seed=2)
        field = [("3NT N", 2), ("4S N", 1)]
        whole = compare_contracts(rows, "4S N", "3S N", field=field, where=tricks_of(rows, "N", "S") > 3)
        monkeypatch.setattr(simulate, "BLOCK", 7)
        monkeypatch.setattr(contract_points, "BLOCK", 7)
        assert compare_contracts(rows, "4S N", "3S N", field=field, where=tricks_of(rows, "N", "S") > 3) == whole
        monkeypatch.undo()
        assert contract_scores(rows, "4S N").tolist() == [
            core_points(row.tolist(), Contract(4, Strain.SPADES, declarer=Seat.NORTH), VULS[0], LAWS[0]) for row in rows
        ]

    def test_where_picks_deals_with_their_own_vulnerability(self) -> None:
        rows = some_tables(60, seed=6)
        vuls = np.arange(60) % 4
        mask = tricks_of(rows, "N", "S") >= 8
        assert 0 < mask.sum() < 60
        wanted = compare_contracts(rows[mask], "4S N", "2S N", vulnerability=vuls[mask])
        assert compare_contracts(rows, "4S N", "2S N", vulnerability=vuls, where=mask) == wanted
        as_function = compare_contracts(
            rows, "4S N", "2S N", vulnerability=vuls, where=lambda found: tricks_of(found, "N", "S") >= 8
        )
        assert as_function == wanted

    def test_a_column_of_points_may_stand_for_a_contract(self) -> None:
        rows = some_tables(60, seed=8)
        mask = tricks_of(rows, "N", "S") >= 6
        column = contract_scores(rows, "4S N")
        assert compare_contracts(rows, column, "3S N", where=mask) == compare_contracts(
            rows, "4S N", "3S N", where=mask
        )
        par = compare_contracts(rows, par_scores(rows), "3S N", field=[(column, 1)])
        assert par.points.total == int((par_scores(rows) - contract_scores(rows, "3S N")).sum())

    def test_the_other_side_sees_the_opposite(self) -> None:
        rows = some_tables(50, seed=1)
        ours, theirs = (compare_contracts(rows, "4S E", "3NT W", side=side) for side in ("NS", "EW"))
        assert (ours.points.total, ours.imps.total) == (-theirs.points.total, -theirs.imps.total)
        assert (ours.wins, ours.ties, ours.losses) == (theirs.losses, theirs.ties, theirs.wins)
        assert ours.matchpoints.mean + theirs.matchpoints.mean == 1

    @pytest.mark.parametrize("weight", [0.5, "0.5", "1/2", Decimal("0.5"), Fraction(1, 2)])
    def test_weights_in_any_form(self, weight: Any) -> None:
        rows = some_tables(20, seed=1)
        found = compare_contracts(rows, "4S N", "3S N", field=[("4S N", weight), ("2S N", 1)])
        assert found == compare_contracts(rows, "4S N", "3S N", field=[("4S N", 1), ("2S N", 2)])

    @pytest.mark.parametrize(
        "settings",
        [
            {"field": [("4S N", 0)]},
            {"field": [("4S N", -1)]},
            {"field": [("4S N", "half")]},
            {"field": [("4S N", "1/0")]},
            {"field": [("4S N", float("nan"))]},
            {"field": [("4S N", float("inf"))]},
            {"field": [("4S N", 10**12)]},
            {"field": [("4S", 1)]},
            {"where": [True]},
            {"where": [1, 0]},
            {"where": [True, None]},
            {"where": np.array([[True, False]])},
            {"weights": [1]},
            {"weights": [1, -1]},
            {"weights": [0, 0]},
            {"declarer": ["N"], "second": "3S"},
            {"where": [False, False]},
            {"where": lambda _tables: True},
            {"imp_table": "imps-1900"},
            {"second": np.array([1])},
            {"second": np.array([1.5, 2.5])},
            {"second": [100, float("nan")]},
            {"second": [100, None]},
            {"second": [100, 10**30]},
            {"second": np.array([1, 20_001])},
            {"doubled_from": -1},
        ],
    )
    def test_what_cannot_be_is_refused(self, settings: dict[str, Any]) -> None:
        with pytest.raises(ot.OvertrickError):
            compare_contracts([DEAL, BOTH_MAKE], "4S N", **({"second": "3S N"} | settings))

    @pytest.mark.parametrize(
        ("settings", "said"),
        [
            ({"second": [100, float("nan")]}, "deal 2: nan"),
            ({"second": np.array([0, 30_000])}, "deal 2: .*30000"),
            ({"second": [100]}, "1 values for 2 deals"),
            ({"where": [True]}, "1 values for 2 deals"),
            ({"where": [True, None]}, "deal 2: .*None"),
            ({"weights": [1, float("nan")]}, "deal 2: nan"),
            ({"weights": [1, 2, 3]}, "3 weights for 2 deals"),
            ({"weights": [0, 0]}, "no deal is left"),
            ({"tables": []}, "there is no deal"),
        ],
    )
    def test_the_first_deal_that_is_wrong_is_named(self, settings: dict[str, Any], said: str) -> None:
        with pytest.raises(ot.InputError, match=said):
            compare_contracts(**({"tables": [DEAL, BOTH_MAKE], "first": "4S N", "second": "3S N"} | settings))

    def test_points_in_any_column(self) -> None:
        rows = some_tables(30, seed=8)
        column = contract_scores(rows, "4S N")
        wanted = compare_contracts(rows, "4S N", "3S N")
        for form in (column.tolist(), column.astype(float), column.astype(object)):
            assert compare_contracts(rows, form, "3S N") == wanted

    def test_each_deal_may_have_its_own_declarer(self) -> None:
        rows = some_tables(30, seed=8)
        seats = np.arange(30) % 2 * 2
        found = compare_contracts(rows, "4S", "3S", declarer=seats, doubled_from=1)
        mine, yours = (contract_scores(rows, one, declarer=seats, doubled_from=1) for one in ("4S", "3S"))
        assert found == compare_contracts(rows, mine, yours)

    def test_weights_are_as_if_deals_came_more_often(self) -> None:
        rows = some_tables(40, seed=8)
        counts = np.arange(40) % 4
        field = [("3NT N", 2), ("4S N", 1)]
        found = compare_contracts(rows, "4S N", "3S N", weights=counts, field=field)
        often = compare_contracts(np.repeat(rows, counts, axis=0), "4S N", "3S N", field=field)
        assert found.deals == 30
        for name, estimate in found.estimates().items():
            assert estimate.mean == often.estimates()[name].mean
            # as many deals tell less than more of them would
            assert estimate.deals < often.deals

    def test_weights_in_parts_and_on_some_deals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = some_tables(60, seed=6)
        weights = [Fraction(number % 5, 3) for number in range(60)]
        mask = tricks_of(rows, "N", "S") >= 8
        whole = compare_contracts(rows, "4S N", "3S N", weights=weights, where=mask)
        kept = [weight for weight, counts in zip(weights, mask, strict=True) if counts]
        assert compare_contracts(rows[mask], "4S N", "3S N", weights=kept) == whole
        monkeypatch.setattr(simulate, "BLOCK", 7)
        assert compare_contracts(rows, "4S N", "3S N", weights=weights, where=mask) == whole

    def test_all_vulnerabilities_at_once(self) -> None:
        rows = some_tables(20, seed=1)
        found = by_vulnerability(compare_contracts, rows, "4S N", "3S N", doubled_from=1)
        assert list(found) == ["none", "NS", "EW", "both"]
        for name, one in found.items():
            assert one == compare_contracts(rows, "4S N", "3S N", doubled_from=1, vulnerability=name)

    def test_why_there_are_no_limits_is_told(self) -> None:
        alike = str(compare_contracts([DEAL] * 3, "4S E", "3S E")).splitlines()
        assert alike[0].endswith("no limits: all 3 deals alike")
        # a share that is 1 or 0 on every deal has limits all the same
        assert alike[-1].split() == ["losses", "+1.000", "+0.439", "..", "+1.000"]
        assert "fewer than two" in str(compare_contracts(DEAL, "4S E", "3S E"))

    def test_tables_and_texts(self) -> None:
        found = compare_contracts(some_tables(50, seed=1), "4S N", "3S N", field=[("3S N", 1)])
        rows = found.table(resamples=100)
        assert [row["name"] for row in rows] == list(found.estimates())
        assert rows[0]["mean"] == float(found.points.mean)
        assert rows[1]["interval"] == found.imps.interval()
        assert rows[1]["bootstrap"] == found.imps.bootstrap(resamples=100)
        assert [line.split()[0] for line in str(found).splitlines()] == list(found.estimates())
        assert found.deals == 50


class TestMany:
    @settings(max_examples=60, deadline=None)
    @given(
        tables,
        st.lists(choices, min_size=2, max_size=4),
        st.lists(st.tuples(choices, st.integers(1, 5)), max_size=2),
        st.sampled_from(["points", "imps", "matchpoints"]),
        st.sampled_from(Side),
        st.sampled_from(VULS),
    )
    def test_contenders_are_what_comparisons_of_two_say(
        self,
        rows: list[list[int]],
        several: list[Contract | PassedOut],
        field: list[tuple[Contract | PassedOut, int]],
        method: str,
        side: Side,
        vulnerability: Vulnerability,
    ) -> None:
        named = {f"choice {number}": one for number, one in enumerate(several)}
        found = compare_many(rows, named, method=method, side=side, vulnerability=vulnerability, field=field)
        met = field or [(one, 1) for one in several]
        best = named[found[0].name]
        assert sorted(one.name for one in found) == sorted(named)
        assert (found[0].to_best, found[0].gap) == (None, None)
        for one in found:
            own = named[one.name]
            pair = compare_contracts(rows, own, best, side=side, vulnerability=vulnerability, field=met)
            assert pair.field is not None
            assert (one.imps, one.matchpoints) == (pair.field.first_imps, pair.field.first_matchpoints)
            assert one.points == Estimate.of(
                (1 if side is Side.NS else -1) * contract_scores(rows, own, vulnerability=vulnerability)
            )
            assert one.value.mean <= found[0].value.mean
            if one.to_best is not None:
                assert one.to_best == pair
                assert one.gap is not None
                assert one.gap.mean == one.value.mean - found[0].value.mean

    def test_weights_places_and_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = some_tables(60, seed=6)
        mask = tricks_of(rows, "N", "S") >= 8
        weights = np.arange(60) % 3
        given_: dict[str, Any] = {"weights": weights, "where": mask, "declarer": np.arange(60) % 4}
        whole = compare_many(rows, ["4S", "3S", "2S"], method="imps", **given_)
        monkeypatch.setattr(simulate, "BLOCK", 7)
        assert compare_many(rows, ["4S", "3S", "2S"], method="imps", **given_) == whole
        assert whole[0].points.deals == int((mask & (weights > 0)).sum())

    def test_names(self) -> None:
        contract = Contract(4, Strain.SPADES, declarer=Seat.NORTH)
        found = compare_many([DEAL, BOTH_MAKE], [contract, "3S N", [0, 10], PassedOut()])
        assert {one.name for one in found} == {"4S N", "3S N", "choice 3", str(PassedOut())}

    @pytest.mark.parametrize(
        ("several", "settings"),
        [([], {}), (["4S N"], {}), (["4S N", "3S N"], {"method": "luck"}), ("4S", {}), (["4S N", "3S"], {})],
    )
    def test_what_cannot_be_is_refused(self, several: Any, settings: dict[str, Any]) -> None:
        with pytest.raises(ot.OvertrickError):
            compare_many([DEAL], several, **settings)
