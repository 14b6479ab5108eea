"""Frames in, frames out: ranges of events, all columns kept, the long form, words for what cannot be."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")
pl = pytest.importorskip("polars")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from bulk_archives import CORE_SETTINGS, Row, archive_rows, columns_of, team_rows  # noqa: E402
from overtrick.bulk import (  # noqa: E402
    api,
    board_a_match,
    butler,
    by_contestant,
    cross_imps,
    make_plan,
    matchpoints,
    rank,
    score,
)
from overtrick.bulk.plan import METHODS  # noqa: E402
from overtrick.errors import ConditionsError, InputError, RecordError  # noqa: E402

ALSO = ("matchpoints", "cross-imps", "butler")
FUNCTIONS = {"matchpoints": matchpoints, "cross-imps": cross_imps, "butler": butler, "board-a-match": board_a_match}
_ROWS: dict[str, Any] = {
    "club": ["a", "b", "c", "d", "e"], "event": [2, 1, 2, 1, 1], "board": [1, 1, 1, 1, 2], "ns": [1, 1, 2, 2, 1],
    "ew": [3, 3, 4, 4, 3], "contract": ["4S", "3NT", "PASS", "2H", "6C"], "declarer": ["N", "E", None, "S", "W"],
    "tricks": [10, 8, None, 7, 11],
}  # fmt: skip


def frame(**changes: Any) -> Any:
    return pl.DataFrame(_ROWS | changes)


def rows_for(method: str, seed: int) -> list[Row]:
    return team_rows(seed) if method in ("team-imps", "board-a-match") else archive_rows(seed)


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32), method=st.sampled_from(METHODS), chosen=CORE_SETTINGS, keep=st.booleans())
def test_ranges_of_events_give_what_all_at_once_gives(
    seed: int, method: str, chosen: dict[str, Any], keep: bool
) -> None:
    table = pa.table(columns_of(rows_for(method, seed)))
    how = {"method": method, "also": ALSO, "values": True, "keep": keep, **chosen}
    try:
        make_plan(**{name: value for name, value in how.items() if name not in ("values", "keep")})
    except ConditionsError:
        return
    whole = score(table, threads=1, **how)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "_CHUNK", 1)
        parts = score(table, threads=3, **how)
    assert len(whole.results) == len(table)
    for one, other in ((parts.results, whole.results), (parts.totals, whole.totals), (parts.refused, whole.refused)):
        assert one.schema == other.schema
        assert one.to_pylist() == other.to_pylist()


def test_a_range_of_half_datums_beside_one_of_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_CHUNK", 1)
    rows = {"event": [1, 1, 2], "board": [1, 1, 1], "ns": [1, 2, 1], "ew": [3, 4, 3], "score": [50, 100, 90]}
    found = butler(pa.table(rows), datum="median", datum_rounding="none")
    assert found["datum"].to_pylist() == [75, 75, 90]
    halves = butler(pa.table(rows | {"score": [50, 110, 95]}), datum_rounding="none")
    assert halves["datum"].to_pylist() == [80, 80, 95]


def test_results_have_all_columns_of_the_frame_in_its_order() -> None:
    given = frame(tricks=[10, 99, None, 7, 11])
    scored = score(given)
    assert scored.results["row"].to_list() == [0, 2, 3, 4]
    assert scored.results["club"].to_list() == ["a", "c", "d", "e"]
    assert scored.results["contract"].to_list() == ["4S", "PASS", "2H", "6C"]
    assert scored.results.columns == ["row", *given.columns, "outcome", "points", "n", "expected", "mp_ns", "mp_ew"]
    assert scored.refused.columns == ["row", "reason", *given.columns]
    assert scored.refused.row(0)[2:] == given.row(1)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_without_keep_events_stand_together_and_only_what_tells_the_row_is_there(name: str) -> None:
    found = FUNCTIONS[name](frame(), keep=False)
    assert found["row"].to_list() == [0, 2, 1, 3, 4]
    assert not {"club", "contract", "declarer", "tricks"} & {*found.columns}
    kept = FUNCTIONS[name](frame())
    assert kept.select(found.columns).equals(found.sort("row"))
    assert kept.select(*_ROWS).equals(frame())


def test_columns_with_the_names_of_results_give_way_to_them() -> None:
    found = matchpoints(frame(points=[9] * 5, row=[7] * 5, outcome=[None] * 5, mp_ns=["x"] * 5))
    assert found["row"].to_list() == [0, 1, 2, 3, 4]
    assert found["points"].to_list() == [420, 50, 0, -50, 50]
    assert found["outcome"].to_list() == ["played", "played", "passed-out", "played", "played"]
    assert len(found.columns) == len(set(found.columns))


def test_columns_that_could_not_be_told_apart_are_named() -> None:
    twice = frame().to_arrow().append_column("club", pa.array([1] * 5))
    with pytest.raises(InputError, match="column club is there twice"):
        matchpoints(twice)
    assert len(matchpoints(twice, keep=False)) == 5


def test_frames_of_polars_keep_what_arrow_does_not_know() -> None:
    things = [object() for _row in range(5)]
    odd = pl.Series("mine", [2**100, None, 1, 2, 3], dtype=pl.Int128)
    given = frame().with_columns(
        odd, pl.Series("things", things, dtype=pl.Object), kind=pl.lit("x").cast(pl.Enum(["x"]))
    )
    found = score(given.with_columns(tricks=pl.Series([10, 99, None, 7, 11]))).results
    assert found["mine"].to_list() == [2**100, 1, 2, 3]
    assert found["things"].to_list() == [things[0], *things[2:]]
    assert found.schema["kind"] == given.schema["kind"]
    lazy = matchpoints(given.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect()["club"].to_list() == _ROWS["club"]


def test_frames_of_pandas_keep_their_index_and_objects_of_any_kind() -> None:
    pandas = pytest.importorskip("pandas")
    given = frame().to_pandas().assign(mine=[1, "x", {}, None, [2]]).set_index(pandas.Index([10, 5, 5, 7, 8], name="i"))
    found = matchpoints(given)
    assert found.index.equals(given.index)
    assert found["mine"].tolist() == given["mine"].tolist()
    given["mp"] = found["mp_ns"].to_numpy()
    assert given["mp"].tolist() == found["mp_ns"].tolist() == [2, 2, 0, 0, 0]
    some = score(given.assign(tricks=[10, 99, None, 7, 11]))
    assert some.results["mine"].tolist() == [1, {}, None, [2]]
    assert some.refused["mine"].tolist() == ["x"]
    assert matchpoints(given[given["event"] == 1]).index.tolist() == [5, 7, 8]


def test_frames_of_pandas_that_cannot_be_handed_over_are_named() -> None:
    pandas = pytest.importorskip("pandas")
    given = frame().to_pandas()
    with pytest.raises(InputError, match="column contract cannot be handed over"):
        matchpoints(given.assign(contract=["4S", 7, "PASS", {}, "6C"]))
    for name, said in (("ns", "column ns is there twice"), ("club", "column club is there twice")):
        with pytest.raises(InputError, match=said):
            matchpoints(pandas.concat([given, given[[name]]], axis=1))
    assert matchpoints(given.rename(columns={"club": 7}))[7].tolist() == _ROWS["club"]


def test_relations_of_duckdb_are_handed_over() -> None:
    duckdb = pytest.importorskip("duckdb")
    own = duckdb.connect()
    arrow = frame().to_arrow()
    relation = own.from_arrow(arrow)
    found = matchpoints(relation)
    assert type(found) is type(relation)
    wanted = matchpoints(frame())
    assert found.pl().select("row", "club", "mp_ns").equals(wanted.select("row", "club", "mp_ns"))
    assert own.from_arrow(found.to_arrow_table()).aggregate("sum(points)").fetchall() == [(wanted["points"].sum(),)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_of_one_method_takes_no_other(name: str) -> None:
    with pytest.raises(ConditionsError, match="method cannot be given here"):
        FUNCTIONS[name](frame(), method="butler")


def test_names_are_taken_with_underscores_and_one_alone() -> None:
    assert score(frame(), method="cross_imps").results["ximp_ns"].to_list() == [9, 3, -9, -3, 0]
    one = matchpoints(frame(), also="cross-imps")
    assert one.equals(matchpoints(frame(), also=["cross_imps"]))
    with pytest.raises(ConditionsError, match="no comparison 'imps'"):
        matchpoints(frame(), also="imps")


def test_words_for_what_cannot_be_given() -> None:
    with pytest.raises(ConditionsError, match="threads=0"):
        score(frame(), threads=0)
    with pytest.raises(ConditionsError, match="also cannot be given here"):
        rank(frame(), also="butler")
    with pytest.raises(ConditionsError, match="datm"):
        butler(frame(), datm="mean")
    with pytest.raises(InputError, match="not list"):
        matchpoints([1])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(6))
def test_the_long_form_adds_up_to_the_totals(method: str, seed: int) -> None:
    table = pa.table(columns_of(rows_for(method, seed)))
    plain: dict[str, Any] = {"unequal_boards": "none", "own_percentage": "no", "winners": "2"}
    scored = score(table, method=method, values=True, **plain)
    long = by_contestant(scored)
    assert long.to_pylist() == by_contestant(table, method=method, **plain).to_pylist()
    sums: dict[tuple[Any, ...], float] = defaultdict(float)
    two = method not in ("team-imps", "board-a-match")
    for row in long.to_pylist():
        place = (row["section"], row["direction"]) if two else ("", None)
        sums[row["event"], *place, row["contestant"]] += row["value"] or 0
    for total in scored.totals.to_pylist():
        whole = Fraction(total["total_text"] or Fraction(total["total_num"], total["total_den"]))
        mine = sums[total["event"], total["section"], total["direction"], total["contestant"]]
        assert mine == pytest.approx(float(whole), abs=1e-9)


def test_the_long_form_sees_a_line_from_both_sides() -> None:
    rows = frame(ns=["Ann ", "Ann", "Bob", "Bob", "Ann"], ew=[3, 3, 4, 4, None], session=["s"] * 5)
    found = by_contestant(rows)
    assert found.columns == [
        "row", "event", "session", "board", "contestant", "direction", "opponent", "outcome", "points", "value",
        "percent",
    ]  # fmt: skip
    assert found.row(0) == (0, 2, "s", 1, "Ann", "NS", "3", "played", 420, 2.0, 100.0)
    assert found.row(1) == (0, 2, "s", 1, "3", "EW", "Ann", "played", -420, 0.0, 0.0)
    assert found.filter(row=4)["direction"].to_list() == ["NS"]
    assert by_contestant(rows, method="cross-imps")["percent"].null_count() == len(found)
    assert found.join(score(rows).totals, on=["event", "contestant"]).height == len(found)
    pandas = pytest.importorskip("pandas")
    assert isinstance(by_contestant(score(frame().to_pandas(), values=True)), pandas.DataFrame)


def test_the_long_form_wants_values_and_no_refused_row() -> None:
    with pytest.raises(InputError, match="values=True"):
        by_contestant(score(frame()))
    with pytest.raises(ConditionsError, match="scored already"):
        by_contestant(score(frame(), values=True), method="butler")
    with pytest.raises(RecordError, match="row 1"):
        by_contestant(frame(tricks=[10, 99, None, 7, 11]))
