from __future__ import annotations

import csv
import io
import shutil
import struct
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats.jet import JetFile
from overtrick.formats.jet_pages import PAGE, Cell, Column, long_key, text_key
from overtrick.formats.jet_write import BOOL, DATE, INT, LONG, TEXT, JetTable, jet_bytes

REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data" / "bws" / "12tables1section.bws"
DAY = date(2026, 1, 31)
COLUMNS = (
    Column("ID", LONG, auto=True),
    Column("Name", TEXT, 18),
    Column("Day", DATE),
    Column("Erased", BOOL),
    Column("Board", INT),
    Column("Remark", TEXT, 255),
    Column("Processed", BOOL),
)
needs_real = pytest.mark.skipif(not REAL.is_file(), reason="the shared files are not here")
needs_mdbtools = pytest.mark.skipif(shutil.which("mdb-export") is None, reason="MDB Tools are not installed")


def wide_rows(count: int) -> list[tuple[Cell, ...]]:
    return [(number, "Zoë", 45000.0, number % 2 == 0, number % 30000, "x" * 255, False) for number in range(count)]


def read(data: bytes, table: str) -> list[tuple[object, ...]]:
    file = JetFile(data)
    found: list[tuple[object, ...]] = [tuple(row.values()) for row in file.rows(table)]
    assert (file.lost, file.cut, file.stated_rows(table)) == (0, False, len(found))
    return found


def u32(page: memoryview | bytes, at: int) -> int:
    number: int = struct.unpack_from("<I", page, at)[0]
    return number


def mapped(file: JetFile, pointer: int) -> set[int]:
    """The pages that a usage map names, as the documentation of the layout tells to read it."""
    raw = bytes(file._record(pointer >> 8, pointer & 0xFF))
    if raw[0] == 0:
        start, bits = u32(raw, 1), int.from_bytes(raw[5:], "little")
        return {start + place for place in range(8 * len(raw) - 40) if bits >> place & 1}
    found = set()
    for index in range((len(raw) - 1) // 4):
        if number := u32(raw, 1 + 4 * index):
            page = file.pages[number]
            assert page[0] == 5
            bits = int.from_bytes(page[4:], "little")
            size = 8 * (len(page) - 4)
            found |= {index * size + place for place in range(size) if bits >> place & 1}
    return found


def leaf(page: memoryview, *, mask: int, first: int) -> Iterator[bytes]:
    """The entries of a leaf of an index: each ends where the mask has a bit."""
    bits = int.from_bytes(page[mask:first], "little")
    at = first
    for place in range(1, 8 * (first - mask)):
        if bits >> place & 1:
            yield bytes(page[at : first + place])
            at = first + place


def entry_row(entry: bytes) -> tuple[int, int]:
    return int.from_bytes(entry[-4:-1], "big"), entry[-1]


@given(
    st.lists(
        st.tuples(
            st.integers(-(2**31), 2**31 - 1),
            st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
            st.none() | st.integers(-50_000, 90_000).map(float),
            st.booleans(),
            st.none() | st.integers(-(2**15), 2**15 - 1),
            st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=120),
            st.booleans(),
        ),
        max_size=80,
    )
)
def test_rows_read_back(rows: list[tuple[Cell, ...]]) -> None:
    # A text that begins with the mark of compressed ones would be taken for such a one, by any reader.
    rows = [row for row in rows if not any(isinstance(cell, str) and cell[:1] == "\ufeff" for cell in row)]
    data = jet_bytes([JetTable("Empty", COLUMNS), JetTable("Results", COLUMNS, rows)], created=DAY)
    assert read(data, "Results") == rows
    assert read(data, "Empty") == []


def test_the_same_tables_make_the_same_bytes() -> None:
    tables = [JetTable("Results", COLUMNS, wide_rows(3))]
    assert jet_bytes(tables, created=DAY) == jet_bytes(tables, created=DAY)


def test_pages_and_header() -> None:
    data = jet_bytes([JetTable("Results", COLUMNS, wide_rows(40))], created=DAY)
    assert len(data) % PAGE == 0
    assert data[:24] == b"\x00\x01\x00\x00Standard Jet DB\x00\x01\x00\x00\x00"
    # As a file of Access 2000 has it, in disguise: the first pages, the code page, no key.
    assert data[0x18:0x42].hex() == (
        "b56e03626009c255e9a96772403f009c7e9f90ff859a31c579baed30bcdfcc9d63d9e4c39f46fb8abc4e"
    )
    assert data[0x98:0xA0] == b"\x54\x06\x00\x004.0\x00"
    for at in range(0, len(data), PAGE):
        kind, second = data[at], data[at + 1]
        assert (kind, second) == (0, 1) if at == 0 else kind in (1, 2, 4)
        assert second == 1
        if kind == 1:
            free, count = struct.unpack_from("<H8xH", data, at + 2)
            starts = struct.unpack_from(f"<{count}H", data, at + 14)
            assert list(starts) == sorted(starts, reverse=True)
            assert free == (starts[-1] if starts else PAGE) - 14 - 2 * count


@needs_real
def test_header_and_catalogue_are_as_in_a_real_file() -> None:
    real, made = REAL.read_bytes(), jet_bytes([], created=DAY)
    assert made[0x18:0x38] == real[0x18:0x38]
    assert made[0x3C:0x42] == real[0x3C:0x42]  # code page, and no key
    theirs, ours = JetFile(real), JetFile(made)
    for place in range(2, 6):
        before, after = theirs._columns(place), ours._columns(place)
        assert [(one.name, one.kind, one.number, one.fixed) for one in after] == [
            (one.name, one.kind, one.number, one.fixed) for one in before
        ]
        for three, four in ((20, 40), (21, 41), (23, 43), (25, 45), (27, 47), (31, 51)):
            assert theirs.pages[place][three] == ours.pages[place][four]
    names = ("Id", "ParentId", "Name", "Type", "Owner", "Flags")
    kept = {tuple(row[name] for name in names) for row in theirs._rows(2)}
    assert {tuple(row[name] for name in names) for row in ours._rows(2)} <= kept


def test_an_empty_password_is_masked_as_access_2000_does_it() -> None:
    """A file of 2002-05-07 (day 37383), as a public page shows it."""
    data = jet_bytes([], created=date(2002, 5, 7))
    real = "8169ec375ad69cfac1cc28e614248a6053067b36f2e0dfb170661343c83db13333f3795b95277c2a"
    assert data[0x42:0x6A].hex() == real


@needs_real
def test_rights_are_those_of_a_real_file() -> None:
    def rights(file: JetFile) -> set[tuple[object, ...]]:
        return {(row["ObjectId"], row["SID"], row["ACM"], row["FInheritable"]) for row in file._rows(3)}

    assert rights(JetFile(jet_bytes([], created=DAY))) <= rights(JetFile(REAL.read_bytes()))


@needs_real
def test_keys_of_numbers_are_as_in_a_real_index() -> None:
    file = JetFile(REAL.read_bytes())
    entries = list(leaf(file.pages[11], mask=0x16, first=0xF8))
    rows = file._rows(2)
    assert len(entries) == len(rows)
    assert {entry[:-4] for entry in entries} == {long_key(row["Id"]) for row in rows if isinstance(row["Id"], int)}


def test_indexes_of_the_catalogue_lead_to_its_rows() -> None:
    names = ["Clients", "Section", "Tables", "RoundData", "ReceivedData"]
    file = JetFile(jet_bytes([JetTable(name, COLUMNS) for name in names], created=DAY))
    roots: dict[int, list[int]] = {}
    for number, page in enumerate(file.pages):
        if page[0] == 4:
            assert struct.unpack_from("<H", page, 2)[0] == PAGE - 0x1E0 - sum(
                map(len, leaf(page, mask=0x1B, first=0x1E0))
            )
            roots.setdefault(u32(page, 4), []).append(number)
    assert {owner: len(found) for owner, found in roots.items()} == {2: 2, 3: 1, 4: 1, 5: 3}
    rows = {}
    columns = file._columns(2)
    for place in file._owners[2]:
        for number in range(struct.unpack_from("<H", file.pages[place], 12)[0]):
            rows[place, number] = file._row(file._record(place, number), columns)
    by_name, by_number = (list(leaf(file.pages[place], mask=0x1B, first=0x1E0)) for place in roots[2])
    assert by_name == sorted(by_name)
    assert by_number == sorted(by_number)
    assert len(by_name) == len(by_number) == len(rows) == len(names) + 8
    for entry in by_number:
        assert entry[:-4] == long_key(int(str(rows[entry_row(entry)]["Id"])))
    for entry in by_name:
        row = rows[entry_row(entry)]
        assert entry[:-4] == long_key(int(str(row["ParentId"]))) + text_key(str(row["Name"]))


@pytest.mark.parametrize("count", [0, 40, 5000])
def test_usage_maps_name_the_pages(count: int) -> None:
    """5000 rows of 630 bytes need more pages than fit a map within its row."""
    data = jet_bytes([JetTable("Results", COLUMNS, wide_rows(count))], created=DAY)
    file = JetFile(data)
    for place in (2, 3, 4, 5, file.tables["Results"]):
        definition = file.pages[place]
        assert mapped(file, u32(definition, 55)) == set(file._owners.get(place, ()))
        assert mapped(file, u32(definition, 59)) <= set(file._owners.get(place, ()))
    free = mapped(file, 0x100)
    assert not free & set(range(len(file.pages)))
    assert len(file.pages) in free
    assert read(data, "Results") == wide_rows(count)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (JetTable("Results", (Column("Board", INT),), [(2**15,)]), "more than the column Board can hold"),
        (JetTable("Results", (Column("Name", TEXT, 3),), [("Lind",)]), "more than the column Name can hold"),
        (JetTable("Results", (Column("Name", TEXT, 3),), [("a😀😀",)]), "more than the column Name can hold"),
        (JetTable("Round 1", (Column("Board", INT),)), "no name for a table"),
        (JetTable("Results", tuple(Column(f"C{n}", INT) for n in range(200))), "too many columns"),
        (JetTable("Results", (Column("A", TEXT, 3000),), [("x" * 2500,)]), "longer than a page"),
    ],
)
def test_what_does_not_fit_is_refused(table: JetTable, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        jet_bytes([table], created=DAY)


def test_too_many_tables_are_refused() -> None:
    letters = "ABCDEFGHIJ"
    tables = [JetTable(f"Table{a}{b}{c}", COLUMNS[:1]) for a in letters for b in letters for c in "ABC"]
    with pytest.raises(FormatError, match="too many tables"):
        jet_bytes(tables, created=DAY)


@needs_mdbtools
@pytest.mark.parametrize("count", [0, 40, 5000])
def test_mdbtools_read_the_same(count: int, tmp_path: Path) -> None:
    path = tmp_path / "made.mdb"
    rows = wide_rows(count)
    path.write_bytes(jet_bytes([JetTable("Results", COLUMNS, rows), JetTable("Empty", COLUMNS)], created=DAY))

    def run(*words: str) -> str:
        return subprocess.run(words, check=True, capture_output=True, text=True, encoding="utf-8").stdout

    assert run("mdb-ver", str(path)).strip() == "JET4"
    assert run("mdb-tables", "-1", str(path)).split() == ["Results", "Empty"]
    found = list(csv.reader(io.StringIO(run("mdb-export", "-T", "%Y-%m-%d", str(path), "Results"))))
    assert found[0] == [column.name for column in COLUMNS]
    wanted = [[str(row[0]), "Zoë", "2023-03-15", str(int(bool(row[3]))), str(row[4]), "x" * 255, "0"] for row in rows]
    assert found[1:] == wanted
    assert "AllowZeroLength: yes" in run("mdb-prop", str(path), "Results")
    assert "[Remark]\t\t\tText (255)" in run("mdb-schema", str(path))
