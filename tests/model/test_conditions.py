"""The settings: each documented, each checked."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions

FIELDS = fields(Conditions)


@pytest.mark.parametrize("item", FIELDS, ids=lambda item: item.name)
def test_each_setting_says_what_it_does_and_who_says_so(item: object) -> None:
    found = next(field for field in FIELDS if field is item)
    assert found.metadata["help"]
    assert found.metadata["cite"]
    among = found.metadata["among"]
    assert not among or found.default in among
    assert all(value == value.casefold() for value in among)


@pytest.mark.parametrize("item", [field for field in FIELDS if field.metadata["among"]], ids=lambda item: item.name)
def test_each_value_is_taken_and_no_other(item: object) -> None:
    found = next(field for field in FIELDS if field is item)
    for name in (found.name, found.name.replace("_", "-"), f" {found.name.upper()} "):
        for value in found.metadata["among"]:
            assert getattr(Conditions().with_settings({name: f" {value.upper()} "}), found.name) == value
    with pytest.raises(ConditionsError) as caught:
        Conditions().with_settings({found.name: "some other way"})
    assert ", ".join(found.metadata["among"]) in str(caught.value)


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConditionsError) as caught:
        Conditions().with_settings({"nueberg": "yes"})
    assert "nueberg" in str(caught.value)
    assert all(field.name.replace("_", "-") in str(caught.value) for field in FIELDS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", Fraction(2)),
        ("2.5", Fraction(5, 2)),
        ("2,5", Fraction(5, 2)),
        ("-3", Fraction(-3)),
        ("1/3", Fraction(1, 3)),
    ],
)
def test_numbers(text: str, value: Fraction) -> None:
    assert Conditions().with_settings({"average-imps": text}).average_imps == value


@pytest.mark.parametrize("text", ["", "three", "nan", "inf", "1/0", "1e99999999", "1.2.3", "1 2", "--3", "0x10", "1_0"])
def test_no_numbers(text: str) -> None:
    with pytest.raises(ConditionsError, match="wants a number"):
        Conditions().with_settings({"average-imps": text})


@given(st.fractions(min_value=0, max_value=100, max_denominator=999))
def test_changed_reads_back(number: Fraction) -> None:
    one = Conditions(method="butler", average_imps=number, matchpoint_scale="1-½-0", datum_drop="5%")
    assert Conditions().with_settings(one.changed()) == one
    assert Conditions().changed() == {}
