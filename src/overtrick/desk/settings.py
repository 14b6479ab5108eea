"""Conditions of contest from all the places where they may be said: preset, file, flags."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from overtrick.errors import ConditionsError, FormatError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.scorer.consistency import check_conditions, check_cutoff, check_scale
from overtrick.tables.presets import Preset, preset, preset_of_program

__all__ = ["conditions_by_file", "conditions_from", "kept_conditions", "read_conditions"]


def conditions_from(
    *,
    method: str | None = None,
    presets: Iterable[str] = (),
    file: Path | None = None,
    settings: Iterable[str] = (),
    base: Conditions | None = None,
    method_open: bool = False,
) -> Conditions:
    """Conditions from presets, then a TOML file, then `NAME=VALUE` settings, then the method: what comes later wins.

    With `method_open` the method is not yet known, as a file is still to tell it, and nothing is held against it.

    >>> conditions_from(presets=["acbl"], settings=["small-groups=none"]).small_groups
    'none'
    """
    conditions = base or Conditions()
    for key in presets:
        conditions = preset(key).apply(conditions)
    brought = conditions.vp_scale if conditions.method == "team-imps" else None
    if file is not None:
        conditions = read_conditions(file, conditions)
    named = dict(_split(item) for item in settings)
    conditions = conditions.with_settings(named)
    if method is not None:
        conditions = conditions.with_settings({"method": method})
    if conditions.method != "team-imps" and conditions.vp_scale == brought and "vp-scale" not in named:
        conditions = replace(conditions, vp_scale="none")  # it came with the other method, and goes with it
    check_conditions(conditions)
    if not method_open:
        check_scale(conditions)
        check_cutoff(conditions, named, [conditions.method])
    return conditions


def kept_conditions(event: Event) -> Conditions:
    """The conditions that a file keeps with its event, as `convert` writes them; the defaults where it keeps none.

    Raises FormatError for a setting that there is not.

    >>> kept_conditions(Event(settings=(("sections", "across"),))).sections
    'across'
    """
    try:
        return Conditions().with_settings(dict(event.settings))
    except ConditionsError as fault:
        raise FormatError(_("conditions of the event: {reason}").format(reason=fault)) from None


def conditions_by_file(
    event: Event,
    *,
    method: str | None = None,
    presets: Iterable[str] = (),
    file: Path | None = None,
    settings: Iterable[str] = (),
) -> tuple[Conditions, Preset | None]:
    """What is asked for, else what an event keeps and what its program is known by; the preset of the program, if used.

    >>> found, known = conditions_by_file(Event(program="Pairs Scorer", method="butler"), settings=["datum-drop=1"])
    >>> found.method, found.datum_drop, known
    ('butler', '1', None)
    """
    asked, named = tuple(presets), tuple(settings)
    known = preset_of_program(event.program) if not asked and file is None else None
    told = any(_split(item)[0] == "method" for item in named)
    conditions = conditions_from(
        base=kept_conditions(event),
        method=method or (None if told else event.method),
        presets=(known.key,) if known is not None else asked,
        file=file,
        settings=named,
    )
    return conditions, known


def _split(item: str) -> tuple[str, str]:
    name, sign, value = item.partition("=")
    if not sign:
        raise ConditionsError(_("a setting is written NAME=VALUE, not {value!r}").format(value=item))
    return name.strip().casefold().replace("_", "-"), value


def read_conditions(path: Path, base: Conditions | None = None) -> Conditions:
    """Conditions from a TOML file: `preset = "ebu"` if wished, then settings by name."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConditionsError(_("{path}: not a TOML file: {error}").format(path=path, error=error)) from None
    except OSError as error:
        text = _("{path}: cannot be read: {error}").format(path=path, error=error.strerror or error)
        raise ConditionsError(text) from None
    conditions = base or Conditions()
    settings: dict[str, str] = {}
    for name, value in found.items():
        if isinstance(value, (dict, list)):
            raise ConditionsError(
                _("{path}: {name} wants one value, not a table or a list").format(path=path, name=name)
            )
        settings[name] = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    key = settings.pop("preset", None)
    try:
        if key is not None:
            conditions = preset(key).apply(conditions)
        return conditions.with_settings(settings)
    except ConditionsError as error:
        raise ConditionsError(_("{path}: {error}").format(path=path, error=error)) from None
