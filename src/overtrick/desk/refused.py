"""Records that could not be read: which boards they may be of, so that nothing else is blamed for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Problem, Reading, Severity

__all__ = ["NONE", "Refused", "refused_of"]

_LAST = re.compile(r"^(.*?)([0-9]{1,9})([^0-9]*)$", re.DOTALL)
_MOST = 100  # problems looked at; a file with more of them has no number that is beyond doubt


@dataclass(frozen=True, slots=True)
class Refused:
    """The boards of refused records (`None`: it cannot be told which), and the first of them in words."""

    count: int = 0
    boards: frozenset[int] | None = frozenset()
    text: str = ""

    def may_be_of(self, board: int) -> bool:
        """Whether a refused record may be one of that board.

        >>> NONE.may_be_of(1), Refused(1, None).may_be_of(1), Refused(1, frozenset({2})).may_be_of(1)
        (False, True, False)
        """
        return bool(self.count) and (self.boards is None or board in self.boards)


NONE = Refused()


def refused_of(reading: Reading) -> Refused:
    """The refused records of a reading; each is of the board that its place or its neighbours in the file tell.

    >>> refused_of(Reading(Event())) == NONE
    True
    """
    count = reading.counts.refused
    if not count:
        return NONE
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    text = str(errors[0]) if errors else _("the file does not tell where")
    if not errors or count > len(errors) or count > _MOST:
        return Refused(count, None, text)
    lines = _lines(reading.event)
    boards: set[int] = set()
    for problem in errors[:_MOST]:
        near = _boards(problem, lines)
        if not near:
            return Refused(count, None, text)
        boards |= near
    return Refused(count, frozenset(boards), text)


def _lines(event: Event) -> list[tuple[str, int, int]]:
    """Where the lines stand in the file (words and number), with their boards."""
    found = [
        (told[1] + told[3], int(told[2]), board) for board, where in _places(event) if (told := _LAST.match(where))
    ]
    return sorted(found)


def _places(event: Event) -> Iterator[tuple[int, str]]:
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                for line in traveller.lines:
                    yield traveller.board.number, line.where


def _boards(problem: Problem, lines: list[tuple[str, int, int]]) -> set[int]:
    """The board that is named where the problem is, else those of the lines before and after; empty if not known."""
    named = re.search(re.escape(_("board {board}")).replace(re.escape("{board}"), "([0-9]{1,9})"), problem.where)
    if named:
        return {int(named[1])}
    told = _LAST.match(problem.where)
    if told is None:
        return set()
    beside = [(number, board) for words, number, board in lines if words == told[1] + told[3]]
    before = [one for one in beside if one[0] <= int(told[2])]
    after = [one for one in beside if one[0] > int(told[2])]
    return {board for _number, board in (*before[-1:], *after[:1])}
