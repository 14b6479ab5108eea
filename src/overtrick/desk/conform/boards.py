"""Conformance rules about boards: dealer and vulnerability, matchpoints, Butler, cross-IMPs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from overtrick.compare.butler import ButlerRule, cut_off, datum, drop_count, round_datum
from overtrick.compare.cross_imps import CrossRule, compare_cross_imps, cross_imps, divisor
from overtrick.compare.frequency import Half, frequencies, matchpoints_from_frequencies, plain
from overtrick.compare.imps import imps
from overtrick.compare.matchpoints import MatchpointRule, compare_matchpoints, matchpoints, top
from overtrick.compare.neuberg import neuberg, rounded_neuberg, small_group_percent
from overtrick.desk.conform.values import exact, text_key, whole, wholes
from overtrick.errors import RecordError
from overtrick.i18n import gettext
from overtrick.model.board import Board
from overtrick.model.conditions import Conditions
from overtrick.model.outcome import Average
from overtrick.model.rounding import half_away
from overtrick.scorer.boards import Pending, resolve

__all__ = ["RULES"]

Input = Mapping[str, Any]


def _dealer_vul(given: Input) -> list[str]:
    board = Board.numbered(whole(given["board"]))
    return [
        board.dealer.value,
        {"none": "None", "both": "All"}.get(board.vulnerability.value, board.vulnerability.value),
    ]


def _mp(given: Input) -> list[Fraction]:
    scale = Fraction(exact(given.get("win", 2)), 2)
    return [value * scale for value in matchpoints(wholes(given["scores"]))]


def _ascherman(given: Input) -> list[Fraction]:
    values = matchpoints_from_frequencies(
        frequencies(plain(score) for score in wholes(given["scores"])), ascherman=True
    )
    return [Fraction(values[score]) for score in given["scores"]]


def _neuberg(given: Input) -> Fraction:
    """The 2/1/0 formula; with `win` 1 the numbers are in halves."""
    win = exact(given.get("win", 2))
    return neuberg(exact(given["m"]) * 2 / win, exact(given["A"]), exact(given["E"])) * win / 2


def _average(kind: Average) -> Callable[[Input], Fraction]:
    def rule(given: Input) -> Fraction:
        pending = Pending(kind, Fraction(100))
        value = resolve(pending, exact(given["session"]), Conditions()).value
        assert value is not None
        return value

    return rule


def _session_with_average(given: Input) -> Fraction:
    real = [exact(value) for value in given.get("real", [])]
    own = sum(real, Fraction(0)) / len(real) if real else None
    values = list(real)
    for key, kind in (("plus", Average.PLUS), ("avg", Average.AVERAGE), ("minus", Average.MINUS)):
        for _ in range(whole(given.get(key, 0), 0, 10_000)):
            value = resolve(Pending(kind, Fraction(100)), own, Conditions()).value
            assert value is not None
            values.append(value)
    return sum(values, Fraction(0)) / len(values)


def _group(given: Input, policy: str | None = None) -> list[Fraction]:
    """One fouled group on its board; the other results of the field stand on another version."""
    halves = [plain(score, "group") for score in wholes(given["scores"])]
    expected = exact(given["E"])
    # `largest` is the caller's to say; by default the rest of the field is larger.
    halves += [plain(0, "other")] * (1 if given.get("largest") else len(halves) + 1)
    rule = MatchpointRule(small_groups=policy or given.get("policy", "ebu"))
    worths = compare_matchpoints(halves, expected, rule)
    return [worth.value for worth in worths[: len(wholes(given["scores"]))]]


def _group_percent(given: Input) -> list[Fraction]:
    return [100 * value / top(exact(given["E"])) for value in _group(given)]


def _frequency(given: Input) -> dict[str, Fraction]:
    counts = {int(score): exact(count) for score, count in given["freq"].items()}
    return {text_key(score): value for score, value in matchpoints_from_frequencies(counts).items()}


def _split(given: Input) -> dict[str, Fraction]:
    """The board matchpointed twice, once with each result, each side taking its own."""
    common = wholes(given["common"])
    ns = matchpoints([*common, whole(given["ns_score"])])[-1]
    ew = matchpoints([*(-score for score in common), -whole(given["ew_score"])])[-1]
    return {"ns": Fraction(ns), "ew": Fraction(ew)}


def _weighted(given: Input) -> Fraction:
    total = sum((exact(weight) for _, weight in given["mix"]), Fraction(0))
    if total <= 0 or any(exact(weight) < 0 for _, weight in given["mix"]):
        raise RecordError(gettext("the weights want to be 0 or more, with a sum over 0"))
    half = Half(tuple((exact(weight) / total, whole(points)) for points, weight in given["mix"]))
    halves = [plain(score) for score in wholes(given["others"])]
    return compare_matchpoints([*halves, half], len(halves) + 1, MatchpointRule())[-1].value


def _butler_rule(given: Input) -> ButlerRule:
    return ButlerRule(
        kind=given.get("kind", "mean"),
        drop=str(given.get("drop", "none")),
        rounding=str(given.get("rounding", "10")),
    )


def _datum(given: Input) -> Fraction:
    return datum(frequencies(plain(score) for score in wholes(given["scores"])), _butler_rule(given))


def _cross(given: Input) -> list[Fraction]:
    return cross_imps(wholes(given["scores"]), divisor=given.get("divisor", "sum"))


def _cross_one(given: Input) -> Fraction:
    halves = [plain(whole(given["score"])), *(plain(score) for score in wholes(given["others"]))]
    rule = CrossRule(divisor=given.get("divisor", "comparisons"))
    return compare_cross_imps(halves, len(halves), rule)[0].value


def _adjusted_total(given: Input) -> Fraction:
    sign = {"+": 1, "=": 0, "-": -1}[given["kind"]]
    return sign * Conditions().average_imps * divisor("comparisons", whole(given["results"], 0))


def _percent(given: Input) -> Fraction:
    return 100 * exact(given["mp"]) / exact(given["top"])


RULES: dict[str, Callable[[Input], Any]] = {
    "board.dealer_vul": _dealer_vul,
    "butler": lambda given: [imps(score - _datum(given)) for score in wholes(given["scores"])],
    "butler.aus_cutoff": lambda given: cut_off(exact(given["imps"])),
    "butler.datum": _datum,
    "butler.drop": lambda given: drop_count(str(given.get("rule", "bridge-scorer")), whole(given["n"], 0)),
    "butler.round": lambda given: round_datum(exact(given["value"]), str(given.get("rounding", "10"))),
    "butler.vs_datum": lambda given: [imps(score - exact(given["datum"])) for score in wholes(given["scores"])],
    "crossimp": _cross,
    "crossimp.adjusted_total": _adjusted_total,
    "crossimp.fouled_factor": lambda given: (exact(given["results"]) - 1) / (exact(given["group"]) - 1),
    "crossimp.ngs_percent": lambda given: 50 + Fraction(13, 2) * exact(given["imps"]) / exact(given["boards"]),
    "crossimp.one": _cross_one,
    "mp": _mp,
    "mp.ascherman": _ascherman,
    "mp.average_minus": _average(Average.MINUS),
    "mp.average_plus": _average(Average.PLUS),
    "mp.awarded": lambda given: exact(given["pct"]) * exact(given["top"]) / 100,
    "mp.fouled_group": _group,
    "mp.fouled_group_pct": _group_percent,
    "mp.frequency": _frequency,
    "mp.neuberg": _neuberg,
    "mp.neuberg_1dp": lambda given: rounded_neuberg(exact(given["m"]), exact(given["A"]), exact(given["E"])),
    "mp.percent": _percent,
    "mp.session_with_average": _session_with_average,
    "mp.small_group_percent": lambda given: small_group_percent(exact(given["m"]), exact(given["A"])),
    "mp.split": _split,
    "mp.weighted": _weighted,
    "round.half_away": lambda given: half_away(exact(given["value"]), exact(given["step"])),
}
