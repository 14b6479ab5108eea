"""Double-dummy par: the result when all four see every card and bid as well as can be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.deal import TrickTable
from overtrick.model.outcome import Played
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.score.table import points
from overtrick.tables.laws import LawCode, law

__all__ = ["TABLE_ORDER", "Par", "par", "read_tricks"]

_CALLS = tuple(product(range(1, 8), Strain))
TABLE_ORDER = tuple(product((Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST), reversed(Strain)))
"""Declarer and strain of the twenty numbers of a double-dummy table, as `TrickTable` has them."""
_PAIRS = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}

Tricks = dict[tuple[Seat, Strain], int]


@dataclass(frozen=True, slots=True)
class Par:
    """Points to North-South, and every contract that reaches them against best bidding, lowest first.

    No contract means that passing the deal out is par.
    """

    points: int
    contracts: tuple[Played, ...]

    def __str__(self) -> str:
        """Points and contracts.

        >>> str(par("63456634567a9867a986"))
        '-420: 4S E =, 4S W ='
        """
        reached = ", ".join(str(result) for result in self.contracts)
        return f"{self.points:+d}: {reached}" if reached else str(self.points)


def read_tricks(text: str) -> Tricks:
    """Tricks by declarer and strain from 20 hexadecimal digits: N, S, E, W, each NT S H D C.

    >>> read_tricks("63456634567a9867a986")[Seat.EAST, Strain.SPADES]
    10
    """
    digits = "".join(text.split())
    if len(digits) != 20:
        raise InputError(
            _("{text!r} is not a double-dummy table; 20 hexadecimal digits are wanted, {n} found").format(
                text=text, n=len(digits)
            )
        )
    found: Tricks = {}
    for place, ((seat, strain), digit) in enumerate(zip(TABLE_ORDER, digits, strict=True), 1):
        if digit not in "0123456789abcdABCD":
            raise InputError(
                _("{digit!r} at place {place} of {text!r} is not a number of tricks; 0 to d are wanted").format(
                    digit=digit, place=place, text=text
                )
            )
        found[seat, strain] = int(digit, 16)
    return found


def par(
    tricks: str | Tricks | TrickTable,
    *,
    vulnerability: Vulnerability | str = Vulnerability.NONE,
    dealer: Seat = Seat.NORTH,
    law: str | int | LawCode = "duplicate-2017",
) -> Par:
    """The par of a deal from its double-dummy tricks.

    A contract that fails is doubled, one that makes is not; over every contract the opponents pass or bid any higher
    one, and the dealer's side speaks first (which matters where both sides make the same level). Solved backward
    from 7NT. Raises InputError for a table with a number that is not known.

    >>> par("5a5cc5a5cc0280002800", vulnerability="NS", dealer=Seat.EAST).points
    800
    """
    taken = tricks if isinstance(tricks, dict) else read_tricks(tricks) if isinstance(tricks, str) else _taken(tricks)
    vul = vulnerability if isinstance(vulnerability, Vulnerability) else _vulnerability(vulnerability)
    passed = {
        (call, side): _best(call, side, taken, vul.includes(side), _code(law)) for call in _CALLS for side in Side
    }
    values = _solve({key: score for key, (score, _results) in passed.items()})
    own, other = dealer.side, dealer.side.opponents
    sign = {Side.NS: 1, Side.EW: -1}
    own_best = max(sign[own] * values[call, own] for call in _CALLS)
    if_passed = min(0, *(sign[own] * values[call, other] for call in _CALLS))
    best = sign[own] * max(own_best, if_passed)
    reached = tuple(
        result
        for call in _CALLS
        for side in Side
        if values[call, side] == best == passed[call, side][0]
        for result in passed[call, side][1]
    )
    return Par(best, reached if best else ())


def _taken(table: TrickTable) -> Tricks:
    """The tricks of a table that tells them all."""
    taken: Tricks = {}
    for seat, strain in TABLE_ORDER:
        number = table.of(seat, strain)
        if number is None:
            raise InputError(
                _("par cannot be worked out: the tricks of {seat} in {strain} are not known").format(
                    seat=seat.value, strain=strain.value
                )
            )
        taken[seat, strain] = number
    return taken


def _solve(passed: dict[tuple[tuple[int, Strain], Side], int]) -> dict[tuple[tuple[int, Strain], Side], int]:
    """Points to North-South once each contract is bid: what the opponents make of it, passing or going higher."""
    values: dict[tuple[tuple[int, Strain], Side], int] = {}
    best = {Side.NS: -100_000, Side.EW: 100_000}  # of each side's contracts above the one in hand
    for call in reversed(_CALLS):
        values[call, Side.NS] = min(passed[call, Side.NS], best[Side.EW])
        values[call, Side.EW] = max(passed[call, Side.EW], best[Side.NS])
        best[Side.NS] = max(best[Side.NS], values[call, Side.NS])
        best[Side.EW] = min(best[Side.EW], values[call, Side.EW])
    return values


def _best(
    call: tuple[int, Strain],
    side: Side,
    taken: Tricks,
    vulnerable: bool,  # noqa: FBT001  # internal, always by place
    code: LawCode,
) -> tuple[int, tuple[Played, ...]]:
    """The side's better declarer or declarers: points to North-South and the results."""
    level, strain = call
    most = max(taken[seat, strain] for seat in _PAIRS[side])
    doubling = Doubling.UNDOUBLED if most >= level + 6 else Doubling.DOUBLED
    value = points(level, strain, doubling, most, vulnerable, code)
    results = tuple(
        Played(Contract(level, strain, doubling, seat), most) for seat in _PAIRS[side] if taken[seat, strain] == most
    )
    return (value if side is Side.NS else -value), results


def _vulnerability(text: str) -> Vulnerability:
    from overtrick.score.deal import as_vulnerability

    return as_vulnerability(text)


def _code(key: str | int | LawCode) -> LawCode:
    return law(key)
