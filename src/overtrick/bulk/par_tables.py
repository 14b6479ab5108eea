"""Par, and the best contract of one side, of many deals at once; each equal to what `score.par` says of one deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.tables import VULS, scores_under
from overtrick.bulk.trick_tables import SEATS, Tables, as_tables, polars_here, seat_codes, vulnerability_codes
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import Played
from overtrick.model.terms import Doubling, Seat, Side, Strain, Vulnerability
from overtrick.score.par import TABLE_ORDER
from overtrick.tables.laws import law as find_law

__all__ = ["Best", "best_contracts", "blocks", "full_scores", "par_contracts", "par_frame", "par_scores"]

_CALLS = tuple(product(range(1, 8), range(len(Strain))))
_PAIRS = ((Seat.NORTH, Seat.SOUTH), (Seat.EAST, Seat.WEST))
_BLOCK = 1 << 14  # deals whose intermediate columns stay in the cache
_NEVER = 100_000  # points that no deal reaches
_TRICKS = 14
_NONE = 255


def blocks(deals: int, size: int = _BLOCK) -> Iterator[slice]:
    """Parts of so many deals, in their order.

    >>> [(part.start, part.stop) for part in blocks(5, 2)]
    [(0, 2), (2, 4), (4, 5)]
    """
    for start in range(0, deals, size):
        yield slice(start, min(start + size, deals))


def par_scores(
    tables: Any, *, dealer: Any = "N", vulnerability: Any = "none", law: str | int = "duplicate-2017"
) -> npt.NDArray[np.int32]:
    """The par of every deal, points to North-South, as `overtrick.par` gives it.

    `tables` is anything that `as_tables` takes; `dealer` and `vulnerability` are one for all deals or one for each.
    Raises ConditionsError for a code of laws that is not known, and what `as_tables` raises.

    >>> par_scores(["63456634567a9867a986", "5a5cc5a5cc0280002800"], vulnerability=["none", "NS"], dealer="E").tolist()
    [-420, 800]
    """
    taken = as_tables(tables)
    size = len(taken)
    vul, first = vulnerability_codes(vulnerability, size), seat_codes(dealer, size)
    passed = _passed(full_scores(law))
    found = np.empty(size, dtype=np.int32)
    for part in blocks(size):
        found[part] = _solve(taken[part], vul[part], first[part], passed)
    return found


def par_contracts(
    tables: Any, *, dealer: Any = "N", vulnerability: Any = "none", law: str | int = "duplicate-2017"
) -> list[tuple[str, ...]]:
    """Every contract that reaches par, with its result, on each deal; none where passing the deal out is par.

    They are those of `overtrick.par`, lowest first. Settings and errors are those of `par_scores`.

    >>> par_contracts("63456634567a9867a986")
    [('4S E =', '4S W =')]
    """
    taken = as_tables(tables)
    size = len(taken)
    vul, first = vulnerability_codes(vulnerability, size), seat_codes(dealer, size)
    passed = _passed(full_scores(law))
    found: list[tuple[str, ...]] = []
    for part in blocks(size):
        rows, reached = taken[part], np.zeros((len(_CALLS), 2, part.stop - part.start), dtype=np.bool_)
        par = _solve(rows, vul[part], first[part], passed, reached)
        found += _named(rows, reached & (par != 0))
    return found


def par_frame(tables: Any, *, law: str | int = "duplicate-2017") -> Any:
    """A Polars frame of par and the contracts that reach it: a row for each deal, dealer and vulnerability.

    Its columns are `deal` (counted from 1), `dealer`, `vulnerability`, `points` to North-South, and `contracts`, a list
    of texts. Raises MissingExtra without Polars, and what `par_scores` raises.

    >>> par_frame("63456634567a9867a986").select("dealer", "vulnerability", "points").rows()[:2]
    [('N', 'none', -420), ('N', 'NS', -420)]
    """
    pl = polars_here()

    taken = as_tables(tables)
    deals = pl.Series("deal", np.arange(1, len(taken) + 1), dtype=pl.Int64)
    frames = []
    for vul in VULS:
        for pair in _PAIRS:
            settings: dict[str, Any] = {"dealer": pair[0], "vulnerability": vul, "law": law}
            columns = [
                deals,
                pl.Series("points", par_scores(taken, **settings)),
                pl.Series("contracts", par_contracts(taken, **settings), dtype=pl.List(pl.String)),
            ]
            frame = pl.DataFrame(columns)
            # who of a side deals makes no difference to par
            frames += [
                frame.with_columns(dealer=pl.lit(seat.value), vulnerability=pl.lit(vul.value), order=pl.lit(place))
                for seat in pair
                for place in [4 * SEATS.index(seat) + VULS.index(vul)]
            ]
    return pl.concat(frames).sort("deal", "order").select("deal", "dealer", "vulnerability", "points", "contracts")


def _named(tables: Tables, reached: npt.NDArray[np.bool_]) -> list[tuple[str, ...]]:
    """The contracts that are reached on each deal, by every declarer of the side who takes the most tricks."""
    found: list[list[str]] = [[] for _deal in range(len(tables))]
    known: dict[tuple[int, int, bytes], list[str]] = {}
    columns = [
        [TABLE_ORDER.index((seat, tuple(Strain)[strain])) for seat in _PAIRS[side]]
        for _level, strain in _CALLS
        for side in (0, 1)
    ]
    for place, side, deal in zip(*(one.tolist() for one in np.nonzero(reached)), strict=True):
        tricks = tables[deal, columns[2 * place + side]].tobytes()
        key = place, side, tricks
        if key not in known:
            known[key] = _results(place, side, tricks)
        found[deal] += known[key]
    return [tuple(names) for names in found]


def _results(place: int, side: int, tricks: bytes) -> list[str]:
    level, strain = _CALLS[place]
    most = max(tricks)
    doubling = Doubling.UNDOUBLED if most >= level + 6 else Doubling.DOUBLED
    return [
        str(Played(Contract(level, tuple(Strain)[strain], doubling, seat), most))
        for seat, own in zip(_PAIRS[side], tricks, strict=True)
        if own == most
    ]


def full_scores(law: str | int) -> npt.NDArray[np.int32]:
    """Points to North-South under a code of laws by contract, declarer, vulnerability and tricks (see `Scores`).

    Raises ConditionsError for a code that is not known, one altered by hand among them.

    >>> full_scores(2017).shape
    (106, 4, 4, 14)
    """
    code = find_law(law)
    if find_law(code.key) != code:
        raise ConditionsError(_("the code of laws {key!r} is not the one known by that key").format(key=code.key))
    return scores_under(code.key).full


def _passed(full: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Points to North-South when a call is passed out, doubled if it fails: by call, side, then 14 tricks twice.

    The second fourteen are those of a vulnerable side.
    """
    found = np.empty((len(_CALLS), 2, 2 * _TRICKS), dtype=np.int32)
    vuls = (VULS.index(Vulnerability.NONE), VULS.index(Vulnerability.BOTH))
    for place, (level, strain) in enumerate(_CALLS):
        code = 1 + 15 * (level - 1) + 3 * strain
        for side, (seat, _partner) in enumerate(_PAIRS):
            for half, vul in enumerate(vuls):
                made = full[code, SEATS.index(seat), vul].copy()
                made[: level + 6] = full[code + 1, SEATS.index(seat), vul, : level + 6]
                found[place, side, half * _TRICKS : (half + 1) * _TRICKS] = made
    return found


def _solve(
    tables: Tables,
    vul: npt.NDArray[np.uint8],
    dealers: npt.NDArray[np.uint8],
    passed: npt.NDArray[np.int32],
    reached: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.int32]:
    """Backward from 7NT: what each side makes of the contracts above is all that the one below needs to know.

    `reached`, by call, side and deal, becomes true for the contracts that are par when they are passed out.
    """
    size = len(tables)
    most = [[_most(tables, side, strain) for strain in Strain] for side in (0, 1)]
    where = [[tricks + np.intp(_TRICKS) * (vul >> side & 1) for tricks in most[side]] for side in (0, 1)]
    best_ns = np.full(size, -_NEVER, dtype=np.int32)
    best_ew = np.full(size, _NEVER, dtype=np.int32)
    stand = None if reached is None else np.full(reached.shape, _NEVER, dtype=np.int32)
    for place in reversed(range(len(_CALLS))):
        strain = _CALLS[place][1]
        left = passed[place, 0][where[0][strain]], passed[place, 1][where[1][strain]]
        ours = np.minimum(left[0], best_ew)
        theirs = np.maximum(left[1], best_ns)
        if stand is not None:
            for side, value in enumerate((ours, theirs)):
                stand[place, side] = np.where(value == left[side], value, _NEVER)
        np.maximum(best_ns, ours, out=best_ns)
        np.minimum(best_ew, theirs, out=best_ew)
    ns_first = np.maximum(best_ns, np.minimum(best_ew, 0))
    ew_first = np.minimum(best_ew, np.maximum(best_ns, 0))
    par = np.where(dealers & 1, ew_first, ns_first)
    if stand is not None and reached is not None:
        np.equal(stand, par, out=reached)
    return par


def _most(tables: Tables, side: int, strain: Strain) -> npt.NDArray[np.intp]:
    """Tricks of the better of two declarers."""
    one, two = (TABLE_ORDER.index((seat, strain)) for seat in _PAIRS[side])
    return np.maximum(tables[:, one], tables[:, two]).astype(np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The best contract of each deal, as codes: `contracts` 0 to 105 (0 is a pass-out), `declarers` 0 to 3, else 255.

    `points` are to North-South.
    """

    contracts: npt.NDArray[np.uint8]
    declarers: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int32]


def best_contracts(
    tables: Any, *, side: Side | str = "NS", vulnerability: Any = "none", law: str | int = "duplicate-2017"
) -> Best:
    """What one side would reach on each deal if it saw all cards and its opponents always passed.

    Among contracts of equal points the lowest stands, and North before South, East before West; where nothing makes,
    the deal is passed out. Raises what `par_scores` raises.

    >>> best = best_contracts("63456634567a9867a986", side="EW")
    >>> best.contracts.tolist(), best.declarers.tolist(), best.points.tolist()
    ([55], [1], [-420])
    """
    chosen = Side(side)
    own = tuple(Side).index(chosen)
    taken = as_tables(tables)
    size = len(taken)
    full = full_scores(law)
    vul = vulnerability_codes(vulnerability, size)
    best = Best(np.zeros(size, dtype=np.uint8), np.full(size, _NONE, dtype=np.uint8), np.zeros(size, dtype=np.int32))
    for level, strain in _CALLS:
        code = 1 + 15 * (level - 1) + 3 * strain
        for seat in _PAIRS[own]:
            declarer = SEATS.index(seat)
            tricks = taken[:, TABLE_ORDER.index((seat, tuple(Strain)[strain]))]
            points = full[code, declarer, vul, tricks]
            better = points > best.points if chosen is Side.NS else points < best.points
            best.contracts[better] = code
            best.declarers[better] = declarer
            best.points[better] = points[better]
    return best
