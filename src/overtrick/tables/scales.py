"""Scales of victory points: what they hold, and the register of those that ship.

A scale file may be dropped beside the others in `data/scales`; nothing else need change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _

__all__ = ["SCALES", "Column", "Scale", "ScaleKind", "ScaleRegister", "find_scale"]

_FOLDER = Path(__file__).parent.parent / "data" / "scales"


class ScaleKind(Enum):
    """How a scale turns a result into victory points."""

    WBF_CONTINUOUS = "wbf-continuous"
    """The formula of 2013, to 0.01."""
    WBF_DISCRETE = "wbf-discrete"
    """Whole victory points cut from that formula."""
    IMPS = "imps"
    """Printed steps of whole IMPs."""
    PERCENT = "percent"
    """Printed cut-offs of a percentage."""


@dataclass(frozen=True, slots=True)
class Column:
    """The steps for matches of `first` to `last` boards (`None`: any number from `first`).

    `bounds[i]` is the least IMP margin for step i, from 0 for a drawn match; of a percentage scale it is the
    percentage that must be passed for step i + 1.
    """

    first: int
    last: int | None
    bounds: tuple[Fraction, ...]

    @property
    def label(self) -> str:
        """The match lengths as text.

        >>> Column(9, 11, ()).label, Column(1, None, ()).label
        ('9-11', '1+')
        """
        if self.last is None:
            return f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def holds(self, boards: int) -> bool:
        """Whether a match of so many boards belongs here."""
        return self.first <= boards and (self.last is None or boards <= self.last)


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale of victory points. `steps` are (winner, loser) from a drawn match upward, empty where a formula rules."""

    key: str
    name: str
    source: str
    since: str
    kind: ScaleKind = ScaleKind.IMPS
    steps: tuple[tuple[Decimal, Decimal], ...] = ()
    columns: tuple[Column, ...] = field(default=(), repr=False)
    aliases: tuple[str, ...] = ()

    def column(self, boards: int) -> Column:
        """The column for a match length. Raises `ConditionsError`, naming the known lengths, where there is none."""
        for column in self.columns:
            if column.holds(boards):
                return column
        known = ", ".join(column.label for column in self.columns)
        raise ConditionsError(
            _("scale {key} has no column for a match of {boards} boards; known lengths: {known}").format(
                key=self.key, boards=boards, known=known
            )
        )


class ScaleRegister(Mapping[str, Scale]):
    """The scales that ship, by key, read when first asked for.

    >>> "acbl-20" in SCALES, SCALES["wbf-continuous"].since
    (True, '2013')
    """

    def __getitem__(self, key: str) -> Scale:
        return _shipped()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_shipped())

    def __len__(self) -> int:
        return len(_shipped())


SCALES = ScaleRegister()


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Scale]:
    from overtrick.tables.load import load_scale

    scales = [load_scale(path) for path in sorted(_FOLDER.glob("*.toml"))]
    return {scale.key: scale for scale in scales}


@lru_cache(maxsize=32)
def _from_file(path: Path, _changed: int) -> Scale:
    from overtrick.tables.load import load_scale

    return load_scale(path)


@lru_cache(maxsize=64)
def _by_name(name: str) -> Scale | None:
    folded = name.strip().casefold()
    if folded in SCALES:
        return SCALES[folded]
    return next((scale for scale in SCALES.values() if folded in scale.aliases), None)


def find_scale(scale: str | Path | Scale) -> Scale:
    """The scale of a key or alias, or the one in a TOML or CSV file of the organiser's own.

    Raises `ConditionsError` for a key that is not known, or a file that breaks a rule of scales.

    >>> find_scale("acbl20").key
    'acbl-20'
    """
    if isinstance(scale, Scale):
        return scale
    known = _by_name(str(scale))
    if known is not None:
        return known
    path = Path(scale)
    if path.suffix.casefold() in {".toml", ".csv"}:
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        return _from_file(path, changed)
    raise ConditionsError(
        _("no scale of victory points {key!r}; known: {known}, or the path of a TOML or CSV file").format(
            key=str(scale), known=", ".join(SCALES)
        )
    )
