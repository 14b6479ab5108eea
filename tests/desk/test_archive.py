"""Events as rows of an archive, and rows as events again."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

import pyarrow.parquet as pq  # noqa: E402

import overtrick  # noqa: E402
from archive_files import many_rows, write_csv, write_parquet  # noqa: E402
from bulk_archives import archive_rows, columns_of  # noqa: E402
from overtrick.bulk.api import score  # noqa: E402
from overtrick.bulk.intake import normalise  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.bulk.scoring import process  # noqa: E402
from overtrick.desk.archive import is_archive, one_for_all, rows_of, source_files, take_in  # noqa: E402
from overtrick.desk.archive_answer import answer, core_event  # noqa: E402
from overtrick.errors import ConditionsError, FormatError, InputError  # noqa: E402
from overtrick.formats.format import loads  # noqa: E402
from overtrick.model.conditions import Conditions  # noqa: E402
from overtrick.scorer import score_event  # noqa: E402

DEMO = Path(overtrick.__file__).parent / "data" / "demo" / "tuesday.csv"


@pytest.mark.parametrize(
    ("cell", "row"),
    [
        ("4SX N =", {"contract": "4SX", "declarer": "N", "tricks": 10, "outcome": "played"}),
        ("pass", {"contract": "PASS", "outcome": "passed-out"}),
        ("A60/40", {"ns_award": 6000, "ew_award": 4000}),
        ("A+/-", {"ns_award": -3, "ew_award": -1}),
        ("NP", {"outcome": "not-played"}),
        ("+420", {"score": 420, "outcome": "score"}),
    ],
)
def test_every_outcome_that_the_form_holds(cell: str, row: dict[str, object]) -> None:
    reading = loads(f"board,ns,ew,contract\n3,1,2,{cell}\n".encode())
    rows, refused = rows_of(reading.event, "e")
    assert refused == []
    (found,) = rows
    told = {name: value for name, value in found.items() if value is not None and name != "winners"}
    assert told == {"event": "e", "session": "1", "board": 3, "vul": "EW", "ns": "1", "ew": "2"} | row


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("60% 4S N = + 40% 4S N -1", "a weighted score"),
        ("4S =", "a contract without declarer"),
        ("A60.555/40", "an award that is no whole number of hundredths of a per cent"),
    ],
)
def test_what_the_form_has_no_place_for_is_told(cell: str, said: str) -> None:
    reading = loads(f"board,ns,ew,contract\n1,1,2,{cell}\n2,1,2,3NT N =\n".encode())
    rows, refused = rows_of(reading.event, "e")
    assert [row["board"] for row in rows] == [2]
    assert refused == [("line 2", said)]


@pytest.mark.parametrize("winners", [1, 2])
def test_the_winners_of_a_file_are_those_of_its_event(winners: int) -> None:
    event = replace(loads(b"board,ns,ew,contract\n1,1,3,3NT N =\n1,2,4,3NT N -1\n").event, winners=winners)
    rows, _refused = rows_of(event, "e")
    codes, _none = normalise(pa.Table.from_pylist(rows))
    assert codes.two.tolist() == [winners == 2]
    totals = process(codes, make_plan())[1]
    assert totals.place.tolist() == [place.place for place in score_event(event, make_plan().conditions).places]


def test_files_of_one_name_in_two_folders_are_two_events(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        shutil.copy(DEMO, tmp_path / name / "day.csv")
    taken = take_in(source_files(tmp_path), tmp_path / "a.parquet", root=tmp_path)
    assert taken.refused == 0
    assert sorted(set(pq.read_table(tmp_path / "a.parquet")["event"].to_pylist())) == ["x/day.csv", "y/day.csv"]


def test_conditions_that_differ_are_told() -> None:
    one, other = Conditions(method="butler"), Conditions(method="butler", datum_drop="1", sections="across")
    assert one_for_all({one: 5}) == one
    wanted = r"sections=apart \(2\), sections=across \(1\); datum-drop=none \(2\), datum-drop=1 \(1\)"
    with pytest.raises(ConditionsError, match=wanted):
        one_for_all({one: 2, other: 1})


@pytest.mark.parametrize("method", ["matchpoints", "butler", "cross-imps"])
def test_a_file_in_an_archive_is_scored_as_the_file(tmp_path: Path, method: str) -> None:
    taken = take_in([DEMO], tmp_path / "a.parquet")
    assert (taken.files, taken.refused, taken.unread) == (1, 0, [])
    table = pq.read_table(tmp_path / "a.parquet")
    assert taken.rows == len(table)
    totals = score(table, method=method).totals.to_pylist()
    standing = score_event(overtrick.load(DEMO).event, make_plan(method=method).conditions)
    assert [(row["contestant"], row["place"], row["total_num"], row["total_den"]) for row in totals] == [
        (place.contestant.key, place.place, place.total.numerator, place.total.denominator) for place in standing.places
    ]


def test_files_that_cannot_be_read_are_told_and_the_others_taken(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all")
    heard: list[int] = []
    taken = take_in([tmp_path / "letter.txt", DEMO], tmp_path / "a.parquet", listen=heard.append)
    assert len(taken.unread) == 1
    assert "letter.txt" in taken.unread[0]
    assert (taken.rows, heard) == (242, [1, 2])


@pytest.mark.parametrize("seed", range(20))
def test_rows_become_the_event_that_the_core_scores_alike(seed: int) -> None:
    rows = archive_rows(seed)
    codes, _refused = normalise(pa.table(columns_of(rows)))
    plan = make_plan()
    totals = score(pa.table(columns_of(rows))).totals.to_pylist()
    places = [
        place
        for number in range(len(codes.starts) - 1)
        for place in score_event(core_event(codes.part(number, number + 1)), plan.conditions).places
    ]
    assert [(str(row["contestant"]), row["place"], row["tied"], row["boards"]) for row in totals] == [
        (place.contestant.key, place.place, place.tied, place.boards) for place in places
    ]


def test_one_event_is_wanted() -> None:
    codes, _refused = normalise(pa.table(columns_of(many_rows(1, 3))))
    with pytest.raises(InputError, match="one event"):
        core_event(codes)


@pytest.mark.parametrize("asked", ["", "1", "1/2", "1/x/3", "/2/3", "1/2/ "])
def test_what_is_asked_has_three_parts(tmp_path: Path, asked: str) -> None:
    path = write_parquet(many_rows(1, 3), tmp_path / "a.parquet")
    with pytest.raises(InputError, match="EVENT/BOARD/PAIR"):
        answer(path, asked, make_plan())


def test_an_event_may_have_strokes_in_its_name(tmp_path: Path) -> None:
    rows = [row | {"event": "2026/27"} for row in many_rows(1, 1)]
    row = next(one for one in rows if one["ns"] and one["contract"])
    path = write_csv(rows, tmp_path / "a.csv")
    with pytest.raises(InputError, match="no contestant"):
        answer(path, f"2026/27/{row['board']}/nobody", make_plan())
    assert answer(path, f"2026/27/{row['board']}/NS {row['ns']}", make_plan()).same


def test_a_contestant_may_have_strokes_in_its_name(tmp_path: Path) -> None:
    rows = many_rows(1, 1)
    named = [row | {side: row[side] and f"{row[side]}/7/b" for side in ("ns", "ew")} for row in rows]
    row = next(one for one in named if one["ns"] and one["contract"])
    path = write_csv(named, tmp_path / "a.csv")
    assert answer(path, f"{row['event']}/{row['board']}/NS {row['ns']}", make_plan()).same
    with pytest.raises(InputError, match="no contestant"):
        answer(path, f"{row['event']}/{row['board']}/nobody/5", make_plan())


def test_what_is_an_archive(tmp_path: Path) -> None:
    assert is_archive(write_parquet(many_rows(1, 1), tmp_path / "a.parquet"))
    assert is_archive(write_csv(many_rows(1, 1), tmp_path / "a.csv"))
    assert is_archive(tmp_path)
    assert not is_archive(DEMO)
    assert not is_archive(tmp_path / "absent.csv")
    with pytest.raises(FormatError, match="no such file"):
        source_files(tmp_path / "absent")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="folder is empty"):
        source_files(tmp_path / "empty")


def test_an_event_in_files_of_two_kinds(tmp_path: Path) -> None:
    rows = many_rows(1, 1)
    folder = tmp_path / "in"
    folder.mkdir()
    write_csv(rows[: len(rows) // 2], folder / "a.csv")
    write_parquet(rows[len(rows) // 2 :], folder / "b.parquet")
    row = next(one for one in rows if one["ns"] and one["contract"])
    assert answer(folder, f"{row['event']}/{row['board']}/NS {row['ns']}", make_plan()).same
