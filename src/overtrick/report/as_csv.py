"""A standing as CSV for spreadsheets and scripts: one header line, equally many cells in each row, decimal point."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from overtrick.model.outcome import PassedOut, Played
from overtrick.model.standing import BoardResult, LineResult, Standing
from overtrick.model.terms import Side
from overtrick.report.methods import unit_key
from overtrick.report.numbers import fixed, percent, shortest
from overtrick.report.words import outcome_code

__all__ = ["boards_csv", "ranking_csv", "safe_cell"]

_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe_cell(text: str) -> str:
    """Text that a spreadsheet cannot take for a formula: an apostrophe goes before = + - @. No control characters.

    >>> safe_cell("=HYPERLINK(1)"), safe_cell("Eva Lind")
    ("'=HYPERLINK(1)", 'Eva Lind')
    """
    if not text.isprintable():
        text = "".join(letter for letter in text if letter.isprintable() or letter in "\t\n")
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def ranking_csv(standing: Standing) -> str:
    """The ranking: place, section, direction, contestant, one column a player, boards, total, available, percent.

    Penalties, carry-over and handicap follow, each where somebody has one.
    """
    extras = [
        (title, amounts)
        for title, amounts in (
            ("adjustment", [place.adjustment for place in standing.places]),
            ("carry_over", [place.contestant.carry_over for place in standing.places]),
            ("handicap", [place.contestant.handicap for place in standing.places]),
        )
        if any(amounts)
    ]
    width = max((len(place.contestant.names) for place in standing.places), default=2)
    header = ["place", "section", "direction", "contestant", *(f"name{index + 1}" for index in range(width))]
    rows = [
        [
            str(place.place),
            safe_cell(place.section),
            place.direction.value if place.direction else "",
            safe_cell(place.contestant.key),
            *(safe_cell(name) for name in place.contestant.names),
            *("" for _ in range(width - len(place.contestant.names))),
            str(place.boards),
            fixed(place.total, 2),
            shortest(place.available),
            "" if place.percent is None else percent(place.percent),
            *(shortest(amounts[index]) for _title, amounts in extras),
        ]
        for index, place in enumerate(standing.places)
    ]
    return _csv([[*header, "boards", "total", "available", "percent", *(title for title, _amounts in extras)], *rows])


def boards_csv(standing: Standing, boards: Sequence[BoardResult] | None = None) -> str:
    """Every line of every board, or of those given; the columns up to `lead` read back as a results file."""
    unit = unit_key(standing.conditions.method)
    header = ["session", "section", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks", "score"]
    header += ["lead", "ns_outcome", "ew_outcome", f"ns_{unit}", f"ew_{unit}", "ns_percent", "ew_percent"]
    return _csv(
        [
            header,
            *(_line(board, line) for board in (standing.boards if boards is None else boards) for line in board.lines),
        ]
    )


def _line(board: BoardResult, result: LineResult) -> list[str]:
    line = result.line
    contract = declarer = tricks = ""
    if isinstance(line.ns_outcome, Played):
        contract, tricks = str(line.ns_outcome.contract), str(line.ns_outcome.tricks)
        seat = line.ns_outcome.contract.declarer
        declarer = seat.value if seat else ""
    elif isinstance(line.ns_outcome, PassedOut):
        contract = "Pass"
    return [
        safe_cell(board.session),
        safe_cell(board.section),
        safe_cell(line.round),
        safe_cell(line.table),
        str(board.board.number),
        safe_cell(line.label(Side.NS)),
        safe_cell(line.label(Side.EW)),
        contract,
        declarer,
        tricks,
        "" if result.points is None else str(result.points),
        safe_cell(line.lead),
        outcome_code(line.ns_outcome),
        outcome_code(line.ew_outcome),
        *(_number(side.value, two=False) for side in (result.ns, result.ew)),
        *(_number(side.percent, two=True) for side in (result.ns, result.ew)),
    ]


def _number(value: Fraction | None, *, two: bool) -> str:
    if value is None:
        return ""
    return percent(value) if two else shortest(value)


def _csv(rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
