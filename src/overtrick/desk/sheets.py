"""What the lines of each contestant come to, with a board more or a board less."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from overtrick.desk.agreement import Claim
from overtrick.model.standing import Place, Standing
from overtrick.model.terms import Side

__all__ = ["BoardKey", "Entry", "Identity", "Sheet", "sheets_of"]

Identity: TypeAlias = tuple[str, str, str]  # section, direction in a two-winner event, key
BoardKey: TypeAlias = tuple[str, str, str]  # session, section, number


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a contestant: what the file counts for it as far as is known, and its top.

    `altered` is how much more the file states than what follows, `off` how exactly it does so where that is another
    number, `stated` whether it states one.
    """

    key: tuple[str, ...]
    worth: Fraction
    top: Fraction
    altered: Fraction = Fraction(0)
    off: Fraction = Fraction(0)
    stated: bool = False


@dataclass(slots=True)
class Sheet:
    """The lines of a contestant, and what its total and percentage have beside them, such as a carry-over.

    `seated` is the number of lines on which it is named, with or without a result.
    """

    entries: dict[tuple[str, ...], Entry] = field(default_factory=dict)
    beside_total: Fraction = Fraction(0)
    beside_percent: Fraction = Fraction(0)
    seated: int = 0

    @property
    def worth(self) -> Fraction:
        """The sum of what follows."""
        return sum((entry.worth for entry in self.entries.values()), Fraction(0))

    @property
    def top(self) -> Fraction:
        """The sum of the tops (0 under IMP methods)."""
        return sum((entry.top for entry in self.entries.values()), Fraction(0))

    def off(self, kind: str) -> Fraction:
        """How far off the total or the percentage may be that is made from altered lines as the file rounds them."""
        off = sum((entry.off for entry in self.entries.values()), Fraction(0))
        return off if kind == "total" or not self.top else 100 * off / self.top

    def boards(self) -> set[BoardKey]:
        """The boards of which there is a line."""
        return {(key[1], key[2], key[3]) for key in self.entries}

    def comes_to(self, kind: str, more: Fraction, top: Fraction) -> Fraction | None:
        """The total or the percentage with so much more won of so much more to be won.

        >>> one = Sheet({("line",): Entry(("line",), Fraction(6), Fraction(10))})
        >>> one.comes_to("percent", Fraction(4), Fraction(10)), one.comes_to("total", Fraction(4), Fraction(10))
        (Fraction(50, 1), Fraction(10, 1))
        """
        if kind == "total":
            return self.worth + more + self.beside_total
        whole = self.top + top
        return 100 * (self.worth + more) / whole + self.beside_percent if whole else None

    def wanted(self, claim: Claim, top: Fraction) -> tuple[Fraction, Fraction]:
        """What one more board of that top must be worth for the number stated, and how far off that may be."""
        half = Fraction(1, 2 * 10**claim.places)
        if claim.kind == "total":
            return claim.stated - self.beside_total - self.worth, half
        whole = (self.top + top) / 100
        return (claim.stated - self.beside_percent) * whole - self.worth, half * whole


def sheets_of(standing: Standing, claims: list[Claim]) -> dict[Identity, Sheet]:
    """The sheet of everyone who has a place."""
    stated = {claim.key: claim for claim in claims if claim.kind == "line"}
    sheets: dict[Identity, Sheet] = {}
    for place in standing.places:
        sheets[_identity(place)] = Sheet(beside_total=place.adjustment + place.contestant.carry_over)
    for board in standing.boards:
        for index, result in enumerate(board.lines):
            for side in Side:
                mine = result.side(side)
                own = [
                    sheet
                    for who in result.line.keys(side)
                    for direction in ("", side.value)
                    if (sheet := sheets.get((board.section, direction, who))) is not None
                ]
                for sheet in own:
                    sheet.seated += 1
                if mine.value is None:
                    continue
                key = ("line", board.session, board.section, str(board.board.number), str(index), side.value)
                entry = _entry(key, mine.value, mine.available, stated.get(key))
                for sheet in own:
                    sheet.entries[key] = entry
    for place in standing.places:
        sheet = sheets[_identity(place)]
        if place.percent is not None and sheet.top:
            sheet.beside_percent = place.percent - 100 * sheet.worth / sheet.top
    return sheets


def _identity(place: Place) -> Identity:
    return place.section, place.direction.value if place.direction else "", place.contestant.key


def _entry(key: tuple[str, ...], worth: Fraction, top: Fraction, claim: Claim | None) -> Entry:
    if claim is None or claim.agrees or claim.found is None:
        return Entry(key, worth, top, stated=claim is not None)
    unit = top / 100 if claim.unit == "percent" else Fraction(1)
    off = Fraction(1, 2 * 10**claim.places)
    return Entry(key, worth, top, (claim.stated - claim.found) * unit, off * unit, stated=True)
