"""Hands as CSV: sixteen suits from North's spades on, the board number, and dealer with vulnerability (`E/NS`).

Source: files of Big Deal.
"""

from __future__ import annotations

import csv
import re

from overtrick.errors import RecordError
from overtrick.formats.assemble import Draft
from overtrick.formats.deals_common import SOURCE, DealSet, check_number
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal, Hand
from overtrick.model.reading import Reading
from overtrick.model.terms import Seat, Vulnerability

__all__ = ["DEALS_CSV", "dump", "dumps", "load", "loads", "loads_deals_csv", "sniff_deals_csv"]

_CELLS = 18
_SUIT = re.compile(r"[AKQJT2-9]{0,13}")
_BOARD = re.compile(r"\s*[0-9]{1,6}\s*")
_DEALER = re.compile(r"\s*([NESW])\s*/\s*(\S{1,8})\s*")


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return []


def sniff_deals_csv(text: str) -> bool:
    """Whether at least half of the first lines are boards with their hands; one bad board is no other format.

    >>> sniff_deals_csv('"A","K",,,,,,,,,,,,,,,"1","N/-"'), sniff_deals_csv("board,ns,ew,contract")
    (True, False)
    """
    lines = [line for line in text[:2000].lstrip().split("\n")[:5] if line.strip()]
    whole = lines[: max(1, len(lines) - (len(text) > 2000))]  # the last of them may be cut
    return bool(whole) and 2 * sum(map(_is_board, map(_cells, whole))) >= len(whole)


def _is_board(cells: list[str]) -> bool:
    return (
        len(cells) == _CELLS
        and all(map(_SUIT.fullmatch, cells[:16]))
        and any(cells[:16])
        and _BOARD.fullmatch(cells[16]) is not None
        and _DEALER.fullmatch(cells[17]) is not None
    )


def loads_deals_csv(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The boards of such a text; a board whose cards, number or dealer cannot be is refused with its line.

    Raises FormatError for a text without a board, and for more boards than a file can have.

    >>> hands = ",".join("AKQJT98765432" if at % 5 == 0 else "" for at in range(16))
    >>> reading = loads_deals_csv(Decoded(hands + ",6,E/EW", "utf-8"))
    >>> print(reading.event.sessions[0].sections[0].travellers[0].deal.south)
    ..AKQJT98765432.
    """
    del language, number
    check_number(decoded.text.count("\n") // 4)  # empty lines between are no boards
    lines = [(at, line) for at, line in enumerate(decoded.text.split("\n"), 1) if line.strip()]
    check_number(len(lines))
    boards = DealSet(Draft(problems=list(decoded.problems)))
    for at, line in lines:
        where = _("line {line}").format(line=at)
        try:
            board, deal, dealer, vulnerability = _board(_cells(line))
            boards.take(board, where, deal, dealer=dealer, vulnerability=vulnerability)
        except RecordError as fault:
            boards.refuse(where, str(fault))
    return boards.reading(format="deals-csv", encoding=decoded.encoding)


def _board(cells: list[str]) -> tuple[int, Deal, Seat, Vulnerability]:
    if len(cells) != _CELLS:
        raise RecordError(
            _("{found} cells; a board has 16 suits, its number, and dealer with vulnerability").format(found=len(cells))
        )
    if not _BOARD.fullmatch(cells[16]):
        raise RecordError(_("{found} is no board number").format(found=repr(cells[16][:40])))
    said = _DEALER.fullmatch(cells[17])
    if not said:
        raise RecordError(_("{found} is no dealer with vulnerability, such as E/NS").format(found=repr(cells[17][:40])))
    try:
        vulnerability = Vulnerability.parse(said[2])
    except ValueError as fault:
        raise RecordError(str(fault)) from None
    for cell in cells[:16]:
        if not _SUIT.fullmatch(cell):
            raise RecordError(_("{found} is no suit; ranks are AKQJT98765432").format(found=repr(cell[:40])))
    hands = [Hand.of(*cells[at : at + 4]) for at in range(0, 16, 4)]
    return int(cells[16]), Deal(*hands), Seat(said[1]), vulnerability


DEALS_CSV = Format(
    "deals-csv",
    "hands as CSV",
    SOURCE,
    sniff_deals_csv,
    loads_deals_csv,
)
load, loads, dump, dumps = DEALS_CSV.load, DEALS_CSV.loads, DEALS_CSV.dump, DEALS_CSV.dumps
