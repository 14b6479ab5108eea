"""The grammar of a contract and its result: every reading of the whole text is tried, and there must be one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Doubling
from overtrick.notation.text import Text
from overtrick.notation.words import Language, language_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.model.terms import Seat, Strain

__all__ = ["parse_contract", "parse_seat", "read_bare_number", "read_played"]

_LEVEL = re.compile(r"[0-9]+")
_MARKS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("over", r"(?:made|=)? ?(?:\+|plus) ?([0-9]+)"),
        ("under", r"(?:-|minus|down|off|going down) ?([0-9]+)"),
        ("under", r"([0-9]+) ?(?:down|off)"),
        ("exact", r"=|made|just made|makes"),
        ("made", r"(?:made|making|makes|make) ?([0-9]+)"),
        ("taken", r"([0-9]+) ?tricks?"),
        ("number", r"([0-9]+)"),
    )
)


@dataclass(frozen=True, slots=True)
class _Reading:
    level: int
    strain: Strain
    strain_end: int
    declarer: Seat | None = None
    doubling: Doubling | None = None
    mark: tuple[str, int, int] | None = None  # kind, number, place

    @property
    def contract(self) -> Contract:
        return Contract(self.level, self.strain, self.doubling or Doubling.UNDOUBLED, self.declarer)


@dataclass(slots=True)
class _Search:
    text: Text
    words: Language
    far: int = 0
    reason: str = ""
    found: list[_Reading] = field(default_factory=list)

    def note(self, place: int, reason: str = "") -> None:
        if place > self.far or (place == self.far and not self.reason):
            self.far, self.reason = place, reason

    def skip(self, place: int) -> int:
        plain = self.text.plain
        while place < len(plain) and plain[place] in " ,":
            place += 1
        return place

    def start(self) -> None:
        self.heads(0, None)
        for seat, end in self.words.seats.at(self.text.plain, 0):
            self.heads(self.skip(end), seat)

    def heads(self, place: int, declarer: Seat | None) -> None:
        plain = self.text.plain
        level = _LEVEL.match(plain, place)
        if level is None:
            self.note(place, "" if place else _("it begins with no level, 1 to 7"))
            return
        if level[0] not in "1234567" or len(level[0]) > 1:
            self.note(place, _("level {level} does not exist, levels go from 1 to 7").format(level=level[0]))
            return
        place = self.skip(level.end())
        self.note(
            place, _("{found} is no suit and no no-trump").format(found=self.named(place)) if plain[place:] else ""
        )
        for strain, end in self.words.strains.at(plain, place):
            self.rest(end, _Reading(int(level[0]), strain, end, declarer))

    def rest(self, place: int, reading: _Reading) -> None:
        place = self.skip(place)
        if place == len(self.text.plain):
            if self.text.plain[-1] != ",":
                self.found.append(reading)
            return
        self.note(place)
        plain = self.text.plain
        for doubling, end in self.words.doublings.at(plain, place):
            if reading.doubling:
                self.note(place, _("it is doubled twice over"))
            else:
                self.rest(end, replace(reading, doubling=doubling))
        for seat, end in self.seats(place):
            if reading.declarer:
                self.note(place, _("there is a second declarer"))
            else:
                self.rest(end, replace(reading, declarer=seat))
        for mark, end in self.marks(place):
            if reading.mark:
                self.note(place, _("there is a second result"))
            else:
                self.rest(end, replace(reading, mark=mark))

    def seats(self, place: int) -> Iterator[tuple[Seat, int]]:
        plain = self.text.plain
        yield from self.words.seats.at(plain, place)
        for _by, end in self.words.by.at(plain, place):
            yield from self.words.seats.at(plain, self.skip(end))

    def marks(self, place: int) -> Iterator[tuple[tuple[str, int, int], int]]:
        plain = self.text.plain
        for kind, pattern in _MARKS:
            if found := pattern.match(plain, place):
                number = min(int(found[1]), 99) if found.lastindex and len(found[1]) < 9 else 99
                yield (kind, number if found.lastindex else 0, place), found.end()
        for _made, end in self.words.made.at(plain, place):
            yield ("exact", 0, place), end

    def only(self) -> _Reading:
        """The one reading there is; the longest word for the strain wins, other doubts are refused."""
        if not self.found:
            raise self.text.fault(self.reason or self.odd(), self.far, self.words.example)
        longest = max(reading.strain_end for reading in self.found)
        best = [reading for reading in self.found if reading.strain_end == longest]
        rivals = {
            (reading.contract, reading.mark): reading for reading in self.found if reading.strain is best[0].strain
        }
        # German 4Co is Coeur; 4CO may be Coeur by Ost, so only the case of the letters can tell.
        title = self.raw_at(longest - 2).isupper() and self.raw_at(longest - 1).islower()
        if len(rivals) > 1 and not (title and len(best) == 1):
            raise self.text.fault(
                _("it can be read in two ways, put spaces between the words"), longest - 1, self.words.example
            )
        return best[0]

    def raw_at(self, index: int) -> str:
        return self.text.raw[self.text.place(index)]

    def odd(self) -> str:
        if self.far >= len(self.text.plain):
            return _("it ends too early")
        return _("{found} has no meaning there").format(found=self.named(self.far))

    def named(self, place: int) -> str:
        """The word that stands there; Cyrillic letters that look Latin are told apart by name."""
        word = self.text.plain[place:].split(" ")[0][:20]
        if self.words.key != "ru" and "а" <= word[0] <= "я":
            return _("{word} in Cyrillic letters").format(word=repr(word))
        return repr(word)


def read_played(text: Text, words: Language, *, odd: bool = False) -> Played:
    """A contract with its result. With `odd`, a bare number counts tricks above six, as Americans write it.

    Raises NotationError unless the whole text is understood and the tricks can be.

    >>> read_played(Text.of("5cNxx -2"), language_words("en")).tricks
    9
    """
    search = _Search(text, words)
    search.start()
    reading = search.only()
    if reading.mark is None:
        what = _("it does not say how many tricks were taken; add =, +1, -1 or the number of tricks")
        raise text.fault(what, len(text.plain), words.example)
    return Played(reading.contract, _tricks(reading, text, words, odd=odd))


def read_bare_number(text: Text, words: Language) -> int | None:
    """The number without sign or word that tells the result, or None where there is none.

    >>> english = language_words("en")
    >>> read_bare_number(Text.of("3NT 3"), english), read_bare_number(Text.of("3NT ="), english)
    (3, None)
    """
    search = _Search(text, words)
    search.start()
    mark = search.only().mark if search.found else None
    return mark[1] if mark and mark[0] == "number" else None


def _tricks(reading: _Reading, text: Text, words: Language, *, odd: bool) -> int:
    kind, number, place = reading.mark or ("exact", 0, 0)
    target = reading.contract.target
    problem = ""
    tricks = number
    if kind == "over":
        tricks = target + number
    elif kind == "exact":
        tricks = target
    elif kind == "under":
        tricks = target - number
        problem = _("down 0 is no result, a contract made exactly is =") if number == 0 else ""
    elif kind == "made":
        tricks, problem = _made(reading.level, number, odd=odd)
    elif kind == "number" and odd:
        tricks = 6 + number
        problem = _("odd tricks go from 1 to 7") if not 1 <= number <= 7 else ""
    elif kind == "number" and number == 0:
        problem = _("0 may mean no tricks or made exactly; write = or 0 tricks")
    if not problem and not 0 <= tricks <= 13:
        problem = _("{contract} goes from {low} to {high}, which is 0 to 13 tricks").format(
            contract=str(reading.contract), low=-target, high=f"+{13 - target}" if target < 13 else "="
        )
    if problem:
        raise text.fault(problem, place, words.example)
    return tricks


def _made(level: int, number: int, *, odd: bool) -> tuple[int, str]:
    """Tricks of `made n`: odd tricks up to 7, else tricks taken; a contract that was made cannot have failed."""
    if number == 7 and level == 1 and not odd:
        return 7, _("made 7 may mean 7 tricks or 13; write = or +6")
    tricks = 6 + number if number <= 7 else number
    if tricks < level + 6:
        return tricks, _("made {number} is less than the contract; write down and how many").format(number=number)
    return tricks, ""


def parse_contract(text: str, *, language: str = "en") -> Contract | PassedOut:
    """A contract alone, with or without its declarer, as the contract column of a file has it.

    Raises NotationError where any of the text is not understood, and where it tells a result too.

    >>> print(parse_contract("3 H*"), parse_contract("2 NT"), parse_contract("PASS"))
    3HX 2NT PASS
    >>> parse_contract("7NXN").declarer
    <Seat.NORTH: 'N'>
    """
    words = language_words(language)
    plain = Text.of(text)
    if plain.plain in words.passes:
        return PassedOut()
    search = _Search(plain, words)
    search.start()
    reading = search.only()
    if reading.mark is not None:
        raise plain.fault(_("a contract alone is wanted, without a result"), reading.mark[2], "4SX")
    return reading.contract


def parse_seat(text: str, *, language: str = "en") -> Seat:
    """A seat, in a letter or a word.

    Raises NotationError for anything else.

    >>> parse_seat("Ost", language="de"), parse_seat("O", language="it")
    (<Seat.EAST: 'E'>, <Seat.WEST: 'W'>)
    """
    words = language_words(language)
    plain = Text.of(text)
    for seat, end in words.seats.at(plain.plain, 0):
        if end == len(plain.plain):
            return seat
    raise plain.fault(_("a seat is wanted"), 0, "N, E, S, W")
