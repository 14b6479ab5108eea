"""The comma-separated files of salliere: results in four steps of completeness, and names. They have no header.

* `board,ns,ew,contract with result,declarer`: as the results are typed in
* `board,ns,ew,contract,declarer,tricks`, then with `ns_score,ew_score`, then with `ns_mp,ew_mp`
* `pair,name,name`: the names

Averages stand as text in place of the contract or of the points.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.csv_cells import unguard
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, exact
from overtrick.formats.write_salliere import dumps_salliere
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Player, Stated
from overtrick.model.outcome import BareScore, Entry, NotPlayed, PassedOut, Played
from overtrick.model.reading import Reading, Severity
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import parse

__all__ = ["SALLIERE", "dump", "dumps", "load", "loads", "loads_salliere", "sniff_salliere"]

_PAIR = re.compile(r"\s*[A-Za-z0-9]{1,8}\s*")
_BOARD = re.compile(r"\s*[0-9]{1,6}\s*")
_CALL = re.compile(r"\s*(?:[1-7]\s*(?:[CDHS♣♦♥♠]|N|NT)\b|[1-7]\s*[CDHSN]|P\b|PASS|A|NP\b|[0-9]{2}%)", re.IGNORECASE)
_POINTS = re.compile(r"\s*[0-9]{1,4}0\s*")
_NAME = re.compile(r"[^0-9]*[^\W\d_]{2}.*")
_NO_NAME = re.compile(r"\s*")
_WIDTHS = (4, 5, 6, 8, 10)
_WORDS = re.compile(r"^\D*[^\W\d_]{2}\D*$|[^\W\d_]{5}")  # of a header
_LOOKED_AT = 8  # lines
_FEW = 3
_PASSES = frozenset(("P", "PASS", "PASSED", "AP"))
_AVERAGES = re.compile(r"\s*(?:A|AVE?)\s*([+=-]?)\s*", re.IGNORECASE)


def _fields(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return []


def _is_result(cells: list[str]) -> bool:
    return (
        len(cells) in range(4, 11)
        and all(_PAIR.fullmatch(cell) for cell in cells[1:3])
        and bool(_BOARD.fullmatch(cells[0]) and (_CALL.match(cells[3]) or _is_score(cells)))
    )


def _is_score(cells: list[str]) -> bool:
    """Whether a line has points in place of its contract."""
    return (
        len(cells) in _WIDTHS[-2:]
        and not any(cell.strip() for cell in cells[3:6])
        and [bool(_POINTS.fullmatch(cell)) for cell in cells[6:8]].count(True) == 1
    )


def _is_name(cells: list[str]) -> bool:
    return (
        2 <= len(cells) <= 4
        and bool(_BOARD.fullmatch(cells[0]))
        and all(_NAME.fullmatch(cell) or _NO_NAME.fullmatch(cell) for cell in cells[1:])
        and any(cell.strip() for cell in cells[1:])
    )


def sniff_salliere(text: str) -> bool:
    r"""Whether the first lines are results, or names, without a header.

    >>> sniff_salliere("12,8,3,2H+2,N\n"), sniff_salliere("2,Eva Lind,Bo Ek\n"), sniff_salliere("board,ns,ew\n1,2,3")
    (True, True, False)
    """
    first = [line for line in text[:4000].split("\n")[:_LOOKED_AT] if line.strip()]
    first = first[: max(1, len(first) - 1)]  # the last of them may be cut
    return any(_nearly_all(known, first) for known in (_is_result, _is_name))


def _nearly_all(known: Callable[[list[str]], bool], lines: list[str]) -> bool:
    """Whether all lines are known, or all but one of four or more, which is not a first line of words."""
    wrong = [line for line in lines if not known(_fields(line))]
    if len(wrong) == 1 and len(lines) > _FEW:
        return wrong[0] is not lines[0] or not _WORDS.search(wrong[0])
    return bool(lines) and not wrong


def loads_salliere(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of such a file; a line that cannot be understood is refused with its number and the reason.

    Raises FormatError where none of the first lines is a result or a name.

    >>> reading = loads_salliere(Decoded("12,8,3,2H,N,10,170,,4,0\n12,6,4,2S,S,8,110,,0,4\n", "utf-8"))
    >>> line = reading.event.sessions[0].sections[0].travellers[0].lines[0]
    >>> print(line.ns_outcome, line.stated.ns, line.stated.points)
    2H N +2 4 170
    """
    return _Reader(decoded, language=language, number=number).reading()


class _Reader:
    def __init__(self, decoded: Decoded, *, language: str, number: str) -> None:
        self.text = decoded.text
        self.encoding = decoded.encoding
        self.language = language
        self.number = number
        self.draft = Draft(Event(program="salliere"), problems=list(decoded.problems))
        self.unit = "matchpoints"

    def reading(self) -> Reading:
        rows = list(self.rows())
        if not any(_is_result(cells) or _is_name(cells) for _where, cells in rows[:_FEW]):
            raise FormatError(_("the first line is neither a result, such as 12,8,3,2H+2,N, nor a pair with its names"))
        if any((exact(cell) or 0) < 0 for _where, cells in rows for cell in cells[8:10]):  # only IMPs can be so
            self.unit = "imps"
            self.draft.event = replace(self.draft.event, method="cross-imps")
        if not self.text.endswith("\n") and len(rows) > 1 and len(rows[-1][1]) < len(rows[-2][1]):
            where, _cells = rows.pop()
            self.draft.refuse(where, _("the file breaks off within this line"))
        for where, cells in rows:
            if _is_name(cells):
                players = tuple(Player(" ".join(cell.split())) for cell in cells[1:] if cell.strip())
                people = self.draft.contestants.setdefault(("1", ""), [])
                people.append((Contestant(cells[0].strip(), players=players), where))
            else:
                self.result(where, [cell.strip() for cell in cells])
        return self.draft.reading(format="salliere", encoding=self.encoding)

    def rows(self) -> Iterator[tuple[str, list[str]]]:
        for at, text in enumerate(self.text.split("\n"), 1):  # a quotation mark too many costs its own line only
            where = _("line {line}").format(line=at)
            try:
                cells = next(csv.reader([text]), [])
            except csv.Error as fault:
                self.draft.refuse(where, _("not a line of CSV: {fault}").format(fault=fault))
                continue
            if any(cell.strip() for cell in cells):
                yield where, [unguard(cell) for cell in cells]

    def result(self, where: str, cells: list[str]) -> None:
        if len(cells) < _WIDTHS[0] or len(cells) > _WIDTHS[-1] or not all(cells[:3]):
            text = _("{found} cells; a result has board, ns, ew, contract, declarer and up to five more")
            self.draft.refuse(where, text.format(found=len(cells)))
            return
        cells = cells + [""] * (_WIDTHS[-1] - len(cells))
        if not _BOARD.fullmatch(cells[0]) or not int(cells[0]):
            text = _("a result on board {board}; boards are numbered from 1")
            self.draft.refuse(where, text.format(board=repr(cells[0][:40])))
            return
        scores = [exact(cell) for cell in cells[6:8]]
        points = scores[0] if scores[0] is not None else None if scores[1] is None else -scores[1]
        whole = int(points) if points is not None and points.denominator == 1 else None
        given = [exact(cell) for cell in cells[8:10]]
        remark = ""
        try:
            entry, remark = self.entry(cells, whole)
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        if remark:
            text = _("{found} behind the declarer has no meaning here; it is kept as a remark")
            self.draft.note(where, Severity.NOTE, text.format(found=repr(remark)))
        line = Line(
            cells[1],
            cells[2],
            entry.ns,
            entry.ew,
            remark=remark,
            where=where,
            stated=None if given == [None, None] and whole is None else Stated(given[0], given[1], self.unit, whole),
        )
        self.draft.rows.append(Row("1", "", int(cells[0]), line))

    def entry(self, cells: list[str], points: int | None) -> tuple[Entry, str]:
        """What was played, and what stands behind the declarer's letter beyond it."""
        contract, declarer, tricks = cells[3:6]
        if contract.upper() in _PASSES:
            return Entry.both(PassedOut()), ""
        if not contract:
            words = cells[8:10]
            if any(_AVERAGES.fullmatch(word) for word in words):
                return parse("/".join(words), language=self.language), ""
            return Entry.both(NotPlayed() if points is None else BareScore(points)), ""
        seat = declarer[:1]
        rest = declarer[1:].strip()
        if not seat:
            entry = parse(contract, language=self.language, number=self.number)
            if isinstance(entry.ns, Played) and entry.ns.contract.declarer is None:
                raise NotationError(_("{contract} has no declarer").format(contract=contract), contract)
            return entry, ""
        if not tricks:
            return parse(f"{seat} {contract}", language=self.language, number=self.number), rest
        bid = parse_contract(contract, language=self.language)
        if isinstance(bid, PassedOut):
            return Entry.both(bid), rest
        if not (tricks.isascii() and tricks.isdigit() and len(tricks) < 3):
            raise NotationError(_("{tricks} is not a number of tricks").format(tricks=repr(tricks[:40])), tricks)
        return Entry.both(Played(replace(bid, declarer=parse_seat(seat, language=self.language)), int(tricks))), rest


SALLIERE = Format("salliere", "salliere CSV", "files of salliere", sniff_salliere, loads_salliere, write=dumps_salliere)
load, loads, dump, dumps = SALLIERE.load, SALLIERE.loads, SALLIERE.dump, SALLIERE.dumps
