"""`overtrick convert`: from one format to another, and what the other cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from overtrick.cli.options import Spoken, language_option, one_line, remark
from overtrick.cli.progress import Progress
from overtrick.cli.rank import reading_options, work_out
from overtrick.errors import ConditionsError, FormatError
from overtrick.formats.files import LARGEST, file_bytes, too_large, write_parts, write_whole
from overtrick.formats.format import format_named, format_of_file, format_of_name, formats, stream
from overtrick.formats.kind import Format
from overtrick.formats.text import decode
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Traveller
from overtrick.model.reading import Problem, Severity

__all__ = ["convert"]

_MOST = 100  # problems of a large file told one by one
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
    from overtrick.formats.pbn_spare import BESIDE

    target = _target(out, to, edition)
    asked = options["settings"] or options["presets"] or options["file"] or options["method"]
    if in_.is_file() and in_.stat().st_size > LARGEST:
        _by_parts(in_, out, target, edition, asked=bool(asked), **options)
        return
    reading, conditions = work_out((in_,), **options)
    if reading.format == target.key and target.rewrite and not edition and not asked:
        decoded = decode(file_bytes(in_), encoding=options["encoding"])
        write_whole(out, target.rewrite(decoded))
        # what only the file itself keeps is in the new one too
        problems = [problem for problem in reading.problems if problem.rule != BESIDE]
        _end(problems, reading.counts.refused, _what_was_written(reading.event, out, target))
        return
    event = reading.event
    if asked:
        kept = {name: value for name, value in conditions.changed().items() if name != "method"}
        event = replace(event, settings=tuple(kept.items()))
    if options["method"]:
        event = replace(event, method=conditions.method)
    if not any(session.sections for session in event.sessions):
        raise FormatError(_("there is nothing in the file that can be written"), str(in_))
    made = converted(event, target, edition=edition)
    if _results(event) and not _results(made.held):
        text = _("{name} holds none of the {count} results; nothing is written")
        raise FormatError(text.format(name=target.name, count=_results(event)), str(in_))
    write_whole(out, made.data)
    _end([*reading.problems, *made.problems], reading.counts.refused, _what_was_written(made.held, out, target))


def _end(problems: Iterable[Problem], refused: int, written: str) -> None:
    """What was found, what was written, and exit code 1 where somebody must look."""
    worst = Severity.NOTE
    for problem in problems:
        remark(one_line(str(problem)))
        if problem.severity is not Severity.NOTE:
            worst = problem.severity
    remark(written)
    if refused or worst is not Severity.NOTE:
        raise SystemExit(1)


def _by_parts(in_: Path, out: Path, target: Format, edition: str, *, asked: bool, **options: Any) -> None:
    """A file that is too large to be held: read, written and compared part by part."""
    from overtrick.desk.streams import Passed, convert_parts

    source = format_of_file(in_, format=options["format_"])
    if source is target and target.rewrite_parts and not edition and not asked:
        parts = target.rewrite_parts(in_, encoding=options["encoding"])
        write_parts(out, (part.encode("utf-8", "replace") for part in parts))
        remark(_("{path}: {name}, the same text once more").format(path=out, name=target.name))
        return
    readings = stream(in_, format=options["format_"], encoding=options["encoding"])
    if readings is None:
        raise FormatError(too_large(in_.stat().st_size, LARGEST), str(in_))
    if asked:
        raise ConditionsError(_("conditions are kept with one event; a file of that size is converted as it is"))
    told: Counter[Severity] = Counter()

    def tell(problem: Problem) -> None:
        told[problem.severity] += 1
        if told.total() <= _MOST:
            remark(one_line(str(problem)))

    with Progress(_("boards")) as progress:
        passed = Passed(target, progress)
        write_parts(out, convert_parts(readings, passed, tell=tell, edition=edition))
    line = _("{path}: {name}, {boards} boards, {results} results").format(
        path=out, name=target.name, boards=passed.boards, results=passed.counts.taken
    )
    if (rest := told.total() - _MOST) > 0:
        remark(ngettext("and {count} more problem", "and {count} more problems", rest).format(count=rest))
    _end(passed.problems, passed.counts.refused + told[Severity.ERROR] + told[Severity.WARNING], line)


def _target(out: Path, key: str | None, edition: str) -> Format:
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
    if edition and edition not in dict(target.editions):
        known_ones = ", ".join(name for name, _writer in target.editions) or "-"
        raise ConditionsError(
            _("{name} has no edition {edition}; known: {known}").format(
                name=target.name, edition=repr(edition), known=known_ones
            )
        )
    if not target.writes:
        raise ConditionsError(
            _("{name} is read, and not written; written are {known}").format(name=target.name, known=writable)
        )
    return target


def _travellers(event: Event) -> list[Traveller]:
    return [one for session in event.sessions for section in session.sections for one in section.travellers]


def _results(event: Event) -> int:
    return sum(len(traveller.lines) for traveller in _travellers(event))


def _what_was_written(event: Event, out: Path, target: Format) -> str:
    """The file and what is in it, as it reads back."""
    return _("{path}: {name}, {boards} boards, {results} results").format(
        path=out, name=target.name, boards=len(_travellers(event)), results=_results(event)
    )
