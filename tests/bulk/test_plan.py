"""Conditions of contest to plans: what the bulk engine cannot do is refused by its name."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("numpy")

from bulk_archives import CHOICES
from overtrick.bulk.plan import METHODS, make_plan
from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions
from overtrick.tables.presets import PRESETS, Preset


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"ties": "count-back"}, "ties"),
        ({"vp_scale": "wbf-continuous", "method": "team-imps"}, "vp-scale"),
        ({"session_top": "101/2"}, "session-top"),
        ({"session_top": "0"}, "session-top"),
        ({"datum": "given", "datum_given": "30000", "method": "butler"}, "datum-given"),
        ({"imp_table": "bastille", "datum_rounding": "none", "method": "butler"}, "imp-table"),
        ({"imp_table": "bastille", "datum_rounding": "none", "also": ["butler"]}, "imp-table"),
        ({"imp_cutoff": "australian"}, "imp-cutoff"),
        ({"datum": "given"}, "datum-given"),
        ({"datum": "given", "datum_given": "0", "datum_drop": "1"}, "datum-drop"),
        ({"average_plus": 30}, "average"),
        ({"method": "ascherman", "uneven": "none"}, "uneven"),
        ({"law": "1066"}, "1066"),
        ({"imp_table": "imps-1"}, "imps-1"),
        ({"datum_drop": "some"}, "datum-drop"),
        ({"no_such": "x"}, "no-such|no_such"),
        ({"sections": "x"}, "sections"),
        ({"also": ["bridge"]}, "bridge"),
        ({"method": "whist"}, "method"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(ConditionsError, match=named):
        make_plan(**settings)


def test_a_record_that_holds_unchecked_values_is_refused() -> None:
    with pytest.raises(ConditionsError, match="uneven"):
        make_plan(replace(Conditions(), uneven="by-eye"))


@pytest.mark.parametrize("method", METHODS)
def test_conditions_stand_and_settings_go_over_them(method: str) -> None:
    plan = make_plan(Conditions(average_imps=Fraction(2), sections="across"), method=method, sections="apart")
    assert (plan.conditions.average_imps, plan.conditions.sections, plan.method) == (Fraction(2), "apart", method)


def test_comparisons_beside_the_own_one_are_made_once() -> None:
    assert make_plan(method="butler", also=["butler", "cross-imps"]).measures == ("cross-imps", "butler")
    assert make_plan(method="ascherman").measures == ("matchpoints",)
    assert make_plan(method="total-points").measures == ()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_presets_make_plans(preset: Preset) -> None:
    settings: dict[str, Any] = {"ties": "shared", "vp_scale": "none", "imp_cutoff": "none", "session_top": None}
    conditions = replace(preset.apply(Conditions()), **settings)
    assert make_plan(conditions).conditions == conditions


def test_every_setting_is_tried_against_the_core_or_refused() -> None:
    others = {"method", "average", "average_minus", "split", "ties", "datum_given", "imp_cutoff", "vp_scale"}
    assert {item.name for item in fields(Conditions)} == set(CHOICES) | others
