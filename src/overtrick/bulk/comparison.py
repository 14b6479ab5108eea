"""What a comparison of two choices over many deals finds, and how it is measured."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.contract_points import Points
from overtrick.bulk.estimate import Estimate
from overtrick.bulk.tables import Imps
from overtrick.bulk.weights import Weights
from overtrick.model.terms import Side

__all__ = ["Comparison", "FieldComparison", "Measure", "looked_up"]


def looked_up(differences: npt.NDArray[Any], imps: Imps) -> npt.NDArray[np.int32]:
    """The IMPs of every difference, in parts of the table's unit; past its end they stay as they are there.

    >>> from overtrick.bulk.tables import imp_array
    >>> looked_up(np.array([720, -30, 0]), imp_array("imps-1962", 1000)).tolist()
    [12, -1, 0]
    """
    sizes = np.minimum(np.abs(differences), len(imps.steps) - 1)
    found: npt.NDArray[np.int32] = np.sign(differences).astype(np.int32) * imps.steps[sizes]
    return found


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """Both choices against a field: share of the top, and cross-IMPs a comparison; then how much better the first is.

    `matchpoints` and `imps` are the first less the second, deal by deal, so that what both have in common drops out.
    The field takes the tricks of the same tables.
    """

    first_matchpoints: Estimate
    second_matchpoints: Estimate
    matchpoints: Estimate
    first_imps: Estimate
    second_imps: Estimate
    imps: Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first choice against the second, as `side` sees it.

    `points` and `imps` are differences, `matchpoints` what the first takes of one comparison (1, ½ or 0); `wins`,
    `ties` and `losses` are shares of the deals. `field` is there where a field was given.
    """

    side: Side
    points: Estimate
    imps: Estimate
    matchpoints: Estimate
    wins: Estimate
    ties: Estimate
    losses: Estimate
    field: FieldComparison | None = None

    @classmethod
    def of(cls, side: Side, found: dict[str, Estimate]) -> Comparison:
        """A comparison from its estimates by name, as `estimates` gives them.

        >>> one = Estimate.of([1, 2])
        >>> names = ["points", "imps", "matchpoints", "wins", "ties", "losses"]
        >>> found = Comparison.of(Side.NS, dict.fromkeys(names, one))
        >>> found.deals, found.field
        (2, None)
        """
        field = {name.removeprefix("field_"): one for name, one in found.items() if name.startswith("field_")}
        own = {name: one for name, one in found.items() if not name.startswith("field_")}
        return cls(side, **own, field=FieldComparison(**field) if field else None)

    @property
    def deals(self) -> int:
        """How many deals were compared."""
        return self.points.deals

    def estimates(self) -> dict[str, Estimate]:
        """Every estimate by its name; those against the field begin with `field_`.

        >>> from overtrick.bulk.simulate import compare_contracts
        >>> list(compare_contracts("63456634567a9867a986", "4S E", "3S E").estimates())
        ['points', 'imps', 'matchpoints', 'wins', 'ties', 'losses']
        """
        own = {name: getattr(self, name) for name in ("points", "imps", "matchpoints", "wins", "ties", "losses")}
        if self.field is None:
            return own
        return own | {f"field_{item.name}": getattr(self.field, item.name) for item in fields(self.field)}

    def table(self, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 1) -> list[dict[str, Any]]:
        """Rows for a table: mean, standard error, limits as `Estimate.interval` has them, and those of the bootstrap.

        Numbers are floats, or None where the deals tell none, for the reason in `no_limits`.
        """
        return [
            {
                "name": name,
                "deals": estimate.deals,
                "mean": float(estimate.mean),
                "standard_error": estimate.standard_error,
                "interval": estimate.interval(confidence),
                "bootstrap": estimate.bootstrap(confidence, resamples=resamples, seed=seed),
                "no_limits": estimate.no_limits,
            }
            for name, estimate in self.estimates().items()
        ]

    def __str__(self) -> str:
        """A line an estimate: its name, the mean, and the limits of 95 % confidence or why there are none.

        >>> from overtrick.bulk.simulate import compare_contracts
        >>> print(str(compare_contracts("63456634567a9867a986", "4S E", "3S E", side="EW")).splitlines()[1])
        imps                            +6.000  no limits: fewer than two deals
        """
        lines = []
        for name, estimate in self.estimates().items():
            limits = estimate.interval()
            shown = f"{limits[0]:+.3f} .. {limits[1]:+.3f}" if limits else estimate.no_limits or ""
            lines.append(f"{name:26}{float(estimate.mean):+12.3f}  {shown}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured on columns of points: as which side, by which table of IMPs, against a field of what shares."""

    side: Side
    imps: Imps
    shares: tuple[int, ...]

    def seen(self, columns: list[Points]) -> list[Points]:
        """The columns as the side sees them."""
        return columns if self.side is Side.NS else [-column for column in columns]

    def pair(self, first: Points, second: Points, rivals: list[Points], weights: Weights | None) -> dict[str, Estimate]:
        """Every estimate of the first choice against the second; the columns are those of `seen`."""
        difference = first - second
        better = np.sign(difference)
        found = {
            "points": Estimate.of(difference, weights=weights),
            "imps": Estimate.of(looked_up(difference, self.imps), self.imps.unit, weights=weights),
            "matchpoints": Estimate.of(better + 1, 2, share=True, weights=weights),
        }
        for name, sign in (("wins", 1), ("ties", 0), ("losses", -1)):
            found[name] = Estimate.of(better == sign, share=True, weights=weights)
        if not self.shares:
            return found
        (mine, my_imps), (yours, your_imps) = self._against(first, rivals), self._against(second, rivals)
        top, unit = 2 * sum(self.shares), self.imps.unit * sum(self.shares)
        found["field_first_matchpoints"] = Estimate.of(mine, top, share=True, weights=weights)
        found["field_second_matchpoints"] = Estimate.of(yours, top, share=True, weights=weights)
        found["field_matchpoints"] = Estimate.of(mine - yours, top, weights=weights)
        found["field_first_imps"] = Estimate.of(my_imps, unit, weights=weights)
        found["field_second_imps"] = Estimate.of(your_imps, unit, weights=weights)
        found["field_imps"] = Estimate.of(my_imps - your_imps, unit, weights=weights)
        return found

    def alone(self, own: Points, rivals: list[Points], weights: Weights | None) -> dict[str, Estimate]:
        """One choice by itself: its points, and its matchpoints and IMPs against the field."""
        matchpoints, imps = self._against(own, rivals)
        return {
            "points": Estimate.of(own, weights=weights),
            "imps": Estimate.of(imps, self.imps.unit * sum(self.shares), weights=weights),
            "matchpoints": Estimate.of(matchpoints, 2 * sum(self.shares), share=True, weights=weights),
        }

    def _against(self, own: Points, rivals: list[Points]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Matchpoints 2/1/0 and IMPs against each of the field, times its weight."""
        matchpoints = np.zeros(len(own), dtype=np.int64)
        imps = np.zeros(len(own), dtype=np.int64)
        for share, rival in zip(self.shares, rivals, strict=True):
            difference = own - rival
            matchpoints += share * (np.sign(difference).astype(np.int64) + 1)
            imps += share * looked_up(difference, self.imps).astype(np.int64)
        return matchpoints, imps
