"""`overtrick convert`: from one format to another, and what the other cannot hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import Spoken, language_option, remark
from overtrick.cli.rank import reading_options, work_out
from overtrick.errors import ConditionsError, FormatError
from overtrick.formats.files import write_whole
from overtrick.formats.format import format_named, format_of_name, formats
from overtrick.formats.kind import Format
from overtrick.i18n import N_
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Severity

__all__ = ["convert"]

_FILE = click.Path(path_type=Path)


@click.command(
    cls=Spoken,
    example="overtrick convert tuesday.csv tuesday.json",
    help=N_("Write a file in another format; what that cannot hold is told, and the exit code is 1 then."),
)
@click.argument("in_", type=_FILE, metavar="IN")
@click.argument("out", type=_FILE, metavar="OUT")
@click.option("--to", "to", metavar="KEY", help=N_("Format of OUT; else told by the ending of its name."))
@click.option("--edition", default="", metavar="NAME", help=N_("Edition of the format, where it has several."))
@reading_options
@language_option
def convert(in_: Path, out: Path, *, to: str | None, edition: str, **options: Any) -> None:
    """Write a file in another format; what that cannot hold is told, and the exit code is 1 then."""
    from overtrick.desk.exchange import convert as converted

    target = _target(out, to)
    reading, conditions = work_out((in_,), **options)
    event = reading.event
    if options["settings"] or options["presets"] or options["file"]:
        kept = {name: value for name, value in conditions.changed().items() if name != "method"}
        event = replace(event, settings=tuple(kept.items()))
    if options["method"]:
        event = replace(event, method=conditions.method)
    if not any(session.sections for session in event.sessions) and reading.counts.refused:
        raise FormatError(_("there is nothing in the file that can be written"), str(in_))
    made = converted(event, target, edition=edition)
    write_whole(out, made.data)
    problems = [*reading.problems, *made.problems]
    for problem in problems:
        remark(str(problem))
    remark(_what_was_written(event, out, target))
    if reading.counts.refused or any(problem.severity is not Severity.NOTE for problem in problems):
        raise SystemExit(1)


def _target(out: Path, key: str | None) -> Format:
    if key is not None:
        known = {one.key for one in formats()}
        if key.strip().casefold() not in known:
            raise ConditionsError(
                _("no format {key!r}; known: {known}").format(key=key, known=", ".join(sorted(known)))
            )
        target: Format | None = format_named(key)
    else:
        target = format_of_name(out)
    writable = ", ".join(f"{one.key} ({one.suffix})" if one.suffix else one.key for one in formats() if one.writes)
    if target is None:
        raise ConditionsError(
            _("{name}: the ending does not tell the format; say --to with one of {known}").format(
                name=out.name, known=writable
            )
        )
    if not target.writes:
        raise ConditionsError(
            _("{name} is read, and not written; written are {known}").format(name=target.name, known=writable)
        )
    return target


def _what_was_written(event: Event, out: Path, target: Format) -> str:
    boards = [
        traveller for session in event.sessions for section in session.sections for traveller in section.travellers
    ]
    return _("{path}: {name}, {boards} boards, {results} results").format(
        path=out, name=target.name, boards=len(boards), results=sum(len(board.lines) for board in boards)
    )
