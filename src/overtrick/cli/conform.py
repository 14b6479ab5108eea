"""`overtrick conform`: worked cases, run through the functions that the commands use."""

from __future__ import annotations

import json
from pathlib import Path

import click

from overtrick.cli.options import Spoken, echo_json, language_option
from overtrick.desk.conform import conform as run
from overtrick.desk.conform import read_cases
from overtrick.i18n import N_
from overtrick.i18n import gettext as _

__all__ = ["conform"]


@click.command(
    cls=Spoken,
    example="overtrick conform cases.json --answers",
    help=N_("Run a conformance file: each case that differs, and a count."),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--answers", is_flag=True, help=N_("Ignore what is expected; print one JSON object of answers by id."))
@language_option
def conform(file: Path, *, answers: bool) -> None:
    """Run a conformance file: each case that differs, and a count."""
    verdicts = run(read_cases(file))
    if answers:
        echo_json({verdict.case.id: verdict.answer for verdict in verdicts})
        return
    wrong = [verdict for verdict in verdicts if verdict.right is False]
    unsupported = [verdict for verdict in verdicts if verdict.right is None]
    for verdict in wrong:
        click.echo(
            _("{id} ({rule}): expected {expected}, answered {answer}").format(
                id=verdict.case.id,
                rule=verdict.case.rule,
                expected=json.dumps(verdict.case.expected, ensure_ascii=False),
                answer=json.dumps(verdict.answer, ensure_ascii=False),
            )
        )
    if unsupported:
        rules = sorted({verdict.case.rule for verdict in unsupported})
        click.echo(
            _("{count} cases of rules not supported yet: {rules}").format(
                count=len(unsupported), rules=", ".join(rules)
            )
        )
    click.echo(
        _("{cases} cases: {right} right, {wrong} differ, {unsupported} not supported").format(
            cases=len(verdicts),
            right=len(verdicts) - len(wrong) - len(unsupported),
            wrong=len(wrong),
            unsupported=len(unsupported),
        )
    )
    if wrong:
        raise SystemExit(1)
