"""How a result was compared with its field, step by step: matchpoints, cross-IMPs, Butler.

Every function works its number out again from the scores, so that what is told is what is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from overtrick.compare.butler import cut_off, datum, drop_count
from overtrick.compare.cross_imps import divisor
from overtrick.compare.frequency import Frequencies, Half, Number, frequencies
from overtrick.compare.imps import imps
from overtrick.errors import InputError
from overtrick.i18n import gettext as _
from overtrick.i18n import ngettext
from overtrick.model.conditions import Conditions
from overtrick.model.standing import BoardResult, SideResult, Standing
from overtrick.report.cards import CardLine
from overtrick.report.numbers import fixed, human, shortest
from overtrick.scorer.boards import butler_rule
from overtrick.scorer.halves import Points, half_of
from overtrick.tables.laws import law

__all__ = ["Step", "amount", "compared", "equals", "figure", "share", "weighted"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation: what it works out, the working line by line, and the rule it rests on."""

    title: str
    lines: tuple[str, ...]
    rule: str = ""


def figure(value: Fraction | None) -> str:
    """A number rounded to two places for reading.

    >>> figure(Fraction(29, 2)), figure(None)
    ('14.5', '-')
    """
    return "-" if value is None else human(shortest(value))


def amount(value: Number) -> str:
    """A number inside a sum: in decimals where two places hold it, else as a fraction, so that the sum is true.

    >>> amount(Fraction(29, 2)), amount(Fraction(13, 3))
    ('14.5', '13/3')
    """
    number = Fraction(value)
    return human(shortest(number)) if 100 % number.denominator == 0 else str(number)


def equals(value: Number) -> str:
    """The outcome of a sum with its sign of equality; a fraction says what it is about.

    >>> equals(Fraction(29, 2)), equals(Fraction(13, 3))
    ('= 14.5', '= 13/3 ≈ 4.33')
    """
    number = Fraction(value)
    return f"= {amount(number)}" if 100 % number.denominator == 0 else f"= {number} ≈ {figure(number)}"


def weighted(won: Iterable[tuple[Fraction, int, Fraction]], total: Fraction) -> str:
    """The outcomes of a weighted score, each with its weight, its points and what it is worth, and their sum.

    >>> weighted([(Fraction(3, 5), 420, Fraction(4)), (Fraction(2, 5), -50, Fraction(1))], Fraction(14, 5))
    '60 % of +420: 4; 40 % of -50: 1; 0.6 × 4 + 0.4 × 1 = 2.8'
    """
    parts = sorted(won, key=lambda part: (-part[0], -part[1]))
    each = [
        _("{percent} % of {points:+d}: {value}").format(
            percent=amount(weight * 100), points=points, value=amount(value)
        )
        for weight, points, value in parts
    ]
    sums = " + ".join(f"{amount(weight)} × {_signed(value)}" for weight, _points_, value in parts)
    return "; ".join([*each, f"{sums} {equals(total)}"])


def _signed(value: Fraction) -> str:
    return amount(value) if value >= 0 else f"({amount(value)})"


def compared(standing: Standing, line: CardLine) -> list[Step]:
    """The steps from a real result to what it is worth."""
    board, halves, others = _field(standing, line)
    conditions = standing.conditions
    match conditions.method:
        case "cross-imps":
            return [_cross(board, line, halves, conditions, fouled=others)]
        case "butler":
            return [_butler(line, halves, conditions)]
        case "total-points":
            return [_points(line, halves[-1])]
        case "matchpoints" | "ascherman":
            return _matchpoints(board, line, halves, conditions)
        case _:
            return [Step(_("The board"), (figure(line.worth.value),))]


def _field(standing: Standing, line: CardLine) -> tuple[BoardResult, list[Half], bool]:
    """The board, what its side brought there on the same version (the own line last), and whether there are others."""
    points = Points.under(law(standing.conditions.law))
    across = standing.conditions.sections == "across"
    here: BoardResult | None = None
    halves: list[Half] = []
    own: Half | None = None
    others = False
    for board in standing.boards:
        if board.session != line.session or board.board.number != line.board.number:
            continue
        if board.section == line.section:
            here = board
        elif not across:
            continue
        for result in board.lines:
            half = half_of(result.line, board.board, line.side, points, standing.conditions.split)
            if half is None:
                continue
            if result.line.version != line.result.line.version:
                others = True
            elif result.line is line.result.line:
                own = half
            else:
                halves.append(half)
    if here is None or own is None:
        raise InputError(_("the line takes no part in a comparison"))
    return here, [*halves, own], others


def _scores(counts: Frequencies) -> str:
    """Scores from the best down, with their numbers."""
    return ", ".join(
        f"{points:+d}" + (f" × {amount(count)}" if count != 1 else "")
        for points, count in sorted(counts.items(), reverse=True)
        if count
    )


def _parts(half: Half) -> tuple[tuple[Number, int], ...]:
    """The scores that the side itself is compared by, with their weights."""
    return half.parts if half.own is None else ((1, half.own),)


def _matchpoints(board: BoardResult, line: CardLine, halves: list[Half], conditions: Conditions) -> list[Step]:
    own = halves[-1]
    count = len(halves)
    others = frequencies(halves[:-1])
    extra = 1 if conditions.method == "ascherman" else 0
    lines = [
        _("scores of the {count} {side} here: {scores}").format(
            count=count, side=line.side.value, scores=_scores(frequencies(halves))
        )
    ]
    value = Fraction(0)
    won: list[tuple[Fraction, int, Fraction]] = []
    for weight, points in _parts(own):
        lower = sum((Fraction(n) for score, n in others.items() if score < points), Fraction(0))
        equal = Fraction(others.get(points, 0))
        if own.own is not None:  # the other half of a split score stands in the field, and so does half of its own
            for share_, score in own.parts:
                if score != points:
                    lower += Fraction(share_) if score < points else 0
                else:
                    equal += Fraction(share_) - 1
        here = 2 * lower + equal + extra
        value += weight * here
        won.append((Fraction(weight), points, here))
        text = (
            _("{lower} lower, two each; {equal} equal, one each: 2 × {lower} + {equal} {result}")
            if not extra
            else _(
                "{lower} lower, two each; {equal} equal, one each; one for itself: 2 × {lower} + {equal} + 1 {result}"
            )
        ).format(lower=amount(lower), equal=amount(equal), result=equals(here))
        lines.append(text if weight == 1 else f"{amount(Fraction(weight) * 100)} %: {points:+d}: {text}")
    if len(won) > 1:
        lines.append(weighted(won, value))
    best = Fraction(2 * count - 2 + extra)
    if not extra <= value <= best:
        value = min(max(value, Fraction(extra)), best)
        lines.append(_("never past a top or a bottom: {value}").format(value=amount(value)))
    steps = [Step(_("Compared with the field"), tuple(lines), _("Law 78A"))]
    after = _made_comparable(board, line, count, value, conditions)
    if after:
        steps.append(Step(_("Made comparable with the other boards"), tuple(after), _neuberg_rule(line.worth.note)))
    return [*steps, share(line.worth, conditions)]


def _made_comparable(
    board: BoardResult, line: CardLine, count: int, value: Fraction, conditions: Conditions
) -> list[str]:
    """Neuberg and its kin, small groups, the scale of 1, ½ and 0, and the rounding of a line: each where it changes."""
    after: list[str] = []
    expected = board.expected
    known = _("{count} results where {expected} are expected: ").format(count=count, expected=expected)
    match line.worth.note:
        case "neuberg":
            result = (value + 1) * expected / count - 1
            after.append(f"{known}({amount(value)} + 1) × {expected} / {count} - 1 {equals(result)}")
        case "factor" if count > 1:
            result = value * (expected - 1) / (count - 1)
            after.append(f"{known}{amount(value)} × {expected - 1} / {count - 1} {equals(result)}")
        case "factor":
            result = Fraction(expected - 1)
            after.append(_("one result where {expected} are expected: half of a top").format(expected=expected))
        case "add-one":
            result = value + expected - count
            after.append(f"{known}{amount(value)} + {expected - count} {equals(result)}")
        case "ascherman":
            result = value * expected / count
            if count != expected:
                after.append(f"{known}{amount(value)} × {expected} / {count} {equals(result)}")
        case "small-group" | "lone-result" as note:
            own = value - (1 if conditions.method == "ascherman" else 0)
            percent = 60 + 5 * (own - (count - 1))
            full = line.worth.available * (2 if conditions.matchpoint_scale == "1-½-0" else 1)
            result = percent * full / 100
            after.append(
                ngettext(
                    "a fouled group of {count} result gets a fixed percentage",
                    "a fouled group of {count} results gets a fixed percentage",
                    count,
                ).format(count=count)
                if note == "small-group"
                else _("a board with one result gives it 60 %")
            )
            after.append(f"{amount(percent)} % × {amount(full)} {equals(result)}")
        case _:
            result = value
    if conditions.matchpoint_scale == "1-½-0":
        after.append(_("counted 1 for a win and ½ for a tie: half of it {result}").format(result=equals(result / 2)))
        result /= 2
    if line.worth.value is not None and line.worth.value != result:
        after.append(
            _("rounded ({rule}): {value}").format(rule=conditions.line_rounding, value=amount(line.worth.value))
        )
    return after


def _neuberg_rule(note: str) -> str:
    return {
        "neuberg": _("Neuberg's formula (EBU White Book 4.2.3)"),
        "small-group": _("Law 87; EBU White Book 4.2.3.3"),
    }.get(note, "")


def share(worth: SideResult, conditions: Conditions) -> Step:
    """What a board is worth of its top."""
    text = (
        _("{value} of {top} = {percent} %").format(
            value=figure(worth.value), top=figure(worth.available), percent=human(fixed(worth.percent))
        )
        if worth.percent is not None
        else figure(worth.value)
    )
    if conditions.method == "ascherman":
        rule = _("a top is twice the expected results")
    else:
        rule = _("a top is twice the expected results less two")
    if conditions.matchpoint_scale == "1-½-0":
        rule = _("{rule}, halved").format(rule=rule)
    return Step(_("The board"), (text,), rule)


def _points(line: CardLine, own: Half) -> Step:
    parts = _parts(own)
    lines = [figure(line.worth.value)]
    if len(parts) > 1:
        lines = [" + ".join(f"{amount(weight)} × ({points:+d})" for weight, points in parts)]
        lines[0] += f" {equals(sum((Fraction(weight) * points for weight, points in parts), Fraction(0)))}"
    return Step(_("Total points: the score itself"), tuple(lines))


def _cross(board: BoardResult, line: CardLine, halves: list[Half], conditions: Conditions, *, fouled: bool) -> Step:
    own = halves[-1]
    counts = dict(frequencies(halves[:-1]))
    lines: list[str] = []
    total = Fraction(0)
    for weight, points in _parts(own):
        part = Fraction(0)
        for score, count in sorted(counts.items(), reverse=True):
            value = Fraction(imps(points - score, table=conditions.imp_table))
            part += value * count
            times = f" × {amount(count)}" if count != 1 else ""
            lines.append(f"{points:+d} - ({score:+d}) = {points - score:+d}: {amount(value)} IMP{times}")
        if weight != 1:
            lines.append(
                _("{points:+d}, sum {part}, counts {percent} %").format(
                    points=points, part=amount(part), percent=amount(Fraction(weight) * 100)
                )
            )
        total += weight * part
    size = len(halves)
    if conditions.cross_trim == "extremes":
        lines.append(_("the best and the worst comparison are left out, the rest brought up to the full number"))
    if conditions.cross_divisor == "sum" and fouled and size > 1:
        words = _("sum {total}, brought up from {size} to {results} results by {up} / {down}: {value}").format(
            total=amount(total),
            size=size,
            results=board.results,
            up=board.results - 1,
            down=size - 1,
            value=figure(line.worth.value),
        )
    else:
        by = divisor(conditions.cross_divisor, size)
        words = _("sum {total}, divided by {by}: {value}").format(
            total=amount(total), by=figure(by), value=figure(line.worth.value)
        )
    if conditions.cross_trim == "extremes":
        words = _("worth {value} IMPs").format(value=figure(line.worth.value))
    return Step(
        _("Cross-IMPs against every other score"),
        (*lines, words),
        _("Law 78B, scale {table}").format(table=conditions.imp_table),
    )


def _butler(line: CardLine, halves: list[Half], conditions: Conditions) -> Step:
    counts = frequencies(halves)
    middle = datum(counts, butler_rule(conditions, line.side))
    lines = [_("scores: {scores}").format(scores=_scores(counts))]
    drop = drop_count(conditions.datum_drop, len(halves)) if conditions.datum != "given" else 0
    if drop:
        lines.append(ngettext("{count} left out at each end", "{count} left out at each end", drop).format(count=drop))
    lines.append(_("datum: {datum}").format(datum=amount(middle)))
    parts = _parts(halves[-1])
    total = Fraction(0)
    for weight, points in parts:
        difference = points - middle
        won = Fraction(imps(difference, table=conditions.imp_table))
        text = f"{points:+d} - ({amount(middle)}) = {amount(difference)}: {amount(won)} IMP"
        if conditions.imp_cutoff == "australian" and cut_off(won) != won:
            won = cut_off(won)
            text += "; " + _("over 32 a tenth counts: {value}").format(value=amount(won))
        total += weight * won
        lines.append(text if weight == 1 else f"{amount(Fraction(weight) * 100)} %: {text}")
    if len(parts) > 1:
        lines.append(_("weighted together {result}").format(result=equals(total)))
    return Step(
        _("IMPs against the datum"), tuple(lines), _("Law 78B, scale {table}").format(table=conditions.imp_table)
    )
