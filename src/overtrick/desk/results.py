"""The main job: files in, a standing out, with everything that looks wrong listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from overtrick.desk.agreement import compare_with_file
from overtrick.desk.settings import conditions_from, kept_conditions
from overtrick.formats.format import load, load_together
from overtrick.formats.merge import merge
from overtrick.i18n import gettext as _
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.outcome import BareScore
from overtrick.model.reading import Problem, Reading, Severity
from overtrick.model.standing import Standing
from overtrick.model.terms import Vulnerability
from overtrick.score.deal import outcome_points
from overtrick.score.lookup import why_impossible
from overtrick.scorer import score_event
from overtrick.tables.laws import LawCode, law

__all__ = ["check_event", "rank", "rank_reading", "read_files"]


def read_files(
    paths: Sequence[Path],
    *,
    format: str | None = None,
    encoding: str | None = None,
    letters: str = "en",
    number: str = "tricks",
) -> Reading:
    """One reading of one file or several, each file a session unless the files are parts of one event."""
    whole = load_together(paths, format=format, encoding=encoding, language=letters, number=number)
    if whole is not None:
        return whole
    readings = [load(path, format=format, encoding=encoding, language=letters, number=number) for path in paths]
    return readings[0] if len(readings) == 1 else merge(readings)


def rank_reading(reading: Reading, conditions: Conditions) -> Standing:
    """The standing of what was read, with all problems: of the reading, the facts, and what the file states."""
    standing = score_event(reading.event, conditions)
    problems = (
        *reading.problems,
        *standing.problems,
        *check_event(reading.event, conditions),
        *compare_with_file(standing),
    )
    return replace(standing, problems=tuple(problems))


def check_event(event: Event, conditions: Conditions) -> list[Problem]:
    """Facts that contradict one another: a stated score against its contract, a score that no contract makes."""
    code = law(conditions.law)
    problems: list[Problem] = []
    for session in event.sessions:
        for section in session.sections:
            for traveller in section.travellers:
                for line in traveller.lines:
                    place = line.where or _("board {board}, {ns} v {ew}").format(
                        board=traveller.board.number, ns=line.ns, ew=line.ew
                    )
                    if isinstance(line.ns_outcome, BareScore):
                        problems.extend(_bare(line.ns_outcome.points, traveller.board.vulnerability, place, code))
                        continue
                    stated = line.stated.points if line.stated else None
                    points = outcome_points(line.ns_outcome, traveller.board.vulnerability, code)
                    if stated is not None and points is not None and stated != points:
                        text = _("the file says {stated:+d}; {result} on board {board} scores {points:+d}").format(
                            stated=stated, result=line.ns_outcome, board=traveller.board.number, points=points
                        )
                        problems.append(Problem(place, Severity.WARNING, text))
    return problems


def _bare(points: int, vulnerability: Vulnerability, place: str, code: LawCode) -> list[Problem]:
    reason = why_impossible(points, vulnerability, law=code)
    return [Problem(place, Severity.WARNING, reason)] if reason else []


def rank(
    event: Event | Reading, *, method: str | None = None, conditions: Conditions | None = None, **settings: object
) -> Standing:
    """Score, compare and rank an event: `.places`, `.boards`, `.percentages`; `str()` gives the ranking list.

    Settings are those of `Conditions`, by name. The method is that asked for, else that of the event, else matchpoints.
    Raises `ConditionsError` where a setting is not known or contradicts another.

    >>> rank(Event(), sections="across").conditions.sections
    'across'
    """
    facts = event.event if isinstance(event, Reading) else event
    chosen = method or (None if "method" in settings or conditions else facts.method)
    merged = conditions_from(
        base=conditions or kept_conditions(facts),
        method=chosen,
        settings=[f"{name}={value}" for name, value in settings.items()],
    )
    return score_event(facts, merged)
