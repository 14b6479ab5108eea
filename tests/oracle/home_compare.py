"""The library against the slow oracle: the first difference of a random rubber or wheel, or nothing."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Doubling, Side, Strain
from overtrick.score.chicago import chicago
from overtrick.score.home.deals import HomeDeal, Honour
from overtrick.score.rubber import rubber

SIDES, STRAINS, DOUBLINGS = tuple(Side), tuple(Strain), tuple(Doubling)


def _load() -> Any:
    path = Path(__file__).with_name("home_oracle.py")
    spec = importlib.util.spec_from_file_location("home_oracle", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _load()


def as_deal(deal: Any) -> HomeDeal:
    if deal is None:
        return HomeDeal(PassedOut())
    side, level, strain, doubled, tricks, honours, holder = deal
    claims = (Honour(SIDES[holder], honours),) if honours else ()
    return HomeDeal(Played(Contract(level, STRAINS[strain], DOUBLINGS[doubled]), tricks), SIDES[side], claims)


def rubber_difference(seed: int) -> str:
    """Empty, or what differs in the rubber of that seed."""
    luck = random.Random(seed)
    code = luck.choice(oracle.CODES)
    deals = oracle.random_rubber(luck, code)
    scores, totals, settled = oracle.rubber_scores(code, deals)
    played = rubber(code, [as_deal(deal) for deal in deals])
    found = ([list(pair) for pair in played.deal_totals], list(played.totals), list(played.settled))
    wanted = (scores, totals, settled)
    return "" if found == wanted else f"seed {seed}, {code}, {deals}: {found}, oracle {wanted}"


def wheel_difference(seed: int) -> str:
    """Empty, or what differs in the wheel of that seed."""
    luck = random.Random(seed)
    code = luck.choice(oracle.CODES)
    variant = {name: luck.random() < 0.5 for name in ("opponents", "party", "counts")}
    deals = oracle.random_wheel(luck, counts=variant["counts"])
    wanted = oracle.wheel_scores(code, deals, **variant)
    settings = {
        "vulnerable": "opponents" if variant["opponents"] else "dealer",
        "part-scores": "party" if variant["party"] else "carry",
        "pass-out": "counts" if variant["counts"] else "redeal",
    }
    played = chicago(code, [as_deal(deal) for deal in deals], settings=settings)
    found = [list(pair) for pair in played.deal_totals]
    return "" if found == wanted else f"seed {seed}, {code}, {variant}, {deals}: {found}, oracle {wanted}"
