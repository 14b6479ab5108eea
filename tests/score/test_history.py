"""The page on the history of the code is made from the tables, and is up to date."""

from __future__ import annotations

from pathlib import Path

from overtrick.i18n import language
from overtrick.score.history import history_page
from overtrick.tables.laws import LAWS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "history.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == history_page(), "run make pages"


def test_the_page_is_english_in_any_language() -> None:
    english = history_page()
    with language("ru"):
        assert history_page() == english


def test_every_code_and_the_story_of_1981_are_told() -> None:
    page = history_page()
    assert all(f"`{code.key}`" in page for code in LAWS)
    assert "| 9 | 1,700 | 2,300 |" in page
    assert "2,210" in page
