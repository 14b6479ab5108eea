"""Standings, travellers and score cards as text for a terminal; `ascii` keeps every frame to ASCII."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.i18n import gettext as _
from overtrick.model.outcome import Played
from overtrick.model.standing import BoardResult, LineResult, Place, Standing
from overtrick.model.terms import Side
from overtrick.report.cards import (
    CardLine,
    card_lines,
    contestant_head,
    identity,
    place_label,
    place_text,
    summary_text,
)
from overtrick.report.frequency import bars, caption, sorted_lines
from overtrick.report.lists import RankingList, extra_columns, ranking_lists
from overtrick.report.methods import datum_text, explanation, has_percent, method_text, total_unit, unit_text
from overtrick.report.numbers import aligned, human, percent, shortest, signed
from overtrick.report.words import (
    board_title,
    clean,
    lead_text,
    names_text,
    outcome_text,
    seat_text,
    tricks_text,
    vulnerable_text,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["card", "ranking", "side_by_side", "traveller"]

_BAR_LIMIT = 24


def ranking(standing: Standing, *, ascii: bool = False, colour: bool = False, width: int | None = None) -> str:
    """The ranking list; two lists where North-South and East-West each have their own winners."""
    parts: list[RenderableType | str] = [_heading(standing, ascii=ascii)]
    for group in ranking_lists(standing):
        parts += ["", *([group.title, ""] if group.title else []), _ranking_table(standing, group, ascii=ascii)]
    parts += ["", _plain(" ".join(explanation(standing)), ascii=ascii)]
    return _render(parts, colour=colour, width=width)


def traveller(
    standing: Standing,
    result: BoardResult,
    *,
    own: LineResult | None = None,
    ascii: bool = False,
    colour: bool = False,
    width: int | None = None,
) -> str:
    """A board's traveller in frequency order and its frequency picture; `own` is the line to be marked."""
    method = standing.conditions.method
    unit = unit_text(method)
    heads = [_("NS"), _("EW"), _("Contract"), _("By"), _("Lead"), _("Tricks"), _("NS +"), _("EW +")]
    heads += [_("{unit} NS").format(unit=unit), _("{unit} EW").format(unit=unit)]
    if has_percent(method):
        heads += [_("% NS"), _("% EW")]
    rows = [_traveller_row(line, method, ascii=ascii) for line in sorted_lines(result)]
    marked = {index for index, line in enumerate(sorted_lines(result)) if line is own}
    title = board_title(result.board, ascii=ascii)
    if len({board.section for board in standing.boards}) > 1:
        title = f"{title}{' - ' if ascii else ' · '}{_('Section {section}').format(section=clean(result.section))}"
    if result.datum is not None:
        title = f"{title}{' - ' if ascii else ' · '}{datum_text(result.datum)}"
    table = _table(heads, rows, left={2, 3, 4, 5}, marked=marked, ascii=ascii)
    return _render([title, "", table, "", *_picture(result, own, ascii=ascii)], colour=colour, width=width)


def card(
    standing: Standing, place: Place, *, ascii: bool = False, colour: bool = False, width: int | None = None
) -> str:
    """A contestant's score card: every board from their side, with the result so far."""
    method = standing.conditions.method
    heads = [_("Board"), _("Vul/Dealer"), _("Vs"), _("Contract"), _("By"), _("Lead"), _("Tricks"), _("Score")]
    heads += [unit_text(method), *(["%", _("Running %")] if has_percent(method) else [_("Sum")])]
    rows = [_card_row(line, method, ascii=ascii) for line in card_lines(standing, place)]
    several = len({item.section for item in standing.places}) > 1
    title = f"{place_label(place, sections=several)}  {names_text(place.contestant)}"
    table = _table(heads, rows, left={1, 3, 4, 5, 6}, marked=set(), ascii=ascii)
    return _render([title, "", table, "", summary_text(place, standing.conditions)], colour=colour, width=width)


def side_by_side(
    before: Standing, after: Standing, *, ascii: bool = False, colour: bool = False, width: int | None = None
) -> str:
    """Two standings of the same session: place and result under each, and how far the place moved."""
    parts: list[RenderableType | str] = [f"{_heading(before, ascii=ascii)} | {_settings(after)}"]
    then = {identity(place): place for place in after.places}
    several = len({place.section for place in before.places}) > 1
    heads = [contestant_head(before.conditions.method), _("Names"), _("Before"), "", _("After"), "", _("Moved")]
    for group in ranking_lists(before):
        rows = []
        for place in group.places:
            later = then.get(identity(place))
            label = place_label(place, sections=several)
            row = [label, names_text(place.contestant), place_text(place), _result(place)]
            moved = signed(Fraction(place.place - later.place)) if later else ""
            rows.append([*row, place_text(later) if later else "", _result(later) if later else "", moved])
        table = _table(heads, rows, left={0, 1}, marked=set(), ascii=ascii)
        parts += ["", *([group.title, ""] if group.title else []), table]
    return _render(parts, colour=colour, width=width)


def _plain(sentence: str, *, ascii: bool) -> str:
    return sentence.replace("½", "1/2") if ascii else sentence


def _settings(standing: Standing) -> str:
    changed = ", ".join(f"{name}={value}" for name, value in standing.conditions.changed().items() if name != "method")
    method = method_text(standing.conditions.method)
    return f"{method} ({changed})" if changed else method


def _result(place: Place) -> str:
    return human(signed(place.total)) if place.percent is None else f"{human(percent(place.percent))} %"


def _heading(standing: Standing, *, ascii: bool) -> str:
    event = standing.event
    parts = [clean(part) for part in (event.name, event.club, event.date) if part]
    return (" - " if ascii else " · ").join([*parts, method_text(standing.conditions.method)])


def _ranking_table(standing: Standing, group: RankingList, *, ascii: bool) -> RenderableType:
    percents = has_percent(standing.conditions.method)
    extras = extra_columns(group.places)
    heads = [_("Pos"), *([_("Section")] if group.sections else []), contestant_head(standing.conditions.method)]
    heads.append(_("Names"))
    left = {len(heads) - 1, *({1} if group.sections else set())}
    heads += [_("MPs"), _("Max"), "%"] if percents else [total_unit(standing.conditions)]
    heads += [*(title for title, _cells in extras), _("Boards")]
    totals = aligned(place.total for place in group.places)
    tops = aligned(place.available for place in group.places)
    rows = []
    for index, (place, total, top) in enumerate(zip(group.places, totals, tops, strict=True)):
        cells = [place_text(place), *([clean(place.section)] if group.sections else [])]
        cells += [clean(place.contestant.key), names_text(place.contestant), human(total)]
        cells += [human(top), _optional(place.percent)] if percents else []
        cells += [*(column[index] for _title, column in extras), str(place.boards)]
        rows.append(cells)
    return _table(heads, rows, left=left, marked=set(), ascii=ascii)


def _traveller_row(result: LineResult, method: str, *, ascii: bool) -> list[str]:
    line, points = result.line, result.points
    cells = [clean(line.label(Side.NS)), clean(line.label(Side.EW)), *_contract_cells(result, ascii=ascii)]
    cells += [str(points) if points is not None and points > 0 else "", str(-points) if points and points < 0 else ""]
    if points == 0:
        cells[-2:] = ["0", "0"]
    cells += [_worth(side.value, method) for side in (result.ns, result.ew)]
    return cells + ([_optional(side.percent) for side in (result.ns, result.ew)] if has_percent(method) else [])


def _contract_cells(result: LineResult, *, ascii: bool) -> list[str]:
    """Contract, declarer, lead and tricks; a split score shows both outcomes in place of the contract."""
    line = result.line
    if line.ns_outcome != line.ew_outcome:
        halves = (outcome_text(side, ascii=ascii) for side in (line.ns_outcome, line.ew_outcome))
        return [" / ".join(halves), "", lead_text(line.lead, ascii=ascii), ""]
    outcome = line.ns_outcome
    if isinstance(outcome, Played):
        by = seat_text(outcome.contract.declarer)
        return [outcome_text(outcome, ascii=ascii), by, lead_text(line.lead, ascii=ascii), tricks_text(outcome)]
    return [outcome_text(outcome, ascii=ascii), "", lead_text(line.lead, ascii=ascii), ""]


def _card_row(line: CardLine, method: str, *, ascii: bool) -> list[str]:
    board = line.board
    vulnerable = f"{vulnerable_text(board.vulnerability)}/{seat_text(board.dealer)}"
    cells = [str(board.number), vulnerable, clean(line.versus), *_contract_cells(line.result, ascii=ascii)]
    cells += ["" if line.points is None else signed(Fraction(line.points)), _worth(line.worth.value, method)]
    if has_percent(method):
        return [*cells, _optional(line.worth.percent), _optional(line.running)]
    return [*cells, "" if line.running is None else human(signed(line.running))]


def _worth(value: Fraction | None, method: str) -> str:
    if value is None:
        return ""
    return human(shortest(value) if has_percent(method) else signed(value))


def _optional(value: Fraction | None) -> str:
    return "" if value is None else human(percent(value))


def _picture(result: BoardResult, own: LineResult | None, *, ascii: bool) -> list[str]:
    """Bars growing from the scores in the middle: North-South's to the left, East-West's to the right."""
    frequencies = bars(result, own)
    if not frequencies:
        return [caption(frequencies)]
    block, mark = ("#", "<") if ascii else ("█", "◄")
    most = max(item.count for item in frequencies)
    room = min(most, _BAR_LIMIT)
    middle = max(len(item.label) for item in frequencies) + 2
    lines = [f"{_('NS'):>{room + 4}}{'':^{middle}}{_('EW')}"]
    for item in frequencies:
        bar = block * max(1, item.count * room // most)
        west = f"{item.count:>3} {bar:>{room}}" if item.points > 0 else " " * (room + 4)
        east = f"{bar} {item.count}" if item.points <= 0 else ""
        lines.append(f"{west}{item.label:^{middle}}{east}{f' {mark}' if item.own else ''}".rstrip())
    return [*lines, caption(frequencies)]


def _table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: set[int], marked: set[int], ascii: bool
) -> RenderableType:
    """A framed table; numbers stand right, `left` names the columns of words."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    frame = box.ASCII2 if ascii else box.SIMPLE_HEAD
    table = Table(box=frame, header_style="bold", show_edge=ascii)
    for index, head in enumerate(heads):
        # Words may fold in a narrow terminal; a number cut in two would be another number.
        words = index in left
        table.add_column(Text(head), justify="left" if words else "right", overflow="fold", no_wrap=not words)
    for index, (first, *rest) in enumerate(rows):
        mark = f"{'>' if ascii else '►'} " if index in marked else ""
        table.add_row(*(_cell(cell) for cell in (mark + first, *rest)), style="bold" if mark else None)
    return table


def _cell(text: str) -> RenderableType:
    from rich.text import Text

    cell = Text(text)
    cell.highlight_regex("[♥♦]", "red")
    return cell


def _render(parts: Iterable[RenderableType | str], *, colour: bool, width: int | None) -> str:
    """One after another; names are never read as mark-up, and no line ends in blanks."""
    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    console = Console(
        file=out,
        width=width or 120,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        highlight=False,
    )
    for part in parts:
        console.print(Text(part) if isinstance(part, str) else part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
