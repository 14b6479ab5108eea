"""Contracts compared over many double-dummy tables, as researchers of bidding do.

Every score is that of the core's own tables and every sum is exact. What is estimated is only what the sample tells of
deals that are not in it: see `Estimate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from overtrick.bulk.chances import METHODS, Outlook, break_even, game_break_even, outlook
from overtrick.bulk.choosing import picked
from overtrick.bulk.comparison import Comparison, FieldComparison, Measure, looked_up
from overtrick.bulk.contract_points import (
    BLOCK,
    ContractChoice,
    Points,
    Ranked,
    contract_scores,
    contract_tricks,
    fewest_down,
    rank_contracts,
    read_choice,
)
from overtrick.bulk.estimate import Estimate, deals_needed, simultaneous
from overtrick.bulk.form import MOST_POINTS
from overtrick.bulk.par_tables import (
    Best,
    best_contracts,
    blocks,
    full_scores,
    par_contracts,
    par_frame,
    par_scores,
)
from overtrick.bulk.tables import VULS, imp_array
from overtrick.bulk.trick_tables import (
    Deals,
    Tables,
    as_tables,
    deals_of,
    seat_codes,
    tricks_of,
    vulnerability_codes,
)
from overtrick.bulk.weights import Weights, exact_weight
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Seat, Side

__all__ = [
    "Best",
    "Choice",
    "Comparison",
    "Contender",
    "Deals",
    "Estimate",
    "FieldComparison",
    "Outlook",
    "Ranked",
    "as_tables",
    "best_contracts",
    "break_even",
    "by_vulnerability",
    "compare_contracts",
    "compare_many",
    "contract_scores",
    "contract_tricks",
    "deals_needed",
    "deals_of",
    "game_break_even",
    "imps_of",
    "outlook",
    "par_contracts",
    "par_frame",
    "par_scores",
    "rank_contracts",
    "seat_codes",
    "simultaneous",
    "tricks_of",
    "vulnerability_codes",
]

Choice: TypeAlias = str | Contract | PassedOut | Iterable[Any]
"""A contract, or a column of points to North-South where the choice differs from deal to deal."""
Rivals: TypeAlias = Iterable[tuple[Choice, int | str | Fraction | Decimal | float]]
"""The field: choices with how often each is met."""
Found = TypeVar("Found")

_MOST_WEIGHT = 1_000_000_000


def imps_of(differences: npt.NDArray[Any], imp_table: str = "imps-1962") -> tuple[npt.NDArray[np.int32], int]:
    """IMPs of every difference, in so many parts of an IMP: the unit is 1 but for the continuous scale `bastille`.

    Raises ConditionsError for a table that is not known, InputError for a difference that no two deals make.

    >>> imps, unit = imps_of(np.array([720, -30, 4000]))
    >>> imps.tolist(), unit
    ([12, -1, 24], 1)
    """
    if differences.size and np.abs(differences).max() > 2 * MOST_POINTS:
        raise InputError(_("no two deals differ by so many points"))
    imps = imp_array(imp_table, 2 * MOST_POINTS)
    return looked_up(differences, imps), imps.unit


def by_vulnerability(function: Callable[..., Found], *given: Any, **settings: Any) -> dict[str, Found]:
    """What a function of this module finds at each of the four vulnerabilities, by their names.

    Raises what the function raises.

    >>> found = by_vulnerability(contract_scores, "63456634567a9867a986", "4S E")
    >>> {name: points.tolist() for name, points in found.items()}
    {'none': [-420], 'NS': [-420], 'EW': [-620], 'both': [-620]}
    """
    return {vul.value: function(*given, vulnerability=vul, **settings) for vul in VULS}


def compare_contracts(
    tables: Any,
    first: Choice,
    second: Choice,
    *,
    side: Side | str = "NS",
    declarer: Any = None,
    vulnerability: Any = "none",
    doubled_from: int | None = None,
    field: Rivals = (),
    where: Any = None,
    weights: Any = None,
    imp_table: str = "imps-1962",
    law: str | int = "duplicate-2017",
) -> Comparison:
    """One contract against another over a set of deals, as one side sees it.

    Either may be a column of points to North-South instead, such as `par_scores` gives. `field` are contracts with
    weights, which both are compared with. `where` picks deals: a column of truths, or a function that makes one from
    the tables. `weights` say how much each deal counts. Other settings are those of `contract_scores`. Raises
    InputError where no deal is left, and with the number of the deal where one has no such value.

    >>> deals = ["63456634567a9867a986", "5a5cc5a5cc0280002800"]
    >>> found = compare_contracts(deals, "4S E", "3S E", side="EW")
    >>> found.points.total, found.imps.total, found.wins.mean, found.ties.mean
    (Fraction(200, 1), Fraction(4, 1), Fraction(1, 2), Fraction(0, 1))
    """
    taken = as_tables(tables)
    rivals, shares = _field(field)
    settings = _Settings.of(taken, declarer, vulnerability, doubled_from, law)
    choices = [settings.choice(one) for one in (first, second, *rivals)]
    measure = Measure(Side(side), imp_array(imp_table, 2 * MOST_POINTS), shares)
    found: dict[str, Estimate] = {}
    for columns, weighing in settings.columns(choices, *picked(where, weights, taken)):
        mine, yours, *others = measure.seen(columns)
        _add(found, measure.pair(mine, yours, others, weighing))
    return Comparison.of(measure.side, found)


@dataclass(frozen=True, slots=True)
class Contender:
    """One of several choices: its points, and its matchpoints and IMPs against the field; then how far the best is.

    `method` is what the best was found by. `to_best` is this choice against the best, deal by deal; None for the best
    itself.
    """

    name: str
    method: str
    points: Estimate
    imps: Estimate
    matchpoints: Estimate
    to_best: Comparison | None = None

    @property
    def value(self) -> Estimate:
        """What the choice was judged by."""
        found: Estimate = getattr(self, self.method)
        return found

    @property
    def gap(self) -> Estimate | None:
        """The value less that of the best, deal by deal; None for the best itself."""
        if self.to_best is None or self.to_best.field is None:
            return None
        own = self.to_best if self.method == "points" else self.to_best.field
        found: Estimate = getattr(own, self.method)
        return found


def compare_many(
    tables: Any,
    choices: Mapping[str, Choice] | Iterable[Choice],
    *,
    method: str = "points",
    side: Side | str = "NS",
    declarer: Any = None,
    vulnerability: Any = "none",
    doubled_from: int | None = None,
    field: Rivals = (),
    where: Any = None,
    weights: Any = None,
    imp_table: str = "imps-1962",
    law: str | int = "duplicate-2017",
) -> tuple[Contender, ...]:
    """Several choices, best first by `method` (`points`, `imps` or `matchpoints`), each with how far off the best is.

    IMPs and matchpoints are those against `field`; where none is given, all choices are met equally often, each its
    own like among them. A mapping gives names. Other settings are those of `compare_contracts`, and so are the errors;
    ConditionsError for fewer than two choices or another method.

    >>> found = compare_many(["63456634567a9867a986"] * 2, ["3S E", "4S E", "5S E"], side="EW")
    >>> [(one.name, int(one.points.mean), int(one.gap.mean) if one.gap else 0) for one in found]
    [('4S E', 420, 0), ('3S E', 170, -250), ('5S E', -50, -470)]
    """
    if method not in METHODS:
        raise ConditionsError(_("{method!r} is none of {methods}").format(method=method, methods=", ".join(METHODS)))
    names, own = _named(choices)
    taken = as_tables(tables)
    rivals, shares = _field(field)
    settings = _Settings.of(taken, declarer, vulnerability, doubled_from, law)
    if not shares:
        rivals, shares = own, (1,) * len(own)
    every = [settings.choice(one) for one in (*own, *rivals)]
    measure = Measure(Side(side), imp_array(imp_table, 2 * MOST_POINTS), shares)
    parts = partial(settings.columns, every, *picked(where, weights, taken))
    return _best_first(names, method, measure, parts)


def _best_first(
    names: list[str], method: str, measure: Measure, parts: Callable[[], Iterable[tuple[list[Points], Weights | None]]]
) -> tuple[Contender, ...]:
    """The contenders; of each part of the deals the first columns are theirs and the others those of the field."""
    size = len(names)
    alone: list[dict[str, Estimate]] = [{} for _name in names]
    for columns, weights in parts():
        seen = measure.seen(columns)
        for number, column in enumerate(seen[:size]):
            _add(alone[number], measure.alone(column, seen[size:], weights))
    order = sorted(range(size), key=lambda number: -alone[number][method].mean)
    pairs: list[dict[str, Estimate]] = [{} for _name in names]
    for columns, weights in parts():
        seen = measure.seen(columns)
        for number in order[1:]:
            _add(pairs[number], measure.pair(seen[number], seen[order[0]], seen[size:], weights))
    return tuple(
        Contender(
            names[number],
            method,
            **alone[number],
            to_best=Comparison.of(measure.side, pairs[number]) if pairs[number] else None,
        )
        for number in order
    )


def _named(choices: Mapping[str, Choice] | Iterable[Choice]) -> tuple[list[str], list[Choice]]:
    """The names of the choices, and the choices."""
    if isinstance(choices, Mapping):
        names, own = list(choices), list(choices.values())
    else:
        own = list(choices)
        names = [_name(one, number) for number, one in enumerate(own, 1)]
    if len(own) < 2:
        raise ConditionsError(_("at least two choices are wanted"))
    return names, own


def _name(choice: Choice, number: int) -> str:
    if isinstance(choice, Contract):
        return f"{choice} {choice.declarer.value}" if choice.declarer else str(choice)
    return str(choice) if isinstance(choice, str | PassedOut) else _("choice {number}").format(number=number)


def _add(found: dict[str, Estimate], more: dict[str, Estimate]) -> None:
    for name, estimate in more.items():
        found[name] = found[name] + estimate if name in found else estimate


def _field(field: Rivals) -> tuple[list[Choice], tuple[int, ...]]:
    """The contracts of the field, and weights as whole numbers."""
    pairs = list(field)
    shares = []
    for _contract, weight in pairs:
        share = exact_weight(weight)
        if not share:
            raise ConditionsError(_("weight {weight} of the field is not above 0").format(weight=weight))
        shares.append(share)
    unit = lcm(*(share.denominator for share in shares))
    whole = tuple(int(share * unit) for share in shares)
    if sum(whole) > _MOST_WEIGHT:
        raise ConditionsError(_("the weights of the field have no common unit of a sensible size; round them"))
    return [contract for contract, _weight in pairs], whole


@dataclass(frozen=True, slots=True, eq=False)
class _Settings:
    """The tables, and all that turns a contract on them into points."""

    tables: Tables
    declarer: Any
    vulnerability: npt.NDArray[np.uint8]
    least: int
    full: npt.NDArray[np.int32]
    law: str | int

    @classmethod
    def of(
        cls, tables: Tables, declarer: Any, vulnerability: Any, doubled_from: int | None, law: str | int
    ) -> _Settings:
        vul = vulnerability_codes(vulnerability, len(tables))
        return cls(tables, declarer, vul, fewest_down(doubled_from), full_scores(law), law)

    def choice(self, choice: Choice) -> ContractChoice | Points:
        """A contract as it is scored part by part, or the points of all deals where those are known or differ."""
        if not isinstance(choice, str | Contract | PassedOut):
            return _column(choice, len(self.tables))
        if self.declarer is None or isinstance(self.declarer, Seat | Side | str):
            return read_choice(choice, self.declarer)
        return contract_scores(
            self.tables,
            choice,
            declarer=self.declarer,
            vulnerability=self.vulnerability,
            doubled_from=self.least or None,
            law=self.law,
        )

    def columns(
        self, choices: list[ContractChoice | Points], places: npt.NDArray[np.intp], weights: Weights | None
    ) -> Iterator[tuple[list[Points], Weights | None]]:
        """The points of every choice on so many of the chosen deals at once, with what those deals weigh."""
        for part in blocks(len(places), BLOCK):
            chosen = places[part]
            some, vul = self.tables[chosen], self.vulnerability[chosen]
            columns = [
                one.points(some, vul, self.full, self.least) if isinstance(one, ContractChoice) else one[chosen]
                for one in choices
            ]
            yield columns, None if weights is None else weights.some(part)


def _column(points: Any, deals: int) -> Points:
    """A column of points; InputError with the number of the deal that has none."""
    found = np.asarray(points)
    if found.shape != (deals,):
        raise InputError(
            _("a column of points has {found} values for {deals} deals; one for each is wanted").format(
                found=found.size, deals=deals
            )
        )
    if found.dtype.kind not in "iu":
        for number, value in enumerate(found.tolist(), 1):
            if not isinstance(value, int | float) or isinstance(value, bool) or value != value // 1:
                raise InputError(
                    _("deal {number}: {value!r} is not a whole number of points").format(number=number, value=value)
                )
    bad = np.flatnonzero((found < -MOST_POINTS) | (found > MOST_POINTS))
    if len(bad):
        raise InputError(
            _("deal {number}: no deal has {value} points").format(number=int(bad[0]) + 1, value=found[bad[0]])
        )
    return found.astype(np.int32)
