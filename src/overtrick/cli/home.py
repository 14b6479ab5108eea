"""What `overtrick rubber` and `overtrick chicago` share: options, a sheet in, the paper out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from overtrick.cli.home_ledger import decimal
from overtrick.cli.options import ascii_option, drawing, echo_json, echo_text, language_option
from overtrick.errors import ConditionsError, FormatError
from overtrick.formats.files import write_whole
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.score.chicago import Chicago
from overtrick.score.home.players import FORMS
from overtrick.score.home.sheetfile import SheetFile, play_sheet, read_sheet
from overtrick.score.rubber import Rubber

__all__ = ["home_options", "play", "read_file", "run", "settlement_line", "state_json"]

Command = TypeVar("Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)


def home_options(command: Command) -> Command:
    """The options of both commands."""
    for option in (
        click.argument("sheet", required=False, type=_FILE),
        click.option("--law", metavar="KEY", help=N_("Code of laws by key or year, such as rubber-1981.")),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A house rule (see --settings).")
        ),
        click.option("--settings", "show_settings", is_flag=True, help=N_("List the house rules with their values.")),
        click.option("--why", type=int, metavar="N", help=N_("The reason of figure N.")),
        click.option("--json", "as_json", is_flag=True, help=N_("As JSON.")),
        click.option("--html", "html_file", type=_FILE, metavar="FILE", help=N_("Write the sheet as a page.")),
        click.option("--svg", "svg_file", type=_FILE, metavar="FILE", help=N_("Write the sheet as a picture.")),
        click.option(
            "--ledger", type=_FILE, metavar="FILE", help=N_("Enter the sheet in a ledger and print who stands how.")
        ),
        click.option("--join", type=_FILE, metavar="FILE", help=N_("Join another ledger to that of --ledger.")),
        click.option("--seats", type=click.Choice(FORMS), help=N_("Who sits where, for the names of --players.")),
        click.option("--players", metavar="NAMES", help=N_("All players with commas, for --seats.")),
        click.option(
            "--site", type=_FILE, metavar="DIR", help=N_("Write the page for the phone, which needs no network.")
        ),
        click.option("--panels", is_flag=True, help=N_("The picture deal by deal.")),
        ascii_option,
        language_option,
    ):
        command = option(command)
    return command


def read_file(path: Path) -> SheetFile:
    """A sheet from a file (`-`: standard input), written by hand or exported by the page for the phone; UTF-8."""
    import sys

    raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(_("a sheet is text in UTF-8"), str(path)) from None
    from overtrick.score.home.phone import is_phone_sheet, read_phone_sheet

    return (read_phone_sheet if is_phone_sheet(text) else read_sheet)(text, str(path))


def with_options(sheet: SheetFile, law: str | None, settings: tuple[str, ...]) -> SheetFile:
    """The sheet under the law and house rules of the command line, which win over those of the file."""
    changes = dict(sheet.settings)
    for item in settings:
        name, equals, value = item.partition("=")
        if not equals:
            raise ConditionsError(_("--set wants NAME=VALUE, not {item!r}").format(item=item))
        changes[name.strip().casefold().replace("_", "-")] = value.strip()
    return replace(sheet, law=law or sheet.law, settings=changes)


def play(sheet: SheetFile, form: str) -> Rubber | Chicago:
    """The sheet replayed."""
    return play_sheet(sheet, form)


def run(
    form: str,
    sheet: Path | None,
    *,
    law: str | None,
    settings: tuple[str, ...],
    show_settings: bool,
    why: int | None,
    as_json: bool,
    html_file: Path | None,
    svg_file: Path | None,
    ledger: Path | None,
    join: Path | None,
    seats: str | None,
    players: str | None,
    site: Path | None,
    panels: bool,
    ascii_only: bool,
) -> None:
    """Do what either command does, for its form of the game."""
    ascii_only = drawing(ascii_only=ascii_only)["ascii"]
    if show_settings:
        _list_settings(form)
        return
    if site is not None:
        _site(site)
        return
    choice = {"join": join, "seats": seats, "players": players, "law": law, "settings": settings, "as_json": as_json}
    if (ledger or join or seats) and _ledger(ledger, sheet, form, choice):
        return
    if sheet is None:
        from overtrick.cli.home_prompt import Session

        Session(form, with_options(SheetFile(form=form), law, settings), ascii_only=ascii_only).run()
        return
    written = with_options(read_file(sheet), law, settings)
    played = play(written, form)
    _pictures(played, html_file, svg_file, panels=panels)
    if why is not None:
        from overtrick.report.sheet_why import why as reason

        echo_text(reason(played.sheet, why), ascii_only=ascii_only)
    elif as_json:
        echo_json(state_json(written, played))
    elif html_file is None and svg_file is None:
        from overtrick.report.sheet import sheet_text

        echo_text(sheet_text(played.sheet, ascii_only=ascii_only), ascii_only=ascii_only)
        for line in (*law_80_lines(played), settlement_line(written, played)):
            echo_text(line, ascii_only=ascii_only)


def _pictures(played: Rubber | Chicago, html_file: Path | None, svg_file: Path | None, *, panels: bool) -> None:
    if html_file is None and svg_file is None:
        return
    from overtrick.report.sheet_svg import sheet_html, sheet_panels, sheet_svg

    if html_file is not None:
        write_whole(html_file, sheet_html(played.sheet))
    if svg_file is not None:
        picture = sheet_panels(played.sheet) if panels else sheet_svg(played.sheet)
        write_whole(svg_file, picture)


def _site(folder: Path) -> None:
    from overtrick.report.home_site import build_home_site
    from overtrick.score.home.settings import home_rules

    for path in build_home_site(folder, home_rules()):
        click.echo(str(path))


def _ledger(path: Path | None, sheet: Path | None, form: str, choice: dict[str, Any]) -> bool:
    """What concerns the ledger and the players, if anything was asked of it; whether that was all."""
    from overtrick.cli.home_ledger import enter, read_ledger, show_seats, show_standing
    from overtrick.score.home.ledger import Ledger

    book = read_ledger(path) if path else Ledger()
    if choice["join"]:
        if path is None:
            raise ConditionsError(_("--join wants --ledger FILE to join the other ledger to"))
        book = book.joined(Ledger.from_json(choice["join"].read_text(encoding="utf-8"), str(choice["join"])))
        enter(path, book)
    if choice["seats"]:
        show_seats(choice["seats"], choice["players"] or "", book)
        return True
    if path is None:
        return False
    if sheet is not None:
        written = with_options(read_file(sheet), choice["law"], choice["settings"])
        book = replace(book, unit=book.unit or written.unit)
        book = book.with_sheet(written.date, written.ledger_sheet(play(written, form)))
        enter(path, book)
    show_standing(book, as_json=choice["as_json"])
    return True


def law_80_lines(played: Rubber | Chicago) -> list[str]:
    """What an unfinished rubber would give if play stopped now."""
    if isinstance(played, Chicago) or played.finished or played.stopped or played.settled == played.totals:
        return []
    return [
        _("if play stops here: {we} to {they}, with the bonuses for an unfinished rubber").format(
            we=played.settled.we, they=played.settled.they
        )
    ]


def settlement_line(sheet: SheetFile, played: Rubber | Chicago) -> str:
    """Who gets what, in words."""
    from overtrick.report.sheet import column_names

    due = sheet.settlement(played)
    names = column_names(played.sheet)
    if not due.points:
        return _("settlement: nobody pays")
    winner, loser = names if due.points > 0 else names[::-1]
    text = _("settlement: {winner} win {points} from {loser} (difference {difference})").format(
        winner=winner, loser=loser, points=decimal(abs(due.points)), difference=abs(due.difference)
    )
    if due.stake != 1 or due.unit:
        text += f" = {decimal(abs(due.money))} {due.unit}".rstrip()
    return text


def state_json(sheet: SheetFile, played: Rubber | Chicago) -> dict[str, Any]:
    """The sheet, the state of the game and the settlement as plain values."""
    from overtrick.report.sheet import sheet_json

    found = sheet_json(played.sheet)
    found["part_scores"] = {"we": played.below.we, "they": played.below.they}
    found["vulnerable"] = played.vulnerable.value
    if isinstance(played, Chicago):
        found["next"] = {
            "wheel": played.wheel,
            "number": played.number,
            "dealer": played.dealer.value,
            "goulash": played.goulash,
            "deals_left": played.deals_left,
        }
        found["wheels"] = [{"we": total.we, "they": total.they} for total in played.wheel_totals]
    else:
        found["games"] = {"we": played.games.we, "they": played.games.they}
        found["bonus"] = {"we": played.bonus.we, "they": played.bonus.they}
    due = sheet.settlement(played)
    found["settled"] = {"we": played.settled.we, "they": played.settled.they}
    found["settlement"] = {
        "difference": due.difference,
        "points": str(due.points),
        "money": str(due.money),
        "unit": due.unit,
        "rounding": sheet.rounding,
    }
    return found


def _list_settings(form: str) -> None:
    from overtrick.score.home.settings import ChicagoRules, RubberRules

    rules = RubberRules if form == "rubber" else ChicagoRules
    for name, default, values, text, cite in rules.table():
        click.echo(f"{name}={default}  [{values}]\n    {text} ({cite})")
