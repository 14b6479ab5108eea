"""The sheet file: a plain text that a person writes by hand and Overtrick reads (docs/reference/sheet.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from overtrick.errors import ConditionsError, FormatError, OvertrickError
from overtrick.i18n import gettext as _
from overtrick.model.terms import Side
from overtrick.score.chicago import Chicago, chicago
from overtrick.score.home.deals import HomeDeal, parse_deal
from overtrick.score.home.ledger import LedgerSheet
from overtrick.score.home.players import Seating
from overtrick.score.home.settle import ROUNDINGS, Settlement, settle
from overtrick.score.rubber import Rubber, rubber

__all__ = ["SheetFile", "play_sheet", "read_sheet", "write_sheet"]

_KEYS = {
    "form": "form", "игра": "form",
    "title": "title", "название": "title",
    "law": "law", "закон": "law", "кодекс": "law",
    "we": "we", "мы": "we",
    "they": "they", "они": "they",
    "stake": "stake", "ставка": "stake",
    "rounding": "rounding", "округление": "rounding",
    "date": "date", "дата": "date",
    "players": "players", "игроки": "players",
}  # fmt: skip
_LATE = re.compile(r"(?:honours?|honors?|hon|онёры|онеры)\s+(?:for\s+)?deal\s+(\d+)\s*:?\s*(.+)", re.IGNORECASE)
_STOPPED = ("stopped", "unfinished", "прервано")


@dataclass(frozen=True, slots=True)
class SheetFile:
    """What a sheet file says: names, law, settings, deals in order, and whether play was stopped."""

    form: str = ""
    title: str = ""
    law: str = "rubber-1993"
    we: str = "We"
    they: str = "They"
    date: str = ""
    stake: Fraction = Fraction(1)
    unit: str = ""
    rounding: str = "up"
    stopped: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    deals: tuple[HomeDeal, ...] = ()
    seating: Seating | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The heads of the columns: as the file says, else the players' names, else We and They."""
        pairs = [" & ".join(self.seating.pair(side)) if self.seating else "" for side in Side]
        return (
            pairs[0] if pairs[0] and self.we == "We" else self.we,
            pairs[1] if pairs[1] and self.they == "They" else self.they,
        )

    def ledger_sheet(self, played: Rubber | Chicago) -> LedgerSheet:
        """The sheet as a ledger keeps it. Raises ConditionsError when the file does not name the players."""
        if self.seating is None:
            raise ConditionsError(
                _("a ledger wants to know who sat where: add a line 'players: NORTH, EAST, SOUTH, WEST' to the sheet")
            )
        return LedgerSheet(
            self.seating,
            played.settled,
            form=played.sheet.form,
            law=self.law,
            rounding=self.rounding,
            stake=self.stake,
            deals=tuple(map(str, self.deals)),
            settings=tuple(self.settings.items()),
        )

    def with_deals(self, deals: tuple[HomeDeal, ...]) -> SheetFile:
        """The same sheet with other deals."""
        return replace(self, deals=deals)

    def settlement(self, played: Rubber | Chicago) -> Settlement:
        """What We get from They for this sheet, by its stake and rounding."""
        return settle(played.settled, rounding=self.rounding, stake=self.stake, unit=self.unit)


def read_sheet(text: str, where: str = "sheet") -> SheetFile:
    r"""Read a sheet file; raises FormatError that names the line.

    >>> sheet = read_sheet("we: Ann and Bo\nset honours: no\n2H We =\n2. 3NT S +1  # at last")
    >>> sheet.we, sheet.settings, [str(deal) for deal in sheet.deals]
    ('Ann and Bo', {'honours': 'no'}, ['2H We =', '3NT S +1 # at last'])
    """
    sheet = SheetFile()
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            sheet = _line(sheet, line)
        except FormatError:
            raise
        except OvertrickError as error:
            raise FormatError(str(error), f"{where}, line {number}") from None
    return sheet


def _line(sheet: SheetFile, line: str) -> SheetFile:
    if line.casefold().rstrip(".") in _STOPPED:
        return replace(sheet, stopped=True)
    head, colon, value = line.partition(":")
    words = head.casefold().split()
    if colon and words and words[0] in ("set", "правило") and len(words) == 2:
        return replace(sheet, settings={**sheet.settings, words[1]: value.strip()})
    if colon and len(words) == 1 and words[0] in _KEYS:
        return _value(sheet, _KEYS[words[0]], value.strip())
    late = _LATE.fullmatch(line)
    if late:
        return _late(sheet, int(late[1]), late[2])
    numbered = re.match(r"(\d+)\s*[.)]\s+(.*)", line)
    if numbered:
        if int(numbered[1]) != len(sheet.deals) + 1:
            raise ConditionsError(
                _("this is numbered {found}, but it is deal {wanted} of the sheet").format(
                    found=numbered[1], wanted=len(sheet.deals) + 1
                )
            )
        line = numbered[2]
    return replace(sheet, deals=(*sheet.deals, parse_deal(line)))


def _late(sheet: SheetFile, number: int, claim: str) -> SheetFile:
    """Honours claimed after the deal was written: `honours deal 2: N 100`."""
    if not 1 <= number <= len(sheet.deals):
        raise ConditionsError(_("there is no deal {number} above this line").format(number=number))
    old = sheet.deals[number - 1]
    new = parse_deal(f"{old.result} hon {claim}")
    mended = replace(old, honours=(*old.honours, *new.honours))
    return replace(sheet, deals=(*sheet.deals[: number - 1], mended, *sheet.deals[number:]))


def _value(sheet: SheetFile, key: str, value: str) -> SheetFile:
    if key == "form":
        if value.casefold() not in ("rubber", "chicago"):
            raise ConditionsError(_("form is rubber or chicago, not {value!r}").format(value=value))
        return replace(sheet, form=value.casefold())
    if key == "rounding":
        if value.casefold() not in ROUNDINGS:
            raise ConditionsError(
                _("rounding cannot be {rounding!r}; it can be {known}").format(
                    rounding=value, known=", ".join(ROUNDINGS)
                )
            )
        return replace(sheet, rounding=value.casefold())
    if key == "players":
        players = [name.strip() for name in value.split(",")]
        if len(players) != 4:
            raise ConditionsError(
                _("players are four names with commas, clockwise from North, not {value!r}").format(value=value)
            )
        return replace(sheet, seating=Seating(*players))
    if key == "stake":
        amount, _space, unit = value.partition(" ")
        return replace(sheet, stake=_number(amount), unit=unit.strip())
    setters: dict[str, Callable[[], SheetFile]] = {
        "title": lambda: replace(sheet, title=value),
        "law": lambda: replace(sheet, law=value),
        "we": lambda: replace(sheet, we=value),
        "they": lambda: replace(sheet, they=value),
        "date": lambda: replace(sheet, date=value),
    }
    return setters[key]()


def _number(text: str) -> Fraction:
    try:
        found = Decimal(text.replace(",", "."))
    except InvalidOperation:
        raise ConditionsError(_("the stake wants a number, not {text!r}").format(text=text)) from None
    if not found.is_finite() or found < 0 or len(text) > 20:
        raise ConditionsError(_("the stake wants a number that is not negative, not {text!r}").format(text=text))
    return Fraction(found)


def write_sheet(sheet: SheetFile) -> str:
    r"""The sheet as a file; it reads back as the same value.

    >>> read_sheet(write_sheet(read_sheet("we: Ann\n2H We ="))) == read_sheet("we: Ann\n2H We =")
    True
    """
    plain = SheetFile()
    lines = [
        f"{key}: {getattr(sheet, key)}"
        for key in ("form", "title", "date", "law", "we", "they", "rounding")
        if getattr(sheet, key) != getattr(plain, key)
    ]
    if (sheet.stake, sheet.unit) != (plain.stake, plain.unit):
        amount = Decimal(sheet.stake.numerator) / Decimal(sheet.stake.denominator)
        lines.append(f"stake: {amount} {sheet.unit}".rstrip())
    if sheet.seating:
        lines.append(f"players: {', '.join(sheet.seating.players)}")
    lines += [f"set {name}: {value}" for name, value in sheet.settings.items()]
    if lines:
        lines.append("")
    lines += [f"{number}. {deal}" for number, deal in enumerate(sheet.deals, 1)]
    if sheet.stopped:
        lines.append("stopped")
    return "\n".join(lines) + "\n"


def play_sheet(sheet: SheetFile, form: str = "") -> Rubber | Chicago:
    """Replay the deals of a sheet file as rubber or Chicago.

    >>> play_sheet(read_sheet("3NT We ="), "chicago").totals
    Totals(we=400, they=0)
    """
    chosen = form or sheet.form or "rubber"
    if sheet.form not in ("", chosen):
        raise ConditionsError(_("this is a sheet of {found}, not of {wanted}").format(found=sheet.form, wanted=chosen))
    names = sheet.names
    if chosen == "chicago":
        return chicago(sheet.law, sheet.deals, settings=sheet.settings, names=names, title=sheet.title)
    return rubber(
        sheet.law, sheet.deals, settings=sheet.settings, names=names, title=sheet.title, stopped=sheet.stopped
    )
