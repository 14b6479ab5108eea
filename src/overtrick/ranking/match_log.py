"""Match results as they come in: one match has one result, and a new one must say that it replaces the old."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from overtrick.errors import RecordError
from overtrick.i18n import gettext as _

__all__ = ["MatchResult", "counted_matches", "points_by_team"]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A result of a match between two teams in a round, with the victory points of each."""

    round: int
    home: str
    away: str
    home_points: Decimal
    away_points: Decimal
    replaces: bool = False

    @property
    def key(self) -> tuple[int, frozenset[str]]:
        """What makes it the same match: the round and the two teams, whichever is named first."""
        return self.round, frozenset((self.home, self.away))

    def points(self, team: str) -> Decimal:
        """The victory points of one of the two teams."""
        return self.home_points if team == self.home else self.away_points


def counted_matches(results: Iterable[MatchResult]) -> list[MatchResult]:
    """The results that count, each match once, in the order first reported; the caller's list is the history.

    The same result again changes nothing. Raises `RecordError` where a different one does not say that it replaces.

    >>> old = MatchResult(3, "1", "2", Decimal("12.05"), Decimal("7.95"))
    >>> new = MatchResult(3, "1", "2", Decimal(4), Decimal(16), replaces=True)
    >>> [str(match.home_points) for match in counted_matches([old, new])]
    ['4']
    """
    counted: dict[tuple[int, frozenset[str]], MatchResult] = {}
    for result in results:
        before = counted.get(result.key)
        if before is not None and not result.replaces and not _same(before, result):
            raise RecordError(
                _("round {round}: {home} v {away} has two results, and the second does not replace the first").format(
                    round=result.round, home=result.home, away=result.away
                )
            )
        counted[result.key] = result
    return list(counted.values())


def points_by_team(results: Iterable[MatchResult]) -> dict[str, Decimal]:
    """Victory points of each team over the matches that count.

    >>> match = MatchResult(1, "A", "B", Decimal(12), Decimal(8))
    >>> points_by_team([match, match])
    {'A': Decimal('12'), 'B': Decimal('8')}
    """
    totals: dict[str, Decimal] = {}
    for match in counted_matches(results):
        for team in (match.home, match.away):
            totals[team] = totals.get(team, Decimal(0)) + match.points(team)
    return totals


def _same(one: MatchResult, other: MatchResult) -> bool:
    return all(one.points(team) == other.points(team) for team in (one.home, one.away))
