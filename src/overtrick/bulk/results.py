"""What comes out: a column of whole numbers for each fact of a row, and of a contestant."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I8, I32, I64, Codes
from overtrick.bulk.form import NO_NUMBER, Kind
from overtrick.bulk.groups import Cells
from overtrick.bulk.plan import Plan
from overtrick.bulk.values import Terms

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["OUTCOMES", "Results", "Totals", "Whole", "may_be_fractions", "outcome_words"]

OUTCOMES = tuple(kind.word for kind in Kind)
"""The words of the column `outcome`, by their codes."""

_SIDES = ("NS", "EW")


def may_be_fractions(plan: Plan) -> bool:
    """Whether a datum may be no whole number under the plan.

    >>> from overtrick.bulk.plan import make_plan
    >>> may_be_fractions(make_plan(datum_rounding="none")), may_be_fractions(make_plan())
    (True, False)
    """
    rules = plan.conditions
    if rules.datum == "given":
        return (rules.datum_given or Fraction(0)).denominator > 1
    return rules.datum_rounding == "none"


def outcome_words(kind: I8) -> pa.Array:
    """What became of rows, in words."""
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(kind.view(np.int8)), pa.array(OUTCOMES))


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """By row, in the order of the codes. What is None was not wanted by the plan.

    `real` tells which rows have a result; the others have nothing in these columns but `expected`. `mp` are matchpoints
    in 2/1/0 among the `n` results of the row's version of the board, `ximp` the sum of IMPs over all comparisons (the
    best and the worst left out under `cross-trim=extremes`) and `butler` IMPs, all of them to North-South: East-West
    have 2 (n - 1) - mp, and the IMPs with the other sign. IMPs are counted in 1 / `cross_unit` and 1 / `butler_unit`,
    which are 1 on the printed scales. `match` is what a board is worth to the home team, on its row where it sits
    North-South first: half boards, or IMPs in 1 / `match_unit`. `datum_num` over `datum_den` are by cell.
    """

    codes: Codes
    plan: Plan
    cells: Cells
    terms: Terms
    real: npt.NDArray[np.bool_]
    points: I32
    mp: I32 | None
    ximp: npt.NDArray[Any] | None
    butler: npt.NDArray[Any] | None
    datum_num: I64
    datum_den: I32
    cross_unit: int
    butler_unit: int
    match: I32 | None = None
    match_unit: int = 2

    def __len__(self) -> int:
        return len(self.points)

    @property
    def n(self) -> I32:
        """The results compared on the row's version of the board."""
        return self.cells.n[self.cells.of_row]

    @property
    def expected(self) -> I32:
        """The results that the row's board should have."""
        return self.cells.expected[self.cells.of_row]

    def raw(self) -> npt.NDArray[Any]:
        """The column that the method goes by, to North-South."""
        match self.plan.method:
            case "matchpoints" | "ascherman":
                found = self.mp
            case "cross-imps":
                found = self.ximp
            case "butler":
                found = self.butler
            case "board-a-match" | "team-imps":
                found = self.match
            case _:
                found = self.points
        assert found is not None
        return found

    def table(self, *, kept: bool = True) -> pa.Table:
        """The row's number in the input, what tells it where `kept`, and the results; nothing where there is none.

        The columns depend on the plan alone, whatever the rows hold.
        """
        import pyarrow as pa

        nothing = None if self.real.all() else ~self.real
        columns: dict[str, Any] = {"row": pa.array(self.codes.row)}
        if kept and self.codes.kept is not None:
            columns |= self.codes.kept
        if kept:
            columns["outcome"] = outcome_words(self.codes.kind)
        columns["points"] = pa.array(self.points, mask=nothing)
        columns["n"] = pa.array(self.n)
        columns["expected"] = pa.array(self.expected)
        if self.mp is not None:
            columns["mp_ns"] = pa.array(self.mp, mask=nothing)
            columns["mp_ew"] = pa.array(2 * (self.n - 1) - self.mp, mask=nothing)
        if self.ximp is not None:
            # Of one board with all rows 32 bits may not hold it, and every part must have the same kind.
            columns["ximp_ns"] = pa.array(self.ximp.astype(np.int64, copy=False), mask=nothing)
        if self.butler is not None:
            columns["butler_ns"] = pa.array(self.butler, mask=nothing)
            columns |= self._datums(nothing)
        if self.match is not None:
            name = "bam" if self.plan.method == "board-a-match" else "match_imps"
            columns[name] = pa.array(self.match, mask=self.match == NO_NUMBER)
        return pa.table(columns)

    def _datums(self, nothing: npt.NDArray[np.bool_] | None) -> dict[str, pa.Array]:
        """The datums in lowest terms, with denominators where the plan may make fractions."""
        import pyarrow as pa

        of_row = self.cells.of_row
        if not may_be_fractions(self.plan):
            return {"datum": pa.array(self.datum_num[of_row], mask=nothing)}
        common = np.gcd(self.datum_num, self.datum_den)
        num, den = self.datum_num // common, (self.datum_den // common).astype(np.int32)
        return {"datum": pa.array(num[of_row], mask=nothing), "datum_den": pa.array(den[of_row], mask=nothing)}


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """Whole numbers without limit: whether each is negative, and its digits in base 2**32 from the lowest."""

    negative: npt.NDArray[np.bool_]
    digits: I64

    def number(self, row: int) -> int:
        """One of them."""
        size: int = sum(digit << 32 * place for place, digit in enumerate(self.digits[row].tolist()))
        return -size if self.negative[row] else size

    def same(self, one: I64, other: I64) -> npt.NDArray[np.bool_]:
        """Whether the number in each row of the one is that in the row of the other."""
        alike = (self.digits[one] == self.digits[other]).all(axis=1)
        found: npt.NDArray[np.bool_] = alike & (self.negative[one] == self.negative[other])
        return found

    def ratios(self, rows: I64, event: I32, common: dict[int, int]) -> npt.NDArray[np.float64]:
        """The numbers in some rows over the common denominators of their events, as floats.

        A ratio does not depend on what else there is, so it is the same in every chunk.
        """
        events, place = np.unique(event, return_inverse=True)
        weights = [self._weights(common[one]) for one in events.tolist()]
        found = np.zeros(len(rows), np.float64)
        for digit, weight in enumerate(np.array(weights, np.float64).reshape(len(events), -1).T):
            found += self.digits[rows, digit] * weight[place]
        return np.where(self.negative[rows], -found, found)

    def _weights(self, common: int) -> list[float]:
        """What one at each place comes to; nought at the places that only numbers of other events reach."""
        reach = common.bit_length() + 200
        return [(1 << 32 * place) / common if 32 * place < reach else 0.0 for place in range(self.digits.shape[1])]


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """By contestant, in the order of the lists and of their places; lists in the order of the events.

    `who` is a contestant's place in `codes.who`; `side` is 0 North-South, 1 East-West, -1 where there is one field.
    `num` over `den` is the total in lowest terms. Where 64 bits do not hold them both are 0: `odd` has them by place in
    these columns, or `whole` has the numerator, in the row that `whole_row` tells, over the denominator that `common`
    has by event. `available` is the sum of the tops, and `percent`
    a float for show. `own` has what the averages came to that follow the contestant's own percentage, by side and row.
    """

    codes: Codes
    sections: tuple[str, ...]
    event: I32
    section: I32
    side: npt.NDArray[np.int8]
    who: I64
    boards: I32
    num: I64
    den: I64
    available: I64
    percent: npt.NDArray[np.float64]
    place: I32
    tied: npt.NDArray[np.bool_]
    whole_row: I64
    whole: Whole | None = None
    common: dict[int, int] = field(default_factory=dict)
    odd: dict[int, tuple[int, int]] = field(default_factory=dict)
    own: dict[tuple[int, int], Fraction] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.place)

    def total(self, index: int) -> Fraction:
        """A total, exactly."""
        row = int(self.whole_row[index])
        if self.whole is not None and row >= 0:
            return Fraction(self.whole.number(row), self.common[int(self.event[index])])
        return Fraction(*self.odd.get(index, (int(self.num[index]), int(self.den[index]))))

    def texts(self) -> dict[int, str]:
        """The totals that 64 bits do not hold, as text, by place."""
        found = {index: f"{num}/{den}" for index, (num, den) in self.odd.items()}
        if self.whole is not None:
            ends = {event: f"/{den}" for event, den in self.common.items()}
            there = np.flatnonzero(self.whole_row >= 0)
            rows, events = self.whole_row[there].tolist(), self.event[there].tolist()
            for index, row, event in zip(there.tolist(), rows, events, strict=True):
                found[index] = str(self.whole.number(row)) + ends[event]
        return found

    def key(self, index: int) -> tuple[str, str | None, str]:
        """Section, direction (None where there is one field) and contestant, as `Standing.percentages` has them."""
        side = int(self.side[index])
        section = self.sections[int(self.section[index])]
        return section, None if side < 0 else _SIDES[side], self.codes.contestant(int(self.who[index]))

    def table(self) -> pa.Table:
        """The columns with events, sections and contestants by their names."""
        import pyarrow as pa

        codes = self.codes
        who = pa.array(codes.who[self.who])
        percent = np.isnan(self.percent)
        lost = np.zeros(len(self), np.bool_)
        text: list[str | None] = [None] * len(self)
        for index, found in self.texts().items():
            lost[index], text[index] = True, found
        return pa.table(
            {
                "event": codes.events.take(pa.array(self.event)),
                "section": pa.array(self.sections).take(pa.array(self.section)),
                "direction": pa.array(_SIDES).take(pa.array(self.side, mask=self.side < 0)),
                "contestant": who if codes.names is None else codes.names.take(who),
                "boards": pa.array(self.boards),
                "total_num": pa.array(self.num, mask=lost),
                "total_den": pa.array(self.den, mask=lost),
                "total_text": pa.array(text, pa.string()),
                "available": pa.array(self.available),
                "percent": pa.array(self.percent, mask=percent),
                "place": pa.array(self.place),
                "tied": pa.array(self.tied),
            }
        )
