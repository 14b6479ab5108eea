"""What changed between two codes, in words."""

from __future__ import annotations

import pytest

from overtrick.errors import ConditionsError
from overtrick.tables.law_words import changes
from overtrick.tables.laws import LAWS, VARIANTS


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("duplicate-1997", "duplicate-2017", ()),
        ("duplicate-1935", "duplicate-1943", ("insult_doubled: none -> 50", "insult_redoubled: none -> 50")),
        (
            "rubber-1981",
            "rubber-1993",
            (
                "insult_redoubled: 50 -> 100",
                "down_doubled: 100, then 200 each -> 100, 200, 200, then 300 each",
                "unfinished_part: 50 -> 100",
            ),
        ),
        ("duplicate-1932", "duplicate-1932-slam-1000", ("small_slam: 500 / 750 -> 500 / 1000",)),
    ],
)
def test_changes_in_words(before: str, after: str, lines: tuple[str, ...]) -> None:
    assert tuple(f"{change.field}: {change.before} -> {change.after}" for change in changes(before, after)) == lines


def test_any_two_codes_can_be_compared() -> None:
    every = (*LAWS, *VARIANTS)
    assert all(
        change.before != change.after and change.name for old in every for new in every for change in changes(old, new)
    )


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(ConditionsError, match="known: "):
        changes("1975", "auction-1926")
