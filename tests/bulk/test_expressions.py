"""The namespace of Polars expressions."""

from __future__ import annotations

from typing import Any

import pytest

pl = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

from overtrick.bulk import register  # noqa: E402
from overtrick.compare.imps import imps  # noqa: E402
from overtrick.compare.matchpoints import matchpoints  # noqa: E402
from overtrick.errors import ConditionsError  # noqa: E402
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


@pytest.mark.parametrize("change", [{"declarer": "Q"}, {"declarer": None}, {"tricks": 14}, {"contract": "9S"}])
def test_a_value_that_cannot_be_stops_the_expression(change: dict[str, Any]) -> None:
    row = {"contract": "4S", "declarer": "N", "tricks": 10, "board": 1} | change
    with pytest.raises(Exception, match=r"cannot be|without declarer"):
        pl.DataFrame([row]).select(pl.col("contract").bridge.points(board="board"))


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
