"""What one contract is worth: how often it makes, what it scores, and how often it must make to be right."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from overtrick.bulk.choosing import picked
from overtrick.bulk.contract_points import contract_scores, contract_tricks
from overtrick.bulk.estimate import Estimate
from overtrick.bulk.trick_tables import as_tables
from overtrick.compare.imps import imps
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut
from overtrick.model.terms import Doubling, Side
from overtrick.notation.contract import parse_contract
from overtrick.score.table import points
from overtrick.tables.laws import LawCode
from overtrick.tables.laws import law as find_law

__all__ = ["METHODS", "Outlook", "break_even", "game_break_even", "outlook"]

METHODS = ("points", "imps", "matchpoints")
"""What a choice may be judged by: total points, IMPs, or who scores more."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A contract over a set of deals: the share on which it makes, its points to `side`, and its over- or undertricks.

    `points` is the expected score at total points; `tricks` is how many more than were bid.
    """

    side: Side
    makes: Estimate
    points: Estimate
    tricks: Estimate


def outlook(
    tables: Any,
    contract: str | Contract,
    *,
    side: Side | str = "NS",
    declarer: Any = None,
    vulnerability: Any = "none",
    doubled_from: int | None = None,
    where: Any = None,
    weights: Any = None,
    law: str | int = "duplicate-2017",
) -> Outlook:
    """How often one contract makes, and what it scores. Settings are those of `compare_contracts`.

    Raises InputError for a pass-out or where no deal is left, and what `contract_scores` raises.

    >>> found = outlook(["63456634567a9867a986", "5a5cc5a5cc0280002800"], "4S E", side="EW")
    >>> found.makes.mean, found.points.mean, found.tricks.mean
    (Fraction(1, 2), Fraction(10, 1), Fraction(-4, 1))
    """
    chosen = parse_contract(contract) if isinstance(contract, str) else contract
    if isinstance(chosen, PassedOut):
        raise InputError(_("a pass-out is nobody's contract; it is worth 0"))
    taken, seen = as_tables(tables), Side(side)
    places, weighing = picked(where, weights, taken)
    scored = contract_scores(
        taken, chosen, declarer=declarer, vulnerability=vulnerability, doubled_from=doubled_from, law=law
    )[places]
    over = contract_tricks(taken, chosen, declarer=declarer)[places]
    return Outlook(
        seen,
        Estimate.of(over >= 0, share=True, weights=weighing),
        Estimate.of(scored if seen is Side.NS else -scored, weights=weighing),
        Estimate.of(over, weights=weighing),
    )


def break_even(gain: int | Fraction, loss: int | Fraction) -> Fraction:
    """How often a bid must gain so much, else losing so much, to be worth what not bidding is.

    Raises ConditionsError unless both are above 0.

    >>> break_even(10, 6), break_even(6, 5)
    (Fraction(3, 8), Fraction(5, 11))
    """
    if not (gain > 0 and loss > 0):
        raise ConditionsError(_("a break-even lies between a gain and a loss; both are to be above 0"))
    return Fraction(loss) / (Fraction(gain) + Fraction(loss))


def game_break_even(
    higher: str | Contract,
    lower: str | Contract,
    *,
    method: str = "imps",
    vulnerable: bool = False,
    doubled: bool = False,
    imp_table: str = "imps-1962",
    law: str | int = "duplicate-2017",
) -> Fraction:
    """How often the higher of two contracts in one strain must make, to be as good as the lower one.

    Either it makes with no trick to spare, or it goes down one, `doubled` or not; the lower one takes the same tricks.
    `method` is `points`, `imps` or `matchpoints`. Raises ConditionsError for another method, for contracts that are not
    a higher and a lower one in one strain, and where the higher one gains nothing.

    >>> game_break_even("4S", "3S"), game_break_even("4S", "3S", vulnerable=True)
    (Fraction(5, 11), Fraction(3, 8))
    >>> game_break_even("4S", "3S", method="matchpoints"), game_break_even("6NT", "3NT", vulnerable=True)
    (Fraction(1, 2), Fraction(1, 2))
    """
    for name, value in (("vulnerable", vulnerable), ("doubled", doubled)):
        if not isinstance(value, bool):
            raise ConditionsError(_("{name} is true or false, not {value!r}").format(name=name, value=value))
    if method not in METHODS:
        raise ConditionsError(_("{method!r} is none of {methods}").format(method=method, methods=", ".join(METHODS)))
    more, less = (parse_contract(one) if isinstance(one, str) else one for one in (higher, lower))
    if isinstance(more, PassedOut) or isinstance(less, PassedOut) or more.strain is not less.strain:
        raise ConditionsError(_("a break-even is that of two contracts in one strain"))
    if more.level <= less.level:
        raise ConditionsError(_("the first contract is to be the higher one"))

    def worth(difference: int) -> Fraction:
        if method == "matchpoints":
            return Fraction((difference > 0) - (difference < 0))
        return Fraction(imps(difference, table=imp_table)) if method == "imps" else Fraction(difference)

    gain, loss = (
        worth(_swing(more, less, tricks, find_law(law), vulnerable=vulnerable, doubled=doubled))
        for tricks in (more.target, more.target - 1)
    )
    return break_even(gain, -loss)


def _swing(more: Contract, less: Contract, tricks: int, code: LawCode, *, vulnerable: bool, doubled: bool) -> int:
    """What one contract scores more than another at so many tricks, `doubled` if it fails."""
    failing = doubled and tricks < more.target and more.doubling is Doubling.UNDOUBLED
    doubling = Doubling.DOUBLED if failing else more.doubling
    own = points(more.level, more.strain, doubling, tricks, vulnerable, code)
    return own - points(less.level, less.strain, less.doubling, tricks, vulnerable, code)
