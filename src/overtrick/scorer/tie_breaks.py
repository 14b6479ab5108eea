"""Ties split by the chain that the conditions name; what stays tied shares its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.standing import Place, Standing
from overtrick.model.terms import Side
from overtrick.ranking.ties import Breaker, break_ties, by_count_back, by_direct_match, by_value, swiss_points

__all__ = ["CHAIN", "split_ties", "tie_chain"]

_Who: TypeAlias = tuple[str, Side | None, str]


def tie_chain(text: str) -> tuple[str, ...]:
    """The names of a chain such as `direct-match, net-imps`; none for `shared`. ConditionsError for an unknown name.

    >>> tie_chain("direct-match, count-back"), tie_chain("shared")
    (('direct-match', 'count-back'), ())
    """
    names = tuple(name.strip().casefold() for name in text.split(",") if name.strip())
    if names in ((), ("shared",)):
        return ()
    for name in names:
        if name not in CHAIN:
            raise ConditionsError(
                _("no tie-break {name!r}; known: {known}").format(name=name, known=", ".join(("shared", *CHAIN)))
            )
    return names


def split_ties(standing: Standing) -> Standing:
    """The standing with its tied places split as the setting `ties` says (EBU White Book 3.2)."""
    names = tie_chain(standing.conditions.ties)
    if not names or not any(place.tied for place in standing.places):
        return standing
    chain = [(name, CHAIN[name](standing)) for name in names]
    places: list[Place] = []
    for (_list, base), group in groupby(standing.places, key=lambda place: (_list_of(standing, place), place.place)):
        members = {_who(place): place for place in group}
        ranked = break_ties(dict.fromkeys(members, 0), chain)
        places.extend(
            replace(members[item.contestant], place=base + item.place - 1, tied=item.tied)  # type: ignore[index]
            for item in ranked
        )
    return replace(standing, places=tuple(places))


def _list_of(standing: Standing, place: Place) -> tuple[str, Side | None]:
    return (place.section if standing.conditions.ranking == "sections" else "", place.direction)


def _who(place: Place) -> _Who:
    return (place.section, place.direction, place.contestant.key)


def _count_back(standing: Standing) -> Breaker:
    """Board by board: who did better on more of the boards that all the tied have played."""
    directions = {_who(place) for place in standing.places}
    scores: dict[_Who, dict[tuple[str, int], Fraction]] = {who: {} for who in directions}
    for board in standing.boards:
        for line in board.lines:
            for side in Side:
                result = line.side(side)
                for key in line.line.keys(side):
                    for who in ((board.section, side, key), (board.section, None, key), ("", None, key)):
                        if who in scores and result.value is not None:
                            share = result.value if result.percent is None else result.percent
                            scores[who][board.session, board.board.number] = share
    return by_count_back(scores)


def _matches(standing: Standing) -> dict[tuple[_Who, _Who], Fraction]:
    """What each team won of the boards against each other team."""
    won: dict[tuple[_Who, _Who], Fraction] = {}
    for board in standing.boards:
        for line in board.lines:
            pair: tuple[_Who, _Who] = (("", None, line.line.ns), ("", None, line.line.ew))
            for (own, other), result in ((pair, line.ns), (pair[::-1], line.ew)):
                if result.value is not None:
                    won[own, other] = won.get((own, other), Fraction(0)) + result.value
    return won


def _direct_match(standing: Standing) -> Breaker:
    return by_direct_match(_matches(standing))


def _net_imps(standing: Standing) -> Breaker:
    totals: dict[_Who, Fraction] = {}
    for (own, _other), won in _matches(standing).items():
        totals[own] = totals.get(own, Fraction(0)) + won
    return by_value(totals)


def _opponents(standing: Standing) -> Breaker:
    """Swiss points: the sum of the final scores of all opponents met."""
    finals = {_who(place): place.total for place in standing.places}
    met: dict[_Who, list[Fraction]] = {}
    for own, other in _matches(standing):
        if other in finals:
            met.setdefault(own, []).append(finals[other])
    return by_value({who: swiss_points(scores) for who, scores in met.items()})


CHAIN: dict[str, Callable[[Standing], Breaker]] = {
    "count-back": _count_back,
    "direct-match": _direct_match,
    "net-imps": _net_imps,
    "opponents": _opponents,
}
