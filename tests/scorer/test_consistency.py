"""Conditions that are not known or contradict themselves are refused by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions
from overtrick.scorer.consistency import check_conditions, check_cutoff, check_scale
from overtrick.tables.presets import PRESETS, Preset


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_presets_agree_with_themselves(preset: Preset) -> None:
    conditions = preset.apply(Conditions())
    check_conditions(conditions)
    check_scale(conditions)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"method": "whist"}, "method cannot be 'whist'; known: matchpoints"),
        ({"imp_table": "imps-1"}, "imp-table cannot be 'imps-1'; known: imps-1938"),
        ({"law": "1066"}, "no code of laws '1066'"),
        ({"datum_drop": "some"}, "datum-drop cannot be 'some'"),
        ({"ties": "coin"}, "no tie-break 'coin'"),
        ({"vp_scale": "coin"}, "no scale of victory points 'coin'"),
        ({"average": Fraction(61)}, "the three averages must rise from 0 to 100; found minus 40, 61, plus 60"),
        ({"average_minus": Fraction(-1)}, "found minus -1, 50, plus 60"),
        ({"average_plus": Fraction(101)}, "found minus 40, 50, plus 101"),
        ({"method": "ascherman", "uneven": "factor"}, "uneven=factor contradicts it"),
        ({"session_top": Fraction(0)}, "session-top is 0; a number above nought is wanted"),
        ({"datum": "given"}, "datum=given wants the datum too"),
        ({"datum_given": Fraction(0)}, "datum-given is for datum=given, not for datum=mean"),
        ({"datum": "given", "datum_given": Fraction(0), "datum_drop": "1"}, "datum=given contradicts datum-drop"),
    ],
)
def test_what_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ConditionsError) as caught:
        check_conditions(Conditions(**values))
    assert message in str(caught.value)


def test_what_would_be_left_unused_is_refused() -> None:
    limited = Conditions(imp_cutoff="australian")
    check_cutoff(limited, ["imp-cutoff"], ["matchpoints", "butler"])
    check_cutoff(limited, ["sections"], ["matchpoints"])
    check_cutoff(Conditions(), ["imp-cutoff"], ["matchpoints"])
    with pytest.raises(ConditionsError, match="imp-cutoff is for the method butler, not for matchpoints"):
        check_cutoff(limited, ["imp-cutoff"], ["matchpoints"])
    with pytest.raises(ConditionsError, match="vp-scale is for team-imps, not for butler"):
        check_scale(Conditions(method="butler", vp_scale="ebu-3"))
