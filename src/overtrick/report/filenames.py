"""File names of the pages: made of safe characters only, and different even where letter case does not count."""

from __future__ import annotations

import re

from overtrick.model.standing import BoardResult, Place, Standing
from overtrick.report.cards import Identity, identity

__all__ = ["FileNames"]


class FileNames:
    """The page of every contestant and board of a standing.

    Nothing of a file gets into a name but letters a-z, digits and hyphens, so that no contestant's number can
    lead out of the directory; names that would fall together get a number.
    """

    def __init__(self, standing: Standing) -> None:
        self._taken = {"index", "style"}
        several = len({result.session for result in standing.boards}) > 1
        self._boards: dict[tuple[str, str, int], str] = {}
        for result in standing.boards:
            session = (result.session,) if several else ()
            name = self._new("board", *session, result.section, str(result.board.number))
            self._boards.setdefault((result.session, result.section, result.board.number), name)
        self._pairs: dict[Identity, str] = {}
        for place in standing.places:
            direction = place.direction.value if place.direction else ""
            name = self._new("pair", place.section, direction, place.contestant.key)
            self._pairs.setdefault(identity(place), name)

    def _new(self, *parts: str) -> str:
        cleaned = (re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-")[:40] for part in parts)
        base = "-".join(part for part in cleaned if part)
        name, count = base, 1
        while name.casefold() in self._taken:
            count += 1
            name = f"{base}-x{count}"
        self._taken.add(name.casefold())
        return f"{name}.html"

    def board(self, session: str, section: str, number: int) -> str:
        """The page of a board."""
        return self._boards[session, section, number]

    def board_of(self, result: BoardResult) -> str:
        """The page of a compared board."""
        return self.board(result.session, result.section, result.board.number)

    def pair(self, place: Place) -> str:
        """The page of a contestant."""
        return self._pairs[identity(place)]
