"""PBN 2.0 and 2.1, import and export form: games of one table each, and whole tournaments in tables.

Source: T. Verkaik, Portable Bridge Notation, version 2.1. The text comes from `pbn_text`, which keeps everything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.pbn_deals import Dealt, with_deals
from overtrick.formats.pbn_game import GameFacts, GameReader
from overtrick.formats.pbn_rows import RowLine, contestant_of_row, is_one_ranking, line_of_row
from overtrick.formats.pbn_tables import read_table
from overtrick.formats.pbn_text import PbnGame, games, plain_tokens
from overtrick.formats.pbn_values import UNKNOWN, read_date, read_points, read_score
from overtrick.formats.text import Decoded
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Line, Player, Stated
from overtrick.model.outcome import Missing
from overtrick.model.reading import Reading, Severity

__all__ = ["loads_pbn", "method_of_scoring", "sniff_pbn"]

_START = re.compile(
    r"(?:\s|%[^\n]*\n|;[^\n]*\n|\{[^}]*\}){0,2000}\[\s*[A-Za-z_][A-Za-z0-9_]*\s*(?:\"|[^\]\n]*\]\s*\n\s*\[)"
)
_OWN = frozenset(("dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play", "note"))
_TEAMS = {"imp": "team-imps", "bam": "board-a-match"}
_WIDEST = 255
_SCORES = (("scoremp", "matchpoints"), ("scoreimp", "imps"), ("scorepercentage", "percent"))


def sniff_pbn(text: str) -> bool:
    r"""Whether a text looks like PBN: a tag pair, after comments at most.

    >>> sniff_pbn('% PBN 2.1\\n[Event "Club"]'), sniff_pbn("[section]\\nkey=1")
    (True, False)
    """
    head = text[:50_000]
    return bool(_START.match(head)) or head.startswith(("% PBN", "%PBN"))


def method_of_scoring(text: str) -> tuple[str | None, bool]:
    """The method that a Scoring tag names, and whether it says all that is needed.

    >>> method_of_scoring("IMP;Butler-2;Mean"), method_of_scoring("MP1"), method_of_scoring("IMP")
    (('butler', True), ('matchpoints', True), (None, False))
    """
    words = [word.strip().casefold() for word in text.split(";")]
    if words[0] in UNKNOWN:
        return None, True
    for word in words:
        if word.startswith(("butler", "experts", "bastille")):
            return "butler", True
        if word.startswith("cross"):
            return "cross-imps", True
        if word == "ascherman":
            return "ascherman", True
    for word in words:
        if word in ("mp", "matchpoints", "mp1", "mp2", "oldmp") or word.startswith("mitchell"):
            return "matchpoints", True
        if word in ("totalpoints", "total points", "aggregate"):
            return "total-points", True
    return None, False


def loads_pbn(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    """The event of a PBN text with its hands, counts and problems by line. Letters are English in every language.

    A game without a board number is no board of an event: it is told in a note. Raises FormatError where there is no
    tag at all.
    """
    del language, number  # PBN fixes both
    return _Reader(decoded).reading()


@dataclass(slots=True)
class _Reader:
    decoded: Decoded
    draft: Draft = field(default_factory=Draft)
    previous: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    main_event: str = ""
    unknown: set[str] = field(default_factory=set)
    tables: set[tuple[str, str, int, str]] = field(default_factory=set)
    tables_seen: dict[tuple[str, str, int, str], int] = field(default_factory=dict)
    named: set[tuple[str, str, str]] = field(default_factory=set)
    dealt: list[Dealt] = field(default_factory=list)
    scoring: str = ""
    teams: bool = False
    matches: dict[frozenset[str], tuple[str, str]] = field(default_factory=dict)

    def reading(self) -> Reading:
        self.draft.problems.extend(self.decoded.problems)
        long = [number for number, line in enumerate(self.decoded.text.split("\n"), 1) if len(line) > _WIDEST]
        if long:
            text = _("a line of PBN has at most {widest} letters; {count} lines are longer")
            self.tell(long[0], Severity.NOTE, text.format(widest=_WIDEST, count=len(long)))
        any_game = False
        for game in games(self.decoded.text):
            self.stray(game)
            if game.tags:
                any_game = True
                self.game(game)
        if not any_game:
            raise FormatError(_("there is no tag of PBN in the file"))
        self.winners()
        reading = with_deals(self.draft.reading(format="pbn", encoding=self.decoded.encoding), self.dealt)
        # a team sits both ways on a board, at its two tables, and yet there is one list of winners
        return replace(reading, event=replace(reading.event, winners=1)) if self.teams else reading

    def tell(self, line: int, severity: Severity, text: str) -> None:
        self.draft.note(_line(line), severity, text)

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
        values = self.inherited(game)
        facts = GameReader(game, values, self.tell, self.unknown).read()
        place = self.place(values)
        self.event(values, game)
        self.totals(game, place)
        if facts.board is None:
            self.no_board(game, facts)
            return
        if facts.deal:
            self.dealt.append(
                Dealt(*place, facts.board, facts.deal, facts.dealer, facts.vulnerability, _line(game.line))
            )
        if (tag := game.first("scoretable")) is not None and ";" in tag.value:
            self.table(game, facts, place)
            if not isinstance(facts.outcome, Missing):
                text = _("the game's own result is taken to be among the rows of its ScoreTable")
                self.tell(game.line, Severity.NOTE, text)
        elif facts.refused:
            self.draft.refuse(
                _line(game.line), _("board {board}: {reason}").format(board=facts.board, reason=facts.refused)
            )
        elif self.has_result(values, facts):
            self.single(game, values, facts, place)
        elif not facts.deal:
            self.draft.refuse(_line(game.line), _("board {board} has no cards and no result").format(board=facts.board))

    def no_board(self, game: PbnGame, facts: GameFacts) -> None:
        raw = game.value("board")
        if raw not in UNKNOWN and not raw.startswith("#"):
            self.draft.refuse(_line(game.line), _("a game whose board has no number"))
        elif (tag := game.first("scoretable")) is not None and tag.body.strip():
            self.draft.refuse(_line(tag.line), _("a ScoreTable in a game without a board number"))
        elif facts.deal or facts.contract:
            text = _("a game without a board number; it is no part of the event")
            self.tell(game.line, Severity.NOTE, text)

    def place(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Session and section. Games of another event in the same file make a session of their own."""
        name = _known(values, "event")
        self.main_event = self.main_event or name
        session = _known(values, "session") or "1"
        if name and name != self.main_event:
            session = name if session == "1" else f"{name}, {session}"
        return session, _known(values, "section")

    def event(self, values: Mapping[str, str], game: PbnGame) -> None:
        """Name, date, club and method, of the first game that tells them."""
        event, draft = self.draft.event, self.draft
        scoring = _known(values, "scoring")
        if scoring and not self.scoring:
            self.scoring = scoring
            method, plain = method_of_scoring(scoring)
            if method is None and self.is_match(values, game):
                method, plain = _TEAMS.get(scoring.partition(";")[0].strip().casefold()), True
                self.teams = method is not None
            event = replace(event, method=method)
            if not plain:
                text = _("Scoring {scoring} does not say how scores are compared; name a method").format(
                    scoring=repr(scoring)
                )
                self.tell(game.line, Severity.NOTE, text)
            elif ";" in scoring and method:
                text = _("Scoring {scoring}; conditions beyond the method {method} are for you to set").format(
                    scoring=repr(scoring), method=method
                )
                self.tell(game.line, Severity.NOTE, text)
        winners = _known(values, "winners")
        if winners in ("1", "2"):
            event = replace(event, winners=int(winners))
        date = event.date
        if not date:
            for name in ("eventdate", "date"):
                try:
                    date = date or read_date(values.get(name, ""))[0]
                except FormatError:
                    continue
        draft.event = replace(
            event,
            name=event.name or self.main_event,
            date=date,
            club=event.club or _known(values, "site"),
            program=event.program or _known(values, "application"),
        )

    def is_match(self, values: Mapping[str, str], game: PbnGame) -> bool:
        """Whether teams play, and the file says which."""
        named = bool(_known(values, "hometeam") and _known(values, "visitteam"))
        return named or (values.get("competition", "").strip().casefold() == "teams" and bool(game.first("scoretable")))

    def match(self, values: Mapping[str, str]) -> tuple[str, str] | None:
        """The teams that sit North-South and East-West: at home in the open room, turned round in the closed one.

        Some programs exchange the names between the rooms; those of the open room, or of the first game, stand.
        """
        home, visit = _known(values, "hometeam"), _known(values, "visitteam")
        room = values.get("room", "").strip().casefold()
        if not self.teams or not home or not visit or home == visit or room not in ("open", "closed"):
            return None
        home, visit = self.matches.setdefault(frozenset((home, visit)), (home, visit))
        return (home, visit) if room == "open" else (visit, home)

    def totals(self, game: PbnGame, place: tuple[str, str]) -> None:
        tag = game.first("totalscoretable")
        if tag is None:
            return
        rows, odd = read_table(tag)
        for line in odd:
            self.tell(line, Severity.ERROR, _("this row does not fit the columns of TotalScoreTable; it is left out"))
        for row in rows:
            if found := contestant_of_row(row):
                section, contestant = found
                self.contestant((place[0], section or place[1]), contestant, row.line)

    def contestant(self, place: tuple[str, str], contestant: Contestant, line: int) -> None:
        side = contestant.direction.value if contestant.direction else ""
        known = [(*place, one + contestant.key) for one in (["NS", "EW", ""] if not side else [side])]
        if not any(one in self.named for one in known):
            self.named.add((*place, side + contestant.key))
            self.draft.contestants.setdefault(place, []).append((contestant, _line(line)))

    def table(self, game: PbnGame, facts: GameFacts, place: tuple[str, str]) -> None:
        tag = game.first("scoretable")
        if tag is None or facts.board is None:
            return
        same = (*place, facts.board, tag.body.strip())
        if same in self.tables:
            self.tell(tag.line, Severity.NOTE, _("the ScoreTable of this board once more; it counts once"))
            return
        self.tables.add(same)
        rows, odd = read_table(tag)
        for line in odd:
            self.draft.refuse(_line(line), _("this row does not fit the columns of ScoreTable"))
        for index, row in enumerate(rows, 1):
            try:
                made = line_of_row(row, index, _line(row.line))
            except FormatError as fault:
                self.draft.refuse(_line(row.line), str(fault))
                continue
            where = (place[0], made.section or place[1])
            self.add(where, facts, made.line)
            self.named_pairs(where, made, row.line)

    def named_pairs(self, where: tuple[str, str], made: RowLine, line: int) -> None:
        for key, names in ((made.line.ns, made.ns_names), (made.line.ew, made.ew_names)):
            if names:
                self.contestant(where, Contestant(key, players=tuple(map(Player, names))), line)

    def add(self, place: tuple[str, str], facts: GameFacts, line: Line) -> None:
        if facts.board is not None:
            row = Row(*place, facts.board, line, facts.dealer, facts.vulnerability, facts.guessed)
            self.draft.rows.append(row)

    def has_result(self, values: Mapping[str, str], facts: GameFacts) -> bool:
        """Whether somebody sat at the board; a deal set has its tags empty."""
        if not isinstance(facts.outcome, Missing) or facts.remark or facts.auction:
            return True
        told = [values.get(name, "").strip() for name in ("contract", "result", "declarer")]
        return "?" in told or not facts.deal or any(_known(values, seat) for seat in ("north", "east", "south", "west"))

    def single(self, game: PbnGame, values: Mapping[str, str], facts: GameFacts, place: tuple[str, str]) -> None:
        """A game of one table: its pairs are known by number, by names, or by table and room."""
        keys: list[str] = []
        teams = self.match(values)
        table, room = _known(values, "table"), _known(values, "room")
        for side, seats in (("NS", ("north", "south")), ("EW", ("east", "west"))):
            names = tuple(_known(values, seat) for seat in seats)
            pair = _known(values, f"pair{side.lower()}") if teams is None else teams[len(keys)]
            key = pair or " - ".join(name or "?" for name in names if any(names))
            if not key:
                base = " ".join(word for word in (side, table, room) if word)
                again = (*place, facts.board or 0, base)
                self.tables_seen[again] = self.tables_seen.get(again, 0) + 1
                key = base if self.tables_seen[again] == 1 else f"{base} #{self.tables_seen[again]}"
            players = tuple(map(Player, names)) if any(names) and teams is None else ()
            self.contestant(place, Contestant(key, players=players), game.line)
            keys.append(key)
        line = Line(
            keys[0],
            keys[1],
            facts.outcome,
            facts.outcome,
            round=_known(values, "round"),
            table=" ".join(word for word in (table, room) if word),
            lead=facts.lead,
            remark=facts.remark,
            where=_line(game.line),
            stated=_stated(values, facts),
        )
        self.add(place, facts, line)

    def winners(self) -> None:
        """One list or two: as the places of the total table are."""
        told = [who for many in self.draft.contestants.values() for who, _where in many if who.stated_place]
        if self.teams or any(row.line.ns == row.line.ew for row in self.draft.rows):
            self.draft.event = replace(self.draft.event, winners=2)
            return
        if self.draft.event.winners or not told:
            return
        if is_one_ranking([who.stated_place for who in told]):
            self.draft.event = replace(self.draft.event, winners=1)
        elif {who.direction for who in told} and all(who.direction for who in told):
            self.draft.event = replace(self.draft.event, winners=2)


def _known(values: Mapping[str, str], name: str) -> str:
    text = values.get(name, "").strip()
    return "" if text in UNKNOWN else text


def _line(number: int) -> str:
    return _("line {line}").format(line=number)


def _stated(values: Mapping[str, str], facts: GameFacts) -> Stated | None:
    side = facts.declarer.side if facts.declarer else None
    points = read_points(facts.score)
    for name, unit in _SCORES:
        try:
            score = read_score(values.get(name, ""), side)
        except FormatError:
            continue
        if score:
            return Stated(score.ns, score.ew, unit, points)
    return Stated(points=points) if points is not None else None
