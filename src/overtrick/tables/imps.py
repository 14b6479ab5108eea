"""Scales of international matchpoints, by year, as lower bounds.

A table is kept by the least difference that earns each IMP, so that differences which are no multiple of ten
(a Butler datum, a weighted score) have a value too: nothing falls between two printed rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = ["IMP_TABLES", "ImpTable", "Stretch", "find_imp_table"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a continuous scale: up to `limit` points (`None`: without end), IMPs are (points + `add`) / `divide`."""

    limit: int | None
    add: int
    divide: int


@dataclass(frozen=True, slots=True)
class ImpTable:
    """A scale of IMPs: `steps[i]` is the least difference worth i + 1; a continuous scale has `stretches` instead."""

    key: str
    name: str
    source: str
    since: str
    steps: tuple[int, ...] = ()
    stretches: tuple[Stretch, ...] = ()


_LOW = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600)

_TABLES = (
    ImpTable(
        "imps-1938",
        "European matchpoints (EMP)",
        "European match scale of 1938",
        "1938",
        (10, 40, 70, 110, 190, 300, 400, 500, 600, 750, 1500, 2000),
    ),
    ImpTable(
        "imps-1948",
        "International matchpoints, first scale",
        "Scale of 1948, as charted in Sports Illustrated, 2 May 1960",
        "1948",
        (20, 70, 140, 220, 350, 500, 750, 1000, 1250, 1500, 2000, 2500, 3000, 3500, 4000),
    ),
    ImpTable(
        "imps-1961",
        "International matchpoints, second scale",
        "Scale of 1961",
        "1961",
        (*_LOW, 700, 800, 900, 1050, 1200, 1350, 1500, 1750, 2000, 2250, 2500, 3000, 3500),
    ),
    ImpTable(
        "imps-1962",
        "International matchpoints",
        "Law 78B",
        "1962",
        (*_LOW, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    ),
    ImpTable(
        "bastille",
        "Bastille, continuous IMPs",
        "PBN 2.1, Scoring tag",
        "1990s",
        stretches=(
            Stretch(45, 0, 30),
            Stretch(165, 15, 40),
            Stretch(365, 60, 50),
            Stretch(425, 145, 60),
            Stretch(495, 240, 70),
            Stretch(595, 555, 100),
            Stretch(895, 1130, 150),
            Stretch(1495, 1805, 200),
            Stretch(2495, 2630, 250),
            Stretch(None, 7755, 500),
        ),
    ),
)

IMP_TABLES = MappingProxyType({table.key: table for table in _TABLES})


def find_imp_table(key: str) -> ImpTable:
    """The scale of that key; a bare year stands for the scale of that year.

    Raises `ConditionsError` for a key that is not known.

    >>> find_imp_table("1948").steps[:2]
    (20, 70)
    >>> len(find_imp_table("imps-1962").steps)
    24
    """
    name = key.strip().casefold()
    table = IMP_TABLES.get(name) or IMP_TABLES.get(f"imps-{name}")
    if table is None:
        raise ConditionsError(_("no IMP table {key!r}; known: {known}").format(key=key, known=", ".join(IMP_TABLES)))
    return table
