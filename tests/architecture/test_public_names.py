"""The public names are frozen: a change here is a change for every user and goes into the changelog."""

from __future__ import annotations

import overtrick

FROZEN = [
]


def test_public_names_are_frozen() -> None:
    assert sorted(overtrick.__all__) == FROZEN


def test_public_names_are_sorted_and_there() -> None:
    assert list(overtrick.__all__) == sorted(overtrick.__all__)
    assert [name for name in overtrick.__all__ if not hasattr(overtrick, name)] == []
