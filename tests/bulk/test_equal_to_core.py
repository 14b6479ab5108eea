"""The bulk engine against the core, number by number, on random archives."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from bulk_archives import (  # noqa: E402
    PAIR_METHODS,
    Row,
    archive_rows,
    choices_for,
    close_field,
    close_match,
    columns_of,
    core_event,
    core_settings,
    events_of,
    in_agreement,
    team_rows,
    uneven_event,
)
from overtrick.bulk.codes import Codes  # noqa: E402
from overtrick.bulk.exact import available_of, shown_values, value_of  # noqa: E402
from overtrick.bulk.intake import normalise  # noqa: E402
from overtrick.bulk.jit import has_numba  # noqa: E402
from overtrick.bulk.plan import Plan, make_plan  # noqa: E402
from overtrick.bulk.results import Results, Totals  # noqa: E402
from overtrick.bulk.scoring import process  # noqa: E402
from overtrick.bulk.tables import VULS, scores_under  # noqa: E402
from overtrick.model.conditions import Conditions  # noqa: E402
from overtrick.model.contract import Contract  # noqa: E402
from overtrick.model.outcome import Played  # noqa: E402
from overtrick.model.standing import Standing  # noqa: E402
from overtrick.model.terms import Doubling, Seat, Strain  # noqa: E402
from overtrick.score.deal import outcome_points  # noqa: E402
from overtrick.scorer import score_event  # noqa: E402
from overtrick.scorer.teams import TEAM_METHODS  # noqa: E402
from overtrick.tables.laws import LAWS, VARIANTS, LawCode  # noqa: E402
from overtrick.tables.presets import PRESETS, Preset  # noqa: E402

_NEEDS = pytest.mark.skipif(not has_numba(), reason="numba is not installed")
_KERNELS = [pytest.param("numba", marks=_NEEDS), "numpy"]


def methods_and_settings(*methods: str) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """A method, and settings that go with it."""
    return st.sampled_from(methods).flatmap(lambda method: st.tuples(st.just(method), core_settings(method)))


def standings(rows: list[Row], plan: Plan, two: list[bool]) -> list[Standing]:
    events = events_of(rows).values()
    return [
        score_event(core_event(found, winners=2 if apart else 1), plan.conditions)
        for found, apart in zip(events, two, strict=True)
    ]


def lines_of(standing: Standing, plan: Plan) -> dict[int, tuple[Any, ...]]:
    found: dict[int, tuple[Any, ...]] = {}
    for board in standing.boards:
        for line in board.lines:
            sides = tuple((side.value, side.available if plan.at_matchpoints else 0) for side in (line.ns, line.ew))
            counts = () if plan.of_teams else (board.results, board.expected)
            datum = board.datum if line.line.version == "" and line.points is not None else None
            found[int(line.line.where)] = (line.points, *sides, *counts, datum)
    return found


def version_of(results: Results, row: int) -> str:
    codes = results.codes
    return "" if codes.version is None else str(codes.versions[codes.version[row]])


def bulk_lines(results: Results, totals: Totals) -> dict[int, tuple[Any, ...]]:
    found: dict[int, tuple[Any, ...]] = {}
    for at, row in enumerate(results.codes.row.tolist()):
        values = [value_of(results, totals, at, side) for side in (0, 1)]
        top = available_of(results, at)
        sides = tuple((value, 0 if value is None else top) for value in values)
        points = int(results.points[at]) if results.real[at] else None
        cell = results.cells.of_row[at]
        counts = (int(results.cells.results[cell]), int(results.cells.expected[cell]))
        datum = None
        if results.plan.method == "butler" and points is not None and version_of(results, at) == "":
            datum = Fraction(int(results.datum_num[cell]), int(results.datum_den[cell]))
        found[row] = (points, *sides, *(() if results.plan.of_teams else counts), datum)
    return found


def places_of(standing: Standing) -> list[tuple[Any, ...]]:
    return [
        (
            place.place,
            place.tied,
            (place.section, place.direction.value if place.direction else None, place.contestant.key),
            place.boards,
            place.total,
            place.available,
        )
        for place in standing.places
    ]


def bulk_places(totals: Totals) -> list[list[tuple[Any, ...]]]:
    found: list[list[tuple[Any, ...]]] = [[] for _event in range(len(totals.codes.starts) - 1)]
    for at in range(len(totals)):
        found[int(totals.event[at])].append(
            (
                int(totals.place[at]),
                bool(totals.tied[at]),
                totals.key(at),
                int(totals.boards[at]),
                totals.total(at),
                int(totals.available[at]),
            )
        )
    return found


def check(rows: list[Row], plan: Plan, *kernels: str, chunk: int = 10**6) -> None:
    codes, refused = normalise(pa.table(columns_of(rows)))
    assert len(refused) == 0
    expected = standings(rows, plan, codes.two.tolist())
    for kernel in kernels:
        check_against(expected, codes, plan, kernel, chunk)


def check_against(expected: list[Standing], codes: Codes, plan: Plan, kernel: str, chunk: int) -> None:
    first = 0
    for low, high in codes.cut(chunk):
        results, totals = process(codes.part(low, high), plan, kernel=kernel)
        core: dict[int, tuple[Any, ...]] = {}
        for standing in expected[low:high]:
            core |= lines_of(standing, plan)
        assert bulk_lines(results, totals) == core
        assert bulk_places(totals) == [places_of(standing) for standing in expected[low:high]]
        shares = [place.percent for standing in expected[low:high] for place in standing.places]
        for share, percent in zip(shares, totals.percent.tolist(), strict=True):
            assert (percent != percent) if share is None else percent == pytest.approx(float(share), rel=1e-12)
        first = high
    assert first == len(expected)


@pytest.mark.parametrize("kernel", _KERNELS)
@settings(max_examples=200)
@given(seed=st.integers(0, 2**32), drawn=methods_and_settings(*PAIR_METHODS), chunk=st.sampled_from([1, 10**6]))
def test_pairs_are_scored_as_the_core_scores_them(
    seed: int, drawn: tuple[str, dict[str, Any]], chunk: int, kernel: str
) -> None:
    method, chosen = drawn
    check(archive_rows(seed), make_plan(method=method, **chosen), kernel, chunk=chunk)


@pytest.mark.parametrize("kernel", _KERNELS)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), drawn=methods_and_settings(*TEAM_METHODS))
def test_teams_are_scored_as_the_core_scores_them(seed: int, drawn: tuple[str, dict[str, Any]], kernel: str) -> None:
    method, chosen = drawn
    check(team_rows(seed), make_plan(method=method, **chosen), kernel)


_WITH = {
    "session_top": {"unequal_boards": "factor"},
    "datum_given": {"datum": "given"},
    "imp_cutoff": {"imp_table": "bastille", "datum": "given", "datum_given": "9000"},  # nothing less goes beyond it
}
"""What makes a setting matter."""


@pytest.mark.parametrize("method", [*PAIR_METHODS, *TEAM_METHODS])
def test_each_value_of_each_setting_is_right_by_itself(method: str) -> None:
    kernels = ("numba", "numpy") if has_numba() else ("numpy",)
    teams = method in TEAM_METHODS
    archives = [
        [
            row | {"event": 100 * seed + row["event"]}
            for seed in range(start, start + 5)
            for row in (
                team_rows(seed) + close_match() if teams else archive_rows(seed, size=6 + seed % 7) + close_field()
            )
        ]
        for start in (0, 5, 10)
    ]
    for name, values in choices_for(method).items():
        for number, value in enumerate(values if name != "law" else values[:3]):
            plan = make_plan(method=method, **in_agreement(_WITH.get(name, {}) | {name: value}))
            check(archives[number % len(archives)], plan, *kernels)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_presets_are_scored_as_the_core_scores_them(preset: Preset) -> None:
    for seed, method in enumerate(PAIR_METHODS):
        conditions = replace(preset.apply(Conditions()), method=method, vp_scale="none")
        check(archive_rows(seed), make_plan(conditions), "numpy")


@pytest.mark.parametrize("kernel", _KERNELS)
@pytest.mark.parametrize(
    ("method", "chosen"),
    [
        ("matchpoints", {}),
        ("matchpoints", {"percent_rounding": "0.01"}),
        ("cross-imps", {"cross_divisor": "sqrt", "cross_trim": "extremes", "unequal_boards": "none"}),
        ("cross-imps", {"imp_table": "bastille"}),
    ],
)
def test_totals_that_64_bits_do_not_hold_are_exact(method: str, chosen: dict[str, Any], kernel: str) -> None:
    rows = uneven_event(150, 26, missing=0.3)
    plan = make_plan(method=method, **chosen)
    codes, _refused = normalise(pa.table(columns_of(rows)))
    _results, totals = process(codes, plan, kernel=kernel)
    if "percent_rounding" not in chosen:
        assert len(totals.texts()) > 45
    check(rows, plan, kernel)


@pytest.mark.parametrize("winners", ["1", "2", "file"])
def test_many_sections_and_sessions_leave_no_gaps_to_fill(winners: str) -> None:
    rows: list[Row] = []
    for row in archive_rows(5) * 40:
        place = {"section": str(len(rows) // 7), "session": str(len(rows) // 90), "ns": str(10**6 + len(rows))}
        rows.append(row | place | {"ew": str(2 * 10**6 + 7 * len(rows)), "event": 1})
    check(rows, make_plan(winners=winners, ranking="sections", sections="across"), "numpy")


@pytest.mark.parametrize("kernel", _KERNELS)
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), drawn=methods_and_settings(*PAIR_METHODS))
def test_values_for_show_are_near_the_exact_ones(seed: int, drawn: tuple[str, dict[str, Any]], kernel: str) -> None:
    method, chosen = drawn
    plan = make_plan(method=method, **chosen)
    codes, _refused = normalise(pa.table(columns_of(archive_rows(seed))))
    results, totals = process(codes, plan, kernel=kernel)
    for side, shown in enumerate(shown_values(results, totals)):
        for row, value in enumerate(shown.tolist()):
            exact = value_of(results, totals, row, side)
            assert value != value if exact is None else value == pytest.approx(float(exact), rel=1e-12, abs=1e-12)


def test_a_total_that_64_bits_do_not_hold_is_written_out() -> None:
    codes, _refused = normalise(pa.table(columns_of(uneven_event(150, 26, missing=0.3))))
    _results, totals = process(codes, make_plan())
    table = totals.table()
    lost = totals.texts()
    assert lost
    for at in lost:
        assert table["total_num"][at].as_py() is None
        assert Fraction(table["total_text"][at].as_py()) == totals.total(at)
    whole = [at for at in range(len(totals)) if at not in lost]
    assert all(table["total_text"][at].as_py() is None for at in whole)


@pytest.mark.parametrize("code", [*LAWS, *VARIANTS], ids=lambda code: code.key)
def test_every_law_scores_deals_as_the_core_does(code: LawCode) -> None:
    full = scores_under(code.key).full
    assert not full[0].any()  # passed out
    for level, strain, doubling in itertools.product(range(1, 8), range(5), range(3)):
        contract = 1 + 15 * (level - 1) + 3 * strain + doubling
        for vul, declarer, tricks in itertools.product(range(4), range(4), range(14)):
            seat = tuple(Seat)[declarer]
            outcome = Played(Contract(level, tuple(Strain)[strain], tuple(Doubling)[doubling], seat), tricks)
            assert full[contract, declarer, vul, tricks] == outcome_points(outcome, VULS[vul], code)
