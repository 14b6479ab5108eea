"""The main job: files in, a standing out, with everything that looks wrong listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from overtrick.desk.agreement import compare_with_file
from overtrick.desk.checks import check_scores
from overtrick.desk.settings import conditions_from, kept_conditions
from overtrick.formats.format import load, load_together
from overtrick.formats.merge import merge
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.reading import Problem, Reading
from overtrick.model.standing import Standing
from overtrick.scorer import score_event

__all__ = ["check_event", "conditions_for", "rank", "rank_reading", "read_files"]


def read_files(
    paths: Sequence[Path],
    *,
    format: str | None = None,
    encoding: str | None = None,
    letters: str = "en",
    number: str = "tricks",
    event: int | None = None,
) -> Reading:
    """One reading of one file or several, each file a session unless the files are parts of one event."""
    whole = load_together(paths, format=format, encoding=encoding, language=letters, number=number)
    if whole is not None:
        return whole
    readings = [
        load(path, format=format, encoding=encoding, language=letters, number=number, event=event) for path in paths
    ]
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
    return check_scores(event, conditions)


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
    return score_event(facts, conditions_for(facts, method=method, conditions=conditions, settings=settings))


def conditions_for(
    event: Event, *, method: str | None, conditions: Conditions | None, settings: Mapping[str, object]
) -> Conditions:
    """The conditions given, else those kept with the event, with settings by name; the method asked for, else its own.

    Raises `ConditionsError` where a setting is not known or contradicts another.

    >>> conditions_for(Event(method="butler"), method=None, conditions=None, settings={}).method
    'butler'
    """
    chosen = method or (None if "method" in settings or conditions else event.method)
    return conditions_from(
        base=conditions or kept_conditions(event),
        method=chosen,
        settings=[f"{name}={value}" for name, value in settings.items()],
    )
