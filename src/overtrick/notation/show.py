"""Outcomes as people like to see them, on travellers and score cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.i18n import gettext as _
from overtrick.model.contract import Contract
from overtrick.model.outcome import Average, Awarded, BareScore, Missing, NotPlayed, PassedOut, Played, SitOut, Unit
from overtrick.notation.award import write_number

if TYPE_CHECKING:
    from fractions import Fraction

    from overtrick.model.outcome import Outcome

__all__ = ["show", "show_entry"]


def show(outcome: Outcome | Contract, *, symbols: bool = True) -> str:
    """An outcome, or a contract alone, in the language in force; without `symbols` in plain letters.

    >>> from overtrick.notation.result import parse
    >>> show(parse("4sx n +1").ns), show(parse("4sx n +1").ns, symbols=False), show(parse("3n -2").ns)
    ('4♠X N +1', '4SX N +1', '3NT -2')
    >>> show(parse("AVE").ns), show(parse("A55.5/40").ns), show(parse("w: 50% 2H= + 50% pass").ns)
    ('AVE', '55.5 %', '50 % 2♥ = + 50 % Pass')
    """
    if isinstance(outcome, Contract):
        return _contract(outcome, symbols=symbols)
    if isinstance(outcome, Played):
        return f"{_contract(outcome.contract, symbols=symbols)} {f'{outcome.over:+d}' if outcome.over else '='}"
    if isinstance(outcome, PassedOut):
        return _("Pass")
    if isinstance(outcome, NotPlayed):
        return _("NP")
    if isinstance(outcome, SitOut):
        return _("sit-out")
    if isinstance(outcome, Missing):
        return "?"
    if isinstance(outcome, BareScore):
        return f"{outcome.points:+d}" if outcome.points else "0"
    if isinstance(outcome, Awarded):
        return _award(outcome)
    return " + ".join(f"{write_number(100 * weight)} % {show(part, symbols=symbols)}" for weight, part in outcome.parts)


def show_entry(ns: Outcome, ew: Outcome, *, symbols: bool = True) -> str:
    """Both sides' outcomes: once where they are the same, otherwise North-South first.

    >>> from overtrick.notation.result import parse
    >>> entry = parse("A+/A-")
    >>> show_entry(entry.ns, entry.ew)
    'AVE+ / AVE-'
    """
    if ns == ew:
        return show(ns, symbols=symbols)
    return f"{show(ns, symbols=symbols)} / {show(ew, symbols=symbols)}"


def _contract(contract: Contract, *, symbols: bool) -> str:
    strain = contract.strain.symbol if symbols else contract.strain.value
    declarer = f" {contract.declarer.value}" if contract.declarer else ""
    return f"{contract.level}{strain}{contract.doubling.text}{declarer}"


def _award(award: Awarded) -> str:
    if isinstance(award.value, Average):
        return {Average.PLUS: _("AVE+"), Average.AVERAGE: _("AVE"), Average.MINUS: _("AVE-")}[award.value]
    if award.unit is Unit.PERCENT:
        return _("{number} %").format(number=write_number(award.value))
    if award.unit is Unit.IMPS:
        return _("{number} IMPs").format(number=_signed(award.value))
    return _("{number} MP").format(number=write_number(award.value))


def _signed(number: Fraction) -> str:
    return write_number(number) if number < 0 else f"+{write_number(number)}"
