"""A slow scorer of rubber and Chicago that shares nothing with the library: its own numbers, its own way.

It never keeps a state: what a side has, and who is vulnerable, is worked out again from the first deal for every
deal. A deal is (side 0 or 1, level, strain 0 to 4, doubling 0 to 2, tricks, honours, side of the honours), or None
when all passed.
"""

from __future__ import annotations

import random
from typing import TypeAlias

Deal: TypeAlias = tuple[int, int, int, int, int, int, int] | None

NEW, MIDDLE, OLD, OLDEST = "rubber-1993", "rubber-1981", "rubber-1935", "rubber-1932"
CODES = (NEW, MIDDLE, "rubber-1943", OLD, OLDEST)


def trick(code: str, strain: int, nth: int) -> int:
    """What the nth odd trick is worth."""
    if strain in (0, 1):
        return 20
    if strain in (2, 3):
        return 30
    if code == OLDEST:
        return 30 if nth % 2 else 40
    return 40 if nth == 1 else 30


def bid_points(code: str, deal: Deal) -> int:
    """Points below the line."""
    if deal is None or deal[4] < deal[1] + 6:
        return 0
    total = 0
    for nth in range(1, deal[1] + 1):
        total += trick(code, deal[2], nth) * (1, 2, 4)[deal[3]]
    return total


def bonus_points(code: str, deal: Deal, vulnerable: bool) -> int:
    """Points above the line to the declarer of a contract made."""
    if deal is None or deal[4] < deal[1] + 6:
        return 0
    _side, level, strain, doubled, tricks, *_rest = deal
    total = 0
    for nth in range(level + 1, tricks - 5):
        total += (trick(code, strain, nth), 200 if vulnerable else 100, 400 if vulnerable else 200)[doubled]
    if level == 6:
        total += 750 if vulnerable else 500
    if level == 7:
        total += (2250 if vulnerable else 1500) if code == OLDEST else (1500 if vulnerable else 1000)
    if doubled and code not in (OLD, OLDEST):
        total += 100 if doubled == 2 and code == NEW else 50
    return total


def penalty(code: str, deal: Deal, vulnerable: bool) -> int:
    """Points above the line to the defenders of a contract that failed."""
    if deal is None:
        return 0
    down, doubled = deal[1] + 6 - deal[4], deal[3]
    total = 0
    for nth in range(1, down + 1):
        if code == OLDEST:
            if not doubled:
                total += 50 * nth + 50 if vulnerable else 50
            else:
                total += ((100 * nth + 100) if vulnerable else (50 * nth + 50)) * doubled
        elif not doubled:
            total += 100 if vulnerable else 50
        elif nth == 1:
            total += (200 if vulnerable else 100) * doubled
        elif vulnerable:
            total += 300 * doubled
        else:
            total += (300 if nth > 3 and code == NEW else 200) * doubled
    return total


def games_before(code: str, deals: list[Deal]) -> tuple[list[int], list[int], list[int]]:
    """Games of each side, part-scores of each side, and the side that won with each deal (-1: nobody)."""
    games, parts, winners = [0, 0], [0, 0], []
    for deal in deals:
        winner = -1
        if deal is not None:
            parts[deal[0]] += bid_points(code, deal)
            if parts[deal[0]] >= 100:
                winner = deal[0]
                games[winner] += 1
                parts = [0, 0]
        winners.append(winner)
    return games, parts, winners


def rubber_scores(code: str, deals: list[Deal]) -> tuple[list[list[int]], list[int], list[int]]:
    """Points of each deal, the totals as they stand, and the totals if play stops (or has ended)."""
    scores = []
    for place, deal in enumerate(deals):
        pair = [0, 0]
        if deal is not None:
            side = deal[0]
            vulnerable = games_before(code, deals[:place])[0][side] > 0
            pair[side] += bid_points(code, deal) + bonus_points(code, deal, vulnerable)
            pair[1 - side] += penalty(code, deal, vulnerable)
            pair[deal[6]] += deal[5]
        scores.append(pair)
    totals = [sum(pair[side] for pair in scores) for side in (0, 1)]
    games, parts, _winners = games_before(code, deals)
    settled = list(totals)
    for side in (0, 1):
        if games[side] == 2:
            bonus = 700 if games[1 - side] == 0 else 500
            totals[side] += bonus
            settled = list(totals)
    if 2 not in games:
        for side in (0, 1):
            if games[side] and not games[1 - side]:
                settled[side] += 300
            if parts[side] and not parts[1 - side]:
                settled[side] += {NEW: 100, OLD: 0, OLDEST: 0}.get(code, 50)
    return scores, totals, settled


def wheel_scores(
    code: str, deals: list[Deal], *, opponents: bool = False, party: bool = False, counts: bool = False
) -> list[list[int]]:
    """Points of each deal of one wheel of Chicago, dealer North first."""
    scores: list[list[int]] = []
    for place, deal in enumerate(deals):
        number = 1 + sum(1 for earlier in deals[:place] if counts or earlier is not None)
        pair = [0, 0]
        if deal is not None:
            side = deal[0]
            dealing = 1 if number == 2 else 0
            who = {1: (), 2: (1 - dealing if opponents else dealing,), 3: (1 if opponents else 0,), 4: (0, 1)}[number]
            vulnerable = side in who
            won = bid_points(code, deal)
            before = 0 if party else standing(code, deals[:place])[side]
            pair[side] += won + bonus_points(code, deal, vulnerable)
            pair[1 - side] += penalty(code, deal, vulnerable)
            pair[deal[6]] += deal[5]
            if won and before + won >= 100:
                pair[side] += 500 if vulnerable else 300
            elif won and party:
                pair[side] += 50
            elif won and number == 4:
                pair[side] += 100
        scores.append(pair)
    return scores


def standing(code: str, deals: list[Deal]) -> list[int]:
    """Part-scores that still count after these deals."""
    return games_before(code, deals)[1]


def random_deal(luck: random.Random) -> Deal:
    """A deal as likely as at a wild table; honours of either side now and then."""
    if luck.random() < 0.05:
        return None
    level = luck.choice((1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7))
    strain = luck.randrange(5)
    tricks = (
        luck.randrange(14)
        if luck.random() < 0.2
        else max(0, min(13, level + 6 + luck.choice((-2, -1, 0, 0, 0, 1, 1, 2))))
    )
    honours = luck.choice((0, 0, 0, 0, 0, 0, 150 if strain == 4 else 100, 150))
    return (luck.randrange(2), level, strain, luck.choice((0, 0, 0, 0, 1, 1, 2)), tricks, honours, luck.randrange(2))


def random_rubber(luck: random.Random, code: str) -> list[Deal]:
    """Deals up to the end of a rubber, or up to where play stops before it."""
    deals: list[Deal] = []
    stop = luck.randrange(1, 30)
    while len(deals) < stop and 2 not in games_before(code, deals)[0]:
        deals.append(random_deal(luck))
    return deals


def random_wheel(luck: random.Random, *, counts: bool) -> list[Deal]:
    """Deals of one wheel, whole or broken off."""
    deals: list[Deal] = []
    most = luck.randrange(1, 5)
    while sum(1 for deal in deals if counts or deal is not None) < most:
        deals.append(random_deal(luck))
    return deals
