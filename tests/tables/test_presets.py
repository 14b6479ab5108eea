"""Conditions that go by a name."""

from __future__ import annotations

from dataclasses import fields

import pytest

from overtrick.desk.settings import conditions_from
from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions
from overtrick.tables.presets import PRESETS, Preset, preset, preset_of_program


@pytest.mark.parametrize("item", PRESETS, ids=lambda item: item.key)
def test_each_preset_has_a_source_and_is_no_contradiction(item: Preset) -> None:
    assert item.source
    assert item.name
    assert preset(f" {item.key.upper()} ") is item
    made = item.apply(Conditions())
    assert conditions_from(presets=[item.key]) == made
    names = {field.name.replace("_", "-") for field in fields(Conditions)}
    assert set(item.settings) <= names
    assert made.changed().keys() <= item.settings.keys()
    for method in ("matchpoints", "butler", "cross-imps", "total-points"):
        assert conditions_from(presets=[item.key], method=method).method == method


def test_keys_are_unique() -> None:
    assert len({item.key for item in PRESETS}) == len(PRESETS)


def test_unknown() -> None:
    with pytest.raises(ConditionsError) as caught:
        preset("fifa")
    assert all(item.key in str(caught.value) for item in PRESETS)


@pytest.mark.parametrize(
    ("program", "key"),
    [
        ("EBU PairsScorer 7.2", "ebu"),
        ("ACBLscore 7.7", "acbl"),
        ("Compscore3", "compscore"),
        ("NZ Scorer", "nz-scorer"),
        ("Pianola", "pianola"),
        ("", None),
        ("my own", None),
    ],
)
def test_programs(program: str, key: str | None) -> None:
    found = preset_of_program(program)
    assert (found.key if found else None) == key
