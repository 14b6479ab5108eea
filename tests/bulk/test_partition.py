"""Archives in another order: whole events put together once, with the same numbers in the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("polars")
np = pytest.importorskip("numpy")

import pyarrow.parquet as pq  # noqa: E402

from archive_files import bytes_of, many_rows, spoil, table_of_parts, write_csv, write_parquet  # noqa: E402
from bulk_archives import Row  # noqa: E402
from overtrick.bulk.local import score_archive  # noqa: E402
from overtrick.bulk.partition import bucket_of, event_runs, partition  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.bulk.reading import FILE, ROW, event_key, kinds_of, shape_of  # noqa: E402
from overtrick.errors import FormatError  # noqa: E402


def run(source: Path, out: Path, **how: Any) -> Any:
    return score_archive(source, out, make_plan(also=("butler",)), **({"part_rows": 60, "workers": 2} | how))


def shuffled(rows: list[Row], seed: int = 5) -> list[Row]:
    """The rows in another order; those of one board of an event keep theirs, as the first of two lines stands."""
    found = list(rows)
    random.Random(seed).shuffle(found)
    return found


def in_order(out: Path, name: str, keys: list[str]) -> list[dict[str, Any]]:
    rows = table_of_parts(out, name).to_pylist()
    kept = [{key: value for key, value in row.items() if key not in ("row", "file")} for row in rows]
    return sorted(kept, key=lambda row: [str(row[key]) for key in keys])


def test_scattered_events_give_the_same_numbers(tmp_path: Path) -> None:
    rows = many_rows(3)
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "one")
    folder = tmp_path / "in"
    folder.mkdir()
    mixed = shuffled(rows)
    write_parquet(mixed[:100], folder / "a.parquet")
    write_csv(mixed[100:], folder / "b.csv")
    summary = run(folder, tmp_path / "two")
    assert (summary.rows, summary.refused) == (len(rows), {})
    for name, keys in (
        ("results", ["event", "session", "section", "board", "ns", "ew"]),
        ("totals", ["event", "section", "direction", "contestant"]),
    ):
        assert in_order(tmp_path / "two", name, keys) == in_order(tmp_path / "one", name, keys)


def test_the_same_bytes_for_every_number_of_workers(tmp_path: Path) -> None:
    source = write_parquet(shuffled(many_rows(3)), tmp_path / "a.parquet")
    run(source, tmp_path / "one", workers=1, chunk=1, kernel="numpy")
    run(source, tmp_path / "two", workers=3)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_every_row_knows_where_it_came_from(tmp_path: Path) -> None:
    rows = shuffled(many_rows(3))
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out")
    results = table_of_parts(tmp_path / "out", "results").to_pylist()
    assert sorted(row["row"] for row in results) == list(range(len(rows)))
    for row in results:
        assert (row["event"], row["board"]) == (rows[row["row"]]["event"], rows[row["row"]]["board"])


def test_refused_rows_of_a_scattered_archive_are_told_by_their_own_numbers(tmp_path: Path) -> None:
    rows = shuffled(many_rows(3))
    at = next(at for at, row in enumerate(rows) if row["contract"] and row["tricks"] and at > 80)
    rows[at] |= {"tricks": 99}
    summary = run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out")
    assert summary.refused == {"TRICKS": 1}
    told = pq.read_table(tmp_path / "out" / "refused.parquet").to_pylist()
    assert [(row["file"], row["row"], row["tricks"]) for row in told] == [("a.parquet", at, "99")]


def test_a_stopped_job_does_not_partition_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_parquet(shuffled(many_rows(3)), tmp_path / "a.parquet")
    run(source, tmp_path / "whole")
    from overtrick.bulk import layout, local

    with monkeypatch.context() as patch:
        patch.setattr(local, "run_parts", _stop)
        with pytest.raises(KeyboardInterrupt):
            run(source, tmp_path / "out")
    with monkeypatch.context() as patch:
        patch.setattr(layout, "partition", _stop)
        run(source, tmp_path / "out")
        assert not (tmp_path / "out" / ".job" / "buckets").exists()
        again = run(source, tmp_path / "out")
    assert (again.before, again.rows) == (again.parts, len(many_rows(3)))
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "whole")
    assert not (tmp_path / "out" / ".job" / "buckets").exists()


def _stop(*_given: object, **_how: object) -> None:
    raise KeyboardInterrupt


def test_half_a_partition_does_not_count(tmp_path: Path) -> None:
    path = write_parquet(shuffled(many_rows(3)), tmp_path / "a.parquet")
    shape = shape_of([kinds_of(path)])
    with pytest.raises(KeyboardInterrupt):
        partition([path], tmp_path / "buckets", shape, 3, listen=_stop)
    assert not (tmp_path / "buckets").exists()
    made, lost = partition([path], tmp_path / "buckets", shape, 3)
    assert lost == []
    tables = [pq.read_table(path) for path, _count in made]
    assert [len(table) for table in tables] == [count for _path, count in made]
    events = [set(table["event"].to_pylist()) for table in tables]
    assert sum(map(len, events)) == len(set.union(*events))
    assert all(table[ROW].to_pylist() == sorted(table[ROW].to_pylist()) for table in tables)
    assert all(set(table[FILE].to_pylist()) == {0} for table in tables)
    assert not (tmp_path / "buckets.draft").exists()


def test_codes_in_one_file_and_text_in_another_cannot_be_put_together(tmp_path: Path) -> None:
    row = {"event": [1], "board": [1], "ns": [1], "ew": [2], "declarer": ["N"], "tricks": [9]}
    pq.write_table(pa.table(row | {"contract": ["3NT"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table(row | {"contract": pa.array([43], pa.uint8())}), tmp_path / "b.parquet")
    summary = run(tmp_path, tmp_path / "out")
    assert [(fault.file, fault.first, fault.rows) for fault in summary.faults] == [("b.parquet", 0, 1)]
    assert "contract holds codes here, and text in other files" in str(summary.faults[0])
    assert summary.rows == 1


def test_rows_that_cannot_be_read_are_lost_and_the_others_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    rows = shuffled(many_rows(3))
    write_parquet(rows[:100], folder / "a.parquet")
    write_parquet(rows[100:], folder / "b.parquet")
    spoil(folder / "a.parquet", "tricks")
    for _again in range(2):
        summary = run(folder, tmp_path / "out")
        assert [(fault.file, fault.first, fault.rows) for fault in summary.faults] == [("a.parquet", 0, 100)]
        assert summary.rows == len(rows) - 100
    assert summary.before == summary.parts


@pytest.mark.parametrize("scattered", [False, True])
def test_numbers_that_another_library_made_floats_of_come_out_as_numbers(tmp_path: Path, *, scattered: bool) -> None:
    rows = shuffled(many_rows(3)) if scattered else many_rows(3)
    numbers = ("event", "board", "ns", "ew", "tricks", "score")
    kept = [row for row in rows if all(row[name] is None or str(row[name]).lstrip("-").isdecimal() for name in numbers)]
    path = write_parquet(kept, tmp_path / "a.parquet")
    run(path, tmp_path / "one")
    table = pq.read_table(path)
    for name in numbers:
        floats = np.array([float("nan") if value is None else float(value) for value in table[name].to_pylist()])
        table = table.set_column(table.column_names.index(name), name, pa.array(floats))
    pq.write_table(table, path, row_group_size=50)
    assert run(path, tmp_path / "two").refused == {}
    for name in ("results", "totals"):
        assert table_of_parts(tmp_path / "two", name).to_pylist() == table_of_parts(tmp_path / "one", name).to_pylist()


@pytest.mark.parametrize(
    "column",
    [
        [3, 1, 3, None],
        ["3", "1", "3", None],
        [" 3", "1", "3 ", ""],
        pa.array(["3", "1", "3", None]).dictionary_encode(),
    ],
)
def test_an_event_is_in_one_bucket_as_number_and_as_text(column: Any) -> None:
    found = bucket_of(pa.chunked_array([column]), 1000)
    assert found.tolist() == bucket_of(pa.chunked_array([pa.array([3, 1, 3, None], pa.int16())]), 1000).tolist()
    assert found[0] == found[2] != found[1]


def test_events_are_told_apart_over_row_groups(tmp_path: Path) -> None:
    events = [1, 1, 2, 2, 2, None, 2, 3]
    pq.write_table(pa.table({"event": events}), tmp_path / "a.parquet", row_group_size=3)
    runs = list(event_runs(tmp_path / "a.parquet"))
    assert runs == [(["1", "2"], [0, 2]), (["2", None], [3, 5]), (["2", "3"], [6, 7])]
    assert event_key(" ") is None


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"event,board\n1,2\n", b"event,board,ns,ew,contract\n\xff,1,1,2,PASS\n"]
)
def test_what_is_no_such_table_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.csv").write_bytes(data)
    with pytest.raises(FormatError, match=r"a\.csv"):
        run(tmp_path / "a.csv", tmp_path / "out")
    assert not list((tmp_path / "out").rglob("*.draft"))
