"""Codes of laws in words: what changed from one to the next, for tables, help and the history page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.i18n import gettext as _
from overtrick.tables.laws import LawCode, Undertricks, diff, law

__all__ = ["Change", "changes"]


@dataclass(frozen=True, slots=True)
class Change:
    """One number that changed: its field in LawCode, its name in words, and its value before and after in words."""

    field: str
    name: str
    before: str
    after: str

    def __str__(self) -> str:
        """Name, before and after on one line.

        >>> print(changes("1981", "1987")[0])
        bonus for making a redoubled contract: 50 -> 100
        """
        return f"{self.name}: {self.before} -> {self.after}"


def changes(before: LawCode | str | int, after: LawCode | str | int) -> tuple[Change, ...]:
    """What changed from one code to another, in words of the language in force; ConditionsError for an unknown code.

    >>> for change in changes("duplicate-1975", "duplicate-1987"):
    ...     print(change)
    bonus for making a redoubled contract: 50 -> 100
    doubled undertricks, not vulnerable: 100, then 200 each -> 100, 200, 200, then 300 each
    >>> changes("duplicate-1997", "duplicate-2017")
    ()
    """
    old, new = law(before), law(after)
    found: list[Change] = []
    for name, (was, now) in diff(old, new).items():
        if old.duplicate and new.duplicate and name in _RUBBER_ONLY:
            continue
        if name.startswith("down") and isinstance(was, tuple) and isinstance(now, tuple):
            found += [
                Change(name, f"{_NAMES[name]()}, {state()}", _sequence(was[place]), _sequence(now[place]))
                for place, state in enumerate(_STATES)
                if was[place] != now[place]
            ]
            continue
        found.append(Change(name, _NAMES[name](), _value(name, was), _value(name, now)))
    return tuple(found)


_RUBBER_ONLY = frozenset(
    ("rubber", "unfinished_game", "unfinished_part", "honours_four", "honours_five", "honours_aces")
)

_STATES: tuple[Callable[[], str], ...] = (lambda: _("not vulnerable"), lambda: _("vulnerable"))

_NAMES: dict[str, Callable[[], str]] = {
    "forms": lambda: _("form of the game"),
    "notrump": lambda: _("odd tricks at no-trump"),
    "major": lambda: _("a trick in hearts or spades"),
    "minor": lambda: _("a trick in clubs or diamonds"),
    "overtrick": lambda: _("an undoubled overtrick"),
    "overtrick_doubled": lambda: _("a doubled overtrick"),
    "insult_doubled": lambda: _("bonus for making a doubled contract"),
    "insult_redoubled": lambda: _("bonus for making a redoubled contract"),
    "game_at": lambda: _("contract points for game"),
    "game": lambda: _("game bonus of a deal"),
    "part_score": lambda: _("part-score bonus of a deal"),
    "small_slam": lambda: _("small slam"),
    "grand_slam": lambda: _("grand slam"),
    "down": lambda: _("undertricks"),
    "down_doubled": lambda: _("doubled undertricks"),
    "rubber": lambda: _("bonus for the rubber"),
    "unfinished_game": lambda: _("the only game of an unfinished rubber"),
    "unfinished_part": lambda: _("the only part score of an unfinished game"),
    "honours_four": lambda: _("four honours in one hand"),
    "honours_five": lambda: _("five honours in one hand"),
    "honours_aces": lambda: _("four aces in one hand at no-trump"),
}


def _sequence(costs: Undertricks) -> str:
    if costs.growth:
        return _("{first}, then {growth} more each").format(first=", ".join(map(str, costs.steps)), growth=costs.growth)
    if len(costs.steps) == 1:
        return _("{cost} each").format(cost=costs.steps[0])
    return _("{first}, then {cost} each").format(first=", ".join(map(str, costs.steps[:-1])), cost=costs.steps[-1])


def _value(name: str, value: object) -> str:
    if name == "overtrick" and value is None:
        return _("the value of the trick")
    if name == "notrump" and isinstance(value, tuple):
        first, *rest = value
        if len(set(rest)) > 1:
            return ", ".join(map(str, value))
        if rest[0] == first:
            return _("{cost} each").format(cost=first)
        return _("{first}, then {cost} each").format(first=first, cost=rest[0])
    if isinstance(value, tuple):
        if value[0] != value[-1]:
            return " / ".join(map(str, value))
        value = value[0]
    return str(value) if value else _("none")
