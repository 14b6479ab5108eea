"""`overtrick conform`: worked cases, run through the functions that the commands use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from overtrick.cli.options import Spoken, ascii_option, echo_json, echo_text, language_option
from overtrick.desk.conform import Verdict, read_cases
from overtrick.desk.conform import conform as run
from overtrick.errors import FormatError, OvertrickError
from overtrick.i18n import N_
from overtrick.i18n import gettext as _

__all__ = ["conform"]


@click.command(
    cls=Spoken,
    example="overtrick conform cases.json --answers",
    help=N_("Run a conformance file: each case that differs, and a count."),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--trap", is_flag=True, help=N_("FILE is an answer to the trap tournament (overtrick list trap)."))
@click.option("--answers", is_flag=True, help=N_("Ignore what is expected; print one JSON object of answers by id."))
@ascii_option
@language_option
def conform(file: Path, *, trap: bool, answers: bool, ascii_only: bool) -> None:
    """Run a conformance file: each case that differs, and a count."""
    if trap:
        _check_trap(file, ascii_only=ascii_only)
        return
    try:
        cases = read_cases(file)
    except ValueError as fault:
        if isinstance(fault, OvertrickError):
            raise
        # Such as a number of more digits than Python reads.
        raise FormatError(_("not a JSON file: {error}").format(error=fault), str(file)) from None
    verdicts = run(cases)
    if answers:
        echo_json({verdict.case.id: verdict.answer for verdict in verdicts}, ascii_only=ascii_only)
        return
    wrong = [verdict for verdict in verdicts if verdict.right is False]
    unsupported = [verdict for verdict in verdicts if verdict.right is None]
    for line in _lines(verdicts, wrong, unsupported):
        echo_text(line, ascii_only=ascii_only)
    if wrong:
        raise SystemExit(1)


def _check_trap(file: Path, *, ascii_only: bool) -> None:
    from overtrick.desk.trap import check_answer

    found = check_answer(file)
    for difference in found:
        echo_text(difference, ascii_only=ascii_only)
    if found:
        raise SystemExit(1)
    echo_text(_("every line and every place of the trap tournament is right"), ascii_only=ascii_only)


def _lines(verdicts: list[Verdict], wrong: list[Verdict], unsupported: list[Verdict]) -> Iterator[str]:
    """Each case that differs, the rules that are not there, and the count."""
    for verdict in wrong:
        yield _("{id} ({rule}): expected {expected}, answered {answer}").format(
            id=verdict.case.id,
            rule=verdict.case.rule,
            expected=json.dumps(verdict.case.expected, ensure_ascii=False),
            answer=json.dumps(verdict.answer, ensure_ascii=False),
        )
    if unsupported:
        rules = sorted({verdict.case.rule for verdict in unsupported})
        yield _("{count} cases of rules not supported yet: {rules}").format(
            count=len(unsupported), rules=", ".join(rules)
        )
    yield _("{cases} cases: {right} right, {wrong} differ, {unsupported} not supported").format(
        cases=len(verdicts),
        right=len(verdicts) - len(wrong) - len(unsupported),
        wrong=len(wrong),
        unsupported=len(unsupported),
    )
