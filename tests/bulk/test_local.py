"""Whole jobs: the same bytes however they are done, the same numbers as in memory, restart, bad input."""

from __future__ import annotations

import errno
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
pytest.importorskip("numpy")

import pyarrow.parquet as pq  # noqa: E402

from archive_files import (  # noqa: E402
    bytes_of,
    many_rows,
    many_team_rows,
    prime_rows,
    stop_at_table,
    table_of_parts,
    table_of_rows,
    write_csv,
    write_parquet,
)
from bulk_archives import Row  # noqa: E402
from overtrick.bulk import layout, parts, sources, writing  # noqa: E402
from overtrick.bulk.api import score  # noqa: E402
from overtrick.bulk.cuts import cut  # noqa: E402
from overtrick.bulk.form import FORM  # noqa: E402
from overtrick.bulk.local import Summary, score_archive  # noqa: E402
from overtrick.bulk.manifest import held  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.errors import FormatError, InputError  # noqa: E402

PLANS: list[dict[str, Any]] = [
    {"method": "matchpoints", "also": ("cross-imps", "butler")},
    {"method": "cross-imps", "cross_divisor": "scores"},
    {"method": "butler", "datum_rounding": "none", "datum_drop": "1"},
    {"method": "total-points", "sections": "across"},
    {"method": "ascherman", "own_percentage": "yes"},
    {"method": "board-a-match"},
    {"method": "team-imps"},
]


def rows_for(plan: dict[str, Any]) -> list[Row]:
    """Rows of the kind that the method wants."""
    return many_team_rows(7, 24) if plan["method"] in ("board-a-match", "team-imps") else many_rows(7)


def run(source: Path, out: Path, *, plan: dict[str, Any] | None = None, **how: Any) -> Summary:
    return score_archive(source, out, make_plan(**(plan or PLANS[0])), **({"part_rows": 60, "workers": 2} | how))


@pytest.fixture
def rows() -> list[Row]:
    return many_rows(7)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan["method"])
def test_the_same_bytes_whatever_chunk_kernel_and_workers(tmp_path: Path, plan: dict[str, Any]) -> None:
    rows = rows_for(plan)
    source = write_parquet(rows, tmp_path / "a.parquet")
    ways: list[dict[str, Any]] = [
        {"chunk": 1, "kernel": "numpy", "workers": 1},
        {"chunk": 10**6, "kernel": "numpy", "workers": 3},
        {"chunk": 40, "kernel": "numba"},
    ]
    found = []
    for number, way in enumerate(ways):
        summary = run(source, tmp_path / str(number), plan=plan, **way)
        assert (summary.rows, summary.refused, summary.faults) == (len(rows), {}, ())
        found.append(bytes_of(tmp_path / str(number)))
    assert len(found[0]) > 6
    assert found[1] == found[0]
    assert found[2] == found[0]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan["method"])
def test_the_numbers_are_those_of_the_engine_in_memory(tmp_path: Path, plan: dict[str, Any]) -> None:
    rows = rows_for(plan)
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out", plan=plan)
    whole = score(table_of_rows(rows), keep=False, **plan)
    for name, expected in (("results", whole.results), ("totals", whole.totals)):
        table = table_of_parts(tmp_path / "out", name)
        for column in expected.column_names:
            wanted = expected[column].to_pylist()
            if column == "percent":
                wanted = pytest.approx([float("nan") if one is None else one for one in wanted], rel=1e-15, nan_ok=True)
                got = [float("nan") if one is None else one for one in table[column].to_pylist()]
                assert got == wanted
            elif column != "contestant":
                assert table[column].to_pylist() == wanted, column


@pytest.mark.parametrize("chunk", [1, 10**6])
def test_a_total_is_written_alike_whatever_else_is_in_its_chunk(tmp_path: Path, chunk: int) -> None:
    plan = {"method": "cross-imps", "cross_divisor": "comparisons"}
    rows = [*prime_rows(1, wild=False), *prime_rows(2, wild=True)]
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "both", plan=plan, chunk=chunk, part_rows=10**6)
    run(write_parquet(prime_rows(1, wild=False), tmp_path / "b.parquet"), tmp_path / "one", plan=plan)
    both = table_of_parts(tmp_path / "both", "totals")
    assert both.slice(0, 44).to_pylist() == table_of_parts(tmp_path / "one", "totals").slice(0, 44).to_pylist()


def test_csv_gives_the_same_as_parquet(tmp_path: Path, rows: list[Row]) -> None:
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "one")
    run(write_csv(rows, tmp_path / "a.csv"), tmp_path / "two")
    for name in ("results", "totals"):
        one, two = (table_of_parts(tmp_path / out, name) for out in ("one", "two"))
        assert two.to_pylist() == one.to_pylist()


def test_a_folder_of_files_of_other_kinds_of_columns_is_one_archive(tmp_path: Path, rows: list[Row]) -> None:
    half = next(at for at, row in enumerate(rows) if row["event"] == 6)
    folder = tmp_path / "in"
    folder.mkdir()
    write_parquet(rows[:half], folder / "a.parquet")
    write_csv(rows[half:], folder / "b.csv")
    (folder / "notes.txt").write_text("not looked at")
    summary = run(folder, tmp_path / "out")
    assert (summary.files, summary.rows, summary.events) == (2, len(rows), len({row["event"] for row in rows}))
    results = table_of_parts(tmp_path / "out", "results")
    assert set(results["file"].to_pylist()) == {"a.parquet", "b.csv"}
    run(write_parquet(rows, tmp_path / "whole.parquet"), tmp_path / "whole")
    whole = table_of_parts(tmp_path / "whole", "results")
    for name in ("points", "n", "mp_ns", "ximp_ns", "butler_ns", "board"):
        assert results[name].to_pylist() == whole[name].to_pylist()


def test_a_job_goes_on_where_it_stopped(tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    run(source, tmp_path / "whole")
    with stop_at_table(monkeypatch, 6), pytest.raises(KeyboardInterrupt):
        run(source, out, workers=1)
    (out / "results" / ".part-00002.parquet.1-1.draft").write_bytes(b"PAR1")  # as a killed process leaves it
    done = len(list((out / ".job").glob("part-*.json")))
    assert 0 < done < len(list((tmp_path / "whole" / "results").iterdir()))
    summary = run(source, out)
    assert summary.before >= done
    assert bytes_of(out) == bytes_of(tmp_path / "whole")
    assert run(source, out).before == summary.parts


@pytest.mark.parametrize("harm", ["cut", "gone", "record"])
def test_a_harmed_part_does_not_count(tmp_path: Path, rows: list[Row], harm: str) -> None:
    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    first = run(source, out)
    before = bytes_of(out)
    part = out / "results" / "part-00001.parquet"
    if harm == "gone":
        part.unlink()
    elif harm == "cut":
        part.write_bytes(part.read_bytes()[:100])
    else:
        (out / ".job" / "part-00001.json").write_text('{"number": 1, "key"')
    assert run(source, out).before == first.parts - 1
    assert bytes_of(out) == before


def test_changed_input_is_done_again_and_nothing_old_stays(tmp_path: Path, rows: list[Row]) -> None:
    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    run(source, out)
    write_parquet(rows[:70], source)
    run(source, out)
    run(source, tmp_path / "fresh")
    assert bytes_of(out) == bytes_of(tmp_path / "fresh")


def test_results_of_another_job_stay_unless_told(tmp_path: Path, rows: list[Row]) -> None:
    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    run(source, out)
    before = bytes_of(out)
    with pytest.raises(InputError, match="what another job gave"):
        run(source, out, plan=PLANS[1])
    assert bytes_of(out) == before
    run(source, out, plan=PLANS[1], anew=True)
    run(source, tmp_path / "fresh", plan=PLANS[1])
    assert bytes_of(out) == bytes_of(tmp_path / "fresh")


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, rows: list[Row]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other files"):
        run(write_parquet(rows, tmp_path / "a.parquet"), out, anew=True)
    assert [path.name for path in out.iterdir()] == ["mine.txt"]


def test_bad_rows_are_told_with_file_and_row(tmp_path: Path, rows: list[Row]) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    good = [row for row in rows if row["event"] <= 4]
    bad = [row | {"event": row["event"] + 100} for row in good]
    played = [at for at, row in enumerate(bad) if row["contract"] and row["tricks"]]
    bad[played[3]] |= {"tricks": 14}
    bad[played[5]] |= {"contract": "9S"}
    bad.insert(9, dict(bad[8]))
    write_parquet(good, folder / "a.parquet")
    path = write_csv(bad, folder / "b.csv")
    lines = path.read_text().splitlines()
    lines.insert(3, "only,three,cells")
    path.write_text("\n".join(lines) + "\n")
    summary = run(folder, tmp_path / "out")
    assert summary.rows == len(good) + len(bad) - 3
    assert sum(summary.refused.values()) == 4
    refused = pq.read_table(tmp_path / "out" / "refused.parquet").to_pylist()
    told = {(row["file"], row["row"]): row["reason"] for row in refused}
    shift = [at + (at >= 9) + (at + (at >= 9) >= 2) for at in (played[3], played[5])]
    assert told[("b.csv", 2)] == "too few or too many cells"
    assert "tricks" in told[("b.csv", shift[0])]
    assert told[("b.csv", shift[1])] == "this is not a contract"
    assert told[("b.csv", 10)] == "the same line again; the first one stands"
    kept = table_of_parts(tmp_path / "out", "results")
    assert {(row["file"], row["row"]) for row in kept.to_pylist()}.isdisjoint(told)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda data: data[: len(data) // 2], "cannot be read"),
        (lambda data: data[:4] + bytes(200), "cannot be read"),
        (lambda data: data[:0], "cannot be read"),
        (lambda data: data[:60] + bytes(200) + data[260:], "a.parquet"),
    ],
)
def test_a_corrupt_file_is_named_and_the_others_go_on(tmp_path: Path, rows: list[Row], harm: Any, said: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    half = next(at for at, row in enumerate(rows) if row["event"] == 6)
    data = write_parquet(rows[:half], folder / "a.parquet").read_bytes()
    write_parquet(rows[half:], folder / "b.parquet")
    (folder / "a.parquet").write_bytes(harm(data))
    summary = run(folder, tmp_path / "out")
    assert summary.faults
    assert all("a.parquet" in str(fault) and str(tmp_path) not in str(fault) for fault in summary.faults)
    assert said in str(summary.faults[0])
    assert summary.rows >= len(rows) - half
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["faults"] == [str(one) for one in summary.faults]


def test_missing_columns_are_named(tmp_path: Path, rows: list[Row]) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(table_of_rows(rows).drop_columns(["board"]), path)
    with pytest.raises(FormatError, match=r"a\.parquet: column board is not there"):
        run(path, tmp_path / "out")


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        run(tmp_path / "absent.parquet", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="no file of Parquet, CSV or Arrow"):
        run(tmp_path / "empty", tmp_path / "out")


def test_an_archive_without_rows_is_no_fault(tmp_path: Path, rows: list[Row]) -> None:
    pq.write_table(table_of_rows(rows).slice(0, 0), tmp_path / "a.parquet")
    summary = run(tmp_path / "a.parquet", tmp_path / "out")
    assert (summary.rows, summary.parts, summary.faults) == (0, 0, ())
    assert pq.read_table(tmp_path / "out" / "refused.parquet").num_rows == 0


def test_rows_none_of_which_can_be_used(tmp_path: Path, rows: list[Row]) -> None:
    path = write_parquet([row | {"contract": "9S", "outcome": None} for row in rows], tmp_path / "a.parquet")
    for _again in range(2):
        with pytest.raises(FormatError, match=r"a\.parquet: none of the rows could be used: this is not a contract"):
            run(path, tmp_path / "out")
        assert pq.read_table(tmp_path / "out" / "refused.parquet").num_rows == len(rows)


def test_parts_none_of_which_can_be_written(tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(_table: Any, path: Path, _words: Any) -> int:
        raise OSError(errno.EFBIG, "File too large", str(path))

    monkeypatch.setattr(parts, "write_table", too_large)
    with pytest.raises(FormatError, match=r"a\.parquet, rows 0 to [0-9]+: .*part-00000\.parquet: File too large"):
        run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out")


def test_a_second_job_in_the_folder_is_told_and_harms_nothing(tmp_path: Path, rows: list[Row]) -> None:
    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    run(source, out)
    before = bytes_of(out)
    with held(out), pytest.raises(InputError, match="another job is working in"):
        run(source, out, anew=True)
    assert bytes_of(out) == before


def test_what_is_no_table_is_named(tmp_path: Path, rows: list[Row]) -> None:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    write_parquet(rows, folder / "a.parquet")
    (folder / "tuesday.pbn").write_text("")
    (folder / "sub" / "notes.txt").write_text("")
    assert run(folder, tmp_path / "out").passed_over == ("sub/notes.txt", "tuesday.pbn")
    told = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert told["passed_over"] == ["sub/notes.txt", "tuesday.pbn"]
    assert run(folder / "a.parquet", tmp_path / "one").passed_over == ()


@pytest.mark.parametrize("scattered", [False, True])
def test_what_was_made_on_the_way_is_taken_away_and_made_again_where_it_is_wanted(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch, *, scattered: bool
) -> None:
    source, out = write_csv(rows[::2] + rows[1::2] if scattered else rows, tmp_path / "a.csv"), tmp_path / "out"
    run(source, out)
    before = bytes_of(out)
    assert not [path for path in (out / ".job").rglob("*.parquet") if "refused" not in path.name]
    with monkeypatch.context() as patch:
        patch.setattr(sources, "take_in", _stop)
        patch.setattr(layout, "partition", _stop)
        patch.setattr(sources, "runs_of", _stop)
        again = run(source, out)
    assert again.before == again.parts
    (out / "results" / "part-00001.parquet").unlink()
    assert run(source, out).before == again.parts - 1
    assert bytes_of(out) == before


def _stop(*_given: Any, **_settings: Any) -> None:
    raise AssertionError


@pytest.mark.parametrize("checksums", [False, True])
def test_no_flipped_byte_is_a_fault_of_the_program(tmp_path: Path, rows: list[Row], *, checksums: bool) -> None:
    chance = random.Random(6)
    path = tmp_path / "in" / "a.parquet"
    path.parent.mkdir()
    pq.write_table(table_of_rows(rows), path, row_group_size=50, write_page_checksum=checksums)
    data = path.read_bytes()
    pages = range(4, min(chunk_ends(path)))
    run(path, tmp_path / "whole")
    for number in range(40):
        harmed = bytearray(data)
        harmed[chance.choice(pages) if number % 2 else chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(harmed)
        out = tmp_path / str(number)
        try:
            summary = run(path, out, kernel="numpy")
        except FormatError:
            continue
        faults = sum(fault.rows or 0 for fault in summary.faults)
        assert summary.rows + sum(summary.refused.values()) + faults == len(rows)


def chunk_ends(path: Path) -> list[int]:
    """Where the pages of the last column of each row group end."""
    meta = pq.read_metadata(path)
    last = [meta.row_group(group).column(meta.num_columns - 1) for group in range(meta.num_row_groups)]
    return [chunk.data_page_offset + chunk.total_compressed_size for chunk in last]


def test_pages_with_checksums_cannot_lie(tmp_path: Path, rows: list[Row]) -> None:
    source = tmp_path / "a.parquet"
    plain = table_of_rows(rows).select(
        ["event", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "outcome"]
    )
    found = plain.set_column(6, "tricks", plain["tricks"].cast(pa.int32()))
    how = {"use_dictionary": False, "compression": "none", "column_encoding": {"tricks": "PLAIN"}}
    pq.write_table(found, source, write_page_checksum=True, **how)
    chunk = pq.read_metadata(source).row_group(0).column(6)
    data = bytearray(source.read_bytes())
    data[chunk.data_page_offset + chunk.total_compressed_size - 4] ^= 1  # the tricks of the last row that has any
    source.write_bytes(data)
    with pytest.raises(FormatError, match="checksum"):
        run(source, tmp_path / "out")


def test_a_full_disk_stops_the_job_and_leaves_no_half_file(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_frame: Any, path: Path, **_how: Any) -> None:
        Path(path).write_bytes(b"PAR1")
        raise pl.exceptions.ComputeError("No space left on device (os error 28)")

    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(pl.DataFrame, "write_parquet", full)
        with pytest.raises(OSError, match="No space left"):
            run(source, out)
    assert not list((out / "results").iterdir())
    run(source, out)
    run(source, tmp_path / "fresh")
    assert bytes_of(out) == bytes_of(tmp_path / "fresh")


def test_the_listener_hears_of_every_row(tmp_path: Path, rows: list[Row]) -> None:
    heard: list[tuple[str, int, int]] = []
    run(write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out", listen=lambda *told: heard.append(told))
    assert heard[0] == ("files", 1, 1)
    assert heard[-1] == ("results", len(rows), len(rows))


def test_an_archive_that_moved_is_the_same_job(tmp_path: Path, rows: list[Row]) -> None:
    source, out = write_parquet(rows, tmp_path / "a.parquet"), tmp_path / "out"
    first = run(source, out)
    (tmp_path / "there").mkdir()
    moved = Path(shutil.copy(source, tmp_path / "there" / "a.parquet"))
    assert run(moved, out).before == first.parts


def test_parts_are_whole_events() -> None:
    assert cut([0, 3, 5, 20, 22], 6) == [(0, 5), (5, 15), (20, 2)]
    assert cut([0], 6) == []
    assert cut([0, 4], 1) == [(0, 4)]


def test_the_page_on_the_form_has_every_column() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "archive-form.md").read_text("utf-8")
    for column in FORM:
        meaning = column.meaning.replace("sections=across", "`sections=across`")
        assert f"| `{column.name}` | {column.kinds} | {column.needed} | {meaning} |" in page
    for table in ("results", "totals", "refused"):
        assert f"`{table}" in page


def test_a_file_that_changes_under_the_job_gives_nothing(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    write_parquet(rows, folder / "a.parquet")
    write_parquet([row | {"event": row["event"] + 1000} for row in rows], folder / "b.parquet")
    real, more = writing.write_table, [row | {"event": row["event"] + 2000} for row in many_rows(99, 4)]

    def meddling(table: Any, path: Path, words: Any) -> int:
        write_parquet(more, folder / "b.parquet")
        return real(table, path, words)

    monkeypatch.setattr(parts, "write_table", meddling)
    summary = run(folder, out)
    assert summary.rows == len(rows)
    assert {fault.file for fault in summary.faults} == {"b.parquet"}
    assert all("changed while the job was at work" in str(fault) for fault in summary.faults)
    assert set(table_of_parts(out, "results")["file"].to_pylist()) == {"a.parquet"}
    monkeypatch.setattr(parts, "write_table", real)
    again = run(folder, out)
    assert (again.faults, again.rows) == ((), len(rows) + len(more))


def test_results_of_teams_without_another_table_are_counted(tmp_path: Path) -> None:
    rows = [
        dict.fromkeys(many_rows(1, 1)[0]) | {"event": 1, "board": 1, "declarer": "N", "tricks": 9} for _ in range(3)
    ]
    teams = [("A", "B"), ("B", "A"), ("A", "B")]
    lines = [
        row | {"ns": ns, "ew": ew, "contract": "3NT", "board": 1 + at // 2}
        for at, (row, (ns, ew)) in enumerate(zip(rows, teams, strict=True))
    ]
    summary = score_archive(
        write_parquet(lines, tmp_path / "a.parquet"), tmp_path / "out", make_plan(method="team-imps")
    )
    assert (summary.rows, summary.alone) == (3, 1)
    pairs = score_archive(tmp_path / "a.parquet", tmp_path / "two", make_plan())
    assert pairs.alone == 0
