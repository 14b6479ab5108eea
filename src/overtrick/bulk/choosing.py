"""Which deals of a set count, and how much."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.bulk.trick_tables import Tables
from overtrick.bulk.weights import Weights
from overtrick.errors import InputError
from overtrick.i18n import gettext as _

__all__ = ["picked"]


def picked(where: Any, weights: Any, tables: Tables) -> tuple[npt.NDArray[np.intp], Weights | None]:
    """The places of the deals that count, and their weights where some are given.

    `where` is a column of truths, a function that makes one from the tables, or None for all; a deal of weight 0 does
    not count. Raises InputError for columns that do not fit the deals, and where no deal is left.

    >>> places, found = picked([True, False, True], [1, 1, 2], np.zeros((3, 20), dtype=np.uint8))
    >>> places.tolist(), found.distinct, found.places.tolist()
    ([0, 2], (Fraction(1, 1), Fraction(2, 1)), [0, 1])
    """
    deals = len(tables)
    if not deals:
        raise InputError(_("there is no deal to compare on"))
    mask = _mask(where, tables)
    weighing = None if weights is None else Weights.of(weights, deals)
    if weighing is not None:
        mask = mask & weighing.counting()
    places = np.flatnonzero(mask)
    if not len(places):
        raise InputError(_("no deal is left to compare on"))
    return places, None if weighing is None else weighing.some(places)


def _mask(where: Any, tables: Tables) -> npt.NDArray[np.bool_]:
    deals = len(tables)
    if where is None:
        return np.ones(deals, dtype=np.bool_)
    found = np.asarray(where(tables) if callable(where) else where)
    if found.ndim != 1 or len(found) != deals:
        raise InputError(
            _("`where` has {found} values for {deals} deals; one for each is wanted").format(
                found=found.size, deals=deals
            )
        )
    if found.dtype != np.bool_:
        for number, value in enumerate(found.tolist(), 1):
            if not isinstance(value, bool):
                raise InputError(
                    _("deal {number}: `where` is {value!r}; true or false is wanted").format(number=number, value=value)
                )
    return found.astype(np.bool_)
