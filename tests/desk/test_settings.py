"""Conditions from presets, files and flags, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overtrick.desk.results import rank
from overtrick.desk.settings import conditions_from, read_conditions
from overtrick.errors import ConditionsError
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.tables.scales import SCALES, ScaleKind

PERCENTAGES = next(key for key, scale in SCALES.items() if scale.kind is ScaleKind.PERCENT)


def written(path: Path, text: str) -> Path:
    file = path / "conditions.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_what_comes_later_wins(tmp_path: Path) -> None:
    file = written(tmp_path, 'preset = "wbf"\nlone-result = "neuberg"\naverage_imps = 2.5\nown-percentage = false\n')
    found = conditions_from(
        presets=["acbl"], file=file, settings=["small-groups=none", "Average_IMPs = 2"], method="butler"
    )
    assert found.small_groups == "none"
    assert (found.line_rounding, found.lone_result, found.sections) == ("0.01", "neuberg", "across")
    assert (found.average_imps, found.own_percentage, found.method) == (Fraction(2), "no", "butler")


def test_the_preset_of_a_file_stands_below_its_settings_wherever_it_stands(tmp_path: Path) -> None:
    file = written(tmp_path, 'line-rounding = "exact"\npreset = "acbl"\n')
    assert read_conditions(file).line_rounding == "exact"


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_bytes(b'\xef\xbb\xbfmethod = "butler"\n')
    assert read_conditions(file).method == "butler"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("method = ", "not a TOML file"),
        ('method = ["butler"]\n', "one value, not a table or a list"),
        ("[method]\na = 1\n", "one value, not a table or a list"),
        ('metod = "butler"\n', "no setting 'metod'; known: law"),
        ('method = "bulter"\n', "known: matchpoints, cross-imps"),
        ('preset = "fifa"\n', "no preset 'fifa'; known: club"),
        ("average-imps = nan\n", "wants a number"),
        ("average-imps = 2020-01-01\n", "wants a number"),
        ("own-percentage = 1\n", "known: yes, no"),
        ('method = "butler"\nmethod = "butler"\n', "not a TOML file"),
    ],
)
def test_faulty_files(tmp_path: Path, text: str, message: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConditionsError) as caught:
        conditions_from(file=file)
    assert str(caught.value).startswith(str(file))
    assert message in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'law = "\xff"\n')
    for name in ("latin.toml", "nowhere.toml", "."):
        with pytest.raises(ConditionsError, match=r"TOML|cannot be read"):
            read_conditions(tmp_path / name)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["neuberg"], "NAME=VALUE"),
        (["nueberg=yes"], "no setting 'nueberg'"),
        (["law=whist"], "whist"),
        (["datum-drop=many"], "a number, a share"),
        (["average-plus=30"], "must rise from 0 to 100"),
        (["average-minus=-1"], "must rise from 0 to 100"),
        (["average-plus=101"], "must rise from 0 to 100"),
        (["datum=given", "datum-given=400", "datum-drop=1"], "contradicts datum-drop"),
        (["datum=given"], "datum=given wants the datum too"),
        (["datum-given=400"], "datum-given is for datum=given, not for datum=mean"),
        (["datum=given", "datum-given=much"], "datum-given wants a number, not 'much'"),
        (["vp-scale=wbf-continuous"], "vp-scale is for team-imps, not for matchpoints"),
        (["method=butler", "vp-scale=acbl-20"], "vp-scale is for team-imps, not for butler"),
        (["method=team-imps", "vp-scale=nonsense"], "no scale of victory points 'nonsense'; known: "),
        (["method=team-imps", "vp-scale=nowhere.toml"], "cannot read the scale file nowhere.toml"),
        (["method=team-imps", f"vp-scale={PERCENTAGES}"], "is a scale of percentages; team-imps wants one of IMPs"),
        (["imp-cutoff=australian"], "imp-cutoff is for the method butler"),
        (["method=ascherman", "uneven=factor"], "contradicts"),
    ],
)
def test_refused(settings: list[str], message: str) -> None:
    with pytest.raises(ConditionsError) as caught:
        conditions_from(settings=settings)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {"method": "typo"},
        {"uneven": "typo"},
        {"split": "typo"},
        {"law": "typo"},
        {"datum_drop": "typo"},
        {"imp_table": "typo"},
        {"method": "team-imps", "vp_scale": "typo"},
        {"vp_scale": "wbf-continuous"},
        {"method": "butler", "datum": "given"},
    ],
)
def test_a_record_made_by_hand_is_checked_too(values: dict[str, Any]) -> None:
    with pytest.raises(ConditionsError):
        rank(Event(), conditions=Conditions(**values))


def test_the_method_asked_for_wins_over_that_of_the_event() -> None:
    event = Event(method="butler")
    assert rank(event).conditions.method == "butler"
    assert rank(event, method="cross-imps").conditions.method == "cross-imps"
    assert rank(Event()).conditions.method == "matchpoints"
    assert rank(Event(), average_imps=Fraction(1, 3)).conditions.average_imps == Fraction(1, 3)


def test_a_given_datum_is_taken() -> None:
    assert conditions_from(settings=["datum=given", "datum-given=-120.5"]).datum_given == Fraction(-241, 2)
    assert conditions_from().datum_given is None


def test_a_scale_of_the_organisers_own(tmp_path: Path) -> None:
    file = tmp_path / "home.csv"
    file.write_text("winner_vp,loser_vp,imps\n3,3,0-2\n4,2,3-9\n6,0,10+\n", encoding="utf-8")
    found = conditions_from(method="team-imps", settings=[f"vp-scale={file}"])
    assert found.vp_scale == str(file)


def test_a_scale_that_came_with_a_preset_goes_with_its_method() -> None:
    teams = conditions_from(presets=["ebu-teams-3"])
    assert (teams.method, teams.vp_scale) == ("team-imps", "ebu-3")
    assert conditions_from(presets=["ebu-teams-3"], method="butler").vp_scale == "none"
    assert conditions_from(base=teams, method="butler").vp_scale == "none"


def test_a_method_still_to_be_told_is_held_against_nothing() -> None:
    assert conditions_from(settings=["vp-scale=ebu-3"], method_open=True).vp_scale == "ebu-3"
