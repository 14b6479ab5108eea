"""Named roundings for print: the only places where a report cuts an exact number.

Data formats always carry a decimal point; people read the sign of their language (`human`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from overtrick.i18n import current_language

__all__ = ["aligned", "exact", "fixed", "human", "percent", "shortest", "signed"]

_COMMA_LANGUAGES = frozenset({"ru"})


def fixed(value: Fraction, places: int = 2) -> str:
    """The number with so many decimals, halves away from nought (EBU: two decimals, half up).

    >>> fixed(Fraction(503, 2)), fixed(Fraction(1, 8)), fixed(Fraction(-1, 1000))
    ('251.50', '0.13', '0.00')
    """
    scale = 10**places
    count = (abs(value) * scale + Fraction(1, 2)).__floor__()
    sign = "-" if value < 0 and count else ""
    whole, rest = divmod(count, scale)
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def percent(value: Fraction) -> str:
    """A percentage with two decimals, half up, without its sign.

    >>> percent(Fraction(50300, 880))
    '57.16'
    """
    return fixed(value, 2)


def shortest(value: Fraction, places: int = 2) -> str:
    """The number without needless noughts, rounded half up only when it has more decimals than `places`.

    >>> shortest(Fraction(14)), shortest(Fraction(29, 2)), shortest(Fraction(40, 3))
    ('14', '14.5', '13.33')
    """
    text = fixed(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def exact(value: Fraction) -> str:
    """The number without any rounding, as an integer or a reduced fraction.

    >>> exact(Fraction(50300, 88000)), exact(Fraction(14))
    ('503/880', '14')
    """
    return str(value)


def signed(value: Fraction, places: int = 2) -> str:
    """As `shortest`, with a plus before gains: the way IMPs are written.

    >>> signed(Fraction(5)), signed(Fraction(-7, 2)), signed(Fraction(0))
    ('+5', '-3.5', '0')
    """
    text = shortest(value, places)
    return f"+{text}" if value > 0 and text != "0" else text


def aligned(values: Iterable[Fraction]) -> tuple[str, ...]:
    """A column of numbers with equally many decimals, as few as show all of them (two at most).

    >>> aligned([Fraction(12), Fraction(25, 2)])
    ('12.0', '12.5')
    """
    column = tuple(values)
    decimals = max((len(shortest(value).partition(".")[2]) for value in column), default=0)
    return tuple(fixed(value, decimals) for value in column)


def human(number: str) -> str:
    """A printed number with the decimal sign of the language in force.

    >>> from overtrick.i18n import language
    >>> with language("ru"):
    ...     human("57.16")
    '57,16'
    """
    return number.replace(".", ",") if current_language() in _COMMA_LANGUAGES else number
