"""Traveller pages of tournaments on Bridge Base Online: who played, the result, its points and its percentage or IMPs.

Established: results such as `5♣xE-1`, averages such as `A==`, `A+=`, `A-+`, players by name only, and names that
change within an event where somebody is replaced. The layout of the tables is not, so columns go by their names, and
averages are read North-South first. Names are numbered in the order in which they appear; `bbo_pairs` tells who is one
pair.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.bbo_pairs import Meeting, Names, is_individual, keys_of_pairs, keys_of_players
from overtrick.formats.folder import known_pages
from overtrick.formats.html_boards import BoardRow, board_rows, number_of_file
from overtrick.formats.html_rows import plain_text
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, decode, exact
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player, Stated
from overtrick.model.outcome import Entry, NotPlayed, PassedOut
from overtrick.model.reading import Reading, Severity
from overtrick.notation.result import parse

__all__ = [
    "BBO_TRAVELLERS",
    "dump",
    "dumps",
    "load",
    "loads",
    "loads_bbo_pages",
    "loads_bbo_travellers",
    "sniff_bbo_travellers",
]

_SITE = re.compile(r"bridge\s?base|\bbbo\b", re.IGNORECASE)
_HEADING = re.compile(r"\bboard\s*(?:no\.?|number|#)?\s*([0-9]{1,3})\b", re.IGNORECASE)
_TITLE = re.compile(r"<title>([^<]{0,500})", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])\s*(NT|[NCDHS♣♦♥♠])\s*(xx|x)?\s*([NESW])\s*(=|[+-]\s?[0-9]{1,2})", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*\n\s*|\s*[+&]\s*|\s+-\s+|\s*,\s*")
_NOT_A_WORD = re.compile(r"[^a-z%]+")
_PASSES = frozenset(("p", "pass", "passed", "passed out", "allpass", "all pass"))
_NOT_PLAYED = frozenset(("", "-", "--", "np"))
_NAMES = {
    "board": "board",
    "boardno": "board",
    "bd": "board",
    "north": "north",
    "n": "north",
    "south": "south",
    "s": "south",
    "east": "east",
    "e": "east",
    "west": "west",
    "w": "west",
    "ns": "ns",
    "nspair": "ns",
    "ew": "ew",
    "ewpair": "ew",
    "contract": "result",
    "result": "result",
    "contractresult": "result",
    "lead": "lead",
    "points": "points_ns",
    "nspoints": "points_ns",
    "nsscore": "points_ns",
    "scorens": "points_ns",
    "ewpoints": "points_ew",
    "score": "worth",
    "%": "percent",
    "score%": "percent",
    "scoremp": "percent",
    "scoremps": "percent",
    "ns%": "percent",
    "%ns": "percent",
    "imp": "imps",
    "imps": "imps",
    "scoreimp": "imps",
    "scoreimps": "imps",
    "nsimps": "imps",
}


def sniff_bbo_travellers(text: str) -> bool:
    """Whether a text is a page of Bridge Base Online with a table of results.

    >>> sniff_bbo_travellers("<title>BBO</title><table><tr><th>NS<th>EW<th>Result<th>Points</table>")
    True
    >>> sniff_bbo_travellers("<title>BBO</title>")
    False
    """
    head = text[:200_000]
    if "<t" not in head[:20_000].lower() or not _SITE.search(head[:20_000]):
        return False
    low = head.lower()
    return ("result" in low or "contract" in low) and ("points" in low or "score" in low)


def loads_bbo_travellers(decoded: Decoded, *, language: str = "en", number: str = "tricks", name: str = "") -> Reading:
    """The reading of one page, of one board or of several; `name` is that of the file, which may tell the board.

    Raises FormatError where the page has no table of results. See `loads_bbo_pages` for a whole event.

    >>> page = "<h1>Board 3</h1><table><tr><th>NS<th>EW<th>Result</tr><tr><td>a+b<td>c+d<td>5♣xE-1</table>"
    >>> event = loads_bbo_travellers(Decoded(page, "utf-8")).event
    >>> str(event.sessions[0].sections[0].travellers[0].lines[0].ns_outcome)
    '5CX E -1'
    """
    return _Event(language, number).reading({name: decoded})


def loads_bbo_pages(
    files: Mapping[str, bytes], *, encoding: str | None = None, language: str = "en", number: str = "tricks"
) -> Reading:
    """One event from the pages of a folder, by name; files of another kind are left out with a note.

    Raises FormatError where none of them has results.

    >>> loads_bbo_pages({"notes.txt": b"x"})
    Traceback (most recent call last):
    ...
    overtrick.errors.FormatError: none of the files is a page of travellers of Bridge Base Online
    """
    event = _Event(language, number)
    other = _("no page of travellers; left out")
    known = known_pages(
        files,
        lambda data: decode(data, encoding=encoding),
        sniff_bbo_travellers,
        event.draft,
        other,
    )
    if not known:
        raise FormatError(_("none of the files is a page of travellers of Bridge Base Online"))
    return event.reading(known)


def _columns(heads: tuple[str, ...]) -> dict[str, int] | None:
    """Where each column stands, or None for a row that holds no names of columns."""
    found: dict[str, int] = {}
    for index, head in enumerate(heads):
        name = _NAMES.get(_NOT_A_WORD.sub("", head.casefold()))
        if name:
            found.setdefault(name, index)
    if "result" not in found or not ({"ns", "ew"} <= found.keys() or {"north", "east"} <= found.keys()):
        return None
    if "worth" in found and "points_ns" not in found and "points_ew" not in found:
        found["points_ns"] = found.pop("worth")  # the only score that there is
    return found


@dataclass(frozen=True, slots=True)
class _Found:
    """A row that was understood, before anybody has a number."""

    meeting: Meeting
    entry: Entry
    lead: str
    where: str
    stated: Stated | None
    guessed: bool


class _Event:
    def __init__(self, language: str, number: str) -> None:
        self.language = language
        self.number = number
        self.draft = Draft(Event(program="Bridge Base Online"))
        self.unit = ""
        self.found: list[_Found] = []

    def reading(self, files: Mapping[str, Decoded]) -> Reading:
        pages: list[tuple[str, list[BoardRow]]] = []
        for name, decoded in files.items():
            self.draft.problems.extend(decoded.problems)
            pages.append((name, list(board_rows(decoded.text, _HEADING, _columns))))
            title = _TITLE.search(decoded.text)
            if title and not self.draft.event.name:
                self.draft.event = replace(self.draft.event, name=plain_text(title[1]))
        rows = [row for _name, many in pages for row in many]
        if not rows:
            raise FormatError(_("the page has no table with names, results and points"))
        self.unit = _unit(rows)
        method = {"percent": "matchpoints", "imps": "cross-imps"}.get(self.unit)
        self.draft.event = replace(self.draft.event, method=method)
        for name, many in pages:
            for row in many:
                self.row(name, row)
        self.number_players()
        encodings = ", ".join(dict.fromkeys(decoded.encoding for decoded in files.values()))
        return self.draft.reading(format="bbo-travellers", encoding=encodings)

    def row(self, name: str, row: BoardRow) -> None:
        where = _("line {line}").format(line=row.line)
        if name:
            where = _("{name}, line {line}").format(name=name, line=row.line)
        if not row.closed or "result" not in row.cells:
            self.draft.refuse(where, _("the file breaks off within this result"))
            return
        ns, ew = _people(row.cells, "ns", "north", "south"), _people(row.cells, "ew", "east", "west")
        if not ns or not ew:
            self.draft.refuse(where, _("a result without the names of both sides"))
            return
        told = exact(row.cells.get("board", ""))
        board = int(told) if told is not None and 1 <= told < 1_000_000 and told.denominator == 1 else 0
        board = board or row.board or number_of_file(name)
        if not board:
            self.draft.note(where, Severity.WARNING, _("nothing tells the number of the board; taken as board 1"))
        try:
            entry = self.entry(row.cells)
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        lead = row.cells.get("lead", "")
        meeting = Meeting(board or 1, ns, ew)
        self.found.append(_Found(meeting, entry, lead, where, self.stated(row.cells), guessed=not board))

    def entry(self, cells: dict[str, str]) -> Entry:
        text = " ".join(cells["result"].split())
        if text.casefold() in _PASSES:
            return Entry.both(PassedOut())
        if text.casefold() in _NOT_PLAYED:
            return Entry.both(NotPlayed())
        if found := _RESULT.fullmatch(text):
            level, strain, doubling, seat, mark = found.groups()
            return parse(f"{level}{strain}{doubling or ''} {seat} {mark}")
        return parse(text, language=self.language, number=self.number)

    def stated(self, cells: dict[str, str]) -> Stated | None:
        """Points to North-South, and what they are worth; under points of East-West it is not sure whose it is."""
        ns, ew = exact(cells.get("points_ns", "")), exact(cells.get("points_ew", ""))
        points = ns if ns is not None else None if ew is None else -ew
        worth = cells.get("percent") or cells.get("imps") or cells.get("worth") or ""
        value = exact(worth.rstrip("% ")) if self.unit and "points_ew" not in cells else None
        whole = int(points) if points is not None and points.denominator == 1 else None
        return None if value is None and whole is None else Stated(value, None, self.unit or "percent", whole)

    def number_players(self) -> None:
        """Numbers for pairs, or for players where most of them change partners."""
        meetings = [one.meeting for one in self.found]
        if is_individual(meetings):
            keys = keys_of_players(meetings)
            self.enter(keys)
            self.draft.note(_("whole file"), Severity.NOTE, _("most players change partners: an individual event"))
            for one in self.found:
                sides = [[keys[(name,)] for name in names] for names in (one.meeting.ns, one.meeting.ew)]
                self.line(one, sides[0][0], sides[1][0], sides[0][1], sides[1][1])
            return
        keys, notes = keys_of_pairs(meetings)
        for text in notes:
            self.draft.note(_("whole file"), Severity.NOTE, text)
        self.enter(keys)
        for one in self.found:
            self.line(one, keys[one.meeting.ns], keys[one.meeting.ew])

    def enter(self, keys: dict[Names, str]) -> None:
        people: dict[str, list[str]] = {}
        for names, key in keys.items():
            known = people.setdefault(key, [])
            known.extend(name for name in names if name not in known)
        self.draft.contestants["1", ""] = [
            (Contestant(key, players=tuple(map(Player, names))), "") for key, names in people.items()
        ]

    def line(self, one: _Found, ns: str, ew: str, south: str = "", west: str = "") -> None:
        line = Line(
            ns,
            ew,
            one.entry.ns,
            one.entry.ew,
            lead=one.lead,
            where=one.where,
            stated=one.stated,
            south=south,
            west=west,
        )
        self.draft.rows.append(Row("1", "", one.meeting.board, line, guessed=one.guessed))


def _unit(rows: list[BoardRow]) -> str:
    """What the column of the worth counts: by its name, else by a sign of percent in it; empty where nothing tells."""
    if any("imps" in row.cells for row in rows):
        return "imps"
    percent = any("percent" in row.cells or row.cells.get("worth", "").endswith("%") for row in rows)
    return "percent" if percent else ""


def _people(cells: dict[str, str], pair: str, first: str, second: str) -> Names:
    """The names of a side, from one column or from two."""
    if pair in cells:
        names = [" ".join(name.split()) for name in _BETWEEN.split(cells[pair])]
    else:
        names = [" ".join(cells.get(seat, "").split()) for seat in (first, second)]
    return tuple(name for name in names if name)


BBO_TRAVELLERS = Format(
    "bbo-travellers",
    "traveller pages of Bridge Base Online",
    "pages of BBO",
    sniff_bbo_travellers,
    loads_bbo_travellers,
    read_many=loads_bbo_pages,
    named=True,
)
load, loads, dump, dumps = BBO_TRAVELLERS.load, BBO_TRAVELLERS.loads, BBO_TRAVELLERS.dump, BBO_TRAVELLERS.dumps
