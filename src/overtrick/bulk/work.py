"""What a boards kernel is given and what it fills: the one interface of all kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.codes import I32, I64
from overtrick.bulk.tables import Imps

__all__ = ["Buffers", "Outputs", "Work"]


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """Rows of whole events: `place` is where each row's score stands in `values` (rising), -1 for no result.

    `cell` is each row's cell, `cell_starts` the first of each event; `n` and `drop` are, by cell, the results and how
    many of them the datum leaves out at each end, `trim` whether each score's best and worst comparison is left out.
    `datum` is 0 for the mean, 1 the median, 2 the one given; `rounding` its place in the core's `ROUNDINGS`.
    `count` is how many lines each row stands for, where it is not one; the kernel of numpy alone knows it.
    """

    starts: I64
    cell_starts: I64
    cell: I32
    place: I32
    values: I32
    n: I32
    drop: I32
    cross: Imps
    butler: Imps
    want_mp: bool
    want_cross: bool
    want_butler: bool
    trim: npt.NDArray[np.bool_]
    datum: int
    rounding: int
    given: tuple[int, int]
    count: I64 | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Outputs:
    """By row, for North-South: matchpoints in 2/1/0, the sum of IMPs, Butler. By cell: the datum as a fraction.

    East-West have 2 (n - 1) less the matchpoints, and the IMPs with the other sign.
    """

    mp: I32
    ximp: npt.NDArray[Any]
    butler: npt.NDArray[Any]
    datum_num: I64
    datum_den: I32


@dataclass(slots=True, eq=False)
class Buffers:
    """Arrays that are used again by the next run: new memory costs more than the work done in it.

    What a run gives back stands in its buffers, so it is good until the next run with the same ones.
    """

    _kept: dict[str, npt.NDArray[Any]] = field(default_factory=dict)

    def take(self, name: str, size: int, kind: Any) -> npt.NDArray[Any]:
        """An array of that size and kind with anything in it.

        >>> len(Buffers().take("points", 3, np.int32))
        3
        """
        kept = self._kept.get(name)
        if kept is None or len(kept) < size or kept.dtype != kind:
            kept = self._kept[name] = np.empty(size, kind)
        return kept[:size]
