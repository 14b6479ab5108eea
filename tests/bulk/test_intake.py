"""The form: what is taken, what is refused and why, and frames of other libraries in and out."""

from __future__ import annotations

import random
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")
pl = pytest.importorskip("polars")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from bulk_archives import archive_rows, columns_of  # noqa: E402
from overtrick.bulk import Codes, matchpoints, normalise, process, rank, score  # noqa: E402
from overtrick.bulk.form import CONTRACTS, FORM, Kind, Reason, contract_code, reason_text  # noqa: E402
from overtrick.bulk.plan import make_plan  # noqa: E402
from overtrick.errors import InputError, OvertrickError, RecordError  # noqa: E402
from overtrick.formats.format import loads  # noqa: E402

_GOOD: dict[str, Any] = {
    "event": 1, "board": 1, "ns": 1, "ew": 2, "contract": "4S", "declarer": "N", "tricks": 10, "score": None,
    "vul": None, "outcome": None, "ns_award": None, "ew_award": None,
}  # fmt: skip


def frame(*changes: dict[str, Any]) -> Any:
    rows = [_GOOD | {"ns": 2 * at + 1, "ew": 2 * at + 2} | change for at, change in enumerate(changes)]
    return pl.DataFrame({name: [row[name] for row in rows] for name in _GOOD}, strict=False)


NOTHING = {"contract": None, "declarer": None, "tricks": None}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"event": None}, Reason.EVENT),
        ({"board": None}, Reason.BOARD),
        ({"board": 0}, Reason.BOARD),
        ({"board": 2_000_000}, Reason.BOARD),
        ({"contract": "8S"}, Reason.CONTRACT),
        ({"contract": "4S N"}, Reason.CONTRACT),
        ({"contract": "4S" * 50}, Reason.CONTRACT),
        ({"declarer": None}, Reason.DECLARER),
        ({"declarer": "Q"}, Reason.DECLARER),
        ({"tricks": None}, Reason.TRICKS),
        ({"tricks": 14}, Reason.TRICKS),
        ({"tricks": -1}, Reason.TRICKS),
        (NOTHING | {"score": 30_000}, Reason.SCORE),
        ({"vul": "some"}, Reason.VUL),
        ({"outcome": "cancelled"}, Reason.OUTCOME),
        (NOTHING | {"ns_award": 10_001}, Reason.AWARD),
        (NOTHING | {"ew_award": -4}, Reason.AWARD),
        ({"ns_award": 6000}, Reason.AWARD_AND_RESULT),
        ({"outcome": "not-played"}, Reason.CONTRADICTION),
        ({"outcome": "passed-out"}, Reason.CONTRADICTION),
        (NOTHING | {"outcome": "played"}, Reason.CONTRADICTION),
        (NOTHING | {"outcome": "score"}, Reason.CONTRADICTION),
        (NOTHING | {"outcome": "awarded"}, Reason.CONTRADICTION),
        (NOTHING | {"outcome": "missing", "score": 50}, Reason.CONTRADICTION),
        ({"ns": 1, "ew": 2}, Reason.DUPLICATE),
        ({"ns": 1, "ew": 9}, Reason.TWICE),
        ({"ns": 9, "ew": 2}, Reason.TWICE),
    ],
)
def test_a_bad_row_is_refused_alone_and_with_its_reason(change: dict[str, Any], reason: Reason) -> None:
    codes, refused = normalise(frame({}, change, {}))
    assert (codes.row.tolist(), refused.row.tolist()) == ([0, 2], [1])
    assert refused.table()["reason"].to_pylist() == [reason_text(reason)]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({}, Kind.PLAYED),
        ({"contract": "PASS", "declarer": None, "tricks": None}, Kind.PASSED_OUT),
        (NOTHING | {"outcome": "passed-out"}, Kind.PASSED_OUT),
        (NOTHING | {"score": -50}, Kind.SCORE),
        (NOTHING | {"ns_award": -3}, Kind.AWARDED),
        (NOTHING | {"ew": None}, Kind.SIT_OUT),
        (NOTHING | {"ns": None, "ew": None}, Kind.SIT_OUT),
        (NOTHING, Kind.MISSING),
        (NOTHING | {"outcome": "not-played"}, Kind.NOT_PLAYED),
        ({"ns": None}, Kind.PLAYED),
    ],
)
def test_the_columns_tell_what_became_of_a_row(change: dict[str, Any], kind: Kind) -> None:
    codes, refused = normalise(frame(change))
    assert (codes.kind.tolist(), len(refused)) == ([kind], 0)


def test_of_lines_that_share_a_contestant_the_first_stands_and_a_refused_one_blocks_nobody() -> None:
    codes, refused = normalise(frame({}, {"ns": 1, "ew": 9}, {"ns": 8, "ew": 9}))
    assert (codes.row.tolist(), refused.row.tolist()) == ([0, 2], [1])


def test_events_are_put_together_in_the_order_of_their_first_rows() -> None:
    mixed = frame({"event": 5}, {"event": 3}, {"event": 5}, {"event": 3})
    codes, _refused = normalise(mixed, first_row=100)
    assert codes.row.tolist() == [100, 102, 101, 103]
    assert (codes.events.to_pylist(), codes.starts.tolist()) == ([5, 3], [0, 2, 4])


def test_every_contract_has_its_code() -> None:
    assert [contract_code(text) for text in CONTRACTS] == list(range(106))
    assert CONTRACTS[1 + 15 * 3 + 3 * 3 + 1] == "4SX"
    assert [contract_code(text) for text in ("Pass", "3 nt", "3♠x", "", "1Z")] == [0, 43, 41, 255, 254]


def test_level_strain_and_doubling_stand_for_a_contract() -> None:
    table = (
        frame({}, {}, {}, {})
        .drop("contract")
        .with_columns(
            level=pl.Series([4, 3, 0, 8]), strain=pl.Series(["S", "NT", None, "S"]), doubling=pl.Series([1, 0, None, 0])
        )
    )
    codes, refused = normalise(table)
    assert [CONTRACTS[code] for code in codes.contract] == ["4SX", "3NT", "PASS"]
    assert refused.row.tolist() == [3]


def test_codes_stand_for_words() -> None:
    words = frame({}, {"vul": "both"}, {"vul": "EW", "declarer": "W"})
    numbers = words.with_columns(
        contract=pl.Series([contract_code("4S")] * 3, dtype=pl.UInt8),
        declarer=pl.Series([0, 0, 3], dtype=pl.UInt8),
        vul=pl.Series([None, 3, 2], dtype=pl.UInt8),
        tricks=pl.Series([10, 10, 10], dtype=pl.UInt8),
    )
    one, other = (process(normalise(table)[0], make_plan())[0].table() for table in (words, numbers))
    assert one.equals(other)


@pytest.mark.parametrize("name", [column.name for column in FORM if column.needed == "yes"])
def test_a_needed_column_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(InputError, match=name):
        normalise(frame({}).drop(name))


def test_a_column_of_the_wrong_kind_is_named() -> None:
    with pytest.raises(InputError, match="board"):
        normalise(frame({}).with_columns(board=pl.Series([[1]])))
    with pytest.raises(InputError, match="int"):
        normalise(12)
    with pytest.raises(InputError, match="strain"):
        normalise(frame({}).drop("contract").with_columns(level=4))
    with pytest.raises(InputError, match="twice"):
        normalise(frame({}).to_arrow().append_column("board", pa.array([1])))


def test_all_libraries_give_the_same_and_get_their_own_back() -> None:
    pandas, duckdb = pytest.importorskip("pandas"), pytest.importorskip("duckdb")
    source = frame({}, {"contract": "3NT", "tricks": 8}, {"declarer": "E"})
    table = source.to_arrow()
    wanted = pl.DataFrame(matchpoints(table))
    for own in (source, source.lazy(), table.to_pandas(), duckdb.from_arrow(table), table.to_reader()):
        found = matchpoints(own)
        if not isinstance(own, pa.RecordBatchReader):
            assert type(found) is type(own)
        if isinstance(found, pl.LazyFrame):
            found = found.collect()
        shown = pl.DataFrame(found) if not isinstance(found, pandas.DataFrame) else pl.from_pandas(found)
        assert shown.select("points", "mp_ns", "mp_ew").rows() == wanted.select("points", "mp_ns", "mp_ew").rows()


def test_refused_rows_are_given_apart_or_named() -> None:
    source = frame({}, {"tricks": 14})
    scored = score(source)
    assert (scored.results.height, scored.totals.height) == (1, 2)
    assert scored.refused.select("row", "tricks").rows() == [(1, 14)]
    with pytest.raises(RecordError, match="row 1"):
        rank(source)


def test_an_empty_frame_has_empty_results() -> None:
    scored = score(frame({}).clear())
    assert (scored.results.height, scored.totals.height, scored.refused.height) == (0, 0, 0)


def test_contestants_with_long_numbers_or_names_are_the_same_contestants() -> None:
    small = frame({}, {}, {"board": 2, "ns": 1, "ew": 2, "tricks": 9})
    long = small.with_columns(pl.col("ns") * 10**7 + 5, pl.col("ew") * 10**7 + 5)
    longest = small.with_columns(pl.col("ns") * 10**12, pl.col("ew") * 10**12)
    names = small.with_columns(ns="P" + pl.col("ns").cast(str), ew="P" + pl.col("ew").cast(str))
    columns = ("place", "tied", "boards", "total_num", "percent")
    wanted = rank(small).select(columns).rows()
    assert [rank(other).select(columns).rows() for other in (long, longest, names)] == [wanted] * 3


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_parts_of_codes_hold_whole_events(seed: int) -> None:
    codes, _refused = normalise(pa.table(columns_of(archive_rows(seed))))
    whole = process(codes, make_plan())[1].table()
    parts = [process(codes.part(*bounds), make_plan())[1].table() for bounds in codes.cut(1)]
    assert len(parts) == len(codes.starts) - 1
    assert pa.concat_tables(parts).equals(whole)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_junk_is_refused_and_never_a_traceback(seed: int) -> None:
    chance = random.Random(seed)
    junk = [None, "", " ", "4S", "PASS", "N", 0, 1, -1, 255, 2**40, -(2**63), 0.5, float("nan"), "x" * 99, "١", "12"]
    size = chance.randint(0, 12)
    columns: dict[str, Any] = {}
    for column in FORM:
        if chance.random() < 0.8:
            kind = chance.choice([str, int, float])
            cells = [cell for cell in junk if cell is None or isinstance(cell, kind)]
            columns[column.name] = pa.array([chance.choice(cells) for _row in range(size)])
    try:
        codes, refused = normalise(pa.table(columns))
    except OvertrickError:
        return
    assert len(codes) + len(refused) == size
    assert isinstance(codes, Codes)
    results, totals = process(codes, make_plan(also=["cross-imps", "butler"]))
    assert results.table().num_rows == len(codes)
    assert totals.table().num_rows == len(totals)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_one_field_or_two_is_guessed_as_the_readers_of_files_guess_it(seed: int) -> None:
    rows = [row for row in archive_rows(seed) if row["contract"] and row["event"] == 3]
    if not rows:
        return
    names = ("session", "section", "board", "ns", "ew", "contract", "declarer", "tricks")
    lines = [",".join("" if row[name] is None else str(row[name]) for name in names) for row in rows]
    reading = loads("\n".join([",".join(names), *lines]).encode(), format="csv")
    codes, _refused = normalise(pa.table(columns_of(rows)))
    assert codes.two.tolist() == [reading.event.winners == 2]


@pytest.mark.parametrize(
    ("named", "meant"),
    [("result", "tricks"), ("Vulnerable", "vul"), ("declaror", "declarer"), ("award_ns", "ns_award")],
)
def test_columns_by_other_names_are_not_left_alone_without_a_word(named: str, meant: str) -> None:
    rows: dict[str, Any] = {"event": [1], "board": [1], "ns": [1], "ew": [2], "contract": ["4S"], "declarer": ["N"]}
    rows["tricks"] = [10]
    given = {name: column for name, column in rows.items() if name != meant} | {named: ["1"]}
    with pytest.raises(InputError, match=f"a column {named} and none {meant}"):
        normalise(pa.table(given))
    both = given | {meant: rows.get(meant, pa.nulls(1))}
    assert len(normalise(pa.table(both))[0]) == 1


def test_names_of_columns_without_regard_to_capitals_and_blanks() -> None:
    rows = {"Event": [1], " BOARD": [2], "NS": [1], "ew ": [2], "Contract": ["4S"], "declarer": ["N"], "tricks": [10]}
    codes, refused = normalise(pa.table(rows | {"Vulnerability": ["both"], "CLUB": ["Y"]}))
    assert (len(codes), len(refused), int(codes.vul[0])) == (1, 0, 3)
    with pytest.raises(InputError, match="event is there twice"):
        normalise(pa.table(rows | {"event": [2]}))


@pytest.mark.parametrize(
    ("contract", "level", "strain", "doubling", "wanted"),
    [
        (None, 3, "H", None, "3H"),
        ("3H", 3, "H", None, "3H"),
        ("3H", None, None, None, "3H"),
        ("4S", 3, "H", None, None),
        ("3H", 3, "H", 1, "3HX"),
        (None, 0, None, None, "PASS"),
        (None, 0, "H", 2, None),
        ("PASS", 0, None, 0, "PASS"),
        ("4S", None, None, 1, "4SX"),
        ("4S", None, None, 0, "4S"),
        ("4SX", None, None, 1, "4SX"),
        ("4SXX", 4, "S", None, "4SXX"),
        ("4SX", None, None, 2, None),
        ("4SX", None, None, 0, None),
        ("PASS", None, None, 1, None),
        ("4S", None, "H", None, None),
        (None, None, None, 1, None),
        (None, 3, None, None, None),
    ],
)
def test_a_contract_told_twice_is_told_the_same(
    contract: str | None, level: int | None, strain: str | None, doubling: int | None, wanted: str | None
) -> None:
    rows = {"event": [1], "board": [1], "ns": [1], "ew": [2], "declarer": ["N"], "tricks": [10]}
    told = {
        "contract": pa.array([contract], pa.string()),
        "level": pa.array([level], pa.int8()),
        "strain": pa.array([strain], pa.string()),
        "doubling": pa.array([doubling], pa.int8()),
    }
    codes, refused = normalise(pa.table(rows | told))
    assert [CONTRACTS[code] for code in codes.contract.tolist()] == ([] if wanted is None else [wanted])
    assert refused.reason.tolist() == ([Reason.CONTRACT] if wanted is None else [])


@pytest.mark.parametrize(("word", "good"), [("n", True), (" West ", True), ("Nancy", False), ("NS", False)])
def test_seats_in_letters_and_words(word: str, good: bool) -> None:
    rows = {"event": [1], "board": [1], "ns": [1], "ew": [2], "contract": ["4S"], "declarer": [word], "tricks": [10]}
    assert len(normalise(pa.table(rows))[0]) == good


def test_winners_by_word_and_rows_that_contradict() -> None:
    rows: dict[str, Any] = {"event": [1, 1, 2, 2], "board": [1, 2, 1, 2], "ns": [1, 2, 1, 2], "ew": [3, 4, 2, 1]}
    rows |= {"contract": ["PASS"] * 4}
    codes, refused = normalise(pa.table(rows | {"winners": [1, None, 2, 1]}))
    assert codes.two.tolist() == [False, True]
    assert (refused.row.tolist(), refused.reason.tolist()) == ([3], [Reason.WINNERS])
    assert normalise(pa.table(rows))[0].two.tolist() == [True, False]
    assert normalise(pa.table(rows | {"winners": [3, 1, 1, 1]}))[1].reason.tolist() == [Reason.WINNERS]
