"""What a result field holds: one grammar, read and written, for every place where a result is typed or stored.

* `4SX N +1`: contract, declarer and result in any usual order
* `PASS`, `NP`, `SITOUT`, `?`: passed out, not played, sitting out, not known yet
* `+420`, `-50`: points to North-South without their contract
* `A60/40`, `AVE+/AVE-`, `A50`: awards, North-South first
* `W: 60% 4S N = + 40% 4S N -1`: a weighted score
* `NS: 4S N -1 | EW: 4S N =`: a split score, one outcome for each side
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from overtrick.errors import ConditionsError, NotationError
from overtrick.i18n import gettext as _
from overtrick.model.outcome import (
    Average,
    Awarded,
    BareScore,
    Entry,
    Missing,
    NotPlayed,
    Outcome,
    PassedOut,
    Real,
    SitOut,
    Weighted,
)
from overtrick.model.terms import Side
from overtrick.notation.award import read_award, read_award_pair, write_award, write_award_pair, write_number
from overtrick.notation.contract import read_bare_number, read_played
from overtrick.notation.text import Text
from overtrick.notation.words import Language, language_words

__all__ = ["NUMBERS", "parse", "remark", "write", "write_or_missing"]

NUMBERS = ("tricks", "odd")
"""What a bare number behind a contract counts: tricks taken, or tricks above six (American travellers)."""

_SIT_OUT = frozenset(("sit out", "sitout", "sit-out", "sitting out", "bye"))
_MISSING = frozenset(("?", "??"))
_SCORE = re.compile(r"([+-]?) ?([0-9]+)(?: ?points?)?")
_NOUGHT = re.compile(r"score [+-]?0")
_WEIGHTED = re.compile(r"w ?:")
_WEIGHT = re.compile(r"(?<![0-9./,])([0-9]{1,60}/[0-9]{1,60}|[0-9]{1,6}(?:[.,][0-9]{1,30})?) ?%(?: of )?")
_SIDE = re.compile(r"(ns|n-s|n/s|ew|e-w|e/w) ?:")
_EVEN = (Awarded(Average.AVERAGE), Awarded(Fraction(50)))  # one word for both sides
_HIGHEST = 20800  # beyond every score of every code of laws, also of the old ones
_WEIGHTED_EXAMPLE = "W: 60% 4S N = + 40% 4S N -1"
_SPLIT_EXAMPLE = "NS: 4S N -1 | EW: 4S N ="


def parse(text: str, *, language: str = "en", number: str = "tricks", side: Side | None = None) -> Entry:
    """What was written, for both sides.

    `language` is a key of `LANGUAGES`; `number` one of `NUMBERS`; `side` tells which side entered the text, for an
    award such as `AVE+` that counts for one side only (the other side is then missing).
    The whole text is understood or refused: NotationError says what was found, where, and how to write it.
    ConditionsError for a language or a `number` that there is not.

    >>> print(parse("4♠x by N making 11").ns)
    4SX N +1
    >>> parse("3N W 9").ew.contract.strain, parse("4P O -1", language="fr").ns.contract.declarer
    (<Strain.NOTRUMP: 'NT'>, <Seat.WEST: 'W'>)
    >>> write(parse("a6040"))
    'A60/40'
    """
    return _parse(text, language, number, side)


@lru_cache(maxsize=4096)
def _parse(text: str, language: str, number: str, side: Side | None) -> Entry:
    if number not in NUMBERS:
        raise ConditionsError(
            _("a number behind a contract cannot count {number}; known: {known}").format(
                number=repr(number), known=", ".join(NUMBERS)
            )
        )
    return _Reader(language_words(language), odd=number == "odd").entry(Text.of(text), side)


class _Reader:
    __slots__ = ("odd", "words")

    def __init__(self, words: Language, *, odd: bool) -> None:
        self.words = words
        self.odd = odd

    def entry(self, text: Text, side: Side | None) -> Entry:
        if "|" in text.plain:
            return self.split(text)
        if _SIDE.match(text.plain):
            raise text.fault(_("a split score is for both sides, with | between"), 0, _SPLIT_EXAMPLE)
        if pair := read_award_pair(text):
            return Entry(*pair)
        outcome = self.outcome(text)
        if outcome in _EVEN or not isinstance(outcome, Awarded):
            return Entry.both(outcome)
        if side is None:
            what = _("this award is for one side and does not say which; write both, North-South first")
            raise text.fault(what, 0, "A60/40, AVE+/AVE-")
        return Entry(outcome, Missing()) if side is Side.NS else Entry(Missing(), outcome)

    def split(self, text: Text) -> Entry:
        middle = text.plain.index("|")
        found: dict[Side, Outcome] = {}
        for start, end in ((0, middle), (middle + 1, len(text.plain))):
            part = text.part(start, end)
            label = _SIDE.match(part.plain)
            rest = part.part(label.end(), len(part.plain)) if label else part
            if label is None or not rest.plain:
                raise part.fault(_("each part of a split score names its side"), 0, _SPLIT_EXAMPLE)
            side = Side.NS if label[1].startswith("n") else Side.EW
            if side in found:
                raise part.fault(_("both parts are for the same side"), 0, _SPLIT_EXAMPLE)
            found[side] = self.outcome(rest)
        return Entry(found[Side.NS], found[Side.EW])

    def outcome(self, text: Text) -> Outcome:
        if label := _WEIGHTED.match(text.plain):
            return self.weighted(text.part(label.end(), len(text.plain)))
        plain = text.plain
        if plain in self.words.not_played:
            return NotPlayed()
        if plain in _SIT_OUT:
            return SitOut()
        if plain in _MISSING:
            return Missing()
        if award := read_award(text):
            return award
        if "%" in plain:
            return self.weighted(text)
        return self.real(text)

    def real(self, text: Text) -> Real:
        if text.plain in self.words.passes:
            return PassedOut()
        if _NOUGHT.fullmatch(text.plain):
            return BareScore(0)
        if found := _SCORE.fullmatch(text.plain):
            return _bare_score(text, negative=found[1] == "-", digits=found[2])
        return read_played(text, self.words, odd=self.odd)

    def weighted(self, text: Text) -> Weighted:
        weights = list(_WEIGHT.finditer(text.plain))
        if not weights or weights[0].start() != 0:
            raise text.fault(_("a weighted score begins with a percentage"), 0, _WEIGHTED_EXAMPLE)
        ends = [weight.start() for weight in weights[1:]] + [len(text.plain)]
        parts: list[tuple[Fraction, Real]] = []
        for weight, end in zip(weights, ends, strict=True):
            part = text.part(weight.end(), end)
            if end != len(text.plain):
                if not part.plain.endswith("+"):
                    raise text.fault(_("+ is wanted between the parts"), end, _WEIGHTED_EXAMPLE)
                part = part.part(0, len(part.plain) - 1)
            if not part.plain:
                raise text.fault(_("a weight has no result"), weight.start(), _WEIGHTED_EXAMPLE)
            parts.append((_weight(text, weight), self.real(part)))
        total = sum((weight for weight, _real in parts), Fraction(0))
        if total != 1 or any(weight == 0 for weight, _real in parts):
            what = _("the weights come to {total} %, not to 100 %").format(total=write_number(100 * total))
            raise text.fault(what, 0, _WEIGHTED_EXAMPLE)
        return Weighted(tuple(parts))


def _weight(text: Text, found: re.Match[str]) -> Fraction:
    try:
        return Fraction(found[1].replace(",", ".")) / 100
    except ZeroDivisionError:
        raise text.fault(_("nothing can be divided by 0"), found.start()) from None


def _bare_score(text: Text, *, negative: bool, digits: str) -> BareScore:
    points = int(digits) if len(digits) < 9 else 10**9
    if points == 0:
        what = _("0 may mean passed out or not played; write PASS or NP")
    elif points % 10 or not (points == 50 or 70 <= points <= _HIGHEST):
        what = _("no deal scores {points} points; an award is written with A or %").format(points=digits[:12])
    else:
        return BareScore(-points if negative else points)
    raise text.fault(what, 0, "+420, PASS, A60/40")


def remark(text: str, *, language: str = "en", number: str = "tricks") -> str:
    """What to tell the person who wrote a text that `parse` took; empty where there is nothing to tell.

    A bare number under seven behind a contract is taken as tricks but is often meant as odd tricks.

    >>> remark("3NT 3")
    '3 is read as tricks taken; write = or +1, or set the number to odd tricks, if more were meant'
    >>> remark("3NT 9")
    ''
    """
    if number != "tricks" or "|" in text or "%" in text or not text.strip():
        return ""
    found = read_bare_number(Text.of(text), language_words(language))
    if found is None or found >= 7:
        return ""
    words = _("{found} is read as tricks taken; write = or +1, or set the number to odd tricks, if more were meant")
    return words.format(found=found)


def write(entry: Entry) -> str:
    """The one text for an entry, in English letters; `parse` reads it back as the same value.

    Raises NotationError for a bare score that no deal can have, as `parse` does.

    >>> write(parse("w 4h xx 9")), write(parse("all pass"))
    ('4HXX W -1', 'PASS')
    >>> write(parse("EW: 4S N = | NS: 25%"))
    'NS: 25% | EW: 4S N ='
    """
    if isinstance(entry.ns, Awarded) and isinstance(entry.ew, Awarded):
        pair = write_award_pair(entry.ns, entry.ew)
        if pair:
            return pair
    if entry.ns == entry.ew and not isinstance(entry.ns, Awarded):
        return _written(entry.ns)
    return f"NS: {_written(entry.ns)} | EW: {_written(entry.ew)}"


def write_or_missing(entry: Entry) -> str:
    """The text of an entry; where none would read back, a score in a ruling that no deal has, that of a missing result.

    >>> write_or_missing(Entry(PassedOut(), BareScore(10))), write_or_missing(Entry.both(PassedOut()))
    ('?', 'PASS')
    """
    try:
        return write(entry)
    except NotationError:
        return "?"


def _written(outcome: Outcome) -> str:
    if isinstance(outcome, Awarded):
        return write_award(outcome)
    if isinstance(outcome, Weighted):
        return "W: " + " + ".join(f"{write_number(weight * 100)}% {_written(part)}" for weight, part in outcome.parts)
    if isinstance(outcome, BareScore):
        if outcome.points == 0:
            return "score 0"
        text = Text.of(str(outcome))
        return str(_bare_score(text, negative=outcome.points < 0, digits=text.plain[1:]))
    return str(outcome)
