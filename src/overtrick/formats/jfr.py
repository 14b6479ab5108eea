"""JFR Pary: travellers and ranking of Polish pairs events, as the program writes them for the web.

One file a board (`....007.txt`, a bare table) and one page with the ranking (`W-....html`). The number of a board
stands in the name of its file only, so a folder, or several files by name, make one event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.folder import decode_page, known_pages
from overtrick.formats.html_rows import HtmlRow, html_rows, plain_text
from overtrick.formats.jfr_weights import weighted_from_others
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, exact
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player, Stated
from overtrick.model.outcome import Awarded, Entry, NotPlayed, Outcome, PassedOut, SitOut, Unit
from overtrick.model.reading import Reading, Severity
from overtrick.notation.award import write_number
from overtrick.notation.result import parse

__all__ = ["JFR", "dump", "dumps", "load", "loads", "loads_jfr", "loads_many", "sniff_jfr"]

_CODE_PAGE = "iso8859-2"
_NUMBER_OF_FILE = re.compile(r"([0-9]{1,3})\.[A-Za-z]{1,5}$")
_HEADING = re.compile(r"\brozd(?:anie|\.)?\s*(?:nr\s*)?([0-9]{1,3})\b", re.IGNORECASE)
_MADE = re.compile(r"strona wygenerowana ([0-9]{4}-[0-9]{2}-[0-9]{2})")
_VERSION = re.compile(r"\bPary\.([0-9.]{1,20}[0-9])")
_TITLE = re.compile(r"<title>([^<]{0,500})", re.IGNORECASE)
_PLACE = re.compile(r"[0-9]{1,5}")
_DIRECTOR = frozenset(("td", "arb", "arb.", "sędz."))
_NOT_PLAYED = frozenset(("", "-", "--", "---", "ng", "n.g.", "np"))
_PASSES = frozenset(("pass", "pas"))
_WIDTH = 11
_HALF = Fraction(50)


def sniff_jfr(text: str) -> bool:
    """Whether a text is a traveller or a ranking of JFR Pary.

    >>> sniff_jfr("<table><tr><td>numery</td><td>kont<br>rakt</td><td>zapis</td></tr>"), sniff_jfr("<html>")
    (True, False)
    """
    head = text[:6000].lower()
    if "<t" not in head:
        return False
    return all(word in head for word in ("numery", "kont", "zapis")) or 'content="jfr' in head


def loads_jfr(decoded: Decoded, *, language: str = "en", number: str = "tricks", name: str = "") -> Reading:
    """The reading of one traveller or one ranking; `name` is that of the file, which tells the number of the board.

    Raises FormatError where the text is neither. See `loads_many` for a whole event.

    >>> loads_jfr(Decoded("<table><tr><td>numery<td>kont<td>zapis</table>", "utf-8"), name="x007.txt").counts.found
    0
    """
    if decoded.guessed:  # these pages are in the Polish code page
        decoded = decode_page(decoded.text.encode(decoded.encoding, "replace"), None, _CODE_PAGE)
    return _Event(language, number).reading({name: decoded})


def loads_many(
    files: Mapping[str, bytes], *, encoding: str | None = None, language: str = "en", number: str = "tricks"
) -> Reading:
    """One event from the files of a folder, by name; files of another kind are left out with a note.

    Raises FormatError where none of them is a traveller or a ranking.

    >>> loads_many({"notes.txt": b"x"})
    Traceback (most recent call last):
    ...
    overtrick.errors.FormatError: none of the files is a traveller or a ranking of JFR Pary
    """
    event = _Event(language, number)
    other = _("no traveller and no ranking; left out")
    known = known_pages(
        files,
        lambda data: decode_page(data, encoding, _CODE_PAGE),
        sniff_jfr,
        event.draft,
        other,
    )
    if not known:
        raise FormatError(_("none of the files is a traveller or a ranking of JFR Pary"))
    return event.reading(known)


@dataclass(frozen=True, slots=True)
class _Score:
    """A row of a traveller as it is printed."""

    where: str
    board: int
    guessed: bool
    ns: str
    ew: str
    contract: str
    declarer: str
    lead: str
    result: str
    points: int | None
    ns_given: Fraction | None
    ew_given: Fraction | None

    @property
    def by_director(self) -> bool:
        return self.contract.casefold() in _DIRECTOR


class _Event:
    """Gathers rows from all files, then settles what only the whole tells: who is nobody, and what was weighted."""

    def __init__(self, language: str, number: str) -> None:
        self.language = language
        self.number = number
        self.draft = Draft()
        self.scores: list[_Score] = []
        self.imps = False
        self.ranked: set[str] = set()

    def reading(self, files: Mapping[str, Decoded]) -> Reading:
        recognised = False
        for name, decoded in files.items():
            self.draft.problems.extend(decoded.problems)
            recognised = self.file(name, decoded.text) or recognised
        if not recognised:
            raise FormatError(_("the page is no traveller and no ranking of JFR Pary"))
        self.draft.event = replace(
            self.draft.event,
            method=("cross-imps" if self.imps else "matchpoints") if self.scores else None,
            program=self.draft.event.program or "JFR Pary",
            winners=1 if self.ranked else None,
        )
        nobody = self.nobody()
        for score in self.weighted():
            self.enter(score, nobody)
        encodings = ", ".join(dict.fromkeys(decoded.encoding for decoded in files.values()))
        return self.draft.reading(format="jfr", encoding=encodings)

    def file(self, name: str, text: str) -> bool:
        rows = html_rows(text)
        heads = [index for index, row in enumerate(rows) if _is_head(row.cells)]
        if heads:
            self.traveller(name, text, rows[heads[0] :])
            return True
        return self.ranking(name, text, rows)

    # travellers

    def traveller(self, name: str, text: str, rows: list[HtmlRow]) -> None:
        self.imps = self.imps or any("imp" in cell.casefold() for row in rows[:2] for cell in row.cells)
        found = _HEADING.search(plain_text(text[:3000])) or _NUMBER_OF_FILE.search(name)
        board = int(found[1]) if found else 0
        if board < 1:
            where = name or _("whole file")
            words = _("neither the file nor its name tells the number of the board; taken as board 1")
            self.draft.note(where, Severity.WARNING, words)
        for row in rows[1:]:
            if len(row.cells) >= _WIDTH - 1 and any(row.cells):
                where = _place(name, row.line)
                self.row(row, where, max(board, 1), guessed=board < 1)

    def row(self, row: HtmlRow, where: str, board: int, *, guessed: bool) -> None:
        cells = [cell.replace("\n", " ") for cell in row.cells]
        if not row.closed or len(cells) < _WIDTH:
            self.draft.refuse(where, _("the file breaks off within this result"))
            return
        _edge, ns, ew, contract, declarer, lead, result, ns_points, ew_points, ns_given, ew_given = cells[:_WIDTH]
        if not ns and not ew:
            self.draft.refuse(where, _("a result without pair numbers"))
            return
        points = [exact(ns_points), exact(ew_points)]
        score = points[0] if points[0] is not None else None if points[1] is None else -points[1]
        self.scores.append(
            _Score(
                where,
                board,
                guessed,
                ns,
                ew,
                contract,
                declarer,
                lead[:1].upper() + lead[1:],
                result,
                None if score is None or score.denominator != 1 else int(score),
                exact(ns_given),
                exact(ew_given),
            )
        )

    def nobody(self) -> set[str]:
        """Numbers that never play and are always given nothing: who is to meet them sits out."""
        own: dict[str, list[bool]] = {}
        for score in self.scores:
            pairs = ((score.ns, score.ns_given, score.ew_given), (score.ew, score.ew_given, score.ns_given))
            for key, mine, theirs in pairs:
                empty = score.by_director and mine == 0 and theirs is not None and (self.imps or theirs >= _HALF)
                own.setdefault(key, []).append(empty)
        return {key for key, seen in own.items() if all(seen) and key not in self.ranked}

    def weighted(self) -> Iterable[tuple[_Score, Outcome | None]]:
        """Every row, with the weighted score that the others on its board show, if they do."""
        boards: dict[int, list[_Score]] = {}
        for score in self.scores:
            boards.setdefault(score.board, []).append(score)
        for rows in boards.values():
            given = [score for score in rows if score.by_director and score.ew_given and score.ns_given]
            others = [
                (score.points, score.ns_given)
                for score in rows
                if not score.by_director and score.points is not None and score.ns_given is not None
            ]
            one = given[0] if len(given) == 1 and not self.imps else None
            own = one.ns_given if one else None
            outcome = None
            if one and own is not None and own + (one.ew_given or 0) == 100:
                outcome = weighted_from_others(others, own)
            for score in rows:
                yield score, outcome if score is one else None

    def enter(self, found: tuple[_Score, Outcome | None], nobody: set[str]) -> None:
        score, weighted = found
        try:
            entry = Entry.both(weighted) if weighted else self.entry(score)
        except (NotationError, RecordError) as fault:
            self.draft.refuse(score.where, str(fault))
            return
        ns, ew = score.ns, score.ew
        if ns in nobody:
            ns, entry = "", replace(entry, ns=SitOut())
        if ew in nobody:
            ew, entry = "", replace(entry, ew=SitOut())
        if not ns and not ew:
            self.draft.refuse(score.where, _("neither pair of this result exists"))
            return
        if weighted:
            words = _("an assigned score of {percent} %; the others on the board show that it is weighted: {parts}")
            parts = " + ".join(f"{100 * weight} % {part}" for weight, part in getattr(weighted, "parts", ()))
            self.draft.note(
                score.where,
                Severity.NOTE,
                words.format(percent=write_number(score.ns_given or Fraction(0)), parts=parts),
            )
        stated = Stated(
            score.ns_given if ns else None,
            score.ew_given if ew else None,
            "imps" if self.imps else "percent",
            score.points,
        )
        line = Line(ns, ew, entry.ns, entry.ew, lead=score.lead, where=score.where, stated=stated)
        self.draft.rows.append(Row("1", "", score.board, line, guessed=score.guessed))

    def entry(self, score: _Score) -> Entry:
        contract = score.contract.casefold()
        if score.by_director:
            unit = Unit.IMPS if self.imps else Unit.PERCENT
            if score.ns_given is None or score.ew_given is None:
                raise NotationError(_("an award without its numbers"), score.contract)
            return Entry(Awarded(score.ns_given, unit), Awarded(score.ew_given, unit))
        if contract in _PASSES:
            return Entry.both(PassedOut())
        if contract in _NOT_PLAYED:
            return Entry.both(NotPlayed())
        whole = " ".join(part for part in (score.contract, score.declarer, score.result) if part)
        return parse(whole, language=self.language, number=self.number)

    # ranking

    def ranking(self, name: str, text: str, rows: list[HtmlRow]) -> bool:
        head = next((row.cells for row in rows if {"m-ce", "nr"} <= set(row.cells)), None)
        if head is None:
            return False
        where = {cell.split(" ")[0]: index for index, cell in enumerate(head) if cell}
        people = self.draft.contestants.setdefault(("1", ""), [])
        for row in rows:
            cells = row.cells
            if len(cells) != len(head) or not _PLACE.fullmatch(cells[where["nr"]]):
                continue
            names = cells[where["nr"] + 1].split("\n")
            who = Contestant(
                cells[where["nr"]],
                players=tuple(Player(one) for one in names if one),
                stated_percent=exact(cells[where["wynik"]]) if "wynik" in where and "wynik %" in head else None,
                stated_total=exact(cells[where["wynik"]]) if "wynik" in where and "wynik %" not in head else None,
                stated_place=cells[where["m-ce"]],
            )
            people.append((who, _place(name, row.line)))
            self.ranked.add(who.key)
        self.heading(text, rows)
        return True

    def heading(self, text: str, rows: list[HtmlRow]) -> None:
        first = next((cell for row in rows for cell in row.cells if cell), "").split("\n")
        title = _TITLE.search(text)
        made, version = _MADE.search(text), _VERSION.search(text)
        self.draft.event = Event(
            name=first[0] or (plain_text(title[1]) if title else ""),
            date=made[1] if made else "",
            club=first[1] if len(first) > 1 else "",
            program=f"JFR Pary {version[1]}" if version else "JFR Pary",
        )


def _is_head(cells: tuple[str, ...]) -> bool:
    words = "".join(cells).casefold()
    return "zapis" in words and "kont" in words


def _place(name: str, line: int) -> str:
    if not name:
        return _("line {line}").format(line=line)
    return _("{name}, line {line}").format(name=name, line=line)


JFR = Format("jfr", "JFR Pary pages", "pages of JFR Pary 4.1", sniff_jfr, loads_jfr, read_many=loads_many, named=True)
load, loads, dump, dumps = JFR.load, JFR.loads, JFR.dump, JFR.dumps
