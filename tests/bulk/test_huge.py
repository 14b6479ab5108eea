"""Boards that no worker holds: merged histograms give the same as all rows at one place."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("numpy")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from archive_files import bytes_of, many_rows, table_of_parts, write_parquet  # noqa: E402
from bulk_archives import CORE_SETTINGS, archive_rows, columns_of  # noqa: E402
from overtrick.bulk.huge import histogram, merged, worths_of  # noqa: E402
from overtrick.bulk.intake import normalise  # noqa: E402
from overtrick.bulk.local import score_archive  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.errors import ConditionsError, FormatError  # noqa: E402

ALSO = ("matchpoints", "cross-imps", "butler")


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), chosen=CORE_SETTINGS, size=st.integers(8, 40))
def test_it_is_the_same_as_all_at_once(
    tmp_path_factory: pytest.TempPathFactory, seed: int, chosen: dict[str, Any], size: int
) -> None:
    try:
        plan = make_plan(method="matchpoints", also=ALSO, **chosen)
    except ConditionsError:
        return
    folder = tmp_path_factory.mktemp("huge")
    rows = archive_rows(seed)
    random.Random(seed).shuffle(rows)
    path = write_parquet(rows, folder / "a.parquet")
    score_archive(path, folder / "whole", plan, workers=1, kernel="numpy")
    score_archive(path, folder / "boards", plan, workers=1, boards_only=True, part_rows=size)
    whole, boards = (table_of_parts(folder / out, "results") for out in ("whole", "boards"))
    assert boards.column_names == whole.column_names
    by_row = {row["row"]: _in_lowest_terms(row) for row in whole.to_pylist()}
    assert {row["row"]: _in_lowest_terms(row) for row in boards.to_pylist()} == by_row
    assert len(by_row) == len(boards) == len(rows)


def _in_lowest_terms(row: dict[str, Any]) -> dict[str, Any]:
    den = row.pop("datum_den", 1)
    return row if row["datum"] is None else row | {"datum": Fraction(row["datum"], den)}


def test_histograms_are_merged_in_any_order() -> None:
    rows = many_rows(2, 4)
    plan = make_plan(also=ALSO)
    random.Random(1).shuffle(rows)
    parts = [histogram(normalise(pa.table(columns_of(rows[at : at + 17])))[0], plan) for at in range(0, len(rows), 17)]
    whole = histogram(normalise(pa.table(columns_of(rows)))[0], plan)
    assert merged(parts) == merged(reversed(parts)) == whole
    assert merged([merged(parts[:3]), merged(parts[3:])]) == whole
    assert merged([]).scores == {}


def test_worths_of_a_board_by_hand() -> None:
    plan = make_plan(also=("cross-imps",))
    rows = {"event": [1] * 4, "board": [1] * 4, "ns": [1, 2, 3, 4], "ew": [5, 6, 7, 8], "score": [420, 420, 170, -50]}
    (worths,) = worths_of(histogram(normalise(pa.table(rows))[0], plan), plan).values()
    assert (worths.n, worths.expected, worths.points.tolist()) == (4, 4, [-50, 170, 420])
    assert worths.columns["mp_ns"].tolist() == [0, 2, 5]
    assert worths.columns["mp_ew"].tolist() == [6, 4, 1]
    assert worths.columns["ximp_ns"].tolist() == [-6 - 10 - 10, 6 - 6 - 6, 10 + 6]


def test_the_same_bytes_for_every_number_of_workers_and_a_restart(tmp_path: Path) -> None:
    path = write_parquet(many_rows(2), tmp_path / "a.parquet")
    plan = make_plan(also=ALSO)
    for name, workers in (("one", 1), ("two", 3)):
        summary = score_archive(path, tmp_path / name, plan, workers=workers, boards_only=True, part_rows=30)
        assert summary.contestants == 0
    whole = score_archive(path, tmp_path / "whole", plan)
    assert (summary.events, summary.boards, summary.rows) == (whole.events, whole.boards, whole.rows)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
    assert not list((tmp_path / "one" / "totals").iterdir())
    again = score_archive(path, tmp_path / "one", plan, boards_only=True, part_rows=30)
    assert again.before == again.parts == summary.parts


def test_teams_are_refused(tmp_path: Path) -> None:
    path = write_parquet(many_rows(2), tmp_path / "a.parquet")
    with pytest.raises(ConditionsError, match="method=board-a-match"):
        score_archive(path, tmp_path / "out", make_plan(method="board-a-match"), boards_only=True)


def test_what_cannot_be_counted_stops_the_job(tmp_path: Path) -> None:
    path = write_parquet(many_rows(2), tmp_path / "a.parquet")
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle - 3000 : middle] = bytes(3000)
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"a\.parquet"):
        score_archive(path, tmp_path / "out", make_plan(), boards_only=True, part_rows=50)
