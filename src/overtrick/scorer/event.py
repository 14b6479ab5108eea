"""Facts and conditions in, a standing out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias

from overtrick.i18n import gettext as _
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Event, Line, Section, Session
from overtrick.model.outcome import Average, Awarded, Missing, Outcome, Played, SitOut, Unit, Weighted
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
    two = two_winners(event, conditions)
    apart = two or _same_numbers(event)
    problems: list[Problem] = []
    boards: list[BoardResult] = []
    sheets: dict[Identity, Sheet] = {}
    for index, session in enumerate(event.sessions):
        compared = list(_compare_session(session, conditions, points, problems))
        owns = _own_percentages(compared, apart=apart)
        _enter_contestants(session, sheets, problems, apart=apart)
        for board in compared:
            boards.extend(_finish(session, board, owns, sheets, index, conditions, points, apart=apart))
        _enter_penalties(session, sheets, index, conditions.method, problems, apart=apart)
    places = rank_sheets(sheets, len(event.sessions), conditions, one_list=not two)
    return Standing(event, conditions, places, tuple(boards), tuple(problems))


def _same_numbers(event: Event) -> bool:
    """Whether one number stands for a pair North-South and another East-West: it alone does not tell who."""
    seats = {
        (section.key, who.key, who.direction)
        for session in event.sessions
        for section in session.sections
        for who in section.contestants
    }
    return any(side is Side.NS and (section, key, Side.EW) in seats for section, key, side in seats)


def _compare_session(
    session: Session, conditions: Conditions, points: Points, problems: list[Problem]
) -> Iterator[_Board]:
    fields = [list(session.sections)] if conditions.sections == "across" else [[s] for s in session.sections]
    gathered = [_gather(sections, conditions.method, problems) for sections in fields]
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


def _gather(sections: list[Section], method: str, problems: list[Problem]) -> list[_Board]:
    """The boards of a field with the lines of all its sections, unusable outcomes set aside with a problem."""
    by_number: dict[int, list[_Slot]] = {}
    for section in sections:
        for traveller in section.travellers:
            slots = by_number.setdefault(traveller.board.number, [])
            slots.extend((section.key, traveller.board, _usable(line, method, problems)) for line in traveller.lines)
    boards = []
    for number, slots in sorted(by_number.items()):
        common = 0
        real = [0, 0]
        rows = [0, 0]
        for _section, _record, line in slots:
            outcomes = line.ns_outcome, line.ew_outcome
            if outcomes[0] is outcomes[1] and isinstance(outcomes[0], Played):  # nearly every line: no need to look
                common += 1
                continue
            alone = any(isinstance(outcome, SitOut) for outcome in outcomes)
            for side, outcome in enumerate(outcomes):
                # Nobody to compare with where a percentage is given for sitting out (JFR).
                if is_row(outcome) and not (alone and isinstance(outcome, Awarded)):
                    rows[side] += 1
                    real[side] += not isinstance(outcome, Awarded)
        boards.append(_Board(number, slots, common + max(real), common + max(rows)))
    return boards


def _usable(line: Line, method: str, problems: list[Problem]) -> Line:
    """The line itself, or with a result that nobody can score taken as missing."""
    if line.ns_outcome is line.ew_outcome and isinstance(line.ns_outcome, Played) and line.ns_outcome.contract.declarer:
        return line
    sides = line.ns_outcome, line.ew_outcome
    kept = tuple(Missing() if _no_declarer(side) or _other_unit(side, method) else side for side in sides)
    if kept == sides:
        return line
    lost = next(side for side, rest in zip(sides, kept, strict=True) if side is not rest)
    text = (
        _("the award is counted in {unit}, which cannot stand under {method}; it is left out").format(
            unit=lost.unit.value, method=method
        )
        if isinstance(lost, Awarded)
        else _("{result} has no declarer, so it has no score; the line is left out").format(result=lost)
    )
    problems.append(Problem(line.where or f"{line.ns}-{line.ew}", Severity.ERROR, text))
    return replace(line, ns_outcome=kept[0], ew_outcome=kept[1])


def _other_unit(outcome: Outcome, method: str) -> bool:
    """Whether an award is a number of something that the method does not count."""
    if not isinstance(outcome, Awarded) or isinstance(outcome.value, Average):
        return False
    return outcome.unit is (Unit.IMPS if method in ("matchpoints", "ascherman") else Unit.MATCHPOINTS)


def _no_declarer(outcome: Outcome) -> bool:
    parts = [part for _weight, part in outcome.parts] if isinstance(outcome, Weighted) else [outcome]
    return any(isinstance(part, Played) and part.contract.declarer is None for part in parts)


def _identity(section: str, key: str, side: Side, *, apart: bool) -> Identity:
    return (section, side if apart else None, key)


def _own_percentages(boards: list[_Board], *, apart: bool) -> dict[Identity, Fraction]:
    """Each contestant's percentage over the boards that it really played (averages are left out, Law 88)."""
    if not any(Pending in set(map(type, rated)) for board in boards for rated in (board.ns, board.ew)):
        return {}
    waiting = {
        _identity(section, key, side, apart=apart)
        for board in boards
        for side, rated in ((Side.NS, board.ns), (Side.EW, board.ew))
        for (section, _record, line), result in zip(board.slots, rated, strict=True)
        for key in line.keys(side)
        if isinstance(result, Pending) and result.average is not Average.AVERAGE
    }
    if not waiting:
        return {}
    won: dict[Identity, list[SideResult]] = {who: [] for who in waiting}
    for board in boards:
        for side, rated in ((Side.NS, board.ns), (Side.EW, board.ew)):
            for (section, _record, line), result in zip(board.slots, rated, strict=True):
                for key in line.keys(side):
                    who = _identity(section, key, side, apart=apart)
                    if who in won and isinstance(result, SideResult) and result.real:
                        won[who].append(result)
    shares = {}
    for who, results in won.items():
        top = tally(result.available for result in results)
        if top:
            shares[who] = 100 * tally(result.value for result in results if result.value is not None) / top
    return shares


def _enter_contestants(
    session: Session, sheets: dict[Identity, Sheet], problems: list[Problem], *, apart: bool
) -> None:
    """Each contestant once over all sessions; what one session alone tells of it is kept."""
    for section in session.sections:
        for contestant in section.contestants:
            direction = contestant.direction if apart else None
            if apart and direction is None:
                continue
            sheet = sheets.setdefault((section.key, direction, contestant.key), Sheet(contestant))
            known = sheet.contestant
            amounts = {"carry_over": known.carry_over, "handicap": known.handicap}
            for name, amount in (("carry_over", contestant.carry_over), ("handicap", contestant.handicap)):
                if amount and amounts[name] not in (0, amount):
                    text = _("{name} of {key} is {first} in one session and {other} in another; the first one stands")
                    text = text.format(name=name.replace("_", "-"), key=known.key, first=amounts[name], other=amount)
                    problems.append(Problem(_("session {key}").format(key=session.key or "-"), Severity.ERROR, text))
                amounts[name] = amounts[name] or amount
            told = known if known.players else contestant
            sheet.contestant = replace(told, carry_over=amounts["carry_over"], handicap=amounts["handicap"])


_UNITS = {
    "matchpoints": ("matchpoints", "points", "tops", "percent"),
    "ascherman": ("matchpoints", "points", "tops", "percent"),
    "cross-imps": ("imps", "points"),
    "butler": ("imps", "points"),
    "total-points": ("points",),
}


def _enter_penalties(
    session: Session,
    sheets: dict[Identity, Sheet],
    index: int,
    method: str,
    problems: list[Problem],
    *,
    apart: bool,
) -> None:
    """Penalties go on the sheet of the offender; one that fits nobody or no unit of the method is told and left out."""
    for section in session.sections:
        for penalty in section.penalties:
            sides = (penalty.direction,) if penalty.direction or not apart else tuple(Side)
            known = [(section.key, side if apart else None, penalty.contestant) for side in sides]
            known = [who for who in known if who in sheets]
            place = _("section {section}").format(section=section.key or "-")
            if len(known) != 1:
                text = _("the penalty is for {contestant}, and no contestant or more than one goes by that").format(
                    contestant=penalty.contestant
                )
                problems.append(Problem(place, Severity.ERROR, text))
            elif penalty.unit not in _UNITS.get(method, ()):
                text = _(
                    "a penalty in {unit} for {contestant} cannot be counted under {method}; it is left out"
                ).format(unit=penalty.unit, contestant=penalty.contestant, method=method)
                problems.append(Problem(place, Severity.ERROR, text))
            else:
                sheets[known[0]].penalties.append((index, penalty))


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
        entered = [(who_ns, done_ns), (who_ew, done_ew)]
        if line.south or line.west:  # an individual event: partners have a sheet each, and averages of their own
            for partner, rated in (((section, north, line.south), ns), ((section, east, line.west), ew)):
                entered.append((partner, resolve(rated, owns.get(partner), conditions)))
        for who, result in entered:
            if result.value is None or not who[2]:  # nobody is named there: a phantom, or a bare traveller
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
