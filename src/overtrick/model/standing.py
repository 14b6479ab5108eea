"""Results that were worked out: what each line is worth to each side, and who came where."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.event import Contestant, Event, Line
from overtrick.model.reading import Problem
from overtrick.model.terms import Side

__all__ = ["BoardResult", "LineResult", "Place", "SideResult", "Standing"]


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a line is worth to one side, exactly.

    `value` is in matchpoints or IMPs (`None`: nothing to count), `available` the top that it counts against
    (0 under IMP methods), `real` whether it took part in the comparison, `note` the rule in a word.
    """

    value: Fraction | None
    available: Fraction = Fraction(0)
    real: bool = True
    note: str = ""

    @property
    def percent(self) -> Fraction | None:
        """Share of the top, in hundredths.

        >>> SideResult(Fraction(14), Fraction(20)).percent
        Fraction(70, 1)
        """
        if self.value is None or not self.available:
            return None
        return 100 * self.value / self.available


@dataclass(frozen=True, slots=True)
class LineResult:
    """A line, its deal score to North-South (`None` unless there is one), and its worth to each side."""

    line: Line
    points: int | None
    ns: SideResult
    ew: SideResult

    def side(self, side: Side) -> SideResult:
        """The result of one side."""
        return self.ns if side is Side.NS else self.ew


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board of a section, compared. `results` is the number of real scores, `expected` what Neuberg stretches to."""

    session: str
    section: str
    board: Board
    lines: tuple[LineResult, ...]
    results: int
    expected: int
    datum: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A contestant's place. Totals are exact; under IMP methods `available` is 0 and `percent` is `None`."""

    place: int
    tied: bool
    section: str
    direction: Side | None
    contestant: Contestant
    boards: int
    total: Fraction
    available: Fraction
    percent: Fraction | None
    adjustment: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """The whole result of an event under stated conditions."""

    event: Event
    conditions: Conditions
    places: tuple[Place, ...]
    boards: tuple[BoardResult, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def percentages(self) -> dict[tuple[str, str | None, str], Fraction | None]:
        """Exact percentage by (section, direction, contestant)."""
        return {
            (place.section, place.direction.value if place.direction else None, place.contestant.key): place.percent
            for place in self.places
        }

    def __str__(self) -> str:
        """The ranking list as plain text, one contestant a line (percentages half up to two places, IMPs likewise)."""
        rows = []
        for place in self.places:
            number = f"{place.place}{'=' if place.tied else ''}"
            side = place.direction.value if place.direction else ""
            shown = place.total if place.percent is None else place.percent
            digits = (abs(shown) * 100 + Fraction(1, 2)).__floor__()
            value = f"{'-' if shown < 0 and digits else ''}{digits // 100}.{digits % 100:02d}"
            names = place.contestant.name or " - ".join(place.contestant.names)
            rows.append((number, f"{place.section} {side} {place.contestant.key}".strip(), names, value))
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
        return "\n".join(
            f"{a.rjust(widths[0])}  {b.ljust(widths[1])}  {c.ljust(widths[2])}  {d.rjust(widths[3])}"
            for a, b, c, d in rows
        )
