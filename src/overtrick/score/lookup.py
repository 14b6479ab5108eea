"""From a number back to the deals that score it, and whether a number can be a score at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Doubling, Side, Strain, Vulnerability
from overtrick.score.table import points_table
from overtrick.tables.laws import LawCode, law

__all__ = ["Scoring", "possible", "results_scoring", "why_impossible"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """A result that scores the number asked for; `points` are to the declaring side, negative when it failed."""

    outcome: Played | PassedOut
    vulnerable: bool
    points: int

    @property
    def contract(self) -> Contract | None:
        """The contract, without a declarer; `None` for a pass-out."""
        return self.outcome.contract if isinstance(self.outcome, Played) else None

    @property
    def tricks(self) -> int | None:
        """The tricks taken; `None` for a pass-out."""
        return self.outcome.tricks if isinstance(self.outcome, Played) else None

    def __str__(self) -> str:
        """The result and the vulnerability of the declaring side.

        >>> str(results_scoring(980)[0])
        '1NTX+4 vulnerable'
        """
        if isinstance(self.outcome, PassedOut):
            return str(self.outcome)
        state = _("vulnerable") if self.vulnerable else _("not vulnerable")
        return f"{self.outcome} {state}"


def results_scoring(points: int, *, law: str | int | LawCode = "duplicate-2017") -> tuple[Scoring, ...]:
    """Every contract, doubling, vulnerability and trick count that scores so many points, lowest contract first.

    A positive number finds contracts made for it and contracts defeated by so much (the defenders score); a negative
    one finds only what costs the declaring side so much. A pass-out is the one result that scores 0.

    >>> [str(found) for found in results_scoring(980)]
    ['1NTX+4 vulnerable', '2CX+4 vulnerable', '2DX+4 vulnerable', '6H= not vulnerable', '6S= not vulnerable']
    >>> [str(found) for found in results_scoring(0)], results_scoring(10)
    (['PASS'], ())
    """
    if points == 0:
        return (Scoring(PassedOut(), vulnerable=False, points=0),)
    return tuple(
        Scoring(Played(Contract(level, strain, doubling), tricks), vulnerable, value)
        for (level, strain, doubling, vulnerable, tricks), value in zip(
            product(range(1, 8), Strain, Doubling, (False, True), range(14)), _table(law), strict=True
        )
        if value in (points, -abs(points))
    )


def _table(key: str | int | LawCode) -> tuple[int, ...]:
    return points_table(law(key))


@lru_cache(maxsize=64)
def _reachable(key: str, vulnerable: bool) -> frozenset[int]:  # noqa: FBT001  # a cache key
    table = points_table(law(key))
    return frozenset(value for place, value in enumerate(table) if (place // 14) % 2 == vulnerable)


def possible(
    points: int, vulnerability: Vulnerability = Vulnerability.NONE, *, law: str | int | LawCode = "duplicate-2017"
) -> bool:
    """Whether some result gives North-South so many points at that vulnerability.

    >>> possible(50, Vulnerability.EW), possible(50, Vulnerability.NS), possible(0), possible(620, Vulnerability.BOTH)
    (False, True, True, True)
    """
    if points == 0:
        return True
    key = _key(law)
    ns, ew = (vulnerability.includes(side) for side in (Side.NS, Side.EW))
    return points in _reachable(key, ns) or -points in _reachable(key, ew)


def _key(key: str | int | LawCode) -> str:
    return law(key).key


def why_impossible(
    points: int, vulnerability: Vulnerability = Vulnerability.NONE, *, law: str | int | LawCode = "duplicate-2017"
) -> str:
    """Why no result scores so; empty when one does.

    >>> why_impossible(420, Vulnerability.BOTH)
    '+420 to North-South cannot be with both sides vulnerable; it can with neither side vulnerable'
    >>> why_impossible(425)
    'no result scores 425'
    """
    if possible(points, vulnerability, law=law):
        return ""
    others = [other for other in Vulnerability if possible(points, other, law=law)]
    if not others:
        return _("no result scores {points}").format(points=points)
    # the nearest other state: neither or both before one side, since a whole board is more often misread
    best = next((vul for vul in (Vulnerability.NONE, Vulnerability.BOTH) if vul in others), others[0])
    return _("{points} to North-South cannot be with {found} vulnerable; it can with {wanted} vulnerable").format(
        points=f"{points:+d}", found=_who(vulnerability), wanted=_who(best)
    )


def _who(vulnerability: Vulnerability) -> str:
    return {
        Vulnerability.NONE: _("neither side"),
        Vulnerability.NS: _("North-South"),
        Vulnerability.EW: _("East-West"),
        Vulnerability.BOTH: _("both sides"),
    }[vulnerability]
