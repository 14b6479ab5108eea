"""ACBLscore game files (`.ACA`, `.ACM`, `.ACE` ...): pairs events with their results and what the file states of them.

A game file is one sitting: the sessions of an event are files of their own, and the second one brings the score of the
first as carry-over. Several events in one file are different events, played side by side, so one of them is read: the
first pairs event with results, or the one that is asked for by its number. The others are named in a warning, and their
results count as found and refused. Masterpoints, strata and addresses stay behind; Overtrick has no place for them.
Source: as for `acblscore_binary`, where the codes of scores and methods come from too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from overtrick.errors import FormatError, RecordError
from overtrick.formats.acblscore_binary import MAGIC, Entry, EventRecord, GameFile, Result, SectionRecord
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.kind import Format
from overtrick.i18n import N_, ngettext
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Event, Line, Penalty, Player, Stated
from overtrick.model.outcome import Average, Awarded, BareScore, NotPlayed, Outcome, PassedOut, SitOut
from overtrick.model.reading import Reading, Severity
from overtrick.model.terms import Side
from overtrick.notation.award import write_number

__all__ = ["ACBLSCORE", "dump", "dumps", "load", "loads", "loads_acblscore", "sniff_acblscore"]

_PAIRS = 0
_KINDS = (
    N_("pairs"),
    N_("teams"),
    N_("individual"),
    N_("home style pairs"),
    N_("board-a-match teams"),
    N_("series winner"),
)
_METHODS: dict[int, tuple[str, tuple[tuple[str, str], ...]]] = {
    0: ("matchpoints", ()),
    1: ("butler", ()),
    2: ("cross-imps", (("cross-divisor", "comparisons"),)),
    3: ("cross-imps", (("cross-divisor", "sum"),)),
    14: ("matchpoints", (("matchpoint-scale", "2-1-0"),)),
    15: ("total-points", ()),
}
_OTHER_METHODS = {
    4: N_("instant matchpoints"),
    5: N_("board-a-match"),
    13: N_("IMPs against a datum set beforehand"),
}
_UNITS = {"matchpoints": "matchpoints", "butler": "imps", "cross-imps": "imps"}
_LATE, _NOT_PLAYED, _NOT_IN_PLAY = 900, 950, 999
_AVERAGES = {2040: Average.MINUS, 2050: Average.AVERAGE, 2060: Average.PLUS}
_OPEN = -1  # in place of a session or final score
_LARGEST_SCORE = 760  # in tens
_FOULED, _GROUP = 3000, 2000  # a result of fouled group g stands 2000 (g + 1) higher
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"([A-Za-z]{3})[a-z]{0,6}\.? ([0-9]{1,2}), ([0-9]{4})")
_SIDES = (Side.NS, Side.EW)


def sniff_acblscore(data: bytes) -> bool:
    r"""Whether a file is a game file of ACBLscore.

    >>> sniff_acblscore(b"\x12\n\x03AC3\xa4\xa0"), sniff_acblscore(b"board,ns,ew")
    (True, False)
    """
    return data.startswith(MAGIC)


def loads_acblscore(data: bytes, *, language: str = "en", number: str = "tricks", event: int | None = None) -> Reading:
    """The reading of a pairs event of a game file: the first with results, or the one whose number is given.

    Scores have no contracts there. Matchpoints count 1 for a win; `stated` repeats them so.
    Raises FormatError for data that are no game file, and where there is no such event or none of pairs.

    >>> loads_acblscore(b"PK")
    Traceback (most recent call last):
        ...
    overtrick.errors.FormatError: this is no game file of ACBLscore
    """
    del language, number  # the file has neither words nor tricks
    game = GameFile(data)
    events = list(game.events())
    chosen = _chosen(game, events, event)
    reader = _Reader(game, chosen)
    others = [one for one in events if one is not chosen]
    if others:
        reader.leave(others)
    return reader.reading()


def _chosen(game: GameFile, events: list[EventRecord], wanted: int | None) -> EventRecord:
    """The event to be read."""
    if not events:
        raise FormatError(_("the game file has no event"))
    if wanted is not None:
        events = [one for one in events if one.number == wanted]
        if not events:
            raise FormatError(_("the game file has no event {number}").format(number=wanted))
    pairs = [one for one in events if one.kind == _PAIRS]
    if not pairs:
        told = ", ".join(_described(one) for one in events)
        raise FormatError(_("events of pairs are read; the game file has {events}").format(events=told))
    return next((one for one in pairs if game.results(one)), pairs[0])


def _described(event: EventRecord, *more: str) -> str:
    """An event in words: its number, name and kind, and what more there is to say."""
    known = event.kind < len(_KINDS)
    kind = _(_KINDS[event.kind]) if known else _("kind {number}").format(number=event.kind)
    return _("event {number} {name} ({kind})").format(
        number=event.number, name=event.name or "-", kind=", ".join((kind, *more))
    )


def _hundredths(value: int) -> Fraction:
    return Fraction(value, 100)


class _Reader:
    """Turns the records of one event into rows, contestants and penalties of a draft."""

    def __init__(self, game: GameFile, event: EventRecord) -> None:
        self.game = game
        self.draft = Draft()
        self.sections = list(game.sections(event))
        self.session = event.session or "1"
        if game.missing:
            text = _("the file breaks off: {count} bytes of those that it should have are missing")
            self.draft.note(_("whole file"), Severity.ERROR, text.format(count=game.missing))
        self.method, settings = self.scoring(event.scoring)
        forms = {one.howell for one in self.sections if one.howell is not None}
        self.mixed = len(forms) > 1
        if self.mixed:
            text = _("Mitchell and Howell sections in one list: pairs of a Mitchell are named by number and direction")
            self.draft.note(_("whole file"), Severity.NOTE, text)
        self.draft.event = Event(
            name=event.name,
            date=_date(event.date),
            club=event.place,
            method=self.method or None,
            winners=None if not forms else 2 if forms == {False} else 1,
            program=f"ACBLscore {game.version}",
            settings=(*settings, *self.together()),
        )
        # Equals stand one behind the other in the file, so their place is the first of theirs. All places are those of
        # the session: they are none of the event once something is carried over.
        later = any(entry.carry_over for one in self.sections for entry in one.entries)
        self.places: dict[tuple[int, Side | None, int], list[int]] = {}
        for section in self.sections:
            for entry in section.entries:
                if entry.place and not later:
                    self.places.setdefault(self.field(section, entry), []).append(entry.place)

    def scoring(self, number: int) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The method and its settings; none, with a warning, for a way of scoring that is not known here."""
        if number not in _METHODS:
            named = _OTHER_METHODS.get(number)
            scoring = _(named) if named else _("method {number}").format(number=number)
            text = _("scoring by {scoring} is not known; the results are read, their official values are not")
            self.draft.note(_("whole file"), Severity.WARNING, text.format(scoring=scoring))
        return _METHODS.get(number, ("", ()))

    def leave(self, others: list[EventRecord]) -> None:
        """Tell of the events that are not read, and count their results as refused."""
        told = []
        for one in others:
            if one.kind != _PAIRS:
                told.append(_described(one))
                continue
            count = self.game.results(one)
            self.draft.refused += count
            told.append(_described(one, ngettext("{count} result", "{count} results", count).format(count=count)))
        text = _("several events in one file; not read: {events}").format(events=", ".join(told))
        self.draft.note(_("whole file"), Severity.WARNING, text)

    def together(self) -> tuple[tuple[str, str], ...]:
        """Which sections are compared and ranked together, as settings of the conditions."""
        if len(self.sections) < 2:
            return ()
        made: list[tuple[str, str]] = []
        scored = _groups({one.index: one.scored_with for one in self.sections})
        ranked = _groups({one.index: one.ranked_with for one in self.sections})
        if scored == 1:
            made.append(("sections", "across"))
        if ranked == len(self.sections):
            made.append(("ranking", "sections"))
        if 1 < scored < len(self.sections) or 1 < ranked < len(self.sections):
            text = _("some sections are compared or ranked together and others are not; that cannot be set")
            self.draft.note(_("whole file"), Severity.WARNING, text)
        return tuple(made)

    def session_top(self) -> None:
        """A maximum that the boards do not reach, as in a section with a half table, kept as a condition."""
        if self.method != "matchpoints":
            return
        reached = [section.top * max((one.boards for one in section.entries), default=0) for section in self.sections]
        wanted = {section.maximum for section in self.sections if section.entries}
        if not any(one.maximum > most > 0 for one, most in zip(self.sections, reached, strict=True)):
            return
        if len(wanted) > 1:
            text = _("sections are brought up to different maxima ({maxima}), which cannot be set; totals may differ")
            told = ", ".join(str(maximum) for maximum in sorted(wanted))
            self.draft.note(_("whole file"), Severity.WARNING, text.format(maxima=told))
            return
        setting = ("session-top", str(wanted.pop()))
        self.draft.event = replace(self.draft.event, settings=(*self.draft.event.settings, setting))

    def reading(self) -> Reading:
        """The reading of all sections."""
        seen: set[str] = set()
        listed = any(one.entries for one in self.sections)
        for section in self.sections:
            name = section.name if section.name not in seen else f"{section.name}{section.index}"
            seen.add(name)
            if listed and section.boards:
                self.draft.contestants.setdefault((self.session, name), [])  # sections stay in the order of the file
            for fault in section.faults:
                self.draft.note(_("section {section}").format(section=name), Severity.ERROR, fault)
            self.pairs(section, name)
            self.boards(section, name)
        self.session_top()
        if self.game.foreign:
            text = _("names have letters outside ASCII; they are read by code page 437, which is a guess")
            self.draft.note(_("whole file"), Severity.NOTE, text)
        return self.draft.reading(format="acblscore", encoding="cp437")

    def key(self, section: SectionRecord, number: int, direction: int) -> str:
        """The name of a pair; nothing for number 0."""
        if self.mixed and section.howell is False and number:
            return f"{number}{'NE'[direction]}"
        return str(number or "")

    def pairs(self, section: SectionRecord, name: str) -> None:
        """The contestants of a section, with what the file states of each."""
        for entry in section.entries:
            key, side = self.key(section, entry.number, entry.direction), self.side(section, entry)
            where = _("section {section}, pair {key}").format(section=name, key=key)
            if entry.handicap:
                text = _("a handicap of {amount} is not applied, since it is not known what it counts")
                self.draft.note(where, Severity.WARNING, text.format(amount=write_number(_hundredths(entry.handicap))))
            if entry.adjustment:
                unit = _UNITS.get(self.method, "points")
                penalty = Penalty(key, -_hundredths(entry.adjustment), unit, side)
                self.draft.penalties.setdefault((self.session, name), []).append(penalty)
            places = self.places.get(self.field(section, entry), []) if entry.place else []
            percent = self.method == "matchpoints" and entry.session != _OPEN
            contestant = Contestant(
                key,
                side,
                tuple(Player(*player) for player in entry.players),
                carry_over=_hundredths(entry.carry_over),
                stated_total=_hundredths(entry.final) if self.method and entry.final != _OPEN else None,
                stated_percent=_hundredths(entry.percent) if percent else None,
                stated_place=f"{min(places)}{'=' if len(places) > 1 else ''}" if places else "",
            )
            self.draft.contestants.setdefault((self.session, name), []).append((contestant, where))

    def field(self, section: SectionRecord, entry: Entry) -> tuple[int, Side | None, int]:
        """The list in which a pair has its place, and the score by which it has it."""
        apart = ("ranking", "sections") in self.draft.event.settings
        return (section.index if apart else 0), self.side(section, entry), entry.final

    def side(self, section: SectionRecord, entry: Entry) -> Side | None:
        """The direction that is a field of its own."""
        return None if section.howell or self.mixed else _SIDES[entry.direction]

    def boards(self, section: SectionRecord, name: str) -> None:
        """The results of a section."""
        for board in section.boards:
            where = _("section {section}, board {board}").format(section=name, board=board.number)
            if board.fault or not board.number:
                self.draft.refuse(where, board.fault or _("boards are numbered from 1"))
                continue
            for result in board.results:
                if result.ns_score == result.ew_score == _NOT_IN_PLAY:
                    continue
                place = _("{board}, round {round}, table {table}").format(
                    board=where, round=result.round, table=result.table
                )
                try:
                    line = self.line(section, result, place)
                except RecordError as fault:
                    self.draft.refuse(place, str(fault))
                    continue
                self.draft.rows.append(Row(self.session, name, board.number, line))

    def line(self, section: SectionRecord, result: Result, where: str) -> Line:
        """One result. Raises RecordError for a score code that is none."""
        ns, ew = self.key(section, result.ns, 0), self.key(section, result.ew, 1)
        if not ns and not ew:
            raise RecordError(_("a result without pair numbers"))
        group, code = _plain(result.ns_score)
        other_group, other_code = _plain(result.ew_score)
        if group and other_group and group != other_group:
            text = _("North-South stand in fouled group {ns} and East-West in group {ew}")
            raise RecordError(text.format(ns=group, ew=other_group))
        outcomes = (_outcome(code, 1), _outcome(other_code, -1)) if ns and ew else (SitOut(), SitOut())
        if outcomes[0] == outcomes[1]:
            outcomes = (outcomes[0], outcomes[0])
        real = abs(code) <= _LARGEST_SCORE
        stated_ns, stated_ew = (
            _hundredths(points) if self.method in _UNITS and not isinstance(outcome, (NotPlayed, SitOut)) else None
            for outcome, points in zip(outcomes, (result.ns_points, result.ew_points), strict=True)
        )
        return Line(
            ns,
            ew,
            *outcomes,
            round=str(result.round or ""),
            table=str(result.table or ""),
            version=str(group or other_group or ""),
            remark="late play" if _LATE in (code, other_code) else "",  # a fact, the same in every language
            where=where,
            stated=Stated(stated_ns, stated_ew, _UNITS.get(self.method, "points"), 10 * code if real else None),
        )


def _plain(code: int) -> tuple[int, int]:
    """The fouled group of a score code, 0 for none, and the code as it stands outside of groups."""
    if code < _FOULED:
        return 0, code
    group = (code - _GROUP // 2) // _GROUP
    return group, code - _GROUP * (group + 1)


def _outcome(code: int, sign: int) -> Outcome:
    """What a score code says; real scores come as points to North-South. Raises RecordError for no known code."""
    if code in _AVERAGES:
        return Awarded(_AVERAGES[code])
    if code in (_LATE, _NOT_PLAYED):
        return NotPlayed()
    if abs(code) > _LARGEST_SCORE:
        raise RecordError(_("{code} is no known score code").format(code=code))
    return BareScore(sign * 10 * code) if code else PassedOut()


def _groups(links: dict[int, int]) -> int:
    """How many groups chains of sections make; each section names the next one, or 0."""
    heads = {one: one for one in links}
    for one, after in links.items():
        if after in heads and heads[after] != heads[one]:
            old, new = heads[after], heads[one]
            heads = {section: new if head == old else head for section, head in heads.items()}
    return len(set(heads.values()))


def _date(text: str) -> str:
    """ISO; the file writes month, day, year. What is no such date stays as it is."""
    found = _DATE.fullmatch(text)
    if not found or found[1].casefold() not in _MONTHS or not 1 <= int(found[2]) <= 31:
        return text
    return f"{found[3]}-{_MONTHS.index(found[1].casefold()) + 1:02d}-{int(found[2]):02d}"


def _read_event(data: bytes, *, event: int, language: str = "en", number: str = "tricks") -> Reading:
    return loads_acblscore(data, language=language, number=number, event=event)


ACBLSCORE = Format(
    "acblscore",
    "ACBLscore game file (.AC?)",
    "files of ACBLscore 8",
    sniff_data=sniff_acblscore,
    read_data=loads_acblscore,
    read_event=_read_event,
)
load, loads, dump, dumps = ACBLSCORE.load, ACBLSCORE.loads, ACBLSCORE.dump, ACBLSCORE.dumps
