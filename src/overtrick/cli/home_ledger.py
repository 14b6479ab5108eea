"""The ledger at the command line: a sheet goes in, totals and the next seating come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import echo_json
from overtrick.errors import ConditionsError
from overtrick.formats.files import write_whole
from overtrick.i18n import gettext as _
from overtrick.score.home.ledger import Ledger
from overtrick.score.home.players import Seating, cut_in, pivot, set_game

__all__ = ["decimal", "enter", "read_ledger", "show_seats", "show_standing"]


def decimal(value: Any) -> str:
    """An exact number as a decimal; every amount here is a finite one.

    >>> from fractions import Fraction
    >>> decimal(Fraction(9, 2)), decimal(Fraction(100))
    ('4.5', '100')
    """
    from decimal import Decimal

    whole = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{whole.normalize():f}" if whole else "0"


def read_ledger(path: Path, unit: str = "") -> Ledger:
    """The ledger of a file, or an empty one where there is no file yet."""
    return Ledger.from_json(path.read_text(encoding="utf-8"), str(path)) if path.exists() else Ledger(unit=unit)


def enter(path: Path, book: Ledger) -> None:
    """Write a ledger."""
    write_whole(path, book.to_json() + "\n")


def show_standing(book: Ledger, *, as_json: bool) -> None:
    """Each player's total in points and in the unit of the stake, best first."""
    points, money = book.standing(), book.standing(money=True)
    if as_json:
        echo_json({name: {"points": str(points[name]), "money": str(money[name])} for name in points})
        return
    width = max(map(len, points), default=0)
    for name, total in points.items():
        click.echo(f"{name:<{width}}  {decimal(total):>8}  {decimal(money[name]):>10} {book.unit}".rstrip())


def show_seats(form: str, players: str, book: Ledger) -> None:
    """Who sits where: the whole rotation of a set game or pivot, or who cuts for the next rubber.

    Cutting in goes by the last evening of the ledger: who sat out longest comes in.
    """
    names = [name.strip() for name in players.split(",") if name.strip()]
    if not names:
        raise ConditionsError(_("--seats wants --players with the names of all, with commas"))
    if form == "cutting":
        done = [sheet.seating for sheet in book.evenings[-1].sheets] if book.evenings else []
        four = cut_in(names, done)
        click.echo(_("next to play, cut for partners: {names}").format(names=", ".join(four)))
        return
    rounds = pivot(names) if form == "pivot" else set_game(names, 1)
    for number, seating in enumerate(rounds, 1):
        click.echo(f"{number}. {_seats(seating)}")


def _seats(seating: Seating) -> str:
    return f"N {seating.north}, E {seating.east}, S {seating.south}, W {seating.west}"
