"""Conformance rules about one deal: every element of its score, IMPs, par, and the text of a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from overtrick.compare.imps import imps
from overtrick.compare.obligations import obligation
from overtrick.desk.conform.values import exact, flag, whole
from overtrick.errors import NotationError, RecordError
from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import Average, Awarded, BareScore, Entry, NotPlayed, Outcome, PassedOut, Played, SitOut
from overtrick.model.terms import Doubling, Seat, Strain
from overtrick.notation.result import parse
from overtrick.score.deal import deal_score
from overtrick.score.par import par
from overtrick.score.table import elements, honours, points
from overtrick.tables.laws import LawCode, law

__all__ = ["RULES", "doubling_of", "strain_of"]

Input = Mapping[str, Any]
_AVERAGES = {Average.PLUS: 60, Average.AVERAGE: 50, Average.MINUS: 40}


def strain_of(given: Input) -> Strain:
    """The strain of an input, C D H S and N or NT."""
    text = str(given["strain"]).upper()
    try:
        return Strain("NT" if text == "N" else text)
    except ValueError:
        raise RecordError(_("{text!r} is not a strain; write C, D, H, S or N").format(text=text)) from None


def doubling_of(given: Input) -> Doubling:
    """The doubling of an input, 0, 1 or 2; undoubled where it is silent."""
    number = given.get("dbl", 0)
    if isinstance(number, bool) or number not in (0, 1, 2):
        raise RecordError(_("{number!r} is not a doubling; write 0, 1 or 2").format(number=number))
    return tuple(Doubling)[number]


def _code(given: Input) -> LawCode:
    return law(given.get("code", "2017"), form=given.get("form", "duplicate"))


def _points(given: Input) -> int:
    return points(
        whole(given["level"], 1, 7),
        strain_of(given),
        doubling_of(given),
        whole(given["tricks"], 0, 13),
        flag(given["vul"]),
        _code(given),
    )


def _board_ns(given: Input) -> int | None:
    contract = Contract(whole(given["level"], 1, 7), strain_of(given), doubling_of(given), Seat(given["declarer"]))
    return deal_score(
        Played(contract, whole(given["tricks"], 0, 13)), board=whole(given["board"], 1), law=_code(given)
    ).ns


def _parts(given: Input) -> dict[str, int]:
    found = elements(
        whole(given["level"], 1, 7),
        strain_of(given),
        doubling_of(given),
        whole(given["tricks"], 0, 13),
        vulnerable=flag(given["vul"]),
        code=_code(given),
    )
    names = {"contract": "contract", "overtricks": "over", "slam": "slam", "insult": "insult", "undertricks": "down"}
    parts = dict.fromkeys(names.values(), 0)
    for item in found:
        if item.element in names:
            parts[names[item.element]] += item.points
    return parts


def _undertricks(given: Input) -> list[int]:
    return list(
        _code(given).undertrick_values(whole(given["down"], 1, 13), doubling_of(given), vulnerable=flag(given["vul"]))
    )


def _honours(given: Input) -> int:
    return honours(
        strain_of(given), trump_honours=whole(given.get("trump_honours", 0)), aces=whole(given.get("aces", 0))
    )


def _trick_points(given: Input) -> int:
    return sum(_code(given).trick_values(strain_of(given))[: whole(given["odd"], 0, 7)])


def _imp(given: Input) -> Any:
    return imps(exact(given["diff"]), table=f"imps-{given.get('table', '1962')}")


def _par(given: Input) -> int:
    return par(given["dd"], vulnerability=given["vul"], dealer=Seat(given.get("dealer", "N"))).points


def _award(outcome: Outcome) -> Any:
    if isinstance(outcome, Awarded):
        return _AVERAGES[outcome.value] if isinstance(outcome.value, Average) else outcome.value
    return None


def _parsed(entry: Entry) -> dict[str, Any]:
    match entry.ns:
        case Played(contract=contract, tricks=tricks) if entry.ns == entry.ew:
            return {
                "kind": "contract",
                "level": contract.level,
                "strain": "N" if contract.strain is Strain.NOTRUMP else contract.strain.value,
                "dbl": contract.doubling.index,
                "declarer": contract.declarer.value if contract.declarer else None,
                "tricks": tricks,
            }
        case PassedOut():
            return {"kind": "pass"}
        case BareScore(points=score):
            return {"kind": "score", "points": score}
        case NotPlayed():
            return {"kind": "not played"}
        case SitOut():
            return {"kind": "sit-out"}
        case Awarded():
            return {"kind": "artificial", "ns": _award(entry.ns), "ew": _award(entry.ew)}
        case _:
            return {"kind": "other"}


def _parse(given: Input) -> dict[str, Any]:
    try:
        return _parsed(parse(given["text"], language=given.get("lang", "en")))
    except NotationError:
        return {"kind": "error"}


RULES: dict[str, Callable[[Input], Any]] = {
    "deal.board_ns": _board_ns,
    "deal.duplicate": _points,
    "deal.honours": _honours,
    "deal.parts": _parts,
    "deal.slam_bonus": lambda given: _code(given).slam_bonus(
        whole(given["level"], 1, 7), vulnerable=flag(given["vul"])
    ),
    "deal.trick_points": _trick_points,
    "deal.undertrick_list": _undertricks,
    "deal.undertricks": lambda given: sum(_undertricks(given)),
    "imp": _imp,
    "imp.bastille": lambda given: imps(exact(given["diff"]), table="bastille"),
    "obligation": lambda given: obligation(whole(given["hcp"], 0, 40), flag(given["vul"]), whole(given["points"])),
    "par": _par,
    "parse": _parse,
}
