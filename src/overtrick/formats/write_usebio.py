"""A standing as USEBIO 1.2 for pairs: participants with places, travellers with what each line is worth."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

from overtrick.model.event import Contestant, Section
from overtrick.model.outcome import Missing, NotPlayed, PassedOut, Played, SitOut
from overtrick.model.standing import BoardResult, LineResult, Place, SideResult, Standing
from overtrick.model.terms import Side

__all__ = ["dumps_usebio"]

_METHODS = {
    "matchpoints": ("MATCH_POINTS", "MATCH_POINTS"),
    "ascherman": ("MATCH_POINTS", "MATCH_POINTS"),
    "cross-imps": ("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "butler": ("BUTLER_IMPS", "BUTLER_POINTS"),
    "total-points": ("AGGREGATE", "AGGREGATE_POINTS"),
}
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def dumps_usebio(standing: Standing) -> str:
    """The standing as USEBIO text, which `load` reads back with the same lines. Numbers are rounded half up to 0.01.

    A score that USEBIO has no words for (weighted, split) is written as an adjusted score with its percentages and
    with what it is worth beside it. Source: USEBIO 1.2, documented by the EBU.

    >>> from overtrick.model.conditions import Conditions
    >>> from overtrick.model.event import Event
    >>> dumps_usebio(Standing(Event("Tuesday"), Conditions(), (), ())).splitlines()[1]
    '<USEBIO Version="1.2">'
    """
    event = standing.event
    board_method = _METHODS.get(standing.conditions.method, ("OTHER", "MATCH_POINTS"))[0]
    two = any(place.direction for place in standing.places)
    head = [
        ("BOARD_SCORING_METHOD", board_method),
        ("PROGRAM_NAME", "Overtrick"),
        ("EVENT_DESCRIPTION", event.name),
        ("DATE", _date(event.date)),
        ("SESSION_COUNT", str(len(event.sessions))),
        ("SECTION_COUNT", str(max((len(session.sections) for session in event.sessions), default=0))),
        ("PAIRS", str(len(standing.places))),
        ("WINNER_TYPE", "2" if two else "1"),
    ]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<USEBIO Version="1.2">']
    lines.append(f"<CLUB>{_tag('CLUB_NAME', event.club)}</CLUB>")
    lines.append('<EVENT EVENT_TYPE="PAIRS">')
    lines.extend(_tag(name, text) for name, text in head)
    for session in event.sessions:
        lines.append(f"<SESSION SESSION_ID={quoteattr(_clean(session.key))}>")
        for section in session.sections:
            lines.append(f"<SECTION SECTION_ID={quoteattr(_clean(section.key))}>")
            lines.extend(_participants(standing, section))
            for board in standing.boards:
                if (board.session, board.section) == (session.key, section.key):
                    lines.extend(_board(board, standing.conditions.method))
            lines.append("</SECTION>")
        lines.append("</SESSION>")
    return "\n".join([*lines, "</EVENT>", "</USEBIO>", ""])


def _participants(standing: Standing, section: Section) -> Iterator[str]:
    places = [place for place in standing.places if place.section == section.key]
    yield "<PARTICIPANTS>"
    for place in places:
        yield "<PAIR>"
        yield from _pair(place, place.contestant)
        yield "</PAIR>"
    yield "</PARTICIPANTS>"


def _pair(place: Place, contestant: Contestant) -> Iterator[str]:
    yield _tag("PAIR_NUMBER", contestant.key)
    if place.direction:
        yield _tag("DIRECTION", place.direction.value)
    yield _tag("BOARDS_PLAYED", str(place.boards))
    if place.percent is None:
        yield _tag("TOTAL_SCORE", _two(place.total))
    else:
        yield _tag("PERCENTAGE", _two(place.percent))
    yield _tag("PLACE", f"{place.place}{'=' if place.tied else ''}")
    for player in contestant.players:
        yield f"<PLAYER>{_tag('PLAYER_NAME', player.name)}{_tag('NATIONAL_ID_NUMBER', player.number)}</PLAYER>"


def _board(board: BoardResult, method: str) -> Iterator[str]:
    yield "<BOARD>"
    yield _tag("BOARD_NUMBER", str(board.board.number))
    if not board.board.agrees_with_number:
        yield _tag("DEALER", board.board.dealer.value)
        yield _tag("VULNERABILITY", board.board.vulnerability.value)
    for result in board.lines:
        yield "<TRAVELLER_LINE>"
        yield from _line(result, method)
        yield "</TRAVELLER_LINE>"
    yield "</BOARD>"


def _line(result: LineResult, method: str) -> Iterator[str]:
    line, outcome = result.line, result.line.ns_outcome
    yield _tag("NS_PAIR_NUMBER", line.ns)
    yield _tag("EW_PAIR_NUMBER", line.ew)
    for tag, text in (("ROUND_NUMBER", line.round), ("TABLE_NUMBER", line.table)):
        if text:
            yield _tag(tag, text)
    same = outcome == line.ew_outcome
    if same and isinstance(outcome, Played) and result.points is not None:
        yield _tag("CONTRACT", str(outcome.contract))
        yield _tag("PLAYED_BY", outcome.contract.declarer.value if outcome.contract.declarer else "")
        yield _tag("LEAD", line.lead)
        yield _tag("TRICKS", str(outcome.tricks))
        yield _tag("SCORE", str(result.points))
    elif same and isinstance(outcome, PassedOut):
        yield _tag("CONTRACT", "PASS")
        yield _tag("SCORE", "0")
    elif same and isinstance(outcome, NotPlayed):
        yield _tag("SCORE", "NP")
    elif same and isinstance(outcome, SitOut | Missing):
        return
    elif same and result.points is not None and result.ns.real:
        yield _tag("SCORE", str(result.points))
    else:
        yield _tag("SCORE", f"A{_share(result.ns)}{_share(result.ew)}")
    unit = _METHODS.get(method, ("", "MATCH_POINTS"))[1]
    for side, worth in ((Side.NS, result.ns), (Side.EW, result.ew)):
        if worth.value is not None:
            yield _tag(f"{side.value}_{unit}", _two(worth.value))


def _share(worth: SideResult) -> str:
    """Two digits of an adjusted score; what is not a percentage counts as average, and its worth stands beside it."""
    percent = Fraction(50) if worth.percent is None else worth.percent
    return f"{min(max(math.floor(percent + Fraction(1, 2)), 0), 99):02d}"


def _two(number: Fraction) -> str:
    """Rounded to two decimals, halves away from zero; without decimals that are nought."""
    cents = math.floor(abs(number) * 100 + Fraction(1, 2))
    text = f"{cents // 100}.{cents % 100:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 and cents else text


def _date(text: str) -> str:
    found = _ISO.fullmatch(text)
    return f"{found[3]}/{found[2]}/{found[1]}" if found else text


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _FORBIDDEN.sub("", text)


def _tag(name: str, text: str) -> str:
    return f"<{name}>{escape(_clean(text))}</{name}>"
