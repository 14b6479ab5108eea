"""The points of contracts over many double-dummy tables, from the core's own table of scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from overtrick.bulk.estimate import Estimate
from overtrick.bulk.par_tables import blocks, full_scores
from overtrick.bulk.trick_tables import SEATS, Tables, as_tables, seat_codes, vulnerability_codes
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Doubling, Seat, Side, Strain
from overtrick.notation.contract import parse_contract, parse_seat
from overtrick.score.par import TABLE_ORDER

__all__ = [
    "BLOCK",
    "ContractChoice",
    "Points",
    "Ranked",
    "contract_scores",
    "contract_tricks",
    "fewest_down",
    "rank_contracts",
    "read_choice",
]

Points: TypeAlias = npt.NDArray[np.int32]

BLOCK = 1 << 17
"""Deals at once, so that memory does not grow with the archive."""
_SIDES = {"NS": (Seat.NORTH, Seat.SOUTH), "EW": (Seat.EAST, Seat.WEST)}


@dataclass(frozen=True, slots=True)
class ContractChoice:
    """A contract that is tried on every deal: its code (0 is a pass-out), its tricks, and the columns of who plays it.

    Of two declarers the one that takes more tricks plays, which nobody knows before all hands are seen.
    """

    code: int = 0
    target: int = 0
    declarer: int = 0
    columns: tuple[int, ...] = ()
    doubled: bool = False

    def tricks(self, tables: Tables) -> Tables:
        """The tricks of whoever plays it on each deal."""
        found = tables[:, self.columns[0]]
        for column in self.columns[1:]:
            found = np.maximum(found, tables[:, column])
        return found

    def points(
        self, tables: Tables, vul: npt.NDArray[np.uint8], full: npt.NDArray[np.int32], doubled_from: int
    ) -> Points:
        """Points to North-South on each deal."""
        if not self.code:
            return np.zeros(len(tables), dtype=np.int32)
        tricks = self.tricks(tables)
        found: Points = full[self.code, self.declarer, vul, tricks]
        if doubled_from and not self.doubled:
            doubled = full[self.code + 1, self.declarer, vul, tricks]
            found = np.where(tricks.astype(np.int32) <= self.target - doubled_from, doubled, found)
        return found


def read_choice(contract: str | Contract | PassedOut, declarer: Seat | Side | str | None = None) -> ContractChoice:
    """A contract with its declarer, or with the one given where it names none.

    Raises NotationError for what is no contract, InputError where nobody declares it.

    >>> read_choice("4SX", "NS").columns, read_choice("PASS").code
    ((1, 6), 0)
    """
    chosen = parse_contract(contract) if isinstance(contract, str) else contract
    if isinstance(chosen, PassedOut):
        return ContractChoice()
    seats = (chosen.declarer,) if chosen.declarer else _declarers(declarer)
    if not seats:
        raise InputError(
            _("nobody said who declares {contract}; write it as 4S N, or name the declarer").format(contract=chosen)
        )
    return ContractChoice(
        1 + 15 * (chosen.level - 1) + 3 * tuple(Strain).index(chosen.strain) + chosen.doubling.index,
        chosen.target,
        SEATS.index(seats[0]),
        tuple(TABLE_ORDER.index((seat, chosen.strain)) for seat in seats),
        chosen.doubling is not Doubling.UNDOUBLED,
    )


def _declarers(declarer: Seat | Side | str | None) -> tuple[Seat, ...]:
    word = declarer.value if isinstance(declarer, Side) else declarer
    if word is None or isinstance(word, Seat):
        return (word,) if word else ()
    return _SIDES.get(word.strip().upper()) or (parse_seat(word),)


def contract_scores(
    tables: Any,
    contract: str | Contract | PassedOut,
    *,
    declarer: Any = None,
    vulnerability: Any = "none",
    doubled_from: int | None = None,
    law: str | int = "duplicate-2017",
) -> Points:
    """Points to North-South of one contract on every deal, as `overtrick.deal_score` gives them.

    `tables` is anything that `as_tables` takes. `declarer` counts where the contract names none: a seat, or a seat for
    each deal; NS or EW leave it to the hand that takes more tricks, with hindsight. `vulnerability` is one for all
    deals or one for each. With `doubled_from`, an undoubled contract that goes down so many or more counts as doubled:
    1 doubles whatever fails.
    Raises InputError, NotationError, RecordError or ConditionsError for what cannot be.

    >>> contract_scores("63456634567a9867a986", "4S", declarer="E", vulnerability="EW").tolist()
    [-620]
    >>> contract_scores("63456634567a9867a986", "3NT N", doubled_from=2).tolist()
    [-500]
    """
    taken = as_tables(tables)
    vul = vulnerability_codes(vulnerability, len(taken))
    least, full = fewest_down(doubled_from), full_scores(law)
    found = np.empty(len(taken), dtype=np.int32)
    for choice, chosen in _by_declarer(contract, declarer, len(taken)):
        for part in blocks(len(chosen), BLOCK):
            rows = chosen[part]
            found[rows] = choice.points(taken[rows], vul[rows], full, least)
    return found


def contract_tricks(tables: Any, contract: str | Contract | PassedOut, *, declarer: Any = None) -> npt.NDArray[np.int8]:
    """By how many tricks a contract makes on each deal, below 0 where it fails; a pass-out is 0.

    The declarer is that of `contract_scores`, and so are the errors.

    >>> contract_tricks("63456634567a9867a986", "4S", declarer="EW").tolist()
    [0]
    >>> contract_tricks("63456634567a9867a986", "3NT N").tolist()
    [-3]
    """
    taken = as_tables(tables)
    found = np.zeros(len(taken), dtype=np.int8)
    for choice, chosen in _by_declarer(contract, declarer, len(taken)):
        if choice.code:
            found[chosen] = choice.tricks(taken[chosen]).astype(np.int8) - choice.target
    return found


def _by_declarer(
    contract: str | Contract | PassedOut, declarer: Any, deals: int
) -> Iterator[tuple[ContractChoice, npt.NDArray[np.intp]]]:
    """The contract with each of its declarers, and the deals that he plays."""
    if declarer is None or isinstance(declarer, Seat | Side | str):
        yield read_choice(contract, declarer), np.arange(deals)
        return
    codes = seat_codes(declarer, deals)
    for code, seat in enumerate(SEATS):
        yield read_choice(contract, seat), np.flatnonzero(codes == code)


def fewest_down(number: int | None) -> int:
    """By how many a contract must fail to count as doubled; 0 is never. Raises ConditionsError for less than 1.

    >>> fewest_down(None), fewest_down(2)
    (0, 2)
    """
    if number is None:
        return 0
    if number < 1:
        raise ConditionsError(
            _("doubled_from={number} is not a number from 1 on, by which a contract fails").format(number=number)
        )
    return number


@dataclass(frozen=True, slots=True)
class Ranked:
    """A contract with its declarer, and the points that it brings its side a deal."""

    contract: Contract
    points: Estimate


def rank_contracts(
    tables: Any,
    candidates: Iterable[str | Contract] | None = None,
    *,
    side: Side | str = "NS",
    vulnerability: Any = "none",
    doubled_from: int | None = None,
    law: str | int = "duplicate-2017",
) -> tuple[Ranked, ...]:
    """Contracts of one side by the points that they bring over all deals, best first; of equals the lowest first.

    Where no candidates are given, all 35 contracts by either hand are ranked; a candidate that names no declarer is
    ranked for both hands. Raises InputError for a candidate of the other side or where there is no deal.

    >>> best = rank_contracts("63456634567a9867a986", side="EW", vulnerability="both")[0]
    >>> str(best.contract), best.contract.declarer.value, best.points.total
    ('4S', 'E', Fraction(620, 1))
    """
    taken = as_tables(tables)
    if not len(taken):
        raise InputError(_("there is no deal to rank contracts on"))
    chosen, least = Side(side), fewest_down(doubled_from)
    vul = vulnerability_codes(vulnerability, len(taken))
    # one row for each vulnerability and number of tricks stands for all deals that have them
    kinds = np.arange(4 * 14)
    rows, kind_vul = np.repeat((kinds % 14).astype(np.uint8), 20).reshape(-1, 20), (kinds // 14).astype(np.uint8)
    full = full_scores(law)
    sign = 1 if chosen is Side.NS else -1
    counted: dict[int, npt.NDArray[np.intp]] = {}
    found = []
    for contract in _candidates(candidates, chosen):
        choice = read_choice(contract, None)
        (column,) = choice.columns
        if column not in counted:
            counted[column] = np.bincount(vul.astype(np.intp) * 14 + taken[:, column], minlength=len(kinds))
        points = sign * choice.points(rows, kind_vul, full, least)
        found.append((choice, Ranked(contract, _weighted(points, counted[column]))))
    found.sort(key=lambda one: (-one[1].points.total, one[0].code, one[0].columns))
    return tuple(ranked for _choice, ranked in found)


def _weighted(values: Points, counts: npt.NDArray[np.intp]) -> Estimate:
    """The distribution of values, each so many times."""
    there = counts > 0
    distinct, places = np.unique(values[there], return_inverse=True)
    numbers = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(numbers, places, counts[there])
    return Estimate(tuple(distinct.tolist()), tuple(numbers.tolist()))


def _candidates(candidates: Iterable[str | Contract] | None, side: Side) -> list[Contract]:
    if candidates is None:
        plain = [Contract(level, strain) for level in range(1, 8) for strain in Strain]
    else:
        plain = [_contract(one) for one in candidates]
    found = [
        Contract(one.level, one.strain, one.doubling, seat)
        for one in plain
        for seat in ((one.declarer,) if one.declarer else _SIDES[side.value])
    ]
    for one in found:
        if one.declarer is not None and one.declarer.side is not side:
            raise InputError(
                _("{contract} by {seat} is not a contract of {side}").format(
                    contract=one, seat=one.declarer.value, side=side.value
                )
            )
    return list(dict.fromkeys(found))


def _contract(candidate: str | Contract) -> Contract:
    chosen = parse_contract(candidate) if isinstance(candidate, str) else candidate
    if isinstance(chosen, PassedOut):
        raise InputError(_("a pass-out is nobody's contract; it is worth 0"))
    return chosen
