"""The files that the examples of the help pages speak of, in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import overtrick
from club_files import DEALS

DEMO = Path(overtrick.__file__).parent / "data" / "demo"
OURS = "board,ns,ew,contract\n1,Us,Them,4S N =\n2,Us,Them,3NT N -1\n3,Us,Them,2H E =\n"
THEIRS = "board,ns,ew,contract\n1,Them2,Us2,4S N -1\n2,Them2,Us2,3NT N =\n3,Them2,Us2,2H E +1\n"
SHEET = "2NT S +1\n4H W =\n5C W -2\n4SX S +1\n3C N +1\n6D E = hon E 150\n"
PUBLISHED = "board,ns,ew,contract,ns_stated,ew_stated\n1,1,3,4S N =,2,0\n1,2,4,4S N -1,0,2\n"
ARCHIVE = (
    "event,board,ns,ew,contract,declarer,tricks\n1,1,1,3,4S,N,10\n1,1,2,4,4S,N,9\n2,1,1,3,3NTX,E,8\n2,1,2,4,PASS,,\n"
)
CASES = '[{"id": "a", "rule": "mp", "input": {"scores": [420, 0, -50]}, "expected": [4, 2, 0]}]'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The demonstration session as `tuesday.csv`, and a small file for each other example of the help pages."""
    for path in DEMO.glob("*.csv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "ours.csv").write_text(OURS, encoding="utf-8")
    (tmp_path / "theirs.csv").write_text(THEIRS, encoding="utf-8")
    (tmp_path / "friday.txt").write_text(SHEET, encoding="utf-8")
    (tmp_path / "deals.pbn").write_text(DEALS, encoding="utf-8")
    (tmp_path / "published.csv").write_text(PUBLISHED, encoding="utf-8")
    (tmp_path / "archive.csv").write_text(ARCHIVE, encoding="utf-8")
    (tmp_path / "cases.json").write_text(CASES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A small session whose names are ASCII, with an award, a pass-out and a split score in it."""
    path = tmp_path / "plain.csv"
    rows = ["1,1,2,4S N =", "1,3,4,4S N -1", "1,5,6,A60/40", "2,1,4,3NTX S +1", "2,3,6,pass", "2,5,2,6H W -2"]
    rows += ["3,6,1,2D E =", "3,2,3,2D E +1", "3,4,5,1NT N ="]
    names = [f"{key},Player {key},Partner {key}" for key in range(1, 7)]
    lines = ["board,ns,ew,contract", *rows, "", "contestant,player1,player2", *names]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
