"""The file that the page for the phone exports, read as a sheet (docs/how-to/rubber.md)."""

from __future__ import annotations

import json
from typing import Any

from overtrick.errors import FormatError, OvertrickError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Strain
from overtrick.score.home.deals import HomeDeal, parse_deal
from overtrick.score.home.sheetfile import SheetFile

__all__ = ["is_phone_sheet", "read_phone_sheet"]

_FORMAT = "overtrick-home-sheet"
_SIDES = ("We", "They")


def is_phone_sheet(text: str) -> bool:
    """Whether a text looks like an export of the page: no sheet written by hand begins with a brace.

    >>> is_phone_sheet('{"format": "overtrick-home-sheet"}'), is_phone_sheet("2H We =")
    (True, False)
    """
    return text.lstrip("\ufeff").lstrip().startswith("{")


def read_phone_sheet(text: str, where: str = "sheet") -> SheetFile:
    """The sheet of an export; raises FormatError that names the deal.

    >>> deal = {"side": 1, "level": 4, "strain": 2, "doubling": 1, "tricks": 9, "honours": [{"side": 0, "points": 100}]}
    >>> data = {"format": "overtrick-home-sheet", "version": 1, "form": "rubber", "law": "rubber-1993", "deals": [deal]}
    >>> [str(deal) for deal in read_phone_sheet(json.dumps(data)).deals]
    ['4HX They -1 hon We 100']
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError(_("this is no export of the page: it is not JSON"), where) from None
    if not isinstance(data, dict) or data.get("format") != _FORMAT or data.get("version") != 1:
        raise FormatError(_("this is no export of the page: it lacks format and version"), where)
    names, settings, deals = data.get("names", ["", ""]), data.get("settings", {}), data.get("deals")
    whole = isinstance(names, list) and len(names) == 2 and isinstance(settings, dict)
    form = data.get("form")
    if (
        not whole
        or form not in ("rubber", "chicago")
        or not isinstance(data.get("law"), str)
        or not isinstance(deals, list)
    ):
        raise FormatError(
            _("this is no export of the page: game, laws, names, house rules or deals are missing"), where
        )
    return SheetFile(
        form=form,
        law=data["law"],
        we=str(names[0]) or _SIDES[0],
        they=str(names[1]) or _SIDES[1],
        settings={str(name): str(value) for name, value in settings.items()},
        deals=tuple(_deal(deal, f"{where}, deal {number}") for number, deal in enumerate(deals, 1)),
    )


def _deal(data: Any, where: str) -> HomeDeal:
    if not isinstance(data, dict):
        raise FormatError(_("this is no deal: {found!r}").format(found=data), where)
    honours = data.get("honours", [])
    claims = honours if isinstance(honours, list) else [honours]
    try:
        words = ["pass"] if data.get("passed") is True else [_result(data)]
        words += [f"hon {_SIDES[_whole(claim, 'side', 1)]} {_whole(claim, 'points', 999)}" for claim in claims]
        return parse_deal(" ".join(words))
    except OvertrickError as error:
        raise FormatError(str(error), where) from None


def _result(data: dict[str, Any]) -> str:
    level, strain = _whole(data, "level", 7), tuple(Strain)[_whole(data, "strain", 4)]
    over = _whole(data, "tricks", 13) - level - 6
    side = _SIDES[_whole(data, "side", 1)]
    return f"{level}{strain.value}{'X' * _whole(data, 'doubling', 2)} {side} {f'{over:+d}' if over else '='}"


def _whole(data: Any, key: str, most: int) -> int:
    """The whole number of a key, from 0 up to `most`."""
    found = data.get(key) if isinstance(data, dict) else None
    if type(found) is not int or not 0 <= found <= most:
        raise FormatError(
            _("{key} is a number from 0 to {most}, not {found!r}").format(key=key, most=most, found=found)
        )
    return found
