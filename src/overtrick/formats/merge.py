"""Several files made one event: each file a session, names from files that hold nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from overtrick.errors import FormatError
from overtrick.i18n import gettext as _
from overtrick.model.event import Contestant, Section, Session
from overtrick.model.reading import Counts, Problem, Reading, Severity

__all__ = ["merge"]


def merge(readings: Sequence[Reading]) -> Reading:
    r"""One reading of several: their sessions one after the other, numbered where keys are the same.

    A file with names and no results gives its names to the contestants of the others. What files say differently
    about method or winners is told as a warning, and the first one stands.
    Raises FormatError for no reading at all.

    >>> from overtrick.formats.format import loads
    >>> one = loads(b"board,ns,ew,contract\n1,1,2,3NT N =\n")
    >>> [session.key for session in merge([one, one]).event.sessions]
    ['1', '2']
    """
    if not readings:
        raise FormatError(_("no file is given"))
    results = [reading for reading in readings if _has_results(reading)]
    names = [reading for reading in readings if not _has_results(reading)] if results else []
    results = results or list(readings)
    people = [who for reading in names for session in reading.event.sessions for who in _people(session)]
    sessions: list[Session] = []
    for reading in results:
        for session in reading.event.sessions:
            key = session.key if all(session.key != other.key for other in sessions) else str(len(sessions) + 1)
            while any(key == other.key for other in sessions):
                key += "'"
            sections = tuple(_named(section, people, reading.event.winners) for section in session.sections)
            sessions.append(Session(key, sections))
    first = results[0].event
    event = replace(
        first,
        sessions=tuple(sessions),
        method=next((one.event.method for one in results if one.event.method), None),
        winners=next((one.event.winners for one in results if one.event.winners), None),
    )
    problems = [problem for index, reading in enumerate(readings) for problem in _placed(reading, index)]
    for index, reading in enumerate(readings):
        problems.extend(_differs(reading, index, event.method, event.winners))
    counts = Counts(*(sum(values) for values in zip(*(_numbers(one.counts) for one in readings), strict=True)))
    kinds, pages = _joined([one.format for one in readings]), _joined([one.encoding for one in readings])
    return Reading(event, tuple(problems), counts, kinds, pages)


def _numbers(counts: Counts) -> tuple[int, int, int, int]:
    return counts.found, counts.taken, counts.refused, counts.guessed


def _has_results(reading: Reading) -> bool:
    return any(section.travellers for session in reading.event.sessions for section in session.sections)


def _people(session: Session) -> list[tuple[str, Contestant]]:
    return [(section.key, who) for section in session.sections for who in section.contestants]


def _named(section: Section, people: list[tuple[str, Contestant]], winners: int | None) -> Section:
    """The section with names from another file, by section, number and, with two winners, direction."""
    contestants = []
    for who in section.contestants:
        found = [
            other
            for key, other in people
            if other.key == who.key
            and key in ("", section.key)
            and (winners != 2 or other.direction in (None, who.direction))
        ]
        best = next((other for other in found if other.direction is who.direction), found[0] if found else None)
        contestants.append(replace(best, direction=who.direction) if best and not who.players else who)
    return replace(section, contestants=tuple(contestants))


def _placed(reading: Reading, index: int) -> list[Problem]:
    name = _("file {number}").format(number=index + 1)
    return [replace(problem, where=f"{name}, {problem.where}") for problem in reading.problems]


def _differs(reading: Reading, index: int, method: str | None, winners: int | None) -> list[Problem]:
    where = _("file {number}").format(number=index + 1)
    found = []
    if reading.event.method not in (None, method):
        text = _("the method is {found} here and {wanted} before; the first one stands")
        found.append(text.format(found=reading.event.method, wanted=method))
    if reading.event.winners not in (None, winners):
        text = _("{found} winners here and {wanted} before; the first one stands")
        found.append(text.format(found=reading.event.winners, wanted=winners))
    return [Problem(where, Severity.WARNING, text) for text in found]


def _joined(words: list[str]) -> str:
    return ", ".join(dict.fromkeys(word for word in words if word))
