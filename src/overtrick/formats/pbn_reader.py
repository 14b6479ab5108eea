"""PBN games one after the other: plain ones as wholes, all others by the tokeniser and the strict readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from overtrick.formats.assemble import Row
from overtrick.formats.pbn_deals import Dealt
from overtrick.formats.pbn_draft import PbnDraft, line_name
from overtrick.formats.pbn_event import known
from overtrick.formats.pbn_game import GameFacts, GameReader
from overtrick.formats.pbn_record import comments_of
from overtrick.formats.pbn_regular import RegularGame, RegularReader
from overtrick.formats.pbn_spare import MATCH, ROOM, is_spare
from overtrick.formats.pbn_text import PbnCutter, PbnGame, plain_tokens
from overtrick.formats.pbn_values import UNKNOWN
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal
from overtrick.model.event import Line
from overtrick.model.outcome import Missing
from overtrick.model.reading import Severity

__all__ = ["PbnReader"]

_OWN = frozenset(("dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play", "note"))
_RECORD = frozenset(("auction", "play", "note"))
_WIDEST = 255
_NO_LINE = 987_654_321
_LONGEST = 8_000  # letters of a plain game; where no empty line follows so soon, games are not parted by them


@dataclass(slots=True)
class _Group:
    """What the games with the same values of the event have in common; keys of pairs by names and number."""

    place: tuple[str, str]
    teams: tuple[str, str] | None
    room: str
    ns: dict[tuple[str, str, str], str] = field(default_factory=dict)
    ew: dict[tuple[str, str, str], str] = field(default_factory=dict)


@dataclass(slots=True)
class PbnReader:
    """Reads texts of whole games into a draft; what one game takes from another is kept between them."""

    out: PbnDraft = field(default_factory=PbnDraft)
    previous: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    last: RegularGame | None = None
    groups: dict[tuple[str, ...], _Group] = field(default_factory=dict)
    hands: dict[tuple[str, str, int], Deal] = field(default_factory=dict)
    plain: RegularReader = field(init=False)
    words: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.plain = RegularReader(self.unknown)
        before, _number, after = line_name(_NO_LINE).partition(str(_NO_LINE))
        self.words = before, after

    def tell(self, line: int, severity: Severity, text: str) -> None:
        """A finding at a line."""
        self.out.tell(line, severity, text)

    def renew(self) -> None:
        """Begin another event of the same file, with what the file has told of it."""
        self.out = PbnDraft(event=self.out.event)
        self.groups.clear()
        self.hands.clear()

    def read(self, cutter: PbnCutter, *, most: int | None = None) -> int:
        """Take games of a text, all or so many; their number."""
        count = 0
        while most is None or count < most:
            if not self.defaults and self.regular(cutter):
                count += 1
                continue
            game = cutter.game()
            if game is None:
                break
            self.settle()
            self.stray(game)
            if game.tags:
                count += 1
                self.game(game)
        return count

    def widths(self, text: str, first: int = 1) -> None:
        """Tell of lines that are too long; the first one has that number."""
        half = (_WIDEST + 1) // 2
        # a line that is too long goes through one of these parts without an end
        if any(text.find("\n", place, place + half) < 0 for place in range(0, len(text), half)):
            long = [number for number, line in enumerate(text.split("\n"), first) if len(line) > _WIDEST]
            if not long:
                return
            told = _("a line of PBN has at most {widest} letters; {count} lines are longer")
            self.tell(long[0], Severity.NOTE, told.format(widest=_WIDEST, count=len(long)))

    def regular(self, cutter: PbnCutter) -> bool:
        """Take the next game where it is plain; blank and escape lines before it are passed over."""
        text, start, line = cutter.text, cutter.start, cutter.line
        while text.startswith(("\n", "%"), start):
            start, line = text.find("\n", start) + 1, line + 1
            if start == 0:
                return False
        if not text.startswith("[", start):
            return False
        end = text.find("\n\n", start, start + _LONGEST)
        if (end < 0 and len(text) - start > _LONGEST) or (end + 2 if end >= 0 else len(text)) > cutter.sure:
            return False
        chunk = text[start:end] if end >= 0 else text[start:].rstrip("\n")
        game = self.plain.take(chunk)
        if game is None:
            return False
        self.put(game, line)
        self.last = game
        if end < 0:
            cutter.move(len(text), line - cutter.line + text.count("\n", start))
        else:
            cutter.move(end + 2, line - cutter.line + game.lines + 2)
        return True

    def settle(self) -> None:
        """Keep the values of the last plain game, which the next one may take."""
        if self.last:
            self.previous = dict(zip(self.last.names, self.last.values, strict=False))
            self.last = None

    def name(self, line: int) -> str:
        """How a line is named, which is done for every game."""
        before, after = self.words
        return f"{before}{line}{after}"

    def put(self, game: RegularGame, line: int) -> None:
        """A plain game into the draft."""
        group = self.groups.get(game.event) or self.group(game, line)
        place = group.place
        if game.spare:
            self.out.spare.take(game.spare, _homes(teams=bool(group.teams), sat=game.sat))
        session, section = place
        number = game.board.number
        if game.deal is not None or game.tricks:
            at = (session, section, number)
            if game.tricks or self.hands.get(at) is not game.deal:
                if game.deal:
                    self.hands.setdefault(at, game.deal)
                self.out.dealt.append(
                    Dealt(*at, game.deal, game.dealer, game.vulnerability, self.name(line), game.tricks)
                )
        if not game.sat:
            return
        record = game.record
        made = Line(
            group.ns.get(game.ns) or self.pair(group, game, line, "NS"),
            group.ew.get(game.ew) or self.pair(group, game, line, "EW"),
            game.outcome,
            game.outcome,
            _told(game.round),
            _table(game, group),
            record.cards[0] if record and record.cards else "",
            "",
            "",
            self.name(line),
            game.stated,
            "",
            "",
            record,
        )
        if group.teams:
            self.out.met(place, group.teams, made.round, number)
        self.out.draft.rows.append(Row(session, section, number, made, game.dealer, game.vulnerability))

    def group(self, game: RegularGame, line: int) -> _Group:
        """What is common to games like this one."""
        values = dict(zip(game.names, game.values, strict=False))
        event = self.out.event
        place, teams = event.place(values), event.teams
        event.take(values, table=False, tell=partial(self.tell, line))
        if event.teams is not teams:
            self.groups.clear()
        return self.groups.setdefault(game.event, _Group(place, event.match(values), known(values, "room")))

    def pair(self, group: _Group, game: RegularGame, line: int, side: str) -> str:
        """The key of a pair that has not sat before; pairs without names and number have one for each board."""
        keys, told = (group.ns, game.ns) if side == "NS" else (group.ew, game.ew)
        first, second, number = map(_told, told)
        if group.teams:
            self.out.plays(group.place, group.teams[side == "EW"], (first, second))
            first, second, number = "", "", group.teams[side == "EW"]
        at = (game.board.number, _table(game, group), line)
        key = self.out.pair(group.place, at, side, number, (first, second))
        if first or second or number:
            keys[told] = key
        return key

    def stray(self, game: PbnGame) -> None:
        """Text before the first tag that is no comment."""
        if not game.lead.strip():
            return
        start = game.line - game.lead.count("\n") if game.tags else game.line
        for token, line in plain_tokens(game.lead):
            text = _("{found} belongs to no game; it is passed over").format(found=repr(token[:40]))
            self.tell(start + line, Severity.WARNING, text)
            return

    def inherited(self, game: PbnGame) -> dict[str, str]:
        """The values of a game; `#` takes that of the game before, `##` sets one for all that follow."""
        values: dict[str, str] = {}
        for tag in game.tags:
            if tag.key in values or tag.fault in ("empty", "cut"):
                continue
            value = tag.value
            if value.startswith("#"):
                if tag.key in _OWN:
                    text = _("tag {tag} cannot take its value from another game").format(tag=tag.name)
                    self.tell(tag.line, Severity.WARNING, text)
                    value = ""
                elif value.startswith("##"):
                    value = self.defaults[tag.key] = value[2:]
                elif value.strip() == "#":
                    value = self.previous.get(tag.key, "")
            values[tag.key] = value
        self.previous = {**self.defaults, **values}
        return self.previous

    def game(self, game: PbnGame) -> None:
        """A game as the strict readers understand it."""
        values = self.inherited(game)
        facts = GameReader(game, values, self.tell, self.unknown).read()
        place = self.out.event.place(values)
        self.out.event.take(values, table=game.first("scoretable") is not None, tell=partial(self.tell, game.line))
        self.out.totals(game, place)
        self.spare(game, values, facts)
        if facts.board is None:
            self.no_board(game, facts)
            return
        if facts.deal or facts.dummy:
            at = (*place, facts.board)
            if facts.deal:
                self.hands.setdefault(at, facts.deal)
            where = line_name(game.line)
            self.out.dealt.append(Dealt(*at, facts.deal, facts.dealer, facts.vulnerability, where, facts.dummy))
        if (tag := game.first("scoretable")) is not None and ";" in tag.value:
            self.out.table(game, facts, place)
            if not isinstance(facts.outcome, Missing):
                text = _("the game's own result is taken to be among the rows of its ScoreTable")
                self.tell(game.line, Severity.NOTE, text)
            if facts.record:
                text = _("the bidding and play of a game with a ScoreTable are not kept with the event")
                self.tell(game.line, Severity.NOTE, text)
        elif facts.refused:
            self.out.draft.refuse(
                line_name(game.line), _("board {board}: {reason}").format(board=facts.board, reason=facts.refused)
            )
        elif self.has_result(values, facts):
            self.out.single(game, values, facts, place)
        elif not facts.deal and not facts.dummy:
            self.out.draft.refuse(
                line_name(game.line), _("board {board} has no cards and no result").format(board=facts.board)
            )

    def spare(self, game: PbnGame, values: Mapping[str, str], facts: GameFacts) -> None:
        """What a game tells that an event has no field for; comments of bidding and play are kept with the line."""
        single = game.first("scoretable") is None and facts.board is not None and self.has_result(values, facts)
        teams = single and self.out.event.match(values) is not None
        told = [(tag.name, values[tag.key].strip()) for tag in game.tags if tag.key in values and is_spare(tag.key)]
        if facts.record and not single:
            told += [(tag.name, tag.name) for tag in game.tags if tag.key in ("auction", "play")]
        self.out.spare.take(told, _homes(teams=teams, sat=single))
        bodies = [tag.body for tag in game.tags if not (single and facts.record and tag.key in _RECORD)]
        found = comments_of([game.lead, *bodies])
        self.out.spare.comments += len(found.split("\n")) if found else 0

    def no_board(self, game: PbnGame, facts: GameFacts) -> None:
        """A game that is no board of the event."""
        raw = game.value("board")
        if raw not in UNKNOWN and not raw.startswith("#"):
            self.out.draft.refuse(line_name(game.line), _("a game whose board has no number"))
        elif (tag := game.first("scoretable")) is not None and tag.body.strip():
            self.out.draft.refuse(line_name(tag.line), _("a ScoreTable in a game without a board number"))
        elif facts.deal or facts.contract:
            text = _("a game without a board number; it is no part of the event")
            self.tell(game.line, Severity.NOTE, text)

    def has_result(self, values: Mapping[str, str], facts: GameFacts) -> bool:
        """Whether somebody sat at the board; a deal set has its tags empty."""
        if not isinstance(facts.outcome, Missing) or facts.remark or facts.auction or known(values, "outcome"):
            return True
        told = [values.get(name, "").strip() for name in ("contract", "result", "declarer")]
        return "?" in told or not facts.deal or any(known(values, seat) for seat in ("north", "east", "south", "west"))


def _homes(*, teams: bool, sat: bool) -> frozenset[str]:
    """The tags beside those of every game that have a field this time."""
    return (MATCH if teams else frozenset()) | (ROOM if sat else frozenset())


def _told(text: str) -> str:
    plain = text.strip()
    return "" if plain in UNKNOWN else plain


def _table(game: RegularGame, group: _Group) -> str:
    table = _told(game.table) if game.table else ""
    if group.teams:
        return table  # the room follows from who sits North-South
    return f"{table} {group.room}" if table and group.room else table or group.room
