"""Catalogues and generated pages are in step with the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("tool", ["catalogues", "pages"])
def test_nothing_generated_is_behind_the_code(tool: str) -> None:
    command = [sys.executable, str(ROOT / "tools" / f"{tool}.py"), "check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
