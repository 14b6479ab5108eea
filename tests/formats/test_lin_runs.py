"""Runs of calls and cards and usual heads, taken at once, come out as pair by pair, whatever is done to them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import FormatError
from overtrick.formats import lin_reader
from overtrick.formats.lin import loads_lin
from overtrick.formats.lin_text import LinText
from overtrick.formats.text import decode
from overtrick.model.reading import Reading

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data" / "lin").glob("*.lin"))
MD = "SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,"
HEAD = "pn|Sue,Will,Nan,Eve|st||md|{dealer}" + MD + "|rh||ah|Board {board}|sv|o|"
PLAY = "pc|HK|pc|h2|pc|HT|pc|H5|pg||\npc|HA|pc|H3|pc|H9|pc|H10|pg||pc|d2|"
TEXT = (
    HEAD.format(dealer=1, board=7)
    + "mb|p|mb|1N!|an|15-17|mb|d|an|points|mb|p|mb|p|mb|p|pg||"
    + PLAY
    + "mc|8|pg||\n"
    + HEAD.format(dealer=2, board=8)
    + "mb|pp|mb|1Nt|mb|R|mb|2c!|mb|p|nt|so|pg||\nmb|p|mb|p|pg||"
    + PLAY
    + "\nvg|Cup,1,I,1,2,Reds,10,Blues,12|rs|4SS=,,|qx|o1|"
    + HEAD.format(dealer=3, board=1)
    + "mb|1S|mb|p|mb|p|mb|p|pg||"
    + PLAY
    + "nt|oh|pg||\n"
    + PLAY.replace("pg||", "pg||\n\n")
)
PIECES = (
    *("|", "||", "pg||", "\n", " ", "mb|", "mb|p|", "mb|P!|", "mb|1NT|", "an|", "an|x|", "an|mb|", "an|a | b|", "pc|"),
    *("pc|h10|", "pc|zz|", "pc|SA|", "mc|7|", "mc|77|", "md|", "md|3|", "qx|c1|", "pn|", "pn|a,b|", "vg|", "nt|pc|"),
    *("x9|", "X9|pc|", "9x|", "PC|SA|", "\npc|SA|", "Mb|p|", "sv|q|", "ah|Board 7|", "st||", "rh||", "pg|x|", "mb| p|"),
)
NEVER = "(?!)"
PAIRS = re.compile(rf"\s*+(?:({NEVER})({NEVER})({NEVER})({NEVER})({NEVER})({NEVER})|([^|]*+)\|(?:([^|]*+)\|)?+)")


@contextmanager
def pair_by_pair() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lin_reader, "_STEPS", PAIRS)
        yield


def read(text: str) -> Reading | str:
    try:
        return loads_lin(decode(text.encode()))
    except FormatError as fault:
        return str(fault)


def same(text: str) -> None:
    with pair_by_pair():
        wanted = read(text)
    assert read(text) == wanted


def test_the_runs_of_the_test_are_taken_at_once() -> None:
    steps = [found.lastindex for found in lin_reader._STEPS.finditer(TEXT)]
    assert len(steps) < TEXT.count("|") // 4
    assert set(steps) == {4, 5, 6, 8}


def test_unchanged() -> None:
    same(TEXT)


@pytest.mark.parametrize("key", ["pn", "md", "ah", "sv", "mb", "an", "pc", "mc", "pg"])
@pytest.mark.parametrize("blanks", ["\n\n", " \n", "\n\n9"])
def test_blanks_before_values(key: str, blanks: str) -> None:
    """A pair is on the line of its key, wherever its value begins."""
    same(TEXT.replace(f"{key}|", f"{key}|{blanks}"))


@given(st.integers(0, 2**32))
def test_whatever_is_done_to_them(seed: int) -> None:
    chance = random.Random(seed)
    text = TEXT
    for _time in range(chance.randrange(1, 5)):
        place = chance.randrange(len(text))
        bar = text.find("|", place) + 1
        text = chance.choice(
            (
                text[:bar] + chance.choice(PIECES) + text[bar:],
                text[:place] + chance.choice(PIECES) + text[place:],
                text[:place] + text[place + chance.randrange(1, 30) :],
                text[:place] + text[place:].replace("|", "||", 1),
                text[: max(place, 1)],
                text[:place] + text[place:].upper(),
            )
        )
    same(text)


@pytest.mark.skipif(not REAL, reason="the shared files are not here")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files(path: Path) -> None:
    same(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [("a|\n\n b|", 0, 1), ("a|\n\n b|", 2, 3), ("a|\n\n b|", 5, 3), ("\n|", 0, 2), ("a|\n", 2, 2), ("", 0, 1)],
)
def test_lines_of_places(text: str, place: int, line: int) -> None:
    """A place is on the line of what follows the blanks."""
    assert LinText.of(text).line(place) == line


@pytest.mark.parametrize("text", ["", "a", "a|b", "|" * 50, "\n|\n|\n", "a|" * 9 + "b"])
def test_tokens_are_those_between_bars(text: str) -> None:
    found = LinText.of(text)
    tokens, place = [], 0
    while (token := found.token(place)) is not None:
        tokens.append(token)
        place += len(token) + 1
    assert [*tokens, found.rest] == text.split("|")
