"""The three kinds of page: ranking, board and score card."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from overtrick.i18n import gettext as _
from overtrick.model.standing import BoardResult, LineResult, Place, Standing
from overtrick.model.terms import Side, Vulnerability
from overtrick.report.cards import (
    CardLine,
    card_lines,
    contestant_head,
    in_section,
    is_teams,
    opponents,
    place_label,
    place_text,
    summary_text,
)
from overtrick.report.filenames import FileNames
from overtrick.report.frequency import bars, caption, sorted_lines
from overtrick.report.lists import RankingList, extra_columns, ranking_lists
from overtrick.report.markup import (
    Column,
    contract_cells,
    link,
    page,
    percent_cell,
    table,
    text,
    worth_cell,
)
from overtrick.report.methods import datum_text, explanation, has_percent, method_text, total_unit, unit_text
from overtrick.report.numbers import aligned, human, signed
from overtrick.report.svg import frequency_svg, progress_svg
from overtrick.report.words import names_text, seat_text, vulnerability_text, vulnerable_text

__all__ = ["board_page", "index_page", "pair_page"]


def index_page(standing: Standing, names: FileNames) -> str:
    """The ranking, two lists side by side where there are two winners, and the way to every board."""
    event = standing.event
    title = event.name.strip() or _("Bridge session")
    facts = " · ".join(text(part) for part in (event.club, event.date, method_text(standing.conditions.method)) if part)
    lists = ranking_lists(standing)
    width = " two" if len(lists) > 1 else ""
    main = [f'<div class="lists{width}">', *(_ranking(standing, names, ranking) for ranking in lists), "</div>"]
    return page(
        title, f"<h1>{text(title)}</h1>\n<p>{facts}</p>", [*main, *_boards_nav(standing, names)], explanation(standing)
    )


def _ranking(standing: Standing, names: FileNames, ranking: RankingList) -> str:
    title = ranking.title or _("Ranking")
    percents = has_percent(standing.conditions.method)
    extras = extra_columns(ranking.places)
    columns = [Column(_("Pos")), *([Column(_("Section"), "l")] if ranking.sections else [])]
    columns += [Column(contestant_head(standing.conditions.method)), Column(_("Names"), "n", head=True)]
    unit = total_unit(standing.conditions)
    columns += [Column(_("MPs")), Column(_("Max"), "x"), Column("%")] if percents else [Column(unit)]
    columns += [*(Column(title) for title, _cells in extras), Column(_("Boards"), "x")]
    totals = aligned(place.total for place in ranking.places)
    tops = aligned(place.available for place in ranking.places)
    rows = []
    for index, (place, total, top) in enumerate(zip(ranking.places, totals, tops, strict=True)):
        row = [place_text(place), *([text(place.section)] if ranking.sections else []), text(place.contestant.key)]
        row += [link(names.pair(place), names_text(place.contestant)), human(total)]
        row += [human(top), percent_cell(place.percent)] if percents else []
        rows.append([*row, *(cells[index] for _title, cells in extras), str(place.boards)])
    caption_text = _("Ranking, {list}").format(list=title) if ranking.title else _("Places, best first")
    return f"<section>\n<h2>{escape(title)}</h2>\n{table(caption_text, columns, rows, spoken=True)}\n</section>"


def _boards_nav(standing: Standing, names: FileNames) -> list[str]:
    """Links to the boards, one list for each session and section."""
    groups: dict[tuple[str, str], list[BoardResult]] = {}
    for result in standing.boards:
        groups.setdefault((result.session, result.section), []).append(result)
    if not groups:
        return []
    parts = [f'<nav aria-label="{escape(_("Boards"))}">', f"<h2>{escape(_('Boards'))}</h2>"]
    for group, results in groups.items():
        place = _where(standing, *group)
        if place:
            parts.append(f"<h3>{text(place)}</h3>")
        links = "".join(
            f'<li><a href="{names.board_of(result)}">{result.board.number}</a></li>'
            for result in sorted(results, key=lambda result: result.board.number)
        )
        parts.append(f'<ul class="boards">{links}</ul>')
    return [*parts, "</nav>"]


def _where(standing: Standing, session: str, section: str) -> str:
    """Session and section in words, each only where there are several."""
    words = []
    if len({result.session for result in standing.boards}) > 1:
        words.append(_("Session {session}").format(session=session))
    if len({result.section for result in standing.boards}) > 1:
        words.append(_("Section {section}").format(section=section))
    return ", ".join(words)


def board_page(standing: Standing, names: FileNames, index: int) -> str:
    """The traveller of `standing.boards[index]` in frequency order with its picture."""
    result = standing.boards[index]
    where = _where(standing, result.session, result.section)
    title = ", ".join(part for part in (_("Board {number}").format(number=result.board.number), where) if part)
    main = [_badges(result), '<div class="side">', _traveller(standing, names, result)]
    if bars(result):
        shown = f"<figcaption>{escape(caption(bars(result)))}</figcaption>"
        main.append(f"<figure>\n{frequency_svg(result)}\n{shown}\n</figure>")
    header = f"<h1>{text(title)}</h1>\n{_event_line(standing)}"
    whole = f"{title} · {standing.event.name}" if standing.event.name else title
    return page(whole, header, [*main, "</div>", _turn(standing, names, index)], explanation(standing))


def _badges(result: BoardResult) -> str:
    board = result.board
    vul = ' class="vul"' if board.vulnerability is not Vulnerability.NONE else ""
    items = [
        f"<li>{escape(_('Dealer {seat}').format(seat=seat_text(board.dealer)))}</li>",
        f"<li{vul}>{escape(vulnerability_text(board.vulnerability))}</li>",
        *([f"<li>{escape(datum_text(result.datum))}</li>"] if result.datum is not None else []),
    ]
    return f'<ul class="badges">{"".join(items)}</ul>'


def _traveller(standing: Standing, names: FileNames, result: BoardResult) -> str:
    method = standing.conditions.method
    unit = unit_text(method)
    columns = [Column(_("NS"), head=True), Column(_("EW")), Column(_("Contract"), "l"), Column(_("By"), "l")]
    columns += [Column(_("Lead"), "l"), Column(_("Tricks"), "l"), Column(_("NS +")), Column(_("EW +"))]
    columns += [Column(_("{unit} NS").format(unit=unit)), Column(_("{unit} EW").format(unit=unit))]
    columns += [Column(_("% NS")), Column(_("% EW"))] if has_percent(method) else []
    places = _by_side(standing, result.section)
    rows = [_traveller_row(names, line, method, places) for line in sorted_lines(result)]
    return table(_("Traveller, best score for North-South first"), columns, rows)


def _by_side(standing: Standing, section: str) -> dict[tuple[Side, str], Place]:
    """Who sat North-South and East-West under each number."""
    return {
        (side, place.contestant.key): place
        for place in standing.places
        if in_section(standing, place, section)
        for side in (Side if place.direction is None else (place.direction,))
    }


def _traveller_row(
    names: FileNames, result: LineResult, method: str, places: dict[tuple[Side, str], Place]
) -> list[str]:
    points = result.points
    cells = ["+".join(_pair(names, places.get((side, key)), key) for key in result.line.keys(side)) for side in Side]
    cells += contract_cells(result)
    cells += ["" if points is None or points < 0 else str(points), "" if points is None or points > 0 else str(-points)]
    cells += [worth_cell(side.value, method) for side in (result.ns, result.ew)]
    return cells + ([percent_cell(side.percent) for side in (result.ns, result.ew)] if has_percent(method) else [])


def _pair(names: FileNames, place: Place | None, key: str) -> str:
    if place is None:
        return text(key)
    return f'<a href="{names.pair(place)}" title="{text(names_text(place.contestant))}">{text(key)}</a>'


def _turn(standing: Standing, names: FileNames, index: int) -> str:
    """To the board before, the ranking, and the board after."""
    links = []
    if index > 0:
        links.append((names.board_of(standing.boards[index - 1]), _("Previous board")))
    links.append(("index.html", _("Ranking")))
    if index + 1 < len(standing.boards):
        links.append((names.board_of(standing.boards[index + 1]), _("Next board")))
    items = "".join(f"<li>{link(target, label)}</li>" for target, label in links)
    label = escape(_("Other pages"))
    return f'<nav aria-label="{label}"><ul class="turn">{items}</ul></nav>'


def _event_line(standing: Standing) -> str:
    event = standing.event
    parts = [link("index.html", event.name.strip() or _("Bridge session")), text(event.club), text(event.date)]
    return f"<p>{' · '.join(part for part in parts if part)}</p>"


def pair_page(standing: Standing, names: FileNames, place: Place) -> str:
    """A contestant's score card with the result so far."""
    several = len({item.section for item in standing.places}) > 1
    words = _("Team {label}") if is_teams(standing.conditions.method) else _("Pair {label}")
    label = words.format(label=place_label(place, sections=several))
    title = f"{label}: {names_text(place.contestant)}"
    lines = card_lines(standing, place)
    main = [f'<p class="lead">{escape(summary_text(place, standing.conditions))}</p>']
    main.append(_card(standing, names, lines))
    curve = [line.running for line in lines if line.worth.value is not None]
    if len(curve) > 1:
        caption = escape(_("Result so far, from board to board"))
        shown = f"<figcaption>{caption}</figcaption>"
        drawn = progress_svg(curve, percents=has_percent(standing.conditions.method))
        main.append(f"<figure>\n{drawn}\n{shown}\n</figure>")
    back = f'<ul class="turn"><li>{link("index.html", _("Ranking"))}</li></ul>'
    label = escape(_("Other pages"))
    main.append(f'<nav aria-label="{label}">{back}</nav>')
    return page(title, f"<h1>{text(title)}</h1>\n{_event_line(standing)}", main, explanation(standing))


def _card(standing: Standing, names: FileNames, lines: tuple[CardLine, ...]) -> str:
    method = standing.conditions.method
    columns = [Column(_("Board"), head=True), Column(_("Vul/Dealer"), "l"), Column(_("Vs"), "n")]
    columns += [Column(_("Contract"), "l"), Column(_("By"), "l"), Column(_("Lead"), "l"), Column(_("Tricks"), "l")]
    columns += [Column(_("Score")), Column(unit_text(method))]
    columns += [Column("%"), Column(_("Running %"))] if has_percent(method) else [Column(_("Sum"))]
    rows = [_card_row(standing, names, line, method) for line in lines]
    return table(_("Score card; scores from this side, gains with +"), columns, rows)


def _card_row(standing: Standing, names: FileNames, line: CardLine, method: str) -> list[str]:
    board = line.board
    target = names.board(line.session, line.section, board.number)
    met = opponents(standing, line)
    versus = text(line.versus)
    if met is not None:
        who = f'<span class="x"> {text(names_text(met.contestant))}</span>'
        versus = f'<a href="{names.pair(met)}">{versus}{who}</a>'
    score = "" if line.points is None else signed(Fraction(line.points))
    cells = [link(target, str(board.number))]
    cells.append(escape(f"{vulnerable_text(board.vulnerability)}/{seat_text(board.dealer)}"))
    cells += [versus, *contract_cells(line.result), score, worth_cell(line.worth.value, method)]
    if has_percent(method):
        return [*cells, percent_cell(line.worth.percent), percent_cell(line.running)]
    return [*cells, "" if line.running is None else human(signed(line.running))]
