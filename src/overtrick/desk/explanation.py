"""Any number on a result list, from the contract to the place, rule by rule: what ends arguments at the table."""

from __future__ import annotations

from fractions import Fraction

from overtrick.desk.comparison import Step, amount, compared, figure
from overtrick.desk.team_steps import by_match, match_lines, table_outcome, two_tables
from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.conditions import Conditions
from overtrick.model.outcome import Average, Awarded, BareScore, PassedOut, Played, Weighted
from overtrick.model.rounding import round_value
from overtrick.model.standing import Place, SideResult, Standing
from overtrick.model.terms import Side
from overtrick.notation.show import show
from overtrick.report.cards import CardLine, card_lines
from overtrick.report.methods import total_unit, unit_text
from overtrick.report.numbers import fixed, human
from overtrick.score.deal import deal_score
from overtrick.score.explain import explain_score
from overtrick.scorer.teams import TEAM_METHODS

__all__ = ["Step", "explain_board", "explain_total", "steps_text"]


def steps_text(steps: list[Step]) -> str:
    """Numbered steps as plain text."""
    blocks = []
    for number, step in enumerate(steps, 1):
        rule = f"  [{step.rule}]" if step.rule else ""
        blocks.append("\n".join([f"{number}. {step.title}{rule}", *(f"   {line}" for line in step.lines)]))
    return "\n\n".join(blocks)


def explain_board(standing: Standing, place: Place, number: int, *, session: str | None = None) -> list[Step]:
    """The steps by which a contestant's number on a board came about, then the total and the place.

    A board that occurs in several sessions is explained in each, or in the one `session` alone.
    Raises `InputError` where the contestant has no line on that board, or there is no such session.
    """
    card = [line for line in card_lines(standing, place) if session is None or _same(line.session, session)]
    known = dict.fromkeys(result.session for result in standing.boards)
    if session is not None and not any(_same(key, session) for key in known):
        raise InputError(
            _("no session {text!r}; known: {known}").format(
                text=session, known=", ".join(key or "-" for key in known) or _("none")
            )
        )
    lines = [line for line in card if line.board.number == number]
    if not lines:
        have = ", ".join(dict.fromkeys(str(line.board.number) for line in card))
        raise InputError(
            _("contestant {key} has no line on board {number}; boards: {have}").format(
                key=place.contestant.key, number=number, have=have or "-"
            )
        )
    several = len(known) > 1
    steps: list[Step] = []
    if standing.conditions.method in TEAM_METHODS:
        for tables in by_match(lines).values():
            for line in tables:
                steps.append(_what_happened(line, several=several))
                steps.extend(_scored(line, standing.conditions))
            steps.append(two_tables(tables, standing.conditions))
    else:
        for line in lines:
            steps.append(_what_happened(line, several=several))
            steps.extend(_worth(standing, line))
    steps.extend(explain_total(standing, place))
    return steps


def _same(key: str, asked: str) -> bool:
    """Whether a session is the one asked for; `-` stands for one without a name, as it is shown."""
    return (key or "-").casefold() == (asked.strip() or "-").casefold()


def explain_total(standing: Standing, place: Place) -> list[Step]:
    """How a contestant's boards make the total, and the total the place."""
    conditions = standing.conditions
    lines = [line for line in card_lines(standing, place) if line.worth.value is not None]
    teams = conditions.method in TEAM_METHODS
    working = match_lines(standing, place, lines) if teams else _session_sums(lines, conditions)
    carried, handicap = place.contestant.carry_over, place.contestant.handicap
    if place.adjustment:
        working.append(_("penalties and bonuses: {amount}").format(amount=figure(place.adjustment)))
    if carried:
        working.append(_("carried over: {amount}").format(amount=figure(carried)))
    summed = sum((line.worth.value or Fraction(0) for line in lines), Fraction(0)) + place.adjustment + carried
    if place.total != summed and not teams:
        working.append(_raised(conditions))
    working.append(
        _("the total: {total} {unit} (exactly {exact})").format(
            total=figure(place.total), unit=total_unit(conditions), exact=place.total
        )
    )
    if place.percent is not None:
        working += _percentage(place)
    elif handicap and not teams:
        working.append(_("with a handicap of {amount}").format(amount=figure(handicap)))
    boards = ngettext("{count} board", "{count} boards", len(lines)).format(count=len(lines))
    return [
        Step(_("The total over {boards}").format(boards=boards), tuple(working), _("Law 78")),
        _the_place(standing, place),
    ]


def _session_sums(lines: list[CardLine], conditions: Conditions) -> list[str]:
    """The boards of each session added up; numbers shown to two places are added as they are, not as shown."""
    sessions: dict[str, list[Fraction]] = {}
    for line in lines:
        sessions.setdefault(line.session, []).append(line.worth.value or Fraction(0))
    unit = unit_text(conditions.method)
    working = []
    rounded = False
    for session, values in sessions.items():
        inexact = any(100 % value.denominator for value in values)
        rounded |= inexact
        total = sum(values, Fraction(0))
        sums = " + ".join(figure(value) for value in values).replace("+ -", "- ")
        text = f"{sums} {'≈' if inexact else '='} {figure(total)} {unit}"
        if len(sessions) > 1:
            text = _("session {session}: {sum}").format(session=session or "-", sum=text)
        after = round_value(total, conditions.total_rounding)
        if after != total and conditions.method in ("matchpoints", "ascherman", "butler", "cross-imps", "total-points"):
            text += "; " + _("rounded ({rule}): {value}").format(rule=conditions.total_rounding, value=amount(after))
        working.append(text)
    if rounded:
        working.append(_("numbers are shown to two places and added exactly"))
    return working


def _raised(conditions: Conditions) -> str:
    if conditions.unequal_boards == "factor":
        return _("fewer boards than others had: each session brought up to the full number")
    return _("each session rounded ({rule})").format(rule=conditions.total_rounding)


def _percentage(place: Place) -> list[str]:
    """The share of what was available: carry-over stands outside it, a handicap is added to it."""
    carried, handicap = place.contestant.carry_over, place.contestant.handicap
    assert place.percent is not None
    own, total = place.percent - handicap, place.total - carried
    working = [_("without what was carried over: {total}").format(total=figure(total))] if carried else []
    if own == 100 * total / place.available:
        sum_of = _("{total} of {top} = {percent} % (exactly {exact})")
    else:
        working.append(_("sessions of different tops count by their boards, or equally, as the conditions say"))
        sum_of = _("{total} of {top}, session by session: {percent} % (exactly {exact})")
    working.append(
        sum_of.format(total=figure(total), top=figure(place.available), percent=human(fixed(own)), exact=f"{own / 100}")
    )
    if handicap:
        working.append(
            _("with a handicap of {amount}: {percent} %").format(
                amount=figure(handicap), percent=human(fixed(place.percent))
            )
        )
    return working


def _the_place(standing: Standing, place: Place) -> Step:
    same_list = [
        other
        for other in standing.places
        if other.direction == place.direction
        and (standing.conditions.ranking != "sections" or other.section == place.section)
    ]
    better = sum(other.place < place.place for other in same_list)
    equal = sum(other.place == place.place for other in same_list) - 1
    lines = [ngettext("{count} contestant did better", "{count} contestants did better", better).format(count=better)]
    if equal:
        lines.append(
            ngettext("{count} other has exactly the same", "{count} others have exactly the same", equal).format(
                count=equal
            )
        )
    return Step(
        _("The place: {place} of {all}").format(place=f"{place.place}{'=' if place.tied else ''}", all=len(same_list)),
        tuple(lines),
        _("ranked on exact values; equal results share the better place")
        if standing.conditions.percent_rounding == "exact"
        else _("ranked on percentages rounded to {rule}; equal results share the better place").format(
            rule=standing.conditions.percent_rounding
        ),
    )


def _what_happened(line: CardLine, *, several: bool) -> Step:
    """The board, who met whom, and the deal score element by element."""
    outcome = table_outcome(line.result, line.side)
    title = _("Board {number}, dealer {dealer}, vulnerable: {vul}; {ns} North-South against {ew} East-West").format(
        number=line.board.number,
        dealer=line.board.dealer.value,
        vul=_vulnerable(line),
        ns=line.result.line.label(Side.NS),
        ew=line.result.line.label(Side.EW),
    )
    if several:
        title = _("Session {session}: {what}").format(session=line.session or "-", what=title)
    return Step(title, (show(outcome),))


def _vulnerable(line: CardLine) -> str:
    return {"none": _("neither side"), "both": _("both sides")}.get(
        line.board.vulnerability.value, line.board.vulnerability.value
    )


def _scored(line: CardLine, conditions: Conditions) -> list[Step]:
    """The deal score of what happened, or those of a weighted score; nothing where there is none."""
    outcome = table_outcome(line.result, line.side)
    match outcome:
        case Played() | PassedOut() | BareScore():
            score = deal_score(outcome, board=line.board, law=conditions.law)
            return [Step(_("The deal score"), tuple(explain_score(score).splitlines()), score.law.name)]
        case Weighted():
            parts = tuple(
                _("{percent} % of {result}: {points:+d} to North-South").format(
                    percent=figure(weight * 100),
                    result=show(part),
                    points=deal_score(part, board=line.board, law=conditions.law).ns or 0,
                )
                for weight, part in outcome.parts
            )
            rule = _("Law 12C1(c): each outcome is compared on its own, then weighted")
            return [Step(_("A weighted score"), parts, rule)]
        case _:
            return []


def _worth(standing: Standing, line: CardLine) -> list[Step]:
    outcome = table_outcome(line.result, line.side)
    if isinstance(outcome, Awarded):
        return [_awarded(line, outcome, standing.conditions)]
    scored = _scored(line, standing.conditions)
    if scored:
        return [*scored, *compared(standing, line)]
    return [Step(_("No result: nothing to compare, and nothing counted as available"), ())]


def _awarded(line: CardLine, outcome: Awarded, conditions: Conditions) -> Step:
    worth = line.worth
    lines = []
    if isinstance(outcome.value, Average) and worth.percent is not None:
        lines.append(_average_reason(outcome.value, conditions, worth))
    if worth.percent is not None:
        lines.append(
            _("{percent} % of the top of {top} = {value}").format(
                percent=human(fixed(worth.percent)), top=figure(worth.available), value=figure(worth.value)
            )
        )
        if conditions.line_rounding != "exact":
            lines.append(_("matchpoints are rounded ({rule})").format(rule=conditions.line_rounding))
    else:
        lines.append(_("worth {value} IMPs").format(value=figure(worth.value)))
    rule = _("Laws 12C2 and 88") if worth.available else _("Laws 12C2 and 86A")
    return Step(_("An artificial score, out of the comparison"), tuple(lines), rule)


def _further(percent: Fraction, base: Fraction, worth: SideResult, conditions: Conditions) -> bool:
    """Whether the contestant's own percentage moved an average away from its base, rounding of the line aside."""
    plain = round_value(base * worth.available / 100, conditions.line_rounding, average=worth.available / 2)
    return percent != 100 * plain / worth.available


def _average_reason(average: Average, conditions: Conditions, worth: SideResult) -> str:
    percent = worth.percent or Fraction(0)
    if average is Average.PLUS:
        plain = not _further(percent, conditions.average_plus, worth, conditions)
        return (
            _("average plus: {base} %").format(base=figure(conditions.average_plus))
            if plain
            else _("average plus: more than {base} %, because the contestant's own session is better").format(
                base=figure(conditions.average_plus)
            )
        )
    if average is Average.MINUS:
        plain = not _further(percent, conditions.average_minus, worth, conditions)
        return (
            _("average minus: {base} %").format(base=figure(conditions.average_minus))
            if plain
            else _("average minus: less than {base} %, because the contestant's own session is worse").format(
                base=figure(conditions.average_minus)
            )
        )
    return _("average: {base} %").format(base=figure(conditions.average))
