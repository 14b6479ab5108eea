"""Any number on a result list, from the contract to the place, rule by rule: what ends arguments at the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from overtrick.compare.butler import ButlerRule, datum, drop_count
from overtrick.compare.cross_imps import divisor
from overtrick.compare.frequency import Frequencies, Half, frequencies, matchpoints_from_frequencies
from overtrick.compare.imps import imps
from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.conditions import Conditions
from overtrick.model.outcome import Average, Awarded, BareScore, Outcome, PassedOut, Played, Weighted
from overtrick.model.standing import BoardResult, Place, SideResult, Standing
from overtrick.model.terms import Side
from overtrick.notation.show import show
from overtrick.report.cards import CardLine, card_lines
from overtrick.report.methods import unit_text
from overtrick.report.numbers import fixed, human, shortest
from overtrick.score.deal import deal_score
from overtrick.score.explain import explain_score
from overtrick.scorer.halves import Points, half_of
from overtrick.tables.laws import law

__all__ = ["Step", "explain_board", "explain_total", "steps_text"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation: what it works out, the working line by line, and the rule it rests on."""

    title: str
    lines: tuple[str, ...]
    rule: str = ""


def steps_text(steps: list[Step]) -> str:
    """Numbered steps as plain text."""
    blocks = []
    for number, step in enumerate(steps, 1):
        rule = f"  [{step.rule}]" if step.rule else ""
        blocks.append("\n".join([f"{number}. {step.title}{rule}", *(f"   {line}" for line in step.lines)]))
    return "\n\n".join(blocks)


def explain_board(standing: Standing, place: Place, number: int) -> list[Step]:
    """The steps by which a contestant's number on a board came about, then the total and the place.

    Raises `InputError` where the contestant has no line on that board.
    """
    lines = [line for line in card_lines(standing, place) if line.board.number == number]
    if not lines:
        have = ", ".join(str(line.board.number) for line in card_lines(standing, place))
        raise InputError(
            _("contestant {key} has no line on board {number}; boards: {have}").format(
                key=place.contestant.key, number=number, have=have or "-"
            )
        )
    steps: list[Step] = []
    for line in lines:
        steps.append(_what_happened(line))
        steps.extend(_worth(standing, line))
    steps.extend(explain_total(standing, place))
    return steps


def explain_total(standing: Standing, place: Place) -> list[Step]:
    """How a contestant's boards make the total, and the total the place."""
    lines = [line for line in card_lines(standing, place) if line.worth.value is not None]
    unit = unit_text(standing.conditions.method)
    working = [
        " + ".join(_number(line.worth.value) for line in lines).replace("+ -", "- ")
        + f" = {_number(sum((line.worth.value or Fraction(0) for line in lines), Fraction(0)))} {unit}"
    ]
    if place.adjustment:
        working.append(_("penalties and bonuses: {amount}").format(amount=_number(place.adjustment)))
    if place.contestant.carry_over:
        working.append(_("carried over: {amount}").format(amount=_number(place.contestant.carry_over)))
    if place.percent is not None:
        plain = 100 * (place.total - place.contestant.carry_over) / place.available
        if place.percent - place.contestant.handicap != plain:
            working.append(_("sessions of different tops count by their boards, or equally, as the conditions say"))
        working.append(
            _("{total} of {top} = {percent} % (exactly {exact})").format(
                total=_number(place.total),
                top=_number(place.available),
                percent=human(fixed(place.percent)),
                exact=f"{place.percent / 100}",
            )
        )
    if place.contestant.handicap:
        working.append(_("with a handicap of {amount}").format(amount=_number(place.contestant.handicap)))
    boards = ngettext("{count} board", "{count} boards", len(lines)).format(count=len(lines))
    return [
        Step(_("The total over {boards}").format(boards=boards), tuple(working), _("Law 78")),
        _the_place(standing, place),
    ]


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
        _("ranked on exact values; equal results share the better place"),
    )


def _own(line: CardLine) -> Outcome:
    return line.result.line.ns_outcome if line.side is Side.NS else line.result.line.ew_outcome


def _what_happened(line: CardLine) -> Step:
    """The board, who met whom, and the deal score element by element."""
    outcome = _own(line)
    title = _("Board {number}, dealer {dealer}, vulnerable: {vul}; {ns} North-South against {ew} East-West").format(
        number=line.board.number,
        dealer=line.board.dealer.value,
        vul=_vulnerable(line),
        ns=line.result.line.ns,
        ew=line.result.line.ew,
    )
    return Step(title, (show(outcome),))


def _vulnerable(line: CardLine) -> str:
    return {"none": _("neither side"), "both": _("both sides")}.get(
        line.board.vulnerability.value, line.board.vulnerability.value
    )


def _worth(standing: Standing, line: CardLine) -> list[Step]:
    outcome = _own(line)
    conditions = standing.conditions
    match outcome:
        case Played() | PassedOut() | BareScore():
            score = deal_score(outcome, board=line.board, law=conditions.law)
            text = tuple(explain_score(score).splitlines())
            steps = [Step(_("The deal score"), text, score.law.name)]
            return [*steps, *_compared(standing, line)]
        case Weighted():
            parts = tuple(
                _("{percent} % of {result}: {points:+d} to North-South").format(
                    percent=_number(weight * 100),
                    result=show(part),
                    points=deal_score(part, board=line.board, law=conditions.law).ns or 0,
                )
                for weight, part in outcome.parts
            )
            rule = _("Law 12C1(c): each outcome is compared on its own, then weighted")
            return [Step(_("A weighted score"), parts, rule), *_compared(standing, line)]
        case Awarded():
            return [_awarded(line, outcome, conditions)]
        case _:
            return [Step(_("No result: nothing to compare, and nothing counted as available"), ())]


def _awarded(line: CardLine, outcome: Awarded, conditions: Conditions) -> Step:
    worth = line.worth
    lines = []
    if isinstance(outcome.value, Average) and worth.percent is not None:
        lines.append(_average_reason(outcome.value, conditions, worth.percent))
    if worth.percent is not None:
        lines.append(
            _("{percent} % of the top of {top} = {value}").format(
                percent=human(fixed(worth.percent)), top=_number(worth.available), value=_number(worth.value)
            )
        )
    else:
        lines.append(_("worth {value} IMPs").format(value=_number(worth.value)))
    rule = _("Laws 12C2 and 88") if worth.available else _("Laws 12C2 and 86A")
    return Step(_("An artificial score, out of the comparison"), tuple(lines), rule)


def _average_reason(average: Average, conditions: Conditions, percent: Fraction) -> str:
    if average is Average.PLUS:
        plain = percent == conditions.average_plus
        return (
            _("average plus: {base} %").format(base=_number(conditions.average_plus))
            if plain
            else _("average plus: more than {base} %, because the contestant's own session is better").format(
                base=_number(conditions.average_plus)
            )
        )
    if average is Average.MINUS:
        plain = percent == conditions.average_minus
        return (
            _("average minus: {base} %").format(base=_number(conditions.average_minus))
            if plain
            else _("average minus: less than {base} %, because the contestant's own session is worse").format(
                base=_number(conditions.average_minus)
            )
        )
    return _("average: {base} %").format(base=_number(conditions.average))


def _field(standing: Standing, line: CardLine) -> tuple[BoardResult, list[Half]]:
    """The board, and what its own side brought there, of the same version of the board; the own line comes last."""
    points = Points.under(law(standing.conditions.law))
    across = standing.conditions.sections == "across"
    here: BoardResult | None = None
    halves: list[Half] = []
    own: Half | None = None
    for board in standing.boards:
        if board.session != line.session or board.board.number != line.board.number:
            continue
        if board.section == line.section:
            here = board
        elif not across:
            continue
        for result in board.lines:
            half = half_of(result.line, board.board, line.side, points, standing.conditions.split)
            if half is None or result.line.version != line.result.line.version:
                continue
            if result.line is line.result.line:
                own = half
            else:
                halves.append(half)
    if here is None or own is None:
        raise InputError(_("the line takes no part in a comparison"))
    return here, [*halves, own]


def _compared(standing: Standing, line: CardLine) -> list[Step]:
    board, halves = _field(standing, line)
    conditions = standing.conditions
    match conditions.method:
        case "cross-imps":
            return [_cross(line, halves, conditions)]
        case "butler":
            return [_butler(line, halves, conditions)]
        case "total-points":
            return [Step(_("Total points: the score itself"), (_number(line.worth.value),))]
        case _:
            return _matchpoints(board, line, halves, conditions)


def _scores(counts: Frequencies) -> str:
    """Scores from the best down, with their numbers."""
    return ", ".join(
        f"{points:+d}" + (f" × {_number(Fraction(count))}" if count != 1 else "")
        for points, count in sorted(counts.items(), reverse=True)
    )


def _matchpoints(board: BoardResult, line: CardLine, halves: list[Half], conditions: Conditions) -> list[Step]:
    counts = frequencies(halves)
    own = halves[-1]
    count = len(halves)
    lines = [
        _("scores of the {count} {side} here: {scores}").format(
            count=count, side=line.side.value, scores=_scores(counts)
        )
    ]
    if own.is_plain:
        points = own.parts[0][1]
        lower = sum((Fraction(n) for score, n in counts.items() if score < points), Fraction(0))
        equal = Fraction(counts[points]) - 1
        value = matchpoints_from_frequencies(counts)[points]
        lines.append(
            _("{lower} lower, two each; {equal} equal, one each: 2 × {lower} + {equal} = {value}").format(
                lower=_number(lower), equal=_number(equal), value=_number(value)
            )
        )
    steps = [Step(_("Compared with the field"), tuple(lines), _("Law 78A"))]
    after: list[str] = []
    note = line.worth.note
    if note in ("neuberg", "factor", "add-one") and own.is_plain:
        value = matchpoints_from_frequencies(counts)[own.parts[0][1]]
        if note == "neuberg":
            stretched = (value + 1) * board.expected / count - 1
            after.append(
                _(
                    "{count} results where {expected} are expected: ({value} + 1) × {expected} / {count} - 1 = {result}"
                ).format(count=count, expected=board.expected, value=_number(value), result=_number(stretched))
            )
    if note == "small-group":
        after.append(
            ngettext(
                "a fouled group of {count} result gets a fixed percentage",
                "a fouled group of {count} results gets a fixed percentage",
                count,
            ).format(count=count)
        )
    if note == "lone-result":
        after.append(_("a board with one result gives it 60 %"))
    if conditions.matchpoint_scale != "2-1-0":
        after.append(_("counted 1 for a win and ½ for a tie: half of it"))
    if after:
        steps.append(Step(_("Made comparable with the other boards"), tuple(after), _neuberg_rule(note)))
    steps.append(_share(line.worth))
    return steps


def _neuberg_rule(note: str) -> str:
    return {
        "neuberg": _("Neuberg's formula (EBU White Book 4.2.3)"),
        "small-group": _("Law 87; EBU White Book 4.2.3.3"),
    }.get(note, "")


def _share(worth: SideResult) -> Step:
    text = (
        _("{value} of {top} = {percent} %").format(
            value=_number(worth.value), top=_number(worth.available), percent=human(fixed(worth.percent))
        )
        if worth.percent is not None
        else _number(worth.value)
    )
    return Step(_("The board"), (text,), _("a top is twice the expected results less two"))


def _cross(line: CardLine, halves: list[Half], conditions: Conditions) -> Step:
    own = halves[-1]
    counts = frequencies(halves[:-1])
    lines: list[str] = []
    total = Fraction(0)
    for weight, points in own.parts if own.own is None else ((1, own.own),):
        for score, count in sorted(counts.items(), reverse=True):
            value = Fraction(imps(points - score, table=conditions.imp_table))
            total += Fraction(weight) * value * count
            times = f" × {_number(Fraction(count))}" if count != 1 else ""
            lines.append(f"{points:+d} - ({score:+d}) = {points - score:+d}: {_number(value)} IMP{times}")
    by = divisor(conditions.cross_divisor, len(halves))
    lines.append(
        _("sum {total}, divided by {by}: {value}").format(
            total=_number(total), by=_number(by), value=_number(line.worth.value)
        )
    )
    return Step(
        _("Cross-IMPs against every other score"),
        tuple(lines),
        _("Law 78B, scale {table}").format(table=conditions.imp_table),
    )


def _butler(line: CardLine, halves: list[Half], conditions: Conditions) -> Step:
    given = conditions.datum_given if line.side is Side.NS else -conditions.datum_given
    rule = ButlerRule(conditions.datum, conditions.datum_drop, conditions.datum_rounding, given, conditions.imp_table)
    counts = frequencies(halves)
    middle = datum(counts, rule)
    lines = [_("scores: {scores}").format(scores=_scores(counts))]
    drop = drop_count(conditions.datum_drop, len(halves)) if conditions.datum != "given" else 0
    if drop:
        lines.append(ngettext("{count} left out at each end", "{count} left out at each end", drop).format(count=drop))
    lines.append(_("datum: {datum}").format(datum=_number(middle)))
    own = halves[-1]
    for weight, points in own.parts if own.own is None else ((1, own.own),):
        difference = points - middle
        won = Fraction(imps(difference, table=conditions.imp_table))
        text = f"{points:+d} - ({_number(middle)}) = {_number(difference)}: {_number(won)} IMP"
        lines.append(text if weight == 1 else f"{_number(Fraction(weight) * 100)} %: {text}")
    return Step(
        _("IMPs against the datum"), tuple(lines), _("Law 78B, scale {table}").format(table=conditions.imp_table)
    )


def _number(value: Fraction | None) -> str:
    return "-" if value is None else human(shortest(value))
