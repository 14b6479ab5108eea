"""Every worked case of rubber and Chicago that is at hand, read into typed deals here and scored by the library.

A case gives its deals as `{"side": "we", "level": 2, "strain": "N", "tricks": 9, "dbl": 0, "hon": 100}` (level 0:
all passed) or as `{"contract": "4S", "declarer": "N", "tricks": 10}` or `{"passed_out": true}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from overtrick.errors import ConditionsError, InputError, OvertrickError
from overtrick.model.contract import Contract
from overtrick.model.outcome import PassedOut, Played
from overtrick.model.terms import Doubling, Side, Strain, Vulnerability
from overtrick.score.chicago import Chicago, chicago
from overtrick.score.home.deals import HomeDeal, Honour, parse_deal
from overtrick.score.home.settle import hundreds
from overtrick.score.rubber import Opening, Rubber, rubber

Case = Mapping[str, Any]
_SIDES = {"we": Side.NS, "ns": Side.NS, "they": Side.EW, "ew": Side.EW}
_CODE_KEYS = ("code", "law", "law_year")


def deal_of(item: Case | str) -> HomeDeal:
    """A deal of a case as a value of the home table."""
    if isinstance(item, str):
        return parse_deal(item)
    if item.get("passed_out") or item.get("level") == 0 or str(item.get("contract", "")).casefold() == "pass":
        return HomeDeal(PassedOut(), goulash=bool(item.get("goulash")))
    if "contract" in item:
        marks = "X" * _whole(item, "doubled", 0)
        plain = parse_deal(f"{item['contract']}{marks} {item.get('declarer', '')} {_whole(item, 'tricks')}")
    else:
        plain = HomeDeal(_played(item), _side(item.get("side")))
    honours = _whole(item, "hon", 0) or _whole(item, "honours", 0)
    if not honours:
        return plain
    named = item.get("hon_side") or item.get("honours_side")
    holder = _side(named) if named else plain.declaring
    return HomeDeal(plain.outcome, plain.side, (Honour(holder or Side.NS, honours),))


def _played(item: Case) -> Played:
    strain = str(item.get("strain", "")).upper()
    known = {kind.value: kind for kind in Strain} | {"N": Strain.NOTRUMP}
    doubling = _whole(item, "dbl", 0)
    if strain not in known or not 0 <= doubling <= 2:
        raise InputError(f"{dict(item)} is not a deal: strain and doubling are not known")
    return Played(
        Contract(_whole(item, "level"), known[strain], tuple(Doubling)[doubling]),
        _whole(item, "tricks"),
    )


def _side(word: Any) -> Side:
    found = _SIDES.get(str(word).casefold())
    if found is None:
        raise InputError(f"{word!r} is not a side; write we or they")
    return found


def _whole(item: Case, key: str, default: int | None = None) -> int:
    value = item.get(key, default)
    if value is None:
        value = default
    if type(value) is not int:
        raise InputError(f"{key} wants a whole number, not {value!r}")
    return value


def _law(case: Case) -> str:
    named = next((case[key] for key in _CODE_KEYS if case.get(key)), "rubber-1993")
    return str(named)


def _settings(case: Case) -> dict[str, str]:
    """House rules of a case under `settings`; numbers and truth values as text."""
    return {str(key): str(value).casefold() for key, value in dict(case.get("settings", {})).items()}


def _rubber(case: Case, opening: Opening | None = None, *, stopped: bool = True) -> Rubber:
    deals = [deal_of(item) for item in case.get("deals", ())]
    return rubber(_law(case), deals, settings=_settings(case), stopped=stopped, opening=opening)


def rubber_deals(case: Case) -> list[list[int]]:
    """What each deal gave to We and They, the bonuses of the end apart."""
    return [list(total) for total in _rubber(case).deal_totals]


def rubber_total(case: Case) -> dict[str, Any]:
    """Both totals with the bonuses of the end, also those of an unfinished rubber, and these bonuses alone."""
    played = _rubber(case)
    return {"we": played.totals.we, "they": played.totals.they, "bonus": list(played.bonus)}


def rubber_settle(case: Case) -> int | str:
    """The difference in hundreds, by the rounding of the case (`up` where it says nothing)."""
    found = hundreds(_whole(case, "diff"), str(case.get("rounding", "up")))
    return int(found) if found.denominator == 1 else str(found)


def rubber_state(case: Case) -> dict[str, Any]:
    """Figures below the line, sums above it, totals and the bonus for the rubber, by side."""
    return _state(_rubber(case, stopped=bool(case.get("stopped"))))


def rubber_position(case: Case) -> dict[str, Any]:
    """A sheet taken over as it stands (games, part-scores, points above), and one deal more."""
    done = case.get("finished_below", {})
    now, above, games = (case.get(key, {}) for key in ("current_below", "above", "games"))
    opening = Opening(
        games=(_whole(games, "NS", 0), _whole(games, "EW", 0)),
        below=(_whole(now, "NS", 0), _whole(now, "EW", 0)),
        kept=(sum(done.get("NS", ())), sum(done.get("EW", ()))),
        above=(_whole(above, "NS", 0), _whole(above, "EW", 0)),
    )
    played = _rubber({**case, "deals": [case["next_deal"]]}, opening, stopped=False)
    found = _state(played)
    return {
        "rubber_over": played.finished,
        "rubber_bonus": found["rubber_bonus"],
        "total": found["total"],
        "margin": abs(played.totals.difference),
    }


def _state(played: Rubber) -> dict[str, Any]:
    sheet = played.sheet
    return {
        "below": {side.value: [entry.points for entry in sheet.column(side, below=True)] for side in Side},
        "above": {side.value: sum(entry.points for entry in sheet.column(side, below=False)) for side in Side},
        "total": {side.value: played.totals.of(side) for side in Side},
        "rubber_bonus": sum(played.bonus) if played.finished else 0,
    }


_OPTIONS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "each_part": ("each-part", str),
    "last_part": ("last-part", str),
    "carry": ("part-scores", lambda value: "carry" if value else "party"),
    "honours": ("honours", lambda value: "yes" if value in (True, "yes", "on") else "no"),
    "vul": ("vulnerable", lambda value: "opponents" if str(value).startswith(("non", "opp")) else "dealer"),
    "pass_out": ("pass-out", str),
    "wheels": ("wheels", str),
}


def _chicago(case: Case, pass_out: str) -> Chicago:
    settings = {"pass-out": pass_out}
    for key, value in dict(case.get("options", {})).items():
        if key not in _OPTIONS:
            raise ConditionsError(
                "there is no option {key!r}; known: {known}".format(key=key, known=", ".join(_OPTIONS))
            )
        name, convert = _OPTIONS[key]
        settings[name] = convert(value)
    if case.get("first_dealer"):
        settings["first-dealer"] = str(case["first_dealer"])
    if "vul_rule" in case:
        settings["vulnerable"] = "dealer" if str(case["vul_rule"]).startswith("dealer side") else "opponents"
    return chicago(_law(case), [deal_of(item) for item in case.get("deals", ())], settings=settings | _settings(case))


def chicago_deals(case: Case) -> list[list[int]]:
    """What each deal gave to each side. A case lists the four deals that count: a passed-out one is one of them."""
    return [list(total) for total in _chicago(case, "counts").deal_totals]


def chicago_total(case: Case) -> dict[str, int]:
    """Both totals of a wheel."""
    totals = _chicago(case, "counts").totals
    return {"ns": totals.we, "ew": totals.they}


def chicago_state(case: Case) -> dict[str, Any]:
    """Deal numbers, dealers, vulnerability and scores, a passed-out deal dealt again by the same dealer."""
    played = _chicago(case, "redeal")
    deals = played.sheet.deals
    games = [deal.number for deal in deals if deal.won]
    return {
        "deal_numbers": [deal.number for deal in deals],
        "dealers": [deal.dealer.value if deal.dealer else "" for deal in deals],
        "vul": [_vulnerable(deal.vulnerability) for deal in deals],
        "score": [deal.scored.difference for deal in deals],
        "game_completed_on": games[-1] if games else None,
        "total": {side.value: played.totals.of(side) for side in Side},
        "deals_left": played.deals_left,
    }


def _vulnerable(vulnerability: Vulnerability) -> str:
    return vulnerability.value.casefold()


ANSWERS = {
    "rubber.deals": rubber_deals,
    "rubber.total": rubber_total,
    "rubber.settle": rubber_settle,
    "chicago.deals": chicago_deals,
    "chicago.total": chicago_total,
}


SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases"


def _examples() -> list[dict[str, Any]]:
    path = SHARED / "examples.json"
    if not path.exists():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))
    return [case for case in found if case["rule"] in ANSWERS]


def _bugs() -> list[dict[str, Any]]:
    path = SHARED / "bug_cases.json"
    if not path.exists():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))
    return [case for case in found["cases"] if case["id"].startswith(("RUB-", "CHI-"))]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize("case", _examples(), ids=lambda case: case["id"])
def test_example(case: dict[str, Any]) -> None:
    assert ANSWERS[case["rule"]](case["input"]) == case["expected"]


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases are not here")
@pytest.mark.parametrize("case", _bugs(), ids=lambda case: case["id"])
def test_bug_case(case: dict[str, Any]) -> None:
    answer = {
        "rubber": rubber_state,
        "rubber_position": rubber_position,
        "chicago": chicago_state,
    }[case["input"]["op"]]
    assert answer(case["input"]) == case["expect"]


@pytest.mark.parametrize(
    "deal",
    [
        {"side": "us", "level": 2, "strain": "N", "tricks": 9},
        {"side": "we", "level": 8, "strain": "N", "tricks": 9},
        {"side": "we", "level": 2, "strain": "N", "tricks": 14},
        {"side": "we", "level": 2, "strain": "Q", "tricks": 8},
        {"side": "we", "level": 2, "strain": "N"},
        {"side": "we", "level": 2, "strain": "N", "tricks": 9, "hon": 100},
        {"side": "we", "level": 2, "strain": "S", "tricks": 9, "hon": 200},
    ],
)
def test_refused(deal: dict[str, Any]) -> None:
    for rule in ("rubber.deals", "chicago.deals"):
        with pytest.raises(OvertrickError):
            ANSWERS[rule]({"deals": [deal]})
