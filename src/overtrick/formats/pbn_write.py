"""An event written as PBN 2.1: one game a board, with a ScoreTable where several played it, or one game a table.

Source: PBN 2.1, sections 2.4 (export form) and 5 (tables).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from overtrick.errors import FormatError
from overtrick.formats.pbn_event import SCORING, says_method
from overtrick.formats.pbn_record import record_tags, tricks_tags
from overtrick.formats.pbn_spare import EVENT_TAGS
from overtrick.formats.pbn_text import PbnTag
from overtrick.formats.pbn_values import UNKNOWN
from overtrick.formats.pbn_write_rows import line_points, line_values, one_line, row_of_line, score_table, total_table
from overtrick.i18n import gettext as _
from overtrick.model.event import Event, Line, Match, Section, Session, Traveller
from overtrick.model.outcome import Entry, Missing, PassedOut, Played
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import LineResult, Standing
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.result import write_or_missing

__all__ = ["PbnSection", "dumps_pbn", "dumps_pbn_import", "game_text", "not_held_by_pbn"]

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring"),
    *("Declarer", "Contract", "Result"),
)
"""The tags that every game of the export form has, in their order."""

_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}
_SECTIONS = ("Auction", "Play", "ScoreTable", "TotalScoreTable", "OptimumResultTable")
_TEAMS = ("team-imps", "board-a-match")


@dataclass(frozen=True, slots=True)
class PbnSection:
    """An auction or a play as it is written: who is first, the rows, and its notes by number."""

    first: Seat
    rows: Sequence[str]
    notes: Mapping[int, str]


def game_text(
    tags: Iterable[tuple[str, str]], auction: PbnSection | None = None, play: PbnSection | None = None
) -> str:
    """One game in export form; notes follow the section that they belong to.

    >>> print(game_text([("Contract", "Pass")], PbnSection(Seat.WEST, ["AP"], {1: "weak"})), end="")
    [Contract "Pass"]
    [Auction "W"]
    AP
    [Note "1:weak"]
    <BLANKLINE>
    """
    parts = [PbnTag(name, one_line(value), 0).text() for name, value in tags]
    for name, section in (("Auction", auction), ("Play", play)):
        if section is not None:
            parts.append(PbnTag(name, section.first.value, 0).text())
            parts += [f"{row}\n" for row in section.rows]
            parts += [PbnTag("Note", f"{number}:{one_line(text)}", 0).text() for number, text in section.notes.items()]
    return "".join(parts) + "\n"


def dumps_pbn(event: Event, *, standing: Standing | None = None, form: str = "export") -> str:
    """The event as PBN text, which `load` reads back with the same boards, hands, results, bidding and play.

    With `standing` what each line is worth stands in the ScoreTable, and places and totals in a TotalScoreTable, to
    two decimals, halves away from zero; otherwise what the event's own file stated. A result that PBN has no words
    for stands in a column or tag of our own, `Outcome`. Lines with bidding or play are games of their own. The form
    `export` has every tag that PBN wants, `import` only those that say something.

    Raises FormatError for another form.

    >>> dumps_pbn(Event("Night")).splitlines()
    ['% PBN 2.1', '% EXPORT', '%Content-type: text/x-pbn; charset=UTF-8', '%Creator: Overtrick', '[Event "Night"]', '']
    """
    if form not in ("export", "import"):
        raise FormatError(_("PBN has the forms export and import, not {form}").format(form=repr(form)))
    head = f"% PBN 2.1\n% {form.upper()}\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Overtrick\n"
    return head + "".join(_games(_Frame(event, standing, short=form == "import")))


def dumps_pbn_import(event: Event, *, standing: Standing | None = None) -> str:
    """The event in the import form: see `dumps_pbn`.

    >>> dumps_pbn_import(Event("Night")).splitlines()[1]
    '% IMPORT'
    """
    return dumps_pbn(event, standing=standing, form="import")


@dataclass(frozen=True, slots=True)
class _Frame:
    """The event that is written, and how."""

    event: Event
    standing: Standing | None
    short: bool

    @property
    def teams(self) -> bool:
        """Whether teams play each other."""
        return self.event.method in _TEAMS

    def about(self) -> list[tuple[str, str]]:
        """The mandatory tags that say something of the whole event."""
        return [("Event", self.event.name), ("Site", self.event.club), ("Date", _date(self.event.date))]

    def scoring(self) -> str:
        """The tag Scoring: as the file of the event had it, where that still says the method."""
        event = self.event
        told = next((value for name, value in event.extra if name == "Scoring"), "")
        return told if told and says_method(told, event.method) else SCORING.get(event.method or "", "")

    def beside(self) -> list[tuple[str, str]]:
        """Further tags of the event, each once."""
        told = {
            name.lower(): (name, value)
            for name, value in reversed(self.event.extra)
            if name.lower() in EVENT_TAGS and value.strip() not in UNKNOWN and not value.startswith("#")
        }
        if self.teams:
            told.setdefault("competition", ("Competition", "Teams"))
        return list(told.values())[::-1]


def _games(frame: _Frame) -> Iterator[str]:
    standing, about = frame.standing, frame.about()
    worth = {
        (board.session, board.section, board.board.number): {id(one.line): one for one in board.lines}
        for board in (standing.boards if standing else ())
    }
    if not any(session.sections for session in frame.event.sessions):
        yield _text([pair for pair in about if pair[1]] or about[:1])
    for session in frame.event.sessions:
        for section in session.sections:
            totals = total_table(section, standing)
            if not section.travellers:
                yield _text([*about, *_where(session, section), *totals])
            for traveller in section.travellers:
                lines = worth.get((session.key, section.key, traveller.board.number), {})
                datum = None if standing else traveller.stated_datum
                matches = [one for one in section.matches if frame.teams and _is_on(one, traveller)]
                for group, single in _groups(traveller, matches, worth=bool(lines) or datum is not None):
                    game = _Game(frame, session, section, traveller, group[0] if single else None, lines)
                    head, tail = _parted(game.tags())
                    yield _text([*head, *totals, *(() if single else score_table(group, lines, datum)), *tail])
                    totals = []


def _parted(tags: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Tags, and those from the first section on."""
    cut = next((place for place, (name, _value) in enumerate(tags) if name in ("Auction", "Play")), len(tags))
    return tags[:cut], tags[cut:]


def _is_on(match: Match, traveller: Traveller) -> bool:
    return not match.boards or traveller.board.number in match.boards


def _met(matches: Sequence[Match], line: Line) -> Match | None:
    """The match that a line is of."""
    return next((one for one in matches if {one.home, one.away} == {line.ns, line.ew}), None)


def _groups(traveller: Traveller, matches: Sequence[Match], *, worth: bool) -> Iterator[tuple[tuple[Line, ...], bool]]:
    """The lines that make one game together, and whether it is one line by its tags rather than a ScoreTable."""
    lines = traveller.lines
    if not worth and len(lines) == 1 and _is_plain(lines[0]):
        yield lines, True
        return
    if not lines:
        yield lines, False
        return
    for single, group in groupby(lines, key=lambda line: _is_single(line) or _met(matches, line) is not None):
        many = tuple(group)
        yield from [((line,), True) for line in many] if single else [(many, False)]


def _is_single(line: Line) -> bool:
    """Whether the line has bidding or play, which only a game of its own can hold."""
    return line.record is not None and not (line.south or line.west)


def _text(tags: Sequence[tuple[str, str]]) -> str:
    parts = []
    for name, value in tags:
        header, found, body = value.partition("\n")
        if found and name in _SECTIONS:
            parts.append(PbnTag(name, header, 0, f"\n{body}").text())
        else:
            plain = one_line(value)
            # a value that begins so would be taken from another game
            parts.append(PbnTag(name, f" {plain}" if plain == "#" or plain.startswith("##") else plain, 0).text())
    return "".join(parts) + "\n"


@dataclass(frozen=True, slots=True)
class _Game:
    """A game that is written: of one line where it is given, otherwise of the board. `worth` goes by identity."""

    frame: _Frame
    session: Session
    section: Section
    traveller: Traveller
    line: Line | None
    worth: Mapping[int, LineResult]

    def tags(self) -> list[tuple[str, str]]:
        """The tags; a section stands behind the value of its own tag."""
        event, board, deal, line = self.frame.event, self.traveller.board, self.traveller.deal, self.line
        own = dict.fromkeys(MANDATORY, "") | dict(self.frame.about())
        own |= {
            "Board": str(board.number),
            "Dealer": board.dealer.value,
            "Vulnerable": _VULNERABLE[board.vulnerability],
            "Deal": deal.text(board.dealer) if deal else "",
            "Scoring": self.frame.scoring(),
        }
        more = []
        if line:
            own |= _single(self.section, line, teams=self.frame.teams)
            more = [pair for pair in _beside(own, line, self.worth.get(id(line))) if pair[1]]
        if not self.frame.teams and event.winners:
            more.append(("Winners", str(event.winners)))
        more += self.frame.beside()
        if line and self.frame.teams:
            more += self.match(line)
        more += _where(self.session, self.section)
        if event.program:
            more.append(("Application", event.program))
        if self.traveller.tricks:
            more += tricks_tags(self.traveller.tricks, short=self.frame.short)
        if line and line.record:
            more += record_tags(line.record, board.dealer, line.ns_outcome, deal)
        return [(name, own[name]) for name in MANDATORY if own[name] or not self.frame.short] + more

    def match(self, line: Line) -> list[tuple[str, str]]:
        """The teams of a match, and the room by who of them sits North-South."""
        found = _met([one for one in self.section.matches if _is_on(one, self.traveller)], line)
        if found is None:
            return []
        room = "Open" if found.home == line.ns else "Closed"
        return [("HomeTeam", found.home), ("VisitTeam", found.away), ("Room", room)]


def _beside(own: Mapping[str, str], line: Line, worth: LineResult | None) -> Iterator[tuple[str, str]]:
    """What a line says beyond the mandatory tags; a pair that goes by the names of its players needs no key."""
    for name, key, seats in (("PairNS", line.ns, ("North", "South")), ("PairEW", line.ew, ("East", "West"))):
        names = [own[seat] for seat in seats]
        yield name, "" if any(names) and key == " - ".join(one or "?" for one in names) else key
    yield "Round", line.round
    yield "Table", line.table
    points = line_points(line, worth)
    if points is not None:
        yield "Score", f"NS {points}" if points >= 0 else f"EW {-points}"
    told: dict[str, list[str]] = {}
    for name, value in line_values(line, worth):
        kind, _line, side = name.partition("_")
        told.setdefault(f"Score{kind}", []).append(f"{side} {value}")
    yield from ((name, " ".join(values)) for name, values in told.items())
    if line.record is None or line.lead != "".join(line.record.cards[:1]):
        yield "Lead", line.lead
    yield "Version", line.version
    yield "Remark", line.remark
    if _is_ours(line):
        yield "Outcome", write_or_missing(Entry(line.ns_outcome, line.ew_outcome))


def _where(session: Session, section: Section) -> list[tuple[str, str]]:
    told = [("Section", section.key), ("Session", session.key if session.key != "1" else "")]
    return [pair for pair in told if pair[1]]


def _is_plain(line: Line) -> bool:
    """Whether the tags of a game can hold the whole line."""
    plain = isinstance(line.ns_outcome, Played | PassedOut) and line.ns_outcome == line.ew_outcome
    return plain and not (line.stated or line.lead or line.remark or line.version or line.south or line.west)


def _single(section: Section, line: Line, *, teams: bool) -> dict[str, str]:
    """Who sat and what came of it; which of a team's players sat where is not known."""
    own: dict[str, str] = {}
    for key, side, seats in (
        () if teams else ((line.ns, Side.NS, ("North", "South")), (line.ew, Side.EW, ("East", "West")))
    ):
        found = next((who for who in section.contestants if who.key == key and who.direction in (None, side)), None)
        if found:
            own |= dict(zip(seats, found.names, strict=False))
    outcome = line.ns_outcome
    if outcome != line.ew_outcome or not isinstance(outcome, Played | PassedOut):
        return own | {"Declarer": "?", "Contract": "?", "Result": "?"}
    if isinstance(outcome, Played):
        declarer = outcome.contract.declarer
        own |= {"Contract": str(outcome.contract), "Result": str(outcome.tricks)}
        own["Declarer"] = declarer.value if declarer else "?"
    else:
        own["Contract"] = "Pass"
    return own


def _date(text: str) -> str:
    return text.replace("-", ".") if len(text) == 10 else f"{text.replace('-', '.')}.??.??"[:10] if text else ""


def not_held_by_pbn(event: Event) -> tuple[Problem, ...]:
    """What of an event PBN has no words for, so that other programs will not see it.

    >>> not_held_by_pbn(Event("Tuesday"))
    ()
    """
    found: list[Problem] = []
    for session in event.sessions:
        for section in session.sections:
            if section.penalties:
                text = _("penalties are not held by PBN")
                found.append(Problem(_("section {section}").format(section=section.key), Severity.WARNING, text))
            for traveller in section.travellers:
                found += [_loss(traveller, line) for line in traveller.lines if _is_ours(line)]
    return tuple(found)


def _is_ours(line: Line) -> bool:
    if line.record is not None:
        return line.ns_outcome != line.ew_outcome or not isinstance(line.ns_outcome, Played | PassedOut | Missing)
    return "Outcome" in row_of_line(line, None)


def _loss(traveller: Traveller, line: Line) -> Problem:
    where = line.where or _("board {board}").format(board=traveller.board.number)
    text = _("{result} is not held by PBN; it is written for Overtrick only").format(
        result=write_or_missing(Entry(line.ns_outcome, line.ew_outcome))
    )
    return Problem(where, Severity.WARNING, text)
