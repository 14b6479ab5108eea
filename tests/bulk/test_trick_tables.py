"""Double-dummy tables in every form they may have, and what is none."""

from __future__ import annotations

from typing import Any

import pytest

import overtrick as ot
from deal_tables import BOTH_MAKE, DEAL, text_of
from overtrick.model.terms import Vulnerability
from overtrick.score.par import TABLE_ORDER

np = pytest.importorskip("numpy", reason="the bulk engine needs numpy")

from overtrick.bulk.simulate import (  # noqa: E402
    as_tables,
    contract_scores,
    deals_of,
    par_scores,
    seat_codes,
    tricks_of,
    vulnerability_codes,
)

DEALS = (
    "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    "...AKQJT98765432 AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432.",
)


class TestTables:
    @pytest.mark.parametrize(
        "source",
        [
            f"# two deals\n{DEAL}  # the first\n\n{BOTH_MAKE.upper()}\n",
            [DEAL, BOTH_MAKE],
            (DEAL, " ".join((BOTH_MAKE[:5], BOTH_MAKE[5:]))),
            [[int(digit, 16) for digit in text] for text in (DEAL, BOTH_MAKE)],
            np.array([[int(digit, 16) for digit in text] for text in (DEAL, BOTH_MAKE)], dtype=np.int64),
        ],
        ids=["text", "texts", "digits apart", "rows", "array"],
    )
    def test_any_form_gives_the_same(self, source: Any) -> None:
        found = as_tables(source)
        assert found.dtype == np.uint8
        assert [text_of(row) for row in found] == [DEAL, BOTH_MAKE]

    def test_tables_of_the_model(self) -> None:
        reading = ot.loads(f'[Event ""]\n[Board "3"]\n[Deal "N:{DEALS[0]}"]\n[DoubleDummyTricks "{DEAL}"]\n'.encode())
        table = reading.event.sessions[0].sections[0].travellers[0].tricks
        assert table is not None
        assert as_tables([table, table]).tolist() == as_tables([DEAL, DEAL]).tolist()

    def test_columns_and_frames(self) -> None:
        pl = pytest.importorskip("polars", reason="columns need polars")
        pa = pytest.importorskip("pyarrow", reason="Arrow columns need pyarrow")
        wanted = as_tables([DEAL, BOTH_MAKE]).tolist()
        texts = pl.Series([DEAL, BOTH_MAKE])
        names = [f"{seat.value}_{strain.value}" for seat, strain in TABLE_ORDER]
        frame = pl.DataFrame([dict(zip(names, row, strict=True)) | {"board": 1} for row in wanted])
        lists = pl.Series(wanted, dtype=pl.List(pl.Int16))
        columns = [
            texts,
            texts.cast(pl.Categorical),
            lists,
            lists.cast(pl.Array(pl.UInt8, 20)),
            pa.array([DEAL, BOTH_MAKE]),
            pa.chunked_array([[wanted[0]], [wanted[1]]]),
            pa.array(wanted, type=pa.list_(pa.uint8(), 20)),
            frame,
            frame.to_arrow(),
            frame.cast(dict.fromkeys(names, pl.Float64)),
            pl.DataFrame({"t": texts}),
            pl.DataFrame({"board": [1, 2], "t": lists}),
            pl.DataFrame({"t": texts}).to_arrow(),
            np.array(wanted, dtype=np.float64),
        ]
        for column in columns:
            assert as_tables(column).tolist() == wanted
        assert as_tables(lists.slice(1, 1)).tolist() == wanted[1:]
        assert as_tables(texts.slice(0, 0)).shape == (0, 20)

    def test_bad_columns_are_refused(self) -> None:
        pl = pytest.importorskip("polars", reason="columns need polars")
        good = [0] * 20
        for column, said in (
            (pl.Series([DEAL, None]), "deal 2"),
            (pl.Series([good, good[:19]]), "deal 2"),
            (pl.Series([good, [*good[:19], None]]), "deal 2"),
            (pl.Series([good, [14, *good[:19]]]), "deal 2"),
            (pl.Series([1, 2]), "Int64"),
            (pl.Series([1.5]), "Float64"),
            (pl.DataFrame({"N_NT": [1]}), "N_S"),
            (pl.DataFrame({"board": [1]}), "N_NT"),
            (pl.DataFrame({"t": [DEAL], "u": [DEAL]}), "'t', 'u'"),
            (pl.DataFrame({"t": [DEAL, DEAL[1:]]}), "deal 2"),
            (pl.DataFrame({"t": [DEAL, None]}), "deal 2"),
        ):
            with pytest.raises(ot.InputError, match=said):
                as_tables(column)

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            ([DEAL, DEAL[:-1]], "deal 2"),
            ([DEAL, DEAL[:-1] + "e"], "deal 2"),
            ([DEAL, "٣" * 20], "deal 2"),
            (["\udcff" * 20], "deal 1"),
            (["🂡" * 20], "deal 1"),
            ([DEAL, [0] * 20], "deal 2"),
            ([[0] * 20, [*[0] * 19, None]], "deal 2"),
            ([[0] * 20, [0] * 21], "deal 2"),
            ([[0] * 19 + [14]], "deal 1"),
            ([[0] * 19 + [-1]], "deal 1"),
            ([[0.5] * 20], "whole numbers"),
            ([[0] * 20, [float("nan")] * 20], "deal 2: nan"),
            (np.array([[0.0] * 20, [float("nan")] * 20]), "deal 2: nan"),
            (np.array([[0.0] * 20, [*[0.0] * 19, float("inf")]]), "deal 2"),
            ([DEAL, float("nan")], "deal 2: nan"),
            (["N", None], "deal 2"),
            ([[10**30] * 20], "whole numbers"),
            ([None], "deal 1"),
            (np.zeros((2, 19), dtype=np.uint8), "2 x 19"),
            (np.zeros(20, dtype=np.uint8), "20"),
            (np.full((1, 20), 200, dtype=np.uint8), "deal 1"),
            (b"63456634567a9867a986", "deal 1"),
            (7, "int"),
        ],
    )
    def test_what_is_no_table_is_refused_by_its_number(self, source: Any, said: str) -> None:
        with pytest.raises(ot.InputError, match=said):
            as_tables(source)

    def test_a_long_text_is_not_shown_whole(self) -> None:
        with pytest.raises(ot.InputError) as caught:
            as_tables(["x" * 10_000])
        assert len(str(caught.value)) < 300

    @pytest.mark.parametrize("source", ["", "# nothing\n", [], np.zeros((0, 20), dtype=np.uint8)])
    def test_no_deal_at_all(self, source: Any) -> None:
        assert as_tables(source).shape == (0, 20)
        assert par_scores(source).shape == contract_scores(source, "4S N").shape == (0,)

    def test_a_file_of_deals(self) -> None:
        pbn = "".join(
            f'[Event ""]\n[Board "{number}"]\n[Dealer "{dealer}"]\n[Vulnerable "{vul}"]\n'
            f'[Deal "N:{deal}"]\n[DoubleDummyTricks "{table}"]\n\n'
            for number, dealer, vul, deal, table in (
                (1, "N", "None", DEALS[0], DEAL),
                (2, "E", "NS", DEALS[1], BOTH_MAKE),
            )
        )
        found = deals_of(ot.loads(pbn.encode()).event)
        assert found.boards.tolist() == [1, 2]
        assert par_scores(found.tables, dealer=found.dealers, vulnerability=found.vulnerabilities).tolist() == [
            -420,
            800,
        ]
        assert as_tables(ot.loads(pbn.encode()).event).tolist() == as_tables([DEAL, BOTH_MAKE]).tolist()

    def test_a_board_without_a_table_is_named(self) -> None:
        with pytest.raises(ot.InputError, match="board 5"):
            deals_of(ot.loads(f'[Event ""]\n[Board "5"]\n[Deal "N:{DEALS[0]}"]\n'.encode()).event)

    def test_codes(self) -> None:
        assert vulnerability_codes([3, "none", Vulnerability.EW, np.uint8(1)], 4).tolist() == [3, 0, 2, 1]
        assert seat_codes(np.array([0, 3]), 2).tolist() == [0, 3]

    @pytest.mark.parametrize(
        ("value", "error", "said"),
        [
            (["none", "sometimes"], ot.RecordError, "deal 2: "),
            (["none", 4], ot.InputError, "deal 2: 4"),
            (np.array([0, 7]), ot.InputError, "deal 2: 7"),
            (["none", float("nan")], ot.InputError, "deal 2: nan"),
            (["none"], ot.InputError, "1 values for 2 deals"),
        ],
    )
    def test_the_first_deal_without_a_code_is_named(self, value: Any, error: type[Exception], said: str) -> None:
        with pytest.raises(error, match=said):
            vulnerability_codes(value, 2)

    def test_the_first_deal_without_a_seat_is_named(self) -> None:
        with pytest.raises(ot.NotationError, match="deal 2: "):
            seat_codes(["N", "Q"], 2)

    @pytest.mark.parametrize("value", [["none"], [0, 1, 2], [4, 0], [-1, 0], [0.5, 0], 3, [True, False], [None, 0]])
    def test_what_is_no_code_is_refused(self, value: Any) -> None:
        with pytest.raises(ot.OvertrickError):
            vulnerability_codes(value, 2)

    def test_tricks_of(self) -> None:
        found = as_tables([DEAL, BOTH_MAKE])
        for place, (seat, strain) in enumerate(TABLE_ORDER):
            assert tricks_of(found, seat, strain).tolist() == found[:, place].tolist()
            assert tricks_of([DEAL, BOTH_MAKE], seat.value, strain.value).tolist() == found[:, place].tolist()
        for seat_word, strain_word in (("Q", "S"), ("N", "Z")):
            with pytest.raises(ot.InputError):
                tricks_of(found, seat_word, strain_word)
