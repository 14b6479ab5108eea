"""From sheets of results to places."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Penalty
from overtrick.model.standing import Place, SideResult
from overtrick.model.terms import Side
from overtrick.ranking.ties import places
from overtrick.ranking.totals import Sitting, Total, add_up, tally

__all__ = ["Identity", "Sheet", "rank_sheets"]

Identity: TypeAlias = tuple[str, Side | None, str]  # section, direction in a two-winner event, key


@dataclass(slots=True)
class Sheet:
    """What one contestant gathered, session by session."""

    contestant: Contestant
    results: dict[int, list[SideResult]] = field(default_factory=dict)
    penalties: list[tuple[int, Penalty]] = field(default_factory=list)

    def enter(self, session: int, result: SideResult) -> None:
        """Count one board of a session that has a value."""
        if session in self.results:
            self.results[session].append(result)
        else:
            self.results[session] = [result]

    def sitting(self, session: int) -> Sitting:
        """What one session came to."""
        results = self.results.get(session, [])
        tops: dict[int, list[Fraction]] = {}  # boards of one field share one top: few additions instead of many
        for result in results:
            tops.setdefault(id(result.available), []).append(result.available)
        available = sum((len(same) * same[0] for same in tops.values()), Fraction(0))
        won = tally(result.value for result in results if result.value is not None)
        return Sitting(len(results), won, available, max((same[0] for same in tops.values()), default=Fraction(0)))


def rank_sheets(
    sheets: dict[Identity, Sheet], sessions: int, conditions: Conditions, *, one_list: bool = False
) -> tuple[Place, ...]:
    """Places over all contestants that played, list by list; equal results share the better place.

    `one_list` ranks both directions together where they are two contestants of one number.
    """
    sittings = {who: [sheet.sitting(index) for index in range(sessions)] for who, sheet in sheets.items()}
    full = [
        Sitting(
            max((own[index].boards for own in sittings.values()), default=0),
            Fraction(0),
            _brought_up_to(max((own[index].available for own in sittings.values()), default=Fraction(0)), conditions),
            Fraction(0),
        )
        for index in range(sessions)
    ]
    lists: dict[tuple[str, str], list[tuple[Identity, Total]]] = {}
    for who, sheet in sheets.items():
        total = add_up(
            sittings[who],
            conditions,
            full=full,
            carry_over=sheet.contestant.carry_over,
            handicap=sheet.contestant.handicap,
            penalties=tuple(sheet.penalties),
        )
        if not total.boards:
            continue
        section = who[0] if conditions.ranking == "sections" else ""
        direction = "" if one_list or not who[1] else "2" if who[1] is Side.EW else "1"
        lists.setdefault((section, direction), []).append((who, total))
    ranked: list[Place] = []
    for _, members in sorted(lists.items()):
        ranked.extend(_places(members, sheets))
    return tuple(ranked)


def _brought_up_to(available: Fraction, conditions: Conditions) -> Fraction:
    """What a full session counts: its boards, or what the organiser says (matchpoints only)."""
    return conditions.session_top if conditions.session_top is not None and available else available


def _places(members: list[tuple[Identity, Total]], sheets: dict[Identity, Sheet]) -> list[Place]:
    members.sort(key=lambda item: (-item[1].key, _natural(item[0])))
    placed = places([total.key for _, total in members])
    return [
        Place(
            place,
            tied,
            who[0],
            who[1],
            sheets[who].contestant,
            total.boards,
            total.total,
            total.available,
            total.percent,
            total.adjustment,
        )
        for (who, total), (place, tied) in zip(members, placed, strict=True)
    ]


def _natural(who: Identity) -> tuple[str, int, str]:
    """Pair 2 before pair 10."""
    digits = "".join(letter for letter in who[2] if letter.isdecimal())[:18]
    return (who[0], int(digits) if digits else 0, who[2])
