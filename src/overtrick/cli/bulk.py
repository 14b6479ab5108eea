"""`overtrick bulk`: archives of results by the million."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from overtrick.cli.options import Spoken, ascii_option, echo_json, echo_text, language_option, remark
from overtrick.cli.progress import Progress
from overtrick.cli.rank import known_reading, reading_options
from overtrick.desk.settings import conditions_from
from overtrick.errors import FormatError
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _

if TYPE_CHECKING:
    from overtrick.bulk.local import Summary
    from overtrick.bulk.plan import Plan
    from overtrick.model.conditions import Conditions

__all__ = ["bulk"]

_FILE = click.Path(path_type=Path)
_MOST = 20  # faults and problems told one by one
_ALSO = ("matchpoints", "cross-imps", "butler")


@click.command(
    cls=Spoken,
    example="overtrick bulk archive.csv -o scored --method cross-imps",
    help=N_("Score an archive of results: IN is a Parquet or CSV file, a folder of them, or files of other formats."),
)
@click.argument("in_", type=_FILE, metavar="IN")
@click.option("-o", "--out", type=_FILE, metavar="DIR", help=N_("Where the results go: a new folder."))
@click.option(
    "--also",
    multiple=True,
    type=click.Choice(_ALSO),
    help=N_("A comparison beside that of the method; may be repeated."),
)
@click.option(
    "--engine", type=click.Choice(["local", "dask", "spark"]), default="local", help=N_("What does the work.")
)
@click.option("--cluster", metavar="ADDRESS", help=N_("A scheduler of Dask or a master of Spark; else this machine."))
@click.option(
    "--kernel",
    type=click.Choice(["auto", "numba", "numpy"]),
    default="auto",
    help=N_("Which kernel; all give the same."),
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help=N_("How many at a time."))
@click.option(
    "--boards-only", is_flag=True, help=N_("No totals: for an event that is too large to be scored at one place.")
)
@click.option("--values", is_flag=True, help=N_("Add what each row is worth to each side."))
@click.option(
    "--to", type=click.Choice(["parquet", "csv"]), default="parquet", help=N_("What the results are written as.")
)
@click.option("--anew", is_flag=True, help=N_("Replace what another job left in DIR."))
@click.option(
    "--explain",
    "asked",
    metavar="EVENT/BOARD/PAIR",
    help=N_("Explain one number by the core, and compare it with bulk."),
)
@click.option("--json", "want_json", is_flag=True, help=N_("As JSON."))
@ascii_option
@reading_options
@language_option
def bulk(
    in_: Path,
    *,
    out: Path | None,
    also: tuple[str, ...],
    asked: str | None,
    kernel: str,
    to: str,
    want_json: bool,
    ascii_only: bool,
    method: str | None,
    settings: tuple[str, ...],
    presets: tuple[str, ...],
    file: Path | None,
    encoding: str | None,
    format_: str | None,
    event_: int | None,
    letters: str,
    number: str,
    **engine: Any,
) -> None:
    """Score an archive of results: IN is a Parquet or CSV file, a folder of them, or files of other formats."""
    from overtrick.bulk import make_plan
    from overtrick.desk.archive import is_archive, source_files

    if (out is None) is (asked is None):
        text = _("say where the results go: -o DIR") if out is None else _("--explain writes nothing and takes no -o")
        raise click.UsageError(text)
    asked_for: dict[str, Any] = {"method": method, "presets": presets, "file": file, "settings": settings}
    plan = make_plan(conditions_from(**asked_for), also=also)
    source, odd = in_, 0
    source_files(in_)
    known_reading(encoding, format_)
    if is_archive(in_, encoding):
        _refuse_reading()
    else:
        spare = None if asked is None else click.get_current_context().with_resource(TemporaryDirectory())
        how = {"format": format_, "encoding": encoding, "letters": letters, "number": number, "event": event_}
        source, odd, conditions = _taken_in(in_, Path(spare or out or "."), how, asked_for)
        plan = make_plan(conditions, also=also)
    if asked is not None:
        how = {"kernel": kernel, "encoding": encoding}
        _explain(source, asked, plan, how, want_json=want_json, ascii_only=ascii_only)
        return
    assert out is not None
    summary = _scored(source, out, plan, engine | {"kernel": kernel, "encoding": encoding, "to": to})
    if want_json:
        told = asdict(summary) | {"faults": [str(fault) for fault in summary.faults], "rate": round(summary.rate)}
        echo_json(told | {"seconds": round(summary.seconds, 3), "method": plan.method}, ascii_only=ascii_only)
    else:
        echo_text("\n".join(_lines(summary, out, to)), ascii_only=ascii_only)
    for fault in summary.faults[:_MOST]:
        remark(str(fault))
    if summary.passed_over:
        _tell_passed_over(summary.passed_over)
    alone = ngettext(
        "{count} result has no other table of its match to be compared with",
        "{count} results have no other table of their match to be compared with",
        summary.alone,
    )
    strange = ngettext(
        "{count} score is that of no deal, or not that of its contract, which counts",
        "{count} scores are those of no deal, or not those of their contracts, which count",
        summary.odd,
    )
    for text, count in ((alone, summary.alone), (strange, summary.odd)):
        if count:
            remark(text.format(count=_count(count)))
    if summary.faults or summary.refused or summary.alone or summary.odd or odd:
        raise SystemExit(1)


def _refuse_reading() -> None:
    """Refuse what tells how files of other formats are read, as an archive of the form is read in one way alone."""
    context = click.get_current_context()
    for name in ("format_", "event_", "letters", "number"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = next(one.opts[0] for one in context.command.params if one.name == name)
            raise click.UsageError(
                _("{option} is for files of other formats, and this is an archive").format(option=option)
            )


def _scored(source: Path, out: Path, plan: Plan, how: dict[str, Any]) -> Summary:
    """The work itself under a bar for each of its steps."""
    from overtrick.bulk.local import score_archive

    bars: dict[str, Progress] = {}

    def listen(what: str, done: int, total: int) -> None:
        if what not in bars:
            for bar in bars.values():
                bar.__exit__(None, None, None)
            bars[what] = Progress(what, total)
        bars[what](done, total)

    try:
        return score_archive(source, out, plan, listen=listen, **how)
    finally:
        for bar in bars.values():
            bar.__exit__(None, None, None)


def _taken_in(in_: Path, out: Path, how: dict[str, Any], asked_for: dict[str, Any]) -> tuple[Path, int, Conditions]:
    """The archive made of files of other formats, beside the results, what it lacks, and the conditions of its events.

    It lacks so many records or files. Raises ConditionsError where the files say different conditions.
    """
    from overtrick.desk.archive import one_for_all, source_files, take_in
    from overtrick.desk.settings import conditions_by_file

    paths = source_files(in_)
    folder = out / "archive"
    folder.mkdir(parents=True, exist_ok=True)
    with Progress(_("files"), len(paths)) as progress:
        taken = take_in(
            paths,
            folder / "archive.parquet",
            root=in_,
            conditions=lambda event: conditions_by_file(event, **asked_for)[0],
            listen=progress,
            **how,
        )
    told = [*taken.unread, *taken.problems]
    for text in told[:_MOST]:
        remark(text)
    if len(told) > _MOST:
        rest = len(told) - _MOST
        remark(ngettext("and {count} more problem", "and {count} more problems", rest).format(count=rest))
    unread = len(taken.unread)
    counts = [
        (taken.files, ngettext("{count} file", "{count} files", taken.files)),
        (taken.rows, ngettext("{count} row taken", "{count} rows taken", taken.rows)),
        (taken.refused, ngettext("{count} record refused", "{count} records refused", taken.refused)),
        (unread, ngettext("{count} file not read", "{count} files not read", unread)),
    ]
    remark(", ".join(text.format(count=_count(count)) for count, text in counts if count))
    if not taken.rows:
        raise FormatError(_("there is no result in these files"), str(in_))
    found = one_for_all(taken.conditions)
    if found != conditions_from(**asked_for):
        changed = ", ".join(f"{name}={value}" for name, value in found.changed().items())
        remark(_("conditions, as the files say: {conditions}").format(conditions=changed or "-"))
    return folder, taken.refused + len(taken.unread), found


def _explain(source: Path, asked: str, plan: Plan, how: dict[str, Any], *, want_json: bool, ascii_only: bool) -> None:
    """The steps of the core, and whether bulk gives the same; exit code 1 where it does not."""
    from overtrick.desk.archive_answer import answer
    from overtrick.desk.explanation import steps_text

    found = answer(source, asked, plan, **how)
    if want_json:
        steps = [{"title": step.title, "lines": list(step.lines), "rule": step.rule} for step in found.steps]
        told = {"steps": steps, "core": list(found.core), "bulk": list(found.bulk), "same": found.same}
        echo_json(told, ascii_only=ascii_only)
    else:
        echo_text(steps_text(list(found.steps)), ascii_only=ascii_only)
        text = (
            _("The bulk engine gives the same: {bulk}") if found.same else _("The bulk engine gives {bulk}, not {core}")
        )
        echo_text("\n" + text.format(bulk=", ".join(found.bulk), core=", ".join(found.core)), ascii_only=ascii_only)
    if not found.same:
        raise SystemExit(1)


def _lines(summary: Summary, out: Path, to: str) -> list[str]:
    """What came of it, in words."""
    from overtrick.bulk.local import refused_text

    figures = (
        (ngettext("{count} event", "{count} events", summary.events), summary.events),
        (ngettext("{count} board", "{count} boards", summary.boards), summary.boards),
        (ngettext("{count} result", "{count} results", summary.rows), summary.rows),
        (ngettext("{count} contestant", "{count} contestants", summary.contestants), summary.contestants),
    )
    lines = [", ".join(text.format(count=_count(number)) for text, number in figures)]
    for name, count in summary.refused.items():
        lines.append(_("refused: {count}, {reason}").format(count=_count(count), reason=refused_text(name)))
    if summary.refused:
        lines.append(_("the refused rows are in {path}").format(path=out / f"refused.{to}"))
    if summary.before:
        lines.append(_("{count} of {all} parts were done before").format(count=summary.before, all=summary.parts))
    lines.append(
        _("{seconds} s, {rate} results a second, in {path}").format(
            seconds=f"{summary.seconds:.1f}", rate=_count(round(summary.rate)), path=out
        )
    )
    return lines


def _tell_passed_over(names: tuple[str, ...]) -> None:
    """Name the files of the folder that are no tables."""
    told = ", ".join(names[:_MOST])
    if len(names) > _MOST:
        told += " \N{HORIZONTAL ELLIPSIS}"
    remark(
        ngettext(
            "{count} file is no table and was passed over: {names}",
            "{count} files are no tables and were passed over: {names}",
            len(names),
        ).format(count=_count(len(names)), names=told)
    )


def _count(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
