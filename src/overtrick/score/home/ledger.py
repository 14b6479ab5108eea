"""A ledger over evenings: who played with whom, what each sheet gave, and where everybody stands; one JSON file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import index
from typing import Any

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _
from overtrick.model.sheet import Totals
from overtrick.model.terms import Side
from overtrick.score.home.players import Seating
from overtrick.score.home.settle import settle

__all__ = ["Evening", "Ledger", "LedgerSheet"]

_FORMAT = "overtrick-ledger"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class LedgerSheet:
    """A sheet that was settled: who sat, the totals, and how it was rounded; `deals` are kept as written."""

    seating: Seating
    totals: Totals
    form: str = "rubber"
    law: str = "rubber-1993"
    rounding: str = "up"
    stake: Fraction = Fraction(1)
    deals: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def points(self) -> Fraction:
        """What We won, in hundreds, after rounding."""
        return settle(self.totals, rounding=self.rounding).points

    @property
    def money(self) -> Fraction:
        """What We won, in the unit of the stake."""
        return self.points * self.stake


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening: its date as written, and the sheets in the order of play."""

    date: str
    sheets: tuple[LedgerSheet, ...] = ()
    place: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All evenings. Adding gives a new ledger; nothing is lost when two are joined, and nothing counts twice.

    >>> sheet = LedgerSheet(Seating("Ann", "Bob", "Cid", "Dot"), Totals(1640, 770))
    >>> book = Ledger().add(Evening("2026-11-30", (sheet,)))
    >>> book.standing()["Ann"], Ledger.from_json(book.to_json()) == book, book.joined(book) == book
    (Fraction(9, 1), True, True)
    """

    evenings: tuple[Evening, ...] = ()
    unit: str = ""

    def add(self, evening: Evening) -> Ledger:
        """The ledger with one more evening."""
        return Ledger((*self.evenings, evening), self.unit)

    def with_sheet(self, date: str, sheet: LedgerSheet) -> Ledger:
        """The ledger with one more sheet of the evening of that date; a sheet that stands there is not entered again.

        >>> sheet = LedgerSheet(Seating("Ann", "Bob", "Cid", "Dot"), Totals(500, 0))
        >>> Ledger().with_sheet("2026-11-30", sheet).with_sheet("2026-11-30", sheet).standing()["Ann"]
        Fraction(5, 1)
        """
        evenings = list(self.evenings)
        for place, evening in enumerate(evenings):
            if evening.date == date:
                if sheet not in evening.sheets:
                    evenings[place] = replace(evening, sheets=(*evening.sheets, sheet))
                return Ledger(tuple(evenings), self.unit)
        return self.joined(Ledger((Evening(date, (sheet,)),)))

    def joined(self, other: Ledger) -> Ledger:
        """Both ledgers as one; an evening that stands in both is taken once. In the order of the dates."""
        new = [evening for evening in other.evenings if evening not in self.evenings]
        ordered = sorted((*self.evenings, *new), key=lambda evening: evening.date)
        return Ledger(tuple(ordered), self.unit or other.unit)

    def standing(self, *, money: bool = False) -> dict[str, Fraction]:
        """Each player's total over all evenings, best first, in points or in the unit of the stake."""
        totals: dict[str, Fraction] = {}
        for sheet in (sheet for evening in self.evenings for sheet in evening.sheets):
            amount = sheet.money if money else sheet.points
            for side, share in ((Side.NS, amount), (Side.EW, -amount)):
                for name in sheet.seating.pair(side):
                    totals[name] = totals.get(name, Fraction(0)) + share
        return dict(sorted(totals.items(), key=lambda item: (-item[1], item[0])))

    def to_json(self) -> str:
        """The ledger as one JSON text, which reads back as the same value."""
        return json.dumps(
            {
                "format": _FORMAT,
                "version": _VERSION,
                "unit": self.unit,
                "evenings": [_evening_out(evening) for evening in self.evenings],
            },
            ensure_ascii=False,
            indent=1,
        )

    @classmethod
    def from_json(cls, text: str, where: str = "ledger") -> Ledger:
        """Read a ledger; raises FormatError that names the place for anything else."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise FormatError(_("not JSON: {error}").format(error=error), where) from None
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise FormatError(
                _("this is no ledger of Overtrick: 'format' must be {name!r}").format(name=_FORMAT), where
            )
        if data.get("version") != _VERSION:
            raise FormatError(
                _("version {version} of the ledger is not known; known: {known}").format(
                    version=data.get("version"), known=_VERSION
                ),
                where,
            )
        evenings = data.get("evenings", [])
        if not isinstance(evenings, list):
            raise FormatError(_("'evenings' must be a list"), where)
        read = tuple(_evening_in(item, f"{where}, evening {n}") for n, item in enumerate(evenings, 1))
        return cls(read, str(data.get("unit", "")))


def _evening_out(evening: Evening) -> dict[str, Any]:
    return {
        "date": evening.date,
        "place": evening.place,
        "remark": evening.remark,
        "sheets": [
            {
                "form": sheet.form,
                "law": sheet.law,
                "players": list(sheet.seating.players),
                "totals": list(sheet.totals),
                "rounding": sheet.rounding,
                "stake": str(sheet.stake),
                "settings": dict(sheet.settings),
                "deals": list(sheet.deals),
            }
            for sheet in evening.sheets
        ],
    }


def _evening_in(item: Any, where: str) -> Evening:
    if not isinstance(item, dict) or not isinstance(item.get("sheets", []), list):
        raise FormatError(_("an evening has a date and a list of sheets"), where)
    sheets = tuple(_sheet_in(sheet, f"{where}, sheet {n}") for n, sheet in enumerate(item.get("sheets", []), 1))
    return Evening(str(item.get("date", "")), sheets, str(item.get("place", "")), str(item.get("remark", "")))


def _sheet_in(item: Any, where: str) -> LedgerSheet:
    try:
        players = [str(name) for name in item["players"]]
        we, they = item["totals"]
        sheet = LedgerSheet(
            Seating(*players),
            Totals(index(we), index(they)),
            form=str(item.get("form", "rubber")),
            law=str(item.get("law", "rubber-1993")),
            rounding=str(item.get("rounding", "up")),
            stake=Fraction(str(item.get("stake", "1"))),
            deals=tuple(str(deal) for deal in item.get("deals", ())),
            settings=tuple((str(key), str(value)) for key, value in dict(item.get("settings", {})).items()),
        )
        settle(sheet.totals, rounding=sheet.rounding)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise FormatError(_("this sheet cannot be read: {error}").format(error=error), where) from None
    return sheet
