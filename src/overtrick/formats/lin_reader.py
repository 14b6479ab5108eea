"""The reader of LIN texts, pair by pair: keys out of step, values that cannot be, boards and segments."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from overtrick.errors import FormatError
from overtrick.formats.lin_board import (
    CALLS,
    CARDS,
    LinBoard,
    card_of,
    read_lin_calls,
    read_lin_deal,
    read_lin_vulnerability,
)
from overtrick.formats.lin_rows import LinRows
from overtrick.formats.lin_segment import ROOMS, Segment, number_of, read_names, read_vg
from overtrick.formats.lin_text import KEYS, LinText, looks_like_key
from overtrick.formats.pbn_deals import with_deals
from overtrick.i18n import gettext as _
from overtrick.model.reading import Reading, Severity
from overtrick.model.record import Call

__all__ = ["LinReader"]

_DIGITS = re.compile(r"[0-9]{1,6}")
_WEIGHTY = frozenset(("md", "mb", "an", "pc", "mc", "qx", "rs", "mp", "vg"))
"""Keys whose value is worth a word where the file breaks off in it."""
_NO_PART = frozenset(("mc", "qx"))
"""Keys whose value is a number, which may be another number where it is cut."""
_Step: TypeAlias = Callable[[str, int], None]
_CALL = "(?:[1-7](?:[CDHS]|NT?|[cdhs]|nt?)|[PDR]|XX?|[pdr]|xx?)!?"
_CARD = "[SHDCshdc](?:[2-9TJQKAtjqka]|10)"
_STEPS = re.compile(
    r"\s*+(?:(?:pn\|([^|]*+)\|)?+(?:st\|\|)?+md\|([^|]*+)\|rh\|\|ah\|([^|]*+)\|sv\|([^|]*+)\|"
    rf"|((?:mb\|{_CALL}\|(?:an\|(?!mb\|)[^|]*+\|)?+)++)(?:pg\|\|\s*+)*+"
    rf"|((?:pc\|{_CARD}\|(?:pg\|\|[\n ]*+)?+)++)"
    r"|([^|]*+)\|(?:([^|]*+)\|(?:pg\|\|\s*+)*+)?+)"
)
"""The usual head of a board, a run of calls with what they were explained to be, a run of cards, or one pair."""
_KEY_LENGTH = 3  # with its bar
_NO_BLANKS = str.maketrans("", "", "\n ")
_HEAD, _CALLS, _CARDS, _KEY, _VALUE = 4, 5, 6, 7, 8


class _Said(dict[str, Call]):
    """Calls by what stands for them between one `mb` and the next, which may be followed by an explanation."""

    __slots__ = ()

    def __missing__(self, word: str) -> Call:
        call, _an, words = word.partition("|an|")
        return Call(self[call].text, words.strip())


_SAID = _Said(CALLS)


@dataclass(slots=True)
class LinReader:
    """What has been read so far; `rows` gathers what it comes to."""

    rows: LinRows
    text: LinText = field(default_factory=LinText)
    segment: Segment = field(default_factory=Segment)
    board: LinBoard | None = None
    waiting: tuple[str, ...] = ()
    comments: list[str] = field(default_factory=list)
    parsed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    quiet: set[str] = field(default_factory=lambda: {"st", "rh", "pg"})
    steps: dict[str, _Step] = field(init=False)

    def __post_init__(self) -> None:
        self.steps = {
            "vg": self.read_vg, "rs": self.read_rs, "mp": self.read_mp, "bn": self.read_bn, "pn": self.read_pn,
            "pw": self.read_pw, "qx": self.read_qx, "md": self.read_md, "sv": self.read_sv, "ah": self.read_ah,
            "mb": self.read_mb, "an": self.read_an, "pc": self.read_pc, "mc": self.read_mc, "nt": self.read_nt,
        }  # fmt: skip

    def begin(self, segment: Segment) -> None:
        """Start with a segment before any `vg`, and with no board."""
        self.close_segment()
        self.segment, self.waiting, self.comments = segment, (), []

    def reading(self, encoding: str) -> Reading:
        """The event of all segments that are closed, and a new beginning for what is read after."""
        rows, self.rows = self.rows, LinRows(self.rows.place)
        rows.finish()
        draft = rows.draft
        if rows.teams and rows.pairs:  # a team sits both ways on a board, at its two tables
            draft.event = replace(draft.event, winners=2)
            draft.note(
                _("whole file"), Severity.NOTE, _("two winners, which is a guess: some are teams and some pairs")
            )
        elif rows.teams:
            draft.event = replace(draft.event, method="team-imps", winners=1)
        return with_deals(draft.reading(format="lin", encoding=encoding), rows.dealt)

    def feed(self, text: LinText) -> None:
        """All pairs in turn. Runs of calls and cards, which are nearly all of them, are taken at once."""
        self.text = text
        place = 0
        while place < text.end:
            place = self.read_steps(place)
        self.read_stray(text.rest.strip() if place == text.end else "", place)

    def read_steps(self, place: int) -> int:
        """What follows from a place on, up to a key out of step. Gives back where to go on."""
        steps, quiet, end = self.steps, self.quiet, self.text.end
        for found in _STEPS.finditer(self.text.text, place, end):
            kind = found.lastindex
            if kind == _VALUE:
                key, value = found.group(_KEY, _VALUE)
                if key in steps:
                    self.take(key, value, found.start(_KEY))
                elif key not in quiet:
                    return self.read_odd(key, value, found.start(_KEY))
            elif kind == _CARDS:
                run = found[_CARDS].replace("pg||", "")
                cards = (run.translate(_NO_BLANKS) if "\n" in run or " " in run else run)[3:-1].split("|pc|")
                (self.board or self.current(found.start(_CARDS))).cards.extend(map(CARDS.__getitem__, cards))
            elif kind == _CALLS:
                words = found[_CALLS][3:-1].split("|mb|")
                (self.board or self.current(found.start(_CALLS))).calls.extend(map(_SAID.__getitem__, words))
            elif kind == _HEAD:
                self.read_head(found)
            else:
                self.read_rest(found[_KEY], found.start(_KEY))
                return end + 1
        return end

    def read_head(self, found: re.Match[str]) -> None:
        """The names of a board where they are told, its cards, number and vulnerability."""
        names, cards, heading, vulnerable = found.group(1, 2, 3, 4)
        if names is not None:
            self.read_pn(names, found.start(1) - _KEY_LENGTH)
        self.take("md", cards, found.start(2) - _KEY_LENGTH)
        self.read_ah(heading, found.start(3) - _KEY_LENGTH)
        self.take("sv", vulnerable, found.start(4) - _KEY_LENGTH)

    def take(self, key: str, value: str, place: int) -> None:
        """One pair in step. What cannot be read is told, and takes no other value with it."""
        try:
            self.steps[key](value, place)
        except FormatError as fault:
            self.warn(place, f"{key.strip().lower()}: {fault}")

    def read_odd(self, key: str, value: str, place: int) -> int:
        """A key in another spelling, an unknown one, or what is none; then the value may be the next key.

        Gives back where to go on: behind the pair that was found at last, or at a key that has no value.
        """
        while True:
            plain, behind = key.strip(), place + len(key) + len(value) + 2
            small = plain.lower()
            if small in KEYS or (looks_like_key(plain) and self.text.is_key(behind)):
                self.read_pair(key, small, value, place)
                return behind
            self.read_stray(plain, place)
            place += len(key) + 1
            following = self.text.token(behind)
            if following is None:
                return place
            key, value = value, following

    def read_pair(self, key: str, small: str, value: str, place: int) -> None:
        """One pair, and the spelling of its key for the next time."""
        step = self.steps.get(small)
        if step is None:
            self.quiet.add(key)
            return
        self.steps[key] = step
        self.take(key, value, place)

    def read_rest(self, key: str, place: int) -> None:
        """A key that has no bar behind its value, which is what stands behind the last bar."""
        rest, small = self.text.rest, key.strip().lower()
        if small not in KEYS:
            self.read_stray(key.strip(), place)
            self.read_stray(rest.strip(), self.text.end)
            return
        if small in _WEIGHTY and rest.strip():
            self.warn(place, _("the file breaks off in {key}").format(key=small))
        if small not in _NO_PART:
            self.read_pair(key, small, rest, place)

    def read_stray(self, value: str, place: int) -> None:
        """What stands where a key should be."""
        if value:
            self.warn(place, _("{found} is no key of LIN; it is passed over").format(found=repr(value[:40])))

    def warn(self, place: int, text: str) -> None:
        """Note what was passed over or guessed, with the line of a token."""
        self.rows.warn(self.text.line(place), text)

    def current(self, place: int) -> LinBoard:
        """The open board, or a new one."""
        if self.board is None:
            self.open(LinBoard(self.text.line(place)))
        assert self.board is not None
        return self.board

    def open(self, board: LinBoard) -> None:
        """Go on with a new board."""
        if self.comments:
            board.comments, self.comments = self.comments, []
        self.board = board
        self.segment.boards.append(board)
        self.segment.rooms = self.segment.rooms or bool(board.room)

    def close_segment(self) -> None:
        """The boards and results so far, put to rows."""
        self.board = None
        self.rows.close(self.segment)
        self.segment = replace(self.segment, boards=[], results=[], scores=[], teams=("", ""))

    def read_vg(self, value: str, place: int) -> None:
        """Event, segment, type, boards, and the teams with their carry-over."""
        self.close_segment()
        self.segment = read_vg(value, self.text.line(place))
        self.waiting = ()

    def read_rs(self, value: str, place: int) -> None:
        """The list of results; a comma at its end closes the last entry."""
        self.segment.results = value.strip().removesuffix(",").split(",")
        self.segment.results_line = self.text.line(place)

    def read_mp(self, value: str, _place: int) -> None:
        """The list of scores, one a result."""
        self.segment.scores = value.strip().removesuffix(",").split(",")

    def read_bn(self, value: str, place: int) -> None:
        """The numbers of the boards that `rs` lists."""
        found = [part.strip() for part in value.split(",") if part.strip()]
        self.segment.numbers = [number for number in map(number_of, found) if number]
        if len(self.segment.numbers) < len(found):
            self.warn(place, _("bn holds what is no number of a board"))

    def read_pn(self, value: str, _place: int) -> None:
        """Names: South, West, North, East, of one room or of both; for this board or for those that follow."""
        names = self.parsed.get(value)
        if names is None:
            names = self.parsed[value] = read_names(value)
        board = self.board
        if board is not None and not board.dealt and not board.names:
            board.names = names if any(names) else ()
        else:
            self.waiting = names
            self.segment.names = self.segment.names or names

    def read_pw(self, value: str, _place: int) -> None:
        """Names for every board."""
        self.segment.names = self.segment.names or read_names(value)

    def read_qx(self, value: str, place: int) -> None:
        """Room and number: a new board."""
        plain = value.strip().lower()
        room = plain[:1] if plain[:1] in ROOMS else ""
        self.open(LinBoard(self.text.line(place), number_of(plain[len(room) :]), room))

    def read_md(self, value: str, place: int) -> None:
        """Dealer and hands; without a `qx` before it, a new board."""
        board = self.board
        if board is None or board.dealt:
            self.open(board := LinBoard(self.text.line(place)))
        board.dealt = True
        board.names = board.names or self.waiting
        board.dealer, board.deal = read_lin_deal(value)

    def read_sv(self, value: str, place: int) -> None:
        """Who is vulnerable."""
        (self.board or self.current(place)).vulnerability = read_lin_vulnerability(value)

    def read_ah(self, value: str, place: int) -> None:
        """The heading, which names the board where no `qx` does."""
        board = self.board or self.current(place)
        if board.number is None and (found := _DIGITS.search(value)):
            board.number = int(found[0]) or None

    def read_mb(self, value: str, place: int) -> None:
        """One call or several."""
        self.current(place).calls.extend(read_lin_calls(value))

    def read_an(self, value: str, place: int) -> None:
        """What the last call was explained to be."""
        calls = self.current(place).calls
        if calls:
            calls[-1] = Call(calls[-1].text, value.strip())
        else:
            self.warn(place, _("an explanation of no call: {found}").format(found=repr(value[:40])))

    def read_pc(self, value: str, place: int) -> None:
        """A card played."""
        self.current(place).cards.append(card_of(value))

    def read_mc(self, value: str, place: int) -> None:
        """The tricks that declarer took in all, by a claim."""
        plain = value.strip()
        if not _DIGITS.fullmatch(plain) or int(plain) > 13:
            raise FormatError(_("{found} is no number of tricks").format(found=repr(plain[:20])))
        self.current(place).claimed = int(plain)

    def read_nt(self, value: str, _place: int) -> None:
        """What spectators were told; before any board, on the one that follows."""
        (self.comments if self.board is None else self.board.comments).append(value)
