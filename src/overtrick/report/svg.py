"""Pictures as SVG text: a board's frequencies, a contestant's progress. Readable without colour, each in words too."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from overtrick.i18n import gettext as _
from overtrick.model.standing import BoardResult, LineResult
from overtrick.report.frequency import Bar, bars, caption
from overtrick.report.numbers import fixed, human, percent, signed
from overtrick.report.words import board_title

__all__ = ["frequency_svg", "progress_svg"]

_WIDTH, _ROW, _HEAD = 320, 22, 24
_LEFT, _RIGHT, _LONGEST = 130, 190, 96
_INK = "#222222"
_FONT = f'font-family="sans-serif" font-size="13" fill="{_INK}"'


def frequency_svg(result: BoardResult, *, own: LineResult | None = None, prefix: str = "frequency") -> str:
    """The board's scores with bars: North-South's grow left and are solid, East-West's grow right and are hollow.

    `prefix` begins the ids of title and description, which must be unique on a page.
    """
    frequencies = bars(result, own)
    most = max((item.count for item in frequencies), default=1)
    height = _HEAD + _ROW * len(frequencies) + 6
    body = [
        _label(_LEFT, 15, _("NS"), anchor="end", bold=True),
        _label(_RIGHT, 15, _("EW"), anchor="start", bold=True),
        *(part for index, item in enumerate(frequencies) for part in _row(item, _HEAD + _ROW * index, most)),
    ]
    title = _("Frequencies of {board}").format(board=board_title(result.board))
    described = caption(frequencies)
    if any(item.own for item in frequencies):
        mark = _("The triangle marks the own result.")
        described = f"{described} {mark}"
    return _svg(height, title, described, body, prefix)


def _row(item: Bar, top: int, most: int) -> list[str]:
    length = max(3, item.count * _LONGEST // most)
    base = top + 15
    parts = [_label(160, base, item.label, anchor="middle", bold=item.own)]
    if item.points > 0:
        parts.append(_bar(_LEFT - length, top, length, _INK))
        parts.append(_label(_LEFT - length - 5, base, str(item.count), anchor="end"))
    else:
        parts.append(_bar(_RIGHT, top, length, "#ffffff" if item.points else "#bbbbbb"))
        parts.append(_label(_RIGHT + length + 5, base, str(item.count), anchor="start"))
    if item.own:
        tip = 137 if item.points > 0 else 183
        tail = tip + 7 if item.points > 0 else tip - 7
        parts.append(f'<path d="M{tip} {top + 10}L{tail} {top + 5}V{top + 15}Z" fill="{_INK}"/>')
    return parts


def _bar(x: int, top: int, length: int, fill: str) -> str:
    return (
        f'<rect x="{x}" y="{top + 3}" width="{length}" height="{_ROW - 6}" '
        f'fill="{fill}" stroke="{_INK}" stroke-width="1.5"/>'
    )


def _label(x: int, y: int, text: str, *, anchor: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def progress_svg(values: Sequence[Fraction | None], *, percents: bool, prefix: str = "progress") -> str:
    """The result so far after each board, as a line; `percents` centres it on 50, else it is centred on nought."""
    known = [value for value in values if value is not None]
    middle = Fraction(50 if percents else 0)
    reach = max((abs(value - middle) for value in known), default=Fraction(0))
    reach = max(reach, Fraction(10 if percents else 1))
    left, right, top, bottom = 44, _WIDTH - 10, 14, 126
    step = Fraction(right - left, max(len(known) - 1, 1))
    centre, half = (top + bottom) // 2, (bottom - top) // 2
    points = " ".join(
        f"{fixed(left + step * index, 1)},{fixed(centre - (value - middle) * half / reach, 1)}"
        for index, value in enumerate(known)
    )
    body = [
        f'<path d="M{left} {top}V{bottom}M{left} {centre}H{right}" stroke="#777777" fill="none"/>',
        *(
            _label(left - 6, y + 4, human(_axis(value, percents=percents)), anchor="end")
            for y, value in ((top, middle + reach), (centre, middle), (bottom, middle - reach))
        ),
        f'<polyline points="{points}" fill="none" stroke="{_INK}" stroke-width="2.5" stroke-linejoin="round"/>',
    ]
    last = _("no result yet") if not known else human(percent(known[-1]) + " %" if percents else signed(known[-1]))
    words = _("From board to board; at the end {last}.").format(last=last)
    return _svg(140, _("Result so far"), words, body, prefix)


def _axis(value: Fraction, *, percents: bool) -> str:
    return fixed(value, 0) if percents else signed(value, 0)


def _svg(height: int, title: str, description: str, body: Sequence[str], prefix: str) -> str:
    names = f"{prefix}-title", f"{prefix}-text"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" {_FONT}',
            f'role="img" aria-labelledby="{names[0]} {names[1]}">',
            f'<title id="{names[0]}">{escape(title)}</title>',
            f'<desc id="{names[1]}">{escape(description)}</desc>',
            *body,
            "</svg>",
        ]
    )
