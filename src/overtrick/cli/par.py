"""`overtrick par`: double-dummy tricks and par of the deals in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import (
    Spoken,
    ascii_option,
    echo_csv,
    echo_json,
    echo_text,
    language_option,
    remark,
    table_option,
)
from overtrick.cli.progress import Progress
from overtrick.cli.rank import reading_options, work_out
from overtrick.desk.double_dummy import BoardPar, board_pars, deals_without_table, only_board, tables_for
from overtrick.errors import FormatError, MissingExtra
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal, TrickTable
from overtrick.model.event import Event
from overtrick.model.reading import Severity
from overtrick.model.terms import Strain
from overtrick.notation.show import show
from overtrick.score.par import TABLE_ORDER
from overtrick.tables.laws import law

__all__ = ["par"]

_NAMES = ["session", "section", "board", "dealer", "vulnerability", "par", "contracts", "source", "remark"]
_SEATS = tuple(dict.fromkeys(seat for seat, _strain in TABLE_ORDER))
_STRAINS = tuple(reversed(Strain))


@click.command(
    cls=Spoken,
    example="overtrick par deals.pbn --board 1",
    help=N_(
        "Double-dummy tricks and par of each board whose four hands the file has. Where the file does not tell the "
        'tricks, they are worked out, which needs the optional part dd (pip install "overtrick[dd]").'
    ),
)
@click.argument("file_", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--board", "number_", type=click.IntRange(min=1), metavar="N", help=N_("One board only."))
@table_option
@ascii_option
@reading_options
@language_option
def par(file_: Path, *, number_: int | None, want_json: bool, want_csv: bool, ascii_only: bool, **options: Any) -> None:
    """Double-dummy tricks and par of each board whose four hands the file has."""
    reading, conditions = work_out((file_,), **options)
    event = reading.event if number_ is None else only_board(reading.event, number_)
    found = board_pars(event, law(conditions.law), _tables(event))
    if not found:
        if number_ is not None:
            raise FormatError(_("board {board} has no whole deal").format(board=number_), str(file_))
        raise FormatError(_("there is no whole deal in the file"), str(file_))
    for problem in reading.problems:
        if problem.severity is Severity.ERROR:
            remark(str(problem))
    if want_json:
        echo_json([_as_json(one) for one in found], ascii_only=ascii_only)
    elif want_csv:
        header = [*_NAMES, *(f"{seat.value}_{strain.value}" for seat, strain in TABLE_ORDER)]
        echo_csv(header, [[*_cells(one), *one.tricks.tricks] for one in found])
    else:
        echo_text("\n\n".join("\n".join(_told(one)) for one in found), ascii_only=ascii_only)
    if reading.counts.refused:
        raise SystemExit(1)


def _tables(event: Event) -> dict[Deal, TrickTable]:
    """Tables for the deals that have none, or a rough one; without endplay the rough ones must do."""
    try:
        with Progress(_("double-dummy tricks"), len(deals_without_table(event))) as progress:
            return tables_for(event, progress)
    except MissingExtra as fault:
        if deals_without_table(event, rough=False):
            raise
        remark(str(fault))
        return {}


def _contracts(one: BoardPar) -> list[str]:
    return [str(result) for result in one.par.contracts] if one.par else []


def _cells(one: BoardPar) -> list[object]:
    board = one.board
    points = one.par.points if one.par else None
    place = [one.session, one.section, board.number, board.dealer.value, board.vulnerability.value]
    return [*place, points, ", ".join(_contracts(one)), one.source, one.reason]


def _as_json(one: BoardPar) -> dict[str, Any]:
    tricks = {seat.value: {strain.value: one.tricks.of(seat, strain) for strain in _STRAINS} for seat in _SEATS}
    return {**dict(zip(_NAMES, _cells(one), strict=True)), "contracts": _contracts(one), "tricks": tricks}


def _told(one: BoardPar) -> list[str]:
    """A board in lines: what it is, the table, par."""
    head = _("board {board}, dealer {dealer}, vulnerable: {vulnerability}").format(
        board=one.board.number, dealer=one.board.dealer.value, vulnerability=one.board.vulnerability.value
    )
    lines = [head, "   " + "".join(strain.symbol.rjust(4) for strain in _STRAINS)]
    for seat in _SEATS:
        numbers = (one.tricks.of(seat, strain) for strain in _STRAINS)
        lines.append(
            f"  {seat.value}" + "".join(("-" if number is None else str(number)).rjust(4) for number in numbers)
        )
    if one.par is not None:
        reached = ", ".join(show(result) for result in one.par.contracts) or _("Pass")
        lines.append(_("par {points}: {contracts}").format(points=f"{one.par.points:+d}", contracts=reached))
    if one.reason:
        lines.append(one.reason)
    return lines
