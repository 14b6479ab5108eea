from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from overtrick.bulk.head import Head, head_of
from overtrick.errors import ConditionsError

_LINE = "event{0}board{0}ns{0}ew{0}contract\n"


@pytest.mark.parametrize("between", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_first_line_tells_what_stands_between_cells(tmp_path: Path, between: str, encoding: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(_LINE.format(between).encode(encoding))
    found = head_of(path)
    assert (found.delimiter, found.names, found.of_form) == (between, ("event", "board", "ns", "ew", "contract"), True)
    assert found.encoding == ("utf-8" if encoding == "utf-8-sig" else encoding)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Event, Board ,NS,EW", True),
        ('"event";"board";"ns";"ew"', True),
        ("event,board,ns", False),
        ("", False),
        ('"event,board', False),
        ("EVENT\tBOARD\tNS\tEW\tclub", True),
    ],
)
def test_what_is_of_the_form(tmp_path: Path, line: str, wanted: bool) -> None:
    path = tmp_path / "a.csv"
    path.write_text(line)
    assert head_of(path).of_form is wanted


def test_a_packed_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(_LINE.format(";").encode()))
    assert head_of(path) == Head("utf-8", ";", ("event", "board", "ns", "ew", "contract"))


def test_a_code_page_is_taken_and_must_be_known(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("event,board,ns,ew,клуб\n".encode("cp1251"))
    assert head_of(path, "cp1251").names[-1] == "клуб"
    with pytest.raises(ConditionsError, match="no code page 'nosuch'"):
        head_of(path, "nosuch")
