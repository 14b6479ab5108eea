"""`overtrick rank`, `board`, `card` and `rescore`: files in, results out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from overtrick.cli.exports import write_pbn, write_site, write_usebio
from overtrick.cli.options import (
    Spoken,
    ascii_option,
    drawing,
    echo_csv,
    echo_json,
    echo_text,
    language_of_results,
    language_option,
    number_option,
    remark,
    table_option,
)
from overtrick.cli.progress import Progress
from overtrick.desk.results import rank_reading, read_files
from overtrick.desk.settings import conditions_by_file, conditions_from
from overtrick.errors import ConditionsError, FormatError
from overtrick.formats.ticks import listening
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.reading import Reading, Severity
from overtrick.model.standing import BoardResult, LineResult, Place, Standing
from overtrick.model.terms import Side
from overtrick.report import as_json, text
from overtrick.report.cards import find_board, find_contestant, identity, in_section, place_label
from overtrick.report.methods import method_text
from overtrick.tables.laws import law as law_code

__all__ = [
    "board",
    "card",
    "conditions_of",
    "finish",
    "hint",
    "known_reading",
    "needs_results",
    "rank",
    "reading_options",
    "rescore",
    "work_out",
]

Command = TypeVar("Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)
_MOST = 100  # problems told one by one before the rest is counted
_TRAVELLER = 96  # columns of a traveller or a card without a long award in it
_PAGES = "utf-8, utf-16, cp1250, cp1251, cp1252, cp1253, cp1254, cp1257, iso8859-1, iso8859-2, iso8859-15, koi8-r"


def reading_options(command: Command) -> Command:
    """The options by which conditions of contest are said, and how files are read."""
    for option in (
        click.option(
            "--method", metavar="KEY", help=N_("Method of comparison; else that of the file, else matchpoints.")
        ),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help=N_("A setting (overtrick list settings).")
        ),
        click.option(
            "--preset", "presets", multiple=True, metavar="KEY", help=N_("Conditions by name (overtrick list presets).")
        ),
        click.option("--conditions", "file", type=_FILE, metavar="FILE.toml", help=N_("Conditions from a file.")),
        click.option("--encoding", metavar="NAME", help=N_("Code page of the file where it does not say.")),
        click.option(
            "--format", "format_", metavar="KEY", help=N_("Format of the file; else recognised by its content.")
        ),
        click.option(
            "--event",
            "event_",
            type=click.IntRange(min=1),
            metavar="N",
            help=N_("Which event, where a file holds several that are not sessions of one."),
        ),
        language_of_results,
        number_option,
    ):
        command = option(command)
    return command


def work_out(
    files: tuple[Path, ...],
    *,
    method: str | None,
    settings: tuple[str, ...],
    presets: tuple[str, ...],
    file: Path | None,
    encoding: str | None,
    format_: str | None,
    event_: int | None,
    letters: str,
    number: str,
) -> tuple[Reading, Conditions]:
    """The reading, and the conditions: those asked for, else those that the program of the file is known by."""
    known_reading(encoding, format_)
    # Wrong settings are told before a long file is read.
    conditions_from(method=method, presets=presets, file=file, settings=settings, method_open=method is None)
    with Progress(_("reading")) as progress, listening(progress):
        reading = read_files(files, format=format_, encoding=encoding, letters=letters, number=number, event=event_)
    conditions, known = conditions_by_file(reading.event, method=method, presets=presets, file=file, settings=settings)
    if known is not None:
        remark(
            _("conditions: {name}, as the file is by {program} (--preset club: exact)").format(
                name=known.key, program=reading.event.program
            ),
        )
    return reading, conditions


def conditions_of(
    *, method: str | None, settings: tuple[str, ...], presets: tuple[str, ...], file: Path | None, **_reading: Any
) -> Conditions:
    """The conditions asked for, where no file has a say in them."""
    return conditions_from(method=method, presets=presets, file=file, settings=settings)


def known_reading(encoding: str | None, format_: str | None) -> None:
    """Refuse a code page or a format that there is not, whatever the file turns out to hold."""
    if encoding is not None:
        try:
            b" ".decode(encoding)
        except (LookupError, ValueError) as fault:
            if not isinstance(fault, UnicodeError):  # which only says that a space is too short for it
                raise ConditionsError(
                    _("no code page {key!r}; known: {known} and the others of Python").format(
                        key=encoding, known=_PAGES
                    )
                ) from None
    if format_ is not None:
        from overtrick.formats.format import formats

        known = [one.key for one in formats()]
        if format_.strip().casefold() not in known:
            raise ConditionsError(_("no format {key!r}; known: {known}").format(key=format_, known=", ".join(known)))


def _counts(reading: Reading) -> str:
    counts = reading.counts
    return _("{found} records found, {taken} taken, {refused} refused, {guessed} guessed").format(
        found=counts.found, taken=counts.taken, refused=counts.refused, guessed=counts.guessed
    )


def _remarks(reading: Reading, standing: Standing) -> None:
    """What was found, taken, refused and guessed, and each problem, on standard error."""
    remark(_counts(reading))
    for problem in standing.problems[:_MOST]:
        remark(str(problem))
    rest = len(standing.problems) - _MOST
    if rest > 0:
        remark(
            ngettext(
                "and {count} more; overtrick check lists it", "and {count} more; overtrick check lists them", rest
            ).format(count=rest)
        )


def _findings(standing: Standing) -> int:
    return sum(problem.severity is not Severity.NOTE for problem in standing.problems)


def hint(standing: Standing) -> None:
    """Say in one line on standard error that the file has problems, where a command does not list them."""
    count = _findings(standing)
    if count:
        remark(
            ngettext(
                "{count} problem in the data; overtrick check lists it",
                "{count} problems in the data; overtrick check lists them",
                count,
            ).format(count=count),
        )


def finish(standing: Standing, reading: Reading | None = None) -> None:
    """Exit code 1 where something was found that a person must look at, or a record was refused."""
    if _findings(standing) or (reading is not None and reading.counts.refused):
        raise SystemExit(1)


def needs_results(reading: Reading, files: tuple[Path, ...]) -> None:
    """Raise FormatError, with the first problem, where there is not one result in all the files."""
    if any(
        traveller.lines
        for session in reading.event.sessions
        for section in session.sections
        for traveller in section.travellers
    ):
        return
    where = ", ".join(map(str, files))
    reason = next((str(item) for item in reading.problems if item.severity is Severity.ERROR), "")
    message = _("there is no result that can be used; {counts}").format(counts=_counts(reading))
    raise FormatError(f"{message}; {reason}" if reason else message, where)


@click.command(
    cls=Spoken,
    example="overtrick rank tuesday.csv --html results",
    help=N_("Read sessions, score, compare, rank and report."),
)
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE...")
@table_option
@click.option("--html", "site", type=_FILE, metavar="DIR", help=N_("Write a small web site there."))
@click.option("--pbn", type=_FILE, metavar="FILE", help=N_("Write the results as PBN 2.1."))
@click.option("--usebio", type=_FILE, metavar="FILE", help=N_("Write the results as USEBIO 1.2."))
@ascii_option
@reading_options
@language_option
def rank(
    files: tuple[Path, ...],
    *,
    want_json: bool,
    want_csv: bool,
    site: Path | None,
    pbn: Path | None,
    usebio: Path | None,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Read sessions, score, compare, rank and report."""
    reading, conditions = work_out(files, **options)
    standing = rank_reading(reading, conditions)
    try:
        needs_results(reading, files)
    except FormatError:
        if want_json:  # also where nothing can be ranked: the list of problems is in it
            echo_json(as_json.ranking_json(standing), ascii_only=ascii_only)
        raise
    # Files first: the reader of the list may stop reading.
    written = [*write_site(standing, site), *write_pbn(standing, pbn), *write_usebio(standing, usebio)]
    if want_json:
        echo_json(as_json.ranking_json(standing), ascii_only=ascii_only)
    elif want_csv:
        from overtrick.report.as_csv import ranking_csv

        click.echo(ranking_csv(standing), nl=False)
    else:
        click.echo(text.ranking(standing, **drawing(ascii_only=ascii_only)))
    _remarks(reading, standing)
    for line in written:
        remark(line)
    finish(standing, reading)


@click.command(
    cls=Spoken, example="overtrick board tuesday.csv 7", help=N_("A board's traveller with its frequency picture.")
)
@click.argument("file_", type=_FILE, metavar="FILE")
@click.argument("number_", type=click.IntRange(min=1), metavar="N")
@click.option("--section", metavar="KEY", help=N_("One section only."))
@click.option("--own", metavar="K", help=N_("Mark the result of this contestant."))
@table_option
@ascii_option
@reading_options
@language_option
def board(
    file_: Path,
    number_: int,
    *,
    section: str | None,
    own: str | None,
    want_json: bool,
    want_csv: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """A board's traveller with its frequency picture."""
    reading, conditions = work_out((file_,), **options)
    needs_results(reading, (file_,))
    standing = rank_reading(reading, conditions)
    found = find_board(standing, number_, section=section or "")
    marked = _marked(standing, found, own)
    if want_json:
        rows = [as_json.board_json(standing, item) for item in found]
        if own is not None:
            for item, row in zip(found, rows, strict=True):
                for line, cells in zip(item.lines, row["lines"], strict=True):
                    cells["own"] = any(line is mine for mine in marked)
        echo_json(rows, ascii_only=ascii_only)
    elif want_csv:
        from overtrick.report.as_csv import boards_csv

        click.echo(boards_csv(standing, found), nl=False)
    else:
        for item in found:
            mine = next((line for line in item.lines if any(line is one for one in marked)), None)
            click.echo(text.traveller(standing, item, own=mine, **drawing(ascii_only=ascii_only, least=_TRAVELLER)))
    hint(standing)


def _marked(standing: Standing, found: tuple[BoardResult, ...], own: str | None) -> list[LineResult]:
    """The lines of one contestant on these boards; said on standard error where there are none."""
    if own is None:
        return []
    place = find_contestant(standing, own)
    lines = [
        line
        for item in found
        if in_section(standing, place, item.section)
        for line in item.lines
        if _plays(place, line)
    ]
    if not lines:
        several = len({item.section for item in standing.places}) > 1
        remark(
            _("{contestant} has no result on board {board}").format(
                contestant=place_label(place, sections=several), board=found[0].board.number
            ),
        )
    return lines


def _plays(place: Place, result: LineResult) -> bool:
    _section, direction, key = identity(place)
    keys = {Side.NS: result.line.ns, Side.EW: result.line.ew}
    return key in keys.values() if direction is None else keys[direction] == key


@click.command(
    cls=Spoken,
    example='overtrick card tuesday.csv "NS 3"',
    help=N_("A contestant's score card: CONTESTANT is a number, with direction or section where needed."),
)
@click.argument("file_", type=_FILE, metavar="FILE")
@click.argument("contestant")
@table_option
@ascii_option
@reading_options
@language_option
def card(file_: Path, contestant: str, *, want_json: bool, want_csv: bool, ascii_only: bool, **options: Any) -> None:
    """A contestant's score card: CONTESTANT is a number, with direction or section where needed."""
    reading, conditions = work_out((file_,), **options)
    needs_results(reading, (file_,))
    standing = rank_reading(reading, conditions)
    place = find_contestant(standing, contestant)
    if want_json:
        echo_json(as_json.card_json(standing, place), ascii_only=ascii_only)
    elif want_csv:
        lines: list[dict[str, Any]] = as_json.card_json(standing, place)["lines"]
        flat = [
            {name: value for name, value in row.items() if name != "result"}
            | {f"result_{name}": value for name, value in row["result"].items()}
            for row in lines
        ]
        echo_csv(list(flat[0]) if flat else ["board"], [list(row.values()) for row in flat])
    else:
        click.echo(text.card(standing, place, **drawing(ascii_only=ascii_only, least=_TRAVELLER)))
    hint(standing)


@click.command(
    cls=Spoken,
    example="overtrick rescore tuesday.csv --method butler",
    help=N_("The same session under another method or code of laws, places side by side."),
)
@click.argument("file_", type=_FILE, metavar="FILE")
@click.option("--law", metavar="KEY", help=N_("Code of laws by key or year."))
@table_option
@ascii_option
@reading_options
@language_option
def rescore(file_: Path, *, law: str | None, want_json: bool, want_csv: bool, ascii_only: bool, **options: Any) -> None:
    """The same session under another method or code of laws, places side by side."""
    changes = (*options["settings"], *([f"law={law}"] if law else []))
    asked = {"method": options["method"], "presets": options["presets"], "file": options["file"], "settings": changes}
    if not any(asked.values()):
        raise click.UsageError(_("say what is to change: --method, --law, --set, --preset or --conditions"))
    conditions_from(**asked, method_open=True)  # wrong settings are told before the file is read
    reading, before = work_out((file_,), **{**options, "method": None, "settings": (), "presets": (), "file": None})
    needs_results(reading, (file_,))
    after = conditions_from(base=before, **asked)
    first, second = rank_reading(reading, before), rank_reading(reading, after)
    if want_json:
        tables = {"before": as_json.ranking_json(first), "after": as_json.ranking_json(second)}
        echo_json(tables, ascii_only=ascii_only)
    elif want_csv:
        echo_csv(*_moves(first, second))
    else:
        click.echo(text.side_by_side(first, second, **drawing(ascii_only=ascii_only)))
        click.echo("")
        for name, standing in ((_("Before"), first), (_("After"), second)):
            echo_text(f"{name}: {_described(standing.conditions)}", ascii_only=ascii_only)
    hint(second)
    finish(second, reading)


def _described(conditions: Conditions) -> str:
    """Method, code of laws and whatever else differs from the ordinary, for the legend of a column."""
    rest = [f"{name}={value}" for name, value in conditions.changed().items() if name not in ("method", "law")]
    return ", ".join([method_text(conditions.method), law_code(conditions.law).name, *rest])


def _moves(first: Standing, second: Standing) -> tuple[list[str], list[list[object]]]:
    """The table of `rescore`: each contestant's place and result under both."""
    then = {identity(place): place for place in second.places}
    rows: list[list[object]] = []
    for place in first.places:
        later = then[identity(place)]
        side = place.direction.value if place.direction else ""
        row = [place.section, side, place.contestant.key, " & ".join(place.contestant.names), place.place, later.place]
        rows.append([*row, _result(place), _result(later), place.place - later.place])
    header = ["section", "direction", "contestant", "names", "place_before", "place_after"]
    return [*header, "result_before", "result_after", "moved"], rows


def _result(place: Place) -> str:
    from overtrick.report.numbers import fixed, percent

    return fixed(place.total, 2) if place.percent is None else percent(place.percent)
