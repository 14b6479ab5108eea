"""PBN files read part by part: the same games as at once, whatever the blocks, and no more memory for a longer file."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from overtrick.errors import FormatError
from overtrick.formats import pbn_stream
from overtrick.formats.pbn import loads_pbn
from overtrick.formats.pbn_stream import stream_pbn, stream_pbn_games
from overtrick.formats.pbn_text import read_pbn_text
from overtrick.formats.text import decode
from overtrick.model.reading import Reading

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted((SHARED / "formats" / "data" / "pbn").glob("*.pbn")) + sorted(
    (SHARED / "cases" / "files" / "hand").glob("*.pbn")
)
needs_shared = pytest.mark.skipif(not REAL, reason="the shared files are not here")

GAME = (
    '[Event "Night"]\n[Board "{board}"]\n[North "Ann"]\n[South "Bo"]\n[East "Zoé {pair}"]\n[West "Di"]\n'
    '[Dealer "N"]\n[Vulnerable "None"]\n'
    '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n'
    '[Scoring "MP"]\n[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[Auction "N"]\n1NT Pass Pass Pass\n\n'
)


def night(games: int) -> str:
    return "% PBN 2.1\n" + "".join(
        GAME.format(board=1 + 16 * (number % 100), pair=number % 7) for number in range(games)
    )


def lines(readings: list[Reading]) -> list[tuple[str, str, str, str]]:
    return [
        (line.where, line.ns, line.ew, str(line.ns_outcome))
        for reading in readings
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
        for line in traveller.lines
    ]


@pytest.fixture(params=[61, 5000])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(pbn_stream, "_BLOCK", request.param)
    return int(request.param)


@pytest.mark.usefixtures("block")
@pytest.mark.parametrize("games", [1, 3, 1000])
def test_the_parts_are_the_whole(games: int) -> None:
    data = night(40).replace("\n", "\r\n").encode()
    whole = loads_pbn(decode(data))
    parts = list(stream_pbn(io.BytesIO(data), games=games))
    assert lines(parts) == lines([whole])
    assert sum(part.counts.found for part in parts) == whole.counts.found
    assert sum(part.counts.taken for part in parts) == whole.counts.taken == 40
    assert len(parts) == -(-40 // games)
    assert {(part.event.name, part.event.method) for part in parts} == {("Night", "matchpoints")}


@pytest.mark.usefixtures("block")
@needs_shared
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files_in_parts(path: Path) -> None:
    decoded = decode(path.read_bytes())
    (part,) = stream_pbn(path, games=10_000)
    whole = loads_pbn(decoded)
    assert part.event == whole.event
    assert part.counts == whole.counts
    if decoded.encoding == "utf-8":
        assert sorted(map(str, part.problems)) == sorted(map(str, whole.problems))
    text = decoded.text.removeprefix("\ufeff")
    assert tuple(stream_pbn_games(path)) == read_pbn_text(text).games


@pytest.mark.usefixtures("block")
def test_what_a_game_takes_from_another_holds_across_readings() -> None:
    text = (
        '[Event "##Final"]\n[Site "Hall"]\n[Board "1"]\n[North "Ann"]\n[Contract "Pass"]\n\n'
        '[Site "#"]\n[Board "2"]\n[North "#"]\n[Contract "Pass"]\n\n[Board "3"]\n[North "#"]\n[Contract "Pass"]\n'
    )
    first, second, third = stream_pbn(io.BytesIO(text.encode()), games=1)
    assert [one.event.name for one in (first, second, third)] == ["Final"] * 3
    assert [line[1] for line in lines([first, second, third])] == ["Ann - ?"] * 3
    assert [line[0] for line in lines([first, second, third])] == ["line 1", "line 7", "line 12"]


@pytest.mark.usefixtures("block")
def test_a_comment_over_games_is_one() -> None:
    text = night(3) + "{ not now:\n\n" + night(2) + "}\n\n" + night(1)
    (part,) = stream_pbn(io.BytesIO(text.encode()))
    assert part.counts == loads_pbn(decode(text.encode())).counts


@pytest.mark.usefixtures("block")
@pytest.mark.parametrize(("encoding", "name"), [("cp1252", "cp1252"), ("utf-16", "utf-16"), ("utf-8-sig", "utf-8")])
def test_code_pages(encoding: str, name: str) -> None:
    data = ('[Site "x"]\r\n' * 3 + night(9)).encode(encoding)
    parts = list(stream_pbn(io.BytesIO(data)))
    assert [part.encoding for part in parts] == [name]
    assert {line[2] for line in lines(parts)} == {f"Zoé {pair} - Di" for pair in range(7)}


def test_a_stated_code_page() -> None:
    data = night(2).replace("é", "ł").encode("cp1250")
    (part,) = stream_pbn(io.BytesIO(data), encoding="cp1250")
    assert lines([part])[0][2] == "Zoł 0 - Di"


@pytest.mark.parametrize(
    "make",
    [
        lambda: list(stream_pbn(io.BytesIO(b"Dear all"))),
        lambda: list(stream_pbn(io.BytesIO(b""))),
        lambda: list(stream_pbn(io.BytesIO(b'[Board "1"]\0'))),
        lambda: list(stream_pbn(io.BytesIO(b'[Board "1"]'), games=0)),
        lambda: list(stream_pbn(io.BytesIO(b"\xff"), encoding="klingon")),
        lambda: list(stream_pbn(io.BytesIO(b"[\xff"), encoding="ascii")),
        lambda: list(stream_pbn("no such file.pbn")),
    ],
)
def test_what_cannot_be_read(make: Callable[[], list[Reading]]) -> None:
    with pytest.raises(FormatError):
        make()


# In a process of its own: what threads of other tests take would count too.
_PEAKS = """
import sys, tracemalloc
from overtrick.formats import pbn_stream

pbn_stream._BLOCK = 1 << 13
for path in sys.argv[1:]:
    tracemalloc.start()
    count = sum(reading.counts.taken for reading in pbn_stream.stream_pbn(path, games=50))
    print(count, tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
"""


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    sizes = (1000, 1000, 10_000)  # the first run fills what is remembered of values
    paths = [tmp_path / f"night-{games}.pbn" for games in sizes]
    for games, path in zip(sizes, paths, strict=True):
        path.write_text(night(games), encoding="utf-8")
    command = [sys.executable, "-c", _PEAKS, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    told = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert [count for count, _peak in told] == list(sizes)
    assert told[2][1] < 1.3 * told[1][1]
