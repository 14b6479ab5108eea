"""`overtrick check`: what files hold, and what looks wrong in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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
    one_line,
    table_option,
)
from overtrick.cli.progress import Progress
from overtrick.cli.rank import conditions_of, needs_results, reading_options, work_out
from overtrick.desk.checks import LINE_BY_LINE, RULES, Level, check_reading, chosen_rules, must_look
from overtrick.desk.checks.rule import Rule
from overtrick.errors import FormatError
from overtrick.formats.files import LARGEST, too_large
from overtrick.formats.format import stream
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _
from overtrick.model.event import Event
from overtrick.model.reading import Counts, Problem, Reading, Severity

__all__ = ["check"]

_NAMES = ("where", "severity", "text", "level", "rule")
_MOST = 10_000  # problems of one large file that are kept to be told
_FINDINGS, _BAD_INPUT = 1, 3
_LEVELS = {
    Level.REFUSE.value: N_("cannot be"),
    Level.CHECK.value: N_("for the director"),
    Level.ASK.value: N_("ask the table"),
}


@dataclass(frozen=True, slots=True)
class _Checked:
    """One file with its problems; `fault` is why nothing could be used, where that is so."""

    path: Path
    reading: Reading | None
    problems: tuple[Problem, ...] = ()
    fault: Exception | None = None

    @property
    def code(self) -> int:
        """The exit code that this file asks for."""
        if self.fault is not None or self.reading is None:
            return _BAD_INPUT
        return _FINDINGS if must_look(self.problems) or self.reading.counts.refused else 0

    @property
    def counts(self) -> Counter[str]:
        """Problems by what they are."""
        return Counter(Level.ASK.value if one.level == Level.ASK.value else one.severity.value for one in self.problems)


def _tell_rules(ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001  (click's own)
    """Print what is looked for, and stop."""
    if value:
        for rule in RULES.values():
            echo_text(f"{rule.key} ({rule.level.value}): {_(rule.sentence)} [{rule.source}]")
        ctx.exit()


@click.command(
    cls=Spoken,
    example="overtrick check tuesday.csv --level refuse",
    help=N_(
        "Problems of files, the worst first, with their lines and rules. Exit code 1 where there are any, except those "
        "that only a table is asked about; 3 where a file cannot be used."
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    default=Level.ASK.value,
    help=N_("List what cannot be (refuse), also what a director looks at (check), also what a table is asked (ask)."),
)
@click.option("--ignore", "ignored", multiple=True, metavar="RULE", help=N_("Leave a rule out; may be repeated."))
@click.option(
    "--dd", "double_dummy", is_flag=True, help=N_("Work out double-dummy tricks that the file does not tell.")
)
@click.option(
    "--rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_rules,
    help=N_("Tell every rule with its level and source, and exit."),
)
@table_option
@ascii_option
@reading_options
@language_option
def check(
    files: tuple[Path, ...],
    *,
    level: str,
    ignored: tuple[str, ...],
    double_dummy: bool,
    want_json: bool,
    want_csv: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Problems of files, the worst first, with their lines and rules."""
    rules = chosen_rules(Level(level), ignored)
    alone = len(files) == 1
    checked = []
    for path in files:
        one = _check(path, rules, double_dummy=double_dummy, alone=alone, options=options)
        checked.append(one)
        if not want_json and not want_csv:
            for line in _told(one, alone=alone):
                echo_text(line, ascii_only=ascii_only)
    if want_json:
        rows = [_as_json(one, alone=alone) for one in checked]
        echo_json(rows[0] if alone else rows, ascii_only=ascii_only)
    elif want_csv:
        names = _NAMES if alone else ("file", *_NAMES)
        echo_csv(names, [row if alone else (str(one.path), *row) for one in checked for row in _rows(one)])
    elif not alone:
        echo_text(_total(checked), ascii_only=ascii_only)
    if alone and checked[0].fault:
        raise checked[0].fault
    code = max(one.code for one in checked)
    if code:
        raise SystemExit(code)


def _check(
    path: Path, rules: tuple[Rule, ...], *, double_dummy: bool, alone: bool, options: dict[str, Any]
) -> _Checked:
    """Read and check one file; among several, one that cannot be read does not stop the others."""
    if path.is_file() and path.stat().st_size > LARGEST:
        return _check_parts(path, rules, options)
    try:
        reading, conditions = work_out((path,), **options)
    except (FormatError, OSError) as fault:
        if alone:
            raise
        return _Checked(path, None, fault=fault)
    tables = {}
    if double_dummy:
        from overtrick.desk.double_dummy import deals_without_table, tables_for

        with Progress(_("double-dummy tricks"), len(deals_without_table(reading.event))) as progress:
            tables = tables_for(reading.event, progress)
    problems = check_reading(reading, conditions, rules, tables=tables)
    if _holds_nothing(reading):
        try:
            needs_results(reading, (path,))
        except FormatError as fault:
            return _Checked(path, reading, problems, fault)
    return _Checked(path, reading, problems)


def _holds_nothing(reading: Reading) -> bool:
    """Whether there is neither a board nor a name nor a match in it."""
    sections = [section for session in reading.event.sessions for section in session.sections]
    return not any(section.travellers or section.contestants or section.matches for section in sections)


def _check_parts(path: Path, rules: tuple[Rule, ...], options: dict[str, Any]) -> _Checked:
    """A file that is too large to be held: line by line, and so many problems at the most."""
    readings = stream(path, format=options["format_"], encoding=options["encoding"])
    if readings is None:
        return _Checked(path, None, fault=FormatError(too_large(path.stat().st_size, LARGEST), str(path)))
    conditions = conditions_of(**options)
    rules = tuple(rule for rule in rules if rule.key in LINE_BY_LINE)
    problems: list[Problem] = []
    found = taken = refused = guessed = rest = 0
    whole = Reading(Event())
    try:
        with Progress(_("records")) as progress:
            for reading in readings:
                whole, counts = reading, reading.counts
                found, taken = found + counts.found, taken + counts.taken
                refused, guessed = refused + counts.refused, guessed + counts.guessed
                some = check_reading(reading, conditions, rules, tables={})
                room = _MOST - len(problems)
                problems.extend(some[:room])
                rest += max(len(some) - max(room, 0), 0)
                progress(found)
    except FormatError as fault:
        return _Checked(path, None, fault=fault)
    if rest:
        text = ngettext("and {count} more problem", "and {count} more problems", rest).format(count=rest)
        problems.append(Problem(_("whole file"), Severity.WARNING, text))
    counts = Counts(found, taken, refused, guessed)
    return _Checked(path, Reading(Event(), (), counts, whole.format, whole.encoding), tuple(problems))


def _facts(reading: Reading | None) -> dict[str, Any]:
    counts = reading.counts if reading else Counts()
    return {
        "format": reading.format if reading else "",
        "encoding": reading.encoding if reading else "",
        "found": counts.found,
        "taken": counts.taken,
        "refused": counts.refused,
        "guessed": counts.guessed,
    }


def _rows(one: _Checked) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (item.where, item.severity.value, item.text, item.level, item.rule) for item in one.problems
    ]
    if one.fault is not None:
        rows.insert(0, ("", Severity.ERROR.value, _fault(one), "", ""))
    return rows


def _as_json(one: _Checked, *, alone: bool) -> dict[str, Any]:
    problems = [dict(zip(_NAMES, row, strict=True)) for row in _rows(one)[1 if one.fault is not None else 0 :]]
    facts = {**_facts(one.reading), "problems": problems}
    return facts if alone else {"file": str(one.path), "error": _fault(one), **facts}


def _fault(one: _Checked) -> str:
    """Why a file cannot be used, without its name, which stands beside it; empty where it can."""
    if isinstance(one.fault, OSError):
        return one.fault.strerror or str(one.fault)
    return str(one.fault).removeprefix(f"{one.path}: ") if one.fault else ""


def _told(one: _Checked, *, alone: bool) -> list[str]:
    """A file in lines: its heading among several, what was read, each problem, and a summary among several."""
    lines = [] if alone else [one_line(str(one.path))]
    if one.reading is not None:
        line = _("{format}, {encoding}: {found} records found, {taken} taken, {refused} refused, {guessed} guessed")
        lines.append(line.format(**_facts(one.reading)))
    lines += [_line(problem) for problem in one.problems]
    if not alone:
        if one.fault is not None:
            lines.append(one_line(_("cannot be used: {reason}").format(reason=_fault(one))))
        lines += [_summary(one.counts), ""]
    return lines


def _line(problem: Problem) -> str:
    level = _LEVELS.get(problem.level)
    return one_line(f"{problem} [{_(level)}: {problem.rule}]" if level else str(problem))


def _summary(counts: Counter[str]) -> str:
    return _("errors: {errors}, warnings: {warnings}, to ask the table: {ask}, notes: {notes}").format(
        errors=counts[Severity.ERROR.value],
        warnings=counts[Severity.WARNING.value],
        ask=counts[Level.ASK.value],
        notes=counts[Severity.NOTE.value],
    )


def _total(checked: list[_Checked]) -> str:
    counts: Counter[str] = sum((one.counts for one in checked), Counter())
    codes = Counter(one.code for one in checked)
    text = _("files: {files}, in order: {fine}, with problems: {bad}, that cannot be used: {unused}; {summary}")
    return text.format(
        files=len(checked), fine=codes[0], bad=codes[_FINDINGS], unused=codes[_BAD_INPUT], summary=_summary(counts)
    )
