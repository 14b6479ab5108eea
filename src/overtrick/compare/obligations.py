"""Russian scoring at a single table: the side with more high-card points owes a score, the rest is turned into IMPs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from overtrick.compare.imps import imps
from overtrick.errors import ConditionsError, InputError
from overtrick.i18n import gettext as _

__all__ = ["ObligationTable", "load_obligations", "obligation", "owed"]

_FILE = Path(__file__).parent.parent / "data" / "obligations.toml"


@dataclass(frozen=True, slots=True)
class ObligationTable:
    """What is owed with 20, 21, ... 40 high-card points, as (not vulnerable, vulnerable)."""

    key: str
    name: str
    source: str
    since: str
    rows: tuple[tuple[int, int], ...]


@lru_cache(maxsize=16)
def load_obligations(path: Path = _FILE) -> ObligationTable:
    """The obligation table in a TOML file. Raises `ConditionsError` for one that is not complete.

    >>> load_obligations().rows[5]
    (300, 440)
    """
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = {int(points): (int(plain), int(vulnerable)) for points, plain, vulnerable in data.get("rows", ())}
    except (OSError, ValueError, TypeError) as error:
        raise ConditionsError(
            _("cannot read the obligation table {path}: {reason}").format(path=path, reason=error)
        ) from None
    if sorted(rows) != list(range(20, 41)):
        raise ConditionsError(_("obligation table {path} wants a row for each of 20 to 40 points").format(path=path))
    key, name, source, since = (str(data.get(field, "")) for field in ("key", "name", "source", "since"))
    return ObligationTable(key, name, source, since, tuple(rows[points] for points in range(20, 41)))


def owed(hcp: int, vulnerable: bool, table: ObligationTable | None = None) -> int:  # noqa: FBT001 - the two facts of a row
    """What a side owes with its high-card points, negative where the other side owes with the rest of the forty.

    `vulnerable` is that of the side that owes.

    >>> owed(25, False), owed(25, True), owed(15, False), owed(20, True)
    (300, 440, -300, 0)
    """
    if not 0 <= hcp <= 40:
        raise InputError(_("a side holds 0 to 40 high-card points, not {hcp}").format(hcp=hcp))
    rows = (table or load_obligations()).rows
    value = rows[max(hcp, 40 - hcp) - 20][vulnerable]
    return value if hcp >= 20 else -value


def obligation(
    hcp: int,
    vulnerable: bool,  # noqa: FBT001 - the order of the table's columns
    points: int,
    *,
    table: ObligationTable | None = None,
    imp_table: str = "imps-1962",
) -> int | Fraction:
    """IMPs to a side for its score on a deal less what it owed; `vulnerable` is that of the side that owes.

    >>> obligation(25, False, 420), obligation(15, False, -420), obligation(20, True, -100)
    (3, -3, -3)
    """
    return imps(points - owed(hcp, vulnerable, table), table=imp_table)
