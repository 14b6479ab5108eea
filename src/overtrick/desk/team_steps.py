"""A team's numbers step by step: both tables of a match, their sum, IMPs, the margin, victory points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from overtrick.compare.imps import imps
from overtrick.compare.teams import board_a_match
from overtrick.desk.comparison import Step, amount, equals, figure
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.conditions import Conditions
from overtrick.model.event import Section
from overtrick.model.outcome import Awarded, Outcome, Weighted
from overtrick.model.standing import LineResult, Place, Standing
from overtrick.model.terms import Side
from overtrick.notation.show import show
from overtrick.ranking.victory_points import victory_points
from overtrick.report.cards import CardLine
from overtrick.report.methods import counts_vps, unit_text
from overtrick.scorer.halves import Points
from overtrick.tables.laws import law

__all__ = ["by_match", "match_lines", "table_outcome", "two_tables"]


def table_outcome(result: LineResult, side: Side) -> Outcome:
    """What a table came to for one side of it."""
    return result.line.ns_outcome if side is Side.NS else result.line.ew_outcome


def by_match(lines: Sequence[CardLine]) -> dict[tuple[str, str], list[CardLine]]:
    """The lines of a team's card match by match: each section of a session is one."""
    matches: dict[tuple[str, str], list[CardLine]] = {}
    for line in lines:
        matches.setdefault((line.session, line.section), []).append(line)
    return matches


def two_tables(lines: Sequence[CardLine], conditions: Conditions) -> Step:
    """What a board of a match is worth to a team, from its lines at the two tables.

    An award at either table decides the board (Law 86A); weighted results are compared outcome by outcome
    (Law 12C1(c)).
    """
    imp = conditions.method == "team-imps"
    title = _("The two tables compared")
    worth = next((line.worth.value for line in lines if line.worth.value is not None), None)
    if worth is None:
        return Step(title, (_("a table has no result: the board does not count"),))
    for line in lines:
        own, other = (table_outcome(line.result, side) for side in (line.side, line.side.opponents))
        if isinstance(own, Awarded) and isinstance(other, Awarded):
            words = _("an award at a table decides the board: {award}, worth {value} {unit}").format(
                award=show(own), value=amount(worth), unit=unit_text(conditions.method)
            )
            return Step(title, (words,), _("Laws 12C2 and 86A") if imp else _("Law 12C2"))
    rule = _("Law 78B, scale {table}").format(table=conditions.imp_table) if imp else _("Board-a-match")
    return Step(title, _sums(lines, conditions), rule)


def _sums(lines: Sequence[CardLine], conditions: Conditions) -> tuple[str, ...]:
    """Each score of the one table with each of the other, and what comes of it with its weight."""
    points = Points.under(law(conditions.law))
    north = next(line for line in lines if line.side is Side.NS)
    south = next(line for line in lines if line.side is Side.EW)
    working: list[str] = []
    weighted: list[tuple[Fraction, Fraction]] = []
    for first, ours in _mix(north, points):
        for second, mates in _mix(south, points):
            value = _compare(ours, mates, conditions)
            text = f"{ours:+d} + ({mates:+d}) = {ours + mates:+d}: {amount(value)} {unit_text(conditions.method)}"
            weight = first * second
            working.append(text if weight == 1 else f"{amount(weight * 100)} %: {text}")
            weighted.append((weight, value))
    if len(weighted) > 1:
        total = sum((weight * value for weight, value in weighted), Fraction(0))
        terms = " + ".join(f"{amount(weight)} × ({amount(value)})" for weight, value in weighted)
        working.append(f"{terms} {equals(total)}")
    return tuple(working)


def _mix(line: CardLine, points: Points) -> list[tuple[Fraction, int]]:
    """The team's own scores at a table with their weights."""
    outcome = table_outcome(line.result, line.side)
    parts = outcome.parts if isinstance(outcome, Weighted) else ((Fraction(1), outcome),)
    sign = 1 if line.side is Side.NS else -1
    return [(weight, sign * (points.of(part, line.board) or 0)) for weight, part in parts]


def _compare(ours: int, mates: int, conditions: Conditions) -> Fraction:
    if conditions.method == "team-imps":
        return Fraction(imps(ours + mates, table=conditions.imp_table))
    return board_a_match(ours, mates, tie=conditions.board_a_match_tie)


def match_lines(standing: Standing, place: Place, lines: Sequence[CardLine]) -> list[str]:
    """Each match of a team: its margin board by board, victory points on the scale, penalties."""
    key, conditions = place.contestant.key, standing.conditions
    sections = {
        (session.key, section.key): section for session in standing.event.sessions for section in session.sections
    }
    working = []
    won: list[Fraction] = []
    several = len({session for session, _section in by_match(lines)}) > 1
    for (session, section), played in by_match(lines).items():
        counted = [line for line in played if line.worth.value is not None]
        if not counted:
            continue
        text, value = _match(sections[session, section], key, counted, conditions)
        if several:
            text = _("session {session}: {sum}").format(session=session or "-", sum=text)
        working.append(text)
        won.append(value)
    if len(won) > 1:
        total = sum(won, Fraction(0))
        sums = " + ".join(amount(value) for value in won).replace("+ -", "- ")
        working.append(_("the matches together: {sum}").format(sum=f"{sums} {equals(total)}"))
    return working


def _match(section: Section, key: str, lines: Sequence[CardLine], conditions: Conditions) -> tuple[str, Fraction]:
    """One match in words, and what it brings to the total."""
    values = [line.worth.value or Fraction(0) for line in lines]
    margin = sum(values, Fraction(0))
    sums = " + ".join(amount(value) for value in values).replace("+ -", "- ")
    text = _("match against {team}: {sum}").format(
        team=lines[0].versus, sum=f"{sums} {equals(margin)} {unit_text(conditions.method)}"
    )
    vps = counts_vps(conditions) and len({line.versus for line in lines}) == 1
    value = Fraction(0) if counts_vps(conditions) else margin
    if vps:
        value = Fraction(victory_points(margin, boards=len(lines), scale=conditions.vp_scale)[0])
        text += "; " + ngettext(
            "over {count} board on the scale {scale}: {points} VP",
            "over {count} boards on the scale {scale}: {points} VP",
            len(lines),
        ).format(count=len(lines), scale=conditions.vp_scale, points=figure(value))
    off = sum(
        (
            penalty.amount
            for penalty in section.penalties
            if penalty.contestant == key and (penalty.unit == "vps") is counts_vps(conditions)
        ),
        Fraction(0),
    )
    if off:
        value -= off
        text += "; " + _("penalty of {amount}: {left}").format(amount=amount(off), left=amount(value))
    return text, value
