"""Contract bridge scoring: exact, explained, fast.

>>> import overtrick as ot
>>> ot.deal_score("4SX N +1", vulnerability="NS").ns
990
>>> ot.matchpoints([620, 170, 620, -100])
[5, 2, 5, 0]

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from overtrick.version import VERSION

if TYPE_CHECKING:
    from overtrick.compare.butler import butler
    from overtrick.compare.cross_imps import cross_imps
    from overtrick.compare.imps import imps
    from overtrick.compare.matchpoints import matchpoints
    from overtrick.compare.neuberg import neuberg
    from overtrick.desk.api import audit, check, convert
    from overtrick.desk.results import rank
    from overtrick.errors import (
        ConditionsError,
        FormatError,
        InputError,
        MissingExtra,
        NotationError,
        OvertrickError,
        RecordError,
    )
    from overtrick.formats.format import dump, dumps, load, loads, stream
    from overtrick.model.conditions import Conditions
    from overtrick.model.event import Event
    from overtrick.model.reading import Reading
    from overtrick.model.standing import Standing
    from overtrick.notation.result import parse
    from overtrick.ranking.victory_points import victory_points
    from overtrick.score.chicago import chicago
    from overtrick.score.deal import deal_score
    from overtrick.score.explain import explain
    from overtrick.score.lookup import results_scoring
    from overtrick.score.par import par
    from overtrick.score.rubber import rubber

__version__ = VERSION

_HOMES = {
    "Conditions": "model.conditions",
    "ConditionsError": "errors",
    "Event": "model.event",
    "FormatError": "errors",
    "InputError": "errors",
    "MissingExtra": "errors",
    "NotationError": "errors",
    "OvertrickError": "errors",
    "Reading": "model.reading",
    "RecordError": "errors",
    "Standing": "model.standing",
    "audit": "desk.api",
    "butler": "compare.butler",
    "check": "desk.api",
    "chicago": "score.chicago",
    "convert": "desk.api",
    "cross_imps": "compare.cross_imps",
    "deal_score": "score.deal",
    "dump": "formats.format",
    "dumps": "formats.format",
    "explain": "score.explain",
    "imps": "compare.imps",
    "load": "formats.format",
    "loads": "formats.format",
    "matchpoints": "compare.matchpoints",
    "neuberg": "compare.neuberg",
    "par": "score.par",
    "parse": "notation.result",
    "rank": "desk.results",
    "results_scoring": "score.lookup",
    "rubber": "score.rubber",
    "stream": "formats.format",
    "victory_points": "ranking.victory_points",
}

__all__ = [
    "Conditions",
    "ConditionsError",
    "Event",
    "FormatError",
    "InputError",
    "MissingExtra",
    "NotationError",
    "OvertrickError",
    "Reading",
    "RecordError",
    "Standing",
    "audit",
    "butler",
    "check",
    "chicago",
    "convert",
    "cross_imps",
    "deal_score",
    "dump",
    "dumps",
    "explain",
    "imps",
    "load",
    "loads",
    "matchpoints",
    "neuberg",
    "par",
    "parse",
    "rank",
    "results_scoring",
    "rubber",
    "stream",
    "victory_points",
]


def __getattr__(name: str) -> Any:
    # A sub-package of the same name (`overtrick.ranking`) must not shadow the function: see `_HOMES`.
    if name == "bulk":
        return import_module("overtrick.bulk")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'overtrick' has no attribute {name!r}")
    value = getattr(import_module(f"overtrick.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
