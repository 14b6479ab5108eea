"""The public names are frozen: a change here is a change for every user and goes into the changelog."""

from __future__ import annotations

import subprocess
import sys

import pytest

import overtrick

FROZEN = [
    "Conditions",
    "ConditionsError",
    "Event",
    "FormatError",
    "InputError",
    "MissingExtra",
    "NotationError",
    "OvertrickError",
    "Reading",
    "RecordError",
    "Standing",
    "audit",
    "butler",
    "check",
    "chicago",
    "convert",
    "cross_imps",
    "deal_score",
    "dump",
    "dumps",
    "explain",
    "imps",
    "load",
    "loads",
    "matchpoints",
    "neuberg",
    "par",
    "parse",
    "rank",
    "results_scoring",
    "rubber",
    "stream",
    "victory_points",
]


def test_public_names_are_frozen() -> None:
    assert list(overtrick.__all__) == FROZEN


@pytest.mark.parametrize("name", FROZEN)
def test_public_name_is_there_and_described(name: str) -> None:
    value = getattr(overtrick, name)
    assert callable(value)
    assert value.__doc__


def test_no_room_shadows_a_public_name() -> None:
    # Importing a sub-package sets an attribute of its parent: `overtrick.ranking` must stay the function all the same.
    code = """
import overtrick, pkgutil, importlib
for module in pkgutil.walk_packages(overtrick.__path__, "overtrick."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(*(name for name in overtrick.__all__ if not callable(getattr(overtrick, name))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
