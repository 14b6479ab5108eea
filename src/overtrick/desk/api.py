"""What a Python programmer asks of a file beyond its ranking: another format, an audit, a check."""

from __future__ import annotations

from overtrick.desk.audit import Audit
from overtrick.desk.audit import audit as audit_event
from overtrick.desk.checks import check_reading, chosen_rules
from overtrick.desk.exchange import Converted
from overtrick.desk.exchange import convert as convert_event
from overtrick.desk.results import conditions_for
from overtrick.formats.format import format_named
from overtrick.model.conditions import Conditions
from overtrick.model.event import Event
from overtrick.model.reading import Problem, Reading

__all__ = ["audit", "check", "convert"]


def convert(event: Event | Reading, format: str, *, edition: str = "") -> Converted:
    """The event in another format: `.data` are the bytes, `.problems` what they do not hold of it.

    Raises FormatError for a format that there is not, that is not written, or that cannot hold such an event at all.

    >>> convert(Event("Tuesday"), "csv").data.splitlines()[1]
    b'Tuesday,,,,,'
    """
    facts = event.event if isinstance(event, Reading) else event
    return convert_event(facts, format_named(format), edition=edition)


def audit(
    reading: Event | Reading, *, method: str | None = None, conditions: Conditions | None = None, **settings: object
) -> Audit:
    """A published result worked out again: `.right` of `.stated` numbers follow, `.findings` are the others.

    Settings are those of `Conditions`, by name; the conventions behind the numbers are found, and are in
    `.fit.conditions`. Raises `ConditionsError` where a setting is not known or contradicts another.

    >>> audit(Event()).stated
    0
    """
    facts = reading.event if isinstance(reading, Reading) else reading
    wanted = conditions_for(facts, method=method, conditions=conditions, settings=settings)
    return audit_event(facts, wanted, reading=reading if isinstance(reading, Reading) else None)


def check(
    reading: Event | Reading, *, method: str | None = None, conditions: Conditions | None = None, **settings: object
) -> tuple[Problem, ...]:
    """Everything that looks wrong, the worst first: what reading found, and what a director looks for.

    Each problem has its place, severity and text, and the key of its rule. Raises `ConditionsError` where a setting is
    not known or contradicts another.

    >>> check(Event())
    ()
    """
    whole = reading if isinstance(reading, Reading) else Reading(reading)
    wanted = conditions_for(whole.event, method=method, conditions=conditions, settings=settings)
    return check_reading(whole, wanted, chosen_rules(), tables={})
