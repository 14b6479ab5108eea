"""Run a conformance file: the cases by which Overtrick, or any other scorer, is checked.

Every rule is answered by the functions that the commands use. A case that is refused answers
`{"error": "..."}`; so does a rule that is not supported yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overtrick.desk.conform.boards import RULES as BOARDS
from overtrick.desk.conform.deals import RULES as DEALS
from overtrick.desk.conform.events import RULES as EVENTS
from overtrick.desk.conform.home import RULES as HOME
from overtrick.desk.conform.values import agree, bounded, plain_json
from overtrick.errors import FormatError, OvertrickError
from overtrick.i18n import gettext as _

__all__ = ["NOT_SUPPORTED", "RULES", "Case", "Verdict", "answer", "conform", "read_cases"]

RULES: dict[str, Callable[[Mapping[str, Any]], Any]] = {**BOARDS, **DEALS, **EVENTS, **HOME}
NOT_SUPPORTED = "not supported yet"


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a conformance file."""

    id: str
    rule: str
    input: Mapping[str, Any]
    expected: Any
    source: str = ""
    tolerance: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A case, what Overtrick answers, and whether that is right (`None`: the rule is not supported)."""

    case: Case
    answer: Any
    right: bool | None


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, a JSON list of `{"id", "rule", "input", "expected", "source", "tol"}`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise FormatError(_("not a JSON file: {error}").format(error=error), str(path)) from None
    if isinstance(data, dict) and isinstance(data.get("cases"), list):
        raise FormatError(
            _(
                "a conformance file is a JSON list of cases; found an object whose `cases` is a list, "
                "which are cases of another form"
            ),
            str(path),
        )
    if not isinstance(data, list):
        raise FormatError(
            _("a conformance file is a JSON list of cases; found {kind}").format(kind=type(data).__name__), str(path)
        )
    cases: list[Case] = []
    for number, item in enumerate(data, 1):
        where = f"{path}: case {number}"
        if not isinstance(item, dict) or not isinstance(item.get("input"), dict):
            raise FormatError(_('a case is an object with "id", "rule" and an "input" object'), where)
        if not isinstance(item.get("rule"), str) or not isinstance(item.get("id"), (str, int)):
            raise FormatError(_('a case needs an "id" and the name of its "rule"'), where)
        tolerance = item.get("tol")
        if tolerance is not None and not isinstance(tolerance, (int, float)):
            raise FormatError(_('"tol" wants a number, not {tolerance!r}').format(tolerance=tolerance), where)
        cases.append(
            Case(
                str(item["id"]),
                item["rule"],
                item["input"],
                item.get("expected"),
                str(item.get("source", "")),
                tolerance,
            )
        )
    return cases


def answer(rule: str, given: Mapping[str, Any]) -> Any:
    """What Overtrick answers, in JSON's own types.

    >>> answer("mp", {"scores": [420, 0, -50]})
    [4, 2, 0]
    >>> answer("mp.neuberg", {"m": 1})
    {'error': "the input wants 'A'"}
    """
    if rule not in RULES:
        return {"error": NOT_SUPPORTED}
    try:
        bounded(given)
        return plain_json(RULES[rule](given))
    except OvertrickError as error:
        return {"error": str(error)}
    except KeyError as error:
        return {"error": f"the input wants {error}"}
    except (TypeError, ValueError, ArithmeticError, AttributeError, IndexError) as error:
        # The shapes in a conformance file are the caller's: anything that does not fit is told, not thrown.
        return {"error": f"the input does not fit the rule {rule}: {error}"}


def conform(cases: list[Case]) -> list[Verdict]:
    """The verdict on each case. An expected `{"error": ...}` or `{"kind": "error"}` is any refusal."""
    verdicts = []
    for case in cases:
        found = answer(case.rule, case.input)
        if found == {"error": NOT_SUPPORTED}:
            verdicts.append(Verdict(case, found, None))
            continue
        refused = isinstance(found, dict) and "error" in found
        wanted = isinstance(case.expected, dict) and "error" in case.expected
        right = refused if wanted else agree(found, case.expected, case.tolerance)
        verdicts.append(Verdict(case, found, right))
    return verdicts
