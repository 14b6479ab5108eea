"""The data of a club page at my.acbl.org: sessions, sections, pairs with their scores, boards with their results.

The page holds one JSON object; a saved page (`var data = {...};`) is read as well as the object alone. Numbers stand
there as texts, and scores may be words.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from overtrick.errors import FormatError, NotationError, RecordError
from overtrick.formats.assemble import Draft, Row
from overtrick.formats.hands import attach_deals, deal_of_suits
from overtrick.formats.json_repair import mend_json, spoilt
from overtrick.formats.kind import Format
from overtrick.formats.text import Decoded, exact
from overtrick.i18n import gettext as _
from overtrick.model.deal import Deal
from overtrick.model.event import Contestant, Event, Line, Player, Stated
from overtrick.model.outcome import Awarded, BareScore, Entry, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.model.reading import Problem, Reading, Severity
from overtrick.model.terms import Seat, Side, Vulnerability
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.notation.result import parse

__all__ = ["ACBL_JSON", "dump", "dumps", "load", "loads", "loads_acbl_json", "sniff_acbl_json"]

_START = re.compile(r"\bdata\s*=\s*(?=\{)")
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)
_METHODS = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "CROSS_IMPS": "cross-imps",
    "AVERAGE_IMPS": "cross-imps",
    "BUTLER_IMPS": "butler",
    "IMPS": "cross-imps",
}
_PLACE = re.compile(r"[0-9]{1,5}(?:/[0-9]{1,5})?")
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_LATE = frozenset(("LATE", "LATE PLAY", "LP"))
_PASSES = frozenset(("PASS", "PASSED", "PASSED OUT"))


def sniff_acbl_json(text: str) -> bool:
    """Whether a text is the data of such a page, or the page.

    >>> sniff_acbl_json('{"id": 1, "sessions": [{"sections": [{"pair_summaries": []}]}]}'), sniff_acbl_json("{}")
    (True, False)
    """
    if '"pair_summaries"' not in text and '"board_results"' not in text:
        return False
    return text.lstrip()[:1] == "{" or bool(_START.search(text))


def loads_acbl_json(decoded: Decoded, *, language: str = "en", number: str = "tricks") -> Reading:
    r"""The event of a club page. Raises FormatError for a text that is not such data.

    Matchpoints count 1 for a win there (ACBL); `stated` repeats them so.

    >>> board = '{"board_number": 1, "board_results": [{"ns_pair": "1", "ew_pair": "2", "contract": "3 NT", ' \
    ...     '"declarer": "N", "tricks_taken": "9", "ns_score": "400"}]}'
    >>> text = '{"sessions": [{"number": 1, "sections": [{"name": "A", "boards": [%s]}]}]}' % board
    >>> print(loads_acbl_json(Decoded(text, "utf-8")).event.sessions[0].sections[0].travellers[0].lines[0].ns_outcome)
    3NT N =
    """
    data, problems = _data(decoded.text)
    reader = _Reader(data, decoded, language=language, number=number)
    reader.draft.problems.extend(problems)
    return reader.reading()


def _data(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The object of the page, and where it was damaged."""
    found = None if text.lstrip()[:1] == "{" else _START.search(text)
    if found is None and text.lstrip()[:1] != "{":
        raise FormatError(_("the data of a club page is an object in braces; there is none"))
    start = found.end() if found else len(text) - len(text.lstrip())
    problems: list[Problem] = []
    try:
        data, _end = _DECODER.raw_decode(text, start)
    except RecursionError:
        raise FormatError(_("the data is nested too deep")) from None
    except json.JSONDecodeError:
        blank = "\n" * text.count("\n", 0, start)  # so that lines have their numbers
        data, problems = mend_json(blank + text[start:], str)
    if not isinstance(data, dict) or not isinstance(data.get("sessions"), list):
        raise FormatError(_("the data of a club page has a list of sessions; this one has none"))
    return data, problems


def _text(item: dict[str, Any], name: str) -> str:
    """A value as text; nothing for null, for a list and for an object."""
    value = item.get(name)
    if value is None or isinstance(value, (dict, list, bool)):
        return ""
    return str(value).strip()


def _items(item: dict[str, Any], name: str) -> list[dict[str, Any]]:
    value = item.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class _Place:
    session: str
    section: str
    facts: dict[str, tuple[Seat | None, Vulnerability | None]]


class _Reader:
    def __init__(self, data: dict[str, Any], decoded: Decoded, *, language: str, number: str) -> None:
        self.data = data
        self.decoded = decoded
        self.language = language
        self.number = number
        self.method = _METHODS.get(_text(data, "board_scoring_method").upper(), "")
        self.draft = Draft(problems=list(decoded.problems))
        self.whole = True  # one session, so that its results are those of the event
        self.deals: dict[tuple[str, str, int], Deal] = {}

    def reading(self) -> Reading:
        data = self.data
        kind = _text(data, "type").upper()
        if kind and kind != "PAIRS":
            text = _("an event of the type {kind}; its boards are read as results of pairs")
            self.draft.note(_("whole file"), Severity.WARNING, text.format(kind=kind[:40]))
        if not self.method and _text(data, "board_scoring_method"):
            text = _("scoring by {scoring} is not known; the results are read, their official values are not")
            said = repr(_text(data, "board_scoring_method")[:40])
            self.draft.note(_("whole file"), Severity.WARNING, text.format(scoring=said))
        winners = _text(data, "winner_type")
        self.draft.event = Event(
            name=_text(data, "name"),
            date=_date(_text(data, "start_date")),
            club=_text(data, "club_name"),
            method=self.method or None,
            winners=int(winners) if winners in ("1", "2") else None,
            program=_text(data, "program_name") or "my.acbl.org",
        )
        sessions = _items(data, "sessions")
        if len(sessions) > 1:
            self.whole = False
            text = _("several sessions: what the page says of pairs is of one session each, and is not compared")
            self.draft.note(_("whole file"), Severity.NOTE, text)
        for index, session in enumerate(sessions):
            key = _text(session, "number") or str(index + 1)
            facts = {_text(hand, "board"): _facts(hand) for hand in _items(session, "hand_records")}
            for hand in _items(session, "hand_records"):
                self.deal(hand, key)
            for section in _items(session, "sections"):
                self.section(section, _Place(key, _text(section, "name"), facts))
        reading = self.draft.reading(format="acbl-json", encoding=self.decoded.encoding)
        return attach_deals(reading, self.deals)

    def deal(self, hand: dict[str, Any], session: str) -> None:
        """The cards of a board; wrong ones are told and left out."""
        board = _text(hand, "board")
        if why := spoilt(hand):
            self.draft.note(_("hands of board {board}").format(board=board[:20]), Severity.WARNING, why)
            return
        hands = [[_text(hand, f"{seat}_{suit}") for suit in _SUITS] for seat in ("north", "east", "south", "west")]
        try:
            deal = deal_of_suits(hands)
        except RecordError as fault:
            where = _("hands of board {board}").format(board=board[:20])
            self.draft.note(where, Severity.WARNING, _("{fault}; they are left out").format(fault=fault))
            return
        if deal and board.isascii() and board.isdigit() and len(board) < 7:
            self.deals[session, "", int(board)] = deal

    def section(self, section: dict[str, Any], place: _Place) -> None:
        for pair in _items(section, "pair_summaries"):
            self.pair(pair, place)
        for board in _items(section, "boards"):
            number = _text(board, "board_number")
            for result in _items(board, "board_results"):
                where = _("section {section}, board {board}, {ns} v {ew}").format(
                    section=place.section or "-",
                    board=number[:20],
                    ns=_text(result, "ns_pair")[:20] or "-",
                    ew=_text(result, "ew_pair")[:20] or "-",
                )
                self.result(result, number, place, where)

    def pair(self, pair: dict[str, Any], place: _Place) -> None:
        key = _text(pair, "pair_number")
        where = _("section {section}, pair {key}").format(section=place.section or "-", key=key[:20] or "-")
        if not key:
            self.draft.note(where, Severity.WARNING, _("a pair without its number; it is left out"))
            return
        adjustment = exact(_text(pair, "adjustment"))
        if adjustment:
            text = _("an adjustment of {amount} in the file is not applied, since the file does not say what it counts")
            self.draft.note(where, Severity.WARNING, text.format(amount=_text(pair, "adjustment")[:20]))
        percent = exact(_text(pair, "percentage"))
        contestant = Contestant(
            key,
            {"NS": Side.NS, "EW": Side.EW}.get(_text(pair, "direction").upper().replace("-", "")),
            tuple(
                Player(_text(player, "name"), _text(player, "id_number"))
                for player in _items(pair, "players")
                if _text(player, "name") or _text(player, "id_number")
            ),
            handicap=exact(_text(pair, "handicap")) or Fraction(0),
            stated_total=exact(_text(pair, "score")) if self.whole else None,
            stated_percent=percent if self.whole and self.method in ("", "matchpoints") else None,
            stated_place=_rank(pair) if self.whole else "",
        )
        self.draft.contestants.setdefault((place.session, place.section), []).append((contestant, where))

    def result(self, result: dict[str, Any], board: str, place: _Place, where: str) -> None:
        if not (board.isascii() and board.isdigit() and len(board) < 7 and int(board)):
            self.draft.refuse(
                where, _("a result on board {board}; boards are numbered from 1").format(board=repr(board[:40]))
            )
            return
        if why := spoilt(result):
            self.draft.refuse(where, why)
            return
        ns, ew = ("" if key == "0" else key for key in (_text(result, "ns_pair"), _text(result, "ew_pair")))
        if not ns and not ew:
            self.draft.refuse(where, _("a result without pair numbers"))
            return
        points = exact(_text(result, "ns_score"))
        whole = int(points) if points is not None and points.denominator == 1 else None
        given = [exact(_text(result, f"{side}_match_points")) for side in ("ns", "ew")]
        try:
            entry = self.entry(result, whole, given) if ns and ew else Entry.both(SitOut())
        except (NotationError, RecordError) as fault:
            self.draft.refuse(where, str(fault))
            return
        line = Line(
            ns,
            ew,
            entry.ns,
            entry.ew,
            round=_text(result, "round_number"),
            table=_text(result, "table_number"),
            lead=_text(result, "opening_lead"),
            remark="" if whole is not None else _text(result, "ns_score"),
            where=where,
            stated=Stated(
                given[0] if self.method else None,
                given[1] if self.method else None,
                "matchpoints" if self.method in ("", "matchpoints") else "imps",
                whole,
            ),
        )
        dealer, vulnerability = place.facts.get(board, (None, None))
        self.draft.rows.append(Row(place.session, place.section, int(board), line, dealer, vulnerability))

    def entry(self, result: dict[str, Any], points: int | None, given: list[Fraction | None]) -> Entry:
        """What was played; where the score is a word, what was awarded for it."""
        said = _text(result, "ns_score").upper()
        if said in _PASSES or _text(result, "contract").upper() in _PASSES:
            return Entry.both(PassedOut())
        if said and points is None:
            return self.word(result, said, given)
        contract = _text(result, "contract")
        if contract:
            return Entry.both(self.played(result, contract))
        if points is None:
            return Entry.both(NotPlayed())
        return Entry.both(BareScore(points))

    def word(self, result: dict[str, Any], said: str, given: list[Fraction | None]) -> Entry:
        """Scores that are words: not played, late, averages; an unknown word with points beside it is an award."""
        if said in _LATE:
            return Entry.both(NotPlayed())
        other = _text(result, "ew_score").upper()
        for text in (f"{said}/{other}", said):
            try:
                return parse(text, language=self.language)
            except (NotationError, RecordError):
                continue
        ns, ew = given
        if ns is None or ew is None:
            raise NotationError(_("{score} is neither a score nor an award").format(score=repr(said[:40])), said)
        unit = Unit.MATCHPOINTS if self.method in ("", "matchpoints") else Unit.IMPS
        return Entry(Awarded(ns, unit), Awarded(ew, unit))

    def played(self, result: dict[str, Any], text: str) -> Played | PassedOut:
        contract = parse_contract(text, language=self.language)
        if isinstance(contract, PassedOut):
            return contract
        declarer, tricks = _text(result, "declarer"), _text(result, "tricks_taken")
        if tricks.isascii() and tricks.isdigit() and len(tricks) < 3 and declarer:
            return Played(replace(contract, declarer=parse_seat(declarer, language=self.language)), int(tricks))
        whole = f"{text} {declarer} {_text(result, 'result')}"
        played = parse(whole, language=self.language, number=self.number).ns
        if not isinstance(played, Played) or played.contract.declarer is None:
            raise NotationError(_("{contract} has no declarer or no result").format(contract=repr(text[:40])), text)
        return played


def _rank(pair: dict[str, Any]) -> str:
    """The place in the section in the first stratum, which all may win; a tie stands there as 1/2."""
    ranks = [
        _text(one, "rank")
        for one in _items(pair, "strat_place")
        if _text(one, "strat_number") == "1" and _text(one, "type").casefold() == "section"
    ]
    place, tied, _last = next((rank for rank in ranks if _PLACE.fullmatch(rank)), "").partition("/")
    return place + ("=" if tied else "")


def _facts(hand: dict[str, Any]) -> tuple[Seat | None, Vulnerability | None]:
    dealer = _text(hand, "dealer").upper()[:1]
    try:
        vulnerability = Vulnerability.parse(_text(hand, "vulnerability")) if _text(hand, "vulnerability") else None
    except ValueError:
        vulnerability = None
    return next((seat for seat in Seat if seat.value == dealer), None), vulnerability


def _date(text: str) -> str:
    """ISO; the page writes month, day, year."""
    found = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
    if not found or not (1 <= int(found[1]) <= 12 and 1 <= int(found[2]) <= 31):
        return text
    return f"{found[3]}-{int(found[1]):02d}-{int(found[2]):02d}"


ACBL_JSON = Format("acbl-json", "my.acbl.org page data", "pages of my.acbl.org", sniff_acbl_json, loads_acbl_json)
load, loads, dump, dumps = ACBL_JSON.load, ACBL_JSON.loads, ACBL_JSON.dump, ACBL_JSON.dumps
