"""Conditions of contest to plans: what the bulk engine cannot do is refused by its name."""

from __future__ import annotations

import re
from dataclasses import Field, fields, replace
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("numpy")

from bulk_archives import CHOICES, PAIR_METHODS
from overtrick.bulk.plan import METHODS, make_plan
from overtrick.desk.settings import conditions_from
from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions
from overtrick.scorer.teams import TEAM_METHODS
from overtrick.scorer.tie_breaks import CHAIN
from overtrick.tables.laws import LAWS, VARIANTS, law
from overtrick.tables.presets import PRESETS, Preset
from overtrick.tables.scales import SCALES


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


@pytest.mark.parametrize("method", [None, *METHODS])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_presets_make_plans_as_they_are(preset: Preset, method: str | None) -> None:
    conditions = conditions_from(presets=[preset.key], method=method)
    if preset.key == "ebu-teams-3" and method in (None, "team-imps"):  # the only one with a scale of victory points
        with pytest.raises(ConditionsError, match=r"^vp-scale=ebu-3 cannot be done in bulk"):
            make_plan(conditions)
    else:
        assert make_plan(conditions).conditions == conditions


def test_a_limit_of_butler_scores_is_left_unused_or_was_asked_for_in_vain() -> None:
    brought = conditions_from(presets=["abf"])
    assert make_plan(brought).conditions.imp_cutoff == "australian"
    assert make_plan(brought, method="cross-imps").measures == ("cross-imps",)
    assert make_plan(imp_cutoff="australian", also=["butler"]).measures == ("matchpoints", "butler")
    with pytest.raises(ConditionsError, match="imp-cutoff is for the method butler, not for matchpoints"):
        make_plan(brought, imp_cutoff="australian")


_REFUSED: dict[str, tuple[str, ...]] = {"ties": (*CHAIN, "direct-match, count-back"), "vp_scale": tuple(SCALES)}
"""What has no closed list of values, and is refused whatever it is."""


_SETTINGS = [item for item in fields(Conditions) if item.name != "method"]


@pytest.mark.parametrize("item", _SETTINGS, ids=lambda item: item.name)
def test_every_value_of_every_setting_is_tried_against_the_core_or_refused(item: Field[Any]) -> None:
    tried = CHOICES.get(item.name, ())
    among: tuple[str, ...] = item.metadata["among"]
    assert among or tried or item.name in _REFUSED
    for value in (*among, *_REFUSED.get(item.name, ())):
        if value not in tried:
            with pytest.raises(ConditionsError, match=f"^{item.name.replace('_', '-')}={re.escape(value)}"):
                make_plan(Conditions(method="team-imps").with_settings({item.name: value}))
    if tried:
        assert set(map(str, tried)) - {str(item.default)}


def test_every_method_and_law_is_tried_against_the_core() -> None:
    among = next(item.metadata["among"] for item in fields(Conditions) if item.name == "method")
    assert set(PAIR_METHODS) | set(TEAM_METHODS) == set(METHODS) == set(among)
    assert {law(key).key for key in CHOICES["law"]} == {code.key for code in (*LAWS, *VARIANTS)}
