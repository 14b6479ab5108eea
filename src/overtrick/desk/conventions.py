"""Which named conventions a published result was reckoned by, found from the numbers themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from overtrick.desk.agreement import Stake, stakes
from overtrick.errors import OvertrickError
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.standing import Standing
from overtrick.scorer import score_event
from overtrick.scorer.teams import TEAM_METHODS
from overtrick.tables.presets import PRESETS, preset_of_program
from overtrick.tables.scales import SCALES, ScaleKind

__all__ = ["Convention", "Fit", "find_conventions"]

Progress: TypeAlias = Callable[[int], None]

_MATCHPOINTS: dict[str, tuple[str, ...]] = {
    "uneven": ("neuberg", "none", "factor", "add-one"),
    "expected": ("field", "session", "board-rows", "board"),
    "sections": ("apart", "across"),
    "line-rounding": ("exact", "0.01", "0.1", "0.1-average", "0.1-cut"),
    "total-rounding": ("exact", "0.01", "integer"),
    "percent-rounding": ("exact", "0.01", "0.1"),
    "matchpoint-scale": ("2-1-0", "1-½-0"),
    "small-groups": ("ebu", "wbf", "none"),
    "lone-result": ("neuberg", "60"),
    "own-percentage": ("yes", "no"),
    "split": ("twice", "half-weights"),
    "unequal-boards": ("percentage", "factor", "none"),
    "session-weights": ("boards", "equal"),
    "ranking": ("overall", "sections"),
}
_IMPS: dict[str, tuple[str, ...]] = {
    "imp-table": ("imps-1962", "imps-1961", "imps-1948", "imps-1938", "bastille"),
    "average-imps": ("3", "2", "0"),
    "sections": ("apart", "across"),
    "percent-rounding": ("exact", "0.01", "0.1"),
    "unequal-boards": ("percentage", "factor", "none"),
    "ranking": ("overall", "sections"),
}
_DIMENSIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "matchpoints": _MATCHPOINTS,
    "ascherman": {name: _MATCHPOINTS[name] for name in ("sections", "line-rounding", "total-rounding", "ranking")},
    "cross-imps": {
        "cross-divisor": ("comparisons", "scores", "sum", "sqrt"),
        "cross-trim": ("none", "extremes"),
        **_IMPS,
    },
    "butler": {
        "datum": ("mean", "median"),
        "datum-drop": ("none", "1", "2", "5%", "5%-", "5%+", "bridge-scorer"),
        "datum-rounding": ("10", "10even", "10zero", "none"),
        "imp-cutoff": ("none", "australian"),
        **_IMPS,
    },
    "total-points": {"unequal-boards": _IMPS["unequal-boards"], "ranking": _IMPS["ranking"]},
    "team-imps": {"imp-table": _IMPS["imp-table"]},
    "board-a-match": {"board-a-match-tie": ("0", "10")},
}


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
    found: list[Stake]
    conventions: tuple[Convention, ...] = ()
    tried: int = 0
    right: int = field(init=False)  # how many of the stated numbers follow

    def __post_init__(self) -> None:
        self.right = sum(stake.agrees for stake in self.found)


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
                self.seen[conditions] = Fit(conditions, standing, stakes(standing))
            except OvertrickError:
                self.seen[conditions] = None
            if self.progress:
                self.progress(len(self.seen))
        return self.seen[conditions]

    def with_one(self, conditions: Conditions, name: str, value: str) -> Fit | None:
        return self.fit(conditions.with_settings({name: value}))


def find_conventions(event: Event, conditions: Conditions, *, progress: Progress | None = None) -> Fit:
    """The conventions under which most of what the file states follows, from `conditions` on, changed one by one.

    Of settings that fit equally well those of `conditions` stand, so every change that is named is one that the
    numbers ask for. `progress` is told how many ways have been tried.

    >>> find_conventions(Event(), Conditions()).conditions == Conditions()
    True
    """
    search = _Search(event, progress)
    best = search.fit(conditions)
    if best is None:
        best = Fit(conditions, score_event(event, conditions), [])
    if not best.found:
        return best
    for start in _starts(event, conditions):
        other = search.fit(start)
        if other is not None and other.right > best.right:
            best = other
    best = _climb(search, best)
    best = _plain(search, best, conditions)
    best.conventions = tuple(_told(search, best))
    best.tried = len(search.seen)
    return best


def _dimensions(conditions: Conditions) -> dict[str, tuple[str, ...]]:
    found = dict(_DIMENSIONS.get(conditions.method, {}))
    if conditions.method == "team-imps":
        scales = tuple(scale.key for scale in SCALES.values() if scale.kind is not ScaleKind.PERCENT)
        found["vp-scale"] = ("none", *scales)
    return found


def _starts(event: Event, conditions: Conditions) -> Iterator[Conditions]:
    """What the program of the file is known by, and every preset that keeps the method."""
    known = preset_of_program(event.program)
    for one in (*((known,) if known else ()), *PRESETS):
        try:
            other = one.apply(conditions)
        except OvertrickError:
            continue
        if other.method == conditions.method and (other.vp_scale == "none" or other.method in TEAM_METHODS):
            yield other


def _climb(search: _Search, best: Fit) -> Fit:
    """One setting at a time, the best change first, until none helps."""
    while True:
        better = best
        for name, values in _dimensions(best.conditions).items():
            for value in values:
                other = search.with_one(best.conditions, name, value)
                if other is not None and len(other.found) >= len(best.found) and other.right > better.right:
                    better = other
        if better is best:
            return best
        best = better


def _plain(search: _Search, best: Fit, base: Conditions) -> Fit:
    """Every change taken back that the numbers do not ask for."""
    for name in [*best.conditions.changed()]:
        attribute = name.replace("-", "_")
        value = str(getattr(base, attribute))
        if str(getattr(best.conditions, attribute)) == value:
            continue
        other = search.with_one(best.conditions, name, value)
        if other is not None and other.right >= best.right and len(other.found) >= len(best.found):
            best = other
    return best


def _told(search: _Search, best: Fit) -> Iterator[Convention]:
    """The settings that the numbers decide: with any other value fewer follow."""
    for name, values in _dimensions(best.conditions).items():
        own = str(getattr(best.conditions, name.replace("-", "_")))
        others = [
            other.right for value in values if value != own and (other := search.with_one(best.conditions, name, value))
        ]
        margin = best.right - max(others, default=best.right)
        if margin > 0:
            default = str(getattr(Conditions(), name.replace("-", "_")))
            yield Convention(name, own, own == default, margin)
