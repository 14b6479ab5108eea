"""The score sheet of rubber bridge and Chicago as on paper: We and They, above and below the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from overtrick.i18n import gettext as _
from overtrick.model.sheet import Sheet, SheetDeal, SheetEntry
from overtrick.model.terms import Side, Vulnerability
from overtrick.report.sheet_why import reason_word

__all__ = [
    "Row",
    "column_names",
    "deal_words",
    "pretty",
    "sheet_json",
    "sheet_rows",
    "sheet_text",
    "state_line",
    "vulnerable_word",
]

_WIDTH = 24
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the paper: `above`, `line` (the thick one), `below`, `rule` (a game ruled off), `total`."""

    kind: str
    we: SheetEntry | None = None
    they: SheetEntry | None = None
    text: str = ""


def sheet_rows(sheet: Sheet) -> tuple[Row, ...]:
    """The paper from top to bottom. Above the line the first figure stands lowest, as one writes it."""
    return tuple(_rows(sheet))


def _rows(sheet: Sheet) -> Iterator[Row]:
    above = [list(sheet.column(side, below=False)) for side in Side]
    height = max(len(column) for column in above)
    for place in range(height - 1, -1, -1):
        we, they = (column[place] if place < len(column) else None for column in above)
        yield Row("above", we, they)
    yield Row("line")
    blocks = list(_blocks(sheet))
    for place, (label, entries) in enumerate(blocks):
        columns = [[entry for entry in entries if entry.side is side] for side in Side]
        for we, they in zip_longest(*columns):
            yield Row("below", we, they)
        if place < len(blocks) - 1 or label:
            yield Row("rule", text=label)


def _blocks(sheet: Sheet) -> Iterator[tuple[str, list[SheetEntry]]]:
    """The games of the sheet, each with the figures below the line and the words at its rule ('' while in play)."""
    below = {deal: list(found) for deal, found in groupby((e for e in sheet.entries if e.below), key=lambda e: e.deal)}
    block = below.get(0, [])
    game = 0
    for place, deal in enumerate(sheet.deals):
        block = [*block, *below.get(deal.index, [])]
        wheel_ends = place + 1 < len(sheet.deals) and sheet.deals[place + 1].wheel != deal.wheel
        if deal.won:
            game += 1
            yield _("game {number}: {side}").format(number=game, side=column_names(sheet)[deal.won is Side.EW]), block
            block = []
        elif wheel_ends:
            yield _("end of wheel {number}").format(number=deal.wheel), block
            block = []
    if block:
        yield "", block


def column_names(sheet: Sheet) -> tuple[str, str]:
    """The heads of the two columns: names where they are given, else We and They in the language in force.

    >>> column_names(Sheet("rubber", "rubber-1993", ("We", "Ann and Bo"), (), (), False))
    ('We', 'Ann and Bo')
    """
    plain = (_("We"), _("They"))
    words = ("We", "They")
    return tuple(  # type: ignore[return-value]  # two in, two out
        here if name in ("", word) else name for name, word, here in zip(sheet.names, words, plain, strict=True)
    )


def pretty(result: str, *, ascii_only: bool = False) -> str:
    """A result with suit signs, unless only ASCII is wanted.

    >>> pretty("4SX N +1"), pretty("3NT W =")
    ('4♠X N +1', '3NT W =')
    """
    if ascii_only:
        return result
    return re.sub(r"^([1-7])([CDHS])(?=X|\s|$)", lambda found: found[1] + _SUITS[found[2]], result)


def vulnerable_word(sheet: Sheet, vulnerability: Vulnerability) -> str:
    """Who is vulnerable, in words."""
    if vulnerability is Vulnerability.NONE:
        return _("nobody vulnerable")
    if vulnerability is Vulnerability.BOTH:
        return _("both vulnerable")
    return _("{side} vulnerable").format(side=column_names(sheet)[vulnerability is Vulnerability.EW])


def state_line(sheet: Sheet) -> str:
    """How far the game has come, in a line."""
    if sheet.form == "rubber":
        if sheet.finished:
            return _("rubber finished")
        return _("rubber stopped") if sheet.stopped else _("rubber not finished")
    if sheet.finished:
        return _("all deals played")
    return _("wheel not finished")


def sheet_text(sheet: Sheet, *, ascii_only: bool = False, deals: bool = True) -> str:
    """The sheet for a terminal or a printer: the paper, the totals, and a list of the deals.

    Each figure has its number in brackets; `why` tells the reason of a number.

    >>> from overtrick.model.sheet import Reason
    >>> entry = SheetEntry(1, 1, Side.NS, 60, True, Reason.CONTRACT)
    >>> sheet = Sheet("rubber", "rubber-1993", ("We", "They"), (), (entry,), False)
    >>> sheet_text(sheet, ascii_only=True, deals=False).splitlines()[-1].split()
    ['Total', '60', '|', '0']
    """
    bar, dash, cross, double, crossed = ("|", "-", "+", "=", "+") if ascii_only else ("│", "─", "┼", "═", "╪")
    heads = [_fit(name) for name in column_names(sheet)]
    lines = [sheet.title] if sheet.title else []
    lines.append(_variant(sheet))
    lines += ["", f"{heads[0]:>{_WIDTH}} {bar} {heads[1]}".rstrip(), dash * (_WIDTH + 1) + cross + dash * (_WIDTH + 1)]
    for row in sheet_rows(sheet):
        if row.kind == "line":
            lines.append(double * (_WIDTH + 1) + crossed + double * (_WIDTH + 1))
        elif row.kind == "rule":
            rule = dash * (_WIDTH + 1) + cross + dash * (_WIDTH + 1)
            lines.append(f"{rule} {row.text}".rstrip())
        else:
            lines.append(f"{_left(row.we):>{_WIDTH}} {bar} {_right(row.they)}".rstrip())
    totals = sheet.totals
    label = _("Total")
    lines.append(double * (_WIDTH + 1) + crossed + double * (_WIDTH + 1))
    lines.append(f"{label}{totals.we:>{_WIDTH - len(label)}} {bar} {totals.they}")
    if deals and sheet.deals:
        lines += ["", *_deal_lines(sheet, ascii_only=ascii_only), "", state_line(sheet)]
    text = "\n".join(lines)
    return text.replace("–", "-").replace("×", "x") if ascii_only else text


def _variant(sheet: Sheet) -> str:
    """The game, its law and every house rule: printed on the sheet, so that nobody need remember."""
    form = _("Rubber bridge") if sheet.form == "rubber" else _("Chicago")
    chosen = ", ".join(f"{name} {value}" for name, value in sheet.settings)
    return f"{form}, {sheet.law}" + (f" ({chosen})" if chosen else "")


def _fit(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "."


def _left(entry: SheetEntry | None) -> str:
    return "" if entry is None else f"{reason_word(entry)} [{entry.number}] {entry.points:>5}"


def _right(entry: SheetEntry | None) -> str:
    return "" if entry is None else f"{entry.points:<5} [{entry.number}] {reason_word(entry)}"


def _deal_lines(sheet: Sheet, *, ascii_only: bool) -> Iterator[str]:
    rows = [_deal_cells(sheet, deal, ascii_only=ascii_only) for deal in sheet.deals]
    widths = [max(len(row[place]) for row in rows) for place in range(5)]
    for row in rows:
        cells = [row[0].rjust(widths[0]), row[1].ljust(widths[1]), row[2].ljust(widths[2])]
        cells += [row[3].rjust(widths[3]), row[4].rjust(widths[4])]
        yield ("  ".join(cells) + ("   " + row[5] if row[5] else "")).rstrip()


def deal_words(sheet: Sheet, deal: SheetDeal) -> tuple[str, str]:
    """What stands beside a deal: its place in the wheel and who was vulnerable; and what there is to remark."""
    where = vulnerable_word(sheet, deal.vulnerability)
    if sheet.form == "chicago":
        dealer = deal.dealer.value if deal.dealer else ""
        where = _("wheel {wheel}, deal {number}, dealer {dealer}, {vulnerable}").format(
            wheel=deal.wheel, number=deal.number, dealer=dealer, vulnerable=where
        )
    notes = [deal.remark] if deal.remark else []
    if deal.goulash:
        notes.insert(0, _("goulash"))
    if not deal.counted:
        notes.insert(0, _("passed out: dealt again"))
    if deal.won:
        notes.insert(0, _("game"))
    return where, "; ".join(notes)


def _deal_cells(sheet: Sheet, deal: SheetDeal, *, ascii_only: bool) -> tuple[str, ...]:
    where, notes = deal_words(sheet, deal)
    return (
        f"{deal.index}.",
        pretty(deal.result, ascii_only=ascii_only),
        where,
        str(deal.scored.we or "-"),
        str(deal.scored.they or "-"),
        notes,
    )


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain values for JSON: names, deals, figures and totals."""
    return {
        "form": sheet.form,
        "law": sheet.law,
        "title": sheet.title,
        "settings": dict(sheet.settings),
        "names": {"we": sheet.names[0], "they": sheet.names[1]},
        "deals": [_deal_json(deal) for deal in sheet.deals],
        "entries": [_entry_json(entry) for entry in sheet.entries],
        "below": {side: [e.points for e in sheet.column(Side(side), below=True)] for side in ("NS", "EW")},
        "above": {side: sum(e.points for e in sheet.column(Side(side), below=False)) for side in ("NS", "EW")},
        "totals": {"we": sheet.totals.we, "they": sheet.totals.they},
        "finished": sheet.finished,
        "stopped": sheet.stopped,
    }


def _side(side: Side | None) -> str | None:
    return None if side is None else ("they" if side is Side.EW else "we")


def _deal_json(deal: SheetDeal) -> dict[str, Any]:
    return {
        "index": deal.index,
        "number": deal.number,
        "wheel": deal.wheel,
        "dealer": deal.dealer.value if deal.dealer else None,
        "vulnerable": deal.vulnerability.value,
        "result": deal.result,
        "we": deal.scored.we,
        "they": deal.scored.they,
        "game": _side(deal.won),
        "counted": deal.counted,
        "goulash": deal.goulash,
        "remark": deal.remark,
    }


def _entry_json(entry: SheetEntry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "deal": entry.deal,
        "side": _side(entry.side),
        "points": entry.points,
        "below": entry.below,
        "reason": entry.reason.value,
        "law": entry.article,
    }
