"""The trap tournament: a small fixed event with everything awkward in it, its right result, and who differs from it.

Two sessions of pairs ship as data, with the conditions of contest and the result in exact fractions. The result was
worked by hand, step by step, in `docs/explanation/trap.md`; any scorer can be certified against it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from overtrick.desk.results import read_files
from overtrick.desk.settings import read_conditions
from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.standing import Standing

__all__ = [
    "TrapAnswer",
    "TrapFiles",
    "TrapPlace",
    "check_answer",
    "describe",
    "differences",
    "expected",
    "read_answer",
    "trap_conditions",
    "trap_event",
    "trap_files",
    "traps",
]

_FOLDER = Path(__file__).parent.parent / "data" / "trap"
_HALF_CENT = Fraction(1, 200)

Key = tuple[str, str, int, str, str]
"""Session, section, board, North-South, East-West."""


@dataclass(frozen=True, slots=True)
class TrapFiles:
    """Where the trap tournament lies: two sessions as results CSV, conditions as TOML, the right result as JSON."""

    sessions: tuple[Path, ...]
    conditions: Path
    expected: Path


@dataclass(frozen=True, slots=True)
class TrapPlace:
    """One contestant of the final list. `total` is in matchpoints, after penalty and with carry-over.

    `percent` is without the carry-over; `ranked_on` with it, and places go by that.
    """

    place: int
    tied: bool
    section: str
    contestant: str
    boards: int
    total: Fraction
    percent: Fraction
    ranked_on: Fraction


@dataclass(frozen=True, slots=True)
class TrapAnswer:
    """A result of the trap tournament: matchpoints of both sides of every line, and the places.

    `exact` tells which values were given as fractions or whole numbers; decimals may be half a hundredth off.
    """

    lines: Mapping[Key, tuple[Fraction | None, Fraction | None]]
    places: tuple[TrapPlace, ...]
    exact: bool = True


def trap_files() -> TrapFiles:
    """The files that ship with Overtrick.

    >>> [path.name for path in trap_files().sessions]
    ['session-1.csv', 'session-2.csv']
    """
    sessions = (_FOLDER / "session-1.csv", _FOLDER / "session-2.csv")
    return TrapFiles(sessions, _FOLDER / "conditions.toml", _FOLDER / "expected.json")


def trap_event() -> Event:
    """The facts of the trap tournament.

    >>> [len(session.sections) for session in trap_event().sessions]
    [2, 2]
    """
    return read_files(trap_files().sessions).event


def trap_conditions() -> Conditions:
    """The conditions of contest under which the result stands.

    >>> trap_conditions().sections
    'across'
    """
    return read_conditions(trap_files().conditions)


def expected() -> TrapAnswer:
    """The right result, in exact fractions.

    >>> first = expected().places[0]
    >>> first.section, first.contestant, first.percent
    ('A', '4', Fraction(14515, 224))
    """
    return read_answer(trap_files().expected)


def read_answer(path: Path) -> TrapAnswer:
    """A scorer's answer in the shape of `expected.json`; numbers as text (fraction or decimal) or as JSON numbers.

    Raises `InputError` where the file is no such answer.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"), parse_float=str)
        lines = {
            _key(board, line): (_number(line["ns_matchpoints"]), _number(line["ew_matchpoints"]))
            for board in found["boards"]
            for line in board["lines"]
        }
        places = tuple(_place(item) for item in found["ranking"])
    except (OSError, ValueError, LookupError, TypeError, ZeroDivisionError) as error:
        raise InputError(
            _("{path} is no answer to the trap tournament, which has the shape of {shape}; trouble at {reason}").format(
                path=path, shape=trap_files().expected.name, reason=error
            )
        ) from None
    values = [item[key] for item in found["ranking"] for key in ("total", "percent", "ranked_on")]
    values += [
        line[key] for b in found["boards"] for line in b["lines"] for key in ("ns_matchpoints", "ew_matchpoints")
    ]
    return TrapAnswer(lines, places, not any("." in str(value) for value in values))


def _key(board: Mapping[str, Any], line: Mapping[str, Any]) -> Key:
    return (str(board["session"]), str(line["section"]), int(board["board"]), str(line["ns"]), str(line["ew"]))


def _number(value: str | int | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _place(item: Mapping[str, Any]) -> TrapPlace:
    return TrapPlace(
        int(item["place"]),
        bool(item["tied"]),
        str(item["section"]),
        str(item["contestant"]),
        int(item["boards"]),
        *(Fraction(item[key]) for key in ("total", "percent", "ranked_on")),
    )


def _answer_of(standing: Standing) -> TrapAnswer:
    """What the engine says, in the same shape; `ranked_on` follows from its percentage and the carry-over."""
    lines = {
        (board.session, board.section, board.board.number, result.line.ns, result.line.ew): (
            result.ns.value,
            result.ew.value,
        )
        for board in standing.boards
        for result in board.lines
    }
    places = []
    for place in standing.places:
        percent = place.percent if place.percent is not None else Fraction(0)
        carried = 100 * place.contestant.carry_over / place.available if place.available else Fraction(0)
        who = (place.section, place.contestant.key)
        places.append(TrapPlace(place.place, place.tied, *who, place.boards, place.total, percent, percent + carried))
    return TrapAnswer(lines, tuple(places))


def differences(answer: Standing | TrapAnswer) -> list[str]:
    """Every line and place in which an answer differs from the right result, in words; empty for a certified scorer.

    >>> from overtrick.scorer import score_event
    >>> any("A60/40" in text or "board 4" in text for text in differences(score_event(trap_event(), Conditions())))
    True
    """
    given = _answer_of(answer) if isinstance(answer, Standing) else answer
    return [*_lines_that_differ(given), *_places_that_differ(given)]


def _lines_that_differ(given: TrapAnswer) -> Iterator[str]:
    for key, wanted in expected().lines.items():
        session, section, board, ns, ew = key
        found = given.lines.get(key, (None, None))
        for side, who, right, wrong in (("NS", ns, wanted[0], found[0]), ("EW", ew, wanted[1], found[1])):
            if not _same(right, wrong, exact=given.exact):
                yield _("session {session}, board {board}, {side} {pair}: {wanted} matchpoints, found {found}").format(
                    session=session,
                    board=board,
                    side=side,
                    pair=section + who,
                    wanted=_shown(right),
                    found=_shown(wrong),
                )


def _places_that_differ(given: TrapAnswer) -> Iterator[str]:
    found = {(place.section, place.contestant): place for place in given.places}
    for right in expected().places:
        pair = right.section + right.contestant
        other = found.pop((right.section, right.contestant), None)
        if other is None:
            yield _("pair {pair} is not on the list").format(pair=pair)
            continue
        for what, wanted, got in (
            (_("place"), right.place, other.place),
            (_("tied"), int(right.tied), int(other.tied)),
            (_("boards"), right.boards, other.boards),
            (_("total"), right.total, other.total),
            (_("percentage"), right.percent, other.percent),
            (_("percentage with carry-over"), right.ranked_on, other.ranked_on),
        ):
            if not _same(Fraction(wanted), Fraction(got), exact=given.exact):
                yield _("pair {pair}, {what}: {wanted}, found {found}").format(
                    pair=pair, what=what, wanted=wanted, found=got
                )
    for section, contestant in found:
        yield _("pair {pair} is on the list and did not play").format(pair=section + contestant)


def _same(right: Fraction | None, other: Fraction | None, *, exact: bool) -> bool:
    if right is None or other is None or exact:
        return right == other
    return abs(right - other) <= _HALF_CENT


def _shown(value: Fraction | None) -> str:
    return _("none") if value is None else str(value)


def check_answer(path: Path) -> list[str]:
    """Another scorer's answer against the right one: every difference in words.

    Raises `InputError` where the file is no such answer.

    >>> check_answer(trap_files().expected)
    []
    """
    return differences(read_answer(path))


def traps() -> tuple[tuple[str, str], ...]:
    """Where each trap lies, and what it is.

    >>> len(traps()) > 15
    True
    """
    return (
        (_("session 1, board 1"), _("a pass-out, which is a score of nought; a bare score without its contract")),
        (
            _("session 1, board 2"),
            _("fouled: groups of five (Neuberg), three (70/60/50, two of them tied) and one (60 %)"),
        ),
        (
            _("session 1, board 3"),
            _("a weighted score, seen by the others in fractions; a split score on the same board"),
        ),
        (
            _("session 1, board 4"),
            _("AVE+/AVE- to pairs beyond 60 and below 40 (Law 88), A60/40, AVE; six results of nine"),
        ),
        (_("session 1, board 5"), _("the traveller of section B is lost; five results of nine")),
        (_("session 1, round 5"), _("the arrow turns: pairs sit the other way, one list of winners")),
        (_("session 1, section B"), _("nine pairs: each round one of them sits out")),
        (_("session 1, pair A2"), _("a penalty in matchpoints")),
        (_("session 2"), _("pair A10 does not come back: eight results a board, another top than in session 1")),
        (
            _("session 2, pair A3"),
            _("leaves after round 3: one opponent sits out, the other has AVE+, A3 has not played"),
        ),
        (_("session 2, board 6"), _("AVE+ follows the percentage of the session, not of the event")),
        (
            _("session 2, board 7"),
            _("fouled across the sections: groups of five (Neuberg), two (65/55) and one (60 %)"),
        ),
        (_("session 2, board 8"), _("a late board, not played at two tables; six results of eight")),
        (_("session 2, board 9"), _("40/50 and 60/60, which do not sum to 100; AVE-/AVE+ to pairs between 40 and 60")),
        (
            _("session 2, board 10"),
            _("fouled: a group of three, which has Neuberg and not 70/60/50, since eight are fewer than nine"),
        ),
        (_("session 2, pair B6"), _("a penalty of a quarter of a top, and the top is that of session 2")),
        (_("the event"), _("four pairs carry matchpoints over from a qualifying round")),
        (_("the event"), _("sessions are weighted by boards, not by matchpoints available")),
        (_("the event"), _("A2, with its penalty, and A3, who left, are exactly equal and share place 6")),
    )


def describe() -> str:
    """What `overtrick list trap` prints: the files, each trap, and how a scorer is certified."""
    files = trap_files()
    rows = traps()
    width = max(len(where) for where, _what in rows)
    lines = [_("The trap tournament: two sessions of pairs with everything awkward in them."), "", _("Files:")]
    lines += [f"  {path}" for path in (*files.sessions, files.conditions, files.expected)]
    lines += ["", _("Traps:"), *(f"  {where.ljust(width)}  {what}" for where, what in rows), ""]
    lines += [
        _("To certify a scorer:"),
        _("  1. give it the two sessions and score them under the conditions;"),
        _("  2. write its answer in the shape of {name}: fractions, or decimals of two places or more;").format(
            name=files.expected.name
        ),
        _("  3. compare it with overtrick.desk.trap.check_answer(path): no difference, and it is certified."),
        _("Each number is worked step by step in docs/explanation/trap.md."),
    ]
    return "\n".join(lines)
