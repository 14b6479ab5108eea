from __future__ import annotations

import random
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from overtrick.errors import FormatError
from overtrick.formats.jet import JetFile, is_jet

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "bws" / "12tables1section.bws"
COLUMNS = (("Key", "long"), ("Name", "text"), ("Done", "bool"), ("Small", "int"), ("Note", "text"), ("Day", "date"))
ROWS = (
    (1, "Łódź 1", True, 7, "", 38481.0),
    (2, None, False, -5, "x" * 30, None),
    (70000, "b", False, None, None, 1.5),
)


def rows(*, plain: bool) -> list[list[object]]:
    return [
        [cell.replace("Ł", "L").replace("ź", "z") if plain and isinstance(cell, str) else cell for cell in row]
        for row in ROWS
    ]


@pytest.mark.parametrize("wide", [False, True], ids=["jet3", "jet4"])
def test_rows_by_name(jet_file: Callable[..., bytes], *, wide: bool) -> None:
    wanted = rows(plain=not wide)
    file = JetFile(jet_file({"Other": (COLUMNS, wanted[:1]), "People": (COLUMNS, wanted * 10)}, wide=wide))
    assert (list(file.tables), file.lost, file.cut) == (["Other", "People"], 0, False)
    found = file.rows("people")
    assert len(found) == 30 == file.stated_rows("People")
    assert found[0] == dict(zip((name for name, _kind in COLUMNS), wanted[0], strict=True))
    assert found[1]["Name"] is None
    assert found[1]["Done"] is False
    assert (found[2]["Key"], found[2]["Small"], found[2]["Day"]) == (70000, None, 1.5)
    assert file.rows("Nothing") == []
    assert file.stated_rows("Nothing") == 0


def test_deleted_rows_are_left_out(jet_file: Callable[..., bytes]) -> None:
    data = bytearray(jet_file({"T": ((("Key", "long"),), [(1,), (2,)])}))
    page = 5 * 2048
    struct.pack_into("<H", data, page + 10, struct.unpack_from("<H", data, page + 10)[0] | 0x8000)
    assert JetFile(bytes(data)).rows("T") == [{"Key": 2}]


def test_a_row_that_moved_is_found(jet_file: Callable[..., bytes]) -> None:
    columns = (("Key", "long"),)
    data = bytearray(jet_file({"T": (columns, [(1,)]), "U": (columns, [(9,)])}))
    page = 5 * 2048
    struct.pack_into("<H", data, page + 10, (2048 - 4) | 0x4000)
    struct.pack_into("<I", data, page + 2044, 7 << 8)
    assert JetFile(bytes(data)).rows("T") == [{"Key": 9}]
    struct.pack_into("<I", data, page + 2044, 999 << 8)
    file = JetFile(bytes(data))
    assert (file.rows("T"), file.lost) == ([], 1)


def test_a_row_older_than_a_column_has_none_of_it(jet_file: Callable[..., bytes]) -> None:
    data = bytearray(jet_file({"T": ((("Key", "int"), ("Name", "text")), [(1, "a")])}))
    end = 6 * 2048
    data[end - 4 : end] = b"\x01\x08\x00\x01"  # one column, the number 8, its mask
    struct.pack_into("<H", data, 5 * 2048 + 10, 2044)
    assert JetFile(bytes(data)).rows("T") == [{"Key": 8, "Name": None}]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"PK\x03\x04", "no Jet database"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00", "no Jet database"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00\x02" + bytes(9000), "newer"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00\x00" + bytes(9000), "encrypted or damaged"),
    ],
)
def test_what_is_no_database_is_refused(data: bytes, word: str) -> None:
    with pytest.raises(FormatError, match=word):
        JetFile(data)


def test_a_definition_in_a_circle_is_refused(jet_file: Callable[..., bytes]) -> None:
    data = bytearray(jet_file({"T": ((("Key", "long"),), [(1,)])}))
    struct.pack_into("<I", data, 4 * 2048 + 4, 4)
    with pytest.raises(FormatError, match="breaks off"):
        JetFile(bytes(data)).rows("T")


@pytest.mark.parametrize("wide", [False, True], ids=["jet3", "jet4"])
def test_damage_ends_in_rows_or_in_words(jet_file: Callable[..., bytes], *, wide: bool) -> None:
    whole = jet_file({"T": (COLUMNS, rows(plain=not wide) * 5)}, wide=wide)
    chance = random.Random(5)
    for _turn in range(600):
        data = bytearray(whole[: chance.randrange(len(whole))] if chance.random() < 0.3 else whole)
        for _flip in range(chance.randrange(6)):
            if data:
                page = chance.randrange(len(data) // 1024 + 1) * 1024
                data[min(len(data) - 1, page + int(chance.expovariate(0.02)))] = chance.randrange(256)
        try:
            JetFile(bytes(data)).rows("T")
        except FormatError:
            continue


@pytest.mark.skipif(not REAL.is_file(), reason="the shared files are not here")
def test_real_database() -> None:
    data = REAL.read_bytes()
    assert is_jet(data)
    file = JetFile(data)
    counts = {name: len(file.rows(name)) for name in file.tables}
    assert counts == {name: file.stated_rows(name) for name in file.tables}
    assert (len(counts), counts["ReceivedData"], counts["RoundData"], counts["PlayerNumbers"]) == (13, 288, 144, 48)
    assert file.lost == 0
