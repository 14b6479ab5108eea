"""Contracts compared over many double-dummy tables, as researchers of bidding do.

Every score is that of the core's own tables and every sum is exact. What is estimated is only what the sample tells of
deals that are not in it: see `Estimate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.bulk.contract_points import (
    BLOCK,
    Bid,
    Points,
    Ranked,
    contract_scores,
    fewest_down,
    rank_contracts,
    read_bid,
)
from overtrick.bulk.estimate import Estimate, deals_needed
from overtrick.bulk.par_tables import Best, best_contracts, blocks, full_scores, par_scores
from overtrick.bulk.tables import Imps, imp_array
from overtrick.bulk.trick_tables import (
    Deals,
    Tables,
    as_tables,
    deals_of,
    seat_codes,
    tricks_of,
    vulnerability_codes,
)
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Seat, Side

__all__ = [
    "Best",
    "Choice",
    "Comparison",
    "Deals",
    "Estimate",
    "FieldComparison",
    "Ranked",
    "as_tables",
    "best_contracts",
    "break_even",
    "compare_contracts",
    "contract_scores",
    "deals_needed",
    "deals_of",
    "imps_of",
    "par_scores",
    "rank_contracts",
    "seat_codes",
    "tricks_of",
    "vulnerability_codes",
]

Choice: TypeAlias = str | Contract | PassedOut | npt.NDArray[Any]
"""A contract, or a column of points to North-South where the choice differs from deal to deal."""

_MOST_POINTS = 20_000
_MOST_WEIGHT = 1_000_000_000


def imps_of(differences: npt.NDArray[Any], imp_table: str = "imps-1962") -> tuple[npt.NDArray[np.int32], int]:
    """IMPs of every difference, in so many parts of an IMP: the unit is 1 but for the continuous scale `bastille`.

    Raises ConditionsError for a table that is not known, InputError for a difference that no two deals make.

    >>> imps, unit = imps_of(np.array([720, -30, 4000]))
    >>> imps.tolist(), unit
    ([12, -1, 24], 1)
    """
    if differences.size and np.abs(differences).max() > 2 * _MOST_POINTS:
        raise InputError(_("no two deals differ by so many points"))
    return _looked_up(differences, imp_array(imp_table, 2 * _MOST_POINTS))


def _looked_up(differences: npt.NDArray[Any], imps: Imps) -> tuple[npt.NDArray[np.int32], int]:
    sizes = np.minimum(np.abs(differences), len(imps.steps) - 1)
    return np.sign(differences).astype(np.int32) * imps.steps[sizes], imps.unit


def break_even(gain: int | Fraction, loss: int | Fraction) -> Fraction:
    """How often a bid must gain so much, else losing so much, to be worth what not bidding is.

    Raises ConditionsError unless both are above 0.

    >>> break_even(10, 6), break_even(6, 5)
    (Fraction(3, 8), Fraction(5, 11))
    """
    if not (gain > 0 and loss > 0):
        raise ConditionsError(_("a break-even lies between a gain and a loss; both are to be above 0"))
    return Fraction(loss) / (Fraction(gain) + Fraction(loss))


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """Both choices against a field: share of the top, and cross-IMPs a comparison; then how much better the first is.

    `matchpoints` and `imps` are the first less the second.
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

    @property
    def deals(self) -> int:
        """How many deals were compared."""
        return self.points.deals

    def estimates(self) -> dict[str, Estimate]:
        """Every estimate by its name; those against the field begin with `field_`.

        >>> list(compare_contracts("63456634567a9867a986", "4S E", "3S E").estimates())
        ['points', 'imps', 'matchpoints', 'wins', 'ties', 'losses']
        """
        own = {name: getattr(self, name) for name in ("points", "imps", "matchpoints", "wins", "ties", "losses")}
        if self.field is None:
            return own
        return own | {f"field_{item.name}": getattr(self.field, item.name) for item in fields(self.field)}

    def table(self, *, confidence: float = 0.95, resamples: int = 2000, seed: int = 1) -> list[dict[str, Any]]:
        """Rows for a table: mean, standard error, and limits by the normal distribution and by the bootstrap.

        All of them are floats, or None where there are too few deals.
        """
        return [
            {
                "name": name,
                "mean": float(estimate.mean),
                "standard_error": estimate.standard_error,
                "interval": estimate.interval(confidence),
                "bootstrap": estimate.bootstrap(confidence, resamples=resamples, seed=seed),
            }
            for name, estimate in self.estimates().items()
        ]

    def __str__(self) -> str:
        """A line an estimate: its name, the mean, and the limits of 95 % confidence.

        >>> print(str(compare_contracts("63456634567a9867a986", "4S E", "3S E", side="EW")).splitlines()[1])
        imps                            +6.000
        """
        lines = []
        for name, estimate in self.estimates().items():
            limits = estimate.interval()
            shown = f"  {limits[0]:+.3f} .. {limits[1]:+.3f}" if limits else ""
            lines.append(f"{name:26}{float(estimate.mean):+12.3f}{shown}")
        return "\n".join(lines)


def compare_contracts(
    tables: Any,
    first: Choice,
    second: Choice,
    *,
    side: Side | str = "NS",
    declarer: Seat | Side | str | None = None,
    vulnerability: Any = "none",
    doubled_from: int | None = None,
    field: Iterable[tuple[Choice, int | str | Fraction | Decimal | float]] = (),
    where: Any = None,
    imp_table: str = "imps-1962",
    law: str | int = "duplicate-2017",
) -> Comparison:
    """One contract against another over a set of deals, as one side sees it.

    Either may be a column of points to North-South instead, such as `par_scores` gives. `field` are contracts with
    weights, which both are compared with. `where` picks deals: a column of truths, or a function that makes one from
    the tables. Other settings are those of `contract_scores`. Raises InputError where no deal is left.

    >>> deals = ["63456634567a9867a986", "5a5cc5a5cc0280002800"]
    >>> found = compare_contracts(deals, "4S E", "3S E", side="EW")
    >>> found.points.total, found.imps.total, found.wins.mean, found.ties.mean
    (Fraction(200, 1), Fraction(4, 1), Fraction(1, 2), Fraction(0, 1))
    """
    taken = as_tables(tables)
    vul = vulnerability_codes(vulnerability, len(taken))
    rivals, weights = _field(field)
    choices = [_choice(one, declarer, len(taken)) for one in (first, second, *rivals)]
    least, full = fewest_down(doubled_from), full_scores(law)
    measure = _Measure(Side(side), imp_array(imp_table, 2 * _MOST_POINTS), weights)
    found: dict[str, Estimate] = {}
    for places in _parts(_mask(where, taken)):
        some, some_vul = taken[places], vul[places]
        columns = [one.points(some, some_vul, full, least) if isinstance(one, Bid) else one[places] for one in choices]
        for name, estimate in measure.of(columns).items():
            found[name] = found[name] + estimate if name in found else estimate
    return _comparison(measure.side, found)


def _comparison(side: Side, found: dict[str, Estimate]) -> Comparison:
    field = {name.removeprefix("field_"): one for name, one in found.items() if name.startswith("field_")}
    own = {name: one for name, one in found.items() if not name.startswith("field_")}
    return Comparison(side, **own, field=FieldComparison(**field) if field else None)


@dataclass(frozen=True, slots=True)
class _Measure:
    """What is measured on the columns of the two choices and of the field."""

    side: Side
    imps: Imps
    weights: tuple[int, ...]

    def of(self, columns: list[Points]) -> dict[str, Estimate]:
        sign = 1 if self.side is Side.NS else -1
        first, second, *rivals = (sign * column for column in columns)
        difference = first - second
        imps, unit = _looked_up(difference, self.imps)
        better = np.sign(difference)
        found = {
            "points": Estimate.of(difference),
            "imps": Estimate.of(imps, unit),
            "matchpoints": Estimate.of(better + 1, 2),
            "wins": Estimate.of((better > 0).astype(np.int8)),
            "ties": Estimate.of((better == 0).astype(np.int8)),
            "losses": Estimate.of((better < 0).astype(np.int8)),
        }
        if self.weights:
            (mine, my_imps), (yours, your_imps) = self.against(first, rivals), self.against(second, rivals)
            total = sum(self.weights)
            found["field_first_matchpoints"] = Estimate.of(mine, 2 * total)
            found["field_second_matchpoints"] = Estimate.of(yours, 2 * total)
            found["field_matchpoints"] = Estimate.of(mine - yours, 2 * total)
            found["field_first_imps"] = Estimate.of(my_imps, unit * total)
            found["field_second_imps"] = Estimate.of(your_imps, unit * total)
            found["field_imps"] = Estimate.of(my_imps - your_imps, unit * total)
        return found

    def against(self, own: Points, rivals: list[Points]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Matchpoints 2/1/0 and IMPs against each of the field, times its weight."""
        matchpoints = np.zeros(len(own), dtype=np.int64)
        imps = np.zeros(len(own), dtype=np.int64)
        for weight, rival in zip(self.weights, rivals, strict=True):
            difference = own - rival
            matchpoints += weight * (np.sign(difference).astype(np.int64) + 1)
            imps += weight * _looked_up(difference, self.imps)[0].astype(np.int64)
        return matchpoints, imps


def _field(field: Iterable[tuple[Choice, Any]]) -> tuple[list[Choice], tuple[int, ...]]:
    """The contracts of the field, and weights as whole numbers."""
    pairs = list(field)
    shares = []
    for _contract, weight in pairs:
        try:
            share = Fraction(str(weight))
        except (ValueError, ZeroDivisionError):
            share = Fraction(0)
        if share <= 0:
            raise ConditionsError(_("weight {weight} of the field is not above 0").format(weight=weight))
        shares.append(share)
    unit = lcm(*(share.denominator for share in shares))
    weights = tuple(int(share * unit) for share in shares)
    if sum(weights) > _MOST_WEIGHT:
        raise ConditionsError(_("the weights of the field have no common unit of a sensible size; round them"))
    return [contract for contract, _weight in pairs], weights


def _choice(choice: Choice, declarer: Seat | Side | str | None, deals: int) -> Bid | Points:
    if not isinstance(choice, np.ndarray):
        return read_bid(choice, declarer)
    if choice.shape != (deals,) or choice.dtype.kind not in "iu":
        raise InputError(_("a column of points has one whole number for each of {deals} deals").format(deals=deals))
    if deals and (choice.min() < -_MOST_POINTS or choice.max() > _MOST_POINTS):
        raise InputError(_("no deal has so many points as are in this column"))
    return choice.astype(np.int32)


def _parts(mask: npt.NDArray[np.bool_]) -> Iterator[npt.NDArray[np.intp]]:
    """The places of the deals that are picked, so many at once; InputError where there is none."""
    chosen = np.flatnonzero(mask)
    if not len(chosen):
        raise InputError(_("no deal is left to compare on"))
    for part in blocks(len(chosen), BLOCK):
        yield chosen[part]


def _mask(where: Any, tables: Tables) -> npt.NDArray[np.bool_]:
    if where is None:
        return np.ones(len(tables), dtype=np.bool_)
    condition: Callable[[Tables], Any] | None = where if callable(where) else None
    found = np.asarray(condition(tables) if condition else where)
    if found.shape != (len(tables),) or found.dtype != np.bool_:
        raise InputError(_("`where` is true or false for each of {deals} deals").format(deals=len(tables)))
    return found
