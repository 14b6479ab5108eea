"""Conformance rules about rubber and four-deal bridge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from overtrick.desk.conform.deals import doubling_of, strain_of
from overtrick.desk.conform.values import whole
from overtrick.errors import RecordError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Side
from overtrick.score.chicago import Chicago, chicago
from overtrick.score.home.deals import HomeDeal, Honour
from overtrick.score.home.settle import hundreds
from overtrick.score.rubber import Rubber, rubber
from overtrick.tables.laws import law

__all__ = ["RULES"]

Input = Mapping[str, Any]
_SIDES = {"we": Side.NS, "ns": Side.NS, "they": Side.EW, "ew": Side.EW}


def _side(word: object) -> Side:
    if str(word).casefold() not in _SIDES:
        raise RecordError(_("{word!r} is not a side; write we or they, ns or ew").format(word=word))
    return _SIDES[str(word).casefold()]


def _deal(given: Input) -> HomeDeal:
    """A deal of a case; level 0 is passed out, `hon` are honours of the declaring side unless `hon_side` says whose."""
    if given["level"] == 0:
        return HomeDeal(PassedOut())
    side = _side(given["side"])
    contract = Contract(whole(given["level"], 1, 7), strain_of(given), doubling_of(given))
    points = whole(given.get("hon", 0))
    claimed = (Honour(_side(given.get("hon_side", given["side"])), points),) if points else ()
    return HomeDeal(Played(contract, whole(given["tricks"], 0, 13)), side, claimed)


def _rubber(given: Input) -> Rubber:
    code = law(str(given.get("code", "1993")), form="rubber")
    return rubber(code, [_deal(deal) for deal in given["deals"]], settings=given.get("options"))


def _rubber_total(given: Input) -> dict[str, Any]:
    done = _rubber(given)
    return {"we": done.settled.we, "they": done.settled.they, "bonus": list(done.bonus)}


def _chicago(given: Input) -> Chicago:
    """Each deal of a case is a deal of the wheel: a pass-out counts unless the case says that it is dealt again."""
    options = dict(given.get("options", {}))
    settings = {"pass_out": str(options.pop("pass_out", "counts"))}
    if not options.pop("carry", True):
        settings["part_scores"] = "party"
    settings.update({str(name): str(value) for name, value in options.items()})
    return chicago(
        law(str(given.get("code", "1993")), form="rubber"), [_deal(deal) for deal in given["deals"]], settings=settings
    )


def _chicago_total(given: Input) -> dict[str, int]:
    totals = _chicago(given).totals
    return {"ns": totals.we, "ew": totals.they}


RULES: dict[str, Callable[[Input], Any]] = {
    "chicago.deals": lambda given: [list(totals) for totals in _chicago(given).deal_totals],
    "chicago.total": _chicago_total,
    "rubber.deals": lambda given: [list(totals) for totals in _rubber(given).deal_totals],
    "rubber.settle": lambda given: hundreds(whole(given["diff"]), given.get("rounding", "up")),
    "rubber.total": _rubber_total,
}
