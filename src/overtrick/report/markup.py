"""Pieces of HTML that the pages share. Every function takes plain text and hands back escaped HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from overtrick.i18n import current_language
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import Played
from overtrick.model.standing import LineResult
from overtrick.model.terms import Strain
from overtrick.report.methods import has_percent
from overtrick.report.numbers import human, percent, shortest, signed
from overtrick.report.words import (
    clean,
    contract_text,
    lead_text,
    outcome_text,
    seat_text,
    spoken_contract,
    tricks_text,
)

__all__ = [
    "Column",
    "contract_cells",
    "contract_markup",
    "link",
    "page",
    "percent_cell",
    "suits",
    "table",
    "text",
    "worth_cell",
]

_RED = (Strain.DIAMONDS, Strain.HEARTS)


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; `kind` is its class (`l` words, `n` names, `x` not on a phone), `head` makes row headings."""

    title: str
    kind: str = ""
    head: bool = False


def text(value: str) -> str:
    """Text of a file, made safe for a page.

    >>> text("<b> & 'c'")
    '&lt;b&gt; &amp; &#x27;c&#x27;'
    """
    return escape(clean(value))


def link(target: str, label: str) -> str:
    """A link to another page of the site.

    >>> link("index.html", "A & B")
    '<a href="index.html">A &amp; B</a>'
    """
    return f'<a href="{escape(target)}">{text(label)}</a>'


def suits(plain: str) -> str:
    """Text with its red suit signs in red (two colours, the print default) and names for a screen reader.

    >>> suits("♠A")
    '<span role="img" aria-label="spades">♠</span>A'
    """
    names = {"♣": _("clubs"), "♦": _("diamonds"), "♥": _("hearts"), "♠": _("spades")}
    return "".join(
        f'<span{" class=" + chr(34) + "red" + chr(34) if sign in "♦♥" else ""} role="img" '
        f'aria-label="{escape(names[sign])}">{sign}</span>'
        if sign in names
        else escape(sign)
        for sign in plain
    )


def contract_markup(contract: Contract) -> str:
    """A contract with its suit sign, spoken as words."""
    colour = ' class="red"' if contract.strain in _RED else ""
    return f'<span{colour} role="img" aria-label="{escape(spoken_contract(contract))}">{contract_text(contract)}</span>'


def contract_cells(result: LineResult) -> list[str]:
    """Contract, declarer, lead and tricks; a split score shows both outcomes in place of the contract."""
    line = result.line
    lead = suits(lead_text(line.lead))
    if line.ns_outcome != line.ew_outcome:
        halves = " / ".join(outcome_text(side) for side in (line.ns_outcome, line.ew_outcome))
        return [suits(halves), "", lead, ""]
    outcome = line.ns_outcome
    if isinstance(outcome, Played):
        by = escape(seat_text(outcome.contract.declarer))
        return [contract_markup(outcome.contract), by, lead, tricks_text(outcome)]
    return [suits(outcome_text(outcome)), "", lead, ""]


def worth_cell(value: Fraction | None, method: str) -> str:
    """Matchpoints as they are, IMPs with their sign, nothing where there is nothing."""
    if value is None:
        return ""
    return human(shortest(value) if has_percent(method) else signed(value))


def percent_cell(value: Fraction | None) -> str:
    """A percentage, or nothing."""
    return "" if value is None else human(percent(value))


def table(title: str, columns: Sequence[Column], rows: Iterable[Sequence[str]], *, spoken: bool = False) -> str:
    """A table with its caption in a box that scrolls by itself; cells are HTML already.

    A `spoken` caption is for screen readers only, as a heading stands above it.
    """
    heads = "".join(f'<th scope="col"{_kind(column)}>{escape(column.title)}</th>' for column in columns)
    kind = ' class="spoken"' if spoken else ""
    lines = [
        f"<tr>{''.join(_cell(column, cell) for column, cell in zip(columns, row, strict=True))}</tr>" for row in rows
    ]
    return "\n".join(
        [
            f'<section class="box" tabindex="0" aria-label="{escape(title)}">',
            f"<table>\n<caption{kind}>{escape(title)}</caption>",
            f"<thead><tr>{heads}</tr></thead>\n<tbody>",
            *lines,
            "</tbody>\n</table>\n</section>",
        ]
    )


def _kind(column: Column) -> str:
    return f' class="{column.kind}"' if column.kind else ""


def _cell(column: Column, cell: str) -> str:
    if column.head:
        return f'<th scope="row"{_kind(column)}>{cell}</th>'
    return f"<td{_kind(column)}>{cell}</td>"


def page(title: str, header: str, main: Iterable[str], footer: Iterable[str]) -> str:
    """A whole page; `header` and `main` are HTML, `title` and the footer's sentences are plain text."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{current_language()}">',
            '<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(title)}</title>",
            '<link rel="stylesheet" href="style.css">\n</head>\n<body>',
            f"<header>\n{header}\n</header>\n<main>",
            *main,
            "</main>\n<footer>",
            *(f"<p>{text(sentence)}</p>" for sentence in footer),
            "</footer>\n</body>\n</html>\n",
        ]
    )
