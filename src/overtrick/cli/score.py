"""`overtrick score` and `overtrick which`: one deal."""

from __future__ import annotations

from typing import Any

import click

from overtrick.cli.options import (
    Spoken,
    ascii_option,
    echo_csv,
    echo_json,
    echo_text,
    language_of_results,
    language_option,
    number_option,
    remark,
    table_option,
)
from overtrick.errors import RecordError
from overtrick.i18n import N_, current_language
from overtrick.i18n import gettext as _
from overtrick.notation.result import parse, write
from overtrick.score.deal import Score, as_vulnerability, deal_score

__all__ = ["score", "which"]


# A result such as `4S N -1` looks like an option where it is not quoted.
_RESULTS = {"ignore_unknown_options": True}


@click.command(
    cls=Spoken,
    example='overtrick score "7SX N -9" --law 1975,1987',
    help=N_("Score one deal, such as 4SX N +1, to North-South."),
    context_settings=_RESULTS,
)
@click.argument("result", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--vul", metavar="none|NS|EW|both", help=N_("Vulnerability; none where nothing is said."))
@click.option(
    "--board", type=click.IntRange(min=1), metavar="N", help=N_("Board number, which tells the vulnerability.")
)
@click.option(
    "--law",
    default="duplicate-2017",
    metavar="KEY[,KEY...]",
    help=N_("Code of laws by key or year; several side by side."),
)
@click.option("--explain", "explained", is_flag=True, help=N_("The score in words, each element with its law."))
@click.option("--json", "as_json", is_flag=True, help=N_("As JSON."))
@ascii_option
@language_of_results
@number_option
@language_option
def score(
    result: tuple[str, ...],
    vul: str | None,
    board: int | None,
    law: str,
    *,
    explained: bool,
    as_json: bool,
    ascii_only: bool,
    letters: str,
    number: str,
) -> None:
    """Score one deal, such as "4SX N +1", to North-South."""
    if vul is not None and board is not None:
        raise click.UsageError(_("--vul and --board both tell the vulnerability; give one of them"))
    for word in result:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    if vul is not None:
        try:
            vul = as_vulnerability(vul).value
        except RecordError as fault:
            raise click.BadParameter(str(fault), param_hint="--vul") from None
    entry = parse(" ".join(result), language=letters, number=number)
    keys = [key.strip() for key in law.split(",") if key.strip()]
    if not keys:
        raise click.BadParameter(_("the key or the year of a code is wanted"), param_hint="--law")
    scores = [deal_score(entry, vulnerability=vul, board=board, law=key) for key in keys]
    if as_json:
        found = [_as_json(one) for one in scores]
        echo_json(found[0] if len(found) == 1 else found, ascii_only=ascii_only)
        return
    for one in scores:
        name = f"{one.law.key}: " if len(scores) > 1 else ""
        if explained:
            from overtrick.score.explain import explain

            if len(scores) > 1:
                echo_text(f"{one.law.key} — {one.law.name}", ascii_only=ascii_only)
            words = explain(entry, vulnerability=one.vulnerability, law=one.law, language=current_language())
            echo_text(words, ascii_only=ascii_only)
        else:
            click.echo(f"{name}{one}")


def _as_json(one: Score) -> dict[str, Any]:
    from overtrick.model.outcome import Entry

    return {
        "result": write(Entry.both(one.outcome)),
        "law": one.law.key,
        "vulnerability": one.vulnerability.value,
        "ns": one.ns,
        "ew": one.ew,
        "declarer": one.declarer_points,
        "items": [
            {
                "element": item.element,
                "points": item.points,
                "scored_by": item.scored_by,
                "side": item.side.value if item.side else None,
                "steps": list(item.steps),
                "law": item.article,
            }
            for item in one.items
        ],
    }


@click.command(
    cls=Spoken,
    example="overtrick which 980",
    help=N_("Every contract, doubling, vulnerability and trick count that scores POINTS to the declaring side."),
    context_settings=_RESULTS,
)
@click.argument("points", type=int)
@click.option("--law", default="duplicate-2017", metavar="KEY", help=N_("Code of laws by key or year."))
@table_option
@language_option
def which(points: int, law: str, *, want_json: bool, want_csv: bool) -> None:
    """Every contract, doubling, vulnerability and trick count that scores POINTS to the declaring side."""
    from overtrick.score.lookup import results_scoring

    found = results_scoring(points, law=law)
    rows = [
        (
            str(item.outcome),
            str(item.contract) if item.contract else "Pass",
            item.tricks,
            item.vulnerable if item.contract else None,
            item.points,
        )
        for item in found
    ]
    names = ("result", "contract", "tricks", "vulnerable", "points")
    if want_json:
        echo_json([dict(zip(names, row, strict=True)) for row in rows])
    elif want_csv:
        words = {True: "yes", False: "no", None: ""}
        echo_csv(names, [(*row[:3], words[row[3]], row[4]) for row in rows])
    else:
        for item in found:
            click.echo(str(item))
    if not found:
        remark(_("nothing scores {points}").format(points=points))
        raise SystemExit(1)
