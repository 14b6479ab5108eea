"""What writers of other programs' files share: cells that are safe, numbers as decimals, and what a line is worth."""

from __future__ import annotations

import re
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.text import exact
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Section, Stated
from overtrick.model.standing import Place, Standing
from overtrick.model.terms import Side
from overtrick.notation.award import write_number

__all__ = ["Worths", "decimal", "only_sections", "plain", "safe_cell"]

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]+")
_FORMULA = ("=", "+", "-", "@")
_TEAMS = ("team-imps", "board-a-match")
_UNITS = {
    "matchpoints": "matchpoints",
    "ascherman": "matchpoints",
    "board-a-match": "matchpoints",
    "cross-imps": "imps",
    "butler": "imps",
    "team-imps": "imps",
}


def plain(text: str) -> str:
    r"""The text on one line, without control characters and what no file of text can hold.

    >>> plain("Eva\n\x00 Lind")
    'Eva Lind'
    """
    return " ".join(_CONTROL.sub(" ", text).split())


def safe_cell(text: str) -> str:
    """The text for a cell: an apostrophe goes before what a spreadsheet takes for a formula, and numbers stay.

    `csv_cells.unguard` takes the apostrophe off again.

    >>> safe_cell("=1+1"), safe_cell("-50"), safe_cell("'t Hooft")
    ("'=1+1", '-50', "'t Hooft")
    """
    clean = plain(text)
    if (clean.startswith(_FORMULA) and exact(clean) is None) or (clean[:1] == "'" and clean[1:2] in (*_FORMULA, "'")):
        return f"'{clean}"
    return clean


def decimal(number: Fraction | None) -> str:
    """The number as a decimal, half up to two places where it has no end; empty for None.

    >>> decimal(Fraction(29, 2)), decimal(Fraction(-22, 3)), decimal(None)
    ('14.5', '-7.33', '')
    """
    if number is None:
        return ""
    text = write_number(number)
    if "/" not in text:
        return text
    cents = (abs(number) * 100 + Fraction(1, 2)).__floor__()
    return write_number(Fraction(-cents if number < 0 else cents, 100))


def only_sections(event: Event, name: str, *, individual: bool = False) -> tuple[Section, ...]:
    """The sections of the one session that a file holds.

    Raises FormatError where there are more sessions, for matches of teams, and for an individual event unless the file
    can hold one.

    >>> only_sections(Event(), "BOS results.txt")
    ()
    """
    if len(event.sessions) > 1:
        text = _("{name} holds one session, and this event has {count}; write each of them apart")
        raise FormatError(text.format(name=name, count=len(event.sessions)))
    if event.method in _TEAMS:
        raise FormatError(_("{name} holds events of pairs, and these are matches of teams").format(name=name))
    sections = event.sessions[0].sections if event.sessions else ()
    lines = (line for section in sections for one in section.travellers for line in one.lines)
    if not individual and any(line.south or line.west for line in lines):
        raise FormatError(_("{name} holds events of pairs, and this is an individual event").format(name=name))
    return sections


class Worths:
    """What lines and contestants are worth: by the standing where there is one, else what the event itself states."""

    def __init__(self, standing: Standing | None) -> None:
        self.unit = _UNITS.get(standing.conditions.method, "points") if standing else ""
        self.datums = {
            (board.session, board.section, board.board.number): board.datum
            for board in (standing.boards if standing else ())
        }
        self.results = {
            (board.session, board.section, board.board.number, *_who(one.line)): one
            for board in (standing.boards if standing else ())
            for one in board.lines
        }
        self.places = {
            (place.section, place.direction, place.contestant.key): place
            for place in (standing.places if standing else ())
        }

    def line(self, session: str, section: str, board: int, line: Line) -> Stated:
        """Points to North-South and the worth to each side, with its unit; what is not known is None."""
        stated = line.stated or Stated()
        found = self.results.get((session, section, board, *_who(line)))
        if found is None:
            return stated
        points = stated.points if found.points is None else found.points
        return Stated(found.ns.value, found.ew.value, self.unit, points)

    def datum(self, session: str, section: str, board: int) -> Fraction | None:
        """The datum of a board, where the standing has one."""
        return self.datums.get((session, section, board))

    def place(self, section: str, direction: Side | None, who: Contestant) -> Place | None:
        """The place of a contestant, where the standing has one."""
        return self.places.get((section, direction, who.key))

    def total(self, section: str, who: Contestant) -> Fraction | None:
        """The total of a contestant."""
        place = self.place(section, who.direction, who)
        return place.total if place else who.stated_total

    def percent(self, section: str, who: Contestant) -> Fraction | None:
        """The percentage of a contestant."""
        place = self.place(section, who.direction, who)
        return place.percent if place else who.stated_percent

    def rank(self, section: str, who: Contestant) -> str:
        """The place of a contestant as text, `4=` where it is shared."""
        place = self.place(section, who.direction, who)
        return f"{place.place}{'=' if place.tied else ''}" if place else who.stated_place


def _who(line: Line) -> tuple[str, str, str, str]:
    return line.ns, line.ew, line.south, line.west
