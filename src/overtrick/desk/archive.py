"""Files of any format as an archive of the form: each file is an event, each line of a traveller a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from overtrick.bulk.files import below, kind_inside, name_of
from overtrick.bulk.form import AVERAGES
from overtrick.bulk.head import head_of, packed
from overtrick.errors import ConditionsError, FormatError, MissingExtra
from overtrick.formats.files import LARGEST, file_bytes
from overtrick.formats.format import load, stream
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Line, Section
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
    Unit,
)
from overtrick.model.reading import Reading

__all__ = ["TakenIn", "is_archive", "one_for_all", "rows_of", "source_files", "take_in"]

_AT_A_TIME = 100_000  # rows
_MOST = 1000  # problems that are kept one by one
_WORDS: dict[type, str] = {NotPlayed: "not-played", SitOut: "sit-out", Missing: "missing"}
_CODES = {average: code for code, average in AVERAGES.items()}
_TEXTS = (
    "event",
    "session",
    "section",
    "round",
    "table",
    "ns",
    "ew",
    "contract",
    "declarer",
    "vul",
    "outcome",
    "version",
)
_NUMBERS = ("board", "tricks", "score", "ns_award", "ew_award", "winners")
Row = dict[str, Any]


@dataclass(slots=True)
class TakenIn:
    """What came of reading files: counts, the first problems in words, and the files that cannot be read.

    `conditions` has under what conditions the events are to be scored, and how many of them.
    """

    files: int = 0
    rows: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    conditions: dict[Conditions, int] = field(default_factory=dict)

    def refuse(self, text: str, count: int = 1) -> None:
        """Records that are not in the archive."""
        self.refused += count
        self.tell(text)

    def tell(self, text: str) -> None:
        """Something that a person should know."""
        if len(self.problems) < _MOST:
            self.problems.append(text)


def is_archive(path: Path, encoding: str | None = None) -> bool:
    """Whether a file, or what is in a folder, is of the form already: Parquet, or CSV with events and boards."""
    if path.is_dir():
        return any(is_archive(one, encoding) for one in below(path))
    kind = kind_inside(path, encoding)
    if kind != "text" or packed(path):
        return bool(kind)
    try:
        return head_of(path, encoding).of_form
    except OSError:
        return False


def source_files(path: Path) -> list[Path]:
    """The files of a folder by their names, or the file itself. Raises FormatError where there is none."""
    if not path.exists():
        raise FormatError(_("there is no such file"), str(path))
    if path.is_file():
        return [path]
    found = sorted(one for one in below(path) if one.is_file())
    if not found:
        raise FormatError(_("the folder is empty"), str(path))
    return found


def take_in(
    paths: Iterable[Path],
    target: Path,
    *,
    root: Path | None = None,
    conditions: Callable[[Event], Conditions] | None = None,
    listen: Callable[[int], None] | None = None,
    format: str | None = None,
    encoding: str | None = None,
    letters: str = "en",
    number: str = "tricks",
    event: int | None = None,
) -> TakenIn:
    """Write files as one Parquet file of the form, whole or not at all; the events go by the names of the files.

    `root` is the folder that the files are below, and `conditions` tells those of an event, which are counted.
    What the form has no place for is refused and told: weighted and split scores, awards that are no percentage,
    players of individual events. Raises OSError for a full disk, MissingExtra without pyarrow.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingExtra(
            _("bulk scoring wants {name}: pip install 'overtrick[bulk]'").format(name="pyarrow")
        ) from None
    from overtrick.bulk.manifest import replaced

    text = pa.dictionary(pa.int32(), pa.string())
    schema = pa.schema([*((name, text) for name in _TEXTS), *((name, pa.int64()) for name in _NUMBERS)])
    taken = TakenIn()
    with replaced(target) as draft, pq.ParquetWriter(draft, schema, compression="zstd") as writer:
        rows: list[Row] = []
        for path in paths:
            taken.files += 1
            try:
                for reading in _readings(path, format, encoding, letters, number, event):
                    rows += _of_reading(reading, name_of(path, root or path), taken)
                    if conditions is not None:
                        own = conditions(reading.event)
                        taken.conditions[own] = taken.conditions.get(own, 0) + 1
                    if len(rows) >= _AT_A_TIME:
                        writer.write_table(pa.Table.from_pylist(rows, schema))
                        rows.clear()
            except FormatError as fault:
                taken.unread.append(str(fault))
            if listen is not None:
                listen(taken.files)
        writer.write_table(pa.Table.from_pylist(rows, schema))
    return taken


def one_for_all(found: Mapping[Conditions, int]) -> Conditions:
    """The conditions that all events have. Raises ConditionsError, which tells what they differ in.

    >>> one_for_all({Conditions(): 3}) == Conditions()
    True
    """
    if len(found) == 1:
        return next(iter(found))
    told = []
    for item in fields(Conditions):
        values: dict[str, int] = {}
        for own, count in found.items():
            value = str(getattr(own, item.name))
            values[value] = values.get(value, 0) + count
        if len(values) > 1:
            name = item.name.replace("_", "-")
            told.append(", ".join(f"{name}={value} ({count})" for value, count in values.items()))
    raise ConditionsError(
        _("the files want different conditions: {told}; say --method and --preset, or score them apart").format(
            told="; ".join(told)
        )
    )


def _readings(
    path: Path, format: str | None, encoding: str | None, letters: str, number: str, event: int | None
) -> Iterator[Reading]:
    """The readings of a file: part by part where it is large, else as a whole."""
    if path.stat().st_size <= LARGEST:
        yield load(path, format=format, encoding=encoding, language=letters, number=number, event=event)
        return
    parts = stream(path, format=format, encoding=encoding)
    if parts is None:
        file_bytes(path)  # tells that it is too large
        return
    yield from parts


def _of_reading(reading: Reading, name: str, taken: TakenIn) -> list[Row]:
    for problem in reading.problems:
        taken.tell(f"{name}: {problem}")
    taken.refused += reading.counts.refused
    rows, refused = rows_of(reading.event, name)
    for where, why in refused:
        taken.refuse(f"{name}: {where}: {why}")
    taken.rows += len(rows)
    return rows


def rows_of(event: Event, key: str) -> tuple[list[Row], list[tuple[str, str]]]:
    r"""The lines of an event as rows of the form, and those that it has no place for: where, and why.

    >>> from overtrick.formats.format import loads
    >>> rows, refused = rows_of(loads(b"board,ns,ew,contract\n1,1,2,3NT N =\n").event, "tuesday")
    >>> rows[0]["contract"], rows[0]["tricks"], refused
    ('3NT', 9, [])
    """
    rows: list[Row] = []
    refused: list[tuple[str, str]] = []
    for number, session in enumerate(event.sessions, 1):
        own = session.key or (str(number) if len(event.sessions) > 1 else "")
        for section in session.sections:
            refused += [(section.key or "-", why) for why in _not_held(section)]
            for traveller in section.travellers:
                board = traveller.board
                place: Row = {"event": key, "session": own or None, "section": section.key or None}
                place |= {"board": board.number, "winners": event.winners}
                for line in traveller.lines:
                    try:
                        found = _of_line(line)
                    except ValueError as why:
                        refused.append((line.where or str(board.number), str(why)))
                        continue
                    rows.append(place | {"vul": board.vulnerability.value} | found)
    return rows, refused


def _not_held(section: Section) -> Iterator[str]:
    """Facts beside the lines that the bulk engine does not reckon with."""
    if section.penalties:
        yield _("penalties are not in an archive")
    if any(one.handicap or one.carry_over for one in section.contestants):
        yield _("handicaps and carry-overs are not in an archive")


def _of_line(line: Line) -> Row:
    """Raises ValueError, which says what the form has no place for."""
    if line.south or line.west:
        raise ValueError(_("players of an individual event"))
    row: Row = {name: getattr(line, name) or None for name in ("ns", "ew", "round", "table", "version")}
    if not row["ns"] and not row["ew"]:
        raise ValueError(_("nobody sits there"))
    if isinstance(line.ns_outcome, Awarded) or isinstance(line.ew_outcome, Awarded):
        return row | {"ns_award": _award(line.ns_outcome), "ew_award": _award(line.ew_outcome)}
    if line.ns_outcome != line.ew_outcome and row["ns"] and row["ew"]:
        raise ValueError(_("the two sides have different scores"))
    return row | _of_outcome(line.ns_outcome if row["ns"] else line.ew_outcome)


def _award(outcome: Outcome) -> int | None:
    match outcome:
        case Awarded(value=Average() as average):
            return _CODES[average]
        case Awarded(value=Fraction() as share, unit=Unit.PERCENT) if (share * 100).denominator == 1:
            return int(share * 100)
        case Missing() | SitOut() | NotPlayed():
            return None
        case Awarded():
            raise ValueError(_("an award that is no whole number of hundredths of a per cent"))
        case _:
            raise ValueError(_("an award against a result"))


def _of_outcome(outcome: Outcome) -> Row:
    match outcome:
        case Played(contract=contract, tricks=tricks):
            if contract.declarer is None:
                raise ValueError(_("a contract without declarer"))
            text = f"{contract.level}{contract.strain.value}{contract.doubling.text}"
            return {"contract": text, "declarer": contract.declarer.value, "tricks": tricks, "outcome": "played"}
        case PassedOut():
            return {"contract": "PASS", "outcome": "passed-out"}
        case BareScore(points=points):
            return {"score": points, "outcome": "score"}
        case NotPlayed() | SitOut() | Missing():
            return {"outcome": _WORDS[type(outcome)]}
        case _:
            raise ValueError(_("a weighted score"))
