"""Archives of results by the million: the form, the kernels and the engines. Names are loaded when they are first used.

It wants the extra `bulk` (numpy, polars, pyarrow); numba makes it faster where it is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from overtrick.errors import MissingExtra
from overtrick.i18n import gettext as _

if TYPE_CHECKING:
    from overtrick.bulk.api import Scored, board_a_match, butler, cross_imps, matchpoints, rank, score
    from overtrick.bulk.codes import Codes, Refused
    from overtrick.bulk.expressions import register
    from overtrick.bulk.form import CONTRACTS, FORM
    from overtrick.bulk.intake import normalise
    from overtrick.bulk.local import Summary, score_archive
    from overtrick.bulk.long_form import by_contestant
    from overtrick.bulk.plan import Plan, make_plan
    from overtrick.bulk.results import Results, Totals
    from overtrick.bulk.scoring import compare, process
    from overtrick.bulk.work import Buffers

_HOMES = {
    "CONTRACTS": "form",
    "FORM": "form",
    "Buffers": "work",
    "Codes": "codes",
    "Plan": "plan",
    "Refused": "codes",
    "Results": "results",
    "Scored": "api",
    "Summary": "local",
    "Totals": "results",
    "board_a_match": "api",
    "butler": "api",
    "by_contestant": "long_form",
    "compare": "scoring",
    "cross_imps": "api",
    "make_plan": "plan",
    "matchpoints": "api",
    "normalise": "intake",
    "process": "scoring",
    "rank": "api",
    "register": "expressions",
    "score": "api",
    "score_archive": "local",
}

__all__ = [
    "CONTRACTS",
    "FORM",
    "Buffers",
    "Codes",
    "Plan",
    "Refused",
    "Results",
    "Scored",
    "Summary",
    "Totals",
    "board_a_match",
    "butler",
    "by_contestant",
    "compare",
    "cross_imps",
    "make_plan",
    "matchpoints",
    "normalise",
    "process",
    "rank",
    "register",
    "score",
    "score_archive",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'overtrick.bulk' has no attribute {name!r}")
    try:
        value = getattr(import_module(f"overtrick.bulk.{home}"), name)
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] not in ("numpy", "polars", "pyarrow"):
            raise
        raise MissingExtra(
            _("bulk scoring wants {name}: pip install 'overtrick[bulk]'").format(name=fault.name)
        ) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
