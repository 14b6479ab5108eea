"""`overtrick match`: two score cards to IMPs and victory points."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from overtrick.cli.options import (
    Spoken,
    ascii_option,
    echo_csv,
    echo_json,
    echo_text,
    language_of_results,
    language_option,
    number_option,
    remark,
    table_option,
)
from overtrick.desk.match import Match, MatchBoard, compare_cards
from overtrick.desk.results import read_files
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.reading import Severity
from overtrick.notation.show import show
from overtrick.report.numbers import human, shortest

__all__ = ["match"]

_FILE = click.Path(path_type=Path)


@click.command(
    cls=Spoken,
    example="overtrick match ours.csv theirs.csv --scale wbf-continuous",
    help=N_("Compare OURS (we sit North-South on its first line) with THEIRS (our team-mates' table)."),
)
@click.argument("ours", type=_FILE)
@click.argument("theirs", type=_FILE)
@click.option("--scale", metavar="KEY", help=N_("Scale of victory points (overtrick list scales)."))
@click.option("--law", default="duplicate-2017", metavar="KEY", help=N_("Code of laws by key or year."))
@table_option
@ascii_option
@language_of_results
@number_option
@language_option
def match(
    ours: Path,
    theirs: Path,
    *,
    scale: str | None,
    law: str,
    want_json: bool,
    want_csv: bool,
    ascii_only: bool,
    letters: str,
    number: str,
) -> None:
    """Compare OURS (we sit North-South on its first line) with THEIRS (our team-mates' table)."""
    cards = [read_files([path], letters=letters, number=number) for path in (ours, theirs)]
    for reading in cards:
        for problem in reading.problems:
            remark(str(problem))
    found = compare_cards(cards[0].event, cards[1].event, scale=scale, code=law)
    if want_json:
        echo_json(_as_json(found), ascii_only=ascii_only)
    elif want_csv:
        rows = _rows(found)
        echo_csv(list(rows[0]), [list(row.values()) for row in rows])
    else:
        echo_text(_as_text(found, scale), ascii_only=ascii_only)
    if found.clashes or any(item.severity is not Severity.NOTE for reading in cards for item in reading.problems):
        raise SystemExit(1)


def _number(value: Fraction | int | None) -> str:
    return "" if value is None else human(shortest(Fraction(value)))


def _as_text(found: Match, scale: str | None) -> str:
    rows: list[tuple[str, ...]] = [
        (_("Board"), _("Vul"), _("Ours"), _("Mates"), _("Net"), _("We"), _("They"), _("Running"))
    ]
    running = Fraction(0)
    for board in (*found.clashes, *(item for item in found.boards if not item.clash)):
        running += board.imps or 0
        rows.append(_row(board, running))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    total = _("{ours} IMPs to us, {theirs} to them").format(
        ours=_number(found.margin), theirs=_number(found.their_margin)
    )
    lines.append(total)
    if found.vps is not None:
        lines.append(
            _("victory points ({scale}): {ours} - {theirs}").format(scale=scale, ours=found.vps[0], theirs=found.vps[1])
        )
    return "\n".join(lines)


def _row(board: MatchBoard, running: Fraction) -> tuple[str, ...]:
    head = (str(board.board.number), board.board.vulnerability.value)
    cards = tuple(show(line.ns_outcome) if line else "-" for line in (board.ours, board.theirs))
    if board.clash:
        return (*head, *cards, "?", "", "", board.clash)
    net = None if board.our_points is None or board.mates_points is None else board.our_points + board.mates_points
    won, lost = board.imps or Fraction(0), board.their_imps or Fraction(0)
    return (
        *head,
        *cards,
        "" if net is None else f"{net:+d}",
        _number(won) if won > 0 else "",
        _number(lost) if lost > 0 else "",
        _number(running),
    )


def _as_json(found: Match) -> dict[str, object]:
    return {
        "imps": {"ours": shortest(found.margin), "theirs": shortest(found.their_margin)},
        "vps": [str(value) for value in found.vps] if found.vps else None,
        "boards": _rows(found),
    }


def _rows(found: Match) -> list[dict[str, object]]:
    return [
        {
            "board": board.board.number,
            "ours": board.our_points,
            "mates": board.mates_points,
            "imps": str(board.imps) if board.imps is not None else None,
            "their_imps": str(board.their_imps) if board.their_imps is not None else None,
            "clash": board.clash or None,
        }
        for board in found.boards
    ]
