"""`overtrick list`: what there is, each with its source."""

from __future__ import annotations

from dataclasses import fields

import click

from overtrick.cli.options import (
    Spoken,
    ascii_option,
    drawing,
    echo_csv,
    echo_json,
    echo_text,
    language_option,
    remark,
    table_option,
)
from overtrick.i18n import N_
from overtrick.i18n import gettext as _

__all__ = ["listing"]

_METHODS = (
    ("matchpoints", N_("2 for each lower score, 1 for each equal one"), "Law 78A"),
    ("ascherman", N_("matchpoints with one more for oneself"), "De Wael"),
    ("cross-imps", N_("IMPs against every other score"), "Law 78B; PBN Cross, Cross1, Cross2"),
    ("butler", N_("IMPs against a datum"), "Law 78B; PBN Butler"),
    ("team-imps", N_("teams: IMPs for the difference of the two tables"), "Law 78B"),
    ("board-a-match", N_("teams: a board is won, tied or lost"), "ACBL; point-a-board"),
    ("total-points", N_("the scores themselves"), "Law 78C"),
)

_TRUST = {
    "2": N_("two or more independent sources agree"),
    "1": N_("one source"),
    "R": N_("reconstructed and cross-checked"),
    "M": N_("from memory, not verified"),
}


def _laws() -> list[dict[str, str]]:
    from overtrick.tables.laws import LAWS, VARIANTS

    return [
        {
            "key": code.key,
            "name": code.name,
            "since": str(code.since),
            "trust": _(_TRUST.get(code.trust, code.trust)),
            "source": code.source,
            "remark": code.remark,
        }
        for code in (*LAWS, *VARIANTS)
    ]


def _scales() -> list[dict[str, str]]:
    from overtrick.tables.imps import IMP_TABLES
    from overtrick.tables.scales import SCALES

    tables = [(item.key, item.name, item.since, item.source) for item in IMP_TABLES.values()]
    scales = [(item.key, item.name, item.since, item.source) for item in SCALES.values()]
    return [dict(zip(("key", "name", "since", "source"), row, strict=True)) for row in (*tables, *scales)]


def _settings() -> list[dict[str, str]]:
    from overtrick.model.conditions import Conditions
    from overtrick.score.home.settings import ChicagoRules, RubberRules

    home = [
        {"key": f"{form} {key}", "default": default, "values": values, "name": name, "source": source}
        for form, rules in (("rubber", RubberRules), ("chicago", ChicagoRules))
        for key, default, values, name, source in rules.table()
    ]
    return [
        *(
            {
                "key": item.name.replace("_", "-"),
                "default": "" if item.default is None else str(item.default),
                "values": ", ".join(item.metadata["among"]),
                "name": _(item.metadata["help"]),
                "source": item.metadata["cite"],
            }
            for item in fields(Conditions)
        ),
        *home,
    ]


def _presets() -> list[dict[str, str]]:
    from overtrick.tables.presets import PRESETS

    return [
        {
            "key": item.key,
            "name": _(item.name),
            "settings": ", ".join(f"{name}={value}" for name, value in item.settings.items()),
            "source": item.source,
        }
        for item in PRESETS
    ]


def _formats() -> list[dict[str, str]]:
    from overtrick.formats.format import formats

    return [{"key": item.key, "name": item.name, "source": item.source} for item in formats()]


def _methods() -> list[dict[str, str]]:
    return [{"key": key, "name": _(name), "source": source} for key, name, source in _METHODS]


def _trap() -> list[dict[str, str]]:
    from overtrick.desk.trap import trap_files, traps

    files = trap_files()
    paths = (*files.sessions, files.conditions, files.expected)
    return [
        *({"key": path.name, "name": str(path), "source": "Overtrick"} for path in paths),
        *({"key": where, "name": what, "source": "docs/explanation/trap.md"} for where, what in traps()),
    ]


_KINDS = {
    "formats": _formats,
    "laws": _laws,
    "methods": _methods,
    "presets": _presets,
    "scales": _scales,
    "settings": _settings,
    "trap": _trap,
}


@click.command(
    "list",
    cls=Spoken,
    example="overtrick list laws",
    help=N_("What there is: laws, methods, scales, formats, settings, presets, the trap tournament."),
)
@click.argument("kind", type=click.Choice(sorted(_KINDS)))
@click.option("--diff", metavar="OLD,NEW", help=N_("Of laws: only what changed from one code to another."))
@table_option
@ascii_option
@language_option
def listing(kind: str, *, diff: str | None, want_json: bool, want_csv: bool, ascii_only: bool) -> None:
    """What there is: laws, methods, scales, formats, settings, presets, the trap tournament."""
    rows = _KINDS[kind]() if diff is None else _changes(kind, diff)
    if want_json:
        echo_json(rows, ascii_only=ascii_only)
    elif want_csv:
        echo_csv(list(rows[0]) if rows else ["key"], [list(row.values()) for row in rows])
    elif kind == "trap":
        from overtrick.desk.trap import describe

        echo_text(describe(), ascii_only=ascii_only)
    elif not rows:
        remark(_("the two codes give the same numbers"))
    else:
        width = drawing(ascii_only=ascii_only)["width"] or 100
        room = max((len(row["key"]) for row in rows), default=0)
        for row in rows:
            echo_text(_paragraph(row, room, width), ascii_only=ascii_only)


def _changes(kind: str, diff: str) -> list[dict[str, str]]:
    from overtrick.tables.law_words import changes

    old, comma, new = diff.partition(",")
    if kind != "laws" or not comma:
        raise click.UsageError(_("--diff compares two codes of laws: list laws --diff 1975,1987"))
    return [
        {"key": change.field.replace("_", "-"), "name": change.name, "before": change.before, "after": change.after}
        for change in changes(old.strip(), new.strip())
    ]


_LABELS = {
    "after": N_("after"),
    "before": N_("before"),
    "default": N_("default"),
    "remark": N_("remark"),
    "settings": N_("settings"),
    "since": N_("since"),
    "source": N_("source"),
    "trust": N_("trust"),
    "values": N_("values"),
}


def _paragraph(row: dict[str, str], room: int, width: int) -> str:
    """Key and name, then one fact a line under them, long ones wrapped."""
    from textwrap import wrap

    indent = " " * (room + 2)
    lines = wrap(row["name"], width, initial_indent=row["key"].ljust(room + 2), subsequent_indent=indent)
    for name, value in row.items():
        if name not in ("key", "name") and value:
            fact = f"{_(_LABELS[name]) if name in _LABELS else name}: {value}"
            lines += wrap(fact, width, initial_indent=f"{indent}  ", subsequent_indent=f"{indent}    ")
    return "\n".join(lines)
