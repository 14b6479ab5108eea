"""Conformance rules about matches and events: teams, victory points, totals, ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from overtrick.compare.teams import (
    board_a_match,
    extra_boards,
    knock_out_margin,
    match_with_averages,
    patton_saldo,
    team_imps,
    team_of_eight,
)
from overtrick.desk.conform.values import exact, whole, wholes
from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.ranking.carry_over import carry_forward, factor_to_full, sessions_together
from overtrick.ranking.handicaps import handicap
from overtrick.ranking.ties import place_labels, swiss_points
from overtrick.ranking.victory_points import victory_points, wbf_discrete_bounds, whole_imps

__all__ = ["RULES"]

Input = Mapping[str, Any]
_SCALES = {"acbl20": "acbl-20", "acbl30": "acbl-30", "sbu20": "sbu-20"}


def _vp(scale: str) -> Callable[[Input], Any]:
    return lambda given: victory_points(exact(given["margin"]), boards=whole(given["boards"], 1, 1000), scale=scale)


def _vp_step(given: Input) -> Any:
    key = given["scale"]
    if key not in _SCALES:
        raise ConditionsError(_("no scale {key!r}; known: {known}").format(key=key, known=", ".join(_SCALES)))
    return victory_points(exact(given["margin"]), boards=whole(given["boards"], 1, 1000), scale=_SCALES[key])


def _averages(given: Input) -> tuple[Any, ...]:
    return match_with_averages(
        exact(given["own"]),
        exact(given["opp"]),
        plus_ours=whole(given.get("plus_own", 0)),
        plus_theirs=whole(given.get("plus_opp", 0)),
        minus_ours=whole(given.get("minus_own", 0)),
        minus_theirs=whole(given.get("minus_opp", 0)),
        average_imps=exact(given.get("average_imps", 3)),
    )


def _multi_session(given: Input) -> Fraction:
    return sessions_together([(exact(percent), whole(boards)) for percent, boards in given["parts"]])


RULES: dict[str, Callable[[Input], Any]] = {
    "ko.extra_boards": lambda given: extra_boards(whole(given["scheduled"])),
    "mp.carry_ebu": lambda given: carry_forward(
        exact(given["score"]), final_top=exact(given["final_top"]), qualifying_top=exact(given["qual_top"])
    ),
    "mp.factor": lambda given: factor_to_full(
        exact(given["score"]), played=whole(given["played"]), full=whole(given["full"])
    ),
    "mp.handicap": lambda given: handicap([exact(value) for value in given["averages"]]),
    "mp.multi_session": _multi_session,
    "rank.places": lambda given: place_labels([exact(value) for value in given["values"]]),
    "team.bam": lambda given: board_a_match(
        whole(given["our_ns"]), whole(given["our_ew"]), win=exact(given.get("win", 1)), tie=exact(given.get("tie", 0))
    ),
    "team.eight": lambda given: team_of_eight(wholes(given["open"]), wholes(given["closed"])),
    "team.imps": lambda given: team_imps(whole(given["ours_ns"]), whole(given["theirs_ns"])),
    "team.ko_nonbalancing": lambda given: knock_out_margin(exact(given["margin_a"]), exact(given["margin_b"])),
    "team.match_with_averages": _averages,
    "team.patton_saldo": lambda given: patton_saldo(
        whole(given["a"]), whole(given["b"]), whole(given["boards"], 1, 1000)
    ),
    "tie.swiss_points": lambda given: swiss_points([exact(value) for value in given["opponents"]]),
    "vp.fractional_imps": lambda given: whole_imps(exact(given["imps"])),
    "vp.step": _vp_step,
    "vp.swiss_pairs": lambda given: victory_points(
        exact(given["pct"]), boards=whole(given["boards"], 1, 1000), scale="swiss-pairs-ebu"
    ),
    "vp.wbf": _vp("wbf-continuous"),
    "vp.wbf_discrete": _vp("wbf-discrete"),
    "vp.wbf_discrete_bounds": lambda given: wbf_discrete_bounds(whole(given["boards"], 1, 1000)),
}
