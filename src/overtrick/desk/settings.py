"""Conditions of contest from all the places where they may be said: preset, file, flags."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path

from overtrick.compare.butler import drop_count
from overtrick.errors import ConditionsError, FormatError
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.scorer.tie_breaks import tie_chain
from overtrick.tables.laws import law
from overtrick.tables.presets import preset
from overtrick.tables.scales import ScaleKind, find_scale

__all__ = ["conditions_from", "kept_conditions", "read_conditions"]


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
    _known(conditions)
    _consistent(conditions)
    if method_open:
        return conditions
    _consistent_scale(conditions)
    # A preset may bring a limit for its Butler events along; asked for by name it must have a meaning.
    if "imp-cutoff" in named and conditions.imp_cutoff != "none" and conditions.method != "butler":
        raise ConditionsError(
            _("imp-cutoff is for the method butler, not for {method}").format(method=conditions.method)
        )
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


def _known(conditions: Conditions) -> None:
    """Values that a made record may hold unchecked, or that are checked only by the room that uses them."""
    for item in fields(conditions):
        value, among = getattr(conditions, item.name), item.metadata["among"]
        if among and value not in among:
            name = item.name.replace("_", "-")
            raise ConditionsError(
                _("{key} cannot be {text!r}; known: {known}").format(key=name, text=value, known=", ".join(among))
            )
    law(conditions.law)
    drop_count(conditions.datum_drop, 1)
    tie_chain(conditions.ties)
    if conditions.vp_scale != "none":
        find_scale(conditions.vp_scale)


def _consistent(conditions: Conditions) -> None:
    """Settings that contradict one another are refused: silent defaults are faults."""
    if not 0 <= conditions.average_minus <= conditions.average <= conditions.average_plus <= 100:
        raise ConditionsError(
            _(
                "the three averages must rise from 0 to 100; "
                "found minus {average_minus}, {average}, plus {average_plus}"
            ).format(
                average_minus=conditions.average_minus, average=conditions.average, average_plus=conditions.average_plus
            )
        )
    if conditions.datum == "given" and conditions.datum_drop != "none":
        raise ConditionsError(_("datum=given contradicts datum-drop: a given datum drops no scores"))
    if conditions.method == "ascherman" and conditions.uneven != "neuberg":
        raise ConditionsError(
            _("ascherman brings uneven boards up by itself; uneven={uneven} contradicts it").format(
                uneven=conditions.uneven
            )
        )
    _consistent_datum(conditions)
    if conditions.session_top is not None and conditions.session_top <= 0:
        raise ConditionsError(
            _("session-top is {top}; a number above nought is wanted").format(top=conditions.session_top)
        )


def _consistent_datum(conditions: Conditions) -> None:
    """A given datum and its number come together or not at all."""
    if conditions.datum == "given" and conditions.datum_given is None:
        raise ConditionsError(_("datum=given wants the datum too: datum-given=POINTS"))
    if conditions.datum != "given" and conditions.datum_given is not None:
        raise ConditionsError(_("datum-given is for datum=given, not for datum={datum}").format(datum=conditions.datum))


def _consistent_scale(conditions: Conditions) -> None:
    """Victory points are made from the IMPs of a match of teams; any other method would leave the scale unused."""
    if conditions.vp_scale == "none":
        return
    if conditions.method != "team-imps":
        raise ConditionsError(_("vp-scale is for team-imps, not for {method}").format(method=conditions.method))
    scale = find_scale(conditions.vp_scale)
    if scale.kind is ScaleKind.PERCENT:
        raise ConditionsError(
            _("vp-scale={key} is a scale of percentages; team-imps wants one of IMPs").format(key=scale.key)
        )
