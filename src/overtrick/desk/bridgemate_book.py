"""What came over a link, kept by its place: the same record twice is one record, and the later one counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from overtrick.formats.bdc import loads_bdc
from overtrick.formats.bdc_codes import INITIALIZE, QUEUES
from overtrick.formats.text import Decoded
from overtrick.model.reading import Reading

__all__ = ["Book"]

_KEYS: dict[str, tuple[str, ...]] = {
    "results": ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber"),
    "players": ("PlayerNumber",),
    "seats": ("SectionLetters", "TableNumber", "RoundNumber", "Direction"),
    "hands": ("ScoringGroupNumber", "SectionLetters", "BoardNumber"),
    "calls": ("SectionLetters", "TableNumber", "RoundNumber", "Hour", "Minute"),
}
_RESOLVED = 3


class Book:
    """The records of one session by kind and place, with the InitDTO that it began with."""

    def __init__(self, event: Mapping[str, Any] | None = None) -> None:
        self.event = event
        self.kept: dict[str, dict[tuple[str, ...], dict[str, Any]]] = {kind: {} for kind in _KEYS}

    def add(self, kind: str, records: Iterable[Mapping[str, Any]]) -> int:
        """Keep records; how many of them were not there already, or said otherwise.

        >>> book, result = Book(), {"SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 4}
        >>> book.add("results", [result]), book.add("results", [result]), book.add("results", [result | {"Level": 3}])
        (1, 0, 1)
        """
        kept, new = self.kept[kind], 0
        for record in records:
            key = tuple(str(record.get(name)) for name in _KEYS[kind])
            new += kept.get(key) != record
            kept[key] = dict(record)
        return new

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results that count, without those that were deleted."""
        return [one for one in self.kept["results"].values() if one.get("IsDeleted") is not True]

    @property
    def open_calls(self) -> list[dict[str, Any]]:
        """Calls for the director that are not resolved."""
        return [one for one in self.kept["calls"].values() if one.get("Status") != _RESOLVED]

    def dumps(self) -> str:
        """All that is kept, as requests in one text that `loads_bdc` reads."""
        parts: list[tuple[int, object]] = [(INITIALIZE, self.event)] if self.event else []
        parts += [(QUEUES[kind].put, list(kept.values())) for kind, kept in self.kept.items() if kept]
        return json.dumps([{"Command": command, "SerializedData": json.dumps(data)} for command, data in parts])

    def reading(self) -> Reading:
        """The event of what is kept.

        Raises FormatError where nothing is.
        """
        return loads_bdc(Decoded(self.dumps(), "utf-8"))
