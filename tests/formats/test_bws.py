from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.errors import FormatError
from overtrick.formats.bws import loads_bws, loads_received
from overtrick.formats.format import load, loads
from overtrick.formats.text import Decoded
from overtrick.model.event import Line
from overtrick.model.outcome import Awarded, Missing, NotPlayed, PassedOut, SitOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
HEAD = "ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks,Erased\n"
RECEIVED = (
    ("ID", "long"),
    ("Section", "int"),
    ("Table", "int"),
    ("Round", "int"),
    ("Board", "int"),
    ("PairNS", "int"),
    ("PairEW", "int"),
    ("Declarer", "int"),
    ("NS/EW", "text"),
    ("Contract", "text"),
    ("Result", "text"),
    ("Remarks", "text"),
    ("DateLog", "date"),
    ("Erased", "bool"),
)
ROUND = tuple((name, "int") for name in ("Section", "Table", "Round", "NSPair", "EWPair"))
PLAYER = (("Section", "int"), ("Table", "int"), ("Direction", "text"), ("Number", "text"), ("Name", "text"))
SECTION = (("ID", "int"), ("Letter", "text"), ("MissingPair", "int"))
SUITS = tuple(
    (f"{seat}{suit}", "text")
    for seat in ("North", "East", "South", "West")
    for suit in ("Spades", "Hearts", "Diamonds", "Clubs")
)


def received(*rows: str) -> Reading:
    return loads_received(Decoded(HEAD + "".join(f"{row}\n" for row in rows), "utf-8"))


def lines(reading: Reading) -> list[Line]:
    return [
        line
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


def test_erased_and_replaced_rows_do_not_count() -> None:
    reading = received(
        "1,1,2,1,4,3,9,3,N,4 S,+1,,,-1",
        "3,1,2,1,4,3,9,9,W,3 NT x,-2,HQ,,0",
        "2,1,2,1,4,3,9,3,S,4 S,=,,,0",
        "4,1,2,1,5,3,9,0,,PASS,,,,0",
    )
    assert [str(line.ns_outcome) for line in lines(reading)] == ["3NTX W -2", "PASS"]
    assert lines(reading)[0].lead == "HQ"
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (4, 2, 2)
    assert [one.where for one in reading.problems if one.severity is Severity.NOTE][:2] == ["line 2", "line 4"]


@pytest.mark.parametrize(
    ("contract", "result", "remark", "ns", "ew"),
    [
        ("", "", "Not played", NotPlayed(), NotPlayed()),
        ("", "", "40%-60%", Awarded(Fraction(40)), Awarded(Fraction(60))),
        ("", "", "60% - 60%", Awarded(Fraction(60)), Awarded(Fraction(60))),
        ("3 H", "=", "50%-40%", Awarded(Fraction(50)), Awarded(Fraction(40))),
        ("", "", "Arbitral score", Missing(), Missing()),
        ("PASS", "", "", PassedOut(), PassedOut()),
    ],
)
def test_remarks(contract: str, result: str, remark: str, ns: object, ew: object) -> None:
    reading = received(f"1,1,2,1,4,3,9,3,N,{contract},{result},,{remark},0")
    assert [(line.ns_outcome, line.ew_outcome, line.remark) for line in lines(reading)] == [(ns, ew, remark)]


def test_wrong_direction_turns_the_pairs() -> None:
    reading = received("1,1,2,1,4,3,9,3,N,2 H,=,,Wrong direction,0")
    assert [(line.ns, line.ew, str(line.ns_outcome)) for line in lines(reading)] == [("9", "3", "2H N =")]


def test_phantoms_sit_out() -> None:
    reading = received("1,1,2,1,4,3,0,0,,,,,,0")
    assert [(line.ns, line.ew, line.ns_outcome) for line in lines(reading)] == [("3", "", SitOut())]


@pytest.mark.parametrize(
    "row",
    [
        "1,1,2,1,0,3,9,3,N,2 H,=,,,0",
        "1,1,2,1,4,3,9,3,N,2 H,,,,0",
        "1,1,2,1,4,3,9,3,N,2 H,+9,,,0",
        "1,1,2,1,4,,,,N,2 H,=,,,0",
    ],
)
def test_bad_rows_are_refused_with_their_line(row: str) -> None:
    reading = received(row, "2,1,2,1,5,3,9,3,N,2 H,=,,,0")
    assert (reading.counts.taken, reading.counts.refused) == (1, 1)
    assert any(one.where == "line 2" and one.severity is Severity.ERROR for one in reading.problems)


def test_declarer_that_is_no_such_pair_is_told() -> None:
    reading = received("1,1,2,1,4,3,9,3,E,2 H,=,,,0")
    assert any("declarer is pair 3" in one.text for one in reading.problems)


def test_missing_columns() -> None:
    with pytest.raises(FormatError, match="pairns"):
        loads_received(Decoded("ID,Section\n1,2\n", "utf-8"))


def database(jet_file: Callable[..., bytes], *, wide: bool = False) -> bytes:
    def row(
        key: int, board: int, ns: int, ew: int, seat: str, contract: str, result: str, remark: str
    ) -> Sequence[object]:
        pair = ns if seat in "NS" else ew
        return (key, 1, 1, 1, board, ns, ew, pair, seat, contract, result, remark, 38481.0, board == 3)

    return jet_file(
        {
            "Section": (SECTION, [(1, "G", 0)]),
            "RoundData": (ROUND, [(1, 1, 1, 1, 2), (1, 2, 1, 3, 4), (1, 1, 2, 3, 1)]),
            "PlayerNumbers": (
                PLAYER,
                [(1, 1, seat, "", name) for seat, name in zip("NSEW", ("Ada", "Bo", "Cy", "Di"), strict=True)]
                + [(1, 2, "N", "77", None)],
            ),
            "PlayerNames": ((("ID", "long"), ("Name", "text")), [(77, "Eli")]),
            "ReceivedData": (
                RECEIVED,
                [
                    row(1, 1, 1, 2, "N", "4 S", "=", ""),
                    row(2, 2, 2, 1, "E", "1 NT", "-1", "Wrong direction"),
                    row(3, 3, 1, 2, "S", "2 C", "=", ""),
                    row(4, 4, 1, 7, "S", "2 C", "=", ""),
                ],
            ),
            "HandRecord": (
                (("Section", "int"), ("Board", "int"), *SUITS),
                [(1, 1, "AKQJ1098765432", *[None] * 15), (1, 2, "A", *[None] * 15)],
            ),
        },
        wide=wide,
    )


@pytest.mark.parametrize("wide", [False, True], ids=["jet3", "jet4"])
def test_a_database(jet_file: Callable[..., bytes], tmp_path: Path, *, wide: bool) -> None:
    (tmp_path / "x.dat").write_bytes(database(jet_file, wide=wide))
    reading = load(tmp_path / "x.dat")
    section = reading.event.sessions[0].sections[0]
    assert (reading.format, reading.event.date, section.key) == ("bws", "2005-05-09", "G")
    assert [(line.ns, line.ew, str(line.ns_outcome)) for line in lines(reading)] == [
        ("1", "2", "4S N ="),
        ("2", "1", "1NT E -1"),  # exchanged by the terminal already, since the movement has them the other way
        ("1", "7", "2C S ="),
    ]
    names = {who.key: who.names for who in section.contestants}
    assert (names["1"], names["2"], names["3"]) == (("Ada", "Bo"), ("Cy", "Di"), ("Eli",))
    assert reading.event.winners == 1
    assert any("by the movement" in one.text for one in reading.problems)
    deal = section.travellers[0].deal
    assert deal is not None
    assert str(deal.north) == "AKQJT98765432..."
    assert any(one.where == "hands of board 2" for one in reading.problems)


def test_numbers_that_sit_both_ways_at_once_are_two_fields(jet_file: Callable[..., bytes]) -> None:
    data = jet_file(
        {
            "RoundData": (ROUND, [(1, 1, 1, 1, 1), (1, 2, 1, 2, 2)]),
            "PlayerNumbers": (PLAYER, [(1, 1, "N", "5", "Ada"), (1, 1, "E", "6", "Bo")]),
            "ReceivedData": (RECEIVED, [(1, 1, 1, 1, 1, 1, 1, 1, "N", "1 C", "=", "", None, False)]),
        }
    )
    reading = loads_bws(data)
    assert reading.event.winners == 2
    found = {(who.key, who.direction): who.names for who in reading.event.sessions[0].sections[0].contestants}
    assert found == {("1", Side.NS): ("Ada",), ("1", Side.EW): ("Bo",)}


def test_a_database_without_results(jet_file: Callable[..., bytes]) -> None:
    with pytest.raises(FormatError, match="ReceivedData"):
        loads_bws(jet_file({"Section": (SECTION, [])}))


def test_a_damaged_table_beside_the_results_does_not_take_them_away(jet_file: Callable[..., bytes]) -> None:
    whole = database(jet_file)
    reading = loads(whole[: len(whole) - 2 * 2048])  # the table of hands is gone
    assert reading.counts.taken == 3
    assert any(one.where == "table HandRecord" for one in reading.problems)


@pytest.mark.parametrize("wide", [False, True], ids=["jet3", "jet4"])
def test_damage_never_raises_anything_else(jet_file: Callable[..., bytes], *, wide: bool) -> None:
    whole = database(jet_file, wide=wide)
    chance = random.Random(11)
    for _turn in range(300):
        data = bytearray(whole[: chance.randrange(20, len(whole))] if chance.random() < 0.4 else whole)
        for _flip in range(chance.randrange(8)):
            page = chance.randrange(len(data) // 1024 + 1) * 1024
            data[min(len(data) - 1, page + int(chance.expovariate(0.02)))] = chance.randrange(256)
        try:
            counts = loads(bytes(data)).counts
        except FormatError:
            continue
        assert counts.found == counts.taken + counts.refused


def test_cut_tables_lose_only_what_is_cut() -> None:
    whole = HEAD + "1,1,2,1,4,3,9,3,N,4 S,=,,,0\n2,1,2,1,5,3,9,9,W,3 NT x,-2,HQ,,0\n"
    for cut in range(len(HEAD), len(whole)):
        counts = loads_received(Decoded(whole[:cut], "utf-8")).counts
        assert counts.found == counts.taken + counts.refused
        assert counts.taken >= (cut >= whole.index("2,1,2,1,5")) + (cut >= len(whole) - 2)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")
def test_real_files() -> None:
    reading = load(SHARED / "formats" / "data" / "bws" / "12tables1section.bws")
    assert (reading.counts.found, reading.counts.taken, reading.counts.refused) == (288, 288, 0)
    awards = [(line.ns_outcome, line.ew_outcome) for line in lines(reading) if isinstance(line.ns_outcome, Awarded)]
    assert awards == [
        (Awarded(Fraction(40)), Awarded(Fraction(60))),
        (Awarded(Fraction(60)), Awarded(Fraction(60))),
    ]
    assert sum(isinstance(line.ns_outcome, PassedOut) for line in lines(reading)) == 5
    erased = load(SHARED / "cases" / "files" / "hand" / "bws_erased.csv")
    assert [str(line.ns_outcome) for line in lines(erased)] == ["3NT N =", "PASS"]
