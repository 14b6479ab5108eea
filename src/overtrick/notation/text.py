"""Text made plain for the grammar, with the way back to the place in what was typed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from overtrick.errors import NotationError
from overtrick.i18n import gettext as _

__all__ = ["LONGEST", "Text"]

LONGEST = 500
"""Characters that a result may have; the longest real ones are weighted scores of a few parts."""

_SAME = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹣－", "-") | dict.fromkeys("×✕✖╳хХ", "x") | {"∗": "*", "＊": "*", "¦": "|"}
)
# Variation selectors, joiners, direction marks, byte order mark. The soft hyphen is not among them: it may be a minus.
_UNSEEN = frozenset(
    chr(code)
    for start, end in ((0xFE00, 0xFE0F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF))
    for code in range(start, end + 1)
)


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of the typed text: `plain` in small letters, `at` the place of each character in `raw`."""

    raw: str
    plain: str
    at: tuple[int, ...]

    @classmethod
    def of(cls, raw: str) -> Text:
        """Small letters, one kind of space, minus and X, no invisible characters, no spaces around.

        Raises NotationError for a text that is empty or too long.

        >>> Text.of(" 4♠️Х  N – 1").plain
        '4♠x n - 1'
        """
        if len(raw) > LONGEST:
            raise NotationError(
                _("a text of {length} characters is no result; the longest has {longest}").format(
                    length=len(raw), longest=LONGEST
                ),
                raw,
                LONGEST,
            )
        letters: list[str] = []
        places: list[int] = []
        raw = unicodedata.normalize("NFC", raw)
        for place, letter in enumerate(raw):
            plain = _plain(letter)
            if plain and not (plain == " " and letters[-1:] in ([], [" "])):
                letters.append(plain)
                places.append(place)
        if letters[-1:] == [" "]:
            del letters[-1], places[-1]
        if not letters:
            raise NotationError(
                _("there is no text; write a result such as 4SX N +1, PASS or NP, or ? where nothing is known yet"), raw
            )
        return cls(raw, "".join(letters), tuple(places))

    def part(self, start: int, end: int) -> Text:
        """The stretch from start to end, without spaces around it; it may be empty."""
        while start < end and self.plain[start] == " ":
            start += 1
        while start < end and self.plain[end - 1] == " ":
            end -= 1
        return Text(self.raw, self.plain[start:end], self.at[start:end] or self.at[max(0, start - 1) : start])

    def place(self, index: int) -> int:
        """Where a character of `plain` stands in `raw`, from 0; behind the last one, the place after it."""
        if index < len(self.plain):
            return self.at[index]
        return self.at[-1] + 1 if self.at else 0

    def fault(self, what: str, index: int = 0, example: str = "4SX N +1") -> NotationError:
        """The error to raise: what was found, where, and a right form."""
        place = self.place(index)
        shown = self.raw if len(self.raw) <= 60 else self.raw[:57] + "..."
        message = _("{text} is not a result: {what} (character {place}); write for example {example}").format(
            text=repr(shown), what=what, place=place + 1, example=example
        )
        return NotationError(message, self.raw, place)


def _plain(letter: str) -> str:
    if letter.isascii():
        return " " if letter.isspace() else letter.lower()
    if letter in _UNSEEN:
        return ""
    if letter.isspace():
        return " "
    same = letter.translate(_SAME)
    narrow = unicodedata.normalize("NFKC", same)
    small = (narrow if len(narrow) == 1 else same).lower()
    return small[0]  # İ becomes i and a dot above; the dot is left out
