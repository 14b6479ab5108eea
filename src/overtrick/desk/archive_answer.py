"""One number of an archive: its event rebuilt for the core, explained there, and compared with what bulk gives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.desk.explanation import Step, explain_board
from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.contract import Contract
from overtrick.model.event import Event, Line, Section, Session, Traveller
from overtrick.model.outcome import (
    BareScore,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Played,
    SitOut,
)
from overtrick.model.standing import Place
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.report.cards import card_lines, find_contestant
from overtrick.scorer import score_event

if TYPE_CHECKING:
    from overtrick.bulk.codes import Codes
    from overtrick.bulk.plan import Plan
    from overtrick.bulk.results import Results, Totals

__all__ = ["Answer", "answer", "core_event"]

_PLAIN: dict[int, Outcome] = {3: NotPlayed(), 4: SitOut(), 5: Missing()}
_BATCH = 500_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The steps of the core, and the same number by both: worth of the board, total, and place."""

    steps: tuple[Step, ...]
    core: tuple[str, ...]
    bulk: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether both give the same."""
        return self.core == self.bulk


def answer(source: Path, asked: str, plan: Plan, *, kernel: str = "auto", encoding: str | None = None) -> Answer:
    """How a number on a board came about; `asked` is EVENT/BOARD/PAIR, the pair as `find_contestant` has it.

    Raises InputError where there is no such event, board or contestant.
    """
    from overtrick.bulk.intake import normalise
    from overtrick.bulk.scoring import process

    event, board, pair, rows = _found(source, asked, encoding)
    codes, _refused = normalise(rows)
    if not len(codes):
        raise InputError(_("no row of the event {event} can be scored").format(event=event))
    results, totals = process(codes, plan, kernel=kernel)
    standing = score_event(core_event(codes), plan.conditions)
    place = find_contestant(standing, pair)
    steps = explain_board(standing, place, board)
    lines = [line for line in card_lines(standing, place) if line.board.number == board]
    core = [_figure(line.worth.value) for line in lines]
    bulk = [_figure(_value(results, totals, int(line.result.line.where), line.side)) for line in lines]
    return Answer(
        tuple(steps),
        (*core, *_standing_figures(place)),
        (*bulk, *_total_figures(totals, place)),
    )


def _found(source: Path, asked: str, encoding: str | None) -> tuple[str, int, str, Any]:
    """Event, board and contestant, any of which may have strokes in its name, and the rows of the event."""
    parts = asked.split("/")
    ways = [
        ("/".join(parts[:at]).strip(), int(parts[at]), "/".join(parts[at + 1 :]).strip())
        for at in range(len(parts) - 2, 0, -1)
        if parts[at].strip().isdecimal()
    ]
    ways = [(event, board, pair) for event, board, pair in ways if event and pair]
    if not ways:
        raise InputError(_("{text!r} is not EVENT/BOARD/PAIR, such as 17/3/NS 5").format(text=asked))
    rows = _rows_of_events(source, {way[0] for way in ways}, encoding)
    for event, board, pair in ways:
        if event in rows:
            return event, board, pair, rows[event]
    raise InputError(_("there is no event {event} in {path}").format(event=ways[0][0], path=source))


def _rows_of_events(source: Path, events: set[str], encoding: str | None) -> dict[str, Any]:
    """All rows of those events that there are, from whatever files they are in."""
    import tempfile

    import pyarrow as pa

    from overtrick.bulk.files import archive_files, kind_inside
    from overtrick.bulk.reading import event_key, kinds_of, read_rows, row_groups, shape_of, shaped
    from overtrick.bulk.text_tables import take_in

    with tempfile.TemporaryDirectory() as spare:
        paths = []
        for number, path in enumerate(archive_files(source)):
            if kind_inside(path, encoding) in ("text", "arrow"):
                target = Path(spare) / f"{number}.parquet"
                take_in(path, target, encoding=encoding)
                paths.append(target)
            else:
                paths.append(path)
        shape = shape_of([kinds_of(path) for path in paths])
        found: dict[str, list[pa.Table]] = {}
        for path in paths:
            first, total = 0, sum(row_groups(path))
            while first < total:
                count = min(_BATCH, total - first)
                column = read_rows(path, first, count, ["event"])["event"]
                known = {word: event_key(word) for word in column.unique().to_pylist()}
                if not events.isdisjoint(known.values()):
                    table = shaped(read_rows(path, first, count, shape.names), shape)
                    keys = [known[word] for word in column.to_pylist()]
                    for event in events & set(keys):
                        own = table.filter(pa.array([key == event for key in keys]))
                        found.setdefault(event, []).append(_plain(own))
                first += count
    return {event: _together(parts) for event, parts in found.items()}


def _together(parts: list[Any]) -> Any:
    """One table of several, as text in the columns that are of different kinds in them."""
    import pyarrow as pa

    names = dict.fromkeys(name for part in parts for name in part.column_names)
    for name in names:
        kinds = {part[name].type for part in parts if name in part.column_names} - {pa.null()}
        if len(kinds) > 1:
            parts = [
                part.set_column(part.column_names.index(name), name, part[name].cast(pa.large_string()))
                if name in part.column_names
                else part
                for part in parts
            ]
    return pa.concat_tables(parts, promote_options="default")


def _plain(table: Any) -> Any:
    """The table with text instead of dictionaries, so that tables of several files go together."""
    import pyarrow as pa

    for index, name in enumerate(table.column_names):
        column = table[name]
        if pa.types.is_dictionary(column.type):
            chunks = [chunk.dictionary.take(chunk.indices).cast(pa.large_string()) for chunk in column.chunks]
            table = table.set_column(index, name, pa.chunked_array(chunks, pa.large_string()))
    return table


def core_event(codes: Codes) -> Event:
    """The rows of one event as an event of the core; `where` of a line is the number of its row in the codes."""
    if len(codes.starts) != 2:
        raise InputError(_("the rows of one event are wanted"))
    sessions: dict[int, dict[int, dict[tuple[int, int], list[Line]]]] = {}
    for row in range(len(codes)):
        session = 0 if codes.session is None else int(codes.session[row])
        section = 0 if codes.section is None else int(codes.section[row])
        board = int(codes.board[row]), int(codes.vul[row])
        sessions.setdefault(session, {}).setdefault(section, {}).setdefault(board, []).append(_line(codes, row))
    made = tuple(
        Session(
            codes.sessions[session],
            tuple(
                Section(
                    codes.sections[section], (), tuple(_traveller(key, lines) for key, lines in sorted(boards.items()))
                )
                for section, boards in sorted(sections.items())
            ),
        )
        for session, sections in sorted(sessions.items())
    )
    return Event(sessions=made, winners=2 if bool(codes.two[0]) else 1)


def _traveller(key: tuple[int, int], lines: list[Line]) -> Traveller:
    from overtrick.bulk.tables import VULS

    return Traveller(Board.numbered(key[0], vulnerability=VULS[key[1]]), tuple(lines))


def _line(codes: Codes, row: int) -> Line:
    from overtrick.bulk.form import NO_NUMBER, Kind
    from overtrick.bulk.values import award_of

    ns, ew = ("" if side[row] < 0 else codes.contestant(int(side[row])) for side in (codes.ns, codes.ew))
    version = "" if codes.version is None else codes.versions[int(codes.version[row])]
    if codes.kind[row] != Kind.AWARDED:
        outcome = _outcome(codes, row)
        return Line(ns, ew, outcome, outcome, version=version, where=str(row))
    outcomes: list[Outcome] = []
    for key, awards in zip((ns, ew), (codes.ns_award, codes.ew_award), strict=True):
        award = NO_NUMBER if awards is None else int(awards[row])
        if not key:
            outcomes.append(SitOut())
        elif award == NO_NUMBER:
            outcomes.append(Missing())
        else:
            outcomes.append(award_of(award))
    return Line(ns, ew, outcomes[0], outcomes[1], version=version, where=str(row))


def _outcome(codes: Codes, row: int) -> Outcome:
    match int(codes.kind[row]):
        case 0:
            level, rest = divmod(int(codes.contract[row]) - 1, 15)
            strain, doubling = tuple(Strain)[rest // 3], tuple(Doubling)[rest % 3]
            contract = Contract(level + 1, strain, doubling, tuple(Seat)[int(codes.declarer[row])])
            return Played(contract, int(codes.tricks[row]))
        case 1:
            return PassedOut()
        case 2:
            assert codes.score is not None
            return BareScore(int(codes.score[row]))
        case kind:
            return _PLAIN[kind]


def _value(results: Results, totals: Totals, row: int, side: Side) -> Fraction | None:
    """What the bulk engine gives a side; at teams the number stands on the row where the home team sits North-South."""
    from overtrick.bulk.exact import value_of

    return value_of(results, totals, row, 0 if side is Side.NS else 1)


def _standing_figures(place: Place) -> tuple[str, ...]:
    return _figure(place.total), _placed(place.place, tied=place.tied)


def _total_figures(totals: Totals, place: Place) -> tuple[str, ...]:
    wanted = (place.section, place.direction.value if place.direction else None, place.contestant.key)
    for index in range(len(totals)):
        if totals.key(index) == wanted:
            return _figure(totals.total(index)), _placed(int(totals.place[index]), tied=bool(totals.tied[index]))
    return ("-", "-")


def _placed(place: int, *, tied: bool) -> str:
    return f"{place}{'=' if tied else ''}"


def _figure(value: Fraction | None) -> str:
    return "-" if value is None else str(value)
