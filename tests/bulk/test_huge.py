"""Events that no worker holds: what is counted piece by piece gives the same as all rows at one place."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
pytest.importorskip("numpy")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from archive_files import bytes_of, many_rows, spoil, table_of_parts, write_parquet  # noqa: E402
from bulk_archives import CORE_SETTINGS, Row, archive_rows, columns_of  # noqa: E402
from overtrick.bulk import local  # noqa: E402
from overtrick.bulk.huge import counts_of, worths_of  # noqa: E402
from overtrick.bulk.intake import normalise  # noqa: E402
from overtrick.bulk.local import Summary, score_archive  # noqa: E402
from overtrick.bulk.plan import Plan, make_plan  # noqa: E402
from overtrick.errors import ConditionsError, FormatError  # noqa: E402

ALSO = ("matchpoints", "cross-imps", "butler")


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), chosen=CORE_SETTINGS, size=st.integers(3, 30))
def test_it_is_the_same_as_all_at_once(
    tmp_path_factory: pytest.TempPathFactory, seed: int, chosen: dict[str, Any], size: int
) -> None:
    plan = make_plan(method="matchpoints", also=ALSO, **chosen)
    folder = tmp_path_factory.mktemp("huge")
    rows = archive_rows(seed, size=9)
    random.Random(seed).shuffle(rows)
    path = write_parquet(rows, folder / "a.parquet")
    score_archive(path, folder / "whole", plan, workers=1, kernel="numpy")
    summary = score_archive(path, folder / "boards", plan, workers=1, boards_only=True, part_rows=size)
    whole, boards = (table_of_parts(folder / out, "results") for out in ("whole", "boards"))
    assert boards.schema == whole.schema
    by_row = {row["row"]: row for row in whole.to_pylist()}
    assert {row["row"]: row for row in boards.to_pylist()} == by_row
    assert len(by_row) == len(boards) == summary.rows == len(rows)


def large_rows(events: int = 3) -> list[Row]:
    """Events of sixty rows each, which stand together; everybody plays under a name of some few rows."""
    rows: list[Row] = []
    for event in range(events):
        found: list[Row] = []
        for seed in range(event * 40, event * 40 + 40):
            drawn = archive_rows(seed)
            found += [
                row | {"event": event} | {who: row[who] and f"{seed}-{row[who]}" for who in ("ns", "ew")}
                for row in drawn
                if row["event"] == drawn[0]["event"]
            ]
        rows += found[:60]
    return rows


def boards_only(source: Path, out: Path, plan: Plan | None = None, **how: Any) -> Summary:
    chosen = {"workers": 1, "part_rows": 20, "boards_only": True} | how
    return score_archive(source, out, plan or make_plan(also=ALSO), **chosen)


def counted(rows: list[Row], plan: Plan) -> Any:
    return pl.DataFrame(counts_of(normalise(pa.table(columns_of(rows)))[0], plan))


def test_counts_of_pieces_are_added_up_in_any_order() -> None:
    plan = make_plan(also=ALSO)
    rows = large_rows()
    whole = counted(rows, plan)
    key = [name for name in whole.columns if name != "count"]
    random.Random(1).shuffle(rows)
    pieces = [counted(rows[at : at + 17], plan) for at in range(0, len(rows), 17)]
    added = pl.concat(pieces).group_by(key).agg(pl.col("count").sum())
    assert added.sort(key).equals(whole.sort(key).with_columns(pl.col("count").cast(added.schema["count"])))
    assert whole["count"].sum() == len(rows)
    assert whole["what"].unique().sort().to_list() == [0, 1, 2, 3, 4]


def test_worths_of_a_board_by_hand() -> None:
    plan = make_plan(also=("cross-imps",))
    rows = {"event": [1] * 4, "board": [1] * 4, "ns": [1, 2, 3, 4], "ew": [5, 6, 7, 8], "score": [420, 420, 170, -50]}
    lines = pl.DataFrame(counts_of(normalise(pa.table(rows))[0], plan)).sort("score")
    assert lines["count"].to_list() == [1, 1, 2]
    found = pl.DataFrame(worths_of(lines.to_arrow(), plan))
    assert found["score"].to_list() == [-50, 170, 420]
    assert (found["n"].to_list(), found["expected"].to_list()) == ([4] * 3, [4] * 3)
    assert found["mp"].to_list() == [0, 2, 5]
    assert found["ximp"].to_list() == [-6 - 10 - 10, 6 - 6 - 6, 10 + 6]


def test_a_board_of_more_results_than_a_column_of_small_numbers_holds() -> None:
    plan = make_plan(method="cross-imps")
    line = {"event": "1", "session": "", "section": "", "board": 1, "version": "", "what": 0}
    lines = pl.DataFrame([line | {"score": score, "count": 2 * 10**8} for score in (-1400, 1400)]).with_columns(
        pl.col("what").cast(pl.UInt8), pl.col("score", "board").cast(pl.Int32)
    )
    found = pl.DataFrame(worths_of(lines.to_arrow(), plan))
    assert found["ximp"].to_list() == [-21 * 2 * 10**8, 21 * 2 * 10**8]


def test_events_that_one_worker_holds_are_scored_as_ever(tmp_path: Path) -> None:
    path = write_parquet(many_rows(2), tmp_path / "a.parquet")
    plan = make_plan(also=ALSO)
    score_archive(path, tmp_path / "whole", plan, part_rows=60)
    summary = boards_only(path, tmp_path / "boards", plan, part_rows=60)
    whole, boards = bytes_of(tmp_path / "whole"), bytes_of(tmp_path / "boards")
    same = [name for name in boards if name.startswith("results/")]
    assert len(same) == summary.parts > 2
    assert all(boards[name] == whole[name] for name in same)
    assert not [name for name in boards if name.startswith("totals/")]


def test_pieces_stand_in_the_order_of_the_rows(tmp_path: Path) -> None:
    path = write_parquet(large_rows(), tmp_path / "a.parquet")
    plan = make_plan(method="butler", also=ALSO, datum_rounding="none")
    whole = score_archive(path, tmp_path / "whole", plan)
    summary = boards_only(path, tmp_path / "boards", plan)
    assert summary.parts == 9
    assert (summary.events, summary.boards, summary.rows) == (whole.events, whole.boards, whole.rows)
    one, two = (table_of_parts(tmp_path / out, "results") for out in ("whole", "boards"))
    assert two.equals(one)


def test_the_same_bytes_for_every_number_of_workers_and_a_restart(tmp_path: Path) -> None:
    path = write_parquet(large_rows(), tmp_path / "a.parquet")
    for name, workers in (("one", 1), ("two", 3)):
        summary = boards_only(path, tmp_path / name, workers=workers)
        assert summary.contestants == 0
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")
    hidden = {path.name.partition("-part-")[0] for path in (tmp_path / "one" / ".job").glob("*-part-*")}
    assert hidden <= {"looked", "refused"}
    again = boards_only(path, tmp_path / "one")
    assert again.before == again.parts == summary.parts
    assert (again.events, again.boards) == (summary.events, summary.boards)


def test_what_was_counted_stays_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_parquet(large_rows(), tmp_path / "a.parquet")
    boards_only(path, tmp_path / "whole")
    with monkeypatch.context() as patch:
        patch.setattr(local, "score_part", _stop)
        with pytest.raises(KeyboardInterrupt):
            boards_only(path, tmp_path / "out")
    with monkeypatch.context() as patch:
        patch.setattr("overtrick.bulk.huge.counts_of", _stop)
        patch.setattr("overtrick.bulk.huge.worths_of", _stop)
        boards_only(path, tmp_path / "out")
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "whole")
    (tmp_path / "out" / "results" / "part-00004.parquet").unlink()
    assert boards_only(path, tmp_path / "out").before == 8
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "whole")


def _stop(*_given: Any, **_settings: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("method", "values", "said"), [("board-a-match", False, "method=board-a-match"), ("matchpoints", True, "totals")]
)
def test_what_wants_all_rows_at_one_place_is_refused(tmp_path: Path, method: str, values: bool, said: str) -> None:
    path = write_parquet(many_rows(2), tmp_path / "a.parquet")
    with pytest.raises(ConditionsError, match=said):
        boards_only(path, tmp_path / "out", make_plan(method=method), values=values)


def test_what_cannot_be_counted_takes_its_event_with_it_and_no_other(tmp_path: Path) -> None:
    rows = large_rows()
    path = write_parquet(rows, tmp_path / "a.parquet", group=20)
    spoil(path, "tricks", groups=[4])
    for _again in range(2):
        summary = boards_only(path, tmp_path / "out")
        assert [(fault.first, fault.rows) for fault in summary.faults] == [(60, 20), (80, 20), (100, 20)]
        assert ["compared" in str(fault) for fault in summary.faults] == [True, False, True]
        assert summary.rows == 120
    assert summary.before == summary.parts == 6


def test_rows_that_were_not_counted_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_parquet(large_rows(1), tmp_path / "a.parquet")
    monkeypatch.setattr("overtrick.bulk.huge.worths_of", lambda lines, plan: worths_of(lines, plan).slice(0, 0))
    with pytest.raises(FormatError, match="not those that were counted"):
        boards_only(path, tmp_path / "out")
