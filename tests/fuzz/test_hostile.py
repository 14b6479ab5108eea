"""Files made to harm: bombs, deep nesting, endless lines and numbers, packed files, names that are paths."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from fuzz_harness import check, peak_memory
from fuzz_seeds import written
from overtrick.cli.main import cli
from overtrick.errors import FormatError
from overtrick.formats.format import FORMATS, loads
from overtrick.model.event import Event

PATIENCE = 240  # seconds after which a reader is taken to hang; nothing is measured by it
FORMATS_BY_KEY = {one.key: one for one in FORMATS}
KEYS = sorted(FORMATS_BY_KEY)
CONTROL = {*map(chr, range(32)), *map(chr, range(127, 160))} - {"\t", "\n", "\r"}
CSV = b"board,ns,ew,contract\n"
USEBIO = b'<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS">'
NZ = b'<session><board_results><brsection id="A">'
JFR = b'<table border="0"><tr><td class="o">&nbsp;</td></tr><tr><td>numery</td><td>kont<br>rakt</td><td>wist</td></tr>'
BBO = b"<html><head><title>Bridge Base Online</title></head><body><h3>Board 1</h3><table>"
BOS = b"[GAME] (Section;)\n[RESULTS]\n"
RECEIVED = b"ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks,Erased\n"
WEBS = b"#Version;std1\n#Date;6/5/2024\nBoard;NS;EW;Contract;By;Lead;Tricks;NS Score;EW Score\n"
DEEP, LONG, MANY = 100_000, 1_000_000, 4_000


def _bomb() -> bytes:
    entities = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    return f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{entities}]>'.encode() + USEBIO + b"&j;"


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a billion laughs": ("usebio", _bomb),
    "an entity from outside": (
        "usebio",
        lambda: b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + USEBIO + b"&a;",
    ),
    "a parameter entity": ("usebio", lambda: b'<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:9/">%a;]>' + USEBIO),
    "a document type from outside": ("usebio", lambda: b'<!DOCTYPE USEBIO SYSTEM "http://127.0.0.1:9/x">' + USEBIO),
    "one tag of XML": ("usebio", lambda: USEBIO + b"<" + b"A" * 10 * LONG),
    "one text of XML": ("usebio", lambda: USEBIO + b"<A>" + b"x" * 10 * LONG),
    "one attribute of XML": ("nzscorer", lambda: NZ + b'<result cont="' + b"x" * 10 * LONG + b'"/>'),
    "attributes of XML": ("nzscorer", lambda: NZ + b"<result " + b"".join(b'a%d="" ' % n for n in range(MANY)) + b"/>"),
    "deep XML": ("usebio", lambda: USEBIO + b"<A>" * DEEP),
    "deep XML of results": ("nzscorer", lambda: NZ + b"<A>" * DEEP),
    "deep lists of JSON": ("event", lambda: b'{"format": "overtrick-event", "sessions": ' + b"[" * DEEP),
    "deep objects of JSON": ("acbl-json", lambda: b'{"pair_summaries": ' + b'{"a":' * DEEP),
    "deep JSON that ends": ("bdc", lambda: b'[{"SerializedData": ' + b"[" * DEEP + b"]" * DEEP + b"}]"),
    "a number of JSON": ("acbl-json", lambda: b'{"pair_summaries": ' + b"9" * LONG + b"}"),
    "an exponent of JSON": (
        "acbl-json",
        lambda: b'{"sessions": [{"number": 1e999999999}], "pair_summaries": -1e-999999999}',
    ),
    "braces of PBN": ("pbn", lambda: b'[Board "1"]\n' + b"{" * DEEP),
    "brackets of PBN": ("pbn", lambda: b'[Board "1"]\n' + b"(" * DEEP + b"[" * DEEP),
    "a number of PBN": ("pbn", lambda: b'[Board "' + b"9" * LONG + b'"]\n'),
    "an auction of PBN": ("pbn", lambda: b'[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n' + b"Pass " * 100_000),
    "notes of PBN": ("pbn", lambda: b'[Board "1"]\n' + b'[Note "1:x"]\n' * MANY),
    "bars of LIN": ("lin", lambda: b"qx|o1|" + b"|" * LONG),
    "cards of LIN": ("lin", lambda: b"qx|o1|md|3SAKQ,HAKQ,DAKQ|" + b"pc|SA|" * 100_000),
    "a line of LIN": ("lin", lambda: b"qx|o1|md|" + b"S" * LONG),
    "names of LIN": ("lin", lambda: b"vg|x,y,I,1,30,a,0,b,0|\nrs|" + b"3NN=," * MANY + b"|\n"),
    "a line of CSV": ("csv", lambda: CSV + b"1,1,2," + b"x" * 30 * LONG),
    "columns of CSV": ("csv", lambda: CSV[:-1] + b",a" * LONG + b"\n1,1,2,PASS\n"),
    "cells of CSV": ("csv", lambda: CSV + b"1,1,2,PASS" + b",a" * LONG + b"\n"),
    "a quote never closed": ("csv", lambda: CSV + b'1,1,2,"' + b"PASS\n" * 50_000),
    "a number of CSV": ("csv", lambda: CSV + b"9" * LONG + b",1,2,PASS\n"),
    "a number within a cell": ("csv", lambda: CSV + b"9" * 100_000 + b",1,2,PASS\n"),
    "headers of CSV": ("csv", lambda: CSV * MANY),
    "contestants of CSV": ("csv", lambda: b"contestant,player1\n" + b"".join(b"%d,x\n" % n for n in range(MANY))),
    "results of BOS": ("bos", lambda: BOS + b"#07;B;2;4;4;;;-420;4H;W;10;SA;3;15;;;16.67;83.33;;18;;\n" * MANY),
    "results of salliere": ("salliere", lambda: b"5,1,2,3H+1,W\n" * MANY),
    "results of the connector": ("bdc", lambda: b'[{"Command": 31, "SerializedData": "' + b"[" * LONG + b'"}]'),
    "results of Bridgemate": ("bws-csv", lambda: RECEIVED + b"1,1,2,1,4,3,9,3,N,4 S,+1,,,0\n" * MANY),
    "results of BridgeWebs": ("bridgewebs", lambda: WEBS + b"7;4;5;4H;W;SA;10;;420\n" * MANY),
    "results of NZ Scorer": (
        "nzscorer",
        lambda: NZ + b'<result bd="1" ns="1" ew="2" cont="3 N" dec="N" res="="/>' * MANY,
    ),
    "tables in tables": ("jfr", lambda: JFR + b"<table><tr><td>" * DEEP),
    "cells that span": ("jfr", lambda: JFR + b'<tr><td colspan="999999999" rowspan="999999999">1</td></tr>'),
    "a cell of a page": ("kops", lambda: b"<html><title>KOPS</title><table><tr><td>NS<td>EW<td>" + b"x" * 10 * LONG),
    "comments of a page": ("bbo-travellers", lambda: BBO + b"<!--" * LONG),
    "references of a page": ("bbo-travellers", lambda: BBO + b"<tr><td>" + b"&#99999999999;" * MANY),
    "boards of a hand file": ("dlm", lambda: b"[Document]\n" + b"Board 1=aa\n" * MANY),
    "hands in a table": ("deals-csv", lambda: b'"A","K","Q","J",' * 4 + b'"1","N/-"\n' * MANY),
    "a database of ones": ("bws", lambda: b"\0\1\0\0Standard Jet DB\0" + b"\xff" * LONG),
    "a database of noughts": ("bws", lambda: b"\0\1\0\0Standard Jet DB\0\1" + b"\0" * LONG),
    "a game file of ones": ("acblscore", lambda: b"\x12\x0a\x03AC3" + b"\xff" * LONG),
    "card numbers": ("bri", lambda: b"01" * LONG),
    "suit signs": ("dge", lambda: b"\6\3\4\5" * LONG),
    "packed hands": ("rzd", lambda: b"\xa0\x0f" + b" " * 11 + b"\x1b" * 13 * MANY),
    "a deal that is never closed": ("pbn", lambda: b'[Board "1"]\n[Deal "' + b"N" * 2_000_000),
    "hands of noughts": ("dup", lambda: bytes(156) * MANY),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_harmful_files(name: str) -> None:
    key, make = HOSTILE[name]
    data = make()
    assert not check(data, key, seconds=PATIENCE)


@pytest.mark.parametrize(
    "name",
    [
        "a billion laughs",
        "deep XML",
        "deep lists of JSON",
        "a number of JSON",
        "a number of CSV",
        "cells that span",
        "a deal that is never closed",
    ],
)
def test_harmful_files_take_little_memory(name: str) -> None:
    key, make = HOSTILE[name]
    data = make()
    assert peak_memory(lambda: loads(data, format=key)) < 60 * len(data) + 50_000_000


@pytest.mark.parametrize(
    "letter", [" ", "\n", "<", "{", "[", '"', ",", ";", "|", "%", "#", "0", "a", "\t", "<!--", "é"]
)
def test_one_letter_a_million_times(letter: str) -> None:
    assert not check(letter.encode() * LONG, seconds=PATIENCE)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_of_another_kind_altogether(key: str) -> None:
    for data in (
        b"",
        b"\0",
        b"\n",
        b"x",
        b"\0" * 5000,
        bytes(range(256)) * 20,
        b"Dear all,\n",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
    ):
        assert not check(data, key, seconds=PATIENCE)


@pytest.mark.parametrize(
    ("row", "refused"),
    [(b"1,1,2,3NT N =\n", "that clash with others"), (b"1,1,2,9NT N =\n", "more problems are not listed")],
)
def test_what_is_wrong_with_every_row_is_told_a_thousand_times(row: bytes, refused: str) -> None:
    reading = loads(CSV + row * 5000)
    assert reading.counts.found == 5000
    assert reading.counts.refused >= 4999
    assert len(reading.problems) <= 1010
    assert any(refused in problem.text for problem in reading.problems)


def _zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../evil.csv", CSV)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (_zipped(), "zip archive"),
        (gzip.compress(CSV, mtime=0), "gzip archive"),
        (bz2.compress(CSV), "bzip2 archive"),
        (lzma.compress(CSV), "xz archive"),
        (b"%PDF-1.7\n%\xe2\xe3\n", "PDF file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504), "Microsoft Office file"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("key", [None, "csv", "usebio", "pbn"])
def test_packed_files_are_named(data: bytes, word: str, key: str | None) -> None:
    with pytest.raises(FormatError, match=word):
        loads(data, format=key)


@pytest.mark.parametrize("code", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_letters_without_a_mark(code: str) -> None:
    data = (CSV + b"1,1,2,PASS\n").decode().encode(code)
    with pytest.raises(FormatError, match="zero bytes"):
        loads(data)
    if "32" not in code:
        assert loads(data, encoding=code).counts.taken == 1


@pytest.mark.parametrize("at", [0, 30, 70_000])
def test_zero_bytes(at: int) -> None:
    data = CSV + b"1,1,2,PASS\n" * 7000
    assert not check(data[:at] + b"\0" + data[at:], "csv", seconds=PATIENCE)


NAMES = [
    "../../etc/cron.d/x",
    "=cmd|' /C calc'!A0",
    "\x1b[2J\x1b]0;owned\x07",
    "a\x9bb\x7fc\x08d",
    "\u202eabc",
    "<script>",
    "C:\\x",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_text_and_nothing_else(name: str, tmp_path: Path) -> None:
    text = f'event,date\nx,2026-11-30\n\nround,table,{CSV.decode()}1,1,1,1,2,PASS\n\ncontestant,player1\n1,"{name}"\n'
    event = loads(text.encode()).event
    for key, data in written(event).items():
        if key not in FORMATS_BY_KEY or FORMATS_BY_KEY[key].write is not None:
            assert not set(data.decode()) & CONTROL, key
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode())
    for command in (["rank"], ["check"], ["board", "1"]):
        done = CliRunner().invoke(cli, [command[0], str(path), *command[1:]])
        assert done.exit_code in (0, 1), done.output
        assert not set(done.output) & CONTROL
    assert sorted(tmp_path.iterdir()) == [path]


def test_an_error_shows_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(b"\x1b]0;owned\x07\x1b[31mBoard me\n")
    done = CliRunner().invoke(cli, ["rank", str(path)])
    assert done.exit_code == 3
    assert not set(done.output) & {"\x1b", "\x07"}


def test_an_empty_event_is_written_by_every_writer() -> None:
    for one in FORMATS:
        if one.writes:
            assert not check(_written_or_refused(one.key), one.key, seconds=PATIENCE)


def _written_or_refused(key: str) -> bytes:
    try:
        return FORMATS_BY_KEY[key].encode(Event())
    except FormatError:
        return b""
