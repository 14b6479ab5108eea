"""Double-dummy tables made for tests, and the slow reckoning that the bulk engine must equal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

import overtrick as ot
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Doubling, Seat, Strain, Vulnerability
from overtrick.score.par import TABLE_ORDER

__all__ = [
    "BOTH_MAKE",
    "DEAL",
    "LAWS",
    "VULS",
    "choices",
    "contracts",
    "core_points",
    "measured",
    "slow_estimate",
    "some_tables",
    "tables",
    "text_of",
]

VULS = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)
LAWS = ("duplicate-2017", "duplicate-1975", "duplicate-1943", "rubber-1993", "duplicate-1932")
DEAL = "63456634567a9867a986"
BOTH_MAKE = "5a5cc5a5cc0280002800"

tables = st.lists(st.lists(st.integers(0, 13), min_size=20, max_size=20), min_size=1, max_size=6)
seats = st.sampled_from(Seat)
contracts = st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Doubling), seats)
choices = st.one_of(contracts, st.just(PassedOut()))


def core_points(
    row: list[int], contract: Contract | PassedOut, vulnerability: Vulnerability, law: str, doubled_from: int = 0
) -> int:
    """Points to North-South from the core."""
    if isinstance(contract, PassedOut):
        return 0
    assert contract.declarer is not None
    tricks = row[TABLE_ORDER.index((contract.declarer, contract.strain))]
    if doubled_from and contract.doubling is Doubling.UNDOUBLED and contract.target - tricks >= doubled_from:
        contract = Contract(contract.level, contract.strain, Doubling.DOUBLED, contract.declarer)
    points = ot.deal_score(Played(contract, tricks), vulnerability=vulnerability, law=law).ns
    assert points is not None
    return points


def some_tables(count: int, seed: int) -> Any:
    """Any numbers; numbers as deals have them, partners much the same, opponents the rest; and few tricks for all."""
    import numpy as np

    chance = np.random.default_rng(seed)
    third = count // 3
    wild = chance.integers(0, 14, (third, 20))
    ours = np.repeat(chance.integers(1, 13, (count - 2 * third, 1, 5)), 2, axis=1)
    rows = np.concatenate([ours, 13 - ours], axis=1).reshape(-1, 20)
    likely = np.clip(rows + chance.integers(-1, 2, rows.shape), 0, 13)
    few = np.minimum(chance.integers(4, 9, (third, 20)), chance.integers(6, 9, (third, 1)))
    return np.concatenate([wild, likely, few]).astype(np.uint8)


def text_of(row: Any) -> str:
    return "".join(f"{number:x}" for number in row)


def slow_estimate(numbers: list[Fraction]) -> tuple[Fraction, Fraction | None]:
    """Mean and variance, number by number."""
    mean = sum(numbers, Fraction(0)) / len(numbers)
    if len(numbers) < 2:
        return mean, None
    return mean, sum(((number - mean) ** 2 for number in numbers), Fraction(0)) / (len(numbers) - 1)


def measured(estimate: Any) -> tuple[Fraction, Fraction | None]:
    return estimate.mean, estimate.variance
