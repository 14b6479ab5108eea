"""What a file says of its own results, against what follows from its facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.desk.ways import ways
from overtrick.errors import OvertrickError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Session
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import LineResult, Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event
from overtrick.scorer.teams import TEAM_METHODS, match_results

__all__ = ["Claim", "Names", "claims", "claims_of_boards", "compare_with_file", "shown", "unread_places"]

_APART = "\x1f"
_MATCHPOINTS = ("matchpoints", "ascherman")
_PLACE = re.compile(r"=?([0-9]{1,6})=?")


@dataclass(frozen=True, slots=True)
class Claim:
    """A number that the file states, and the one worked out.

    `key` begins with what it is (line, datum, match, total, percent, place) and goes on with where it stands; `unit` is
    that of the number of a line.
    """

    key: tuple[str, ...]
    stated: Fraction
    found: Fraction | None
    places: int = 2
    unit: str = ""

    @property
    def kind(self) -> str:
        """What it is a number of."""
        return self.key[0]

    @property
    def agrees(self) -> bool:
        """Equal, or the same when rounded to the decimals that the file prints (halves either way)."""
        if self.found is None:
            return False
        a, b = self.stated.as_integer_ratio()
        c, d = self.found.as_integer_ratio()
        apart: int = 2 * 10**self.places * abs(a * d - c * b)
        return apart <= b * d


def claims(standing: Standing) -> list[Claim]:
    """Every number that the file states about lines, boards, matches and contestants, with what follows from the facts.

    The decimals that a file prints are those of its most precise number of the same kind, two at the most.
    """
    found = [*claims_of_boards(standing), *_of_matches(standing), *_of_contestants(standing)]
    places: dict[str, int] = {}
    for claim in found:
        places[claim.kind] = max(places.get(claim.kind, 0), _decimals(claim.stated))
    return [replace(claim, places=places[claim.kind]) for claim in found]


def claims_of_boards(standing: Standing) -> list[Claim]:
    """Those of the lines and the datum of each board alone, at two decimals."""
    return [*_of_lines(standing), *_of_boards(standing)]


def _decimals(value: Fraction) -> int:
    return 0 if value.denominator == 1 else 1 if 10 % value.denominator == 0 else 2


def _of_lines(standing: Standing) -> list[Claim]:
    """Numbers of lines. In matches of teams they are what the board was worth, or the pairs' cross-IMPs over all who
    played the board; which of the two a file means shows in which of them follow.
    """
    own = list(_as_compared(standing))
    if standing.conditions.method not in TEAM_METHODS or all(claim.agrees for claim in own):
        return own
    crossed = replace(standing.conditions, method="cross-imps", vp_scale="none", sections="across")
    pairs = [
        replace(claim, key=("line", *claim.key[2].split(_APART), *claim.key[3:]))
        for claim in _as_compared(score_event(_one_session(standing.event), crossed))
    ]
    return max(own, pairs, key=lambda found: sum(claim.agrees for claim in found))


def _one_session(event: Event) -> Event:
    """All matches of all rounds side by side: in multiple teams the boards of one round are played again in another."""
    sections = tuple(
        replace(section, key=f"{session.key}{_APART}{section.key}")
        for session in event.sessions
        for section in session.sections
    )
    return replace(event, sessions=(Session("", sections),))


def _as_compared(standing: Standing) -> Iterator[Claim]:
    matchpoints = standing.conditions.method in _MATCHPOINTS
    for board in standing.boards:
        for index, result in enumerate(board.lines):
            stated = result.line.stated
            if stated is None or (stated.unit in ("matchpoints", "percent")) is not matchpoints:
                continue
            for side, number in ((Side.NS, stated.ns), (Side.EW, stated.ew)):
                if number is not None:
                    mine = result.side(side)
                    key = ("line", board.session, board.section, str(board.board.number), str(index), side.value)
                    worth = mine.percent if stated.unit == "percent" else mine.value
                    yield Claim(key, number, worth, unit=stated.unit)


def _of_boards(standing: Standing) -> Iterator[Claim]:
    """The datum of each board, where boards are compared with one."""
    stated = {
        (session.key, section.key, one.board.number): one.stated_datum
        for session in standing.event.sessions
        for section in session.sections
        for one in section.travellers
    }
    for board in standing.boards:
        number = stated.get((board.session, board.section, board.board.number))
        if number is not None and board.datum is not None:
            yield Claim(("datum", board.session, board.section, str(board.board.number)), number, board.datum)


def _of_matches(standing: Standing) -> Iterator[Claim]:
    if standing.conditions.method not in TEAM_METHODS:
        return
    for session in standing.event.sessions:
        for section in session.sections:
            for index, match in enumerate(section.matches):
                won = match_results(standing, session.key, section.key)
                for stated in match.stated:
                    mine = won.get(stated.unit, {})
                    for side, team, number in (("home", match.home, stated.ns), ("away", match.away, stated.ew)):
                        if number is not None and mine:
                            key = ("match", session.key, section.key, str(index), stated.unit, side)
                            yield Claim(key, number, mine.get(team))


def _of_contestants(standing: Standing) -> Iterator[Claim]:
    for place in standing.places:
        who = place.contestant
        name = (place.section, place.direction.value if place.direction else "", who.key)
        if who.stated_percent is not None and place.percent is not None:
            yield Claim(("percent", *name), who.stated_percent, place.percent)
        if who.stated_total is not None and who.stated_total != who.stated_percent:
            yield Claim(("total", *name), who.stated_total, place.total)
        if told := _PLACE.fullmatch(who.stated_place.strip()):
            yield Claim(("place", *name), Fraction(told[1]), Fraction(place.place))


class Names:
    """What the numbers of a standing are called, and where they stand in the file."""

    def __init__(self, standing: Standing) -> None:
        self._lines: dict[tuple[str, str, str], tuple[LineResult, ...]] = {
            (board.session, board.section, str(board.board.number)): board.lines for board in standing.boards
        }
        self._sections = {
            (session.key, section.key): section for session in standing.event.sessions for section in session.sections
        }

    def line(self, key: tuple[str, ...]) -> LineResult:
        """The line that a number is of."""
        return self._lines[key[1], key[2], key[3]][int(key[4])]

    def where(self, key: tuple[str, ...]) -> str:
        """The place in the file, or the board or the contestant."""
        match key[0]:
            case "line" | "score":
                return self.line(key).line.where or _("board {board}").format(board=key[3])
            case "datum":
                return _("board {board}").format(board=key[3])
            case "match":
                return self._sections[key[1], key[2]].matches[int(key[3])].where or key[2]
            case _:
                return " ".join(filter(None, key[1:]))

    def what(self, key: tuple[str, ...]) -> str:
        """The number in words."""
        name = " ".join(filter(None, key[1:]))
        match key[0]:
            case "score":
                return _("board {board}, score").format(board=key[3])
            case "line":
                side = Side(key[5])
                text = _("board {board}, {side} {contestant}")
                return text.format(board=key[3], side=side.value, contestant=self.line(key).line.label(side))
            case "datum":
                return _("datum of board {board}").format(board=key[3])
            case "match":
                one = self._sections[key[1], key[2]].matches[int(key[3])]
                text = _("match {home} - {away}, {unit} of {team}")
                team = one.home if key[5] == "home" else one.away
                return text.format(home=one.home, away=one.away, unit=key[4].upper(), team=team)
            case "percent":
                return _("percentage of {name}").format(name=name)
            case "place":
                return _("place of {name}").format(name=name)
            case _:
                return _("total of {name}").format(name=name)


def compare_with_file(standing: Standing) -> list[Problem]:
    """One note that counts agreement, then each number that differs, with the named setting under which it follows."""
    found = claims(standing)
    if not found:
        return []
    wrong = [claim for claim in found if not claim.agrees]
    summary = _("{right} of {total} numbers that the file states follow from its results").format(
        right=len(found) - len(wrong), total=len(found)
    )
    problems = [Problem(_("whole file"), Severity.NOTE, summary)]
    explained = _explanations(standing.event, standing.conditions, wrong)
    names = Names(standing)
    for claim in wrong:
        text = _("{what}: the file says {stated}, the results give {found}").format(
            what=names.what(claim.key), stated=shown(claim.stated), found=shown(claim.found)
        )
        reason = explained.get(claim.key)
        if reason:
            text = _("{text}; it follows with {settings}").format(text=text, settings=reason)
        else:
            text = _("{text}; overtrick audit looks for the reason").format(text=text)
        problems.append(Problem(names.where(claim.key), Severity.NOTE if reason else Severity.WARNING, text))
    return problems


def _explanations(event: Event, conditions: Conditions, wrong: list[Claim]) -> dict[tuple[str, ...], str]:
    """The first known other way of reckoning under which each differing number follows."""
    open_ones = {claim.key for claim in wrong}
    reasons: dict[tuple[str, ...], str] = {}
    for settings in ways(event, conditions):
        if not open_ones:
            break
        try:
            other = claims(score_event(event, conditions.with_settings(settings)))
        except OvertrickError:
            continue
        for claim in other:
            if claim.key in open_ones and claim.agrees:
                reasons[claim.key] = ", ".join(f"{name}={value}" for name, value in settings.items())
                open_ones.discard(claim.key)
    return reasons


def shown(value: Fraction | None) -> str:
    """At most three decimals, enough to see a difference in the second.

    >>> shown(Fraction(2, 3)), shown(Fraction(14)), shown(Fraction(10**20 + 1)), shown(None)
    ('0.667', '14', '100000000000000000001', '-')
    """
    if value is None:
        return "-"
    digits = (abs(value) * 1000 + Fraction(1, 2)).__floor__()
    text = f"{digits // 1000}.{digits % 1000:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and digits else text


def unread_places(standing: Standing) -> list[str]:
    """The places that the file states in a form that no comparison can take, such as "1st" or "2-3"."""
    told = (place.contestant.stated_place.strip() for place in standing.places)
    return [text for text in told if text and not _PLACE.fullmatch(text)]
