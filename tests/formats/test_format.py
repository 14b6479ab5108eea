from __future__ import annotations

import random
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats import format as room
from overtrick.formats.format import FORMATS, Format, formats, load, loads, recognise
from overtrick.formats.merge import merge
from overtrick.formats.text import Decoded
from overtrick.model.event import Event
from overtrick.model.reading import Reading, Severity

CSV = (
    "section,board,ns,ew,contract,declarer,tricks,score,ns_award\nA,1,1,2,4S,N,10,420,\nA,1,3,4,A60/40,,,,\n"
    "A,2,1,2,PASS,,,0,\nA,2,3,4,,,,-50,\n\ncontestant,direction,player1\n1,,Zoë\n2,,=Bo\n3,,Ann\n4,,Łuk\n"
).encode()
USEBIO = (
    '<?xml version="1.0" encoding="utf-8"?>\n<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS">\n'
    "<WINNER_TYPE>1</WINNER_TYPE><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PLAYER><PLAYER_NAME>Zoë"
    "</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS>\n<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>\n"
    + "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{n}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{n + 1}</EW_PAIR_NUMBER>"
        "<CONTRACT>3NTx</CONTRACT><PLAYED_BY>W</PLAYED_BY><TRICKS>8</TRICKS><SCORE>100</SCORE>\n"
        "<NS_MATCH_POINTS>2</NS_MATCH_POINTS><EW_MATCH_POINTS>2</EW_MATCH_POINTS></TRAVELLER_LINE>\n"
        for n in (1, 3, 5)
    )
    + "</BOARD></EVENT></USEBIO>\n"
).encode()
BOTH = pytest.mark.parametrize("data", [CSV, USEBIO], ids=["csv", "usebio"])


def reads_or_says_why(data: bytes) -> Reading | None:
    try:
        reading = loads(data)
    except FormatError:
        return None
    counts = reading.counts
    assert counts.found == counts.taken + counts.refused
    assert counts.refused == 0 or reading.problems
    return reading


@BOTH
def test_recognised_by_content(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.dat").write_bytes(data)
    assert load(tmp_path / "x.dat").counts.refused == 0


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\x00\x01Standard Jet DB\x00", "not text"),
        (b"MZ\x90\x00" * 100, "not text"),
        (b"Dear all,\nthe results are late", "Dear all"),
        (b"<html><body>x</body></html>", "known"),
        (b"\xff\xfe\x00", "utf-16"),
    ],
)
def test_what_cannot_be_read(data: bytes, word: str) -> None:
    with pytest.raises(FormatError, match=word):
        loads(data)


@BOTH
@pytest.mark.parametrize("page", ["utf-8-sig", "utf-16", "utf-32"])
def test_texts_with_a_mark(data: bytes, page: str) -> None:
    text = data.decode().replace(' encoding="utf-8"', "")
    assert loads(text.encode(page)).event == loads(text.encode()).event


@BOTH
def test_wide_text_without_a_mark_wants_its_code_page(data: bytes) -> None:
    wide = data.decode().encode("utf-16-le")
    with pytest.raises(FormatError):
        loads(wide)
    assert loads(wide, encoding="utf-16-le").event == loads(data).event


def test_settings_that_there_are_not() -> None:
    with pytest.raises(FormatError, match="known"):
        loads(CSV, format="xls")
    with pytest.raises(FormatError, match="code page"):
        loads(b"\xe9" + CSV, encoding="klingon")
    with pytest.raises(FormatError, match="bytes"):
        loads(CSV, largest=10)


def test_files_that_are_none(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.csv", "a\0b"):
        with pytest.raises(FormatError):
            load(path)
    (tmp_path / "big.csv").write_bytes(CSV)
    with pytest.raises(FormatError, match=r"big\.csv"):
        load(tmp_path / "big.csv", largest=10)


@BOTH
def test_cut_anywhere(data: bytes) -> None:
    whole = loads(data).counts.taken
    seen = set()
    for end in range(0, len(data), max(1, len(data) // 500)):
        reading = reads_or_says_why(data[:end])
        if reading:
            seen.add(reading.counts.taken)
            assert reading.counts.taken <= whole
    assert len(seen) >= 3


@BOTH
def test_changed_bytes(data: bytes) -> None:
    chance = random.Random(7)
    for _time in range(600):
        wrong = bytearray(data)
        for _change in range(chance.randint(1, 4)):
            wrong[chance.randrange(len(wrong))] = chance.randrange(256)
        reads_or_says_why(bytes(wrong))


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_anything_at_all(data: bytes) -> None:
    reads_or_says_why(data)
    reads_or_says_why(b"board,ns,ew,contract\n" + data)
    reads_or_says_why(b"<USEBIO><EVENT>" + data)


def test_a_cut_file_keeps_what_came_before() -> None:
    reading = loads(USEBIO[: USEBIO.rindex(b"<SCORE>")])
    assert (reading.counts.taken, reading.counts.refused) == (2, 1)
    assert [one.where for one in reading.problems if one.severity is Severity.ERROR] == ["line 9", "line 9"]


def test_other_packages_are_asked_on_a_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
        return Reading(Event(f"{len(decoded.text)} {language} {number}"))

    offered = Format("note", "notes", "invented", lambda text: text.startswith("Dear"), read)
    point = EntryPoint("note", "nowhere:note", "overtrick.formats")
    monkeypatch.setattr(EntryPoint, "load", lambda _self: offered)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: [point])
    assert loads(b"Dear all").event.name == "8 en tricks"
    assert recognise("board,ns,ew,contract") in FORMATS
    assert formats()[-1].key == "note"
    assert loads(b"x", format="note").event.name == "1 en tricks"
    assert room.GROUP == "overtrick.formats"


def test_merged_sessions_and_names() -> None:
    names = loads(b"contestant,player1\n1,Eva\n2,Bo\n")
    one = loads(b"board,ns,ew,contract\n1,1,2,3NT N =\n2,2,1,3NT N =\n")
    two = loads(b"board,ns,ew,contract\n1,1,2,3NT N -1\n2,2,1,4Q N =\n2,2,1,4S N =\n")
    both = merge([one, two, names])
    assert [session.key for session in both.event.sessions] == ["1", "2"]
    assert [who.names for who in both.event.sessions[1].sections[0].contestants] == [("Eva",), ("Bo",)]
    assert both.counts.found == 5
    assert any(one.where == "file 2, line 3" for one in both.problems)
    with pytest.raises(FormatError):
        merge([])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("board,contract\n1,4S N =\n", "ns, ew;"), ("\nBoard;Result;\n1;4S N =;\n", "ns, ew;")],
)
def test_a_card_without_its_pairs_is_told_which_columns_it_lacks(text: str, wanted: str) -> None:
    with pytest.raises(FormatError, match=f"lacks the columns {wanted} found: [Bb]oard"):
        loads(text.encode())
