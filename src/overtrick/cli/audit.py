"""`overtrick audit`: a published result worked out again."""

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
    one_line,
    remark,
    table_option,
)
from overtrick.cli.progress import Progress
from overtrick.cli.rank import needs_results, reading_options, work_out
from overtrick.errors import FormatError
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _

__all__ = ["audit"]

_KINDS = {
    "score": N_("deal scores"),
    "line": N_("scores of lines"),
    "datum": N_("data of boards"),
    "match": N_("results of matches"),
    "total": N_("totals"),
    "percent": N_("percentages"),
    "place": N_("places"),
}


@click.command(
    cls=Spoken,
    example="overtrick audit published.csv",
    help=N_(
        "Recompute a published result; every number that does not follow, and why. Exit code 1 where there is one."
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@table_option
@ascii_option
@reading_options
@language_option
def audit(files: tuple[Path, ...], *, want_json: bool, want_csv: bool, ascii_only: bool, **options: Any) -> None:
    """Recompute a published result; every number that does not follow, and why."""
    from overtrick.desk.agreement import unread_places
    from overtrick.desk.audit import audit as audited

    reading, conditions = work_out(files, **options)
    needs_results(reading, files)
    with Progress(_("ways of reckoning tried")) as progress:
        done = audited(reading.event, conditions, reading=reading, progress=progress)
    if not done.stated:
        raise FormatError(_("the file states no result of its own; there is nothing to audit"), str(files[0]))
    for problem in reading.problems:
        remark(one_line(str(problem)))
    if unread := unread_places(done.fit.standing):
        text = ngettext(
            "{count} place is not audited, as it is no number: {places}",
            "{count} places are not audited, as they are no numbers: {places}",
            len(unread),
        )
        remark(one_line(text.format(count=len(unread), places=", ".join(unread[:5]))))
    rows = [(one.kind, one.where, one.what, one.stated, one.found, one.reason, one.text) for one in done.findings]
    names = ("kind", "where", "what", "stated", "found", "reason", "text")
    if want_json:
        echo_json(
            {
                "method": done.fit.conditions.method,
                "stated": done.stated,
                "right": done.right,
                "counts": {kind: {"right": right, "of": of} for kind, (right, of) in done.counts.items()},
                "conditions": done.fit.conditions.changed(),
                "conventions": [
                    {"name": one.name, "value": one.value, "default": one.default, "margin": one.margin}
                    for one in done.fit.conventions
                ],
                "findings": [dict(zip(names, row, strict=True)) for row in rows],
            },
            ascii_only=ascii_only,
        )
    elif want_csv:
        echo_csv(list(names), rows)
    else:
        for line in _told(done):
            echo_text(line, ascii_only=ascii_only)
    if done.findings or reading.counts.refused:
        raise SystemExit(1)


def _told(done: Any) -> list[str]:
    """The audit in words: how many numbers follow, by what conventions, and what is left."""
    share = 100 * done.right / done.stated
    lines = [
        _("{right} of {stated} numbers that the file states follow from its results ({share} %)").format(
            right=done.right, stated=done.stated, share=f"{share:.2f}"
        )
    ]
    lines += [
        _("  {kind}: {right} of {of}").format(kind=_(_KINDS[kind]), right=right, of=of)
        for kind, (right, of) in done.counts.items()
    ]
    changed = ", ".join(f"{name}={value}" for name, value in done.fit.conditions.changed().items())
    lines.append(_("conditions: {conditions}").format(conditions=changed or _("those that are the default")))
    lines += [
        _("  {name}={value}: with any other value at least {margin} numbers fewer follow").format(
            name=one.name, value=one.value, margin=one.margin
        )
        for one in done.fit.conventions
    ]
    return lines + [one_line(f"{one.where}: {one.text}") for one in done.findings]
