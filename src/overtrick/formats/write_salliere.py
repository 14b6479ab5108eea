"""An event as the comma-separated files of salliere: results, and the names in a file of their own.

A file holds one section, pairs by numbers or letters, and results with a contract; other lines are left out.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from overtrick.errors import FormatError
from overtrick.formats.write_worth import Worths, decimal, only_sections, plain, safe_cell
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Line, Section, Stated
from overtrick.model.outcome import BareScore, Entry, Missing, PassedOut, Played, SitOut
from overtrick.model.standing import Standing
from overtrick.notation.result import write_or_missing

__all__ = ["dumps_salliere", "dumps_salliere_names"]

_KEY = re.compile(r"[A-Za-z0-9]{1,8}")
_NUMBER = re.compile(r"[0-9]{1,6}")
_NAME = re.compile(r"[^0-9]*[^\W\d_]{2}.*")
_STEPS = (6, 8, 10)


def dumps_salliere(event: Event, *, standing: Standing | None = None) -> str:
    r"""The results, as far as they are known: tricks, then points, then what the lines are worth. Names are a file of
    their own, which this is where there are no results.

    Raises FormatError for several sections or sessions, whose pairs would be mixed up, for an individual event, and
    where no line fits.

    >>> from overtrick.model.board import Board
    >>> from overtrick.model.event import Session, Traveller
    >>> lines = (Line("1", "2", PassedOut(), PassedOut()),)
    >>> dumps_salliere(Event(sessions=(Session("1", (Section("", (), (Traveller(Board.numbered(7), lines),)),)),)))
    '7,1,2,PASS,,\n'
    """
    if not any(section.travellers for section in _one_section(event)):
        return dumps_salliere_names(event)
    worths = Worths(standing)
    session = event.sessions[0].key if event.sessions else ""
    rows = [
        row
        for section in _one_section(event)
        for traveller in section.travellers
        for line in traveller.lines
        if (row := _row(traveller.board.number, line, worths.line(session, section.key, traveller.board.number, line)))
    ]
    if not rows:
        text = _("no result fits a file of salliere, which has pairs by letters and numbers without spaces")
        raise FormatError(text)
    used = max((index for row in rows for index, cell in enumerate(row, 1) if cell), default=0)
    width = next(step for step in _STEPS if step >= used)
    return _text(row[:width] for row in rows)


def dumps_salliere_names(event: Event, *, standing: Standing | None = None) -> str:
    """The names of the pairs that have a number and a name.

    Raises FormatError for an event of several sections or sessions.

    >>> dumps_salliere_names(Event())
    ''
    """
    del standing
    rows = []
    for section in _one_section(event):
        for who in section.contestants:
            names = [plain(name) for name in who.names if _NAME.fullmatch(plain(name))][:3]
            if names and _NUMBER.fullmatch(who.key):
                rows.append([who.key, *(safe_cell(name) for name in names)])
    return _text(rows)


def _one_section(event: Event) -> tuple[Section, ...]:
    sections = only_sections(event, "salliere")
    if len(sections) > 1:
        text = _("a file of salliere holds one section, and this event has {count}; write each of them apart")
        raise FormatError(text.format(count=len(sections)))
    return sections


def _text(rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _row(board: int, line: Line, worth: Stated) -> list[str]:
    """The ten cells of a line; empty where the file has no words for it."""
    if not _KEY.fullmatch(line.ns) or not _KEY.fullmatch(line.ew):
        return []
    entry = Entry(line.ns_outcome, line.ew_outcome)
    points = worth.points
    outcome = entry.ns if entry.ns == entry.ew else None
    if isinstance(outcome, SitOut | Missing):
        return []
    contract = declarer = tricks = ""
    if isinstance(outcome, BareScore):
        points = outcome.points
    elif isinstance(outcome, Played) and outcome.contract.declarer:
        contract = str(outcome.contract).replace("NT", "N")
        declarer, tricks = outcome.contract.declarer.value, str(outcome.tricks)
        if _NUMBER.fullmatch(line.remark):  # a number behind the declarer, which its reader keeps as a remark
            declarer += f" {line.remark}"
    elif isinstance(outcome, PassedOut):
        contract = "PASS"
    elif isinstance(outcome, Played):
        if points is None:
            return []
    else:
        contract = write_or_missing(entry)
    return [str(board), line.ns, line.ew, contract, declarer, tricks, *_points(points), *_worth(worth)]


def _points(points: int | None) -> Iterator[str]:
    """The cells of the score: it stands with the side that has it."""
    yield "" if points is None or points < 0 else str(points)
    yield "" if points is None or points >= 0 else str(-points)


def _worth(worth: Stated) -> tuple[str, str]:
    if worth.unit not in ("matchpoints", "imps"):  # the cells say no unit
        return "", ""
    return decimal(worth.ns), decimal(worth.ew)
