"""What a director gave: averages, percentages, matchpoints and IMPs, for one side or for both."""

from __future__ import annotations

import re
from fractions import Fraction

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import Average, Awarded, Unit
from overtrick.notation.text import Text

__all__ = ["parse_award", "read_award", "read_award_pair", "write_award", "write_award_pair", "write_number"]

_WORD = r"(?:average|aver|avg|ave|av|a)"
_DECIMAL = r"[0-9]{1,60}(?:[.,][0-9]{1,30})?"
_AVERAGE = re.compile(rf"{_WORD} ?(plus|minus|\+|-|=|==)?(?: (imps?|mps?))?")
_NUMBER = re.compile(
    rf"(a|av|ave)? ?([+-]?) ?({_DECIMAL}|[0-9]{{1,60}}/[0-9]{{1,60}}) ?"
    r"(%|per cent|percent|pct|imps?|mps?|matchpoints?)?"
)
_FOUR_DIGITS = re.compile(r"a ?([0-9]{2})([0-9]{2})")
_TWO_SIGNS = re.compile(rf"{_WORD} ?([-+=]) ?/? ?([-+=])")
_TWO_NUMBERS = re.compile(rf"(a)? ?({_DECIMAL}) ?(%)? ?([-/:]) ?(a)? ?({_DECIMAL}) ?(%)?")
_AVERAGES = {
    "+": Average.PLUS,
    "plus": Average.PLUS,
    "-": Average.MINUS,
    "minus": Average.MINUS,
    "=": Average.AVERAGE,
    "==": Average.AVERAGE,
    None: Average.AVERAGE,
}
_EXAMPLE = "A60/40, AVE+/AVE-"


def parse_award(text: str) -> Awarded:
    """An award to one side; a bare number is a percentage.

    Raises NotationError for anything else, and for percentages that are not from 0 to 100.

    >>> parse_award("A+").value, parse_award("60 %").value
    (<Average.PLUS: 'AVE+'>, Fraction(60, 1))
    >>> parse_award("+3 IMPs")
    Awarded(value=Fraction(3, 1), unit=<Unit.IMPS: 'imps'>)
    """
    plain = Text.of(text)
    award = read_award(plain, bare=True)
    if award is None:
        raise plain.fault(_("an award to one side is wanted"), 0, "AVE+, 60 %, +3 IMPs")
    return award


def read_award(text: Text, *, bare: bool = False) -> Awarded | None:
    """The award to one side that the text is, or None; with `bare` a number alone is a percentage.

    Raises NotationError for an award that cannot be.

    >>> read_award(Text.of("14.5 MP"))
    Awarded(value=Fraction(29, 2), unit=<Unit.MATCHPOINTS: 'matchpoints'>)
    """
    found = _AVERAGE.fullmatch(text.plain)
    if found and text.plain != "a":  # the letter alone may be the beginning of anything
        return Awarded(_AVERAGES[found[1]], _unit(found[2] or ""))
    found = _NUMBER.fullmatch(text.plain)
    if found is None or not (found[1] or found[4] or bare):
        return None
    number = _fraction(text, found[3])
    unit = _unit(found[4] or "")
    if "/" in found[3] and unit is Unit.PERCENT and not (found[4] and str(number) == found[3] == write_number(number)):
        # 60/40 is a pair of awards; only what cannot be a decimal is taken for one fraction, such as 100/3%.
        raise text.fault(_("two percentages are not an award to one side"), 0, "60%, 100/3%")
    return _awarded(text, -number if found[2] == "-" else number, unit)


def read_award_pair(text: Text) -> tuple[Awarded, Awarded] | None:
    """The awards to North-South and East-West that the text is, or None.

    Raises NotationError for awards that cannot be.

    >>> [award.value for award in read_award_pair(Text.of("A6040"))]
    [Fraction(60, 1), Fraction(40, 1)]
    """
    plain = text.plain
    if found := _TWO_SIGNS.fullmatch(plain):
        return Awarded(_AVERAGES[found[1]]), Awarded(_AVERAGES[found[2]])
    if found := _FOUR_DIGITS.fullmatch(plain):
        return _awarded(text, Fraction(found[1])), _awarded(text, Fraction(found[2]))
    if found := _TWO_NUMBERS.fullmatch(plain):
        marked = any(found[group] for group in (1, 3, 5, 7))
        ns, ew = _fraction(text, found[2]), _fraction(text, found[6])
        # Two small numbers without any mark (3/4, 1-0) are more likely a fraction, a date or a match result.
        if marked or (found[4] == "/" and all(number == 0 or number >= 10 for number in (ns, ew))):
            return _awarded(text, ns), _awarded(text, ew)
        return None
    if plain.count("/") == 1 and "a" in plain:
        middle = plain.index("/")
        left = read_award(text.part(0, middle), bare=True)
        right = read_award(text.part(middle + 1, len(plain)), bare=True)
        return (left, right) if left and right else None
    return None


def write_award(award: Awarded) -> str:
    """The award to one side, as `parse_award` reads it.

    >>> write_award(Awarded(Fraction(100, 3))), write_award(Awarded(Fraction(-3), Unit.IMPS))
    ('100/3%', '-3 IMPs')
    """
    unit = {Unit.PERCENT: "%", Unit.MATCHPOINTS: " MP", Unit.IMPS: " IMPs"}[award.unit]
    if isinstance(award.value, Average):
        return award.value.value + unit.rstrip("%")
    sign = "+" if award.unit is Unit.IMPS and award.value >= 0 else ""
    return f"{sign}{write_number(award.value)}{unit}"


def write_award_pair(ns: Awarded, ew: Awarded) -> str | None:
    """The short form for both sides, or None where the two have none.

    >>> write_award_pair(Awarded(Average.PLUS), Awarded(Average.MINUS))
    'AVE+/AVE-'
    >>> write_award_pair(Awarded(Fraction(60)), Awarded(Fraction(40)))
    'A60/40'
    """
    if ns.unit is not Unit.PERCENT or ew.unit is not Unit.PERCENT:
        return None
    if isinstance(ns.value, Average) and isinstance(ew.value, Average):
        return ns.value.value if ns.value is ew.value is Average.AVERAGE else f"{ns.value.value}/{ew.value.value}"
    if isinstance(ns.value, Average) or isinstance(ew.value, Average):
        return None
    left, right = write_number(ns.value), write_number(ew.value)
    return None if "/" in left + right else f"A{left}/{right}"


def write_number(number: Fraction) -> str:
    """The exact number: as a decimal where it ends, otherwise as a common fraction.

    >>> write_number(Fraction(29, 2)), write_number(Fraction(-1, 3))
    ('14.5', '-1/3')
    """
    for places in range(13):
        scaled = number * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            cut = len(digits) - places
            return ("-" if number < 0 else "") + digits[:cut] + (f".{digits[cut:]}" if places else "")
    return str(number)


def _unit(word: str) -> Unit:
    if word.startswith("imp"):
        return Unit.IMPS
    return Unit.MATCHPOINTS if word.startswith("m") else Unit.PERCENT


def _fraction(text: Text, digits: str) -> Fraction:
    try:
        return Fraction(digits.replace(",", "."))
    except ZeroDivisionError:
        raise text.fault(_("nothing can be divided by 0"), text.plain.index("/"), _EXAMPLE) from None


def _awarded(text: Text, value: Fraction, unit: Unit = Unit.PERCENT) -> Awarded:
    try:
        return Awarded(value, unit)
    except RecordError:
        raise text.fault(
            _("an award of {number} % cannot be, it goes from 0 to 100").format(number=write_number(value)), 0, _EXAMPLE
        ) from None
