"""The namespace of Polars expressions."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest

pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from overtrick.bulk import register  # noqa: E402
from overtrick.compare.imps import imps  # noqa: E402
from overtrick.compare.matchpoints import matchpoints  # noqa: E402
from overtrick.errors import ConditionsError, InputError, RecordError  # noqa: E402
from overtrick.score.deal import deal_score  # noqa: E402

register()
_RESULTS = [("4SX", "N", 11), ("3NT", "E", 8), ("PASS", None, None), ("6H", "S", 12), (None, None, None)]


def deals(**more: list[Any]) -> Any:
    contracts, declarers, tricks = zip(*_RESULTS, strict=True)
    return pl.DataFrame({"contract": contracts, "declarer": declarers, "tricks": tricks, **more})


def core(vul: str, law: str = "duplicate-2017") -> list[int | None]:
    found: list[int | None] = []
    for contract, declarer, tricks in _RESULTS:
        text = contract and (
            contract if tricks is None else f"{contract} {declarer} {tricks - int(contract[0]) - 6:+d}"
        )
        found.append(None if text is None else deal_score(text, vulnerability=vul, law=law).ns)
    return found


@pytest.mark.parametrize("vul", ["none", "NS", "EW", "both"])
def test_points_are_those_of_the_core(vul: str) -> None:
    of = pl.col("contract").bridge.points
    assert deals(vul=[vul] * 5).select(of(vul="vul")).to_series().to_list() == core(vul)
    old = of(pl.col("declarer"), pl.col("tricks"), vul=pl.lit(vul), law="duplicate-1975")
    assert deals().with_columns(of=old)["of"].to_list() == core(vul, "duplicate-1975")


def test_points_follow_the_board() -> None:
    assert deals(board=[2] * 5).select(pl.col("contract").bridge.points(board="board")).to_series().to_list() == core(
        "NS"
    )


def test_points_want_to_know_the_vulnerability() -> None:
    with pytest.raises(ConditionsError, match="vul"):
        pl.col("contract").bridge.points()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"declarer": "Q"}, "column declarer: row 1 cannot be 'Q'"),
        ({"declarer": None}, "column declarer: row 1 has nothing"),
        ({"tricks": None}, "column tricks: row 1 has nothing"),
        ({"contract": "9S"}, "column contract: row 1 cannot be '9S'"),
        ({"contract": 300}, "column contract: row 1 cannot be 300"),
        *(({"tricks": value}, f"column tricks: row 1 cannot be {value!r}") for value in (14, -1, 300, 9.5, 2**40)),
        *(
            ({"tricks": value}, f"column tricks: row 1 cannot be '{value}'")
            for value in ("-1", "14", "300", "x", "²", "9" * 99)
        ),
        ({"board": None}, "column board: row 1 has nothing"),
        *(({"board": value}, f"column board: row 1 cannot be {value}") for value in (0, -3, 1.5, 10**18, -(2**63))),
        ({"board": "x"}, "column board: row 1 cannot be 'x'"),
    ],
)
def test_a_value_that_cannot_be_is_named(change: dict[str, Any], said: str) -> None:
    (name, value), kind = *change.items(), {"contract": str, "declarer": str, "tricks": int, "board": int}
    good = {"contract": "4S", "declarer": "N", "tricks": 10, "board": 2}
    if not isinstance(value, (kind[name], type(None))):
        good[name] = 60 if name == "contract" else type(value)(good[name])
    shown = pl.DataFrame({key: [cell, value if key == name else cell] for key, cell in good.items()})
    with pytest.raises(RecordError, match=re.escape(said)):
        shown.select(pl.col("contract").bridge.points(board="board"))


def test_nothing_gives_nothing() -> None:
    shown = pl.DataFrame({"contract": [None, "PASS", "4S"], "declarer": [None, None, "N"], "tricks": [None, None, 10]})
    of = pl.col("contract").bridge.points
    assert shown.with_columns(board=pl.Series([None, None, 1])).select(of(board="board")).to_series().to_list() == [
        None,
        0,
        420,
    ]
    assert shown.head(2).select(of(vul=pl.lit(None, pl.String))).to_series().to_list() == [None, 0]
    nothing = pl.DataFrame({"gap": [None, None]})
    for made in (pl.col("gap").bridge.imps(), pl.col("gap").bridge.matchpoints(over=pl.lit(1))):
        assert nothing.select(made).to_series().to_list() == [None, None]


@pytest.mark.parametrize(
    "odd",
    [date(2026, 1, 1), datetime(2026, 1, 1), timedelta(3), True, [1], "x", b"1"],
    ids=lambda odd: type(odd).__name__,
)
def test_columns_of_another_kind_are_named(odd: Any) -> None:
    shown = pl.DataFrame({"contract": ["4S"], "declarer": ["N"], "tricks": [10], "odd": [odd]})
    if not isinstance(odd, str):
        with pytest.raises(InputError, match=r"column board holds"):
            shown.select(pl.col("contract").bridge.points(board="odd"))
    for made in (pl.col("odd").bridge.imps(), pl.col("odd").bridge.matchpoints(over="contract")):
        with pytest.raises(InputError, match=r"column odd holds .*; numbers are wanted"):
            shown.select(made)


def test_imps_of_differences_that_are_not_whole_or_very_large() -> None:
    gaps = [19.9, 20.0, 20.5, -19.9, -20.5, 49.999, 1e300, -1e19, 0.0, None]
    found = pl.DataFrame({"gap": gaps}).select(pl.col("gap").bridge.imps()).to_series().to_list()
    assert found == [0, 1, 1, 0, -1, 1, 24, -24, 0, None]
    wide = [2**63 - 1, -(2**63), 0, None]
    for kind, values in (
        (pl.Int64, wide),
        (pl.Int128, [2**100, -(2**100), 7, None]),
        (pl.UInt64, [2**64 - 1, 0, 5, None]),
    ):
        shown = pl.DataFrame({"gap": pl.Series(values, dtype=kind)}).select(pl.col("gap").bridge.imps())
        assert shown.to_series().to_list() == [24, 0 if kind == pl.UInt64 else -24, 0, None]
    tenths = pl.Series(["19.99", "-20.50", None]).cast(pl.Decimal(10, 2))
    assert pl.DataFrame({"gap": tenths}).select(pl.col("gap").bridge.imps()).to_series().to_list() == [0, -1, None]
    assert pl.DataFrame({"gap": pl.Series([], dtype=pl.Int8)}).select(pl.col("gap").bridge.imps()).height == 0


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_named(odd: float) -> None:
    shown = pl.DataFrame({"board": [1, 1, 2, 2], "gap": [1.0, None, 2.0, odd]})
    for made in (pl.col("gap").bridge.imps(), pl.col("gap").bridge.matchpoints(over="board")):
        with pytest.raises(RecordError, match=f"column gap: row 3 cannot be {odd}"):
            shown.select(made)


@given(
    rows=st.lists(
        st.tuples(st.integers(1, 4), st.one_of(st.none(), st.integers(-3, 3).map(lambda n: n * 50))), max_size=20
    )
)
def test_matchpoints_of_any_boards_are_those_of_the_core(rows: list[tuple[int, int | None]]) -> None:
    shown = pl.DataFrame(rows, schema={"board": pl.Int64, "points": pl.Int64}, orient="row")
    found = shown.with_columns(mp=pl.col("points").bridge.matchpoints(over="board"))
    for board in {board for board, _points in rows}:
        own = found.filter(pl.col("board") == board, pl.col("points").is_not_null())
        assert own["mp"].to_list() == ([*matchpoints(own["points"].to_list())] if own.height else [])
    assert (found["mp"].is_null() == found["points"].is_null()).all()


def test_imps_are_those_of_the_core() -> None:
    gaps = [*range(-4200, 4300, 10), None, 20000]
    shown = pl.DataFrame({"gap": gaps})
    for table in ("imps-1962", "imps-1938"):
        found = shown.select(pl.col("gap").bridge.imps(table=table)).to_series().to_list()
        assert found == [None if gap is None else imps(gap, table=table) for gap in gaps]
    with pytest.raises(ConditionsError, match="bastille"):
        pl.col("gap").bridge.imps(table="bastille")


def test_matchpoints_are_those_of_the_core() -> None:
    frame = pl.DataFrame({"board": [1, 1, 1, 2, 2, 1], "points": [620, 170, 620, 50, None, -100]})
    found = frame.with_columns(mp=pl.col("points").bridge.matchpoints(over="board"))["mp"].to_list()
    first = matchpoints([620, 170, 620, -100])
    assert found == [*first[:3], 0, None, first[3]]
