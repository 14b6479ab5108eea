"""Writing a traveller sheet. What it has no place for is left out; `overtrick convert` reads it back and tells."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.errors import FormatError
from overtrick.model.event import Contestant, Event, Line, Section
from overtrick.model.outcome import Entry, PassedOut, Played
from overtrick.model.standing import Standing
from overtrick.notation.result import write

from overtrick_example.reading import KEY, SIDES

__all__ = ["dumps_sheet"]


def dumps_sheet(event: Event, *, standing: Standing | None = None) -> str:
    """The event as a traveller sheet. A standing adds nothing: results follow from the facts.

    Raises FormatError for an event of several sections, whose pairs would get mixed up.

    >>> print(dumps_sheet(Event("Tuesday", winners=2)), end="")
    TRAVELLERS Tuesday
    WINNERS 2
    """
    del standing
    sections = [section for session in event.sessions for section in session.sections]
    if len(sections) > 1:
        raise FormatError(f"a traveller sheet holds one section, and this event has {len(sections)}")
    lines = [_plain("TRAVELLERS", event.name)]
    lines += [_plain("DATE", event.date)] if event.date else []
    lines += [f"WINNERS {event.winners}"] if event.winners else []
    for section in sections:
        lines += _section(section)
    return "\n".join(lines) + "\n"


def _plain(*words: str) -> str:
    """Words on one line, whatever line ends and control characters they hold."""
    text = " ".join(" ".join(words).split())
    return "".join(letter for letter in text if letter.isprintable())


def _fits(key: str) -> bool:
    return bool(KEY.fullmatch(key)) and key.isprintable() and key not in SIDES


def _section(section: Section) -> Iterator[str]:
    for who in section.contestants:
        if _fits(who.key):
            yield _pair(who)
    for traveller in section.travellers:
        yield ""
        yield f"BOARD {traveller.board.number}"
        yield from (_line(line) for line in traveller.lines if not line.south and _fits(line.ns) and _fits(line.ew))


def _pair(who: Contestant) -> str:
    direction = who.direction.value if who.direction else ""
    return _plain("PAIR", direction, who.key, " & ".join(who.names))


def _line(line: Line) -> str:
    same = line.ns_outcome == line.ew_outcome
    played = same and isinstance(line.ns_outcome, Played | PassedOut)
    points = str(line.stated.points) if played and line.stated and line.stated.points is not None else ""
    return _plain(f"{line.ns}-{line.ew}", write(Entry(line.ns_outcome, line.ew_outcome)), points)
