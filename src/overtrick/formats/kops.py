"""Travellers of Polish pairs events as KOPS writes them for the web, read by the names of their columns.

Established: pages in the code page ISO 8859-2 with the numbers of the pairs, the contract with the suit as a picture,
declarer, lead, tricks, the points in the column of the side that has them, and percentages to 0.1. The layout of the
tables is not: so columns go by their Polish names, with one row of names or two. Rankings and text are not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.folder import decode_page, known_pages
from overtrick.formats.html_boards import BoardRow, board_rows, number_of_file
from overtrick.formats.html_rows import plain_text
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, decode, exact
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Line, Stated
from overtrick.model.outcome import Awarded, Entry, NotPlayed, PassedOut, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.notation.result import parse

__all__ = ["KOPS", "dump", "dumps", "load", "loads", "loads_kops", "loads_kops_pages", "sniff_kops"]

_CODE_PAGE = "iso8859-2"
_PROGRAM = re.compile(r"\bkops\b", re.IGNORECASE)
_HEADING = re.compile(r"\brozd(?:anie|\.)?\s*(?:nr\s*)?([0-9]{1,3})\b", re.IGNORECASE)
_TITLE = re.compile(r"<title>([^<]{0,500})", re.IGNORECASE)
_NOT_A_WORD = re.compile(r"[^\w%]+")
_KEY = re.compile(r"[0-9A-Za-z]{1,8}")
_DIRECTOR = frozenset(("td", "arb", "arb.", "sędz.", "sędzia"))
_NOT_PLAYED = frozenset(("", "-", "--", "---", "ng", "n.g.", "np"))
_PASSES = frozenset(("pass", "pas", "4 pasy", "4xpas"))
_NAMES = {
    "gra": "declarer",
    "rozgrywający": "declarer",
    "rozgr": "declarer",
    "zapis": "points",
    "zapisns": "points_ns",
    "zapisew": "points_ew",
    "zapiswe": "points_ew",
    "%": "percent_ns",
    "%ns": "percent_ns",
    "%ew": "percent_ew",
    "%we": "percent_ew",
    "wynikns": "percent_ns",
    "wynikew": "percent_ew",
    "imp": "imps_ns",
    "impns": "imps_ns",
    "impew": "imps_ew",
    "impy": "imps_ns",
    "impyns": "imps_ns",
    "impyew": "imps_ew",
}
_BEGINNINGS = (("kont", "contract"), ("wist", "lead"), ("lew", "tricks"))
_GROUPS = ("numery", "numer", "nr", "pary", "para", "")


def sniff_kops(text: str) -> bool:
    """Whether a text is a page with travellers that names KOPS.

    >>> sniff_kops("<title>KOPS</title><table><tr><th>NS<th>EW<th>kontrakt<th>zapis</table>"), sniff_kops("kops")
    (True, False)
    """
    head = text[:100_000]
    if "<t" not in head[:20_000].lower() or not (_PROGRAM.search(head[:20_000]) or _PROGRAM.search(text[-5000:])):
        return False
    return all(word in head.lower() for word in ("kont", "zapis"))


def loads_kops(decoded: Decoded, *, language: str = "en", number: str = "tricks", name: str = "") -> Reading:
    """The reading of one page; `name` is that of the file, which may tell the number of the board.

    Raises FormatError where the page has no travellers. See `loads_kops_pages` for a whole event.

    >>> page = "<table><tr><th>NS<th>EW<th>kontrakt<th>gra<th>lew</tr><tr><td>1<td>2<td>4S<td>N<td>10</tr></table>"
    >>> loads_kops(Decoded(page, "utf-8"), name="x007.html").event.sessions[0].sections[0].travellers[0].board.number
    7
    """
    if decoded.guessed:  # these pages are in the Polish code page
        decoded = decode(decoded.text.encode(decoded.encoding, "replace"), encoding=_CODE_PAGE)
    return _Event(language, number).reading({name: decoded})


def loads_kops_pages(
    files: Mapping[str, bytes], *, encoding: str | None = None, language: str = "en", number: str = "tricks"
) -> Reading:
    """One event from the pages of a folder, by name; files of another kind are left out with a note.

    Raises FormatError where none of them has travellers of KOPS.

    >>> loads_kops_pages({"notes.txt": b"x"})
    Traceback (most recent call last):
    ...
    overtrick.errors.FormatError: none of the files has travellers of KOPS
    """
    event = _Event(language, number)
    other = _("no traveller of KOPS; left out")
    known = known_pages(
        files,
        lambda data: decode_page(data, encoding, _CODE_PAGE),
        sniff_kops,
        event.draft,
        other,
    )
    if not known:
        raise FormatError(_("none of the files has travellers of KOPS"))
    return event.reading(known)


def _columns(heads: tuple[str, ...]) -> dict[str, int] | None:
    """Where each column stands, or None for a row that holds no names of columns."""
    found: dict[str, int] = {}
    for index, head in enumerate(heads):
        word = _NOT_A_WORD.sub("", head.casefold())
        name = _NAMES.get(word) or next((name for start, name in _BEGINNINGS if word.startswith(start)), "")
        for side, ends in (("ns", ("ns",)), ("ew", ("ew", "we"))):
            if any(word == f"{group}{end}" for group in _GROUPS for end in ends):
                name = side
        if name:
            found.setdefault(name, index)
    return found if {"ns", "ew", "contract"} <= found.keys() else None


class _Event:
    def __init__(self, language: str, number: str) -> None:
        self.language = language
        self.number = number
        self.draft = Draft(Event(program="KOPS"))
        self.imps = False

    def reading(self, files: Mapping[str, Decoded]) -> Reading:
        pages: list[tuple[str, list[BoardRow]]] = []
        for name, decoded in files.items():
            self.draft.problems.extend(decoded.problems)
            pages.append((name, list(board_rows(decoded.text, _HEADING, _columns))))
            title = _TITLE.search(decoded.text)
            if title and not self.draft.event.name:
                self.draft.event = replace(self.draft.event, name=plain_text(title[1]))
        if not any(rows for _name, rows in pages):
            raise FormatError(_("the page has no travellers of KOPS"))
        self.imps = any("imps_ns" in row.cells for _name, rows in pages for row in rows)
        self.draft.event = replace(self.draft.event, method="cross-imps" if self.imps else "matchpoints")
        for name, rows in pages:
            for row in rows:
                self.row(name, row)
        encodings = ", ".join(dict.fromkeys(decoded.encoding for decoded in files.values()))
        return self.draft.reading(format="kops", encoding=encodings)

    def row(self, name: str, row: BoardRow) -> None:
        where = _("{name}, line {line}").format(name=name, line=row.line) if name else _line(row)
        cells = {key: cell.replace("\n", " ").strip() for key, cell in row.cells.items()}
        ns, ew = (key if key != "0" else "" for key in (cells.get("ns", ""), cells.get("ew", "")))
        if not row.closed or "contract" not in cells:
            self.draft.refuse(where, _("the file breaks off within this result"))
            return
        if not ns and not ew:
            self.draft.refuse(where, _("a result without pair numbers"))
            return
        if any(key and not _KEY.fullmatch(key) for key in (ns, ew)):
            self.draft.refuse(where, _("{keys} are no numbers of pairs").format(keys=repr(f"{ns}, {ew}"[:40])))
            return
        board = row.board or number_of_file(name)
        if not board:
            self.draft.note(where, Severity.WARNING, _("nothing tells the number of the board; taken as board 1"))
        unit = "imps" if self.imps else "percent"
        given = exact(cells.get(f"{unit}_ns", "")), exact(cells.get(f"{unit}_ew", ""))
        try:
            entry = self.entry(cells, *given) if ns and ew else Entry.both(SitOut())
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        lead = cells.get("lead", "")
        line = Line(
            ns,
            ew,
            entry.ns,
            entry.ew,
            lead=lead[:1].upper() + lead[1:],
            where=where,
            stated=Stated(*given, unit, _points(cells)),
        )
        self.draft.rows.append(Row("1", "", board or 1, line, guessed=not board))

    def entry(self, cells: dict[str, str], ns: Fraction | None, ew: Fraction | None) -> Entry:
        contract = cells["contract"].casefold()
        if contract in _DIRECTOR:
            if ns is None or ew is None:
                raise NotationError(_("an award without its numbers"), contract)
            unit = Unit.IMPS if self.imps else Unit.PERCENT
            return Entry(Awarded(ns, unit), Awarded(ew, unit))
        if contract in _PASSES:
            return Entry.both(PassedOut())
        if contract in _NOT_PLAYED:
            return Entry.both(NotPlayed())
        whole = " ".join(cells[name] for name in ("contract", "declarer", "tricks") if cells.get(name))
        try:
            return parse(whole, language=self.language, number=self.number)
        except NotationError:
            if self.language == "pl":
                raise
            return parse(whole, language="pl", number=self.number)


def _line(row: BoardRow) -> str:
    return _("line {line}").format(line=row.line)


def _points(cells: dict[str, str]) -> int | None:
    """The points to North-South, from the column of the side that has them."""
    ns, ew = exact(cells.get("points_ns", cells.get("points", ""))), exact(cells.get("points_ew", ""))
    points = ns if ns is not None else None if ew is None else -ew
    return int(points) if points is not None and points.denominator == 1 else None


KOPS = Format("kops", "KoPS pages", "pages of KoPS", sniff_kops, loads_kops, read_many=loads_kops_pages, named=True)
load, loads, dump, dumps = KOPS.load, KOPS.loads, KOPS.dump, KOPS.dumps
