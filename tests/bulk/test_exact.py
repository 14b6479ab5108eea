"""What each row is worth for show: the nearest floats to what the core says, under every method and setting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from bulk_archives import CORE_SETTINGS, Row, archive_rows, columns_of, core_event, events_of, team_rows  # noqa: E402
from overtrick.bulk import make_plan, normalise, score  # noqa: E402
from overtrick.bulk.exact import _ratios  # noqa: E402
from overtrick.bulk.plan import METHODS, Plan  # noqa: E402
from overtrick.errors import ConditionsError  # noqa: E402
from overtrick.scorer import score_event  # noqa: E402

_TEAMS = ("team-imps", "board-a-match")


def plan_or_none(method: str, chosen: dict[str, Any]) -> Plan | None:
    try:
        return make_plan(method=method, **chosen)
    except ConditionsError:
        return None


def near(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def of_the_core(rows: list[Row], plan: Plan) -> dict[int, tuple[float | None, ...]]:
    """By row: the worth to each side and, at matchpoints, the percentages."""
    two = normalise(pa.table(columns_of(rows)))[0].two.tolist()
    found: dict[int, tuple[float | None, ...]] = {}
    for event, apart in zip(events_of(rows).values(), two, strict=True):
        for board in score_event(core_event(event, winners=2 if apart else 1), plan.conditions).boards:
            for line in board.lines:
                sides = line.ns, line.ew
                shown = [near(side.value) for side in sides]
                if plan.at_matchpoints:
                    shown += [near(side.percent) for side in sides]
                found[int(line.line.where)] = tuple(shown)
    return found


def check(rows: list[Row], plan: Plan) -> None:
    table = score(pa.table(columns_of(rows)), conditions=plan.conditions, values=True).results
    names = [name for name in table.column_names if name.startswith(("value_", "percent_"))]
    assert names == ["value_ns", "value_ew", *(["percent_ns", "percent_ew"] if plan.at_matchpoints else [])]
    shown = zip(*(table[name].to_pylist() for name in names), strict=True)
    assert dict(zip(table["row"].to_pylist(), shown, strict=True)) == of_the_core(rows, plan)


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32), method=st.sampled_from(METHODS), chosen=CORE_SETTINGS)
def test_values_and_percentages_are_the_nearest_floats_to_those_of_the_core(
    seed: int, method: str, chosen: dict[str, Any]
) -> None:
    plan = plan_or_none(method, chosen)
    if plan is not None:
        check(team_rows(seed) if method in _TEAMS else archive_rows(seed), plan)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(8))
def test_every_method_as_it_is_without_settings(seed: int, method: str) -> None:
    check(team_rows(seed) if method in _TEAMS else archive_rows(seed, size=9), make_plan(method=method))


@pytest.mark.parametrize("method", ["matchpoints", "cross-imps"])
def test_an_award_follows_the_contestants_own_percentage(method: str) -> None:
    rows: list[Row] = []
    for board in (1, 2, 3):
        for table in (1, 2, 3):
            row: Row = dict.fromkeys(columns_of([])) | {
                "event": 1,
                "board": board,
                "ns": str(table),
                "ew": str(10 + table),
            }
            rows.append(row | {"contract": "4S", "declarer": "N", "tricks": 12 - table, "session": "", "section": ""})
    rows[8] |= {"contract": None, "declarer": None, "tricks": None, "ns_award": -3, "ew_award": -1}
    rows[6] |= {"contract": None, "declarer": None, "tricks": None, "ns_award": -3, "ew_award": -1}
    plan = make_plan(method=method, own_percentage="yes")
    check(rows, plan)
    found = score(pa.table(columns_of(rows)), conditions=plan.conditions, values=True).results.to_pylist()
    if method == "matchpoints":  # table 1 has had all, table 3 nothing
        assert (found[6]["percent_ns"], found[8]["percent_ns"]) == (100.0, 60.0)
        assert found[6]["outcome"] == "awarded"
        assert found[6]["points"] is None


@given(above=st.integers(-(2**62), 2**62), below=st.integers(1, 2**62))
def test_a_quotient_of_long_numbers_is_the_nearest_float(above: int, below: int) -> None:
    assert _ratios(np.array([above]), np.array([below]))[0] == float(Fraction(above, below))


_FORMULAS: dict[str, Any] = {
    "matchpoints": lambda row: Fraction((row["mp_ns"] + 1) * row["expected"] - row["n"], row["n"]),
    "ascherman": lambda row: Fraction((row["mp_ns"] + 1) * row["expected"], row["n"]),
    "cross-imps": lambda row: Fraction(row["ximp_ns"], row["n"] - 1),
    "butler": lambda row: Fraction(row["butler_ns"]),
    "total-points": lambda row: Fraction(row["points"]),
}
"""As docs/reference/archive-form.md has them."""


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), method=st.sampled_from(list(_FORMULAS)))
def test_worths_follow_from_the_whole_numbers_as_the_page_says(seed: int, method: str) -> None:
    rows = [row | {"version": None} for row in archive_rows(seed, size=9)]
    table = score(pa.table(columns_of(rows)), method=method, values=True).results
    for row in table.to_pylist():
        if row["points"] is None or row["n"] < 2:
            continue
        worth = _FORMULAS[method](row)
        assert row["value_ns"] == float(worth)
        if method in ("matchpoints", "ascherman"):
            top = 2 * (row["expected"] - (method == "matchpoints"))
            assert row["percent_ns"] == float(100 * worth / top)
        else:
            assert row["value_ew"] == -row["value_ns"]
