"""A standing cut into the lists that are printed: one, two (North-South, East-West), or some for each section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.i18n import gettext as _
from overtrick.model.standing import Place, Standing
from overtrick.model.terms import Side
from overtrick.report.numbers import human, signed
from overtrick.report.words import clean, side_text

__all__ = ["RankingList", "extra_columns", "ranking_lists"]


@dataclass(frozen=True, slots=True)
class RankingList:
    """A list of places with its title; `sections` says whether it mixes contestants of several sections."""

    title: str
    places: tuple[Place, ...]
    sections: bool


def ranking_lists(standing: Standing) -> tuple[RankingList, ...]:
    """The lists in the order of the standing, North-South before East-West."""
    apart = standing.conditions.ranking == "sections"
    groups: dict[tuple[str, Side | None], list[Place]] = {}
    for place in standing.places:
        groups.setdefault((place.section if apart else "", place.direction), []).append(place)
    order = {section: index for index, section in enumerate(dict.fromkeys(section for section, _side in groups))}
    sides = (None, *Side)
    lists = []
    for section, side in sorted(groups, key=lambda group: (order[group[0]], sides.index(group[1]))):
        places = tuple(groups[section, side])
        words = [_("Section {section}").format(section=clean(section))] if apart and len(order) > 1 else []
        words += [side_text(side)] if side else []
        lists.append(RankingList(", ".join(words), places, not apart and len({item.section for item in places}) > 1))
    return tuple(lists)


def extra_columns(places: Sequence[Place]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Headings and cells of what moves a result beside its boards: penalties, carry-over, handicap.

    A column is there only where somebody has such an amount, so that the order of a list can be followed.

    >>> extra_columns(())
    ()
    """
    columns: list[tuple[str, list[Fraction]]] = [
        (_("Adjusted"), [place.adjustment for place in places]),
        (_("Carried over"), [place.contestant.carry_over for place in places]),
        (_("Handicap"), [place.contestant.handicap for place in places]),
    ]
    return tuple(
        (title, tuple(human(signed(amount)) for amount in amounts)) for title, amounts in columns if any(amounts)
    )
