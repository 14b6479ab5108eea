"""What the games of a PBN file come to, put to the draft of an event: lines, contestants, hands and totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from overtrick.errors import FormatError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.datums import with_datums
from overtrick.formats.pbn_deals import Dealt, with_deals
from overtrick.formats.pbn_event import EventFacts, known
from overtrick.formats.pbn_game import GameFacts
from overtrick.formats.pbn_rows import (
    LINE_COLUMNS,
    RowLine,
    contestant_of_row,
    is_one_ranking,
    line_of_row,
    read_multiplicity,
    read_outcome,
)
from overtrick.formats.pbn_spare import SpareTags
from overtrick.formats.pbn_tables import TableRow, column_names, read_table
from overtrick.formats.pbn_text import PbnGame, PbnTag
from overtrick.formats.pbn_values import read_points, read_score
from overtrick.formats.text import exact
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Line, Match, Player, Stated
from overtrick.model.outcome import Outcome
from overtrick.model.reading import Reading, Severity

__all__ = ["PbnDraft", "line_name"]

_MOST_COPIES = 100_000
_SCORES = (("scoremp", "matchpoints"), ("scoreimp", "imps"), ("scorepercentage", "percent"))


def line_name(number: int) -> str:
    """How a line of the file is named to people.

    >>> line_name(7)
    'line 7'
    """
    return _("line {line}").format(line=number)


@dataclass(slots=True)
class PbnDraft:
    """The event so far. `named` are the contestants that have been told, by section, direction and key."""

    draft: Draft = field(default_factory=Draft)
    tables: set[tuple[str, str, int, str]] = field(default_factory=set)
    tables_seen: dict[tuple[str, str, int, str], int] = field(default_factory=dict)
    named: set[tuple[str, str, str]] = field(default_factory=set)
    dealt: list[Dealt] = field(default_factory=list)
    copied: int = 0
    event: EventFacts = field(default_factory=EventFacts)
    spare: SpareTags = field(default_factory=SpareTags)
    datums: dict[tuple[str, str, int], Fraction] = field(default_factory=dict)
    matches: dict[tuple[tuple[str, str], str, str, str], dict[int, None]] = field(default_factory=dict)
    players: dict[tuple[tuple[str, str], str], dict[str, None]] = field(default_factory=dict)

    def tell(self, line: int, severity: Severity, text: str) -> None:
        """A finding at a line."""
        self.draft.note(line_name(line), severity, text)

    def totals(self, game: PbnGame, place: tuple[str, str]) -> None:
        """The contestants of a TotalScoreTable."""
        tag = game.first("totalscoretable")
        if tag is None:
            return
        rows, odd = read_table(tag)
        for line in odd:
            self.tell(line, Severity.ERROR, _("this row does not fit the columns of TotalScoreTable; it is left out"))
        names = column_names(tag)
        for row in rows:
            if found := contestant_of_row(row, names):
                section, contestant = found
                self.contestant((place[0], section or place[1]), contestant, row.line)

    def contestant(self, place: tuple[str, str], contestant: Contestant, line: int) -> None:
        """A contestant, unless it has been told before."""
        side = contestant.direction.value if contestant.direction else ""
        known = [(*place, one + contestant.key) for one in (["NS", "EW", ""] if not side else [side])]
        if not any(one in self.named for one in known):
            self.named.add((*place, side + contestant.key))
            self.draft.contestants.setdefault(place, []).append((contestant, line_name(line)))

    def table(self, game: PbnGame, facts: GameFacts, place: tuple[str, str]) -> None:
        """The lines of a ScoreTable."""
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
            self.draft.refuse(line_name(line), _("this row does not fit the columns of ScoreTable"))
        self.columns(tag, rows, (*place, facts.board))
        for index, row in enumerate(rows, 1):
            try:
                made = line_of_row(row, index, line_name(row.line))
            except FormatError as fault:
                self.draft.refuse(line_name(row.line), str(fault))
                continue
            where = (place[0], made.section or place[1])
            for copy in self.copies(row, made):
                self.add(where, facts, copy)
            self.named_pairs(where, made, row.line)

    def columns(self, tag: PbnTag, rows: Sequence[TableRow], at: tuple[str, str, int]) -> None:
        """The datum of a board, and the columns that a line has no field for."""
        names = column_names(tag)
        for name in rows[0].cells if rows else ():
            if name not in LINE_COLUMNS:
                column = f"{tag.name}: {names.get(name, name)}"
                self.spare.take((column, row.text(name)) for row in rows)
        told = {number for row in rows if (number := exact(row.text("butlerdatum"))) is not None}
        if len(told) > 1:
            self.tell(tag.line, Severity.WARNING, _("the rows of this board have several datums; none is kept"))
        elif told:
            self.datums.setdefault(at, told.pop())

    def met(self, place: tuple[str, str], teams: tuple[str, str], round: str, board: int) -> None:
        """Two teams met on a board; at home is the one that sits North-South in the open room."""
        home, away = self.event.matches.get(frozenset(teams), teams)
        self.matches.setdefault((place, home, away, round), {})[board] = None

    def plays(self, place: tuple[str, str], team: str, names: Iterable[str]) -> None:
        """Players of a team."""
        self.players.setdefault((place, team), {}).update(dict.fromkeys(filter(None, names)))

    def teams(self) -> None:
        """The matches, and the players of each team in the order in which they came."""
        for (place, home, away, round_), boards in self.matches.items():
            self.draft.matches.setdefault(place, []).append(Match(home, away, round_, tuple(boards)))
        for place, many in self.draft.contestants.items():
            for index, (who, where) in enumerate(many):
                names = self.players.get((place, who.key))
                if names and not who.players:
                    many[index] = replace(who, players=tuple(map(Player, names))), where

    def copies(self, row: TableRow, made: RowLine) -> Iterator[Line]:
        """The lines that a row stands for: one, or as many as its Multiplicity says where it names no pairs."""
        try:
            times = read_multiplicity(row)
        except FormatError as fault:
            self.draft.refuse(line_name(row.line), str(fault))
            return
        self.copied += times
        if times == 1:
            yield made.line
        elif times and row.text("pairid_ns", "pair_ns", "names_ns", "pairid_ew", "pair_ew", "names_ew"):
            text = _("a row of ScoreTable that names its pairs has Multiplicity {times}; that cannot be")
            self.draft.refuse(line_name(row.line), text.format(times=times))
        elif self.copied > _MOST_COPIES:
            text = _("more than {most} lines by Multiplicity; this row is left out")
            self.draft.refuse(line_name(row.line), text.format(most=_MOST_COPIES))
        else:
            key = made.line.ns
            yield from (replace(made.line, ns=f"{key}.{copy}", ew=f"{key}.{copy}") for copy in range(1, times + 1))

    def named_pairs(self, where: tuple[str, str], made: RowLine, line: int) -> None:
        """The contestants that a row names."""
        for key, names in ((made.line.ns, made.ns_names), (made.line.ew, made.ew_names)):
            if names:
                self.contestant(where, Contestant(key, players=tuple(map(Player, names))), line)

    def add(self, place: tuple[str, str], facts: GameFacts, line: Line) -> None:
        """A line of the board of a game."""
        if facts.board is not None:
            row = Row(*place, facts.board, line, facts.dealer, facts.vulnerability, facts.guessed)
            self.draft.rows.append(row)

    def single(self, game: PbnGame, values: Mapping[str, str], facts: GameFacts, place: tuple[str, str]) -> None:
        """A game of one table: its pairs are known by number, by names, or by table and room."""
        seats = [known(values, seat) for seat in ("north", "south", "east", "west")]
        pairs = self.event.match(values)
        room = "" if pairs else known(values, "room")  # of a match it follows from who sits North-South
        if pairs:
            for team, names in zip(pairs, (seats[:2], seats[2:]), strict=True):
                self.plays(place, team, names)
            self.met(place, pairs, known(values, "round"), facts.board or 0)
            seats = [""] * 4
        else:
            pairs = known(values, "pairns"), known(values, "pairew")
        table = " ".join(word for word in (known(values, "table"), room) if word)
        line = Line(
            self.pair(place, (facts.board or 0, table, game.line), "NS", pairs[0], (seats[0], seats[1])),
            self.pair(place, (facts.board or 0, table, game.line), "EW", pairs[1], (seats[2], seats[3])),
            *self.outcomes(values, facts, game.line),
            round=known(values, "round"),
            table=table,
            lead=facts.lead or known(values, "lead"),
            version=known(values, "version"),
            remark=known(values, "remark") or ("" if known(values, "outcome") else facts.remark),
            where=line_name(game.line),
            stated=_stated(values, facts),
            record=facts.record,
        )
        self.add(place, facts, line)

    def pair(
        self, place: tuple[str, str], at: tuple[int, str, int], side: str, number: str, names: tuple[str, str]
    ) -> str:
        """The key of a pair, which is now among the contestants; `at` are board, table and line."""
        board, table, line = at
        key = number or (" - ".join(name or "?" for name in names) if any(names) else "")
        if not key:
            base = f"{side} {table}" if table else side
            again = (*place, board, base)
            self.tables_seen[again] = self.tables_seen.get(again, 0) + 1
            key = base if self.tables_seen[again] == 1 else f"{base} #{self.tables_seen[again]}"
        players = (Player(names[0]), Player(names[1])) if any(names) else ()
        self.contestant(place, Contestant(key, players=players), line)
        return key

    def outcomes(self, values: Mapping[str, str], facts: GameFacts, line: int) -> tuple[Outcome, Outcome]:
        """Both sides' outcomes: those of our own tag Outcome, otherwise what the game came to."""
        try:
            told = read_outcome(known(values, "outcome"))
        except FormatError as fault:
            self.tell(line, Severity.WARNING, str(fault))
            told = None
        return (told.ns, told.ew) if told else (facts.outcome, facts.outcome)

    def winners(self) -> None:
        """One list or two: as the places of the total table are."""
        told = [who for many in self.draft.contestants.values() for who, _where in many if who.stated_place]
        if self.event.teams or any(row.line.ns == row.line.ew for row in self.draft.rows):
            self.draft.event = replace(self.draft.event, winners=2)
            return
        if self.draft.event.winners or not told:
            return
        if is_one_ranking([who.stated_place for who in told]):
            self.draft.event = replace(self.draft.event, winners=1)
        elif {who.direction for who in told} and all(who.direction for who in told):
            self.draft.event = replace(self.draft.event, winners=2)

    def finish(self, *, encoding: str) -> Reading:
        """The reading of all that has been put in."""
        told = self.event.event
        self.spare.date = told.date
        self.draft.event = replace(told, extra=self.spare.of_event(self.event.scoring, told.method))
        self.winners()
        self.teams()
        if problem := self.spare.problem():
            self.draft.problems.append(problem)
        reading = with_deals(self.draft.reading(format="pbn", encoding=encoding), self.dealt)
        reading = replace(reading, event=with_datums(reading.event, self.datums))
        # a team sits both ways on a board, at its two tables, and yet there is one list of winners
        return replace(reading, event=replace(reading.event, winners=1)) if self.event.teams else reading


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
