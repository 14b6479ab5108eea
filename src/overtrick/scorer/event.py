"""Facts and conditions in, a standing out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Event, Line, Section, Session
from overtrick.model.outcome import Average, Awarded, Missing, Outcome, Played, Weighted
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import BoardResult, LineResult, SideResult, Standing
from overtrick.model.terms import Side
from overtrick.ranking.totals import tally
from overtrick.scorer.boards import BoardField, Pending, Rated, rate, resolve
from overtrick.scorer.halves import Points, is_row
from overtrick.scorer.places import Identity, Sheet, rank_sheets
from overtrick.tables.laws import law

__all__ = ["score_event", "two_winners"]

_Slot: TypeAlias = tuple[str, Board, Line]  # section, board record, line


@dataclass(slots=True)
class _Board:
    """A board of a session's field, compared but with averages still waiting."""

    number: int
    slots: list[_Slot]
    results: int
    expected: int
    ns: list[Rated] = field(default_factory=list)
    ew: list[Rated] = field(default_factory=list)
    datum: Fraction | None = None


def two_winners(event: Event, conditions: Conditions) -> bool:
    """Whether North-South and East-West are ranked apart: as the conditions, the file or the contestants say.

    >>> two_winners(Event(winners=2), Conditions()), two_winners(Event(winners=2), Conditions(winners="1"))
    (True, False)
    """
    if conditions.winners != "file":
        return conditions.winners == "2"
    if event.winners is not None:
        return event.winners == 2
    sections = [section for session in event.sessions for section in session.sections]
    directions = {contestant.direction for section in sections for contestant in section.contestants}
    return Side.NS in directions and Side.EW in directions


def score_event(event: Event, conditions: Conditions | None = None) -> Standing:
    """Score, compare and rank an event. The order of sections, travellers and lines changes no number.

    Raises `ConditionsError` where a setting is not known; facts that cannot be used are listed as problems.
    """
    conditions = conditions or Conditions()
    points = Points.under(law(conditions.law))
    apart = two_winners(event, conditions)
    problems: list[Problem] = []
    boards: list[BoardResult] = []
    sheets: dict[Identity, Sheet] = {}
    for index, session in enumerate(event.sessions):
        compared = list(_compare_session(session, conditions, points, problems))
        owns = _own_percentages(compared, apart=apart)
        _enter_contestants(session, sheets, index, apart=apart)
        for board in compared:
            boards.extend(_finish(session, board, owns, sheets, index, conditions, points, apart=apart))
    places = rank_sheets(sheets, len(event.sessions), conditions)
    return Standing(event, conditions, places, tuple(boards), tuple(problems))


def _compare_session(
    session: Session, conditions: Conditions, points: Points, problems: list[Problem]
) -> Iterator[_Board]:
    fields = [list(session.sections)] if conditions.sections == "across" else [[s] for s in session.sections]
    gathered = [_gather(sections, problems) for sections in fields]
    most = max((board.expected for boards in gathered for board in boards), default=0)
    for boards in gathered:
        largest = max((board.expected for board in boards), default=0)
        for board in boards:
            match conditions.expected:
                case "field":
                    board.expected = largest
                case "session":
                    board.expected = most
                case "board":
                    board.expected = board.results
                case _:
                    pass
            lines = [(record, line) for _section, record, line in board.slots]
            board.ns, board.ew, board.datum = rate(BoardField(lines, board.expected), conditions, points)
            yield board


def _gather(sections: list[Section], problems: list[Problem]) -> list[_Board]:
    """The boards of a field with the lines of all its sections, unusable outcomes set aside with a problem."""
    by_number: dict[int, list[_Slot]] = {}
    for section in sections:
        for traveller in section.travellers:
            slots = by_number.setdefault(traveller.board.number, [])
            slots.extend((section.key, traveller.board, _usable(line, problems)) for line in traveller.lines)
    boards = []
    for number, slots in sorted(by_number.items()):
        real = [0, 0]
        rows = [0, 0]
        for _section, _record, line in slots:
            for side, outcome in enumerate((line.ns_outcome, line.ew_outcome)):
                if is_row(outcome):
                    rows[side] += 1
                    real[side] += not isinstance(outcome, Awarded)
        boards.append(_Board(number, slots, max(real), max(rows)))
    return boards


def _usable(line: Line, problems: list[Problem]) -> Line:
    """The line itself, or with a result that nobody can score taken as missing."""
    if line.ns_outcome is line.ew_outcome and isinstance(line.ns_outcome, Played) and line.ns_outcome.contract.declarer:
        return line
    if not any(_no_declarer(outcome) for outcome in (line.ns_outcome, line.ew_outcome)):
        return line
    text = _("{result} has no declarer, so it has no score; the line is left out").format(result=line.ns_outcome)
    problems.append(Problem(line.where or f"{line.ns}-{line.ew}", Severity.ERROR, text))
    return replace(
        line,
        ns_outcome=Missing() if _no_declarer(line.ns_outcome) else line.ns_outcome,
        ew_outcome=Missing() if _no_declarer(line.ew_outcome) else line.ew_outcome,
    )


def _no_declarer(outcome: Outcome) -> bool:
    parts = [part for _weight, part in outcome.parts] if isinstance(outcome, Weighted) else [outcome]
    return any(isinstance(part, Played) and part.contract.declarer is None for part in parts)


def _identity(section: str, key: str, side: Side, *, apart: bool) -> Identity:
    return (section, side if apart else None, key)


def _own_percentages(boards: list[_Board], *, apart: bool) -> dict[Identity, Fraction]:
    """Each contestant's percentage over the boards that it really played (averages are left out, Law 88)."""
    waiting = {
        _identity(section, key, side, apart=apart)
        for board in boards
        for side, rated in ((Side.NS, board.ns), (Side.EW, board.ew))
        for (section, _record, line), result in zip(board.slots, rated, strict=True)
        for key in (line.ns if side is Side.NS else line.ew,)
        if isinstance(result, Pending) and result.average is not Average.AVERAGE
    }
    if not waiting:
        return {}
    won: dict[Identity, list[SideResult]] = {who: [] for who in waiting}
    for board in boards:
        for side, rated in ((Side.NS, board.ns), (Side.EW, board.ew)):
            for (section, _record, line), result in zip(board.slots, rated, strict=True):
                who = _identity(section, line.ns if side is Side.NS else line.ew, side, apart=apart)
                if who in won and isinstance(result, SideResult) and result.real:
                    won[who].append(result)
    shares = {}
    for who, results in won.items():
        top = tally(result.available for result in results)
        if top:
            shares[who] = 100 * tally(result.value for result in results if result.value is not None) / top
    return shares


def _enter_contestants(session: Session, sheets: dict[Identity, Sheet], index: int, *, apart: bool) -> None:
    for section in session.sections:
        for contestant in section.contestants:
            direction = contestant.direction if apart else None
            if apart and direction is None:
                continue
            sheet = sheets.setdefault((section.key, direction, contestant.key), Sheet(contestant))
            if not sheet.contestant.players:
                sheet.contestant = contestant
        for penalty in section.penalties:
            who = (section.key, penalty.direction if apart else None, penalty.contestant)
            if who not in sheets:
                raise RecordError(
                    _("the penalty is for {contestant}, who is not in section {section}").format(
                        contestant=penalty.contestant, section=section.key or "-"
                    )
                )
            sheets[who].penalties.append((index, penalty))


def _finish(
    session: Session,
    board: _Board,
    owns: dict[Identity, Fraction],
    sheets: dict[Identity, Sheet],
    index: int,
    conditions: Conditions,
    points: Points,
    *,
    apart: bool,
) -> Iterator[BoardResult]:
    """Averages resolved, results entered on the contestants' sheets, and the board handed out by section."""
    by_section: dict[str, list[LineResult]] = {}
    records: dict[str, Board] = {}
    north, east = (Side.NS, Side.EW) if apart else (None, None)
    for (section, record, line), ns, ew in zip(board.slots, board.ns, board.ew, strict=True):
        who_ns, who_ew = (section, north, line.ns), (section, east, line.ew)
        done_ns = ns if isinstance(ns, SideResult) else resolve(ns, owns.get(who_ns), conditions)
        done_ew = ew if isinstance(ew, SideResult) else resolve(ew, owns.get(who_ew), conditions)
        for who, result in ((who_ns, done_ns), (who_ew, done_ew)):
            if result.value is None:
                continue
            sheet = sheets.get(who)
            if sheet is None:
                sheet = sheets[who] = Sheet(Contestant(who[2], who[1]))
            sheet.enter(index, result)
        score = points.of(line.ns_outcome, record)
        if score is None:
            score = points.of(line.ew_outcome, record)
        by_section.setdefault(section, []).append(LineResult(line, score, done_ns, done_ew))
        records.setdefault(section, record)
    for section, lines in by_section.items():
        yield BoardResult(
            session.key, section, records[section], tuple(lines), board.results, board.expected, board.datum
        )
