"""Small good files of every format: written by our writers, kept in tests/fuzz/corpus, and the shared real ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from event_strategies import deal_of
from fuzz_harness import Seed
from overtrick.errors import OvertrickError
from overtrick.formats.bdc_write import dumps_bdc
from overtrick.formats.bridgewebs_write import dumps_bridgewebs
from overtrick.formats.format import FORMATS, loads
from overtrick.formats.kind import TextWriter
from overtrick.formats.lin_write import dumps_lin
from overtrick.formats.pbn_write import dumps_pbn
from overtrick.formats.usebio_write import dumps_usebio
from overtrick.formats.write_bos import dumps_bos
from overtrick.formats.write_nzscorer import dumps_nzscorer
from overtrick.formats.write_salliere import dumps_salliere, dumps_salliere_names
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.deal import TrickTable
from overtrick.model.event import Contestant, Event, Line, Penalty, Player, Section, Session, Stated, Traveller
from overtrick.model.outcome import Average, Awarded, NotPlayed, Outcome, PassedOut, Played
from overtrick.model.record import Call, TableRecord
from overtrick.model.terms import Doubling, Seat, Side, Strain

__all__ = ["CORPUS", "FOUND", "REAL", "full_event", "real_seeds", "small_event", "small_seeds", "written"]

CORPUS = Path(__file__).resolve().parents[1] / "fuzz" / "corpus"
FOUND = CORPUS / "found"
REAL = Path(__file__).resolve().parents[2] / ".." / "shared" / "formats" / "data"

_NAMES = ("Ada Lövgren", "Bo O'Hara", "Cy <&> Dahl", "Di Żak", "Eva; Eng", "Фёдор Ёлкин", "Gus =1+1", "Hal, Jr.")


_WRITERS: dict[str, TextWriter] = {
    "bos": dumps_bos,
    "bridgewebs": dumps_bridgewebs,
    "bdc": dumps_bdc,
    "lin": dumps_lin,
    "nzscorer": dumps_nzscorer,
    "pbn": dumps_pbn,
    "salliere": dumps_salliere,
    "salliere-names": dumps_salliere_names,
    "usebio": dumps_usebio,
}


def _outcome(board: int, table: int) -> Outcome:
    made = Contract(4, Strain.SPADES, Doubling.UNDOUBLED, Seat.NORTH)
    down = Contract(3, Strain.NOTRUMP, Doubling.DOUBLED, Seat.EAST)
    many: tuple[Outcome, ...] = (Played(made, 11), Played(down, 7), PassedOut(), NotPlayed(), Awarded(Average.PLUS))
    return many[(2 * board + table) % len(many)]


def _line(board: int, table: int, *, record: bool) -> Line:
    outcome = _outcome(board, table)
    played = TableRecord(
        (Call("1S"), Call("P"), Call("4S"), Call("P"), Call("P"), Call("P")), ("SA", "S2", "S3", "S4"), 10
    )
    return Line(
        str(table),
        str(table + 10),
        outcome,
        outcome,
        round="1",
        table=str(table),
        lead="HK" if isinstance(outcome, Played) else "",
        record=played if record and isinstance(outcome, Played) else None,
    )


def small_event(*, deals: bool = False) -> Event:
    """Four boards at three tables with results of every kind; with `deals` also cards, bidding and play."""
    travellers = tuple(
        Traveller(
            Board.numbered(board),
            tuple(_line(board, table, record=deals) for table in (1, 2, 3)),
            deal_of(board) if deals else None,
            TrickTable(tuple((board + at) % 14 for at in range(20))) if deals else None,
        )
        for board in range(1, 5)
    )
    people = tuple(
        Contestant(str(key), side, (Player(_NAMES[key % 8], f"70{key}"), Player(_NAMES[(key + 1) % 8], "")))
        for side, keys in ((Side.NS, (1, 2, 3)), (Side.EW, (11, 12, 13)))
        for key in keys
    )
    section = Section("A", people, travellers, (Penalty("1", Fraction(1, 2), "matchpoints", Side.NS, "late"),))
    return Event(
        "Tuesday & Co", (Session("1", (section,)),), date="2026-11-24", club="Łódź", method="matchpoints", winners=2
    )


def full_event() -> Event:
    """The small event with cards, and with what a file may state beside every result."""
    event = small_event(deals=True)
    section = event.sessions[0].sections[0]
    stated = Stated(Fraction(3, 2), Fraction(5, 2), "matchpoints", -50)
    travellers = tuple(
        replace(one, lines=tuple(replace(line, stated=stated) for line in one.lines)) for one in section.travellers
    )
    return replace(event, sessions=(Session("1", (replace(section, travellers=travellers),)),))


def written(event: Event) -> dict[str, bytes]:
    """The event by every writer that can hold it, registered or not."""
    makers: dict[str, Callable[[], bytes]] = {
        key: lambda writer=writer: writer(event).encode()  # type: ignore[misc]
        for key, writer in _WRITERS.items()
    }
    makers |= {one.key: lambda one=one: one.encode(event) for one in FORMATS if one.writes}  # type: ignore[misc]
    found: dict[str, bytes] = {}
    for key, make in makers.items():
        try:
            found[key] = make()
        except OvertrickError:
            continue
    return found


def _seeds(files: Mapping[str, bytes]) -> tuple[Seed, ...]:
    """The files that a registered format knows; the others belong to formats still to come, or are notes."""
    found = []
    for name, data in files.items():
        try:
            found.append(Seed(name, data, loads(data).format))
        except OvertrickError:
            continue
    return tuple(found)


@lru_cache(maxsize=1)
def small_seeds() -> tuple[Seed, ...]:
    """Good files of a few hundred bytes or a few thousand, each with the format that knows it."""
    files = {f"{key} (own writer)": data for key, data in written(full_event()).items()}
    files |= {f"{key} (own writer, no cards)": data for key, data in written(small_event()).items()}
    files |= {path.name: path.read_bytes() for path in sorted((CORPUS / "seeds").iterdir())}
    return _seeds(files)


@lru_cache(maxsize=1)
def real_seeds() -> tuple[Seed, ...]:
    """The shared real files that are of a known format; none where they are not at hand."""
    paths = sorted(REAL.rglob("*")) if REAL.is_dir() else []
    return _seeds({str(path.relative_to(REAL)): path.read_bytes() for path in paths if path.is_file()})
