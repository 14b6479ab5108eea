"""What a file says of its own results, against what follows from its facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event, Session
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import LineResult, Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event
from overtrick.scorer.teams import TEAM_METHODS, match_results
from overtrick.tables.presets import PRESETS

__all__ = ["Names", "Stake", "compare_with_file", "shown", "stakes"]

_APART = "\x1f"
_MATCHPOINTS = ("matchpoints", "ascherman")
_PLACE = re.compile(r"=?([0-9]{1,6})=?")

# How programs are known to differ, tried in this order; each is a set of settings by name.
_OTHER_WAYS: tuple[dict[str, str], ...] = (
    {"line-rounding": "0.01"},
    {"total-rounding": "0.01"},
    {"line-rounding": "0.01", "total-rounding": "0.01"},
    {"uneven": "none"},
    {"sections": "across"},
    {"expected": "board-rows"},
    {"expected": "board-rows", "uneven": "none"},
    {"line-rounding": "0.1-cut"},
    {"datum-drop": "1"},
    {"unequal-boards": "factor"},
    {"own-percentage": "no"},
    {"percent-rounding": "0.01"},
    *(preset.settings for preset in PRESETS if preset.settings),
)


@dataclass(frozen=True, slots=True)
class Stake:
    """A number that the file states, and the one worked out.

    `key` begins with what it is (line, match, total, percent, place) and goes on with where it stands.
    """

    key: tuple[str, ...]
    stated: Fraction
    found: Fraction | None
    places: int = 2

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


def stakes(standing: Standing) -> list[Stake]:
    """Every number that the file states about lines, matches and contestants, with what follows from the facts.

    The decimals that a file prints are those of its most precise number of the same kind, two at the most.
    """
    found = [*_of_lines(standing), *_of_matches(standing), *_of_contestants(standing)]
    places: dict[str, int] = {}
    for stake in found:
        places[stake.kind] = max(places.get(stake.kind, 0), _decimals(stake.stated))
    return [replace(stake, places=places[stake.kind]) for stake in found]


def _decimals(value: Fraction) -> int:
    return 0 if value.denominator == 1 else 1 if 10 % value.denominator == 0 else 2


def _of_lines(standing: Standing) -> list[Stake]:
    """Numbers of lines. In matches of teams they are what the board was worth, or the pairs' cross-IMPs over all who
    played the board; which of the two a file means shows in which of them follow.
    """
    own = list(_as_compared(standing))
    if standing.conditions.method not in TEAM_METHODS or all(stake.agrees for stake in own):
        return own
    crossed = replace(standing.conditions, method="cross-imps", vp_scale="none", sections="across")
    pairs = [
        replace(stake, key=("line", *stake.key[2].split(_APART), *stake.key[3:]))
        for stake in _as_compared(score_event(_one_session(standing.event), crossed))
    ]
    return max(own, pairs, key=lambda found: sum(stake.agrees for stake in found))


def _one_session(event: Event) -> Event:
    """All matches of all rounds side by side: in multiple teams the boards of one round are played again in another."""
    sections = tuple(
        replace(section, key=f"{session.key}{_APART}{section.key}")
        for session in event.sessions
        for section in session.sections
    )
    return replace(event, sessions=(Session("", sections),))


def _as_compared(standing: Standing) -> Iterator[Stake]:
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
                    yield Stake(key, number, mine.percent if stated.unit == "percent" else mine.value)


def _of_matches(standing: Standing) -> Iterator[Stake]:
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
                            yield Stake(key, number, mine.get(team))


def _of_contestants(standing: Standing) -> Iterator[Stake]:
    for place in standing.places:
        who = place.contestant
        name = (place.section, place.direction.value if place.direction else "", who.key)
        if who.stated_percent is not None and place.percent is not None:
            yield Stake(("percent", *name), who.stated_percent, place.percent)
        if who.stated_total is not None and who.stated_total != who.stated_percent:
            yield Stake(("total", *name), who.stated_total, place.total)
        if told := _PLACE.fullmatch(who.stated_place.strip()):
            yield Stake(("place", *name), Fraction(told[1]), Fraction(place.place))


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
    found = stakes(standing)
    if not found:
        return []
    wrong = [stake for stake in found if not stake.agrees]
    summary = _("{right} of {total} numbers that the file states follow from its results").format(
        right=len(found) - len(wrong), total=len(found)
    )
    problems = [Problem(_("whole file"), Severity.NOTE, summary)]
    explained = _explanations(standing.event, standing.conditions, wrong)
    names = Names(standing)
    for stake in wrong:
        text = _("{what}: the file says {stated}, the results give {found}").format(
            what=names.what(stake.key), stated=shown(stake.stated), found=shown(stake.found)
        )
        reason = explained.get(stake.key)
        if reason:
            text = _("{text}; it follows with {settings}").format(text=text, settings=reason)
        elif stake.kind == "line":
            text = _("{text}; no known way of reckoning gives it, so it looks like a score assigned by hand").format(
                text=text
            )
        problems.append(Problem(names.where(stake.key), Severity.NOTE if reason else Severity.WARNING, text))
    return problems


def _explanations(event: Event, conditions: Conditions, wrong: list[Stake]) -> dict[tuple[str, ...], str]:
    """The first known other way of reckoning under which each differing number follows."""
    open_ones = {stake.key for stake in wrong}
    reasons: dict[tuple[str, ...], str] = {}
    for settings in _OTHER_WAYS:
        if not open_ones:
            break
        other = conditions.with_settings(settings)
        if other == conditions:
            continue
        for stake in stakes(score_event(event, other)):
            if stake.key in open_ones and stake.agrees:
                reasons[stake.key] = ", ".join(f"{name}={value}" for name, value in settings.items())
                open_ones.discard(stake.key)
    return reasons


def shown(value: Fraction | None) -> str:
    """At most three decimals, enough to see a difference in the second.

    >>> shown(Fraction(2, 3)), shown(Fraction(14)), shown(None)
    ('0.667', '14', '-')
    """
    if value is None:
        return "-"
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
