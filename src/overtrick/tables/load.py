"""Reading scales of victory points from TOML and CSV files, and checking that they are scales.

A scale must start at a drawn match that gives both sides the same, rise step by step, leave no gap, and give the
loser what it takes from the winner, unless the file says `sums = false`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from overtrick.errors import ConditionsError
from overtrick.i18n import gettext as _
from overtrick.tables.scales import Column, Scale, ScaleKind

__all__ = ["check_scale", "load_scale", "make_scale"]

_RANGE = re.compile(r"\s*(\d+)\s*(?:(\+)|-\s*(\d+))?\s*")
_BOARDS = re.compile(r"boards?_(\d+)(?:_(\d+))?(\+?)")


def load_scale(path: str | Path) -> Scale:
    """The scale in a TOML or a CSV file. Raises `ConditionsError` saying which rule of scales the file breaks."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConditionsError(
            _("cannot read the scale file {path}: {reason}").format(path=path, reason=error)
        ) from None
    return _read_csv(path, text) if path.suffix.casefold() == ".csv" else _read_toml(path, text)


def make_scale(
    key: str,
    lows: Sequence[int | Fraction],
    winner: Sequence[int | Decimal],
    *,
    total: int | Decimal | None = None,
    boards: tuple[int, int | None] = (1, None),
    name: str = "",
    source: str = "",
) -> Scale:
    """A step scale of one column: the least IMP margin of each step and the winner's victory points there.

    The loser gets the rest of `total`, which is twice the drawn match unless given. Raises `ConditionsError` if this
    is no scale.

    >>> make_scale("home", [0, 5, 10], [3, 4, 6]).steps[1]
    (Decimal('4'), Decimal('2'))
    """
    points = [Decimal(value) for value in winner]
    whole = Decimal(total) if total is not None else 2 * points[0] if points else Decimal(0)
    column = Column(boards[0], boards[1], tuple(Fraction(low) for low in lows))
    steps = tuple((value, whole - value) for value in points)
    scale = Scale(key, name or key, source, "", ScaleKind.IMPS, steps, (column,))
    check_scale(scale)
    return scale


def check_scale(scale: Scale, *, sums: bool = True, where: str = "") -> None:
    """Raise `ConditionsError` naming the first rule of scales that is broken."""
    place = where or scale.key
    if not scale.steps or not scale.columns:
        raise _fault(place, _("incomplete: it has no steps"))
    winners = [winner for winner, _loser in scale.steps]
    losers = [loser for _winner, loser in scale.steps]
    _check_mirror(place, winners, losers, sums=sums)
    if any(after <= before for before, after in pairwise(winners)) and sums:
        raise _fault(place, _("the steps must rise: a bigger win must be worth more victory points"))
    for column in scale.columns:
        _check_column(place, scale, column)
    _check_lengths(place, scale.columns)


def _check_column(place: str, scale: Scale, column: Column) -> None:
    """The bounds of one match length: one a step, rising, from nought or within 50 to 100 per cent."""
    wanted = len(scale.steps) - (scale.kind is ScaleKind.PERCENT)
    if len(column.bounds) != wanted:
        raise _fault(
            place,
            _("incomplete: {found} bounds for {boards} boards, {wanted} wanted, one a step").format(
                found=len(column.bounds), boards=column.label, wanted=wanted
            ),
        )
    if any(after <= before for before, after in pairwise(column.bounds)):
        raise _fault(place, _("the steps must rise: bounds for {boards} boards do not").format(boards=column.label))
    if scale.kind is ScaleKind.IMPS and column.bounds[0] != 0:
        raise _fault(
            place,
            _("incomplete: the first step for {boards} boards must start at 0 IMPs").format(boards=column.label),
        )
    if scale.kind is ScaleKind.PERCENT and not 50 <= column.bounds[0] <= column.bounds[-1] <= 100:
        raise _fault(place, _("cut-offs for {boards} boards must lie from 50 to 100 %").format(boards=column.label))


def _check_mirror(place: str, winners: list[Decimal], losers: list[Decimal], *, sums: bool) -> None:
    if winners[0] != losers[0]:
        raise _fault(
            place, _("no mirror: a drawn match gives {one} and {other}").format(one=winners[0], other=losers[0])
        )
    for winner, loser in zip(winners, losers, strict=True):
        if sums and winner + loser != 2 * winners[0]:
            raise _fault(
                place,
                _("no mirror: {winner} and {loser} do not make {total}; say `sums = false` if that is meant").format(
                    winner=winner, loser=loser, total=2 * winners[0]
                ),
            )
    ladders = [(*before, *after) for before, after in pairwise(list(zip(winners, losers, strict=True)))]
    for winner, loser, next_winner, next_loser in ladders:
        if next_winner < winner or next_loser > loser or (next_winner, next_loser) == (winner, loser):
            raise _fault(
                place,
                _("the steps must rise: {before} is followed by {after}").format(
                    before=f"{winner}-{loser}", after=f"{next_winner}-{next_loser}"
                ),
            )


def _check_lengths(place: str, columns: Sequence[Column]) -> None:
    for before, after in pairwise(columns):
        if before.last is None or after.first <= before.last:
            raise _fault(
                place,
                _("two columns hold the same match length: {one} and {other}").format(
                    one=before.label, other=after.label
                ),
            )


def _fault(place: str, reason: str) -> ConditionsError:
    return ConditionsError(_("scale {place}: {reason}").format(place=place, reason=reason))


def _read_toml(path: Path, text: str) -> Scale:
    import tomllib

    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation) as error:
        raise _fault(str(path), _("no TOML: {reason}").format(reason=error)) from None
    try:
        return _from_mapping(path, data)
    except (LookupError, AttributeError, TypeError, ValueError, InvalidOperation) as error:
        if isinstance(error, ConditionsError):
            raise
        raise _fault(
            str(path),
            _("wants key, winner, and columns with boards and from; trouble at {reason}").format(reason=error),
        ) from None


def _from_mapping(path: Path, data: Mapping[str, Any]) -> Scale:
    kinds = {kind.value: kind for kind in ScaleKind}
    kind_name = str(data.get("kind", "imps"))
    if kind_name not in kinds:
        raise _fault(str(path), _("no kind {kind!r}; known: {known}").format(kind=kind_name, known=", ".join(kinds)))
    kind = kinds[kind_name]
    key = str(data.get("key", path.stem))
    about = (key, str(data.get("name", key)), str(data.get("source", "")), str(data.get("since", "")), kind)
    aliases = tuple(str(alias).casefold() for alias in data.get("aliases", ()))
    if kind in {ScaleKind.WBF_CONTINUOUS, ScaleKind.WBF_DISCRETE}:
        return Scale(*about, aliases=aliases)
    winner = [Decimal(value) for value in data["winner"]]
    given = data.get("loser")
    loser = [2 * winner[0] - value for value in winner] if given is None else [Decimal(value) for value in given]
    if len(winner) != len(loser):
        raise _fault(
            str(path),
            _("incomplete: {winner} values for the winner, {loser} for the loser").format(
                winner=len(winner), loser=len(loser)
            ),
        )
    bounds_key = "above" if kind is ScaleKind.PERCENT else "from"
    columns = []
    for item in data["columns"]:
        boards = item.get("boards", [1])
        last = int(boards[1]) if len(boards) > 1 else None
        columns.append(Column(int(boards[0]), last, tuple(Fraction(bound) for bound in item[bounds_key])))
    columns.sort(key=lambda column: column.first)
    scale = Scale(*about, tuple(zip(winner, loser, strict=True)), tuple(columns), aliases)
    check_scale(scale, sums=bool(data.get("sums", True)), where=str(path))
    return scale


def _read_csv(path: Path, text: str) -> Scale:
    """A table with a line a step: `winner_vp, loser_vp` and a column `boards_A_B` (or `imps`) of ranges `3-5`, `28+`.

    A comment line `# sums = false` says that the two sides need not add up to the same at every step.
    """
    import csv

    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    delimiter = ";" if lines and lines[0].count(";") > lines[0].count(",") else ","
    rows = list(csv.DictReader(lines, delimiter=delimiter))
    heads = [head.strip() for head in (rows[0] if rows else {}) if head is not None]
    lengths = {head: _length(head) for head in heads}
    ranged = {head: length for head, length in lengths.items() if length is not None}
    winner_head = next((head for head in heads if head.casefold() in {"winner_vp", "winner", "vp"}), None)
    if winner_head is None or not ranged:
        raise _fault(str(path), _("a CSV scale wants the columns winner_vp, loser_vp, and boards_A_B or imps"))
    loser_head = next((head for head in heads if head.casefold() in {"loser_vp", "loser"}), None)
    table = [{(head or "").strip(): (cell or "") for head, cell in row.items()} for row in rows]
    winner = [_number(path, row[winner_head]) for row in table]
    loser = [
        _number(path, row[loser_head]) if loser_head else 2 * winner[0] - winner[index]
        for index, row in enumerate(table)
    ]
    columns = [
        Column(first, last, _bounds(path, head, [row[head] for row in table]))
        for head, (first, last) in sorted(ranged.items(), key=lambda item: item[1][0])
    ]
    steps = tuple(zip(winner, loser, strict=True))
    scale = Scale(path.stem.casefold(), path.stem, str(path), "", ScaleKind.IMPS, steps, tuple(columns))
    sums = "#sums=false" not in text.replace(" ", "").casefold()
    check_scale(scale, sums=sums, where=str(path))
    return scale


def _length(head: str) -> tuple[int, int | None] | None:
    if head.casefold() in {"imps", "margin"}:
        return 1, None
    match = _BOARDS.fullmatch(head.casefold())
    if match is None:
        return None
    first, last, more = match.groups()
    return int(first), None if more else int(last or first)


def _number(path: Path, text: str) -> Decimal:
    try:
        number = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise _fault(str(path), _("{text!r} is not a number of victory points").format(text=text))
    return number


def _bounds(path: Path, head: str, cells: Sequence[str]) -> tuple[Fraction, ...]:
    """Lower bounds of printed ranges, which must follow on one another."""
    bounds: list[Fraction] = []
    follows: int | None = 0
    for cell in cells:
        match = _RANGE.fullmatch(cell)
        if match is None:
            raise _fault(
                str(path), _("column {head}: {cell!r} is no range such as 3-5 or 28+").format(head=head, cell=cell)
            )
        low, more, high = match.groups()
        if follows is None or int(low) != follows:
            wanted = _("nothing") if follows is None else str(follows)
            raise _fault(
                str(path),
                _("column {head} is not complete: {cell!r} found where {wanted} was to start").format(
                    head=head, cell=cell, wanted=wanted
                ),
            )
        bounds.append(Fraction(int(low)))
        follows = None if more else int(high or low) + 1
    return tuple(bounds)
