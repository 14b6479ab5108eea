"""Random rubbers and wheels, scored by the library and by the slow oracle beside this file."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any


def _load() -> Any:
    path = Path(__file__).with_name("home_compare.py")
    spec = importlib.util.spec_from_file_location("home_compare", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compare = _load()


def test_two_thousand_rubbers() -> None:
    assert [found for seed in range(2000) if (found := compare.rubber_difference(seed))] == []


def test_two_thousand_wheels() -> None:
    assert [found for seed in range(2000) if (found := compare.wheel_difference(seed))] == []
