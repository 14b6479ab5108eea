"""The sections of a PBN game: calls and cards with their marks, and the notes that marks point to.

Source: PBN 2.1, sections 3.5 to 3.7 (suffixes, numeric annotation glyphs, notes, irregularities).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.formats.pbn_auction import Auction, hold_auction, read_call, seat_after
from overtrick.formats.pbn_play import Finding, check_tricks, is_card
from overtrick.formats.pbn_text import PbnTag, plain_tokens
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal
from overtrick.model.terms import Seat, Strain

__all__ = ["Note", "SectionItem", "Spoken", "read_auction", "read_play", "read_section", "unused_notes"]

Note = Callable[[int, str], None]
"""What takes a finding: the line, and the words."""

Spoken: TypeAlias = tuple[str, str]
"""A call in short and the number of its note, empty where it has none."""

_PIECE = re.compile(r"=[^=\s]*=|\$[^\s=!?$^]*|\^[A-Za-z]?|[!?]+|[^=$^!?\s]+|=")
_SUFFIXES = frozenset(("!", "?", "!!", "??", "!?", "?!"))
_LONGEST = 400  # calls and marks for turns that were skipped
_NUMBER = re.compile(r"[0-9]{1,4}")


@dataclass(slots=True)
class SectionItem:
    """A call or card: its text, line, irregularity (`I`, `S`, `L`, `R` or none) and the notes that belong to it."""

    text: str
    line: int
    irregular: str = ""
    suffix: bool = False
    glyph: bool = False
    notes: list[str] = field(default_factory=list)


def read_section(tag: PbnTag, note: Note, *, play: bool) -> list[SectionItem]:
    r"""The calls or cards of a section in order; findings about marks go to `note`.

    >>> from overtrick.formats.pbn_text import read_pbn_text
    >>> tag = read_pbn_text('[Auction "N"]\n1D! =1= ^I 1C').games[0].tags[0]
    >>> [(item.text, item.irregular, item.notes) for item in read_section(tag, print, play=False)]
    [('1D', '', ['1']), ('1C', 'I', [])]
    """
    reader = _Marks(note, glyphs=(7, 12) if play else (1, 6), wrong="LR" if play else "IS", play=play)
    for token, line in plain_tokens(tag.body):
        for piece in _PIECE.findall(token):
            reader.piece(piece, tag.line + line)
    reader.close()
    return reader.items


@dataclass(slots=True)
class _Marks:
    note: Note
    glyphs: tuple[int, int]
    wrong: str
    play: bool
    items: list[SectionItem] = field(default_factory=list)
    waiting: str = ""
    line: int = 0

    def piece(self, piece: str, line: int) -> None:
        self.line = line
        if piece[0] == "^":
            self.irregularity(piece[1:].upper(), line)
        elif piece[0] in "!?$=":
            if not self.items:
                self.note(line, _("{mark} stands before the first call or card").format(mark=piece))
                return
            self.mark(piece, line, self.items[-1])
        elif piece not in ("*", "+"):
            self.items.append(SectionItem(piece.upper(), line, self.waiting))
            self.waiting = ""

    def irregularity(self, letter: str, line: int) -> None:
        if letter not in self.wrong or not letter:
            self.note(line, _("^{letter} is no irregularity here").format(letter=letter))
        elif letter == "S":
            self.items.append(SectionItem("", line, "S"))
        elif self.waiting:
            self.note(line, _("two irregularities for one call or card"))
        else:
            self.waiting = letter

    def mark(self, piece: str, line: int, item: SectionItem) -> None:
        if piece[0] == "=":
            self.remark(piece.strip("="), line, item)
            return
        if piece[0] == "$":
            found = _NUMBER.fullmatch(piece[1:])
            number = int(found[0]) if found else 999
            other = (1, 6) if self.play else (7, 12)
            if number > 255 or other[0] <= number <= other[1]:
                self.note(line, _("{mark} is no annotation here").format(mark=piece))
            if self.glyphs[0] <= number <= self.glyphs[1]:
                self.judged(line, item)
            return
        if piece not in _SUFFIXES:
            self.note(line, _("{mark} is no suffix").format(mark=piece))
        self.judged(line, item)

    def judged(self, line: int, item: SectionItem) -> None:
        if item.suffix:
            self.note(line, _("{item} is judged twice").format(item=item.text))
        item.suffix = True

    def remark(self, number: str, line: int, item: SectionItem) -> None:
        if not _NUMBER.fullmatch(number) or not 1 <= int(number) <= 32:
            self.note(line, _("={number}= is no number of a note, 1 to 32").format(number=number))
            return
        if item.notes:
            self.note(line, _("{item} has two notes").format(item=item.text))
        item.notes.append(str(int(number)))

    def close(self) -> None:
        if self.waiting:
            self.note(self.line, _("^{letter} stands before no call or card").format(letter=self.waiting))


def read_auction(
    tag: PbnTag, first: Seat, dealer: Seat | None, items: Sequence[SectionItem], note: Note
) -> tuple[Auction, tuple[Spoken, ...] | None]:
    """The auction of a section, and its calls with the numbers of their notes; None where they do not go by turns.

    Places before the dealer are `-`; what the laws do not allow goes to `note`.
    """
    calls: list[str] = []
    said: list[Spoken] = []
    by_turns = len(items) <= _LONGEST
    insufficient: list[int] = []
    begun = False
    if len(items) > _LONGEST:
        note(items[_LONGEST].line, _("no auction has more than 319 calls"))
    for item in items[:_LONGEST]:
        call = "" if item.irregular == "S" or item.text in ("-", "--") else read_call(item.text)
        if item.text == "AP":
            call = "AP"
        if call is None:
            note(item.line, _("{call} is no call").format(call=item.text[:20]))
            by_turns = False
            continue
        by_turns = by_turns and bool(call or not begun)
        if len(item.text) == 2 and item.text[1] == "N" and item.text[0].isdigit():
            note(item.line, _("{call} wants NT for no-trump").format(call=item.text))
        if call and not begun:
            begun = True
            seat = seat_after(first, len(calls))
            by_turns = by_turns and (seat is dealer or call == "AP")
            if dealer and seat is not dealer and call != "AP" and not any(one.irregular for one in items):
                text = _("the first call is {seat}'s, but {dealer} dealt").format(seat=seat.value, dealer=dealer.value)
                note(item.line, text)
        insufficient += [len(calls)] * (item.irregular == "I")
        calls.append(call)
        said += [(call, "".join(item.notes[:1]))] * bool(call)
    auction = hold_auction(first, calls, insufficient=insufficient)
    if auction.faults:
        note(tag.line, auction.faults[0][1])
    spoken = _spoken(said, auction)
    return auction, spoken if by_turns and len(spoken) == len(auction.calls) else None


def _spoken(said: Sequence[Spoken], auction: Auction) -> tuple[Spoken, ...]:
    """The calls, with each pass for which `AP` stands."""
    if not said or said[-1][0] != "AP":
        return tuple(said)
    passes = len(auction.calls) - len(said) + 1
    return (*said[:-1], *((("P", said[-1][1]),) + (("P", ""),) * (passes - 1) if passes > 0 else ()))


def read_play(
    first: Seat, strain: Strain, items: Sequence[SectionItem], deal: Deal | None, note: Note
) -> tuple[str, Finding]:
    """The opening lead of a play section and its tricks; cards that cannot have been played go to `note`."""
    cards, marks, lines = [], [], []
    for item in items:
        card = item.text.replace("10", "T")
        if not is_card(card):
            if card.strip("-"):
                note(item.line, _("{card} is no card").format(card=card[:20]))
            card = "-"
        cards.append(card)
        marks.append(item.irregular)
        lines.append(item.line)
    found = check_tricks(first, cards[:56], marks, strain, deal)
    for index, text in found.faults:
        note(lines[index], text)
    return (cards[0] if cards and cards[0] != "-" else ""), found


def unused_notes(items: Sequence[SectionItem], notes: Sequence[PbnTag], note: Note) -> None:
    """Notes that no call or card points to, those without a number, and marks whose note is not there."""
    wanted = {number: item.line for item in reversed(items) for number in item.notes}
    given: dict[str, int] = {}
    for tag in notes:
        number = tag.value.partition(":")[0].strip()
        if ":" not in tag.value or not _NUMBER.fullmatch(number) or not 1 <= int(number) <= 32:
            note(tag.line, _("a note begins with its number, 1 to 32, and a colon"))
            continue
        given[str(int(number))] = tag.line
    for number, line in wanted.items():
        if number not in given:
            note(line, _("there is no note {number}").format(number=number))
    for number, line in given.items():
        if number not in wanted:
            note(line, _("nothing points to note {number}").format(number=number))
