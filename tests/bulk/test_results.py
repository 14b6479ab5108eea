"""The columns of the results: the plan alone decides which they are, and of what kind."""

from __future__ import annotations

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from archive_files import many_rows  # noqa: E402
from bulk_archives import CORE_SETTINGS, archive_rows, columns_of, team_rows  # noqa: E402
from overtrick.bulk import make_plan, normalise, process  # noqa: E402
from overtrick.bulk.form import Kind  # noqa: E402
from overtrick.bulk.plan import METHODS  # noqa: E402
from overtrick.bulk.results import OUTCOMES, Results, may_be_fractions, outcome_words  # noqa: E402
from overtrick.errors import ConditionsError  # noqa: E402

ALSO = ("matchpoints", "cross-imps", "butler")


def results_of(rows: list[Any] | dict[str, Any], **plan: Any) -> Results:
    table = pa.table(rows if isinstance(rows, dict) else columns_of(rows))
    return process(normalise(table)[0], make_plan(**plan), kernel="numpy")[0]


@settings(max_examples=100, deadline=None)
@given(seeds=st.tuples(*[st.integers(0, 2**32)] * 2), method=st.sampled_from(METHODS), chosen=CORE_SETTINGS)
def test_the_same_plan_gives_the_same_columns(seeds: tuple[int, int], method: str, chosen: dict[str, Any]) -> None:
    rows = team_rows if method in ("team-imps", "board-a-match") else archive_rows
    try:
        first, second = (
            results_of(rows(seed), method=method, also=ALSO, **chosen).table(kept=False).schema for seed in seeds
        )
    except ConditionsError:
        return
    assert first == second


@pytest.mark.parametrize(
    ("scores", "datum"), [([-100, -200], (-150, 1)), ([50, 50, 0], (100, 3)), ([0, 0], (0, 1)), ([100], (100, 1))]
)
def test_datums_are_in_lowest_terms(scores: list[int], datum: tuple[int, int]) -> None:
    size = len(scores)
    rows = {
        "event": [1] * size,
        "board": [1] * size,
        "ns": [*range(size)],
        "ew": [*range(9, 9 + size)],
        "score": scores,
    }
    table = results_of(rows, method="butler", datum_rounding="none", datum_drop="none").table()
    assert (table["datum"][0].as_py(), table["datum_den"][0].as_py()) == datum


@pytest.mark.parametrize(
    ("chosen", "fractions"),
    [
        ({}, False),
        ({"datum_rounding": "none"}, True),
        ({"datum": "median", "datum_rounding": "none"}, True),
        ({"datum": "given", "datum_given": "420.5"}, True),
        ({"datum": "given", "datum_given": "420", "datum_rounding": "none"}, False),
    ],
)
def test_a_denominator_is_there_where_datums_may_be_fractions(chosen: dict[str, Any], fractions: bool) -> None:
    assert may_be_fractions(make_plan(method="butler", **chosen)) is fractions
    table = results_of(archive_rows(4), method="butler", **chosen).table()
    assert ("datum_den" in table.column_names) is fractions


def test_the_outcome_says_why_there_are_no_points() -> None:
    rows = many_rows(3)
    table = results_of(rows, method="matchpoints").table()
    assert {*table["outcome"].to_pylist()} == {*OUTCOMES}
    for word, points in zip(table["outcome"].to_pylist(), table["points"].to_pylist(), strict=True):
        assert (points is not None) is (word in ("played", "passed-out", "score"))
    codes = normalise(pa.table(columns_of(rows)))[0]
    assert table["outcome"].to_pylist() == [Kind(kind).word for kind in codes.kind.tolist()]
    assert outcome_words(codes.kind).type.value_type == pa.string()


def test_sums_of_imps_have_room_for_a_board_of_any_size() -> None:
    table = results_of(archive_rows(1), method="cross-imps").table()
    assert table.schema.field("ximp_ns").type == pa.int64()


def test_without_what_tells_the_row_there_are_the_results_alone() -> None:
    table = results_of(archive_rows(1), method="matchpoints").table(kept=False)
    assert table.column_names == ["row", "points", "n", "expected", "mp_ns", "mp_ew"]
