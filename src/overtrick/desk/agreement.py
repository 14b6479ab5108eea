"""What a file says of its own results, against what follows from its facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.reading import Problem, Severity
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event
from overtrick.tables.presets import PRESETS

__all__ = ["Stake", "compare_with_file", "stakes"]

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
    *(preset.settings for preset in PRESETS if preset.settings),
)


@dataclass(frozen=True, slots=True)
class Stake:
    """A number that the file states, and the one worked out; `what` and `where` in words."""

    key: tuple[str, ...]
    where: str
    what: str
    stated: Fraction
    found: Fraction | None
    places: int = 2

    @property
    def agrees(self) -> bool:
        """Equal, or the same when rounded to the decimals that the file prints (halves either way)."""
        return self.found is not None and abs(self.stated - self.found) <= Fraction(1, 2 * 10**self.places)


def stakes(standing: Standing) -> list[Stake]:
    """Every number that the file states about lines and contestants, with what follows from the facts.

    The decimals that a file prints are those of its most precise number of the same kind, two at the most.
    """
    found = list(_stated(standing))
    places: dict[str, int] = {}
    for stake in found:
        places[stake.key[0]] = max(places.get(stake.key[0], 0), _decimals(stake.stated))
    return [replace(stake, places=places[stake.key[0]]) for stake in found]


def _decimals(value: Fraction) -> int:
    return 0 if value.denominator == 1 else 1 if (value * 10).denominator == 1 else 2


def _stated(standing: Standing) -> Iterator[Stake]:
    matchpoints = standing.conditions.method in ("matchpoints", "ascherman")
    for board in standing.boards:
        for index, result in enumerate(board.lines):
            stated = result.line.stated
            if stated is None or (stated.unit in ("matchpoints", "percent")) is not matchpoints:
                continue
            for side, number in ((Side.NS, stated.ns), (Side.EW, stated.ew)):
                if number is None:
                    continue
                key = ("line", board.session, board.section, str(board.board.number), str(index), side.value)
                where = result.line.where or _("board {board}").format(board=board.board.number)
                what = _("board {board}, {side} {contestant}").format(
                    board=board.board.number,
                    side=side.value,
                    contestant=result.line.ns if side is Side.NS else result.line.ew,
                )
                mine = result.side(side)
                yield Stake(key, where, what, number, mine.percent if stated.unit == "percent" else mine.value)
    for place in standing.places:
        who = place.contestant
        name = " ".join(filter(None, (place.section, place.direction.value if place.direction else "", who.key)))
        for kind, number, found in (
            ("percent", who.stated_percent, place.percent),
            ("total", who.stated_total if who.stated_percent is None else None, place.total),
        ):
            if number is not None and found is not None:
                label = _("percentage of {name}") if kind == "percent" else _("total of {name}")
                yield Stake((kind, name), name, label.format(name=name), number, found)


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
    for stake in wrong:
        text = _("{what}: the file says {stated}, the results give {found}").format(
            what=stake.what, stated=_shown(stake.stated), found=_shown(stake.found)
        )
        reason = explained.get(stake.key)
        if reason:
            text = _("{text}; it follows with {settings}").format(text=text, settings=reason)
        elif stake.key[0] == "line":
            text = _("{text}; no known way of reckoning gives it, so it looks like a score assigned by hand").format(
                text=text
            )
        problems.append(Problem(stake.where, Severity.NOTE if reason else Severity.WARNING, text))
    return problems


def _explanations(event: Event, conditions: Conditions, wrong: list[Stake]) -> dict[tuple[str, ...], str]:
    """The first known other way of reckoning under which each differing number follows."""
    open_ones = {stake.key: stake.stated for stake in wrong}
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
                del open_ones[stake.key]
    return reasons


def _shown(value: Fraction | None) -> str:
    """At most three decimals, enough to see a difference in the second."""
    if value is None:
        return "-"
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
