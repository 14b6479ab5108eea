"""Why a total or a place that a file states does not follow."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from overtrick.desk.agreement import Stake, shown, stakes
from overtrick.desk.board_reasons import Reason
from overtrick.i18n import gettext as _
from overtrick.model.event import Line
from overtrick.model.outcome import Awarded, Outcome, Unit
from overtrick.model.standing import LineResult, Place, Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event

__all__ = ["place_reason", "total_reason"]

_UNITS = {"matchpoints": Unit.MATCHPOINTS, "percent": Unit.PERCENT, "imps": Unit.IMPS, "butler": Unit.IMPS}


def total_reason(standing: Standing, stake: Stake) -> Reason:
    """Whether the total follows from the lines as the file states them, or from all lines but one."""
    wrong = {one.key for one in stakes(standing) if one.kind == "line" and not one.agrees}
    come_to: list[Fraction] = []
    for altered_only in (True, False):
        for rule in dict.fromkeys((standing.conditions.unequal_boards, "percentage", "factor", "none")):
            found = _with_lines_of_file(standing, stake, wrong if altered_only else None, rule)
            if found is None or found.found is None:
                continue
            if found.agrees:
                return _from_lines(standing, stake, wrong, rule)
            come_to.append(found.found)
    if one := _one_board(standing, stake):
        return one
    if not come_to:
        return Reason("stale-total", _("the total was not worked out again, or was altered by hand"))
    text = _("the lines of the file come to {found}: the total was not worked out again, or was altered by hand")
    return Reason("stale-total", text.format(found=shown(come_to[0])))


def _from_lines(standing: Standing, stake: Stake, wrong: set[tuple[str, ...]], rule: str) -> Reason:
    boards = sorted({int(key[3]) for key in wrong if _is_own(standing, stake, key)})
    if boards:
        text = _("it follows from the lines as the file states them; those that do not follow are on {boards}")
        text = text.format(boards=", ".join(_("board {board}").format(board=number) for number in boards))
    else:
        text = _("it follows from the lines as the file rounds them")
    if rule != standing.conditions.unequal_boards:
        text = _("{text}, with {settings}").format(text=text, settings=f"unequal-boards={rule}")
    return Reason("from-lines", text)


def _with_lines_of_file(standing: Standing, stake: Stake, only: set[tuple[str, ...]] | None, rule: str) -> Stake | None:
    """The total once the lines are worth what the file states: all of them, or `only` some."""
    sessions = []
    for session in standing.event.sessions:
        sections = []
        for section in session.sections:
            place = ("line", session.key, section.key)
            travellers = tuple(
                replace(
                    traveller,
                    lines=tuple(
                        _line_as_stated(line, (*place, str(traveller.board.number), str(index)), only)
                        for index, line in enumerate(traveller.lines)
                    ),
                )
                for traveller in section.travellers
            )
            sections.append(replace(section, travellers=travellers))
        sessions.append(replace(session, sections=tuple(sections)))
    event = replace(standing.event, sessions=tuple(sessions))
    found = score_event(event, replace(standing.conditions, line_rounding="exact", unequal_boards=rule))
    return next((one for one in stakes(found) if one.key == stake.key), None)


def _line_as_stated(line: Line, key: tuple[str, ...], only: set[tuple[str, ...]] | None) -> Line:
    stated = line.stated
    if stated is None:
        return line
    unit = _UNITS.get(stated.unit, Unit.IMPS)

    def outcome(side: Side, number: Fraction | None, own: Outcome) -> Outcome:
        if number is None or (unit is Unit.PERCENT and not 0 <= number <= 100):
            return own
        return Awarded(number, unit) if only is None or (*key, side.value) in only else own

    return replace(
        line,
        ns_outcome=outcome(Side.NS, stated.ns, line.ns_outcome),
        ew_outcome=outcome(Side.EW, stated.ew, line.ew_outcome),
    )


def place_reason(standing: Standing, stake: Stake) -> Reason:
    """Whether equals were given different places, or the place follows from the totals that the file states."""
    own = _place(standing, stake)
    rivals = [place for place in standing.places if _one_list(standing, place, own)]
    equal = [place for place in rivals if place.place == own.place]
    if len(equal) > 1 and own.place <= stake.stated < own.place + len(equal):
        text = _("{count} contestants are equal, and the file does not let them share the place")
        return Reason("tie-not-shared", text.format(count=len(equal)))
    numbers = [_stated(place) for place in rivals]
    mine = _stated(own)
    if mine is not None and all(number is not None for number in numbers):
        better = sum(number > mine for number in numbers if number is not None)
        same = sum(number == mine for number in numbers)
        if better < stake.stated <= better + same:
            return Reason("from-totals", _("it follows from the totals that the file states"))
    return Reason("stale-place", _("the place does not follow from the totals of the file either"))


def _place(standing: Standing, stake: Stake) -> Place:
    return next(
        place
        for place in standing.places
        if (place.section, place.direction.value if place.direction else "", place.contestant.key) == stake.key[1:]
    )


def _one_list(standing: Standing, one: Place, other: Place) -> bool:
    together = standing.conditions.ranking != "sections" or one.section == other.section
    return together and one.direction == other.direction


def _stated(place: Place) -> Fraction | None:
    who = place.contestant
    return who.stated_total if who.stated_percent is None else who.stated_percent


def _own_lines(standing: Standing, stake: Stake) -> list[tuple[int, LineResult, Side]]:
    """The lines of the contestant whose total it is, with their boards."""
    section, direction, key = stake.key[1:4]
    return [
        (board.board.number, result, side)
        for board in standing.boards
        if not section or board.section == section
        for result in board.lines
        for side in Side
        if key in result.line.keys(side) and direction in ("", side.value)
    ]


def _is_own(standing: Standing, stake: Stake, key: tuple[str, ...]) -> bool:
    """Whether the line of a number is one of the contestant whose total it is."""
    board = next(
        one for one in standing.boards if (one.session, one.section, str(one.board.number)) == (key[1], key[2], key[3])
    )
    section, direction, who = stake.key[1:4]
    sat = board.lines[int(key[4])].line.keys(Side(key[5]))
    return who in sat and direction in ("", key[5]) and section in ("", key[2])


def _one_board(standing: Standing, stake: Stake) -> Reason | None:
    """One board that was left out of the total, or counted twice, where the total is the plain sum of the lines."""
    own = _own_lines(standing, stake)
    whole = sum((result.side(side).value or Fraction(0) for _number, result, side in own), Fraction(0))
    if stake.kind != "total" or stake.found != whole:
        return None
    for number, result, side in own:
        worth = result.side(side).value
        if not worth:
            continue
        if replace(stake, found=whole - worth).agrees:
            return Reason("board-left-out", _("it follows without board {board}").format(board=number))
        if replace(stake, found=whole + worth).agrees:
            return Reason("board-twice", _("it follows with board {board} counted twice").format(board=number))
    return None
