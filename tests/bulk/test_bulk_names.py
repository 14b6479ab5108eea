"""Every public name is there and stands on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("numpy")

from overtrick import bulk

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "score-an-archive.md"


@pytest.mark.parametrize("name", bulk.__all__)
def test_every_name_is_there_and_on_the_page(name: str) -> None:
    assert getattr(bulk, name) is not None
    assert f"`{name}`" in _PAGE.read_text("utf-8").partition("## All names")[2]
