"""Boards that totals have too many or too few of, proven by several totals together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice

from overtrick.desk.agreement import Claim, shown
from overtrick.desk.board_reasons import Reason
from overtrick.desk.sheets import BoardKey, Identity, Sheet
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.standing import Standing

__all__ = ["board_less", "boards_more", "gaps", "line_more"]

_MANY = 3  # totals that one board must explain, where they are not those of one line
_BOARDS = 4  # boards, of a round at most, that totals may lack
_MOST = 60  # totals of which every two are tried


def line_more(
    standing: Standing, sheets: dict[Identity, Sheet], wrong: list[Claim], short: list[BoardKey]
) -> dict[tuple[str, ...], Reason]:
    """Two totals that follow with a line of theirs that the file lacks, on one of the boards that are `short`.

    One total would follow with some line or other, so the two must come to exactly a top together.
    """
    wrong = [claim for claim in wrong if _identity(claim) in sheets]
    for board in short:
        top = _top(standing, board)
        without = [claim for claim in wrong if board not in sheets[_identity(claim)].boards()]
        for pair in combinations(without[:_MOST], 2):
            if _come_to_tops(sheets, pair, top):
                return {claim.key: _missing(sheets, claim, top, board[2]) for claim in pair}
    return {}


def boards_more(standing: Standing, sheets: dict[Identity, Sheet], wrong: list[Claim]) -> dict[tuple[str, ...], Reason]:
    """Totals that follow with boards that the file lacks: what all of them lack must come to the tops of these."""
    wrong = [claim for claim in wrong if _identity(claim) in sheets]
    tops = Counter(
        result.ns.available for one in standing.boards for result in one.lines if result.ns.value is not None
    )
    for boards in range(1, _BOARDS + 1) if tops and len(wrong) > 1 else ():
        top = boards * tops.most_common(1)[0][0]
        if _come_to_tops(sheets, tuple(wrong), top):
            return {claim.key: _missing(sheets, claim, top, "", boards) for claim in wrong}
    return {}


def board_less(sheets: dict[Identity, Sheet], wrong: list[Claim], *, twice: bool) -> dict[tuple[str, ...], Reason]:
    """Totals that follow without one board, or with it `twice`: all of them, and three at least or both of one line."""
    wrong = [claim for claim in wrong if _identity(claim) in sheets]
    if len(wrong) < 2:
        return {}
    for board in sorted(sheets[_identity(wrong[0])].boards(), key=lambda key: (key[:2], int(key[2]))):
        lines = [key for claim in wrong if (key := _with(sheets[_identity(claim)], claim, board, twice=twice))]
        if len(lines) < len(wrong) or (len(lines) < _MANY and len(set(lines)) > 1):
            continue
        if twice:
            text = _("it follows with board {board} counted twice, and so do the others that do not follow")
            return {claim.key: Reason("board-twice", text.format(board=board[2])) for claim in wrong}
        text = _("it follows without board {board}, and so do the others that do not follow")
        return {claim.key: Reason("board-left-out", text.format(board=board[2])) for claim in wrong}
    return {}


def _with(sheet: Sheet, claim: Claim, board: BoardKey, *, twice: bool) -> str:
    """The place of the line on the board by which the total follows; empty if it does not."""
    for key, entry in sheet.entries.items():
        if key[1:4] != board:
            continue
        sign = 1 if twice else -1
        found = sheet.comes_to(claim.kind, sign * entry.worth, sign * entry.top)
        if found is not None and Claim(claim.key, claim.stated, found, claim.places).agrees:
            return key[4]
    return ""


def _identity(claim: Claim) -> Identity:
    return claim.key[1], claim.key[2], claim.key[3]


def _top(standing: Standing, board: BoardKey) -> Fraction:
    return max(
        (
            result.ns.available
            for one in standing.boards
            if (one.session, one.section, str(one.board.number)) == board
            for result in one.lines
        ),
        default=Fraction(0),
    )


def _come_to_tops(sheets: dict[Identity, Sheet], claims: tuple[Claim, ...], top: Fraction) -> bool:
    """Whether what the totals lack is what lines of one board can be worth: a top for every two of them."""
    if len(claims) % 2:
        return False
    whole = off = Fraction(0)
    for claim in claims:
        lacks, may_be_off = sheets[_identity(claim)].wanted(claim, top)
        if top and not -may_be_off <= lacks <= top + may_be_off:
            return False
        whole, off = whole + lacks, off + may_be_off
    return abs(whole - top * len(claims) / 2) <= off


def _missing(sheets: dict[Identity, Sheet], claim: Claim, top: Fraction, number: str, boards: int = 1) -> Reason:
    lacks = shown(sheets[_identity(claim)].wanted(claim, top)[0])
    if number:
        text = _("it follows with board {board}, of which the file has no line of theirs, worth {value}")
        return Reason("board-missing", text.format(board=number, value=lacks))
    if not top:
        text = _(
            "it follows with boards that the file lacks, worth {value}; those of all add up to nothing, as they must"
        )
        return Reason("board-missing", text.format(value=lacks))
    text = ngettext(
        "it follows with {count} more board worth {value}; those of all add up to its tops",
        "it follows with {count} more boards worth {value}; those of all add up to their tops",
        boards,
    )
    return Reason("board-missing", text.format(count=boards, value=lacks))


def gaps(standing: Standing) -> str:
    """The board numbers that are not in the file, at most three of them; empty if there are none."""
    numbers = {one.board.number for one in standing.boards}
    return ", ".join(str(number) for number in islice(_between(numbers), 3))


def _between(numbers: set[int]) -> Iterator[int]:
    """The numbers that are left out below the highest."""
    return (number for number in range(1, min(max(numbers, default=0), 1000)) if number not in numbers)
