"""The named ways in which programs and regulators are known to reckon: what an audit and a comparison try."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from overtrick.errors import OvertrickError
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.scorer.teams import TEAM_METHODS
from overtrick.tables.presets import PRESETS, preset_of_program
from overtrick.tables.scales import SCALES, ScaleKind

__all__ = ["settings_to_try", "starts", "ways"]

_UNEVEN = ("unequal-boards", "ranking")
_IMPS = ("imp-table", "average-imps", "sections", "percent-rounding", *_UNEVEN)
_ASCHERMAN = ("sections", "line-rounding", "total-rounding", "ranking")
_BY_METHOD: dict[str, tuple[str, ...]] = {
    "matchpoints": (
        "uneven",
        "expected",
        "sections",
        "line-rounding",
        "total-rounding",
        "percent-rounding",
        "matchpoint-scale",
        "small-groups",
        "lone-result",
        "own-percentage",
        "split",
        "unequal-boards",
        "session-weights",
        "ranking",
    ),
    "ascherman": _ASCHERMAN,
    "cross-imps": ("cross-divisor", "cross-trim", *_IMPS),
    "butler": ("datum", "datum-drop", "datum-rounding", "imp-cutoff", *_IMPS),
    "total-points": _UNEVEN,
    "team-imps": ("imp-table", "vp-scale"),
    "board-a-match": ("board-a-match-tie",),
}
# Values of settings that are open; a datum that is given cannot be found from the numbers of one board after another.
_OPEN: dict[str, tuple[str, ...]] = {
    "average-imps": ("3", "2", "0"),
    "datum": ("mean", "median"),
    "datum-drop": ("none", "1", "2", "5%", "5%-", "5%+", "bridge-scorer"),
    "board-a-match-tie": ("0", "10"),
    "vp-scale": ("none", *(scale.key for scale in SCALES.values() if scale.kind is not ScaleKind.PERCENT)),
}
_CLOSED: dict[str, tuple[str, ...]] = {
    item.name.replace("_", "-"): item.metadata["among"] for item in fields(Conditions) if item.metadata["among"]
}


def settings_to_try(method: str) -> dict[str, tuple[str, ...]]:
    """The settings that bear on a method, each with the values that are tried.

    >>> settings_to_try("total-points")
    {'unequal-boards': ('percentage', 'factor', 'none'), 'ranking': ('overall', 'sections')}
    """
    return {name: _OPEN[name] if name in _OPEN else _CLOSED[name] for name in _BY_METHOD.get(method, ())}


def starts(event: Event, conditions: Conditions) -> Iterator[dict[str, str]]:
    """The settings of the program that the file is by, then those of every preset that keeps the method.

    >>> next(starts(Event(program="NZ Scorer 3"), Conditions()))
    {'line-rounding': '0.1-cut'}
    """
    known = preset_of_program(event.program)
    for one in (*((known,) if known else ()), *PRESETS):
        try:
            other = one.apply(conditions)
        except OvertrickError:
            continue
        if other.method == conditions.method and (other.vp_scale == "none" or other.method in TEAM_METHODS):
            yield one.settings


def ways(event: Event, conditions: Conditions) -> Iterator[dict[str, str]]:
    """Every other way to reckon, as settings to change: one setting alone, then what goes together in a preset.

    >>> list(ways(Event(), Conditions(method="ascherman")))[0]
    {'sections': 'across'}
    """
    told: list[dict[str, str]] = []
    for name, values in settings_to_try(conditions.method).items():
        own = str(getattr(conditions, name.replace("-", "_")))
        told += [{name: value} for value in values if value != own]
    for settings in (*told, *starts(event, conditions)):
        if conditions.with_settings(settings) != conditions:
            yield settings
