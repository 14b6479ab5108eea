"""What the page about simulation prints is what it says it prints, in a folder with nothing but the tables it names."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "simulate.md"
TABLES = ROOT / "examples" / "spade_tables.txt"


@pytest.mark.skipif(not (PAGE.is_file() and TABLES.is_file()), reason="the documentation is not beside the tests")
def test_every_block_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for needed in ("numpy", "polars"):
        pytest.importorskip(needed, reason=f"the page needs {needed}")
    shutil.copy(TABLES, tmp_path)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(python|text)\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    space: dict[str, object] = {}
    printed = ""
    for kind, body in blocks:
        if kind == "python":
            assert not printed, "a block prints what the page does not show"
            exec(compile(body, PAGE.name, "exec"), space)
            printed = capsys.readouterr().out
        else:
            assert body == printed
            printed = ""
    assert not printed
    assert len(blocks) >= 12
