"""What the values of PBN tags mean: contract, declarer, result, the five forms of a score, deal, dealer and date.

Source: PBN 2.1, sections 3.4 and 4. Each reader gives `None` where the file says unknown, and raises FormatError for
what is no such value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.text import exact
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.deal import Deal, Hand, whole_deal
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.notation.contract import parse_contract

__all__ = [
    "KNOWN_TAGS",
    "ROUND",
    "RUBBERS",
    "UNKNOWN",
    "SideScore",
    "check_rubber",
    "read_board",
    "read_contract",
    "read_date",
    "read_deal",
    "read_percentage",
    "read_points",
    "read_result",
    "read_score",
    "read_seat",
    "read_vulnerability",
]

UNKNOWN = frozenset(("", "?", "-", "*"))
"""Values that say nothing."""

KNOWN_TAGS = frozenset(
    [
        "event",
        "site",
        "date",
        "board",
        "west",
        "north",
        "east",
        "south",
        "dealer",
        "vulnerable",
        "deal",
        "scoring",
        "declarer",
        "contract",
        "result",
        "auction",
        "play",
        "note",
        "competition",
        "description",
        "frenchmp",
        "generator",
        "hidden",
        "room",
        "score",
        "scoreimp",
        "scoremp",
        "scorepercentage",
        "scorerubber",
        "scorerubberhistory",
        "optimumscore",
        "termination",
        "bidsystemew",
        "bidsystemns",
        "pairew",
        "pairns",
        "eastna",
        "northna",
        "southna",
        "westna",
        "easttype",
        "northtype",
        "southtype",
        "westtype",
        "eventdate",
        "eventsponsor",
        "hometeam",
        "visitteam",
        "round",
        "section",
        "session",
        "stage",
        "table",
        "time",
        "timecall",
        "timecard",
        "timecontrol",
        "utcdate",
        "utctime",
        "annotator",
        "annotatorna",
        "application",
        "mode",
        "actiontable",
        "auctiontimetable",
        "instantscoretable",
        "optimumplaytable",
        "optimumresulttable",
        "playtimetable",
        "scoretable",
        "totalscoretable",
        "doubledummytricks",
        "parcontract",
        "optimumcontract",
        "minimax",
        "bcflags",
        "winners",
        "lead",
        "outcome",
        "remark",
        "version",
    ]
)
"""The tags of PBN 2.1, the common ones beside it and our own, in small letters."""

ROUND = re.compile(r"[0-9A-Za-z][0-9A-Za-z ./-]*")
"""What names a round."""

RUBBERS = frozenset(("chicago", "rubber", "cavendish"))
"""Kinds of the game in which the vulnerability does not go by the number of the board."""

_SEATS = {seat.value: seat for seat in Seat}
_STRAINS = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "NT", "NT": "NT"}
_CONTRACT = re.compile(r"([1-7]) ?(NT?|[CDHS]) ?(X{0,2}|\*{1,2})", re.IGNORECASE)
_RESULT = re.compile(r"([0-9]{1,2})|(NS|EW) ([0-9]{1,2})(?: +(NS|EW) ([0-9]{1,2}))?", re.IGNORECASE)
_DEAL = re.compile(r"([NESW]):(.*)", re.IGNORECASE | re.DOTALL)
_DATE = re.compile(r"([0-9]{4}|\?{4})\.([01][0-9]|\?\?)\.([0-3][0-9]|\?\?)")
_RUN_DATE = re.compile(r"([12][0-9]{3})[-/]?([01][0-9])[-/]?([0-3][0-9])")
_RUBBER = re.compile(r"(?:(?:NS|EW) +)?[0-9]+ ?/ ?[0-9]+(?: +(?:NS|EW) +[0-9]+ ?/ ?[0-9]+)?", re.IGNORECASE)
_SIDED = re.compile(r"(NS|EW) +(\S+)(?: +(NS|EW) +(\S+))?", re.IGNORECASE)
_VULNERABLE = {
    "none": Vulnerability.NONE, "love": Vulnerability.NONE, "-": Vulnerability.NONE,
    "ns": Vulnerability.NS, "ew": Vulnerability.EW, "all": Vulnerability.BOTH, "both": Vulnerability.BOTH,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SideScore:
    """A score that one or both sides have, each from its own point of view. `awarded` is PBN's `^`."""

    ns: Fraction | None = None
    ew: Fraction | None = None
    awarded: bool = False

    @property
    def to_ns(self) -> Fraction | None:
        """The score to North-South; that of East-West with the sign turned where only that is known."""
        return self.ns if self.ns is not None or self.ew is None else -self.ew


def read_board(text: str) -> int | None:
    """The number of a board.

    >>> read_board("01"), read_board("?")
    (1, None)
    """
    plain = text.strip()
    if plain in UNKNOWN:
        return None
    if not plain.isascii() or not plain.isdigit() or len(plain) > 9 or int(plain) == 0:
        raise FormatError(_("{found} is no number of a board").format(found=repr(plain[:40])))
    return int(plain)


def read_seat(text: str) -> Seat | None:
    """Dealer, declarer or first caller; `^` marks an irregular declarer.

    >>> read_seat("^s")
    <Seat.SOUTH: 'S'>
    """
    plain = text.strip().removeprefix("^").upper()
    if plain in UNKNOWN:
        return None
    if plain not in _SEATS:
        raise FormatError(_("{found} is no seat; write W, N, E or S").format(found=repr(text.strip()[:40])))
    return _SEATS[plain]


def read_vulnerability(text: str) -> tuple[Vulnerability | None, bool]:
    """The vulnerability, and whether it is spelled as PBN has it.

    >>> read_vulnerability("Love")[0], read_vulnerability("N-S ")
    (<Vulnerability.NONE: 'none'>, (<Vulnerability.NS: 'NS'>, False))
    """
    plain = text.casefold()
    if plain in _VULNERABLE:
        return _VULNERABLE[plain], True
    plain = plain.strip()
    if plain in ("", "?"):
        return None, True
    wrong = FormatError(_("{found} is no vulnerability; write None, NS, EW or All").format(found=repr(text[:40])))
    if len(plain) < 2:
        raise wrong
    try:
        return Vulnerability.parse(plain), False
    except ValueError:
        raise wrong from None


def read_contract(text: str) -> tuple[Contract | PassedOut | None, bool]:
    """A contract without its declarer, and whether it is spelled as PBN has it.

    >>> print(read_contract("4HX")[0]), read_contract("Pass")[0], read_contract("?")[0]
    4HX
    (None, PassedOut(), None)
    """
    plain = text.strip()
    if plain in UNKNOWN:
        return None, True
    if plain.casefold() in ("pass", "passed", "all pass", "ap"):
        return PassedOut(), True
    if found := _CONTRACT.fullmatch(plain):
        strain = Strain(_STRAINS[found[2].upper()])
        return Contract(int(found[1]), strain, tuple(Doubling)[len(found[3])]), True
    try:
        return parse_contract(plain), False
    except NotationError as fault:
        raise FormatError(str(fault)) from None


def read_result(text: str, declarer: Side | None) -> int | None:
    """The tricks that declarer's side took: a number, or those of one side or both.

    >>> read_result("EW 4", Side.NS), read_result("NS 9 EW 4", Side.NS), read_result("^9", None)
    (9, 9, 9)
    """
    plain = text.strip().removeprefix("^").strip()
    if plain in UNKNOWN:
        return None
    wrong = FormatError(_("{found} is no number of tricks").format(found=repr(plain[:40])))
    found = _RESULT.fullmatch(plain)
    if found is None:
        raise wrong
    if found[1]:
        tricks = int(found[1])
    else:
        told = {found[2].upper(): int(found[3])}
        if found[4]:
            told.setdefault(found[4].upper(), int(found[5]))
            if len(told) < 2 or sum(told.values()) != 13:
                raise FormatError(_("{found} does not come to 13 tricks").format(found=repr(plain)))
        if declarer is None:
            return None
        tricks = told[declarer.value] if declarer.value in told else 13 - told[declarer.opponents.value]
    if not 0 <= tricks <= 13:
        raise wrong
    return tricks


def read_score(text: str, declarer: Side | None, *, sided: bool = False) -> SideScore | None:
    """One of the forms `s`, `NS s`, `EW s`, `NS s EW s`, `EW s NS s`; a number alone is declarer's.

    With `sided` a number alone is refused.

    >>> read_score("EW -2.5", None).to_ns, read_score("-100", Side.EW).to_ns
    (Fraction(5, 2), Fraction(100, 1))
    """
    plain = text.strip()
    awarded = plain.startswith("^")
    plain = plain.removeprefix("^").strip()
    if plain in UNKNOWN:
        return None
    wrong = FormatError(_("{found} is no score").format(found=repr(plain[:40])))
    found = _SIDED.fullmatch(plain)
    if found is None:
        number = _number(plain)
        if number is None or sided:
            raise wrong
        if declarer is None:
            return None
        return SideScore(number, None, awarded) if declarer is Side.NS else SideScore(None, number, awarded)
    told = {found[1].upper(): _number(found[2])}
    if found[3]:
        told.setdefault(found[3].upper(), _number(found[4]))
    if None in told.values() or len(told) != (2 if found[3] else 1):
        raise wrong
    return SideScore(told.get("NS"), told.get("EW"), awarded)


def _number(text: str) -> Fraction | None:
    plain = text.removeprefix("^").removesuffix("%")
    if " " in plain:
        return None
    return exact(plain.rstrip(".") or plain)


def read_percentage(text: str, declarer: Side | None) -> SideScore | None:
    """A score in per cent, from 0 to 100.

    >>> read_percentage("NS 61.5", None).ns
    Fraction(123, 2)
    """
    score = read_score(text, declarer)
    for value in (score.ns, score.ew) if score else ():
        if value is not None and not 0 <= value <= 100:
            raise FormatError(_("{found} is no percentage from 0 to 100").format(found=repr(text.strip()[:40])))
    if score is None and text.strip().startswith("-") and text.strip() != "-":
        raise FormatError(_("{found} is no percentage from 0 to 100").format(found=repr(text.strip()[:40])))
    return score


def check_rubber(text: str) -> None:
    """Refuse what is no score above and below the line, such as `NS 300/40`."""
    plain = text.strip()
    if plain not in UNKNOWN and not _RUBBER.fullmatch(plain):
        raise FormatError(_("{found} is no score above and below the line").format(found=repr(plain[:40])))


def read_points(score: SideScore | None) -> int | None:
    """The deal score to North-South, where it is a whole number.

    >>> read_points(SideScore(ew=Fraction(620)))
    -620
    """
    value = score.to_ns if score else None
    return int(value) if value is not None and value.denominator == 1 and abs(value) < 100_000 else None


def read_date(text: str) -> tuple[str, bool]:
    """The date as year-month-day, empty where unknown, and whether it is spelled as PBN has it.

    >>> read_date("2024.01.15"), read_date("20151006"), read_date("1995.??.??")
    (('2024-01-15', True), ('2015-10-06', False), ('1995', True))
    """
    plain = text.strip()
    if plain in UNKNOWN:
        return "", True
    if found := _DATE.fullmatch(plain):
        return "-".join(found.groups()).split("-?")[0].strip("?"), True
    if found := _RUN_DATE.fullmatch(plain):
        return "-".join(found.groups()), False
    raise FormatError(_("{found} is no date; write year.month.day").format(found=repr(plain[:40])))


def _whole(text: str) -> Deal | None:
    """The deal of a text in which all four hands are written as PBN wants them."""
    suits = text[2:].replace(" ", ".").split(".")
    turn = _TURNED.get(text[0], -1)
    if len(suits) != 16 or turn < 0:
        return None
    return whole_deal(suits[-turn:] + suits[:-turn] if turn else suits)


_TURNED = {"N": 0, "E": 4, "S": 8, "W": 12}


def read_deal(text: str) -> Deal | None:
    """The hands, clockwise from the seat that the text names; `-` is a hand that is not known.

    >>> str(read_deal("E:- .KT.J9865.AQJ742 - -").south)
    '.KT.J9865.AQJ742'
    """
    if text[18:53:17] == "   " and text[1:2] == ":" and len(text) == 69 and (deal := _whole(text)):
        return deal
    plain = text.strip()
    if plain in UNKNOWN:
        return None
    found = _DEAL.fullmatch(plain)
    parts = re.split(r"[ \t\n]", found[2].strip()) if found else []
    if found is None or len(parts) != 4:
        raise FormatError(
            _("a deal is a seat and four hands, such as N:AK..., not {found}").format(found=repr(text[:40]))
        )
    hands: list[Hand | None] = []
    try:
        for part in parts:
            suits = part.split(".")
            if part not in ("-", "...") and len(suits) != 4:
                raise FormatError(_("a hand has four suits, not {found}").format(found=repr(part[:40])))
            hands.append(None if part in ("-", "...") else Hand.of(*suits))
        turn = tuple(Seat).index(_SEATS[found[1].upper()])
        return Deal(*(hands[(seat - turn) % 4] for seat in range(4)))
    except RecordError as fault:
        raise FormatError(str(fault)) from None
