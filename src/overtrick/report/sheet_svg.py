"""The score sheet as a picture: SVG for print and for the screen, one sheet or one panel for every deal."""

from __future__ import annotations

from html import escape

from overtrick.i18n import current_language
from overtrick.i18n import gettext as _
from overtrick.model.sheet import Reason, Sheet, SheetEntry
from overtrick.report.sheet import Row, column_names, deal_words, pretty, sheet_rows, state_line
from overtrick.report.sheet_why import reason_word, why_entry

__all__ = ["sheet_html", "sheet_panels", "sheet_svg"]

_LINE = 22
_COLUMN = 190
_HEAD = 64
_NAME, _HEADING, _NOTE = 20, 42, 28  # letters that fit: a column, the whole width, a small line in a column
_STYLE = (
    "text{font:14px 'DejaVu Sans',Arial,sans-serif;fill:#000}.h{font-weight:bold}.s{font-size:11px;fill:#333}"
    ".n{font-variant-numeric:tabular-nums}.new{font-weight:bold}line{stroke:#000;stroke-width:1}.thick{stroke-width:3}"
)
_CLOSING = (Reason.RUBBER, Reason.UNFINISHED_GAME, Reason.UNFINISHED_PART)


def sheet_svg(sheet: Sheet) -> str:
    """The whole sheet as one SVG picture with a title and a description for a screen reader.

    >>> picture = sheet_svg(Sheet("rubber", "rubber-1993", ("We", "They"), (), (), False))
    >>> picture.startswith("<svg") and "<title" in picture and "<desc" in picture
    True
    """
    head = sheet.title or (_("Rubber bridge") if sheet.form == "rubber" else _("Chicago"))
    body, height = _panel(sheet, head, None)
    return _picture(sheet, head, body, 2 * _COLUMN + 20, height)


def sheet_panels(sheet: Sheet, *, across: int = 3) -> str:
    """The sheet as it grows: one panel after each deal with its new figures in bold, and one for the end."""
    panels = [
        (_("Deal {number}").format(number=deal.index), sheet.upto(deal.index), deal.index) for deal in sheet.deals
    ]
    if any(entry.reason in _CLOSING for entry in sheet.entries):
        panels.append((_("Bonus and total"), sheet, -1))
    drawn = [(_panel(part, head, fresh)) for head, part, fresh in panels] or [_panel(sheet, "", None)]
    width, tallest = 2 * _COLUMN + 40, max(height for _body, height in drawn) + 20
    body = [
        f'<g transform="translate({place % across * width},{place // across * tallest})">{text}</g>'
        for place, (text, _height) in enumerate(drawn)
    ]
    rows = -(-len(drawn) // across)
    head = sheet.title or _("The sheet deal by deal")
    return _picture(sheet, head, "".join(body), min(across, len(drawn)) * width, rows * tallest)


def _picture(sheet: Sheet, head: str, body: str, width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="sheet-title sheet-desc" '
        f'lang="{current_language()}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<title id="sheet-title">{escape(head)}</title><desc id="sheet-desc">{escape(_describe(sheet))}</desc>'
        f'<style>{_STYLE}</style><rect width="{width}" height="{height}" fill="#fff"/>{body}</svg>\n'
    )


def _describe(sheet: Sheet) -> str:
    """The sheet in sentences: what a screen reader says in place of the picture."""
    names = column_names(sheet)
    parts = [
        _("Deal {number}, {result}: {we} {we_points}, {they} {they_points}").format(
            number=deal.index,
            result=deal.result,
            we=names[0],
            we_points=deal.scored.we,
            they=names[1],
            they_points=deal.scored.they,
        )
        for deal in sheet.deals
    ]
    parts.append(
        _("Total: {we} {we_points}, {they} {they_points}").format(
            we=names[0], we_points=sheet.totals.we, they=names[1], they_points=sheet.totals.they
        )
    )
    return ". ".join([*parts, state_line(sheet)]) + "."


def _panel(sheet: Sheet, head: str, fresh: int | None) -> tuple[str, int]:
    """One paper, and its height. Figures of the deal `fresh` are bold (-1: those of the end)."""
    middle, width = _COLUMN + 10, 2 * _COLUMN + 20
    names = column_names(sheet)
    parts = [
        _text(middle, 22, _fit(head, _HEADING), "h", "middle"),
        _text(middle - 10, 48, _fit(names[0]), "h", "end"),
        _text(middle + 10, 48, _fit(names[1]), "h", "start"),
        _rule(_HEAD - 8, width),
    ]
    top = _HEAD
    for row in sheet_rows(sheet):
        drawn, used = _row(row, top, middle, width, fresh)
        parts.append(drawn)
        top += used
    parts += [
        _rule(top + 4, width, "thick"),
        _text(middle - 10, top + 24, str(sheet.totals.we), "h n", "end"),
        _text(middle + 10, top + 24, str(sheet.totals.they), "h n", "start"),
        _text(12, top + 24, _("Total"), "s", "start"),
        f'<line x1="{middle}" y1="{_HEAD - 8}" x2="{middle}" y2="{top + 32}"/>',
    ]
    return "".join(parts), top + 44


def _fit(name: str, room: int = _NAME) -> str:
    """A name that fits its column; the description has it whole."""
    return name if len(name) <= room else name[: room - 1] + "…"


def _row(row: Row, top: int, middle: int, width: int, fresh: int | None) -> tuple[str, int]:
    if row.kind == "line":
        return _rule(top + 6, width, "thick"), 12
    if row.kind == "rule":
        return _rule(top + 6, width) + _text(width - 12, top + 18, _fit(row.text, _NOTE), "s", "end"), 24
    drawn = ""
    for entry, step, anchor in ((row.we, -1, "end"), (row.they, 1, "start")):
        if entry is not None:
            kind = "n new" if _is_fresh(entry, fresh) else "n"
            drawn += _text(middle + step * 10, top + 16, str(entry.points), kind, anchor)
            label = pretty(reason_word(entry))
            drawn += _text(middle + step * 62, top + 16, label, "s", anchor)
    return drawn, _LINE


def _is_fresh(entry: SheetEntry, fresh: int | None) -> bool:
    closing = entry.reason in _CLOSING
    return fresh is not None and (closing if fresh < 0 else entry.deal == fresh and not closing)


def _text(x: int, y: int, text: str, kind: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def _rule(y: int, width: int, kind: str = "thin") -> str:
    return f'<line class="{kind}" x1="10" y1="{y}" x2="{width - 10}" y2="{y}"/>'


def sheet_html(sheet: Sheet) -> str:
    """The sheet as one page that needs nothing else: the picture, the deals, and the reason of every figure."""
    head = sheet.title or (_("Rubber bridge") if sheet.form == "rubber" else _("Chicago"))
    names = [escape(name) for name in column_names(sheet)]
    deals = "".join(
        f'<tr><th scope="row">{deal.index}</th><td>{escape(pretty(deal.result))}</td><td>{escape(where)}</td>'
        f"<td>{deal.scored.we}</td><td>{deal.scored.they}</td><td>{escape(notes)}</td></tr>"
        for deal in sheet.deals
        for where, notes in (deal_words(sheet, deal),)
    )
    reasons = "".join(f'<li value="{entry.number}">{escape(why_entry(sheet, entry))}</li>' for entry in sheet.entries)
    house = "".join(f"<li>{escape(name)}: {escape(value)}</li>" for name, value in sheet.settings)
    columns = (_("Deal"), _("Result"), _("Vulnerable"), *names, _("Remark"))
    header = "".join(f'<th scope="col">{column}</th>' for column in columns)
    deal_head, why_head = escape(_("Deals")), escape(_("Why"))
    return (
        f'<!doctype html>\n<html lang="{current_language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(head)}</title>'
        "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:1rem auto;padding:0 1rem;color:#000;"
        "background:#fff}svg{max-width:100%;height:auto}table{border-collapse:collapse}th,td{padding:.2rem .6rem;"
        "border-bottom:1px solid #767676;text-align:left}.t{overflow-x:auto}"
        "h1,p,li{overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}</style></head><body><main>"
        f"<h1>{escape(head)}</h1><p>{escape(sheet.law)}. {escape(state_line(sheet))}.</p>"
        + (f"<ul>{house}</ul>" if house else "")
        + sheet_svg(sheet)
        + f'<h2 id="deals">{deal_head}</h2><div class="t" tabindex="0" role="region" aria-labelledby="deals">'
        f"<table><thead><tr>{header}</tr></thead>"
        f"<tbody>{deals}</tbody></table></div><h2>{why_head}</h2><ol>{reasons}</ol></main></body></html>\n"
    )
