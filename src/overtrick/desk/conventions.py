"""Which named conventions a published result was reckoned by, found from the numbers themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.desk.agreement import Claim, Names, claims
from overtrick.desk.ways import settings_to_try, starts
from overtrick.errors import OvertrickError
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.standing import Standing
from overtrick.model.terms import Side
from overtrick.scorer import score_event

__all__ = ["Convention", "Fit", "asked_for", "find_conventions"]

Progress: TypeAlias = Callable[[int], None]

_SHARE = 10  # of so many numbers that do not follow it must explain one at least
_NUMBERS, _PLACES = 3, 2  # what a setting must explain before it is believed, where it does not explain everything


@dataclass(frozen=True, slots=True)
class Convention:
    """A setting that tells something: its value, and how many numbers fewer follow with the next best value."""

    name: str
    value: str
    default: bool
    margin: int


@dataclass(slots=True)
class Fit:
    """The conditions under which most numbers follow, the standing under them, and what told them from others."""

    conditions: Conditions
    standing: Standing
    found: list[Claim]
    conventions: tuple[Convention, ...] = ()
    tried: int = 0
    right: int = field(init=False)  # how many of the stated numbers follow

    def __post_init__(self) -> None:
        self.right = sum(claim.agrees for claim in self.found)


@dataclass(slots=True)
class _Search:
    event: Event
    progress: Progress | None
    seen: dict[Conditions, Fit | None] = field(default_factory=dict)

    def fit(self, conditions: Conditions) -> Fit | None:
        """What follows under some conditions; None where they cannot stand for this event."""
        if conditions not in self.seen:
            try:
                standing = score_event(self.event, conditions)
                self.seen[conditions] = Fit(conditions, standing, claims(standing))
            except OvertrickError:
                self.seen[conditions] = None
            if self.progress:
                self.progress(len(self.seen))
        return self.seen[conditions]

    def with_one(self, conditions: Conditions, name: str, value: str) -> Fit | None:
        return self.fit(conditions.with_settings({name: value}))


def find_conventions(event: Event, conditions: Conditions, *, progress: Progress | None = None) -> Fit:
    """The conventions under which most of what the file states follows, from `conditions` on, changed one by one.

    A change is made only if it explains numbers on several boards, or all that do not follow, so that one damaged
    board is not taken for a custom. `progress` is told how many ways have been tried.

    >>> find_conventions(Event(), Conditions()).conditions == Conditions()
    True
    """
    search = _Search(event, progress)
    best = search.fit(conditions)
    if best is None:
        best = Fit(conditions, score_event(event, conditions), [])
    if not best.found:
        return best
    for settings in starts(event, conditions):
        other = search.fit(conditions.with_settings(settings))
        if other is not None and other.right > best.right:
            best = other
    best = _climb(search, best)
    best = _plain(search, best, conditions)
    best.conventions = tuple(_told(search, best))
    best.tried = len(search.seen)
    return best


def asked_for(before: Fit, after: Fit) -> bool:
    """Whether the numbers ask for a change: more follow, and these are all that did not, or three on two boards.

    In the second case they are a tenth at least of those that did not follow, and twice as many as follow no more.
    Numbers of contestants count where no number of a board comes to follow, and only those of contestants whose lines
    follow: what is made from a damaged line says nothing.
    """
    if after.right <= before.right or len(after.found) < len(before.found):
        return False
    wrong = {claim.key for claim in before.found if not claim.agrees}
    gained = {claim.key for claim in after.found if claim.agrees and claim.key in wrong}
    if gained == wrong:
        return True
    lost = {claim.key for claim in before.found if claim.agrees} - {claim.key for claim in after.found if claim.agrees}
    if len(gained) < 2 * len(lost) or len(gained) * _SHARE < len(wrong):
        return False
    told = {key for key in gained if key[0] in ("line", "datum")}
    if not told:
        damaged = _damaged(after)
        told = {key for key in gained if key[0] == "match" or (key[1], key[3]) not in damaged}
    return len(told) >= _NUMBERS and len({key[1:4] for key in told}) >= _PLACES


def _damaged(fit: Fit) -> set[tuple[str, str]]:
    """Section and key of everyone with a line that does not follow."""
    names = Names(fit.standing)
    return {
        (claim.key[2], who)
        for claim in fit.found
        if claim.kind == "line" and not claim.agrees
        for who in names.line(claim.key).line.keys(Side(claim.key[5]))
    }


def _climb(search: _Search, best: Fit) -> Fit:
    """One setting at a time, the best change first, until none helps."""
    while True:
        better = best
        for name, values in settings_to_try(best.conditions.method).items():
            for value in values:
                other = search.with_one(best.conditions, name, value)
                if other is not None and len(other.found) >= len(best.found) and other.right > better.right:
                    better = other
        if better is best:
            return best
        best = better


def _plain(search: _Search, best: Fit, base: Conditions) -> Fit:
    """Every change taken back that the numbers do not ask for, until each that is left is asked for beside the rest."""
    while True:
        before = best
        for name in [*best.conditions.changed()]:
            attribute = name.replace("-", "_")
            value = str(getattr(base, attribute))
            if str(getattr(best.conditions, attribute)) == value:
                continue
            other = search.with_one(best.conditions, name, value)
            if other is not None and len(other.found) >= len(best.found) and not asked_for(other, best):
                best = other
        if best is before:
            return best


def _told(search: _Search, best: Fit) -> Iterator[Convention]:
    """The settings that the numbers decide: with any other value fewer follow."""
    for name, values in settings_to_try(best.conditions.method).items():
        own = str(getattr(best.conditions, name.replace("-", "_")))
        others = [
            other.right for value in values if value != own and (other := search.with_one(best.conditions, name, value))
        ]
        margin = best.right - max(others, default=best.right)
        if margin > 0:
            default = str(getattr(Conditions(), name.replace("-", "_")))
            yield Convention(name, own, own == default, margin)
